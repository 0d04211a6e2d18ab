//! Reports of progress on standard error: the expected time of a measurement, and the completed
//! share.

use std::io::{self, IsTerminal, Stderr, Write};
use std::time::{Duration, Instant};

use vectru_bench::{comparison, measure};

/// The shortest time between two lines if standard error is not a terminal.
const INTERVAL: Duration = Duration::from_secs(10);

/// Reports progress: on a terminal in one line that is overwritten, elsewhere in a line at most
/// every ten seconds.
pub(super) struct Reporter<W: Write> {
    out: W,
    terminal: bool,
    /// The time of the last line that is not overwritten.
    last: Option<Instant>,
}

impl Reporter<Stderr> {
    /// Returns a reporter to standard error.
    pub(super) fn new() -> Self {
        Self { out: io::stderr(), terminal: io::stderr().is_terminal(), last: None }
    }
}

impl<W: Write> Reporter<W> {
    /// Reports the progress of a comparison.
    pub(super) fn comparison(&mut self, progress: comparison::Progress) {
        match progress {
            comparison::Progress::Expected(time) => self.expected(time),
            comparison::Progress::Step { name, step, steps, share } => {
                self.status(&format!("measuring {name} ({} of {steps}), {:.0} percent", step + 1, share * 100.0));
            }
        }
    }

    /// Reports the progress of a measurement of one set or ring.
    pub(super) fn single(&mut self, name: &str, progress: measure::Progress) {
        match progress {
            measure::Progress::Expected(time) => self.expected(time),
            measure::Progress::Share(share) => self.status(&format!("measuring {name}, {:.0} percent", share * 100.0)),
        }
    }

    /// Reports the expected time, in a line that is not overwritten.
    fn expected(&mut self, time: Duration) {
        self.write(&format!("This takes {}.\n", about(time)));
        self.last = Some(Instant::now());
    }

    /// Reports the completed share.
    fn status(&mut self, text: &str) {
        if self.terminal {
            self.write(&format!("\r\x1b[K{text}"));
        } else if self.last.is_none_or(|last| last.elapsed() >= INTERVAL) {
            self.write(&format!("{text}\n"));
            self.last = Some(Instant::now());
        }
    }

    /// Erases the line that is overwritten.
    pub(super) fn end(&mut self) {
        if self.terminal {
            self.write("\r\x1b[K");
        }
    }

    fn write(&mut self, text: &str) {
        // A measurement continues if standard error is closed.
        let _ = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
    }
}

/// Returns the time in words.
fn about(time: Duration) -> String {
    let unit = |count: u64, unit: &str| format!("about {count} {unit}{}", if count == 1 { "" } else { "s" });
    match time.as_millis() {
        0..1000 => "less than a second".into(),
        1000..100_000 => unit(time.as_secs_f64().round() as u64, "second"),
        _ => unit((time.as_secs_f64() / 60.0).round() as u64, "minute"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_words() {
        for (milliseconds, text) in [
            (0, "less than a second"),
            (999, "less than a second"),
            (1200, "about 1 second"),
            (2600, "about 3 seconds"),
            (99_400, "about 99 seconds"),
            (100_000, "about 2 minutes"),
            (3_600_000, "about 60 minutes"),
        ] {
            assert_eq!(about(Duration::from_millis(milliseconds)), text);
        }
    }

    fn reports(terminal: bool) -> String {
        let mut reporter = Reporter { out: Vec::new(), terminal, last: None };
        reporter.comparison(comparison::Progress::Expected(Duration::from_secs(40)));
        for share in [0.0, 0.5] {
            reporter.comparison(comparison::Progress::Step { name: "sntrup761", step: 0, steps: 2, share });
        }
        // Pretends that the last line was written an interval ago.
        reporter.last = reporter.last.and_then(|last| last.checked_sub(INTERVAL));
        reporter.single("ntruhrss701", measure::Progress::Share(0.25));
        reporter.single("ntruhrss701", measure::Progress::Share(0.75));
        reporter.end();
        String::from_utf8(reporter.out).expect("reports are text")
    }

    #[test]
    fn a_file_has_few_lines() {
        assert_eq!(reports(false), "This takes about 40 seconds.\nmeasuring ntruhrss701, 25 percent\n");
    }

    #[test]
    fn a_terminal_has_one_line_that_changes() {
        let steps = [
            "measuring sntrup761 (1 of 2), 0 percent",
            "measuring sntrup761 (1 of 2), 50 percent",
            "measuring ntruhrss701, 25 percent",
            "measuring ntruhrss701, 75 percent",
            "",
        ];
        let steps = steps.map(|text| format!("\r\x1b[K{text}")).concat();
        assert_eq!(reports(true), format!("This takes about 40 seconds.\n{steps}"));
    }
}
