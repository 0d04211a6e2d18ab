//! The parts that the multipliers over the integers share: the chain of maps of length 512 m for an
//! odd m, and operands of half that length.
//!
//! A product of a centred operand and a small one has coefficients of at most n floor(q / 2) before
//! the fold, for the degree n. Their residues modulo a number larger than twice this bound
//! determine them, whatever q is. So one transform serves every ring whose products fit its length.

use vectru_polymul::modular::Modulus;
use vectru_polymul::multiplier::recipe::{Algorithm, Dimension, Map, Transformation};
use vectru_polymul::ring::Ring;
use vectru_polymul::simd::{Aligned, Byte, CHUNK, Simd};
use vectru_polymul::stage::widen::widen;

use crate::stage::odd_times_512::{Layout, POWER_OF_TWO};

/// The coefficients of a block of Good-Thomas.
const BLOCK: usize = 2 * CHUNK;

/// The names of the maps whose code is in [`odd_times_512`](crate::stage::odd_times_512).
pub(crate) const COOLEY_TUKEY_16: &str = "cooley-tukey-16";
pub(crate) const COOLEY_TUKEY_2: &str = "cooley-tukey-2";
/// The name of the map of products.
pub(crate) const WEIGHTED_CONVOLUTION: &str = "weighted-convolution";

/// An operand, with half as many coefficients as the length.
pub(crate) type Operand<C, const N: usize> = Aligned<[[C; POWER_OF_TWO / 2]; N]>;

/// Returns the largest coefficient of one product over the integers, before the fold. It does not
/// compile if the length is too short for a product in the ring.
pub(crate) const fn largest_coefficient<R: Ring, const N: usize>() -> i64 {
    assert!(2 * R::DEGREE <= Layout::<N>::SIZE, "a product has more coefficients than the cyclic product");
    R::DEGREE as i64 * (R::Modulus::Q as i64 / 2)
}

/// Runs `kernel` with the operand, with zeros behind it if it is shorter than half the length.
#[inline(always)]
pub(crate) fn with_padded<S: Simd, const N: usize>(
    simd: S,
    operand: &[S::Coefficient],
    kernel: impl FnOnce(&[S::Coefficient]),
) {
    if operand.len() >= Layout::<N>::OPERAND {
        return kernel(operand);
    }
    simd.with_buffer(
        #[inline(always)]
        |padded: &mut Operand<S::Coefficient, N>| {
            let (start, rest) = padded.0.as_flattened_mut().split_at_mut(operand.len());
            start.copy_from_slice(operand);
            simd.clear(rest);
            kernel(padded.0.as_flattened());
        },
    );
}

/// Runs `kernel` with the small operand in 16 bits, with zeros behind it.
#[inline(always)]
pub(crate) fn with_widened<S: Simd, const N: usize>(
    simd: S,
    operand: &[Byte<S>],
    kernel: impl FnOnce(&[S::Coefficient]),
) {
    simd.with_buffer(
        #[inline(always)]
        |widened: &mut Operand<S::Coefficient, N>| {
            let (start, rest) = widened.0.as_flattened_mut().split_at_mut(operand.len());
            widen(simd, operand, start);
            simd.clear(rest);
            kernel(widened.0.as_flattened());
        },
    );
}

/// Returns the chain of maps of length 512 `N`, with the map `integers` at its start.
pub(crate) const fn chain<const N: usize>(integers: Map) -> [Map; 6] {
    let (name, algorithm, source) = match N {
        3 => ("radix-3", Algorithm::Radix3, "[DV78]"),
        5 => ("radix-5", Algorithm::Radix5, "[Win78]"),
        _ => panic!("the odd factor is 3 or 5"),
    };
    let (leaves, length) = (Layout::<N>::LEAVES, POWER_OF_TWO / BLOCK);
    [
        integers,
        Map {
            name: "good-thomas",
            transformation: Transformation::GoodThomas {
                block: BLOCK,
                dimensions: [Dimension::Cyclic(length), Dimension::Cyclic(N), Dimension::NONE],
                overlap: 1,
            },
            source: "[Goo58]",
        },
        Map {
            name: COOLEY_TUKEY_16,
            transformation: Transformation::Transform {
                block: BLOCK,
                dimensions: [Dimension::Cyclic(length), Dimension::NONE, Dimension::NONE],
                quadratic: 0,
                algorithm: Algorithm::CooleyTukey,
            },
            source: "[GS66]",
        },
        Map {
            name,
            transformation: Transformation::Transform {
                block: BLOCK,
                dimensions: [Dimension::NONE, Dimension::Cyclic(N), Dimension::NONE],
                quadratic: 0,
                algorithm,
            },
            source,
        },
        Map {
            name: COOLEY_TUKEY_2,
            transformation: Transformation::CooleyTukey { degree: CHUNK, order: leaves, rings: leaves / 2 },
            source: "[CT65]",
        },
        Map {
            name: WEIGHTED_CONVOLUTION,
            transformation: Transformation::WeightedConvolutions {
                degree: CHUNK,
                order: leaves,
                omitted: [0; 2],
                extensions: None,
            },
            source: "[CCH+23]",
        },
    ]
}
