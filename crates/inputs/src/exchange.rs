//! Inputs as messages of the key exchange of SSH, and as keys and ciphertexts of a hybrid.

use vectru::kat::NistDrbg;
use vectru::mechanism::Visitor;
use vectru::ssh::{CLIENT_MESSAGE_BYTES, Client, SERVER_MESSAGE_BYTES, reply};
use vectru::{Mechanism, Object, Set, hybrid};

use crate::{check_error, choose, fit};

/// Gives the bytes after the first one, which chooses the set of the hybrid, to both sides of an
/// exchange.
pub(crate) fn run(bytes: &[u8]) {
    let Some((set, bytes)) = choose(bytes) else { return };
    let mut rng = NistDrbg::new(&[5; 48]);
    let objects = [Object::PublicKey, Object::Ciphertext];
    for message in [bytes, &fit(bytes, CLIENT_MESSAGE_BYTES)] {
        match reply(message, &mut rng) {
            Ok((answer, _)) => assert_eq!((message.len(), answer.len()), (CLIENT_MESSAGE_BYTES, SERVER_MESSAGE_BYTES)),
            Err(error) => check_error(error, Set::Sntrup761, &objects),
        }
    }
    let (client, message) = Client::start(&mut rng);
    let (_, secret) = reply(&message, &mut rng).expect("an honest message has an answer");
    for message in [bytes, &fit(bytes, SERVER_MESSAGE_BYTES)] {
        match client.finish(message) {
            Ok(found) => assert_ne!(found.as_bytes(), secret.as_bytes()),
            Err(error) => check_error(error, Set::Sntrup761, &objects),
        }
    }
    set.visit(Hybrid(bytes));
}

struct Hybrid<'a>(&'a [u8]);

impl Visitor for Hybrid<'_> {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let (bytes, set) = (self.0, M::SET);
        let mut rng = NistDrbg::new(&[6; 48]);
        let objects = [Object::PublicKey, Object::SecretKey, Object::Ciphertext];
        for bytes in [bytes, &fit(bytes, hybrid::X25519_BYTES + set.public_key_bytes())] {
            let once = hybrid::encapsulate::<M, _>(bytes, &mut rng);
            match hybrid::EncapsulationKey::<M>::from_bytes(bytes) {
                Ok(key) => {
                    assert_eq!(key.as_bytes(), bytes);
                    assert_eq!(key.encapsulate(&mut rng).is_ok(), once.is_ok());
                }
                Err(error) => check_error(error, set, &objects),
            }
            once.err().into_iter().for_each(|error| check_error(error, set, &objects));
        }
        let ciphertext = fit(bytes, hybrid::X25519_BYTES + set.ciphertext_bytes());
        for bytes in [bytes, &fit(bytes, hybrid::X25519_BYTES + set.secret_key_bytes())] {
            let once = hybrid::decapsulate::<M>(bytes, &ciphertext).map(|secret| *secret.as_bytes());
            match hybrid::DecapsulationKey::<M>::from_bytes(bytes) {
                Ok(key) => {
                    assert_eq!(key.to_bytes(), bytes);
                    assert_eq!(key.decapsulate(&ciphertext).map(|secret| *secret.as_bytes()), once);
                    let wrong = key.decapsulate(bytes).map(|_| ());
                    wrong.err().into_iter().for_each(|error| check_error(error, set, &objects));
                }
                Err(error) => check_error(error, set, &objects),
            }
            once.err().into_iter().for_each(|error| check_error(error, set, &objects));
        }
    }
}
