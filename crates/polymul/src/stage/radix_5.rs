//! Radix-5: the transform of length 5 with six products instead of the sixteen of the definition.
//!
//! ```text
//! R[x]/(x^5 - 1) -> prod_(j < 5) R[x]/(x - w^j),   (x_i) -> (y_j) = (sum_i x_i w^(ij))
//! w of order 5
//! ```
//!
//! Let s1 = x1 + x4, d1 = x1 - x4, s2 = x2 + x3 and d2 = x2 - x3. Then
//!
//! ```text
//! y0 = x0 + s1 + s2,   y1, y4 = e1 +- p,   y2, y3 = e2 +- r
//!
//! e1, e2 = x0 - (s1 + s2) / 4 +- m (s1 - s2),   m = ((w + w^4) - (w^2 + w^3)) / 4
//! p = a d1 + b d2,   r = b d1 - a d2,           a = (w - w^4) / 2,   b = (w^2 - w^3) / 2
//! ```
//!
//! where the factor 1/4 follows from 1 + w + w^2 + w^3 + w^4 = 0.
//!
//! Operations: two Barrett products, two inner products of two terms each, and three coarse Barrett
//! reductions, of y0, e1 and e2.
//!
//! Bounds, for q = 4591: requires |x| <= 6553, so that sums of five inputs fit 16 bits; returns
//! |y| <= 9200, and |y| < 8900 if |x| <= 5380, where inner products defer their quotients, and less
//! where they are Montgomery sums ([`InnerProduct`](crate::simd::InnerProduct)).
//!
//! Source: `[Win78]`, the transform of length 5. Computing its odd part (p, r) as inner products
//! with one reduction each, by four products instead of Winograd's three, is this project's own.

use crate::modular::{Constant, Modulus, inverse, power};
use crate::simd::{I16Vector, Simd};

/// The constants of a transform of length 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Radix5<M> {
    /// -1/4, the mean of (w + w^4)/2 and (w^2 + w^3)/2.
    mean: Constant<M>,
    /// m = ((w + w^4) - (w^2 + w^3))/4.
    deviation: Constant<M>,
    /// The constants (a, b) of p: a = (w - w^4)/2 and b = (w^2 - w^3)/2.
    odd: [Constant<M>; 2],
    /// The constants (b, -a) of r.
    odd_rotated: [Constant<M>; 2],
}

impl<M: Modulus> Radix5<M> {
    /// Returns the constants for the fifth root of unity `root`.
    ///
    /// For the inverse root, 1 / `root`, the transform is 5 times the inverse transform.
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

/// Returns the transform of length 5, in each lane.
#[inline(always)]
pub fn radix_5<V: I16Vector, M: Modulus>([x0, x1, x2, x3, x4]: [V; 5], table: &Radix5<M>) -> [V; 5] {
    let (s1, d1) = (x1 + x4, x1 - x4);
    let (s2, d2) = (x2 + x3, x2 - x3);
    let sum = s1 + s2;
    let mean = x0 + sum.barrett_multiply(table.mean);
    let deviation = (s1 - s2).barrett_multiply(table.deviation);
    let e1 = (mean + deviation).barrett_reduce_coarsely::<M>();
    let e2 = (mean - deviation).barrett_reduce_coarsely::<M>();
    let p = V::inner_product(&[Some(d1), Some(d2)], &table.odd);
    let r = V::inner_product(&[Some(d1), Some(d2)], &table.odd_rotated);
    [(x0 + sum).barrett_reduce_coarsely::<M>(), e1 + p, e2 + r, e2 - r, e1 - p]
}

/// Computes the transforms [in rows](super::transform::Transform::in_rows) by
/// [`Simd::radix_5_rows`].
#[inline(always)]
pub fn radix_5_rows<S: Simd, M: Modulus>(
    simd: S,
    table: &Radix5<M>,
    reduce: bool,
    rows: &mut [S::Coefficient],
    stride: usize,
) -> bool {
    // Outputs are sums of two centred numbers.
    !reduce && simd.radix_5_rows(rows, stride, &[table.mean, table.deviation, table.odd[0], table.odd[1]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::{Q4591, root_of_unity};
    use crate::simd::CHUNK;
    use crate::simd::portable::Portable;
    use crate::simd::shape::{Avx2Shape, NeonShape, Shape};

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
