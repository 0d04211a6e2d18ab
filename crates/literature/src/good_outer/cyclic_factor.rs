//! A plan that computes a product modulo x^64 - 1 beside the product modulo x^n + 1: see
//! [`cyclic_factor`].

use crate::stage::cyclic_factor;
use vectru_polymul::multiplier::good_outer::{Correction, GoodOuter, GoodOuterPlan, ModulusOf};
use vectru_polymul::multiplier::recipe::{Map, Transformation};
use vectru_polymul::ring::{Ring, padded};
use vectru_polymul::simd::{CHUNK, Simd};

/// The correction by the product modulo x^64 - 1.
#[derive(Clone, Copy, Debug)]
pub struct CyclicFactor;

impl<P: GoodOuterPlan> Correction<P> for CyclicFactor {
    const CHUNKS: usize = cyclic_factor::CHUNKS;
    const KNOWN: usize = {
        assert!(
            padded(<P::Ring as Ring>::DEGREE).is_multiple_of(cyclic_factor::DEGREE),
            "an operand must be whole polynomials of the degree of the cyclic factor"
        );
        GoodOuter::<P>::CYCLIC * CHUNK + cyclic_factor::DEGREE
    };
    const MAP: Option<Map> = Some(Map {
        name: "cyclic-factor",
        transformation: Transformation::CyclicFactor {
            negacyclic: GoodOuter::<P>::CYCLIC * CHUNK,
            cyclic: cyclic_factor::DEGREE,
        },
        source: "[CCH+23]",
    });

    #[inline(always)]
    fn forward<S: Simd>(
        simd: S,
        operand: &[S::Coefficient],
        _places: &mut [[S::Coefficient; CHUNK]],
        correction: &mut [[S::Coefficient; CHUNK]],
    ) {
        cyclic_factor::remainder::<S, ModulusOf<P>>(simd, operand, &mut correction.as_chunks_mut().0[0]);
    }

    #[inline(always)]
    fn multiply<S: Simd>(
        simd: S,
        [_, a]: [&mut [[S::Coefficient; CHUNK]]; 2],
        [_, b]: [&[[S::Coefficient; CHUNK]]; 2],
    ) {
        let (a, b) = (&mut a.as_chunks_mut().0[0], &b.as_chunks().0[0]);
        cyclic_factor::multiply::<S, ModulusOf<P>>(simd, a, b);
    }

    #[inline(always)]
    fn inverse<S: Simd>(simd: S, correction: &[[S::Coefficient; CHUNK]], product: &mut [S::Coefficient]) {
        let (correction, n) = (&correction.as_chunks().0[0], const { GoodOuter::<P>::CYCLIC * CHUNK });
        cyclic_factor::combine::<S, ModulusOf<P>>(simd, correction, GoodOuter::<P>::FACTOR, product, n);
    }
}
