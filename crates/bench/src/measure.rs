//! Interleaved runs, and what is kept of them.

use core::fmt::{self, Debug};

use vectru_polymul::dispatch::{self, Backend};

use crate::stopwatch::Stopwatch;

/// The number of runs that each figure is made of, unless more or fewer are asked for.
pub const RUNS: usize = 2000;

/// Counted runs of one job before the next job's turn.
const BURST: usize = 20;

/// What is kept of the times of many runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The median, the mean of the middle two (rounded down) if their number is even.
    pub median: u64,
    /// The shortest time.
    pub minimum: u64,
    /// How many runs there were.
    pub runs: usize,
}

impl Summary {
    /// The summary of the times of at least one run; `None` of none.
    ///
    /// ```
    /// use vectru_bench::Summary;
    /// assert_eq!(Summary::of(vec![7, 1, 9]), Some(Summary { median: 7, minimum: 1, runs: 3 }));
    /// assert_eq!(Summary::of(vec![]), None);
    /// ```
    pub fn of(mut times: Vec<u64>) -> Option<Self> {
        times.sort_unstable();
        let runs = times.len();
        let (minimum, upper) = (*times.first()?, times[runs / 2]);
        let lower = times[(runs - 1) / 2];
        Some(Self { median: lower.midpoint(upper), minimum, runs })
    }
}

/// Something to measure: its label, its backend, and how to run it once.
pub struct Job<'a, L> {
    /// What is measured.
    pub label: L,
    /// Where it runs.
    pub backend: Backend,
    /// Runs it once and returns the time of the part that counts.
    pub run: Box<dyn FnMut(&Stopwatch) -> u64 + 'a>,
}

impl<L: Debug> Debug for Job<'_, L> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Job")
            .field("label", &self.label)
            .field("backend", &self.backend)
            .finish_non_exhaustive()
    }
}

/// Runs every job at least `runs` times, in turns of a short burst each, and returns the summaries in the order of
/// the jobs. Jobs of backends that this CPU lacks are left out.
///
/// The process computes on other backends meanwhile, and returns to the one it had.
pub fn interleave<L>(jobs: Vec<Job<'_, L>>, runs: usize) -> Vec<(L, Backend, Summary)> {
    let before = dispatch::backend();
    let stopwatch = Stopwatch::new();
    let mut jobs: Vec<_> =
        jobs.into_iter().filter(|job| job.backend.is_available()).map(|job| (job, Vec::with_capacity(runs))).collect();
    let burst = BURST.min(runs);
    for _ in 0..runs.div_ceil(burst.max(1)) {
        for (job, times) in &mut jobs {
            if dispatch::force(Some(job.backend)).is_err() {
                continue;
            }
            (job.run)(&stopwatch);
            times.extend((0..burst).map(|_| (job.run)(&stopwatch)));
        }
    }
    // It was available a moment ago.
    let _ = dispatch::force(Some(before));
    jobs.into_iter()
        .filter_map(|(job, times)| Summary::of(times).map(|summary| (job.label, job.backend, summary)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_take_turns() {
        let order = std::cell::RefCell::new(Vec::new());
        let job = |label: char| Job {
            label,
            backend: Backend::Portable,
            run: Box::new({
                let order = &order;
                move |_: &Stopwatch| {
                    order.borrow_mut().push(label);
                    order.borrow().len() as u64
                }
            }),
        };
        let results = interleave(vec![job('a'), job('b')], 2 * BURST);
        assert_eq!(results.len(), 2);
        assert!(results.iter().all(|(_, _, summary)| summary.runs == 2 * BURST));
        let text: String = order.borrow().iter().collect();
        let (a, b) = ("a".repeat(BURST + 1), "b".repeat(BURST + 1));
        assert_eq!(text, format!("{a}{b}{a}{b}"));
        // The first run of a burst is not counted.
        assert_eq!(results[0].2.minimum, 2);
    }

    #[test]
    fn the_median_of_an_even_number_is_in_the_middle() {
        assert_eq!(Summary::of(vec![4, 1, 2, 100]).map(|summary| summary.median), Some(3));
    }
}
