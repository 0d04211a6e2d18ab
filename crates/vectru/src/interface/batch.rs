//! Many keys, ciphertexts or shared secrets at a time: what [`Mechanism`] has for many, over what a family does with a
//! chunk of them.
//!
//! A batch is cut into chunks. The random bytes of a chunk are drawn by the calls that single operations make, in their order;
//! then the chunk is computed without the generator. So a chunk can share work, and chunks can run side by side.

use alloc::vec::Vec;

use rand_core::TryCryptoRng;

use crate::common::ciphertext::Ciphertext;
use crate::common::random::try_fill;
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::interface::mechanism::Mechanism;

mod drawn;

use drawn::{Drawn, Replay};

/// The keys that share reciprocals. Each key's part of one is small beside its products by then, and what is kept of a chunk,
/// some 20 to 50 kB a key, is still near the core.
const CHUNK: usize = 32;

/// A key pair.
type Pair<M> = (<M as Mechanism>::DecapsulationKey, <M as Mechanism>::EncapsulationKey);

/// Many key pairs.
pub(crate) fn try_generate_many<M: Mechanism, R: TryCryptoRng + ?Sized>(
    rng: &mut R,
    count: usize,
) -> Result<Vec<Pair<M>>, R::Error> {
    let mut pairs = Vec::with_capacity(count);
    while pairs.len() < count {
        let done = pairs.len();
        let Round { chunk, length } = Round::of(count - done);
        let sizes = (0..length).step_by(chunk).map(|start| chunk.min(length - start));
        let drawn = sizes.map(|size| Drawn::try_new(M::KEY_DRAWS, size, rng)).collect::<Result<Vec<_>, _>>()?;
        pairs.resize_with(done + length, M::zero_pair);
        let work = drawn.iter().zip(pairs[done..].chunks_mut(chunk)).collect();
        let made = each(work, |(drawn, pairs): (&Drawn, _)| M::key_pairs(&drawn.keys(), pairs));
        if let Some(rejected) = made.iter().position(|made| !made) {
            // Key generation rejects a candidate and goes on with bytes that were taken for something else.
            pairs.truncate(done + rejected * chunk);
            let mut replay = Replay::new(&drawn[rejected..], rng);
            while pairs.len() < count && replay.is_behind() {
                pairs.push(M::try_generate(&mut replay)?);
            }
        }
    }
    Ok(pairs)
}

/// Many shared secrets, with their ciphertexts.
pub(crate) fn try_encapsulate_many<M: Mechanism, R: TryCryptoRng + ?Sized>(
    keys: &[&M::EncapsulationKey],
    rng: &mut R,
) -> Result<Vec<(Ciphertext<M>, SharedSecret)>, R::Error> {
    let mut sent = Vec::with_capacity(keys.len());
    while sent.len() < keys.len() {
        let done = sent.len();
        let Round { chunk, length } = Round::of(keys.len() - done);
        let mut seeds = Secret::new(alloc::vec![0; length * M::SEED_BYTES]);
        seeds.chunks_exact_mut(M::SEED_BYTES).try_for_each(|seed| try_fill(rng, seed))?;
        sent.resize_with(done + length, || (Ciphertext::zero(), SharedSecret::zero()));
        let chunks = keys[done..].chunks(chunk).zip(seeds.chunks(chunk * M::SEED_BYTES));
        let work = chunks.zip(sent[done..].chunks_mut(chunk)).collect();
        each(work, |((keys, seeds), sent): ((&[_], &[u8]), _)| {
            M::ciphertexts(keys, &Vec::from_iter(seeds.chunks_exact(M::SEED_BYTES)), sent);
        });
    }
    Ok(sent)
}

/// Many shared secrets of ciphertexts.
pub(crate) fn decapsulate_many<M: Mechanism>(pairs: &[(&M::DecapsulationKey, &Ciphertext<M>)]) -> Vec<SharedSecret> {
    let mut received = Vec::with_capacity(pairs.len());
    received.resize_with(pairs.len(), SharedSecret::zero);
    let Round { chunk, .. } = Round::of(pairs.len());
    let work = pairs.chunks(chunk).zip(received.chunks_mut(chunk)).collect();
    each(work, |(pairs, received): (&[_], _)| M::shared_secrets(pairs, received));
    received
}

/// What is drawn before it is computed: the length of a chunk, and that of all chunks together.
struct Round {
    chunk: usize,
    length: usize,
}

#[cfg(not(feature = "rayon"))]
impl Round {
    /// The next round, where `left` are to be made: one chunk.
    fn of(left: usize) -> Self {
        Self { chunk: CHUNK, length: left.min(CHUNK) }
    }
}

#[cfg(feature = "rayon")]
impl Round {
    /// The next round, where `left` are to be made: some chunks for each thread, so that none waits for long. They are smaller where
    /// there would not be one for each thread, but not so small that hashes have no messages for their lanes.
    fn of(left: usize) -> Self {
        let threads = rayon::current_num_threads();
        let chunk = left.div_ceil(threads).next_multiple_of(8).clamp(8, CHUNK);
        Self { chunk, length: left.min(4 * threads * chunk) }
    }
}

/// The results of all chunks of work.
#[cfg(not(feature = "rayon"))]
fn each<W, O>(work: Vec<W>, compute: impl Fn(W) -> O) -> Vec<O> {
    work.into_iter().map(compute).collect()
}

/// The results of all chunks of work, which all threads do.
#[cfg(feature = "rayon")]
fn each<W: Send, O: Send>(work: Vec<W>, compute: impl Fn(W) -> O + Send + Sync) -> Vec<O> {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    work.into_par_iter().map(compute).collect()
}
