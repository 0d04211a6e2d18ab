//! Loading keys of NTRU: which bytes are refused, with which errors.
#![cfg(feature = "_ntru")]

#[macro_use]
mod support;

use rand_core::{TryCryptoRng, TryRng};
use vectru::kat::NistDrbg;
use vectru::ntru::{self, Array, Ciphertext, DecapsulationKey, EncapsulationKey, Parameters};
use vectru::{Error, ErrorKind, Object};

fn rng(seed: u8) -> NistDrbg {
    NistDrbg::new(&[seed; 48])
}

/// Returns why `error` refuses bytes for an object of the set P.
fn kind<P: Parameters>(error: Error, object: Object) -> ErrorKind {
    assert_eq!((error.set, error.object), (P::SET, object));
    error.kind
}

/// Setting a bit behind the last coefficient is an error. Changing a bit of the last coefficient is
/// not.
fn refuses_padding<P: Parameters>() {
    let (key, public) = ntru::generate::<P, _>(&mut rng(2));
    let ternary = P::MessageBytes::LENGTH / 2;
    let end = public.as_bytes().len();
    let padding = 8 * end - log_q::<P>() * degree::<P>();
    for bit in 0..8 {
        let mut bytes = public.to_bytes();
        bytes.as_mut()[end - 1] ^= 1 << bit;
        let expected = (bit >= 8 - padding).then_some(ErrorKind::Padding);
        let found = EncapsulationKey::<P>::from_bytes(bytes.as_ref()).err();
        assert_eq!(found.map(|error| kind::<P>(error, Object::PublicKey)), expected, "{}, bit {bit}", P::SET);

        let mut bytes = *key.to_bytes();
        bytes.as_mut()[2 * ternary + end - 1] ^= 1 << bit;
        let found = DecapsulationKey::<P>::from_bytes(bytes.as_ref()).err();
        assert_eq!(found.map(|error| kind::<P>(error, Object::SecretKey)), expected, "{}, bit {bit}", P::SET);
    }
}

/// Returns n - 1.
fn degree<P: Parameters>() -> usize {
    P::Words::LENGTH
}

fn log_q<P: Parameters>() -> usize {
    8 * P::PublicKeyBytes::LENGTH / degree::<P>()
}

#[test]
fn bits_behind_the_last_coefficient_are_errors() {
    for_each_set_of!(ntru, refuses_padding);
}

fn refuses_digits<P: Parameters>() {
    let (key, _) = ntru::generate::<P, _>(&mut rng(3));
    let ternary = P::MessageBytes::LENGTH / 2;
    let last = match degree::<P>() % 5 {
        0 => 243,
        digits => 3u8.pow(digits as u32),
    };
    for (position, least) in [(0, 243), (ternary - 1, last), (ternary, 243), (2 * ternary - 1, last)] {
        for byte in [least - 1, least, 255] {
            let mut bytes = *key.to_bytes();
            bytes.as_mut()[position] = byte;
            let found = DecapsulationKey::<P>::from_bytes(bytes.as_ref()).err();
            let expected = (byte >= least).then_some(ErrorKind::SmallCoefficientOutOfRange);
            assert_eq!(
                found.map(|error| kind::<P>(error, Object::SecretKey)),
                expected,
                "{}, byte {position} is {byte}",
                P::SET
            );
        }
    }
}

#[test]
fn bytes_that_are_no_ternary_digits_are_errors() {
    for_each_set_of!(ntru, refuses_digits);
}

/// Any bytes are a key of the pseudorandom function. They determine the shared secret of a rejected
/// ciphertext. A key of the right format that key generation did not make decapsulates to some
/// secret.
fn takes_any_bytes_of_the_format<P: Parameters>() {
    let mut rng = rng(4);
    let (key, public) = ntru::generate::<P, _>(&mut rng);
    let mut bytes = *key.to_bytes();
    let length = bytes.as_ref().len();
    bytes.as_mut()[length - 32..].fill(0xff);
    let other = DecapsulationKey::<P>::from_bytes(bytes.as_ref()).expect("any key of the function will do");
    let (ciphertext, secret) = public.encapsulate(&mut rng);
    assert_eq!(other.decapsulate(&ciphertext), secret);
    // In NTRU-HRSS, zeros would be the encryption of r = m = 0.
    let mut wrong = P::CiphertextBytes::ZERO;
    wrong.as_mut().fill(0x0f);
    let wrong = Ciphertext::new(wrong);
    assert_ne!(other.decapsulate(&wrong), key.decapsulate(&wrong));

    let zeros = P::SecretKeyBytes::ZERO;
    let other_key = DecapsulationKey::<P>::from_bytes(zeros.as_ref()).expect("zeros are of the format");
    assert_ne!(other_key.decapsulate(&ciphertext), secret);
    let _ = other_key.to_encapsulation_key();
}

#[test]
fn bytes_of_the_format_are_keys() {
    for_each_set_of!(ntru, takes_any_bytes_of_the_format);
}

#[test]
#[cfg(feature = "ntruhrss701")]
fn public_keys_show_their_first_bytes() {
    let (_, public) = vectru::ntruhrss701::generate(&mut rng(5));
    let start: String = public.as_bytes()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(format!("{public:?}"), format!("EncapsulationKey(ntruhrss701, {start}..)"));
}

/// A generator of one byte again and again, which fails after a number of calls.
#[derive(Debug)]
struct Failing(usize, u8);

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
        target.fill(self.1);
        Ok(())
    }
}

impl TryCryptoRng for Failing {}

/// Key generation makes one call for f and g and one for the key of the pseudorandom function.
/// Encapsulation makes one call. The error of each call is returned.
fn passes_errors_on<P: Parameters>() {
    for calls in 0..2 {
        let error = ntru::try_generate::<P, _>(&mut Failing(calls, 1)).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(error, Err("no random bytes: no more".into()));
    }
    for byte in [1, 2] {
        let (_, public) = ntru::try_generate::<P, _>(&mut Failing(2, byte)).expect("two calls suffice");
        assert!(public.try_encapsulate(&mut Failing(0, byte)).is_err());
        assert!(public.try_encapsulate(&mut Failing(1, byte)).is_ok());
    }
}

#[test]
fn a_generator_that_fails_is_an_error() {
    for_each_set_of!(ntru, passes_errors_on);
}
