//! The choice of a multiplier for each ring and backend, and the products that schemes call.

use super::{BigByBig, Multiplier, Recipe, multiply_by_small_with, multiply_with};
use crate::dispatch::{self, Backend, Task};
use crate::modular::Modulus;
use crate::multiplier;
use crate::ring::{self, Polynomial, Ring, Small};
use crate::simd::{Machine, Zero};

/// A ring that has multipliers, with the fastest of them: the choice is a measurement, in `docs/multipliers.md`.
///
/// Both multiply small operands as fast as any multiplier that takes nothing else.
pub trait Multiply: Ring {
    /// The fastest on most backends.
    type BigByBig: BigByBig<Ring = Self, Transformed<i16>: Zero>;
    /// The fastest on the others.
    type Alternative: BigByBig<Ring = Self, Transformed<i16>: Zero>;

    /// Whether the backend is one of the others.
    fn takes_alternative(backend: Backend) -> bool;

    /// [`multiply`] in this ring. This function and the next ones are the ring's own, so that its multipliers are compiled once, with
    /// this crate, and not with every program.
    fn product(a: &Polynomial<Self>, b: &Polynomial<Self>) -> Polynomial<Self>;

    /// [`multiply_by_small`] in this ring.
    fn product_by_small(a: &Polynomial<Self>, b: &Small<Self>) -> Polynomial<Self>;

    /// [`Prepared::set`] in this ring.
    fn transform(operand: &Polynomial<Self>, prepared: &mut Prepared<Self>);

    /// [`multiply_prepared`] in this ring.
    fn product_by_prepared(a: &Polynomial<Self>, b: &Prepared<Self>) -> Polynomial<Self>;

    /// [`inner_product`] in this ring.
    fn sum_of_products(a: [&Polynomial<Self>; 2], b: [&Prepared<Self>; 2]) -> Polynomial<Self>;
}

/// Declares the choice for rings: the feature that compiles it; the multiplier; the alternative, and the backends that take it.
macro_rules! choices {
    ($($feature:literal $ring:ident: $usual:ident $(, $alternative:ident: $($backend:ident)|+)?;
        $($operands:ident $multiplier:ident),+;)*) => {$(
        #[cfg(feature = $feature)]
        impl Multiply for ring::$ring {
            type BigByBig = multiplier::$usual;
            type Alternative = choices!(@last $usual $(, $alternative)?);
            fn takes_alternative(backend: Backend) -> bool {
                match backend {
                    $($(Backend::$backend)|+ => true,)?
                    _ => false,
                }
            }

            fn product(a: &Polynomial<Self>, b: &Polynomial<Self>) -> Polynomial<Self> {
                if Self::takes_alternative(dispatch::backend()) {
                    multiply_with::<Self::Alternative>(a, b)
                } else {
                    multiply_with::<Self::BigByBig>(a, b)
                }
            }

            fn product_by_small(a: &Polynomial<Self>, b: &Small<Self>) -> Polynomial<Self> {
                if Self::takes_alternative(dispatch::backend()) {
                    multiply_by_small_with::<Self::Alternative>(a, b)
                } else {
                    multiply_by_small_with::<Self::BigByBig>(a, b)
                }
            }

            fn transform(operand: &Polynomial<Self>, prepared: &mut Prepared<Self>) {
                prepared.choose(Self::takes_alternative(dispatch::backend()));
                match &mut prepared.0 {
                    Operand::Usual(transformed) => forward::<Self::BigByBig>(operand, transformed),
                    Operand::Alternative(transformed) => forward::<Self::Alternative>(operand, transformed),
                }
            }

            fn product_by_prepared(a: &Polynomial<Self>, b: &Prepared<Self>) -> Polynomial<Self> {
                match &b.0 {
                    Operand::Usual(b) => multiply_transformed_with::<Self::BigByBig>(a, b),
                    Operand::Alternative(b) => multiply_transformed_with::<Self::Alternative>(a, b),
                }
            }

            fn sum_of_products(a: [&Polynomial<Self>; 2], [b, d]: [&Prepared<Self>; 2]) -> Polynomial<Self> {
                match (&b.0, &d.0) {
                    (Operand::Usual(b), Operand::Usual(d)) => inner_product_with::<Self::BigByBig>(a, [b, d]),
                    (Operand::Alternative(b), Operand::Alternative(d)) => {
                        inner_product_with::<Self::Alternative>(a, [b, d])
                    }
                    // Prepared on different backends.
                    _ => sum(&Self::product_by_prepared(a[0], b), &Self::product_by_prepared(a[1], d)),
                }
            }
        }
    )*};
    (@last $usual:ident) => { multiplier::$usual };
    (@last $usual:ident, $alternative:ident) => { multiplier::$alternative };
}

crate::for_each_multiplier!(choices);

/// The multiplier that products in the ring run on the backend.
///
/// ```
/// use vectru_polymul::{dispatch::Backend, multiplier::chosen, ring::Sntrup761};
/// assert_eq!(chosen::<Sntrup761>(Backend::Avx2).name, "good-infinity-outer");
/// ```
pub fn chosen<R: Multiply>(backend: Backend) -> Recipe {
    if R::takes_alternative(backend) { R::Alternative::RECIPE } else { R::BigByBig::RECIPE }
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
    R::product(a, b)
}

/// The product of a polynomial and a small one, on the chosen backend.
///
/// ```
/// use vectru_polymul::{multiplier::multiply_by_small, ring::{Polynomial, Small, Sntrup761}};
/// let a = Polynomial::<Sntrup761>::from_fn(|k| k as i16);
/// let b = Small::<Sntrup761>::from_fn(|k| 1 - (k % 3) as i8);
/// assert_eq!(multiply_by_small(&a, &b), a.schoolbook(&b.to_polynomial()));
/// ```
pub fn multiply_by_small<R: Multiply>(a: &Polynomial<R>, b: &Small<R>) -> Polynomial<R> {
    R::product_by_small(a, b)
}

/// A polynomial that has been transformed, for many products with it. It remembers by which multiplier, so that it serves
/// every backend.
#[derive(Clone, Copy, Debug)]
pub struct Prepared<R: Multiply>(Operand<Transformed<R::BigByBig>, Transformed<R::Alternative>>);

type Transformed<M> = <M as Multiplier>::Transformed<i16>;

#[derive(Clone, Copy, Debug)]
enum Operand<A, B> {
    Usual(A),
    Alternative(B),
}

impl<R: Multiply> Prepared<R> {
    /// The transform of zero: memory for [`set`](Self::set), which lets large operands be made where they stay.
    pub const ZERO: Self = Self(Operand::Usual(Zero::ZERO));

    /// Becomes an operand of the chosen multiplier, if it is one of the other: zero.
    #[inline(always)]
    fn choose(&mut self, alternative: bool) {
        if alternative != matches!(self.0, Operand::Alternative(_)) {
            self.clear();
            self.0 = if alternative { Operand::Alternative(Zero::ZERO) } else { Operand::Usual(Zero::ZERO) };
        }
    }

    /// Becomes the transform of another operand.
    pub fn set(&mut self, operand: &Polynomial<R>) {
        R::transform(operand, self);
    }

    /// Overwrites the operand by zeros, for one that is secret.
    pub fn clear(&mut self) {
        match &mut self.0 {
            Operand::Usual(operand) => *operand = Zero::ZERO,
            Operand::Alternative(operand) => *operand = Zero::ZERO,
        }
    }
}

/// Transforms `operand` once, for [`multiply_prepared`]. The result serves every backend, and is fastest on that which made it.
pub fn prepare<R: Multiply>(operand: &Polynomial<R>) -> Prepared<R> {
    let mut prepared = Prepared::ZERO;
    prepared.set(operand);
    prepared
}

/// The transform of `operand`, on the chosen backend.
fn forward<M: Multiplier>(operand: &Polynomial<M::Ring>, transformed: &mut Transformed<M>) {
    struct Forward<'a, M: Multiplier>(&'a Polynomial<M::Ring>, &'a mut Transformed<M>);
    impl<M: Multiplier> Task for Forward<'_, M> {
        type Output = ();
        fn run<S: Machine>(self, simd: S) {
            M::forward(simd, self.0.padded(), self.1);
        }
    }
    dispatch::run(Forward::<M>(operand, transformed));
}

/// The product of `a` and a prepared operand, on the chosen backend.
pub fn multiply_prepared<R: Multiply>(a: &Polynomial<R>, b: &Prepared<R>) -> Polynomial<R> {
    R::product_by_prepared(a, b)
}

/// The product of `a` and an operand that `M` has transformed.
fn multiply_transformed_with<M: BigByBig>(a: &Polynomial<M::Ring>, b: &Transformed<M>) -> Polynomial<M::Ring> {
    struct Product<'a, M: Multiplier>(&'a Polynomial<M::Ring>, &'a Transformed<M>);
    impl<M: BigByBig> Task for Product<'_, M> {
        type Output = Polynomial<M::Ring>;
        fn run<S: Machine>(self, simd: S) -> Self::Output {
            let mut result = Polynomial::zero();
            M::with_unfolded(
                simd,
                #[inline(always)]
                |unfolded| {
                    M::unfolded_product_by_transformed(simd, self.0.padded(), self.1, unfolded);
                    M::fold(simd, unfolded, result.padded_mut());
                },
            );
            result
        }
    }
    dispatch::run(Product::<M>(a, b))
}

/// The sum of two products, `a[0] b[0] + a[1] b[1]`, of polynomials and prepared operands, on the chosen backend. It is transformed back
/// once.
///
/// ```
/// use vectru_polymul::{multiplier::{inner_product, multiply, prepare}, ring::{Polynomial, Sntrup761}};
/// let [a, b] = [3, 5].map(|c| Polynomial::<Sntrup761>::from_fn(|k| (c * k) as i16 % 100));
/// let one = Polynomial::<Sntrup761>::from_fn(|k| (k == 0) as i16);
/// let sum = inner_product([&a, &one], [&prepare(&b), &prepare(&one)]);
/// assert_eq!(sum[0] - 1, multiply(&a, &b)[0]);
/// assert_eq!(sum[1], multiply(&a, &b)[1]);
/// ```
pub fn inner_product<R: Multiply>(a: [&Polynomial<R>; 2], b: [&Prepared<R>; 2]) -> Polynomial<R> {
    R::sum_of_products(a, b)
}

/// [`inner_product`] of operands that `M` has transformed.
fn inner_product_with<M: BigByBig>(a: [&Polynomial<M::Ring>; 2], b: [&Transformed<M>; 2]) -> Polynomial<M::Ring> {
    struct Products<'a, M: Multiplier>([&'a Polynomial<M::Ring>; 2], [&'a Transformed<M>; 2]);
    impl<M: BigByBig> Task for Products<'_, M> {
        type Output = Polynomial<M::Ring>;
        fn run<S: Machine>(self, simd: S) -> Self::Output {
            let Self(a, b) = self;
            let mut result = Polynomial::zero();
            M::with_operands(
                simd,
                #[inline(always)]
                |sum, second| {
                    M::forward_second(simd, a[0].padded(), second);
                    M::multiply_transformed(simd, b[0], second, sum);
                    M::with_operands(
                        simd,
                        #[inline(always)]
                        |product, second| {
                            M::forward_second(simd, a[1].padded(), second);
                            M::multiply_transformed(simd, b[1], second, product);
                            M::accumulate(simd, sum, product);
                        },
                    );
                    M::with_unfolded(
                        simd,
                        #[inline(always)]
                        |unfolded| {
                            M::inverse(simd, sum, unfolded);
                            M::fold(simd, unfolded, result.padded_mut());
                        },
                    );
                },
            );
            result
        }
    }
    dispatch::run(Products::<M>(a, b))
}

/// The sum of two centred polynomials, centred without a branch.
fn sum<R: Ring>(a: &Polynomial<R>, b: &Polynomial<R>) -> Polynomial<R> {
    let q = R::Modulus::Q as i32;
    Polynomial::from_fn(|k| {
        let sum = a[k] as i32 + b[k] as i32;
        let (above, below) = (((q - 1) / 2 - sum) >> 31, (sum + q / 2) >> 31);
        (sum - (q & above) + (q & below)) as i16
    })
}
