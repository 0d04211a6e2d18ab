//! Hashes of several whole messages.

use core::marker::PhantomData;

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::simd::{BitVector, Machine, Simd, align_frame};

use super::{
    Block, HashFunction, MAX_BLOCK_WORDS, VECTOR_WORDS, block_of, blocks, finish_alone, saves_time, write_lane,
};
use crate::common::parts::Part;
use crate::common::secret::Secret;
use crate::hashing::Hash;

/// Writes the hash of each message, which is the sequence of its segments. They are computed side
/// by side where that saves time.
pub(crate) fn hash<H: HashFunction, const SEGMENTS: usize>(
    messages: &[[&[u8]; SEGMENTS]],
    hashes: &mut [Secret<Hash>],
) {
    let _piece = Part::Hashing.begin();
    dispatch::run(Hashes::<H, SEGMENTS> { messages, hashes, function: PhantomData });
}

/// The task of [`hash`].
struct Hashes<'a, H, const SEGMENTS: usize> {
    messages: &'a [[&'a [u8]; SEGMENTS]],
    hashes: &'a mut [Secret<Hash>],
    function: PhantomData<H>,
}

impl<H: HashFunction, const SEGMENTS: usize> Task for Hashes<'_, H, SEGMENTS> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        let chunks = self.messages.chunks(S::Bits::WORDS).zip(self.hashes.chunks_mut(S::Bits::WORDS));
        for (messages, hashes) in chunks {
            if messages.len() <= <S::Narrow as Simd>::Bits::WORDS {
                hash_some::<_, H, SEGMENTS>(simd.narrow(), messages, hashes);
            } else {
                hash_some::<_, H, SEGMENTS>(simd, messages, hashes);
            }
        }
    }
}

/// Writes the hashes of at most as many messages as a vector has words.
#[inline(always)]
fn hash_some<S: Machine, H: HashFunction, const SEGMENTS: usize>(
    simd: S,
    messages: &[[&[u8]; SEGMENTS]],
    hashes: &mut [Secret<Hash>],
) {
    let counts = messages.iter().map(|segments| blocks::<H>(segments));
    let longest = counts.clone().max().unwrap_or(0);
    if saves_time::<S, H>(counts.sum(), longest) {
        simd.vectorize(
            #[inline(always)]
            || hash_in_lanes::<S, H, SEGMENTS>(simd, messages, hashes),
        );
    } else {
        for (segments, hash) in messages.iter().zip(hashes) {
            finish_alone::<S, H, SEGMENTS>(simd, segments, 0, &mut { H::INITIAL }, hash);
        }
    }
}

/// Writes the hashes of at most as many messages as a vector has words, in lanes.
#[inline(always)]
fn hash_in_lanes<S: Machine, H: HashFunction, const SEGMENTS: usize>(
    simd: S,
    messages: &[[&[u8]; SEGMENTS]],
    hashes: &mut [Secret<Hash>],
) {
    align_frame::<S::Bits>();
    let longest = messages.iter().map(|segments| blocks::<H>(segments)).max().unwrap_or(0);
    let mut block = Secret::<Block>::new([[0; VECTOR_WORDS]; MAX_BLOCK_WORDS]);
    let mut row = Secret::new([0; 8 * MAX_BLOCK_WORDS]);
    let mut digest = Secret::new([0; VECTOR_WORDS]);
    let mut state = H::initial::<S, S::Bits>(simd);
    for index in 0..longest {
        for (lane, segments) in messages.iter().enumerate() {
            let bytes = block_of::<H, SEGMENTS>(segments, index, &mut row);
            write_lane::<H>(bytes, lane, &mut block);
        }
        state = H::absorb(
            simd,
            state,
            #[inline(always)]
            |k| S::Bits::load(simd, &block[k]),
        );
        // Messages can end at different blocks. The lane of a message that has ended absorbs some
        // block again.
        if messages.iter().any(|segments| blocks::<H>(segments) == index + 1) {
            for (k, vector) in state.as_ref().iter().take(4).enumerate() {
                vector.store(&mut *digest);
                for ((segments, hash), &word) in messages.iter().zip(&mut *hashes).zip(&*digest) {
                    if blocks::<H>(segments) == index + 1 {
                        hash[8 * k..][..8].copy_from_slice(&H::bytes(word));
                    }
                }
            }
        }
    }
}
