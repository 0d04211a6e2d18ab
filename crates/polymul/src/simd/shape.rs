//! Shapes of backends: numbers of lanes and forms of compound operations, known on every machine.
//!
//! A *shape* describes a backend without its instructions (see the glossary in docs/glossary.md).
//! Interval and counting lanes take the shape of a backend as a parameter, so that the proofs and
//! counts for Neon run on x86-64, and those for x86-64 on AArch64.

use core::fmt::Debug;

use super::CHUNK;

/// The form of an inner product by constants: terms x_i, constants c_i, i < n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InnerProduct {
    /// Barrett products that multiply the sum of their quotients by q once:
    ///
    /// ```text
    /// r = sum_i x_i c_i - q sum_i mulhrs(x_i, c_i'),   c_i' = round(2^15 c_i / q)
    /// ```
    ///
    /// It takes 2 n + 1 multiplications of 16-bit lanes. Requires the sum of the n
    /// [Barrett bounds](crate::modular::barrett_bound) to be less than 2^15; returns |r| of at most
    /// this sum. The form is this project's own.
    DeferredQuotients,
    /// A 32-bit sum s and one Montgomery reduction `[CCH+23, Algorithm 5]`,
    /// `[BHK+22, Algorithm 14]`:
    ///
    /// ```text
    /// r = (s - q m) / 2^16,   s = sum_i x_i C_i,   C_i = 2^16 c_i mod± q,   m = s q^-1 mod± 2^16
    /// ```
    ///
    /// Requires q/2 + |s| / 2^16 < 2^15; returns |r| <= q/2 + |s| / 2^16. On x86 two terms share
    /// one instruction; Neon accumulates one term in two.
    MontgomerySum,
}

/// The shape of a backend's vectors.
pub trait Shape: Copy + Debug + Send + Sync + 'static {
    /// The name of the backend, in lower case.
    const NAME: &'static str;
    /// The number of 16-bit lanes in a vector: 8, 16 or 32.
    const LANES: usize;
    /// The least number of terms for which an inner product by constants is an
    /// [`InnerProduct::MontgomerySum`].
    const MONTGOMERY_TERMS: usize;
    /// The least number K of chunks (of 16 coefficients) for which a Toeplitz product shares
    /// products of blocks between two chunks of its result: K (K + 1) / 2 products and more
    /// additions in place of K^2 products.
    const SHARED_FROM: usize;
    /// The number of coefficients, and of rows, that an outer product adds up in 16 bits.
    const SUMMANDS: i64;
    /// True if a Toeplitz product of one chunk loads windows of its matrix, which start at any
    /// coefficient. Such a load waits for the stores that it overlaps, so that chains split the
    /// matrices of the next products before they multiply.
    const LOADS_WINDOWS: bool;
    /// True if kernels unroll their loops to straight-line code, which keeps vectors in registers.
    const UNROLLED: bool;
    /// True if [`Looped`] keeps this straight-line code.
    const UNROLLED_ARRAYS: bool = false;
    /// True if two vectors hold a chunk, and kernels compute on both at a time.
    const SHORT: bool = Self::UNROLLED && 2 * Self::LANES == CHUNK;
    /// An array of [`LANES`](Self::LANES) values.
    type Lanes<T: Copy + Debug>: Copy + Debug + AsRef<[T]> + AsMut<[T]>;
    /// The shape of the backend with vectors of at most one chunk.
    type Narrow: Shape<Narrow = Self::Narrow>;

    /// Returns the form of an inner product of `terms` terms, including those that are known to be
    /// zero.
    #[inline(always)]
    fn inner_product(terms: usize) -> InnerProduct {
        if terms < Self::MONTGOMERY_TERMS { InnerProduct::DeferredQuotients } else { InnerProduct::MontgomerySum }
    }

    /// Returns the array with `lane(l)` at index l.
    fn lanes<T: Copy + Debug>(lane: impl FnMut(usize) -> T) -> Self::Lanes<T>;
}

/// The shape `P` with loops in place of straight-line code.
///
/// Lanes that are arrays in memory take this shape: straight-line code would not make them faster,
/// and takes several times as long to compile.
#[derive(Clone, Copy, Debug)]
pub struct Looped<P>(core::marker::PhantomData<P>);

/// The shape `P` with straight-line code even where lanes are arrays in memory: for tests of code
/// that only straight-line backends run.
#[cfg(test)]
#[derive(Clone, Copy, Debug)]
pub struct Straight<P>(core::marker::PhantomData<P>);

/// Declares a shape that is `P` but for its loops.
macro_rules! derived {
    ($name:ident, $unrolled:expr, $unrolled_arrays:literal) => {
        impl<P: Shape> Shape for $name<P> {
            const NAME: &'static str = P::NAME;
            const LANES: usize = P::LANES;
            const MONTGOMERY_TERMS: usize = P::MONTGOMERY_TERMS;
            const SHARED_FROM: usize = P::SHARED_FROM;
            const SUMMANDS: i64 = P::SUMMANDS;
            const LOADS_WINDOWS: bool = P::LOADS_WINDOWS;
            const UNROLLED: bool = $unrolled;
            const UNROLLED_ARRAYS: bool = $unrolled_arrays;
            type Lanes<T: Copy + Debug> = P::Lanes<T>;
            type Narrow = $name<P::Narrow>;

            #[inline(always)]
            fn lanes<T: Copy + Debug>(lane: impl FnMut(usize) -> T) -> Self::Lanes<T> {
                P::lanes(lane)
            }
        }
    };
}

derived!(Looped, P::UNROLLED_ARRAYS, false);
#[cfg(test)]
derived!(Straight, true, true);

/// Returns the array of lanes with `$lane(l)` at index l. The shortest vectors, which are those of
/// small CPUs, are written out: `from_fn` stays out of line there.
macro_rules! lanes {
    (8, $lane:ident) => {
        [$lane(0), $lane(1), $lane(2), $lane(3), $lane(4), $lane(5), $lane(6), $lane(7)]
    };
    ($lanes:literal, $lane:ident) => {
        core::array::from_fn($lane)
    };
}

/// Declares a shape.
macro_rules! shape {
    ($(#[$doc:meta])* $name:ident, $label:literal, $lanes:tt, $montgomery_terms:literal, $shared_from:literal, $summands:literal, $loads_windows:literal, $unrolled:literal, $narrow:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl Shape for $name {
            const NAME: &'static str = $label;
            const LANES: usize = $lanes;
            const MONTGOMERY_TERMS: usize = $montgomery_terms;
            const SHARED_FROM: usize = $shared_from;
            const SUMMANDS: i64 = $summands;
            const LOADS_WINDOWS: bool = $loads_windows;
            const UNROLLED: bool = $unrolled;
            type Lanes<T: Copy + Debug> = [T; $lanes];
            type Narrow = $narrow;
            #[inline(always)]
            #[allow(unused_mut)] // Not every form calls it itself.
            fn lanes<T: Copy + Debug>(mut lane: impl FnMut(usize) -> T) -> [T; $lanes] {
                lanes!($lanes, lane)
            }
        }
    };
}

shape!(
    /// The shape of the portable backend: arrays of 8 lanes.
    PortableShape, "portable", 8, 1, 2, 1, false, false, PortableShape
);
shape!(
    /// The shape of Neon: 128-bit registers. Every inner product is a Montgomery sum, since Neon
    /// multiplies 16-bit lanes and accumulates in 32 bits in one instruction.
    NeonShape, "neon", 8, 1, 2, 4, false, true, NeonShape
);
shape!(
    /// The shape of simd128: 128-bit vectors. Every inner product is a Montgomery sum, since the
    /// rounding high product of a Barrett product is five instructions on x86-64.
    Simd128Shape, "simd128", 8, 1, 2, 1, false, true, Simd128Shape
);
shape!(
    /// The shape of AVX2: 256-bit registers.
    Avx2Shape, "avx2", 16, 4, 2, 1, true, true, Avx2Shape
);
shape!(
    /// The shape of AVX-512 with 512-bit registers.
    Avx512Shape, "avx512", 32, 4, 3, 1, false, true, Avx512NarrowShape
);
shape!(
    /// The shape of AVX-512 with 256-bit registers, for work on single chunks.
    Avx512NarrowShape, "avx512", 16, 4, 3, 1, false, true, Avx512NarrowShape
);
