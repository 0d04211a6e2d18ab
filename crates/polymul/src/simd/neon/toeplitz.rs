//! Products of Toeplitz matrices by vectors of K chunks of 16 coefficients, over Z_65536: the map
//! of [`toeplitz`](crate::simd::toeplitz), in an order for which 32 registers are enough.
//!
//! For the blocks H_d of the matrix and the chunks u_j of the vector, both as defined there,
//!
//! ```text
//! w_i = sum_(j != i) H_(i + j) (u_i + u_j) + R_i u_i,   R_i = H_(2i) - sum_(j != i) H_(i + j).
//! ```
//!
//! Every product of dimension 16 is three products of dimension 8, by Karatsuba's identity as in
//! the outer layer of [`outer`](super::outer). Let z be the coefficients of the matrix; the 32
//! coefficients from z_(16 d) on define block H_d. The differences of rows of all blocks H_d are
//! the coefficients z_t - z_(t + 8).
//!
//! # Registers
//!
//! A product of dimension 8 reads eight vectors from memory, at eight successive coefficients. If
//! they were expressions only, the products of a matrix would be one block of some hundreds of
//! multiplications. The compiler loads its vectors long before they are used, or sums them up in
//! another order, and then stores and reloads vectors because it lacks registers: a third of all
//! instructions. So [`settled`] ends every product of dimension 8: its sum is computed before that
//! point, and the loads of the next product come after it. At most eight loaded vectors, 2 K sums
//! of the result, five vectors of chunks and three sums of products are in registers, 26 of 32 for
//! K = 5. In a model of the Cortex-A72 a product takes 17 cycles (18 for K = 5) for every 16 of the
//! multiplying pipe.

use core::arch::aarch64::*;

use super::{Neon, NeonI16, load, store};
use crate::simd::shape::NeonShape;
use crate::simd::toeplitz::Blocks;
use crate::simd::{CHUNK, Simd, unroll};

/// 16 coefficients in two registers.
pub(in crate::simd) type Chunk = [NeonI16; 2];

/// A block of dimension 16 with the rows r_0 to r_31, prepared for Karatsuba's identity.
pub(in crate::simd) struct Block {
    /// r_8 to r_23.
    middle: [i16; CHUNK],
    /// r_t - r_(t + 8) for t < 24.
    differences: [i16; 24],
}

impl Block {
    /// Prepares the rows r_0 to r_31, given in four vectors.
    #[inline(always)]
    fn prepare(&mut self, [first, second, third, fourth]: [NeonI16; 4]) {
        store(second.0, &mut self.middle);
        store(third.0, &mut self.middle[8..]);
        store((first - second).0, &mut self.differences);
        store((second - third).0, &mut self.differences[8..]);
        store((third - fourth).0, &mut self.differences[16..]);
    }
}

impl Blocks for Neon {
    type Sum = Chunk;
    type Block<'a> = Block;

    #[inline(always)]
    fn no_products(self) -> Chunk {
        [self.splat(0); 2]
    }

    #[inline(always)]
    fn block(self, coefficients: &[[i16; CHUNK]; 2]) -> Block {
        let coefficients = coefficients.as_flattened();
        let mut block = Block { middle: [0; CHUNK], differences: [0; 24] };
        block.prepare([part(coefficients, 0), part(coefficients, 1), part(coefficients, 2), part(coefficients, 3)]);
        block
    }

    #[inline(always)]
    fn plus_product(self, sum: Chunk, block: &Block, coefficients: &[i16; CHUNK]) -> Chunk {
        plus(sum, block_product(&block.middle, &block.differences, chunk(coefficients)))
    }

    #[inline(always)]
    fn plus_sum(self, sum: Chunk, other: Chunk) -> Chunk {
        plus(sum, other)
    }

    #[inline(always)]
    fn store_sum(self, sum: Chunk, chunk: &mut [i16; CHUNK]) {
        store(sum[0].0, chunk);
        store(sum[1].0, &mut chunk[8..]);
    }
}

/// Replaces the vector by its product with the matrix modulo 2^16, as defined at
/// [`Simd::toeplitz_product`].
///
/// # Panics
///
/// Panics if `matrix` has fewer than 2 K chunks.
#[inline(always)]
pub(super) fn product<const K: usize>(simd: Neon, matrix: &[[i16; CHUNK]], vector: &mut [[i16; CHUNK]; K]) {
    let matrix = matrix[..2 * K].as_flattened();
    // z_t - z_(t + 8) for the blocks H_1 to H_(2 K - 3).
    let mut differences = [[0; 2 * CHUNK]; K];
    let differences = differences.as_flattened_mut();
    for t in 2..4 * K - 3 {
        simd.store(part(matrix, t) - part(matrix, t + 1), &mut differences[8 * t..]);
    }
    let mut sums = [[simd.splat(0); 2]; K];
    unroll!(NeonShape, i < K; at most 8, {
        let mut rest = Block { middle: [0; CHUNK], differences: [0; 24] };
        rest.prepare(rest_of_block::<K>(matrix, i));
        let u_i = chunk(&vector[K - 1 - i]);
        unroll!(NeonShape, j < K; at most 8, {
            if i < j {
                let (d, u) = (CHUNK * (i + j), plus(u_i, chunk(&vector[K - 1 - j])));
                let product = block_product(&matrix[d + 8..], &differences[d..], u);
                sums[i] = plus(sums[i], product);
                sums[j] = plus(sums[j], product);
            }
        });
        sums[i] = plus(sums[i], block_product(&rest.middle, &rest.differences, u_i));
        // Up to K = 3 there is a register for each term of the sums, so that they may be added up
        // at the end.
        unroll!(NeonShape, j < K; at most 8, {
            if K > 3 {
                sums[j] = [settled(sums[j][0]), settled(sums[j][1])];
            }
        });
    });
    unroll!(NeonShape, i < K; at most 8, {
        store(sums[i][0].0, &mut vector[i]);
        store(sums[i][1].0, &mut vector[i][8..]);
    });
}

/// Returns the 32 coefficients of R_i.
#[inline(always)]
fn rest_of_block<const K: usize>(matrix: &[i16], i: usize) -> [NeonI16; 4] {
    let mut rest = [part(matrix, 4 * i), part(matrix, 4 * i + 1), part(matrix, 4 * i + 2), part(matrix, 4 * i + 3)];
    unroll!(NeonShape, j < K; at most 8, {
        if j != i {
            unroll!(NeonShape, v < 4, {
                rest[v] = rest[v] - part(matrix, 2 * (i + j) + v);
            });
        }
    });
    rest
}

/// Loads vector t of 8 coefficients.
#[inline(always)]
fn part(coefficients: &[i16], t: usize) -> NeonI16 {
    NeonI16(load(&coefficients[8 * t..]))
}

/// Loads a chunk.
#[inline(always)]
fn chunk(coefficients: &[i16; CHUNK]) -> Chunk {
    [part(coefficients, 0), part(coefficients, 1)]
}

/// Returns the sum of two chunks.
#[inline(always)]
fn plus(x: Chunk, y: Chunk) -> Chunk {
    [x[0] + y[0], x[1] + y[1]]
}

/// Returns the product of a block by a chunk, from the coefficients r_8 to r_23 of the block and
/// the differences r_t - r_(t + 8) for t < 24, in the notation of [`outer`](super::outer).
#[inline(always)]
fn block_product(middle: &[i16], differences: &[i16], [low, high]: Chunk) -> Chunk {
    let both = windows(middle, low + high);
    let upper = windows(differences, high);
    let lower = windows(&differences[8..], low);
    [both + upper, both - lower]
}

/// Returns a product of dimension 8 modulo 2^16: the sum of `a[j]` `rows[8 + k - j]` over j < 8 in
/// lane k.
#[inline(always)]
fn windows(rows: &[i16], NeonI16(a): NeonI16) -> NeonI16 {
    macro_rules! windows {
        ($first:literal $($lane:literal)*) => {
            unsafe {
                let mut sum = vmulq_laneq_s16::<$first>(load(&rows[8 - $first..]), a);
                $(sum = vmlaq_laneq_s16::<$lane>(sum, load(&rows[8 - $lane..]), a);)*
                sum
            }
        };
    }
    settled(NeonI16(windows!(0 1 2 3 4 5 6 7)))
}

/// Returns `sum`, computed before this point. The loads and stores of later code come after it.
///
/// This costs no instruction.
#[inline(always)]
fn settled(NeonI16(mut sum): NeonI16) -> NeonI16 {
    // SAFETY: the statement has no instruction, so it changes neither memory nor flags. The
    // compiler is told that it may access memory, so that loads keep their place.
    unsafe { core::arch::asm!("/* {0:v} */", inout(vreg) sum, options(nostack, preserves_flags)) };
    NeonI16(sum)
}
