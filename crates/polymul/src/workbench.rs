//! Workbenches: the parts of a multiplier behind one interface, for programs that measure or test
//! them.
//!
//! A [`Workbench`] holds the operands, the transformed operands and the products of one multiplier,
//! and runs each [`Part`] on them, on any backend of this CPU. The kernels are compiled in the
//! crate that makes a [`Source`] of the multiplier.
//!
//! ```
//! use vectru_polymul::dispatch::Backend;
//! use vectru_polymul::multiplier::GoodInfinityOuter;
//! use vectru_polymul::workbench::{Part, Source};
//!
//! let mut bench = Source::big_by_big::<GoodInfinityOuter, false>().build();
//! bench.set_operand(0, &|k| k as i16 % 100);
//! bench.set_operand(1, &|k| 1 - (k % 3) as i16);
//! bench.run(Backend::best(), Part::Product)?;
//! assert_eq!(bench.result(), bench.schoolbook());
//! # Ok::<(), vectru_polymul::dispatch::Unavailable>(())
//! ```

mod check;
pub mod rings;
pub mod timed;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::marker::PhantomData;

use crate::dispatch::{self, Backend, Task, Unavailable};
use crate::modular::Modulus;
use crate::multiplier::{self, BigByBig, ModuloWord, Multiplier, Multiply, Recipe};
use crate::ring::{Polynomial, Ring, Small};
use crate::simd::Machine;
use crate::simd::portable::Portable;

pub use check::Mismatch;
use timed::{MapTime, Record, Timed};

/// Declares the parts: the name of each in tables, and its description.
macro_rules! parts {
    ($($(#[$doc:meta])* $part:ident: $name:literal;)*) => {
        /// A part of a product, or a product as a whole. A backend may transform both operands at
        /// once, so the parts need not add up to the whole.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Part {
            $($(#[$doc])* $part,)*
        }

        impl Part {
            /// All parts, in the order in which a product runs them, then the products.
            pub const ALL: &'static [Self] = &[$(Self::$part),*];

            /// Returns the name in tables.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$part => $name,)*
                }
            }
        }
    };
}

parts! {
    /// Transforms operand 0.
    Forward: "forward";
    /// Transforms the small operand, as the second one of a product.
    ForwardSmall: "forward-small";
    /// Transforms operand 1, as the second one of a product.
    ForwardSecond: "forward-second";
    /// Multiplies the transformed operands.
    Base: "base";
    /// Adds the product that was [kept](Workbench::keep) to the product.
    Accumulate: "accumulate";
    /// Transforms the product back. Overwrites the product.
    Inverse: "inverse";
    /// Reduces the product by the ring's polynomial, scales and centres it. Overwrites the unfolded
    /// product.
    Fold: "fold";
    /// Multiplies operand 0 by the small one, without the fold.
    UnfoldedBySmall: "product-by-small-unfolded";
    /// Multiplies operand 0 by the small one.
    ProductBySmall: "product-by-small";
    /// Multiplies both operands, without the fold.
    Unfolded: "product-unfolded";
    /// Multiplies operand 1 by the transformed operand 0, without the fold.
    UnfoldedByTransformed: "product-by-transformed-unfolded";
    /// Multiplies both operands.
    Product: "product";
}

/// The memory of one multiplier, on which its parts run.
pub trait Workbench: Debug + Send {
    /// Returns true if the multiplier has the part. A multiplier that accepts only a small second
    /// operand lacks the products of two arbitrary ones.
    fn has(&self, part: Part) -> bool;

    /// Runs the part on the backend. A part that the multiplier lacks does nothing.
    ///
    /// # Errors
    ///
    /// Returns [`Unavailable`] if this CPU lacks the backend; the memory is as it was then.
    fn run(&mut self, backend: Backend, part: Part) -> Result<(), Unavailable>;

    /// Runs the part on the backend as [`run`](Self::run) does, and returns the times of its maps
    /// on `clock`, the time outside of all maps first. Returns `None`, and runs nothing, if the
    /// multiplier is not compiled for it: it is for multipliers whose sources print such times.
    ///
    /// Entering a map reads the clock twice, which takes time and keeps the processor from
    /// overlapping maps.
    ///
    /// # Errors
    ///
    /// Returns [`Unavailable`] if this CPU lacks the backend; the memory is as it was then.
    fn run_timed(
        &mut self,
        backend: Backend,
        part: Part,
        clock: fn() -> u64,
    ) -> Result<Option<Vec<MapTime>>, Unavailable>;

    /// Sets the coefficient of x^k of operand `which`, 0 or 1, to `coefficient(k)`, which is
    /// centred.
    fn set_operand(&mut self, which: usize, coefficient: &dyn Fn(usize) -> i16);

    /// Sets the coefficient of x^k of the small operand to `coefficient(k)`, of magnitude at most
    /// [`Source::small`].
    fn set_small(&mut self, coefficient: &dyn Fn(usize) -> i8);

    /// Keeps the product and the unfolded product.
    fn keep(&mut self);

    /// Restores what [`keep`](Self::keep) kept, because later parts overwrite the products that
    /// they read.
    fn restore(&mut self);

    /// Returns the words of the unfolded product of a multiplier modulo 2^16; nothing for others.
    fn unfolded(&self) -> &[i16];

    /// Returns the n coefficients of the result.
    fn result(&self) -> &[i16];

    /// Returns the padding behind the result, which is zero.
    fn padding(&self) -> &[i16];

    /// Returns the n coefficients of the product of both operands by the definition.
    fn schoolbook(&self) -> Vec<i16>;

    /// Returns the n coefficients of the product of operand 0 and the small one by the definition.
    fn schoolbook_by_small(&self) -> Vec<i16>;
}

/// A multiplier whose workbench can be built.
#[derive(Clone, Copy)]
pub struct Source {
    /// The description of the multiplier.
    pub recipe: Recipe,
    /// The modulus q of its ring.
    pub modulus: i64,
    /// The degree n of its ring.
    pub degree: usize,
    /// The largest magnitude of a coefficient of a small operand.
    pub small: i8,
    chosen: fn(Backend) -> bool,
    build: fn() -> Box<dyn Workbench>,
    product: Option<Product>,
    by_small_only: Option<Product>,
}

/// A product of two padded polynomials on the chosen backend.
pub type Product = fn(&[i16], &[i16], &mut [i16]);

impl Source {
    /// Builds a workbench, with all operands zero.
    pub fn build(&self) -> Box<dyn Workbench> {
        (self.build)()
    }

    /// Returns true if dispatch chooses this multiplier for products in its ring on the backend.
    pub fn is_chosen(&self, backend: Backend) -> bool {
        (self.chosen)(backend)
    }

    /// Returns the product of two padded polynomials on the chosen backend, if the multiplier
    /// accepts any two operands.
    pub const fn product(&self) -> Option<Product> {
        self.product
    }

    /// Returns the product of a padded polynomial and a small one on the chosen backend, if the
    /// multiplier accepts no other second operand.
    pub const fn by_small_only(&self) -> Option<Product> {
        self.by_small_only
    }

    /// Returns the source of a multiplier of any two operands. Its maps can be timed if `IN_MAPS`
    /// is true; its kernels are then compiled a second time.
    pub const fn big_by_big<M: BigByBig<Ring: Multiply> + 'static, const IN_MAPS: bool>() -> Self {
        Self::new::<M, AnyOperands, IN_MAPS>()
    }

    /// Returns the source of a multiplier whose second operand must be small; for `IN_MAPS` see
    /// [`big_by_big`](Self::big_by_big).
    pub const fn big_by_small<M: Multiplier<Ring: Multiply> + 'static, const IN_MAPS: bool>() -> Self {
        Self::new::<M, BigBySmallOnly, IN_MAPS>()
    }

    /// Returns the source of a multiplier on lanes that wrap; for `IN_MAPS` see
    /// [`big_by_big`](Self::big_by_big).
    pub const fn modulo_word<M, const IN_MAPS: bool>() -> Self
    where
        M: ModuloWord<Ring: Multiply, Unfolded<i16>: AsRef<[i16]>> + 'static,
    {
        Self::new::<M, Words, IN_MAPS>()
    }

    /// Returns the source of a multiplier for modules; for `IN_MAPS` see
    /// [`big_by_big`](Self::big_by_big).
    pub const fn rows_by_column<M, const IN_MAPS: bool>() -> Self
    where
        M: ModuloWord<Ring: Multiply, Unfolded<i16>: AsRef<[i16]>> + 'static,
    {
        Self::modulo_word::<M, IN_MAPS>()
    }

    const fn new<M, K, const IN_MAPS: bool>() -> Self
    where
        M: Multiplier<Ring: Multiply> + 'static,
        K: Kind<M> + 'static,
    {
        Self {
            recipe: M::RECIPE,
            modulus: <M::Ring as Ring>::Modulus::Q as i64,
            degree: M::Ring::DEGREE,
            small: M::Ring::SMALL,
            chosen: |backend| multiplier::chosen::<M::Ring>(backend) == M::RECIPE,
            build: if IN_MAPS { build::<M, K, InMaps> } else { build::<M, K, AsAWhole> },
            product: K::PRODUCT,
            by_small_only: K::BY_SMALL_ONLY,
        }
    }
}

impl Debug for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Source").field("recipe", &self.recipe).finish_non_exhaustive()
    }
}

/// The memory of a multiplier.
struct Memory<M: Multiplier> {
    operands: [Polynomial<M::Ring>; 2],
    small: Small<M::Ring>,
    transformed: M::Transformed<i16>,
    second: M::Second<i16>,
    product: M::Transformed<i16>,
    unfolded: M::Unfolded<i16>,
    kept: (M::Transformed<i16>, M::Unfolded<i16>),
    result: Polynomial<M::Ring>,
}

/// Runs a part with memory of its own in a separate function: in one function, the memory of all
/// parts would add up.
#[inline(never)]
fn apart(part: impl FnOnce()) {
    part();
}

/// The parts that multipliers of a kind have.
trait Kind<M: Multiplier>: Send {
    /// The product of two polynomials, if the multipliers take any two operands.
    const PRODUCT: Option<Product> = None;

    /// The product of a polynomial and a small one, if the multipliers take no other operands.
    const BY_SMALL_ONLY: Option<Product> = None;

    /// Returns true if multipliers of the kind have the part.
    fn has(part: Part) -> bool;

    /// Runs the part.
    fn run<S: Machine>(simd: S, part: Part, memory: &mut Memory<M>);

    /// Returns the words of the unfolded product, or an empty slice.
    fn unfolded(memory: &Memory<M>) -> &[i16] {
        let _ = memory;
        &[]
    }
}

/// Multipliers whose second operand is small.
struct BigBySmallOnly;

impl<M: Multiplier> Kind<M> for BigBySmallOnly {
    const BY_SMALL_ONLY: Option<Product> = Some(whole_product_by_small::<M>);

    fn has(part: Part) -> bool {
        !matches!(part, Part::ForwardSecond | Part::Unfolded | Part::UnfoldedByTransformed | Part::Product)
    }

    #[inline(always)]
    fn run<S: Machine>(simd: S, part: Part, memory: &mut Memory<M>) {
        let [a, _] = &memory.operands;
        match part {
            Part::Forward => M::forward(simd, a.padded(), &mut memory.transformed),
            Part::ForwardSmall => M::forward_small(simd, memory.small.padded(), &mut memory.second),
            Part::Base => M::multiply_transformed(simd, &memory.transformed, &memory.second, &mut memory.product),
            Part::Accumulate => M::accumulate(simd, &mut memory.product, &memory.kept.0),
            Part::Inverse => M::inverse(simd, &mut memory.product, &mut memory.unfolded),
            Part::Fold => M::fold(simd, &mut memory.unfolded, memory.result.padded_mut()),
            Part::UnfoldedBySmall => apart(|| {
                M::unfolded_product_by_small(simd, a.padded(), memory.small.padded(), &mut memory.unfolded);
            }),
            Part::ProductBySmall => apart(|| {
                M::product_by_small(simd, a.padded(), memory.small.padded(), memory.result.padded_mut());
            }),
            Part::ForwardSecond | Part::Unfolded | Part::UnfoldedByTransformed | Part::Product => {}
        }
    }
}

/// Multipliers that take any two operands.
struct AnyOperands;

impl<M: BigByBig> Kind<M> for AnyOperands {
    const PRODUCT: Option<Product> = Some(whole_product::<M>);

    fn has(_: Part) -> bool {
        true
    }

    #[inline(always)]
    fn run<S: Machine>(simd: S, part: Part, memory: &mut Memory<M>) {
        let [a, b] = &memory.operands;
        match part {
            Part::ForwardSecond => M::forward_second(simd, b.padded(), &mut memory.second),
            Part::Unfolded => {
                apart(|| M::unfolded_product(simd, a.padded(), b.padded(), &mut memory.unfolded));
            }
            Part::UnfoldedByTransformed => apart(|| {
                M::unfolded_product_by_transformed(simd, b.padded(), &memory.transformed, &mut memory.unfolded);
            }),
            Part::Product => apart(|| M::product(simd, a.padded(), b.padded(), memory.result.padded_mut())),
            _ => <BigBySmallOnly as Kind<M>>::run(simd, part, memory),
        }
    }
}

/// Multipliers on lanes that wrap.
struct Words;

impl<M: ModuloWord<Unfolded<i16>: AsRef<[i16]>>> Kind<M> for Words {
    const PRODUCT: Option<Product> = <AnyOperands as Kind<M>>::PRODUCT;

    fn has(_: Part) -> bool {
        true
    }

    #[inline(always)]
    fn run<S: Machine>(simd: S, part: Part, memory: &mut Memory<M>) {
        <AnyOperands as Kind<M>>::run(simd, part, memory);
    }

    fn unfolded(memory: &Memory<M>) -> &[i16] {
        memory.unfolded.as_ref()
    }
}

/// Multiplies two padded polynomials by the multiplier `M` on the chosen backend.
fn whole_product<M: BigByBig>(a: &[i16], b: &[i16], result: &mut [i16]) {
    struct Whole<'a, M>(&'a [i16], &'a [i16], &'a mut [i16], PhantomData<M>);
    impl<M: BigByBig> Task for Whole<'_, M> {
        type Output = ();
        fn run<S: Machine>(self, simd: S) {
            M::product(simd, self.0, self.1, self.2);
        }
    }
    dispatch::run(Whole(a, b, result, PhantomData::<M>));
}

/// Multiplies a padded polynomial and a small one by the multiplier `M` on the chosen backend.
fn whole_product_by_small<M: Multiplier>(a: &[i16], b: &[i16], result: &mut [i16]) {
    struct Whole<'a, M: Multiplier>(&'a [i16], &'a Small<M::Ring>, &'a mut [i16]);
    impl<M: Multiplier> Task for Whole<'_, M> {
        type Output = ();
        fn run<S: Machine>(self, simd: S) {
            M::product_by_small(simd, self.0, self.1.padded(), self.2);
        }
    }
    dispatch::run(Whole::<M>(a, &Small::from_fn(|k| b[k] as i8), result));
}

/// A way to time the maps of a multiplier: by kernels compiled for timing, or not at all.
trait Timing: Send {
    /// Runs the part, and returns the times of its maps, or `None` if they cannot be timed.
    fn run<M: Multiplier, K: Kind<M>>(
        memory: &mut Memory<M>,
        backend: Backend,
        part: Part,
        clock: fn() -> u64,
    ) -> Result<Option<Vec<MapTime>>, Unavailable>;
}

/// Multipliers whose maps are timed.
struct InMaps;

impl Timing for InMaps {
    fn run<M: Multiplier, K: Kind<M>>(
        memory: &mut Memory<M>,
        backend: Backend,
        part: Part,
        clock: fn() -> u64,
    ) -> Result<Option<Vec<MapTime>>, Unavailable> {
        struct Run<'a, M: Multiplier, K>(&'a mut Memory<M>, Part, fn() -> u64, PhantomData<K>);
        impl<M: Multiplier, K: Kind<M>> Task for Run<'_, M, K> {
            type Output = Vec<MapTime>;
            fn run<S: Machine>(self, simd: S) -> Self::Output {
                let record = Record::start(self.2);
                K::run(Timed::new(simd, &record), self.1, self.0);
                record.end().collect()
            }
        }
        backend.run(Run(memory, part, clock, PhantomData::<K>)).map(Some)
    }
}

/// Multipliers that are timed as a whole.
struct AsAWhole;

impl Timing for AsAWhole {
    fn run<M: Multiplier, K: Kind<M>>(
        _memory: &mut Memory<M>,
        _backend: Backend,
        _part: Part,
        _clock: fn() -> u64,
    ) -> Result<Option<Vec<MapTime>>, Unavailable> {
        Ok(None)
    }
}

/// The workbench of a multiplier of a kind.
struct Bench<M: Multiplier, K, T>(Memory<M>, PhantomData<(K, T)>);

/// Builds a workbench of the multiplier `M`.
fn build<M: Multiplier + 'static, K: Kind<M> + 'static, T: Timing + 'static>() -> Box<dyn Workbench> {
    // Memory has the same type on every backend.
    let simd = <Portable>::new();
    let (product, unfolded) = (M::zero_transformed(simd), M::zero_unfolded(simd));
    let memory = Memory {
        operands: [Polynomial::zero(); 2],
        small: Small::zero(),
        transformed: product,
        second: M::zero_second(simd),
        product,
        unfolded,
        kept: (product, unfolded),
        result: Polynomial::zero(),
    };
    Box::new(Bench::<M, K, T>(memory, PhantomData))
}

impl<M: Multiplier, K, T> Debug for Bench<M, K, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Bench").field("multiplier", &M::RECIPE.name).finish_non_exhaustive()
    }
}

impl<M: Multiplier, K: Kind<M>, T: Timing> Workbench for Bench<M, K, T> {
    fn has(&self, part: Part) -> bool {
        K::has(part)
    }

    fn run(&mut self, backend: Backend, part: Part) -> Result<(), Unavailable> {
        struct Run<'a, M: Multiplier, K>(&'a mut Memory<M>, Part, PhantomData<K>);
        impl<M: Multiplier, K: Kind<M>> Task for Run<'_, M, K> {
            type Output = ();
            fn run<S: Machine>(self, simd: S) {
                K::run(simd, self.1, self.0);
            }
        }
        backend.run(Run(&mut self.0, part, PhantomData::<K>))
    }

    fn run_timed(
        &mut self,
        backend: Backend,
        part: Part,
        clock: fn() -> u64,
    ) -> Result<Option<Vec<MapTime>>, Unavailable> {
        T::run::<M, K>(&mut self.0, backend, part, clock)
    }

    fn set_operand(&mut self, which: usize, coefficient: &dyn Fn(usize) -> i16) {
        self.0.operands[which] = Polynomial::from_fn(coefficient);
    }

    fn set_small(&mut self, coefficient: &dyn Fn(usize) -> i8) {
        self.0.small = Small::from_fn(coefficient);
    }

    fn keep(&mut self) {
        self.0.kept = (self.0.product, self.0.unfolded);
    }

    fn restore(&mut self) {
        (self.0.product, self.0.unfolded) = self.0.kept;
    }

    fn unfolded(&self) -> &[i16] {
        K::unfolded(&self.0)
    }

    fn result(&self) -> &[i16] {
        self.0.result.coefficients()
    }

    fn padding(&self) -> &[i16] {
        &self.0.result.padded()[M::Ring::DEGREE..]
    }

    fn schoolbook(&self) -> Vec<i16> {
        let [a, b] = &self.0.operands;
        a.schoolbook(b).coefficients().to_vec()
    }

    fn schoolbook_by_small(&self) -> Vec<i16> {
        self.0.operands[0].schoolbook(&self.0.small.to_polynomial()).coefficients().to_vec()
    }
}
