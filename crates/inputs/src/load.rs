//! Inputs as keys and ciphertexts of a set, both with their own length and fitted to the right
//! length.

use vectru::kat::NistDrbg;
use vectru::mechanism::Visitor;
use vectru::{Ciphertext, DecapsulationKey, EncapsulationKey, ErrorKind, Mechanism, Object};

use crate::{check_error, choose, fit};

/// Loads the bytes after the first one, which chooses the set, as each kind of object.
pub(crate) fn run(bytes: &[u8]) {
    if let Some((set, bytes)) = choose(bytes) {
        set.visit(Load(bytes));
    }
}

struct Load<'a>(&'a [u8]);

impl Visitor for Load<'_> {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let (bytes, set) = (self.0, M::SET);
        for bytes in [bytes, &fit(bytes, set.public_key_bytes())] {
            public_key::<M>(bytes);
        }
        for bytes in [bytes, &fit(bytes, set.secret_key_bytes())] {
            secret_key::<M>(bytes);
        }
        match Ciphertext::<M>::from_bytes(bytes) {
            Ok(ciphertext) => assert_eq!(ciphertext.as_bytes(), bytes),
            Err(error) => {
                check_error(error, set, &[Object::Ciphertext]);
                let (expected, found) = (set.ciphertext_bytes(), bytes.len());
                assert_eq!(error.kind, ErrorKind::Length { expected, found });
            }
        }
    }
}

/// Checks that a public key loads to a key that has its bytes and that encapsulates as the
/// functions on bytes do, or that both ways give the same error.
fn public_key<M: Mechanism>(bytes: &[u8]) {
    let rng = || NistDrbg::new(&[3; 48]);
    let once = M::encapsulate_once(bytes, &mut rng());
    match EncapsulationKey::<M>::from_bytes(bytes) {
        Ok(key) => {
            assert_eq!(key.as_bytes(), bytes);
            assert_eq!(once, Ok(key.encapsulate(&mut rng())));
        }
        Err(error) => {
            check_error(error, M::SET, &[Object::PublicKey]);
            assert_eq!(once, Err(error));
        }
    }
}

/// Checks that a secret key loads to a key that has its bytes and that decapsulates as the
/// functions on bytes do, or that both ways give the same error.
fn secret_key<M: Mechanism>(bytes: &[u8]) {
    let ciphertext = fit(bytes, M::SET.ciphertext_bytes());
    let once = M::decapsulate_once(bytes, &ciphertext);
    let trusted = M::decapsulate_trusted(bytes, &ciphertext);
    match DecapsulationKey::<M>::from_bytes(bytes) {
        Ok(key) => {
            assert_eq!(key.as_bytes(), bytes);
            let ciphertext = Ciphertext::from_bytes(&ciphertext).expect("the length is right");
            let expected = Ok(key.decapsulate(&ciphertext));
            assert_eq!((once, trusted), (expected.clone(), expected));
            // The public key in a secret key, or computed from it for NTRU, loads as well.
            let public = key.to_encapsulation_key();
            assert_eq!(public.as_bytes().len(), M::SET.public_key_bytes());
        }
        Err(error) => {
            check_error(error, M::SET, &[Object::SecretKey]);
            assert_eq!(once, Err(error));
            if error.kind != ErrorKind::PublicKeyHash {
                assert_eq!(trusted, Err(error));
            }
        }
    }
}
