//! Random bytes of the caller's generator.

use rand_core::TryCryptoRng;

use crate::parts::Part;

/// Fills `bytes` with random bytes by one call of the generator.
///
/// # Errors
///
/// Returns the error of the generator.
pub(crate) fn try_fill<R: TryCryptoRng + ?Sized>(rng: &mut R, bytes: &mut [u8]) -> Result<(), R::Error> {
    let _piece = Part::RandomBytes.begin();
    rng.try_fill_bytes(bytes)
}
