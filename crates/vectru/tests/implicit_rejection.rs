//! Decapsulation of ciphertexts that encapsulation did not make: the answers on which other
//! implementations agree.
#![cfg(feature = "_set")]

use vectru::kat::{Answers, Record, RngOrder, records};
use vectru::mechanism::Visitor;
use vectru::{Ciphertext, Mechanism, Set, SharedSecret};
use vectru_polymul::dispatch::{Backend, force};
use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::Ring;

fn hexadecimal(secret: &SharedSecret) -> String {
    secret.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn record<M: Mechanism>(order: RngOrder, index: usize) -> Record {
    records(M::SET, order).nth(index).expect("records do not end")
}

fn decapsulate<M: Mechanism>(key: &M::DecapsulationKey, ciphertext: &[u8]) -> SharedSecret {
    M::decapsulate(key, &Ciphertext::from_bytes(ciphertext).expect("the length is right"))
}

/// The ciphertext of record 0 with bit 0 of byte 5 flipped, with all bytes 00, and with all bytes
/// ff; for Saber with bit 0 of byte 5 or of the middle byte flipped.
struct Tampered(Backend);

impl Visitor for Tampered {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let record = record::<M>(RngOrder::Nist, 0);
        let key = M::decapsulation_key(&record.secret_key).expect("a generated key loads");
        assert_eq!(decapsulate::<M>(&key, &record.ciphertext).as_bytes()[..], record.shared_secret);
        let answers = Answers::of(M::SET).expect("every set has known answers");
        for &(tampering, expected) in answers.rejections {
            let found = decapsulate::<M>(&key, &tampering.apply(&record.ciphertext));
            assert_eq!(hexadecimal(&found), expected, "{} on {}, {tampering:?}", M::SET, self.0);
        }
    }
}

#[test]
fn tampered_ciphertexts_on_every_backend() {
    for backend in Backend::available() {
        force(Some(backend)).expect("the backend is available");
        for set in Set::ALL {
            set.visit(Tampered(backend));
        }
    }
    force(None).expect("the best backend is available");
}

/// Changing any byte of a ciphertext changes the shared secret, to one that depends on the change
/// alone.
struct EveryByte;

impl Visitor for EveryByte {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let record = record::<M>(RngOrder::OneShot, 1);
        let key = M::decapsulation_key(&record.secret_key).expect("a generated key loads");
        let mut secrets = vec![decapsulate::<M>(&key, &record.ciphertext)];
        let length = record.ciphertext.len();
        let step = length / 50;
        for position in (0..length - 40).step_by(step).chain([length - 33, length - 32, length - 1]) {
            let mut bytes = record.ciphertext.clone();
            bytes[position] ^= 0x80;
            let secret = decapsulate::<M>(&key, &bytes);
            assert!(!secrets.contains(&secret), "byte {position} of {}", M::SET);
            assert_eq!(secret, decapsulate::<M>(&key, &bytes));
            secrets.push(secret);
        }
    }
}

#[test]
fn every_byte_counts() {
    Set::ALL.into_iter().for_each(|set| set.visit(EveryByte));
}

/// The last byte of a ciphertext of NTRU can have bits behind the last coefficient. Setting one
/// changes the shared secret.
struct BitsBehindTheLastCoefficient;

impl Visitor for BitsBehindTheLastCoefficient {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let record = record::<M>(RngOrder::Nist, 2);
        let key = M::decapsulation_key(&record.secret_key).expect("a generated key loads");
        let log_q = <M::Ring as Ring>::Modulus::Q.ilog2() as usize;
        let padding = 8 * record.ciphertext.len() - log_q * (M::Ring::DEGREE - 1);
        for bit in 8 - padding..8 {
            let mut bytes = record.ciphertext.clone();
            *bytes.last_mut().expect("ciphertexts are not empty") |= 1 << bit;
            assert_ne!(decapsulate::<M>(&key, &bytes).as_bytes()[..], record.shared_secret, "{}", M::SET);
        }
    }
}

#[test]
fn bits_behind_the_last_coefficient_are_rejected() {
    let sets = Set::ALL.into_iter().filter(|set| set.name().starts_with("ntruh"));
    sets.for_each(|set| set.visit(BitsBehindTheLastCoefficient));
}

/// Two changes that are equal do not make up for each other: the ciphertext is rejected, so that
/// its shared secret depends on the part of the secret key that only rejection takes.
struct EqualChanges;

impl Visitor for EqualChanges {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let record = record::<M>(RngOrder::Nist, 0);
        let mut other = record.secret_key.clone();
        // In NTRU Prime, a hash of the public key follows that part.
        let prime = ["sntrup", "ntrulpr"].iter().any(|family| M::SET.name().starts_with(family));
        let behind = if prime { 32 } else { 0 };
        let position = other.len() - behind - 1;
        other[position] ^= 1;
        let keys = [&record.secret_key, &other].map(|key| M::decapsulation_key(key).expect("the key loads"));
        let secrets = |ciphertext: &[u8]| keys.each_ref().map(|key| decapsulate::<M>(key, ciphertext));
        let honest = secrets(&record.ciphertext);
        assert_eq!(honest[0], honest[1], "{}", M::SET);
        for position in [0, record.ciphertext.len() - 2] {
            let mut bytes = record.ciphertext.clone();
            bytes[position..position + 2].iter_mut().for_each(|byte| *byte ^= 1);
            let rejected = secrets(&bytes);
            assert_ne!(rejected[0], rejected[1], "bytes {position} and the next of {}", M::SET);
        }
    }
}

#[test]
fn equal_changes_are_rejected() {
    Set::ALL.into_iter().for_each(|set| set.visit(EqualChanges));
}
