//! The circumstances of a measurement: machine, date, versions, command.

use std::fs;
use std::time::SystemTime;

use serde::Serialize;
use vectru_polymul::dispatch::Backend;

use crate::kem::PEERS;
use crate::stopwatch::{UNIT, cycle_rate, tick_rate};

/// The circumstances of a measurement.
#[derive(Clone, Debug, Serialize)]
pub struct Setting {
    /// `setting`.
    pub kind: &'static str,
    /// The model of the CPU: its name, and the numbers that distinguish models of the same name.
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
    /// The rate of the time-stamp counter in Hz, measured; `None` if the unit is the nanosecond.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tick_rate: Option<u64>,
    /// The rate of the core's clock in Hz, measured, where [`tick_rate`](Self::tick_rate) is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle_rate: Option<u64>,
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
    /// Returns the circumstances of this process. `command` is its command line without the path of
    /// the program.
    ///
    /// ```
    /// let setting = vectru_bench::Setting::of("vectru bench");
    /// assert!(setting.rustc.starts_with("rustc "));
    /// ```
    pub fn of(command: &str) -> Self {
        Self {
            kind: "setting",
            cpu: model(&cpuinfo()),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            backends: Backend::available().map(Backend::name).collect(),
            system: format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH),
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            unit: UNIT,
            tick_rate: tick_rate(),
            cycle_rate: cycle_rate(),
            vectru: env!("CARGO_PKG_VERSION"),
            rustc: env!("VECTRU_BENCH_RUSTC"),
            peers: PEERS.iter().map(|peer| format!("{} {}", peer.name, peer.version)).collect(),
            command: command.into(),
        }
    }

    /// Returns the unit of all figures, with its length.
    pub fn unit(&self) -> String {
        match self.tick_rate {
            Some(rate) => format!("ticks of the time-stamp counter, at {:.3} GHz", rate as f64 / 1e9),
            None => self.unit.into(),
        }
    }

    /// Returns the lines of a report, each with a heading and a text.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let peers = if self.peers.is_empty() { NO_PEERS.into() } else { self.peers.join(", ") };
        vec![
            ("CPU", format!("{}, {} processors, backends {}", self.cpu, self.processors, self.backends.join(", "))),
            ("Unit", self.unit()),
            ("System", self.system.clone()),
            ("Date", self.date.clone()),
            ("vectru", format!("{}, built by {}", self.vectru, self.rustc)),
            ("Peers", peers),
            ("Command", self.command.clone()),
        ]
    }
}

/// The text of a report without peers.
const NO_PEERS: &str =
    "not built in; `cargo run --release --features peers -- bench` has them (Rust 1.95, a C compiler)";

/// Returns the text of `/proc/cpuinfo`, which is empty where there is none.
fn cpuinfo() -> String {
    fs::read_to_string("/proc/cpuinfo").unwrap_or_default()
}

/// Returns the value of a field of the first processor in `/proc/cpuinfo`.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let first = text.lines().take_while(|line| !line.trim().is_empty());
    let mut fields = first.filter_map(|line| line.split_once(':'));
    fields.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim())
}

/// Returns the core of this CPU, if its ports are known.
#[cfg(feature = "multipliers")]
pub(crate) fn core() -> Option<&'static crate::ports::Core> {
    let text = cpuinfo();
    let number = |name| field(&text, name)?.parse().ok();
    crate::ports::Core::of(number("cpu family")?, number("model")?)
}

/// Returns the model of the first processor in `/proc/cpuinfo`.
fn model(text: &str) -> String {
    let field = |name| field(text, name);
    // Virtual CPUs often have the name of a whole series. On AArch64 there are only numbers.
    let numbers = [
        ("family", "cpu family"),
        ("model", "model"),
        ("stepping", "stepping"),
        ("implementer", "CPU implementer"),
        ("part", "CPU part"),
        ("variant", "CPU variant"),
        ("revision", "CPU revision"),
    ];
    let numbers = numbers.iter().filter_map(|(name, key)| Some(format!("{name} {}", field(key)?)));
    let numbers = numbers.collect::<Vec<_>>().join(" ");
    match (field("model name"), numbers.is_empty()) {
        (Some(name), true) => name.into(),
        (Some(name), false) => format!("{name} ({numbers})"),
        (None, false) => numbers,
        (None, true) => "unknown model".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_that_of_the_first_processor() {
        let text = "processor\t: 0\nmodel\t\t: 2\nmodel name\t: A CPU: fast\n\nprocessor\t: 1\ncpu family\t: 6\n";
        assert_eq!(model(text), "A CPU: fast (model 2)");
        let text = "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c\n";
        assert_eq!(model(text), "implementer 0x41 part 0xd0c");
        assert_eq!(model("model name: A CPU\n"), "A CPU");
        assert_eq!(model("processor: 0\n"), "unknown model");
    }

    #[test]
    fn ticks_and_cycles_have_rates() {
        let setting = Setting::of("vectru bench");
        for rate in [setting.tick_rate, setting.cycle_rate] {
            assert_eq!(rate.is_some(), UNIT == "ticks");
            assert!(rate.is_none_or(|rate| (100_000_000..10_000_000_000).contains(&rate)), "{setting:?}");
        }
    }

    #[test]
    fn peers_are_named_or_said_to_be_missing() {
        let lines = Setting::of("vectru bench").lines();
        let peers = &lines.iter().find(|(heading, _)| *heading == "Peers").expect("it has the line").1;
        assert_eq!(peers.contains("--features peers"), PEERS.is_empty());
        assert_eq!(peers.contains("sntrup 0.4.0"), !PEERS.is_empty());
    }
}
