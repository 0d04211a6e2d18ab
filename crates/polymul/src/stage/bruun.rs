//! Bruun's butterfly: a trinomial splits into two without a square root of -1.
//!
//! ```text
//! Bruun_(alpha, beta): R[x]/(x^4 + (2 beta - alpha^2) x^2 + beta^2) -> R[x]/(x^2 + alpha x + beta) x R[x]/(x^2 - alpha x + beta)
//! (a0, a1, a2, a3) -> (a0 - beta a2 + alpha beta a3, a1 - alpha a2 + (alpha^2 - beta) a3),
//!                     (a0 - beta a2 - alpha beta a3, a1 + alpha a2 + (alpha^2 - beta) a3)
//! ```
//!
//! and its inverse up to the factor 2. With x^n in place of x, a_i is the polynomial of n coefficients at x^(n i): vectors are
//! coefficients, and alpha and beta may be one a lane. Four products, and the inverse four; two where beta and alpha^2 - beta
//! are 1, as for alpha^2 = 2.
//!
//! Bounds, with x the largest input and B the bound of a Barrett product of x ([`barrett_bound`]): outputs are not reduced. At
//! most x + 2 B, or 2 x + B where beta and alpha^2 - beta are signs; the inverse's first two at most 2 x + B(B(2 x)), the last
//! two B(2 x).
//!
//! [`barrett_bound`]: crate::modular::barrett_bound
//!
//! Source: Bruun (1978), Murakami (1996); Hwang, Liu, Yang (2024), section 3.3.

pub mod negacyclic;

use super::factor::Factor;
use crate::modular::{Constant, Modulus, inverse};
use crate::simd::Simd;

/// The constants of a butterfly.
#[derive(Clone, Copy, Debug)]
pub struct Bruun<V, M> {
    /// alpha.
    pub alpha: Factor<V, M>,
    /// -beta.
    pub minus_beta: Factor<V, M>,
    /// alpha beta.
    pub alpha_beta: Factor<V, M>,
    /// alpha^2 - beta.
    pub remainder: Factor<V, M>,
}

/// The constants of an inverse butterfly.
#[derive(Clone, Copy, Debug)]
pub struct InverseBruun<V, M> {
    /// 1 / alpha.
    pub alpha_inverse: Factor<V, M>,
    /// beta.
    pub beta: Factor<V, M>,
    /// 1 / (alpha beta).
    pub alpha_beta_inverse: Factor<V, M>,
    /// beta - alpha^2.
    pub minus_remainder: Factor<V, M>,
}

/// The four constants of [`Bruun`] modulo q, in the order of its fields.
pub const fn constants<M: Modulus>(alpha: i64, beta: i64) -> [Constant<M>; 4] {
    [Constant::new(alpha), Constant::new(-beta), Constant::new(alpha * beta), Constant::new(alpha * alpha - beta)]
}

/// The four constants of [`InverseBruun`] modulo q, in the order of its fields. Requires that alpha and beta are units.
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
    /// The butterfly with the same constants in all lanes. In a `const`, so that kernels skip products by signs.
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
    /// The inverse butterfly with the same constants in all lanes. In a `const`, as [`Bruun::new`].
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

/// The butterfly: the images modulo x^2 + alpha x + beta and x^2 - alpha x + beta.
#[inline(always)]
pub fn bruun<S: Simd, M: Modulus>(simd: S, [a0, a1, a2, a3]: [S::I16; 4], by: Bruun<S::I16, M>) -> [[S::I16; 2]; 2] {
    let constant = by.minus_beta.times_plus(a2, a0);
    let linear = by.remainder.times_plus(a3, a1);
    let (of_constant, of_linear) = (by.alpha_beta.times(simd, a3), by.alpha.times(simd, a2));
    [[constant + of_constant, linear - of_linear], [constant - of_constant, linear + of_linear]]
}

/// The inverse butterfly, times 2.
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
    use crate::modular::{LaneConstants, Q4591, centred};
    use crate::simd::Shape;
    use crate::simd::portable::Portable;
    use crate::simd::shape::{Avx2Shape, NeonShape};

    const Q: i64 = Q4591::Q as i64;

    /// x^k modulo x^2 + alpha x + beta.
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
