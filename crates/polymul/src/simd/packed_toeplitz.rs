//! Toeplitz products of a few chunks on the Cortex-M4, by `smlad` and `smladx` on pairs of
//! coefficients.
//!
//! A product of dimension n = 16 K is computed in [tiles](super::tiles) of six results: result t of
//! the tile from row r on takes the pairs with i = n + r + t - j. As a step needs all registers, the
//! function is in assembly as a whole, and reads the vector from a copy at the stack pointer. The
//! product replaces the vector.
//!
//! `[IKPC22]` has products of this kind at the end of its splits, by hand.
#![allow(unsafe_code)]

use core::arch::naked_asm;

use super::CHUNK;

/// The instructions of a step, if the product has as many: `x` is the word of the vector, and `y`
/// becomes the next one. The first step starts the sums.
#[rustfmt::skip]
macro_rules! step {
    ($x:literal, $y:literal, $near:literal, $middle:literal, $far:literal, $two:literal, $four:literal) => {
        concat!(
            ".if vectru_step < {steps}\n",
            ".if vectru_step\n",
            step!(@ smlad, $x, $y, $near, $middle, $far, $two, $four),
            ".else\n",
            step!(@ smuad, $x, $y, $near, $middle, $far, $two, $four),
            ".endif\n",
            ".endif\n",
            ".set vectru_step, vectru_step + 1\n",
        )
    };
    (@ $add:ident, $x:literal, $y:literal, $near:literal, $middle:literal, $far:literal, $two:literal, $four:literal) => {
        step_of_tile!($add, ["r3" "r4" "r5" "r6" "r7" "r8"], $x, [$near $middle $far], [$two $four], concat!(
            "ldr ", $far, ", [r0, #({bytes} - 4 - 4 * vectru_step)]\n",
            ".if vectru_step + 1 < {steps}\n",
            "ldr ", $y, ", [sp, #(4 + 4 * vectru_step)]\n",
            ".endif\n",
        ))
    };
}

/// Replaces the K chunks at `vector` by their Toeplitz product with the 2 K chunks at `matrix`, as
/// defined at [`Simd::toeplitz_product`](crate::simd::Simd::toeplitz_product).
///
/// # Safety
///
/// Requires 2 K chunks at `matrix` that can be read, and K chunks at `vector` that can be read and
/// written; they need not be aligned to words.
// SAFETY: the instructions exist on every target for which this is compiled. They read and write
// the chunks that the caller provides, and their own frame on the stack; the registers that a
// function preserves are stored before and loaded after.
#[unsafe(naked)]
unsafe extern "C" fn product<const K: usize>(matrix: *const i16, vector: *mut i16) {
    naked_asm!(
        "push {{r4-r11, lr}}",
        "sub sp, #({bytes} + 8)",
        "mov r2, sp",
        ".set vectru_step, 0",
        ".rept {steps} / 8",
        "ldr r3, [r1, #(4 * vectru_step)]",
        "ldr r4, [r1, #(4 * vectru_step + 4)]",
        "ldr r5, [r1, #(4 * vectru_step + 8)]",
        "ldr r6, [r1, #(4 * vectru_step + 12)]",
        "ldr r7, [r1, #(4 * vectru_step + 16)]",
        "ldr r8, [r1, #(4 * vectru_step + 20)]",
        "ldr r9, [r1, #(4 * vectru_step + 24)]",
        "ldr r10, [r1, #(4 * vectru_step + 28)]",
        "stmia r2!, {{r3-r10}}",
        ".set vectru_step, vectru_step + 8",
        ".endr",
        // Behind the copy are the place of the next results and the end of the product.
        "add r2, r1, #{bytes}",
        "strd r1, r2, [sp, #{bytes}]",
        "2:",
        "ldr r1, [sp]",
        "ldr r9, [r0, #{bytes}]",
        "ldr r10, [r0, #({bytes} + 4)]",
        "ldr r11, [r0, #({bytes} + 8)]",
        "pkhtb r12, r9, r10",
        "pkhtb lr, r10, r11",
        ".set vectru_step, 0",
        ".rept ({steps} + 5) / 6",
        step!("r1", "r2", "r9", "r10", "r11", "r12", "lr"),
        step!("r2", "r1", "r11", "r9", "r10", "lr", "r12"),
        step!("r1", "r2", "r10", "r11", "r9", "r12", "lr"),
        step!("r2", "r1", "r9", "r10", "r11", "lr", "r12"),
        step!("r1", "r2", "r11", "r9", "r10", "r12", "lr"),
        step!("r2", "r1", "r10", "r11", "r9", "lr", "r12"),
        ".endr",
        "ldr r1, [sp, #{bytes}]",
        "ldr r2, [sp, #({bytes} + 4)]",
        "pkhbt r3, r3, r4, lsl #16",
        "pkhbt r5, r5, r6, lsl #16",
        "pkhbt r7, r7, r8, lsl #16",
        "str r3, [r1]",
        "str r5, [r1, #4]",
        "str r7, [r1, #8]",
        "add r0, #12",
        "add r1, #12",
        "cmp r1, r2",
        "beq 3f",
        // The last tile overlaps the one before it if six does not divide the dimension.
        ".if {bytes} % 12",
        "sub r2, #12",
        "subs r2, r1, r2",
        "itt gt",
        "subgt r0, r0, r2",
        "subgt r1, r1, r2",
        ".endif",
        "str r1, [sp, #{bytes}]",
        "b 2b",
        "3:",
        "add sp, #({bytes} + 8)",
        "pop {{r4-r11, pc}}",
        bytes = const 2 * CHUNK * K,
        steps = const CHUNK * K / 2,
    )
}

/// The largest number of chunks for which the code is worth its size, as steps are straight-line.
pub(super) const LARGEST: usize = 5;

/// Computes a [Toeplitz product](crate::simd::Simd::toeplitz_product) in place.
#[inline(always)]
pub(super) fn toeplitz_product<const K: usize>(matrix: &[[i16; CHUNK]], vector: &mut [[i16; CHUNK]; K]) {
    let matrix = &matrix[..2 * K];
    // SAFETY: both have as many chunks.
    unsafe { product::<K>(matrix.as_ptr().cast(), vector.as_mut_ptr().cast()) }
}
