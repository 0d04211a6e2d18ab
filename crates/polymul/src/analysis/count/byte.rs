//! Counting lanes of 8 bits.

use core::marker::PhantomData;
use core::ops::{Add, Sub};

use super::{Counter, Counting, CountingI16, Counts};
use crate::simd::Shape;
use crate::simd::byte::I8Vector;

/// A vector of 8-bit lanes that counts what is done with it.
#[derive(Clone, Copy, Debug)]
pub struct CountingI8<'a, P> {
    counter: &'a Counter,
    shape: PhantomData<P>,
}

impl<P> CountingI8<'_, P> {
    fn after(self, counts: Counts) -> Self {
        self.counter.add(counts);
        self
    }
}

impl<P> Add for CountingI8<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn add(self, _: Self) -> Self {
        self.after(Counts::additions(1))
    }
}

impl<P> Sub for CountingI8<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn sub(self, _: Self) -> Self {
        self.after(Counts::additions(1))
    }
}

impl<'a, P: Shape> crate::simd::sealed::Sealed for CountingI8<'a, P> {}

impl<'a, P: Shape> I8Vector<Counting<'a, P>> for CountingI8<'a, P> {
    #[inline(never)]
    fn zero(simd: Counting<'a, P>) -> Self {
        Self { counter: simd.counter, shape: PhantomData }
    }

    #[inline(never)]
    fn load(simd: Counting<'a, P>, source: &[()]) -> Self {
        let _ = &source[..2 * P::LANES];
        Self::zero(simd).after(Counts { loads: 1, ..Counts::NONE })
    }

    #[inline(never)]
    fn store(self, target: &mut [()]) {
        let _ = &target[..2 * P::LANES];
        self.counter.add(Counts { stores: 1, ..Counts::NONE });
    }

    #[inline(never)]
    fn widen(self) -> [CountingI16<'a, P>; 2] {
        // A sign extension of each half moves lanes; on x86 the upper half is extracted before.
        self.counter.add(Counts { permutations: if P::LANES > 8 { 3 } else { 2 }, ..Counts::NONE });
        [CountingI16 { counter: self.counter, shape: PhantomData }; 2]
    }
}
