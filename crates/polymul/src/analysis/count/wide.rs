//! Counting lanes of 32 bits.

use core::ops::{Add, Sub};

use super::{Counting, CountingI16, Counts};
use crate::modular::Modulus;
use crate::modular::wide::{WideConstant, WideModulus};
use crate::simd::wide::WIDE_ROWS;
use crate::simd::{CHUNK, I32Vector, Shape};

/// A vector of 32-bit lanes that counts what is done with it.
#[derive(Clone, Copy, Debug)]
pub struct CountingI32<'a, P>(CountingI16<'a, P>);

impl Counts {
    /// A Barrett product of 32-bit lanes.
    const fn wide_barrett_multiply<P: Shape>() -> Self {
        match P::LANES {
            8 => Self { multiplications: 3, ..Self::NONE },
            // High products of even and of odd lanes with two roundings and three shifts, a blend; two low products.
            _ => Self { multiplications: 4, additions: 6, permutations: 1, ..Self::NONE },
        }
    }

    /// An outer product of 32-bit coefficients, with its reductions.
    const fn wide_outer_product<P: Shape>() -> Self {
        match P::LANES {
            // 16 steps of eight multiply-accumulates; four reductions of four sums each.
            8 => Self { multiplications: 128 + 4 * 3, permutations: 4 * 4, loads: 4 + 64, stores: 4, ..Self::NONE },
            lanes => {
                let vectors = (2 * CHUNK / lanes) as u32;
                Self {
                    // 16 steps of a product of even and one of odd lanes; two reductions of two products each.
                    multiplications: vectors * (32 + 4),
                    additions: vectors * (32 + 3),
                    permutations: vectors,
                    loads: vectors * (16 + 32),
                    stores: vectors,
                }
            }
        }
    }
}

impl<P: Shape> Add for CountingI32<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn add(self, _: Self) -> Self {
        Self(self.0.after(Counts::additions(1)))
    }
}

impl<P: Shape> Sub for CountingI32<'_, P> {
    type Output = Self;
    #[inline(never)]
    fn sub(self, _: Self) -> Self {
        Self(self.0.after(Counts::additions(1)))
    }
}

impl<'a, P: Shape> crate::simd::sealed::Sealed for CountingI32<'a, P> {}

impl<'a, P: Shape> I32Vector<Counting<'a, P>> for CountingI32<'a, P> {
    #[inline(never)]
    fn splat(simd: Counting<'a, P>, _: i32) -> Self {
        Self(simd.vector(Counts::NONE))
    }

    #[inline(never)]
    fn load(simd: Counting<'a, P>, source: &[()]) -> Self {
        let _ = &source[..P::LANES / 2];
        Self(simd.vector(Counts { loads: 1, ..Counts::NONE }))
    }

    #[inline(never)]
    fn load_narrow(simd: Counting<'a, P>, source: &[()]) -> Self {
        let _ = &source[..P::LANES / 2];
        Self(simd.vector(Counts { loads: 1, permutations: 1, ..Counts::NONE }))
    }

    #[inline(never)]
    fn store(self, target: &mut [()]) {
        let _ = &target[..P::LANES / 2];
        self.0.after(Counts { stores: 1, ..Counts::NONE });
    }

    #[inline(never)]
    fn barrett_multiply<M: WideModulus>(self, _: WideConstant<M>) -> Self {
        Self(self.0.after(Counts::wide_barrett_multiply::<P>()))
    }

    fn narrow<M: Modulus>(low: Self, _: Self) -> CountingI16<'a, P> {
        low.0.after(match P::LANES {
            8 => Counts { multiplications: 3, permutations: 4, ..Counts::NONE },
            _ => Counts { multiplications: 4, additions: 4, permutations: 2, ..Counts::NONE },
        })
    }

    #[inline(never)]
    fn narrow_centred<M: Modulus>(low: Self, _: Self) -> CountingI16<'a, P> {
        low.0.after(match P::LANES {
            8 => Counts { additions: 2, permutations: 2, ..Counts::NONE },
            _ => Counts { additions: 4, permutations: 2, ..Counts::NONE },
        })
    }

    #[inline(never)]
    fn outer_product<M: WideModulus>(simd: Counting<'a, P>, _: &[(); CHUNK], _: &[(); WIDE_ROWS], _: &mut [(); CHUNK]) {
        simd.vector(Counts::wide_outer_product::<P>());
    }
}
