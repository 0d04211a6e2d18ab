//! The hashes: "NTRU Prime: round 3", the section on hashing. `Hash_b(z)` is the first 32 bytes of SHA-512 of the
//! byte b followed by z; the byte keeps the uses apart.

use sha2::{Digest, Sha512};

use crate::secret::Secret;

/// The length of a hash, of a confirmation and of a shared secret.
pub(crate) const BYTES: usize = 32;

/// A hash.
pub(crate) type Hash = [u8; BYTES];

/// The uses of the hash function.
#[derive(Clone, Copy)]
enum Prefix {
    SessionRejected = 0,
    SessionAccepted = 1,
    Confirmation = 2,
    Input = 3,
    PublicKey = 4,
    Short = 5,
}

fn hash(prefix: u8, parts: [&[u8]; 2]) -> Hash {
    let mut state = Sha512::new();
    state.update([prefix]);
    parts.into_iter().for_each(|part| state.update(part));
    let mut digest = Secret::new([0; 64]);
    state.finalize_into((&mut *digest).into());
    core::array::from_fn(|k| digest[k])
}

/// Hash_4 of an encoded public key, which goes into every confirmation.
pub(crate) fn public_key(encoded: &[u8]) -> Hash {
    hash(Prefix::PublicKey as u8, [encoded, &[]])
}

/// Hash_3 of an encoded input r of Streamlined NTRU Prime, or of the string rho that takes its place on rejection.
pub(crate) fn input(encoded: &[u8]) -> Secret<Hash> {
    Secret::new(hash(Prefix::Input as u8, [encoded, &[]]))
}

/// Hash_5 of the input of NTRU LPRime, which expands to a short polynomial.
pub(crate) fn short(input: &Hash) -> Secret<Hash> {
    Secret::new(hash(Prefix::Short as u8, [input, &[]]))
}

/// HashConfirm: Hash_2 of the input, which Streamlined NTRU Prime replaces by Hash_3(r), and Hash_4(public key). It ends a
/// ciphertext.
pub(crate) fn confirmation(input: &Hash, public_key: &Hash) -> Hash {
    hash(Prefix::Confirmation as u8, [input, public_key])
}

/// HashSession: Hash_1 of the input and the ciphertext if that was accepted; Hash_0 of rho and the ciphertext if not.
/// Streamlined NTRU Prime replaces r and rho by their Hash_3. `accepted` is 1 or 0, and secret.
pub(crate) fn session(accepted: u8, input: &Hash, ciphertext: &[u8]) -> Hash {
    const { assert!(Prefix::SessionRejected as u8 == 0 && Prefix::SessionAccepted as u8 == 1) };
    hash(accepted, [input, ciphertext])
}
