//! Batches of NTRU Prime: keys, ciphertexts and shared secrets of a batch group. The hashes of a
//! group are computed side by side. [Key generation](Core::keys) shares work in the way of its
//! family.

use alloc::vec::Vec;

use super::layout::Layout;
use super::{Ciphertext, Core, DecapsulationKey, EncapsulationKey, Parameters};
use crate::common::parameters::Array;
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::hashing::Hash;
use crate::hashing::ntru_prime::{Message, hashes};
use crate::scheme::draws::Draws;

/// A key pair.
type KeyPair<P> = (DecapsulationKey<P>, EncapsulationKey<P>);

/// Returns the calls that draw the random bytes of a key pair.
pub(crate) const fn key_draws<P: Parameters>() -> Draws {
    <P as Core>::KEY_DRAWS
}

/// Returns memory for a key pair.
#[inline(always)]
pub(crate) fn zero_pair<P: Parameters>() -> KeyPair<P> {
    (DecapsulationKey::ZERO, EncapsulationKey::ZERO)
}

/// Writes the key pairs made of random bytes. Returns false if key generation rejects some of the
/// bytes.
pub(crate) fn key_pairs<P: Parameters>(drawn: &[&[u8]], pairs: &mut [KeyPair<P>]) -> bool {
    let mut slots: Vec<_> = pairs.iter_mut().map(|(key, _)| key.slot()).collect();
    if !P::keys(drawn, &mut slots) {
        return false;
    }
    let public_keys: Vec<_> = pairs.iter().map(|(key, _)| Message::public_key(key.public.as_bytes())).collect();
    let public_hashes = hashes(&public_keys);
    let rhos: Vec<_> = drawn.iter().map(|drawn| &drawn[drawn.len() - P::LENGTHS.input..]).collect();
    let rejections = P::digests_encoded(&rhos);
    for (k, (key, public)) in pairs.iter_mut().enumerate() {
        let [_, public_key, rho, hash] = Layout::<P>::secret_key_mut(key.bytes.as_mut());
        public_key.copy_from_slice(key.public.bytes.as_ref());
        rho.copy_from_slice(rhos[k]);
        hash.copy_from_slice(&*public_hashes[k]);
        key.public.hash = *public_hashes[k];
        *key.rejection = *rejections[k];
        public.copy_from(&key.public);
    }
    true
}

/// Writes the ciphertexts and shared secrets made of random bytes, for one key each.
pub(crate) fn ciphertexts<P: Parameters>(
    keys: &[&EncapsulationKey<P>],
    seeds: &[&[u8]],
    sent: &mut [(Ciphertext<P>, SharedSecret)],
) {
    let inputs: Vec<_> = seeds.iter().map(|seed| P::input(seed)).collect();
    let digests = P::digests(&inputs);
    hide(keys, &inputs, &digests, sent.iter_mut().map(|(ciphertext, _)| ciphertext.as_mut_bytes()).collect());
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

/// Writes the ciphertexts of inputs, which hashes take as `digests`.
fn hide<P: Parameters>(
    keys: &[&EncapsulationKey<P>],
    inputs: &[Secret<P::Input>],
    digests: &[Secret<Hash>],
    ciphertexts: Vec<&mut [u8]>,
) {
    let publics: Vec<_> = keys.iter().map(|key| &key.public).collect();
    let (mut encrypted, targets): (Vec<_>, Vec<_>) = ciphertexts.into_iter().map(Layout::<P>::ciphertext_mut).unzip();
    P::encrypt_many(&publics, inputs, &mut encrypted);
    let confirmations: Vec<_> =
        keys.iter().zip(digests).map(|(key, digest)| Message::confirmation(digest, &key.hash)).collect();
    for (target, confirmation) in targets.into_iter().zip(hashes(&confirmations)) {
        target.copy_from_slice(&*confirmation);
    }
}

/// Writes the shared secrets of ciphertexts.
pub(crate) fn shared_secrets<P: Parameters>(
    pairs: &[(&DecapsulationKey<P>, &Ciphertext<P>)],
    received: &mut [SharedSecret],
) {
    let decrypt = |&(key, ciphertext): &(&DecapsulationKey<P>, &Ciphertext<P>)| {
        P::decrypt(&key.trapdoor, Layout::<P>::encrypted(ciphertext.as_bytes()))
    };
    let inputs: Vec<_> = pairs.iter().map(decrypt).collect();
    let mut digests = P::digests(&inputs);
    let publics: Vec<_> = pairs.iter().map(|(key, _)| &key.public).collect();
    let mut again: Vec<_> = pairs.iter().map(|_| Secret::new(P::CiphertextBytes::ZERO)).collect();
    hide(&publics, &inputs, &digests, again.iter_mut().map(|again| (**again).as_mut()).collect());
    let mut accepted = Secret::new(alloc::vec![0; pairs.len()]);
    for (k, (key, ciphertext)) in pairs.iter().enumerate() {
        accepted[k] = key.accept(&mut digests[k], ciphertext.as_bytes(), again[k].as_ref());
    }
    let sessions: Vec<_> = pairs
        .iter()
        .zip(digests.iter().zip(&*accepted))
        .map(|((_, ciphertext), (digest, &accepted))| Message::session(accepted, digest, ciphertext.as_bytes()))
        .collect();
    for (received, session) in received.iter_mut().zip(&hashes(&sessions)) {
        *received = SharedSecret::new(**session);
    }
}
