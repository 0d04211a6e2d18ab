//! Random bytes that are drawn before they are used.

use alloc::vec::Vec;

use rand_core::{TryCryptoRng, TryRng};

use crate::common::random::try_fill;
use crate::common::secret::Secret;
use crate::scheme::draws::Draws;

/// The random bytes of the keys of a group, in the order in which they were drawn.
pub(super) struct Drawn {
    bytes: Secret<Vec<u8>>,
    /// The offsets of the bytes of each key, which follow those of its rejected candidates.
    starts: Vec<usize>,
    /// The number of random bytes of a key.
    length: usize,
}

impl Drawn {
    /// Draws the bytes of `count` keys.
    ///
    /// # Errors
    ///
    /// Returns the error of the generator.
    pub(super) fn try_new<R: TryCryptoRng + ?Sized>(
        Draws { lengths, rejects }: Draws,
        count: usize,
        rng: &mut R,
    ) -> Result<Self, R::Error> {
        let length = lengths.iter().sum();
        let bytes = Secret::new(Vec::with_capacity(count * length));
        let mut drawn = Self { bytes, starts: Vec::with_capacity(count), length };
        while drawn.starts.len() < count {
            let start = drawn.bytes.len();
            let mut lengths = lengths.iter();
            if let Some(&length) = lengths.next() {
                try_fill(rng, drawn.extend(length))?;
            }
            if rejects.is_some_and(|rejects| rejects(&drawn.bytes[start..])) {
                continue;
            }
            drawn.starts.push(start);
            for &length in lengths {
                try_fill(rng, drawn.extend(length))?;
            }
        }
        Ok(drawn)
    }

    /// Appends `length` zeros, and returns them.
    fn extend(&mut self, length: usize) -> &mut [u8] {
        let start = self.bytes.len();
        if start + length > self.bytes.capacity() {
            // The vector would not wipe the memory that it frees when it grows.
            let mut larger = Secret::new(Vec::with_capacity(2 * (start + length)));
            larger.extend_from_slice(&self.bytes);
            self.bytes = larger;
        }
        self.bytes.resize(start + length, 0);
        &mut self.bytes[start..]
    }

    /// Returns the bytes of each key.
    pub(super) fn keys(&self) -> Vec<&[u8]> {
        self.starts.iter().map(|&start| &self.bytes[start..][..self.length]).collect()
    }
}

/// A generator that returns the bytes that another one has returned before, and then continues with
/// that one.
pub(super) struct Replay<'a, R: ?Sized> {
    drawn: core::slice::Iter<'a, Drawn>,
    /// The rest of the bytes that come next.
    bytes: &'a [u8],
    rng: &'a mut R,
}

impl<'a, R: ?Sized> Replay<'a, R> {
    /// Returns a generator of the bytes of `drawn`, then of those of `rng`.
    pub(super) fn new(drawn: &'a [Drawn], rng: &'a mut R) -> Self {
        Self { drawn: drawn.iter(), bytes: &[], rng }
    }

    /// Returns whether bytes are left that were returned before.
    pub(super) fn is_behind(&mut self) -> bool {
        while self.bytes.is_empty() {
            let Some(next) = self.drawn.next() else { return false };
            self.bytes = &next.bytes;
        }
        true
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

    fn try_fill_bytes(&mut self, mut target: &mut [u8]) -> Result<(), R::Error> {
        while !target.is_empty() && self.is_behind() {
            let (again, rest) = target.split_at_mut(target.len().min(self.bytes.len()));
            let (given, left) = self.bytes.split_at(again.len());
            again.copy_from_slice(given);
            (target, self.bytes) = (rest, left);
        }
        if target.is_empty() { Ok(()) } else { self.rng.try_fill_bytes(target) }
    }
}

impl<R: TryCryptoRng + ?Sized> TryCryptoRng for Replay<'_, R> {}
