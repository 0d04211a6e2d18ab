//! The choice of a multiplier for each ring and backend, and the products that schemes call.
//!
//! | feature `small` | multiplier of a ring | operand that is prepared for many products |
//! | --- | --- | --- |
//! | without | the fastest one, by the list | transformed |
//! | with | the one with the least memory and code | as it is |

#[cfg(all(feature = "workbench", not(test)))]
use super::forced::{forced, product as forced_product};
use super::{BigByBig, Multiplier, Recipe};
use crate::dispatch::{self, Backend, Task};
use crate::modular::Modulus;
#[cfg(not(feature = "small"))]
use crate::multiplier as table;
#[cfg(feature = "small")]
use crate::multiplier::small as table;
use crate::ring::{self, Polynomial, Ring, Small};
use crate::simd::{Machine, Zero};

/// Declares tasks that write a product: the operands, the kind of multiplier `M` that they are for,
/// and the computation. The product is written where it stays, because a polynomial that each
/// function returned to the next would be copied by each.
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

#[cfg(feature = "small")]
mod as_they_are;
#[cfg(not(feature = "small"))]
mod transformed;

#[cfg(feature = "small")]
pub use as_they_are::{Prepared, inner_product_into, multiply_prepared_into};
#[cfg(not(feature = "small"))]
use transformed::*;
#[cfg(not(feature = "small"))]
pub use transformed::{Prepared, inner_product_into, multiply_prepared_into};

/// A ring with the multipliers that dispatch chooses for it. The choice is a measurement: see
/// `docs/multipliers/figures.md`.
///
/// Both multipliers take small operands as fast as any multiplier that takes only those.
pub trait Multiply: Ring {
    /// The fastest multiplier on most backends.
    type BigByBig: BigByBig<Ring = Self, Transformed<i16>: Zero>;
    /// The fastest multiplier on the other backends.
    type Alternative: BigByBig<Ring = Self, Transformed<i16>: Zero>;

    /// Returns whether dispatch takes the alternative on the backend.
    fn takes_alternative(backend: Backend) -> bool;

    /// Multiplies as [`multiply_into`] does. The functions of a ring are not generic, so that its
    /// multipliers are compiled once, with this crate, and not with every program.
    fn product(a: &Polynomial<Self>, b: &Polynomial<Self>, product: &mut Polynomial<Self>);

    /// Multiplies as [`multiply_by_small`] does.
    fn product_by_small(a: &Polynomial<Self>, b: &Small<Self>, product: &mut Polynomial<Self>);

    /// Transforms as [`Prepared::set`] does.
    #[cfg(not(feature = "small"))]
    fn transform(operand: &Polynomial<Self>, prepared: &mut Prepared<Self>);

    /// Multiplies as [`multiply_prepared_into`] does.
    #[cfg(not(feature = "small"))]
    fn product_by_prepared(a: &Polynomial<Self>, b: &Prepared<Self>, product: &mut Polynomial<Self>);

    /// Multiplies as [`inner_product_into`] does.
    #[cfg(not(feature = "small"))]
    fn sum_of_products(a: [&Polynomial<Self>; 2], b: [&Prepared<Self>; 2], sum: &mut Polynomial<Self>);
}

/// The backends that a task is compiled for, and runs on.
trait Route {
    /// Runs the task on the chosen backend, if the route has it.
    fn run<T: Task>(task: T) -> T::Output;
}

/// The route of a ring's usual multiplier: every backend.
struct Everywhere;

impl Route for Everywhere {
    #[inline]
    fn run<T: Task>(task: T) -> T::Output {
        dispatch::run(task)
    }
}

/// Declares the choice for each ring of the list of multipliers.
///
/// In the unit tests' build the functions of a ring are compiled where they are called, which is
/// nowhere for most rings.
macro_rules! choices {
    ($($feature:literal $ring:ident: $usual:ident $(, $alternative:ident: $($backend:ident)|+)?;
        $($(#[$only:meta])? $operands:ident $multiplier:ident),+;)*) => {$(
        #[cfg(feature = $feature)]
        const _: () = {
            choices!(@route $($($backend)|+)?);

            impl Multiply for ring::$ring {
                type BigByBig = table::$usual;
                type Alternative = choices!(@last $usual $(, $alternative)?);

                fn takes_alternative(backend: Backend) -> bool {
                    match backend {
                        $($(Backend::$backend)|+ => true,)?
                        _ => false,
                    }
                }

                #[cfg_attr(test, inline)]
                fn product(a: &Polynomial<Self>, b: &Polynomial<Self>, product: &mut Polynomial<Self>) {
                    if Self::takes_alternative(dispatch::backend()) {
                        Others::run(Product::<Self::Alternative>(a, b, product));
                    } else {
                        Everywhere::run(Product::<Self::BigByBig>(a, b, product));
                    }
                }

                #[cfg_attr(test, inline)]
                fn product_by_small(a: &Polynomial<Self>, b: &Small<Self>, product: &mut Polynomial<Self>) {
                    if Self::takes_alternative(dispatch::backend()) {
                        Others::run(ProductBySmall::<Self::Alternative>(a, b, product));
                    } else {
                        Everywhere::run(ProductBySmall::<Self::BigByBig>(a, b, product));
                    }
                }

                #[cfg(not(feature = "small"))]
                prepared_products!();
            }
        };
    )*};
    // A ring without an alternative has its usual multiplier in both places, which is compiled
    // once.
    (@route) => { use Everywhere as Others; };
    (@route $($backend:ident)|+) => {
        /// The route of the alternative: the backends that take it.
        struct Others;

        impl Route for Others {
            fn run<T: Task>(task: T) -> T::Output {
                // An operand that was prepared on one of these backends is multiplied there,
                // whatever runs now.
                let chosen = dispatch::backend();
                let taken = if Self::BACKENDS.contains(&chosen) { Some(chosen) } else {
                    Self::BACKENDS.into_iter().find(|backend| backend.is_available())
                };
                let output = match taken {
                    $(Some(Backend::$backend) => dispatch::only::$backend::run(task).ok(),)+
                    _ => None,
                };
                output.unwrap_or_else(|| unreachable!("an alternative's operand is prepared on a backend that takes it"))
            }
        }

        impl Others {
            const BACKENDS: [Backend; [$(Backend::$backend),+].len()] = [$(Backend::$backend),+];
        }
    };
    (@last $usual:ident) => { table::$usual };
    (@last $usual:ident, $alternative:ident) => { table::$alternative };
}

#[cfg(not(feature = "small"))]
crate::for_each_multiplier!(choices);

/// Declares the choice of the small multiplier for each ring of the list.
#[cfg(feature = "small")]
macro_rules! small_choices {
    ($($feature:literal $ring:ident: $usual:ident $(, $alternative:ident: $($backend:ident)|+)?;
        $($(#[$only:meta])? $operands:ident $multiplier:ident),+;)*) => {
        choices! { $($feature $ring: $ring; big_by_big $ring;)* }
    };
}

#[cfg(feature = "small")]
crate::for_each_multiplier!(small_choices);

products! {
    /// The product of two polynomials.
    Product(&'a Polynomial<M::Ring>, &'a Polynomial<M::Ring>) by BigByBig: |simd, self| {
        M::product(simd, self.0.padded(), self.1.padded(), self.2.padded_mut());
    };
    /// The product of a polynomial and a small one.
    ProductBySmall(&'a Polynomial<M::Ring>, &'a Small<M::Ring>) by Multiplier: |simd, self| {
        M::product_by_small(simd, self.0.padded(), self.1.padded(), self.2.padded_mut());
    };
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
    if R::takes_alternative(backend) { R::Alternative::RECIPE } else { R::BigByBig::RECIPE }
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

/// Multiplies as [`multiply`] does, and writes the product where it stays.
///
/// ```
/// use vectru_polymul::{multiplier::{multiply, multiply_into}, ring::{Polynomial, Sntrup761}};
/// let a = Polynomial::<Sntrup761>::from_fn(|k| k as i16);
/// let mut product = a;
/// multiply_into(&a, &a, &mut product);
/// assert_eq!(product, multiply(&a, &a));
/// ```
pub fn multiply_into<R: Multiply>(a: &Polynomial<R>, b: &Polynomial<R>, product: &mut Polynomial<R>) {
    #[cfg(all(feature = "workbench", not(test)))]
    if let Some(source) = forced::<R>() {
        return forced_product(source, a, b, product);
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
    #[cfg(all(feature = "workbench", not(test)))]
    if let Some(source) = forced::<R>() {
        forced_product(source, a, &b.to_polynomial(), &mut product);
        return product;
    }
    R::product_by_small(a, b, &mut product);
    product
}

/// Multiplies as [`multiply`] does, with the multiplier `M`.
pub fn multiply_with<M: BigByBig>(a: &Polynomial<M::Ring>, b: &Polynomial<M::Ring>) -> Polynomial<M::Ring> {
    let mut product = Polynomial::zero();
    dispatch::run(Product::<M>(a, b, &mut product));
    product
}

/// Multiplies as [`multiply_by_small`] does, with the multiplier `M`.
pub fn multiply_by_small_with<M: Multiplier>(a: &Polynomial<M::Ring>, b: &Small<M::Ring>) -> Polynomial<M::Ring> {
    let mut product = Polynomial::zero();
    dispatch::run(ProductBySmall::<M>(a, b, &mut product));
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
/// backend. The sum is transformed back once, unless feature `small` keeps operands as they are.
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
/// fastest on that which made it.
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
