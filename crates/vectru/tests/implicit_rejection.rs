//! Decapsulation of ciphertexts that encapsulation did not make: the answers on which other
//! implementations agree.

use vectru::kat::{Record, RngOrder, records};
use vectru::mechanism::Visitor;
use vectru::{Ciphertext, DecapsulationKey, Mechanism, Set, SharedSecret};
use vectru_polymul::dispatch::{Backend, force};
use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::Ring;

#[path = "support/rejections.rs"]
mod rejections;

use rejections::Tampered;

fn record<M: Mechanism>(order: RngOrder, index: usize) -> Record {
    records(M::SET, order).nth(index).expect("records do not end")
}

fn decapsulate<M: Mechanism>(key: &DecapsulationKey<M>, ciphertext: &[u8]) -> SharedSecret {
    key.decapsulate(&Ciphertext::from_bytes(ciphertext).expect("the length is right"))
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
        let key = DecapsulationKey::<M>::from_bytes(&record.secret_key).expect("a generated key loads");
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
        let key = DecapsulationKey::<M>::from_bytes(&record.secret_key).expect("a generated key loads");
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

/// A ciphertext with changed bytes is rejected, so that its shared secret depends on the part of
/// the secret key that only rejection takes. Two equal changes do not make up for each other, and
/// every byte of a confirmation counts, up to the last.
struct Changes;

impl Visitor for Changes {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let record = record::<M>(RngOrder::Nist, 0);
        let mut other = record.secret_key.clone();
        // In NTRU Prime, a hash of the public key follows that part.
        let prime = ["sntrup", "ntrulpr"].iter().any(|family| M::SET.name().starts_with(family));
        let behind = if prime { 32 } else { 0 };
        let position = other.len() - behind - 1;
        other[position] ^= 1;
        let keys =
            [&record.secret_key, &other].map(|key| DecapsulationKey::<M>::from_bytes(key).expect("the key loads"));
        let secrets = |ciphertext: &[u8]| keys.each_ref().map(|key| decapsulate::<M>(key, ciphertext));
        let honest = secrets(&record.ciphertext);
        assert_eq!(honest[0], honest[1], "{}", M::SET);
        let length = record.ciphertext.len();
        let confirmation = if prime { length - 32 } else { length - 1 };
        let single = (confirmation..length).map(|position| position..position + 1);
        for changed in [0..2, length - 2..length].into_iter().chain(single) {
            let mut bytes = record.ciphertext.clone();
            bytes[changed.clone()].iter_mut().for_each(|byte| *byte ^= 1);
            let rejected = secrets(&bytes);
            assert_ne!(rejected[0], rejected[1], "bytes {changed:?} of {}", M::SET);
        }
    }
}

#[test]
fn changes_are_rejected() {
    Set::ALL.into_iter().for_each(|set| set.visit(Changes));
}
