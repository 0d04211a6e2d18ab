//! The fold of a product over the integers, in 32 bits, and the reduction modulo q. The map is
//! [`fold`](vectru_polymul::stage::fold), for x^n - x - 1, x^n - 1 and x^n + 1.
//!
//! Bounds: requires sums of three coefficients below 2^31; returns centred coefficients.

use vectru_polymul::modular::{Constant, Modulus, Q2048, Q4096, Q4591, Q4621, Q5167, Q6343, Q7177, Q7879, Q8192};
use vectru_polymul::ring::{Ring, Tail};
use vectru_polymul::simd::{Coefficient, I16Vector, I32Vector, Simd, Wide};

/// A modulus to which 32-bit integers can be reduced.
pub trait Residues: Modulus {
    /// Returns the centred residues of the lanes of `low`, then of the lanes of `high`.
    fn residues<S: Simd>(low: S::I32, high: S::I32) -> S::I16;
}

/// Implements [`Residues`] for odd moduli, by Montgomery reductions.
macro_rules! odd {
    ($($modulus:ty),*) => {$(
        impl Residues for $modulus {
            #[inline(always)]
            fn residues<S: Simd>(low: S::I32, high: S::I32) -> S::I16 {
                let montgomery = const { Constant::<Self>::new(1 << 16) };
                S::I32::narrow::<Self>(low, high).barrett_multiply(montgomery).centre::<Self>()
            }
        }
    )*};
}

/// Implements [`Residues`] for powers of two, by dropping bits.
macro_rules! powers_of_two {
    ($($modulus:ty),*) => {$(
        impl Residues for $modulus {
            #[inline(always)]
            fn residues<S: Simd>(low: S::I32, high: S::I32) -> S::I16 {
                S::I32::narrow_centred::<Self>(low, high)
            }
        }
    )*};
}

odd!(Q4621, Q4591, Q5167, Q6343, Q7177, Q7879);
powers_of_two!(Q2048, Q4096, Q8192);

/// Writes the fold of `product`, a product over the integers, in the ring `R` to `result`: its
/// centred coefficients, and zeros from the degree on. May overwrite `product[n - 1]`.
///
/// Requires sums of three coefficients below 2^31, a length of `result` that is a multiple of the
/// lanes and at least n, and at least n + `result.len()` coefficients in `product`. Does not
/// compile for a trinomial x^2m - s x^m + 1.
#[inline(always)]
pub fn fold_integers<S: Simd, R: Ring<Modulus: Residues>>(
    simd: S,
    product: &mut [Wide<S>],
    result: &mut [S::Coefficient],
) {
    simd.vectorize(
        #[inline(always)]
        || {
            simd.enter("fold");
            let last = (R::DEGREE - 1) / simd.lanes() * simd.lanes();
            fold_wide_vectors::<S, R>(simd, product, last, &mut result[last..]);
            if const { matches!(Tail::of::<R>(), Tail::Prime) } {
                // As in `fold`, c_(n - 1) is not a third term of coefficient 0.
                product[R::DEGREE - 1] = S::Coefficient::WIDE_ZERO;
            }
            fold_wide_vectors::<S, R>(simd, product, 0, &mut result[..last]);
            simd.clear(&mut result[R::DEGREE..]);
        },
    );
}

/// Writes the vectors of the result from coefficient `first` on.
#[inline(always)]
fn fold_wide_vectors<S: Simd, R: Ring<Modulus: Residues>>(
    simd: S,
    product: &[Wide<S>],
    first: usize,
    result: &mut [S::Coefficient],
) {
    for (index, target) in result.chunks_exact_mut(simd.lanes()).enumerate() {
        let at = first + index * simd.lanes();
        let (low, high) =
            (wide_sum::<S, R>(simd, product, at), wide_sum::<S, R>(simd, product, at + simd.wide_lanes()));
        let centred = R::Modulus::residues::<S>(low, high);
        simd.store(centred, target);
    }
}

/// Returns the vector of sums, before reduction modulo q, of the folded coefficients from `at` on.
#[inline(always)]
fn wide_sum<S: Simd, R: Ring>(simd: S, product: &[Wide<S>], at: usize) -> S::I32 {
    let (low, high) = (S::I32::load(simd, &product[at..]), S::I32::load(simd, &product[at + R::DEGREE..]));
    let tail = const {
        let tail = Tail::of::<R>();
        assert!(!matches!(tail, Tail::Trinomial(_)), "products over the integers are not folded by a trinomial");
        tail
    };
    match tail {
        Tail::Prime => low + high + S::I32::load(simd, &product[at + R::DEGREE - 1..]),
        Tail::Negacyclic => low - high,
        _ => low + high,
    }
}

#[cfg(test)]
mod tests {
    use std::vec;

    use vectru_polymul::ring::{Ntruhps2048509, Polynomial, Saber, Sntrup653};
    use vectru_polymul::simd::portable::Portable;
    use vectru_polymul::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, Shape};

    use super::*;

    /// Checks the fold of a product of polynomials with coefficients k and 2 k + 1.
    fn check<R: Ring<Modulus: Residues>, P: Shape>() {
        let a = Polynomial::<R>::from_fn(|k| k as i16);
        let b = Polynomial::<R>::from_fn(|k| (2 * k as i16 + 1) % 17);
        let padded = R::ZERO.as_ref().len();
        let mut product = vec![0_i32; R::DEGREE + padded];
        for (i, &x) in a.coefficients().iter().enumerate() {
            for (j, &y) in b.coefficients().iter().enumerate() {
                product[i + j] += i32::from(x) * i32::from(y);
            }
        }
        let mut result = vec![1; padded];
        fold_integers::<_, R>(Portable::<P>::new(), &mut product, &mut result);
        assert_eq!(&result[..R::DEGREE], a.schoolbook(&b).coefficients());
        assert!(result[R::DEGREE..].iter().all(|&zero| zero == 0));
    }

    fn check_all<P: Shape>() {
        check::<Sntrup653, P>();
        check::<Ntruhps2048509, P>();
        check::<Saber, P>();
    }

    #[test]
    fn the_fold_of_a_product_is_that_of_the_ring() {
        check_all::<NeonShape>();
        check_all::<Avx2Shape>();
        check_all::<Avx512Shape>();
    }
}
