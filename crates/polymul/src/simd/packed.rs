//! Operations of the portable backend on pairs of lanes, by instructions of the DSP extension of
//! the Cortex-M4. A word has two lanes, the low one in bits 0 to 15.
//!
//! Sums, and Montgomery sums of four or more terms, have the results of the definition in
//! [`portable`](super::portable) bit by bit. Products by constants, reductions and shorter sums of
//! such products are congruent to it and *centred*: of magnitude at most (q - 1)/2. No bound of a
//! Barrett or Montgomery reduction is smaller, so that the proofs of the portable backend hold. The
//! firmware of tools/cpus/cortex_m compares all of them on the target, as no other machine compiles
//! them.
//!
//! A product of x by c takes the fraction of x c / q in units of 2^-16, from a word f = 2^32 c / q:
//!
//! ```text
//! t = floor(x f / 2^16) mod 2^16,   r = floor((q t + 2^15) / 2^16)
//! ```
//!
//! f is within 5/8 of its quotient, so that t differs from 2^16 x c / q modulo 2^16 by at most
//! 1 + 5/16, and q t / 2^16 from r by at most 21 q / 2^20, which rounding removes if it is below
//! 1/2. For a sum of n products the errors add up: n q < 24,966.
#![allow(unsafe_code)]

use core::arch::asm;

use crate::modular::{Constant, Modulus};

/// Evaluates a sequence of instructions on words. The operands are `result`, which is not written
/// before the last instruction, the inputs, and after a semicolon words for intermediate results.
macro_rules! instructions {
    ($($line:literal),+; $($name:ident = $value:expr),*; $($temporary:ident),*) => {{
        let result: u32;
        // SAFETY: the instructions exist on every target for which this is compiled, and write only
        // to the operands and the flags.
        unsafe {
            asm!(
                $($line),+,
                result = lateout(reg) result,
                $($name = in(reg) $value,)*
                $($temporary = out(reg) _,)*
                options(pure, nomem, nostack),
            );
        }
        result
    }};
}

/// Returns x + y.
#[inline(always)]
pub(super) fn add(x: u32, y: u32) -> u32 {
    instructions!("sadd16 {result}, {x}, {y}"; x = x, y = y;)
}

/// Returns x - y.
#[inline(always)]
pub(super) fn subtract(x: u32, y: u32) -> u32 {
    instructions!("ssub16 {result}, {x}, {y}"; x = x, y = y;)
}

/// Returns the low halves of the products x y.
#[inline(always)]
pub(super) fn multiply_low(x: u32, y: u32) -> u32 {
    instructions!("smulbb {low}, {x}, {y}", "smultt {high}, {x}, {y}", "pkhbt {result}, {low}, {high}, lsl #16";
        x = x, y = y; low, high)
}

/// Returns the low halves of the products by a constant.
#[inline(always)]
pub(super) fn multiple(x: u32, constant: i16) -> u32 {
    instructions!("smulbb {low}, {x}, {c}", "smultb {high}, {x}, {c}", "pkhbt {result}, {low}, {high}, lsl #16";
        x = x, c = pair(constant, 0); low, high)
}

/// Returns 2^bits x.
#[inline(always)]
pub(super) fn shift_left(x: u32, bits: u32) -> u32 {
    if bits <= 2 { (0..bits).fold(x, |x, _| add(x, x)) } else { (x << bits) & (0x1_0001 * u32::from(u16::MAX << bits)) }
}

/// Returns floor(x / 2^bits).
#[inline(always)]
pub(super) fn shift_right(x: u32, bits: u32) -> u32 {
    let (low, high) = ((x as i16 >> bits) as u16, (x as i32 >> bits) as u32);
    instructions!("pkhbt {result}, {low}, {high}"; low = u32::from(low), high = high;)
}

/// Returns the largest number of products in a sum of [fractions](multiply_fractions).
pub(super) const fn summable<M: Modulus>() -> usize {
    24_900 / M::Q as usize
}

/// One half, as a fraction of 2^16.
const HALF: u32 = 1 << 15;

/// Returns two numbers in a word.
pub(super) const fn pair(low: i16, high: i16) -> u32 {
    low as u16 as u32 | (high as u16 as u32) << 16
}

/// Returns the centred products by a constant.
#[inline(always)]
pub(super) fn multiply<M: Modulus>(x: u32, constant: Constant<M>) -> u32 {
    instructions!(
        "smulwb {t}, {c}, {x}",
        "smulwt {u}, {c}, {x}",
        "smlabb {t}, {t}, {q}, {half}",
        "smlabb {u}, {u}, {q}, {half}",
        "pkhtb {result}, {u}, {t}, asr #16";
        x = x, c = constant.fraction, half = HALF, q = const { M::Q as u32 }; t, u)
}

/// Returns the fractions of both lanes of the products by a constant, added to `sums`.
#[inline(always)]
pub(super) fn multiply_fractions<M: Modulus>([low, high]: [u32; 2], x: u32, constant: Constant<M>) -> [u32; 2] {
    [
        instructions!("smlawb {result}, {c}, {x}, {sum}"; x = x, c = constant.fraction, sum = low;),
        instructions!("smlawt {result}, {c}, {x}, {sum}"; x = x, c = constant.fraction, sum = high;),
    ]
}

/// Returns the centred numbers of sums of at most [`summable`] fractions.
#[inline(always)]
pub(super) fn of_fractions<M: Modulus>([low, high]: [u32; 2]) -> u32 {
    instructions!(
        "smlabb {t}, {low}, {q}, {half}",
        "smlabb {u}, {high}, {q}, {half}",
        "pkhtb {result}, {u}, {t}, asr #16";
        low = low, high = high, half = HALF, q = const { M::Q as u32 }; t, u)
}

/// Returns the centred representatives of numbers of magnitude at most q + (q - 1)/2.
#[inline(always)]
pub(super) fn centre<M: Modulus>(x: u32) -> u32 {
    let half = (M::Q - 1) / 2;
    // A sum or a difference sets flags where it is not negative, by which `sel` chooses 0 or q.
    instructions!(
        "ssub16 {t}, {half}, {x}",
        "sel {t}, {zero}, {q}",
        "ssub16 {y}, {x}, {t}",
        "sadd16 {t}, {x}, {half}",
        "sel {t}, {zero}, {q}",
        "sadd16 {result}, {y}, {t}";
        x = x, half = pair(half, half), q = pair(M::Q, M::Q), zero = 0; t, y)
}

/// Returns the sums of products of both lanes by a number, added to 32-bit sums.
#[inline(always)]
pub(super) fn multiply_add([low, high]: [u32; 2], x: u32, factor: i16) -> [u32; 2] {
    let factor = pair(factor, 0);
    [
        instructions!("smlabb {result}, {x}, {c}, {sum}"; x = x, c = factor, sum = low;),
        instructions!("smlatb {result}, {x}, {c}, {sum}"; x = x, c = factor, sum = high;),
    ]
}

/// Returns the Montgomery reductions of two 32-bit sums.
#[inline(always)]
pub(super) fn montgomery_reduce<M: Modulus>([low, high]: [u32; 2]) -> u32 {
    instructions!(
        "smulbb {t}, {low}, {c}",
        "smlabt {t}, {t}, {c}, {low}",
        "smulbb {u}, {high}, {c}",
        "smlabt {u}, {u}, {c}, {high}",
        "pkhtb {result}, {u}, {t}, asr #16";
        low = low, high = high, c = const { pair(M::INVERSE, -M::Q) }; t, u)
}
