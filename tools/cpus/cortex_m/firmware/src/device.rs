//! The program of a device that has one mechanism: its three operations, from bytes and to bytes,
//! with keys that are used once.
//!
//! It prints `job device SET OPERATION` for each, calls [`measured::measured`] once, and prints
//! `passed` at the end. Keys and ciphertexts are in the memory of the caller, above the stack that
//! is counted. With feature `answers` it checks the known answers as well.
#![no_std]
#![no_main]

#[cfg(feature = "answers")]
extern crate alloc;

#[cfg(feature = "answers")]
mod answers;
mod generator;
mod measured;

use core::hint::black_box;

use cortex_m as _;
use cortex_m_rt::entry;
use cortex_m_semihosting::{debug, hprintln};
use panic_semihosting as _;
use vectru::mechanism::Visitor;
use vectru::{Array, Mechanism, Set};

use crate::generator::Bytes;
use crate::measured::measured;

/// The heap, for records of known answers. Nothing is given back.
#[cfg(feature = "answers")]
#[global_allocator]
static HEAP: static_alloc::Bump<[u8; 1 << 20]> = static_alloc::Bump::uninit();

/// Runs the three operations of a set.
struct Once;

impl Visitor for Once {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let job = |operation: &str, task: &mut dyn FnMut()| {
            hprintln!("job device {} {}", M::SET, operation);
            measured(task);
        };
        let (mut secret_key, mut public_key) = (M::SecretKeyBytes::ZERO, M::PublicKeyBytes::ZERO);
        job("keygen", &mut || {
            let result = M::try_generate_bytes(&mut Bytes::new(), &mut secret_key, &mut public_key);
            assert!(result.is_ok(), "the words do not repeat themselves");
        });
        let mut sent = None;
        job("encaps", &mut || sent = M::encapsulate_once(black_box(public_key.as_ref()), &mut Bytes::new()).ok());
        let (ciphertext, secret) = sent.expect("a generated key is one");
        let mut received = None;
        job("decaps", &mut || {
            received = M::decapsulate_once(black_box(secret_key.as_ref()), ciphertext.as_bytes()).ok();
        });
        assert!(received.expect("a generated key is one").as_bytes() == secret.as_bytes());
        #[cfg(feature = "answers")]
        answers::check::<M>();
    }
}

#[entry]
fn main() -> ! {
    Set::ALL.into_iter().for_each(|set| set.visit(Once));
    hprintln!("passed");
    debug::exit(debug::EXIT_SUCCESS);
    unreachable!("the emulator has ended");
}
