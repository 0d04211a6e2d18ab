//! Bruun's butterfly: a trinomial that is a polynomial in x^2 splits into two trinomials, without a
//! square root of -1.
//!
//! ```text
//! R[x]/(x^4 + (2 beta - alpha^2) x^2 + beta^2)
//!   -> R[x]/(x^2 + alpha x + beta) x R[x]/(x^2 - alpha x + beta)
//!
//! (a0, a1, a2, a3) -> (s + u, t - v), (s - u, t + v)
//! s = a0 - beta a2,   t = a1 + (alpha^2 - beta) a3,   u = alpha beta a3,   v = alpha a2
//! ```
//!
//! The inverse, times 2, is
//!
//! ```text
//! (b0, b1), (b2, b3) -> (b0 + b2 + beta c2, b1 + b3 + (beta - alpha^2) c3, c2, c3)
//! c2 = (b3 - b1) / alpha,   c3 = (b0 - b2) / (alpha beta)
//! ```
//!
//! With x^n instead of x, a_i is the polynomial of n coefficients at x^(n i). Vectors hold
//! coefficients, and alpha and beta are constants, or have a value for each lane.
//!
//! Operations: four products in either direction; three if beta is a sign; two if alpha^2 - beta is
//! a sign as well, as for alpha^2 = 2 and beta = 1.
//!
//! Bounds, where x is the largest magnitude of an input and B(y) bounds a Barrett product of a
//! value of magnitude y ([`barrett_bound`]): the butterfly returns at most x + 2 B(x), or 2x + B(x)
//! if beta and alpha^2 - beta are signs. The inverse returns at most 2x + B(B(2x)) in its first two
//! results, or 2x + B(2x) if they are signs, and B(2x) in the other two. Outputs are not reduced.
//!
//! # Where it is used
//!
//! Modulo q = 3 modulo 4 there is no square root of -1, but x^(2^k) + 1 factors into trinomials
//! (`[BGM93]`, theorem 1): [`negacyclic`] splits x^8 + 1. A factorisation of x^16 + 1 gives a
//! factorisation of x^16 + c for c = r^16, by the composed product with x - r (`[BC87]`; `[HLY24]`,
//! lemma 3): x/r replaces x in the factors, so that alpha and beta are multiplied by powers of r.
//!
//! [`barrett_bound`]: vectru_polymul::modular::barrett_bound
//!
//! Sources: `[Bru78]`; `[Mur96]` for lengths that are not powers of two; `[HLY24]`, section 3.3,
//! and `[CCH+23]`, section 3.3, for finite fields and the butterflies; on factors of x^n - 1 over
//! finite fields also `[Mey96]`, `[TW13]`, `[MVdO14]`, `[WY21]`.

pub mod negacyclic;

use crate::stage::factor::Factor;
use vectru_polymul::modular::{Constant, Modulus, inverse};
use vectru_polymul::simd::Simd;

/// The constants of a butterfly.
#[derive(Clone, Copy, Debug)]
pub struct Bruun<V, M> {
    /// alpha, the factor of v.
    pub alpha: Factor<V, M>,
    /// -beta, the factor in s.
    pub minus_beta: Factor<V, M>,
    /// alpha beta, the factor of u.
    pub alpha_beta: Factor<V, M>,
    /// alpha^2 - beta, the factor in t.
    pub remainder: Factor<V, M>,
}

/// The constants of an inverse butterfly.
#[derive(Clone, Copy, Debug)]
pub struct InverseBruun<V, M> {
    /// 1 / alpha, the factor of c2.
    pub alpha_inverse: Factor<V, M>,
    /// beta, the factor of c2 in the constant coefficient.
    pub beta: Factor<V, M>,
    /// 1 / (alpha beta), the factor of c3.
    pub alpha_beta_inverse: Factor<V, M>,
    /// beta - alpha^2, the factor of c3 in the coefficient of x.
    pub minus_remainder: Factor<V, M>,
}

/// Returns the four constants of [`Bruun`] modulo q, in the order of its fields.
pub const fn constants<M: Modulus>(alpha: i64, beta: i64) -> [Constant<M>; 4] {
    [Constant::new(alpha), Constant::new(-beta), Constant::new(alpha * beta), Constant::new(alpha * alpha - beta)]
}

/// Returns the four constants of [`InverseBruun`] modulo q, in the order of its fields. Requires
/// that alpha and beta are units.
pub const fn inverse_constants<M: Modulus>(alpha: i64, beta: i64) -> [Constant<M>; 4] {
    let q = M::Q as i64;
    [
        Constant::new(inverse(alpha, q)),
        Constant::new(beta),
        Constant::new(inverse(alpha * beta, q)),
        Constant::new(beta - alpha * alpha),
    ]
}

impl<V, M: Modulus> Bruun<V, M> {
    /// Returns the butterfly with the same constants in all lanes. Call it in a `const`, so that
    /// kernels skip products by signs.
    pub const fn new(alpha: i64, beta: i64) -> Self {
        let [alpha, minus_beta, alpha_beta, remainder] = constants::<M>(alpha, beta);
        Self {
            alpha: Factor::of(alpha),
            minus_beta: Factor::of(minus_beta),
            alpha_beta: Factor::of(alpha_beta),
            remainder: Factor::of(remainder),
        }
    }
}

impl<V, M: Modulus> InverseBruun<V, M> {
    /// Returns the inverse butterfly with the same constants in all lanes. Call it in a `const`, so
    /// that kernels skip products by signs.
    pub const fn new(alpha: i64, beta: i64) -> Self {
        let [alpha_inverse, beta, alpha_beta_inverse, minus_remainder] = inverse_constants::<M>(alpha, beta);
        Self {
            alpha_inverse: Factor::of(alpha_inverse),
            beta: Factor::of(beta),
            alpha_beta_inverse: Factor::of(alpha_beta_inverse),
            minus_remainder: Factor::of(minus_remainder),
        }
    }
}

/// Returns the images of a0 + a1 x + a2 x^2 + a3 x^3 modulo x^2 + alpha x + beta and x^2 - alpha
/// x + beta.
#[inline(always)]
pub fn bruun<S: Simd, M: Modulus>(simd: S, [a0, a1, a2, a3]: [S::I16; 4], by: Bruun<S::I16, M>) -> [[S::I16; 2]; 2] {
    let constant = by.minus_beta.times_plus(a2, a0);
    let linear = by.remainder.times_plus(a3, a1);
    let (of_constant, of_linear) = (by.alpha_beta.times(simd, a3), by.alpha.times(simd, a2));
    [[constant + of_constant, linear - of_linear], [constant - of_constant, linear + of_linear]]
}

/// Returns 2 (a0, a1, a2, a3), from the images (b0, b1) and (b2, b3) that the butterfly returns.
#[inline(always)]
pub fn inverse_bruun<S: Simd, M: Modulus>(
    simd: S,
    [[a0, a1], [a2, a3]]: [[S::I16; 2]; 2],
    by: InverseBruun<S::I16, M>,
) -> [S::I16; 4] {
    let second = by.alpha_inverse.times(simd, a3 - a1);
    let third = by.alpha_beta_inverse.times(simd, a0 - a2);
    [by.beta.times_plus(second, a0 + a2), by.minus_remainder.times_plus(third, a1 + a3), second, third]
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::modular::{LaneConstants, Q4591, centred};
    use vectru_polymul::simd::Shape;
    use vectru_polymul::simd::portable::Portable;
    use vectru_polymul::simd::shape::{Avx2Shape, NeonShape};

    const Q: i64 = Q4591::Q as i64;

    /// Returns x^k modulo x^2 + alpha x + beta.
    fn reduced(k: usize, alpha: i64, beta: i64) -> [i64; 2] {
        (0..k).fold([1, 0], |[constant, linear], _| [-beta * linear % Q, (constant - alpha * linear) % Q])
    }

    fn lane<P: Shape>(vector: <Portable<P> as Simd>::I16, l: usize) -> i64 {
        let mut lanes = [0; 32];
        Portable::<P>::new().store(vector, &mut lanes);
        centred(lanes[l].into(), Q)
    }

    fn check<P: Shape>(
        forward: Bruun<<Portable<P> as Simd>::I16, Q4591>,
        backward: InverseBruun<<Portable<P> as Simd>::I16, Q4591>,
        of_lane: impl Fn(usize) -> [i64; 2],
    ) {
        let simd = Portable::<P>::new();
        for k in 0..4 {
            let images = bruun(simd, core::array::from_fn(|i| simd.splat((i == k).into())), forward);
            let back = inverse_bruun(simd, images, backward);
            for l in 0..P::LANES {
                let [alpha, beta] = of_lane(l);
                for (image, alpha) in images.into_iter().zip([alpha, -alpha]) {
                    let expected = reduced(k, alpha, beta).map(|value| centred(value, Q));
                    assert_eq!(image.map(|vector| lane::<P>(vector, l)), expected, "x^{k}, lane {l}");
                }
                let expected = core::array::from_fn(|i| if i == k { 2 } else { 0 });
                assert_eq!(back.map(|vector| lane::<P>(vector, l)), expected, "x^{k}, lane {l}");
            }
        }
    }

    fn check_every_kind<P: Shape>() {
        for (alpha, beta) in [(1229, 1), (58, 1), (2116, 1), (1229, -1), (3, 7)] {
            check::<P>(Bruun::new(alpha, beta), InverseBruun::new(alpha, beta), |_| [alpha, beta]);
        }
        let simd = Portable::<P>::new();
        let of_lane = |l: usize| [l as i64 * 577 % Q + 1, l as i64 * 901 % Q + 58];
        let table = |which: usize, of: fn(i64, i64) -> [Constant<Q4591>; 4]| {
            let [alpha, beta] = [0, 1].map(|i| move |l| of_lane(l)[i]);
            let table = LaneConstants::new(&core::array::from_fn::<_, 32, _>(|l| of(alpha(l), beta(l))[which]));
            Factor::lanes(simd, &table, 0)
        };
        let forward = |which| table(which, constants::<Q4591>);
        let backward = |which| table(which, inverse_constants::<Q4591>);
        check::<P>(
            Bruun { alpha: forward(0), minus_beta: forward(1), alpha_beta: forward(2), remainder: forward(3) },
            InverseBruun {
                alpha_inverse: backward(0),
                beta: backward(1),
                alpha_beta_inverse: backward(2),
                minus_remainder: backward(3),
            },
            of_lane,
        );
    }

    #[test]
    fn butterflies_are_the_definition_on_every_basis_vector() {
        check_every_kind::<NeonShape>();
        check_every_kind::<Avx2Shape>();
    }
}
