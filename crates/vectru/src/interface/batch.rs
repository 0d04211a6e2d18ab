//! Many keys, ciphertexts or shared secrets at a time: what [`Mechanism`] has for many, over what a family does with a
//! group of them.
//!
//! A batch is cut into chunks. The random bytes of a group are drawn by the calls that single operations make, in their order;
//! then the group is computed without the generator. So a group can share work, and chunks can run side by side.

use alloc::vec::Vec;

use rand_core::TryCryptoRng;

use crate::common::ciphertext::Ciphertext;
use crate::common::random::try_fill;
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::interface::mechanism::Mechanism;

mod drawn;

use drawn::{Drawn, Replay};

/// The keys that share reciprocals. Each key's part of one is small beside its products by then, and what is kept of a group,
/// some 20 to 50 kB a key, is still near the core.
const GROUP: usize = 32;

/// A key pair.
type KeyPair<K> = (<K as Mechanism>::DecapsulationKey, <K as Mechanism>::EncapsulationKey);

/// Many key pairs.
pub(crate) fn try_generate_many<K: Mechanism, R: TryCryptoRng + ?Sized>(
    rng: &mut R,
    count: usize,
) -> Result<Vec<KeyPair<K>>, R::Error> {
    let mut pairs = Vec::with_capacity(count);
    while pairs.len() < count {
        let done = pairs.len();
        let Round { group, length } = Round::of(count - done);
        let sizes = (0..length).step_by(group).map(|start| group.min(length - start));
        let drawn = sizes.map(|size| Drawn::try_new(K::KEY_DRAWS, size, rng)).collect::<Result<Vec<_>, _>>()?;
        pairs.resize_with(done + length, K::zero_pair);
        let work = drawn.iter().zip(pairs[done..].chunks_mut(group)).collect();
        let made = each(work, |(drawn, pairs): (&Drawn, _)| K::key_pairs(&drawn.keys(), pairs));
        if let Some(rejected) = made.iter().position(|made| !made) {
            // Key generation rejects a candidate and goes on with bytes that were taken for something else.
            pairs.truncate(done + rejected * group);
            let mut replay = Replay::new(&drawn[rejected..], rng);
            while pairs.len() < count && replay.is_behind() {
                pairs.push(K::try_generate(&mut replay)?);
            }
        }
    }
    Ok(pairs)
}

/// Many shared secrets, with their ciphertexts.
pub(crate) fn try_encapsulate_many<K: Mechanism, R: TryCryptoRng + ?Sized>(
    keys: &[&K::EncapsulationKey],
    rng: &mut R,
) -> Result<Vec<(Ciphertext<K>, SharedSecret)>, R::Error> {
    let mut sent = Vec::with_capacity(keys.len());
    while sent.len() < keys.len() {
        let done = sent.len();
        let Round { group, length } = Round::of(keys.len() - done);
        let mut seeds = Secret::new(alloc::vec![0; length * K::SEED_BYTES]);
        seeds.chunks_exact_mut(K::SEED_BYTES).try_for_each(|seed| try_fill(rng, seed))?;
        sent.resize_with(done + length, || (Ciphertext::zero(), SharedSecret::zero()));
        let chunks = keys[done..].chunks(group).zip(seeds.chunks(group * K::SEED_BYTES));
        let work = chunks.zip(sent[done..].chunks_mut(group)).collect();
        each(work, |((keys, seeds), sent): ((&[_], &[u8]), _)| {
            K::ciphertexts(keys, &Vec::from_iter(seeds.chunks_exact(K::SEED_BYTES)), sent);
        });
    }
    Ok(sent)
}

/// Many shared secrets of ciphertexts.
pub(crate) fn decapsulate_many<K: Mechanism>(pairs: &[(&K::DecapsulationKey, &Ciphertext<K>)]) -> Vec<SharedSecret> {
    let mut received = Vec::with_capacity(pairs.len());
    received.resize_with(pairs.len(), SharedSecret::zero);
    let Round { group, .. } = Round::of(pairs.len());
    let work = pairs.chunks(group).zip(received.chunks_mut(group)).collect();
    each(work, |(pairs, received): (&[_], _)| K::shared_secrets(pairs, received));
    received
}

/// What is drawn before it is computed: the length of a group, and that of all chunks together.
struct Round {
    group: usize,
    length: usize,
}

#[cfg(not(feature = "rayon"))]
impl Round {
    /// The next round, where `left` are to be made: one group.
    fn of(left: usize) -> Self {
        Self { group: GROUP, length: left.min(GROUP) }
    }
}

#[cfg(feature = "rayon")]
impl Round {
    /// The next round, where `left` are to be made: some chunks for each thread, so that none waits for long. They are smaller where
    /// there would not be one for each thread, but not so small that hashes have no messages for their lanes.
    fn of(left: usize) -> Self {
        let threads = rayon::current_num_threads();
        let group = left.div_ceil(threads).next_multiple_of(8).clamp(8, GROUP);
        Self { group, length: left.min(4 * threads * group) }
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
