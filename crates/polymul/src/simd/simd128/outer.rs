//! Outer products of dimension 16 with 32-bit sums, by dot products of adjacent pairs.
//!
//! With the pairs of rows P_k = (r_k, r_(k - 1)), one dot product by the pair (a_(2j), a_(2j + 1))
//! in all lanes computes two terms of each of four sums s_k:
//!
//! ```text
//! a_(2j) r_(16 + k - 2j) + a_(2j + 1) r_(15 + k - 2j) = (a_(2j), a_(2j + 1)) . P_(16 - 2j + k)
//! ```
//!
//! The window at offset o is the vector (P_o, P_(o + 1), P_(o + 2), P_(o + 3)). The window at
//! 16 - 2j + 4v serves the sums 4v to 4v + 3, so that an outer product has 14 windows, at 2, 4,
//! …, 28. Each is one load, and serves up to four dot products. Eight pairs of a, four vectors of
//! sums and a window are in registers at a time, of which x86-64 has 16. (Rows: see the glossary in
//! docs/contributing/glossary.md.)
#![allow(unsafe_code)]

use core::arch::wasm32::*;

use super::{Simd128I16, load, store};
use crate::modular::Modulus;
use crate::simd::dot_products::Pairs;
use crate::simd::shape::Simd128Shape;
use crate::simd::{CHUNK, unroll};

/// The rows r_0 to r_31 of outer products in pairs P_0 to P_31, where P_k = (r_k, r_(k - 1)).
///
/// The second element of P_0 is 0 instead of r_(-1). No window contains it: the first one is at 2.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct PairedRows([i16; 4 * CHUNK]);

impl PairedRows {
    /// Rows of zeros.
    pub(super) const ZERO: Self = Self([0; 4 * CHUNK]);

    /// Prepares the rows r_0 to r_31, given in four vectors.
    #[inline(always)]
    pub(super) fn prepare(&mut self, rows: [Simd128I16; 4]) {
        unroll!(Simd128Shape, v < 4, {
            let below = if v == 0 { i16x8_splat(0) } else { rows[v - 1].0 };
            let before = i16x8_shuffle::<7, 8, 9, 10, 11, 12, 13, 14>(below, rows[v].0);
            let [low, high] = rows[v].interleave(Simd128I16(before));
            store(low.0, &mut self.0[CHUNK * v..]);
            store(high.0, &mut self.0[CHUNK * v + 8..]);
        });
    }
}

/// Returns coefficients 2j and 2j + 1 of a chunk in each pair of lanes.
#[inline(always)]
fn pair(chunk: &[i16; CHUNK], j: usize) -> v128 {
    let pair: &[i16; 2] = chunk[2 * j..].first_chunk().expect("a pair of coefficients");
    // SAFETY: the reference covers the 4 bytes that are read; the load needs no alignment.
    unsafe { v128_load32_splat(pair.as_ptr().cast()) }
}

/// Returns 2^-16 times a sum of N outer products modulo q: see
/// [`Simd::outer_product`](crate::simd::Simd::outer_product).
#[inline(always)]
pub(super) fn product<M: Modulus, const N: usize>(a: [&[i16; CHUNK]; N], rows: [&PairedRows; N]) -> [i16; CHUNK] {
    let mut sums: [Option<Simd128I16>; 4] = [None; 4];
    for i in 0..N {
        let mut pairs = [Simd128I16(i16x8_splat(0)); 8];
        unroll!(Simd128Shape, j < 8, {
            pairs[j] = Simd128I16(pair(a[i], j));
        });
        // Window w is the window at 2 w + 2. Pair j is multiplied by it, for the sums of vector v,
        // if w = 7 - j + 2 v.
        unroll!(Simd128Shape, w < 14; at most 16, {
            let window = Simd128I16(load(&rows[i].0[4 * (w + 1)..]));
            unroll!(Simd128Shape, v < 4, {
                if 2 * v <= w && w < 2 * v + 8 {
                    sums[v] = Some(Simd128I16::dot_product(sums[v], window, pairs[7 + 2 * v - w]));
                }
            });
        });
    }
    let mut result = [0; CHUNK];
    if let [Some(first), Some(second), Some(third), Some(fourth)] = sums {
        store(Simd128I16::montgomery_reduce::<M>([first, second]).0, &mut result);
        store(Simd128I16::montgomery_reduce::<M>([third, fourth]).0, &mut result[8..]);
    }
    result
}
