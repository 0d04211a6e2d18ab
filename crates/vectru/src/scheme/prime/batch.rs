//! Batches of NTRU Prime: keys, ciphertexts and shared secrets of a batch group. The hashes of a
//! group are computed side by side. [Key generation](OneWayFunction::keys) shares work in the way
//! of its family.

use alloc::vec::Vec;

use super::decapsulation::{accept, slot};
use super::encapsulation::digest;
use super::layout::Layout;
use super::one_way_function::{Input, Key, PreparedPublic, Public};
use super::{Ciphertext, DecapsulationKey, EncapsulationKey, OneWayFunction, Parameters};
use crate::common::parameters::Array;
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::hashing::Hash;
use crate::hashing::ntru_prime::{Message, hashes};
use crate::key::encapsulation::Public as PublicKey;
use crate::key::{AnyDecapsulationKey, AnyEncapsulationKey};
pub(crate) use crate::scheme::batch::{decapsulate_batch, encapsulate_batch, generate_batch};

/// Writes the key pairs made of random bytes. Returns false if key generation rejects some of the
/// bytes.
pub(crate) fn key_pairs<P: Parameters>(
    drawn: &[&[u8]],
    pairs: &mut [(DecapsulationKey<P>, EncapsulationKey<P>)],
) -> bool {
    let () = Layout::<P>::CHECKED;
    let mut slots: Vec<_> = pairs.iter_mut().map(|(key, _)| slot(key)).collect();
    if !P::Core::keys(drawn, &mut slots) {
        return false;
    }
    let public_keys: Vec<_> = pairs.iter().map(|(key, _)| Message::public_key(key.parts.0.as_bytes())).collect();
    let public_hashes = hashes(&public_keys);
    for ((key, public), (drawn, public_hash)) in pairs.iter_mut().zip(drawn.iter().zip(&public_hashes)) {
        public.clone_from(&key.parts.0);
        let [_, public_key, rho, hash] = Layout::<P>::secret_key_mut(key.bytes.as_mut());
        public_key.copy_from_slice(public.as_bytes());
        rho.copy_from_slice(&drawn[drawn.len() - P::Core::LENGTHS.input..]);
        hash.copy_from_slice(&**public_hash);
    }
    true
}

/// Writes the ciphertexts and shared secrets made of random bytes, for one key each.
pub(crate) fn ciphertexts<P: Parameters>(
    keys: &[AnyEncapsulationKey<'_, P>],
    seeds: &[&[u8]],
    sent: &mut [(Ciphertext<P>, SharedSecret)],
) {
    let input = |seed: &&[u8]| {
        let mut input = Secret::new(P::Core::ZERO_INPUT);
        P::Core::input(seed, &mut input);
        input
    };
    let inputs: Vec<_> = seeds.iter().map(input).collect();
    let unprepared = keys.iter().filter_map(|key| key.0.unprepared_bytes());
    let mut key_hashes = hashes(&unprepared.map(Message::public_key).collect::<Vec<_>>()).into_iter();
    let keys: Vec<_> = keys
        .iter()
        .filter_map(|key| match key.0 {
            PublicKey::Decoded(_, parts) => Some((Key::Decoded(&parts.0), *key_hashes.next()?)),
            PublicKey::Prepared(prepared) => Some((Key::Prepared(&prepared.public), prepared.hash)),
        })
        .collect();
    let targets = sent.iter_mut().map(|(ciphertext, _)| ciphertext.bytes.as_mut()).collect();
    let digests = hide::<P>(&keys, &inputs, targets);
    let sessions: Vec<_> = sent
        .iter()
        .zip(&digests)
        .map(|((ciphertext, _), digest)| Message::session(1, digest, ciphertext.as_bytes()))
        .collect();
    let sessions = hashes(&sessions);
    for ((_, secret), session) in sent.iter_mut().zip(&sessions) {
        *secret = SharedSecret::new(**session);
    }
}

/// A public key of the one-way function, and Hash_4 of the public key.
type HashedKey<'a, P> = (Key<'a, Public<P>, PreparedPublic<P>>, Hash);

/// Writes the ciphertexts of inputs, and returns the digest of each input.
fn hide<P: Parameters>(
    keys: &[HashedKey<'_, P>],
    inputs: &[Secret<Input<P>>],
    ciphertexts: Vec<&mut [u8]>,
) -> Vec<Secret<Hash>> {
    let encoded: Vec<_> = inputs.iter().map(|input| P::Core::encode_input(input)).collect();
    let encoded: Vec<_> = encoded.iter().map(|encoded| encoded.as_ref()).collect();
    let hashed = input_hashes::<P>(&encoded);
    let digests: Vec<_> = encoded.iter().zip(&hashed).map(|(encoded, hash)| digest::<P>(encoded, hash)).collect();
    let confirmations: Vec<_> =
        keys.iter().zip(&digests).map(|((_, key_hash), digest)| Message::confirmation(digest, key_hash)).collect();
    let confirmations = hashes(&confirmations);
    for (k, ciphertext) in ciphertexts.into_iter().enumerate() {
        let (encrypted, confirmation) = Layout::<P>::ciphertext_mut(ciphertext);
        P::Core::encrypt(keys[k].0, &inputs[k], &hashed[k], encrypted);
        confirmation.copy_from_slice(&*confirmations[k]);
    }
    digests
}

/// Returns the hash of each encoded input or rho.
fn input_hashes<P: Parameters>(encoded: &[&[u8]]) -> Vec<Secret<Hash>> {
    let messages: Vec<_> = encoded.iter().map(|encoded| Message::with_prefix(P::Core::INPUT_PREFIX, encoded)).collect();
    hashes(&messages)
}

/// Writes the shared secrets of ciphertexts.
pub(crate) fn shared_secrets<P: Parameters>(
    pairs: &[(AnyDecapsulationKey<'_, P>, &P::CiphertextBytes)],
    received: &mut [SharedSecret],
) {
    let inputs: Vec<_> = pairs.iter().map(|(key, ciphertext)| decrypt(key, ciphertext)).collect();
    let publics: Vec<HashedKey<'_, P>> = pairs
        .iter()
        .map(|(AnyDecapsulationKey { key, prepared }, _)| {
            let [_, _, _, stored] = Layout::<P>::secret_key(key.as_bytes());
            let mut hash = Hash::default();
            hash.copy_from_slice(stored);
            let decoded = Key::Decoded(&key.parts.0.parts.0);
            (prepared.map_or(decoded, |prepared| Key::Prepared(&prepared.public.public)), hash)
        })
        .collect();
    let rejections = rejections(pairs);
    let mut again: Vec<_> = pairs.iter().map(|_| Secret::new(P::CiphertextBytes::ZERO)).collect();
    let mut digests = hide::<P>(&publics, &inputs, again.iter_mut().map(|again| (**again).as_mut()).collect());
    let mut accepted = Secret::new(alloc::vec![0; pairs.len()]);
    for (k, (_, ciphertext)) in pairs.iter().enumerate() {
        accepted[k] = accept(&mut digests[k], &rejections[k], ciphertext.as_ref(), again[k].as_ref());
    }
    let sessions: Vec<_> = pairs
        .iter()
        .zip(digests.iter().zip(&*accepted))
        .map(|((_, ciphertext), (digest, &accepted))| Message::session(accepted, digest, ciphertext.as_ref()))
        .collect();
    for (received, session) in received.iter_mut().zip(&hashes(&sessions)) {
        *received = SharedSecret::new(**session);
    }
}

/// Returns the input whose encryption a ciphertext is, or some input if there is none.
fn decrypt<P: Parameters>(
    AnyDecapsulationKey { key, prepared }: &AnyDecapsulationKey<'_, P>,
    ciphertext: &P::CiphertextBytes,
) -> Secret<Input<P>> {
    match prepared {
        Some(prepared) => prepared.decrypt(ciphertext.as_ref()),
        None => super::one_use::decrypt_checked(key, ciphertext),
    }
}

/// Returns the digest of each key's rho.
fn rejections<P: Parameters>(pairs: &[(AnyDecapsulationKey<'_, P>, &P::CiphertextBytes)]) -> Vec<Secret<Hash>> {
    let rhos = pairs.iter().map(|(AnyDecapsulationKey { key, .. }, _)| {
        let [_, _, rho, _] = Layout::<P>::secret_key(key.as_bytes());
        rho
    });
    let unprepared: Vec<_> =
        pairs.iter().zip(rhos.clone()).filter(|((key, _), _)| key.prepared.is_none()).map(|(_, rho)| rho).collect();
    let mut computed = if P::Core::DIGESTS { input_hashes::<P>(&unprepared) } else { Vec::new() }.into_iter();
    let prepared = pairs.iter().map(|(key, _)| key.prepared.map(|prepared| prepared.rejection.clone()));
    prepared
        .zip(rhos)
        .map(|(prepared, rho)| {
            prepared.or_else(|| computed.next()).unwrap_or_else(|| digest::<P>(rho, &Hash::default()))
        })
        .collect()
}
