//! Operands that are transformed once for many products.

#[cfg(all(feature = "workbench", not(test)))]
use super::forced;
use super::{BigByBig, Multiplier, Multiply};
use crate::dispatch::Task;
use crate::ring::Polynomial;
use crate::simd::{Machine, Zero};

/// Implements the functions of [`Multiply`] for prepared operands.
macro_rules! prepared_products {
    () => {
        #[cfg_attr(test, inline)]
        fn transform(operand: &Polynomial<Self>, prepared: &mut Prepared<Self>) {
            prepared.choose(Self::takes_alternative(dispatch::backend()));
            match &mut prepared.0 {
                Operand::Usual(transformed) => {
                    Everywhere::run(Forward::<Self::BigByBig>(operand, transformed));
                }
                Operand::Alternative(transformed) => {
                    Others::run(Forward::<Self::Alternative>(operand, transformed));
                }
                #[cfg(all(feature = "workbench", not(test)))]
                Operand::Untransformed(polynomial) => *polynomial = *operand,
            }
        }

        #[cfg_attr(test, inline)]
        fn product_by_prepared(a: &Polynomial<Self>, b: &Prepared<Self>) -> Polynomial<Self> {
            match &b.0 {
                Operand::Usual(b) => Everywhere::run(ProductByTransformed::<Self::BigByBig>(a, b)),
                Operand::Alternative(b) => Others::run(ProductByTransformed::<Self::Alternative>(a, b)),
                #[cfg(all(feature = "workbench", not(test)))]
                Operand::Untransformed(b) => multiply(a, b),
            }
        }

        #[cfg_attr(test, inline)]
        fn sum_of_products(a: [&Polynomial<Self>; 2], [b, d]: [&Prepared<Self>; 2]) -> Polynomial<Self> {
            match (&b.0, &d.0) {
                (Operand::Usual(b), Operand::Usual(d)) => Everywhere::run(InnerProduct::<Self::BigByBig>(a, [b, d])),
                (Operand::Alternative(b), Operand::Alternative(d)) => {
                    Others::run(InnerProduct::<Self::Alternative>(a, [b, d]))
                }
                // Prepared on different backends, or not transformed.
                _ => sum(&Self::product_by_prepared(a[0], b), &Self::product_by_prepared(a[1], d)),
            }
        }
    };
}
pub(super) use prepared_products;

products! {
    /// The product of a polynomial and a transformed operand.
    ProductByTransformed(&'a Polynomial<M::Ring>, &'a Transformed<M>) by BigByBig: |simd, self, result| {
        M::product_by_transformed(simd, self.0.padded(), self.1, result)
    };
    /// The sum of two products of polynomials and transformed operands, transformed back once.
    InnerProduct([&'a Polynomial<M::Ring>; 2], [&'a Transformed<M>; 2]) by BigByBig: |simd, self, result| {
        M::inner_product(simd, [self.0[0].padded(), self.0[1].padded()], self.1, result)
    };
}

/// The transform of an operand.
pub(super) struct Forward<'a, M: Multiplier>(pub(super) &'a Polynomial<M::Ring>, pub(super) &'a mut Transformed<M>);

impl<M: Multiplier> Task for Forward<'_, M> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        M::forward(simd, self.0.padded(), self.1);
    }
}

/// A transformed polynomial, for many products with it. It remembers its multiplier, so that it
/// serves every backend.
#[derive(Clone, Copy, Debug)]
pub struct Prepared<R: Multiply>(pub(super) Operand<R>);

pub(super) type Transformed<M> = <M as Multiplier>::Transformed<i16>;

#[derive(Clone, Copy, Debug)]
pub(super) enum Operand<R: Multiply> {
    Usual(Transformed<R::BigByBig>),
    Alternative(Transformed<R::Alternative>),
    /// An operand that was prepared while a multiplier was forced.
    #[cfg(all(feature = "workbench", not(test)))]
    Untransformed(Polynomial<R>),
}

impl<R: Multiply> Prepared<R> {
    /// The transform of zero: memory for [`set`](Self::set), which lets large operands be made
    /// where they stay.
    pub const ZERO: Self = Self(Operand::Usual(Zero::ZERO));

    /// Replaces the operand by zero, as an operand of the chosen multiplier, if it is none.
    #[inline(always)]
    pub(super) fn choose(&mut self, alternative: bool) {
        let (usual, other) =
            const { (size_of::<Transformed<R::BigByBig>>(), size_of::<Transformed<R::Alternative>>()) };
        match (&self.0, alternative) {
            (Operand::Usual(_), false) | (Operand::Alternative(_), true) => return,
            // A shorter operand does not overwrite all of a longer one, which may be secret.
            (Operand::Usual(_), true) if other < usual => self.clear(),
            (Operand::Alternative(_), false) if usual < other => self.clear(),
            #[cfg(all(feature = "workbench", not(test)))]
            (Operand::Untransformed(_), _) => self.clear(),
            _ => {}
        }
        // Constants are copied from where they are. A value would be built in the stack, and its
        // padding there, which may be secret, would be copied to the operand.
        self.0 =
            if alternative { const { Operand::Alternative(Zero::ZERO) } } else { const { Operand::Usual(Zero::ZERO) } };
    }

    /// Replaces the operand by the transform of another.
    pub fn set(&mut self, operand: &Polynomial<R>) {
        #[cfg(all(feature = "workbench", not(test)))]
        if forced::<R>().is_some() {
            self.clear();
            self.0 = Operand::Untransformed(*operand);
            return;
        }
        R::transform(operand, self);
    }

    /// Overwrites the operand by zeros, if it is secret.
    pub fn clear(&mut self) {
        match &mut self.0 {
            Operand::Usual(operand) => *operand = Zero::ZERO,
            Operand::Alternative(operand) => *operand = Zero::ZERO,
            #[cfg(all(feature = "workbench", not(test)))]
            Operand::Untransformed(operand) => *operand = Polynomial::zero(),
        }
    }
}

/// Multiplies `a` and a prepared operand on the chosen backend.
pub fn multiply_prepared<R: Multiply>(a: &Polynomial<R>, b: &Prepared<R>) -> Polynomial<R> {
    R::product_by_prepared(a, b)
}

/// Returns `a[0] b[0] + a[1] b[1]` for polynomials and prepared operands, computed on the chosen
/// backend. The sum is transformed back once.
///
/// ```
/// use vectru_polymul::multiplier::{inner_product, multiply, prepare};
/// use vectru_polymul::ring::{Polynomial, Sntrup761};
/// let [a, b] = [3, 5].map(|c| Polynomial::<Sntrup761>::from_fn(|k| (c * k) as i16 % 100));
/// let one = Polynomial::<Sntrup761>::from_fn(|k| (k == 0) as i16);
/// let sum = inner_product([&a, &one], [&prepare(&b), &prepare(&one)]);
/// assert_eq!(sum[0] - 1, multiply(&a, &b)[0]);
/// assert_eq!(sum[1], multiply(&a, &b)[1]);
/// ```
pub fn inner_product<R: Multiply>(a: [&Polynomial<R>; 2], b: [&Prepared<R>; 2]) -> Polynomial<R> {
    R::sum_of_products(a, b)
}
