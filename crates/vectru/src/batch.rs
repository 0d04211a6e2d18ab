//! Many keys, ciphertexts or shared secrets at a time: what [`Mechanism`] has for many, over what a family does with a
//! chunk of them.
//!
//! A batch is cut into chunks. The random bytes of a chunk are drawn by the calls that single operations make, in their order;
//! then the chunk is computed without the generator. So a chunk can share work, and chunks can run side by side.

use alloc::vec::Vec;

use rand_core::TryCryptoRng;

use crate::ciphertext::Ciphertext;
use crate::secret::Secret;
use crate::{Mechanism, SharedSecret};

mod draws;
pub(crate) mod reciprocals;

use draws::{Drawn, Replay};

/// The keys that share reciprocals. Each key's part of one is small beside its products by then, and what is kept of a chunk,
/// some 20 to 50 kB a key, is still near the core.
const CHUNK: usize = 32;

/// A key pair.
pub(crate) type Pair<M> = (<M as Mechanism>::DecapsulationKey, <M as Mechanism>::EncapsulationKey);

/// Many key pairs.
pub(crate) fn try_generate_many<M: Mechanism, R: TryCryptoRng + ?Sized>(
    rng: &mut R,
    count: usize,
) -> Result<Vec<Pair<M>>, R::Error> {
    let mut pairs = Vec::with_capacity(count);
    while pairs.len() < count {
        let done = pairs.len();
        let size = CHUNK.min(count - done);
        let drawn = Drawn::try_new::<M, R>(size, rng)?;
        pairs.resize_with(done + size, M::zero_pair);
        if !M::key_pairs(&drawn.keys(), &mut pairs[done..]) {
            // Key generation rejects a candidate and goes on with bytes that were taken for something else.
            pairs.truncate(done);
            let mut replay = Replay::new(drawn.bytes(), rng);
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
    for keys in keys.chunks(CHUNK) {
        let mut seeds = Secret::new(alloc::vec![0; keys.len() * M::SEED_BYTES]);
        for seed in seeds.chunks_exact_mut(M::SEED_BYTES) {
            rng.try_fill_bytes(seed)?;
        }
        let seeds: Vec<_> = seeds.chunks_exact(M::SEED_BYTES).collect();
        let done = sent.len();
        sent.resize_with(done + keys.len(), || (Ciphertext::zero(), SharedSecret::new([0; SharedSecret::BYTES])));
        M::ciphertexts(keys, &seeds, &mut sent[done..]);
    }
    Ok(sent)
}

/// Many shared secrets of ciphertexts.
pub(crate) fn decapsulate_many<M: Mechanism>(pairs: &[(&M::DecapsulationKey, &Ciphertext<M>)]) -> Vec<SharedSecret> {
    let mut received = Vec::with_capacity(pairs.len());
    for pairs in pairs.chunks(CHUNK) {
        let done = received.len();
        received.resize_with(done + pairs.len(), || SharedSecret::new([0; SharedSecret::BYTES]));
        M::shared_secrets(pairs, &mut received[done..]);
    }
    received
}
