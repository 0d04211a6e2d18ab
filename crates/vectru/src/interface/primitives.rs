//! The primitives of the mechanisms one by one, for measurements (feature `parts`): reciprocals,
//! encodings and sorting, for which the papers on these mechanisms give figures.
//!
//! [`parts`](crate::parts) measures the parts of a whole operation. A primitive here runs alone, on
//! operands that do not influence its time. They are for sntrup761 and ntruhps2048677.

use std::boxed::Box;
use std::vec::Vec;

#[cfg(feature = "ntruhps2048677")]
mod ntru;
#[cfg(feature = "sntrup761")]
mod prime;

/// A primitive of a mechanism's ring.
#[derive(Clone, Copy, Debug)]
pub struct Primitive {
    /// The name of the ring.
    pub ring: &'static str,
    /// The name of the primitive.
    pub name: &'static str,
    make: fn() -> Work,
}

/// A computation that can be repeated.
pub type Work = Box<dyn FnMut()>;

impl Primitive {
    /// Returns the primitives of the rings that are compiled.
    ///
    /// ```
    /// for primitive in vectru::primitives::Primitive::all() {
    ///     let mut work = primitive.work();
    ///     work();
    /// }
    /// ```
    pub fn all() -> Vec<Self> {
        let of_rings: &[&[Self]] = &[
            #[cfg(feature = "sntrup761")]
            prime::PRIMITIVES,
            #[cfg(feature = "ntruhps2048677")]
            ntru::PRIMITIVES,
        ];
        of_rings.concat()
    }

    /// Returns the computation with its operands.
    pub fn work(&self) -> Work {
        (self.make)()
    }
}

/// The operands of the primitives.
mod operands {
    use core::hint::black_box;
    use std::boxed::Box;
    use std::vec::Vec;

    use vectru_polymul::ring::{Polynomial, Ring};

    use super::Work;
    use crate::arithmetic::sort::sort;

    /// Returns a polynomial whose coefficients are among `count` consecutive integers around 0.
    pub(super) fn polynomial<R: Ring>(count: usize) -> Polynomial<R> {
        Polynomial::from_fn(|k| (k * k * 7919 % count) as i16 - (count / 2) as i16)
    }

    /// Returns the sorting of as many words, which are in the same order each time.
    pub(super) fn sorting(count: usize) -> Work {
        let words: Vec<u32> = (0..count as u32).map(|k| k.wrapping_mul(2_654_435_769)).collect();
        let mut memory = words.clone();
        Box::new(move || {
            memory.copy_from_slice(&words);
            sort(black_box(&mut memory));
        })
    }
}
