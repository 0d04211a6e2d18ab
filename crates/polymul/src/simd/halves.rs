//! Two 16-bit coefficients in a word of a general register, for CPUs without vectors.
//!
//! The DSP extension of the Cortex-M4 has an instruction for each operation, and [`combine`] is
//! assembly there. Elsewhere it is its definition, which is also how tests on any CPU run code over
//! halves; the firmware of tools/cpus/cortex_m compares both on the target.
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
    pub const fn dot(self, other: Self, sum: i32) -> i32 {
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
    pub const fn reduce(self, t: i32) -> i32 {
        t.wrapping_add((t as i16).wrapping_mul(self.0.low()) as i32 * self.0.high() as i32)
    }
}

/// The factors of [`combine`], each for the numbers of a word.
#[derive(Clone, Copy, Debug)]
pub struct Factors {
    /// Those of w_(i+1) and w_(i+2) for low numbers.
    pub low: [Halves; 2],
    /// Those of w_i and w_(i+1) for high numbers.
    pub high: [Halves; 2],
}

/// The number of words that [`combine`] computes in a turn.
const TURN: usize = 8;

/// The number of words that [`combine`] reads behind those that it computes.
const BEHIND: usize = 2;

/// Replaces each word w_i but the last two to nine by linear combinations of it and of the next
/// two:
///
/// - the low number by the low half of `low[0] w_(i+1) + low[1] w_(i+2)`;
/// - the high number by the [reduction](Reduction::reduce) of `high[0] w_i + high[1] w_(i+1)`,
///
/// where products are those of [`Halves::dot`]. Computes words by eights.
#[inline(never)]
pub fn combine(words: &mut [Halves], factors: &Factors, reduction: Reduction) {
    let turns = words.len().saturating_sub(BEHIND) / TURN;
    if turns == 0 {
        return;
    }
    #[cfg(vectru_dsp)]
    {
        // A word is computed in the register of w_i, of which the sum for the high number is the
        // last use. Loads stand in pairs, as the second load of a pair saves a cycle.
        #[rustfmt::skip]
        macro_rules! word {
            ($here:literal, $above:literal, $highest:literal, $store:literal) => {
                concat!(
                    "smuad {t}, {", $here, "}, {high_0}\n",
                    "smlad {t}, {", $above, "}, {high_1}, {t}\n",
                    "smulbb {", $here, "}, {t}, {q}\n",
                    "smlabt {t}, {", $here, "}, {q}, {t}\n",
                    "smuad {", $here, "}, {", $above, "}, {low_0}\n",
                    "smlad {", $here, "}, {", $highest, "}, {low_1}, {", $here, "}\n",
                    "pkhbt {", $here, "}, {", $here, "}, {t}\n",
                    "str {", $here, "}, ", $store, "\n",
                )
            };
        }
        // SAFETY: the instructions exist on every target for which this is compiled. Each turn
        // reads the ten words from the pointer on, and writes the first eight of them; the last
        // turn reads at most the last word.
        unsafe {
            asm!(
                "2:",
                "ldr {w2}, [{p}, #8]",
                "ldr {w3}, [{p}, #12]",
                word!("w0", "w1", "w2", "[{p}], #32"),
                word!("w1", "w2", "w3", "[{p}, #-28]"),
                "ldr {w0}, [{p}, #-16]",
                "ldr {w1}, [{p}, #-12]",
                word!("w2", "w3", "w0", "[{p}, #-24]"),
                word!("w3", "w0", "w1", "[{p}, #-20]"),
                "ldr {w2}, [{p}, #-8]",
                "ldr {w3}, [{p}, #-4]",
                word!("w0", "w1", "w2", "[{p}, #-16]"),
                word!("w1", "w2", "w3", "[{p}, #-12]"),
                "ldr {w0}, [{p}]",
                "ldr {w1}, [{p}, #4]",
                word!("w2", "w3", "w0", "[{p}, #-8]"),
                word!("w3", "w0", "w1", "[{p}, #-4]"),
                "subs {turns}, #1",
                "bne 2b",
                p = inout(reg) words.as_mut_ptr() => _,
                turns = inout(reg) turns => _,
                w0 = inout(reg) words[0].0 => _,
                w1 = inout(reg) words[1].0 => _,
                w2 = out(reg) _,
                w3 = out(reg) _,
                t = out(reg) _,
                q = in(reg) reduction.0.0,
                low_0 = in(reg) factors.low[0].0,
                low_1 = in(reg) factors.low[1].0,
                high_0 = in(reg) factors.high[0].0,
                high_1 = in(reg) factors.high[1].0,
                options(nostack),
            );
        }
    }
    #[cfg(not(vectru_dsp))]
    for start in (0..TURN * turns).step_by(TURN) {
        let window: &mut [Halves; TURN + BEHIND] = words[start..].first_chunk_mut().expect("a turn has ten words");
        for i in 0..TURN {
            window[i] = combination([window[i], window[i + 1], window[i + 2]], factors, reduction);
        }
    }
}

/// Returns the word by which [`combine`] replaces the first of three.
#[inline(always)]
pub fn combination([here, above, highest]: [Halves; 3], factors: &Factors, reduction: Reduction) -> Halves {
    let high = reduction.reduce(above.dot(factors.high[1], here.dot(factors.high[0], 0)));
    Halves::join(highest.dot(factors.low[1], above.dot(factors.low[0], 0)), high)
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
            let word = reduction.reduce(t);
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
