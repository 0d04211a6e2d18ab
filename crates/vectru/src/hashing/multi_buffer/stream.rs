//! Functions of Keccak (FIPS 202) of single messages, several side by side: each in a lane of its
//! own.
//!
//! A mechanism hashes keys and ciphertexts while it expands a seed. [`advance`] computes
//! permutations of several streams side by side, and [`Stream::finish`] those that are left. Where
//! lanes save no time, none is computed before the end.

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::simd::{BitVector, Machine, Simd, align_frame};

use super::keccak::{STATE_WORDS, Sha3, loaded, permute, permute_alone, stored};
use super::{Block, HashFunction, MAX_BLOCK_WORDS, VECTOR_WORDS, block_of, blocks, saves_time, write_lane};
use crate::common::parts::Part;
use crate::common::secret::Secret;
use crate::hashing::Hash;

/// A function of a message, of whose permutations some are computed.
pub(crate) struct Stream<'a> {
    state: Secret<[u64; STATE_WORDS]>,
    /// A message of SHA3-256, of which each block is absorbed before a permutation.
    message: &'a [u8],
    /// The number of these blocks: 0 if the state has absorbed the message at the start.
    blocks: usize,
    output: &'a mut [u8],
    /// The number of 64-bit words of a block.
    rate: usize,
    /// The number of permutations before the one that the next block of the output follows from.
    ahead: usize,
    /// The number of permutations computed so far.
    computed: usize,
    /// The number of bytes of the output that are written.
    written: usize,
}

/// A stream while permutations are computed.
pub(crate) struct Lane<'s> {
    state: &'s mut [u64; STATE_WORDS],
    message: &'s [u8],
    blocks: usize,
    output: &'s mut [u8],
    rate: usize,
    ahead: &'s mut usize,
    computed: &'s mut usize,
    written: &'s mut usize,
}

impl<'a> Stream<'a> {
    /// Starts SHA3-256 of a message.
    pub(crate) fn hash(message: &'a [u8], hash: &'a mut Hash) -> Self {
        let (state, rate) = (Secret::new(Sha3::INITIAL), Sha3::BLOCK_WORDS);
        let blocks = blocks::<Sha3>(&[message]);
        Self { state, message, blocks, output: hash, rate, ahead: blocks - 1, computed: 0, written: 0 }
    }

    /// Starts a function that absorbs a message of whole words, shorter than a block of `rate`
    /// words, and marks its end with `mark`. The length of the output is a multiple of 8.
    pub(super) fn absorbed(message: &[u8], rate: usize, mark: u8, output: &'a mut [u8]) -> Self {
        let mut state = Secret::new([0; STATE_WORDS]);
        for (word, &bytes) in state.iter_mut().zip(message.as_chunks().0) {
            *word = stored(u64::from_le_bytes(bytes));
        }
        state[message.len() / 8] = stored(mark.into());
        state[rate - 1] ^= stored(1 << 63);
        Self { state, message: &[], blocks: 0, output, rate, ahead: 0, computed: 0, written: 0 }
    }

    /// Returns the stream as a lane of [`advance`].
    pub(crate) fn lane(&mut self) -> Lane<'_> {
        let Self { state, message, blocks, output, rate, ahead, computed, written } = self;
        Lane { state, message, blocks: *blocks, output, rate: *rate, ahead, computed, written }
    }

    /// Computes all permutations that are left, on narrow vectors.
    pub(super) fn finish_on<S: Machine>(mut self, simd: S) {
        let mut row = Secret::new([0; 8 * MAX_BLOCK_WORDS]);
        let mut lane = self.lane();
        while *lane.written < lane.output.len() {
            lane.step(simd, &mut row);
        }
    }

    /// Writes what is left of the output.
    pub(crate) fn finish(self) {
        let _piece = Part::Hashing.begin();
        dispatch::run(Finish(self));
    }

    /// Writes what is left of the output. Meanwhile another stream advances, if there is one.
    pub(crate) fn finish_beside(mut self, other: Option<&mut Stream<'_>>) {
        if let Some(other) = other {
            advance([other.lane(), self.lane()]);
        }
        self.finish();
    }
}

impl<'s> Lane<'s> {
    /// Returns the number of permutations that are left.
    fn left(&self) -> usize {
        *self.ahead + (self.output.len() - *self.written).div_ceil(8 * self.rate)
    }

    /// Returns the block to absorb before the next permutation: nothing if there is none.
    fn block<'b>(&self, row: &'b mut [u8; 8 * MAX_BLOCK_WORDS]) -> &'b [u8]
    where
        's: 'b,
    {
        if *self.computed < self.blocks { block_of::<Sha3, 1>(&[self.message], *self.computed, row) } else { &[] }
    }

    /// Counts a permutation, and returns the words of the output that follow from it, and the state
    /// after it.
    fn count(&mut self) -> (&mut [[u8; 8]], &mut [u64; STATE_WORDS]) {
        *self.computed += 1;
        let start = *self.written;
        if let Some(ahead) = self.ahead.checked_sub(1) {
            *self.ahead = ahead;
        } else {
            *self.written = self.output.len().min(start + 8 * self.rate);
        }
        (self.output[start..*self.written].as_chunks_mut().0, self.state)
    }

    /// Computes the next permutation.
    fn step<S: Machine>(&mut self, simd: S, row: &mut [u8; 8 * MAX_BLOCK_WORDS]) {
        let block = self.block(row);
        for (word, &bytes) in self.state.iter_mut().zip(block.as_chunks().0) {
            *word ^= stored(u64::from_le_bytes(bytes));
        }
        permute_alone(simd, self.state);
        let (output, state) = self.count();
        for (target, &word) in output.iter_mut().zip(&*state) {
            *target = loaded(word).to_le_bytes();
        }
    }
}

/// The task of [`Stream::finish`].
struct Finish<'a>(Stream<'a>);

impl Task for Finish<'_> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        self.0.finish_on(simd.narrow());
    }
}

/// Computes the same number of permutations of each stream, as many as every one of them has left,
/// if that saves time. If vectors have fewer lanes than there are streams, only the first ones
/// advance.
pub(crate) fn advance<const COUNT: usize>(streams: [Lane<'_>; COUNT]) {
    let _piece = Part::Hashing.begin();
    dispatch::run(Advance(streams));
}

/// The task of [`advance`].
struct Advance<'s, const COUNT: usize>([Lane<'s>; COUNT]);

impl<const COUNT: usize> Task for Advance<'_, COUNT> {
    type Output = ();

    fn run<S: Machine>(mut self, simd: S) {
        let simd = simd.narrow();
        let lanes = &mut self.0[..COUNT.min(<S::Narrow as Simd>::Bits::WORDS)];
        if saves_time::<S::Narrow, Sha3>(lanes.len(), 1) {
            simd.vectorize(
                #[inline(always)]
                || advance_in_lanes(simd, lanes),
            );
        }
    }
}

/// Computes permutations of each stream in lanes.
#[inline(always)]
fn advance_in_lanes<S: Machine>(simd: S, streams: &mut [Lane<'_>]) {
    align_frame::<S::Bits>();
    let steps = streams.iter().map(|stream| stream.left()).min().unwrap_or(0);
    let mut words = Secret::new([[0; VECTOR_WORDS]; STATE_WORDS]);
    for (lane, stream) in streams.iter().enumerate() {
        for (words, &word) in words.iter_mut().zip(&*stream.state) {
            words[lane] = word;
        }
    }
    // With these indices the state stays in registers, or in aligned memory.
    let mut state = [S::Bits::splat(simd, 0); STATE_WORDS];
    unroll!(K < 25, {
        state[K] = S::Bits::load(simd, &words[K]);
    });
    let mut block = Secret::<Block>::new([[0; VECTOR_WORDS]; MAX_BLOCK_WORDS]);
    let mut row = Secret::new([0; 8 * MAX_BLOCK_WORDS]);
    for _ in 0..steps {
        for (lane, stream) in streams.iter().enumerate() {
            match stream.block(&mut row) {
                [] => block.iter_mut().for_each(|words| words[lane] = 0),
                bytes => write_lane::<Sha3>(bytes, lane, &mut block),
            }
        }
        unroll!(K < 16, {
            state[K] = state[K] ^ S::Bits::load(simd, &block[K]);
        });
        state[16] = state[16] ^ S::Bits::load(simd, &block[16]);
        permute(simd, &mut state);
        unroll!(K < 25, {
            state[K].store(&mut words[K]);
        });
        for (lane, stream) in streams.iter_mut().enumerate() {
            let (output, _) = stream.count();
            for (target, words) in output.iter_mut().zip(&*words) {
                *target = words[lane].to_le_bytes();
            }
        }
    }
    for (lane, stream) in streams.iter_mut().enumerate() {
        for (word, words) in stream.state.iter_mut().zip(&*words) {
            *word = words[lane];
        }
    }
}

#[cfg(all(test, feature = "_module-lwr"))]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    use shake::Shake128;
    use shake::digest::{ExtendableOutput, Update};
    use vectru_polymul::dispatch::Backend;

    use crate::hashing::shake::start;

    /// A hash, an expansion, and another hash, of which any two advance in turn.
    fn check(bytes: &[u8], [first, length, third]: [usize; 3]) {
        let (first, third) = (&bytes[..first], &bytes[7..][..third]);
        let seed = bytes[..32].first_chunk().expect("32 bytes");
        let (mut found, mut output) = ([Hash::default(); 2], vec![0; length]);
        let [first_hash, third_hash] = &mut found;
        let mut hash = Stream::hash(first, first_hash);
        let mut expansion = start(seed, &mut output);
        let mut other = Stream::hash(third, third_hash);
        advance([hash.lane(), expansion.lane(), other.lane()]);
        advance([expansion.lane(), other.lane()]);
        other.finish_beside(Some(&mut hash));
        hash.finish_beside(Some(&mut expansion));
        expansion.finish();

        let expected = [first, third].map(|message| Hash::from(<sha3::Sha3_256 as sha3::Digest>::digest(message)));
        assert_eq!(found, expected);
        let mut expected = vec![0; length];
        let mut state = Shake128::default();
        state.update(seed);
        state.finalize_xof_into(&mut expected);
        assert_eq!(output, expected);
    }

    #[test]
    fn outputs_are_those_of_the_crates() {
        let bytes: Vec<u8> = (0..3_000).map(|k: u32| (k.wrapping_mul(0x9e37_79b9) >> 24) as u8).collect();
        for backend in Backend::available() {
            dispatch::force(Some(backend)).expect("the backend is available");
            for length in (0..6).chain(130..140).chain(268..276) {
                for expanded in [8, 160, 168, 176, 768, 3744] {
                    for other in [0, 32, 135, 136, 992, 1088] {
                        check(&bytes, [length, expanded, other]);
                    }
                }
            }
        }
        dispatch::force(None).expect("the best backend is available");
    }
}
