//! Random bytes that are drawn before they are used.

use alloc::vec::Vec;

use crate::common::random::{CANDIDATES, Failed, Source};
use crate::common::secret::Secret;
use crate::scheme::draws::Draws;

/// The random bytes of the keys of a group, in the order in which they were drawn.
pub(super) struct Drawn {
    bytes: Secret<Vec<u8>>,
    /// The offsets of the bytes of each key, which follow the bytes of its rejected candidates.
    starts: Vec<usize>,
    /// The number of random bytes of a key.
    length: usize,
}

impl Drawn {
    /// Draws the bytes of `count` keys.
    ///
    /// # Errors
    ///
    /// Returns an error if the source fails, or if it gives [`CANDIDATES`] for one key that are
    /// rejected. So the memory of a batch is bounded for every source.
    pub(super) fn new(
        Draws { lengths, rejects, .. }: Draws,
        count: usize,
        source: &mut dyn Source,
    ) -> Result<Self, Failed> {
        let length = lengths.iter().sum();
        let bytes = Secret::new(Vec::with_capacity(count * length));
        let mut drawn = Self { bytes, starts: Vec::with_capacity(count), length };
        let mut rejected = 0;
        while drawn.starts.len() < count {
            let start = drawn.bytes.len();
            let mut lengths = lengths.iter();
            if let Some(&length) = lengths.next() {
                source.fill(drawn.extend(length))?;
            }
            if rejects.is_some_and(|rejects| rejects(&drawn.bytes[start..])) {
                rejected += 1;
                if rejected == CANDIDATES {
                    return Err(Failed::Rejected(rejected));
                }
                continue;
            }
            rejected = 0;
            drawn.starts.push(start);
            for &length in lengths {
                source.fill(drawn.extend(length))?;
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

/// A source that returns the bytes that another one has returned before, and then continues with
/// that one.
pub(super) struct Replay<'a> {
    drawn: core::slice::Iter<'a, Drawn>,
    /// The rest of the bytes that come next.
    bytes: &'a [u8],
    source: &'a mut dyn Source,
}

impl<'a> Replay<'a> {
    /// Returns a source of the bytes of `drawn`, then of the bytes of `source`.
    pub(super) fn new(drawn: &'a [Drawn], source: &'a mut dyn Source) -> Self {
        Self { drawn: drawn.iter(), bytes: &[], source }
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

impl Source for Replay<'_> {
    fn fill(&mut self, mut target: &mut [u8]) -> Result<(), Failed> {
        while !target.is_empty() && self.is_behind() {
            let (again, rest) = target.split_at_mut(target.len().min(self.bytes.len()));
            let (given, left) = self.bytes.split_at(again.len());
            again.copy_from_slice(given);
            (target, self.bytes) = (rest, left);
        }
        if target.is_empty() { Ok(()) } else { self.source.fill(target) }
    }
}
