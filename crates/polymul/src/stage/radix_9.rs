//! Radix-9: the transform of length 9, as two layers of transforms of length 3.
//!
//! ```text
//! R[x]/(x^9 - 1) -> prod_(i < 3) R[x]/(x^3 - w^(3i)) -> prod_(j < 9) R[x]/(x - w^j)
//! w of order 9
//! ```
//!
//! Write i = i0 + 3 i1 for the index of an input and j = j0 + 3 j1 for the index of an output. The
//! first layer transforms over i1, the twiddle factors w^(i0 j0) follow, and the second layer
//! transforms over i0.
//!
//! Operations: ten products, one for each of six transforms of length 3 and four by twiddle
//! factors; and five Barrett reductions, of the results of the first layer whose twiddle factor is
//! 1.
//!
//! Bounds: requires |x| <= 10,000; every output is the sum of three values that are Barrett-reduced
//! or Barrett products. Returns |y| <= 9774 for q = 4591, |y| <= 12,600 for q = 5167.
//!
//! Source: `[CT65]`; the transform of length 3 is [`radix_3`].

use super::radix_3::radix_3;
use crate::modular::{Constant, Modulus, power};
use crate::simd::{I16Vector, Simd};

/// The constants of a transform of length 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Radix9<M> {
    /// The powers of w, from 1 on.
    powers: [Constant<M>; 9],
}

impl<M: Modulus> Radix9<M> {
    /// Returns the constants for the primitive ninth root of unity `root`.
    ///
    /// For the inverse root, 1 / `root`, the transform is 9 times the inverse transform.
    pub const fn new(root: i64) -> Self {
        let q = M::Q as i64;
        let (mut powers, mut i) = ([Constant::ZERO; 9], 0);
        while i < powers.len() {
            powers[i] = Constant::new(power(root, i as u64, q));
            i += 1;
        }
        Self { powers }
    }
}

/// Returns the transform of length 9, in each lane.
#[inline(always)]
pub fn radix_9<V: I16Vector, M: Modulus>(inputs: [V; 9], table: &Radix9<M>) -> [V; 9] {
    let [x0, x1, x2, x3, x4, x5, x6, x7, x8] = inputs;
    let [_, w, w2, cube, w4, ..] = table.powers;
    let [a0, a1, a2] = radix_3([x0, x3, x6], cube);
    let [b0, b1, b2] = radix_3([x1, x4, x7], cube);
    let [c0, c1, c2] = radix_3([x2, x5, x8], cube);
    let column_0 = [a0.barrett_reduce::<M>(), b0.barrett_reduce::<M>(), c0.barrett_reduce::<M>()];
    let column_1 = [a1.barrett_reduce::<M>(), b1.barrett_multiply(w), c1.barrett_multiply(w2)];
    let column_2 = [a2.barrett_reduce::<M>(), b2.barrett_multiply(w2), c2.barrett_multiply(w4)];
    let [y0, y3, y6] = radix_3(column_0, cube);
    let [y1, y4, y7] = radix_3(column_1, cube);
    let [y2, y5, y8] = radix_3(column_2, cube);
    [y0, y1, y2, y3, y4, y5, y6, y7, y8]
}

/// Computes the transforms [in rows](super::transform::Transform::in_rows) by
/// [`Simd::radix_9_rows`].
#[inline(always)]
pub fn radix_9_rows<S: Simd, M: Modulus>(
    simd: S,
    table: &Radix9<M>,
    reduce: bool,
    rows: &mut [S::Coefficient],
    stride: usize,
) -> bool {
    // Outputs are centred in any case.
    let _ = reduce;
    simd.radix_9_rows(rows, stride, &table.powers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::{Q4591, root_of_unity};
    use crate::simd::CHUNK;
    use crate::simd::portable::Portable;
    use crate::simd::shape::Avx2Shape;

    #[test]
    fn transform_is_the_definition_on_every_basis_vector() {
        const ROOT: i64 = root_of_unity(9, 4591);
        let (simd, table) = (Portable::<Avx2Shape>::new(), Radix9::<Q4591>::new(ROOT));
        for i in 0..9 {
            let mut inputs = [simd.splat(0); 9];
            inputs[i] = simd.splat(1);
            for (j, output) in radix_9(inputs, &table).into_iter().enumerate() {
                let mut lanes = [0; CHUNK];
                simd.store(output, &mut lanes);
                let expected = power(ROOT, (i * j) as u64, 4591);
                assert!(lanes.iter().all(|&y| (y as i64 - expected).rem_euclid(4591) == 0), "{i} {j}");
            }
        }
    }
}
