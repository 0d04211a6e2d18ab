//! The measurement of the terms that tables of sources need: each term once, all in turns.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use vectru::Set;
use vectru::primitives::Primitive;
use vectru_catalogue::workbench;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::workbench::timed::{MapTime, overhead};
use vectru_polymul::workbench::{Part, Workbench};

use super::{Row, Term, Value};
use crate::kem::{self, Error, RngSource, Run};
use crate::measure::{Job, Pace, Progress, interleave_at};
use crate::multiply::prepared_workbench;
use crate::parts;
use crate::stopwatch::{Stopwatch, reading};

/// The medians of the terms on the backends, by their names.
#[derive(Clone, Debug, Default)]
pub(super) struct Measured(Vec<(Term, &'static str, u64)>);

/// The term that a job measures, with the records of its maps.
type Label = (Term, Records);

/// Records of the maps of a job.
type Records = Rc<RefCell<Vec<Vec<MapTime>>>>;

/// Measures the terms of some rows.
pub(super) fn measure<'a>(
    rows: impl Iterator<Item = &'a Row>,
    backends: &[Backend],
    pace: Pace,
    progress: &mut dyn FnMut(Progress),
) -> Result<Measured, Error> {
    let (mut needed, mut together) = (Vec::new(), Vec::new());
    for &term in rows.flat_map(|row| row.terms.iter().chain(&row.divisors)) {
        if !needed.contains(&term) {
            needed.push(term);
        }
        if !together.contains(&term.together()) {
            together.push(term.together());
        }
    }
    let mut jobs = Vec::new();
    for &backend in backends {
        for &term in &together {
            jobs.extend(self::jobs(term, backend, &needed)?);
        }
    }
    let each = overhead(reading);
    let mut times = Vec::new();
    for ((term, records), backend, summary) in interleave_at(jobs, pace, progress) {
        times.push((term, backend.name(), summary.median));
        if let Term::Map { ring, multiplier, part, .. } = term {
            let maps = middles(&records.borrow(), each).into_iter();
            times.extend(maps.map(|(map, time)| (Term::Map { ring, multiplier, part, map }, backend.name(), time)));
        }
    }
    for term in together {
        if let Term::OfOperation { set, .. } = term {
            let rows = parts::run(named(set), backends, pace.runs.min(PARTS_RUNS), &mut |_| ())?.rows.into_iter();
            times.extend(rows.map(|parts::Row { operation, part, backend, summary, .. }| {
                (Term::OfOperation { set, operation, part }, backend, summary.median)
            }));
        }
    }
    Ok(Measured(times))
}

/// The largest number of runs of an operation in parts; a record of each run is kept.
const PARTS_RUNS: usize = 200;

impl Term {
    /// Returns the term without the names of what is measured together: the maps of a part, the
    /// operations of a set by a multiplier, and the parts of all operations of a set.
    fn together(mut self) -> Self {
        match &mut self {
            Self::Map { map: name, .. } | Self::Operation { operation: name, .. } => *name = "",
            Self::OfOperation { operation, part, .. } => (*operation, *part) = ("", ""),
            Self::Part { .. } | Self::Primitive { .. } => {}
        }
        self
    }
}

/// Returns the jobs of the needed terms that are measured together, on a backend.
fn jobs(term: Term, backend: Backend, needed: &[Term]) -> Result<Vec<Job<'static, Label>>, Error> {
    let job = |term, records, run| Job { label: (term, records), backend, run };
    Ok(match term {
        Term::Part { ring, multiplier, part } | Term::Map { ring, multiplier, part, .. } => {
            let (mut bench, part) = bench(ring, multiplier, part, backend)?;
            let records = Records::default();
            let kept = matches!(term, Term::Map { .. }).then(|| Rc::clone(&records));
            let run: Run = Box::new(move |stopwatch: &Stopwatch| {
                bench.restore();
                let bench = black_box(bench.as_mut());
                let Some(kept) = &kept else { return stopwatch.time(|| bench.run(backend, part)).1 };
                let (found, time) = stopwatch.time(|| bench.run_timed(backend, part, reading));
                kept.borrow_mut().extend(found.ok().flatten());
                time
            });
            vec![job(term, records, run)]
        }
        Term::Primitive { ring, primitive } => {
            let all = Primitive::all().into_iter().filter(|found| (found.ring, found.name) == (ring, primitive));
            all.map(|primitive| {
                let mut work = primitive.work();
                job(term, Records::default(), Box::new(move |stopwatch: &Stopwatch| stopwatch.time(&mut work).1))
            })
            .collect()
        }
        Term::Operation { set, multiplier, .. } => {
            let all = kem::jobs_by(named(set), backend, RngSource::ChaCha8, multiplier)?.into_iter();
            all.map(|(operation, run)| job(Term::Operation { set, operation, multiplier }, Records::default(), run))
                .filter(|job| needed.contains(&job.label.0))
                .collect()
        }
        Term::OfOperation { .. } => Vec::new(),
    })
}

/// Returns the set of a name.
fn named(set: &str) -> Set {
    set.parse().unwrap_or_else(|_| unreachable!("a test finds every set of a table"))
}

/// Returns a workbench of a multiplier with its operands, and the part.
fn bench(ring: &str, multiplier: &str, part: &str, backend: Backend) -> Result<(Box<dyn Workbench>, Part), Error> {
    let source = workbench::all().find(|source| (source.recipe.ring, source.recipe.name) == (ring, multiplier));
    let part = Part::ALL.iter().find(|known| known.name() == part);
    let (source, part) = source.zip(part).unwrap_or_else(|| unreachable!("a test finds every part of a table"));
    Ok((prepared_workbench(source, backend)?, *part))
}

/// Returns the time of each map over some runs, without the time of entering it: the mean of the
/// middle half of its times. A map may take less than a step of the clock, so a median would be a
/// multiple of the step.
fn middles(records: &[Vec<MapTime>], each: u64) -> Vec<(&'static str, u64)> {
    let mut names: Vec<&'static str> = Vec::new();
    for found in records.iter().flatten() {
        if !names.contains(&found.map) {
            names.push(found.map);
        }
    }
    let of_map = |name: &'static str| records.iter().flatten().filter(move |found| found.map == name);
    names
        .iter()
        .map(|&name| {
            let entries = of_map(name).next().map_or(0, |found| u64::from(found.entries));
            (name, middle(of_map(name).map(|found| found.time).collect()).saturating_sub(each * entries))
        })
        .collect()
}

/// Returns the mean of the middle half of some times, or 0 if there are no times.
fn middle(mut times: Vec<u64>) -> u64 {
    times.sort_unstable();
    let quarter = times.len() / 4;
    let half = &times[quarter..times.len() - quarter];
    half.iter().sum::<u64>() / half.len().max(1) as u64
}

impl Measured {
    /// Returns the figure of a row on a backend, if it was measured.
    pub(super) fn of(&self, row: &Row, backend: Backend) -> Option<Value> {
        let time = |term| self.0.iter().find(|found| (found.0, found.1) == (term, backend.name())).map(|found| found.2);
        let sum = |terms: &[Term]| terms.iter().map(|&term| time(term)).sum::<Option<u64>>();
        match (&*row.terms, &*row.divisors) {
            ([], _) => None,
            (terms, []) => sum(terms).map(Value::Time),
            (terms, divisors) => Some(Value::Ratio(sum(terms)? as f64 / sum(divisors)?.max(1) as f64)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_has_the_mean_of_its_middle_times_without_its_entries() {
        let run = |time| vec![MapTime { map: "", time: 1, entries: 1 }, MapTime { map: "a", time, entries: 2 }];
        let records = [900, 26, 52, 52, 26, 26, 52, 0].map(run);
        // The middle half is 26, 26, 52 and 52.
        assert_eq!(middles(&records, 3), [("", 0), ("a", 39 - 6)]);
        assert_eq!(middle(Vec::new()), 0);
    }
}
