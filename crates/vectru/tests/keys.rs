//! Loading keys and ciphertexts: what is refused, and what it says.

use kem::{Encapsulate, Generate, KeyExport, TryDecapsulate, TryKeyInit};
use rand_core::{TryCryptoRng, TryRng};
use vectru::kat::NistDrbg;
use vectru::sntrup761::{
    CIPHERTEXT_BYTES, Ciphertext, DecapsulationKey, EncapsulationKey, PUBLIC_KEY_BYTES, SECRET_KEY_BYTES, generate,
    try_generate,
};
use vectru::{Error, Object};

/// Offsets in a secret key: f, 1/g, the public key, rho, the hash.
const INVERSE: usize = 191;
const PUBLIC_KEY: usize = 382;
const RHO: usize = 1540;
const HASH: usize = 1731;

fn rng(seed: u8) -> NistDrbg {
    NistDrbg::new(&[seed; 48])
}

fn load_error(bytes: &[u8]) -> Error {
    DecapsulationKey::from_bytes(bytes).expect_err("the key is refused")
}

#[test]
fn keys_and_ciphertexts_survive_their_bytes() {
    let mut rng = rng(1);
    let (key, public) = generate(&mut rng);
    let loaded = DecapsulationKey::from_bytes(&*key.to_bytes()).expect("a generated key loads");
    let loaded_public = EncapsulationKey::from_bytes(&public.to_bytes()).expect("a generated key loads");
    assert_eq!(loaded.as_bytes(), key.as_bytes());
    assert_eq!(loaded.encapsulation_key(), &public);
    for _ in 0..10 {
        let (ciphertext, secret) = loaded_public.encapsulate(&mut rng);
        let ciphertext = Ciphertext::from_bytes(ciphertext.as_bytes()).expect("the length is right");
        assert_eq!(key.decapsulate(&ciphertext), secret);
        assert_eq!(loaded.decapsulate(&ciphertext), secret);
    }
}

#[test]
fn wrong_lengths_are_errors() {
    let bytes = [0; 4000];
    for found in [0, 1, 1038, 1040, 1157, 1159, 1762, 1764, 4000] {
        let length = |object, expected| Error::Length { object, expected, found };
        let public_key = EncapsulationKey::from_bytes(&bytes[..found]).expect_err("the length is wrong");
        assert_eq!(public_key, length(Object::PublicKey, PUBLIC_KEY_BYTES));
        assert_eq!(load_error(&bytes[..found]), length(Object::SecretKey, SECRET_KEY_BYTES));
        let ciphertext = Ciphertext::from_bytes(&bytes[..found]).expect_err("the length is wrong");
        assert_eq!(ciphertext, length(Object::Ciphertext, CIPHERTEXT_BYTES));
    }
}

#[test]
fn public_keys_with_coefficients_out_of_range_are_errors() {
    let (_, public) = generate(&mut rng(2));
    let mut bytes = public.to_bytes();
    // The last number of the encoding is put out last: its modulus is far below 2^16.
    bytes[PUBLIC_KEY_BYTES - 2..].fill(0xff);
    let error = EncapsulationKey::from_bytes(&bytes).expect_err("the last number is too large");
    let Error::CoefficientOutOfRange { object: Object::PublicKey, index, expected_below: 4591, found } = error else {
        panic!("{error}");
    };
    assert!(index < 761 && found >= 4591);
    let text = error.to_string();
    assert_eq!(
        text,
        format!("public key: coefficient out of range: expected less than 4591 at x^{index}, found {found}")
    );
}

#[test]
fn damaged_secret_keys_are_errors() {
    let object = Object::SecretKey;
    let (key, _) = generate(&mut rng(3));
    let honest = key.to_bytes();
    let damaged = |position: usize, byte: u8| {
        let mut bytes = honest.clone();
        bytes[position] = byte;
        load_error(&*bytes)
    };
    for position in [0, 100, 190, INVERSE, 2 * INVERSE - 1] {
        assert_eq!(damaged(position, 0b11), Error::SmallCoefficientOutOfRange { object });
        assert_eq!(damaged(position, 0b1100_0000), Error::SmallCoefficientOutOfRange { object });
    }
    // A byte of zeros is four coefficients -1; the last byte of f holds one coefficient.
    let nonzero = |byte: u8| (0..4).filter(|k| byte >> (2 * k) & 3 != 1).count();
    let position = (0..190).find(|&position| nonzero(honest[position]) < 4).expect("f has zeros");
    let found = 286 - nonzero(honest[position]) + 4;
    assert_eq!(damaged(position, 0), Error::Weight { object, expected: 286, found });
    assert!(damaged(HASH, !honest[HASH]) == Error::PublicKeyHash { object });
    assert!(damaged(HASH + 31, !honest[HASH + 31]) == Error::PublicKeyHash { object });
    let changed = damaged(PUBLIC_KEY, honest[PUBLIC_KEY] ^ 1);
    assert!(matches!(changed, Error::PublicKeyHash { .. } | Error::CoefficientOutOfRange { object: _, .. }));
    let mut bytes = honest.clone();
    bytes[PUBLIC_KEY + PUBLIC_KEY_BYTES - 2..RHO].fill(0xff);
    assert!(matches!(load_error(&*bytes), Error::CoefficientOutOfRange { object: Object::SecretKey, .. }));
}

/// rho is any bytes, and decides what a rejected ciphertext gives.
#[test]
fn rho_is_any_bytes() {
    let mut rng = rng(4);
    let (key, public) = generate(&mut rng);
    let mut bytes = key.to_bytes();
    bytes[RHO..HASH].fill(0xff);
    let other = DecapsulationKey::from_bytes(&*bytes).expect("any rho will do");
    let (ciphertext, secret) = public.encapsulate(&mut rng);
    assert_eq!(other.decapsulate(&ciphertext), secret);
    let wrong = Ciphertext::new([0; CIPHERTEXT_BYTES]);
    assert_ne!(other.decapsulate(&wrong), key.decapsulate(&wrong));
}

#[test]
fn secrets_are_not_shown() {
    let mut rng = rng(5);
    let (key, public) = generate(&mut rng);
    let (_, secret) = public.encapsulate(&mut rng);
    assert!(format!("{public:?}").starts_with("EncapsulationKey(sntrup761, "));
    assert_eq!(format!("{key:?}"), format!("DecapsulationKey(secret, of {public:?})"));
    assert_eq!(format!("{secret:?}"), "SharedSecret(..)");
}

/// A generator that fails at its n-th call.
#[derive(Debug)]
struct Failing(usize);

impl TryRng for Failing {
    type Error = std::io::Error;
    fn try_next_u32(&mut self) -> Result<u32, std::io::Error> {
        Err(std::io::Error::other("nobody asks for words"))
    }
    fn try_next_u64(&mut self) -> Result<u64, std::io::Error> {
        Err(std::io::Error::other("nobody asks for words"))
    }
    fn try_fill_bytes(&mut self, target: &mut [u8]) -> Result<(), std::io::Error> {
        self.0 = self.0.checked_sub(1).ok_or(std::io::Error::other("no more"))?;
        target.iter_mut().enumerate().for_each(|(k, byte)| *byte = ((k * k) >> 3) as u8);
        Ok(())
    }
}

impl TryCryptoRng for Failing {}

/// Key generation makes one call each for g, f and rho, and encapsulation one for r; each error comes back.
#[test]
fn a_generator_that_fails_is_an_error() {
    for calls in 0..3 {
        assert_eq!(
            try_generate(&mut Failing(calls)).map(|_| ()).map_err(|error| error.to_string()),
            Err("no more".into())
        );
    }
    let (_, public) = try_generate(&mut Failing(3)).expect("three calls suffice if g is invertible");
    assert!(public.try_encapsulate(&mut Failing(0)).is_err());
    assert!(public.try_encapsulate(&mut Failing(1)).is_ok());
}

#[test]
fn the_kem_traits_do_what_the_methods_do() {
    let key = DecapsulationKey::generate_from_rng(&mut rng(6));
    let (same, public) = generate(&mut rng(6));
    assert_eq!(KeyExport::to_bytes(&key)[..], *same.as_bytes());
    assert_eq!(KeyExport::to_bytes(&public)[..], *public.as_bytes());
    let public = <EncapsulationKey as TryKeyInit>::new(&KeyExport::to_bytes(&public)).expect("a generated key loads");
    let (ciphertext, secret) = public.encapsulate_with_rng(&mut rng(7));
    let (same_ciphertext, same_secret) = public.encapsulate(&mut rng(7));
    assert_eq!(ciphertext[..], *same_ciphertext.as_bytes());
    assert_eq!(secret[..], *same_secret.as_bytes());
    assert_eq!(key.try_decapsulate(&ciphertext), Ok(secret));
    assert!(<DecapsulationKey as TryKeyInit>::new_from_slice(&[0; 1763]).is_err());
    assert!(<EncapsulationKey as TryKeyInit>::new_from_slice(&[0xff; 1158]).is_err());
}
