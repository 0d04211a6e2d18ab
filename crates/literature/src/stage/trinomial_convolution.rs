//! Products of size 8 modulo trinomials, one product in each lane: the products that remain after
//! Bruun's butterflies.
//!
//! ```text
//! S = R[x]/(x^8 - alpha x^4 - beta),   S x S -> S,   (a, b) -> 2^-16 a b
//! ```
//!
//! Each lane has its own alpha and beta, and the coefficients of a polynomial are in one lane of
//! eight vectors. alpha = 0 makes a binomial; x^8 + 1 has alpha = 0 and beta = -1.
//!
//! Coefficient k of the product is `sum_j a_j (x^j b)_k`. Within either half of the indices k, (x^j
//! b)_k depends only on d = k - j. With e_m = b_m + alpha b_(m + 4), m < 4, it is
//!
//! ```text
//!          d >= 4   0 <= d < 4   -4 < d < 0                       d = -4     d < -4
//! k < 4             b_d          beta b_(d+8)                     beta b_4   beta e_(d+8)
//! k >= 4   b_d      e_d          alpha e_(d+4) + beta b_(d+8)
//! ```
//!
//! which follows from x^8 = alpha x^4 + beta and x^12 = alpha x^8 + beta x^4.
//!
//! Operations: 14 Barrett products for the entries of this table (7 for a binomial), 64 products in
//! 32 bits, and 8 Montgomery reductions, which leave the factor 2^-16. Reducing the product of
//! degree 14 afterwards would need as many Barrett products, and 15 Montgomery reductions.
//!
//! Bounds, for q = 4591: requires |a|, |b| <= 2926; then the entries of the table are below 5427,
//! the sums below 2^27, and the results below 4235. Larger inputs are admissible as long as the
//! entries fit 16 bits and the sums 32.
//!
//! Sources: `[HLY24]`, section 4.4, last paragraph, after `[CHK+21]`, Algorithm 17, for products
//! modulo trinomials, in which multiplications and reductions alternate. The sums of products of
//! the table's entries are this project's own.

use super::factor::Factor;
use vectru_polymul::modular::Modulus;
use vectru_polymul::simd::{I16Vector, Simd, unroll};

/// The moduli x^8 - alpha x^4 - beta of the lanes.
#[derive(Clone, Copy, Debug)]
pub struct Trinomial<V, M> {
    /// alpha, with x^8 = alpha x^4 + beta.
    pub alpha: Factor<V, M>,
    /// beta, with x^8 = alpha x^4 + beta.
    pub beta: Factor<V, M>,
}

/// Returns 2^-16 a b modulo `modulus`, in each lane.
#[inline(always)]
pub fn trinomial_convolution<S: Simd, M: Modulus>(
    simd: S,
    a: [S::I16; 8],
    b: [S::I16; 8],
    modulus: Trinomial<S::I16, M>,
) -> [S::I16; 8] {
    let Trinomial { alpha, beta } = modulus;
    let zero = simd.splat(0);
    // The rows of the module's table: entry d is at index d + 7 for k < 4, at d + 3 for k >= 4.
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
    use vectru_polymul::analysis::{Cell, Lanes, Run};
    use vectru_polymul::modular::{Constant, LaneConstants, Q4591, centred, inverse};
    use vectru_polymul::simd::Shape;
    use vectru_polymul::simd::portable::Portable;
    use vectru_polymul::simd::shape::{Avx2Shape, Avx512Shape, NeonShape};

    const Q: i64 = Q4591::Q as i64;

    /// Returns alpha and beta of a lane. Each lane has another trinomial, and all kinds occur.
    fn constants(lane: usize) -> [i64; 2] {
        [(lane as i64 * 577 + 1229) % Q, (lane as i64 * 901 + 58) % Q]
    }

    fn tables() -> [LaneConstants<Q4591, 32>; 2] {
        [0, 1].map(|which| LaneConstants::new(&core::array::from_fn(|l| Constant::new(constants(l)[which]))))
    }

    /// Returns x^k modulo x^8 - alpha x^4 - beta, for k < 15.
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
        let run = Run::bounds();
        let simd = Lanes::new(&run, &P::FORM);
        let [alpha, beta] = &tables();
        let modulus = Trinomial { alpha: Factor::lanes(simd, alpha, 0), beta: Factor::lanes(simd, beta, 0) };
        let input = [simd.load(&run.bounded(bound, 32)); 8];
        let mut result = [Cell::ZERO; 256];
        simd.store_transposed(trinomial_convolution(simd, input, input, modulus), &mut result);
        run.overflow().is_none().then(|| run.magnitude(&result))
    }

    #[test]
    fn bounds_hold() {
        assert!(largest_result::<NeonShape>(2926).is_some_and(|bound| bound < 4235));
        assert!(largest_result::<Avx512Shape>(2926).is_some_and(|bound| bound < 4235));
        assert!(largest_result::<Avx2Shape>(9000).is_some());
        assert_eq!(largest_result::<Avx2Shape>(20_000), None);
    }
}
