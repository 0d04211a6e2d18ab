//! The sources of random bytes: one type for both, so that every implementation calls the same
//! code.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use chacha20::ChaCha8Rng;
use getrandom::SysRng;
use rand_core::{Rng, SeedableRng, TryCryptoRng, TryRng, UnwrapErr};

/// The source of the random bytes of measured operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RngSource {
    /// ChaCha8, seeded once by the operating system: its cost is negligible.
    ChaCha8,
    /// The operating system: a system call for each draw, as in practice when keys are made.
    System,
}

impl RngSource {
    /// The names of both, for messages.
    pub const NAMES: &'static str = "chacha8 or system";

    /// Returns the source's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ChaCha8 => "chacha8",
            Self::System => "system",
        }
    }

    /// Returns a generator. Fails if the operating system provides no random bytes.
    pub(crate) fn generator(self) -> Result<Generator, getrandom::Error> {
        let mut seed = [0; 32];
        SysRng.try_fill_bytes(&mut seed)?;
        Ok(match self {
            Self::ChaCha8 => Generator::ChaCha8(Box::new(ChaCha8Rng::from_seed(seed))),
            Self::System => Generator::System(UnwrapErr(SysRng)),
        })
    }
}

impl fmt::Display for RngSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// The error of a text that names no source of random bytes.
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

/// A generator of either source. Some peers draw a word at a time. A word costs a branch, but no
/// call through a pointer.
#[derive(Debug)]
pub(crate) enum Generator {
    ChaCha8(Box<ChaCha8Rng>),
    System(UnwrapErr<SysRng>),
}

impl TryRng for Generator {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(match self {
            Self::ChaCha8(rng) => rng.next_u32(),
            Self::System(rng) => rng.next_u32(),
        })
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(match self {
            Self::ChaCha8(rng) => rng.next_u64(),
            Self::System(rng) => rng.next_u64(),
        })
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        match self {
            Self::ChaCha8(rng) => rng.fill_bytes(bytes),
            Self::System(rng) => rng.fill_bytes(bytes),
        }
        Ok(())
    }
}

impl TryCryptoRng for Generator {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_have_names() {
        for source in [RngSource::ChaCha8, RngSource::System] {
            assert_eq!(source.name().parse(), Ok(source));
            assert!(RngSource::NAMES.contains(source.name()));
        }
        assert_eq!("dice".parse::<RngSource>(), Err(UnknownSource));
    }
}
