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
        fn product_by_prepared(a: &Polynomial<Self>, b: &Prepared<Self>, product: &mut Polynomial<Self>) {
            match &b.0 {
                Operand::Usual(b) => Everywhere::run(ProductByTransformed::<Self::BigByBig>(a, b, product)),
                Operand::Alternative(b) => Others::run(ProductByTransformed::<Self::Alternative>(a, b, product)),
                #[cfg(all(feature = "workbench", not(test)))]
                Operand::Untransformed(b) => multiply_into(a, b, product),
            }
        }

        #[cfg_attr(test, inline)]
        fn sum_of_products(a: [&Polynomial<Self>; 2], [b, d]: [&Prepared<Self>; 2], sum: &mut Polynomial<Self>) {
            match (&b.0, &d.0) {
                (Operand::Usual(b), Operand::Usual(d)) => {
                    Everywhere::run(InnerProduct::<Self::BigByBig>(a, [b, d], sum));
                }
                (Operand::Alternative(b), Operand::Alternative(d)) => {
                    Others::run(InnerProduct::<Self::Alternative>(a, [b, d], sum));
                }
                // Prepared on different backends, or not transformed.
                _ => {
                    let mut term = Polynomial::zero();
                    Self::product_by_prepared(a[0], b, sum);
                    Self::product_by_prepared(a[1], d, &mut term);
                    add(sum, &term);
                }
            }
        }
    };
}
pub(super) use prepared_products;

products! {
    /// The product of a polynomial and a transformed operand.
    ProductByTransformed(&'a Polynomial<M::Ring>, &'a Transformed<M>) by BigByBig: |simd, self| {
        M::product_by_transformed(simd, self.0.padded(), self.1, self.2.padded_mut());
    };
    /// The sum of two products of polynomials and transformed operands, transformed back once.
    InnerProduct([&'a Polynomial<M::Ring>; 2], [&'a Transformed<M>; 2]) by BigByBig: |simd, self| {
        M::inner_product(simd, [self.0[0].padded(), self.0[1].padded()], self.1, self.2.padded_mut());
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
        if !matches!((&self.0, alternative), (Operand::Usual(_), false) | (Operand::Alternative(_), true)) {
            self.replace(alternative);
        }
    }

    /// Replaces the operand by zero, as one of the other multiplier.
    #[inline(never)] // The compiler may build the operand in the stack, which products do without.
    fn replace(&mut self, alternative: bool) {
        let (usual, other) =
            const { (size_of::<Transformed<R::BigByBig>>(), size_of::<Transformed<R::Alternative>>()) };
        match (&self.0, alternative) {
            // A shorter operand does not overwrite all of a longer one, which may be secret.
            (Operand::Usual(_), true) if other < usual => self.clear(),
            (Operand::Alternative(_), false) if usual < other => self.clear(),
            #[cfg(all(feature = "workbench", not(test)))]
            (Operand::Untransformed(_), _) => self.clear(),
            _ => {}
        }
        // Each constant is copied from where it is. A value that the stack held first would bring
        // the padding there, which may be secret.
        if alternative {
            self.0 = const { Operand::Alternative(Zero::ZERO) };
        } else {
            self.0 = const { Operand::Usual(Zero::ZERO) };
        }
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

/// Multiplies as [`multiply_prepared`](super::multiply_prepared) does, and writes the product where
/// it stays.
pub fn multiply_prepared_into<R: Multiply>(a: &Polynomial<R>, b: &Prepared<R>, product: &mut Polynomial<R>) {
    R::product_by_prepared(a, b, product);
}

/// Computes the sum that [`inner_product`](super::inner_product) returns, and writes it where it
/// stays.
pub fn inner_product_into<R: Multiply>(a: [&Polynomial<R>; 2], b: [&Prepared<R>; 2], sum: &mut Polynomial<R>) {
    R::sum_of_products(a, b, sum);
}
