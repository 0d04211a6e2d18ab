//! Measures times of operations on two classes of secrets, and compares the classes by Welch's
//! t-test, with dudect `[RBV17]`.
//!
//! The names of the measurements are those of their functions; `--filter NAME` chooses some.

use std::hint::black_box;

use dudect_bencher::{BenchRng, Class, CtRunner, ctbench_main};
use vectru::DecapsulationKey;
use vectru::Mechanism;
use vectru::ntruhps2048677::Ntruhps2048677;
use vectru::ntruhrss701::Ntruhrss701;
use vectru::ntrulpr761::Ntrulpr761;
use vectru::prime::Ciphertext;
use vectru::saber::Saber;
use vectru::sntrup761::Sntrup761;

/// Measured calls of an operation.
const CALLS: usize = 20_000;

/// Returns a class, either with the same probability.
fn coin(rng: &mut BenchRng) -> Class {
    let mut byte = [0];
    rand_core::Rng::fill_bytes(rng, &mut byte);
    if byte[0] & 1 == 0 { Class::Left } else { Class::Right }
}

/// Decapsulation: of honest ciphertexts, and of those with a changed bit.
fn decapsulation<M: Mechanism>(runner: &mut CtRunner, rng: &mut BenchRng) {
    let (key, public) = M::generate(rng);
    let calls: Vec<_> = (0..CALLS)
        .map(|k| {
            let (class, (honest, _)) = (coin(rng), public.encapsulate(rng));
            let mut bytes = honest.to_bytes();
            let at = k % bytes.as_ref().len();
            bytes.as_mut()[at] ^= u8::from(matches!(class, Class::Right));
            (class, Ciphertext::<M>::new(bytes))
        })
        .collect();
    for (class, ciphertext) in calls {
        runner.run_one(class, || key.decapsulate(&ciphertext));
    }
}

/// Loading of secret keys: of one key, and of others.
fn loading<M: Mechanism>(runner: &mut CtRunner, rng: &mut BenchRng) {
    let keys: Vec<_> = (0..64).map(|_| M::generate(rng).0.as_bytes().to_vec()).collect();
    let calls: Vec<_> = (0..CALLS)
        .map(|k| match coin(rng) {
            Class::Left => (Class::Left, keys[0].clone()),
            Class::Right => (Class::Right, keys[k % keys.len()].clone()),
        })
        .collect();
    for (class, bytes) in calls {
        runner.run_one(class, || DecapsulationKey::<M>::from_bytes(&bytes).is_ok());
    }
}

/// The planted leak: a comparison that ends at the first byte that differs.
fn planted_leak(runner: &mut CtRunner, rng: &mut BenchRng) {
    let mut secret = [0; 1024];
    rand_core::Rng::fill_bytes(rng, &mut secret);
    for _ in 0..CALLS {
        let (class, mut given) = (coin(rng), secret);
        given[7] ^= u8::from(matches!(class, Class::Right));
        runner.run_one(class, || secret.iter().zip(&given).all(|(a, b)| black_box(a) == black_box(b)));
    }
}

ctbench_main!(
    decapsulation::<Sntrup761>,
    decapsulation::<Ntrulpr761>,
    decapsulation::<Ntruhps2048677>,
    decapsulation::<Ntruhrss701>,
    decapsulation::<Saber>,
    loading::<Sntrup761>,
    loading::<Ntrulpr761>,
    loading::<Ntruhps2048677>,
    loading::<Ntruhrss701>,
    loading::<Saber>,
    planted_leak
);
