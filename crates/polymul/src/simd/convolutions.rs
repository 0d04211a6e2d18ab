//! Weighted convolutions of 16 coefficients in general registers, in assembly for the Cortex-M4.
//!
//! A convolution prepares its rows on the stack, by products of [`packed`](super::packed), and then
//! computes its results in three [tiles](super::tiles) of 6, 6 and 4 results:
//!
//! ```text
//! s_t = sum_(j < 16) a_j w_(16 + t - j),   0 <= t < 6,
//! ```
//!
//! where w are the rows from coefficient 0, 6 or 12 on. The tile of four has the steps of a tile
//! without the last two sums. The same with four results at a time is in
//! [`registers`](super::registers), for sums of outer products.
#![allow(unsafe_code)]

use core::arch::naked_asm;
use core::mem::{offset_of, size_of};

use super::CHUNK;
use crate::modular::{Constant, Modulus};

/// Writes the rows of four words of b, in r6 to r9, from `$at` bytes on.
#[rustfmt::skip]
macro_rules! weighted {
    ($at:literal) => {
        concat!(
            weighted!(@ "r6", $at, "0"),
            weighted!(@ "r7", $at, "4"),
            weighted!(@ "r8", $at, "8"),
            weighted!(@ "r9", $at, "12"),
        )
    };
    (@ $x:literal, $at:literal, $offset:literal) => {
        concat!(
            "smulwb r10, r4, ", $x, "\n",
            "smulwt r11, r4, ", $x, "\n",
            "smlabb r10, r10, r3, r5\n",
            "smlabb r11, r11, r3, r5\n",
            "pkhtb r10, r11, r10, asr #16\n",
            "str r10, [sp, #", $at, "+", $offset, "]\n",
        )
    };
}

/// Computes a step of a tile of six results, in r1 to r6, from the rows `$at` bytes on. `$next`
/// loads the next pair of a.
#[rustfmt::skip]
macro_rules! step_of_six {
    ($add:ident, $near:literal, $middle:literal, $far:literal, $two:literal, $four:literal, $x:literal, [$at:literal, $word:literal], $next:literal) => {
        step_of_tile!($add, ["r1" "r2" "r3" "r4" "r5" "r6"], $x, [$near $middle $far], [$two $four],
            concat!("ldr ", $far, ", [sp, #", $at, "+", $word, "]\n", $next))
    };
}

/// Computes a tile of six results from the rows `$at` bytes on, and writes it `$to` bytes from the
/// stack pointer.
#[rustfmt::skip]
macro_rules! six {
    ($at:literal, $to:literal) => {
        concat!(
            "ldr r7, [sp, #", $at, "+32]\n",
            "ldr r8, [sp, #", $at, "+36]\n",
            "ldr r9, [sp, #", $at, "+40]\n",
            "ldr r12, [r0]\n",
            "pkhtb r10, r7, r8\n",
            "pkhtb r11, r8, r9\n",
            step_of_six!(smuad, "r7", "r8", "r9", "r10", "r11", "r12", [$at, "28"], "ldr lr, [r0, #4]\n"),
            step_of_six!(smlad, "r9", "r7", "r8", "r11", "r10", "lr", [$at, "24"], "ldr r12, [r0, #8]\n"),
            step_of_six!(smlad, "r8", "r9", "r7", "r10", "r11", "r12", [$at, "20"], "ldr lr, [r0, #12]\n"),
            step_of_six!(smlad, "r7", "r8", "r9", "r11", "r10", "lr", [$at, "16"], "ldr r12, [r0, #16]\n"),
            step_of_six!(smlad, "r9", "r7", "r8", "r10", "r11", "r12", [$at, "12"], "ldr lr, [r0, #20]\n"),
            step_of_six!(smlad, "r8", "r9", "r7", "r11", "r10", "lr", [$at, "8"], "ldr r12, [r0, #24]\n"),
            step_of_six!(smlad, "r7", "r8", "r9", "r10", "r11", "r12", [$at, "4"], "ldr lr, [r0, #28]\n"),
            step_of_six!(smlad, "r9", "r7", "r8", "r11", "r10", "lr", [$at, "0"], ""),
            "ldr r7, [sp, #104]\n",
            reduce!("r1", "r2"),
            reduce!("r3", "r4"),
            reduce!("r5", "r6"),
            "str r1, [sp, #", $to, "]\n",
            "str r3, [sp, #", $to, "+4]\n",
            "str r5, [sp, #", $to, "+8]\n",
        )
    };
}

/// Computes a step of the tile of four results, in r1 to r4.
#[rustfmt::skip]
macro_rules! step_of_four {
    ($add:ident, $low:literal, $high:literal, $x:literal, $word:literal, $next:literal) => {
        concat!(
            sum_of_tile!($add, "x", "r4", $x, $high),
            "ldr ", $high, ", [sp, #24+", $word, "]\n",
            $next,
            sum_of_tile!($add, "x", "r2", $x, $low),
            sum_of_tile!($add, "", "r3", $x, "r10"),
            "pkhtb r10, ", $high, ", ", $low, "\n",
            sum_of_tile!($add, "", "r1", $x, "r10"),
        )
    };
}

/// Replaces two sums by a word of their Montgomery reductions, in the register of the first one.
#[rustfmt::skip]
macro_rules! reduce {
    ($low:literal, $high:literal) => {
        concat!(
            "smulbb r8, ", $low, ", r7\n",
            "smulbb r9, ", $high, ", r7\n",
            "smlabt ", $low, ", r8, r7, ", $low, "\n",
            "smlabt ", $high, ", r9, r7, ", $high, "\n",
            "pkhtb ", $low, ", ", $high, ", ", $low, ", asr #16\n",
        )
    };
}

/// The words of a call that do not fit its registers.
#[repr(C)]
struct Frame {
    /// The end of the factors a.
    end: *const [i16; CHUNK],
    /// q.
    modulus: i32,
    /// 1/q modulo 2^16 in the low half, and -q in the high half.
    reduction: u32,
}

/// Replaces each a by its product with b. `weights` is the fraction of the first weight.
///
/// # Safety
///
/// The chunks from `a` to the end, which are at least one, are readable and writable; as many from
/// `b` on, and as many weights, are readable, and `a` overlaps none of them. All are at whole
/// words.
#[unsafe(naked)]
unsafe extern "C" fn products<M: Modulus>(
    a: *mut [i16; CHUNK],
    b: *const [i16; CHUNK],
    weights: *const i32,
    frame: &Frame,
) {
    // The frame: from 0 on the rows, from 64 on the results of the first two tiles, and from 88 on
    // the addresses of b and of the weights and the fields of `Frame`.
    naked_asm!(
        "push {{r4-r11, lr}}",
        "ldm r3, {{r3-r5}}",
        "sub sp, #108",
        "add r12, sp, #88",
        "stm r12, {{r1-r5}}",
        "2:",
        // The rows (z b | b).
        "ldr r1, [sp, #88]",
        "ldr r2, [sp, #92]",
        "ldr r3, [sp, #100]",
        "ldr r4, [r2]",
        "mov r5, #0x8000",
        "add r2, #{weight}",
        "str r2, [sp, #92]",
        "add r12, sp, #32",
        "ldm r1!, {{r6-r9}}",
        weighted!("0"),
        "stm r12!, {{r6-r9}}",
        "ldm r1!, {{r6-r9}}",
        weighted!("16"),
        "stm r12, {{r6-r9}}",
        "str r1, [sp, #88]",
        // The tiles.
        six!("0", "64"),
        six!("12", "76"),
        "ldr r7, [sp, #24+32]",
        "ldr r8, [sp, #24+36]",
        "ldr r12, [r0]",
        "pkhtb r10, r7, r8",
        step_of_four!(smuad, "r7", "r8", "r12", "28", "ldr lr, [r0, #4]\n"),
        step_of_four!(smlad, "r8", "r7", "lr", "24", "ldr r12, [r0, #8]\n"),
        step_of_four!(smlad, "r7", "r8", "r12", "20", "ldr lr, [r0, #12]\n"),
        step_of_four!(smlad, "r8", "r7", "lr", "16", "ldr r12, [r0, #16]\n"),
        step_of_four!(smlad, "r7", "r8", "r12", "12", "ldr lr, [r0, #20]\n"),
        step_of_four!(smlad, "r8", "r7", "lr", "8", "ldr r12, [r0, #24]\n"),
        step_of_four!(smlad, "r7", "r8", "r12", "4", "ldr lr, [r0, #28]\n"),
        step_of_four!(smlad, "r8", "r7", "lr", "0", ""),
        "ldr r7, [sp, #104]",
        reduce!("r1", "r2"),
        reduce!("r3", "r4"),
        "add r12, sp, #64",
        "ldm r12, {{r4-r9}}",
        "stm r0!, {{r4-r9}}",
        "ldr r12, [sp, #96]",
        "str r1, [r0], #4",
        "str r3, [r0], #4",
        "cmp r0, r12",
        "bne 2b",
        "add sp, #108",
        "pop {{r4-r11, pc}}",
        weight = const size_of::<Constant<M>>(),
    )
}

/// Computes products as [`Simd::weighted_convolutions`](super::Simd::weighted_convolutions) does.
pub(super) fn weighted_convolutions<M: Modulus>(
    product: &mut [[i16; CHUNK]],
    b: &[[i16; CHUNK]],
    weights: &[Constant<M>],
) -> bool {
    if product.is_empty() {
        return true;
    }
    if !(product.as_ptr() as usize | b.as_ptr() as usize).is_multiple_of(size_of::<u32>()) {
        return false;
    }
    let (b, weights) = (&b[..product.len()], &weights[..product.len()]);
    let reduction = M::INVERSE as u16 as u32 | (-M::Q as u16 as u32) << 16;
    let frame = Frame { end: product.as_ptr_range().end, modulus: M::Q.into(), reduction };
    let fractions = weights.as_ptr().wrapping_byte_add(offset_of!(Constant<M>, fraction)).cast();
    // SAFETY: the three slices have as many elements, at whole words, and `product` is borrowed
    // mutably.
    unsafe { products::<M>(product.as_mut_ptr(), b.as_ptr(), fractions, &frame) };
    true
}
