//! Reciprocals in the field `R_q = Z_q[x]/(F)`, F = x^p - x - 1, in constant time, by one division
//! step after the other: `[BY19]`, section 7. It needs less memory and code than jumps, and more
//! time.
//!
//! Let f be F and g the input, both with their coefficients reversed, v = 0, r = 1/3 and delta = 1.
//! A step is
//!
//! ```text
//! (f, g, v, r) <- swap ? (g, f, r, x v) : (f, g, x v, r)      swap if delta > 0 and g(0) is not 0
//! (delta, g, r) <- (1 + (swap ? -delta : delta),   (f(0) g - g(0) f) / x,   f(0) r - g(0) v)
//! ```
//!
//! After 2p - 1 steps f is a constant, and v / f(0), reversed, is the reciprocal of three times the
//! input. After k steps v and r have degree at most k, and the coefficients of f and g from
//! 2p - 1 - k on do not affect the result, so that steps skip them.
//!
//! Bounds: coefficients are centred. A step reduces sums of two products, |t| <= 2 (q / 2)^2 < 2^28.

use vectru_polymul::modular::{Modulus, centred, inverse as inverse_in_public};
use vectru_polymul::multiplier::Multiply;
use vectru_polymul::ring::Polynomial;
use vectru_polymul::simd::opaque;

use super::scalar::{inverse, reduce};
use crate::common::parts::Part;
use crate::common::secret::Secret;

/// Writes the reciprocal of 3 `g` in the field, with centred coefficients. Requires that `g` is
/// not 0, and that `v`, the memory of the result, is zero.
#[inline(never)] // Its memory ends with the call.
pub(crate) fn reciprocal_of_triple_in<R: Multiply>(g: &Polynomial<R>, v: &mut Polynomial<R>) {
    let _piece = Part::Inversion.begin();
    let p = R::DEGREE;
    // The places of coefficients 0 to p, of which polynomials of the ring have one as padding.
    const { assert!(size_of::<R::Coefficients>() > 2 * R::DEGREE) };
    let mut f = Secret::new(Polynomial::<R>::zero());
    let mut h = Secret::new(Polynomial::<R>::zero());
    let mut r = Secret::new(Polynomial::<R>::zero());
    f.padded_mut()[0] = 1;
    for &(k, c) in R::TAIL {
        f.padded_mut()[p - k] = -c as i16;
    }
    for (target, &coefficient) in h.coefficients_mut().iter_mut().zip(g.coefficients().iter().rev()) {
        *target = coefficient;
    }
    r.padded_mut()[0] = const { third::<R::Modulus>() };
    let lowest = steps::<R::Modulus>(p, [f.padded_mut(), h.padded_mut(), v.padded_mut(), r.padded_mut()]);

    let scale = inverse::<R::Modulus>(lowest);
    v.padded_mut()[p] = 0;
    v.coefficients_mut().reverse();
    for coefficient in v.coefficients_mut() {
        *coefficient = reduce::<R::Modulus>(*coefficient as i32 * scale) as i16;
    }
}

/// Returns 1/3 modulo q, centred.
const fn third<M: Modulus>() -> i16 {
    centred(inverse_in_public(3, M::Q as i64), M::Q as i64) as i16
}

/// Performs 2p - 1 steps on f, g, v and r, and returns f(0). The degree is given by value, so that
/// rings with one modulus share the code.
#[inline(never)]
fn steps<M: Modulus>(p: usize, [f, g, v, r]: [&mut [i16]; 4]) -> i32 {
    let mut delta = 1i32;
    for step in 0..2 * p - 1 {
        let [f_0, g_0] = [f[0] as i32, g[0] as i32];
        // -1 or 0: g | -g is negative if g is not zero.
        let swap = opaque((((g_0 | -g_0) & -delta) >> 31) as u64) as i32;
        delta = (delta ^ swap) - swap + 1;
        let exchanged = (f_0 ^ g_0) & swap;
        let [f_0, g_0] = [f_0 ^ exchanged, g_0 ^ exchanged];
        let mask = swap as i16;

        let length = (p + 1).min(2 * p - step);
        let (f, g) = (&mut f[..length], &mut g[..length]);
        let mut above = 0;
        for (f, g) in f.iter_mut().zip(&mut *g).rev() {
            let exchanged = (*f ^ *g) & mask;
            *f ^= exchanged;
            let combined = combine::<M>(f_0, g_0, *g ^ exchanged, *f);
            *g = above;
            above = combined;
        }

        let length = (p + 1).min(step + 2);
        let mut below = 0;
        for (v, r) in v[..length].iter_mut().zip(&mut r[..length]) {
            let exchanged = (below ^ *r) & mask;
            let shifted = below ^ exchanged;
            below = *v;
            *v = shifted;
            *r = combine::<M>(f_0, g_0, *r ^ exchanged, shifted);
        }
    }
    f[0] as i32
}

/// Returns `f_0 b - g_0 a`, centred.
#[inline(always)]
fn combine<M: Modulus>(f_0: i32, g_0: i32, b: i16, a: i16) -> i16 {
    reduce::<M>(f_0 * b as i32 - g_0 * a as i32) as i16
}
