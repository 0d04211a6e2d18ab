//! Residues in vectors: the interface between the power-of-two transforms and their coefficient
//! ring.
//!
//! A transform over [`Residues`] runs modulo a 16-bit prime ([`Narrow`]) or a prime of 25 or 26
//! bits ([`Wide`]). The trait abstracts over the vector, the form of its constants, the product by
//! a constant, and the reduction.

use core::fmt::Debug;
use core::marker::PhantomData;
use core::ops::{Add, Sub};

use vectru_polymul::modular::wide::{WideConstant, WideModulus};
use vectru_polymul::modular::{Constant, Modulus};
use vectru_polymul::simd::{self, I16Vector, I32Vector, Simd};

/// A coefficient ring `Z/q`, represented in the vectors of the token `S`.
pub trait Residues<S: Simd>: Copy + Debug {
    /// A vector of residues.
    type Vector: Copy + Add<Output = Self::Vector> + Sub<Output = Self::Vector>;
    /// A constant modulo q.
    type Constant: Copy + Debug + 'static;
    /// One residue in memory.
    type Coefficient: Copy;
    /// True if sums can overflow a lane within a transform, and therefore have to be reduced.
    const CRAMPED: bool;

    /// Returns the number of lanes of a vector: a divisor of 16, or 32.
    fn lanes(simd: S) -> usize;

    /// Returns the zero vector.
    fn zero(simd: S) -> Self::Vector;

    /// Loads a vector of residues.
    fn load(simd: S, source: &[Self::Coefficient]) -> Self::Vector;

    /// Loads a vector of residues from an operand, whose coefficients have 16 bits.
    fn load_operand(simd: S, source: &[S::Coefficient]) -> Self::Vector;

    /// Stores a vector of residues.
    fn store(simd: S, vector: Self::Vector, target: &mut [Self::Coefficient]);

    /// Returns a vector congruent to `vector` times `constant`: the Barrett product.
    fn multiply(vector: Self::Vector, constant: Self::Constant) -> Self::Vector;

    /// Returns a vector congruent to `vector`: the Barrett reduction.
    fn reduce(vector: Self::Vector) -> Self::Vector;
}

/// Residues modulo the 16-bit prime `M`, in 16-bit lanes.
#[derive(Clone, Copy, Debug)]
pub struct Narrow<M>(PhantomData<M>);

impl<S: Simd, M: Modulus> Residues<S> for Narrow<M> {
    type Vector = S::I16;
    type Constant = Constant<M>;
    type Coefficient = S::Coefficient;
    const CRAMPED: bool = true;

    #[inline(always)]
    fn lanes(simd: S) -> usize {
        simd.lanes()
    }

    #[inline(always)]
    fn zero(simd: S) -> S::I16 {
        simd.splat(0)
    }

    #[inline(always)]
    fn load(simd: S, source: &[S::Coefficient]) -> S::I16 {
        simd.load(source)
    }

    #[inline(always)]
    fn load_operand(simd: S, source: &[S::Coefficient]) -> S::I16 {
        simd.load(source)
    }

    #[inline(always)]
    fn store(simd: S, vector: S::I16, target: &mut [S::Coefficient]) {
        simd.store(vector, target);
    }

    #[inline(always)]
    fn multiply(vector: S::I16, constant: Constant<M>) -> S::I16 {
        vector.barrett_multiply(constant)
    }

    #[inline(always)]
    fn reduce(vector: S::I16) -> S::I16 {
        vector.barrett_reduce::<M>()
    }
}

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
