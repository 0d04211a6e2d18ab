//! `good-thomas`: big by small over the integers modulo one prime of 25 bits, in any ring of degree
//! up to 1280.
//!
//! A product of a centred operand and a small one has coefficients up to n floor(q / 2) before the
//! fold, for the degree n: 1,746,495 in `Z_4591[x]/(x^761 - x - 1)`, 5,030,103 in
//! `Z_7879[x]/(x^1277 - x - 1)`, 693,248 in `Z_2048[x]/(x^677 - 1)`. Their residues modulo
//! p = 33,469,441 determine them, whatever q is. p is 1 modulo 1536 and modulo 2560, so that there
//! are roots of unity for cyclic products of these lengths. Rings of degree up to 768 use length
//! 1536, the others 2560.
//!
//! ```text
//! Z[x]/(x^(512 m) - 1) -> Z_p[x]/(x^(512 m) - 1)
//!     -> prod_(t < 128 m) Z_p[x]/(x^4 - w^t),   w^(128 m) = 1,   m = 3, 5
//! ```
//!
//! The maps down to 16 coefficients work on polynomials in x^16, so that they move whole vectors on
//! every backend (vectors have 4, 8 or 16 of these lanes). The last two layers and the products
//! have one polynomial of 16 coefficients in each lane ([`leaves_of_4`]).
//!
//! The forward transform has one reduction, after radix 5, where sums grow from 25 to 29 bits. The
//! Barrett product at the end of the inverse removes the factors 128 m and 2^-32, which the
//! transforms and the products leave. Its result is so small that it is the integer itself. The
//! [fold](fold_integers) reduces the integers to 16 bits. Only the fold knows the ring: everything
//! else is compiled once for each length.
//!
//! Bounds, found by proofs: requires a centred operand and a small one. No 32-bit lane and no
//! 64-bit sum overflows. The result is centred. A second operand that is not small would leave the
//! product undetermined, so that [`SmallOperand`] is a type of its own.
//!
//! ```compile_fail,E0277
//! use vectru_literature::GoodThomas;
//! use vectru_polymul::{multiplier, ring::{Polynomial, Sntrup761}};
//! let big = Polynomial::<Sntrup761>::zero();
//! multiplier::multiply_with::<GoodThomas<Sntrup761>>(&big, &big); // the second is not small
//! ```
//!
//! ```compile_fail,E0308
//! use vectru_literature::GoodThomas;
//! use vectru_polymul::multiplier::Multiplier;
//! use vectru_polymul::{ring::Sntrup1277, simd::portable::Portable};
//! type Thomas = GoodThomas<Sntrup1277, 5>;
//! let simd = <Portable>::new();
//! let (big, mut product) = (Thomas::zero_transformed(simd), Thomas::zero_transformed(simd));
//! Thomas::multiply_transformed(simd, &big, &big, &mut product); // the second operand is not small
//! ```
//!
//! ```compile_fail,E0080
//! use vectru_literature::GoodThomas;
//! use vectru_polymul::{multiplier, ring::{Polynomial, Small, Sntrup1277}};
//! let (big, small) = (Polynomial::<Sntrup1277>::zero(), Small::zero());
//! multiplier::multiply_by_small_with::<GoodThomas<Sntrup1277>>(&big, &small); // 1536 < 2 * 1277
//! ```
//!
//! Sources: `[ACC+21]`; `[CHK+21]` for NTRU; `[HLY24]`, section 4.2, after `[AHY22]`.

use core::marker::PhantomData;

use vectru_polymul::modular::wide::{P25, WideConstant, WideModulus, barrett_bound};
use vectru_polymul::modular::{inverse, power};
use vectru_polymul::multiplier::recipe::{ClosedForm, CoefficientRing, Comparison, Safety, Transformation};
use vectru_polymul::multiplier::{Aligned, Map, Multiplier, Operands, Recipe};
use vectru_polymul::ring::Ring;
use vectru_polymul::simd::{Byte, CHUNK, Coefficient, I32Vector, IntegerProduct, Simd, Wide};

use crate::integers::{
    COOLEY_TUKEY_2, COOLEY_TUKEY_16, WEIGHTED_CONVOLUTION, chain, largest_coefficient, with_padded, with_widened,
};
use crate::stage::fold_integers::{Residues, fold_integers};
use crate::stage::leaves_of_4::{self, COOLEY_TUKEY_TO_4, COOLEY_TUKEY_TO_8, Group, LEAF, fourth_root};
use crate::stage::odd_times_512::{self, LEAVES, Layout, POWER_OF_TWO, Tables};
use crate::stage::residues;

const P: i64 = P25::P as i64;

type Lanes = residues::Wide<P25>;

/// Groups of chunks in the image, divided by the odd factor.
const GROUPS: usize = LEAVES / leaves_of_4::CHUNKS;

/// The constants of length 512 `N`.
struct Constants<const N: usize>;

impl<const N: usize> Constants<N> {
    const FORWARD: &'static Tables<WideConstant<P25>, N> = &Tables::<WideConstant<P25>, N>::forward();
    const INVERSE: &'static Tables<WideConstant<P25>, N> = &Tables::<WideConstant<P25>, N>::inverse();

    /// The leaves of 4 coefficients.
    const LEAVES: usize = Layout::<N>::SIZE / LEAF;

    /// The constants of the last two layers and of the products, by group.
    const LEAF_TABLES: &'static [[leaves_of_4::Tables; GROUPS]; N] = &{
        let root = fourth_root(Layout::<N>::root(P), Layout::<N>::LEAVES, P);
        let mut tables = [[leaves_of_4::Tables::ZERO; GROUPS]; N];
        let mut chunk = 0;
        while chunk < Layout::<N>::LEAVES {
            let group = &mut tables[chunk / LEAVES][chunk % LEAVES / leaves_of_4::CHUNKS];
            let exponent = Layout::<N>::leaf_exponent(chunk) as u64;
            group.set::<P25>(chunk % leaves_of_4::CHUNKS, power(root, exponent, P));
            chunk += 1;
        }
        tables
    };

    /// The factor of the last Barrett product: 2^32 / (128 m), for the factors 128 m and 2^-32 of
    /// the transforms and the products.
    const SCALE: WideConstant<P25> = WideConstant::new((1 << 32) % P * inverse(Self::LEAVES as i64, P));

    /// A bound of the coefficients that the inverse transform leaves.
    const UNSCALED: i64 = if N == 3 { 1 << 30 } else { 11 << 27 };
}

/// The transform of a polynomial, or its 32 m chunks.
type Image<C, const N: usize> = Aligned<[[[C; CHUNK]; LEAVES]; N]>;

/// A transformed small operand.
#[derive(Clone, Copy, Debug)]
pub struct SmallOperand<C, const N: usize>(Image<C, N>);

/// The multiplier for the ring `R` by length 512 `N`: N is 3 for rings of degree up to 768, and 5
/// for degrees up to 1280.
#[derive(Clone, Copy, Debug)]
pub struct GoodThomas<R, const N: usize = 3>(PhantomData<R>);

impl<R: Ring, const N: usize> GoodThomas<R, N> {
    /// The number of products that a sum may have before it is transformed back. The Barrett
    /// product that scales must differ from the integer to which it is congruent by less than p.
    pub const MAX_PRODUCTS: i64 = {
        let spare = P - 1 - barrett_bound(Constants::<N>::UNSCALED, Constants::<N>::SCALE);
        let most = spare / largest_coefficient::<R, N>();
        assert!(most >= 2, "a sum of two products is not determined");
        most
    };

    const CHAIN: &'static [Map] = &{
        let [integers, reindexed, columns, radix, chunks, _] = chain::<N>(Map {
            name: INTEGERS,
            transformation: Transformation::Integers {
                length: Layout::<N>::SIZE,
                zeta: 1,
                prime: P,
                largest: largest_coefficient::<R, N>(),
                leaves: Constants::<N>::LEAVES,
            },
            source: "[ACC+21]",
        });
        let [halves, leaves] = leaves_of_4::layers(Layout::<N>::LEAVES, Layout::<N>::LEAVES);
        let products = Map {
            name: WEIGHTED_CONVOLUTION,
            transformation: Transformation::WeightedConvolutions {
                degree: LEAF,
                order: Constants::<N>::LEAVES,
                omitted: [0; 2],
                extensions: None,
            },
            source: "[HLY24]",
        };
        [integers, reindexed, columns, radix, chunks, halves, leaves, products]
    };
}

/// The name of the map from the integers.
const INTEGERS: &str = "integers";

impl<R: Ring<Modulus: Residues>, const N: usize> Multiplier for GoodThomas<R, N> {
    type Ring = R;
    type Transformed<C: Coefficient> = Image<C::Wide, N>;
    type Second<C: Coefficient> = SmallOperand<C::Wide, N>;
    type Unfolded<C: Coefficient> = Aligned<[[C::Wide; POWER_OF_TWO]; N]>;

    const RECIPE: Recipe = Recipe {
        name: "good-thomas",
        ring: R::NAME,
        formula: R::FORMULA,
        operands: Operands::BigBySmall,
        coefficient_ring: CoefficientRing::modulo(P),
        source: "[ACC+21]",
        chain: Self::CHAIN,
        safety: Safety::Bounded,
        comparisons: &[Comparison {
            maps: &[COOLEY_TUKEY_16, COOLEY_TUKEY_2, COOLEY_TUKEY_TO_8, COOLEY_TUKEY_TO_4],
            form: ClosedForm::CooleyTukey { size: POWER_OF_TWO, leaf: LEAF },
            copies: N,
            note: "a product modulo a 32-bit prime takes more instructions than a Barrett product of 16 bits; products by 1 and the layer whose upper half of inputs is zero cost nothing",
        }],
    };

    const COEFFICIENT_BITS: usize = 32;

    #[inline(always)]
    fn zero_transformed<S: Simd>(_: S) -> Self::Transformed<S::Coefficient> {
        const { Aligned([[[<S::Coefficient as Coefficient>::WIDE_ZERO; CHUNK]; LEAVES]; N]) }
    }

    #[inline(always)]
    fn zero_second<S: Simd>(simd: S) -> Self::Second<S::Coefficient> {
        SmallOperand(Self::zero_transformed(simd))
    }

    #[inline(always)]
    fn zero_unfolded<S: Simd>(_: S) -> Self::Unfolded<S::Coefficient> {
        const { Aligned([[<S::Coefficient as Coefficient>::WIDE_ZERO; POWER_OF_TWO]; N]) }
    }

    #[inline(always)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        forward_alone::<S, N>(simd, operand, result.as_mut());
    }

    #[inline(always)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        with_widened::<S, N>(
            simd,
            operand,
            #[inline(always)]
            |widened| forward_alone::<S, N>(simd, widened, result.0.as_mut()),
        );
    }

    #[inline(always)]
    fn multiply_transformed<S: Simd>(
        simd: S,
        a: &Self::Transformed<S::Coefficient>,
        b: &Self::Second<S::Coefficient>,
        result: &mut Self::Transformed<S::Coefficient>,
    ) {
        multiply::<S, N>(simd, a.as_ref(), b.0.as_ref(), result.as_mut());
    }

    /// Adds a product. A sum may have at most [`MAX_PRODUCTS`](Self::MAX_PRODUCTS) of them:
    /// beyond that its coefficients over the integers are not determined.
    #[inline(always)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        accumulate(simd, sum.as_mut(), term.as_ref());
    }

    #[inline(always)]
    fn inverse<S: Simd>(
        simd: S,
        transformed: &mut Self::Transformed<S::Coefficient>,
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        let (transformed, result): (&mut [Wide<S>], &mut [Wide<S>]) = (transformed.as_mut(), result.as_mut());
        // Through the memory of the result, so that the inverse needs none of its own.
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter(COOLEY_TUKEY_TO_4);
                for start in (0..result.len()).step_by(simd.wide_lanes()) {
                    S::I32::load(simd, &transformed[start..]).store(&mut result[start..]);
                }
            },
        );
        inverse_leaves::<S, N>(simd, result, transformed);
        inverse_chunks::<S, N>(simd, transformed, result);
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        const { assert!(Self::MAX_PRODUCTS > 0) };
        fold_integers::<S, R>(simd, product.as_mut(), result);
    }

    #[inline(always)]
    fn with_unfolded<S: Simd>(simd: S, kernel: impl FnOnce(&mut Self::Unfolded<S::Coefficient>)) {
        simd.with_wide_buffer(kernel);
    }

    #[inline(always)]
    fn unfolded_product_by_small<S: Simd>(
        simd: S,
        a: &[S::Coefficient],
        b: &[Byte<S>],
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        product::<S, N>(simd, a, b, result.as_mut());
    }
}

/// Computes the product over the integers. Before the result is written, its memory holds the
/// transform of the first operand.
#[inline(never)]
fn product<S: Simd, const N: usize>(simd: S, a: &[S::Coefficient], b: &[Byte<S>], result: &mut [Wide<S>]) {
    simd.with_wide_buffer(
        #[inline(always)]
        |second: &mut Image<Wide<S>, N>| {
            simd.with_wide_buffer(
                #[inline(always)]
                |product: &mut Image<Wide<S>, N>| {
                    let (second, product) = (second.as_mut(), product.as_mut());
                    forward::<S, N>(simd, a, product, result);
                    with_widened::<S, N>(
                        simd,
                        b,
                        #[inline(always)]
                        |widened| forward::<S, N>(simd, widened, product, second),
                    );
                    multiply::<S, N>(simd, result, second, product);
                    inverse_leaves::<S, N>(simd, product, second);
                    inverse_chunks::<S, N>(simd, second, result);
                },
            );
        },
    );
}

/// Returns the groups of an image.
#[inline(always)]
fn groups<C>(image: &[C]) -> &[Group<C>] {
    image.as_chunks().0.as_chunks().0.as_chunks().0
}

/// Returns the groups of an image.
#[inline(always)]
fn groups_mut<C>(image: &mut [C]) -> &mut [Group<C>] {
    image.as_chunks_mut().0.as_chunks_mut().0.as_chunks_mut().0
}

/// Transforms an operand. Overwrites `chunks`, its transform before the last two layers.
#[inline(never)]
fn forward<S: Simd, const N: usize>(
    simd: S,
    operand: &[S::Coefficient],
    chunks: &mut [Wide<S>],
    result: &mut [Wide<S>],
) {
    with_padded::<S, N>(
        simd,
        operand,
        #[inline(always)]
        |operand| {
            simd.vectorize(
                #[inline(always)]
                || {
                    odd_times_512::forward_columns::<S, Lanes, N>(simd, operand, Constants::FORWARD, chunks);
                    odd_times_512::forward_rows::<S, Lanes, N>(simd, Constants::FORWARD, chunks);
                    let tables = Constants::<N>::LEAF_TABLES.as_flattened();
                    let chunks = chunks.chunks_exact(leaves_of_4::SIZE).zip(tables);
                    for (group, (chunks, tables)) in groups_mut(result).iter_mut().zip(chunks) {
                        leaves_of_4::forward::<S, P25>(simd, chunks, tables, group);
                    }
                },
            );
        },
    );
}

/// Transforms an operand in memory of its own, which is not in the frame of the caller.
#[inline(never)]
fn forward_alone<S: Simd, const N: usize>(simd: S, operand: &[S::Coefficient], result: &mut [Wide<S>]) {
    simd.with_wide_buffer(
        #[inline(always)]
        |chunks: &mut Image<Wide<S>, N>| forward::<S, N>(simd, operand, chunks.as_mut(), result),
    );
}

/// Multiplies the leaves, times 2^-32.
#[inline(never)]
fn multiply<S: Simd, const N: usize>(simd: S, a: &[Wide<S>], b: &[Wide<S>], result: &mut [Wide<S>]) {
    simd.vectorize(
        #[inline(always)]
        || {
            simd.enter(WEIGHTED_CONVOLUTION);
            let operands = groups(a).iter().zip(groups(b)).zip(Constants::<N>::LEAF_TABLES.as_flattened());
            for (product, ((a, b), tables)) in groups_mut(result).iter_mut().zip(operands) {
                leaves_of_4::multiply::<S, P25, 1>(simd, [a], [b], tables, product);
            }
        },
    );
}

/// Adds a product to a sum.
#[inline(never)]
fn accumulate<S: Simd>(simd: S, sum: &mut [Wide<S>], term: &[Wide<S>]) {
    simd.vectorize(
        #[inline(always)]
        || {
            for (sum, term) in sum.chunks_exact_mut(simd.wide_lanes()).zip(term.chunks_exact(simd.wide_lanes())) {
                let total = S::I32::load(simd, sum) + S::I32::load(simd, term);
                total.barrett_multiply(WideConstant::<P25>::ONE).store(sum);
            }
        },
    );
}

/// Transforms leaves back to chunks, times 4.
#[inline(never)]
fn inverse_leaves<S: Simd, const N: usize>(simd: S, image: &[Wide<S>], chunks: &mut [Wide<S>]) {
    simd.vectorize(
        #[inline(always)]
        || {
            let tables = Constants::<N>::LEAF_TABLES.as_flattened();
            let groups = groups(image).iter().zip(tables);
            for ((group, tables), chunks) in groups.zip(chunks.chunks_exact_mut(leaves_of_4::SIZE)) {
                leaves_of_4::inverse_leaves::<S, P25, false>(simd, group, tables, chunks);
            }
        },
    );
}

/// Transforms chunks back, times 32 m, and replaces residues modulo p, scaled by 128 m and 2^-32, by
/// the integers that they determine. Overwrites `chunks`.
#[inline(never)]
fn inverse_chunks<S: Simd, const N: usize>(simd: S, chunks: &mut [Wide<S>], product: &mut [Wide<S>]) {
    simd.vectorize(
        #[inline(always)]
        || {
            odd_times_512::inverse_rows::<S, Lanes, N>(simd, Constants::INVERSE, chunks);
            odd_times_512::inverse_columns::<S, Lanes, N>(
                simd,
                chunks,
                Constants::INVERSE,
                product,
                #[inline(always)]
                |vector, first| {
                    simd.enter(INTEGERS);
                    let integers = IntegerProduct { degree: Layout::<N>::SIZE, wrap: 1, first };
                    vector.barrett_multiply(Constants::<N>::SCALE).lift::<P25>(integers)
                },
            );
        },
    );
}
