//! `vectru bench multiply`: the multipliers of a ring, whole and in parts.
//!
//! | part | what it is |
//! | --- | --- |
//! | forward | the transform of one operand |
//! | forward-small | that of a small operand |
//! | base | the product of two transformed operands |
//! | inverse | the transform back |
//! | fold | the reduction by the ring's polynomial, scaled and centred |
//! | product-unfolded | forward of both operands, base, inverse |
//! | product | all of it, from two polynomials to one |
//! | product-by-small-unfolded, product-by-small | the same where the second operand is small |
//!
//! A backend may transform both operands at once for a product, so that the parts need not add up to it.
//!
//! The workspace of a multiplier is the stack that a product touches ([`workspace`](crate::workspace)): the product of two
//! arbitrary operands where it takes them, else that by a small one.

// Unit tests look at none of the kernels.
#![cfg_attr(test, allow(dead_code))]

#[cfg(not(test))]
mod rings;

use std::fmt::Debug;
use std::hint::black_box;
use std::marker::PhantomData;

use serde::Serialize;
use vectru_polymul::dispatch::{self, Backend, Task};
use vectru_polymul::modular::Modulus;
use vectru_polymul::multiplier::{BigByBig, Multiplier, Multiply, Recipe, chosen};
use vectru_polymul::ring::{Polynomial, Ring, Small};
use vectru_polymul::simd::Machine;

use crate::measure::{Job, Pace, Progress, Summary, interleave_at};
use crate::stopwatch::{Stopwatch, UNIT};
use crate::workspace::workspace;
use crate::{Report, Table, json_lines};

/// The benchmark of a ring.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    ring: &'static str,
    formula: &'static str,
    /// The multiplier that dispatch chooses on a backend.
    chosen: fn(Backend) -> Recipe,
    multipliers: &'static [fn(Backend) -> Plan],
}

/// What to measure of a multiplier on a backend.
struct Plan {
    multiplier: &'static str,
    backend: Backend,
    jobs: Vec<Job<'static, Label>>,
    workspace: fn(Backend) -> Option<u64>,
}

/// Every ring. Unit tests do without their multipliers, so that these are not compiled twice.
#[cfg(not(test))]
use rings::BENCHES;
#[cfg(test)]
const BENCHES: &[Bench] = &[];

/// The names of the rings, for messages.
pub fn names() -> String {
    BENCHES.iter().map(|bench| bench.ring).collect::<Vec<_>>().join(", ")
}

impl Bench {
    const fn of<R: Multiply>(multipliers: &'static [fn(Backend) -> Plan]) -> Self {
        Self { ring: R::NAME, formula: R::FORMULA, chosen: chosen::<R>, multipliers }
    }

    /// The benchmarks of all rings.
    pub fn all() -> &'static [Self] {
        BENCHES
    }

    /// The ring's name.
    pub fn ring(&self) -> &'static str {
        self.ring
    }

    /// The multiplier that dispatch chooses on a backend.
    pub fn chosen(&self, backend: Backend) -> Recipe {
        (self.chosen)(backend)
    }

    /// The benchmark of the ring of this name.
    pub fn named(ring: &str) -> Option<&'static Self> {
        BENCHES.iter().find(|bench| bench.ring == ring)
    }

    /// Measures every multiplier of the ring on those of `backends` that this CPU has.
    pub fn run(&self, backends: &[Backend], runs: usize) -> Figures {
        self.run_at(backends, Pace::fixed(runs), &mut |_| ())
    }

    /// [`Bench::run`] with the number of runs that the pace allows each job. `progress` is told how far it is.
    pub fn run_at(&self, backends: &[Backend], pace: Pace, progress: &mut dyn FnMut(Progress)) -> Figures {
        let present = || backends.iter().copied().filter(|backend| backend.is_available());
        let plans: Vec<_> = self.multipliers.iter().flat_map(|plan| present().map(plan)).collect();
        let workspaces = plans.iter().map(|plan| Workspace::new(self.ring, plan)).collect();
        let rows = interleave_at(plans.into_iter().flat_map(|plan| plan.jobs).collect(), pace, progress)
            .into_iter()
            .map(|(label, backend, summary)| Row::new(self.ring, label, backend, summary))
            .collect();
        let chosen = present().map(|backend| (backend, (self.chosen)(backend).name)).collect();
        Figures { ring: self.ring, formula: self.formula, chosen, rows, workspaces }
    }
}

/// What a job measures.
#[derive(Clone, Copy, Debug)]
struct Label {
    multiplier: &'static str,
    part: &'static str,
}

/// One figure.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// `multiply`.
    pub kind: &'static str,
    /// The ring's name.
    pub ring: &'static str,
    /// The multiplier's name.
    pub multiplier: &'static str,
    /// The backend's name.
    pub backend: &'static str,
    /// The part, as in the table of this module.
    pub part: &'static str,
    /// The unit of the figures.
    pub unit: &'static str,
    /// The figures.
    #[serde(flatten)]
    pub summary: Summary,
}

impl Row {
    fn new(ring: &'static str, label: Label, backend: Backend, summary: Summary) -> Self {
        Self {
            kind: "multiply",
            ring,
            multiplier: label.multiplier,
            backend: backend.name(),
            part: label.part,
            unit: UNIT,
            summary,
        }
    }
}

/// The stack that a product touches.
#[derive(Clone, Debug, Serialize)]
pub struct Workspace {
    /// `workspace`.
    pub kind: &'static str,
    /// The ring's name.
    pub ring: &'static str,
    /// The multiplier's name.
    pub multiplier: &'static str,
    /// The backend's name.
    pub backend: &'static str,
    /// The bytes, in whole pages; `None` (null) where they cannot be measured.
    pub bytes: Option<u64>,
}

impl Workspace {
    fn new(ring: &'static str, plan: &Plan) -> Self {
        Self {
            kind: "workspace",
            ring,
            multiplier: plan.multiplier,
            backend: plan.backend.name(),
            bytes: (plan.workspace)(plan.backend),
        }
    }
}

/// The figures of a ring.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The ring's name.
    pub ring: &'static str,
    /// The ring, as a mathematician writes it.
    pub formula: &'static str,
    /// The multiplier that dispatch chooses, for each backend that was measured.
    pub chosen: Vec<(Backend, &'static str)>,
    /// One row a figure.
    pub rows: Vec<Row>,
    /// One row a multiplier and backend.
    pub workspaces: Vec<Workspace>,
}

impl Report for Figures {
    fn table(&self) -> String {
        let mut table = Table::new(&["multiplier", "backend", "part", "median", "min", "runs"]);
        for row in &self.rows {
            let Summary { median, minimum, runs, .. } = row.summary;
            let figures = [median, minimum, runs as u64].map(|figure| figure.to_string());
            let names = [row.multiplier, row.backend, row.part].map(String::from);
            table.row(names.into_iter().chain(figures));
        }
        let mut workspaces = Table::new(&["multiplier", "backend", "bytes"]);
        for row in &self.workspaces {
            let bytes = row.bytes.map_or_else(|| "-".into(), |bytes| bytes.to_string());
            workspaces.row([row.multiplier.into(), row.backend.into(), bytes]);
        }
        let chosen: Vec<_> = self.chosen.iter().map(|(backend, name)| format!("{name} on {backend}")).collect();
        format!(
            "Products in {}, in {UNIT}\nDispatch chooses {}\n\n{table}\n\
             Workspace: the stack that a product touches, in whole pages\n\n{workspaces}",
            self.formula,
            chosen.join(", ")
        )
    }

    fn json(&self) -> String {
        json_lines(&self.rows) + &json_lines(&self.workspaces)
    }
}

/// A part of a multiplier, over memory that it works on: a task for whichever backend is chosen.
trait Part<M: Multiplier> {
    fn run<S: Machine>(simd: S, memory: &mut Memory<M>);
}

/// What the parts read and write.
struct Memory<M: Multiplier> {
    operands: [Polynomial<M::Ring>; 2],
    small: Small<M::Ring>,
    transformed: M::Transformed<i16>,
    second: M::Second<i16>,
    product: M::Transformed<i16>,
    unfolded: M::Unfolded<i16>,
    result: Polynomial<M::Ring>,
}

/// Runs a part, between the readings of the clock.
struct Timed<'a, M: Multiplier, P>(&'a mut Memory<M>, PhantomData<P>);

impl<M: Multiplier, P: Part<M>> Task for Timed<'_, M, P> {
    type Output = ();
    fn run<S: Machine>(self, simd: S) {
        P::run(simd, self.0);
    }
}

/// Declares parts: a type for each, with what it runs.
macro_rules! parts {
    ($($part:ident<$multiplier:ident>: |$simd:ident, $memory:ident| $body:expr;)*) => {$(
        struct $part;
        impl<M: $multiplier> Part<M> for $part {
            fn run<S: Machine>($simd: S, $memory: &mut Memory<M>) {
                $body
            }
        }
    )*};
}

parts! {
    Forward<Multiplier>: |simd, memory| M::forward(simd, memory.operands[0].padded(), &mut memory.transformed);
    ForwardSmall<Multiplier>: |simd, memory| M::forward_small(simd, memory.small.padded(), &mut memory.second);
    Base<Multiplier>: |simd, memory| {
        M::multiply_transformed(simd, &memory.transformed, &memory.second, &mut memory.product);
    };
    Inverse<Multiplier>: |simd, memory| M::inverse(simd, &mut memory.product, &mut memory.unfolded);
    Fold<Multiplier>: |simd, memory| M::fold(simd, &mut memory.unfolded, memory.result.padded_mut());
    UnfoldedBySmall<Multiplier>: |simd, memory| {
        let (a, b) = (memory.operands[0].padded(), memory.small.padded());
        M::unfolded_product_by_small(simd, a, b, &mut memory.unfolded);
    };
    ProductBySmall<Multiplier>: |simd, memory| {
        let (a, b) = (memory.operands[0].padded(), memory.small.padded());
        M::product_by_small(simd, a, b, memory.result.padded_mut());
    };
    Unfolded<BigByBig>: |simd, memory| {
        let [a, b] = &memory.operands;
        M::unfolded_product(simd, a.padded(), b.padded(), &mut memory.unfolded);
    };
    Product<BigByBig>: |simd, memory| {
        let [a, b] = &memory.operands;
        M::product(simd, a.padded(), b.padded(), memory.result.padded_mut());
    };
}

/// Makes the memory, with operands transformed and multiplied.
struct Setup<M>(PhantomData<M>);

impl<M: Multiplier> Task for Setup<M> {
    type Output = Box<Memory<M>>;
    fn run<S: Machine>(self, simd: S) -> Box<Memory<M>> {
        let (a, b) = operands();
        let mut memory = Box::new(Memory {
            operands: [a, b],
            small: Small::from_fn(|k| (k * k % 3) as i8 - 1),
            transformed: M::zero_transformed(simd),
            second: M::zero_second(simd),
            product: M::zero_transformed(simd),
            unfolded: M::zero_unfolded(simd),
            result: Polynomial::zero(),
        });
        <Forward as Part<M>>::run(simd, &mut memory);
        <ForwardSmall as Part<M>>::run(simd, &mut memory);
        <Base as Part<M>>::run(simd, &mut memory);
        <UnfoldedBySmall as Part<M>>::run(simd, &mut memory);
        memory
    }
}

/// Two operands with coefficients all over their range. Which ones has no influence on the time.
fn operands<R: Ring>() -> (Polynomial<R>, Polynomial<R>) {
    let q = R::Modulus::Q as usize;
    let polynomial = |factor: usize| Polynomial::from_fn(|k| ((k * factor + 1) % q) as i16 - (q / 2) as i16);
    (polynomial(1009), polynomial(2003))
}

/// What to measure of a multiplier on a backend.
fn big_by_small<M: Multiplier + 'static>(backend: Backend) -> Plan {
    let jobs = vec![
        job::<M, Forward>("forward", backend),
        job::<M, ForwardSmall>("forward-small", backend),
        job::<M, Base>("base", backend),
        job::<M, Inverse>("inverse", backend),
        job::<M, Fold>("fold", backend),
        job::<M, UnfoldedBySmall>("product-by-small-unfolded", backend),
        job::<M, ProductBySmall>("product-by-small", backend),
    ];
    Plan { multiplier: M::RECIPE.name, backend, jobs, workspace: workspace_of::<M, ProductBySmall> }
}

/// What to measure of a multiplier that takes any second operand.
fn big_by_big<M: BigByBig + 'static>(backend: Backend) -> Plan {
    let mut plan = big_by_small::<M>(backend);
    plan.jobs.push(job::<M, Unfolded>("product-unfolded", backend));
    plan.jobs.push(job::<M, Product>("product", backend));
    Plan { workspace: workspace_of::<M, Product>, ..plan }
}

/// The bytes of stack that the part touches; its operands and its result are elsewhere.
fn workspace_of<M: Multiplier + 'static, P: Part<M> + 'static>(backend: Backend) -> Option<u64> {
    let mut memory = backend.run(Setup::<M>(PhantomData)).ok()?;
    workspace(|| {
        // That the CPU has the backend has just been shown.
        let _ = backend.run(Timed::<M, P>(&mut memory, PhantomData));
    })
}

fn job<M: Multiplier + 'static, P: Part<M> + 'static>(part: &'static str, backend: Backend) -> Job<'static, Label> {
    let mut memory = dispatch::run(Setup::<M>(PhantomData));
    let (product, unfolded) = (memory.product, memory.unfolded);
    Job {
        label: Label { multiplier: M::RECIPE.name, part },
        backend,
        run: Box::new(move |stopwatch: &Stopwatch| {
            // Inverse and fold overwrite what they read: each run gets it anew, before the clock starts.
            (memory.product, memory.unfolded) = (product, unfolded);
            let memory = black_box(&mut *memory);
            let ((), time) = stopwatch.time(|| dispatch::run(Timed::<M, P>(memory, PhantomData)));
            black_box(memory);
            time
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_json_as_documented() {
        let row = Row::new(
            "sntrup761",
            Label { multiplier: "good-rader-outer", part: "product" },
            Backend::Avx2,
            Summary { median: 3, minimum: 2, lower_quartile: 2, upper_quartile: 4, runs: 1 },
        );
        let expected = format!(
            r#"{{"kind":"multiply","ring":"sntrup761","multiplier":"good-rader-outer","backend":"avx2","part":"product","unit":"{UNIT}","median":3,"min":2,"lower_quartile":2,"upper_quartile":4,"runs":1}}"#
        );
        assert_eq!(json_lines(&[row]), expected + "\n");
        let workspace = Workspace {
            kind: "workspace",
            ring: "sntrup761",
            multiplier: "good-rader-outer",
            backend: "avx2",
            bytes: Some(8192),
        };
        let expected =
            r#"{"kind":"workspace","ring":"sntrup761","multiplier":"good-rader-outer","backend":"avx2","bytes":8192}"#;
        assert_eq!(json_lines(&[workspace]), expected.to_owned() + "\n");
    }
}
