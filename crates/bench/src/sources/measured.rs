//! The measurement of the figures that tables of sources need: each figure once, all in turns.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use vectru::Set;
use vectru::primitives::Primitive;
use vectru_catalogue::workbench;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::workbench::timed::{MapTime, overhead};
use vectru_polymul::workbench::{Part, Source, Workbench};

use super::{Multiplier, Ours, Value};
use crate::kem::{self, Error, RngSource};
use crate::measure::{Job, Pace, Progress, interleave_at};
use crate::multiply::prepared_workbench;
use crate::parts;
use crate::stopwatch::{Stopwatch, reading};

/// A figure to measure.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Key {
    /// A part of a multiplier.
    Part(Multiplier, Part),
    /// The maps of a part of a multiplier.
    Maps(Multiplier, Part),
    /// A primitive: the names of the ring and of the primitive.
    Primitive(&'static str, &'static str),
    /// An operation, with the multiplier that is forced.
    Operation(Set, &'static str, Option<&'static str>),
    /// The parts of the operations of a set.
    Parts(Set),
}

/// Medians of the measured figures.
#[derive(Debug, Default)]
pub(super) struct Measured {
    times: Vec<(Key, Backend, u64)>,
    maps: Vec<(Key, Backend, &'static str, u64)>,
    parts: Vec<parts::Figures>,
}

/// Records of the maps of a job.
type Records = Rc<RefCell<Vec<Vec<MapTime>>>>;

/// The figure that a job measures, with the records of its maps.
#[derive(Clone, Debug)]
struct Label(Key, Option<Records>);

/// Measures the figures that the rows need.
pub(super) fn measure(
    needed: &[Ours],
    backends: &[Backend],
    pace: Pace,
    progress: &mut dyn FnMut(Progress),
) -> Result<Measured, Error> {
    let mut keys = Vec::new();
    needed.iter().for_each(|ours| collect(ours, &mut keys));
    let mut jobs = Vec::new();
    for &backend in backends {
        for &key in &keys {
            jobs.extend(self::jobs(key, backend, &keys)?);
        }
    }
    let each = overhead(reading);
    let (mut times, mut maps, mut of_operations) = (Vec::new(), Vec::new(), Vec::new());
    for (Label(key, records), backend, summary) in interleave_at(jobs, pace, progress) {
        times.push((key, backend, summary.median));
        let records = records.map(|records| records.take()).unwrap_or_default();
        maps.extend(middles(&records, each).into_iter().map(|(map, median)| (key, backend, map, median)));
    }
    for key in keys {
        if let Key::Parts(set) = key {
            of_operations.push(parts::run(set, backends, pace.runs.min(PARTS_RUNS), &mut |_| ())?);
        }
    }
    Ok(Measured { times, maps, parts: of_operations })
}

/// The largest number of runs of an operation in parts; a record of each run is kept.
const PARTS_RUNS: usize = 200;

/// Adds the keys that a row needs, without duplicates.
fn collect(ours: &Ours, keys: &mut Vec<Key>) {
    let mut add = |key| {
        if !keys.contains(&key) {
            keys.push(key);
        }
    };
    match *ours {
        Ours::Parts(multiplier, parts) => parts.iter().for_each(|&part| add(Key::Part(multiplier, part))),
        Ours::Maps(multiplier, maps) => maps.iter().for_each(|&(part, _)| add(Key::Maps(multiplier, part))),
        Ours::Primitive(ring, name) => add(Key::Primitive(ring, name)),
        Ours::Operation(set, operation, multiplier) => add(Key::Operation(set, operation, multiplier)),
        Ours::OfOperation(set, ..) => add(Key::Parts(set)),
        Ours::Ratio(one, other) => [one, other].into_iter().for_each(|ours| collect(ours, keys)),
        Ours::None(_) => {}
    }
}

/// Returns the jobs of a figure on a backend. The jobs of all operations of a set by a multiplier
/// are made together, for the first of these operations.
fn jobs(key: Key, backend: Backend, keys: &[Key]) -> Result<Vec<Job<'static, Label>>, Error> {
    Ok(match key {
        Key::Part(multiplier, part) => vec![of_part(multiplier, part, backend)?],
        Key::Maps(multiplier, part) => vec![of_maps(multiplier, part, backend)?],
        Key::Primitive(ring, name) => of_primitive(ring, name, backend).into_iter().collect(),
        Key::Operation(set, _, multiplier) => {
            let same = |other: &&Key| matches!(**other, Key::Operation(s, _, m) if (s, m) == (set, multiplier));
            if keys.iter().find(same) != Some(&key) {
                return Ok(Vec::new());
            }
            let wanted = |operation| keys.contains(&Key::Operation(set, operation, multiplier));
            let all = kem::jobs_by(set, backend, RngSource::ChaCha8, multiplier)?;
            let all = all.into_iter().filter(|(operation, _)| wanted(operation));
            all.map(|(operation, run)| Job {
                label: Label(Key::Operation(set, operation, multiplier), None),
                backend,
                run,
            })
            .collect()
        }
        Key::Parts(_) => Vec::new(),
    })
}

/// Returns a workbench of the multiplier with its operands.
fn bench(multiplier: Multiplier, backend: Backend) -> Result<Box<dyn Workbench>, Error> {
    let same = |source: &&Source| (source.recipe.ring, source.recipe.name) == (multiplier.ring, multiplier.name);
    let source =
        workbench::all().find(same).unwrap_or_else(|| unreachable!("a test finds every multiplier of a table"));
    Ok(prepared_workbench(source, backend)?)
}

fn of_part(multiplier: Multiplier, part: Part, backend: Backend) -> Result<Job<'static, Label>, Error> {
    let mut bench = bench(multiplier, backend)?;
    Ok(Job {
        label: Label(Key::Part(multiplier, part), None),
        backend,
        run: Box::new(move |stopwatch: &Stopwatch| {
            bench.restore();
            let bench = black_box(bench.as_mut());
            stopwatch.time(|| bench.run(backend, part)).1
        }),
    })
}

fn of_maps(multiplier: Multiplier, part: Part, backend: Backend) -> Result<Job<'static, Label>, Error> {
    let mut bench = bench(multiplier, backend)?;
    let records = Records::default();
    let kept = Rc::clone(&records);
    Ok(Job {
        label: Label(Key::Maps(multiplier, part), Some(records)),
        backend,
        run: Box::new(move |stopwatch: &Stopwatch| {
            bench.restore();
            let bench = black_box(bench.as_mut());
            let (found, time) = stopwatch.time(|| bench.run_timed(backend, part, reading));
            kept.borrow_mut().extend(found.ok().flatten());
            time
        }),
    })
}

fn of_primitive(ring: &'static str, name: &'static str, backend: Backend) -> Option<Job<'static, Label>> {
    let primitive = Primitive::all().into_iter().find(|found| (found.ring, found.name) == (ring, name))?;
    let mut work = primitive.work();
    Some(Job {
        label: Label(Key::Primitive(ring, name), None),
        backend,
        run: Box::new(move |stopwatch: &Stopwatch| stopwatch.time(&mut work).1),
    })
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
    pub(super) fn of(&self, ours: &Ours, backend: Backend) -> Option<Value> {
        match *ours {
            Ours::Ratio(one, other) => {
                Some(Value::Ratio(self.time(one, backend)? as f64 / self.time(other, backend)?.max(1) as f64))
            }
            _ => self.time(ours, backend).map(Value::Time),
        }
    }

    /// Returns the time of a row that is not a ratio, on a backend.
    fn time(&self, ours: &Ours, backend: Backend) -> Option<u64> {
        let time = |key| self.times.iter().find(|found| (found.0, found.1) == (key, backend)).map(|found| found.2);
        match *ours {
            Ours::Parts(multiplier, parts) => parts.iter().map(|&part| time(Key::Part(multiplier, part))).sum(),
            Ours::Maps(multiplier, maps) => {
                let of_map = |part, map: &str| {
                    let key = Key::Maps(multiplier, part);
                    let found = self.maps.iter().find(|found| (found.0, found.1, found.2) == (key, backend, map))?;
                    Some(found.3)
                };
                let all = maps.iter().flat_map(|(part, maps)| maps.iter().map(move |map| (*part, *map)));
                all.map(|(part, map)| of_map(part, map)).sum()
            }
            Ours::Primitive(ring, name) => time(Key::Primitive(ring, name)),
            Ours::Operation(set, operation, multiplier) => time(Key::Operation(set, operation, multiplier)),
            Ours::OfOperation(set, operation, part) => {
                let rows = self.parts.iter().filter(|figures| figures.set() == set).flat_map(|figures| &figures.rows);
                let same = |row: &&parts::Row| {
                    (row.operation, row.backend, row.part) == (operation, backend.name(), part.name())
                };
                rows.into_iter().find(same).map(|row| row.summary.median)
            }
            Ours::Ratio(..) | Ours::None(_) => None,
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
