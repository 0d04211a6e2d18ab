//! Decapsulation of ciphertexts that encapsulation did not make: the answers on which other implementations agree.

use vectru::kat::{RngOrder, records};
use vectru::sntrup761::{Ciphertext, DecapsulationKey};
use vectru::{Set, SharedSecret};
use vectru_polymul::dispatch::{Backend, force};

fn hexadecimal(secret: &SharedSecret) -> String {
    secret.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn tampered_ciphertexts_on_every_backend() {
    let record = records(Set::Sntrup761, RngOrder::Nist).next().expect("records do not end");
    for backend in Backend::available() {
        force(Some(backend)).expect("the backend is available");
        let key = DecapsulationKey::from_bytes(&record.secret_key).expect("a generated key loads");
        let ciphertext = Ciphertext::from_bytes(&record.ciphertext).expect("a ciphertext loads");
        assert_eq!(key.decapsulate(&ciphertext).as_bytes()[..], record.shared_secret);

        let mut flipped = ciphertext.to_bytes();
        flipped[5] ^= 1;
        let answers = [
            (flipped, "2163477e8dd89b53a55425b9b1ff595524d7a3325ae7e64536b3a943638d038b"),
            ([0; 1039], "5e3a8fa88ce5b6b2d8648449cd29124978ccaf22633d9442ff7e59e4d7aed93d"),
            ([0xff; 1039], "c2db7ed2168fd47e4e8d0257c2f490acbb0aebb801b25e257908d7acd7a67259"),
        ];
        for (tampered, expected) in answers {
            assert_eq!(hexadecimal(&key.decapsulate(&Ciphertext::new(tampered))), expected, "{backend}");
        }
    }
    force(None).expect("the best backend is available");
}

/// Every byte of a ciphertext counts: whichever changes, the secret is another, and always the same one.
#[test]
fn every_byte_counts() {
    let record = records(Set::Sntrup761, RngOrder::OneShot).nth(1).expect("records do not end");
    let key = DecapsulationKey::from_bytes(&record.secret_key).expect("a generated key loads");
    let honest = Ciphertext::from_bytes(&record.ciphertext).expect("a ciphertext loads");
    let mut secrets = vec![key.decapsulate(&honest)];
    for position in (0..1039).step_by(13).chain([1006, 1007, 1038]) {
        let mut bytes = honest.to_bytes();
        bytes[position] ^= 0x80;
        let secret = key.decapsulate(&Ciphertext::new(bytes));
        assert!(!secrets.contains(&secret), "byte {position}");
        secrets.push(secret);
    }
}
