//! Makes exchanges for minutes, and checks that every shared secret agrees, that every tampered
//! ciphertext is rejected, and that the memory of the process does not grow.
//!
//! ```text
//! soak [EXCHANGES]
//! ```
//!
//! makes that many exchanges, by default a million, for sntrup761 and as many for ntruhps2048677,
//! and some for each other set, on every backend of the CPU, by two threads. Keys change every 100
//! exchanges. Batches of 32 come between single operations.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, thread};

use vectru::kat::NistDrbg;
use vectru::mechanism::Visitor;
use vectru::{Ciphertext, DecapsulationKey, EncapsulationKey, Mechanism, Set};
use vectru_polymul::dispatch::{Backend, force};

/// The exchanges of a key.
const EXCHANGES_OF_A_KEY: u64 = 100;
/// The exchanges of a batch. A key has one batch, and single exchanges.
const BATCH: u64 = 32;
/// The threads that make exchanges at the same time.
const THREADS: u64 = 2;
/// The largest growth of memory in KiB that is allowed between a tenth of the exchanges and the
/// end. The heap of a thread keeps some MiB that batches have freed. A leak of 5 bytes for each
/// exchange is more.
const GROWTH: u64 = 8192;
/// The sets with the most exchanges.
const MAIN: [&str; 2] = ["sntrup761", "ntruhps2048677"];

/// The exchanges so far, and the ciphertexts that were rejected.
static EXCHANGES: AtomicU64 = AtomicU64::new(0);
static REJECTED: AtomicU64 = AtomicU64::new(0);

/// Exchanges of a set on the forced backend, by one thread.
struct Run {
    keys: u64,
    seed: u8,
}

impl Visitor for Run {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let mut seed = [self.seed; 48];
        seed[..M::SET.name().len()].copy_from_slice(M::SET.name().as_bytes());
        let mut rng = NistDrbg::new(&seed);
        let mut left = self.keys;
        while left > 0 {
            let pairs = M::generate_many(&mut rng, left.min(BATCH) as usize);
            left -= pairs.len() as u64;
            pairs.iter().for_each(|pair| exchanges::<M>(pair, &mut rng));
        }
    }
}

/// Makes the exchanges of a key pair.
fn exchanges<M: Mechanism>((secret, public): &(DecapsulationKey<M>, EncapsulationKey<M>), rng: &mut NistDrbg) {
    let secret_bytes = secret.as_bytes();
    let loaded = DecapsulationKey::<M>::from_bytes(secret_bytes).expect("a generated key loads");
    for index in 0..EXCHANGES_OF_A_KEY - BATCH {
        let (ciphertext, sent) = public.encapsulate(rng);
        let key = if index % 2 == 0 { secret } else { &loaded };
        assert_eq!(key.decapsulate(&ciphertext), sent, "{}", M::SET);
        if index % 16 == 0 {
            // The bit depends on the key and the ciphertext, which are random.
            let mut bytes = ciphertext.as_bytes().to_vec();
            let bit = (index * 7919 + u64::from(sent.as_bytes()[0]) * 31) as usize % (8 * bytes.len());
            bytes[bit / 8] ^= 1 << (bit % 8);
            let tampered = Ciphertext::from_bytes(&bytes).expect("the length is right");
            let rejected = key.decapsulate(&tampered);
            assert_ne!(rejected, sent, "{}", M::SET);
            assert_eq!(M::decapsulate_once(secret_bytes, &bytes), Ok(rejected), "{}", M::SET);
            REJECTED.fetch_add(1, Ordering::Relaxed);
        }
    }
    let sent = M::encapsulate_many([public; BATCH as usize], rng);
    let received = M::decapsulate_many(sent.iter().map(|(ciphertext, _)| (secret, ciphertext)));
    assert!(sent.iter().map(|(_, secret)| secret).eq(&received), "{}", M::SET);
    EXCHANGES.fetch_add(EXCHANGES_OF_A_KEY, Ordering::Relaxed);
}

/// Returns the keys of a set on each backend, as a share of `exchanges` of a main set. Portable
/// code takes ten times as long, so it has fewer exchanges.
fn keys(set: Set, backend: Backend, backends: &[Backend], exchanges: u64) -> u64 {
    let vector = backends.iter().filter(|backend| **backend != Backend::Portable).count() as u64;
    let of_set = if MAIN.contains(&set.name()) { exchanges } else { exchanges / 100 };
    let portable = if vector == 0 { of_set } else { of_set / 50 };
    let share = if backend == Backend::Portable { portable } else { (of_set - portable).div_ceil(vector) };
    share.div_ceil(EXCHANGES_OF_A_KEY)
}

/// Returns the memory of the process, in KiB, if the system reports it.
fn memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn main() -> ExitCode {
    let exchanges = env::args().nth(1).map_or(Ok(1_000_000), |number| number.parse());
    let Ok(exchanges) = exchanges else {
        eprintln!("soak: expected a number of exchanges");
        return ExitCode::from(2);
    };
    let backends: Vec<_> = Backend::available().collect();
    let (mut total, mut tenth) = (0, None);
    // First a tenth of the exchanges, then the others. So the first measurement includes memory
    // that is allocated at first use.
    for part in [exchanges / 10, exchanges - exchanges / 10] {
        for &backend in &backends {
            force(Some(backend)).expect("the backend is available");
            thread::scope(|scope| {
                for number in 0..THREADS {
                    let backends = &backends;
                    scope.spawn(move || {
                        for set in Set::ALL {
                            let keys = keys(set, backend, backends, part).div_ceil(THREADS);
                            set.visit(Run { keys, seed: number as u8 + 1 });
                        }
                    });
                }
            });
        }
        total = EXCHANGES.load(Ordering::Relaxed);
        tenth = tenth.or_else(memory);
    }
    let names: Vec<_> = backends.iter().map(ToString::to_string).collect();
    let rejected = REJECTED.load(Ordering::Relaxed);
    let counts = format!("{total} exchanges of {} sets on {}, {rejected} rejected", Set::ALL.len(), names.join(", "));
    match (tenth, memory()) {
        (Some(tenth), Some(end)) => {
            println!("{counts}: all agree, {tenth} KiB of memory after a tenth, {end} KiB at the end");
            if end > tenth + GROWTH {
                eprintln!("soak: expected at most {GROWTH} KiB more at the end");
                return ExitCode::FAILURE;
            }
        }
        _ => println!("{counts}: all agree, memory not known on this system"),
    }
    ExitCode::SUCCESS
}
