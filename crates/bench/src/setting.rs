//! Under which circumstances figures were taken: machine, date, versions, command.

use std::fs;
use std::time::SystemTime;

use serde::Serialize;
use vectru_polymul::dispatch::Backend;

use crate::kem::PEERS;
use crate::stopwatch::UNIT;

/// The circumstances of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Setting {
    /// `setting`.
    pub kind: &'static str,
    /// The CPU's model, as the operating system names it.
    pub cpu: String,
    /// The number of processors that this process may use.
    pub processors: usize,
    /// The backends that this CPU has.
    pub backends: Vec<&'static str>,
    /// The operating system and the architecture.
    pub system: String,
    /// Date and time, UTC.
    pub date: String,
    /// The unit of all figures.
    pub unit: &'static str,
    /// The version of vectru.
    pub vectru: &'static str,
    /// The compiler.
    pub rustc: &'static str,
    /// The peers, each with its version.
    pub peers: Vec<String>,
    /// The command line.
    pub command: String,
}

impl Setting {
    /// The circumstances of this process, by the command line that the user knows it by.
    ///
    /// ```
    /// let setting = vectru_bench::Setting::of("vectru bench");
    /// assert!(setting.rustc.starts_with("rustc "));
    /// ```
    pub fn of(command: &str) -> Self {
        Self {
            kind: "setting",
            cpu: cpu(&fs::read_to_string("/proc/cpuinfo").unwrap_or_default()),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            backends: Backend::available().map(Backend::name).collect(),
            system: format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH),
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            unit: UNIT,
            vectru: env!("CARGO_PKG_VERSION"),
            rustc: env!("VECTRU_BENCH_RUSTC"),
            peers: PEERS.iter().map(|peer| format!("{} {}", peer.name, peer.version)).collect(),
            command: command.into(),
        }
    }

    /// What it says, line by line: a heading and a text.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let peers = if self.peers.is_empty() { NO_PEERS.into() } else { self.peers.join(", ") };
        vec![
            ("CPU", format!("{}, {} processors, backends {}", self.cpu, self.processors, self.backends.join(", "))),
            ("System", self.system.clone()),
            ("Date", self.date.clone()),
            ("vectru", format!("{}, built by {}", self.vectru, self.rustc)),
            ("Peers", peers),
            ("Command", self.command.clone()),
        ]
    }
}

/// What a report says of peers that it does not have.
const NO_PEERS: &str =
    "not built in; `cargo run --release --features peers -- bench` has them (Rust 1.95, a C compiler)";

/// The model that the first processor of `/proc/cpuinfo` has.
fn cpu(text: &str) -> String {
    let model = text.lines().filter_map(|line| line.split_once(':')).find(|(key, _)| key.trim() == "model name");
    model.map_or_else(|| "unknown model".into(), |(_, model)| model.trim().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_the_first_processors() {
        let text = "processor\t: 0\nmodel\t\t: 2\nmodel name\t: A CPU: fast\n\nprocessor\t: 1\nmodel name\t: B\n";
        assert_eq!(cpu(text), "A CPU: fast");
        assert_eq!(cpu("processor: 0\n"), "unknown model");
    }

    #[test]
    fn peers_are_named_or_said_to_be_missing() {
        let lines = Setting::of("vectru bench").lines();
        let peers = &lines.iter().find(|(heading, _)| *heading == "Peers").expect("it has the line").1;
        assert_eq!(peers.contains("--features peers"), PEERS.is_empty());
        assert_eq!(peers.contains("sntrup 0.4.0"), !PEERS.is_empty());
    }
}
