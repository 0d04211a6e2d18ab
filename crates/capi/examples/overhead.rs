//! Measures the cost of a call of the C interface over the same operation in Rust, from bytes to
//! bytes. Both run in turns; the table has their medians, in microseconds, and the ratio.
//!
//! ```sh
//! cargo run --release -p vectru-capi --example overhead [ROUNDS]
//! ```
#![allow(unsafe_code)] // It calls the C interface.

use std::time::{Duration, Instant};

use getrandom::SysRng;
use vectru::{Mechanism, Set, mechanism::Visitor};
use vectru_capi::kem::{vectru_kem, vectru_kem_at, vectru_kem_decaps, vectru_kem_encaps, vectru_kem_keypair};

/// The operations, in the order in which they are measured.
const OPERATIONS: [&str; 3] = ["key generation", "encapsulation", "decapsulation"];

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e6
}

fn time(operation: impl FnOnce()) -> Duration {
    let start = Instant::now();
    operation();
    start.elapsed()
}

type Kem = Option<&'static vectru_kem>;

/// Runs the operations once, with these buffers, and appends their times.
type Turn = fn(Kem, &mut [Vec<u8>; 4], &mut [Vec<Duration>; 6]);

/// Runs the operations in Rust: into buffers of the public key, the secret key, the ciphertext and
/// the shared secret, and with the times in the first half of the lists.
fn in_rust<K: Mechanism>(_: Kem, [pk, sk, ct, ss]: &mut [Vec<u8>; 4], times: &mut [Vec<Duration>; 6]) {
    times[0].push(time(|| {
        let (secret, public) = K::try_generate(&mut SysRng).expect("there are random bytes");
        pk.copy_from_slice(public.as_bytes());
        sk.copy_from_slice(secret.as_bytes());
    }));
    times[1].push(time(|| {
        let (ciphertext, secret) = K::try_encapsulate_once(pk, &mut SysRng).expect("it is a key");
        ct.copy_from_slice(ciphertext.as_bytes());
        ss.copy_from_slice(secret.as_bytes());
    }));
    times[2].push(time(|| {
        let secret = K::decapsulate_once(sk, ct).expect("they are a key and a ciphertext");
        ss.copy_from_slice(secret.as_bytes());
    }));
}

/// Runs the operations by the C interface, with the times in the second half of the lists.
fn in_c(kem: Kem, buffers: &mut [Vec<u8>; 4], times: &mut [Vec<Duration>; 6]) {
    let [(pk, pk_length), (sk, sk_length), (ct, ct_length), (ss, ss_length)] =
        buffers.each_mut().map(|buffer| (buffer.as_mut_ptr(), buffer.len()));
    // SAFETY: each buffer has the length that is given with it.
    unsafe {
        times[3].push(time(|| assert_eq!(vectru_kem_keypair(kem, pk, pk_length, sk, sk_length), 0)));
        times[4].push(time(|| {
            assert_eq!(vectru_kem_encaps(kem, ct, ct_length, ss, ss_length, pk, pk_length), 0);
        }));
        times[5].push(time(|| {
            assert_eq!(vectru_kem_decaps(kem, ss, ss_length, ct, ct_length, sk, sk_length), 0);
        }));
    }
}

struct Measure {
    kem: Kem,
    rounds: usize,
}

impl Visitor for Measure {
    type Output = ();

    fn visit<K: Mechanism>(self) {
        let Self { kem, rounds } = self;
        let mut buffers = [K::SET.public_key_bytes(), K::SET.secret_key_bytes(), K::SET.ciphertext_bytes(), 32]
            .map(|length| vec![0; length]);
        let mut times = [(); 6].map(|()| Vec::with_capacity(rounds));
        for round in 0..rounds {
            // Either goes first every other time.
            let turns: [Turn; 2] = [in_rust::<K>, in_c];
            turns[round % 2](kem, &mut buffers, &mut times);
            turns[1 - round % 2](kem, &mut buffers, &mut times);
        }
        let medians = times.each_mut().map(|times| median(times));
        for (index, operation) in OPERATIONS.iter().enumerate() {
            let (rust, c) = (medians[index], medians[index + 3]);
            println!("{:16} {operation:15} {rust:9.2} {c:9.2} {:6.3}", K::SET, c / rust);
        }
    }
}

fn main() {
    let rounds = std::env::args().nth(1).map_or(1000, |rounds| rounds.parse().expect("ROUNDS is a number"));
    println!("{:16} {:15} {:>9} {:>9}  ratio", "set", "operation", "Rust", "C");
    for (index, set) in Set::ALL.into_iter().enumerate() {
        set.visit(Measure { kem: vectru_kem_at(index), rounds });
    }
}
