//! The known answers of a set.

use core::fmt::Write;

use alloc::string::String;
use vectru::kat::{Answers, RngOrder, records};
use vectru::{Ciphertext, DecapsulationKey, Mechanism};

/// Checks the shared secrets of tampered ciphertexts of record 0, which depend on every byte of the
/// keys and of the ciphertext, and the one of the ciphertext itself.
pub(crate) fn check<M: Mechanism>() {
    let record = records(M::SET, RngOrder::Nist).next().expect("records do not end");
    let key = DecapsulationKey::<M>::from_bytes(&record.secret_key).expect("a generated key loads");
    let decapsulate = |bytes: &[u8]| key.decapsulate(&Ciphertext::from_bytes(bytes).expect("the length is right"));
    assert_eq!(decapsulate(&record.ciphertext).as_bytes()[..], record.shared_secret, "{}", M::SET);
    for &(tampering, expected) in Answers::of(M::SET).expect("every set has known answers").rejections {
        let mut found = String::new();
        for byte in decapsulate(&tampering.apply(&record.ciphertext)).as_bytes() {
            write!(found, "{byte:02x}").expect("strings grow");
        }
        assert_eq!(found, expected, "{}, {tampering:?}", M::SET);
    }
}
