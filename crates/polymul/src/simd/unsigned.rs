//! Vectors of unsigned 32-bit lanes, for sorting networks.
//!
//! [`Lanes`] defines every operation, and a test compares the vectors of the backends with it.
//!
//! On arrays instead, the compiler turns a part of a network into conditional moves, which takes
//! three times as long on AVX2 as vector instructions.

use core::fmt::Debug;

/// A vector of unsigned 32-bit lanes, made by a token of type `S` (see the glossary in
/// docs/contributing/glossary.md).
///
/// In the formulas below x_l and y_l are lane l of `self` and of the other operand.
pub trait U32Vector<S>: super::sealed::Sealed + Copy + Debug {
    /// The number of lanes in a vector: a power of two, at least 4.
    const LANES: usize;

    /// Loads [`LANES`](Self::LANES) words: lane l is `source[l]`.
    ///
    /// # Panics
    ///
    /// Panics if `source` has fewer than [`LANES`](Self::LANES) words.
    fn load(simd: S, source: &[u32]) -> Self;

    /// Stores [`LANES`](Self::LANES) words: lane l goes to `target[l]`.
    ///
    /// # Panics
    ///
    /// Panics if `target` has fewer than [`LANES`](Self::LANES) words.
    fn store(self, target: &mut [u32]);

    /// Returns the minima lane by lane: lane l is min(x_l, y_l).
    fn min(self, other: Self) -> Self;

    /// Returns the maxima lane by lane: lane l is max(x_l, y_l).
    fn max(self, other: Self) -> Self;

    /// Permutes the lanes: lane l is lane l ^ MASK of `self`. Requires MASK < LANES.
    fn exchange_lanes<const MASK: usize>(self) -> Self;

    /// Merges two vectors by the lane number: lane l is from `clear` where l & BIT = 0, and from
    /// `set` elsewhere.
    fn select_lanes<const BIT: usize>(clear: Self, set: Self) -> Self;
}

/// A vector of `N` lanes as an array, for every token.
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

    /// Lanes of the widest vector.
    const MAX_LANES: usize = 16;

    /// Returns the results of every operation on two vectors: with every mask and bit for 4 lanes,
    /// and with further masks and bits if `V` has 8 or 16 lanes.
    #[inline(always)]
    fn results<S, V: U32Vector<S>>([a, b]: [V; 2]) -> [[u32; MAX_LANES]; 12] {
        let mut results = [[0; MAX_LANES]; 12];
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
            let words: [[u32; MAX_LANES]; 2] = core::array::from_fn(|vector| {
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
