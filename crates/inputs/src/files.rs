//! Inputs as the files that the command line reads: keys in PEM and DER, and seeds.

use vectru::key_files::{KeyFileError, PublicKeyFile, SecretKeyFile};
use vectru::mechanism::Visitor;
use vectru::seed::{Seed, SeedError};
use vectru::{DecapsulationKey, EncapsulationKey, Mechanism, Set};

use crate::fit;

/// Reads the bytes as each kind of file.
pub(crate) fn run(bytes: &[u8]) {
    for file in [PublicKeyFile::from_der(bytes), PublicKeyFile::from_pem(bytes)].into_iter().filter_map(reported) {
        let again = PublicKeyFile::from_pem(file.to_pem()).expect("what is written can be read");
        let from_der = PublicKeyFile::from_der(&file.to_der()).expect("what is written can be read");
        for read in [&again, &from_der] {
            assert_eq!((read.set(), read.as_bytes()), (file.set(), file.as_bytes()));
        }
        assert_eq!(file.as_bytes().len(), file.set().public_key_bytes());
        file.set().visit(PublicKey(&file));
    }
    for file in [SecretKeyFile::from_der(bytes), SecretKeyFile::from_pem(bytes)].into_iter().filter_map(reported) {
        let again = SecretKeyFile::from_pem(&*file.to_pem()).expect("what is written can be read");
        let from_der = SecretKeyFile::from_der(&file.to_der()).expect("what is written can be read");
        for read in [&again, &from_der] {
            assert_eq!((read.set(), read.as_bytes()), (file.set(), file.as_bytes()));
        }
        assert_eq!(file.as_bytes().len(), file.set().secret_key_bytes());
        file.set().visit(SecretKey(&file));
    }
    for bytes in [bytes, &fit(bytes, Seed::BYTES)] {
        match Seed::from_bytes(bytes) {
            Ok(seed) => {
                assert_eq!(seed.to_bytes()[..], *bytes);
                Set::ALL[bytes[1] as usize % Set::ALL.len()].visit(KeyPair(&seed));
            }
            Err(SeedError::Length { found }) => assert!(found == bytes.len() && found != Seed::BYTES),
            Err(SeedError::Version { found }) => assert!(found == bytes[0] && found != Seed::VERSION),
            Err(error) => panic!("{error} is a known reason"),
        }
    }
}

/// Returns the file. Returns `None` for an error, after a check that it has a text.
fn reported<T>(file: Result<T, KeyFileError>) -> Option<T> {
    file.map_err(|error| assert!(!error.to_string().is_empty())).ok()
}

/// Loads the public key of a file, and checks that loading its bytes gives the same key.
struct PublicKey<'a>(&'a PublicKeyFile);

impl Visitor for PublicKey<'_> {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let key = self.0.key::<M>();
        assert_eq!(key.map_err(|error| error.to_string()), {
            let expected = EncapsulationKey::<M>::from_bytes(self.0.as_bytes());
            expected.map_err(|error| KeyFileError::from(error).to_string())
        });
    }
}

/// Loads the secret key of a file, and checks that loading its bytes gives the same key.
struct SecretKey<'a>(&'a SecretKeyFile);

impl Visitor for SecretKey<'_> {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        match (self.0.key::<M>(), DecapsulationKey::<M>::from_bytes(self.0.as_bytes())) {
            (Ok(found), Ok(expected)) => assert_eq!(found.as_bytes(), expected.as_bytes()),
            (Err(found), Err(expected)) => assert_eq!(found, expected.into()),
            (found, expected) => panic!("{found:?} is {expected:?}"),
        }
    }
}

/// Makes the key pair of a seed, and checks that it is the same each time.
struct KeyPair<'a>(&'a Seed);

impl Visitor for KeyPair<'_> {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let (secret, public) = self.0.key_pair::<M>();
        assert_eq!(secret.to_encapsulation_key(), public);
    }
}
