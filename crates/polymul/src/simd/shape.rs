//! Shapes of backends: numbers of lanes and forms of compound operations, known on every machine.
//!
//! A *shape* describes a backend without its instructions (see the glossary in docs/glossary.md).
//! The lanes of the analysis take the shape of a backend as a parameter, so that the proofs and
//! counts for Neon run on x86-64, and those for x86-64 on AArch64.

use core::fmt::Debug;

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

/// The numbers by which kernels choose their path.
///
/// The path that is proved is the path that runs: a shape on which proofs run has the form of the
/// shape that it stands for, or the crate does not compile. So kernels branch by nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// [`Shape::LANES`].
    pub lanes: usize,
    /// [`Shape::MONTGOMERY_TERMS`].
    pub montgomery_terms: usize,
    /// [`Shape::SHARED_FROM`].
    pub shared_from: usize,
    /// [`Shape::LOADS_WINDOWS`].
    pub loads_windows: bool,
    /// [`Shape::SHORT`].
    pub short: bool,
}

impl Form {
    /// Returns true if both are equal.
    #[cfg(any(test, feature = "analysis"))]
    pub(crate) const fn equals(self, other: Self) -> bool {
        // A field that is left out here does not compile.
        let Self { lanes, montgomery_terms, shared_from, loads_windows, short } = other;
        self.lanes == lanes
            && self.montgomery_terms == montgomery_terms
            && self.shared_from == shared_from
            && self.loads_windows == loads_windows
            && self.short == short
    }
}

/// The shape of a backend's vectors.
pub trait Shape: Copy + Debug + Send + Sync + 'static {
    /// The name of the backend, in lower case.
    const NAME: &'static str;
    /// The numbers by which kernels choose their path.
    const FORM: Form;
    /// The number of 16-bit lanes in a vector: 8, 16 or 32.
    const LANES: usize = Self::FORM.lanes;
    /// The least number of terms for which an inner product by constants is an
    /// [`InnerProduct::MontgomerySum`].
    const MONTGOMERY_TERMS: usize = Self::FORM.montgomery_terms;
    /// The least number K of chunks (of 16 coefficients) for which a Toeplitz product shares
    /// products of blocks between two chunks of its result: K (K + 1) / 2 products and more
    /// additions in place of K^2 products.
    const SHARED_FROM: usize = Self::FORM.shared_from;
    /// True if a Toeplitz product of one chunk loads windows of its matrix, which start at any
    /// coefficient. Such a load waits for the stores that it overlaps, so that chains split the
    /// matrices of the next products before they multiply.
    const LOADS_WINDOWS: bool = Self::FORM.loads_windows;
    /// True if two vectors hold a chunk, and kernels compute on both at a time.
    const SHORT: bool = Self::FORM.short;
    /// The number of coefficients, and of rows, that an outer product adds up in 16 bits.
    const SUMMANDS: i64;
    /// The largest [`SUMMANDS`](Self::SUMMANDS) of the shapes that may multiply by an operand which
    /// was prepared on this one.
    const SUMMANDS_OF_USES: i64;
    /// True if kernels unroll their loops to straight-line code, which keeps vectors in registers.
    /// It is the same code: `unroll!` alone looks at it.
    const UNROLLED: bool;
    /// True if [`Looped`] keeps this straight-line code.
    const UNROLLED_ARRAYS: bool = false;
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
            const FORM: Form = P::FORM;
            const SUMMANDS: i64 = P::SUMMANDS;
            const SUMMANDS_OF_USES: i64 = P::SUMMANDS_OF_USES;
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

/// Declares shapes: the name, the lanes, the form besides, what outer products add up in 16 bits,
/// whether loops are unrolled, and the shape of vectors of at most one chunk.
macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident = $label:literal, $lanes:tt lanes, { $($field:ident: $value:literal),* },
        summands: $summands:literal, of_uses: $of_uses:literal, unrolled: $unrolled:literal, narrow: $narrow:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Shape for $name {
            const NAME: &'static str = $label;
            const FORM: Form = Form { lanes: $lanes, $($field: $value),* };
            const SUMMANDS: i64 = $summands;
            const SUMMANDS_OF_USES: i64 = $of_uses;
            const UNROLLED: bool = $unrolled;
            type Lanes<T: Copy + Debug> = [T; $lanes];
            type Narrow = $narrow;

            #[inline(always)]
            #[allow(unused_mut)] // Not every form calls it itself.
            fn lanes<T: Copy + Debug>(mut lane: impl FnMut(usize) -> T) -> [T; $lanes] {
                lanes!($lanes, lane)
            }
        }
    )*};
}

shapes! {
    /// The shape of the portable backend: arrays of 8 lanes.
    PortableShape = "portable", 8 lanes,
        { montgomery_terms: 1, shared_from: 2, loads_windows: false, short: false },
        summands: 1, of_uses: 4, unrolled: false, narrow: PortableShape;
    /// The shape of Neon: 128-bit registers. Every inner product is a Montgomery sum, since Neon
    /// multiplies 16-bit lanes and accumulates in 32 bits in one instruction.
    NeonShape = "neon", 8 lanes,
        { montgomery_terms: 1, shared_from: 2, loads_windows: false, short: true },
        summands: 4, of_uses: 4, unrolled: true, narrow: NeonShape;
    /// The shape of simd128: 128-bit vectors. Every inner product is a Montgomery sum, since the
    /// rounding high product of a Barrett product is five instructions on x86-64.
    Simd128Shape = "simd128", 8 lanes,
        { montgomery_terms: 1, shared_from: 2, loads_windows: false, short: true },
        summands: 1, of_uses: 1, unrolled: true, narrow: Simd128Shape;
    /// The shape of AVX2: 256-bit registers.
    Avx2Shape = "avx2", 16 lanes,
        { montgomery_terms: 4, shared_from: 2, loads_windows: true, short: false },
        summands: 1, of_uses: 1, unrolled: true, narrow: Avx2Shape;
    /// The shape of AVX-512 with 512-bit registers.
    Avx512Shape = "avx512", 32 lanes,
        { montgomery_terms: 4, shared_from: 3, loads_windows: false, short: false },
        summands: 1, of_uses: 1, unrolled: true, narrow: Avx512NarrowShape;
    /// The shape of AVX-512 with 256-bit registers, for work on single chunks.
    Avx512NarrowShape = "avx512", 16 lanes,
        { montgomery_terms: 4, shared_from: 3, loads_windows: false, short: false },
        summands: 1, of_uses: 1, unrolled: true, narrow: Avx512NarrowShape;
}
