//! The known answers for ciphertexts that encapsulation did not make.

use vectru::kat::{Answers, RngOrder, records};
use vectru::mechanism::Visitor;
use vectru::{Ciphertext, DecapsulationKey, Mechanism};
use vectru_polymul::dispatch::Backend;

/// The ciphertext of record 0 with bit 0 of byte 5 flipped, with all bytes 00, and with all bytes
/// ff; for Saber with bit 0 of byte 5 or of the middle byte flipped.
pub(crate) struct Tampered(pub(crate) Backend);

impl Visitor for Tampered {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let record = records(M::SET, RngOrder::Nist).next().expect("records do not end");
        let key = DecapsulationKey::<M>::from_bytes(&record.secret_key).expect("a generated key loads");
        // The shared secret in hexadecimal digits.
        let secret = |ciphertext: &[u8]| -> String {
            let ciphertext = Ciphertext::from_bytes(ciphertext).expect("the length is right");
            key.decapsulate(&ciphertext).as_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
        };
        let answers = Answers::of(M::SET).expect("every set has known answers");
        for &(tampering, expected) in answers.rejections {
            let found = secret(&tampering.apply(&record.ciphertext));
            assert_eq!(found, expected, "{} on {}, {tampering:?}", M::SET, self.0);
        }
    }
}
