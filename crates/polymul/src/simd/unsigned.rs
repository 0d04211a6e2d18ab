//! Vectors of unsigned 32-bit lanes, for sorting networks.
//!
//! [`Lanes`] is the meaning of every operation; a test compares the backends' vectors with it. Left to itself, the
//! compiler turns a part of such a network on arrays into conditional moves: three times as slow on AVX2.

use core::fmt::Debug;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
mod neon;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2U32;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512U32;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub use neon::NeonU32;

/// A vector of unsigned 32-bit lanes, made with a token of type `S`.
pub trait U32Vector<S>: super::sealed::Sealed + Copy + Debug {
    /// Lanes in a vector: a power of two, at least 4.
    const LANES: usize;

    /// Loads the first [`LANES`](Self::LANES) words of `source`.
    ///
    /// # Panics
    ///
    /// If `source` is shorter.
    fn load(simd: S, source: &[u32]) -> Self;

    /// Stores all lanes to the start of `target`.
    ///
    /// # Panics
    ///
    /// If `target` is shorter than a vector.
    fn store(self, target: &mut [u32]);

    /// The lesser of both, lane by lane.
    fn min(self, other: Self) -> Self;

    /// The greater of both, lane by lane.
    fn max(self, other: Self) -> Self;

    /// Lane l of the result is lane `l ^ MASK`. Requires MASK < [`LANES`](Self::LANES).
    fn exchange_lanes<const MASK: usize>(self) -> Self;

    /// Lane l of the result is that of `clear` where `l & BIT` is 0, and that of `set` elsewhere.
    fn select_lanes<const BIT: usize>(clear: Self, set: Self) -> Self;
}

/// A vector of `N` lanes, for every token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes<const N: usize>([u32; N]);

impl<const N: usize> Lanes<N> {
    #[inline(always)]
    fn from_lanes(mut lane: impl FnMut(usize) -> u32) -> Self {
        let mut lanes = [0; N];
        for l in 0..N {
            lanes[l] = lane(l);
        }
        Self(lanes)
    }
}

impl<const N: usize> crate::simd::sealed::Sealed for Lanes<N> {}

impl<S, const N: usize> U32Vector<S> for Lanes<N> {
    const LANES: usize = N;

    #[inline(always)]
    fn load(_: S, source: &[u32]) -> Self {
        let source = &source[..N];
        Self::from_lanes(|l| source[l])
    }

    #[inline(always)]
    fn store(self, target: &mut [u32]) {
        target[..N].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self::from_lanes(|l| self.0[l].min(other.0[l]))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self::from_lanes(|l| self.0[l].max(other.0[l]))
    }

    #[inline(always)]
    fn exchange_lanes<const MASK: usize>(self) -> Self {
        Self::from_lanes(|l| self.0[l ^ MASK])
    }

    #[inline(always)]
    fn select_lanes<const BIT: usize>(clear: Self, set: Self) -> Self {
        Self::from_lanes(|l| if l & BIT == 0 { clear.0[l] } else { set.0[l] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch::{Backend, Task};
    use crate::simd::{Machine, Shape};

    const MOST: usize = 16;

    /// The results of every operation on two vectors, with every mask and bit that vectors of 4 have, and of 8 and 16
    /// where `V` has as many.
    #[inline(always)]
    fn results<S, V: U32Vector<S>>([a, b]: [V; 2]) -> [[u32; MOST]; 12] {
        let mut results = [[0; MOST]; 12];
        let vectors = [
            a.min(b),
            a.max(b),
            a.exchange_lanes::<1>(),
            a.exchange_lanes::<2>(),
            a.exchange_lanes::<3>(),
            V::select_lanes::<1>(a, b),
            V::select_lanes::<2>(a, b),
            if V::LANES > 4 { a.exchange_lanes::<4>() } else { a },
            if V::LANES > 4 { a.exchange_lanes::<7>() } else { a },
            if V::LANES > 4 { V::select_lanes::<4>(a, b) } else { a },
            if V::LANES > 8 { a.exchange_lanes::<15>() } else { a },
            if V::LANES > 8 { V::select_lanes::<8>(a, b) } else { a },
        ];
        for (vector, result) in vectors.into_iter().zip(&mut results) {
            vector.store(result);
        }
        results
    }

    struct EqualsLanes;
    impl Task for EqualsLanes {
        type Output = ();
        fn run<S: Machine>(self, simd: S) {
            check(simd);
            check(simd.narrow());
        }
    }

    fn check<S: Machine>(simd: S) {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 32) as u32
        };
        let edges = [0, 1, i32::MAX as u32, 1 << 31, u32::MAX - 1, u32::MAX];
        for round in 0..1 << 20 {
            let words: [[u32; MOST]; 2] = core::array::from_fn(|vector| {
                core::array::from_fn(|lane| match round {
                    0..36 => edges[(round / [1, 6][vector] + lane) % 6],
                    _ => next(),
                })
            });
            let found = simd.vectorize(
                #[inline(always)]
                || results::<S, S::U32>(words.map(|words| S::U32::load(simd, &words))),
            );
            let expected = match S::U32::LANES {
                4 => results::<S, Lanes<4>>(words.map(|words| Lanes::load(simd, &words))),
                8 => results::<S, Lanes<8>>(words.map(|words| Lanes::load(simd, &words))),
                _ => results::<S, Lanes<16>>(words.map(|words| Lanes::load(simd, &words))),
            };
            assert!(found == expected, "{}: {words:x?}", S::Shape::NAME);
        }
    }

    #[test]
    fn operations_on_unsigned_lanes() {
        for backend in Backend::available() {
            backend.run(EqualsLanes).expect("the backend is available");
        }
    }
}
