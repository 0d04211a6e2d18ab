//! The memory of a batch of key pairs, with generators of random bytes that are broken. This file
//! has one test, as the memory that is measured is that of the whole process.
#![cfg(feature = "alloc")]

#[path = "support/repeating.rs"]
mod repeating;

use peak_alloc::PeakAlloc;
use repeating::Repeating;
use vectru::kat::NistDrbg;
use vectru::mechanism::Visitor;
use vectru::{Mechanism, Set};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The largest number of keys whose random bytes are drawn together.
const GROUP: usize = 32;
/// The largest number of candidates of a key.
const CANDIDATES: usize = 32;

/// Returns the most memory that `action` has at a time, in bytes.
fn peak(action: impl FnOnce()) -> usize {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    action();
    MEMORY.peak_usage() - before
}

/// Compares with the memory of a batch of a sound generator. Candidates that are rejected are kept
/// besides, in a vector that grows to twice its length, and a copy of it while it does.
struct Bounded;

impl Visitor for Bounded {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let sound = peak(|| drop(M::generate_many(&mut NistDrbg::new(&[5; 48]), GROUP)));
        let limit = sound + 3 * GROUP * CANDIDATES * M::CANDIDATE_RANDOM_BYTES + 100_000;
        let zero_word = (1u32 << 29).to_le_bytes();
        let check = |mut rng: Repeating| {
            let found = peak(|| drop(M::try_generate_many(&mut rng, GROUP)));
            assert!(found <= limit, "{}: {found} bytes, expected at most {limit}", M::SET);
        };
        for pattern in [&[0x00][..], &[0xaa], &[0xff], &zero_word] {
            check(Repeating::new(pattern));
            check(Repeating::restarting(pattern));
        }
        // All candidates of a key but the last are rejected.
        let sound: Vec<u8> = (0..4 * M::KEY_RANDOM_BYTES as u32).map(|k| (k.wrapping_mul(k) >> 7) as u8).collect();
        let rejected = zero_word.repeat(M::CANDIDATE_RANDOM_BYTES / 4).repeat(CANDIDATES - 1);
        let key = [&rejected, &sound[..M::KEY_RANDOM_BYTES]].concat();
        check(Repeating::new(&key));
    }
}

#[test]
fn broken_generators_take_no_more_memory() {
    Set::ALL.into_iter().for_each(|set| set.visit(Bounded));
}
