//! Functions of Keccak (FIPS 202) of short messages with long outputs, side by side: each message
//! in a lane of its own.

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::simd::{BitVector, Machine, Simd, align_frame};

use super::keccak::{STATE_WORDS, Sha3, permute};
use super::stream::Stream;
use super::{VECTOR_WORDS, saves_time};
use crate::common::secret::Secret;

/// A function of messages of LENGTH bytes, a multiple of 8, which fit into a block with their
/// padding.
pub(crate) struct Sponge<const LENGTH: usize> {
    /// The number of 64-bit words of a block.
    pub(crate) rate: usize,
    /// The first byte of the padding.
    pub(crate) mark: u8,
}

impl<const LENGTH: usize> Sponge<LENGTH> {
    /// Writes the output of each message. The lengths of outputs are multiples of 8 bytes, and may
    /// differ.
    pub(crate) fn hash(&self, messages: &[&[u8; LENGTH]], outputs: &mut [&mut [u8]]) {
        const { assert!(LENGTH.is_multiple_of(8)) };
        debug_assert!(LENGTH < 8 * self.rate && outputs.iter().all(|output| output.len().is_multiple_of(8)));
        dispatch::run(Outputs { sponge: self, messages, outputs });
    }

    /// Returns the number of blocks of an output.
    const fn blocks(&self, output: &[u8]) -> usize {
        output.len().div_ceil(8 * self.rate)
    }

    /// Writes the outputs of at most as many messages as a vector has words.
    #[inline(always)]
    fn hash_some<S: Machine>(&self, simd: S, messages: &[&[u8; LENGTH]], outputs: &mut [&mut [u8]]) {
        let counts = outputs.iter().map(|output| self.blocks(output));
        let longest = counts.clone().max().unwrap_or(0);
        if saves_time::<S, Sha3>(counts.sum(), longest) {
            simd.vectorize(
                #[inline(always)]
                || self.hash_in_lanes(simd, messages, outputs),
            );
        } else {
            for (message, output) in messages.iter().zip(outputs) {
                self.start(message, output).finish_on(simd.narrow());
            }
        }
    }

    /// Starts to compute the output of a message, whose length is a multiple of 8 bytes.
    pub(crate) fn start<'a>(&self, message: &[u8; LENGTH], output: &'a mut [u8]) -> Stream<'a> {
        Stream::absorbed(message, self.rate, self.mark, output)
    }

    /// Writes the outputs of at most as many messages as a vector has words, in lanes. A lane whose
    /// output has ended is computed to no effect.
    #[inline(always)]
    fn hash_in_lanes<S: Machine>(&self, simd: S, messages: &[&[u8; LENGTH]], outputs: &mut [&mut [u8]]) {
        align_frame::<S::Bits>();
        let mut row = Secret::new([0; VECTOR_WORDS]);
        let mut state = [S::Bits::splat(simd, 0); STATE_WORDS];
        for k in 0..LENGTH / 8 {
            for (word, message) in row.iter_mut().zip(messages) {
                *word = u64::from_le_bytes(message.as_chunks().0[k]);
            }
            state[k] = S::Bits::load(simd, &*row);
        }
        state[LENGTH / 8] = S::Bits::splat(simd, self.mark.into());
        state[self.rate - 1] = state[self.rate - 1] ^ S::Bits::splat(simd, 1 << 63);
        let longest = outputs.iter().map(|output| self.blocks(output)).max().unwrap_or(0);
        for block in 0..longest {
            permute(simd, &mut state);
            for (k, words) in state[..self.rate].iter().enumerate() {
                words.store(&mut *row);
                for (&word, output) in row.iter().zip(&mut *outputs) {
                    if let Some(target) = output.as_chunks_mut().0.get_mut(block * self.rate + k) {
                        *target = word.to_le_bytes();
                    }
                }
            }
        }
    }
}

/// The task of [`Sponge::hash`].
struct Outputs<'a, 'b, const LENGTH: usize> {
    sponge: &'a Sponge<LENGTH>,
    messages: &'a [&'a [u8; LENGTH]],
    outputs: &'a mut [&'b mut [u8]],
}

impl<const LENGTH: usize> Task for Outputs<'_, '_, LENGTH> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        let lanes = S::Bits::WORDS;
        for (messages, outputs) in self.messages.chunks(lanes).zip(self.outputs.chunks_mut(lanes)) {
            if messages.len() <= <S::Narrow as Simd>::Bits::WORDS {
                self.sponge.hash_some(simd.narrow(), messages, outputs);
            } else {
                self.sponge.hash_some(simd, messages, outputs);
            }
        }
    }
}

#[cfg(all(test, feature = "_module-lwr"))]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use shake::Shake128;
    use shake::digest::{ExtendableOutput, Update};
    use vectru_polymul::dispatch::{self, Backend};

    use crate::hashing::Hash;
    use crate::hashing::sha3::sha3_512;
    use crate::hashing::shake::expand;

    /// Returns the first bytes of SHAKE128.
    fn shake_128(seed: &[u8], length: usize) -> Vec<u8> {
        let mut output = vec![0; length];
        let mut state = Shake128::default();
        state.update(seed);
        state.finalize_xof_into(&mut output);
        output
    }

    /// Any number of messages, whose outputs end anywhere in a block.
    #[test]
    fn outputs_are_those_of_single_messages() {
        for backend in Backend::available() {
            dispatch::force(Some(backend)).expect("the backend is available");
            for count in 0..20usize {
                let seeds: Vec<Hash> = (0..count).map(|k| [(7 * k + count) as u8; 32]).collect();
                let lengths = (0..count).map(|k| 8 * (k * k * 31 + count * 17 + 1) % 1000 / 8 * 8);
                let expected: Vec<_> =
                    seeds.iter().zip(lengths).map(|(seed, length)| shake_128(seed, length)).collect();
                let mut found: Vec<_> = expected.iter().map(|output| vec![0; output.len()]).collect();
                let seeds: Vec<_> = seeds.iter().collect();
                expand(&seeds, &mut found.iter_mut().map(|output| &mut output[..]).collect::<Vec<_>>());
                assert_eq!(found, expected, "{backend}, {count}");

                let messages: Vec<[u8; 64]> = (0..count).map(|k| [(5 * k + count) as u8; 64]).collect();
                let mut found = vec![[0; 64]; count];
                let references: Vec<_> = messages.iter().collect();
                sha3_512(&references, &mut found.iter_mut().map(|output| &mut output[..]).collect::<Vec<_>>());
                let expected =
                    messages.iter().map(|message| <[u8; 64]>::from(<sha3::Sha3_512 as sha3::Digest>::digest(message)));
                assert!(found.into_iter().eq(expected), "{backend}, {count}");
            }
        }
        dispatch::force(None).expect("the best backend is available");
    }
}
