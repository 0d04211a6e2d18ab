//! Arithmetic modulo a small odd q on 16-bit lanes: constants, and bounds of every reduction.
//!
//! Every operation below is congruent modulo q to a linear map of its input, and the bound of its
//! result depends only on a bound of its input. The operations themselves belong to the contract
//! ([`I16Vector`](crate::simd::I16Vector)); this module defines their constants and their bounds.
//!
//! | operation | value r | bound of its magnitude |
//! | --- | --- | --- |
//! | Barrett product of x by c | `x c - q mulhrs(x, c')` | [`barrett_bound`] |
//! | Barrett reduction of x | the product by c = 1 | [`barrett_bound`] |
//! | coarse Barrett reduction of x | the product by c = 1 with a power of two as c' | [`barrett_bound`] |
//! | inner product of x_i by c_i | `sum x_i c_i - q sum mulhrs(x_i, c_i')` | the sum of the bounds of its Barrett products |
//! | Montgomery reduction of a 32-bit s | `(s - q m) / 2^16` | [`montgomery_bound`] |
//!
//! ```text
//! c' = round(2^15 c / q)
//! mulhrs(x, y) = floor((x y + 2^14) / 2^15)     the rounding doubling high product
//! m = s q^-1 mod± 2^16                          so that s - q m is a multiple of 2^16
//! ```
//!
//! The low products x c and q mulhrs(x, c') may wrap. Their difference is right modulo 2^16. So it
//! is right if its bound is below 2^15, as it is for the Barrett product of any x.
//!
//! # Bounds
//!
//! *Barrett.* Let d = q c' - 2^15 c, so that |d| <= q/2, and let e be the rounding error in
//! mulhrs(x, c') = x c' / 2^15 + e, so that |e| <= 1/2. Then
//!
//! ```text
//! r = x c - q (x c' / 2^15 + e) = x (2^15 c - q c') / 2^15 - q e = -x d / 2^15 - q e
//! |r| <= (|x d| + 2^14 q) / 2^15
//!     <= q/2 + |x| q / 2^16             for any constant
//! ```
//!
//! The first line holds for any integer as c'. For the coarse reduction modulo 4591 it is 8, hence
//! d = 3960 and |r| <= q/2 + 0.121 |x|, where the usual reduction has q/2 + 0.020 |x|. Its quotient
//! is a rounding shift, which saves Neon a multiplication.
//!
//! *Montgomery.* |m| <= 2^15, hence
//!
//! ```text
//! |r| = |s - q m| / 2^16 <= (|s| + 2^15 q) / 2^16
//! ```
//!
//! r is congruent to 2^-16 s. Constants that a Montgomery reduction follows are stored times 2^16,
//! so that the factor cancels.
//!
//! # Sources
//!
//! Barrett introduced the reduction by a precomputed reciprocal `[Bar86]`. The Barrett product by a
//! constant with a rounding high product is `[BHK+22, Algorithm 10]`, recalled in
//! `[HLY24, section 2.3, Algorithm 2]` and `[CCH+23, section 2.2, Algorithm 2]`; its accumulating
//! form is Algorithm 3 of both. The Barrett reduction here is the product by 1. It saves
//! the shift of `[BHK+22, Algorithm 11]` (`[HLY24, Algorithm 1]`), which has a finer reciprocal and
//! a smaller bound. The Montgomery reduction `[Mon85]` of a 32-bit sum of products is
//! `[BHK+22, Algorithm 14]` (`[CCH+23, Algorithm 5]`), where m is negated and q m added.
//!
//! The inner product with deferred quotients, with 2 n + 1 multiplications for n terms instead of 3
//! n, is this project's own.

#[cfg(any(test, feature = "literature"))]
pub mod wide;

use core::{fmt::Debug, marker::PhantomData};

/// A modulus as a type, so that kernels are compiled for their modulus: an odd q with
/// 3 <= q < 2^14, or a power of two up to 2^14.
///
/// Barrett and Montgomery arithmetic is for odd moduli. Powers of two need none: 16-bit lanes wrap
/// modulo 2^16, a multiple of q.
pub trait Modulus: Copy + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// The modulus q.
    const Q: i16;
    /// The inverse of q modulo 2^16, as a signed 16-bit number. Code that uses it does not compile
    /// if q is even.
    const INVERSE: i16 = inverse_modulo_word(Self::Q);
    /// The constant 1: a Barrett product by it is a Barrett reduction.
    const ONE: Constant<Self> = Constant::new(1);
    /// The constant 1 with a power of two as c': a Barrett product by it is a coarse Barrett
    /// reduction.
    const COARSE_ONE: Constant<Self> = Constant::coarse_one();
}

/// The modulus `N`: a prime below 2^14, or a power of two up to 2^14. Any other number does not
/// compile.
///
/// ```
/// use vectru_polymul::modular::{Modulus, Q};
/// assert_eq!(Q::<4591>::Q, 4591);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Q<const N: i16>;

impl<const N: i16> Modulus for Q<N> {
    const Q: i16 = checked_modulus(N as i64);
}

/// Returns `q`, which is a modulus.
///
/// # Panics
///
/// Panics unless it is a prime below 2^14, or a power of two up to 2^14.
#[doc(hidden)]
pub const fn checked_modulus(q: i64) -> i16 {
    assert!(1 < q && q <= 1 << 14, "a modulus is at least 2 and at most 2^14");
    if !(q as u64).is_power_of_two() {
        let mut divisor = 2;
        while divisor * divisor <= q {
            assert!(q % divisor != 0, "a modulus is a prime or a power of two");
            divisor += 1;
        }
    }
    q as i16
}

/// q = 4621, of sntrup653 and ntrulpr653: q - 1 = 2^2 * 3 * 5 * 7 * 11.
pub type Q4621 = Q<4621>;
/// q = 4591, of sntrup761 and ntrulpr761: q - 1 = 2 * 3^3 * 5 * 17.
pub type Q4591 = Q<4591>;
/// q = 5167, of sntrup857 and ntrulpr857: q - 1 = 2 * 3^2 * 7 * 41.
pub type Q5167 = Q<5167>;
/// q = 6343, of sntrup953 and ntrulpr953: q - 1 = 2 * 3 * 7 * 151.
pub type Q6343 = Q<6343>;
/// q = 7177, of sntrup1013 and ntrulpr1013: q - 1 = 2^3 * 3 * 13 * 23.
pub type Q7177 = Q<7177>;
/// q = 7879, of sntrup1277 and ntrulpr1277: q - 1 = 2 * 3 * 13 * 101.
pub type Q7879 = Q<7879>;
/// q = 3329 = 2^8 * 13 + 1, with 7681 for Saber's products over the integers on words.
pub type Q3329 = Q<3329>;
/// q = 7681 = 2^9 * 15 + 1, the first of two primes for products over the integers of sizes 1536
/// and 2560.
pub type Q7681 = Q<7681>;
/// q = 10753 = 2^9 * 21 + 1, the second of two primes for products over the integers of size 1536.
pub type Q10753 = Q<10753>;
/// q = 8161 = 2^5 * 255 + 1, the second of two primes for products over the integers of size 2560,
/// and for Saber's. It is so close to 2^15 / 4 that a Barrett reduction of any 16-bit x returns
/// |r| <= 4204, hardly more than q/2.
pub type Q8161 = Q<8161>;
/// q = 6529 = 2^5 * 204 + 1, the first of two primes for Saber's products over the integers,
/// with 8161. It is so close to 2^15 / 5 that a Barrett reduction of any 16-bit x returns
/// |r| <= 3387.
pub type Q6529 = Q<6529>;
/// q = 3, of the small ring of NTRU Prime and NTRU.
pub type Q3 = Q<3>;
/// q = 2^11, of ntruhps2048509 and ntruhps2048677.
pub type Q2048 = Q<2048>;
/// q = 2^12, of ntruhps4096821 and ntruhps40961229.
pub type Q4096 = Q<4096>;
/// q = 2^13, of ntruhrss701 and Saber.
pub type Q8192 = Q<8192>;
/// q = 2^14, of ntruhrss1373.
pub type Q16384 = Q<16384>;

/// A constant c modulo q, in the forms that backends use.
///
/// ```
/// use vectru_polymul::modular::{Constant, Q4591};
/// let half = Constant::<Q4591>::new(2296);
/// assert_eq!(half.value, -2295); // centred
/// assert_eq!(half.quotient, -16380); // round(2^15 * -2295 / 4591)
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant<M> {
    /// The centred representative c, |c| <= q/2.
    pub value: i16,
    /// c' = round(2^15 c / q), for Barrett products.
    pub quotient: i16,
    /// The centred representative of 2^16 c, for products that a Montgomery reduction follows.
    pub montgomery: i16,
    /// 2^32 c / q within 5/8, for products on pairs of lanes of the Cortex-M4.
    #[cfg(vectru_dsp)]
    pub fraction: i32,
    modulus: PhantomData<M>,
}

impl<M: Modulus> Constant<M> {
    /// Returns the constant 1 with the power of two as c' for which |q c' - 2^15| is least.
    const fn coarse_one() -> Self {
        let (q, mut power) = (M::Q as i32, 1);
        while (2 * q * power - (1 << 15)).abs() < (q * power - (1 << 15)).abs() {
            power *= 2;
        }
        Self { quotient: power as i16, ..Self::new(1) }
    }

    /// Returns the constant congruent to `value` modulo q.
    pub const fn new(value: i64) -> Self {
        let q = M::Q as i64;
        let value = centred(value, q);
        Self {
            value: value as i16,
            quotient: rounded_quotient(value << 15, q) as i16,
            montgomery: centred(value << 16, q) as i16,
            #[cfg(vectru_dsp)]
            fraction: rounded_quotient(value << 32, q) as i32,
            modulus: PhantomData,
        }
    }

    /// Returns the constant with the centred representative `value`, which may be secret and known
    /// only at run time: no division and no branch depends on it.
    ///
    /// Requires odd q and |value| <= (q - 1) / 2. The result equals [`Constant::new`], as a test
    /// verifies for all values.
    #[inline(always)]
    pub const fn from_centred(value: i16) -> Self {
        // round(2^15 v / q) = floor((v round(2^47 / q) + 2^31) / 2^32). The reciprocal has an error
        // of at most 1/2, which moves the quotient before rounding by at most
        // |v| / 2^33 < 2^-20. The rounding agrees: since q is odd, 2^15 v / q differs from every
        // half-integer by at least 1 / (2 q) > 2^-15.
        let reciprocal = const { rounded_quotient(1 << 47, M::Q as i64) };
        let quotient = ((value as i64 * reciprocal + (1 << 31)) >> 32) as i16;
        // The Montgomery form is the Barrett product of v by 2^16, centred.
        let radix = const { Constant::<M>::new(1 << 16) };
        let high = ((value as i32 * radix.quotient as i32 + (1 << 14)) >> 15) as i16;
        let product = value.wrapping_mul(radix.value).wrapping_sub(high.wrapping_mul(M::Q));
        let half = (M::Q - 1) / 2;
        let product = product - (M::Q & ((half - product) >> 15)) + (M::Q & ((product + half) >> 15));
        Self {
            value,
            quotient,
            montgomery: product,
            #[cfg(vectru_dsp)]
            fraction: ((value as i64 * reciprocal + (1 << 14)) >> 15) as i32,
            modulus: PhantomData,
        }
    }

    /// Returns the constant -c. For odd q it equals [`Constant::new`] of -c.
    pub const fn negated(self) -> Self {
        Self {
            value: -self.value,
            quotient: -self.quotient,
            montgomery: -self.montgomery,
            #[cfg(vectru_dsp)]
            fraction: self.fraction.wrapping_neg(),
            modulus: PhantomData,
        }
    }

    /// The constant 0.
    pub const ZERO: Self = Self {
        value: 0,
        quotient: 0,
        montgomery: 0,
        #[cfg(vectru_dsp)]
        fraction: 0,
        modulus: PhantomData,
    };
}

/// N constants modulo q, one per lane, for
/// [`barrett_multiply_lanes`](crate::simd::I16Vector::barrett_multiply_lanes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct LaneConstants<M, const N: usize> {
    /// The centred representatives c.
    pub values: [i16; N],
    /// c' = round(2^15 c / q) for each c in `values`.
    pub quotients: [i16; N],
    modulus: PhantomData<M>,
}

impl<M: Modulus, const N: usize> LaneConstants<M, N> {
    /// Returns the table of `constants`.
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

/// Returns the centred representative of `value` modulo q: in [-q/2, q/2), which is
/// [-(q-1)/2, (q-1)/2] if q is odd.
pub const fn centred(value: i64, q: i64) -> i64 {
    let remainder = value.rem_euclid(q);
    if remainder > (q - 1) / 2 { remainder - q } else { remainder }
}

/// Returns `base^exponent` modulo q, in [0, q). Requires q <= 2^31.
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

/// Returns the inverse of `value` modulo the prime q, in [0, q), as `value^(q - 2)`; 0 if `value`
/// is a multiple of q. Requires q <= 2^31.
pub const fn inverse(value: i64, q: i64) -> i64 {
    power(value, q as u64 - 2, q)
}

/// Returns a root of unity of exact order `order` modulo the prime q: `g^((q-1)/order)` for the
/// least g >= 2 for which this power has that order. Requires q <= 2^31.
///
/// # Panics
///
/// Panics if `order` does not divide q - 1.
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

/// Returns the least square root of `value` modulo the prime q, in [0, q/2], or `None` if `value`
/// is not a square. It tries all candidates, and requires q <= 2^31.
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

/// Returns true if `root` has the exact multiplicative order `order` modulo q.
const fn has_order(root: i64, order: u64, q: i64) -> bool {
    let (mut element, mut exponent) = (root, 1);
    while element != 1 && exponent < order {
        element = element * root % q;
        exponent += 1;
    }
    element == 1 && exponent == order
}

/// Returns the bound of |r| for Barrett products r of |x| <= `magnitude` by `constant`:
///
/// ```text
/// floor((2^14 q + magnitude |d|) / 2^15),   d = q c' - 2^15 c
/// ```
///
/// The module's documentation derives it; a test tries every constant of every odd modulus and
/// every 16-bit x. Requires 0 <= magnitude <= 2^15.
pub const fn barrett_bound<M: Modulus>(magnitude: i64, constant: Constant<M>) -> i64 {
    let q = M::Q as i64;
    let error = (q * constant.quotient as i64 - ((constant.value as i64) << 15)).abs();
    ((q << 14) + magnitude * error) >> 15
}

/// Returns the bound of |r| for Barrett products r of |x| <= `magnitude` by any constant, which is
/// [`barrett_bound`] with |d| = q/2, the largest error of a rounded quotient:
///
/// ```text
/// floor((2^15 q + magnitude q) / 2^16)
/// ```
pub const fn barrett_bound_any<M: Modulus>(magnitude: i64) -> i64 {
    let q = M::Q as i64;
    ((q << 15) + magnitude * q) >> 16
}

/// Returns the number of terms of magnitude up to 0.64 q whose sum fits a signed 16-bit lane:
/// floor((2^15 - 1) / (0.64 q)).
///
/// Kernels place Barrett reductions by it, on the assumption that a reduced value is at most 0.64
/// q. For some moduli and operands it is larger; the proof of each kernel finds the bounds that
/// hold.
pub const fn summable<M: Modulus>() -> usize {
    summable_modulo(M::Q as i64)
}

/// Returns [`summable`] for a modulus q that is given as a number.
///
/// ```
/// use vectru_polymul::modular::{Q4591, summable, summable_modulo};
/// assert_eq!(summable_modulo(4591), summable::<Q4591>());
/// ```
pub const fn summable_modulo(q: i64) -> usize {
    i16::MAX as usize * 100 / (64 * q as usize)
}

/// Returns the bound of |r| for Montgomery reductions r of sums |s| <= `magnitude`:
///
/// ```text
/// floor((magnitude + 2^15 q) / 2^16)
/// ```
pub const fn montgomery_bound<M: Modulus>(magnitude: i64) -> i64 {
    (magnitude + ((M::Q as i64) << 15)) >> 16
}

/// Returns the Montgomery reduction of the sum s = `sum`, a representative of 2^-16 s modulo q:
///
/// ```text
/// r = (s - q m) / 2^16,   m = s q^-1 mod± 2^16
/// ```
///
/// Requires `montgomery_bound(|s|)` < 2^15; returns |r| <= [`montgomery_bound`] of |s|. This
/// reduction ends every 32-bit sum of products modulo q in the contract.
#[inline(always)]
pub const fn montgomery_reduce<M: Modulus>(sum: i32) -> i16 {
    let factor = (sum as i16).wrapping_mul(M::INVERSE);
    // s and q m agree modulo 2^16, so that the difference of their high halves is exact.
    ((sum >> 16) - ((factor as i32 * M::Q as i32) >> 16)) as i16
}

/// Returns the reciprocal c' = round(2^k / q) for Barrett reductions of 32-bit words modulo an odd
/// q, and k: the largest k for which c' has at most 13 bits.
#[cfg(any(test, feature = "literature", vectru_registers))]
pub(crate) const fn word_reciprocal(q: i64) -> [i64; 2] {
    let mut bits = 12;
    while rounded_quotient(1 << (bits + 1), q) < 1 << 13 {
        bits += 1;
    }
    [rounded_quotient(1 << bits, q), bits]
}

/// Returns round(numerator / q), with halves rounded up.
const fn rounded_quotient(numerator: i64, q: i64) -> i64 {
    (2 * numerator + q).div_euclid(2 * q)
}

/// Returns the inverse of the odd q modulo 2^16, by Newton's iteration.
///
/// # Panics
///
/// Panics if q is even.
pub(crate) const fn inverse_modulo_word(q: i16) -> i16 {
    assert!(q & 1 == 1, "an even modulus has no inverse modulo 2^16");
    let mut inverse = 1i16;
    let mut step = 0;
    while step < 4 {
        inverse = inverse.wrapping_mul(2i16.wrapping_sub(q.wrapping_mul(inverse)));
        step += 1;
    }
    // Each step doubles the number of correct low bits: 1, 2, 4, 8, 16. This fifth step is spare.
    inverse.wrapping_mul(2i16.wrapping_sub(q.wrapping_mul(inverse)))
}

#[cfg(test)]
pub(crate) mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// Calls `$check` for every odd modulus.
    macro_rules! for_odd_moduli {
        ($check:ident) => {
            $check::<Q4621>();
            $check::<Q4591>();
            $check::<Q5167>();
            $check::<Q6343>();
            $check::<Q7177>();
            $check::<Q7879>();
            $check::<Q3329>();
            $check::<Q7681>();
            $check::<Q10753>();
            $check::<Q8161>();
            $check::<Q6529>();
            $check::<Q3>();
        };
    }
    pub(crate) use for_odd_moduli;

    /// Returns the centred representatives of all residues modulo an odd q.
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

    #[test]
    fn negated_constants_are_those_of_the_negated_number() {
        fn check<M: Modulus>() {
            for value in residues::<M>() {
                assert_eq!(Constant::<M>::new(value.into()).negated(), Constant::new(-i64::from(value)));
            }
        }
        for_odd_moduli!(check);
    }

    #[test]
    fn coarse_constants_have_the_nearest_power_of_two() {
        fn check<M: Modulus>() {
            let error = |power: i64| (i64::from(M::Q) * power - (1 << 15)).abs();
            let nearest = (0..15).map(|exponent| 1 << exponent).min_by_key(|&power| error(power));
            assert_eq!(Some(i64::from(M::COARSE_ONE.quotient)), nearest);
        }
        for_odd_moduli!(check);
    }

    #[test]
    fn centred_representatives_are_the_least() {
        for q in [2, 3, 4096, 4591] {
            for value in -2 * q..=2 * q {
                let representative = centred(value, q);
                assert_eq!((representative - value) % q, 0);
                assert!(-q <= 2 * representative && 2 * representative < q);
            }
        }
    }

    #[test]
    fn powers_and_inverses_are_those_of_repeated_products() {
        for q in [3, 13, 4591] {
            for base in -q..=q {
                let mut product = 1;
                for exponent in 0..20 {
                    assert_eq!(power(base, exponent, q), product);
                    product = (product * base).rem_euclid(q);
                }
                assert_eq!((base * inverse(base, q)).rem_euclid(q), (base % q != 0).into());
                assert!((0..q).contains(&inverse(base, q)));
            }
        }
    }

    /// 4590 = 2 * 3^3 * 5 * 17: an element has order n if its power n is 1 and no power n / f is,
    /// for the prime factors f of n.
    #[test]
    fn roots_of_unity_are_the_least_powers_of_their_order() {
        let (q, factors) = (4591, [2, 3, 5, 17]);
        for order in (1..q).filter(|order| (q - 1) % order == 0) {
            let is_root = |root| {
                let mut divisors = factors.into_iter().filter(|factor| order % factor == 0);
                power(root, order as u64, q) == 1 && divisors.all(|factor| power(root, (order / factor) as u64, q) != 1)
            };
            let expected =
                (2..q).map(|generator| power(generator, ((q - 1) / order) as u64, q)).find(|&root| is_root(root));
            assert_eq!(Some(root_of_unity(order as u64, q)), expected);
        }
    }

    #[test]
    fn summable_terms_fit_and_one_more_does_not() {
        fn check<M: Modulus>() {
            let (terms, q) = (summable::<M>(), M::Q as usize);
            assert!(64 * q * terms <= 32767 * 100 && 32767 * 100 < 64 * q * (terms + 1));
        }
        for_odd_moduli!(check);
    }

    /// The bound for any constant is the bound for the constant with the largest error, or 1 more.
    #[test]
    fn bound_of_any_constant_is_the_largest() {
        fn check<M: Modulus>() {
            for magnitude in [0, 1, 1000, 1 << 15] {
                let bounds = residues::<M>().map(|value| barrett_bound(magnitude, Constant::<M>::new(value.into())));
                let excess = barrett_bound_any::<M>(magnitude) - bounds.max().expect("there is a residue");
                assert!((0..=1).contains(&excess), "{} modulo {}", magnitude, M::Q);
            }
        }
        for_odd_moduli!(check);
    }

    /// Some sum just below the magnitude is reduced to the bound, or to 1 less.
    #[test]
    fn montgomery_bounds_are_reached() {
        fn check<M: Modulus>() {
            for magnitude in [1 << 16, 1 << 20, 1 << 29] {
                let sums = magnitude - (1 << 16)..=magnitude;
                let results = sums.map(|sum: i64| i64::from(montgomery_reduce::<M>(sum as i32)).abs());
                let excess = montgomery_bound::<M>(magnitude) - results.max().expect("there is a sum");
                assert!((0..=1).contains(&excess), "{} modulo {}: {excess}", magnitude, M::Q);
            }
        }
        for_odd_moduli!(check);
    }

    /// Verifies the bound of Barrett products for every constant modulo q, hence for every constant
    /// of every table, and every 16-bit operand.
    #[test]
    #[cfg_attr(debug_assertions, ignore = "62,376 * 2^16 products: long without optimisation")]
    fn barrett_bound_holds() {
        fn check<M: Modulus>() {
            let any = [1, -1].map(|sign| bounds(sign, barrett_bound_any::<M>));
            for value in residues::<M>() {
                check_barrett_bound(Constant::<M>::new(value.into()), &any);
            }
        }
        for_odd_moduli!(check);
    }

    /// Returns the bounds of all operands with a sign: of 0, 1, … or of -1, -2, …
    fn bounds(sign: i64, bound: impl Fn(i64) -> i64) -> Vec<i32> {
        let magnitudes = if sign > 0 { 0..=i64::from(i16::MAX) } else { 1..=1 << 15 };
        magnitudes.map(|magnitude| bound(magnitude) as i32).collect()
    }

    /// Verifies the bound of coarse Barrett reductions for every 16-bit operand.
    #[test]
    fn coarse_bound_holds() {
        fn check<M: Modulus>() {
            let (q, quotient) = (i64::from(M::Q), i64::from(M::COARSE_ONE.quotient));
            for x in i64::from(i16::MIN)..=i64::from(i16::MAX) {
                let result = x - q * ((x * quotient + (1 << 14)) >> 15);
                assert!(result.abs() <= barrett_bound(x.abs(), M::COARSE_ONE), "{x} modulo {q}: {result}");
            }
        }
        for_odd_moduli!(check);
        assert_eq!(Q4591::COARSE_ONE.quotient, 8);
    }

    /// Checks the products of all operands by a constant, in loops without branches, which become
    /// vectors. `any` has the bounds of products by any constant.
    fn check_barrett_bound<M: Modulus>(constant: Constant<M>, any: &[Vec<i32>; 2]) {
        let [q, value, quotient] = [M::Q, constant.value, constant.quotient].map(i32::from);
        for (sign, any) in [1_i32, -1].into_iter().zip(any) {
            let bounds = bounds(sign.into(), |magnitude| barrett_bound(magnitude, constant));
            let first: i32 = if sign > 0 { 0 } else { -1 };
            let holds = |(index, (&bound, &any)): (usize, (&i32, &i32))| {
                let x = first + sign * index as i32;
                let high = (x * quotient + (1 << 14)) >> 15;
                // Congruent modulo q to x times the constant; the lane holds it if it does not wrap.
                let exact = x * value - high * q;
                let lane = (x as i16).wrapping_mul(constant.value).wrapping_sub((high as i16).wrapping_mul(M::Q));
                (exact == i32::from(lane)) & (exact.abs() <= bound) & (bound <= any)
            };
            let all = || bounds.iter().zip(any).enumerate();
            if !all().fold(true, |all, operand| all & holds(operand)) {
                let wrong = all().find(|operand| !holds(*operand)).map(|(index, _)| first + sign * index as i32);
                panic!("{constant:?} * {wrong:?}");
            }
        }
    }

    /// Verifies the bound of Montgomery reductions at the ends of the range |s| <= 2^30 and on 2^20
    /// sums spread over it.
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
