//! Many keys, ciphertexts and shared secrets of NTRU Prime at a time. What a family shares between them is its own; the hashes of a
//! batch are computed together.

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

/// How the random bytes of a key pair are drawn.
pub(crate) const fn key_draws<P: Parameters>() -> Draws {
    <P as Core>::KEY_DRAWS
}

/// The random bytes of an encapsulation.
pub(crate) const fn seed_bytes<P: Parameters>() -> usize {
    <P as Core>::Seed::LENGTH
}

/// Memory for a key pair.
#[inline(always)]
pub(crate) fn zero_pair<P: Parameters>() -> KeyPair<P> {
    (DecapsulationKey::ZERO, EncapsulationKey::ZERO)
}

/// The keys of random bytes: false if key generation rejects one of them.
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
        public.clone_from(&key.public);
    }
    true
}

/// The ciphertexts of random bytes, and their shared secrets.
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

/// Writes the ciphertexts of inputs, which the hashes take for `digests`.
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

/// The shared secrets of ciphertexts.
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
