//! The choice of a multiplier for each ring and backend, and the products that schemes call.
//!
//! [`multiply_by!`](crate::multiply_by!) states the choice for a ring. It rests on measurements:
//! see `docs/research/figures.md`.
//!
//! | feature | multiplier of a ring | operand prepared for many products |
//! | --- | --- | --- |
//! | | the fastest one | transformed |
//! | `balanced` | the fastest one | kept as it is |
//! | `small` | the one with the least memory and code | kept as it is |

mod prepared;
mod statement;
pub mod ways;

#[cfg(feature = "replace")]
use super::forced::{forced, product as forced_product};
use super::{BigByBig, Multiplier, Recipe};
use crate::dispatch::{self, Backend};
use crate::modular::Modulus;
use crate::ring::{Polynomial, Ring, Small};
use crate::simd::Zero;

pub use prepared::{Prepared, inner_product_into, multiply_prepared_into};
pub use ways::Choice;

/// A ring with the multipliers that dispatch chooses for it:
/// [`multiply_by!`](crate::multiply_by!) implements it.
///
/// The functions are not generic, so that the multipliers of a ring are compiled once, in the crate
/// that states the choice, and not in every program. They are never inlined, take pointers by the
/// convention of C, and are [marked](crate::entry), so that a checker of machine code executes the
/// same code as every caller. [`Choice`] says what they compute.
#[allow(improper_ctypes_definitions)] // Only pointers pass.
pub trait Multiply: Ring {
    /// The memory of an operand that is prepared for many products.
    type Prepared: Zero + core::fmt::Debug + Send + Sync;

    /// See [`Choice::recipe`].
    fn recipe(backend: Backend) -> Recipe;

    /// See [`Choice::product`].
    extern "C" fn product(a: &Polynomial<Self>, b: &Polynomial<Self>, product: &mut Polynomial<Self>);

    /// See [`Choice::product_by_small`].
    extern "C" fn product_by_small(a: &Polynomial<Self>, b: &Small<Self>, product: &mut Polynomial<Self>);

    /// See [`Choice::transform`].
    extern "C" fn transform(operand: &Polynomial<Self>, prepared: &mut Self::Prepared);

    /// See [`Choice::product_by_prepared`].
    extern "C" fn product_by_prepared(a: &Polynomial<Self>, b: &Self::Prepared, product: &mut Polynomial<Self>);

    /// See [`Choice::sum_of_products`]: a b + c d.
    extern "C" fn sum_of_products(
        a: &Polynomial<Self>,
        c: &Polynomial<Self>,
        b: &Self::Prepared,
        d: &Self::Prepared,
        sum: &mut Polynomial<Self>,
    );
}

/// Returns the multiplier that products in the ring run on the backend.
///
/// ```
/// # #[cfg(not(feature = "small"))] {
/// use vectru_polymul::{dispatch::Backend, multiplier::chosen, ring::Sntrup761};
/// assert_eq!(chosen::<Sntrup761>(Backend::Avx2).name, "good-infinity-outer");
/// # }
/// ```
pub fn chosen<R: Multiply>(backend: Backend) -> Recipe {
    R::recipe(backend)
}

/// Multiplies two polynomials on the chosen backend.
///
/// ```
/// use vectru_polymul::{multiplier::multiply, ring::{Polynomial, Sntrup761}};
/// let a = Polynomial::<Sntrup761>::from_fn(|k| k as i16);
/// let b = Polynomial::<Sntrup761>::from_fn(|k| 1 - (k % 3) as i16);
/// assert_eq!(multiply(&a, &b), a.schoolbook(&b));
/// ```
pub fn multiply<R: Multiply>(a: &Polynomial<R>, b: &Polynomial<R>) -> Polynomial<R> {
    let mut product = Polynomial::zero();
    multiply_into(a, b, &mut product);
    product
}

/// Multiplies as [`multiply`] does, and writes the product to `product`.
///
/// ```
/// use vectru_polymul::{multiplier::{multiply, multiply_into}, ring::{Polynomial, Sntrup761}};
/// let a = Polynomial::<Sntrup761>::from_fn(|k| k as i16);
/// let mut product = a;
/// multiply_into(&a, &a, &mut product);
/// assert_eq!(product, multiply(&a, &a));
/// ```
pub fn multiply_into<R: Multiply>(a: &Polynomial<R>, b: &Polynomial<R>, product: &mut Polynomial<R>) {
    #[cfg(feature = "replace")]
    if let Some(replacement) = forced::<R>() {
        return forced_product(replacement, a, b, product);
    }
    R::product(a, b, product);
}

/// Multiplies a polynomial and a small one on the chosen backend.
///
/// ```
/// use vectru_polymul::{multiplier::multiply_by_small, ring::{Polynomial, Small, Sntrup761}};
/// let a = Polynomial::<Sntrup761>::from_fn(|k| k as i16);
/// let b = Small::<Sntrup761>::from_fn(|k| 1 - (k % 3) as i8);
/// assert_eq!(multiply_by_small(&a, &b), a.schoolbook(&b.to_polynomial()));
/// ```
pub fn multiply_by_small<R: Multiply>(a: &Polynomial<R>, b: &Small<R>) -> Polynomial<R> {
    let mut product = Polynomial::zero();
    #[cfg(feature = "replace")]
    if let Some(replacement) = forced::<R>() {
        forced_product(replacement, a, &b.to_polynomial(), &mut product);
        return product;
    }
    R::product_by_small(a, b, &mut product);
    product
}

/// Multiplies as [`multiply`] does, with the multiplier `M`.
pub fn multiply_with<M: BigByBig>(a: &Polynomial<M::Ring>, b: &Polynomial<M::Ring>) -> Polynomial<M::Ring> {
    let mut product = Polynomial::zero();
    dispatch::run(ways::Product::<M>(a, b, &mut product));
    product
}

/// Multiplies as [`multiply_by_small`] does, with the multiplier `M`.
pub fn multiply_by_small_with<M: Multiplier>(a: &Polynomial<M::Ring>, b: &Small<M::Ring>) -> Polynomial<M::Ring> {
    let mut product = Polynomial::zero();
    dispatch::run(ways::ProductBySmall::<M>(a, b, &mut product));
    product
}

/// Multiplies `a` and a prepared operand on the chosen backend.
///
/// ```
/// use vectru_polymul::{multiplier::{multiply_prepared, prepare}, ring::{Polynomial, Sntrup761}};
/// let a = Polynomial::<Sntrup761>::from_fn(|k| k as i16);
/// let b = Polynomial::<Sntrup761>::from_fn(|k| 1 - (k % 3) as i16);
/// assert_eq!(multiply_prepared(&a, &prepare(&b)), a.schoolbook(&b));
/// ```
pub fn multiply_prepared<R: Multiply>(a: &Polynomial<R>, b: &Prepared<R>) -> Polynomial<R> {
    let mut product = Polynomial::zero();
    multiply_prepared_into(a, b, &mut product);
    product
}

/// Returns `a[0] b[0] + a[1] b[1]` for polynomials and prepared operands, computed on the chosen
/// backend. The sum is transformed back once, unless feature `balanced` keeps operands as they
/// are.
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
    let mut sum = Polynomial::zero();
    inner_product_into(a, b, &mut sum);
    sum
}

/// Transforms `operand` once, for [`multiply_prepared`]. The result serves every backend, and is
/// fastest on the backend that made it.
pub fn prepare<R: Multiply>(operand: &Polynomial<R>) -> Prepared<R> {
    let mut prepared = Prepared::ZERO;
    prepared.set(operand);
    prepared
}

/// Adds a centred polynomial to another, and centres the sum without a branch.
fn add<R: Ring>(sum: &mut Polynomial<R>, term: &Polynomial<R>) {
    let q = R::Modulus::Q as i32;
    for (a, b) in sum.coefficients_mut().iter_mut().zip(term.coefficients()) {
        let sum = *a as i32 + *b as i32;
        let (above, below) = (((q - 1) / 2 - sum) >> 31, (sum + q / 2) >> 31);
        *a = (sum - (q & above) + (q & below)) as i16;
    }
}
