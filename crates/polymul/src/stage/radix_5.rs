//! Radix-5: the transform of length 5, with five products in place of sixteen.
//!
//! ```text
//! R[x]/(x^5 - 1) -> prod_j R[x]/(x - w^j),   (x_i) -> (sum_i x_i w^(ij)),   w^5 = 1
//! ```
//!
//! With s1 = x1 + x4, s2 = x2 + x3 and the differences d1, d2 of the same pairs, y1 and y4 are e1 +- p, y2 and y3 are
//! e2 +- r, where e1 and e2 are x0 - (s1 + s2)/4 +- m (s1 - s2), because 1 + w + .. + w^4 = 0, and (p, r) is a negacyclic
//! convolution of length 2 of (d1, d2).
//!
//! Bounds: inputs up to 6553; y0, e1 and e2 are Barrett-reduced, so that outputs stay below 7,700.
//!
//! Source: Winograd (1978), the transform of length 5; its odd part as an inner product with one reduction is ours.

use crate::modular::{Constant, Modulus, inverse, power};
use crate::simd::I16Vector;

/// The constants of a transform of length 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Radix5<M> {
    /// -1/4, the half of (w + w^4)/2 + (w^2 + w^3)/2.
    mean: Constant<M>,
    /// ((w + w^4) - (w^2 + w^3))/4.
    deviation: Constant<M>,
    /// (w - w^4)/2 and (w^2 - w^3)/2.
    odd: [Constant<M>; 2],
    /// The same constants for the other output of the odd part.
    odd_rotated: [Constant<M>; 2],
}

impl<M: Modulus> Radix5<M> {
    /// The constants for the fifth root of unity `root`. The inverse transform, up to the factor 5, is the transform
    /// for the root's inverse.
    pub const fn new(root: i64) -> Self {
        let q = M::Q as i64;
        let (half, quarter) = (inverse(2, q), inverse(4, q));
        let w = [1, root, power(root, 2, q), power(root, 3, q), power(root, 4, q)];
        let odd = [(w[1] - w[4]) * half, (w[2] - w[3]) * half];
        Self {
            mean: Constant::new(-quarter),
            deviation: Constant::new((w[1] + w[4] - w[2] - w[3]) * quarter),
            odd: [Constant::new(odd[0]), Constant::new(odd[1])],
            odd_rotated: [Constant::new(odd[1]), Constant::new(-odd[0])],
        }
    }
}

/// The transform of length 5 of each lane.
#[inline(always)]
pub fn radix_5<V: I16Vector, M: Modulus>([x0, x1, x2, x3, x4]: [V; 5], table: &Radix5<M>) -> [V; 5] {
    let (s1, d1) = (x1 + x4, x1 - x4);
    let (s2, d2) = (x2 + x3, x2 - x3);
    let sum = s1 + s2;
    let mean = x0 + sum.barrett_multiply(table.mean);
    let deviation = (s1 - s2).barrett_multiply(table.deviation);
    let (e1, e2) = ((mean + deviation).barrett_reduce::<M>(), (mean - deviation).barrett_reduce::<M>());
    let p = V::inner_product([Some(d1), Some(d2)], &table.odd);
    let r = V::inner_product([Some(d1), Some(d2)], &table.odd_rotated);
    [(x0 + sum).barrett_reduce::<M>(), e1 + p, e2 + r, e2 - r, e1 - p]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::{Q4591, root_of_unity};
    use crate::simd::portable::Portable;
    use crate::simd::shape::{Avx2Shape, NeonShape, Shape};
    use crate::simd::{CHUNK, Simd};

    fn check_basis<P: Shape>() {
        const ROOT: i64 = root_of_unity(5, 4591);
        let (simd, table) = (Portable::<P>::new(), Radix5::<Q4591>::new(ROOT));
        for i in 0..5 {
            let mut inputs = [simd.splat(0); 5];
            inputs[i] = simd.splat(1);
            for (j, output) in radix_5(inputs, &table).into_iter().enumerate() {
                let mut lanes = [0; CHUNK];
                simd.store(output, &mut lanes);
                let expected = power(ROOT, (i * j) as u64, 4591);
                assert!(lanes[..P::LANES].iter().all(|&y| (y as i64 - expected).rem_euclid(4591) == 0), "{i} {j}");
            }
        }
    }

    #[test]
    fn transform_is_the_definition_on_every_basis_vector() {
        check_basis::<Avx2Shape>();
        check_basis::<NeonShape>();
    }
}
