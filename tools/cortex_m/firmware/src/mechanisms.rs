//! The operations of mechanisms with prepared keys.

use core::convert::Infallible;
use core::fmt::Write;
use core::hint::black_box;

use alloc::string::String;
use cortex_m_semihosting::hprintln;
use rand_core::utils::{fill_bytes_via_next_word, next_u64_via_u32};
use rand_core::{TryCryptoRng, TryRng};
use vectru::kat::{Answers, RngOrder, records};
use vectru::mechanism::Visitor;
use vectru::{Ciphertext, Mechanism, Set};

use crate::measured;

/// Marsaglia's generator Xorshift (2003), which takes a handful of instructions for a word: it
/// stands for a hardware generator, and what it gives is the same in every run.
struct Bytes(u32);

impl TryRng for Bytes {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        Ok(self.0)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        next_u64_via_u32(self)
    }

    fn try_fill_bytes(&mut self, target: &mut [u8]) -> Result<(), Infallible> {
        fill_bytes_via_next_word(target, || self.try_next_u32())
    }
}

impl TryCryptoRng for Bytes {}

/// Runs the three operations of a set.
struct Operations;

impl Visitor for Operations {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let job = |operation: &str, task: &mut dyn FnMut()| {
            hprintln!("job mechanism {} {}", M::SET, operation);
            measured(task);
        };
        let rng = || Bytes(0x9e37_79b9);
        let mut keys = None;
        job("keygen", &mut || keys = Some(M::generate(&mut rng())));
        let (secret_key, public_key) = keys.expect("the operation has run");
        let mut sent = None;
        job("encaps", &mut || sent = Some(M::encapsulate(black_box(&public_key), &mut rng())));
        let (ciphertext, secret) = sent.expect("the operation has run");
        let mut received = None;
        job("decaps", &mut || received = Some(M::decapsulate(black_box(&secret_key), &ciphertext)));
        assert_eq!(received.expect("the operation has run").as_bytes(), secret.as_bytes(), "{}", M::SET);
        known_answers::<M>();
    }
}

/// Checks the shared secrets of tampered ciphertexts of record 0, which depend on every byte of the
/// keys and of the ciphertext, and the one of the ciphertext itself.
fn known_answers<M: Mechanism>() {
    let record = records(M::SET, RngOrder::Nist).next().expect("records do not end");
    let key = M::decapsulation_key(&record.secret_key).expect("a generated key loads");
    let decapsulate = |bytes: &[u8]| M::decapsulate(&key, &Ciphertext::from_bytes(bytes).expect("the length is right"));
    assert_eq!(decapsulate(&record.ciphertext).as_bytes()[..], record.shared_secret, "{}", M::SET);
    for &(tampering, expected) in Answers::of(M::SET).expect("every set has known answers").rejections {
        let mut found = String::new();
        for byte in decapsulate(&tampering.apply(&record.ciphertext)).as_bytes() {
            write!(found, "{byte:02x}").expect("strings grow");
        }
        assert_eq!(found, expected, "{}, {tampering:?}", M::SET);
    }
}

/// Runs the operations of every set that is compiled.
pub(crate) fn run() {
    Set::ALL.into_iter().for_each(|set| set.visit(Operations));
}
