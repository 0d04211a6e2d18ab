//! Hashes of many messages, as many at a time as a vector has words of 64 bits: each message in a lane of its own. Messages of a
//! batch have equal lengths, so that they end together.
//!
//! A [function](Function) is written once, over the words of a vector. Where vectors are no registers, and for the last few messages
//! of a batch, single hashes by the function's crate are faster.
//!
//! Hashes may be secret, and a vector does not wipe what is moved out of it: they are read where they are.

use alloc::vec::Vec;
use core::marker::PhantomData;

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::simd::{BitVector, Machine};

use crate::parts::Part;
use crate::secret::{Secret, Wipe};

mod keccak;
mod sha512;

pub(crate) use keccak::Sha3;
pub(crate) use sha512::Sha512;

/// The first 32 bytes of a hash, which is all that the mechanisms use.
type Hash = [u8; 32];

/// Words in the widest vector.
const VECTOR_WORDS: usize = 8;

/// A hash function over words of 64 bits.
pub(crate) trait Function {
    /// The bytes that a permutation or compression takes in.
    const BLOCK: usize;

    /// The length of a message with its padding.
    fn padded(length: usize) -> usize;

    /// Writes the padding of a message of this length behind it, where there are zeros.
    fn pad(row: &mut [u8], length: usize);

    /// A word of a message.
    fn word(bytes: [u8; 8]) -> u64;

    /// The bytes of a word of a hash.
    fn bytes(word: u64) -> [u8; 8];

    /// The first words of the hashes of padded messages, whose words with these numbers `word` gives, in order.
    fn digest<S: Machine>(simd: S, blocks: usize, word: impl Fn(usize) -> S::Bits) -> [S::Bits; 4];
}

/// The hash of each message, which is the sequence of its parts. All have the same length. `single` is the same function of one
/// message.
pub(crate) fn hashes<F: Function, const PARTS: usize>(
    messages: &[[&[u8]; PARTS]],
    single: fn(&[&[u8]]) -> Secret<Hash>,
) -> Vec<Secret<Hash>> {
    let _piece = Part::Hashing.begin();
    dispatch::run(Hashes::<F, PARTS> { messages, single, function: PhantomData })
}

/// The task of [`hashes`].
struct Hashes<'a, F, const PARTS: usize> {
    messages: &'a [[&'a [u8]; PARTS]],
    single: fn(&[&[u8]]) -> Secret<Hash>,
    function: PhantomData<F>,
}

impl<F: Function, const PARTS: usize> Task for Hashes<'_, F, PARTS> {
    type Output = Vec<Secret<Hash>>;

    fn run<S: Machine>(self, simd: S) -> Self::Output {
        let mut hashes: Vec<_> = self.messages.iter().map(|_| Secret::new(Hash::default())).collect();
        let chunks = self.messages.chunks(S::Bits::WORDS).zip(hashes.chunks_mut(S::Bits::WORDS));
        for (messages, hashes) in chunks {
            if S::Bits::IS_REGISTER && messages.len() > S::Bits::WORDS / FEW {
                Rows::<F>::new(messages).hash(simd, hashes);
            } else {
                messages.iter().zip(hashes).for_each(|(parts, hash)| *hash = (self.single)(parts));
            }
        }
        hashes
    }
}

/// From more than this part of the lanes on, all lanes together take less time than the messages one by one.
const FEW: usize = 4;

/// Padded messages, one after the other.
struct Rows<F> {
    bytes: Secret<Vec<u8>>,
    /// The length of a padded message.
    length: usize,
    function: PhantomData<F>,
}

impl<F: Function> Rows<F> {
    fn new<const PARTS: usize>(messages: &[[&[u8]; PARTS]]) -> Self {
        let message_length = |parts: &[&[u8]; PARTS]| parts.iter().map(|part| part.len()).sum();
        let unpadded: usize = messages.first().map_or(0, message_length);
        let length = F::padded(unpadded);
        let mut bytes = Secret::new(alloc::vec![0; messages.len() * length]);
        for (parts, row) in messages.iter().zip(bytes.chunks_exact_mut(length)) {
            assert_eq!(message_length(parts), unpadded, "messages of a batch have equal lengths");
            let mut end = 0;
            for part in parts {
                row[end..][..part.len()].copy_from_slice(part);
                end += part.len();
            }
            F::pad(row, unpadded);
        }
        Self { bytes, length, function: PhantomData }
    }

    /// The hashes of as many messages as there are lanes, or fewer.
    fn hash<S: Machine>(&self, simd: S, hashes: &mut [Secret<Hash>]) {
        let digest = simd.vectorize(
            #[inline(always)]
            || {
                F::digest(
                    simd,
                    self.length / F::BLOCK,
                    #[inline(always)]
                    |index| self.word(simd, index),
                )
            },
        );
        for (k, vector) in digest.into_iter().enumerate() {
            let mut words = [0; VECTOR_WORDS];
            vector.store(&mut words);
            for (hash, &word) in hashes.iter_mut().zip(&words) {
                hash[8 * k..][..8].copy_from_slice(&F::bytes(word));
            }
            words.wipe();
        }
    }

    /// The words of this number of all messages. Lanes without one repeat the last.
    #[inline(always)]
    fn word<S: Machine>(&self, simd: S, index: usize) -> S::Bits {
        let mut words = [0; VECTOR_WORDS];
        let last = self.bytes.len() - self.length;
        for l in 0..S::Bits::WORDS {
            let row = &self.bytes[(l * self.length).min(last)..];
            words[l] = F::word(*row[8 * index..].first_chunk().expect("a message is made of whole words"));
        }
        S::Bits::load(simd, &words)
    }
}

/// Runs the block for `$index` = 0, 1, … below `$bound` <= 25, as straight-line code, which keeps vectors in registers.
macro_rules! unroll {
    ($index:ident < $bound:literal, $body:block) => {
        unroll!(@ $index, $bound, $body, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24)
    };
    (@ $index:ident, $bound:literal, $body:block, $($value:literal)*) => {
        $(if $value < $bound {
            let $index: usize = $value;
            $body
        })*
    };
}
use unroll;

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::dispatch::Backend;

    /// Every length around the ends of the first blocks and some long ones, split into parts anywhere, for full and partial lanes.
    fn check<F: Function>(single: fn(&[&[u8]]) -> Secret<Hash>) {
        let bytes: Vec<u8> = (0..12_000).map(|k: u32| (k.wrapping_mul(0x9e37_79b9) >> 24) as u8).collect();
        for length in (0..300).chain([1158, 1159, 1847, 2067, 2401, 3059]) {
            let count = length % 12 + 1;
            let messages: Vec<_> = (0..count)
                .map(|k| {
                    let (first, rest) = bytes[700 * k..][..length].split_at(length * k / 12);
                    [first, &[], rest]
                })
                .collect();
            let expected: Vec<_> = messages.iter().map(|parts| *single(parts)).collect();
            let found: Vec<_> = hashes::<F, 3>(&messages, single).iter().map(|hash| **hash).collect();
            assert_eq!(found, expected, "{length}");
        }
    }

    fn digest<D: sha2::Digest>(parts: &[&[u8]]) -> Secret<Hash> {
        let digest = parts.iter().fold(D::new(), |state, part| state.chain_update(part)).finalize();
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

    #[test]
    #[should_panic(expected = "equal lengths")]
    fn messages_have_equal_lengths() {
        Rows::<Sha512>::new(&[[&[0u8; 3][..]], [&[0; 4]]]);
    }
}
