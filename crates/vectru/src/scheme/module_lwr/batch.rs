//! Batches of Saber: keys, ciphertexts and shared secrets of a batch group. The hashes and
//! expansions of a group are computed side by side; products are computed key by key.

use alloc::vec::Vec;

use super::decapsulation::{accepted, finish, secret_of, write};
use super::encapsulation::{hidden_message, key_of, seed_of};
use super::encryption::{decrypt, encrypt_once, expand_matrix};
use super::layout::Layout;
use super::sampling::vector;
use super::{Ciphertext, DecapsulationKey, EncapsulationKey, Parameters, SEED_BYTES};
use crate::common::declassify::declassify;
use crate::common::parameters::Array;
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::hashing::Hash;
use crate::hashing::sha3::{hash_many, sha3_512};
use crate::hashing::shake::expand;
use crate::key::encapsulation::Public;
use crate::key::{AnyDecapsulationKey, AnyEncapsulationKey, checked};
pub(crate) use crate::scheme::batch::{decapsulate_batch, encapsulate_batch, generate_batch};

/// The largest number of matrices in memory at a time: one for each lane of a vector.
const MATRICES: usize = 8;

/// Writes the key pairs made of random bytes. Returns true: key generation accepts any bytes.
pub(crate) fn key_pairs<P: Parameters>(
    drawn: &[&[u8]],
    pairs: &mut [(DecapsulationKey<P>, EncapsulationKey<P>)],
) -> bool {
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
        let hashes = hash_many(&pairs.iter().map(|(key, _)| [key.parts.0.as_bytes(), &[]]).collect::<Vec<_>>());
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

/// Returns the A of each key that is not prepared, in order. A few are expanded side by side when
/// the first of them is asked for.
fn matrices<P: Parameters>(keys: &[HashedKey<'_, P>]) -> impl Iterator<Item = P::MatrixBytes> {
    let seeds: Vec<_> = keys
        .iter()
        .filter_map(|(_, key)| key.unprepared_bytes())
        .map(|public_key| *Layout::<P>::public_key(public_key).1)
        .collect();
    let count = seeds.len();
    let mut expanded = Vec::new();
    (0..count).map(move |k| {
        if k % MATRICES == 0 {
            let seeds: Vec<_> = seeds[k..].iter().take(MATRICES).collect();
            expanded.clear();
            expanded.resize(seeds.len(), P::MatrixBytes::ZERO);
            expand(&seeds, &mut slices(&mut expanded));
        }
        expanded[k % MATRICES]
    })
}

/// The hash of each public key, and the key in either state.
type HashedKey<'a, P> = (Hash, Public<'a, P>);

/// Writes the ciphertexts of messages, and returns the seeds of each: K and the seed of s'.
fn encrypt_many<'a, P: Parameters + 'a>(
    keys: &[HashedKey<'_, P>],
    messages: &[Secret<Hash>],
    ciphertexts: impl Iterator<Item = &'a mut [u8]>,
) -> Vec<Secret<[u8; 64]>> {
    let joined: Vec<_> = keys.iter().zip(messages).map(|((hash, _), message)| hidden_message(message, hash)).collect();
    let mut seeds: Vec<_> = messages.iter().map(|_| Secret::new([0; 64])).collect();
    sha3_512(
        &joined.iter().map(|joined| &**joined).collect::<Vec<_>>(),
        &mut seeds.iter_mut().map(|seeds| &mut seeds[..]).collect::<Vec<_>>(),
    );
    let coins = coins::<P>(&seeds.iter().map(|seeds| seed_of(seeds)).collect::<Vec<_>>());
    let mut matrices = matrices::<P>(keys);
    for (((_, key), ciphertext), (message, coins)) in keys.iter().zip(ciphertexts).zip(messages.iter().zip(&coins)) {
        let vector = vector::<P>(coins.as_ref());
        match (key, &mut matrices) {
            (Public::Prepared(prepared), _) => prepared.public.encrypt(message, &vector, ciphertext),
            (Public::Decoded(public_key, _), matrices) => {
                let matrix = matrices.next().unwrap_or_else(|| {
                    let mut matrix = P::MatrixBytes::ZERO;
                    expand_matrix::<P>(public_key, &mut matrix).finish();
                    matrix
                });
                encrypt_once::<P>(public_key, &matrix, message, &vector, ciphertext);
            }
        }
    }
    seeds
}

/// Writes the ciphertexts and shared secrets made of random bytes, for one key each.
pub(crate) fn ciphertexts<'a, P: Parameters>(
    keys: &[AnyEncapsulationKey<'a, P>],
    seeds: &[&[u8]],
    sent: &mut [(Ciphertext<P>, SharedSecret)],
) {
    let messages = hash_many(&seeds.iter().map(|seed| [*seed, &[]]).collect::<Vec<_>>());
    let unprepared = keys.iter().filter_map(|key| key.0.unprepared_bytes());
    let mut key_hashes = hash_many(&unprepared.map(|bytes| [bytes, &[]]).collect::<Vec<_>>()).into_iter();
    let hashed = |key: &AnyEncapsulationKey<'a, P>| match key.0 {
        Public::Decoded(..) => Some((*key_hashes.next()?, key.0)),
        Public::Prepared(prepared) => Some((prepared.hash, key.0)),
    };
    let keys: Vec<_> = keys.iter().filter_map(hashed).collect();
    let targets = sent.iter_mut().map(|(ciphertext, _)| ciphertext.bytes.as_mut());
    let seeds = encrypt_many::<P>(&keys, &messages, targets);
    let hashes = hash_many(&sent.iter().map(|(ciphertext, _)| [ciphertext.as_bytes(), &[]]).collect::<Vec<_>>());
    let sessions: Vec<_> = seeds.iter().zip(&hashes).map(|(seeds, hash)| [&key_of(seeds)[..], &hash[..]]).collect();
    for ((_, secret), session) in sent.iter_mut().zip(&hash_many(&sessions)) {
        *secret = SharedSecret::new(**session);
    }
}

/// Writes the shared secrets of ciphertexts.
pub(crate) fn shared_secrets<P: Parameters>(
    pairs: &[(AnyDecapsulationKey<'_, P>, &P::CiphertextBytes)],
    received: &mut [SharedSecret],
) {
    let messages: Vec<_> = pairs.iter().map(|(key, ciphertext)| message(key, ciphertext)).collect();
    let keys: Vec<_> = pairs
        .iter()
        .map(|(AnyDecapsulationKey { key, prepared }, _)| {
            let (_, public_key, hash, _) = Layout::<P>::secret_key(key.as_bytes());
            (
                *hash,
                prepared.map_or(Public::Decoded(public_key, &key.parts.0.parts), |prepared| {
                    Public::Prepared(&prepared.public)
                }),
            )
        })
        .collect();
    let mut again: Vec<_> = pairs.iter().map(|_| Secret::new(P::CiphertextBytes::ZERO)).collect();
    let targets = again.iter_mut().map(|again| (**again).as_mut());
    let seeds = encrypt_many::<P>(&keys, &messages, targets);
    let accepted: Vec<_> = pairs
        .iter()
        .zip(seeds.iter().zip(&again))
        .map(|((key, ciphertext), (seeds, again))| {
            let (_, _, _, z) = Layout::<P>::secret_key(key.key.as_bytes());
            accepted(key_of(seeds), z, ciphertext.as_ref(), again.as_ref())
        })
        .collect();
    let hashes = hash_many(&pairs.iter().map(|(_, ciphertext)| [ciphertext.as_ref(), &[]]).collect::<Vec<_>>());
    let sessions: Vec<_> = accepted.iter().zip(&hashes).map(|(key, hash)| [&key[..], &hash[..]]).collect();
    for (received, session) in received.iter_mut().zip(&hash_many(&sessions)) {
        *received = SharedSecret::new(**session);
    }
}

/// Returns the message of a ciphertext.
fn message<P: Parameters>(
    AnyDecapsulationKey { key, prepared }: &AnyDecapsulationKey<'_, P>,
    ciphertext: &P::CiphertextBytes,
) -> Secret<Hash> {
    match prepared {
        Some(prepared) => decrypt::<P>(&prepared.secret, ciphertext.as_ref()),
        None => decrypt::<P>(&checked(secret_of::<P>(key.as_bytes())), ciphertext.as_ref()),
    }
}
