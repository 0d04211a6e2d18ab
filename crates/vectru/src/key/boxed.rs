//! Prepared keys on the heap.

use alloc::boxed::Box;

use super::{DecapsulationKey, EncapsulationKey, PreparedDecapsulationKey, PreparedEncapsulationKey};
use crate::common::stack::with_wiped_stack;
use crate::mechanism::Mechanism;

impl<S: Mechanism> EncapsulationKey<S> {
    /// Returns the key prepared for many uses, on the heap, where it is made.
    ///
    /// ```
    /// let (_, key) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// assert_eq!(*key.prepare_boxed().key(), key);
    /// ```
    pub fn prepare_boxed(&self) -> Box<PreparedEncapsulationKey<S>> {
        let mut prepared = Box::new(const { PreparedEncapsulationKey::<S>::ZERO });
        self.prepare_in(&mut prepared);
        prepared
    }
}

impl<S: Mechanism> DecapsulationKey<S> {
    /// Returns the key prepared for many uses, on the heap, where it is made.
    ///
    /// ```
    /// let (key, _) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// assert_eq!(key.prepare_boxed().key().as_bytes(), key.as_bytes());
    /// ```
    pub fn prepare_boxed(&self) -> Box<PreparedDecapsulationKey<S>> {
        let mut prepared = Box::new(const { PreparedDecapsulationKey::ZERO });
        with_wiped_stack(S::EXTENTS.preparing, || self.prepare_in(&mut prepared));
        prepared
    }
}
