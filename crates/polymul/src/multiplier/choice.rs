//! The choice of a multiplier for each ring and backend, and the products that schemes call.

#[cfg(all(feature = "workbench", not(test)))]
use super::forced::{forced, product as forced_product};
use super::{BigByBig, Multiplier, Recipe};
use crate::dispatch::{self, Backend, Task};
use crate::modular::Modulus;
use crate::multiplier;
use crate::ring::{self, Polynomial, Ring, Small};
use crate::simd::{Machine, Zero};

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

    /// Multiplies as [`multiply`] does. The functions of a ring are not generic, so that its
    /// multipliers are compiled once, with this crate, and not with every program.
    fn product(a: &Polynomial<Self>, b: &Polynomial<Self>) -> Polynomial<Self>;

    /// Multiplies as [`multiply_by_small`] does.
    fn product_by_small(a: &Polynomial<Self>, b: &Small<Self>) -> Polynomial<Self>;

    /// Transforms as [`Prepared::set`] does.
    fn transform(operand: &Polynomial<Self>, prepared: &mut Prepared<Self>);

    /// Multiplies as [`multiply_prepared`] does.
    fn product_by_prepared(a: &Polynomial<Self>, b: &Prepared<Self>) -> Polynomial<Self>;

    /// Multiplies as [`inner_product`] does.
    fn sum_of_products(a: [&Polynomial<Self>; 2], b: [&Prepared<Self>; 2]) -> Polynomial<Self>;
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
                type BigByBig = multiplier::$usual;
                type Alternative = choices!(@last $usual $(, $alternative)?);

                fn takes_alternative(backend: Backend) -> bool {
                    match backend {
                        $($(Backend::$backend)|+ => true,)?
                        _ => false,
                    }
                }

                #[cfg_attr(test, inline)]
                fn product(a: &Polynomial<Self>, b: &Polynomial<Self>) -> Polynomial<Self> {
                    if Self::takes_alternative(dispatch::backend()) {
                        Others::run(Product::<Self::Alternative>(a, b))
                    } else {
                        Everywhere::run(Product::<Self::BigByBig>(a, b))
                    }
                }

                #[cfg_attr(test, inline)]
                fn product_by_small(a: &Polynomial<Self>, b: &Small<Self>) -> Polynomial<Self> {
                    if Self::takes_alternative(dispatch::backend()) {
                        Others::run(ProductBySmall::<Self::Alternative>(a, b))
                    } else {
                        Everywhere::run(ProductBySmall::<Self::BigByBig>(a, b))
                    }
                }

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
                        (Operand::Usual(b), Operand::Usual(d)) => {
                            Everywhere::run(InnerProduct::<Self::BigByBig>(a, [b, d]))
                        }
                        (Operand::Alternative(b), Operand::Alternative(d)) => {
                            Others::run(InnerProduct::<Self::Alternative>(a, [b, d]))
                        }
                        // Prepared on different backends, or not transformed.
                        _ => sum(&Self::product_by_prepared(a[0], b), &Self::product_by_prepared(a[1], d)),
                    }
                }
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
    (@last $usual:ident) => { multiplier::$usual };
    (@last $usual:ident, $alternative:ident) => { multiplier::$alternative };
}

crate::for_each_multiplier!(choices);

/// Declares tasks that return a product: the operands, the kind of multiplier `M` that they are
/// for, and the computation.
macro_rules! products {
    ($(
        $(#[$doc:meta])*
        $task:ident($($field:ty),+) by $bound:ident: |$simd:ident, $self:ident, $result:ident| $body:expr;
    )*) => {$(
        $(#[$doc])*
        struct $task<'a, M: Multiplier>($($field),+);

        impl<M: $bound> Task for $task<'_, M> {
            type Output = Polynomial<M::Ring>;

            fn run<S: Machine>($self, $simd: S) -> Self::Output {
                let mut product = Polynomial::zero();
                let $result = product.padded_mut();
                $body;
                product
            }
        }
    )*};
}

products! {
    /// The product of two polynomials.
    Product(&'a Polynomial<M::Ring>, &'a Polynomial<M::Ring>) by BigByBig: |simd, self, result| {
        M::product(simd, self.0.padded(), self.1.padded(), result)
    };
    /// The product of a polynomial and a small one.
    ProductBySmall(&'a Polynomial<M::Ring>, &'a Small<M::Ring>) by Multiplier: |simd, self, result| {
        M::product_by_small(simd, self.0.padded(), self.1.padded(), result)
    };
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
struct Forward<'a, M: Multiplier>(&'a Polynomial<M::Ring>, &'a mut Transformed<M>);

impl<M: Multiplier> Task for Forward<'_, M> {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        M::forward(simd, self.0.padded(), self.1);
    }
}

/// Returns the multiplier that products in the ring run on the backend.
///
/// ```
/// use vectru_polymul::{dispatch::Backend, multiplier::chosen, ring::Sntrup761};
/// assert_eq!(chosen::<Sntrup761>(Backend::Avx2).name, "good-infinity-outer");
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
    #[cfg(all(feature = "workbench", not(test)))]
    if let Some(source) = forced::<R>() {
        return forced_product(source, a, b);
    }
    R::product(a, b)
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
    #[cfg(all(feature = "workbench", not(test)))]
    if let Some(source) = forced::<R>() {
        return forced_product(source, a, &b.to_polynomial());
    }
    R::product_by_small(a, b)
}

/// Multiplies as [`multiply`] does, with the multiplier `M`.
pub fn multiply_with<M: BigByBig>(a: &Polynomial<M::Ring>, b: &Polynomial<M::Ring>) -> Polynomial<M::Ring> {
    dispatch::run(Product::<M>(a, b))
}

/// Multiplies as [`multiply_by_small`] does, with the multiplier `M`.
pub fn multiply_by_small_with<M: Multiplier>(a: &Polynomial<M::Ring>, b: &Small<M::Ring>) -> Polynomial<M::Ring> {
    dispatch::run(ProductBySmall::<M>(a, b))
}

/// A transformed polynomial, for many products with it. It remembers its multiplier, so that it
/// serves every backend.
#[derive(Clone, Copy, Debug)]
pub struct Prepared<R: Multiply>(Operand<R>);

type Transformed<M> = <M as Multiplier>::Transformed<i16>;

#[derive(Clone, Copy, Debug)]
enum Operand<R: Multiply> {
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
    fn choose(&mut self, alternative: bool) {
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
        self.0 = if alternative { Operand::Alternative(Zero::ZERO) } else { Operand::Usual(Zero::ZERO) };
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

/// Transforms `operand` once, for [`multiply_prepared`]. The result serves every backend, and is
/// fastest on that which made it.
pub fn prepare<R: Multiply>(operand: &Polynomial<R>) -> Prepared<R> {
    let mut prepared = Prepared::ZERO;
    prepared.set(operand);
    prepared
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

/// Adds two centred polynomials, and centres the sum without a branch.
fn sum<R: Ring>(a: &Polynomial<R>, b: &Polynomial<R>) -> Polynomial<R> {
    let q = R::Modulus::Q as i32;
    Polynomial::from_fn(|k| {
        let sum = a[k] as i32 + b[k] as i32;
        let (above, below) = (((q - 1) / 2 - sum) >> 31, (sum + q / 2) >> 31);
        (sum - (q & above) + (q & below)) as i16
    })
}
