//! Many keys at a time, in a fraction of the time of as many single calls, with the same results.
//!
//! `cargo run --release --example batch --features alloc,getrandom`

use std::time::Instant;

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

    let each = |time: std::time::Duration| time.as_secs_f64() * 1e6 / KEYS as f64;
    println!("a key alone {:.1} us, in a batch {:.1} us", each(one_by_one), each(together));
}
