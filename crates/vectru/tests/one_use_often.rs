//! Keys for one use against loaded keys, on chosen inputs, and on so many others that a difference in
//! one of 4096 hashes shows.

use std::num::NonZero;
use std::sync::Mutex;

use vectru::mechanism::Visitor;
use vectru::{Ciphertext, DecapsulationKey, EncapsulationKey, Mechanism, Set};

#[path = "support/repeating.rs"]
mod repeating;

use repeating::Repeating;

/// The exchanges with one key pair.
const EXCHANGES_OF_KEYS: usize = 1024;

/// The key pairs of each set. A difference in one of 4096 exchanges stays unseen in
/// (1 - 1/4096)^(1024 KEYS) of all cases, which is less than 1 percent.
const KEYS: usize = 20;

/// Fills `bytes` with pseudo-random numbers, by the generator SplitMix64.
fn fill(state: &mut u64, bytes: &mut [u8]) {
    for bytes in bytes.chunks_mut(8) {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bytes.copy_from_slice(&(mixed ^ (mixed >> 31)).to_le_bytes()[..bytes.len()]);
    }
}

/// A key pair, loaded and as bytes.
struct Keys<M: Mechanism> {
    secret: DecapsulationKey<M>,
    public: EncapsulationKey<M>,
}

impl<M: Mechanism> Keys<M> {
    fn new(state: &mut u64) -> Self {
        let mut random = vec![0; M::KEY_RANDOM_BYTES + 64 * M::CANDIDATE_RANDOM_BYTES];
        fill(state, &mut random);
        let (secret, public) = M::generate_from(&random).expect("one of 64 candidates is invertible");
        Self { secret, public }
    }

    /// Compares encapsulation with these random bytes, and returns the ciphertext.
    fn encapsulate(&self, random: impl Fn() -> Repeating) -> Ciphertext<M> {
        let expected = self.public.encapsulate(&mut random());
        let found = M::encapsulate_once(self.public.as_bytes(), &mut random());
        assert!(found.as_ref() == Ok(&expected), "{}: expected the ciphertext {:?}", M::SET, expected.0);
        expected.0
    }

    /// Compares decapsulation, with or without the check of the public key.
    fn decapsulate(&self, ciphertext: &[u8], is_trusted: bool) {
        let expected = self.secret.decapsulate(&Ciphertext::from_bytes(ciphertext).expect("the length is right"));
        let once = if is_trusted { M::decapsulate_trusted } else { M::decapsulate_once };
        let found = once(self.secret.as_bytes(), ciphertext);
        assert!(found.as_ref() == Ok(&expected), "{}: shared secret of {ciphertext:?}", M::SET);
    }
}

/// Compares exchanges with as many key pairs.
#[derive(Clone, Copy)]
struct Compare(usize);

impl Visitor for Compare {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let mut state = 11;
        let mut random = vec![0; M::ENCAPSULATION_RANDOM_BYTES];
        for _ in 0..self.0 {
            let keys = Keys::<M>::new(&mut state);
            // Random bytes 0 and ff; words 2^29, of which Streamlined NTRU Prime makes only zeros.
            for pattern in [&[0][..], &[0xff], &[0x55], &[0, 0, 0, 0x20]] {
                let ciphertext = keys.encapsulate(|| Repeating::restarting(pattern));
                for is_trusted in [false, true] {
                    keys.decapsulate(ciphertext.as_bytes(), is_trusted);
                    keys.decapsulate(&vec![pattern[pattern.len() - 1]; ciphertext.as_bytes().len()], is_trusted);
                }
            }
            for round in 0..EXCHANGES_OF_KEYS {
                fill(&mut state, &mut random);
                let ciphertext = keys.encapsulate(|| Repeating::new(&random));
                let honest = ciphertext.as_bytes();
                let is_trusted = round % 2 == 0;
                keys.decapsulate(honest, is_trusted);
                let mut tampered = honest.to_vec();
                if round % 8 == 0 {
                    fill(&mut state, &mut tampered);
                } else {
                    tampered[round * 37 % honest.len()] ^= 1 << (round / 8 % 8);
                }
                keys.decapsulate(&tampered, !is_trusted);
            }
        }
    }
}

/// Compares all sets, which are shared among as many threads as there are cores.
fn compare(keys: usize) {
    let sets = Mutex::new(Set::ALL.into_iter());
    let next = || sets.lock().expect("no thread panics while it takes a set").next();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(set) = next() {
                    set.visit(Compare(keys));
                }
            });
        }
    });
}

#[test]
#[cfg_attr(debug_assertions, ignore = "1024 exchanges of each set: long without optimisation")]
fn results_are_those_of_loaded_keys() {
    compare(1);
}

#[test]
#[ignore = "20480 exchanges of each set"]
fn results_are_those_of_loaded_keys_on_many_inputs() {
    compare(KEYS);
}
