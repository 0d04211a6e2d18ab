//! `vectru bench parts`: the time of each part of key generation, encapsulation and decapsulation.
//!
//! An operation is recorded piece by piece ([`vectru::parts`]), in turns with measurements of the
//! whole operation. Reading the clock takes time; the time that it adds to each part is measured
//! and subtracted. `sum` is the sum of the parts' medians, and `whole` the median of the whole
//! operation. They differ because fences between the pieces keep the processor from overlapping
//! them.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use serde::Serialize;
use vectru::mechanism::Visitor;
use vectru::parts::{Part, Record, overhead, record};
use vectru::{Mechanism, Set};
use vectru_polymul::dispatch::Backend;

use crate::kem::{Error, RngSource};
use crate::measure::{Alone, BURST, Job, Pace, Progress, Summary, interleave_at};
use crate::stopwatch::{Stopwatch, UNIT, reading};
use crate::{Report, Table, json_lines};

/// The operations, with prepared keys.
pub const OPERATIONS: [&str; 3] = ["keygen", "encaps", "decaps"];

/// The operation that a job measures.
#[derive(Clone, Debug)]
struct Subject {
    operation: &'static str,
    /// The records, if the job records parts.
    records: Option<Rc<RefCell<Vec<Record>>>>,
}

type Jobs = Vec<Job<'static, Subject>>;

/// Measures the parts of the operations of `set` on each of `backends` that this CPU has. Random
/// bytes come from ChaCha8.
///
/// # Errors
///
/// Returns an error if the operating system provides no random bytes.
pub fn run(set: Set, backends: &[Backend], runs: usize, progress: &mut dyn FnMut(Progress)) -> Result<Figures, Error> {
    let mut jobs = Vec::new();
    for &backend in backends {
        jobs.extend(set.visit(Work(backend))?);
    }
    let each = overhead(reading);
    let results = interleave_at(jobs, Pace::fixed(runs), progress);
    let rows = results.chunks(2).flat_map(|pair| match pair {
        [(whole, backend, summary), (recorded, ..)] => {
            let records = recorded.records.as_ref().map(|records| records.borrow().clone()).unwrap_or_default();
            rows(set, whole.operation, *backend, *summary, &records, each)
        }
        _ => Vec::new(),
    });
    Ok(Figures { set, rows: rows.collect() })
}

/// The visitor that returns the jobs of a set on a backend.
struct Work(Backend);

impl Visitor for Work {
    type Output = Result<Jobs, Error>;

    fn visit<M: Mechanism>(self) -> Self::Output {
        let Some(_alone) = Alone::wait_for(self.0) else { return Ok(Vec::new()) };
        let (mut rng, mut another) = (RngSource::ChaCha8.generator()?, RngSource::ChaCha8.generator()?);
        let (secret_key, public_key) = M::generate(&mut rng);
        let (secret_key, public_key) = (secret_key.prepare_boxed(), public_key.prepare_boxed());
        let (ciphertext, _) = public_key.encapsulate(&mut rng);
        let [keygen, encaps, decaps] = OPERATIONS;
        let mut jobs = Vec::new();
        jobs.extend(self.pair(keygen, move || drop(black_box(M::generate(&mut rng)))));
        jobs.extend(self.pair(encaps, move || drop(black_box(black_box(&public_key).encapsulate(&mut another)))));
        jobs.extend(self.pair(decaps, move || drop(black_box(secret_key.decapsulate(black_box(&ciphertext))))));
        Ok(jobs)
    }
}

impl Work {
    /// Returns the job of an operation as a whole, and the job that records its parts.
    fn pair(&self, operation: &'static str, work: impl FnMut() + 'static) -> [Job<'static, Subject>; 2] {
        let work = Rc::new(RefCell::new(work));
        let again = Rc::clone(&work);
        let records = Rc::new(RefCell::new(Vec::new()));
        let kept = Rc::clone(&records);
        [
            Job {
                label: Subject { operation, records: None },
                backend: self.0,
                run: Box::new(move |stopwatch: &Stopwatch| stopwatch.time(&mut *work.borrow_mut()).1),
            },
            Job {
                label: Subject { operation, records: Some(records) },
                backend: self.0,
                run: Box::new(move |stopwatch: &Stopwatch| {
                    let (((), times), time) = stopwatch.time(|| record(reading, &mut *again.borrow_mut()));
                    kept.borrow_mut().push(times);
                    time
                }),
            },
        ]
    }
}

/// Returns the rows of an operation. `each` is the time that a reading of the clock adds to a
/// record whenever it switches between parts.
fn rows(
    set: Set,
    operation: &'static str,
    backend: Backend,
    whole: Summary,
    records: &[Record],
    each: u64,
) -> Vec<Row> {
    let row = |part, summary: Summary| Row {
        kind: "parts",
        set: set.name(),
        operation,
        backend: backend.name(),
        part,
        unit: UNIT,
        share: summary.median as f64 / whole.median.max(1) as f64,
        summary,
    };
    let mut rows = Vec::new();
    for part in Part::ALL {
        let times = records.iter().map(|record| record.of(part).saturating_sub(each * record.switches(part) as u64));
        // There are records of runs that are not counted, too: any runs in a row stand for a turn.
        rows.extend(
            Summary::of_turns(times.collect(), BURST)
                .filter(|summary| summary.median > 0)
                .map(|found| row(part.name(), found)),
        );
    }
    let add = |figure: fn(&Summary) -> u64| rows.iter().map(|row| figure(&row.summary)).sum();
    let sum = Summary {
        median: add(|summary| summary.median),
        minimum: add(|summary| summary.minimum),
        lower_quartile: add(|summary| summary.lower_quartile),
        upper_quartile: add(|summary| summary.upper_quartile),
        quiet: add(|summary| summary.quiet),
        runs: records.len(),
    };
    rows.extend([row("sum", sum), row("whole", whole)]);
    rows
}

/// One figure.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// `parts`.
    pub kind: &'static str,
    /// The parameter set's name.
    pub set: &'static str,
    /// `keygen`, `encaps` or `decaps`.
    pub operation: &'static str,
    /// The backend's name.
    pub backend: &'static str,
    /// The name of a part, `sum` or `whole`.
    pub part: &'static str,
    /// The unit of the figures.
    pub unit: &'static str,
    /// The figures.
    #[serde(flatten)]
    pub summary: Summary,
    /// The median, divided by the median of the whole operation.
    pub share: f64,
}

/// The parts of a mechanism's operations.
#[derive(Clone, Debug)]
pub struct Figures {
    set: Set,
    /// One row for each figure.
    pub rows: Vec<Row>,
}

impl Report for Figures {
    fn table(&self) -> String {
        let names = ["operation", "backend", "part"].into_iter();
        let mut table = Table::new(&names.chain(Summary::headings()).chain(["percent"]).collect::<Vec<_>>());
        for row in &self.rows {
            let names = [row.operation, row.backend, row.part].map(String::from);
            let share = format!("{:.1}", 100.0 * row.share);
            table.row(names.into_iter().chain(row.summary.cells()).chain([share]));
        }
        format!("{}, in {UNIT}, random bytes from {}\n\n{table}", self.set.name(), RngSource::ChaCha8)
    }

    fn json(&self) -> String {
        json_lines(&self.rows)
    }
}
