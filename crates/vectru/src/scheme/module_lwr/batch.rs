//! Batches of Saber: keys, ciphertexts and shared secrets of a batch group. The hashes and
//! expansions of a group are computed side by side; products are those of single keys.

use alloc::vec::Vec;

use super::decapsulation::{accepted, finish, write};
use super::encapsulation::{hidden_message, key_of, seed_of};
use super::encryption::decrypt;
use super::layout::Layout;
use super::sampling::vector;
use super::{Ciphertext, DecapsulationKey, EncapsulationKey, Parameters, SEED_BYTES};
use crate::common::declassify::declassify;
use crate::common::parameters::Array;
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::hashing::Hash;
use crate::hashing::sha3::{expand, hash_many, sha3_512};
use crate::scheme::draws::Draws;

/// A key pair.
type KeyPair<P> = (DecapsulationKey<P>, EncapsulationKey<P>);

/// The most matrices that are in memory at a time: those of a vector's lanes.
const MATRICES: usize = 8;

/// Returns the calls that draw the random bytes of a key pair: the seed of A, the seed of s, z.
#[allow(clippy::extra_unused_type_parameters)] // Other schemes' calls depend on the set.
pub(crate) const fn key_draws<P: Parameters>() -> Draws {
    Draws { lengths: &[SEED_BYTES; 3], rejects: None }
}

/// Returns memory for a key pair.
#[inline(always)]
pub(crate) fn zero_pair<P: Parameters>() -> KeyPair<P> {
    (DecapsulationKey::ZERO, EncapsulationKey::ZERO)
}

/// Writes the key pairs made of random bytes. Returns true: key generation takes any.
pub(crate) fn key_pairs<P: Parameters>(drawn: &[&[u8]], pairs: &mut [KeyPair<P>]) -> bool {
    let () = Layout::<P>::CHECKED;
    for (drawn, pairs) in drawn.chunks(MATRICES).zip(pairs.chunks_mut(MATRICES)) {
        let seeds: Vec<[&Hash; 3]> = drawn.iter().map(|drawn| split(drawn)).collect();
        let mut public_seeds = alloc::vec![[0; SEED_BYTES]; seeds.len()];
        let firsts: Vec<_> = seeds.iter().map(|&[first, ..]| first).collect();
        expand(&firsts, &mut slices(&mut public_seeds));
        declassify(&public_seeds[..]);

        let mut matrices = alloc::vec![P::MatrixBytes::ZERO; seeds.len()];
        expand(&public_seeds.iter().collect::<Vec<_>>(), &mut slices(&mut matrices));
        let seconds: Vec<_> = seeds.iter().map(|&[_, second, _]| second).collect();
        let coins = coins::<P>(&seconds);
        for (k, (key, _)) in pairs.iter_mut().enumerate() {
            write::<P>(key, &public_seeds[k], &matrices[k], coins[k].as_ref());
        }
        let hashes = hash_many(&pairs.iter().map(|(key, _)| [key.public.as_bytes(), &[]]).collect::<Vec<_>>());
        for ((key, public), (hash, [_, _, z])) in pairs.iter_mut().zip(hashes.iter().zip(&seeds)) {
            finish::<P>(key, hash, &z[..], public);
        }
    }
    true
}

/// Returns the seed of A, the seed of s, and z.
fn split(drawn: &[u8]) -> [&Hash; 3] {
    let (seeds, _) = drawn.as_chunks::<SEED_BYTES>();
    [&seeds[0], &seeds[1], &seeds[2]]
}

/// Returns the arrays as slices of bytes.
fn slices<A: Array<u8>>(arrays: &mut [A]) -> Vec<&mut [u8]> {
    arrays.iter_mut().map(A::as_mut).collect()
}

/// Returns the expanded bytes of secret vectors.
fn coins<P: Parameters>(seeds: &[&Hash]) -> Vec<Secret<P::CoinBytes>> {
    let mut coins: Vec<_> = seeds.iter().map(|_| Secret::new(P::CoinBytes::ZERO)).collect();
    expand(seeds, &mut coins.iter_mut().map(|coins| (**coins).as_mut()).collect::<Vec<_>>());
    coins
}

/// Writes the ciphertext of each message for its key. Returns K, then the seed of s', of each.
fn encrypt_many<'a, P: Parameters + 'a>(
    keys: impl Iterator<Item = &'a EncapsulationKey<P>> + Clone,
    messages: &[Secret<Hash>],
    ciphertexts: impl Iterator<Item = &'a mut [u8]>,
) -> Vec<Secret<[u8; 64]>> {
    let joined: Vec<_> = keys.clone().zip(messages).map(|(key, message)| hidden_message(message, &key.hash)).collect();
    let mut seeds: Vec<_> = messages.iter().map(|_| Secret::new([0; 64])).collect();
    sha3_512(
        &joined.iter().map(|joined| &**joined).collect::<Vec<_>>(),
        &mut seeds.iter_mut().map(|seeds| &mut seeds[..]).collect::<Vec<_>>(),
    );
    let coins = coins::<P>(&seeds.iter().map(|seeds| seed_of(seeds)).collect::<Vec<_>>());
    for ((key, ciphertext), (message, coins)) in keys.zip(ciphertexts).zip(messages.iter().zip(&coins)) {
        key.public.encrypt(message, &vector::<P>(coins.as_ref()), ciphertext);
    }
    seeds
}

/// Writes the ciphertexts and shared secrets made of random bytes, for one key each.
pub(crate) fn ciphertexts<P: Parameters>(
    keys: &[&EncapsulationKey<P>],
    seeds: &[&[u8]],
    sent: &mut [(Ciphertext<P>, SharedSecret)],
) {
    let messages = hash_many(&seeds.iter().map(|seed| [*seed, &[]]).collect::<Vec<_>>());
    let targets = sent.iter_mut().map(|(ciphertext, _)| ciphertext.as_mut_bytes());
    let seeds = encrypt_many::<P>(keys.iter().copied(), &messages, targets);
    let hashes = hash_many(&sent.iter().map(|(ciphertext, _)| [ciphertext.as_bytes(), &[]]).collect::<Vec<_>>());
    let sessions: Vec<_> = seeds.iter().zip(&hashes).map(|(seeds, hash)| [&key_of(seeds)[..], &hash[..]]).collect();
    for ((_, secret), session) in sent.iter_mut().zip(&hash_many(&sessions)) {
        *secret = SharedSecret::new(**session);
    }
}

/// Writes the shared secrets of ciphertexts.
pub(crate) fn shared_secrets<P: Parameters>(
    pairs: &[(&DecapsulationKey<P>, &Ciphertext<P>)],
    received: &mut [SharedSecret],
) {
    let messages: Vec<_> =
        pairs.iter().map(|(key, ciphertext)| decrypt::<P>(&key.trapdoor, ciphertext.as_bytes())).collect();
    let mut again: Vec<_> = pairs.iter().map(|_| Secret::new(P::CiphertextBytes::ZERO)).collect();
    let targets = again.iter_mut().map(|again| (**again).as_mut());
    let seeds = encrypt_many::<P>(pairs.iter().map(|(key, _)| &key.public), &messages, targets);
    let accepted: Vec<_> = pairs
        .iter()
        .zip(seeds.iter().zip(&again))
        .map(|((key, ciphertext), (seeds, again))| {
            let (_, _, _, z) = Layout::<P>::secret_key(key.bytes.as_ref());
            accepted(key_of(seeds), z, ciphertext.as_bytes(), again.as_ref())
        })
        .collect();
    let hashes = hash_many(&pairs.iter().map(|(_, ciphertext)| [ciphertext.as_bytes(), &[]]).collect::<Vec<_>>());
    let sessions: Vec<_> = accepted.iter().zip(&hashes).map(|(key, hash)| [&key[..], &hash[..]]).collect();
    for (received, session) in received.iter_mut().zip(&hash_many(&sessions)) {
        *received = SharedSecret::new(**session);
    }
}
