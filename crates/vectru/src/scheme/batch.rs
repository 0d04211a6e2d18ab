//! Batch operations: generating, encapsulating and decapsulating many keys at once. Each scheme
//! supplies the computation for one group.
//!
//! A batch is divided into groups of up to 32 keys. The random bytes of a group are drawn by the
//! calls that single operations make, in their order. Then the group is computed without the
//! generator: so a group can share work, and groups can run in parallel, beside the drawing of the
//! next ones.

use alloc::vec::Vec;

use crate::common::ciphertext::Ciphertext;
use crate::common::random::{Failed, Source};
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::common::stack::with_wiped_stack;
use crate::key::{AnyDecapsulationKey, AnyEncapsulationKey, DecapsulationKey, EncapsulationKey};
use crate::mechanism::Mechanism;

mod drawn;

use drawn::{Drawn, Replay};

/// The largest number of keys of a group, which share reciprocals. At this number a key's part of a
/// reciprocal costs little time beside its products, and the memory of a group, 20 to 50 kB a key,
/// still fits into the caches near a core.
const GROUP: usize = 32;

/// A key pair.
type KeyPair<S> = (DecapsulationKey<S>, EncapsulationKey<S>);

/// Generates `count` key pairs.
///
/// # Errors
///
/// Returns an error if the source fails, or no key pair can be made of its bytes.
pub(crate) fn generate_batch<P: Mechanism>(source: &mut dyn Source, count: usize) -> Result<Vec<KeyPair<P>>, Failed> {
    let mut pairs = Vec::with_capacity(count);
    let mut drawn = draw_keys::<P>(count, source)?;
    while pairs.len() < count {
        let done = pairs.len();
        let Round { group, length } = Round::of(count - done);
        add(&mut pairs, length, P::zero_pair);
        let work = drawn.iter().zip(pairs[done..].chunks_mut(group)).collect();
        let mut made = Vec::new();
        let compute = || {
            made = each(work, |(drawn, pairs): (&Drawn, _)| {
                with_wiped_stack(P::EXTENTS.generation_group, || P::key_pairs(&drawn.keys(), pairs))
            });
        };
        let next = beside(compute, || draw_keys::<P>(count - done - length, source))?;
        let Some(rejected) = made.iter().position(|made| !made) else {
            drawn = next;
            continue;
        };
        // Key generation rejects a candidate, and continues with bytes that the group has used for
        // something else.
        pairs.truncate(done + rejected * group);
        drawn.drain(..rejected);
        drawn.extend(next);
        let mut replay = Replay::new(&drawn, source);
        while pairs.len() < count && replay.is_behind() {
            pairs.push(P::zero_pair());
            if let Some((key, public)) = pairs.last_mut() {
                with_wiped_stack(P::EXTENTS.generation, || P::key_pair(key, public, &mut replay))?;
            }
        }
        drawn = draw_keys::<P>(count - pairs.len(), source)?;
    }
    Ok(pairs)
}

/// Returns the random bytes of each group of the next round of key pairs if `left` keys remain.
fn draw_keys<P: Mechanism>(left: usize, source: &mut dyn Source) -> Result<Vec<Drawn>, Failed> {
    let Round { group, length } = Round::of(left);
    let sizes = (0..length).step_by(group).map(|start| group.min(length - start));
    // Tests of candidates leave secrets on the stack. A key pair that is made there later would
    // carry them along as padding.
    let draw = |size| with_wiped_stack(P::EXTENTS.generation_group, || Drawn::new(P::DRAWS, size, source));
    sizes.map(draw).collect()
}

/// Returns a new shared secret for each key, with its ciphertext.
pub(crate) fn encapsulate_batch<P: Mechanism>(
    keys: &[AnyEncapsulationKey<'_, P>],
    source: &mut dyn Source,
) -> Result<Vec<(Ciphertext<P>, SharedSecret)>, Failed> {
    let mut sent = Vec::with_capacity(keys.len());
    let mut seeds = draw_seeds::<P>(keys.len(), source)?;
    while sent.len() < keys.len() {
        let done = sent.len();
        let Round { group, length } = Round::of(keys.len() - done);
        sent.resize_with(done + length, || (Ciphertext::ZERO, SharedSecret::zero()));
        let chunks = keys[done..].chunks(group).zip(seeds.chunks(group * P::ENCAPSULATION_RANDOM_BYTES));
        let work = chunks.zip(sent[done..].chunks_mut(group)).collect();
        let compute = || {
            each(work, |((keys, seeds), sent): ((&[_], &[u8]), _)| {
                let seeds = Vec::from_iter(seeds.chunks_exact(P::ENCAPSULATION_RANDOM_BYTES));
                with_wiped_stack(P::EXTENTS.encapsulation_group, || P::ciphertexts(keys, &seeds, sent));
            });
        };
        seeds = beside(compute, || draw_seeds::<P>(keys.len() - done - length, source))?;
    }
    Ok(sent)
}

/// Returns the random bytes of the next round of encapsulations if `left` keys remain.
fn draw_seeds<P: Mechanism>(left: usize, source: &mut dyn Source) -> Result<Secret<Vec<u8>>, Failed> {
    let mut seeds = Secret::new(alloc::vec![0; Round::of(left).length * P::ENCAPSULATION_RANDOM_BYTES]);
    seeds.chunks_exact_mut(P::ENCAPSULATION_RANDOM_BYTES).try_for_each(|seed| source.fill(seed))?;
    Ok(seeds)
}

/// Returns the shared secret of each ciphertext.
pub(crate) fn decapsulate_batch<P: Mechanism>(
    pairs: &[(AnyDecapsulationKey<'_, P>, &P::CiphertextBytes)],
) -> Vec<SharedSecret> {
    let mut received = Vec::with_capacity(pairs.len());
    received.resize_with(pairs.len(), SharedSecret::zero);
    let Round { group, .. } = Round::of(pairs.len());
    let work = pairs.chunks(group).zip(received.chunks_mut(group)).collect();
    each(work, |(pairs, received): (&[_], _)| {
        with_wiped_stack(P::EXTENTS.decapsulation_group, || P::shared_secrets(pairs, received));
    });
    received
}

/// A round of a batch: the groups whose random bytes are drawn before one of them is computed.
struct Round {
    /// The number of keys of a group.
    group: usize,
    /// The number of keys of all groups of the round.
    length: usize,
}

#[cfg(not(feature = "rayon"))]
impl Round {
    /// Returns the next round if `left` keys remain: one group.
    fn of(left: usize) -> Self {
        Self { group: GROUP, length: left.min(GROUP) }
    }
}

#[cfg(feature = "rayon")]
impl Round {
    /// Returns the next round if `left` keys remain: up to four groups for each thread, so that no
    /// thread waits for long. Groups are smaller where there would not be one for each thread, but
    /// not so small that lanes of hashes would be empty.
    fn of(left: usize) -> Self {
        let threads = rayon::current_num_threads();
        let group = left.div_ceil(threads).next_multiple_of(8).clamp(8, GROUP);
        Self { group, length: left.min(4 * threads * group) }
    }
}

/// Adds values, which contain no secrets yet.
#[cfg(not(feature = "rayon"))]
fn add<T>(values: &mut Vec<T>, count: usize, value: impl Fn() -> T) {
    values.resize_with(values.len() + count, value);
}

/// Adds values, which contain no secrets yet, on all threads: the first writes to new memory take
/// time, as the operating system has to provide it.
#[cfg(feature = "rayon")]
fn add<T: Send>(values: &mut Vec<T>, count: usize, value: impl Fn() -> T + Send + Sync) {
    use rayon::iter::{IntoParallelIterator, ParallelExtend, ParallelIterator};
    values.par_extend((0..count).into_par_iter().map(|_| value()));
}

/// Computes on all threads, then runs `here` on this one, and returns its result.
#[cfg(not(feature = "rayon"))]
fn beside<O>(compute: impl FnOnce(), here: impl FnOnce() -> O) -> O {
    compute();
    here()
}

/// Computes on all threads, runs `here` on this one beside that, and returns its result.
#[cfg(feature = "rayon")]
fn beside<O>(compute: impl FnOnce() + Send, here: impl FnOnce() -> O) -> O {
    rayon::in_place_scope(|scope| {
        scope.spawn(|_| compute());
        here()
    })
}

/// Returns the results of all groups of work.
#[cfg(not(feature = "rayon"))]
fn each<W, O>(work: Vec<W>, compute: impl Fn(W) -> O) -> Vec<O> {
    work.into_iter().map(compute).collect()
}

/// Returns the results of all groups of work, computed on all threads.
#[cfg(feature = "rayon")]
fn each<W: Send, O: Send>(work: Vec<W>, compute: impl Fn(W) -> O + Send + Sync) -> Vec<O> {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    work.into_par_iter().map(compute).collect()
}
