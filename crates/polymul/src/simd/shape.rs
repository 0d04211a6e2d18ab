//! What a backend is like, known on every machine: how many lanes, and which form of an operation is its best.
//!
//! The lanes that prove and count are shaped like a backend, so that a proof for Neon runs on x86 too.

use core::fmt::Debug;

/// How a backend computes an inner product by constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InnerProduct {
    /// Barrett products whose quotients are summed before they are multiplied by q:
    /// 2n + 1 multiplications of 16 bits; the bound is the sum of n Barrett bounds.
    DeferredQuotients,
    /// 32-bit sums of products and one Montgomery reduction; the bound is
    /// (sum |x_i c_i| + 2^15 q) / 2^16, close to q/2.
    MontgomerySum,
}

/// The shape of a backend's vectors.
pub trait Shape: Copy + Debug + Send + Sync + 'static {
    /// The backend's name in lower case.
    const NAME: &'static str;
    /// 16-bit lanes in a vector: 8, 16 or 32.
    const LANES: usize;
    /// From how many terms on an inner product by constants is a Montgomery sum.
    const MONTGOMERY_TERMS: usize;
    /// From how many chunks on a Toeplitz product shares products of blocks between rows: a product less for every two rows, for
    /// some additions.
    const SHARED_FROM: usize;
    /// Whether kernels are compiled to straight-line code, which keeps vectors in registers.
    const UNROLLED: bool;
    /// `LANES` values.
    type Lanes<T: Copy + Debug>: Copy + Debug + AsRef<[T]> + AsMut<[T]>;
    /// The same backend with at most one chunk in a vector.
    type Narrow: Shape<Narrow = Self::Narrow>;

    /// The best form of an inner product of `terms` terms, counting those that are known to be zero.
    #[inline(always)]
    fn inner_product(terms: usize) -> InnerProduct {
        if terms < Self::MONTGOMERY_TERMS { InnerProduct::DeferredQuotients } else { InnerProduct::MontgomerySum }
    }

    /// The lanes whose number l is `lane(l)`.
    fn lanes<T: Copy + Debug>(lane: impl FnMut(usize) -> T) -> Self::Lanes<T>;
}

/// The shape `P` with loops in place of straight-line code, for lanes that are arrays: they do not gain by it, and compile in
/// a fraction of the time.
#[derive(Clone, Copy, Debug)]
pub struct Looped<P>(core::marker::PhantomData<P>);

impl<P: Shape> Shape for Looped<P> {
    const NAME: &'static str = P::NAME;
    const LANES: usize = P::LANES;
    const MONTGOMERY_TERMS: usize = P::MONTGOMERY_TERMS;
    const SHARED_FROM: usize = P::SHARED_FROM;
    const UNROLLED: bool = false;
    type Lanes<T: Copy + Debug> = P::Lanes<T>;
    type Narrow = Looped<P::Narrow>;

    #[inline(always)]
    fn lanes<T: Copy + Debug>(lane: impl FnMut(usize) -> T) -> Self::Lanes<T> {
        P::lanes(lane)
    }
}

macro_rules! shape {
    ($(#[$doc:meta])* $name:ident, $label:literal, $lanes:literal, $montgomery_terms:literal, $shared_from:literal, $unrolled:literal, $narrow:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl Shape for $name {
            const NAME: &'static str = $label;
            const LANES: usize = $lanes;
            const MONTGOMERY_TERMS: usize = $montgomery_terms;
            const SHARED_FROM: usize = $shared_from;
            const UNROLLED: bool = $unrolled;
            type Lanes<T: Copy + Debug> = [T; $lanes];
            type Narrow = $narrow;
            #[inline(always)]
            fn lanes<T: Copy + Debug>(lane: impl FnMut(usize) -> T) -> [T; $lanes] {
                core::array::from_fn(lane)
            }
        }
    };
}

shape!(
    /// Plain arrays, for any CPU.
    PortableShape, "portable", 8, 1, 2, false, PortableShape
);
shape!(
    /// AArch64 Neon: 128-bit registers, multiply-accumulate from 16 to 32 bits.
    NeonShape, "neon", 8, 1, 2, true, NeonShape
);
shape!(
    /// AVX2: 256-bit registers.
    Avx2Shape, "avx2", 16, 4, 2, true, Avx2Shape
);
shape!(
    /// AVX-512 with 512-bit registers, and dot products that accumulate in 32 bits.
    Avx512Shape, "avx512", 32, 4, 3, true, Avx512NarrowShape
);
shape!(
    /// AVX-512 with 256-bit registers.
    Avx512NarrowShape, "avx512", 16, 4, 3, true, Avx512NarrowShape
);
