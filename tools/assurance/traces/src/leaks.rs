//! Planted leaks: what no mechanism may do, and the comparison must find.

use std::hint::black_box;

use crate::operations::{SplitMix, Tracer};

/// A function that leaks secret bytes.
pub type Leak = fn(&[u8; 32]) -> u64;

/// Traces a leak with several secrets.
pub fn trace(tracer: &mut impl Tracer, name: &'static str, leak: Leak) {
    let mut secret = Box::new([0; 32]);
    for trace in 0..8 {
        SplitMix(trace).fill(&mut *secret);
        black_box(tracer.trace(name, || leak(&secret)));
    }
}

/// Takes a branch on a secret bit.
#[inline(never)]
pub fn branch(secret: &[u8; 32]) -> u64 {
    if black_box(secret[0]) & 1 == 1 { black_box(1) } else { black_box(2) }
}

/// Reads a table at a secret index.
#[inline(never)]
pub fn index(secret: &[u8; 32]) -> u64 {
    let table: [u8; 256] = std::array::from_fn(|k| k as u8);
    black_box(&table)[black_box(secret[0]) as usize].into()
}

/// Divides by a secret number.
#[inline(never)]
pub fn division(secret: &[u8; 32]) -> u64 {
    black_box(u64::MAX) / black_box(u64::from(secret[0]) + 1)
}
