//! Many keys at a time, in a fraction of the time of as many single calls, with the same results.
//! With feature `rayon` on all cores, too.
//!
//! `cargo run --release --example batch --features alloc,getrandom,rayon`

use std::time::{Duration, Instant};

use vectru::sntrup761::{decapsulate_many, encapsulate_many, generate, generate_many};

/// Keys of a batch.
const KEYS: usize = 96;

fn main() {
    let mut rng = vectru::system_rng();

    let start = Instant::now();
    let singly: Vec<_> = (0..KEYS).map(|_| generate(&mut rng)).collect();
    let one_by_one = start.elapsed();
    let start = Instant::now();
    let pairs = generate_many(&mut rng, KEYS);
    let together = start.elapsed();
    assert_eq!(singly.len(), pairs.len());

    let sent = encapsulate_many(pairs.iter().map(|(_, key)| key), &mut rng);
    let received = decapsulate_many(pairs.iter().zip(&sent).map(|((key, _), (ciphertext, _))| (key, ciphertext)));
    assert!(sent.iter().map(|(_, secret)| secret).eq(&received));

    let each = |time: Duration| time.as_secs_f64() * 1e6 / KEYS as f64;
    println!("a key alone {:.1} us, in a batch {:.1} us", each(one_by_one), each(together));
    #[cfg(feature = "rayon")]
    cores::compare();
}

/// Batches on all cores beside batches on one.
#[cfg(feature = "rayon")]
mod cores {
    use std::hint::black_box;

    use rayon::{ThreadPool, ThreadPoolBuilder};

    use super::*;

    /// Keys of a batch that keeps many cores busy.
    const MANY: usize = 2048;

    /// Prints the speed on all cores, divided by their number and by the speed on one.
    pub(crate) fn compare() {
        let pools = [1, rayon::current_num_threads()].map(|threads| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("the system has threads")
        });
        let pairs = generate_many(&mut vectru::system_rng(), MANY);
        let sent = encapsulate_many(pairs.iter().map(|(_, key)| key), &mut vectru::system_rng());
        report("keys", &pools, || {
            black_box(generate_many(&mut vectru::system_rng(), MANY));
        });
        report("encapsulations", &pools, || {
            black_box(encapsulate_many(pairs.iter().map(|(_, key)| key), &mut vectru::system_rng()));
        });
        report("decapsulations", &pools, || {
            let ciphertexts = pairs.iter().zip(&sent).map(|((key, _), (ciphertext, _))| (key, ciphertext));
            black_box(decapsulate_many(ciphertexts));
        });
    }

    /// Runs a batch on both pools in turns, and compares the least times.
    fn report(what: &str, pools: &[ThreadPool; 2], batch: impl Fn() + Sync) {
        let mut least = [Duration::MAX; 2];
        for _ in 0..9 {
            for (pool, least) in pools.iter().zip(&mut least) {
                let start = Instant::now();
                pool.install(&batch);
                *least = start.elapsed().min(*least);
            }
        }
        let [one, all] = least.map(|time| time.as_secs_f64());
        let threads = pools[1].current_num_threads();
        println!("{what} on {threads} cores: {:.2} of {threads} times the speed on one", one / all / threads as f64);
    }
}
