//! A generator of random bytes that fails.

use rand_core::{TryCryptoRng, TryRng};

/// A generator that fails after some bytes.
pub(crate) struct Failing(pub(crate) usize);

impl TryRng for Failing {
    type Error = core::fmt::Error;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Err(core::fmt::Error)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Err(core::fmt::Error)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(core::fmt::Error)?;
        bytes.iter_mut().enumerate().for_each(|(k, byte)| *byte = ((k * k * 31) >> 3) as u8);
        Ok(())
    }
}

impl TryCryptoRng for Failing {}
