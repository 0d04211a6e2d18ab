//! What a call of the C interface costs over the same operation in Rust, from bytes to bytes. Both
//! run in turns; the table has their medians, in microseconds, and the ratio.
//!
//! ```sh
//! cargo run --release -p vectru-capi --example overhead [ROUNDS]
//! ```
#![allow(unsafe_code)] // It calls the C interface.

use std::time::{Duration, Instant};

use getrandom::SysRng;
use vectru::{Ciphertext, Mechanism, Set, mechanism::Visitor};
use vectru_capi::kem::{vectru_kem, vectru_kem_at, vectru_kem_decaps, vectru_kem_encaps, vectru_kem_keypair};

/// The operations, with the rounds that each takes.
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

struct Measure {
    kem: Option<&'static vectru_kem>,
    rounds: usize,
}

impl Visitor for Measure {
    type Output = ();

    fn visit<K: Mechanism>(self) {
        let Self { kem, rounds } = self;
        let mut buffers = [K::SET.public_key_bytes(), K::SET.secret_key_bytes(), K::SET.ciphertext_bytes(), 32]
            .map(|length| vec![0; length]);
        let mut times = [(); 6].map(|()| Vec::with_capacity(rounds));
        for _ in 0..rounds {
            let [pk, sk, ct, ss] = &mut buffers;
            let lengths = [pk.len(), sk.len(), ct.len(), ss.len()];
            times[0].push(time(|| {
                let (secret, public) = K::try_generate(&mut SysRng).expect("there are random bytes");
                pk.copy_from_slice(K::public_key_bytes(&public));
                sk.copy_from_slice(K::secret_key_bytes(&secret));
            }));
            times[1].push(time(|| {
                let key = K::encapsulation_key(pk).expect("it is a key");
                let (ciphertext, secret) = K::try_encapsulate(&key, &mut SysRng).expect("there are random bytes");
                ct.copy_from_slice(ciphertext.as_bytes());
                ss.copy_from_slice(secret.as_bytes());
            }));
            times[2].push(time(|| {
                let key = K::decapsulation_key(sk).expect("it is a key");
                let ciphertext = Ciphertext::from_bytes(ct).expect("it is a ciphertext");
                ss.copy_from_slice(K::decapsulate(&key, &ciphertext).as_bytes());
            }));
            let [pk, sk, ct, ss] = [pk, sk, ct, ss].map(|buffer| buffer.as_mut_ptr());
            // SAFETY: each buffer has the length that is given with it.
            unsafe {
                times[3].push(time(|| assert_eq!(vectru_kem_keypair(kem, pk, lengths[0], sk, lengths[1]), 0)));
                times[4].push(time(|| {
                    assert_eq!(vectru_kem_encaps(kem, ct, lengths[2], ss, lengths[3], pk, lengths[0]), 0);
                }));
                times[5].push(time(|| {
                    assert_eq!(vectru_kem_decaps(kem, ss, lengths[3], ct, lengths[2], sk, lengths[1]), 0);
                }));
            }
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
