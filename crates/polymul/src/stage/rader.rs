//! Rader: a transform of prime length 17 is a cyclic convolution of length 16.
//!
//! ```text
//! R[x]/(x^17 - 1) -> prod_j R[x]/(x - w^j),   (x_i) -> (sum_i x_i w^(ij)),   w^17 = 1
//! ```
//!
//! With the generator 3 of the units modulo 17, write i = 3^-l and j = 3^k:
//! `y[3^k] = x_0 + sum_l x[3^-l] w^(3^(k - l))`, the cyclic convolution of (x[3^-l]) and (w^(3^m)).
//! Because 3^8 = -1, its two halves are `y[3^k] = x_0 + C_k + N_k` and `y[-3^k] = x_0 + C_k - N_k`, where N is the
//! *negacyclic* convolution of length 8 of x[3^-l] - x[-3^-l] with (w^(3^m) - w^-(3^m))/2, and C the *cyclic* one of
//! the sums with (w^(3^m) + w^-(3^m))/2. C splits the same way into lengths 4, 2 and 1, so that no root of unity but
//! those in the constants is needed: 64 + 16 + 4 + 2 products by constants in place of 256.
//!
//! Truncated at the inputs: those that are known to be zero are `None`; their products and sums are not computed.
//!
//! Truncated at the outputs: without output 0 the image is that of R\[x\]/Phi_17, Phi_17 = (x^17 - 1)/(x - 1), where an element
//! has 16 coefficients: adding the same to all 17 does not change it. The inverse chooses the representative that
//! lacks one of them, which need not be the last.
//!
//! Bounds: inputs up to 2926 in magnitude; outputs are Barrett-reduced, below 2926. In between, the sums are
//! checked on interval lanes for every occupancy that a multiplier uses.
//!
//! Source: Rader (1968); Hwang, Liu, Yang (2024), section 3.5 and Algorithm 7. The recursive splitting is as in
//! Winograd (1978).

use crate::modular::{Constant, Modulus, inverse, power};
use crate::simd::{I16Vector, InnerProduct, Shape, Simd, unroll};

/// 3^k modulo 17 for k = 0..8; 3^(k + 8) is its negative.
const POWERS: [usize; 8] = [1, 3, 9, 10, 13, 5, 15, 11];

/// 3^-l modulo 17, which is -3^(8 - l) for l > 0.
const fn inverse_power(l: usize) -> usize {
    if l == 0 { 1 } else { 17 - POWERS[8 - l] }
}

/// The constants of a transform of length 17: the convolution's operand, split as the module says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rader17<M> {
    negacyclic_8: [Constant<M>; 8],
    negacyclic_4: [Constant<M>; 4],
    negacyclic_2: [Constant<M>; 2],
    /// The sum and the difference of the cyclic convolution's operand of length 2, halved.
    cyclic_2: [Constant<M>; 2],
}

impl<M: Modulus> Rader17<M> {
    /// The constants for the 17th root of unity `root`. The inverse transform, up to the factor 17, is the transform
    /// for the root's inverse.
    pub const fn new(root: i64) -> Self {
        let q = M::Q as i64;
        let half = inverse(2, q);
        let mut result = Self {
            negacyclic_8: [Constant::ZERO; 8],
            negacyclic_4: [Constant::ZERO; 4],
            negacyclic_2: [Constant::ZERO; 2],
            cyclic_2: [Constant::ZERO; 2],
        };
        let mut cyclic = [0; 8];
        let mut m = 0;
        while m < 8 {
            let (plus, minus) = (power(root, POWERS[m] as u64, q), power(root, 17 - POWERS[m] as u64, q));
            result.negacyclic_8[m] = Constant::new((plus - minus) * half);
            cyclic[m] = (plus + minus) * half % q;
            m += 1;
        }
        m = 0;
        while m < 4 {
            result.negacyclic_4[m] = Constant::new((cyclic[m] - cyclic[m + 4]) * half);
            cyclic[m] = (cyclic[m] + cyclic[m + 4]) * half % q;
            m += 1;
        }
        m = 0;
        while m < 2 {
            result.negacyclic_2[m] = Constant::new((cyclic[m] - cyclic[m + 2]) * half);
            cyclic[m] = (cyclic[m] + cyclic[m + 2]) * half % q;
            m += 1;
        }
        result.cyclic_2[0] = Constant::new((cyclic[0] + cyclic[1]) * half);
        result.cyclic_2[1] = Constant::new((cyclic[0] - cyclic[1]) * half);
        result
    }
}

/// The most inputs of magnitude 2926 whose sum fits 16 bits.
const SUMMABLE: usize = i16::MAX as usize / 2926;

/// The transform of length 17 of each lane. `None` is an input that is zero.
#[inline(always)]
pub fn transform<S: Simd, M: Modulus>(simd: S, inputs: [Option<S::I16>; 17], table: &Rader17<M>) -> [S::I16; 17] {
    let first = inputs[0].unwrap_or(simd.splat(0));
    let convolution = convolve(simd, inputs, table);
    let mut outputs = convolution.outputs::<M>(first);
    outputs[0] = (first + convolution.total).barrett_reduce::<M>();
    outputs
}

/// The transform of length 17 of each lane, without output 0: `result[0]` means nothing.
#[inline(always)]
pub fn truncated_transform<S: Simd, M: Modulus>(
    simd: S,
    inputs: [Option<S::I16>; 17],
    table: &Rader17<M>,
) -> [S::I16; 17] {
    let first = inputs[0].unwrap_or(simd.splat(0));
    convolve(simd, inputs, table).outputs::<M>(first)
}

/// The inverse of [`truncated_transform`], times 17, for the inverse root: from the inputs 1 to 16 (input 0 does not matter) to
/// the representative whose coefficient `absent[0]` > 0 is zero in the lower half of the lanes, and `absent[1]` > 0 in the upper half.
///
/// The input that is not known would be added to every output alike: so it is the negative of what the others make
/// of the absent coefficient, and then takes its place.
///
/// The kernel is compiled for `absent`. For a coefficient k in place of it that is known only at run time, let c k = absent
/// modulo 17: input j is then that of c j, and output i that of i/c.
#[inline(always)]
pub fn truncated_inverse<S: Simd, M: Modulus>(
    simd: S,
    inputs: [Option<S::I16>; 17],
    table: &Rader17<M>,
    absent: [usize; 2],
) -> [S::I16; 17] {
    let zero = simd.splat(0);
    let mut others = inputs;
    others[0] = None;
    let convolution = convolve(simd, others, table);
    let mut surplus = convolution.output(absent[0]);
    if absent[0] != absent[1] {
        let lower_half = simd.load_table(&LOWER_HALF[32 - S::Shape::LANES / 2..]);
        surplus = S::I16::select(lower_half, surplus, convolution.output(absent[1]));
    }
    let first = zero - surplus.barrett_reduce::<M>();
    let mut outputs = convolution.outputs::<M>(first);
    outputs[0] = (first + convolution.total).barrett_reduce::<M>();
    outputs
}

/// From 32 - n on: n lanes of -1, and zeros.
static LOWER_HALF: [i16; 64] = {
    let mut lanes = [0; 64];
    let mut lane = 0;
    while lane < 32 {
        lanes[lane] = -1;
        lane += 1;
    }
    lanes
};

/// The parts of the cyclic convolution of length 16, and the sum of its inputs.
struct Convolution<V> {
    total: V,
    /// The cyclic one of length 4 and the negacyclic one, which make that of length 8.
    cyclic_4: [V; 4],
    negacyclic_4: [V; 4],
    negacyclic_8: [V; 8],
}

impl<V: I16Vector> Convolution<V> {
    #[inline(always)]
    fn cyclic_8(&self, m: usize) -> V {
        if m < 4 { self.cyclic_4[m] + self.negacyclic_4[m] } else { self.cyclic_4[m - 4] - self.negacyclic_4[m - 4] }
    }

    /// Output j > 0 less the first input, not reduced.
    #[inline(always)]
    fn output(&self, j: usize) -> V {
        let mut result = self.total;
        for m in 0..8 {
            if POWERS[m] == j {
                result = self.cyclic_8(m) + self.negacyclic_8[m];
            } else if 17 - POWERS[m] == j {
                result = self.cyclic_8(m) - self.negacyclic_8[m];
            }
        }
        result
    }

    /// The outputs but the first, reduced, where the first input is `first`.
    #[inline(always)]
    fn outputs<M: Modulus>(&self, first: V) -> [V; 17] {
        let mut outputs = [first; 17];
        for m in 0..8 {
            let (cyclic, negacyclic) = (first + self.cyclic_8(m), self.negacyclic_8[m]);
            outputs[POWERS[m]] = (cyclic + negacyclic).barrett_reduce::<M>();
            outputs[17 - POWERS[m]] = (cyclic - negacyclic).barrett_reduce::<M>();
        }
        outputs
    }
}

/// The convolution of the inputs but the first.
#[inline(always)]
fn convolve<S: Simd, M: Modulus>(simd: S, inputs: [Option<S::I16>; 17], table: &Rader17<M>) -> Convolution<S::I16> {
    let zero = simd.splat(0);
    let mut occupied = 0;
    for input in &inputs {
        occupied += input.is_some() as usize;
    }

    let (mut sums_8, mut differences_8) = ([None; 8], [Signed::Positive(None); 8]);
    for l in 0..8 {
        let i = inverse_power(l);
        (sums_8[l], differences_8[l]) = butterfly(inputs[i], inputs[17 - i]);
    }
    let mut negacyclic_8 = negacyclic::<S::Shape, _, _, _>(zero, differences_8, &table.negacyclic_8);
    if let InnerProduct::DeferredQuotients = S::Shape::inner_product(8) {
        for m in 0..8 {
            negacyclic_8[m] = negacyclic_8[m].barrett_reduce::<M>();
        }
    }

    let (mut sums_4, mut differences_4) = ([None; 4], [Signed::Positive(None); 4]);
    for l in 0..4 {
        (sums_4[l], differences_4[l]) = butterfly(sums_8[l], sums_8[l + 4]);
        if let (Some(sum), true) = (sums_4[l], occupied > SUMMABLE) {
            sums_4[l] = Some(sum.barrett_reduce::<M>());
        }
    }
    let negacyclic_4 = negacyclic::<S::Shape, _, _, _>(zero, differences_4, &table.negacyclic_4);

    let (mut sums_2, mut differences_2) = ([None; 2], [Signed::Positive(None); 2]);
    for l in 0..2 {
        (sums_2[l], differences_2[l]) = butterfly(sums_4[l], sums_4[l + 2]);
    }
    let negacyclic_2 = negacyclic::<S::Shape, _, _, _>(zero, differences_2, &table.negacyclic_2);

    let (first_sum, second_sum) = (sums_2[0].unwrap_or(zero), sums_2[1].unwrap_or(zero));
    let total = first_sum + second_sum;
    let even = total.barrett_multiply(table.cyclic_2[0]);
    let odd = (first_sum - second_sum).barrett_multiply(table.cyclic_2[1]);
    let cyclic_2 = [even + odd, even - odd];
    let mut cyclic_4 = [zero; 4];
    for m in 0..2 {
        cyclic_4[m] = cyclic_2[m] + negacyclic_2[m];
        cyclic_4[m + 2] = cyclic_2[m] - negacyclic_2[m];
    }
    Convolution { total, cyclic_4, negacyclic_4, negacyclic_8 }
}

/// A vector or its negative, so that the negative of an input needs no instruction: the sign goes to constants.
#[derive(Clone, Copy)]
enum Signed<V> {
    Positive(Option<V>),
    Negative(V),
}

/// The sum and the difference of two inputs.
#[inline(always)]
fn butterfly<V: I16Vector>(left: Option<V>, right: Option<V>) -> (Option<V>, Signed<V>) {
    match (left, right) {
        (Some(left), Some(right)) => (Some(left + right), Signed::Positive(Some(left - right))),
        (left, None) => (left, Signed::Positive(left)),
        (None, Some(right)) => (Some(right), Signed::Negative(right)),
    }
}

/// The negacyclic convolution of length K with constants, in each lane.
#[inline(always)]
fn negacyclic<P: Shape, V: I16Vector, M: Modulus, const K: usize>(
    zero: V,
    terms: [Signed<V>; K],
    constants: &[Constant<M>; K],
) -> [V; K] {
    let (mut vectors, mut negative) = ([None; K], [false; K]);
    for l in 0..K {
        (vectors[l], negative[l]) = match terms[l] {
            Signed::Positive(vector) => (vector, false),
            Signed::Negative(vector) => (Some(vector), true),
        };
    }
    let mut outputs = [zero; K];
    let mut occupied = false;
    for vector in &vectors {
        occupied |= vector.is_some();
    }
    if !occupied {
        return outputs;
    }
    unroll!(P, m < K, {
        let mut row = [Constant::ZERO; K];
        unroll!(P, l < K, {
            let constant = if l <= m { constants[m - l] } else { constants[m + K - l].negated() };
            row[l] = if negative[l] { constant.negated() } else { constant };
        });
        outputs[m] = V::inner_product(vectors, &row);
    });
    outputs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::{Q4591, root_of_unity};
    use crate::simd::portable::Portable;
    use crate::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, Shape};

    const ROOT: i64 = root_of_unity(17, 4591);
    static TABLE: Rader17<Q4591> = Rader17::new(ROOT);

    fn check_basis<P: Shape>(occupied: u32) {
        let simd = Portable::<P>::new();
        for i in (0..17).filter(|i| occupied >> i & 1 == 1) {
            let inputs = core::array::from_fn(|k| (occupied >> k & 1 == 1).then(|| simd.splat((k == i).into())));
            let outputs = transform(simd, inputs, &TABLE);
            for (j, output) in outputs.into_iter().enumerate() {
                let mut lanes = [0; 32];
                simd.store(output, &mut lanes);
                let expected = power(ROOT, (i * j) as u64, 4591);
                assert!(lanes[..P::LANES].iter().all(|&y| (y as i64 - expected).rem_euclid(4591) == 0), "{i} {j}");
            }
        }
    }

    fn check_truncated<P: Shape>() {
        let simd = Portable::<P>::new();
        for i in 1..17 {
            let inputs = core::array::from_fn(|k| (k > 0).then(|| simd.splat((k == i).into())));
            let forward = truncated_transform(simd, inputs, &TABLE);
            let absent = [i / 2 + 1, 16];
            let inverse = truncated_inverse(simd, inputs, &TABLE, absent);
            for j in 0..17 {
                let (mut forward_lanes, mut inverse_lanes) = ([0; 32], [0; 32]);
                simd.store(forward[j], &mut forward_lanes);
                simd.store(inverse[j], &mut inverse_lanes);
                let whole = power(ROOT, (i * j) as u64, 4591);
                for l in 0..P::LANES {
                    assert!(j == 0 || (forward_lanes[l] as i64 - whole).rem_euclid(4591) == 0, "{i} {j}");
                    let expected = whole - power(ROOT, (i * absent[2 * l / P::LANES]) as u64, 4591);
                    assert_eq!((inverse_lanes[l] as i64 - expected).rem_euclid(4591), 0, "{i} {j} {l}");
                }
            }
        }
    }

    #[test]
    fn truncated_transforms_are_the_definition_on_every_basis_vector() {
        check_truncated::<Avx2Shape>();
        check_truncated::<NeonShape>();
        check_truncated::<Avx512Shape>();
    }

    #[test]
    fn transform_is_the_definition_on_every_basis_vector() {
        for occupied in [0x1ffff, 0x000ff, 0x0aa55, 0x15555, 0x00001, 0x00002] {
            check_basis::<Avx2Shape>(occupied);
            check_basis::<NeonShape>(occupied);
        }
    }
}
