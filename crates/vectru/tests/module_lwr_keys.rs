//! Loading keys of Saber: which bytes are refused, with which errors.
#![cfg(feature = "_module-lwr")]

#[macro_use]
mod support;
#[path = "support/failing.rs"]
mod failing;

use failing::Failing;
use vectru::kat::NistDrbg;
use vectru::module_lwr::{self, Array, Ciphertext, DecapsulationKey, EncapsulationKey, Parameters};
use vectru::{Error, ErrorKind, Object};

fn rng(seed: u8) -> NistDrbg {
    NistDrbg::new(&[seed; 48])
}

/// Returns why `error` refuses bytes for an object of the set P.
fn kind<P: Parameters>(error: Error, object: Object) -> ErrorKind {
    assert_eq!((error.set, error.object), (P::SET, object));
    error.kind
}

/// Returns why bytes are no secret key.
fn load_error<P: Parameters>(bytes: &[u8]) -> ErrorKind {
    kind::<P>(DecapsulationKey::<P>::from_bytes(bytes).expect_err("these are refused"), Object::SecretKey)
}

/// The length of an encoded polynomial of a secret vector, in bytes.
const POLYNOMIAL: usize = 256 * 13 / 8;

/// Returns a secret key whose coefficient `index` of s is `value`.
fn with_coefficient(secret_key: &[u8], index: usize, value: i16) -> Vec<u8> {
    let mut bytes = secret_key.to_vec();
    for bit in 0..13 {
        let place = 13 * index + bit;
        let byte = &mut bytes[place / 8];
        *byte = *byte & !(1 << (place % 8)) | ((value >> bit & 1) as u8) << (place % 8);
    }
    bytes
}

fn refuses_large_coefficients<P: Parameters>() {
    let (key, _) = module_lwr::generate::<P, _>(&mut rng(2));
    let limit = P::MU / 2;
    for index in [0, 1, 2, 255, 256, 256 * P::RANK - 1] {
        for value in -4096..4096i16 {
            // All values at one place, those around the limits at the others.
            if index > 0 && value.unsigned_abs() as usize > limit + 2 {
                continue;
            }
            let loaded = DecapsulationKey::<P>::from_bytes(&with_coefficient(key.as_bytes(), index, value));
            let expected =
                (value.unsigned_abs() as usize > limit).then_some(ErrorKind::SecretCoefficientOutOfRange { limit });
            assert_eq!(loaded.err().map(|error| kind::<P>(error, Object::SecretKey)), expected, "{index}, {value}");
        }
    }
}

#[test]
fn secret_coefficients_out_of_range_are_errors() {
    for_each_set_of!(module_lwr, refuses_large_coefficients);
}

fn refuses_other_hashes<P: Parameters>() {
    let (key, public) = module_lwr::generate::<P, _>(&mut rng(3));
    let public_key = P::RANK * POLYNOMIAL;
    let hash = public_key + public.as_bytes().len();
    assert_eq!(key.as_bytes()[public_key..hash], *public.as_bytes());
    for position in [public_key, hash - 1, hash, hash + 31] {
        let mut bytes = key.as_bytes().to_vec();
        bytes[position] ^= 0x10;
        assert_eq!(load_error::<P>(&bytes), ErrorKind::PublicKeyHash);
    }
}

#[test]
fn damaged_secret_keys_are_errors() {
    for_each_set_of!(module_lwr, refuses_other_hashes);
}

/// Any bytes are a z. They determine the shared secret of a rejected ciphertext.
fn takes_any_z<P: Parameters>() {
    let mut rng = rng(4);
    let (key, public) = module_lwr::generate::<P, _>(&mut rng);
    let mut bytes = key.to_bytes();
    let start = bytes.as_ref().len() - 32;
    bytes.as_mut()[start..].fill(0xff);
    let other = DecapsulationKey::<P>::from_bytes(bytes.as_ref()).expect("any z will do");
    let (ciphertext, secret) = public.encapsulate(&mut rng);
    assert_eq!(other.decapsulate(&ciphertext), secret);
    let wrong = Ciphertext::new(P::CiphertextBytes::ZERO);
    assert_ne!(other.decapsulate(&wrong), key.decapsulate(&wrong));
}

#[test]
fn z_is_any_bytes() {
    for_each_set_of!(module_lwr, takes_any_z);
}

/// Any bytes of the right length are a public key.
fn takes_any_public_key<P: Parameters>() {
    for fill in [0, 0x55, 0xff] {
        let mut bytes = P::PublicKeyBytes::ZERO;
        bytes.as_mut().fill(fill);
        let key = EncapsulationKey::<P>::from_bytes(bytes.as_ref()).expect("any bytes will do");
        assert_eq!(key.to_bytes(), bytes);
        let (ciphertext, secret) = key.encapsulate(&mut rng(fill));
        assert_eq!(key.encapsulate(&mut rng(fill)), (ciphertext, secret));
    }
}

#[test]
fn public_keys_are_any_bytes() {
    for_each_set_of!(module_lwr, takes_any_public_key);
}

/// Key generation makes three calls of 32 bytes each: for the seed of A, for that of s, and for z.
/// Encapsulation makes one. The error of each call is returned.
fn passes_errors_on<P: Parameters>() {
    for bytes in [0, 32, 64, 95] {
        assert!(module_lwr::try_generate::<P, _>(&mut Failing(bytes)).is_err());
    }
    let (_, public) = module_lwr::try_generate::<P, _>(&mut Failing(96)).expect("96 bytes suffice");
    assert!(public.try_encapsulate(&mut Failing(31)).is_err());
    assert!(public.try_encapsulate(&mut Failing(32)).is_ok());
}

#[test]
fn a_generator_that_fails_is_an_error() {
    for_each_set_of!(module_lwr, passes_errors_on);
}
