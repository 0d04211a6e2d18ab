//! `good-outer`: big by big in `Z_q[x]/(x^p - x - 1)`, by a cyclic product whose length is 16 times a divisor of q - 1, or of
//! 4 (q - 1).
//!
//! Every NTRU Prime field has small prime divisors of q - 1, and no two of them the same: so the transform over chunks of 16
//! coefficients is chosen for each ring.
//!
//! ```text
//! Z_q[x]/(x^(16 n) - 1) = Z_q[x, u0, u1, u2]/(x^16 - u0 u1 u2, u0^n0 - 1, u1^n1 - 1, u2^n2 - 1),   n = n0 n1 n2
//!                       -> prod R[x]/(x^16 - w0^i0 w1^i1 u2),   R = Z_q[u2]/(u2 - z) or Z_q[u2]/(u2^2 + 1)
//! ```
//!
//! n0 and n1 are odd and divide q - 1; n2 is 2 or 4. Where q is 3 modulo 4 there is no root of u2^2 + 1, and two chunks stay together:
//! a product in R[x]/(x^16 - w u2) is four products of chunks ([`gaussian_products`]).
//!
//! | ring | n0, n1, n2 | coefficients | of a product |
//! | --- | --- | --- | --- |
//! | sntrup653 | 7, 3, 4 | 1344 | 1305 |
//! | sntrup857 | 7, 9, 2 | 2016 | 1713 |
//! | sntrup1013 | 13, 3, 4 | 2496 | 2025 |
//!
//! Bounds, proved on interval lanes: operands centred; every transform leaves reduced values; the result is centred.
//!
//! Source: the outer products and Good-Thomas as in Hwang, Liu, Yang, "Algorithmic Views of Vectorized Polynomial
//! Multipliers" (2024; long version), sections 4 and 7; the choice of sizes is ours.

pub mod plans;
#[cfg(test)]
mod proof;

use core::marker::PhantomData;

use super::{Aligned, BigByBig, Multiplier, Recipe, Symmetric, symmetric};
use crate::modular::{Constant, Modulus, inverse, power};
use crate::ring::Ring;
use crate::simd::{Byte, CHUNK, Coefficient, I16Vector, Shape, Simd};
use crate::stage::accumulate::accumulate;
use crate::stage::fold::fold;
use crate::stage::good_thomas::GoodThomas;
use crate::stage::transform::Transform;
use crate::stage::weighted_convolution::weighted_convolutions_in_place;
use crate::stage::widen::widen;

pub use plans::{GoodOuter653, GoodOuter857, GoodOuter1013};

/// The dimension u2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Even<M> {
    /// u2 = 1, -1.
    Two,
    /// u2 = 1, -1, i, -i, with the constant i, a root of -1.
    Four(Constant<M>),
}

impl<M: Modulus> Even<M> {
    /// n2.
    const fn length(&self) -> usize {
        match self {
            Self::Two => 2,
            Self::Four(_) => 4,
        }
    }

    /// The value of u2 at a place.
    const fn root(&self, place: usize) -> i64 {
        match (self, place) {
            (_, 0) => 1,
            (_, 1) => -1,
            (Self::Four(i), 2) => i.value as i64,
            (Self::Four(i), _) => -(i.value as i64),
            (Self::Two, _) => unreachable!(),
        }
    }

    /// The transform of length n2 of the first n2 vectors. Outputs are not reduced.
    #[inline(always)]
    fn forward<V: I16Vector>(&self, [a, b, c, d]: [V; 4]) -> [V; 4] {
        match self {
            Self::Two => [a + b, a - b, c, d],
            Self::Four(i) => {
                let (sums, rotated) = ([a + c, b + d], (b - d).barrett_multiply(*i));
                [sums[0] + sums[1], sums[0] - sums[1], (a - c) + rotated, (a - c) - rotated]
            }
        }
    }

    /// The inverse, times n2.
    #[inline(always)]
    fn inverse<V: I16Vector>(&self, [a, b, c, d]: [V; 4]) -> [V; 4] {
        match self {
            Self::Two => [a + b, a - b, c, d],
            Self::Four(i) => {
                let (even, odd) = ([a + b, c + d], [a - b, (c - d).barrett_multiply(i.negated())]);
                [even[0] + even[1], odd[0] + odd[1], even[0] - even[1], odd[0] - odd[1]]
            }
        }
    }
}

/// What differs between rings.
pub trait Plan: Copy + core::fmt::Debug + Send + Sync + 'static {
    /// The ring.
    type Ring: Ring;
    /// The transform of length n0.
    type First: Transform;
    /// The transform of length n1.
    type Second: Transform;
    /// n0, n1 and n2.
    const INDEX: GoodThomas;
    /// The roots of unity w0 and w1.
    const ROOTS: [i64; 2];
    /// The forward and the inverse transform of length n0.
    const FIRST: &'static [Self::First; 2];
    /// Those of length n1.
    const SECOND: &'static [Self::Second; 2];
    /// That of length n2.
    const EVEN: Even<ModulusOf<Self>>;
    /// What the multiplier is.
    const RECIPE: Recipe;
}

type ModulusOf<P> = <<P as Plan>::Ring as Ring>::Modulus;

/// The multiplier of a plan, with n chunks in `LENGTH` coefficients.
#[derive(Clone, Copy, Debug)]
pub struct GoodOuter<P, const CHUNKS: usize, const LENGTH: usize>(PhantomData<P>);

type Chunks<C, const CHUNKS: usize> = Aligned<[[C; CHUNK]; CHUNKS]>;

impl<P: Plan, const CHUNKS: usize, const LENGTH: usize> GoodOuter<P, CHUNKS, LENGTH> {
    const N0: usize = P::First::LENGTH;
    const N1: usize = P::Second::LENGTH;
    const N2: usize = P::EVEN.length();
    /// Chunks of one i0.
    const ROW: usize = Self::N1 * Self::N2;
    /// Chunks that an operand fills.
    const OCCUPIED: usize = P::Ring::DEGREE.div_ceil(CHUNK);

    /// The weight w0^i0 w1^i1 z of each chunk. The chunk of (i0, i1, i2) is at place (i0 n1 + i1) n2 + i2.
    const WEIGHTS: [Constant<ModulusOf<P>>; CHUNKS] = {
        let q = ModulusOf::<P>::Q as i64;
        let mut weights = [Constant::ZERO; CHUNKS];
        let mut place = 0;
        while place < CHUNKS {
            let (i0, i1, i2) = (place / Self::ROW, place / Self::N2 % Self::N1, place % Self::N2);
            let odd = power(P::ROOTS[0], i0 as u64, q) * power(P::ROOTS[1], i1 as u64, q) % q;
            weights[place] = Constant::new(odd * P::EVEN.root(i2));
            place += 1;
        }
        weights
    };

    /// What the fold makes up for: the transforms leave n, and the products 2^-16.
    const SCALE: Constant<ModulusOf<P>> = {
        assert!(CHUNKS == P::INDEX.length() && CHUNKS == Self::N0 * Self::ROW && LENGTH == CHUNKS * CHUNK);
        assert!(2 * P::Ring::DEGREE - 1 <= LENGTH, "a product does not wrap around");
        Constant::new((1 << 16) * inverse(CHUNKS as i64, ModulusOf::<P>::Q as i64))
    };

    /// The transform of length n2 of the chunks t that are i0 modulo n0 and i1 modulo n1, from the operand to their places.
    #[inline(always)]
    fn forward_columns<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut [[S::Coefficient; CHUNK]; CHUNKS]) {
        let (places, _) = result.as_chunks_mut::<1>();
        for (column, places) in places.chunks_exact_mut(Self::N2).enumerate() {
            for start in (0..CHUNK).step_by(S::Shape::LANES) {
                let mut inputs = [simd.splat(0); 4];
                for (i2, input) in inputs[..Self::N2].iter_mut().enumerate() {
                    let t = P::INDEX.join([column / Self::N1, column % Self::N1, i2]);
                    if t < Self::OCCUPIED {
                        *input = simd.load(&operand[t * CHUNK + start..]);
                    }
                }
                let outputs = P::EVEN.forward(inputs);
                for (output, [place]) in outputs.into_iter().zip(&mut *places) {
                    simd.store(output, &mut place[start..]);
                }
            }
        }
    }

    /// Its inverse, times n2, from the places to the product.
    #[inline(always)]
    fn inverse_columns<S: Simd>(
        simd: S,
        places: &[[S::Coefficient; CHUNK]; CHUNKS],
        result: &mut [S::Coefficient; LENGTH],
    ) {
        for (column, places) in places.chunks_exact(Self::N2).enumerate() {
            for start in (0..CHUNK).step_by(S::Shape::LANES) {
                let mut inputs = [simd.splat(0); 4];
                for (input, place) in inputs.iter_mut().zip(places) {
                    *input = simd.load(&place[start..]);
                }
                let outputs = P::EVEN.inverse(inputs);
                for (i2, output) in outputs[..Self::N2].iter().enumerate() {
                    let t = P::INDEX.join([column / Self::N1, column % Self::N1, i2]);
                    simd.store(output.barrett_reduce::<ModulusOf<P>>(), &mut result[t * CHUNK + start..]);
                }
            }
        }
    }

    /// The transforms of lengths n1 and n0, in place.
    #[inline(always)]
    fn odd_transforms<S: Simd>(simd: S, direction: usize, places: &mut [S::Coefficient]) {
        let (first, second) = (&P::FIRST[direction], &P::SECOND[direction]);
        let (column, row) = (Self::N2 * CHUNK, Self::ROW * CHUNK);
        simd.enter(P::RECIPE.chain[2].name);
        for row in places.chunks_exact_mut(row) {
            for start in (0..column).step_by(S::Shape::LANES) {
                second.in_place(simd, &mut row[start..], column);
            }
        }
        simd.enter(P::RECIPE.chain[3].name);
        for start in (0..row).step_by(S::Shape::LANES) {
            first.in_place(simd, &mut places[start..], row);
        }
    }

    /// The products, in blocks of three columns.
    #[inline(always)]
    fn multiply<S: Simd, const BLOCK: usize>(
        simd: S,
        a: &mut [[S::Coefficient; CHUNK]; CHUNKS],
        b: &[[S::Coefficient; CHUNK]; CHUNKS],
    ) {
        let mut rows = [simd.zero_rows(); BLOCK];
        let weights = const { &Self::WEIGHTS }.as_chunks::<BLOCK>().0;
        for (block, (product, weights)) in a.as_chunks_mut::<BLOCK>().0.iter_mut().zip(weights).enumerate() {
            weighted_convolutions_in_place(
                simd,
                #[inline(always)]
                |i| &b[block * BLOCK + i],
                weights,
                &mut rows,
                product,
            );
        }
    }
}

impl<P: Plan, const CHUNKS: usize, const LENGTH: usize> Multiplier for GoodOuter<P, CHUNKS, LENGTH> {
    type Ring = P::Ring;
    type Transformed<C: Coefficient> = Chunks<C, CHUNKS>;
    type Second<C: Coefficient> = Chunks<C, CHUNKS>;
    type Unfolded<C: Coefficient> = Aligned<[C; LENGTH]>;

    const RECIPE: Recipe = P::RECIPE;

    #[inline(always)]
    fn zero_transformed<S: Simd>(_: S) -> Self::Transformed<S::Coefficient> {
        const { Aligned([[S::ZERO; CHUNK]; CHUNKS]) }
    }

    #[inline(always)]
    fn zero_second<S: Simd>(simd: S) -> Self::Second<S::Coefficient> {
        Self::zero_transformed(simd)
    }

    #[inline(always)]
    fn zero_unfolded<S: Simd>(_: S) -> Self::Unfolded<S::Coefficient> {
        const { Aligned([S::ZERO; LENGTH]) }
    }

    #[inline(never)]
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter(P::RECIPE.chain[1].name);
                Self::forward_columns(simd.narrow(), operand, &mut result.0);
                Self::odd_transforms(simd, 0, result.0.as_flattened_mut());
            },
        );
    }

    #[inline(never)]
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>) {
        let mut widened = const { Aligned([S::ZERO; LENGTH]) };
        widen(simd, operand, &mut widened.0);
        Self::forward(simd, &widened.0, result);
    }

    #[inline(never)]
    fn multiply_transformed<S: Simd>(
        simd: S,
        a: &Self::Transformed<S::Coefficient>,
        b: &Self::Second<S::Coefficient>,
        result: &mut Self::Transformed<S::Coefficient>,
    ) {
        *result = *a;
        Self::multiply_in_place(simd, result, b);
    }

    #[inline(never)]
    fn multiply_in_place<S: Simd>(
        simd: S,
        a: &mut Self::Transformed<S::Coefficient>,
        b: &Self::Second<S::Coefficient>,
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd.enter(P::RECIPE.chain[4].name);
                match P::EVEN {
                    Even::Two => Self::multiply::<S, 6>(simd, &mut a.0, &b.0),
                    Even::Four(_) => Self::multiply::<S, 12>(simd, &mut a.0, &b.0),
                }
            },
        );
    }

    #[inline(never)]
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    ) {
        accumulate::<S, ModulusOf<P>>(simd, sum.0.as_flattened_mut(), term.0.as_flattened());
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
                let places = transformed.0.as_flattened_mut();
                for start in (0..LENGTH).step_by(S::Shape::LANES) {
                    let reduced = simd.load(&places[start..]).barrett_reduce::<ModulusOf<P>>();
                    simd.store(reduced, &mut places[start..]);
                }
                Self::odd_transforms(simd, 1, places);
                simd.enter(P::RECIPE.chain[1].name);
                Self::inverse_columns(simd.narrow(), &transformed.0, &mut result.0);
            },
        );
    }

    #[inline(never)]
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]) {
        fold(simd, &mut product.0, P::Ring::DEGREE, Self::SCALE, result);
    }
}

impl<P: Plan, const CHUNKS: usize, const LENGTH: usize> Symmetric for GoodOuter<P, CHUNKS, LENGTH> {
    #[inline(always)]
    fn as_second<C: Coefficient>(transformed: &Self::Transformed<C>) -> &Self::Second<C> {
        transformed
    }
}

impl<P: Plan, const CHUNKS: usize, const LENGTH: usize> BigByBig for GoodOuter<P, CHUNKS, LENGTH> {
    symmetric!();
}
