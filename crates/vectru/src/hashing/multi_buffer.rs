//! The hash functions, of one message and of several side by side: each message in a lane of its
//! own, of as many 64-bit lanes as a vector has.
//!
//! A [hash function](HashFunction) is written once, over vectors of words. Where vectors are not
//! registers, or too few lanes have blocks to hash, messages are hashed one after the other, each
//! in the fastest form of the backend. Messages that fit into
//! [narrow](vectru_polymul::simd::Simd::narrow) vectors are hashed in those: CPUs that divide the
//! widest vectors need twice the time for them.
//!
//! Hashes may be secret. They are read in place, as a value that is moved leaves an unwiped copy.

use vectru_polymul::simd::{BitVector, Machine, opaque};

#[cfg(feature = "_ntru-prime")]
mod compact;
mod complete;
#[cfg(feature = "_sha3")]
mod halves;
#[cfg(feature = "_sha3")]
mod keccak;
#[cfg(feature = "_ntru-prime")]
mod sha512;
#[cfg(feature = "_sha3")]
mod sponge;
#[cfg(feature = "_sha3")]
mod stream;
#[cfg(feature = "_ntru-prime")]
mod unfinished;

pub(crate) use complete::hash;
#[cfg(feature = "_sha3")]
pub(crate) use keccak::Sha3;
#[cfg(feature = "_ntru-prime")]
pub(crate) use sha512::Sha512;
#[cfg(feature = "_sha3")]
pub(crate) use sponge::Sponge;
#[cfg(feature = "_sha3")]
pub(crate) use stream::{Stream, advance as advance_streams};
#[cfg(feature = "_ntru-prime")]
pub(crate) use unfinished::{Unfinished, advance};

use crate::common::secret::Secret;
use crate::hashing::Hash;

/// The number of 64-bit words of the widest vector.
const VECTOR_WORDS: usize = 8;

/// The number of 64-bit words of the longest block, the one of SHA3-256.
const MAX_BLOCK_WORDS: usize = 17;

/// A block of each message: word k of all messages side by side.
type Block = [[u64; VECTOR_WORDS]; MAX_BLOCK_WORDS];

/// A hash function on words of 64 bits.
pub(crate) trait HashFunction {
    /// The number of words of a block, which a permutation or compression absorbs: at most
    /// [`MAX_BLOCK_WORDS`].
    const BLOCK_WORDS: usize;

    /// The time of a block.
    const TIMES: Times;

    /// The first byte of the padding.
    const MARK: u8;

    /// The least length of the padding, in bytes.
    const PADDING: usize;

    /// Writes the end of the padding to the last block of a message of `length` bytes.
    fn close(last: &mut [u8], length: usize);

    /// Returns a word of a message.
    fn word(bytes: [u8; 8]) -> u64;

    /// Returns the bytes of a word of a hash.
    fn bytes(word: u64) -> [u8; 8];

    /// The state after some blocks. The first words of the state after the last block are the hash.
    type State<B: Copy>: Copy + AsRef<[B]>;

    /// The state before the first block.
    const INITIAL: Self::State<u64>;

    /// Returns the states before the first block.
    fn initial<S: Copy, B: BitVector<S>>(simd: S) -> Self::State<B>;

    /// Returns the states after a block of each message, given its words by index.
    fn absorb<S: Copy, B: BitVector<S>>(simd: S, state: Self::State<B>, word: impl Fn(usize) -> B) -> Self::State<B>;

    /// Absorbs a block of a single message, in the fastest form of the backend. Requires a token of
    /// [narrow](vectru_polymul::simd::Simd::narrow) vectors.
    fn absorb_alone<S: Machine>(simd: S, state: &mut Self::State<u64>, block: &[u8]);

    /// Returns the bytes of a word of the state of a single message.
    #[inline(always)]
    fn bytes_alone(word: u64) -> [u8; 8] {
        Self::bytes(word)
    }
}

/// The time of a block in all lanes of a vector, in eighths of the time that a block of a single
/// message takes on the same backend.
///
/// They are ratios of medians, of runs in turns in one process. On Sapphire Rapids and on Zen 4 the
/// choice by these numbers is the faster one for the messages of the schemes.
pub(crate) struct Times {
    /// The time in four words, where each rotation is two shifts.
    shifted: usize,
    /// The time in four words, where each rotation is one instruction.
    rotated: usize,
    /// The time in eight words.
    wide: usize,
}

/// Returns whether `blocks` blocks of several messages take less time in lanes than one after the
/// other, where the longest message has `longest` of them.
fn saves_time<S: Machine, H: HashFunction>(blocks: usize, longest: usize) -> bool {
    let in_lanes = match S::Bits::WORDS {
        VECTOR_WORDS => H::TIMES.wide,
        _ if S::Bits::ROTATES => H::TIMES.rotated,
        _ => H::TIMES.shifted,
    };
    S::Bits::IS_REGISTER && 8 * blocks > in_lanes * longest
}

/// Returns the length of a message, in bytes.
fn length(segments: &[&[u8]]) -> usize {
    segments.iter().map(|segment| segment.len()).sum()
}

/// Returns the number of blocks of a message with its padding.
fn blocks<H: HashFunction>(segments: &[&[u8]]) -> usize {
    (length(segments) + H::PADDING).div_ceil(8 * H::BLOCK_WORDS)
}

/// Writes a block of a message to its lane, word by word: a scatter of several words, which the
/// compiler would choose on AVX-512, takes longer.
#[inline(always)]
fn write_lane<H: HashFunction>(bytes: &[u8], lane: usize, block: &mut Block) {
    for (words, bytes) in block.iter_mut().zip(bytes.as_chunks().0) {
        words[lane] = opaque(H::word(*bytes));
    }
}

/// Returns a block of a message with its padding: in place if it lies in one segment, else copied
/// to `row`. Returns no bytes if the message has ended.
#[inline(always)]
fn block_of<'a, H: HashFunction, const SEGMENTS: usize>(
    segments: &[&'a [u8]; SEGMENTS],
    index: usize,
    row: &'a mut [u8; 8 * MAX_BLOCK_WORDS],
) -> &'a [u8] {
    let (start, end) = (8 * H::BLOCK_WORDS * index, 8 * H::BLOCK_WORDS * (index + 1));
    let row = &mut row[..8 * H::BLOCK_WORDS];
    let mut offset = 0;
    for segment in segments {
        let segment_end = offset + segment.len();
        let (from, to) = (start.max(offset), end.min(segment_end));
        if from == start && to == end {
            return &segment[from - offset..to - offset];
        }
        if from < to {
            row[from - start..to - start].copy_from_slice(&segment[from - offset..to - offset]);
        }
        offset = segment_end;
    }
    if end <= offset {
        return row;
    }
    if index >= blocks::<H>(segments) {
        return &[];
    }
    row[offset.saturating_sub(start)..].fill(0);
    if start <= offset {
        row[offset - start] = H::MARK;
    }
    if index + 1 == blocks::<H>(segments) {
        H::close(row, offset);
    }
    row
}

/// Returns the blocks of a message, without its padding, that begin with block `index` and lie in
/// the same segment: none if block `index` lies in several segments.
#[inline(always)]
fn blocks_in_place<'a, H: HashFunction>(segments: &[&'a [u8]], index: usize) -> &'a [u8] {
    let size = 8 * H::BLOCK_WORDS;
    let mut start = size * index;
    for segment in segments {
        if let Some(bytes) = segment.get(start..) {
            return &bytes[..bytes.len() / size * size];
        }
        start -= segment.len();
    }
    &[]
}

/// Absorbs the blocks of a message from block `absorbed` on, and writes the hash.
#[inline(always)]
fn finish_alone<S: Machine, H: HashFunction, const SEGMENTS: usize>(
    simd: S,
    segments: &[&[u8]; SEGMENTS],
    absorbed: usize,
    state: &mut H::State<u64>,
    hash: &mut Hash,
) {
    let mut row = Secret::new([0; 8 * MAX_BLOCK_WORDS]);
    let (mut absorbed, count) = (absorbed, blocks::<H>(segments));
    while absorbed < count {
        let in_place = blocks_in_place::<H>(segments, absorbed);
        for block in in_place.chunks_exact(8 * H::BLOCK_WORDS) {
            H::absorb_alone(simd.narrow(), state, block);
        }
        absorbed += in_place.len() / (8 * H::BLOCK_WORDS);
        if absorbed < count {
            H::absorb_alone(simd.narrow(), state, block_of::<H, SEGMENTS>(segments, absorbed, &mut row));
            absorbed += 1;
        }
    }
    for (bytes, &word) in hash.as_chunks_mut().0.iter_mut().zip(state.as_ref()) {
        *bytes = H::bytes_alone(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use vectru_polymul::dispatch::{self, Backend};

    /// Messages of every length around the ends of the first blocks, and some long ones, split into
    /// segments anywhere: of equal and of different lengths, in all lanes and in some.
    fn check<H: HashFunction>(single: fn(&[&[u8]]) -> Hash) {
        let bytes: Vec<u8> = (0..12_000).map(|k: u32| (k.wrapping_mul(0x9e37_79b9) >> 24) as u8).collect();
        for longest in (0..300).chain([1158, 1159, 1847, 2067, 2401, 3059]) {
            for shorter in [0, 1, 131, 260] {
                let count = longest % 12 + 1;
                let messages: Vec<_> = (0..count)
                    .map(|k| {
                        let message = &bytes[700 * k..][..longest - (longest / 2).min(shorter * k)];
                        let (first, rest) = message.split_at(message.len() * k / 12);
                        [first, &[], rest]
                    })
                    .collect();
                let expected: Vec<_> = messages.iter().map(|segments| single(segments)).collect();
                let mut found: Vec<_> = messages.iter().map(|_| Secret::new(Hash::default())).collect();
                hash::<H, 3>(&messages, &mut found);
                assert!(found.iter().map(|hash| **hash).eq(expected), "{longest} {shorter}");
            }
        }
    }

    fn digest<D: sha2::Digest>(segments: &[&[u8]]) -> Hash {
        let digest = segments.iter().fold(D::new(), |state, segment| state.chain_update(segment)).finalize();
        core::array::from_fn(|k| digest[k])
    }

    #[test]
    fn hashes_are_those_of_single_messages() {
        for backend in Backend::available() {
            dispatch::force(Some(backend)).expect("the backend is available");
            #[cfg(feature = "_ntru-prime")]
            check::<Sha512>(digest::<sha2::Sha512>);
            #[cfg(feature = "_sha3")]
            check::<Sha3>(digest::<sha3::Sha3_256>);
        }
        dispatch::force(None).expect("the best backend is available");
    }
}
