//! Products of Toeplitz matrices by vectors in general registers: the portable backend's outer
//! products and Toeplitz products on a Cortex-M3 and on a Cortex-M4, which has
//! another form for short Toeplitz products, in `packed_toeplitz.rs`.
//!
//! A product of dimension 16 by a chunk, or a larger one in a row of blocks, is computed in *tiles*
//! of four results:
//!
//! ```text
//! s_t += sum_(j < 16) a_j w_(16 + t - j),   0 <= t < 4,
//! ```
//!
//! where w are 20 consecutive coefficients of the matrix. The registers hold four sums, the
//! coefficients of the matrix that the next products share, the coefficients of a, and two
//! addresses. So a coefficient is loaded once for four products, and a sum is stored once. With
//! lanes in memory, each product would load and store its sum. From an expression, the compiler
//! computes one sum after the other, and keeps all coefficients in memory in between. The products
//! are therefore in assembly, which fixes their order.
//!
//! | core | instructions of a tile |
//! | --- | --- |
//! | Cortex-M3 | 64 `mla`, 35 loads |
//! | Cortex-M4 | 32 `smlad` or `smladx` of two products, 9 `pkhtb`, 18 loads of two coefficients |
//!
//! Sums wrap modulo 2^32 in both. On the Cortex-M3 the time of `mla` does not depend on its
//! operands; the time of products with a 64-bit result does. The method, a block of results in
//! registers, is used by `[ACC+22]` and others for schoolbook products on these cores.
#![allow(unsafe_code)]

use core::arch::asm;
use core::slice;

use crate::simd::CHUNK;

/// The results of a tile.
const RESULTS: usize = 4;

/// The number of coefficients of the matrix that a tile reads. The first of them is in no product.
const WINDOW: usize = CHUNK + RESULTS;

/// Adds the products of a row of tiles to their sums: of chunk c of the vector by the window that
/// begins at coefficient 16 (n - 1 - c) of the matrix, where n is the number of chunks.
#[cfg(not(vectru_dsp))]
#[inline(always)]
fn tiles(sums: [i32; RESULTS], vector: &[[i16; CHUNK]], matrix: &[i16]) -> [i32; RESULTS] {
    let [mut s0, mut s1, mut s2, mut s3] = sums;
    let Some((a, w)) = first_tile(vector, matrix) else { return sums };
    // Every four products load two coefficients: the one of a, and the new one of the matrix, which
    // replaces the oldest one.
    #[rustfmt::skip]
    macro_rules! step {
        ($a:literal, $w:literal, $w0:literal, $w1:literal, $w2:literal, $w3:literal) => {
            concat!(
                "ldrsh {", $w0, "}, [{w}, #", $w, "]\n",
                "ldrsh {x}, [{a}, #", $a, "]\n",
                "mla {s0}, {x}, {", $w0, "}, {s0}\n",
                "mla {s1}, {x}, {", $w1, "}, {s1}\n",
                "mla {s2}, {x}, {", $w2, "}, {s2}\n",
                "mla {s3}, {x}, {", $w3, "}, {s3}\n",
            )
        };
    }
    // SAFETY: the instructions exist on every target for which this is compiled. They read the
    // chunks of `vector` and the windows of `matrix`, and write only to the operands and the flags.
    unsafe {
        asm!(
            "2:",
            "ldrsh {w3}, [{w}, #38]",
            "ldrsh {w2}, [{w}, #36]",
            "ldrsh {w1}, [{w}, #34]",
            step!(0, 32, "w0", "w1", "w2", "w3"),
            step!(2, 30, "w3", "w0", "w1", "w2"),
            step!(4, 28, "w2", "w3", "w0", "w1"),
            step!(6, 26, "w1", "w2", "w3", "w0"),
            step!(8, 24, "w0", "w1", "w2", "w3"),
            step!(10, 22, "w3", "w0", "w1", "w2"),
            step!(12, 20, "w2", "w3", "w0", "w1"),
            step!(14, 18, "w1", "w2", "w3", "w0"),
            step!(16, 16, "w0", "w1", "w2", "w3"),
            step!(18, 14, "w3", "w0", "w1", "w2"),
            step!(20, 12, "w2", "w3", "w0", "w1"),
            step!(22, 10, "w1", "w2", "w3", "w0"),
            step!(24, 8, "w0", "w1", "w2", "w3"),
            step!(26, 6, "w3", "w0", "w1", "w2"),
            step!(28, 4, "w2", "w3", "w0", "w1"),
            step!(30, 2, "w1", "w2", "w3", "w0"),
            "add {a}, #32",
            "sub {w}, #32",
            "subs {n}, #1",
            "bne 2b",
            a = inout(reg) a => _,
            w = inout(reg) w => _,
            n = inout(reg) vector.len() => _,
            s0 = inout(reg) s0,
            s1 = inout(reg) s1,
            s2 = inout(reg) s2,
            s3 = inout(reg) s3,
            w0 = out(reg) _,
            w1 = out(reg) _,
            w2 = out(reg) _,
            w3 = out(reg) _,
            x = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    [s0, s1, s2, s3]
}

/// Adds the products of a row of tiles to their sums: of chunk c of the vector by the window that
/// begins at coefficient 16 (n - 1 - c) of the matrix, where n is the number of chunks.
///
/// A register holds two coefficients. With w_i at place i of the window, a pair (a_j, a_(j+1)), j
/// even, meets (w_(16 + t - j - 1), w_(16 + t - j)):
///
/// - for odd t both are in one word of the window, in the opposite order, which `smladx` expects;
/// - for even t they are the high half of one word and the low half of the next one, which `pkhtb`
///   puts together in the order of a, for `smlad`.
#[cfg(vectru_dsp)]
#[inline(always)]
fn tiles(sums: [i32; RESULTS], vector: &[[i16; CHUNK]], matrix: &[i16]) -> [i32; RESULTS] {
    let [mut s0, mut s1, mut s2, mut s3] = sums;
    let Some((a, w)) = first_tile(vector, matrix) else { return sums };
    // `near` and `far` are the words for t = 1 and t = 3, and `mixed` is the word for t = 2. The
    // next word replaces `far`. Together with `near` it makes the pair for t = 0, which the next
    // step uses for t = 2. The pair of a for the next step is loaded right after the word, as
    // neighbouring loads save a cycle.
    #[rustfmt::skip]
    macro_rules! step {
        ($w:literal, $near:literal, $far:literal, $x:literal, $next:literal) => {
            concat!(
                "smladx {s3}, {", $x, "}, {", $far, "}, {s3}\n",
                "ldr {", $far, "}, [{w}, #", $w, "]\n",
                $next,
                "smladx {s1}, {", $x, "}, {", $near, "}, {s1}\n",
                "smlad {s2}, {", $x, "}, {mixed}, {s2}\n",
                "pkhtb {mixed}, {", $far, "}, {", $near, "}\n",
                "smlad {s0}, {", $x, "}, {mixed}, {s0}\n",
            )
        };
    }
    // SAFETY: the instructions exist on every target for which this is compiled, and words need not
    // be aligned there. They read the chunks of `vector` and the windows of `matrix`, and write
    // only to the operands and the flags.
    unsafe {
        asm!(
            "2:",
            "ldr {v}, [{w}, #36]",
            "ldr {u}, [{w}, #32]",
            "ldr {x}, [{a}]",
            "pkhtb {mixed}, {u}, {v}",
            step!(28, "u", "v", "x", "ldr {y}, [{a}, #4]\n"),
            step!(24, "v", "u", "y", "ldr {x}, [{a}, #8]\n"),
            step!(20, "u", "v", "x", "ldr {y}, [{a}, #12]\n"),
            step!(16, "v", "u", "y", "ldr {x}, [{a}, #16]\n"),
            step!(12, "u", "v", "x", "ldr {y}, [{a}, #20]\n"),
            step!(8, "v", "u", "y", "ldr {x}, [{a}, #24]\n"),
            step!(4, "u", "v", "x", "ldr {y}, [{a}, #28]\n"),
            step!(0, "v", "u", "y", ""),
            "add {a}, #32",
            "sub {w}, #32",
            "subs {n}, #1",
            "bne 2b",
            a = inout(reg) a => _,
            w = inout(reg) w => _,
            n = inout(reg) vector.len() => _,
            s0 = inout(reg) s0,
            s1 = inout(reg) s1,
            s2 = inout(reg) s2,
            s3 = inout(reg) s3,
            u = out(reg) _,
            v = out(reg) _,
            x = out(reg) _,
            y = out(reg) _,
            mixed = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    [s0, s1, s2, s3]
}

/// Returns the pointers to the first chunk and to its window, or nothing if there is no chunk.
#[inline(always)]
fn first_tile(vector: &[[i16; CHUNK]], matrix: &[i16]) -> Option<(*const i16, *const i16)> {
    let last = CHUNK * vector.len().checked_sub(1)?;
    Some((vector.as_ptr().cast(), matrix[last..][..WINDOW].as_ptr()))
}

/// Adds up outer products as 32-bit sums.
#[inline(always)]
pub(super) fn outer_sums<const N: usize>(a: &[&[i16; CHUNK]; N], rows: &[&[i16; 2 * CHUNK]; N]) -> [i32; CHUNK] {
    let mut result = [0; CHUNK];
    for (index, results) in result.as_chunks_mut::<RESULTS>().0.iter_mut().enumerate() {
        for i in 0..N {
            *results = tiles(*results, slice::from_ref(a[i]), &rows[i][RESULTS * index..]);
        }
    }
    result
}

/// Computes a [Toeplitz product](crate::simd::Simd::toeplitz_product), from `vector` to `product`
/// of as many chunks.
// The number of chunks is hidden from the compiler, so that it does not repeat the code for each.
#[inline(never)]
pub(super) fn toeplitz_product(matrix: &[i16], vector: &[[i16; CHUNK]], product: &mut [[i16; CHUNK]]) {
    for (index, results) in product.as_flattened_mut().as_chunks_mut::<RESULTS>().0.iter_mut().enumerate() {
        let sums = tiles([0; RESULTS], vector, &matrix[RESULTS * index..]);
        for t in 0..RESULTS {
            results[t] = sums[t] as i16;
        }
    }
}
