//! `vectru bench`: mechanisms beside their peers and, with everything, all multipliers in parts.

use std::time::Duration;

use vectru::Set;
use vectru_polymul::dispatch::Backend;

use crate::measure::Pace;
use crate::{Report, Setting, json_lines, kem, multiply, ratios, report};

/// The mechanisms that are compared if not everything is.
const CHOICE: [Set; 2] = [Set::Sntrup761, Set::Ntruhps2048677];

/// What the runs of one operation of a mechanism may take together.
const OPERATION: Duration = Duration::from_millis(1000);
/// What the runs of one part of a multiplier may take together.
#[cfg(feature = "multipliers")]
const PART: Duration = Duration::from_millis(100);

/// What to compare.
#[derive(Clone, Debug)]
pub struct Options {
    /// Everything: all multipliers and all mechanisms, instead of those of the most used sets.
    pub all: bool,
    /// The backends of vectru.
    pub backends: Vec<Backend>,
    /// The number of runs of each figure, at most: what is slow has fewer.
    pub runs: usize,
}

/// How far a comparison is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is measured now.
    pub name: &'static str,
    /// Its number, from 0.
    pub step: usize,
    /// How many there are.
    pub steps: usize,
    /// The share of it that is done, from 0 to 1.
    pub share: f64,
}

/// What a comparison found. Another kind of rows, such as those of the parts of an operation, is another field here and another
/// section in [`html`](Self::html).
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Where, when, with what.
    pub setting: Setting,
    /// The mechanisms with their peers.
    pub kem: Vec<kem::Figures>,
    /// The multipliers of each ring; none unless everything was asked for.
    pub multiply: Vec<multiply::Figures>,
}

/// Measures. `command` is the command line, for the report; `progress` is told how far it is.
///
/// # Errors
///
/// If the operating system gives no random bytes, or an implementation computes something wrong.
pub fn run(options: &Options, command: &str, progress: &mut dyn FnMut(Progress)) -> Result<Comparison, kem::Error> {
    let sets: &[Set] = if options.all { &Set::ALL } else { &CHOICE };
    #[cfg(feature = "multipliers")]
    let rings = if options.all { multiply::Bench::all() } else { Vec::new() };
    #[cfg(feature = "multipliers")]
    let steps = sets.len() + rings.len();
    #[cfg(not(feature = "multipliers"))]
    let steps = sets.len();
    let pace = |budget| Pace { runs: options.runs, budget: Some(budget) };
    let mut step = 0;
    let mut report = |name, share| {
        progress(Progress { name, step, steps, share });
        if share == 1.0 {
            step += 1;
        }
    };
    let mut comparison = Comparison { setting: Setting::of(command), kem: Vec::new(), multiply: Vec::new() };
    for &set in sets {
        let tell = &mut |share| report(set.name(), share);
        comparison.kem.push(kem::compare(set, &options.backends, pace(OPERATION), tell)?);
        tell(1.0);
    }
    #[cfg(feature = "multipliers")]
    for ring in rings {
        let tell = &mut |share| report(ring.ring(), share);
        comparison.multiply.push(ring.run_at(&options.backends, pace(PART), tell)?);
        tell(1.0);
    }
    Ok(comparison)
}

impl Comparison {
    /// A page for people that needs nothing else, in HTML.
    pub fn html(&self) -> String {
        report::html::page(self)
    }
}

impl Report for Comparison {
    /// The ratios, and the figures that they are of unless there are too many to read.
    fn table(&self) -> String {
        let setting: String =
            self.setting.lines().iter().map(|(heading, text)| format!("{heading:<9}{text}\n")).collect();
        let ratios: Vec<_> = self.kem.iter().flat_map(ratios::ratios).collect();
        let mut blocks = vec![setting];
        if self.kem.len() <= CHOICE.len() || ratios.is_empty() {
            blocks.extend(self.kem.iter().map(Report::table));
        }
        if !ratios.is_empty() {
            blocks.push(ratios::table(&ratios));
        }
        blocks.join("\n")
    }

    fn json(&self) -> String {
        let setting = json_lines(&[&self.setting]);
        let rows = self.kem.iter().map(Report::json).chain(self.multiply.iter().map(Report::json));
        setting + &rows.collect::<String>()
    }
}
