//! Values that are wiped when dropped.

use core::fmt;
use core::ops::{Deref, DerefMut};

use vectru_polymul::multiplier::{Multiply, Prepared};
use vectru_polymul::ring::Small;
use vectru_polymul::ring::{Polynomial, Ring};
use zeroize::optimization_barrier;

/// Types whose values can be overwritten by zeros.
pub trait Wipe {
    /// Overwrites the value by zeros. The compiler does not remove these stores, although nothing
    /// reads them.
    fn wipe(&mut self);
}

impl<T: Copy + Default, const LENGTH: usize> Wipe for [T; LENGTH] {
    // A plain fill and a barrier. One volatile store for each element, as in `zeroize`, takes
    // thousands of cycles.
    fn wipe(&mut self) {
        self.fill(T::default());
        optimization_barrier(self);
    }
}

#[cfg(feature = "alloc")]
impl Wipe for alloc::vec::Vec<u8> {
    fn wipe(&mut self) {
        self.fill(0);
        optimization_barrier(self.as_slice());
    }
}

impl<R: Ring> Wipe for Polynomial<R> {
    fn wipe(&mut self) {
        self.padded_mut().fill(0);
        optimization_barrier(self);
    }
}

impl<R: Multiply> Wipe for Prepared<R> {
    // All of the memory is wiped: a transform may use a part of it, and the rest may hold what was
    // there when the operand was moved.
    fn wipe(&mut self) {
        *self = const { Self::ZERO };
        optimization_barrier(self);
    }
}

impl<R: Ring> Wipe for Small<R> {
    fn wipe(&mut self) {
        *self = Self::zero();
        optimization_barrier(self);
    }
}

/// A value that is wiped when dropped, and that debug output does not show.
#[derive(Clone)]
pub struct Secret<T: Wipe>(T);

impl<T: Wipe> Secret<T> {
    /// Returns `value`, to be wiped when dropped.
    pub(crate) const fn new(value: T) -> Self {
        Self(value)
    }
}

impl<T: Wipe> Deref for Secret<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Wipe> DerefMut for Secret<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Wipe> Drop for Secret<T> {
    fn drop(&mut self) {
        self.0.wipe();
    }
}

impl<T: Wipe> fmt::Debug for Secret<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wiping_leaves_zeros() {
        let mut bytes = [7u8; 100];
        bytes.wipe();
        assert_eq!(bytes, [0; 100]);
        assert_eq!(alloc::format!("{:?}", Secret::new([7u8; 2])), "Secret(..)");
    }
}
