//! Interleaved runs of jobs, and the statistics of their times.

use core::fmt::{self, Debug};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use vectru_polymul::dispatch::{self, Backend};

use crate::stopwatch::{Stopwatch, nanoseconds, tick_rate};

/// The default number of runs of each figure.
pub const RUNS: usize = 2000;

/// The smallest number of runs of a figure of a slow job, unless the caller asks for fewer.
pub const LEAST_RUNS: usize = 30;

/// The largest number of counted runs in one turn of a job.
pub(crate) const BURST: usize = 20;

/// The smallest number of turns of a job that has at least as many runs.
const TURNS: usize = 10;

/// The largest number of trial runs before the first turn. The expected time of a run is the
/// shortest time of a trial.
const TRIALS: usize = 3;

/// Statistics of the times of many runs, in units of the [stopwatch](crate::stopwatch).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The median. For an even number of times it is the mean of the two in the middle, rounded
    /// down.
    pub median: u64,
    /// The shortest time.
    #[serde(rename = "min")]
    pub minimum: u64,
    /// The lower quartile: of times `t[0] <= … <= t[n - 1]`, the time `t[floor((n - 1)/4)]`.
    pub lower_quartile: u64,
    /// The upper quartile: of times `t[0] <= … <= t[n - 1]`, the time `t[n - 1 - floor((n -
    /// 1)/4)]`.
    pub upper_quartile: u64,
    /// The least median of a turn of the job: what a run takes while nothing disturbs the machine.
    /// The median of all times, if they are not of several turns.
    pub quiet: u64,
    /// The number of runs.
    pub runs: usize,
}

impl Summary {
    /// Returns the summary of the times, or `None` if there are no times.
    ///
    /// ```
    /// use vectru_bench::Summary;
    /// let [median, minimum, lower_quartile, upper_quartile] = [7, 1, 2, 9];
    /// let quiet = 7;
    /// let summary = Summary { median, minimum, lower_quartile, upper_quartile, quiet, runs: 5 };
    /// assert_eq!(Summary::of(vec![7, 1, 9, 2, 80]), Some(summary));
    /// assert_eq!(Summary::of(vec![]), None);
    /// ```
    pub fn of(mut times: Vec<u64>) -> Option<Self> {
        times.sort_unstable();
        let runs = times.len();
        let (minimum, upper) = (*times.first()?, times[runs / 2]);
        let last = runs - 1;
        let median = times[last / 2].midpoint(upper);
        Some(Self {
            median,
            minimum,
            lower_quartile: times[last / 4],
            upper_quartile: times[last - last / 4],
            quiet: median,
            runs,
        })
    }

    /// Returns the figures of times that were measured in turns of a number of runs, in this order,
    /// or nothing if there are none. A last turn of fewer runs is not looked at alone.
    pub(crate) fn of_turns(times: Vec<u64>, runs_of_turn: usize) -> Option<Self> {
        let medians = times.chunks_exact(runs_of_turn).filter_map(|turn| Some(Self::of(turn.to_vec())?.median));
        let quiet = medians.min();
        let all = Self::of(times)?;
        Some(Self { quiet: quiet.unwrap_or(all.median), ..all })
    }

    /// Returns the headings of [`cells`](Self::cells).
    pub(crate) fn headings() -> Vec<&'static str> {
        let nanoseconds = tick_rate().map(|_| "in ns");
        ["median"].into_iter().chain(nanoseconds).chain(["min", "runs"]).collect()
    }

    /// Returns the numbers of a table for people: the median, beside ticks in nanoseconds, too, the
    /// minimum and the number of runs.
    pub(crate) fn cells(&self) -> Vec<String> {
        let nanoseconds = tick_rate().map(|rate| nanoseconds(self.median, rate));
        let figures = [self.median].into_iter().chain(nanoseconds).chain([self.minimum, self.runs as u64]);
        figures.map(|figure| figure.to_string()).collect()
    }
}

/// The number of runs of each job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The number of runs. With a budget it is an upper limit.
    pub runs: usize,
    /// The time that all runs of one job may take. A job that is too slow for it has fewer runs,
    /// but at least [`LEAST_RUNS`].
    pub budget: Option<Duration>,
    /// A rehearsal only reports the expected time.
    pub rehearsal: bool,
}

/// The progress of a measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// The time that the measurement is expected to take, reported before the first turn.
    Expected(Duration),
    /// The completed share of the rounds, from 0 to 1.
    Share(f64),
}

impl Pace {
    /// Returns the pace of jobs with this number of runs each.
    pub const fn fixed(runs: usize) -> Self {
        Self { runs, budget: None, rehearsal: false }
    }

    /// Returns the pace of jobs with at most this number of runs each, and fewer if they would take
    /// longer than `budget`.
    pub const fn within(budget: Duration, runs: usize) -> Self {
        Self { runs, budget: Some(budget), rehearsal: false }
    }

    /// Returns the number of runs of a job if one run takes `one`.
    ///
    /// ```
    /// use std::time::Duration;
    /// use vectru_bench::measure::{LEAST_RUNS, Pace};
    /// let pace = Pace::within(Duration::from_millis(100), 2000);
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

/// A computation to measure.
pub struct Job<'a, L> {
    /// The label of its summary.
    pub label: L,
    /// The backend that it runs on.
    pub backend: Backend,
    /// Runs it once and returns the measured time, in units of the stopwatch, without preparations.
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

/// Runs every job `runs` times, in turns of a short burst each, and returns the summaries in the
/// order of the jobs. Jobs of backends that this CPU lacks are left out.
///
/// Meanwhile the process computes on the backends of the jobs. Afterwards it has its previous
/// backend again.
pub fn interleave<L>(jobs: Vec<Job<'_, L>>, runs: usize) -> Vec<(L, Backend, Summary)> {
    interleave_at(jobs, Pace::fixed(runs), &mut |_| ())
}

/// The right to choose the backend of the process, which one thread has at a time: a choice by
/// another thread would disturb the measurement. When it is dropped, the process has its previous
/// backend again.
pub(crate) struct Alone {
    before: Backend,
    _guard: MutexGuard<'static, ()>,
}

impl Alone {
    /// Waits until no other thread has the right.
    pub(crate) fn wait() -> Self {
        static ALONE: Mutex<()> = Mutex::new(());
        // A thread that panicked has restored the backend, and the lock protects nothing else.
        let guard = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        Self { before: dispatch::backend(), _guard: guard }
    }

    /// Waits until no other thread has the right, and chooses a backend: what is made meanwhile,
    /// such as prepared keys, is for that backend. Returns nothing if this CPU lacks it.
    pub(crate) fn wait_for(backend: Backend) -> Option<Self> {
        let alone = Self::wait();
        dispatch::force(Some(backend)).is_ok().then_some(alone)
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        // This does not fail: the backend was in use before.
        let _ = dispatch::force(Some(self.before));
    }
}

/// Runs every job as often as its pace allows, in turns of a short burst each, and returns the
/// summaries in the order of the jobs. In a rehearsal there are no summaries. The turns of every
/// job are spread over the whole measurement; slow jobs have shorter and fewer turns. Jobs of
/// backends that this CPU lacks are left out.
///
/// Meanwhile the process computes on the backends of the jobs, and measurements of other threads
/// wait. Afterwards the process has its previous backend again.
pub fn interleave_at<L>(
    jobs: Vec<Job<'_, L>>,
    pace: Pace,
    progress: &mut dyn FnMut(Progress),
) -> Vec<(L, Backend, Summary)> {
    let _alone = Alone::wait();
    let stopwatch = Stopwatch::new();
    let mut turns: Vec<_> = jobs
        .into_iter()
        .filter(|job| dispatch::force(Some(job.backend)).is_ok())
        .map(|job| Turns::new(job, pace, &stopwatch))
        .collect();
    progress(Progress::Expected(turns.iter().map(Turns::expected).sum()));
    let rounds = if pace.rehearsal { 0 } else { turns.iter().map(Turns::count).max().unwrap_or(0) };
    for round in 0..rounds {
        progress(Progress::Share(round as f64 / rounds as f64));
        for job in &mut turns {
            // A job with fewer turns than rounds skips rounds evenly.
            if (round + 1) * job.count() / rounds > round * job.count() / rounds {
                job.take(&stopwatch);
            }
        }
    }
    turns
        .into_iter()
        .filter_map(|turns| {
            let burst = turns.burst();
            Some((turns.job.label, turns.job.backend, Summary::of_turns(turns.times, burst)?))
        })
        .collect()
}

/// A job with its times so far.
struct Turns<'a, L> {
    job: Job<'a, L>,
    /// The expected time of a run.
    one: Duration,
    /// The number of counted runs.
    runs: usize,
    times: Vec<u64>,
}

impl<'a, L> Turns<'a, L> {
    /// Runs trials of the job. The process must have the job's backend.
    fn new(mut job: Job<'a, L>, pace: Pace, stopwatch: &Stopwatch) -> Self {
        let mut one = || {
            let start = Instant::now();
            (job.run)(stopwatch);
            start.elapsed()
        };
        let one = (0..TRIALS.min(pace.runs)).map(|_| one()).min().unwrap_or_default();
        let runs = pace.runs_of(one);
        Self { job, one, runs, times: Vec::with_capacity(runs) }
    }

    /// Returns the number of counted runs in a turn.
    fn burst(&self) -> usize {
        (self.runs / TURNS).clamp(1, BURST)
    }

    /// Returns the number of turns.
    fn count(&self) -> usize {
        self.runs.div_ceil(self.burst())
    }

    /// Returns the time that all turns are expected to take.
    fn expected(&self) -> Duration {
        self.one.mul_f64((self.runs + self.count()) as f64)
    }

    /// Takes a turn: a run that is not counted, then a burst of counted runs.
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
    fn the_quiet_figure_is_of_a_whole_turn() {
        let quiet = |times: &[u64]| Summary::of_turns(times.to_vec(), 3).map(|summary| summary.quiet);
        assert_eq!(quiet(&[9, 7, 8, 4, 6, 5, 1]), Some(5));
        assert_eq!(quiet(&[9, 7]), Some(8));
        assert_eq!(quiet(&[]), None);
    }

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
        let trials = order.borrow_mut().drain(..2 * TRIALS).collect::<String>();
        assert_eq!(trials, "a".repeat(TRIALS) + &"b".repeat(TRIALS));
        assert_eq!(results.len(), 2);
        assert!(results.iter().all(|(_, _, summary)| summary.runs == TURNS * BURST));
        let text: String = order.borrow().iter().collect();
        let (a, b) = ("a".repeat(BURST + 1), "b".repeat(BURST + 1));
        assert_eq!(text, format!("{a}{b}").repeat(TURNS));
        // Neither the trials nor the first run of a burst are counted.
        assert_eq!(results[0].2.minimum, 2 * TRIALS as u64 + 2);
        // The median of its first turn.
        assert_eq!(results[0].2.quiet, results[0].2.minimum + BURST as u64 / 2 - 1);
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
        let pace = Pace::within(Duration::from_millis(1), 2 * LEAST_RUNS);
        let (mut expected, mut shares) = (Vec::new(), Vec::new());
        let mut tell = |progress| match progress {
            Progress::Expected(time) => expected.push(time),
            Progress::Share(share) => shares.push(share),
        };
        let results = interleave_at(vec![job('a', 0), job('b', 1)], pace, &mut tell);
        assert_eq!(results[1].2.runs, LEAST_RUNS);
        assert!(shares.is_sorted() && shares.first() == Some(&0.0) && shares.last().is_some_and(|&share| share < 1.0));
        // The runs of the slow job, including the uncounted ones, take a millisecond each.
        assert!(expected.len() == 1 && expected[0].as_millis() as usize >= LEAST_RUNS + TURNS, "{expected:?}");
        // The slow job has as many turns as the other, in bursts of half the length.
        let order = order.into_inner();
        assert_eq!(order.split('a').filter(|turn| !turn.is_empty()).count(), 1 + TURNS, "{order}");
    }

    #[test]
    fn a_rehearsal_has_no_results() {
        let runs = std::cell::Cell::new(0);
        let job = Job {
            label: (),
            backend: Backend::Portable,
            run: Box::new(|_: &Stopwatch| {
                runs.set(runs.get() + 1);
                1
            }),
        };
        let mut reports = Vec::new();
        let pace = Pace { rehearsal: true, ..Pace::fixed(1000) };
        assert!(interleave_at(vec![job], pace, &mut |progress| reports.push(progress)).is_empty());
        assert_eq!(runs.get(), TRIALS);
        assert!(matches!(reports[..], [Progress::Expected(_)]), "{reports:?}");
    }

    #[test]
    fn every_run_is_counted_once() {
        for runs in [1, 2, 9, 10, 11, 19, 25, 219, 220, 221] {
            let job = Job { label: (), backend: Backend::Portable, run: Box::new(|_: &Stopwatch| 1) };
            assert_eq!(interleave(vec![job], runs)[0].2.runs, runs);
        }
    }
}
