//! `vectru bench kem`: the operations of a mechanism.
//!
//! | operation | what it is |
//! | --- | --- |
//! | keygen | a new key pair |
//! | encaps | a ciphertext and its secret, with a key that was prepared before |
//! | encaps-from-bytes | the same from the key's bytes, which are decoded and hashed at each call |
//! | decaps | the secret of a ciphertext, with a key that was prepared before |
//! | decaps-from-bytes | the same from the key's bytes |

use std::fmt;
use std::hint::black_box;
use std::str::FromStr;

use chacha20::ChaCha8Rng;
use getrandom::SysRng;
use rand_core::{CryptoRng, SeedableRng, TryRng, UnwrapErr};
use serde::Serialize;
use vectru::mechanism::Visitor;
use vectru::{Mechanism, Set};
use vectru_polymul::dispatch::Backend;

use crate::measure::{Job, Summary, interleave};
use crate::stopwatch::{Stopwatch, UNIT};
use crate::{Report, Table, json_lines};

/// Where the random bytes of the measured operations come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RngSource {
    /// ChaCha8, seeded once by the operating system: next to nothing beside the operation.
    ChaCha8,
    /// The operating system: a system call for each draw, as keys are made in practice.
    System,
}

impl RngSource {
    /// The names of both, for messages.
    pub const NAMES: &'static str = "chacha8 or system";

    const fn name(self) -> &'static str {
        match self {
            Self::ChaCha8 => "chacha8",
            Self::System => "system",
        }
    }

    /// The generator. Fails if the operating system gives no random bytes.
    fn generator(self) -> Result<Generator, getrandom::Error> {
        let mut seed = [0; 32];
        SysRng.try_fill_bytes(&mut seed)?;
        Ok(match self {
            Self::ChaCha8 => Box::new(ChaCha8Rng::from_seed(seed)),
            Self::System => Box::new(UnwrapErr(SysRng)),
        })
    }
}

impl fmt::Display for RngSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// The error when a text names no source of random bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSource;

impl fmt::Display for UnknownSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "unknown source of random bytes: expected {}", RngSource::NAMES)
    }
}

impl std::error::Error for UnknownSource {}

impl FromStr for RngSource {
    type Err = UnknownSource;
    fn from_str(text: &str) -> Result<Self, UnknownSource> {
        [Self::ChaCha8, Self::System].into_iter().find(|source| source.name() == text).ok_or(UnknownSource)
    }
}

type Generator = Box<dyn CryptoRng>;

/// The jobs of a set, labelled by operation.
type Jobs = Vec<Job<'static, &'static str>>;

/// Takes the jobs of a set on a backend.
struct Work(Backend, RngSource);

impl Visitor for Work {
    type Output = Result<Jobs, getrandom::Error>;

    fn visit<M: Mechanism>(self) -> Self::Output {
        jobs::<M>(self.0, self.1)
    }
}

/// Measures the operations of `set` on those of `backends` that this CPU has.
///
/// # Errors
///
/// If the operating system gives no random bytes.
pub fn run(set: Set, backends: &[Backend], rng: RngSource, runs: usize) -> Result<Figures, getrandom::Error> {
    let mut jobs = Vec::new();
    for &backend in backends {
        jobs.extend(set.visit(Work(backend, rng))?);
    }
    let rows = interleave(jobs, runs)
        .into_iter()
        .map(|(operation, backend, summary)| Row::new(set, operation, backend, rng, summary))
        .collect();
    Ok(Figures { set, rng, rows })
}

/// The jobs of a parameter set.
fn jobs<M: Mechanism>(backend: Backend, rng: RngSource) -> Result<Jobs, getrandom::Error> {
    let mut generator = rng.generator()?;
    let (secret_key, public_key) = M::generate(&mut *generator);
    let (ciphertext, _) = M::encapsulate(&public_key, &mut *generator);
    let (public_bytes, secret_bytes) =
        (M::public_key_bytes(&public_key).to_vec(), M::secret_key_bytes(&secret_key).to_vec());

    let mut keygen_rng = generator;
    let mut encaps_rng = rng.generator()?;
    let mut encaps_from_bytes_rng = rng.generator()?;
    Ok(vec![
        job("keygen", backend, move || M::generate(&mut *keygen_rng)),
        job("encaps", backend, move || M::encapsulate(black_box(&public_key), &mut *encaps_rng)),
        job("encaps-from-bytes", backend, move || {
            M::encapsulation_key(black_box(&public_bytes)).map(|key| M::encapsulate(&key, &mut *encaps_from_bytes_rng))
        }),
        job("decaps", backend, move || M::decapsulate(black_box(&secret_key), black_box(&ciphertext))),
        job("decaps-from-bytes", backend, move || {
            M::decapsulation_key(black_box(&secret_bytes)).map(|key| M::decapsulate(&key, black_box(&ciphertext)))
        }),
    ])
}

/// A job whose whole work is timed, the drop of its result excepted.
fn job<T>(
    operation: &'static str,
    backend: Backend,
    mut work: impl FnMut() -> T + 'static,
) -> Job<'static, &'static str> {
    let run = move |stopwatch: &Stopwatch| {
        let (result, time) = stopwatch.time(&mut work);
        black_box(result);
        time
    };
    Job { label: operation, backend, run: Box::new(run) }
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
    /// The backend's name.
    pub backend: &'static str,
    /// Where random bytes came from.
    pub rng: &'static str,
    /// The unit of the figures.
    pub unit: &'static str,
    /// The median.
    pub median: u64,
    /// The minimum.
    pub min: u64,
    /// The number of runs.
    pub runs: usize,
}

impl Row {
    fn new(set: Set, operation: &'static str, backend: Backend, rng: RngSource, summary: Summary) -> Self {
        Self {
            kind: "kem",
            set: set.name(),
            operation,
            backend: backend.name(),
            rng: rng.name(),
            unit: UNIT,
            median: summary.median,
            min: summary.minimum,
            runs: summary.runs,
        }
    }
}

/// The figures of a mechanism.
#[derive(Clone, Debug)]
pub struct Figures {
    set: Set,
    rng: RngSource,
    /// One row a figure.
    pub rows: Vec<Row>,
}

impl Report for Figures {
    fn table(&self) -> String {
        let mut table = Table::new(&["operation", "backend", "median", "min", "runs"]);
        for row in &self.rows {
            let figures = [row.median, row.min, row.runs as u64].map(|figure| figure.to_string());
            table.row([row.operation, row.backend].map(String::from).into_iter().chain(figures));
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

    #[test]
    fn every_set_is_measured() {
        for set in Set::ALL {
            for source in [RngSource::ChaCha8, RngSource::System] {
                let figures = run(set, &[Backend::Portable], source, 1).expect("the system gives random bytes");
                assert_eq!(figures.rows.len(), 5);
                assert_eq!(source.name().parse(), Ok(source));
            }
        }
        assert_eq!("dice".parse::<RngSource>(), Err(UnknownSource));
    }

    #[test]
    fn rows_are_json_as_documented() {
        let summary = Summary { median: 3, minimum: 2, runs: 1 };
        let row = Row::new(Set::Sntrup761, "encaps", Backend::Avx2, RngSource::ChaCha8, summary);
        let expected = format!(
            r#"{{"kind":"kem","set":"sntrup761","operation":"encaps","backend":"avx2","rng":"chacha8","unit":"{UNIT}","median":3,"min":2,"runs":1}}"#
        );
        assert_eq!(json_lines(&[row]), expected + "\n");
    }
}
