//! Products of Toeplitz matrices of dimension 16 by chunks over Z_65536, for the products of
//! [`toeplitz`](crate::simd::toeplitz).
//!
//! Coefficient j of the chunk, in all lanes, multiplies the coefficients 16 - j to 31 - j of the
//! matrix, which are two loads from any address. The sums wrap modulo 2^16, so that they need two
//! vectors, where dot products would need four and a permutation at the end. (Chunk: see the
//! glossary in docs/contributing/glossary.md.)
#![allow(unsafe_code)]

use core::arch::wasm32::*;

use super::{Simd128, Simd128I16};
use crate::simd::shape::Simd128Shape;
use crate::simd::toeplitz::Blocks;
use crate::simd::{CHUNK, I16Vector, Simd, unroll};

/// Returns coefficient j of a chunk in all lanes.
#[inline(always)]
fn coefficient(chunk: &[i16; CHUNK], j: usize) -> Simd128I16 {
    // SAFETY: the reference covers the 2 bytes that are read.
    Simd128I16(unsafe { v128_load16_splat((&raw const chunk[j]).cast()) })
}

impl Blocks for Simd128 {
    /// The coefficients 0 to 7 and 8 to 15.
    type Sum = [Simd128I16; 2];
    type Block<'a> = &'a [i16];

    #[inline(always)]
    fn no_products(self) -> [Simd128I16; 2] {
        [self.splat(0); 2]
    }

    #[inline(always)]
    fn block(self, coefficients: &[[i16; CHUNK]; 2]) -> &[i16] {
        coefficients.as_flattened()
    }

    #[inline(always)]
    fn plus_product(self, mut sum: [Simd128I16; 2], block: &&[i16], chunk: &[i16; CHUNK]) -> [Simd128I16; 2] {
        unroll!(Simd128Shape, j < 16, {
            let factor = coefficient(chunk, j);
            sum[0] = sum[0].multiply_add_low(self.load(&block[CHUNK - j..]), factor);
            sum[1] = sum[1].multiply_add_low(self.load(&block[CHUNK + 8 - j..]), factor);
        });
        sum
    }

    #[inline(always)]
    fn plus_sum(self, sum: [Simd128I16; 2], other: [Simd128I16; 2]) -> [Simd128I16; 2] {
        [sum[0] + other[0], sum[1] + other[1]]
    }

    #[inline(always)]
    fn store_sum(self, sum: [Simd128I16; 2], chunk: &mut [i16; CHUNK]) {
        self.store(sum[0], chunk);
        self.store(sum[1], &mut chunk[8..]);
    }
}
