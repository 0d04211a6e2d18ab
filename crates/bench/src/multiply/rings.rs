//! The measurement of the catalogue's multipliers of a ring.

use std::hint::black_box;

use vectru_catalogue::{CATALOGUE, Entry};
use vectru_polymul::dispatch::{Backend, Unavailable};
use vectru_polymul::multiplier::Operands;
use vectru_polymul::workbench::{Part, Source, Workbench};

use super::{BoundRow, Figures, Row, Workspace};
use crate::measure::{Job, Pace, Progress, interleave_at};
use crate::ports::{Bound, Core};
use crate::setting::core;
use crate::stopwatch::{Stopwatch, UNIT};
use crate::workspace::workspace;

/// The parts that are measured, in the order of the tables.
const PARTS: [Part; 9] = [
    Part::Forward,
    Part::ForwardSmall,
    Part::Base,
    Part::Inverse,
    Part::Fold,
    Part::UnfoldedBySmall,
    Part::ProductBySmall,
    Part::Unfolded,
    Part::Product,
];

/// The benchmark of a ring: its multipliers.
#[derive(Clone, Debug)]
pub struct Bench {
    entries: Vec<&'static Entry>,
}

/// The part of a multiplier that a job measures.
#[derive(Clone, Copy, Debug)]
struct Label {
    multiplier: &'static str,
    part: &'static str,
}

impl Bench {
    /// Returns the benchmarks of all rings.
    pub fn all() -> Vec<Self> {
        let rings = CATALOGUE.chunk_by(|one, other| one.recipe.ring == other.recipe.ring);
        rings.map(|entries| Self { entries: entries.iter().collect() }).collect()
    }

    /// Returns the names of the rings.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::all().into_iter().map(|bench| bench.ring())
    }

    /// Returns the benchmark of the ring of this name.
    pub fn named(ring: &str) -> Option<Self> {
        Self::all().into_iter().find(|bench| bench.ring() == ring)
    }

    /// Returns the ring's name.
    pub fn ring(&self) -> &'static str {
        self.entries[0].recipe.ring
    }

    /// Measures every multiplier of the ring on each of `backends` that this CPU has.
    ///
    /// # Errors
    ///
    /// Returns [`Unavailable`] if a backend is no longer available.
    pub fn run(&self, backends: &[Backend], runs: usize) -> Result<Figures, Unavailable> {
        self.run_at(backends, Pace::fixed(runs), &mut |_| ())
    }

    /// Measures as [`run`](Self::run) does, with the number of runs that the pace allows each job.
    /// `progress` is called with the progress.
    ///
    /// # Errors
    ///
    /// Returns [`Unavailable`] if a backend is no longer available.
    pub fn run_at(
        &self,
        backends: &[Backend],
        pace: Pace,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Figures, Unavailable> {
        let present: Vec<_> = backends.iter().copied().filter(|backend| backend.is_available()).collect();
        let (mut jobs, mut workspaces) = (Vec::new(), Vec::new());
        for entry in &self.entries {
            for &backend in &present {
                workspaces.push(workspace_of(entry, backend)?);
                for part in PARTS.into_iter().filter(|&part| takes(entry, part)) {
                    jobs.push(job(entry, backend, part)?);
                }
            }
        }
        let rows = interleave_at(jobs, pace, progress).into_iter().map(|(label, backend, summary)| Row {
            kind: "multiply",
            ring: self.ring(),
            multiplier: label.multiplier,
            backend: backend.name(),
            part: label.part,
            unit: UNIT,
            summary,
        });
        let rows = rows.collect();
        let chosen = present.iter().filter_map(|&backend| {
            let entry = self.entries.iter().find(|entry| entry.is_chosen(backend))?;
            Some((backend, *entry))
        });
        let bounds =
            core().map(|core| chosen.clone().filter_map(|(backend, entry)| bound_of(core, entry, backend)).collect());
        let chosen = chosen.map(|(backend, entry)| (backend, entry.recipe.name)).collect();
        let formula = self.entries[0].recipe.formula;
        Ok(Figures { ring: self.ring(), formula, chosen, rows, workspaces, bounds: bounds.unwrap_or_default() })
    }
}

/// Returns true if the multiplier has the part.
fn takes(entry: &Entry, part: Part) -> bool {
    entry.recipe.operands == Operands::BigByBig || !matches!(part, Part::Unfolded | Part::Product)
}

/// Returns a workbench with operands that spread over their range, transformed and multiplied. The
/// time does not depend on their values.
pub(crate) fn prepared_workbench(source: &Source, backend: Backend) -> Result<Box<dyn Workbench>, Unavailable> {
    let mut bench = source.build();
    let q = source.modulus;
    for (which, factor) in [1009, 2003].into_iter().enumerate() {
        bench.set_operand(which, &|k| ((k as i64 * factor + 1) % q - q / 2) as i16);
    }
    bench.set_small(&|k| (k * k % 3) as i8 - 1);
    for part in [Part::Forward, Part::ForwardSmall, Part::Base, Part::UnfoldedBySmall] {
        bench.run(backend, part)?;
    }
    bench.keep();
    Ok(bench)
}

/// Returns the stack that a product touches, without its operands and its result.
fn workspace_of(entry: &Entry, backend: Backend) -> Result<Workspace, Unavailable> {
    let mut bench = prepared_workbench(entry.workbench(), backend)?;
    let part = if takes(entry, Part::Product) { Part::Product } else { Part::ProductBySmall };
    let bytes = workspace(|| {
        // This does not fail: the caller has just used the backend.
        let _ = bench.run(backend, part);
    });
    let recipe = &entry.recipe;
    Ok(Workspace { kind: "workspace", ring: recipe.ring, multiplier: recipe.name, backend: backend.name(), bytes })
}

/// Returns the bound of a product by the ports of a core, if it has the backend.
fn bound_of(core: &Core, entry: &Entry, backend: Backend) -> Option<BoundRow> {
    let Bound { cycles, limit } = core.bound(backend, entry.costs(backend).product?.total())?;
    let (ring, multiplier, core) = (entry.recipe.ring, entry.recipe.name, core.name);
    let part = Part::Product.name();
    Some(BoundRow { kind: "bound", ring, multiplier, backend: backend.name(), part, core, cycles, limit })
}

/// Returns the measurement of a part.
fn job(entry: &Entry, backend: Backend, part: Part) -> Result<Job<'static, Label>, Unavailable> {
    let mut bench = prepared_workbench(entry.workbench(), backend)?;
    Ok(Job {
        label: Label { multiplier: entry.recipe.name, part: part.name() },
        backend,
        run: Box::new(move |stopwatch: &Stopwatch| {
            // Inverse and fold overwrite their inputs, which are restored before the clock starts.
            bench.restore();
            let bench = black_box(bench.as_mut());
            let (_, time) = stopwatch.time(|| bench.run(backend, part));
            black_box(bench);
            time
        }),
    })
}
