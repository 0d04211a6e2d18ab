//! Quotient rings, their elements, and the schoolbook product, the reference for all multipliers.

use core::fmt::{self, Debug};
use core::ops::{Index, IndexMut};

use crate::modular::{Modulus, Q2048, Q4096, Q4219, Q4591, Q4621, Q5167, Q6343, Q7177, Q7879, Q8192, Q16384, centred};

/// A quotient ring `Z_q[x]/(x^n - t(x))` with a sparse polynomial t of degree at most 1, its tail.
pub trait Ring: Copy + Debug + Send + Sync + 'static {
    /// The name of the ring on the command line and in tables, which is that of a parameter set.
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

/// Declares rings: name, formula, degree, tail, modulus, padded length in coefficients, and the
/// largest magnitude of a coefficient of a small polynomial where it is not 1.
macro_rules! rings {
    ($($(#[$doc:meta])* $ring:ident: $name:literal, $formula:literal, $degree:literal, $tail:expr, $modulus:ty, $padded:literal $(, $small:literal)?;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $ring;

        impl Ring for $ring {
            const NAME: &'static str = $name;
            const FORMULA: &'static str = $formula;
            const DEGREE: usize = $degree;
            const TAIL: &'static [(usize, i64)] = &$tail;
            type Modulus = $modulus;
            $(const SMALL: i8 = $small;)?
            type Coefficients = [i16; $padded];
            type SmallCoefficients = [i8; $padded];
            const ZERO: [i16; $padded] = [0; $padded];
            const SMALL_ZERO: [i8; $padded] = [0; $padded];
        }
    )*};
}

rings! {
    /// The field `Z_4621[x]/(x^653 - x - 1)` of sntrup653 and ntrulpr653.
    Sntrup653: "sntrup653", "Z_4621[x]/(x^653 - x - 1)", 653, [(0, 1), (1, 1)], Q4621, 672;
    /// The field `Z_4591[x]/(x^761 - x - 1)` of sntrup761 and ntrulpr761.
    Sntrup761: "sntrup761", "Z_4591[x]/(x^761 - x - 1)", 761, [(0, 1), (1, 1)], Q4591, 768;
    /// The field `Z_5167[x]/(x^857 - x - 1)` of sntrup857 and ntrulpr857.
    Sntrup857: "sntrup857", "Z_5167[x]/(x^857 - x - 1)", 857, [(0, 1), (1, 1)], Q5167, 864;
    /// The field `Z_6343[x]/(x^953 - x - 1)` of sntrup953 and ntrulpr953.
    Sntrup953: "sntrup953", "Z_6343[x]/(x^953 - x - 1)", 953, [(0, 1), (1, 1)], Q6343, 960;
    /// The field `Z_7177[x]/(x^1013 - x - 1)` of sntrup1013 and ntrulpr1013.
    Sntrup1013: "sntrup1013", "Z_7177[x]/(x^1013 - x - 1)", 1013, [(0, 1), (1, 1)], Q7177, 1024;
    /// The field `Z_7879[x]/(x^1277 - x - 1)` of sntrup1277 and ntrulpr1277.
    Sntrup1277: "sntrup1277", "Z_7879[x]/(x^1277 - x - 1)", 1277, [(0, 1), (1, 1)], Q7879, 1280;
    /// The ring `Z_2048[x]/(x^509 - 1)` of ntruhps2048509.
    Ntruhps2048509: "ntruhps2048509", "Z_2048[x]/(x^509 - 1)", 509, [(0, 1)], Q2048, 512;
    /// The ring `Z_2048[x]/(x^677 - 1)` of ntruhps2048677.
    Ntruhps2048677: "ntruhps2048677", "Z_2048[x]/(x^677 - 1)", 677, [(0, 1)], Q2048, 704;
    /// The ring `Z_4096[x]/(x^821 - 1)` of ntruhps4096821.
    Ntruhps4096821: "ntruhps4096821", "Z_4096[x]/(x^821 - 1)", 821, [(0, 1)], Q4096, 832;
    /// The ring `Z_4096[x]/(x^1229 - 1)` of ntruhps40961229.
    Ntruhps40961229: "ntruhps40961229", "Z_4096[x]/(x^1229 - 1)", 1229, [(0, 1)], Q4096, 1248;
    /// The ring `Z_8192[x]/(x^701 - 1)` of ntruhrss701.
    Ntruhrss701: "ntruhrss701", "Z_8192[x]/(x^701 - 1)", 701, [(0, 1)], Q8192, 704;
    /// The ring `Z_16384[x]/(x^1373 - 1)` of ntruhrss1373.
    Ntruhrss1373: "ntruhrss1373", "Z_16384[x]/(x^1373 - 1)", 1373, [(0, 1)], Q16384, 1376;
    /// The ring `Z_8192[x]/(x^256 + 1)` of LightSaber, Saber and FireSaber, whose secrets have
    /// coefficients of magnitude up to 5, 4 and 3.
    Saber: "saber", "Z_8192[x]/(x^256 + 1)", 256, [(0, -1)], Q8192, 256, 5;
    /// The field `Z_4219[x]/(x^1009 - x - 1)`, which is none of a parameter set.
    Prime1009: "prime1009", "Z_4219[x]/(x^1009 - x - 1)", 1009, [(0, 1), (1, 1)], Q4219, 1024;
    /// The ring `Z_2048[x]/(x^773 - 1)`, which is none of a parameter set. Its degree is a prime of
    /// which 2 and 3 are primitive roots, as for NTRU's parameter sets.
    Cyclic773: "cyclic773", "Z_2048[x]/(x^773 - 1)", 773, [(0, 1)], Q2048, 800;
}

/// An element of a ring: the coefficients of x^0 to x^(n-1), followed by zeros up to the padded
/// length.
///
/// Every coefficient is centred, in [-q/2, q/2). Multipliers require this, and their results have
/// it.
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

    /// Returns the n coefficients, that of x^k at index k.
    pub fn coefficients(&self) -> &[i16] {
        &self.padded()[..R::DEGREE]
    }

    /// Returns the n coefficients for writing, that of x^k at index k. The caller must leave them
    /// centred.
    pub fn coefficients_mut(&mut self) -> &mut [i16] {
        &mut self.padded_mut()[..R::DEGREE]
    }

    /// Returns the coefficients and the padding, which is zero.
    pub fn padded(&self) -> &[i16] {
        self.coefficients.as_ref()
    }

    /// Returns the coefficients and the padding for writing. The caller must leave the coefficients
    /// centred and the padding zero.
    pub fn padded_mut(&mut self) -> &mut [i16] {
        self.coefficients.as_mut()
    }

    /// Returns the product by its definition, as the reference for all multipliers: n^2 products of
    /// coefficients in 64-bit arithmetic, then the reduction modulo x^n - t(x).
    pub fn schoolbook(&self, other: &Self) -> Self {
        let (a, b) = (self.coefficients(), other.coefficients());
        let coefficient = |k: usize| -> i64 {
            let low = (k + 1).saturating_sub(R::DEGREE);
            (low..=k.min(R::DEGREE - 1)).map(|i| a[i] as i64 * b[k - i] as i64).sum()
        };
        let mut result = Self::zero();
        for k in 0..R::DEGREE {
            // x^(n + i) is the sum of c x^(i + k) over the tail. Since i <= n - 2 and k <= 1, one
            // step reduces every power.
            let folded = R::TAIL.iter().map(|&(shift, c)| {
                if k < shift || k - shift + R::DEGREE > 2 * R::DEGREE - 2 {
                    0
                } else {
                    c * coefficient(k - shift + R::DEGREE)
                }
            });
            result[k] = centred(coefficient(k) + folded.sum::<i64>(), R::Modulus::Q as i64) as i16;
        }
        result
    }
}

impl<R: Ring> Default for Polynomial<R> {
    fn default() -> Self {
        Self::zero()
    }
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
        // Saturation at the ends of bytes, moved to the limits. Compilers that optimise for size
        // take a branch for the minimum of two bytes.
        let (above, below) = (i8::MAX - R::SMALL, (i8::MAX - R::SMALL).saturating_add(1));
        for (k, target) in result.coefficients.as_mut()[..R::DEGREE].iter_mut().enumerate() {
            let at_most = coefficient(k).saturating_add(above) - above;
            *target = at_most.saturating_sub(below) + below;
        }
        result
    }

    /// Returns the n coefficients, that of x^k at index k.
    pub fn coefficients(&self) -> &[i8] {
        &self.padded()[..R::DEGREE]
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
