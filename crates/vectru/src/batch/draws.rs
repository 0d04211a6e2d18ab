//! Random bytes that are drawn before they are used.

use alloc::vec::Vec;

use rand_core::{TryCryptoRng, TryRng};

use crate::Mechanism;
use crate::secret::Secret;

/// The random bytes of some keys, in the order in which they were drawn.
pub(super) struct Drawn {
    bytes: Secret<Vec<u8>>,
    /// Where the bytes of each key begin, behind those of its rejected candidates.
    starts: Vec<usize>,
    /// The bytes of a key.
    length: usize,
}

impl Drawn {
    /// Draws the bytes of `count` keys.
    pub(super) fn try_new<M: Mechanism, R: TryCryptoRng + ?Sized>(count: usize, rng: &mut R) -> Result<Self, R::Error> {
        let length = M::KEY_DRAWS.iter().sum();
        let bytes = Secret::new(Vec::with_capacity(count * length));
        let mut drawn = Self { bytes, starts: Vec::with_capacity(count), length };
        while drawn.starts.len() < count {
            let start = drawn.bytes.len();
            let mut lengths = M::KEY_DRAWS.iter();
            if let Some(&length) = lengths.next() {
                rng.try_fill_bytes(drawn.extend(length))?;
            }
            if M::rejects(&drawn.bytes[start..]) {
                continue;
            }
            drawn.starts.push(start);
            for &length in lengths {
                rng.try_fill_bytes(drawn.extend(length))?;
            }
        }
        Ok(drawn)
    }

    /// Room for more bytes.
    fn extend(&mut self, length: usize) -> &mut [u8] {
        let start = self.bytes.len();
        if start + length > self.bytes.capacity() {
            // Not left to the vector, which would not wipe the memory that it gives back.
            let mut larger = Secret::new(Vec::with_capacity(2 * (start + length)));
            larger.extend_from_slice(&self.bytes);
            self.bytes = larger;
        }
        self.bytes.resize(start + length, 0);
        &mut self.bytes[start..]
    }

    /// The bytes of each key.
    pub(super) fn keys(&self) -> Vec<&[u8]> {
        self.starts.iter().map(|&start| &self.bytes[start..][..self.length]).collect()
    }

    /// All bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// A generator that gives again what another has given before, and then goes on with that.
pub(super) struct Replay<'a, R: ?Sized> {
    bytes: &'a [u8],
    rng: &'a mut R,
}

impl<'a, R: ?Sized> Replay<'a, R> {
    /// A generator that gives `bytes` first.
    pub(super) const fn new(bytes: &'a [u8], rng: &'a mut R) -> Self {
        Self { bytes, rng }
    }

    /// Whether there are bytes that were given before.
    pub(super) const fn is_behind(&self) -> bool {
        !self.bytes.is_empty()
    }
}

impl<R: TryCryptoRng + ?Sized> TryRng for Replay<'_, R> {
    type Error = R::Error;

    fn try_next_u32(&mut self) -> Result<u32, R::Error> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, R::Error> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, target: &mut [u8]) -> Result<(), R::Error> {
        let (again, new) = target.split_at_mut(target.len().min(self.bytes.len()));
        let (given, rest) = self.bytes.split_at(again.len());
        again.copy_from_slice(given);
        self.bytes = rest;
        if new.is_empty() { Ok(()) } else { self.rng.try_fill_bytes(new) }
    }
}

impl<R: TryCryptoRng + ?Sized> TryCryptoRng for Replay<'_, R> {}
