//! SHA-512 of messages that become known part by part, several side by side.
//!
//! A hash starts with the part of its message that is known. [`advance`] absorbs whole blocks of
//! several hashes side by side, and [`Unfinished::finish`] the rest. Where lanes save no time,
//! nothing is absorbed before the end.

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::simd::{BitVector, Machine, Simd, align_frame};

use super::{
    Block, HashFunction, MAX_BLOCK_WORDS, Sha512, VECTOR_WORDS, block_of, blocks, finish_alone, length, saves_time,
    write_lane,
};
use crate::common::parts::Part;
use crate::common::secret::Secret;
use crate::hashing::Hash;

/// The length of a block, in bytes.
const BLOCK_BYTES: usize = 8 * Sha512::BLOCK_WORDS;

/// The number of segments of a message: three of its known part, and the rest.
const SEGMENTS: usize = 4;

/// A hash of which some blocks are absorbed.
pub(crate) struct Unfinished<'m> {
    /// The message. The last segment is empty until the end.
    segments: [&'m [u8]; SEGMENTS],
    /// True if the segments are the whole message.
    is_complete: bool,
    /// The number of blocks absorbed so far.
    absorbed: usize,
    state: Secret<[u64; 8]>,
}

impl<'m> Unfinished<'m> {
    /// Starts the hash of a message that is, or begins with, the sequence of these segments.
    pub(crate) const fn new([first, second, third]: [&'m [u8]; SEGMENTS - 1], is_complete: bool) -> Self {
        let segments: [&[u8]; SEGMENTS] = [first, second, third, &[]];
        Self { segments, is_complete, absorbed: 0, state: Secret::new(Sha512::INITIAL) }
    }

    /// Returns the number of blocks that can be absorbed now.
    fn ready(&self) -> usize {
        let known =
            if self.is_complete { blocks::<Sha512>(&self.segments) } else { length(&self.segments) / BLOCK_BYTES };
        known - self.absorbed
    }

    /// Returns the hash, given the rest of the message: nothing if the message is complete.
    pub(crate) fn finish(mut self, rest: &[u8]) -> Secret<Hash> {
        let _piece = Part::Hashing.begin();
        let mut hash = Secret::new(Hash::default());
        dispatch::run(Finish { unfinished: &mut self, rest, hash: &mut hash });
        hash
    }
}

/// The task of [`Unfinished::finish`].
struct Finish<'a, 'm> {
    unfinished: &'a mut Unfinished<'m>,
    rest: &'a [u8],
    hash: &'a mut Hash,
}

impl Task for Finish<'_, '_> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        let Unfinished { segments: [first, second, third, _], absorbed, ref mut state, .. } = *self.unfinished;
        finish_alone::<S, Sha512, SEGMENTS>(simd, &[first, second, third, self.rest], absorbed, state, self.hash);
    }
}

/// Absorbs the same number of blocks of each hash, as many as every one of them has ready, if that
/// saves time.
pub(crate) fn advance<const COUNT: usize>(hashes: [&mut Unfinished<'_>; COUNT]) {
    let _piece = Part::Hashing.begin();
    let steps = hashes.iter().map(|hash| hash.ready()).min().unwrap_or(0);
    dispatch::run(Advance { hashes, steps });
}

/// The task of [`advance`].
struct Advance<'a, 'm, const COUNT: usize> {
    hashes: [&'a mut Unfinished<'m>; COUNT],
    steps: usize,
}

impl<const COUNT: usize> Task for Advance<'_, '_, COUNT> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        let simd = simd.narrow();
        if COUNT <= <S::Narrow as Simd>::Bits::WORDS && saves_time::<S::Narrow, Sha512>(COUNT, 1) {
            simd.vectorize(
                #[inline(always)]
                || absorb_in_lanes(simd, self),
            );
        }
    }
}

/// Absorbs blocks of each hash in lanes.
#[inline(always)]
fn absorb_in_lanes<S: Machine, const COUNT: usize>(simd: S, Advance { hashes, steps }: Advance<'_, '_, COUNT>) {
    align_frame::<S::Bits>();
    let mut states = Secret::new([[0; VECTOR_WORDS]; 8]);
    for (lane, hash) in hashes.iter().enumerate() {
        for (words, &word) in states.iter_mut().zip(&*hash.state) {
            words[lane] = word;
        }
    }
    let mut state = Sha512::initial::<S, S::Bits>(simd);
    for (vector, words) in state.iter_mut().zip(&*states) {
        *vector = S::Bits::load(simd, words);
    }
    let mut block = Secret::<Block>::new([[0; VECTOR_WORDS]; MAX_BLOCK_WORDS]);
    let mut row = Secret::new([0; 8 * MAX_BLOCK_WORDS]);
    for step in 0..steps {
        for (lane, hash) in hashes.iter().enumerate() {
            let bytes = block_of::<Sha512, SEGMENTS>(&hash.segments, hash.absorbed + step, &mut row);
            write_lane::<Sha512>(bytes, lane, &mut block);
        }
        state = Sha512::absorb(
            simd,
            state,
            #[inline(always)]
            |k| S::Bits::load(simd, &block[k]),
        );
    }
    for (vector, words) in state.iter().zip(&mut *states) {
        vector.store(words);
    }
    for (lane, hash) in hashes.into_iter().enumerate() {
        hash.absorbed += steps;
        for (word, words) in hash.state.iter_mut().zip(&*states) {
            *word = words[lane];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use sha2::Digest;
    use vectru_polymul::dispatch::Backend;

    fn expected(message: &[u8]) -> Hash {
        core::array::from_fn(|k| sha2::Sha512::digest(message)[k])
    }

    /// Two hashes side by side, the second of a message that has a rest, then a third one.
    fn check(bytes: &[u8], [first, second, third, rest]: [usize; 4]) {
        let (first, second, third) = (&bytes[..first], &bytes[7..][..second], &bytes[11..][..third]);
        let split = |message| <[u8]>::split_at(message, message.len() / 3);
        let ((a, b), (c, d)) = (split(first), split(second));
        let mut long = Unfinished::new([a, &[], b], true);
        let mut open = Unfinished::new([c, d, &[]], false);
        let mut short = Unfinished::new([third, &[], &[]], true);
        advance([&mut long, &mut open, &mut short]);
        advance([&mut long, &mut open]);
        advance([&mut long, &mut short]);
        let rest = &bytes[31..][..rest];
        assert_eq!(*open.finish(rest), expected(&[second, rest].concat()));
        assert_eq!(*short.finish(&[]), expected(third));
        assert_eq!(*long.finish(&[]), expected(first));
    }

    #[test]
    fn hashes_are_those_of_the_crate() {
        let bytes: Vec<u8> = (0..3_000).map(|k: u32| (k.wrapping_mul(0x9e37_79b9) >> 24) as u8).collect();
        for backend in Backend::available() {
            dispatch::force(Some(backend)).expect("the backend is available");
            for length in (0..10).chain(105..135).chain(235..265) {
                for other in [0, 65, 111, 112, 128, 255, 1072] {
                    for rest in [0, 32, 111, 112, 200] {
                        check(&bytes, [length, other, 64, rest]);
                        check(&bytes, [other, length, 191, rest]);
                        check(&bytes, [1159, other, length, rest]);
                    }
                }
            }
        }
        dispatch::force(None).expect("the best backend is available");
    }
}
