//! Counting lanes: a lane is nothing, and every operation counts what a backend of its shape spends on it.
//!
//! Counts are of vector instructions. A Barrett product is three multiplications and an addition (a subtraction counts as
//! an addition); inner products and outer products are counted in the form that the shape prefers. What compilers
//! share between inner products of the same terms (the interleaving on x86) is counted each time; moves between
//! registers and spills are not counted.
//!
//! [`Simd::enter`] opens the account of a map; what follows is counted there ([`Counter`]).
//!
//! Operations stay out of line: inlined into every kernel they would run no sooner, and take a quarter longer to compile.

mod byte;
mod wide;

use core::iter::Sum;
use core::marker::PhantomData;
use core::ops::{Add, Mul, Sub};

pub use super::account::{Account, Accounts, Counter};
use crate::modular::{Constant, Modulus};
use crate::simd::bits::Words;
use crate::simd::shape::Looped;
use crate::simd::unsigned::Lanes;
use crate::simd::{CHUNK, Coefficient, I16Vector, InnerProduct, Shape, Simd};

pub use byte::CountingI8;
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

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::NONE, Add::add)
    }
}

impl Mul<u32> for Counts {
    type Output = Self;
    fn mul(self, factor: u32) -> Self {
        Self {
            multiplications: self.multiplications * factor,
            additions: self.additions * factor,
            permutations: self.permutations * factor,
            loads: self.loads * factor,
            stores: self.stores * factor,
        }
    }
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
    /// Nothing.
    pub const NONE: Self = Self { multiplications: 0, additions: 0, permutations: 0, loads: 0, stores: 0 };
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

    /// Sums of products of vectors. The interleaving of either operand is shared by few sums, and counted each time.
    fn lane_products<P: Shape>(terms: u32) -> Self {
        if P::LANES < CHUNK {
            return Self { multiplications: 2 * terms + 3, permutations: 2, ..Self::NONE };
        }
        let pairs = terms.div_ceil(2);
        Self {
            multiplications: 2 * pairs + 4,
            additions: 2 * (pairs - 1) + 4,
            permutations: 4 * pairs + 1,
            ..Self::NONE
        }
    }

    /// The rows of two chunks, without what loads or computes these.
    fn rows<P: Shape>() -> Self {
        match P::LANES {
            // The rows that are read as they are, and the differences of rows 8 apart.
            8 => Self { additions: 3, stores: 5, ..Self::NONE },
            16 => Self { permutations: 10, stores: 6, ..Self::NONE },
            _ => Self { permutations: 3, stores: 2, ..Self::NONE },
        }
    }

    /// `terms` outer products, with the reductions of their sum.
    fn outer_product<P: Shape>(terms: u32) -> Self {
        match P::LANES {
            // Three products of dimension 8, each 8 steps of two multiply-accumulates by a lane; two reductions of
            // eight sums.
            8 => Self {
                multiplications: 48 * terms + 2 * 4,
                additions: terms,
                permutations: 2 * 2,
                loads: 26 * terms,
                stores: 2,
            },
            // 8 steps of two dot products by a broadcast pair; five windows are shifted, and the sums are packed.
            16 => Self {
                multiplications: 16 * terms + 4,
                additions: 16 * terms - 2 + 4,
                permutations: 5 * terms + 1,
                loads: 14 * terms,
                stores: 1,
            },
            // 8 steps of a dot product by a broadcast pair; seven windows are shifted, and the sums are packed.
            _ => Self {
                multiplications: 8 * terms + 2,
                additions: 1 + 1,
                permutations: 7 * terms + 1,
                loads: 10 * terms,
                stores: 1,
            },
        }
    }

    /// A Toeplitz product of `chunks` chunks.
    fn toeplitz_product<P: Shape>(chunks: u32) -> Self {
        let by_definition = chunks < P::SHARED_FROM as u32;
        let shared = if by_definition { 0 } else { chunks * (chunks - 1) / 2 };
        let (products, blocks) =
            if by_definition { (chunks * chunks, 2 * chunks - 1) } else { (shared + chunks, 3 * (chunks - 1)) };
        let of_products = match P::LANES {
            // The differences of a block; three products of dimension 8, each 8 multiply-accumulates by a lane.
            8 => Self {
                multiplications: 24 * products,
                additions: 3 * blocks + products + 2 * (products - chunks),
                loads: 6 * blocks + 26 * products,
                stores: 3 * blocks + 2 * chunks,
                ..Self::NONE
            },
            // The pairs of a block, and 5 shifted windows; 8 steps of two dot products by a broadcast pair; a pack.
            16 => Self {
                multiplications: 16 * products,
                additions: 16 * products,
                permutations: (10 + 5) * blocks + 3 * chunks,
                loads: 2 * blocks + 8 * products,
                stores: chunks,
            },
            // The pairs of a block, and 7 shifted windows; 8 dot products, each by a broadcast pair; a pack.
            _ => Self {
                multiplications: 8 * products,
                additions: chunks,
                permutations: (3 + 7) * blocks + chunks,
                loads: 2 * blocks + 8 * products,
                stores: chunks,
            },
        };
        if by_definition {
            return of_products;
        }
        // Sums of two chunks, products into the sums of two rows (the first one into none), blocks without others.
        let vectors = (CHUNK / P::LANES.min(CHUNK)) as u32;
        let sums = Self {
            additions: vectors * shared + 2 * (2 * shared - chunks) + 2 * chunks * (chunks - 1) * vectors,
            loads: vectors * (2 * shared + 2 * chunks * (chunks - 1)),
            stores: vectors * shared,
            ..Self::NONE
        };
        of_products + sums
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
    const UNSPECIFIED: () = ();
    const BYTE_ZERO: () = ();
    const WIDE_ZERO: () = ();
    const WIDE_UNSPECIFIED: () = ();

    fn widen((): ()) {}
}

impl<'a, P: Shape> crate::simd::sealed::Sealed for Counting<'a, P> {}

impl<'a, P: Shape> Simd for Counting<'a, P> {
    type Shape = Looped<P>;
    type Coefficient = ();
    type I16 = CountingI16<'a, P>;
    type I8 = CountingI8<'a, P>;
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

    fn enter(self, map: &'static str) {
        self.counter.enter(map, P::LANES);
    }

    #[inline(never)]
    fn splat(self, _: i16) -> Self::I16 {
        self.vector(Counts::NONE)
    }

    #[inline(never)]
    fn load(self, source: &[()]) -> Self::I16 {
        let _ = &source[..P::LANES];
        self.vector(Counts { loads: 1, ..Counts::NONE })
    }

    #[inline(never)]
    fn store(self, _: Self::I16, target: &mut [()]) {
        let _ = &target[..P::LANES];
        self.counter.add(Counts { stores: 1, ..Counts::NONE });
    }

    #[inline(never)]
    fn load_halves(self, _: &[()], _: &[()]) -> Self::I16 {
        self.vector(Counts { loads: 2, ..Counts::NONE })
    }

    #[inline(never)]
    fn store_halves(self, _: Self::I16, _: &mut [()], _: usize, _: usize) {
        self.counter.add(Counts { stores: 2, permutations: 1, ..Counts::NONE });
    }

    #[inline(never)]
    fn load_table(self, source: &[i16]) -> Self::I16 {
        let _ = &source[..P::LANES];
        self.vector(Counts { loads: 1, ..Counts::NONE })
    }

    #[inline(never)]
    fn load_columns(self, source: &[()], stride: usize) -> [Self::I16; 8] {
        let _ = &source[..stride * (P::LANES - 1) + 8];
        // Eight lanes at a time; three rounds of eight interleavings.
        [self.vector(Counts { loads: P::LANES as u32, permutations: 24, ..Counts::NONE }); 8]
    }

    #[inline(never)]
    fn store_columns(self, _: [Self::I16; 8], target: &mut [()], stride: usize) {
        let _ = &target[..stride * (P::LANES - 1) + 8];
        let lanes = P::LANES as u32;
        self.counter.add(Counts { stores: lanes, permutations: 24 + lanes - 8, ..Counts::NONE });
    }

    #[inline(never)]
    fn zero_rows(self) -> Self::Rows {}

    #[inline(never)]
    fn convolution_rows<M: Modulus>(self, _: &[(); CHUNK], _: Constant<M>, _: &mut Self::Rows) {
        let vectors = (CHUNK / P::LANES.min(CHUNK)) as u32;
        for _ in 0..vectors {
            self.counter.add(Counts { loads: 1, ..Counts::BARRETT_MULTIPLY });
        }
        self.counter.add(Counts::rows::<P>());
    }

    #[inline(never)]
    fn window_rows(self, _: &[(); CHUNK], _: &[(); CHUNK], _: &mut Self::Rows) {
        self.counter.add(Counts { loads: 2 * (CHUNK / P::LANES.min(CHUNK)) as u32, ..Counts::NONE });
        self.counter.add(Counts::rows::<P>());
    }

    #[inline(never)]
    fn outer_product<M: Modulus, const N: usize>(self, _: [&[(); CHUNK]; N], _: [&Self::Rows; N]) -> [(); CHUNK] {
        self.counter.add(Counts::outer_product::<P>(N as u32));
        [(); CHUNK]
    }

    #[inline(never)]
    fn toeplitz_product<const K: usize>(self, matrix: &[[(); CHUNK]], _: &mut [[(); CHUNK]; K]) {
        let _ = &matrix[..2 * K];
        self.counter.add(Counts::toeplitz_product::<P>(K as u32));
    }
}

impl<P: Shape> Add for CountingI16<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn add(self, _: Self) -> Self {
        self.after(Counts::additions(1))
    }
}

impl<P: Shape> Sub for CountingI16<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn sub(self, _: Self) -> Self {
        self.after(Counts::additions(1))
    }
}

impl<P: Shape> crate::simd::sealed::Sealed for CountingI16<'_, P> {}

impl<P: Shape> I16Vector for CountingI16<'_, P> {
    type Coefficient = ();

    #[inline(never)]
    fn multiply_low(self, _: Self) -> Self {
        self.after(Counts::multiplications(1))
    }

    #[inline(never)]
    fn multiply_add_low(self, _: Self, _: Self) -> Self {
        // One instruction on Neon.
        self.after(Counts { multiplications: 1, additions: (P::LANES >= CHUNK).into(), ..Counts::NONE })
    }

    #[inline(never)]
    fn shift_left(self, _: u32) -> Self {
        self.after(Counts::additions(1))
    }

    #[inline(never)]
    fn shift_right(self, _: u32) -> Self {
        self.after(Counts::additions(1))
    }

    #[inline(never)]
    fn multiply_high_rounding(self, _: Self) -> Self {
        self.after(Counts::multiplications(1))
    }

    #[inline(never)]
    fn barrett_multiply<M: Modulus>(self, _: Constant<M>) -> Self {
        self.after(Counts::BARRETT_MULTIPLY)
    }

    #[inline(never)]
    fn barrett_multiply_halves<M: Modulus>(self, _: Constant<M>, _: Constant<M>) -> Self {
        self.after(Counts::BARRETT_MULTIPLY)
    }

    #[inline(never)]
    fn barrett_reduce<M: Modulus>(self) -> Self {
        self.after(Counts::BARRETT_REDUCE)
    }

    #[inline(never)]
    fn centre<M: Modulus>(self) -> Self {
        // Two comparisons, two selections of q, a subtraction and an addition.
        self.after(Counts::additions(6))
    }

    #[inline(never)]
    fn inner_product<M: Modulus, const N: usize>(terms: [Option<Self>; N], _: &[Constant<M>; N]) -> Self {
        let Some(first) = terms.iter().flatten().next() else {
            unreachable!("an inner product of no terms");
        };
        first.after(Counts::inner_product::<P>(terms.iter().flatten().count() as u32, N))
    }

    #[inline(never)]
    fn barrett_multiply_lanes<M: Modulus>(self, _: Self, _: Self) -> Self {
        self.after(Counts::BARRETT_MULTIPLY)
    }

    #[inline(never)]
    fn lane_products<M: Modulus, const N: usize>(pairs: [Option<(Self, Self)>; N]) -> Self {
        let Some((first, _)) = pairs.iter().flatten().next() else {
            unreachable!("a sum of no products");
        };
        first.after(Counts::lane_products::<P>(pairs.iter().flatten().count() as u32))
    }

    #[inline(never)]
    fn half_butterfly(self) -> Self {
        self.after(Counts { permutations: 1, additions: 2, ..Counts::NONE })
    }

    #[inline(never)]
    fn select(mask: Self, _: Self, _: Self) -> Self {
        mask.after(Counts::additions(1))
    }
}
