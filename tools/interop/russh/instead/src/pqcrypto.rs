//! PQClean's C, by the crate `pqcrypto-ntruprime`, which draws random bytes by itself.

use pqcrypto_ntruprime::sntrup761;
use pqcrypto_traits::kem::{Ciphertext, PublicKey, SharedSecret};

pub type SecretKey = sntrup761::SecretKey;

pub fn generate<R>(_: &mut R) -> (Vec<u8>, SecretKey) {
    let (public_key, secret_key) = sntrup761::keypair();
    (public_key.as_bytes().to_vec(), secret_key)
}

pub fn encapsulate<R>(public_key: &[u8], _: &mut R) -> (Vec<u8>, Vec<u8>) {
    let (secret, ciphertext) = sntrup761::encapsulate(&PublicKey::from_bytes(public_key).expect("1158 bytes"));
    (ciphertext.as_bytes().to_vec(), secret.as_bytes().to_vec())
}

pub fn decapsulate(secret_key: &SecretKey, ciphertext: &[u8]) -> Vec<u8> {
    let ciphertext = Ciphertext::from_bytes(ciphertext).expect("1039 bytes");
    sntrup761::decapsulate(&ciphertext, secret_key).as_bytes().to_vec()
}
