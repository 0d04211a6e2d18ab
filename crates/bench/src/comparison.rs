//! `vectru bench` and `vectru bench peers`: mechanisms beside their peers and, on request, all
//! multipliers in parts.

use std::time::Duration;

use vectru::Set;
use vectru_polymul::dispatch::Backend;

use crate::measure::{self, Pace};
use crate::{Report, Setting, json_lines, kem, multiply, ratios, report};

/// The mechanisms that are compared by default.
pub const CHOICE: [Set; 2] = [Set::Sntrup761, Set::Ntruhps2048677];

/// The time that all runs of one operation of a mechanism may take.
const OPERATION: Duration = Duration::from_millis(1000);
/// The time that all runs of one part of a multiplier may take.
const PART: Duration = Duration::from_millis(100);

/// The choice of the measurements.
#[derive(Debug)]
pub struct Options {
    /// The sets whose mechanisms are measured.
    pub sets: Vec<Set>,
    /// Also measures all multipliers in parts.
    pub multipliers: bool,
    /// The backends of vectru.
    pub backends: Vec<Backend>,
    /// The shared libraries that are peers.
    pub libraries: Vec<kem::Library>,
    /// The largest number of runs of each figure. Slow operations have fewer.
    pub runs: usize,
}

/// The progress of a comparison.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// The time that the whole comparison is expected to take, reported before the first step.
    Expected(Duration),
    /// The progress within a step.
    Step {
        /// The name of the set or ring that is measured.
        name: &'static str,
        /// The number of the step, from 0.
        step: usize,
        /// The number of steps.
        steps: usize,
        /// The completed share of the step, from 0 to 1.
        share: f64,
    },
}

/// The figures of a comparison. Another kind of rows, such as the parts of an operation, would be a
/// further field here and a further section in [`html`](Self::html).
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The circumstances of the measurement.
    pub setting: Setting,
    /// The mechanisms with their peers.
    pub kem: Vec<kem::Figures>,
    /// The multipliers of each ring, if the options ask for everything.
    pub multiply: Vec<multiply::Figures>,
}

/// Compares mechanisms and multipliers. The report shows `command`, the command line. `progress` is
/// called with the expected time, and then in each step.
///
/// # Errors
///
/// Returns an error if the operating system provides no random bytes, or if an implementation
/// decapsulates another secret than it has encapsulated, or if a library does not agree with
/// vectru.
pub fn run(options: &Options, command: &str, progress: &mut dyn FnMut(Progress)) -> Result<Comparison, kem::Error> {
    let rings = if options.multipliers { multiply::Bench::all() } else { Vec::new() };
    let steps: Vec<_> =
        options.sets.iter().copied().map(Step::Kem).chain(rings.into_iter().map(Step::Multiply)).collect();
    let setting = Setting::of(command);

    let mut expected = Duration::ZERO;
    for step in &steps {
        step.measure(options, true, &mut |progress| {
            if let measure::Progress::Expected(time) = progress {
                expected += time;
            }
        })?;
    }
    progress(Progress::Expected(expected));

    let mut comparison = Comparison { setting, kem: Vec::new(), multiply: Vec::new() };
    for (index, step) in steps.iter().enumerate() {
        let mut tell = |share| progress(Progress::Step { name: step.name(), step: index, steps: steps.len(), share });
        let figures = step.measure(options, false, &mut |progress| {
            if let measure::Progress::Share(share) = progress {
                tell(share);
            }
        })?;
        match figures {
            Figures::Kem(figures) => comparison.kem.push(figures),
            Figures::Multiply(figures) => comparison.multiply.push(figures),
        }
        tell(1.0);
    }
    Ok(comparison)
}

/// A step of a comparison.
enum Step {
    Kem(Set),
    Multiply(multiply::Bench),
}

/// The figures of a step.
enum Figures {
    Kem(kem::Figures),
    Multiply(multiply::Figures),
}

impl Step {
    /// Returns the name of the set or ring.
    fn name(&self) -> &'static str {
        match self {
            Self::Kem(set) => set.name(),
            Self::Multiply(ring) => ring.ring(),
        }
    }

    /// Measures the mechanism or the ring. A rehearsal only reports the expected time: its figures
    /// are empty.
    fn measure(
        &self,
        options: &Options,
        rehearsal: bool,
        progress: &mut dyn FnMut(measure::Progress),
    ) -> Result<Figures, kem::Error> {
        let pace = |budget| Pace { rehearsal, ..Pace::within(budget, options.runs) };
        Ok(match self {
            Self::Kem(set) => {
                let Options { backends, libraries, .. } = options;
                Figures::Kem(kem::compare(*set, backends, libraries, pace(OPERATION), progress)?)
            }
            Self::Multiply(ring) => Figures::Multiply(ring.run_at(&options.backends, pace(PART), progress)?),
        })
    }
}

impl Comparison {
    /// Returns the report as a page of HTML that needs no other file.
    pub fn html(&self) -> String {
        report::html::page(self)
    }
}

impl Report for Comparison {
    /// Returns the figures, unless there are too many to read, and the ratios.
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
        let rows = self.kem.iter().map(Report::json).chain(self.multiply.iter().map(multiply::Figures::measured));
        setting + &rows.collect::<String>()
    }
}
