//! Loading keys of NTRU Prime: which bytes are refused, with which errors.
#![cfg(feature = "_ntru-prime")]

#[macro_use]
mod support;

use rand_core::{TryCryptoRng, TryRng};
use vectru::kat::NistDrbg;
use vectru::prime::{self, Array, Ciphertext, DecapsulationKey, EncapsulationKey, Parameters, PrimeRing};
use vectru::{Error, ErrorKind, Object};
use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::Ring;

fn rng(seed: u8) -> NistDrbg {
    NistDrbg::new(&[seed; 48])
}

fn is_streamlined<P: Parameters>() -> bool {
    P::SET.name().starts_with("sntrup")
}

/// The offsets of the parts of a secret key, in bytes.
struct Offsets {
    /// The length of a small polynomial. The key begins with one: f, or a.
    small: usize,
    public_key: usize,
    rho: usize,
    hash: usize,
}

fn offsets<P: Parameters>() -> Offsets {
    let small = <P::Ring as PrimeRing>::SmallBytes::LENGTH;
    let public_key = if is_streamlined::<P>() { 2 * small } else { small };
    let rho = public_key + P::PublicKeyBytes::LENGTH;
    Offsets { small, public_key, rho, hash: rho + if is_streamlined::<P>() { small } else { 32 } }
}

/// Returns why `error` refuses bytes for an object of the set P.
fn kind<P: Parameters>(error: Error, object: Object) -> ErrorKind {
    assert_eq!((error.set, error.object), (P::SET, object));
    error.kind
}

fn load_error<P: Parameters>(bytes: &[u8]) -> ErrorKind {
    kind::<P>(DecapsulationKey::<P>::from_bytes(bytes).expect_err("the key is refused"), Object::SecretKey)
}

fn refuses_coefficients_out_of_range<P: Parameters>() {
    let (_, public) = prime::generate::<P, _>(&mut rng(2));
    let mut bytes = public.to_bytes();
    let length = bytes.as_ref().len();
    // The bytes of the last number come last. Its modulus is below 2^14.
    bytes.as_mut()[length - 2..].fill(0xff);
    let error = EncapsulationKey::<P>::from_bytes(bytes.as_ref()).expect_err("the last number is too large");
    let ErrorKind::CoefficientOutOfRange { index, expected_below, found } = kind::<P>(error, Object::PublicKey) else {
        panic!("{error}");
    };
    assert!(index < <P::Ring as PrimeRing>::Residues::LENGTH && found >= expected_below);
    // q, or the number of multiples of 3 in [-(q - 1)/2, (q - 1)/2].
    let q = <P::Ring as Ring>::Modulus::Q as u32;
    assert_eq!(expected_below, if is_streamlined::<P>() { q } else { q.div_ceil(3) });
    let text = error.to_string();
    assert_eq!(
        text,
        format!(
            "{} public key: coefficient out of range: expected less than {expected_below} at x^{index}, found {found}",
            P::SET
        )
    );
}

#[test]
fn public_keys_with_coefficients_out_of_range_are_errors() {
    for_each_set_of!(prime, refuses_coefficients_out_of_range);
}

fn refuses_damage<P: Parameters>() {
    let (key, _) = prime::generate::<P, _>(&mut rng(3));
    let Offsets { small, public_key, rho, hash } = offsets::<P>();
    let honest = key.to_bytes();
    let damaged = |position: usize, byte: u8| {
        let mut bytes = *honest;
        bytes.as_mut()[position] = byte;
        load_error::<P>(bytes.as_ref())
    };
    let honest = honest.as_ref();
    for position in [0, small / 2, small - 1, public_key - small, public_key - 1] {
        assert_eq!(damaged(position, 0b11), ErrorKind::SmallCoefficientOutOfRange);
        assert_eq!(damaged(position, 0b1100_0000), ErrorKind::SmallCoefficientOutOfRange);
    }
    // A byte of zeros is four coefficients -1; the last byte of f, or a, holds one coefficient.
    let nonzero = |byte: u8| (0..4).filter(|k| byte >> (2 * k) & 3 != 1).count();
    let position = (0..small - 1).find(|&position| nonzero(honest[position]) < 4).expect("f has zeros");
    let found = P::WEIGHT - nonzero(honest[position]) + 4;
    assert_eq!(damaged(position, 0), ErrorKind::Weight { expected: P::WEIGHT, found });
    for position in [hash, hash + 31, public_key] {
        let error = damaged(position, !honest[position]);
        let is_out_of_range = matches!(error, ErrorKind::CoefficientOutOfRange { .. });
        assert!(error == ErrorKind::PublicKeyHash || position == public_key && is_out_of_range);
    }
    let mut bytes = key.to_bytes();
    bytes.as_mut()[rho - 2..rho].fill(0xff);
    let error = load_error::<P>(bytes.as_ref());
    assert!(matches!(error, ErrorKind::CoefficientOutOfRange { .. }));
}

#[test]
fn damaged_secret_keys_are_errors() {
    for_each_set_of!(prime, refuses_damage);
}

/// Any bytes are a rho. They determine the shared secret of a rejected ciphertext.
fn takes_any_rho<P: Parameters>() {
    let mut rng = rng(4);
    let (key, public) = prime::generate::<P, _>(&mut rng);
    let Offsets { rho, hash, .. } = offsets::<P>();
    let mut bytes = key.to_bytes();
    bytes.as_mut()[rho..hash].fill(0xff);
    let other = DecapsulationKey::<P>::from_bytes(bytes.as_ref()).expect("any rho will do");
    let (ciphertext, secret) = public.encapsulate(&mut rng);
    assert_eq!(other.decapsulate(&ciphertext), secret);
    let wrong = Ciphertext::new(P::CiphertextBytes::ZERO);
    assert_ne!(other.decapsulate(&wrong), key.decapsulate(&wrong));
}

#[test]
fn rho_is_any_bytes() {
    for_each_set_of!(prime, takes_any_rho);
}

/// A generator that fails after a number of calls.
#[derive(Debug)]
struct Failing(usize);

impl TryRng for Failing {
    type Error = std::io::Error;
    fn try_next_u32(&mut self) -> Result<u32, std::io::Error> {
        Err(std::io::Error::other("mechanisms draw bytes"))
    }
    fn try_next_u64(&mut self) -> Result<u64, std::io::Error> {
        Err(std::io::Error::other("mechanisms draw bytes"))
    }
    fn try_fill_bytes(&mut self, target: &mut [u8]) -> Result<(), std::io::Error> {
        self.0 = self.0.checked_sub(1).ok_or(std::io::Error::other("no more"))?;
        target.iter_mut().enumerate().for_each(|(k, byte)| *byte = ((k * k) >> 3) as u8);
        Ok(())
    }
}

impl TryCryptoRng for Failing {}

/// Key generation makes one call each for g, f and rho, or for the seed of G, a and rho.
/// Encapsulation makes one call for r. The error of each call is returned.
fn passes_errors_on<P: Parameters>() {
    for calls in 0..3 {
        let error = prime::try_generate::<P, _>(&mut Failing(calls)).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(error, Err("no random bytes: no more".into()));
    }
    let generated = prime::try_generate::<P, _>(&mut Failing(3));
    let (_, public) = generated.expect("three calls suffice if g is invertible");
    assert!(public.try_encapsulate(&mut Failing(0)).is_err());
    assert!(public.try_encapsulate(&mut Failing(1)).is_ok());
}

#[test]
fn a_generator_that_fails_is_an_error() {
    for_each_set_of!(prime, passes_errors_on);
}
