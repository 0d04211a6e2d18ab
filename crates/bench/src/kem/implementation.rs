//! Implementations of a mechanism behind one trait, and their jobs.

use std::fmt;
use std::hint::black_box;

use rand_core::Rng;
use vectru_polymul::dispatch::Unavailable;
use vectru_polymul::dispatch::{self, Backend};

use super::draws::{self, Draws};
use super::generator::{Generator, RngSource};
use crate::measure::Job;
use crate::stopwatch::Stopwatch;

/// An implementation of a mechanism.
///
/// Keys have two forms: bytes, and prepared for use. The jobs meet an implementation's requirements
/// on its caller: the bytes that it reads are bytes that it wrote.
pub(super) trait Implementation: 'static {
    /// The name of the crate.
    const NAME: &'static str;
    /// The name of the parameter set.
    const SET: &'static str;
    /// True if prepared keys are more than bytes. If not, there are only operations from bytes.
    const PREPARES: bool = true;
    /// The random bytes that the implementation draws by itself, if it does not use the generator
    /// that it is given.
    const OWN_BYTES: Option<OwnBytes> = None;

    type KeyPair;
    type PublicKey;
    type SecretKey;
    type Capsule;
    type Ciphertext;
    type SharedSecret;

    /// Returns the name of the code that the implementation runs on this CPU by its own rules:
    /// `avx2`, `c`.
    fn path() -> &'static str;

    fn generate(rng: &mut Generator) -> Self::KeyPair;

    /// Returns the bytes of the public key and of the secret key.
    fn key_bytes(pair: &Self::KeyPair) -> (Vec<u8>, Vec<u8>);

    fn public_key(bytes: &[u8]) -> Self::PublicKey;
    fn secret_key(bytes: &[u8]) -> Self::SecretKey;
    fn ciphertext(bytes: &[u8]) -> Self::Ciphertext;

    fn encapsulate(key: &Self::PublicKey, rng: &mut Generator) -> Self::Capsule;

    fn encapsulate_from_bytes(bytes: &[u8], rng: &mut Generator) -> Self::Capsule {
        Self::encapsulate(&Self::public_key(bytes), rng)
    }

    /// Returns the bytes of the ciphertext and of the shared secret.
    fn capsule_bytes(capsule: &Self::Capsule) -> (Vec<u8>, Vec<u8>);

    fn decapsulate(key: &Self::SecretKey, ciphertext: &Self::Ciphertext) -> Self::SharedSecret;

    fn decapsulate_from_bytes(bytes: &[u8], ciphertext: &Self::Ciphertext) -> Self::SharedSecret {
        Self::decapsulate(&Self::secret_key(bytes), ciphertext)
    }

    fn secret_bytes(secret: &Self::SharedSecret) -> Vec<u8>;
}

/// The random bytes that an implementation draws by itself.
#[derive(Clone, Copy)]
pub(super) struct OwnBytes {
    /// The name of the source.
    pub(super) source: &'static str,
    /// The function that it calls.
    pub(super) fill: fn(&mut [u8]),
}

/// The subject of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) set: &'static str,
    pub(super) implementation: &'static str,
    /// The backend or the path.
    pub(super) path: &'static str,
    pub(super) operation: &'static str,
    pub(super) rng: &'static str,
    pub(super) subject: Subject,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// The operation.
    Operation,
    /// The random bytes that an operation draws by itself, without the operation.
    OwnBytes,
    /// The same number of random bytes, in as many calls, from the generator that other
    /// implementations are given.
    GeneratorBytes,
}

pub(super) type Jobs = Vec<Job<'static, Label>>;

/// The errors of a measurement.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The operating system provides no random bytes.
    RandomBytes(getrandom::Error),
    /// An implementation decapsulates another secret than it has encapsulated.
    Disagreement {
        /// The implementation's name.
        implementation: &'static str,
        /// The parameter set's name.
        set: &'static str,
    },
    /// A shared library makes, reads or returns something else than vectru.
    Library {
        /// The library's name.
        library: &'static str,
        /// The parameter set's name.
        set: &'static str,
        /// The thing that differs.
        what: &'static str,
    },
    /// This CPU lacks a backend.
    Backend(Unavailable),
    /// The ring has no multiplier of this name for any two operands, or it is not compiled.
    Multiplier(&'static str),
}

impl From<Unavailable> for Error {
    fn from(error: Unavailable) -> Self {
        Self::Backend(error)
    }
}

impl From<getrandom::Error> for Error {
    fn from(error: getrandom::Error) -> Self {
        Self::RandomBytes(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RandomBytes(error) => {
                write!(formatter, "expected random bytes of the operating system, found {error}")
            }
            Self::Backend(error) => write!(formatter, "{error}"),
            Self::Multiplier(name) => {
                write!(formatter, "expected a multiplier of the ring for any two operands, found {name}")
            }
            Self::Library { library, set, what } => {
                write!(formatter, "expected {what} of {set} by {library} as vectru has it, found another")
            }
            Self::Disagreement { implementation, set } => {
                write!(formatter, "expected one shared secret of {set} by {implementation}, found two")
            }
        }
    }
}

impl std::error::Error for Error {}

/// Returns the jobs of an implementation, after a check that it decapsulates the secret that it has
/// encapsulated. They run on the backend that the process has at the time.
pub(super) fn jobs<I: Implementation>(source: RngSource) -> Result<Jobs, Error> {
    let mut rng = source.generator()?;
    let (public_bytes, secret_bytes) = I::key_bytes(&I::generate(&mut rng));
    let (public_key, secret_key) = (I::public_key(&public_bytes), I::secret_key(&secret_bytes));
    let (ciphertext_bytes, sent) = I::capsule_bytes(&I::encapsulate(&public_key, &mut rng));
    let ciphertext = I::ciphertext(&ciphertext_bytes);
    let received = [
        I::secret_bytes(&I::decapsulate(&secret_key, &ciphertext)),
        I::secret_bytes(&I::decapsulate_from_bytes(&secret_bytes, &ciphertext)),
    ];
    if received.iter().any(|received| *received != sent) {
        return Err(Error::Disagreement { implementation: I::NAME, set: I::SET });
    }

    let again = I::ciphertext(&ciphertext_bytes);
    let mut keygen_rng = rng;
    let mut from_bytes_rng = source.generator()?;
    let mut jobs = vec![job::<I, _>("keygen", source, move || I::generate(&mut keygen_rng))];
    if I::PREPARES {
        let mut encaps_rng = source.generator()?;
        jobs.push(job::<I, _>("encaps", source, move || I::encapsulate(black_box(&public_key), &mut encaps_rng)));
    }
    jobs.push(job::<I, _>("encaps-from-bytes", source, move || {
        I::encapsulate_from_bytes(black_box(&public_bytes), &mut from_bytes_rng)
    }));
    if I::PREPARES {
        jobs.push(job::<I, _>("decaps", source, move || {
            I::decapsulate(black_box(&secret_key), black_box(&ciphertext))
        }));
    }
    jobs.push(job::<I, _>("decaps-from-bytes", source, move || {
        I::decapsulate_from_bytes(black_box(&secret_bytes), black_box(&again))
    }));
    if let Some(own) = I::OWN_BYTES {
        let encapsulations: &[_] = if I::PREPARES { &["encaps-from-bytes", "encaps"] } else { &["encaps-from-bytes"] };
        jobs.extend(random_bytes(label::<I>("keygen", source, Subject::OwnBytes), encapsulations, own.fill)?);
    }
    Ok(jobs)
}

pub(super) fn label<I: Implementation>(operation: &'static str, source: RngSource, subject: Subject) -> Label {
    let rng = I::OWN_BYTES.map_or(source.name(), |own| own.source);
    Label { set: I::SET, implementation: I::NAME, path: I::path(), operation, rng, subject }
}

/// Returns a job of an implementation, whose work is timed as a whole.
pub(super) fn job<I: Implementation, T>(
    operation: &'static str,
    source: RngSource,
    work: impl FnMut() -> T + 'static,
) -> Job<'static, Label> {
    whole(label::<I>(operation, source, Subject::Operation), work)
}

/// Returns a job whose work is timed as a whole, except for dropping its result.
pub(super) fn whole<T>(label: Label, mut work: impl FnMut() -> T + 'static) -> Job<'static, Label> {
    timed(label, move |stopwatch| {
        let (result, time) = stopwatch.time(&mut work);
        black_box(result);
        time
    })
}

/// Returns the jobs of drawing the random bytes of a key generation and of `encapsulations`, by the
/// function that an implementation calls and by the generator that others are given. `label` says
/// whose they are.
pub(super) fn random_bytes(
    label: Label,
    encapsulations: &[&'static str],
    own: impl FnMut(&mut [u8]) + Clone + 'static,
) -> Result<Jobs, Error> {
    let Draws { keygen, encaps } = draws::of(label.set);
    let encapsulations = encapsulations.iter().map(|operation| (*operation, &encaps));
    let mut jobs = Vec::new();
    for (operation, draws) in encapsulations.chain([("keygen", &keygen)]) {
        let label = |subject| Label { operation, subject, ..label };
        jobs.push(filling(label(Subject::OwnBytes), draws.clone(), own.clone()));
        let mut rng = RngSource::ChaCha8.generator()?;
        jobs.push(filling(label(Subject::GeneratorBytes), draws.clone(), move |bytes| rng.fill_bytes(bytes)));
    }
    Ok(jobs)
}

/// Returns the job of drawing random bytes by calls of these lengths.
fn filling(label: Label, draws: Vec<usize>, mut fill: impl FnMut(&mut [u8]) + 'static) -> Job<'static, Label> {
    let mut buffer = vec![0; draws.iter().copied().max().unwrap_or(0)];
    timed(label, move |stopwatch| {
        let ((), time) = stopwatch.time(|| draws.iter().for_each(|&bytes| fill(black_box(&mut buffer[..bytes]))));
        time
    })
}

/// Returns a job on the backend that the process has at the time.
pub(super) fn timed(label: Label, run: impl FnMut(&Stopwatch) -> u64 + 'static) -> Job<'static, Label> {
    let backend: Backend = dispatch::backend();
    Job { label, backend, run: Box::new(run) }
}
