//! Arithmetic modulo q on single numbers that may be secret, without divisions, branches and
//! indices that depend on them.
//!
//! A number t is reduced to `t - q round(t / q)`. The quotient is estimated by a product with the
//! rounded reciprocal `round(2^s / q)`. The estimate of t / q is off by at most `|t| / 2^(s+1)`. As
//! q is odd, t / q is at least 1/(2q) away from the nearest half. Hence the rounding is right and
//! the remainder is centred if `|t| q < 2^s`.

use vectru_polymul::modular::Modulus;

use super::LONG_PRODUCTS;

/// Returns round(2^`shift` / q).
const fn rounded_reciprocal<M: Modulus>(shift: u32) -> i64 {
    let q = M::Q as i128;
    ((2 * (1i128 << shift) + q) / (2 * q)) as i64
}

/// Returns the centred remainder. Requires |t| < 2^28.
#[inline(always)]
pub(super) fn reduce<M: Modulus>(t: i32) -> i32 {
    if const { LONG_PRODUCTS } { reduce_by_long_product::<M>(t) } else { reduce_by_words::<M>(t) }
}

/// Returns the centred remainder. Requires |t| < 2^28: with s = 42, |t| q < 2^42 and |t| 2^42 /
/// q < 2^63.
#[inline(always)]
fn reduce_by_long_product<M: Modulus>(t: i32) -> i32 {
    let reciprocal = const { rounded_reciprocal::<M>(42) };
    let quotient = (t as i64 * reciprocal + (1 << 41)) >> 42;
    t - quotient as i32 * M::Q as i32
}

/// Returns the centred remainder by products of 32 bits. Requires |t| < 2^28.
///
/// Let t = 2^14 u + v with |u| <= 2^14 and 0 <= v < 2^14. The product of u with round(2^29 / q) <
/// 2^17 gives the quotient of 2^14 u to within 1/2 + 1/4, so that the rest r is at most 3/4 q +
/// 2^14 < 2^15. With s = 28, |r| q < 2^28 and |r| 2^28 / q + 2^27 < 2^31, as 4590 < q < 2^13.
#[inline(always)]
fn reduce_by_words<M: Modulus>(t: i32) -> i32 {
    const { assert!(M::Q > 4590 && M::Q < 1 << 13) };
    let [coarse, fine] = const { [rounded_reciprocal::<M>(29) as i32, rounded_reciprocal::<M>(28) as i32] };
    let rest = t - (((t >> 14) * coarse + (1 << 14)) >> 15) * M::Q as i32;
    rest - ((rest * fine + (1 << 27)) >> 28) * M::Q as i32
}

/// Returns the centred remainder. Requires |t| < 2^60: with s = 73, |t| q < 2^73.
#[inline(always)]
fn reduce_wide<M: Modulus>(t: i64) -> i64 {
    let reciprocal = const { rounded_reciprocal::<M>(73) };
    // Dropping the low word of the product before rounding would matter only within 2^-9 of a half.
    let quotient = (t as i128 * reciprocal as i128 + (1 << 72)) >> 73;
    t - quotient as i64 * M::Q as i64
}

/// Returns the inverse of x as x^(q - 2), centred, and 0 for x = 0. Requires a centred x.
pub(super) fn inverse<M: Modulus>(x: i32) -> i32 {
    if const { LONG_PRODUCTS } { inverse_by_long_products::<M>(x) } else { inverse_by_words::<M>(x) }
}

/// Returns the inverse by products of 32 bits: products of centred numbers are below 2^24.
fn inverse_by_words<M: Modulus>(x: i32) -> i32 {
    let exponent = const { M::Q as u32 - 2 };
    let mut value = 1;
    for position in (0..=exponent.ilog2()).rev() {
        value = reduce_by_words::<M>(value * value);
        // The exponent is public.
        if exponent >> position & 1 == 1 {
            value = reduce_by_words::<M>(value * x);
        }
    }
    value
}

/// Returns the inverse by products of 64 bits and more.
///
/// A step uses two bits of the exponent. For centred y and x^d, |y^4 x^d| < (q / 2)^5 < 2^60 as
/// q < 2^13, so that two squarings and a product need one reduction.
fn inverse_by_long_products<M: Modulus>(x: i32) -> i32 {
    const { assert!(M::Q < 1 << 13 && M::Q > 16) };
    let exponent = const { M::Q as u32 - 2 };
    let x = x as i64;
    let square = x * x;
    let powers = [1, x, reduce_wide::<M>(square), reduce_wide::<M>(square * x)];
    let mut value = 1;
    for position in (0..=exponent.ilog2() / 2).rev() {
        let square = value * value;
        // The exponent is public.
        value = reduce_wide::<M>(square * square * powers[(exponent >> (2 * position) & 3) as usize]);
    }
    value as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::modular::{Q4591, Q7879, centred, inverse as inverse_in_public};

    fn check<M: Modulus>() {
        let (q, half) = (M::Q as i32, (M::Q as i32 - 1) / 2);
        for x in -half..=half {
            let expected = if x == 0 { 0 } else { centred(inverse_in_public(x.into(), q.into()), q.into()) };
            assert_eq!(inverse_by_long_products::<M>(x) as i64, expected);
            assert_eq!(inverse_by_words::<M>(x) as i64, expected);
        }
        let edge = (1 << 28) - 1;
        for t in (-edge..=edge).step_by(65_521).chain(-3 * q..=3 * q).chain(edge - 3 * q..=edge) {
            assert_eq!(reduce_by_long_product::<M>(t) as i64, centred(t.into(), q.into()));
            assert_eq!(reduce_by_words::<M>(t) as i64, centred(t.into(), q.into()));
        }
        let edge = (1i64 << 60) - 1;
        let step = edge / 100_000 - 12;
        let steps = (0..=2 * edge / step).map(|index| index * step - edge);
        for t in steps.chain(-3 * q as i64..=3 * q as i64).chain(edge - 3 * q as i64..=edge) {
            assert_eq!(reduce_wide::<M>(t), centred(t, q.into()));
        }
    }

    #[test]
    fn remainders_and_inverses_are_right() {
        check::<Q4591>();
        check::<Q7879>();
    }
}
