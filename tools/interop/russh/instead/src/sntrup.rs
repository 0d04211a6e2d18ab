//! The crates `sntrup` and `sntrup761`, which have one interface.

use rand_core::CryptoRng;
#[cfg(feature = "sntrup")]
use sntrup::sntrup761;
use sntrup761::{Ciphertext, DecapsulationKey, EncapsulationKey, generate_key};

pub type SecretKey = DecapsulationKey;

pub fn generate(rng: &mut impl CryptoRng) -> (Vec<u8>, SecretKey) {
    let (public_key, secret_key) = generate_key(rng);
    (public_key.as_ref().to_vec(), secret_key)
}

pub fn encapsulate(public_key: &[u8], rng: &mut impl CryptoRng) -> (Vec<u8>, Vec<u8>) {
    let (ciphertext, secret) = EncapsulationKey::try_from(public_key).expect("1158 bytes").encapsulate(rng);
    (ciphertext.as_ref().to_vec(), secret.as_ref().to_vec())
}

pub fn decapsulate(secret_key: &SecretKey, ciphertext: &[u8]) -> Vec<u8> {
    let ciphertext = Ciphertext::try_from(ciphertext).expect("1039 bytes");
    secret_key.decapsulate(&ciphertext).as_ref().to_vec()
}
