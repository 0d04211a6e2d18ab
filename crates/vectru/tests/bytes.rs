//! Keys and ciphertexts as bytes, for every parameter set: they load again, other lengths are
//! refused, and nothing secret is shown.

use std::fmt::Debug;

#[macro_use]
mod support;

use vectru::kat::NistDrbg;
use vectru::{Array, Ciphertext, DecapsulationKey, EncapsulationKey, Error, ErrorKind, Mechanism, Object};

fn survives_its_bytes<M: Mechanism>() {
    let mut rng = NistDrbg::new(&[1; 48]);
    let (key, public) = M::generate(&mut rng);
    let loaded = DecapsulationKey::<M>::from_bytes(key.as_bytes()).expect("a generated key loads");
    let loaded_public = EncapsulationKey::<M>::from_bytes(public.as_bytes()).expect("a generated key loads");
    assert_eq!(loaded.as_bytes(), key.as_bytes());
    assert_eq!(loaded_public, public);
    assert_eq!(loaded.to_encapsulation_key(), public);
    for _ in 0..10 {
        let (ciphertext, secret) = loaded_public.encapsulate(&mut rng);
        let ciphertext = Ciphertext::from_bytes(ciphertext.as_bytes()).expect("the length is right");
        assert_eq!(key.decapsulate(&ciphertext), secret);
        assert_eq!(loaded.decapsulate(&ciphertext), secret);
    }
}

#[test]
fn keys_and_ciphertexts_survive_their_bytes() {
    for_each_set_of!(all, survives_its_bytes);
}

/// Checks that `load` refuses `bytes` for their length, unless it is `expected`.
fn refuses_other_lengths<M: Mechanism, T: Debug>(
    load: impl Fn(&[u8]) -> Result<T, Error>,
    object: Object,
    expected: usize,
    bytes: &[u8],
) {
    let found = bytes.len();
    if found != expected {
        let error = load(bytes).expect_err("the length is wrong");
        assert_eq!((error.set, error.object, error.kind), (M::SET, object, ErrorKind::Length { expected, found }));
    }
}

fn demands_its_lengths<M: Mechanism>() {
    let [public_key, secret_key, ciphertext] =
        [M::PublicKeyBytes::LENGTH, M::SecretKeyBytes::LENGTH, M::CiphertextBytes::LENGTH];
    let bytes = [0; 4000];
    assert!(public_key.max(secret_key).max(ciphertext) < bytes.len());
    let right = bytes[..ciphertext].to_vec();
    let decapsulate = |bytes: &[u8]| M::decapsulate_once(bytes, &right);
    let encapsulate = |bytes: &[u8]| M::encapsulate_once(bytes, &mut NistDrbg::new(&[2; 48]));
    for length in 0..=bytes.len() {
        let bytes = &bytes[..length];
        refuses_other_lengths::<M, _>(EncapsulationKey::<M>::from_bytes, Object::PublicKey, public_key, bytes);
        refuses_other_lengths::<M, _>(encapsulate, Object::PublicKey, public_key, bytes);
        refuses_other_lengths::<M, _>(DecapsulationKey::<M>::from_bytes, Object::SecretKey, secret_key, bytes);
        refuses_other_lengths::<M, _>(decapsulate, Object::SecretKey, secret_key, bytes);
        refuses_other_lengths::<M, _>(Ciphertext::<M>::from_bytes, Object::Ciphertext, ciphertext, bytes);
    }
}

#[test]
fn wrong_lengths_are_errors() {
    for_each_set_of!(all, demands_its_lengths);
}

fn is_not_shown<M: Mechanism>() {
    let mut rng = NistDrbg::new(&[5; 48]);
    let (key, public) = M::generate(&mut rng);
    let (ciphertext, secret) = public.encapsulate(&mut rng);
    assert!(format!("{ciphertext:?}").starts_with(&format!("Ciphertext({}, ", M::SET)));
    assert!(format!("{public:?}").starts_with(&format!("EncapsulationKey({}, ", M::SET)));
    assert_eq!(format!("{key:?}"), format!("DecapsulationKey({}, secret)", M::SET));
    assert_eq!(format!("{secret:?}"), "SharedSecret(..)");
}

#[test]
fn secrets_are_not_shown() {
    for_each_set_of!(all, is_not_shown);
}
