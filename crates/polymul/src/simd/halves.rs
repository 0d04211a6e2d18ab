//! Two 16-bit coefficients in a word of a general register, for CPUs without vectors.
//!
//! The DSP extension of the Cortex-M4 has an instruction for each operation. Elsewhere an operation
//! is its definition, which is also how tests on any CPU run code over halves.
#![allow(unsafe_code)]

#[cfg(vectru_dsp)]
use core::arch::asm;

use crate::modular::Modulus;

/// True if the target is a CPU with 32-bit registers for which kernels over halves are faster than
/// those over vectors of the portable backend.
pub const PREFERRED: bool = cfg!(vectru_registers);

/// Two signed 16-bit numbers: the low one in bits 0 to 15 of the word.
///
/// ```
/// use vectru_polymul::simd::halves::Halves;
/// let [a, b] = [Halves::new(3, -4), Halves::new(10, 5)];
/// assert_eq!((a.low(), a.high()), (3, -4));
/// assert_eq!(a.dot(b, 1), 1 + 30 - 20);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Halves(u32);

impl Halves {
    /// Two zeros.
    pub const ZERO: Self = Self(0);

    /// Returns the pair of two numbers.
    #[inline(always)]
    pub const fn new(low: i16, high: i16) -> Self {
        Self(low as u16 as u32 | (high as u16 as u32) << 16)
    }

    /// Returns the low number.
    #[inline(always)]
    pub const fn low(self) -> i16 {
        self.0 as i16
    }

    /// Returns the high number.
    #[inline(always)]
    pub const fn high(self) -> i16 {
        (self.0 >> 16) as i16
    }

    /// Returns `sum` plus both products of numbers in the same place, modulo 2^32.
    #[inline(always)]
    pub fn dot(self, other: Self, sum: i32) -> i32 {
        #[cfg(vectru_dsp)]
        {
            let result;
            // SAFETY: every target for which this is compiled has the instruction, which writes to
            // its result and to the flag of saturation.
            unsafe {
                asm!("smlad {}, {}, {}, {}", lateout(reg) result, in(reg) self.0, in(reg) other.0, in(reg) sum,
                    options(pure, nomem, nostack));
            }
            result
        }
        #[cfg(not(vectru_dsp))]
        self.dot_by_definition(other, sum)
    }

    /// Computes [`dot`](Self::dot) from its definition.
    #[inline(always)]
    #[cfg_attr(all(vectru_dsp, not(test)), allow(dead_code))]
    const fn dot_by_definition(self, other: Self, sum: i32) -> i32 {
        let (low, high) = (self.low() as i32 * other.low() as i32, self.high() as i32 * other.high() as i32);
        sum.wrapping_add(low).wrapping_add(high)
    }

    /// Returns the low half of `low`, and the high half of `high`.
    #[inline(always)]
    pub const fn join(low: i32, high: i32) -> Self {
        Self(low as u32 & 0xffff | high as u32 & 0xffff_0000)
    }
}

/// The two numbers of a Montgomery reduction modulo q: -1/q modulo 2^16, and q.
#[derive(Clone, Copy, Debug)]
pub struct Reduction(Halves);

impl Reduction {
    /// Returns the numbers for a modulus.
    pub const fn new<M: Modulus>() -> Self {
        Self(Halves::new(M::INVERSE.wrapping_neg(), M::Q))
    }

    /// Returns a word whose high half is t / 2^16 modulo q, of magnitude at most
    /// `|t| / 2^16 + q / 2 + 1`. The low half is 0. Requires |t| < 2^31 - 2^15 q.
    #[inline(always)]
    pub fn reduce(self, t: i32) -> i32 {
        #[cfg(vectru_dsp)]
        {
            let result;
            // SAFETY: every target for which this is compiled has the instructions, which write to
            // their results and to the flag of saturation.
            unsafe {
                asm!("smulbb {m}, {t}, {q}", "smlabt {result}, {m}, {q}, {t}",
                    m = out(reg) _, t = in(reg) t, q = in(reg) self.0.0, result = lateout(reg) result,
                    options(pure, nomem, nostack));
            }
            result
        }
        #[cfg(not(vectru_dsp))]
        self.reduce_by_definition(t)
    }

    /// Computes [`reduce`](Self::reduce) from its definition.
    #[inline(always)]
    #[cfg_attr(all(vectru_dsp, not(test)), allow(dead_code))]
    const fn reduce_by_definition(self, t: i32) -> i32 {
        t.wrapping_add((t as i16).wrapping_mul(self.0.low()) as i32 * self.0.high() as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::{Q4591, Q7879, montgomery_reduce};

    #[test]
    fn halves_are_in_their_places() {
        for (low, high) in [(0, 0), (-1, 1), (i16::MIN, i16::MAX), (i16::MAX, i16::MIN)] {
            let halves = Halves::new(low, high);
            assert_eq!((halves.low(), halves.high()), (low, high));
            let [word, other] = [i32::from(low), i32::from(high) << 16];
            assert_eq!(Halves::join(word | 5 << 16, other | 5), halves);
        }
    }

    fn check<M: Modulus>() {
        let reduction = Reduction::new::<M>();
        let edge = i32::MAX - (1 << 15) * i32::from(M::Q);
        for t in (-edge..=edge).step_by(65_519).chain([-edge, -1, 0, 1, edge]) {
            let word = reduction.reduce_by_definition(t);
            assert_eq!(word & 0xffff, 0);
            let (q, high) = (i64::from(M::Q), i64::from(word >> 16));
            assert_eq!(((high << 16) - i64::from(t)).rem_euclid(q), 0);
            assert!(high.abs() <= i64::from(t.unsigned_abs() >> 16) + q / 2 + 1);
            assert_eq!((high - i64::from(montgomery_reduce::<M>(t))).rem_euclid(q), 0);
        }
    }

    #[test]
    fn reductions_are_right() {
        check::<Q4591>();
        check::<Q7879>();
    }
}
