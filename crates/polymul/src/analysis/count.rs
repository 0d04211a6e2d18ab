//! Counting lanes: a lane is nothing, and every operation counts what a backend of its shape spends on it.
//!
//! Counts are of vector instructions. A Barrett product is three multiplications and an addition (a subtraction counts as
//! an addition); inner products and outer products are counted in the form that the shape prefers. What compilers
//! share between inner products of the same terms (the interleaving on x86) is counted each time; moves between
//! registers and spills are not counted.

mod wide;

use core::cell::Cell;
use core::marker::PhantomData;
use core::ops::{Add, Sub};

use crate::modular::{Constant, Modulus};
use crate::simd::bits::Words;
use crate::simd::unsigned::Lanes;
use crate::simd::{CHUNK, Coefficient, I16Vector, InnerProduct, Shape, Simd};

pub use wide::CountingI32;

/// Numbers of vector instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Multiplications of any kind, with or without accumulation.
    pub multiplications: u32,
    /// Additions, subtractions, shifts, comparisons and selections.
    pub additions: u32,
    /// Instructions that move lanes.
    pub permutations: u32,
    /// Loads of vectors and broadcasts from memory.
    pub loads: u32,
    /// Stores of vectors.
    pub stores: u32,
}

impl Add for Counts {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            multiplications: self.multiplications + other.multiplications,
            additions: self.additions + other.additions,
            permutations: self.permutations + other.permutations,
            loads: self.loads + other.loads,
            stores: self.stores + other.stores,
        }
    }
}

impl Counts {
    const NONE: Self = Self { multiplications: 0, additions: 0, permutations: 0, loads: 0, stores: 0 };
    const BARRETT_MULTIPLY: Self = Self { multiplications: 3, additions: 1, ..Self::NONE };
    const BARRETT_REDUCE: Self = Self { multiplications: 2, additions: 1, ..Self::NONE };

    const fn additions(additions: u32) -> Self {
        Self { additions, ..Self::NONE }
    }

    const fn multiplications(multiplications: u32) -> Self {
        Self { multiplications, ..Self::NONE }
    }

    /// An inner product of `terms` terms, in an array of `length`.
    fn inner_product<P: Shape>(terms: u32, length: usize) -> Self {
        match P::inner_product(length) {
            InnerProduct::DeferredQuotients => {
                Self { multiplications: 2 * terms + 1, additions: 2 * (terms - 1) + 1, ..Self::NONE }
            }
            // Multiply-accumulate lane by lane in two halves; a reduction of both halves at once.
            InnerProduct::MontgomerySum if P::LANES < CHUNK => {
                Self { multiplications: 2 * terms + 3, permutations: 2, ..Self::NONE }
            }
            // Two dot products a pair; two reductions, each two multiplications, a subtraction and a shift; a pack.
            InnerProduct::MontgomerySum => {
                let pairs = terms.div_ceil(2);
                Self {
                    multiplications: 2 * pairs + 4,
                    additions: 2 * (pairs - 1) + 4,
                    permutations: 2 * pairs + 1,
                    ..Self::NONE
                }
            }
        }
    }

    /// The rows of one chunk.
    fn convolution_rows<P: Shape>() -> Self {
        let vectors = (CHUNK / P::LANES.min(CHUNK)) as u32;
        let barrett = Self { multiplications: 3 * vectors, additions: vectors, loads: vectors + 2, ..Self::NONE };
        match P::LANES {
            // The rows that are read as they are, and the differences of rows 8 apart.
            8 => Self { additions: vectors + 3, stores: 5, ..barrett },
            16 => Self { permutations: 12, stores: 4, ..barrett },
            _ => Self { permutations: 3, stores: 2, ..barrett },
        }
    }

    /// One outer product, with its reductions.
    fn outer_product<P: Shape>() -> Self {
        match P::LANES {
            // Three products of dimension 8, each 8 steps of two multiply-accumulates by a lane; two reductions of
            // eight sums.
            8 => Self { multiplications: 48 + 2 * 4, additions: 1, permutations: 2 * 2, loads: 2 + 24, stores: 2 },
            // 8 steps of two dot products by a broadcast pair.
            16 => Self { multiplications: 16 + 4, additions: 14 + 4, permutations: 2, loads: 8 + 16, stores: 1 },
            _ => Self { multiplications: 8 + 2, additions: 1 + 1, permutations: 1, loads: 8 + 8, stores: 1 },
        }
    }
}

/// Where the operations of a run are counted.
#[derive(Debug, Default)]
pub struct Counter(Cell<Counts>);

impl Counter {
    /// A counter at zero.
    pub const fn new() -> Self {
        Self(Cell::new(Counts::NONE))
    }

    /// What has been counted.
    pub fn counts(&self) -> Counts {
        self.0.get()
    }

    fn add(&self, counts: Counts) {
        self.0.set(self.0.get() + counts);
    }
}

/// The token of the counting lanes, shaped like the backend `P`.
///
/// ```
/// use vectru_polymul::analysis::count::{Counter, Counting};
/// use vectru_polymul::multiplier::{GoodRaderOuter, Multiplier};
/// use vectru_polymul::simd::shape::NeonShape;
///
/// let counter = Counter::new();
/// let simd = Counting::<NeonShape>::new(&counter);
/// let mut transformed = GoodRaderOuter::zero_transformed(simd);
/// GoodRaderOuter::forward(simd, &[(); 768], &mut transformed);
/// // Twelve columns of eight lanes load eight chunks each; then every row of 12 vectors is loaded again.
/// assert_eq!(counter.counts().loads, 12 * 8 + 17 * 12);
/// ```
#[derive(Debug)]
pub struct Counting<'a, P> {
    counter: &'a Counter,
    shape: PhantomData<P>,
}

impl<'a, P> Counting<'a, P> {
    /// The token whose operations `counter` counts.
    pub const fn new(counter: &'a Counter) -> Self {
        Self { counter, shape: PhantomData }
    }
}

impl<P> Clone for Counting<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Counting<'_, P> {}

/// A vector that counts what is done with it.
#[derive(Clone, Copy, Debug)]
pub struct CountingI16<'a, P> {
    counter: &'a Counter,
    shape: PhantomData<P>,
}

impl<'a, P: Shape> CountingI16<'a, P> {
    fn after(self, counts: Counts) -> Self {
        self.counter.add(counts);
        self
    }
}

impl<'a, P: Shape> Counting<'a, P> {
    fn vector(self, counts: Counts) -> CountingI16<'a, P> {
        CountingI16 { counter: self.counter, shape: PhantomData }.after(counts)
    }
}

impl Coefficient for () {
    type Byte = ();
    type Wide = ();

    const ZERO: () = ();
    const WIDE_ZERO: () = ();

    fn widen((): ()) {}
}

impl<'a, P: Shape> Simd for Counting<'a, P> {
    type Shape = P;
    type Coefficient = ();
    type I16 = CountingI16<'a, P>;
    type I32 = CountingI32<'a, P>;
    type Bits = Words<4>;
    type U32 = Lanes<4>;
    type Rows = ();
    type Narrow = Counting<'a, P::Narrow>;

    fn narrow(self) -> Self::Narrow {
        Counting::new(self.counter)
    }

    fn vectorize<R>(self, kernel: impl FnOnce() -> R) -> R {
        kernel()
    }

    fn splat(self, _: i16) -> Self::I16 {
        self.vector(Counts::NONE)
    }

    fn load(self, source: &[()]) -> Self::I16 {
        let _ = &source[..P::LANES];
        self.vector(Counts { loads: 1, ..Counts::NONE })
    }

    fn store(self, _: Self::I16, target: &mut [()]) {
        let _ = &target[..P::LANES];
        self.counter.add(Counts { stores: 1, ..Counts::NONE });
    }

    fn load_halves(self, _: &[()], _: &[()]) -> Self::I16 {
        self.vector(Counts { loads: 2, ..Counts::NONE })
    }

    fn store_halves(self, _: Self::I16, _: &mut [()], _: usize, _: usize) {
        self.counter.add(Counts { stores: 2, permutations: 1, ..Counts::NONE });
    }

    fn zero_rows(self) -> Self::Rows {}

    fn convolution_rows<M: Modulus>(self, _: &[(); CHUNK], _: Constant<M>, _: &mut Self::Rows) {
        self.counter.add(Counts::convolution_rows::<P>());
    }

    fn outer_product<M: Modulus>(self, _: &[(); CHUNK], _: &Self::Rows) -> [(); CHUNK] {
        self.counter.add(Counts::outer_product::<P>());
        [(); CHUNK]
    }
}

impl<P: Shape> Add for CountingI16<'_, P> {
    type Output = Self;
    fn add(self, _: Self) -> Self {
        self.after(Counts::additions(1))
    }
}

impl<P: Shape> Sub for CountingI16<'_, P> {
    type Output = Self;
    fn sub(self, _: Self) -> Self {
        self.after(Counts::additions(1))
    }
}

impl<P: Shape> I16Vector for CountingI16<'_, P> {
    type Coefficient = ();

    fn multiply_low(self, _: Self) -> Self {
        self.after(Counts::multiplications(1))
    }

    fn multiply_high_rounding(self, _: Self) -> Self {
        self.after(Counts::multiplications(1))
    }

    fn barrett_multiply<M: Modulus>(self, _: Constant<M>) -> Self {
        self.after(Counts::BARRETT_MULTIPLY)
    }

    fn barrett_multiply_halves<M: Modulus>(self, _: Constant<M>, _: Constant<M>) -> Self {
        self.after(Counts::BARRETT_MULTIPLY)
    }

    fn barrett_reduce<M: Modulus>(self) -> Self {
        self.after(Counts::BARRETT_REDUCE)
    }

    fn centre<M: Modulus>(self) -> Self {
        // Two comparisons, two selections of q, a subtraction and an addition.
        self.after(Counts::additions(6))
    }

    fn inner_product<M: Modulus, const N: usize>(terms: [Option<Self>; N], _: &[Constant<M>; N]) -> Self {
        let Some(first) = terms.iter().flatten().next() else {
            unreachable!("an inner product of no terms");
        };
        first.after(Counts::inner_product::<P>(terms.iter().flatten().count() as u32, N))
    }

    fn half_butterfly(self) -> Self {
        self.after(Counts { permutations: 1, additions: 2, ..Counts::NONE })
    }

    fn select(mask: Self, _: Self, _: Self) -> Self {
        mask.after(Counts::additions(1))
    }
}
