//! `schoolbook`: big by big in a ring with an odd modulus, by the definition, 16 coefficients at a
//! time. It needs little code and little memory, and is for devices that have little of either.
//!
//! The operands are padded to N = 16 n coefficients. Chunk k of the product of a and b is a sum of
//! outer products, each of a chunk of a and a window of two chunks of b:
//!
//! ```text
//! c_k = sum_(i < n) a_i * (b_(k - i - 1) | b_(k - i)),   0 <= k < 2n
//! ```
//!
//! where b_(-1) and b_n are zero, and windows outside of b are left out. The first and the second
//! half of the product are products by two triangular Toeplitz matrices of dimension N. Nothing is
//! transformed: a transformed operand is a copy.
//!
//! Four outer products share a Montgomery reduction, and a Barrett reduction follows every four.
//!
//! ```compile_fail,E0080
//! use vectru_polymul::{multiplier::{Multiplier, Schoolbook}, ring::Sntrup761};
//! let _ = Schoolbook::<Sntrup761, 40>::RECIPE; // 40 * 16 = 640 coefficients of 761
//! ```
//!
//! ```compile_fail,E0080
//! # vectru_polymul::ring! { /// A ring.
//! # pub Large = Z/9091[x]/(x^761 - x - 1); }
//! vectru_polymul::schoolbook! {
//!     /// 9091 is too large: the sums of three coefficients in the fold would leave 16 bits.
//!     pub SchoolbookLarge: Large;
//! }
//! let _ = <SchoolbookLarge as vectru_polymul::multiplier::Multiplier>::RECIPE;
//! ```
//!
//! Bounds, found by proofs: requires centred operands, and a modulus whose sums fit 16-bit lanes (a
//! larger one does not compile). The result is centred.
//!
//! Source: `[CCH+23]`, section 4.4, has the outer products in this form.

use core::marker::PhantomData;

use super::recipe::{CoefficientRing, Safety, Transformation};
use super::{Aligned, BigByBig, Map, Multiplier, Operands, Recipe, Symmetric, in_buffers, zeros};
use crate::modular::{Constant, Modulus};
use crate::ring::{Ring, padded};
use crate::simd::{Byte, CHUNK, Coefficient, I16Vector, Simd};
use crate::stage::fold::fold;
use crate::stage::growth::{LANE, reduced};
use crate::stage::toeplitz::{OUTER_PRODUCT, copy};
use crate::stage::widen::widen;

/// The number of outer products that share a Montgomery reduction.
const TERMS: usize = 4;

/// The multiplier for a ring whose operands have `CHUNKS` chunks.
#[derive(Clone, Copy, Debug)]
pub struct Schoolbook<R, const CHUNKS: usize>(PhantomData<R>);

/// Declares schoolbook multipliers, one for each ring.
///
/// ```
/// use vectru_polymul::{multiplier::multiply_with, ring::Polynomial};
/// vectru_polymul::ring! {
///     /// The ring of SMAUG-T with an odd modulus.
///     pub Negacyclic256 = Z/1021[x]/(x^256 + 1);
/// }
/// vectru_polymul::schoolbook! {
///     /// Products by the definition.
///     pub Schoolbook256: Negacyclic256;
/// }
/// let a = Polynomial::<Negacyclic256>::from_fn(|k| k as i16);
/// assert_eq!(multiply_with::<Schoolbook256>(&a, &a), a.schoolbook(&a));
/// ```
#[macro_export]
macro_rules! schoolbook {
    ($($(#[$doc:meta])* $visible:vis $multiplier:ident: $ring:ty;)+) => {$(
        $(#[$doc])*
        $visible type $multiplier = $crate::multiplier::Schoolbook<
            $ring,
            { $crate::ring::padded(<$ring as $crate::ring::Ring>::DEGREE) / $crate::simd::CHUNK },
        >;
    )+};
}

/// The chunks of a product. An operand fills the first half.
type Chunks<C, const CHUNKS: usize> = Aligned<[[[C; CHUNK]; CHUNKS]; 2]>;

impl<R: Ring, const CHUNKS: usize> Schoolbook<R, CHUNKS> {
    /// The factor of the fold: 2^16 for the 2^-16 of Montgomery products.
    const SCALE: Constant<R::Modulus> = {
        assert!(CHUNKS * CHUNK >= padded(R::DEGREE), "an operand has more coefficients than its chunks");
        Constant::new(1 << 16)
    };

    /// Checks that operands fit the chunks, and that sums of outer products fit their lanes. A
    /// multiplier that fails the check does not compile.
    const CHECK: () = {
        let _ = Self::SCALE;
        assert!(
            fits(R::Modulus::Q as i64, CHUNKS, R::TAIL.len()),
            "the modulus is too large: sums of outer products, or the fold, would overflow"
        );
    };
}

/// Returns true if the products of operands of `chunks` chunks modulo q fit their lanes, in a ring
/// whose polynomial has `terms` terms beside x^n.
pub const fn fits(q: i64, chunks: usize, terms: usize) -> bool {
    let sum_of_products = (TERMS * CHUNK) as i64 * (q / 2).pow(2);
    let term = (sum_of_products + (q << 15)) >> 16;
    let (mut sum, mut index) = (0, 0);
    while index < chunks.div_ceil(TERMS) {
        if sum + term > LANE {
            return false;
        }
        sum = reduced(sum + term, q);
        index += 1;
    }
    // The fold adds up 1 + |t| coefficients, where |t| is the number of terms of t; a sum of
    // products adds up two.
    sum_of_products < 1 << 31 && (1 + terms) as i64 * sum <= LANE
}

impl<R: Ring, const CHUNKS: usize> Multiplier for Schoolbook<R, CHUNKS> {
    type Ring = R;
    type Transformed<C: Coefficient> = Chunks<C, CHUNKS>;
    type Second<C: Coefficient> = Chunks<C, CHUNKS>;
    type Unfolded<C: Coefficient> = Chunks<C, CHUNKS>;

    const RECIPE: Recipe = Recipe {
        name: "schoolbook",
        ring: R::NAME,
        formula: R::FORMULA,
        operands: Operands::BigByBig,
        coefficient_ring: CoefficientRing::modulo(R::Modulus::Q as i64),
        source: "[CCH+23]",
        chain: &[Map {
            name: OUTER_PRODUCT,
            transformation: Transformation::OuterProducts { dimension: CHUNKS * CHUNK, products: 2 },
            source: "[CCH+23]",
        }],
        safety: {
            let () = Self::CHECK;
            Safety::Bounded
        },
        comparisons: &[],
    };

    in_buffers!();

    zeros!();

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter(OUTER_PRODUCT);
                let [low, high] = &mut result.0;
                copy(simd, &operand[..CHUNKS * CHUNK], low.as_flattened_mut());
                simd.clear(high.as_flattened_mut());
            },
        );
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        let [low, high] = &mut result.0;
        widen(simd, operand, low.as_flattened_mut());
        simd.clear(high.as_flattened_mut());
    }

    #[inline(always)]
    fn multiply_transformed<S: Simd>(
        simd: S,
        a: &Self::Transformed<S::Coefficient>,
        b: &Self::Second<S::Coefficient>,
        result: &mut Self::Transformed<S::Coefficient>,
    ) {
        multiply::<S, R::Modulus>(simd, &a.0[0], &b.0[0], result.0.as_flattened_mut());
    }

    #[inline(never)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter(OUTER_PRODUCT);
                let sum: &mut [S::Coefficient] = sum.as_mut();
                let term: &[S::Coefficient] = term.as_ref();
                for start in (0..sum.len()).step_by(simd.lanes()) {
                    // The sum is reduced twice, because a product is reduced from a sum that is
                    // hardly larger.
                    let total = (simd.load(&sum[start..]) + simd.load(&term[start..])).barrett_reduce::<R::Modulus>();
                    simd.store(total.barrett_reduce::<R::Modulus>(), &mut sum[start..]);
                }
            },
        );
    }

    #[inline(never)]
    fn inverse<S: Simd>(
        simd: S,
        transformed: &mut Self::Transformed<S::Coefficient>,
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter(OUTER_PRODUCT);
                copy(simd, transformed.as_ref(), result.as_mut());
            },
        );
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        fold::<S, R>(simd, 2 * CHUNKS * CHUNK, product.as_mut(), Self::SCALE, result);
    }

    #[inline(always)]
    fn unfolded_product_by_small<S: Simd>(
        simd: S,
        a: &[S::Coefficient],
        b: &[Byte<S>],
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        simd.with_buffer(
            #[inline(always)]
            |widened: &mut Aligned<[[S::Coefficient; CHUNK]; CHUNKS]>| {
                widen(simd, b, widened.as_mut());
                Self::unfolded_product(simd, a, widened.as_ref(), result);
            },
        );
    }
}

impl<R: Ring, const CHUNKS: usize> Symmetric for Schoolbook<R, CHUNKS> {
    #[inline(always)]
    fn as_second<C: Coefficient>(transformed: &Self::Transformed<C>) -> &Self::Second<C> {
        transformed
    }
}

impl<R: Ring, const CHUNKS: usize> BigByBig for Schoolbook<R, CHUNKS> {
    #[inline(always)]
    fn forward_second<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Second<S::Coefficient>) {
        Self::forward(simd, operand, result);
    }

    #[inline(always)]
    fn unfolded_product<S: Simd>(
        simd: S,
        a: &[S::Coefficient],
        b: &[S::Coefficient],
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        let (a, b) = (a.as_chunks().0, b.as_chunks().0);
        multiply::<S, R::Modulus>(simd, &a[..CHUNKS], &b[..CHUNKS], result.0.as_flattened_mut());
    }

    #[inline(always)]
    fn unfolded_product_by_transformed<S: Simd>(
        simd: S,
        a: &[S::Coefficient],
        b: &Self::Transformed<S::Coefficient>,
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        Self::unfolded_product(simd, a, b.0[0].as_flattened(), result);
    }
}

/// Writes 2^-16 times the product of `a` and `b` to `result`, reduced but not centred. The numbers
/// of chunks are arguments, so that rings with the same modulus share the code.
///
/// Requires centred coefficients, as many chunks of `a` as of `b`, and twice as many of `result`.
#[inline(never)]
pub fn multiply<S: Simd, M: Modulus>(
    simd: S,
    a: &[[S::Coefficient; CHUNK]],
    b: &[[S::Coefficient; CHUNK]],
    result: &mut [[S::Coefficient; CHUNK]],
) {
    // The 32-bit sums of products do not overflow.
    const { assert!((TERMS * CHUNK) as i64 * (M::Q as i64 / 2).pow(2) < 1 << 31) };
    simd.vectorize(
        #[inline(always)]
        || {
            simd.enter(OUTER_PRODUCT);
            let zero = [S::ZERO; CHUNK];
            let chunk = |index: usize| b.get(index).unwrap_or(&zero);
            for (k, target) in result.iter_mut().enumerate() {
                let terms = k.saturating_sub(b.len())..a.len().min(k + 1);
                let mut sum = zero;
                for first in terms.clone().step_by(TERMS) {
                    let mut factors = [&zero; TERMS];
                    let mut rows = [simd.zero_rows(); TERMS];
                    for (t, i) in (first..terms.end.min(first + TERMS)).enumerate() {
                        factors[t] = &a[i];
                        simd.window_rows(chunk((k - i).wrapping_sub(1)), chunk(k - i), &mut rows[t]);
                    }
                    let product = simd.outer_product::<M, TERMS>(factors, rows.each_ref());
                    add::<_, M>(simd.narrow(), &product, &mut sum);
                }
                *target = sum;
            }
        },
    );
}

/// Adds `term` to `sum` and reduces.
#[inline(always)]
fn add<S: Simd, M: Modulus>(simd: S, term: &[S::Coefficient], sum: &mut [S::Coefficient]) {
    for start in (0..CHUNK).step_by(simd.lanes()) {
        let total = simd.load(&sum[start..]) + simd.load(&term[start..]);
        simd.store(total.barrett_reduce::<M>(), &mut sum[start..]);
    }
}
