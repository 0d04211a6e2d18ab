//! The operations of mechanisms of vectru (`vectru bench kem`), and of its peers (`vectru bench`).
//!
//! | operation | measured |
//! | --- | --- |
//! | keygen | a new key pair |
//! | encaps | a ciphertext and its secret, with a prepared key |
//! | encaps-from-bytes | a ciphertext and its secret, from the key's bytes, which are decoded and hashed at each call |
//! | decaps | the secret of a ciphertext, with a prepared key |
//! | decaps-from-bytes | the secret of a ciphertext, from the key's bytes |
//! | load-encaps, load-decaps | loading a key from its bytes, then the operation, without preparing; only for vectru |
//! | keygen-batch-32, encaps-batch-32, decaps-batch-32 | one of 32 keys or ciphertexts, each with its own key; only for vectru |
//!
//! A peer whose keys are bytes has no rows for prepared keys. With feature `libraries`, shared
//! libraries are peers, too.
//!
//! # Random bytes
//!
//! An implementation that accepts a generator or bytes is given [`RngSource::ChaCha8`]. Some peers
//! accept neither: their rows name the source that they call themselves. In the same turns, two
//! more times are measured: the same calls of that source alone, and calls of the same lengths of
//! ChaCha8. Their medians are `own_bytes` and `generator_bytes` of a row. `with_generator` is the
//! row's median with the first replaced by the second: derived, not measured.

mod draws;
mod generator;
mod implementation;
#[cfg(feature = "libraries")]
pub mod libraries;
#[cfg(feature = "peers")]
mod peers;
mod vectru;

use ::vectru::Set;
use serde::Serialize;
use vectru_polymul::dispatch::Backend;

pub use generator::{RngSource, UnknownSource};
pub use implementation::Error;
use implementation::{Jobs, Label, Subject};
#[cfg(feature = "libraries")]
pub use libraries::Library;

#[cfg(feature = "multipliers")]
use crate::measure::Job;
use crate::measure::{Pace, Progress, Summary, interleave_at};
#[cfg(feature = "multipliers")]
use crate::stopwatch::Stopwatch;
use crate::stopwatch::UNIT;
use crate::{Report, Table, json_lines};

/// The name of vectru among the implementations.
pub const OURS: &str = "vectru";

/// The name of ML-KEM-768 among the parameter sets. vectru does not implement it; it is measured
/// for comparison.
pub const ML_KEM: &str = "mlkem768";

/// The operations in the order of tables, each with its name in texts. Rows of other operations
/// come after them.
pub const OPERATIONS: &[(&str, &str)] = &[
    ("keygen", "Key generation"),
    ("encaps", "Encapsulation, prepared key"),
    ("encaps-from-bytes", "Encapsulation from the key's bytes"),
    ("decaps", "Decapsulation, prepared key"),
    ("decaps-from-bytes", "Decapsulation from the key's bytes"),
    ("load-encaps", "Loading of a public key, then encapsulation"),
    ("load-decaps", "Loading of a secret key, then decapsulation"),
    ("keygen-batch-32", "Key generation in batches of 32, for each key"),
    ("encaps-batch-32", "Encapsulation in batches of 32, for each ciphertext"),
    ("decaps-batch-32", "Decapsulation in batches of 32, for each ciphertext"),
];

/// A peer: another implementation, in a crate of its own.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    /// The name of the crate.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// For each of its sets, by name, the function that makes its jobs.
    #[cfg_attr(not(feature = "peers"), allow(dead_code))]
    jobs: &'static [(&'static str, MakeJobs)],
}

/// Makes the jobs of an implementation.
type MakeJobs = fn(RngSource) -> Result<Jobs, Error>;

/// The peers that feature `peers` builds in.
#[cfg(feature = "peers")]
pub const PEERS: &[Peer] = peers::PEERS;
/// The peers that are built in: none without feature `peers`.
#[cfg(not(feature = "peers"))]
pub const PEERS: &[Peer] = &[];

/// A shared library that is measured as a peer: feature `libraries` has such.
#[cfg(not(feature = "libraries"))]
#[derive(Debug)]
pub enum Library {}

#[cfg(not(feature = "libraries"))]
impl Library {
    /// Returns true if the library has the functions of a set.
    pub fn has(&self, _: Set) -> bool {
        match *self {}
    }

    fn jobs(&self, _: Set, _: RngSource) -> Result<Jobs, Error> {
        match *self {}
    }
}

/// Measures the operations of `set` on each of `backends` that this CPU has. If a multiplier is
/// given, it computes all products in the ring.
///
/// # Errors
///
/// Returns an error if the operating system provides no random bytes, or if the ring has no such
/// multiplier of any two operands.
pub fn run(
    set: Set,
    backends: &[Backend],
    rng: RngSource,
    multiplier: Option<&'static str>,
    runs: usize,
    progress: &mut dyn FnMut(Progress),
) -> Result<Figures, Error> {
    let mut jobs = Vec::new();
    for &backend in backends {
        jobs.extend(by_multiplier(set, backend, rng, multiplier)?);
    }
    let mut figures = measure(set.name(), jobs, rng, Pace::fixed(runs), progress);
    figures.rows.iter_mut().for_each(|row| row.multiplier = multiplier);
    Ok(figures)
}

/// The measurement of one run.
#[cfg(feature = "multipliers")]
pub(crate) type Run = Box<dyn FnMut(&Stopwatch) -> u64>;

/// Returns the measurements of the operations of a set on a backend, with their names. The
/// multiplier computes all products in the ring.
#[cfg(feature = "multipliers")]
pub(crate) fn jobs_by(
    set: Set,
    backend: Backend,
    rng: RngSource,
    multiplier: &'static str,
) -> Result<Vec<(&'static str, Run)>, Error> {
    let jobs = by_multiplier(set, backend, rng, Some(multiplier))?;
    Ok(jobs.into_iter().map(|job| (job.label.operation, job.run)).collect())
}

/// Returns the jobs of a set on a backend. If a multiplier is given, it computes the products.
#[cfg(feature = "multipliers")]
fn by_multiplier(set: Set, backend: Backend, rng: RngSource, multiplier: Option<&'static str>) -> Result<Jobs, Error> {
    use vectru_catalogue::workbench::force;

    let Some(name) = multiplier else { return ours(set, &[backend], rng) };
    // A set of NTRU LPRime has the ring of Streamlined NTRU Prime.
    let ring = set.name().replace("ntrulpr", "sntrup");
    force(&ring, Some(name)).map_err(|_| Error::Multiplier(name))?;
    let jobs = ours(set, &[backend], rng);
    // Forcing no multiplier does not fail.
    let _ = force(&ring, None);
    Ok(jobs?
        .into_iter()
        .map(|Job { label, backend, mut run }| {
            let ring = ring.clone();
            let run = move |stopwatch: &Stopwatch| {
                // This does not fail: the multiplier was forced before.
                let _ = force(&ring, Some(name));
                let time = run(stopwatch);
                let _ = force(&ring, None);
                time
            };
            Job { label, backend, run: Box::new(run) }
        })
        .collect())
}

/// Returns the jobs of a set on a backend. Only the multipliers that dispatch chooses are compiled.
#[cfg(not(feature = "multipliers"))]
fn by_multiplier(set: Set, backend: Backend, rng: RngSource, multiplier: Option<&'static str>) -> Result<Jobs, Error> {
    match multiplier {
        Some(name) => Err(Error::Multiplier(name)),
        None => ours(set, &[backend], rng),
    }
}

/// Measures the operations of `set` on each of `backends` that this CPU has, and the operations of
/// its peers and of the libraries that have it, in turns. Implementations that accept random bytes
/// get them from ChaCha8. With sntrup761, ML-KEM-768 takes turns, too.
///
/// # Errors
///
/// Returns an error if the operating system provides no random bytes, or if an implementation
/// decapsulates another secret than it has encapsulated, or if a library does not agree with
/// vectru.
pub fn compare(
    set: Set,
    backends: &[Backend],
    libraries: &[Library],
    pace: Pace,
    progress: &mut dyn FnMut(Progress),
) -> Result<Figures, Error> {
    let rng = RngSource::ChaCha8;
    let mut jobs = ours(set, backends, rng)?;
    for (name, peer) in PEERS.iter().flat_map(|peer| peer.jobs) {
        if *name == set.name() || set == Set::Sntrup761 && *name == ML_KEM {
            jobs.extend(peer(rng)?);
        }
    }
    for library in libraries {
        jobs.extend(library.jobs(set, rng)?);
    }
    Ok(measure(set.name(), jobs, rng, pace, progress))
}

fn ours(set: Set, backends: &[Backend], rng: RngSource) -> Result<Jobs, Error> {
    let mut jobs = Vec::new();
    for &backend in backends {
        jobs.extend(set.visit(vectru::Work { backend, rng })?);
    }
    Ok(jobs)
}

fn measure(set: &'static str, jobs: Jobs, rng: RngSource, pace: Pace, progress: &mut dyn FnMut(Progress)) -> Figures {
    let results: Vec<_> =
        interleave_at(jobs, pace, progress).into_iter().map(|(label, _, summary)| (label, summary)).collect();
    #[cfg_attr(not(feature = "libraries"), allow(unused_mut))]
    let mut rows = rows(&results);
    #[cfg(feature = "libraries")]
    libraries::keep_the_best_copies(&mut rows);
    Figures::of(set, rng, rows)
}

/// Returns the rows of operations, each with the cost of random bytes if it was measured.
fn rows(results: &[(Label, Summary)]) -> Vec<Row> {
    let operations = results.iter().filter(|(label, _)| label.subject == Subject::Operation);
    operations
        .map(|&(label, summary)| {
            let cost = |subject| {
                let alone = Label { subject, ..label };
                results.iter().find(|(other, _)| *other == alone).map(|(_, cost)| cost)
            };
            Row::new(label, summary, cost(Subject::OwnBytes).zip(cost(Subject::GeneratorBytes)))
        })
        .collect()
}

/// One figure.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// `kem`.
    pub kind: &'static str,
    /// The parameter set's name.
    pub set: &'static str,
    /// The operation, as in the table of this module.
    pub operation: &'static str,
    /// The implementation: [`OURS`], or the name of a peer's crate.
    pub implementation: &'static str,
    /// The backend's name; for a peer, the code path that it takes on this CPU by its own rules.
    pub backend: &'static str,
    /// The source of random bytes.
    pub rng: &'static str,
    /// The multiplier of all products, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiplier: Option<&'static str>,
    /// The unit of the figures.
    pub unit: &'static str,
    /// The figures.
    #[serde(flatten)]
    pub summary: Summary,
    /// The median of the random bytes alone, if the implementation draws them by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_bytes: Option<u64>,
    /// The median of as many bytes of the generator that other implementations are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generator_bytes: Option<u64>,
    /// The median that would result with this generator: derived, not measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with_generator: Option<u64>,
    /// The least median of a turn, [`quiet`](Summary::quiet), that would result: derived, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet_with_generator: Option<u64>,
}

impl Row {
    /// Returns a row. `random_bytes` are the costs of the bytes that the implementation draws by
    /// itself, and of the generator's bytes.
    fn new(label: Label, summary: Summary, random_bytes: Option<(&Summary, &Summary)>) -> Self {
        let replaced = |figure: fn(&Summary) -> u64| {
            random_bytes.map(|(own, generator)| (figure(&summary) + figure(generator)).saturating_sub(figure(own)))
        };
        Self {
            kind: "kem",
            set: label.set,
            operation: label.operation,
            implementation: label.implementation,
            backend: label.path,
            rng: label.rng,
            multiplier: None,
            unit: UNIT,
            summary,
            own_bytes: random_bytes.map(|(own, _)| own.median),
            generator_bytes: random_bytes.map(|(_, generator)| generator.median),
            with_generator: replaced(|summary| summary.median),
            quiet_with_generator: replaced(|summary| summary.quiet),
        }
    }
}

/// The figures of a mechanism, and of its peers if they took part.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The parameter set's name.
    pub set: &'static str,
    rng: RngSource,
    /// One row for each figure.
    pub rows: Vec<Row>,
}

impl Figures {
    /// Returns the figures of rows that were measured elsewhere.
    pub fn of(set: &'static str, rng: RngSource, rows: Vec<Row>) -> Self {
        Self { set, rng, rows }
    }
}

impl Report for Figures {
    fn table(&self) -> String {
        let compared = self.rows.iter().any(|row| row.implementation != OURS);
        let mut headings = ["operation", "backend"].into_iter().chain(Summary::headings()).collect::<Vec<_>>();
        if compared {
            headings.splice(1..1, ["set", "implementation"]);
            headings.push("with the generator");
        }
        let mut table = Table::new(&headings);
        for row in &self.rows {
            let mut names = vec![row.operation, row.backend];
            let mut figures = row.summary.cells();
            if compared {
                names.splice(1..1, [row.set, row.implementation]);
                figures.extend(row.with_generator.map(|figure| figure.to_string()));
            }
            table.row(names.into_iter().map(String::from).chain(figures));
        }
        format!("{}, in {UNIT}, random bytes from {}\n\n{table}", self.set, self.rng)
    }

    fn json(&self) -> String {
        json_lines(&self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABEL: Label = Label {
        set: "sntrup761",
        implementation: OURS,
        path: "avx2",
        operation: "encaps",
        rng: "chacha8",
        subject: Subject::Operation,
    };

    fn summary(median: u64) -> Summary {
        Summary { median, minimum: 2, lower_quartile: 2, upper_quartile: 4, quiet: median, runs: 1 }
    }

    #[test]
    fn rows_are_json_as_documented() {
        let figures = r#""median":3,"min":2,"lower_quartile":2,"upper_quartile":4,"quiet":3,"runs":1"#;
        let expected = format!(
            r#"{{"kind":"kem","set":"sntrup761","operation":"encaps","implementation":"vectru","backend":"avx2","rng":"chacha8","unit":"{UNIT}",{figures}}}"#
        );
        assert_eq!(json_lines(&rows(&[(LABEL, summary(3))])), expected + "\n");
    }

    #[test]
    fn random_bytes_of_the_generator_stand_in_for_those_of_an_operation() {
        let peer = Label { implementation: "peer", rng: "system", ..LABEL };
        let own = Label { subject: Subject::OwnBytes, ..peer };
        let generator = Label { subject: Subject::GeneratorBytes, ..peer };
        let keygen = Label { operation: "keygen", ..own };
        let results = [(LABEL, 50), (peer, 40), (keygen, 30), (own, 12), (generator, 2)];
        let rows = rows(&results.map(|(label, median)| (label, summary(median))));
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].own_bytes, rows[0].with_generator), (None, None));
        assert_eq!((rows[1].own_bytes, rows[1].with_generator), (Some(12), Some(30)));
        let json = json_lines(&rows);
        assert!(
            json.ends_with(
                "\"runs\":1,\"own_bytes\":12,\"generator_bytes\":2,\"with_generator\":30,\"quiet_with_generator\":30}\n"
            ),
            "{json}"
        );
    }
}
