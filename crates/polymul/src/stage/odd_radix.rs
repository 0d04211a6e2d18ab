//! Radix 3 and radix 5 over any residues: the odd factor of a transform whose other factor is a power of two.
//!
//! ```text
//! R[u]/(u^n - 1) -> prod_(i < n) R[u]/(u - w^i),   (x_j) -> (sum_j x_j w^(ij)),   w of order n;   n = 3, 5
//! ```
//!
//! Radix 3 takes one product, as 1 + w + w^2 = 0: with t = w (x1 - x2) it is (x0 + x1 + x2, x0 - x2 + t, x0 - x1 - t).
//!
//! Radix 5 takes five. With s1 = x1 + x4, s2 = x2 + x3 and the differences d1, d2 of the same pairs, outputs 1 and 4
//! are e1 +- p, outputs 2 and 3 are e2 +- r, where e1 and e2 are x0 - (s1 + s2) / 4 +- m (s1 - s2), and (p, r) = (a d1
//! + b d2, b d1 - a d2) is a negacyclic convolution of length 2, of three products:
//!
//! ```text
//! t = a (d1 + d2),   p = t + (b - a) d2,   r = (a + b) d1 - t,   a = (w - w^4) / 2,   b = (w^2 - w^3) / 2
//! ```
//!
//! Bounds: inputs up to 6500 in 16 bits, up to 2^28 in 32. Outputs of radix 3 are not reduced: sums of three inputs, or
//! of two and a product. Of radix 5, output 0 is reduced, so that no output is more than an input and four products; in
//! 16 bits e1 and e2 are reduced too, which leaves three reduced values.
//!
//! Source: Dubois, Venetsanopoulos (1978), equation 8; Winograd (1978).

use super::residues::Residues;
use crate::modular::{inverse, power};
use crate::simd::Simd;

/// Factors of a transform at most; radix 3 has one.
pub const FACTORS: usize = 5;

/// The numbers that the transform of length `length` with the root of unity `root` multiplies by, modulo the prime q,
/// in [0, q).
///
/// # Panics
///
/// If the length is neither 3 nor 5.
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

/// The map's name in recipes.
pub const fn name(length: usize) -> &'static str {
    match length {
        3 => "radix-3",
        5 => "radix-5",
        _ => panic!("the odd factor is 3 or 5"),
    }
}

/// The transform of length N, which is 3 or 5, of each lane, in place.
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
    use crate::modular::wide::{P25, WideConstant, WideModulus};
    use crate::modular::{Constant, Modulus, Q7681, Q8161, centred, root_of_unity};
    use crate::simd::portable::Portable;
    use crate::simd::shape::{Avx2Shape, Avx512Shape, PortableShape, Shape};
    use crate::stage::residues::{Narrow, Wide};

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
                assert!(lanes[..F::LANES].iter().all(|&lane| centred(lane.into(), q) == expected), "{i} {j}");
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
