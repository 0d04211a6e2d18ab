//! Hashes of several messages side by side: each message in a lane of its own, of as many 64-bit
//! lanes as a vector has.
//!
//! A [hash function](HashFunction) is written once, over vectors of words. Where vectors are not
//! registers, or too few lanes have blocks to hash, messages are hashed one after the other: with
//! the crate of the function, or in words if the backend compiles that to faster code. Messages
//! that fit into [narrow](vectru_polymul::simd::Simd::narrow) vectors are hashed in those: CPUs
//! that divide the widest vectors need twice the time for them.
//!
//! Hashes may be secret. They are read in place, as a value that is moved leaves an unwiped copy.

use vectru_polymul::simd::{BitVector, Machine, Simd};

mod compact;
mod complete;
mod keccak;
mod sha512;
mod sponge;
#[cfg(feature = "_ntru-prime")]
mod unfinished;

pub(crate) use complete::hash;
pub(crate) use keccak::Sha3;
pub(crate) use sha512::Sha512;
pub(crate) use sponge::Sponge;
#[cfg(feature = "_ntru-prime")]
pub(crate) use unfinished::{Unfinished, advance};

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

    /// The state after some blocks.
    type State<B: Copy>: Copy + AsRef<[B]>;

    /// Returns the state before the first block.
    fn initial<S: Copy, B: BitVector<S>>(simd: S) -> Self::State<B>;

    /// Returns the state after a block, given its words by index. The first words of the state
    /// after the last block are the hashes.
    fn absorb<S: Copy, B: BitVector<S>>(simd: S, state: Self::State<B>, word: impl Fn(usize) -> B) -> Self::State<B>;
}

/// Bounds of the time of a block, in sixteenths of the time that the crate of the hash function
/// takes for it.
pub(crate) struct Times {
    /// The time in words, on backends that [extend](Simd::EXTENDS_WORDS) them.
    words: usize,
    /// The time in all lanes of four words, where each rotation is two shifts.
    shifted: usize,
    /// The time in all lanes of four words, where each rotation is one instruction.
    rotated: usize,
    /// The time in all lanes of eight words.
    wide: usize,
}

/// The time that the crate takes for a block.
const BY_CRATE: usize = 16;

/// Returns whether blocks are absorbed in less time in words than by the crate.
const fn prefers_words<S: Simd, H: HashFunction>() -> bool {
    S::EXTENDS_WORDS && H::TIMES.words < BY_CRATE
}

/// Returns whether `blocks` blocks of several messages take less time in lanes than one after the
/// other, where the longest message has `longest` of them.
fn saves_time<S: Machine, H: HashFunction>(blocks: usize, longest: usize) -> bool {
    let in_lanes = match S::Bits::WORDS {
        VECTOR_WORDS => H::TIMES.wide,
        _ if S::Bits::ROTATES => H::TIMES.rotated,
        _ => H::TIMES.shifted,
    };
    let alone = if prefers_words::<S, H>() { H::TIMES.words } else { BY_CRATE };
    S::Bits::IS_REGISTER && alone * blocks > in_lanes * longest
}

/// Returns the length of a message, in bytes.
fn length(segments: &[&[u8]]) -> usize {
    segments.iter().map(|segment| segment.len()).sum()
}

/// Returns the number of blocks of a message with its padding.
fn blocks<H: HashFunction>(segments: &[&[u8]]) -> usize {
    (length(segments) + H::PADDING).div_ceil(8 * H::BLOCK_WORDS)
}

/// Writes a block of a message to its lane.
#[inline(always)]
fn write_lane<H: HashFunction>(bytes: &[u8], lane: usize, block: &mut Block) {
    for (words, bytes) in block.iter_mut().zip(bytes.as_chunks().0) {
        words[lane] = H::word(*bytes);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::secret::Secret;
    use crate::hashing::Hash;
    use alloc::vec::Vec;
    use vectru_polymul::dispatch::{self, Backend};

    /// Messages of every length around the ends of the first blocks, and some long ones, split into
    /// segments anywhere: of equal and of different lengths, in all lanes and in some.
    fn check<H: HashFunction>(single: fn(&[&[u8]]) -> Secret<Hash>) {
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
                let expected: Vec<_> = messages.iter().map(|segments| *single(segments)).collect();
                let mut found: Vec<_> = messages.iter().map(|_| Secret::new(Hash::default())).collect();
                hash::<H, 3>(&messages, single, &mut found);
                assert!(found.iter().map(|hash| **hash).eq(expected), "{longest} {shorter}");
            }
        }
    }

    fn digest<D: sha2::Digest>(segments: &[&[u8]]) -> Secret<Hash> {
        let digest = segments.iter().fold(D::new(), |state, segment| state.chain_update(segment)).finalize();
        Secret::new(core::array::from_fn(|k| digest[k]))
    }

    #[test]
    fn hashes_are_those_of_single_messages() {
        for backend in Backend::available() {
            dispatch::force(Some(backend)).expect("the backend is available");
            check::<Sha512>(digest::<sha2::Sha512>);
            check::<Sha3>(digest::<sha3::Sha3_256>);
        }
        dispatch::force(None).expect("the best backend is available");
    }
}
