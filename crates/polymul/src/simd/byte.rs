//! Vectors of signed 8-bit lanes, for transforms of small operands: twice as many lanes as with 16
//! bits.
//!
//! [`PortableI8`] defines every operation, and a test compares the vectors of the backends with it.
//! The proofs show that no sum on which a result depends leaves 8 bits.

use core::fmt::Debug;
use core::ops::{Add, Sub};

use super::portable::{Portable, PortableI16};
use super::{Byte, Shape, Simd};

/// A vector of 2 L signed 8-bit lanes, where L = [`Shape::LANES`], made by a token of type `S` (see
/// the glossary in docs/contributing/glossary.md). `+` and `-` wrap modulo 2^8.
pub trait I8Vector<S: Simd>: super::sealed::Sealed + Copy + Debug + Add<Output = Self> + Sub<Output = Self> {
    /// Returns a vector with 0 in every lane.
    fn zero(simd: S) -> Self;

    /// Loads 2 L consecutive coefficients: lane l is `source[l]`.
    ///
    /// # Panics
    ///
    /// Panics if `source` has fewer than 2 L coefficients.
    fn load(simd: S, source: &[Byte<S>]) -> Self;

    /// Stores 2 L consecutive coefficients: lane l goes to `target[l]`.
    ///
    /// # Panics
    ///
    /// Panics if `target` has fewer than 2 L coefficients.
    fn store(self, target: &mut [Byte<S>]);

    /// Returns the values in 16 bits: lanes 0 to L - 1 in the first vector, and lanes L to 2 L - 1
    /// in the second.
    fn widen(self) -> [S::I16; 2];
}

/// A vector of the portable backend: an array of lanes 0 to L - 1, and one of lanes L to 2 L - 1.
#[derive(Clone, Copy, Debug)]
pub struct PortableI8<P: Shape>([P::Lanes<i8>; 2]);

impl<P: Shape> PortableI8<P> {
    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(i8, i8) -> i8) -> Self {
        let half = |h: usize| P::lanes(|l| operation(self.0[h].as_ref()[l], other.0[h].as_ref()[l]));
        Self([half(0), half(1)])
    }
}

impl<P: Shape> Add for PortableI8<P> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, i8::wrapping_add)
    }
}

impl<P: Shape> Sub for PortableI8<P> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, i8::wrapping_sub)
    }
}

impl<P: Shape> crate::simd::sealed::Sealed for PortableI8<P> {}

impl<P: Shape> I8Vector<Portable<P>> for PortableI8<P> {
    #[inline(always)]
    fn zero(_: Portable<P>) -> Self {
        Self([P::lanes(|_| 0); 2])
    }

    #[inline(always)]
    fn load(_: Portable<P>, source: &[i8]) -> Self {
        let (low, high) = source[..2 * P::LANES].split_at(P::LANES);
        Self([P::lanes(|l| low[l]), P::lanes(|l| high[l])])
    }

    #[inline(always)]
    fn store(self, target: &mut [i8]) {
        let (low, high) = target[..2 * P::LANES].split_at_mut(P::LANES);
        low.copy_from_slice(self.0[0].as_ref());
        high.copy_from_slice(self.0[1].as_ref());
    }

    #[inline(always)]
    fn widen(self) -> [PortableI16<P>; 2] {
        let half = |h: usize| PortableI16(P::lanes(|l| self.0[h].as_ref()[l].into()));
        [half(0), half(1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Machine;
    use crate::simd::tests::{Check, on_every_backend};

    /// Lanes of the widest vector.
    const MAX_LANES: usize = 64;

    /// Returns a + b, a - b and 0 - b in 8 bits, and a in 16 bits.
    #[inline(always)]
    fn results<S: Machine>(simd: S, [a, b]: &[[i8; MAX_LANES]; 2]) -> ([[i8; MAX_LANES]; 3], [i16; MAX_LANES]) {
        let (a, b) = (S::I8::load(simd, a), S::I8::load(simd, b));
        let (mut bytes, mut wide) = ([[0; MAX_LANES]; 3], [0; MAX_LANES]);
        (a + b).store(&mut bytes[0]);
        (a - b).store(&mut bytes[1]);
        (S::I8::zero(simd) - b).store(&mut bytes[2]);
        let [low, high] = a.widen();
        simd.store(low, &mut wide);
        simd.store(high, &mut wide[S::Shape::LANES..]);
        (bytes, wide)
    }

    struct EqualsPortable;
    impl Check for EqualsPortable {
        fn check<S: Machine>(&self, simd: S) {
            // Lane l has the pairs (first + l^2, start + l): all 2^16 pairs of bytes.
            for first in 0..=u8::MAX {
                for start in (0..256).step_by(2 * S::Shape::LANES) {
                    let operands = [
                        core::array::from_fn(|l| first.wrapping_add((l * l) as u8) as i8),
                        core::array::from_fn(|l| (start + l) as u8 as i8),
                    ];
                    let found = simd.vectorize(
                        #[inline(always)]
                        || results(simd, &operands),
                    );
                    let expected = results(Portable::<S::Shape>::new(), &operands);
                    assert!(found == expected, "{}: {operands:?}", S::Shape::NAME);
                }
            }
        }
    }

    #[test]
    fn operations_on_bytes() {
        on_every_backend(EqualsPortable);
    }
}
