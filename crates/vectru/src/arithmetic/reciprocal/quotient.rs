//! Quotient rings in which reciprocals are computed.
//!
//! The ring of a mechanism is `Z_q[x]/(F)`. For NTRU Prime F is x^p - x - 1, and it inverts in
//! `Z_3[x]/(F)`. For NTRU F is x^n - 1 = (x - 1) Phi_n, modulo which no polynomial with the
//! coefficient sum 0 has a reciprocal. It inverts modulo `Phi_n = 1 + x + … + x^(n-1)`.

use core::fmt::Debug;
use core::marker::PhantomData;

use vectru_polymul::ring::Ring;

/// The length of an array for the coefficients of F: at least 1373, the number for the largest
/// Phi_n.
pub(super) const CAPACITY: usize = 1376;

/// The quotient by a monic polynomial F. Its elements are polynomials of a ring whose coefficients
/// from x^[`DEGREE`](Self::DEGREE) on are zero.
pub(crate) trait QuotientRing: Debug {
    /// The ring whose polynomials represent elements.
    type Ring: Ring;
    /// The degree of F.
    const DEGREE: usize;
    /// The coefficients of F from the leading one down, then zeros.
    const REVERSED: &'static [i16; CAPACITY];
}

/// The quotient by the ring's own polynomial x^n - t(x).
#[derive(Debug)]
pub(crate) struct Whole<R>(PhantomData<R>);

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

/// The quotient by Phi_n, for a ring `Z_q[x]/(x^n - 1)` with a prime n.
#[derive(Debug)]
pub(crate) struct Cyclotomic<R>(PhantomData<R>);

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
