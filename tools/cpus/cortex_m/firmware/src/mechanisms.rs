//! The operations of mechanisms with prepared keys.

use core::hint::black_box;

use cortex_m_semihosting::hprintln;
use vectru::mechanism::Visitor;
use vectru::{Mechanism, Set};

use crate::generator::Bytes;
use crate::measured::measured;

/// Runs the three operations of a set.
struct Operations;

impl Visitor for Operations {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let job = |operation: &str, task: &mut dyn FnMut()| {
            hprintln!("job mechanism {} {}", M::SET, operation);
            measured(task);
        };
        let rng = Bytes::new;
        let mut keys = None;
        job("keygen", &mut || keys = Some(M::generate(&mut rng())));
        let (secret_key, public_key) = keys.expect("the operation has run");
        let (secret_key, public_key) = (secret_key.prepare(), public_key.prepare());
        let mut sent = None;
        job("encaps", &mut || sent = Some(black_box(&public_key).encapsulate(&mut rng())));
        let (ciphertext, secret) = sent.expect("the operation has run");
        let mut received = None;
        job("decaps", &mut || received = Some(black_box(&secret_key).decapsulate(&ciphertext)));
        assert_eq!(received.expect("the operation has run").as_bytes(), secret.as_bytes(), "{}", M::SET);
        crate::answers::check::<M>();
    }
}

/// Runs the operations of every set that is compiled.
pub(crate) fn run() {
    Set::ALL.into_iter().for_each(|set| set.visit(Operations));
}
