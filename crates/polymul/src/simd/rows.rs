//! Transforms of lengths 2, 5 and 9 between rows of words, in assembly for the Cortex-M4.
//!
//! A word has two lanes. Each function transforms all words of its rows, one after the other, in
//! place: inputs and results in registers, and on the stack what does not fit. The functions have
//! frames of their own, as a transform needs all fourteen registers.
//!
//! Products are those of [`packed`](super::packed): a sum of products by constants takes the
//! fractions of both lanes by `smlawb` and `smlawt`, and three instructions at its end. Results are
//! centred, or sums of two centred numbers.
//!
//! | length | instructions of a word that compute | words that are loaded, stored |
//! | --- | --- | --- |
//! | 5 | 46 | 10, 5 |
//! | 9 | 117 | 24, 13 |
#![allow(unsafe_code)]

use core::arch::naked_asm;

use super::{Aligned, CHUNK};
use crate::modular::{Constant, Modulus};

/// Computes y = x0 + x1 + x2, x0 - x2 + w (x1 - x2), x0 - x1 - w (x1 - x2) in each lane, to the
/// registers of x2, x0, x1.
#[rustfmt::skip]
macro_rules! radix_3 {
    ($x0:literal, $x1:literal, $x2:literal, $t:literal, $u:literal) => {
        concat!(
            "ssub16 ", $t, ", ", $x1, ", ", $x2, "\n",
            "smulwb ", $u, ", r4, ", $t, "\n",
            "smulwt ", $t, ", r4, ", $t, "\n",
            "smlabb ", $u, ", ", $u, ", r1, r2\n",
            "smlabb ", $t, ", ", $t, ", r1, r2\n",
            "pkhtb ", $t, ", ", $t, ", ", $u, ", asr #16\n",
            "sadd16 ", $u, ", ", $x0, ", ", $x1, "\n",
            "ssub16 ", $x1, ", ", $x0, ", ", $x1, "\n",
            "ssub16 ", $x0, ", ", $x0, ", ", $x2, "\n",
            "sadd16 ", $x2, ", ", $u, ", ", $x2, "\n",
            "sadd16 ", $x0, ", ", $x0, ", ", $t, "\n",
            "ssub16 ", $x1, ", ", $x1, ", ", $t, "\n",
        )
    };
}

/// Computes a + v b + w c in each lane, to the register `$t`. The constants are in registers.
#[rustfmt::skip]
macro_rules! sum_of_three {
    ($a:literal, $b:literal, $v:literal, $c:literal, $w:literal, $t:literal, $u:literal) => {
        concat!(
            "smulwb ", $t, ", r3, ", $a, "\n",
            "smulwt ", $u, ", r3, ", $a, "\n",
            "smlawb ", $t, ", ", $v, ", ", $b, ", ", $t, "\n",
            "smlawt ", $u, ", ", $v, ", ", $b, ", ", $u, "\n",
            "smlawb ", $t, ", ", $w, ", ", $c, ", ", $t, "\n",
            "smlawt ", $u, ", ", $w, ", ", $c, ", ", $u, "\n",
            "smlabb ", $t, ", ", $t, ", r1, r2\n",
            "smlabb ", $u, ", ", $u, ", r1, r2\n",
            "pkhtb ", $t, ", ", $u, ", ", $t, ", asr #16\n",
        )
    };
}

/// The words of constants that a function has in its frame, behind the end of its first row.
#[repr(C)]
struct Frame<const N: usize> {
    /// 2^32 / q.
    one: i32,
    /// The constant of the products that are most frequent.
    first: i32,
    /// q.
    modulus: i32,
    others: [i32; N],
}

impl<const N: usize> Frame<N> {
    /// Returns the words of the constants.
    #[inline(always)]
    fn new<M: Modulus>(first: Constant<M>, others: [Constant<M>; N]) -> Self {
        Self { one: M::ONE.fraction, first: first.fraction, modulus: M::Q.into(), others: others.map(|c| c.fraction) }
    }
}

/// Transforms rows that are `STRIDE` bytes apart. `constants` are -1/4; m, a, b and -a.
///
/// # Safety
///
/// The five rows begin at multiples of `STRIDE` from `row`, the first of them ends at `end`, and
/// all are writable and have a number of whole words above 0.
#[unsafe(naked)]
unsafe extern "C" fn radix_5<const STRIDE: usize>(row: *mut i16, end: *mut i16, constants: &Frame<4>) {
    naked_asm!(
        "push {{r4-r11, lr}}",
        "ldm r2, {{r3-r9}}",
        "push {{r1, r6-r9}}",
        "mov r1, r5",
        "mov r2, #0x8000",
        "2:",
        "ldr r5, [r0]",
        "ldr r6, [r0, #{s}]",
        "ldr r7, [r0, #2*{s}]",
        "ldr r8, [r0, #3*{s}]",
        "ldr r9, [r0, #4*{s}]",
        "ldr r10, [sp, #4]",
        // s1, d1, s2, d2; s1 + s2 and s1 - s2.
        "sadd16 r11, r6, r9",
        "ssub16 r9, r6, r9",
        "sadd16 r6, r7, r8",
        "ssub16 r8, r7, r8",
        "sadd16 r7, r11, r6",
        "ssub16 r6, r11, r6",
        // y0
        "sadd16 r11, r5, r7",
        "smulwb r12, r3, r11",
        "smulwt r11, r3, r11",
        "smlabb r12, r12, r1, r2",
        "smlabb r11, r11, r1, r2",
        "pkhtb r11, r11, r12, asr #16",
        "str r11, [r0]",
        // e1 and e2: the fractions of low lanes, then those of high lanes.
        "smulwb r11, r3, r5",
        "smlawb r11, r4, r7, r11",
        "smulwb r12, r10, r6",
        "add lr, r11, r12",
        "sub r11, r11, r12",
        "smulwt r5, r3, r5",
        "smlawt r5, r4, r7, r5",
        "smulwt r6, r10, r6",
        "add r7, r5, r6",
        "sub r5, r5, r6",
        "smlabb lr, lr, r1, r2",
        "smlabb r7, r7, r1, r2",
        "pkhtb r7, r7, lr, asr #16",
        "smlabb r11, r11, r1, r2",
        "smlabb r5, r5, r1, r2",
        "pkhtb r5, r5, r11, asr #16",
        // p and r
        "ldr r6, [sp, #8]",
        "ldr r10, [sp, #12]",
        "ldr r11, [sp, #16]",
        "smulwb r12, r6, r9",
        "smulwt lr, r6, r9",
        "smlawb r12, r10, r8, r12",
        "smlawt lr, r10, r8, lr",
        "smlabb r12, r12, r1, r2",
        "smlabb lr, lr, r1, r2",
        "pkhtb r12, lr, r12, asr #16",
        "smulwb lr, r10, r9",
        "smulwt r6, r10, r9",
        "smlawb lr, r11, r8, lr",
        "smlawt r6, r11, r8, r6",
        "smlabb lr, lr, r1, r2",
        "smlabb r6, r6, r1, r2",
        "pkhtb lr, r6, lr, asr #16",
        "ldr r10, [sp]",
        "sadd16 r6, r7, r12",
        "ssub16 r7, r7, r12",
        "sadd16 r9, r5, lr",
        "ssub16 r5, r5, lr",
        "str r6, [r0, #{s}]",
        "str r9, [r0, #2*{s}]",
        "str r5, [r0, #3*{s}]",
        "str r7, [r0, #4*{s}]",
        "add r0, #4",
        "cmp r0, r10",
        "bne 2b",
        "add sp, #20",
        "pop {{r4-r11, pc}}",
        s = const STRIDE,
    )
}

/// Transforms rows that are `STRIDE` bytes apart. `constants` are w^3; w, w^2, w^4 to w^8.
///
/// # Safety
///
/// The nine rows begin at multiples of `STRIDE` from `row`, the first of them ends at `end`, and
/// all are writable and have a number of whole words above 0.
#[unsafe(naked)]
unsafe extern "C" fn radix_9<const STRIDE: usize>(row: *mut i16, end: *mut i16, constants: &Frame<7>) {
    naked_asm!(
        "push {{r4-r11, lr}}",
        "ldm r2, {{r3-r12}}",
        "push {{r1, r6-r12}}",
        "mov r1, r5",
        "mov r2, #0x8000",
        "2:",
        // b0, b1, b2
        "ldr r5, [r0, #{s}]",
        "ldr r6, [r0, #4*{s}]",
        "ldr r7, [r0, #7*{s}]",
        radix_3!("r5", "r6", "r7", "r8", "r9"),
        "str r7, [r0, #{s}]",
        "str r5, [r0, #4*{s}]",
        "str r6, [r0, #7*{s}]",
        // a0, a1, a2 and c0, c1, c2
        "ldr r5, [r0]",
        "ldr r6, [r0, #3*{s}]",
        "ldr r7, [r0, #6*{s}]",
        "ldr r8, [r0, #2*{s}]",
        "ldr r9, [r0, #5*{s}]",
        "ldr r10, [r0, #8*{s}]",
        radix_3!("r5", "r6", "r7", "r11", "r12"),
        "str r6, [r0, #2*{s}]",
        radix_3!("r8", "r9", "r10", "r11", "r12"),
        // y0, y3, y6
        "ldr r6, [r0, #{s}]",
        "ldr r11, [sp, #20]",
        sum_of_three!("r7", "r6", "r3", "r10", "r3", "r12", "lr"),
        "str r12, [r0]",
        sum_of_three!("r7", "r6", "r4", "r10", "r11", "r12", "lr"),
        "str r12, [r0, #3*{s}]",
        sum_of_three!("r7", "r6", "r11", "r10", "r4", "r12", "lr"),
        "str r12, [r0, #6*{s}]",
        // y1, y4, y7
        "ldr r6, [r0, #4*{s}]",
        "ldr r7, [sp, #4]",
        "ldr r10, [sp, #8]",
        sum_of_three!("r5", "r6", "r7", "r8", "r10", "r12", "lr"),
        "str r12, [r0, #{s}]",
        "ldr r7, [sp, #12]",
        "ldr r11, [sp, #28]",
        sum_of_three!("r5", "r6", "r7", "r8", "r11", "r12", "lr"),
        "str r12, [r0, #4*{s}]",
        "ldr r7, [sp, #24]",
        "ldr r11, [sp, #16]",
        sum_of_three!("r5", "r6", "r7", "r8", "r11", "r12", "lr"),
        // y2, y5, y8
        "ldr r5, [r0, #7*{s}]",
        "ldr r6, [r0, #2*{s}]",
        "ldr r8, [sp, #12]",
        "str r12, [r0, #7*{s}]",
        sum_of_three!("r6", "r5", "r10", "r9", "r8", "r12", "lr"),
        "str r12, [r0, #2*{s}]",
        "ldr r8, [sp, #4]",
        "ldr r10, [sp, #28]",
        sum_of_three!("r6", "r5", "r11", "r9", "r8", "r12", "lr"),
        "str r12, [r0, #5*{s}]",
        sum_of_three!("r6", "r5", "r10", "r9", "r7", "r12", "lr"),
        "ldr r5, [sp]",
        "str r12, [r0, #8*{s}]",
        "add r0, #4",
        "cmp r0, r5",
        "bne 2b",
        "add sp, #32",
        "pop {{r4-r11, pc}}",
        s = const STRIDE,
    )
}

/// Writes a + b and behind it a - b.
///
/// # Safety
///
/// 32 bytes are readable from `a` and from `b` on, and 64 bytes are writable from `results` on,
/// which overlap neither. All are at whole words.
#[unsafe(naked)]
unsafe extern "C" fn radix_2(a: *const [i16; CHUNK], b: *const [i16; CHUNK], results: *mut [i16; CHUNK]) {
    naked_asm!(
        "push {{r4-r11}}",
        "add r12, r2, #32",
        ".rept 2",
        "ldm r0!, {{r3-r6}}",
        "ldm r1!, {{r8-r11}}",
        "sadd16 r7, r6, r11",
        "ssub16 r11, r6, r11",
        "sadd16 r6, r5, r10",
        "ssub16 r10, r5, r10",
        "sadd16 r5, r4, r9",
        "ssub16 r9, r4, r9",
        "sadd16 r4, r3, r8",
        "ssub16 r8, r3, r8",
        "stm r2!, {{r4-r7}}",
        "stm r12!, {{r8-r11}}",
        ".endr",
        "pop {{r4-r11}}",
        "bx lr",
    )
}

/// Computes sums and differences, as
/// [`Simd::sums_and_differences`](super::Simd::sums_and_differences) does.
#[inline(always)]
pub(super) fn sums_and_differences([a, b]: [Option<&[i16; CHUNK]>; 2], results: &mut [[i16; CHUNK]; 2]) -> bool {
    const ZERO: &Aligned<[i16; CHUNK]> = &Aligned([0; CHUNK]);
    let (a, b) = (a.unwrap_or(&ZERO.0), b.unwrap_or(&ZERO.0));
    let addresses = a.as_ptr() as usize | b.as_ptr() as usize | results.as_ptr() as usize;
    let at_words = addresses.is_multiple_of(size_of::<u32>());
    if at_words {
        // SAFETY: the pointers are those of the references, of which `results` is a mutable one.
        unsafe { radix_2(a, b, results.as_mut_ptr()) };
    }
    at_words
}

/// Calls a function for the stride of rows, if it is one of those listed, and returns true if it
/// is. Rows are as long as their stride.
macro_rules! transform {
    ($function:ident, $length:literal, $rows:ident, $stride:ident, $frame:expr; $($strides:literal)+) => {{
        let rows = &mut $rows[..$length * $stride];
        let row = rows.as_mut_ptr();
        match $stride {
            $($strides => {
                // SAFETY: the rows are those of the slice, which is borrowed mutably.
                unsafe { $function::<{ 2 * $strides }>(row, row.add($strides), &$frame) };
                true
            })+
            _ => false,
        }
    }};
}

/// Computes transforms of length 5, as [`Simd::radix_5_rows`](super::Simd::radix_5_rows) does.
#[inline(never)]
pub(super) fn radix_5_rows<M: Modulus>(rows: &mut [i16], stride: usize, constants: &[Constant<M>; 4]) -> bool {
    let &[mean, deviation, a, b] = constants;
    transform!(radix_5, 5, rows, stride, Frame::new(mean, [deviation, a, b, a.negated()]); 32)
}

/// Computes transforms of length 9, as [`Simd::radix_9_rows`](super::Simd::radix_9_rows) does.
#[inline(never)]
pub(super) fn radix_9_rows<M: Modulus>(rows: &mut [i16], stride: usize, powers: &[Constant<M>; 9]) -> bool {
    let &[_, w, w2, cube, w4, w5, w6, w7, w8] = powers;
    transform!(radix_9, 9, rows, stride, Frame::new(cube, [w, w2, w4, w5, w6, w7, w8]); 32 160)
}
