//! `schoenhage` and `nussbaumer`: big by big in Saber's ring over Z_65536, by a transform of length
//! 8 whose roots of unity are powers of a variable.
//!
//! ```text
//! Z_8192[x]/(x^256 + 1) -> (R[z]/(z^64 + 1))^8 -> (Toeplitz_64 x R^64)^8
//!     -> (Toeplitz_32 x R^32)^24
//! ```
//!
//! with R = Z_65536. The [transform](crate::stage::word_transform) consists of additions; the
//! products modulo z^64 + 1 are products of Toeplitz matrices, by a layer of Karatsuba and outer
//! products of dimension 32. There are 24 outer products; `toeplitz-outer` has 21, because Toom-4
//! multiplies 4 parts by 7 products and also loses 3 bits.
//!
//! Every step is linear modulo 2^16 in either operand. The result is scaled by 8: bits 3 to 15 of a
//! word are the coefficient, and a ring with coefficients of more than 13 bits does not compile.
//! Lanes wrap modulo 2^16, so no operand is too large. The proof checks at random points that the
//! result is 8 times the product.
//!
//! Sources: `[Sch77]`, `[Nus80]`; `[Hwa24a]` for Saber's ring, over Z_(2^21), down to products of
//! size 4; Toeplitz products at the end are this project's own.

use core::fmt::Debug;
use core::marker::PhantomData;

use vectru_polymul::multiplier::recipe::{CoefficientRing, Map, Operands, Recipe, Safety, Transformation};
use vectru_polymul::multiplier::{
    Aligned, BigByBig, ModuloWord, Multiplier, in_buffers, lost_bits, multiplies_in_place, zeros,
};
use vectru_polymul::ring::{Ring, Saber};
use vectru_polymul::simd::{Byte, CHUNK, Coefficient, Simd};
use vectru_polymul::stage::accumulate::accumulate_words;
use vectru_polymul::stage::toeplitz::{Chain, OUTER_PRODUCT, Outer, Split, copy, multiply_all_at_end};
use vectru_polymul::stage::toom_cook::{Karatsuba, Layer, store_coefficients};
use vectru_polymul::stage::widen::widen;

use crate::stage::word_transform::{self, DEGREE, ELEMENTS, Elements, LAYERS, SIZE, Way};

/// The chain of a product modulo z^64 + 1.
type Products = Split<Karatsuba, Outer<2>>;

/// The products at the end of an element.
const LEAVES: usize = Products::PRODUCTS;
/// The dimension of the products at the end.
const END: usize = Products::END;
/// The name, in recipes, of the map that writes an element as a matrix or a vector.
const EXPAND: &str = "expand";

/// One of the two transforms.
pub trait Transform: Copy + Debug + Send + Sync + 'static {
    /// The maps to elements and back.
    const WAY: Way;
    /// The name of the multiplier and of the map.
    const NAME: &'static str;
    /// The key of the source of the map.
    const SOURCE: &'static str;
    /// The map.
    const TRANSFORMATION: Transformation;
}

/// Schönhage's transform.
#[derive(Clone, Copy, Debug)]
pub struct Schoenhage;

impl Transform for Schoenhage {
    const WAY: Way = Way::Schoenhage;
    const NAME: &'static str = "schoenhage";
    const SOURCE: &'static str = "[Sch77]";
    const TRANSFORMATION: Transformation =
        Transformation::NegacyclicSchoenhage { block: SIZE / ELEMENTS, points: ELEMENTS };
}

/// Nussbaumer's transform.
#[derive(Clone, Copy, Debug)]
pub struct Nussbaumer;

impl Transform for Nussbaumer {
    const WAY: Way = Way::Nussbaumer;
    const NAME: &'static str = "nussbaumer";
    const SOURCE: &'static str = "[Nus80]";
    const TRANSFORMATION: Transformation = Transformation::Nussbaumer { degree: DEGREE, points: ELEMENTS, rings: 1 };
}

/// The multiplier by the transform `T`.
#[derive(Clone, Copy, Debug)]
pub struct WordTransform<T>(PhantomData<T>);

/// `schoenhage` for Saber.
pub type SchoenhageSaber = WordTransform<Schoenhage>;
/// `nussbaumer` for Saber.
pub type NussbaumerSaber = WordTransform<Nussbaumer>;

impl<T: Transform> WordTransform<T> {
    const SHIFTS: [[usize; ELEMENTS / 2]; LAYERS] = T::WAY.shifts();

    /// Runs `kernel` with the elements of an operand and working memory of the chain.
    #[inline(always)]
    fn with_elements<S: Simd>(
        simd: S,
        operand: &[S::Coefficient],
        kernel: impl FnOnce(&Elements<S::Coefficient>, &mut [S::Coefficient]),
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter(T::NAME);
                simd.with_buffer(
                    #[inline(always)]
                    |elements: &mut Aligned<Elements<S::Coefficient>>| {
                        simd.with_buffer(
                            #[inline(always)]
                            |other: &mut Aligned<Elements<S::Coefficient>>| {
                                let (elements, other) = (&mut elements.0, &mut other.0);
                                word_transform::forward(simd, T::WAY, &Self::SHIFTS, &operand[..SIZE], elements, other);
                                with_scratch(
                                    simd,
                                    #[inline(always)]
                                    |scratch| kernel(elements, scratch),
                                );
                            },
                        );
                    },
                );
            },
        );
    }
}

/// Runs `kernel` with working memory of the chain.
#[inline(always)]
fn with_scratch<S: Simd>(simd: S, kernel: impl FnOnce(&mut [S::Coefficient])) {
    simd.with_buffer(
        #[inline(always)]
        |scratch: &mut Aligned<[S::Coefficient; Products::SCRATCH]>| kernel(&mut scratch.0),
    );
}

impl<T: Transform> Multiplier for WordTransform<T> {
    type Ring = Saber;
    /// The matrices at the end of the chain; or, in the first half, the products.
    type Transformed<C: Coefficient> = Aligned<[[[C; 2 * END]; LEAVES]; ELEMENTS]>;
    /// The vectors at the end of the chain.
    type Second<C: Coefficient> = Aligned<[[[C; END]; LEAVES]; ELEMENTS]>;
    type Unfolded<C: Coefficient> = Aligned<[C; SIZE]>;

    const RECIPE: Recipe = Recipe {
        name: T::NAME,
        ring: Saber::NAME,
        formula: Saber::FORMULA,
        operands: Operands::BigByBig,
        coefficient_ring: CoefficientRing::WORD,
        source: "[Hwa24a]",
        chain: &[
            Map { name: T::NAME, transformation: T::TRANSFORMATION, source: T::SOURCE },
            Map {
                name: EXPAND,
                transformation: Transformation::Expand { degree: DEGREE, zeta: -1, dimension: DEGREE },
                source: "[Win80]",
            },
            Map {
                name: <Karatsuba as Layer>::NAME,
                transformation: Transformation::ToeplitzLayer {
                    part: END,
                    parts: <Karatsuba as Layer>::PARTS,
                    points: <Karatsuba as Layer>::POINTS,
                },
                source: "[CCH+23]",
            },
            Map {
                name: OUTER_PRODUCT,
                transformation: Transformation::OuterProducts { dimension: END, products: LEAVES * ELEMENTS },
                source: "[CCH+23]",
            },
        ],
        safety: Safety::Wrapping { lost: Self::LOST_BITS, spare: Self::SPARE_BITS },
        comparisons: &[],
    };

    zeros!();

    in_buffers!();

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        Self::with_elements(
            simd,
            operand,
            #[inline(always)]
            |elements, scratch| {
                // An element after its negative is the matrix that multiplies by the element.
                for (element, matrices) in elements.iter().zip(&mut result.0) {
                    Products::split_matrix(simd, element, matrices.as_flattened_mut(), scratch);
                }
            },
        );
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        simd.with_buffer(
            #[inline(always)]
            |widened: &mut Aligned<[S::Coefficient; SIZE]>| {
                widen(simd, operand, &mut widened.0);
                Self::forward_second(simd, &widened.0, result);
            },
        );
    }

    multiplies_in_place!();

    #[inline(never)]
    fn multiply_in_place<S: Simd>(
        simd: S,
        a: &mut Self::Transformed<S::Coefficient>,
        b: &Self::Second<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                let matrices = a.0.as_flattened_mut().as_flattened_mut();
                let vectors = b.0.as_flattened().as_flattened();
                let mut product = [S::ZERO; END];
                let count = LEAVES * ELEMENTS;
                multiply_all_at_end::<S, Products>(simd, matrices, vectors, count, &mut product, &mut []);
            },
        );
    }

    #[inline(never)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        let length = END * LEAVES * ELEMENTS;
        simd.enter(OUTER_PRODUCT);
        let (sum, term) = (sum.0.as_flattened_mut().as_flattened_mut(), term.0.as_flattened().as_flattened());
        accumulate_words(simd, &mut sum[..length], &term[..length]);
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
                simd.with_buffer(
                    #[inline(always)]
                    |elements: &mut Aligned<Elements<S::Coefficient>>| {
                        simd.with_buffer(
                            #[inline(always)]
                            |other: &mut Aligned<Elements<S::Coefficient>>| {
                                let (elements, other) = (&mut elements.0, &mut other.0);
                                with_scratch(
                                    simd,
                                    #[inline(always)]
                                    |scratch| {
                                        let products = transformed.0.as_flattened().as_flattened();
                                        let products = products.chunks_exact(END * LEAVES);
                                        for (products, element) in products.zip(elements.iter_mut()) {
                                            // The first layer reads elements, not their negatives.
                                            Products::merge(simd, products, &mut element[DEGREE..], scratch);
                                        }
                                    },
                                );
                                simd.enter(T::NAME);
                                word_transform::inverse(simd, T::WAY, &Self::SHIFTS, elements, other, &mut result.0);
                            },
                        );
                    },
                );
            },
        );
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter("fold");
                store_coefficients(simd, &product.0, [Self::LOST_BITS, Self::SPARE_BITS], &mut result[..SIZE]);
            },
        );
    }
}

impl<T: Transform> BigByBig for WordTransform<T> {
    #[inline(never)]
    fn forward_second<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Second<S::Coefficient>) {
        Self::with_elements(
            simd,
            operand,
            #[inline(always)]
            |elements, scratch| {
                let mut vector = Aligned([S::ZERO; DEGREE]);
                for (element, vectors) in elements.iter().zip(&mut result.0) {
                    simd.enter(EXPAND);
                    copy(simd, &element[DEGREE..], &mut vector.0);
                    Products::split_vector(simd, &vector.0, vectors.as_flattened_mut(), scratch);
                }
            },
        );
    }
}

impl<T: Transform> ModuloWord for WordTransform<T> {
    const LOST_BITS: u32 = lost_bits::<Saber>(LAYERS as u32 + Products::LOST_BITS);
}

const _: () = assert!(SIZE == Saber::DEGREE && END == 2 * CHUNK);
