//! Random bytes of the caller's generator and of the operating system.

#[cfg(feature = "getrandom")]
use getrandom::SysRng;
#[cfg(feature = "_set")]
use rand_core::TryCryptoRng;
#[cfg(feature = "getrandom")]
use rand_core::UnwrapErr;

#[cfg(feature = "_set")]
use crate::common::parts::Part;

/// Fills `bytes` with random bytes by one call of the generator.
///
/// # Errors
///
/// Returns the error of the generator.
#[cfg(feature = "_set")]
pub(crate) fn try_fill<R: TryCryptoRng + ?Sized>(rng: &mut R, bytes: &mut [u8]) -> Result<(), R::Error> {
    let _piece = Part::RandomBytes.begin();
    rng.try_fill_bytes(bytes)
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
