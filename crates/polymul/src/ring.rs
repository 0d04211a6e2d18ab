//! Quotient rings, their elements, and the schoolbook product, the reference for all multipliers.

mod statement;

use core::fmt::{self, Debug};
use core::ops::{Index, IndexMut};

use crate::modular::{Modulus, centred};
use crate::simd::Zero;

pub use crate::shipped::rings::*;
pub use statement::padded;
#[doc(hidden)]
pub use statement::{check, lower_case, text};

/// A quotient ring `Z_q[x]/(x^n - t(x))` with a sparse polynomial t of degree below n, its tail.
///
/// [`ring!`](crate::ring!) states a ring in one line.
pub trait Ring: Copy + Debug + Send + Sync + 'static {
    /// The name of the ring on the command line and in tables: the name of a parameter set that
    /// uses it.
    const NAME: &'static str;
    /// The ring in mathematical notation, such as `Z_4591[x]/(x^761 - x - 1)`.
    const FORMULA: &'static str;
    /// The degree n, the number of coefficients of an element.
    const DEGREE: usize;
    /// The pairs (k, c) of the tail: t(x) is the sum of c x^k, and equals x^n in the ring.
    const TAIL: &'static [(usize, i64)];
    /// The modulus q.
    type Modulus: Modulus;
    /// The largest magnitude of a coefficient of a small polynomial.
    const SMALL: i8 = 1;
    /// An array of n coefficients of 16 bits, padded to a multiple of 32, the number of lanes of
    /// the widest backend.
    type Coefficients: Copy + Debug + AsRef<[i16]> + AsMut<[i16]> + Send + Sync;
    /// An array of n coefficients of 8 bits for a small polynomial, padded to the length of
    /// [`Coefficients`](Self::Coefficients).
    type SmallCoefficients: Copy + Debug + AsRef<[i8]> + AsMut<[i8]> + Send + Sync;
    /// The array of zeros for a polynomial.
    const ZERO: Self::Coefficients;
    /// The array of zeros for a small polynomial.
    const SMALL_ZERO: Self::SmallCoefficients;
}

/// The polynomials x^n - t(x) for which products can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// x^n - x - 1.
    Prime,
    /// x^n - 1.
    Cyclic,
    /// x^n + 1.
    Negacyclic,
    /// x^2m - s x^m + 1, where n = 2m and s = 1 or s = -1.
    Trinomial(i16),
}

impl Tail {
    /// Returns the polynomial of the ring `R`.
    ///
    /// # Panics
    ///
    /// Panics if it is another polynomial. Products in such a ring do not compile, because the fold
    /// is evaluated at compile time.
    pub const fn of<R: Ring>() -> Self {
        Self::of_pairs(R::TAIL, R::DEGREE).expect(
            "the polynomial of a ring is x^n - x - 1, x^n - 1, x^n + 1, x^n - x^m + 1 or x^n + x^m + 1, where n = 2m",
        )
    }

    /// Returns the polynomial of degree n whose t(x) is the sum of c x^k over pairs (k, c), if it
    /// is one of the four forms.
    pub const fn of_pairs(pairs: &[(usize, i64)], degree: usize) -> Option<Self> {
        match *pairs {
            [(0, 1), (1, 1)] => Some(Self::Prime),
            [(0, 1)] => Some(Self::Cyclic),
            [(0, -1)] => Some(Self::Negacyclic),
            [(0, -1), (m, s @ (1 | -1))] if 2 * m == degree => Some(Self::Trinomial(s as i16)),
            _ => None,
        }
    }

    /// Returns zeta = 1 or -1 if the polynomial is x^n - zeta.
    pub const fn zeta(self) -> Option<i16> {
        match self {
            Self::Cyclic => Some(1),
            Self::Negacyclic => Some(-1),
            Self::Prime | Self::Trinomial(_) => None,
        }
    }

    /// Returns the number of terms of t(x).
    pub const fn terms(self) -> usize {
        match self {
            Self::Prime | Self::Trinomial(_) => 2,
            Self::Cyclic | Self::Negacyclic => 1,
        }
    }
}

/// An element of a ring: the coefficients of x^0 to x^(n-1), followed by zeros up to the padded
/// length.
///
/// Every coefficient is centred, in [-q/2, q/2). Multipliers require centred coefficients, and
/// their results are centred.
///
/// # Domain
///
/// Products are proved for polynomials whose coefficients are centred and whose padding is zero.
/// The type does not enforce either: [`from_fn`](Self::from_fn) checks coefficients in debug builds
/// only, because a check would be a branch by what may be a secret, and schemes keep intermediate
/// results that are not centred in the memory behind [`coefficients_mut`](Self::coefficients_mut),
/// [`padded_mut`](Self::padded_mut) and `IndexMut`. If an operand violates the conditions, any
/// coefficient of the product may be wrong, because lanes may wrap around, and because padding that
/// is not zero counts as coefficients of x^n and beyond. The behaviour is defined for all operands:
/// no address, no length and no branch depends on a coefficient.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Polynomial<R: Ring> {
    coefficients: R::Coefficients,
}

impl<R: Ring> Polynomial<R> {
    /// Returns the zero polynomial.
    pub const fn zero() -> Self {
        Self { coefficients: R::ZERO }
    }

    /// Returns the polynomial with coefficient `coefficient(k)` at x^k, 0 <= k < n.
    ///
    /// Requires centred coefficients.
    ///
    /// # Panics
    ///
    /// Panics in debug builds if a coefficient is not centred.
    pub fn from_fn(mut coefficient: impl FnMut(usize) -> i16) -> Self {
        let mut result = Self::zero();
        for k in 0..R::DEGREE {
            result[k] = coefficient(k);
            debug_assert!(
                result[k] as i64 == centred(result[k] as i64, R::Modulus::Q as i64),
                "coefficient {k} is not centred"
            );
        }
        result
    }

    /// Returns the n coefficients; index k holds the coefficient of x^k.
    pub fn coefficients(&self) -> &[i16] {
        &self.padded()[..R::DEGREE]
    }

    /// Returns the n coefficients for writing; index k holds the coefficient of x^k. The caller
    /// must leave them centred before the next product: see [Domain](Self#domain).
    pub fn coefficients_mut(&mut self) -> &mut [i16] {
        &mut self.padded_mut()[..R::DEGREE]
    }

    /// Returns the coefficients and the padding, which is zero.
    pub fn padded(&self) -> &[i16] {
        self.coefficients.as_ref()
    }

    /// Returns the coefficients and the padding for writing. The caller must leave the coefficients
    /// centred and the padding zero before the next product: see [Domain](Self#domain).
    pub fn padded_mut(&mut self) -> &mut [i16] {
        self.coefficients.as_mut()
    }

    /// Returns the product by its definition, as the reference for all multipliers: n^2 products of
    /// coefficients in 64-bit arithmetic, then the reduction modulo x^n - t(x).
    pub fn schoolbook(&self, other: &Self) -> Self {
        let (n, q) = (R::DEGREE, R::Modulus::Q as i64);
        let (a, b) = (self.coefficients(), other.coefficients());
        let coefficient = |k: usize| -> i16 {
            let low = (k + 1).saturating_sub(n);
            centred((low..=k.min(n - 1)).map(|i| a[i] as i64 * b[k - i] as i64).sum(), q) as i16
        };
        let mut result = Self::zero();
        let mut high = Self::zero();
        for k in 0..n {
            result[k] = coefficient(k);
        }
        for k in n..2 * n - 1 {
            high[k - n] = coefficient(k);
        }
        // x^(n + i) is the sum of c x^(i + k) over the tail. From the highest power down, each
        // power is replaced by lower powers; some of these may be x^n or higher again.
        for i in (0..n - 1).rev() {
            let replaced = high[i] as i64;
            for &(k, c) in R::TAIL {
                let target = if i + k < n { &mut result[i + k] } else { &mut high[i + k - n] };
                *target = centred(*target as i64 + c * replaced, q) as i16;
            }
        }
        result
    }
}

/// Calls `term` with each term (k, c) of `factor` x^`power`, reduced in the ring.
pub fn reduced<R: Ring>(power: usize, factor: i64, term: &mut dyn FnMut(usize, i64)) {
    match power.checked_sub(R::DEGREE) {
        None => term(power, factor),
        Some(excess) => R::TAIL.iter().for_each(|&(k, c)| reduced::<R>(excess + k, factor * c, term)),
    }
}

impl<R: Ring> Default for Polynomial<R> {
    fn default() -> Self {
        Self::zero()
    }
}

impl<R: Ring> Zero for Polynomial<R> {
    const ZERO: Self = Self::zero();
}

impl<R: Ring> PartialEq for Polynomial<R> {
    fn eq(&self, other: &Self) -> bool {
        self.coefficients() == other.coefficients()
    }
}

impl<R: Ring> Eq for Polynomial<R> {}

impl<R: Ring> Debug for Polynomial<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ", R::NAME)?;
        formatter.debug_list().entries(self.coefficients()).finish()
    }
}

impl<R: Ring> Index<usize> for Polynomial<R> {
    type Output = i16;
    fn index(&self, power: usize) -> &i16 {
        &self.coefficients.as_ref()[power]
    }
}

impl<R: Ring> IndexMut<usize> for Polynomial<R> {
    fn index_mut(&mut self, power: usize) -> &mut i16 {
        &mut self.coefficients.as_mut()[power]
    }
}

/// A small element of a ring: coefficients of magnitude at most [`Ring::SMALL`] of x^0 to x^(n-1),
/// followed by zeros up to the padded length.
///
/// ```
/// use vectru_polymul::ring::{Small, Sntrup761};
/// let small = Small::<Sntrup761>::from_fn(|k| (k % 5) as i8 - 2);
/// assert_eq!(small.coefficients()[..5], [-1, -1, 0, 1, 1]); // in [-1, 1]
/// ```
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Small<R: Ring> {
    coefficients: R::SmallCoefficients,
}

impl<R: Ring> Small<R> {
    /// Returns the zero polynomial.
    pub const fn zero() -> Self {
        Self { coefficients: R::SMALL_ZERO }
    }

    /// Returns the polynomial with `coefficient(k)` at x^k, 0 <= k < n, where a coefficient of
    /// magnitude above [`Ring::SMALL`] is replaced by +-[`Ring::SMALL`]. No branch depends on a
    /// coefficient.
    pub fn from_fn(mut coefficient: impl FnMut(usize) -> i8) -> Self {
        let mut result = Self::zero();
        // Saturating additions clamp the coefficient to the limits. Compilers that optimise for
        // size may branch for the minimum of two bytes.
        let (above, below) = (i8::MAX - R::SMALL, (i8::MAX - R::SMALL).saturating_add(1));
        for (k, target) in result.coefficients.as_mut()[..R::DEGREE].iter_mut().enumerate() {
            let at_most = coefficient(k).saturating_add(above) - above;
            *target = at_most.saturating_sub(below) + below;
        }
        result
    }

    /// Returns the n coefficients; index k holds the coefficient of x^k.
    pub fn coefficients(&self) -> &[i8] {
        &self.padded()[..R::DEGREE]
    }

    /// Returns the n coefficients, to be written. Products are right as long as no magnitude is
    /// above [`Ring::SMALL`].
    pub fn coefficients_mut(&mut self) -> &mut [i8] {
        &mut self.coefficients.as_mut()[..R::DEGREE]
    }

    /// Returns the coefficients and the padding, which is zero.
    pub fn padded(&self) -> &[i8] {
        self.coefficients.as_ref()
    }

    /// Returns the element with coefficients of 16 bits.
    pub fn to_polynomial(&self) -> Polynomial<R> {
        Polynomial::from_fn(|k| self.coefficients()[k].into())
    }
}

impl<R: Ring> Debug for Small<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ", R::NAME)?;
        formatter.debug_list().entries(self.coefficients()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schoolbook_reduces_by_the_ring() {
        let mut a = Polynomial::<Sntrup761>::zero();
        let mut b = Polynomial::<Sntrup761>::zero();
        a[760] = 2295;
        b[760] = 2;
        // x^1520 = x^759 (x + 1)
        let product = a.schoolbook(&b);
        assert_eq!((product[759], product[760], product[0]), (-1, -1, 0));
    }

    #[test]
    fn schoolbook_reduces_by_a_negacyclic_ring() {
        let mut a = Polynomial::<Saber>::zero();
        let mut b = Polynomial::<Saber>::zero();
        a[255] = 3;
        b[2] = 2;
        b[0] = 1;
        // 3 x^255 (2 x^2 + 1) = 3 x^255 - 6 x
        let product = a.schoolbook(&b);
        assert_eq!((product[255], product[1], product[0]), (3, -6, 0));
    }

    #[test]
    fn schoolbook_reduces_until_it_is_done() {
        crate::ring! {
            Minus = Z/3457[x]/(x^64 - x^32 + 1);
            Plus = Z/3457[x]/(x^64 + x^32 + 1);
        }
        fn product<R: Ring>() -> Polynomial<R> {
            let [mut a, mut b] = [Polynomial::zero(); 2];
            (a[63], b[33], b[2]) = (1, 1, 1);
            a.schoolbook(&b)
        }
        // x^96 = -1 and x^65 = x^33 - x
        let found = product::<Minus>();
        assert_eq!((found[0], found[1], found[32], found[33]), (-1, -1, 0, 1));
        // x^96 = 1 and x^65 = -x^33 - x
        let found = product::<Plus>();
        assert_eq!((found[0], found[1], found[32], found[33]), (1, -1, 0, -1));
    }

    #[test]
    fn statements_are_those_of_the_rings() {
        assert_eq!((Sntrup761::NAME, Sntrup761::FORMULA), ("sntrup761", "Z_4591[x]/(x^761 - x - 1)"));
        assert_eq!((Sntrup761::DEGREE, Sntrup761::ZERO.len(), Sntrup761::SMALL), (761, 768, 1));
        assert_eq!((Saber::FORMULA, Saber::ZERO.len(), Saber::SMALL), ("Z_8192[x]/(x^256 + 1)", 256, 5));
    }

    #[test]
    fn small_coefficients_are_limited() {
        fn check<R: Ring>() {
            for byte in i8::MIN..=i8::MAX {
                let limited = byte.clamp(-R::SMALL, R::SMALL);
                assert!(Small::<R>::from_fn(|_| byte).coefficients().iter().all(|&found| found == limited), "{byte}");
            }
        }
        check::<Sntrup761>();
        check::<Saber>();
    }
}
