//! Shapes of backends: their [`Form`]s as types, and arrays of lanes.

use core::fmt::Debug;

use super::Form;

/// The choice of kernels between loops and straight-line code.
pub trait Loops: Copy + Debug + Send + Sync + 'static {
    /// True if kernels unroll their loops to straight-line code, which keeps vectors in registers.
    /// Only `unroll!` depends on it.
    const UNROLLED: bool;
}

/// Loops that stay loops.
#[derive(Clone, Copy, Debug)]
pub struct Rolled;

impl Loops for Rolled {
    const UNROLLED: bool = false;
}

/// The shape of a backend's vectors, as a type.
pub trait Shape: Loops {
    /// The numbers by which kernels choose their path.
    const FORM: Form;
    /// The name of the backend, in lower case.
    const NAME: &'static str = Self::FORM.name;
    /// The number of 16-bit lanes in a vector: 8, 16 or 32; or 2 for
    /// [columns](super::Simd::columns).
    const LANES: usize = Self::FORM.lanes;
    /// True if this shape keeps its straight-line code in [`Looped`].
    const UNROLLED_ARRAYS: bool = false;
    /// An array of [`LANES`](Self::LANES) values.
    type Lanes<T: Copy + Debug>: Copy + Debug + AsRef<[T]> + AsMut<[T]>;
    /// The shape of the backend with vectors of at most one chunk.
    type Narrow: Shape<Narrow = Self::Narrow>;

    /// Returns the array with `lane(l)` at index l.
    fn lanes<T: Copy + Debug>(lane: impl FnMut(usize) -> T) -> Self::Lanes<T>;
}

/// The shape `P` with loops instead of straight-line code.
///
/// It is for lanes that are arrays in memory: straight-line code would not make them faster, and
/// takes several times as long to compile.
#[derive(Clone, Copy, Debug)]
pub struct Looped<P>(core::marker::PhantomData<P>);

/// The shape `P` with straight-line code even where lanes are arrays in memory: for tests of code
/// that only straight-line backends run.
#[cfg(test)]
#[derive(Clone, Copy, Debug)]
pub struct Straight<P>(core::marker::PhantomData<P>);

/// Declares a shape that differs from `P` only in its loops.
macro_rules! derived {
    ($name:ident, $unrolled:expr, $unrolled_arrays:literal) => {
        impl<P: Shape> Loops for $name<P> {
            const UNROLLED: bool = $unrolled;
        }

        impl<P: Shape> Shape for $name<P> {
            const FORM: Form = P::FORM;
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

/// Returns the array of lanes with `$lane(l)` at index l. The shortest vectors, which small CPUs
/// use, are written out, because `from_fn` would stay out of line there.
macro_rules! lanes {
    (2, $lane:ident) => {
        [$lane(0), $lane(1)]
    };
    (8, $lane:ident) => {
        [$lane(0), $lane(1), $lane(2), $lane(3), $lane(4), $lane(5), $lane(6), $lane(7)]
    };
    ($lanes:literal, $lane:ident) => {
        core::array::from_fn($lane)
    };
}

/// Declares shapes: the name, the number of lanes, the other fields of the form, the number of
/// summands of outer products in 16 bits, whether loops are unrolled, and the shape of vectors of
/// at most one chunk.
macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident = $label:literal, $lanes:tt lanes, { $($field:ident: $value:literal),* },
        summands: $summands:literal, of_uses: $of_uses:literal, unrolled: $unrolled:literal, narrow: $narrow:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Loops for $name {
            const UNROLLED: bool = $unrolled;
        }

        impl Shape for $name {
            const FORM: Form = Form {
                name: $label,
                lanes: $lanes,
                $($field: $value,)*
                summands: $summands,
                summands_of_uses: $of_uses,
            };
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
        { montgomery_terms: 1, shared_from: 2, loads_windows: false, short: false, maps_blocks: false },
        summands: 1, of_uses: 4, unrolled: false, narrow: PortableShape;
    /// The shape of columns of the portable backend on the Cortex-M4: two lanes in a word. Kernels
    /// take the same path as on [`PortableShape`], but for maps with the same results.
    PairShape = "portable", 2 lanes,
        { montgomery_terms: 1, shared_from: 2, loads_windows: false, short: false, maps_blocks: true },
        summands: 1, of_uses: 4, unrolled: false, narrow: PairShape;
    /// The shape of Neon: 128-bit registers. Every inner product is a Montgomery sum, since Neon
    /// multiplies 16-bit lanes and accumulates in 32 bits in one instruction.
    NeonShape = "neon", 8 lanes,
        { montgomery_terms: 1, shared_from: 2, loads_windows: false, short: true, maps_blocks: false },
        summands: 4, of_uses: 4, unrolled: true, narrow: NeonShape;
    /// The shape of simd128: 128-bit vectors. Every inner product is a Montgomery sum, since the
    /// rounding high product of a Barrett product is five instructions on x86-64.
    Simd128Shape = "simd128", 8 lanes,
        { montgomery_terms: 1, shared_from: 2, loads_windows: false, short: true, maps_blocks: false },
        summands: 1, of_uses: 4, unrolled: true, narrow: Simd128Shape;
    /// The shape of AVX2: 256-bit registers.
    Avx2Shape = "avx2", 16 lanes,
        { montgomery_terms: 4, shared_from: 2, loads_windows: true, short: false, maps_blocks: false },
        summands: 1, of_uses: 1, unrolled: true, narrow: Avx2Shape;
    /// The shape of AVX-512 with 512-bit registers.
    Avx512Shape = "avx512", 32 lanes,
        { montgomery_terms: 4, shared_from: 3, loads_windows: false, short: false, maps_blocks: false },
        summands: 1, of_uses: 1, unrolled: true, narrow: Avx512NarrowShape;
    /// The shape of AVX-512 with 256-bit registers, for work on single chunks.
    Avx512NarrowShape = "avx512", 16 lanes,
        { montgomery_terms: 4, shared_from: 3, loads_windows: false, short: false, maps_blocks: false },
        summands: 1, of_uses: 1, unrolled: true, narrow: Avx512NarrowShape;
}
