//! Products in a module over a ring: rows of big polynomials by columns of small ones, as schemes
//! over module lattices need them.
//!
//! ```text
//! R^l x R^l -> R,   (a, s) -> a_1 s_1 + ... + a_l s_l,   l <= 4
//! ```
//!
//! Each operand is transformed once, whatever the number of products it is in; a row is summed up
//! in the transformed domain and transformed back once. For a matrix of l rows these are l^2 + l
//! forward and l inverse transforms, l + l if the matrix was prepared, where l^2 single products
//! take 2 l^2 and l^2.
//!
//! A multiplier for small operands is enough here, so that a ring chooses one for its modules apart
//! from that of its other products. It is the same on every backend.
//!
//! Source: `[CHK+21]`.

#[cfg(not(feature = "small"))]
use super::CooleyTukeyTwoPrimes;
use super::Multiplier;
#[cfg(feature = "small")]
use super::ToeplitzWholeSaber;
use crate::dispatch::{self, Task};
use crate::ring::{self, Polynomial, Ring, Small};
use crate::simd::{Machine, Zero};

/// The largest rank l of a module.
pub const LARGEST_RANK: usize = 4;

type Big<R> = <<R as Module>::Multiplier as Multiplier>::Transformed<i16>;
type Second<R> = <<R as Module>::Multiplier as Multiplier>::Second<i16>;

/// A ring with the multiplier for its modules. The functions are not generic, so that they are
/// compiled once, with this crate.
pub trait Module: Ring {
    /// The multiplier. Sums of [`LARGEST_RANK`] products are within its bounds.
    type Multiplier: Multiplier<Ring = Self, Transformed<i16>: Zero, Second<i16>: Zero>;

    /// Transforms as [`PreparedBig::set`] does.
    fn transform_big(operand: &Polynomial<Self>, result: &mut PreparedBig<Self>);

    /// Transforms as [`PreparedSmall::set`] does.
    fn transform_small(operand: &Small<Self>, result: &mut PreparedSmall<Self>);

    /// Multiplies as [`inner_product_by_small_into`] does.
    fn sum(row: &[&PreparedBig<Self>], column: &[&PreparedSmall<Self>], sum: &mut Polynomial<Self>);
}

/// A transformed big polynomial: an entry of a row.
#[derive(Clone, Copy, Debug)]
pub struct PreparedBig<R: Module>(Big<R>);

/// A transformed small polynomial: an entry of a column.
#[derive(Clone, Copy, Debug)]
pub struct PreparedSmall<R: Module>(Second<R>);

/// Implements the memory of a prepared operand: its type, the operand, and the transform.
macro_rules! prepared {
    ($($prepared:ident, $operand:ident, $transform:ident;)*) => {$(
        impl<R: Module> $prepared<R> {
            /// The transform of zero: memory for [`set`](Self::set), which lets large operands be
            /// made where they stay.
            pub const ZERO: Self = Self(Zero::ZERO);

            /// Replaces the operand by the transform of another.
            pub fn set(&mut self, operand: &$operand<R>) {
                R::$transform(operand, self);
            }

            /// Overwrites the operand by zeros, if it is secret.
            pub fn clear(&mut self) {
                self.0 = Zero::ZERO;
            }
        }
    )*};
}

prepared! {
    PreparedBig, Polynomial, transform_big;
    PreparedSmall, Small, transform_small;
}

/// Transforms a polynomial once, for rows that it is an entry of. The result serves every backend.
pub fn prepare_big<R: Module>(operand: &Polynomial<R>) -> PreparedBig<R> {
    let mut prepared = PreparedBig::ZERO;
    prepared.set(operand);
    prepared
}

/// Transforms a small polynomial once, for columns that it is an entry of. The result serves every
/// backend.
pub fn prepare_small<R: Module>(operand: &Small<R>) -> PreparedSmall<R> {
    let mut prepared = PreparedSmall::ZERO;
    prepared.set(operand);
    prepared
}

/// Returns the sum of `row[i]` times `column[i]` over i < L, on the chosen backend. The sum is
/// transformed back once.
///
/// Does not compile unless 1 <= L <= [`LARGEST_RANK`].
///
/// ```
/// use vectru_polymul::multiplier::{inner_product_by_small, prepare_big, prepare_small};
/// use vectru_polymul::ring::{Polynomial, Saber, Small};
///
/// let a = [3, 5].map(|c| Polynomial::<Saber>::from_fn(|k| (c * k) as i16));
/// let s = [2, 3].map(|c| Small::<Saber>::from_fn(|k| (c * k % 11) as i8 - 5));
/// let row = [prepare_big(&a[0]), prepare_big(&a[1])];
/// let column = [prepare_small(&s[0]), prepare_small(&s[1])];
/// let sum = inner_product_by_small([&row[0], &row[1]], [&column[0], &column[1]]);
///
/// let terms = [0, 1].map(|i| a[i].schoolbook(&s[i].to_polynomial()));
/// assert!((0..256).all(|k| (sum[k] - terms[0][k] - terms[1][k]) % 8192 == 0));
/// ```
pub fn inner_product_by_small<R: Module, const L: usize>(
    row: [&PreparedBig<R>; L],
    column: [&PreparedSmall<R>; L],
) -> Polynomial<R> {
    let mut sum = Polynomial::zero();
    inner_product_by_small_into(row, column, &mut sum);
    sum
}

/// Computes the sum that [`inner_product_by_small`] returns, and writes it where it stays.
pub fn inner_product_by_small_into<R: Module, const L: usize>(
    row: [&PreparedBig<R>; L],
    column: [&PreparedSmall<R>; L],
    sum: &mut Polynomial<R>,
) {
    const { assert!(1 <= L && L <= LARGEST_RANK, "no sum of this many products is proved") };
    R::sum(&row, &column, sum);
}

/// The transform of a polynomial.
struct Forward<'a, M: Multiplier>(&'a Polynomial<M::Ring>, &'a mut M::Transformed<i16>);

impl<M: Multiplier> Task for Forward<'_, M> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        M::forward(simd, self.0.padded(), self.1);
    }
}

/// The transform of a small polynomial.
struct ForwardSmall<'a, M: Multiplier>(&'a Small<M::Ring>, &'a mut M::Second<i16>);

impl<M: Multiplier> Task for ForwardSmall<'_, M> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        M::forward_small(simd, self.0.padded(), self.1);
    }
}

/// The sum of the products of a row and a column.
struct Sum<'a, R: Module>(&'a [&'a PreparedBig<R>], &'a [&'a PreparedSmall<R>], &'a mut Polynomial<R>);

impl<R: Module> Task for Sum<'_, R> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        let mut sum = R::Multiplier::zero_transformed(simd);
        match (self.0, self.1) {
            (&[a], &[s]) => sum_of::<S, R, 1>(simd, [a], [s], &mut sum),
            (&[a, b], &[s, t]) => sum_of::<S, R, 2>(simd, [a, b], [s, t], &mut sum),
            (&[a, b, c], &[s, t, u]) => sum_of::<S, R, 3>(simd, [a, b, c], [s, t, u], &mut sum),
            (&[a, b, c, d], &[s, t, u, v]) => sum_of::<S, R, 4>(simd, [a, b, c, d], [s, t, u, v], &mut sum),
            _ => unreachable!("the row and the column have one length, of 1 to 4"),
        }
        R::Multiplier::with_unfolded(
            simd,
            #[inline(always)]
            |unfolded| {
                R::Multiplier::inverse(simd, &mut sum, unfolded);
                R::Multiplier::fold(simd, unfolded, self.2.padded_mut());
            },
        );
    }
}

/// Adds up the products of transformed operands.
#[inline(always)]
fn sum_of<S: Machine, R: Module, const L: usize>(
    simd: S,
    row: [&PreparedBig<R>; L],
    column: [&PreparedSmall<R>; L],
    sum: &mut Big<R>,
) {
    let (mut a, mut b) = ([&row[0].0; L], [&column[0].0; L]);
    for i in 1..L {
        (a[i], b[i]) = (&row[i].0, &column[i].0);
    }
    R::Multiplier::sum_of_products(simd, a, b, sum);
}

/// Declares the multiplier for the modules over each ring.
macro_rules! modules {
    ($($feature:literal $ring:ident: $multiplier:ident;)*) => {$(
        #[cfg(feature = $feature)]
        impl Module for ring::$ring {
            type Multiplier = $multiplier;

            #[cfg_attr(test, inline)]
            fn transform_big(operand: &Polynomial<Self>, result: &mut PreparedBig<Self>) {
                dispatch::run(Forward::<$multiplier>(operand, &mut result.0));
            }

            #[cfg_attr(test, inline)]
            fn transform_small(operand: &Small<Self>, result: &mut PreparedSmall<Self>) {
                dispatch::run(ForwardSmall::<$multiplier>(operand, &mut result.0));
            }

            #[cfg_attr(test, inline)]
            fn sum(row: &[&PreparedBig<Self>], column: &[&PreparedSmall<Self>], sum: &mut Polynomial<Self>) {
                dispatch::run(Sum::<Self>(row, column, sum));
            }
        }
    )*};
}

#[cfg(not(feature = "small"))]
modules! {
    "saber" Saber: CooleyTukeyTwoPrimes;
}

#[cfg(feature = "small")]
modules! {
    "saber" Saber: ToeplitzWholeSaber;
}
