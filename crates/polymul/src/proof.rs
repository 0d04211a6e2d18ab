//! Proofs on basis vectors, for any multiplier: each map against its definition, modulo q.
//!
//! They run on arrays of the shape of a backend, so that they take the path that the backend takes.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::any::TypeId;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::analysis::arrays::Arrays;
use crate::modular::{Modulus, centred};
use crate::multiplier::{Multiplier, Safety, Symmetric};
use crate::ring::{Polynomial, Ring};
use crate::simd::Shape;

/// A multiplier with the proof of its maps. The catalogue takes no other multiplier.
pub trait BasisProof: Multiplier {
    /// Compares every map with its definition on every basis vector, and the products of
    /// transformed operands on every pair, on arrays of the shape `P`: along the path that a
    /// backend of this shape takes. Proofs that multipliers for several rings share run once in a
    /// process.
    ///
    /// # Panics
    ///
    /// Panics with the first map, index and coefficient that differ.
    fn prove<P: Shape>();
}

/// Returns the bound of products that a multiplier states, or 0 if its lanes wrap.
pub(crate) const fn product_bound(safety: Safety) -> i64 {
    match safety {
        Safety::Bounded { product, .. } => product,
        Safety::Wrapping { .. } => 0,
    }
}

/// Runs `proof`, unless this process has run it: multipliers for several rings have the same
/// transforms. A call waits for another one that runs the proof.
pub(crate) fn once<F: Fn() + 'static>(proof: F) {
    static PROVED: Mutex<BTreeMap<TypeId, Arc<OnceLock<()>>>> = Mutex::new(BTreeMap::new());
    // Each function with its parameters is a type.
    let known = Arc::clone(PROVED.lock().unwrap_or_else(PoisonError::into_inner).entry(TypeId::of::<F>()).or_default());
    known.get_or_init(proof);
}

type ModulusOf<M> = <<M as Multiplier>::Ring as Ring>::Modulus;

/// A row of a definition: pairs (index, value) of the non-zero coefficients.
type Row = Vec<(usize, i64)>;

fn assert_congruent<M: Multiplier>(actual: &[i16], expected: &Row, what: &str) {
    let q = ModulusOf::<M>::Q as i64;
    let mut dense = vec![0; actual.len()];
    for &(index, value) in expected {
        dense[index] += value;
    }
    for (index, (&actual, expected)) in actual.iter().zip(dense).enumerate() {
        assert_eq!(centred(actual.into(), q), centred(expected, q), "{what}: coefficient {index}");
    }
}

/// Checks that the forward transform of x^k is `definition(k)`, for every k below the degree.
pub(crate) fn forward<M: Multiplier, P: Shape>(definition: impl Fn(usize) -> Row)
where
    M::Transformed<i16>: AsRef<[i16]> + AsMut<[i16]>,
{
    let simd = Arrays::<P>::new();
    for k in 0..M::Ring::DEGREE {
        let operand = Polynomial::<M::Ring>::from_fn(|i| (i == k).into());
        let mut transformed = M::zero_transformed(simd);
        M::forward(simd, operand.padded(), &mut transformed);
        assert_congruent::<M>(transformed.as_ref(), &definition(k), P::NAME);
    }
}

/// Checks that the inverse transform of every basis vector is `definition` of its index.
pub(crate) fn inverse<M: Multiplier, P: Shape>(definition: impl Fn(usize) -> Row)
where
    M::Transformed<i16>: AsRef<[i16]> + AsMut<[i16]>,
    M::Unfolded<i16>: AsRef<[i16]>,
{
    let simd = Arrays::<P>::new();
    let length = M::zero_transformed(simd).as_ref().len();
    for index in 0..length {
        let mut transformed = M::zero_transformed(simd);
        transformed.as_mut()[index] = 1;
        let mut unfolded = M::zero_unfolded(simd);
        M::inverse(simd, &mut transformed, &mut unfolded);
        assert_congruent::<M>(unfolded.as_ref(), &definition(index), P::NAME);
    }
}

/// Checks that the base multiplication of the basis vectors j and k in every block of `block`
/// coefficients, all blocks at once, is `definition(j, k)`, and that no block depends on another.
pub(crate) fn multiply<M: Symmetric, P: Shape>(block: usize, definition: impl Fn(usize, usize) -> Row)
where
    M::Transformed<i16>: AsRef<[i16]> + AsMut<[i16]>,
{
    multiply_in::<M, P>(block, |index| (index / block, index % block), definition);
}

/// Checks base multiplications in rings that are not blocks: `position` returns the ring and the
/// degree of each coefficient, below `size`.
pub(crate) fn multiply_in<M: Symmetric, P: Shape>(
    size: usize,
    position: impl Fn(usize) -> (usize, usize),
    definition: impl Fn(usize, usize) -> Row,
) where
    M::Transformed<i16>: AsRef<[i16]> + AsMut<[i16]>,
{
    let length = M::zero_transformed(Arrays::<P>::new()).as_ref().len();
    multiply_rings::<M, P>(size, length, position, definition);
}

/// Checks base multiplications in blocks among the first `length` coefficients.
pub(crate) fn multiply_blocks<M: Symmetric, P: Shape>(
    block: usize,
    length: usize,
    definition: impl Fn(usize, usize) -> Row,
) where
    M::Transformed<i16>: AsRef<[i16]> + AsMut<[i16]>,
{
    multiply_rings::<M, P>(block, length, |index| (index / block, index % block), definition);
}

/// Checks base multiplications in rings among the first `length` coefficients. A coefficient whose
/// degree is not below `size` has no meaning.
pub(crate) fn multiply_rings<M: Symmetric, P: Shape>(
    size: usize,
    length: usize,
    position: impl Fn(usize) -> (usize, usize),
    definition: impl Fn(usize, usize) -> Row,
) where
    M::Transformed<i16>: AsRef<[i16]> + AsMut<[i16]>,
{
    let simd = Arrays::<P>::new();
    let every = |degree: usize| {
        let mut operand = M::zero_transformed(simd);
        for (index, coefficient) in operand.as_mut()[..length].iter_mut().enumerate() {
            *coefficient = (position(index).1 == degree).into();
        }
        operand
    };
    let product = |a: &M::Transformed<i16>, b: &M::Transformed<i16>| {
        let mut product = M::zero_transformed(simd);
        M::multiply_transformed(simd, a, M::as_second(b), &mut product);
        product
    };
    for j in 0..size {
        for k in 0..size {
            let product = product(&every(j), &every(k));
            assert_congruent::<M>(&product.as_ref()[..length], &definition(j, k), P::NAME);
        }
    }
    let mut all = M::zero_transformed(simd);
    for (index, coefficient) in all.as_mut()[..length].iter_mut().enumerate() {
        *coefficient = if position(index).1 < size { (index % 2003) as i16 - 1001 } else { 0 };
    }
    for index in 0..length {
        let mut one = M::zero_transformed(simd);
        one.as_mut()[index] = 1;
        for product in [product(&one, &all), product(&all, &one)] {
            for (place, &coefficient) in product.as_ref()[..length].iter().enumerate() {
                let same = position(place).0 == position(index).0;
                assert!(same || coefficient == 0, "{}: block of {place} depends on that of {index}", P::NAME);
            }
        }
    }
}

/// Checks that the fold of x^k, times `scale`, is its definition in the ring, for every degree k of
/// a product, whose coefficients are of type `C`.
pub(crate) fn fold<M: Multiplier, P: Shape, C: From<i8>>(scale: i64)
where
    M::Unfolded<i16>: AsMut<[C]>,
{
    let simd = Arrays::<P>::new();
    let degree = M::Ring::DEGREE;
    for k in 0..2 * degree - 1 {
        let mut unfolded = M::zero_unfolded(simd);
        unfolded.as_mut()[k] = C::from(1);
        let mut result = Polynomial::<M::Ring>::zero();
        M::fold(simd, &mut unfolded, result.padded_mut());
        let expected = match k.checked_sub(degree) {
            None => vec![(k, scale)],
            Some(excess) => M::Ring::TAIL.iter().map(|&(shift, c)| (excess + shift, c * scale)).collect(),
        };
        assert_congruent::<M>(result.padded(), &expected, P::NAME);
    }
}
