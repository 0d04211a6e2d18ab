//! One exchange with each set: an honest ciphertext, one that is rejected, and keys as bytes. It is
//! short, for an interpreter of Rust that finds undefined behaviour: see
//! `tools/run test-memory-safety`.

use vectru::kat::NistDrbg;
use vectru::mechanism::Visitor;
use vectru::{Ciphertext, DecapsulationKey, Mechanism, Set};

struct Exchange;

impl Visitor for Exchange {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let mut rng = NistDrbg::new(&[7; 48]);
        let (secret_key, public_key) = M::generate(&mut rng);
        let loaded = DecapsulationKey::<M>::from_bytes(secret_key.as_bytes()).expect("a generated key loads");
        let (ciphertext, sent) = public_key.encapsulate(&mut rng);
        assert_eq!(loaded.decapsulate(&ciphertext), sent, "{}", M::SET);
        let mut bytes = ciphertext.to_bytes();
        bytes.as_mut()[5] ^= 1;
        let rejected = secret_key.decapsulate(&Ciphertext::new(bytes));
        assert_ne!(rejected, sent, "{}", M::SET);
        assert_eq!(M::decapsulate_once(secret_key.as_bytes(), bytes.as_ref()), Ok(rejected));
    }
}

#[test]
fn both_sides_have_the_secret_and_rejection_gives_another() {
    Set::ALL.into_iter().for_each(|set| set.visit(Exchange));
}
