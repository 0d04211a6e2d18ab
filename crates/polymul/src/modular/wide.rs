//! The same arithmetic modulo a prime of up to 26 bits, on 32-bit lanes.
//!
//! | operation | value | bound on the result |
//! | --- | --- | --- |
//! | Barrett product of x by c | `x c - p mulhrs(x, c')`, `c' = round(2^31 c / p)` | [`barrett_bound`] |
//! | Montgomery reduction of a 64-bit s | `(s - p m) / 2^32`, `m = s p^-1 mod± 2^32` | [`montgomery_bound`] |
//!
//! `mulhrs(x, y) = floor((x y + 2^30) / 2^31)`. As with 16 bits, a low product may wrap.
//!
//! Source: Becker, Hwang, Kannwischer, Yang, Yang, "Neon NTT" (2022); Montgomery (1985).

use core::{fmt::Debug, marker::PhantomData};

use super::{centred, rounded_quotient};

/// An odd modulus 2^14 < p < 2^26, as a type.
pub trait WideModulus: Copy + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// The modulus p.
    const P: i32;
    /// p^-1 modulo 2^32, as a signed 32-bit number.
    const INVERSE: i32 = inverse_modulo_word(Self::P);
}

/// p = 33,469,441 = 4358 * 7680 + 1, the largest below 2^25 that is 1 modulo 1536 and 2560: it has all roots of unity
/// that products of these sizes can use, and is so large that those in the ring of sntrup1277 over the integers are
/// below p / 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct P25;
impl WideModulus for P25 {
    const P: i32 = 33_469_441;
}

/// A constant c modulo p, centred, with its Barrett quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WideConstant<P> {
    /// c, centred: |c| <= (p - 1) / 2.
    pub value: i32,
    /// round(2^31 c / p).
    pub quotient: i32,
    modulus: PhantomData<P>,
}

impl<P: WideModulus> WideConstant<P> {
    /// The constant zero.
    pub const ZERO: Self = Self { value: 0, quotient: 0, modulus: PhantomData };
    /// The constant one: the product by it is the Barrett reduction.
    pub const ONE: Self = Self::new(1);

    /// The constant congruent to `value`.
    pub const fn new(value: i64) -> Self {
        let p = P::P as i64;
        let value = centred(value, p);
        Self { value: value as i32, quotient: rounded_quotient(value << 31, p) as i32, modulus: PhantomData }
    }

    /// The constant's negative.
    pub const fn negated(self) -> Self {
        Self { value: -self.value, quotient: -self.quotient, modulus: PhantomData }
    }
}

/// The largest |r| of a Barrett product r of |x| <= `magnitude` by `constant`: the argument of
/// [`barrett_bound`](super::barrett_bound) with 2^31 in place of 2^15.
pub const fn barrett_bound<P: WideModulus>(magnitude: i64, constant: WideConstant<P>) -> i64 {
    let p = P::P as i64;
    let error = (p * constant.quotient as i64 - ((constant.value as i64) << 31)).abs();
    ((p << 30) + magnitude * error) >> 31
}

/// The largest |r| of a Montgomery reduction r of a sum |s| <= `magnitude`: (|s| + 2^31 p) / 2^32.
pub const fn montgomery_bound<P: WideModulus>(magnitude: i64) -> i64 {
    (magnitude >> 32) + (((magnitude & 0xffff_ffff) + ((P::P as i64) << 31)) >> 32)
}

/// The Barrett product of one residue: the meaning of the product by a constant in the contract.
#[inline(always)]
pub const fn barrett_multiply<P: WideModulus>(x: i32, constant: WideConstant<P>) -> i32 {
    let quotient = ((x as i64 * constant.quotient as i64 + (1 << 30)) >> 31) as i32;
    x.wrapping_mul(constant.value).wrapping_sub(quotient.wrapping_mul(P::P))
}

/// The Montgomery reduction of one 64-bit sum: congruent to `sum` 2^-32, bounded by [`montgomery_bound`].
#[inline(always)]
pub const fn montgomery_reduce<P: WideModulus>(sum: i64) -> i32 {
    let factor = (sum as i32).wrapping_mul(P::INVERSE);
    // The low halves agree, so the difference of the high halves is exact.
    ((sum >> 32) - ((factor as i64 * P::P as i64) >> 32)) as i32
}

const fn inverse_modulo_word(p: i32) -> i32 {
    let mut inverse = 1i32;
    let mut step = 0;
    // Newton's steps double the correct bits: 1, 2, 4, 8, 16, 32.
    while step < 5 {
        inverse = inverse.wrapping_mul(2i32.wrapping_sub(p.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// The lemma behind every Barrett product: proved in [`barrett_bound`](super::super::barrett_bound), and tried here.
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
    fn montgomery_bound_holds() {
        let p = P25::P as i64;
        for sum in numbers().map(|sum| sum >> 1).chain([0, 1, -1, i64::MAX / 2, i64::MIN / 2]) {
            let result = montgomery_reduce::<P25>(sum) as i128;
            assert_eq!(((result << 32) - sum as i128) % p as i128, 0);
            assert!(result.abs() <= montgomery_bound::<P25>(sum.abs()) as i128);
        }
    }
}
