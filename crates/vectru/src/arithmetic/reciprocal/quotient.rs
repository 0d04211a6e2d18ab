//! What a reciprocal is taken modulo, besides a number.
//!
//! The ring of a mechanism is `Z_q[x]/(F)`. NTRU Prime inverts in `Z_3[x]/(F)` itself, where F is x^p - x - 1. In NTRU
//! F is x^n - 1 = (x - 1) Phi_n, of which the first factor divides too much: it inverts modulo
//! `Phi_n = 1 + x + … + x^(n-1)`.

use core::fmt::Debug;
use core::marker::PhantomData;

use vectru_polymul::ring::Ring;

/// Room for the coefficients of a monic polynomial of the largest degree, 1373 - 1.
pub(super) const CAPACITY: usize = 1376;

/// A quotient of a ring by a monic polynomial. The elements are polynomials of the ring whose coefficients from
/// x^[`DEGREE`](Self::DEGREE) on are zero.
pub(crate) trait QuotientRing: Debug {
    /// The ring.
    type Ring: Ring;
    /// The degree of the polynomial.
    const DEGREE: usize;
    /// The coefficients of the polynomial from the leading one down, and zeros.
    const REVERSED: &'static [i16; CAPACITY];
}

/// The ring itself: the quotient by x^n - t(x).
#[cfg(feature = "_sntrup")]
#[derive(Debug)]
pub(crate) struct Whole<R>(PhantomData<R>);

#[cfg(feature = "_sntrup")]
impl<R: Ring> QuotientRing for Whole<R> {
    type Ring = R;
    const DEGREE: usize = R::DEGREE;
    const REVERSED: &'static [i16; CAPACITY] = &{
        let mut reversed = [0; CAPACITY];
        reversed[0] = 1;
        let mut i = 0;
        while i < R::TAIL.len() {
            let (k, c) = R::TAIL[i];
            reversed[R::DEGREE - k] = -c as i16;
            i += 1;
        }
        reversed
    };
}

/// The quotient of `Z_q[x]/(x^n - 1)` by Phi_n, where n is a prime.
#[cfg(feature = "_ntru")]
#[derive(Debug)]
pub(crate) struct Cyclotomic<R>(PhantomData<R>);

#[cfg(feature = "_ntru")]
impl<R: Ring> QuotientRing for Cyclotomic<R> {
    type Ring = R;
    const DEGREE: usize = R::DEGREE - 1;
    const REVERSED: &'static [i16; CAPACITY] = &{
        assert!(R::TAIL.len() == 1 && R::TAIL[0].0 == 0 && R::TAIL[0].1 == 1, "Phi_n divides x^n - 1");
        let mut reversed = [0; CAPACITY];
        let mut i = 0;
        while i < R::DEGREE {
            reversed[i] = 1;
            i += 1;
        }
        reversed
    };
}
