//! Products of size 8 modulo trinomials, a product a lane: the products that remain after Bruun's butterflies.
//!
//! ```text
//! R[x]/(x^8 - alpha x^4 - beta) x the same -> the same,   (a, b) -> 2^-16 a b
//! ```
//!
//! with its own alpha and beta in each lane, and the coefficients of a polynomial in one lane of eight vectors. A binomial has
//! alpha = 0; x^8 + 1 has beta = -1.
//!
//! Coefficient k is `sum_j a_j (x^j b)_k`. With e_m = b_m + alpha b_(m+4) for m < 4 (and x^12 = alpha x^8 + beta x^4), the
//! coefficients of the multiples of b depend on d = k - j alone, in either half of k:
//!
//! ```text
//!            d >= 4   0 <= d < 4   -4 < d < 0                             d <= -4
//! k < 4               b_d          beta b_(d+8)                           beta e_(d+8), or beta b_4 for d = -4
//! k >= 4     b_d      e_d          alpha e_(d+4) + beta b_(d+8)
//! ```
//!
//! So 14 Barrett products (7 for a binomial) make both rows, and each coefficient is one sum of eight products, exact in 32
//! bits, with one Montgomery reduction, which leaves the factor 2^-16. Reducing the product of degree 14 afterwards would take
//! the same 14 Barrett products, and 15 Montgomery reductions in place of 8.
//!
//! Bounds: inputs up to 2926 (both operands) give rows below 5427, sums below 2^27 and results below 4235. Any inputs for
//! which the sums fit 32 bits and the rows 16 bits are admissible.
//!
//! Source: Hwang, Liu, Yang (2024), section 4.3, for the base multiplications; sums of products by rows are ours.

use super::factor::Factor;
use crate::modular::Modulus;
use crate::simd::{I16Vector, Simd, unroll};

/// The modulus x^8 - alpha x^4 - beta of each lane.
#[derive(Clone, Copy, Debug)]
pub struct Trinomial<V, M> {
    /// alpha: the coefficient of x^4 in x^8.
    pub alpha: Factor<V, M>,
    /// beta: the constant coefficient of x^8.
    pub beta: Factor<V, M>,
}

/// The products 2^-16 a b of each lane.
#[inline(always)]
pub fn trinomial_convolution<S: Simd, M: Modulus>(
    simd: S,
    a: [S::I16; 8],
    b: [S::I16; 8],
    modulus: Trinomial<S::I16, M>,
) -> [S::I16; 8] {
    let Trinomial { alpha, beta } = modulus;
    let zero = simd.splat(0);
    // The multiples' coefficients for d = k - j: at d + 7 for k < 4, at d + 3 for k >= 4.
    let (mut low, mut high) = ([zero; 11], [zero; 11]);
    unroll!(S::Shape, m < 4, {
        let folded = alpha.times_plus(b[m + 4], b[m]);
        let upper = beta.times(simd, b[m + 4]);
        low[m + 7] = b[m];
        low[m + 3] = upper;
        high[m + 7] = b[m + 4];
        high[m + 3] = folded;
        if m > 0 {
            low[m - 1] = beta.times(simd, folded);
            high[m - 1] = alpha.times_plus(folded, upper);
        }
    });
    let mut result = [zero; 8];
    unroll!(S::Shape, k < 8, {
        let row = if k < 4 { &low } else { &high };
        let mut pairs = [None; 8];
        unroll!(S::Shape, j < 8, {
            pairs[j] = Some((a[j], row[k % 4 + 7 - j]));
        });
        result[k] = S::I16::lane_products::<M, 8>(pairs);
    });
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::interval::{Interval, Intervals, Log};
    use crate::modular::{Constant, LaneConstants, Q4591, centred, inverse};
    use crate::simd::Shape;
    use crate::simd::portable::Portable;
    use crate::simd::shape::{Avx2Shape, Avx512Shape, NeonShape};

    const Q: i64 = Q4591::Q as i64;

    /// Trinomials of every kind, with other constants in every lane.
    fn constants(lane: usize) -> [i64; 2] {
        [(lane as i64 * 577 + 1229) % Q, (lane as i64 * 901 + 58) % Q]
    }

    fn tables() -> [LaneConstants<Q4591, 32>; 2] {
        [0, 1].map(|which| LaneConstants::new(&core::array::from_fn(|l| Constant::new(constants(l)[which]))))
    }

    /// x^k modulo x^8 - alpha x^4 - beta, for k < 15.
    fn reduced(k: usize, alpha: i64, beta: i64) -> [i64; 8] {
        let mut result = [0; 15];
        result[k] = 1;
        for k in (8..15).rev() {
            result[k - 4] += alpha * result[k];
            result[k - 8] += beta * result[k];
        }
        core::array::from_fn(|k| result[k])
    }

    fn check<P: Shape>(modulus: Trinomial<<Portable<P> as Simd>::I16, Q4591>, of_lane: impl Fn(usize) -> [i64; 2]) {
        let simd = Portable::<P>::new();
        for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))) {
            let basis = |i| core::array::from_fn(|k| simd.splat((k == i).into()));
            let product = trinomial_convolution(simd, basis(i), basis(j), modulus);
            for (k, vector) in product.into_iter().enumerate() {
                let mut lanes = [0; 32];
                simd.store(vector, &mut lanes);
                for (l, &lane) in lanes[..P::LANES].iter().enumerate() {
                    let [alpha, beta] = of_lane(l);
                    let expected = reduced(i + j, alpha, beta)[k] * inverse(1 << 16, Q);
                    assert_eq!(centred(lane.into(), Q), centred(expected, Q), "x^{i} x^{j}: {k}, lane {l}");
                }
            }
        }
    }

    fn check_every_kind<P: Shape>() {
        let simd = Portable::<P>::new();
        let [alpha, beta] = &tables();
        let (lanes_alpha, lanes_beta) = (Factor::lanes(simd, alpha, 0), Factor::lanes(simd, beta, 0));
        check::<P>(Trinomial { alpha: lanes_alpha, beta: lanes_beta }, constants);
        check::<P>(Trinomial { alpha: Factor::Zero, beta: lanes_beta }, |l| [0, constants(l)[1]]);
        check::<P>(Trinomial { alpha: lanes_alpha, beta: Factor::MinusOne }, |l| [constants(l)[0], -1]);
        check::<P>(Trinomial { alpha: Factor::Zero, beta: Factor::MinusOne }, |_| [0, -1]);
        let constant = Factor::Constant(Constant::new(1229));
        check::<P>(Trinomial { alpha: constant, beta: Factor::One }, |_| [1229, 1]);
    }

    #[test]
    fn products_are_the_definition_on_every_pair_of_basis_vectors() {
        check_every_kind::<NeonShape>();
        check_every_kind::<Avx2Shape>();
        check_every_kind::<Avx512Shape>();
    }

    fn largest_result<P: Shape>(bound: i64) -> Option<i64> {
        let log = Log::new();
        let simd = Intervals::<P>::new(&log);
        let [alpha, beta] = &tables();
        let modulus = Trinomial { alpha: Factor::lanes(simd, alpha, 0), beta: Factor::lanes(simd, beta, 0) };
        let input = [simd.load(&[Interval::symmetric(bound); 32]); 8];
        let mut result = [Interval::ZERO; 256];
        simd.store_transposed(trinomial_convolution(simd, input, input, modulus), &mut result);
        log.overflow().is_none().then(|| result.iter().map(|interval| interval.magnitude()).max().unwrap_or(0))
    }

    #[test]
    fn bounds_hold() {
        assert!(largest_result::<NeonShape>(2926).is_some_and(|bound| bound < 4235));
        assert!(largest_result::<Avx512Shape>(2926).is_some_and(|bound| bound < 4235));
        assert!(largest_result::<Avx2Shape>(9000).is_some());
        assert_eq!(largest_result::<Avx2Shape>(20_000), None);
    }
}
