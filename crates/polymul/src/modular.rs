//! Arithmetic modulo a small odd q on 16-bit lanes: constants, and the bounds of every reduction.
//!
//! Each operation below is congruent modulo q to a linear map of its input, and each has a bound on its
//! result that depends only on a bound on its input. The operations themselves belong to the contract
//! ([`I16Vector`](crate::simd::I16Vector)); this file has their constants and states their bounds, once.
//!
//! | operation | value | bound on the result |
//! | --- | --- | --- |
//! | Barrett product of x by c | `x c - q mulhrs(x, c')`, `c' = round(2^15 c / q)` | [`barrett_bound`] |
//! | Barrett reduction of x | the same with c = 1 | [`barrett_bound`] |
//! | inner product, deferred quotients | `sum x_i c_i - q sum mulhrs(x_i, c_i')` | sum of the single bounds |
//! | Montgomery reduction of a 32-bit s | `(s - q m) / 2^16`, `m = s q^-1 mod± 2^16` | [`montgomery_bound`] |
//!
//! `mulhrs(x, y) = floor((x y + 2^14) / 2^15)` is the rounding doubling high product. The low products may
//! wrap: the difference is right modulo 2^16, so it is right whenever the stated bound is below 2^15.
//!
//! Sources: Becker, Hwang, Kannwischer, Yang, Yang, "Neon NTT" (2022), Algorithms 10 and 11, as recalled in
//! Hwang, Liu, Yang, "Algorithmic Views of Vectorized Polynomial Multipliers: NTRU Prime" (2024), section 2.3,
//! Algorithms 1 to 4; Montgomery (1985) for the reduction of 32-bit sums. Deferring the quotients of an inner
//! product (2n + 1 multiplications for n terms in place of 3n) is ours.

pub mod wide;

use core::{fmt::Debug, marker::PhantomData};

/// A modulus as a type, so that kernels are compiled for their modulus: odd with 3 <= q < 2^14, or a power of two up to 2^14.
///
/// Barrett and Montgomery arithmetic is for odd moduli. Modulo a power of two 16-bit lanes need none: they wrap modulo 2^16.
pub trait Modulus: Copy + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// The modulus q.
    const Q: i16;
    /// q^-1 modulo 2^16, as a signed 16-bit number. Does not compile where q is even.
    const INVERSE: i16 = inverse_modulo_word(Self::Q);
    /// The constant 1: a Barrett product by it is the Barrett reduction.
    const ONE: Constant<Self> = Constant::new(1);
}

/// Declares moduli.
macro_rules! moduli {
    ($($(#[$doc:meta])* $modulus:ident: $q:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $modulus;
        impl Modulus for $modulus {
            const Q: i16 = $q;
        }
    )*};
}

moduli! {
    /// q = 4621, of sntrup653 and ntrulpr653: q - 1 = 2^2 * 3 * 5 * 7 * 11.
    Q4621: 4621;
    /// q = 4591, of sntrup761 and ntrulpr761: q - 1 = 2 * 3^3 * 5 * 17.
    Q4591: 4591;
    /// q = 5167, of sntrup857 and ntrulpr857: q - 1 = 2 * 3^2 * 7 * 41.
    Q5167: 5167;
    /// q = 6343, of sntrup953 and ntrulpr953: q - 1 = 2 * 3 * 7 * 151.
    Q6343: 6343;
    /// q = 7177, of sntrup1013 and ntrulpr1013: q - 1 = 2^3 * 3 * 13 * 23.
    Q7177: 7177;
    /// q = 7879, of sntrup1277 and ntrulpr1277: q - 1 = 2 * 3 * 13 * 101.
    Q7879: 7879;
    /// q = 7681 = 2^9 * 15 + 1, the first of two primes for products over the integers.
    Q7681: 7681;
    /// q = 10753 = 2^9 * 21 + 1, the second of two primes for products over the integers of size 1536.
    Q10753: 10753;
    /// q = 8161 = 2^5 * 255 + 1, the second of two primes for products over the integers of size 2560. It is so near to
    /// 2^15 / 4 that a Barrett reduction leaves q/2 and hardly more.
    Q8161: 8161;
    /// q = 3, of the small ring of NTRU Prime and NTRU.
    Q3: 3;
    /// q = 2^11, of ntruhps2048509 and ntruhps2048677.
    Q2048: 2048;
    /// q = 2^12, of ntruhps4096821 and ntruhps40961229.
    Q4096: 4096;
    /// q = 2^13, of ntruhrss701.
    Q8192: 8192;
    /// q = 2^14, of ntruhrss1373.
    Q16384: 16384;
}

/// A constant c modulo q, in the forms that the backends need.
///
/// ```
/// use vectru_polymul::modular::{Constant, Q4591};
/// let half = Constant::<Q4591>::new(2296);
/// assert_eq!(half.value, -2295); // centred
/// assert_eq!(half.quotient, -16380); // round(2^15 * -2295 / 4591)
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant<M> {
    /// c, centred: |c| <= (q - 1) / 2.
    pub value: i16,
    /// round(2^15 c / q), for Barrett products.
    pub quotient: i16,
    /// 2^16 c mod q, centred, for products that a Montgomery reduction follows.
    pub montgomery: i16,
    modulus: PhantomData<M>,
}

impl<M: Modulus> Constant<M> {
    /// The constant congruent to `value`, in all its forms.
    pub const fn new(value: i64) -> Self {
        let q = M::Q as i64;
        let value = centred(value, q);
        Self {
            value: value as i16,
            quotient: rounded_quotient(value << 15, q) as i16,
            montgomery: centred(value << 16, q) as i16,
            modulus: PhantomData,
        }
    }

    /// The constant with centred value `value`, where that is known only at run time and may be secret:
    /// no division, no branch. Its Montgomery form is a Barrett product.
    ///
    /// Requires |value| <= (q - 1) / 2. The result equals [`Constant::new`] (a test goes through all values).
    #[inline(always)]
    pub const fn from_centred(value: i16) -> Self {
        // round(2^15 v / q) = floor((v * round(2^47 / q) + 2^31) / 2^32): the reciprocal's error moves the
        // quotient by less than |v| / 2^33 < 2^-20, and 2^15 v / q is no nearer than 1/(2q) to a half.
        let reciprocal = const { rounded_quotient(1 << 47, M::Q as i64) };
        let quotient = ((value as i64 * reciprocal + (1 << 31)) >> 32) as i16;
        let radix = const { Constant::<M>::new(1 << 16) };
        let high = ((value as i32 * radix.quotient as i32 + (1 << 14)) >> 15) as i16;
        let product = value.wrapping_mul(radix.value).wrapping_sub(high.wrapping_mul(M::Q));
        let half = (M::Q - 1) / 2;
        let product = product - (M::Q & ((half - product) >> 15)) + (M::Q & ((product + half) >> 15));
        Self { value, quotient, montgomery: product, modulus: PhantomData }
    }

    /// The constant's negative.
    pub const fn negated(self) -> Self {
        Self { value: -self.value, quotient: -self.quotient, montgomery: -self.montgomery, modulus: PhantomData }
    }

    /// The constant zero.
    pub const ZERO: Self = Self { value: 0, quotient: 0, montgomery: 0, modulus: PhantomData };
}

/// Constants modulo q, one a lane, as [`barrett_multiply_lanes`](crate::simd::I16Vector::barrett_multiply_lanes) needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct LaneConstants<M, const N: usize> {
    /// The centred values.
    pub values: [i16; N],
    /// round(2^15 c / q) of each value c.
    pub quotients: [i16; N],
    modulus: PhantomData<M>,
}

impl<M: Modulus, const N: usize> LaneConstants<M, N> {
    /// The table of `constants`.
    pub const fn new(constants: &[Constant<M>; N]) -> Self {
        let mut table = Self { values: [0; N], quotients: [0; N], modulus: PhantomData };
        let mut lane = 0;
        while lane < N {
            table.values[lane] = constants[lane].value;
            table.quotients[lane] = constants[lane].quotient;
            lane += 1;
        }
        table
    }
}

/// The centred remainder of `value` modulo `q`: in [-q/2, q/2), which is [-(q-1)/2, (q-1)/2] where q is odd.
pub const fn centred(value: i64, q: i64) -> i64 {
    let remainder = value.rem_euclid(q);
    if remainder > (q - 1) / 2 { remainder - q } else { remainder }
}

/// `base^exponent` modulo q, in [0, q).
pub const fn power(base: i64, exponent: u64, q: i64) -> i64 {
    let (mut result, mut square, mut rest) = (1, base.rem_euclid(q), exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            result = result * square % q;
        }
        square = square * square % q;
        rest >>= 1;
    }
    result
}

/// The inverse of `value` modulo the prime q, in [0, q).
pub const fn inverse(value: i64, q: i64) -> i64 {
    power(value, q as u64 - 2, q)
}

/// A root of unity of exact order `order` modulo the prime q: `g^((q-1)/order)` for the least g that gives one.
pub const fn root_of_unity(order: u64, q: i64) -> i64 {
    assert!((q as u64 - 1).is_multiple_of(order), "no root of unity of this order");
    let mut generator = 2;
    loop {
        let root = power(generator, (q as u64 - 1) / order, q);
        if has_order(root, order, q) {
            return root;
        }
        generator += 1;
    }
}

/// The least square root of `value` modulo the prime q, if there is one.
pub const fn square_root(value: i64, q: i64) -> Option<i64> {
    let (value, mut root) = (value.rem_euclid(q), 0);
    while root <= q / 2 {
        if root * root % q == value {
            return Some(root);
        }
        root += 1;
    }
    None
}

const fn has_order(root: i64, order: u64, q: i64) -> bool {
    let (mut element, mut exponent) = (root, 1);
    while element != 1 && exponent < order {
        element = element * root % q;
        exponent += 1;
    }
    element == 1 && exponent == order
}

/// The largest |r| of a Barrett product r of |x| <= `magnitude` by `constant`.
///
/// With d = q c' - 2^15 c (so |d| <= q/2) and a rounding error |e| <= 1/2 of the high product,
/// `r = -x d / 2^15 - q e`, hence |r| <= (2^14 q + |x d|) / 2^15.
pub const fn barrett_bound<M: Modulus>(magnitude: i64, constant: Constant<M>) -> i64 {
    let q = M::Q as i64;
    let error = (q * constant.quotient as i64 - ((constant.value as i64) << 15)).abs();
    ((q << 14) + magnitude * error) >> 15
}

/// The largest |r| of a Barrett product r of |x| <= `magnitude` by any constant: [`barrett_bound`] with the largest
/// error that a rounded quotient can have, q/2.
pub const fn barrett_bound_any<M: Modulus>(magnitude: i64) -> i64 {
    let q = M::Q as i64;
    ((q << 15) + magnitude * q) >> 16
}

/// How many numbers of magnitude 0.64 q can be added in 16 bits. Barrett reductions leave about as much: for some q and inputs more, which
/// is why what relies on this is proved on interval lanes.
pub const fn summable<M: Modulus>() -> usize {
    i16::MAX as usize * 100 / (64 * M::Q as usize)
}

/// The largest |r| of a Montgomery reduction r of a sum |s| <= `magnitude`: (|s| + 2^15 q) / 2^16.
pub const fn montgomery_bound<M: Modulus>(magnitude: i64) -> i64 {
    (magnitude + ((M::Q as i64) << 15)) >> 16
}

/// The Montgomery reduction of one 32-bit sum: congruent to `sum` 2^-16, bounded by [`montgomery_bound`].
///
/// This is the meaning of the reduction that ends every sum of 32-bit products in the contract.
#[inline(always)]
pub const fn montgomery_reduce<M: Modulus>(sum: i32) -> i16 {
    let factor = (sum as i16).wrapping_mul(M::INVERSE);
    // The low halves agree, so the difference of the high halves is exact.
    ((sum >> 16) - ((factor as i32 * M::Q as i32) >> 16)) as i16
}

const fn rounded_quotient(numerator: i64, q: i64) -> i64 {
    (2 * numerator + q).div_euclid(2 * q)
}

pub(crate) const fn inverse_modulo_word(q: i16) -> i16 {
    assert!(q & 1 == 1, "an even modulus has no inverse modulo 2^16");
    let mut inverse = 1i16;
    let mut step = 0;
    while step < 4 {
        inverse = inverse.wrapping_mul(2i16.wrapping_sub(q.wrapping_mul(inverse)));
        step += 1;
    }
    // Newton's steps double the correct bits: 1, 2, 4, 8, 16 (q odd), and one more costs nothing.
    inverse.wrapping_mul(2i16.wrapping_sub(q.wrapping_mul(inverse)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a check for every odd modulus.
    macro_rules! for_odd_moduli {
        ($check:ident) => {
            $check::<Q4621>();
            $check::<Q4591>();
            $check::<Q5167>();
            $check::<Q6343>();
            $check::<Q7177>();
            $check::<Q7879>();
            $check::<Q7681>();
            $check::<Q10753>();
            $check::<Q8161>();
            $check::<Q3>();
        };
    }

    /// The centred residues.
    fn residues<M: Modulus>() -> core::ops::RangeInclusive<i16> {
        let half = (M::Q - 1) / 2;
        -half..=half
    }

    #[test]
    fn square_roots_are_the_least() {
        assert_eq!((square_root(2, 4591), square_root(-2, 4591)), (Some(1229), None));
        assert_eq!((square_root(9, 4591), square_root(0, 4591)), (Some(3), Some(0)));
    }

    #[test]
    fn word_inverse() {
        fn check<M: Modulus>() {
            assert_eq!(M::Q.wrapping_mul(M::INVERSE), 1);
        }
        for_odd_moduli!(check);
    }

    #[test]
    fn constants_at_run_time_equal_constants_at_compile_time() {
        fn check<M: Modulus>() {
            for value in residues::<M>() {
                assert_eq!(Constant::<M>::from_centred(value), Constant::new(value.into()));
            }
        }
        for_odd_moduli!(check);
    }

    /// The lemma behind every Barrett product: for every constant modulo q, so for every constant of every table, and
    /// every 16-bit operand.
    #[test]
    #[cfg_attr(debug_assertions, ignore = "62,376 * 2^16 products: long without optimisation")]
    fn barrett_bound_holds() {
        fn check<M: Modulus>() {
            for value in residues::<M>() {
                check_barrett_bound(Constant::<M>::new(value.into()));
            }
        }
        for_odd_moduli!(check);
    }

    fn check_barrett_bound<M: Modulus>(constant: Constant<M>) {
        for x in i16::MIN..=i16::MAX {
            let high = ((x as i32 * constant.quotient as i32 + (1 << 14)) >> 15) as i16;
            let result = x.wrapping_mul(constant.value).wrapping_sub(high.wrapping_mul(M::Q));
            let expected = x as i64 * constant.value as i64;
            assert_eq!((result as i64 - expected).rem_euclid(M::Q as i64), 0, "{constant:?} * {x}");
            let bound = barrett_bound(x.unsigned_abs().into(), constant);
            assert!((result as i64).abs() <= bound, "{constant:?} * {x} = {result}, bound {bound}");
            assert!(bound <= barrett_bound_any::<M>(x.unsigned_abs().into()));
        }
    }

    /// The lemma behind every Montgomery reduction, at the ends and across the range of 32-bit sums.
    #[test]
    fn montgomery_bound_holds() {
        for_odd_moduli!(check_montgomery_bound);
    }

    fn check_montgomery_bound<M: Modulus>() {
        let q = M::Q as i64;
        let edges = [i32::MIN / 2, -1, 0, 1, i32::MAX / 2];
        for sum in edges.into_iter().chain((0..1 << 20).map(|i: i32| i.wrapping_mul(-1640531527) >> 1)) {
            let result = montgomery_reduce::<M>(sum) as i64;
            assert_eq!((result * 65536 - sum as i64).rem_euclid(q), 0);
            assert!(result.abs() <= montgomery_bound::<M>((sum as i64).abs()));
        }
    }
}
