//! Radix 3 and radix 5 over residues of any width ([`Residues`]): the odd factor of a transform
//! whose other factor is a power of two.
//!
//! ```text
//! R[u]/(u^n - 1) -> prod_(i < n) R[u]/(u - w^i),   (x_j) -> (y_i) = (sum_j x_j w^(ij))
//! w of order n;   n = 3 or 5
//! ```
//!
//! Radix 3 needs one product, because 1 + w + w^2 = 0:
//!
//! ```text
//! y0 = x0 + x1 + x2,   y1 = x0 - x2 + t,   y2 = x0 - x1 - t,   t = w (x1 - x2)
//! ```
//!
//! Radix 5 needs five. Let s1 = x1 + x4, d1 = x1 - x4, s2 = x2 + x3 and d2 = x2 - x3. Then
//!
//! ```text
//! y0 = x0 + s1 + s2,   y1, y4 = e1 +- p,   y2, y3 = e2 +- r
//!
//! e1, e2 = x0 - (s1 + s2) / 4 +- m (s1 - s2),   m = ((w + w^4) - (w^2 + w^3)) / 4
//! p = a d1 + b d2,   r = b d1 - a d2,           a = (w - w^4) / 2,   b = (w^2 - w^3) / 2
//! ```
//!
//! where (p, r) is a negacyclic convolution of length 2, computed by three products:
//!
//! ```text
//! t = a (d1 + d2),   p = t + (b - a) d2,   r = (a + b) d1 - t
//! ```
//!
//! Bounds: requires |x| <= 6500 in 16 bits, |x| <= 2^28 in 32 bits. Outputs of radix 3 are not
//! reduced: they are sums of three inputs, or of two inputs and a product. Of radix 5, output 0 is
//! reduced. Each other output is the sum of an input and four products in 32 bits; in 16 bits,
//! where e1 and e2 are reduced, it is the sum of a reduced value and two products.
//!
//! Sources: `[DV78]`, equation 8, for radix 3; `[Win78]` for radix 5.

use crate::stage::residues::Residues;
use vectru_polymul::modular::{inverse, power};
use vectru_polymul::simd::Simd;

/// The largest number of constants of a transform: radix 5 has five, radix 3 has one.
pub const FACTORS: usize = 5;

/// Returns the constants of the transform of length `length` with the root of unity `root`, modulo
/// the prime q, in [0, q): w for length 3; -1/4, m, a, b - a and a + b for length 5.
///
/// # Panics
///
/// Panics if the length is neither 3 nor 5.
pub const fn factors(length: usize, root: i64, q: i64) -> [i64; FACTORS] {
    match length {
        3 => [root, 0, 0, 0, 0],
        5 => {
            let (half, quarter) = (inverse(2, q), inverse(4, q));
            let w = [1, root, power(root, 2, q), power(root, 3, q), power(root, 4, q)];
            let (a, b) = ((w[1] - w[4]) * half, (w[2] - w[3]) * half);
            let deviation = (w[1] + w[4] - w[2] - w[3]) * quarter;
            [
                (-quarter).rem_euclid(q),
                deviation.rem_euclid(q),
                a.rem_euclid(q),
                (b - a).rem_euclid(q),
                (a + b).rem_euclid(q),
            ]
        }
        _ => panic!("the odd factor is 3 or 5"),
    }
}

/// Returns the map's name in recipes.
///
/// # Panics
///
/// Panics if the length is neither 3 nor 5.
pub const fn name(length: usize) -> &'static str {
    match length {
        3 => "radix-3",
        5 => "radix-5",
        _ => panic!("the odd factor is 3 or 5"),
    }
}

/// Computes the transform of length N, which is 3 or 5, in each lane and in place.
#[inline(always)]
pub fn odd_radix<S: Simd, F: Residues<S>, const N: usize>(
    values: &mut [F::Vector; N],
    factors: &[F::Constant; FACTORS],
) {
    match &mut values[..] {
        [x0, x1, x2] => {
            let rotated = F::multiply(*x1 - *x2, factors[0]);
            (*x0, *x1, *x2) = (*x0 + *x1 + *x2, (*x0 - *x2) + rotated, (*x0 - *x1) - rotated);
        }
        [x0, x1, x2, x3, x4] => {
            let (s1, d1) = (*x1 + *x4, *x1 - *x4);
            let (s2, d2) = (*x2 + *x3, *x2 - *x3);
            let sum = s1 + s2;
            let mean = *x0 + F::multiply(sum, factors[0]);
            let deviation = F::multiply(s1 - s2, factors[1]);
            let (e1, e2) = (mean + deviation, mean - deviation);
            let (e1, e2) = if F::CRAMPED { (F::reduce(e1), F::reduce(e2)) } else { (e1, e2) };
            let both = F::multiply(d1 + d2, factors[2]);
            let p = both + F::multiply(d2, factors[3]);
            let r = F::multiply(d1, factors[4]) - both;
            *x0 = F::reduce(*x0 + sum);
            (*x1, *x2, *x3, *x4) = (e1 + p, e2 + r, e2 - r, e1 - p);
        }
        _ => unreachable!("the odd factor is 3 or 5"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::residues::Narrow;
    use crate::stage::residues::Wide;
    use vectru_polymul::modular::wide::{P25, WideConstant, WideModulus};
    use vectru_polymul::modular::{Constant, Modulus, Q7681, Q8161, centred, root_of_unity};
    use vectru_polymul::simd::portable::Portable;
    use vectru_polymul::simd::shape::{Avx2Shape, Avx512Shape, PortableShape, Shape};

    fn check_basis<P: Shape, F: Residues<Portable<P>, Coefficient: From<i16> + Into<i64>>, const N: usize>(
        q: i64,
        constant: impl Fn(i64) -> F::Constant,
    ) {
        let simd = Portable::<P>::new();
        let root = root_of_unity(N as u64, q);
        let factors = factors(N, root, q).map(constant);
        for j in 0..N {
            let mut values = core::array::from_fn(|i| F::load_operand(simd, &[i16::from(i == j); 32]));
            odd_radix::<_, F, N>(&mut values, &factors);
            for (i, output) in values.into_iter().enumerate() {
                let mut lanes = [F::Coefficient::from(0); 32];
                F::store(simd, output, &mut lanes);
                let expected = centred(power(root, (i * j) as u64, q), q);
                assert!(lanes[..F::lanes(simd)].iter().all(|&lane| centred(lane.into(), q) == expected), "{i} {j}");
            }
        }
    }

    fn check_modulo<P: Shape, M: Modulus, const N: usize>() {
        check_basis::<P, Narrow<M>, N>(M::Q.into(), Constant::new);
    }

    fn check<P: Shape>() {
        check_modulo::<P, Q7681, 3>();
        check_modulo::<P, Q7681, 5>();
        check_modulo::<P, Q8161, 5>();
        check_basis::<P, Wide<P25>, 3>(P25::P.into(), WideConstant::new);
        check_basis::<P, Wide<P25>, 5>(P25::P.into(), WideConstant::new);
    }

    #[test]
    fn transform_is_the_definition_on_every_basis_vector() {
        check::<PortableShape>();
        check::<Avx2Shape>();
        check::<Avx512Shape>();
    }
}
