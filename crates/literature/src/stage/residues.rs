//! Residues in 32-bit lanes: the coefficient ring of transforms modulo one prime of 25 or 26 bits.

use core::marker::PhantomData;

use vectru_polymul::modular::wide::{WideConstant, WideModulus};
use vectru_polymul::simd::{self, I32Vector, Simd};
use vectru_polymul::stage::residues::Residues;

/// Residues modulo the 32-bit prime `P`, in 32-bit lanes.
#[derive(Clone, Copy, Debug)]
pub struct Wide<P>(PhantomData<P>);

impl<S: Simd, P: WideModulus> Residues<S> for Wide<P> {
    type Vector = S::I32;
    type Constant = WideConstant<P>;
    type Coefficient = simd::Wide<S>;
    const CRAMPED: bool = false;

    #[inline(always)]
    fn lanes(simd: S) -> usize {
        simd.wide_lanes()
    }

    #[inline(always)]
    fn zero(simd: S) -> S::I32 {
        S::I32::splat(simd, 0)
    }

    #[inline(always)]
    fn load(simd: S, source: &[simd::Wide<S>]) -> S::I32 {
        S::I32::load(simd, source)
    }

    #[inline(always)]
    fn load_operand(simd: S, source: &[S::Coefficient]) -> S::I32 {
        S::I32::load_narrow(simd, source)
    }

    #[inline(always)]
    fn store(_: S, vector: S::I32, target: &mut [simd::Wide<S>]) {
        vector.store(target);
    }

    #[inline(always)]
    fn multiply(vector: S::I32, constant: WideConstant<P>) -> S::I32 {
        vector.barrett_multiply(constant)
    }

    #[inline(always)]
    fn reduce(vector: S::I32) -> S::I32 {
        vector.barrett_multiply(WideConstant::<P>::ONE)
    }
}
