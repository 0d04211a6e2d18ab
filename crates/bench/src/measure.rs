//! Interleaved runs, and what is kept of them.

use core::fmt::{self, Debug};
use std::time::{Duration, Instant};

use serde::Serialize;
use vectru_polymul::dispatch::{self, Backend};

use crate::stopwatch::Stopwatch;

/// The number of runs that each figure is made of, unless more or fewer are asked for.
pub const RUNS: usize = 2000;

/// The number of runs that a figure is made of at least, however slow its job is, unless fewer are asked for.
pub const LEAST_RUNS: usize = 30;

/// Counted runs of one job before the next job's turn, at most.
const BURST: usize = 20;

/// Turns that a job has at least, if it has that many runs.
const TURNS: usize = 10;

/// Runs before the first turn that show what one takes, where that matters.
const TRIALS: usize = 3;

/// What is kept of the times of many runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The median, the mean of the middle two (rounded down) if their number is even.
    pub median: u64,
    /// The shortest time.
    #[serde(rename = "min")]
    pub minimum: u64,
    /// The time that a quarter of the runs stay below or reach: of `n` times in order, number `floor((n - 1) / 4)`.
    pub lower_quartile: u64,
    /// The time that three quarters of the runs stay below or reach: as far from the longest as the lower one from the
    /// shortest.
    pub upper_quartile: u64,
    /// How many runs there were.
    pub runs: usize,
}

impl Summary {
    /// The summary of the times of at least one run; `None` of none.
    ///
    /// ```
    /// use vectru_bench::Summary;
    /// let summary = Summary { median: 7, minimum: 1, lower_quartile: 2, upper_quartile: 9, runs: 5 };
    /// assert_eq!(Summary::of(vec![7, 1, 9, 2, 80]), Some(summary));
    /// assert_eq!(Summary::of(vec![]), None);
    /// ```
    pub fn of(mut times: Vec<u64>) -> Option<Self> {
        times.sort_unstable();
        let runs = times.len();
        let (minimum, upper) = (*times.first()?, times[runs / 2]);
        let last = runs - 1;
        Some(Self {
            median: times[last / 2].midpoint(upper),
            minimum,
            lower_quartile: times[last / 4],
            upper_quartile: times[last - last / 4],
            runs,
        })
    }
}

/// How often jobs run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The number of runs, at most if there is a budget.
    pub runs: usize,
    /// The time that the runs of one job may take together. A job that is too slow for all of its runs has fewer, but not
    /// fewer than [`LEAST_RUNS`].
    pub budget: Option<Duration>,
}

impl Pace {
    /// The same number of runs for every job.
    pub const fn fixed(runs: usize) -> Self {
        Self { runs, budget: None }
    }

    /// The number of runs of a job of which one takes this long.
    ///
    /// ```
    /// use std::time::Duration;
    /// use vectru_bench::measure::{LEAST_RUNS, Pace};
    /// let pace = Pace { runs: 2000, budget: Some(Duration::from_millis(100)) };
    /// assert_eq!(pace.runs_of(Duration::from_micros(1)), 2000);
    /// assert_eq!(pace.runs_of(Duration::from_millis(1)), 100);
    /// assert_eq!(pace.runs_of(Duration::from_secs(1)), LEAST_RUNS);
    /// assert_eq!(Pace::fixed(7).runs_of(Duration::from_secs(1)), 7);
    /// ```
    pub fn runs_of(self, one: Duration) -> usize {
        let Some(budget) = self.budget else { return self.runs };
        let affordable = budget.as_nanos() / one.as_nanos().max(1);
        usize::try_from(affordable).unwrap_or(usize::MAX).max(LEAST_RUNS).min(self.runs)
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

/// Runs every job `runs` times, in turns of a short burst each, and returns the summaries in the order of the jobs.
/// Jobs of backends that this CPU lacks are left out.
///
/// The process computes on other backends meanwhile, and returns to the one it had.
pub fn interleave<L>(jobs: Vec<Job<'_, L>>, runs: usize) -> Vec<(L, Backend, Summary)> {
    interleave_at(jobs, Pace::fixed(runs), &mut |_| ())
}

/// [`interleave`] with a number of runs for each job that its pace allows. All jobs take their turns over the whole time,
/// the slow ones shorter and fewer. `progress` is told the share of the rounds that are done, from 0 to 1.
pub fn interleave_at<L>(
    jobs: Vec<Job<'_, L>>,
    pace: Pace,
    progress: &mut dyn FnMut(f64),
) -> Vec<(L, Backend, Summary)> {
    let before = dispatch::backend();
    let stopwatch = Stopwatch::new();
    let mut turns: Vec<_> = jobs
        .into_iter()
        .filter(|job| dispatch::force(Some(job.backend)).is_ok())
        .map(|job| Turns::new(job, pace, &stopwatch))
        .collect();
    let rounds = turns.iter().map(Turns::count).max().unwrap_or(0);
    for round in 0..rounds {
        progress(round as f64 / rounds as f64);
        for job in &mut turns {
            // The rounds of a job that has fewer are spread evenly.
            if (round + 1) * job.count() / rounds > round * job.count() / rounds {
                job.take(&stopwatch);
            }
        }
    }
    // It was available a moment ago.
    let _ = dispatch::force(Some(before));
    turns
        .into_iter()
        .filter_map(|Turns { job, times, .. }| Summary::of(times).map(|summary| (job.label, job.backend, summary)))
        .collect()
}

/// A job with what it has been measured at so far.
struct Turns<'a, L> {
    job: Job<'a, L>,
    runs: usize,
    times: Vec<u64>,
}

impl<'a, L> Turns<'a, L> {
    /// Before the first turn. The job's backend is the process's; where there is a budget, the job is run to see what it takes.
    fn new(mut job: Job<'a, L>, pace: Pace, stopwatch: &Stopwatch) -> Self {
        let mut one = || {
            let start = Instant::now();
            (job.run)(stopwatch);
            start.elapsed()
        };
        let time = pace.budget.and_then(|_| (0..TRIALS).map(|_| one()).min()).unwrap_or_default();
        let runs = pace.runs_of(time);
        Self { job, runs, times: Vec::with_capacity(runs) }
    }

    fn burst(&self) -> usize {
        (self.runs / TURNS).clamp(1, BURST)
    }

    /// The number of turns.
    fn count(&self) -> usize {
        self.runs.div_ceil(self.burst())
    }

    /// A turn: a run that is not counted, and a burst that is.
    fn take(&mut self, stopwatch: &Stopwatch) {
        if dispatch::force(Some(self.job.backend)).is_ok() {
            let burst = self.burst().min(self.runs - self.times.len());
            (self.job.run)(stopwatch);
            self.times.extend((0..burst).map(|_| (self.job.run)(stopwatch)));
        }
    }
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
        let results = interleave(vec![job('a'), job('b')], TURNS * BURST);
        assert_eq!(results.len(), 2);
        assert!(results.iter().all(|(_, _, summary)| summary.runs == TURNS * BURST));
        let text: String = order.borrow().iter().collect();
        let (a, b) = ("a".repeat(BURST + 1), "b".repeat(BURST + 1));
        assert_eq!(text, format!("{a}{b}").repeat(TURNS));
        // The first run of a burst is not counted.
        assert_eq!(results[0].2.minimum, 2);
    }

    #[test]
    fn the_median_of_an_even_number_is_in_the_middle() {
        assert_eq!(Summary::of(vec![4, 1, 2, 100]).map(|summary| summary.median), Some(3));
    }

    #[test]
    fn slow_jobs_have_fewer_runs_all_along() {
        let order = std::cell::RefCell::new(String::new());
        let job = |label: char, time: u64| Job {
            label,
            backend: Backend::Portable,
            run: Box::new({
                let order = &order;
                move |_: &Stopwatch| {
                    order.borrow_mut().push(label);
                    std::thread::sleep(Duration::from_millis(time));
                    time
                }
            }),
        };
        let pace = Pace { runs: 2 * LEAST_RUNS, budget: Some(Duration::from_millis(1)) };
        let mut shares = Vec::new();
        let results = interleave_at(vec![job('a', 0), job('b', 1)], pace, &mut |share| shares.push(share));
        assert_eq!(results[1].2.runs, LEAST_RUNS);
        assert!(shares.is_sorted() && shares.first() == Some(&0.0) && shares.last().is_some_and(|&share| share < 1.0));
        // It has as many turns as the other, in bursts of half the length.
        let order = order.into_inner();
        assert_eq!(order.split('a').filter(|turn| !turn.is_empty()).count(), 1 + TURNS, "{order}");
    }

    #[test]
    fn every_run_is_counted_once() {
        for runs in [1, 2, 9, 10, 11, 19, 25, 219, 220, 221] {
            let job = Job { label: (), backend: Backend::Portable, run: Box::new(|_: &Stopwatch| 1) };
            assert_eq!(interleave(vec![job], runs)[0].2.runs, runs);
        }
    }
}
