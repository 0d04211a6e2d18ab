//! Barrett and Montgomery arithmetic modulo a prime of up to 26 bits, on 32-bit lanes.
//!
//! | operation | value r | bound of its magnitude |
//! | --- | --- | --- |
//! | Barrett product of x by c | `x c - p mulhrs(x, c')` | [`barrett_bound`] |
//! | Montgomery reduction of a 64-bit s | `(s - p m) / 2^32` | [`montgomery_bound`] |
//!
//! ```text
//! c' = round(2^31 c / p)
//! mulhrs(x, y) = floor((x y + 2^30) / 2^31)     the rounding doubling high product
//! m = s p^-1 mod± 2^32                          so that s - p m is a multiple of 2^32
//! ```
//!
//! The low products may wrap: their difference is right modulo 2^32, and its bound is below 2^31.
//! The bounds follow from the proofs in [`modular`](super) with words of 32 bits instead of 16.
//!
//! Sources: `[BHK+22, Algorithms 10 and 14]`, `[Mon85]`.

use core::{fmt::Debug, marker::PhantomData};

use super::{centred, rounded_quotient};

/// An odd modulus 2^14 < p < 2^26, as a type.
pub trait WideModulus: Copy + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// The modulus p.
    const P: i32;
    /// The inverse of p modulo 2^32, as a signed 32-bit number.
    const INVERSE: i32 = inverse_modulo_word(Self::P);
}

/// p = 33,469,441 = 4358 * 7680 + 1, the largest prime below 2^25 that is 1 modulo 7680.
///
/// 7680 is the least common multiple of 1536 and 2560: there are roots of unity for cyclic products
/// of these sizes. The product of a centred polynomial by a small one in the ring of sntrup1277 has
/// coefficients of at most 1277 * 3939 = 5,030,103 before it is reduced modulo x^1277 - x - 1,
/// which is less than p / 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct P25;
impl WideModulus for P25 {
    const P: i32 = 33_469_441;
}

/// p = 67,107,457 = 524,277 * 128 + 1, a prime.
///
/// Saber's products over the integers, transformed down to polynomials of 4 coefficients, have
/// coefficients of at most 256 * 4096 * 5 = 5,242,880.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct P26;
impl WideModulus for P26 {
    const P: i32 = 67_107_457;
}

/// A constant c modulo p in centred form, with its Barrett quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WideConstant<P> {
    /// The centred representative c, |c| <= (p - 1) / 2.
    pub value: i32,
    /// c' = round(2^31 c / p).
    pub quotient: i32,
    modulus: PhantomData<P>,
}

impl<P: WideModulus> WideConstant<P> {
    /// The constant 0.
    pub const ZERO: Self = Self { value: 0, quotient: 0, modulus: PhantomData };
    /// The constant 1: a Barrett product by it is a Barrett reduction.
    pub const ONE: Self = Self::new(1);

    /// Returns the constant congruent to `value` modulo p.
    pub const fn new(value: i64) -> Self {
        let p = P::P as i64;
        let value = centred(value, p);
        Self { value: value as i32, quotient: rounded_quotient(value << 31, p) as i32, modulus: PhantomData }
    }

    /// Returns the constant with this value and this quotient, which need not be its own.
    pub(crate) const fn from_parts(value: i32, quotient: i32) -> Self {
        Self { value, quotient, modulus: PhantomData }
    }

    /// Returns the constant -c.
    pub const fn negated(self) -> Self {
        Self { value: -self.value, quotient: -self.quotient, modulus: PhantomData }
    }
}

/// Returns the bound of |r| for Barrett products r of |x| <= `magnitude` by `constant`:
///
/// ```text
/// floor((2^30 p + magnitude |d|) / 2^31),   d = p c' - 2^31 c
/// ```
///
/// Requires 0 <= magnitude <= 2^31.
pub const fn barrett_bound<P: WideModulus>(magnitude: i64, constant: WideConstant<P>) -> i64 {
    let p = P::P as i64;
    let error = (p * constant.quotient as i64 - ((constant.value as i64) << 31)).abs();
    ((p << 30) + magnitude * error) >> 31
}

/// Returns the bound of |r| for Montgomery reductions r of sums |s| <= `magnitude`:
///
/// ```text
/// floor((magnitude + 2^31 p) / 2^32)
/// ```
pub const fn montgomery_bound<P: WideModulus>(magnitude: i64) -> i64 {
    (magnitude >> 32) + (((magnitude & 0xffff_ffff) + ((P::P as i64) << 31)) >> 32)
}

/// Returns the Barrett product of `x` by the constant c, a representative of x c modulo p:
///
/// ```text
/// r = x c - p mulhrs(x, c'),   c' = round(2^31 c / p)
/// ```
///
/// Any x is allowed; returns |r| <= [`barrett_bound`] of |x| and c. This is the definition of
/// [`I32Vector::barrett_multiply`](crate::simd::I32Vector::barrett_multiply) on one lane.
#[inline(always)]
pub const fn barrett_multiply<P: WideModulus>(x: i32, constant: WideConstant<P>) -> i32 {
    let quotient = ((x as i64 * constant.quotient as i64 + (1 << 30)) >> 31) as i32;
    x.wrapping_mul(constant.value).wrapping_sub(quotient.wrapping_mul(P::P))
}

/// Returns the Montgomery reduction of the sum s = `sum`, a representative of 2^-32 s modulo p:
///
/// ```text
/// r = (s - p m) / 2^32,   m = s p^-1 mod± 2^32
/// ```
///
/// Requires `montgomery_bound(|s|)` < 2^31; returns |r| <= [`montgomery_bound`] of |s|.
#[inline(always)]
pub const fn montgomery_reduce<P: WideModulus>(sum: i64) -> i32 {
    let factor = (sum as i32).wrapping_mul(P::INVERSE);
    // s and p m agree modulo 2^32, so that the difference of their high halves is exact.
    ((sum >> 32) - ((factor as i64 * P::P as i64) >> 32)) as i32
}

/// Returns the inverse of the odd p modulo 2^32, by Newton's iteration.
const fn inverse_modulo_word(p: i32) -> i32 {
    let mut inverse = 1i32;
    let mut step = 0;
    // Each step doubles the number of correct low bits: 1, 2, 4, 8, 16, 32.
    while step < 5 {
        inverse = inverse.wrapping_mul(2i32.wrapping_sub(p.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns 2^20 pseudo-random 64-bit numbers, the same in every run.
    fn numbers() -> impl Iterator<Item = i64> {
        let mut state = 7u64;
        (0..1 << 20).map(move |_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state as i64
        })
    }

    #[test]
    fn word_inverse() {
        assert_eq!(P25::P.wrapping_mul(P25::INVERSE), 1);
        assert_eq!((P25::P % 1536, P25::P % 2560), (1, 1));
        assert!((2..5786).all(|divisor| P25::P % divisor != 0), "p is prime");
    }

    /// Tries the bound of Barrett products, which [`modular`](crate::modular) proves, on edge cases
    /// and pseudo-random operands.
    #[test]
    fn barrett_bound_holds() {
        let edges = [i32::MIN, i32::MIN + 1, -1, 0, 1, i32::MAX];
        let p = P25::P as i64;
        for (round, number) in numbers().enumerate() {
            let x = if round < 6000 { edges[round % 6] } else { (number >> 32) as i32 >> (round % 9) };
            let constant = WideConstant::<P25>::new(number as i32 as i64);
            let result = barrett_multiply(x, constant) as i64;
            assert_eq!((result - x as i64 * constant.value as i64) % p, 0);
            assert!(result.abs() <= barrett_bound((x as i64).abs(), constant));
        }
    }

    #[test]
    fn negated_constants_are_those_of_the_negated_number() {
        for number in numbers().take(1000) {
            let value = number as i32 as i64;
            assert_eq!(WideConstant::<P25>::new(value).negated(), WideConstant::new(-value));
        }
    }

    /// Compares the bound with its value by unlimited integers.
    #[test]
    fn montgomery_bound_is_exact() {
        let p = i128::from(P25::P);
        for magnitude in numbers().take(1000).map(|number| number & i64::MAX).chain([0, i64::MAX]) {
            let expected = (i128::from(magnitude) + (p << 31)) / (1 << 32);
            assert_eq!(i128::from(montgomery_bound::<P25>(magnitude)), expected);
        }
    }

    #[test]
    fn montgomery_bound_holds() {
        let p = P25::P as i64;
        for sum in numbers().map(|sum| sum >> 1).chain([0, 1, -1, i64::MAX / 2, i64::MIN / 2]) {
            let result = montgomery_reduce::<P25>(sum) as i128;
            assert_eq!(((result << 32) - sum as i128) % p as i128, 0);
            assert!(result.abs() <= montgomery_bound::<P25>(sum.abs()) as i128);
        }
    }
}
