//! A generator that returns given bytes instead of random ones.

use rand_core::{TryCryptoRng, TryRng, utils};

use crate::common::error::ErrorKind;

/// A generator that returns the bytes of a slice, in order. It is for known answers: its bytes are
/// as random as the slice.
#[derive(Debug)]
pub(crate) struct GivenBytes<'a> {
    bytes: &'a [u8],
    /// The number of bytes drawn so far.
    drawn: usize,
}

impl<'a> GivenBytes<'a> {
    /// Returns the generator of `bytes`.
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, drawn: 0 }
    }
}

/// Returns the generator of `bytes`, which must be `expected` many.
///
/// # Errors
///
/// Returns [`ErrorKind::Length`] if there are more or fewer bytes.
pub(crate) const fn exactly(bytes: &[u8], expected: usize) -> Result<GivenBytes<'_>, ErrorKind> {
    match bytes.len() {
        found if found == expected => Ok(GivenBytes::new(bytes)),
        found => Err(ErrorKind::Length { expected, found }),
    }
}

impl TryRng for GivenBytes<'_> {
    /// [`ErrorKind::TooFewBytes`].
    type Error = ErrorKind;

    fn try_next_u32(&mut self) -> Result<u32, ErrorKind> {
        utils::next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, ErrorKind> {
        utils::next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, target: &mut [u8]) -> Result<(), ErrorKind> {
        let needed = self.drawn + target.len();
        let too_few = ErrorKind::TooFewBytes { needed, found: self.bytes.len() };
        target.copy_from_slice(self.bytes.get(self.drawn..needed).ok_or(too_few)?);
        self.drawn = needed;
        Ok(())
    }
}

impl TryCryptoRng for GivenBytes<'_> {}
