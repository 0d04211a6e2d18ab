//! Random bytes of the caller's generator and of the operating system.

#[cfg(feature = "getrandom")]
use getrandom::SysRng;
use rand_core::TryCryptoRng;
#[cfg(feature = "getrandom")]
use rand_core::UnwrapErr;

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

/// The failure of a source, which keeps the generator's error.
#[derive(Debug)]
pub struct Failed(());

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
            Failed(())
        })
    }
}

/// Returns the result of `draw`, which draws from a generator.
///
/// # Errors
///
/// Returns the error of the generator.
#[inline]
pub(crate) fn with_source<R: TryCryptoRng + ?Sized, T>(
    rng: &mut R,
    draw: impl FnOnce(&mut dyn Source) -> Result<T, Failed>,
) -> Result<T, R::Error> {
    let mut generator = Generator { rng, error: None };
    let result = draw(&mut generator);
    result.map_err(|Failed(())| match generator.error {
        Some(error) => error,
        None => unreachable!("a source fails with the error of its generator"),
    })
}

/// The type of [`system_rng`].
#[cfg(feature = "getrandom")]
pub type SystemRng = UnwrapErr<SysRng>;

/// Returns the operating system's cryptographic generator of random bytes, for `generate` and
/// `encapsulate`.
///
/// # Panics
///
/// The generator panics if the operating system gives no random bytes. Functions whose names begin
/// with `try_` return that error instead, if they draw from [`getrandom::SysRng`].
///
/// ```
/// # #[cfg(feature = "sntrup761")] {
/// let (key, public) = vectru::sntrup761::generate(&mut vectru::system_rng());
/// assert_eq!(key.encapsulation_key(), &public);
/// # }
/// ```
#[cfg(feature = "getrandom")]
pub fn system_rng() -> SystemRng {
    UnwrapErr(SysRng)
}
