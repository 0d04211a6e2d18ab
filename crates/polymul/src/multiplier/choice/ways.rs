//! The ways in which a ring chooses among its multipliers: one multiplier on all backends
//! ([`Always`]), an alternative on some of them ([`OnSome`]), or either with prepared operands that
//! stay as they are ([`Untransformed`]).

use core::fmt::Debug;
use core::marker::PhantomData;

use super::add;
use crate::dispatch::{self, Backend, Task, only::Backends};
use crate::multiplier::{BigByBig, Multiplier, Recipe};
use crate::ring::{Polynomial, Ring, Small};
use crate::simd::{Machine, Zero};

/// A way to choose among multipliers: the products of a ring, each computed on the chosen backend.
///
/// The multipliers are as fast for small operands as any multiplier that accepts small ones only.
pub trait Choice {
    /// The ring.
    type Ring: Ring;
    /// The memory of an operand that is prepared for many products. It remembers its multiplier, so
    /// that it serves every backend.
    type Prepared: Zero + Debug + Send + Sync;

    /// Returns the multiplier that products run on the backend.
    fn recipe(backend: Backend) -> Recipe;

    /// Multiplies two polynomials.
    fn product(a: &Polynomial<Self::Ring>, b: &Polynomial<Self::Ring>, product: &mut Polynomial<Self::Ring>);

    /// Multiplies a polynomial and a small one.
    fn product_by_small(a: &Polynomial<Self::Ring>, b: &Small<Self::Ring>, product: &mut Polynomial<Self::Ring>);

    /// Prepares an operand for many products.
    fn transform(operand: &Polynomial<Self::Ring>, prepared: &mut Self::Prepared);

    /// Multiplies a polynomial and a prepared operand.
    fn product_by_prepared(a: &Polynomial<Self::Ring>, b: &Self::Prepared, product: &mut Polynomial<Self::Ring>);

    /// Adds up two products of polynomials and prepared operands. The sum is transformed back once,
    /// unless the operands were prepared for different multipliers.
    fn sum_of_products(a: [&Polynomial<Self::Ring>; 2], b: [&Self::Prepared; 2], sum: &mut Polynomial<Self::Ring>);
}

/// Adds up two products of polynomials and prepared operands, each transformed back by itself.
fn separate_products<C: Choice + ?Sized>(
    a: [&Polynomial<C::Ring>; 2],
    b: [&C::Prepared; 2],
    sum: &mut Polynomial<C::Ring>,
) {
    let mut term = Polynomial::zero();
    C::product_by_prepared(a[0], b[0], sum);
    C::product_by_prepared(a[1], b[1], &mut term);
    add(sum, &term);
}

/// The multiplier `M` on every backend.
#[derive(Debug)]
pub struct Always<M>(PhantomData<M>);

impl<M: BigByBig<Transformed<i16>: Zero>> Choice for Always<M> {
    type Ring = M::Ring;
    type Prepared = Transformed<M>;

    fn recipe(_: Backend) -> Recipe {
        M::RECIPE
    }

    #[inline]
    fn product(a: &Polynomial<M::Ring>, b: &Polynomial<M::Ring>, product: &mut Polynomial<M::Ring>) {
        dispatch::run(Product::<M>(a, b, product));
    }

    #[inline]
    fn product_by_small(a: &Polynomial<M::Ring>, b: &Small<M::Ring>, product: &mut Polynomial<M::Ring>) {
        dispatch::run(ProductBySmall::<M>(a, b, product));
    }

    #[inline]
    fn transform(operand: &Polynomial<M::Ring>, prepared: &mut Self::Prepared) {
        dispatch::run(Forward::<M>(operand, prepared));
    }

    #[inline]
    fn product_by_prepared(a: &Polynomial<M::Ring>, b: &Self::Prepared, product: &mut Polynomial<M::Ring>) {
        dispatch::run(ProductByTransformed::<M>(a, b, product));
    }

    #[inline]
    fn sum_of_products(a: [&Polynomial<M::Ring>; 2], b: [&Self::Prepared; 2], sum: &mut Polynomial<M::Ring>) {
        dispatch::run(InnerProduct::<M>(a, b, sum));
    }
}

/// The multiplier `A` on the backends `B`, for which alone it is compiled, and `M` on the others.
#[derive(Debug)]
pub struct OnSome<M, A, B>(PhantomData<(M, A, B)>);

/// An operand that was transformed by one of two multipliers.
#[derive(Clone, Copy, Debug)]
pub enum Either<M, A> {
    /// An operand of the usual multiplier.
    Usual(M),
    /// An operand of the alternative.
    Alternative(A),
}

impl<M: Zero, A: Zero> Zero for Either<M, A> {
    const ZERO: Self = Self::Usual(Zero::ZERO);

    fn clear(&mut self) {
        match self {
            Self::Usual(operand) => operand.clear(),
            Self::Alternative(operand) => operand.clear(),
        }
    }
}

impl<M: Zero, A: Zero> Either<M, A> {
    /// Replaces the operand by zero, as an operand of the chosen multiplier, unless it already
    /// belongs to that multiplier.
    #[inline(always)]
    fn choose(&mut self, alternative: bool) {
        if matches!(self, Self::Alternative(_)) != alternative {
            self.replace(alternative);
        }
    }

    /// Replaces the operand by zero, as an operand of the other multiplier.
    #[inline(never)] // The compiler may build the operand in the stack, which products do without.
    fn replace(&mut self, alternative: bool) {
        // A shorter operand would not overwrite all of a longer one, which may be secret.
        let shorter = if alternative { size_of::<A>() < size_of::<M>() } else { size_of::<M>() < size_of::<A>() };
        if shorter {
            self.clear();
        }
        // Each constant is copied from where it is. A value that is built in the stack first would
        // carry padding from there, which may be secret.
        if alternative {
            *self = const { Self::Alternative(Zero::ZERO) };
        } else {
            *self = const { Self::Usual(Zero::ZERO) };
        }
    }
}

impl<M, A, B> Choice for OnSome<M, A, B>
where
    M: BigByBig<Transformed<i16>: Zero>,
    A: BigByBig<Ring = M::Ring, Transformed<i16>: Zero>,
    B: Backends,
{
    type Ring = M::Ring;
    type Prepared = Either<Transformed<M>, Transformed<A>>;

    fn recipe(backend: Backend) -> Recipe {
        if B::contain(backend) { A::RECIPE } else { M::RECIPE }
    }

    #[inline]
    fn product(a: &Polynomial<M::Ring>, b: &Polynomial<M::Ring>, product: &mut Polynomial<M::Ring>) {
        if B::contain(dispatch::backend()) {
            B::run(Product::<A>(a, b, product));
        } else {
            dispatch::run(Product::<M>(a, b, product));
        }
    }

    #[inline]
    fn product_by_small(a: &Polynomial<M::Ring>, b: &Small<M::Ring>, product: &mut Polynomial<M::Ring>) {
        if B::contain(dispatch::backend()) {
            B::run(ProductBySmall::<A>(a, b, product));
        } else {
            dispatch::run(ProductBySmall::<M>(a, b, product));
        }
    }

    #[inline]
    fn transform(operand: &Polynomial<M::Ring>, prepared: &mut Self::Prepared) {
        prepared.choose(B::contain(dispatch::backend()));
        match prepared {
            Either::Usual(transformed) => dispatch::run(Forward::<M>(operand, transformed)),
            Either::Alternative(transformed) => B::run(Forward::<A>(operand, transformed)),
        }
    }

    #[inline]
    fn product_by_prepared(a: &Polynomial<M::Ring>, b: &Self::Prepared, product: &mut Polynomial<M::Ring>) {
        match b {
            Either::Usual(b) => dispatch::run(ProductByTransformed::<M>(a, b, product)),
            Either::Alternative(b) => B::run(ProductByTransformed::<A>(a, b, product)),
        }
    }

    #[inline]
    fn sum_of_products(a: [&Polynomial<M::Ring>; 2], b: [&Self::Prepared; 2], sum: &mut Polynomial<M::Ring>) {
        match b {
            [Either::Usual(b), Either::Usual(d)] => dispatch::run(InnerProduct::<M>(a, [b, d], sum)),
            [Either::Alternative(b), Either::Alternative(d)] => B::run(InnerProduct::<A>(a, [b, d], sum)),
            // The operands were prepared for different multipliers.
            _ => separate_products::<Self>(a, b, sum),
        }
    }
}

/// The multipliers of another choice, with prepared operands that stay as they are, in the memory
/// of a polynomial.
#[derive(Debug)]
pub struct Untransformed<C>(PhantomData<C>);

impl<C: Choice> Choice for Untransformed<C> {
    type Ring = C::Ring;
    type Prepared = Polynomial<C::Ring>;

    fn recipe(backend: Backend) -> Recipe {
        C::recipe(backend)
    }

    #[inline]
    fn product(a: &Polynomial<C::Ring>, b: &Polynomial<C::Ring>, product: &mut Polynomial<C::Ring>) {
        C::product(a, b, product);
    }

    #[inline]
    fn product_by_small(a: &Polynomial<C::Ring>, b: &Small<C::Ring>, product: &mut Polynomial<C::Ring>) {
        C::product_by_small(a, b, product);
    }

    #[inline]
    fn transform(operand: &Polynomial<C::Ring>, prepared: &mut Self::Prepared) {
        *prepared = *operand;
    }

    #[inline]
    fn product_by_prepared(a: &Polynomial<C::Ring>, b: &Self::Prepared, product: &mut Polynomial<C::Ring>) {
        C::product(a, b, product);
    }

    #[inline]
    fn sum_of_products(a: [&Polynomial<C::Ring>; 2], b: [&Self::Prepared; 2], sum: &mut Polynomial<C::Ring>) {
        separate_products::<Self>(a, b, sum);
    }
}

type Transformed<M> = <M as Multiplier>::Transformed<i16>;

/// Declares tasks that write a product: the operands, the kind of multiplier `M` that computes it,
/// and the computation. The product is written to its final place, because each function that
/// returned it would copy it.
macro_rules! products {
    ($(
        $(#[$doc:meta])*
        $task:ident($($field:ty),+) by $bound:ident: |$simd:ident, $self:ident| $body:expr;
    )*) => {$(
        $(#[$doc])*
        pub(super) struct $task<'a, M: Multiplier>($(pub(super) $field,)+ pub(super) &'a mut Polynomial<M::Ring>);

        impl<M: $bound> Task for $task<'_, M> {
            type Output = ();

            fn run<S: Machine>($self, $simd: S) {
                $body
            }
        }
    )*};
}

products! {
    /// The product of two polynomials.
    Product(&'a Polynomial<M::Ring>, &'a Polynomial<M::Ring>) by BigByBig: |simd, self| {
        M::product(simd, self.0.padded(), self.1.padded(), self.2.padded_mut());
    };
    /// The product of a polynomial and a small one.
    ProductBySmall(&'a Polynomial<M::Ring>, &'a Small<M::Ring>) by Multiplier: |simd, self| {
        M::product_by_small(simd, self.0.padded(), self.1.padded(), self.2.padded_mut());
    };

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
struct Forward<'a, M: Multiplier>(&'a Polynomial<M::Ring>, &'a mut Transformed<M>);

impl<M: Multiplier> Task for Forward<'_, M> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        M::forward(simd, self.0.padded(), self.1);
    }
}
