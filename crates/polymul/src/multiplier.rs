//! Multipliers: chains of stages for a ring, as data and as code.
//!
//! A scheme names a ring and calls [`multiply`], or [`prepare`] and [`multiply_prepared`] where one operand stays
//! (a key); which multiplier runs, and on which backend, is chosen here.

pub mod good_rader_outer;
mod recipe;

use core::fmt::Debug;

use crate::dispatch::{self, Task};
use crate::ring::{Polynomial, Ring, Sntrup761};
use crate::simd::{Machine, Simd};

pub use good_rader_outer::GoodRaderOuter;
pub use recipe::{Map, Operands, Recipe};

/// Every multiplier's recipe.
pub const RECIPES: &[&Recipe] = &[&GoodRaderOuter::RECIPE];

/// A value at an address that is a multiple of 64: whole cache lines, whole vectors.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Aligned<T>(pub T);

impl<C, const N: usize> AsRef<[C]> for Aligned<[C; N]> {
    fn as_ref(&self) -> &[C] {
        &self.0
    }
}

impl<C, const N: usize> AsMut<[C]> for Aligned<[C; N]> {
    fn as_mut(&mut self) -> &mut [C] {
        &mut self.0
    }
}

impl<C, const K: usize, const M: usize, const N: usize> AsRef<[C]> for Aligned<[[[C; K]; M]; N]> {
    fn as_ref(&self) -> &[C] {
        self.0.as_flattened().as_flattened()
    }
}

impl<C, const K: usize, const M: usize, const N: usize> AsMut<[C]> for Aligned<[[[C; K]; M]; N]> {
    fn as_mut(&mut self) -> &mut [C] {
        self.0.as_flattened_mut().as_flattened_mut()
    }
}

/// A multiplier for a ring: transform an operand once, multiply transformed operands, transform back, fold.
///
/// The functions are generic over the contract, so that the same code multiplies and is proved. Polynomials are
/// slices of the ring's padded length, zero from the degree on; coefficients are centred.
pub trait Multiplier: Copy + Debug {
    /// The ring.
    type Ring: Ring;
    /// A transformed operand. The same on every backend.
    type Transformed<C: Copy + Debug>: Copy + Debug + AsRef<[C]> + AsMut<[C]>;
    /// The product before the fold, in the ring where it does not wrap around. Unscaled: the fold has the factor.
    type Cyclic<C: Copy + Debug>: Copy + Debug + AsRef<[C]> + AsMut<[C]>;

    /// What the multiplier is.
    const RECIPE: Recipe;

    /// Memory for a transformed operand.
    fn zero_transformed<S: Simd>(simd: S) -> Self::Transformed<S::Coefficient>;

    /// Memory for a product before the fold.
    fn zero_cyclic<S: Simd>(simd: S) -> Self::Cyclic<S::Coefficient>;

    /// Transforms an operand.
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>);

    /// Multiplies transformed operands.
    fn multiply_transformed<S: Simd>(
        simd: S,
        a: &Self::Transformed<S::Coefficient>,
        b: &Self::Transformed<S::Coefficient>,
        result: &mut Self::Transformed<S::Coefficient>,
    );

    /// Transforms a product back. Overwrites `transformed`.
    fn inverse<S: Simd>(
        simd: S,
        transformed: &mut Self::Transformed<S::Coefficient>,
        result: &mut Self::Cyclic<S::Coefficient>,
    );

    /// Reduces a product by the ring's polynomial, scales and centres it. Overwrites `product`.
    fn fold<S: Simd>(simd: S, product: &mut Self::Cyclic<S::Coefficient>, result: &mut [S::Coefficient]);

    /// The product before the fold.
    fn cyclic_product<S: Simd>(
        simd: S,
        a: &[S::Coefficient],
        b: &[S::Coefficient],
        result: &mut Self::Cyclic<S::Coefficient>,
    );

    /// The product.
    #[inline(always)]
    fn product<S: Simd>(simd: S, a: &[S::Coefficient], b: &[S::Coefficient], result: &mut [S::Coefficient]) {
        let mut cyclic = Self::zero_cyclic(simd);
        Self::cyclic_product(simd, a, b, &mut cyclic);
        Self::fold(simd, &mut cyclic, result);
    }
}

/// A ring that has a multiplier.
pub trait Multiply: Ring {
    /// An operand that has been transformed. The same on every backend.
    type Transformed: Copy + Debug + Send + Sync;

    /// Transforms an operand.
    fn prepare<S: Machine>(simd: S, operand: &Polynomial<Self>) -> Self::Transformed;

    /// The product of `a` and a transformed operand.
    fn multiply_prepared<S: Machine>(simd: S, a: &Polynomial<Self>, b: &Self::Transformed) -> Polynomial<Self>;

    /// The product.
    fn multiply<S: Machine>(simd: S, a: &Polynomial<Self>, b: &Polynomial<Self>) -> Polynomial<Self>;
}

impl Multiply for Sntrup761 {
    type Transformed = <GoodRaderOuter as Multiplier>::Transformed<i16>;

    fn prepare<S: Machine>(simd: S, operand: &Polynomial<Self>) -> Self::Transformed {
        let mut transformed = GoodRaderOuter::zero_transformed(simd);
        GoodRaderOuter::forward(simd, operand.padded(), &mut transformed);
        transformed
    }

    fn multiply_prepared<S: Machine>(simd: S, a: &Polynomial<Self>, b: &Self::Transformed) -> Polynomial<Self> {
        let a = Self::prepare(simd, a);
        let mut product = GoodRaderOuter::zero_transformed(simd);
        let mut cyclic = GoodRaderOuter::zero_cyclic(simd);
        let mut result = Polynomial::zero();
        GoodRaderOuter::multiply_transformed(simd, &a, b, &mut product);
        GoodRaderOuter::inverse(simd, &mut product, &mut cyclic);
        GoodRaderOuter::fold(simd, &mut cyclic, result.padded_mut());
        result
    }

    fn multiply<S: Machine>(simd: S, a: &Polynomial<Self>, b: &Polynomial<Self>) -> Polynomial<Self> {
        let mut result = Polynomial::zero();
        GoodRaderOuter::product(simd, a.padded(), b.padded(), result.padded_mut());
        result
    }
}

/// The product of two polynomials, on the chosen backend.
///
/// ```
/// use vectru_polymul::{multiplier::multiply, ring::{Polynomial, Sntrup761}};
/// let a = Polynomial::<Sntrup761>::from_fn(|k| k as i16);
/// let b = Polynomial::<Sntrup761>::from_fn(|k| 1 - (k % 3) as i16);
/// assert_eq!(multiply(&a, &b), a.schoolbook(&b));
/// ```
pub fn multiply<R: Multiply>(a: &Polynomial<R>, b: &Polynomial<R>) -> Polynomial<R> {
    struct Product<'a, R: Ring>(&'a Polynomial<R>, &'a Polynomial<R>);
    impl<R: Multiply> Task for Product<'_, R> {
        type Output = Polynomial<R>;
        fn run<S: Machine>(self, simd: S) -> Polynomial<R> {
            R::multiply(simd, self.0, self.1)
        }
    }
    dispatch::run(Product(a, b))
}

/// A polynomial that has been transformed, for many products with it.
#[derive(Clone, Copy, Debug)]
pub struct Prepared<R: Multiply>(R::Transformed);

/// Transforms `operand` once, for [`multiply_prepared`]. The result serves every backend.
pub fn prepare<R: Multiply>(operand: &Polynomial<R>) -> Prepared<R> {
    struct Preparation<'a, R: Ring>(&'a Polynomial<R>);
    impl<R: Multiply> Task for Preparation<'_, R> {
        type Output = Prepared<R>;
        fn run<S: Machine>(self, simd: S) -> Prepared<R> {
            Prepared(R::prepare(simd, self.0))
        }
    }
    dispatch::run(Preparation(operand))
}

/// The product of `a` and a prepared operand, on the chosen backend.
pub fn multiply_prepared<R: Multiply>(a: &Polynomial<R>, b: &Prepared<R>) -> Polynomial<R> {
    struct Product<'a, R: Multiply>(&'a Polynomial<R>, &'a Prepared<R>);
    impl<R: Multiply> Task for Product<'_, R> {
        type Output = Polynomial<R>;
        fn run<S: Machine>(self, simd: S) -> Polynomial<R> {
            R::multiply_prepared(simd, self.0, &self.1.0)
        }
    }
    dispatch::run(Product(a, b))
}
