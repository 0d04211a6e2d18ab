//! Vectors of residues: what the power-of-two transforms ask of a coefficient ring.
//!
//! The same transform runs modulo a 16-bit prime and modulo a 32-bit one. Here is all that differs: the vector, the form of
//! its constants, the product by a constant and the reduction.

use core::fmt::Debug;
use core::marker::PhantomData;
use core::ops::{Add, Sub};

use crate::modular::{Constant, Modulus};
use crate::simd::{I16Vector, Shape, Simd};

/// A coefficient ring `Z/q` in the vectors of a token.
pub trait Residues<S: Simd>: Copy + Debug {
    /// A vector of residues.
    type Vector: Copy + Add<Output = Self::Vector> + Sub<Output = Self::Vector>;
    /// A constant modulo q.
    type Constant: Copy + Debug + 'static;
    /// What one residue is in memory.
    type Coefficient: Copy;
    /// Lanes in a vector; they divide 16 or are 32.
    const LANES: usize;

    /// The zero vector.
    fn zero(simd: S) -> Self::Vector;

    /// Loads a vector of residues.
    fn load(simd: S, source: &[Self::Coefficient]) -> Self::Vector;

    /// Loads a vector of an operand, whose coefficients have 16 bits.
    fn load_operand(simd: S, source: &[S::Coefficient]) -> Self::Vector;

    /// Stores a vector of residues.
    fn store(simd: S, vector: Self::Vector, target: &mut [Self::Coefficient]);

    /// A vector congruent to `vector` times `constant`, reduced.
    fn multiply(vector: Self::Vector, constant: Self::Constant) -> Self::Vector;

    /// A vector congruent to `vector`, reduced.
    fn reduce(vector: Self::Vector) -> Self::Vector;
}

/// Residues modulo the 16-bit prime `M`.
#[derive(Clone, Copy, Debug)]
pub struct Narrow<M>(PhantomData<M>);

impl<S: Simd, M: Modulus> Residues<S> for Narrow<M> {
    type Vector = S::I16;
    type Constant = Constant<M>;
    type Coefficient = S::Coefficient;
    const LANES: usize = S::Shape::LANES;

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
