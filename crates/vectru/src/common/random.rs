//! Random bytes of the caller's generator.

use rand_core::TryCryptoRng;

use crate::common::error::GenerationError;
use crate::common::parts::Part;

/// The caller's generator of random bytes, as a trait object.
///
/// Key generation and encapsulation draw from it. Thus they are compiled once, in this crate, and
/// not for each generator in each program.
pub trait Source {
    /// Fills `bytes` with random bytes by one call of the generator.
    ///
    /// # Errors
    ///
    /// Returns an error if the generator fails.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Failed>;
}

/// The largest number of candidates for g that key generation of Streamlined NTRU Prime draws. One
/// is rejected with a probability that depends on the set, at most 0.058 (for 1277, as a test
/// computes): so 32 in a row are, with probability below 2^-131, unless the generator repeats
/// itself.
pub(crate) const CANDIDATES: usize = 32;

/// The reason why an operation that draws random bytes has no result.
#[derive(Debug)]
pub enum Failed {
    /// The generator failed. The source keeps its error.
    Generator,
    /// Key generation has rejected this number of candidates, as many as it draws. Encapsulation
    /// rejects none.
    Rejected(usize),
}

/// A generator, and the error by which it has failed.
struct Generator<'a, R: TryCryptoRng + ?Sized> {
    rng: &'a mut R,
    error: Option<R::Error>,
}

impl<R: TryCryptoRng + ?Sized> Source for Generator<'_, R> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Failed> {
        let _piece = Part::RandomBytes.begin();
        self.rng.try_fill_bytes(bytes).map_err(|error| {
            self.error = Some(error);
            Failed::Generator
        })
    }
}

/// Returns the result of `generate`, which makes key pairs of the random bytes of a generator.
///
/// # Errors
///
/// Returns the error of the generator, or [`GenerationError::Rejected`].
#[inline]
pub(crate) fn generate_with<R: TryCryptoRng + ?Sized, T>(
    rng: &mut R,
    generate: impl FnOnce(&mut dyn Source) -> Result<T, Failed>,
) -> Result<T, GenerationError<R::Error>> {
    let mut generator = Generator { rng, error: None };
    let result = generate(&mut generator);
    result.map_err(|failed| match (failed, generator.error) {
        (Failed::Rejected(candidates), _) => GenerationError::Rejected { candidates },
        (Failed::Generator, Some(error)) => GenerationError::Generator(error),
        (Failed::Generator, None) => unreachable!("a source fails with the error of its generator"),
    })
}

/// Returns the result of `encapsulate`, which makes ciphertexts of the random bytes of a generator.
///
/// # Errors
///
/// Returns the error of the generator.
#[inline]
pub(crate) fn encapsulate_with<R: TryCryptoRng + ?Sized, T>(
    rng: &mut R,
    encapsulate: impl FnOnce(&mut dyn Source) -> Result<T, Failed>,
) -> Result<T, R::Error> {
    generate_with(rng, encapsulate).map_err(|error| match error {
        GenerationError::Generator(error) => error,
        _ => unreachable!("encapsulation takes any random bytes"),
    })
}
