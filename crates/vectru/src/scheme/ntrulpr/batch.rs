//! Batches of NTRU LPRime. Hashes are computed side by side; the other steps are those of single
//! keys.

use alloc::vec::Vec;

use super::Parameters;
use super::encryption::{Public, SEED_BYTES, Trapdoor, digest_encoded, encrypt_with, write_key};
use crate::common::secret::Secret;
use crate::hashing::Hash;
use crate::hashing::ntru_prime::{Message, hashes};
use crate::scheme::draws::Draws;
use crate::scheme::prime::{self, Core, Slot};

/// Encrypts an input for each key.
pub(crate) fn encrypt_many<P: Parameters>(
    publics: &[&Public<P>],
    inputs: &[Secret<Hash>],
    ciphertexts: &mut [&mut [u8]],
) {
    let messages: Vec<_> = inputs.iter().map(|input| Message::short(input)).collect();
    let hashes = hashes(&messages);
    for (k, ciphertext) in ciphertexts.iter_mut().enumerate() {
        encrypt_with::<P>(publics[k], &inputs[k], &hashes[k], ciphertext);
    }
}

/// Returns the digest of each input: hashes take it as it is.
pub(crate) fn digests<P: Core<Input = Hash>>(inputs: &[Secret<P::Input>]) -> Vec<Secret<Hash>> {
    inputs.to_vec()
}

/// Returns the digest of each encoded input or rho: hashes take it as it is.
pub(crate) fn digests_encoded(encoded: &[&[u8]]) -> Vec<Secret<Hash>> {
    encoded.iter().map(|encoded| digest_encoded(encoded)).collect()
}

/// Returns the calls that draw the random bytes of a key.
pub(crate) const fn key_draws<P: Parameters>() -> Draws {
    Draws { lengths: <P as Core>::KEY_LENGTHS, rejects: None }
}

/// Writes the keys made of random bytes, one for each slot. Key generation takes any bytes.
pub(crate) fn keys<P: Parameters>(drawn: &[&[u8]], slots: &mut [Slot<'_, Public<P>, Trapdoor<P>>]) -> bool {
    for (drawn, slot) in drawn.iter().zip(slots) {
        let (seed, rest) = drawn.split_at(SEED_BYTES);
        let mut key = Hash::default();
        key.copy_from_slice(seed);
        write_key::<P>(&key, &rest[..prime::list_bytes::<P>()], slot.reborrow());
    }
    true
}
