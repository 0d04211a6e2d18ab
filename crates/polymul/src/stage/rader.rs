//! Rader: a transform of odd prime length n is a cyclic convolution of length n - 1.
//!
//! ```text
//! R[x]/(x^n - 1) -> prod_(j < n) R[x]/(x - w^j),   (x_i) -> (y_j) = (sum_i x_i w^(ij))
//! w of order n = 2 h + 1
//! ```
//!
//! Let g generate the units modulo n, and write i = g^-l and j = g^k. Then
//!
//! ```text
//! y_0 = sum_i x_i,   y[g^k] = x_0 + sum_(l < n - 1) x[g^-l] w^(g^(k - l))
//! ```
//!
//! where the sum is the cyclic convolution of `(x[g^-l])` and `(w^(g^m))`. Because g^h = -1, it
//! splits into two convolutions of length h:
//!
//! ```text
//! y[g^k] = x_0 + C_k + N_k,   y[-g^k] = x_0 + C_k - N_k,   k < h
//!
//! N = negacyclic convolution of (x[g^-l] - x[-g^-l]) and ((w^(g^m) - w^-(g^m)) / 2)
//! C = cyclic convolution of     (x[g^-l] + x[-g^-l]) and ((w^(g^m) + w^-(g^m)) / 2)
//! ```
//!
//! C splits into convolutions of half its length in the same way, as long as its length is even.
//! Roots of unity occur only in the constants.
//!
//! Operations: there are fewer products by constants than the (n - 1)^2 of the definition:
//!
//! | n | h | products |
//! | --- | --- | --- |
//! | 7 | 3 | 9 + 9 |
//! | 13 | 6 | 36 + 9 + 9 |
//! | 17 | 8 | 64 + 16 + 4 + 1 + 1 |
//! | 41 | 20 | 400 + 100 + 25 + 25 |
//!
//! # Truncation
//!
//! *At the inputs*: an input that is known to be zero is `None`, and its products and sums are not
//! computed.
//!
//! *At the outputs*: without output 0, the transform is the one of R\[x\]/Phi_n, where
//! Phi_n = (x^n - 1)/(x - 1) = 1 + x + … + x^(n - 1). An element has n - 1 coefficients there:
//! adding the same number to all n coefficients does not change the element. The inverse returns
//! the representative in which a chosen coefficient, not necessarily the last one, is zero.
//!
//! Bounds: requires Barrett-reduced inputs and returns Barrett-reduced outputs. In between, sums of
//! inputs are reduced where they could leave 16 bits. The proofs of the multipliers check this, for
//! the modulus and the pattern of zero inputs of each.
//!
//! Sources: `[Rad68]`; `[HLY24]`, section 3.5 and Algorithm 7, and `[CCH+23]`, section 3.5;
//! `[ACC+21]`, appendix B, and `[AHY22]`, section 3.1.3, for length 17 by a convolution of length
//! 16; `[Win78]` for the recursive splitting; `[vdH04]` for truncated transforms, `[Hwa24b]` for
//! Phi_17. Choosing the representative within the inverse is this project's own.

use crate::modular::{Constant, Modulus, inverse, power, summable};
use crate::simd::{I16Vector, Loops, Simd, unroll};

/// The constants of a transform of prime length N = 2 H + 1: the constant operand of the
/// convolution, split for negacyclic convolutions and a cyclic one, as the module describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rader<M, const N: usize, const H: usize> {
    /// The matrices of the convolutions, row by row: first the negacyclic convolutions of lengths
    /// H, H/2, …, then the cyclic convolution of odd length. They fill 2 H rows; row N - 1 is
    /// unused. The matrix of a convolution of length m fills the first m constants of its rows.
    rows: [[Constant<M>; H]; N],
    /// The number of reduced values that are added up between reductions.
    summable: usize,
}

impl<M: Modulus, const N: usize, const H: usize> Rader<M, N, H> {
    /// The level of the last negacyclic convolution. At level l the length is H / 2^l, which is odd
    /// at the last level.
    const LAST: usize = {
        assert!(N == 2 * H + 1 && H <= 20, "kernels are unrolled as far as that");
        H.trailing_zeros() as usize
    };

    /// The powers g^k modulo N for k < H. As g^H = -1, g^(k + H) is the negative of g^k.
    const POWERS: [usize; H] = {
        let (generator, mut powers, mut k) = (generator(N), [0; H], 0);
        while k < H {
            powers[k] = power(generator, k as u64, N as i64) as usize;
            k += 1;
        }
        powers
    };

    /// Returns the constants for the root of unity `root` of order N.
    ///
    /// For the inverse root, 1 / `root`, the transform is N times the inverse transform.
    pub const fn new(root: i64) -> Self {
        let q = M::Q as i64;
        let mut rows = [[Constant::ZERO; H]; N];
        let (mut negacyclic, mut cyclic) = ([0; H], [0; H]);
        constants(N, root, q, &mut negacyclic, &mut cyclic);
        let (mut length, mut first) = (H, 0);
        loop {
            fill_rows(&mut rows, first, length, &negacyclic, -1);
            first += length;
            if !length.is_multiple_of(2) {
                fill_rows(&mut rows, first, length, &cyclic, 1);
                return Self { rows, summable: summable::<M>() };
            }
            length /= 2;
            split(length, q, &mut negacyclic, &mut cyclic);
        }
    }

    /// Returns the transform that adds up `terms` reduced values between reductions, as for another
    /// modulus ([`summable_modulo`](crate::modular::summable_modulo)), so that its operations can
    /// be counted.
    #[must_use]
    pub const fn with_summable(mut self, terms: usize) -> Self {
        self.summable = terms;
        self
    }

    /// Returns g^-l modulo N, which is -g^(H - l) for l > 0.
    #[inline(always)]
    const fn inverse_power(l: usize) -> usize {
        if l == 0 { 1 } else { N - Self::POWERS[H - l] }
    }
}

/// Returns g, the least generator of the group of units modulo the odd prime n.
const fn generator(n: usize) -> i64 {
    let mut generator = 2;
    while !generates(generator, n) {
        generator += 1;
    }
    generator
}

/// Writes the constants of the convolutions of length h, for a root of unity of the odd prime order
/// n = 2 h + 1.
pub(super) const fn constants(n: usize, root: i64, q: i64, negacyclic: &mut [i64], cyclic: &mut [i64]) {
    let (generator, half, mut m) = (generator(n), inverse(2, q), 0);
    while m < n / 2 {
        let exponent = power(generator, m as u64, n as i64) as u64;
        let (plus, minus) = (power(root, exponent, q), power(root, n as u64 - exponent, q));
        negacyclic[m] = (plus - minus) * half % q;
        cyclic[m] = (plus + minus) * half % q;
        m += 1;
    }
}

/// Writes the constants of the convolutions of length `length` into which a cyclic convolution of
/// twice the length splits.
pub(super) const fn split(length: usize, q: i64, negacyclic: &mut [i64], cyclic: &mut [i64]) {
    let (half, mut m) = (inverse(2, q), 0);
    while m < length {
        let (low, high) = (cyclic[m], cyclic[m + length]);
        negacyclic[m] = (low - high) * half % q;
        cyclic[m] = (low + high) * half % q;
        m += 1;
    }
}

/// Returns true if `unit` generates the group of units modulo the prime n.
const fn generates(unit: i64, n: usize) -> bool {
    let (mut element, mut order) = (unit, 1);
    while element != 1 {
        element = element * unit % n as i64;
        order += 1;
    }
    order == n - 1
}

/// Writes the matrix of the convolution of length `length` with `operand`, from row `first` on.
/// Products that wrap around get the `sign`: 1 for a cyclic convolution, -1 for a negacyclic one.
const fn fill_rows<M: Modulus, const N: usize, const H: usize>(
    rows: &mut [[Constant<M>; H]; N],
    first: usize,
    length: usize,
    operand: &[i64; H],
    sign: i64,
) {
    let mut m = 0;
    while m < length {
        let mut l = 0;
        while l < length {
            let value = if l <= m { operand[m - l] } else { sign * operand[m + length - l] };
            rows[first + m][l] = Constant::new(value);
            l += 1;
        }
        m += 1;
    }
}

/// Returns the transform, in each lane. `None` stands for an input that is zero.
#[inline(always)]
pub fn transform<S: Simd, M: Modulus, const N: usize, const H: usize>(
    simd: S,
    inputs: [Option<S::I16>; N],
    table: &Rader<M, N, H>,
) -> [S::I16; N] {
    transform_vectors::<S::Shape, _, M, N, H>(simd.splat(0), inputs, table)
}

/// Returns the transform of vectors of any kind, in each lane, with the loops of the shape `P`.
/// `None` stands for an input that is zero.
#[inline(always)]
pub(super) fn transform_vectors<P: Loops, V: I16Vector, M: Modulus, const N: usize, const H: usize>(
    zero: V,
    inputs: [Option<V>; N],
    table: &Rader<M, N, H>,
) -> [V; N] {
    let first = inputs[0].unwrap_or(zero);
    let convolution = convolve::<P, V, M, N, H>(zero, inputs, table);
    let mut outputs = convolution.outputs::<P, M, N>(first, table);
    outputs[0] = (first + convolution.total).barrett_reduce::<M>();
    outputs
}

/// Returns the transform, in each lane, without output 0: `result[0]` is meaningless.
#[inline(always)]
pub fn truncated_transform<S: Simd, M: Modulus, const N: usize, const H: usize>(
    simd: S,
    inputs: [Option<S::I16>; N],
    table: &Rader<M, N, H>,
) -> [S::I16; N] {
    let first = inputs[0].unwrap_or(simd.splat(0));
    convolve::<S::Shape, _, M, N, H>(simd.splat(0), inputs, table).outputs::<S::Shape, M, N>(first, table)
}

/// Returns N times the inverse of [`truncated_transform`], in each lane, where `table` is for the
/// inverse root: the representative whose coefficient `absent[0]` > 0 is zero in the lower half of
/// the lanes, and whose coefficient `absent[1]` > 0 is zero in the upper half.
///
/// Reads inputs 1 to N - 1; input 0 does not affect the result. An input 0 would be added to each
/// output. So the kernel chooses the input 0 that makes the absent coefficient zero: the negative
/// of the sum that the other inputs contribute to that coefficient.
///
/// The kernel is compiled for `absent`. If the absent coefficient k is known only at run time, let
/// c k = `absent` modulo N, and pass input c j as input j. Output i is then coefficient i/c.
#[inline(always)]
pub fn truncated_inverse<S: Simd, M: Modulus, const N: usize, const H: usize>(
    simd: S,
    inputs: [Option<S::I16>; N],
    table: &Rader<M, N, H>,
    absent: [usize; 2],
) -> [S::I16; N] {
    let zero = simd.splat(0);
    let mut others = inputs;
    others[0] = None;
    let convolution = convolve::<S::Shape, _, M, N, H>(zero, others, table);
    let mut surplus = convolution.output(absent[0], table);
    if absent[0] != absent[1] {
        let lower_half = simd.load_table(&LOWER_HALF[32 - simd.lanes() / 2..]);
        surplus = S::I16::select(lower_half, surplus, convolution.output(absent[1], table));
    }
    let first = zero - surplus.barrett_reduce::<M>();
    let mut outputs = convolution.outputs::<S::Shape, M, N>(first, table);
    outputs[0] = (first + convolution.total).barrett_reduce::<M>();
    outputs
}

/// Masks of lower halves: from index 32 - n on, the table has n lanes of -1, then zeros.
static LOWER_HALF: [i16; 64] = {
    let mut lanes = [0; 64];
    let mut lane = 0;
    while lane < 32 {
        lanes[lane] = -1;
        lane += 1;
    }
    lanes
};

/// The parts C and N of the cyclic convolution of length N - 1, as in the module's formula, and the
/// sum of its inputs.
struct Convolution<V, const H: usize> {
    total: V,
    cyclic: [V; H],
    negacyclic: [V; H],
}

impl<V: I16Vector, const H: usize> Convolution<V, H> {
    /// Returns y_j - x_0 for j > 0, not reduced.
    #[inline(always)]
    fn output<M: Modulus, const N: usize>(&self, j: usize, _: &Rader<M, N, H>) -> V {
        let mut result = self.total;
        for m in 0..H {
            if Rader::<M, N, H>::POWERS[m] == j {
                result = self.cyclic[m] + self.negacyclic[m];
            } else if N - Rader::<M, N, H>::POWERS[m] == j {
                result = self.cyclic[m] - self.negacyclic[m];
            }
        }
        result
    }

    /// Returns the outputs y_1, …, y_(N - 1), reduced, where x_0 is `first`. Output 0 is
    /// meaningless.
    #[inline(always)]
    fn outputs<P: Loops, M: Modulus, const N: usize>(&self, first: V, _: &Rader<M, N, H>) -> [V; N] {
        let mut outputs = [first; N];
        unroll!(P, m < H, {
            let (cyclic, negacyclic) = (first + self.cyclic[m], self.negacyclic[m]);
            let j = Rader::<M, N, H>::POWERS[m];
            outputs[j] = (cyclic + negacyclic).barrett_reduce::<M>();
            outputs[N - j] = (cyclic - negacyclic).barrett_reduce::<M>();
        });
        outputs
    }
}

/// Runs the block for each listed level up to [`Rader::LAST`], in the order of the list. The level
/// is a constant.
macro_rules! for_levels {
    ($rader:ty, $level:ident in $($value:literal)*, $body:block) => {$({
        const $level: usize = $value;
        if const { $level <= <$rader>::LAST } $body
    })*};
}

/// The number of reduced inputs in the largest of the sums, and in all sums together.
struct Inputs {
    of_one: usize,
    of_all: usize,
}

/// Returns the convolution of the inputs x_1, …, x_(N - 1).
#[inline(always)]
fn convolve<P: Loops, V: I16Vector, M: Modulus, const N: usize, const H: usize>(
    zero: V,
    inputs: [Option<V>; N],
    table: &Rader<M, N, H>,
) -> Convolution<V, H> {
    let (mut sums, mut differences) = ([None; H], [None; H]);
    let mut occupied = 0;
    unroll!(P, l < H, {
        let i = Rader::<M, N, H>::inverse_power(l);
        [sums[l], differences[l]] = butterfly(zero, inputs[i], inputs[N - i]);
        occupied += inputs[i].is_some() as usize + inputs[N - i].is_some() as usize;
    });
    if occupied == 0 {
        return Convolution { total: zero, cyclic: [zero; H], negacyclic: [zero; H] };
    }
    let mut inputs = Inputs { of_one: 2, of_all: occupied };

    let mut negacyclics = [[zero; H]; 5];
    for_levels!(Rader<M, N, H>, LEVEL in 0 1 2 3 4, {
        if const { LEVEL != 0 } {
            let length = const { H >> LEVEL };
            inputs.of_one = inputs.of_all.min(2 * inputs.of_one);
            if inputs.of_one > table.summable {
                reduce::<P, _, M, H>(&mut sums, 2 * length);
                inputs = Inputs { of_one: 2, of_all: 2 * length };
            }
            unroll!(P, l < { H >> LEVEL }, {
                [sums[l], differences[l]] = butterfly(zero, sums[l], sums[l + length]);
                differences[l + length] = None;
            });
        }
        negacyclics[LEVEL] = table.negacyclic::<P, _, LEVEL>(zero, &differences);
    });
    let length = const { H >> Rader::<M, N, H>::LAST };
    if inputs.of_all > table.summable {
        reduce::<P, _, M, H>(&mut sums, length);
    }
    let mut total = sums[0].unwrap_or(zero);
    unroll!(P, l < { H >> Rader::<M, N, H>::LAST }, {
        if let (true, Some(sum)) = (l != 0, sums[l]) {
            total = total + sum;
        }
    });

    let mut cyclic = table.cyclic::<P, _>(zero, sums);
    for_levels!(Rader<M, N, H>, LEVEL in 4 3 2 1, {
        unroll!(P, m < { H >> LEVEL }, {
            let (sum, difference) = (cyclic[m] + negacyclics[LEVEL][m], cyclic[m] - negacyclics[LEVEL][m]);
            (cyclic[m], cyclic[m + const { H >> LEVEL }]) = (sum, difference);
        });
    });
    Convolution { total, cyclic, negacyclic: negacyclics[0] }
}

/// Reduces the first `length` sums.
#[inline(always)]
fn reduce<P: Loops, V: I16Vector, M: Modulus, const H: usize>(sums: &mut [Option<V>; H], length: usize) {
    unroll!(P, l < H, {
        if let (true, Some(sum)) = (l < length, sums[l]) {
            sums[l] = Some(sum.barrett_reduce::<M>());
        }
    });
}

/// Returns the sum and the difference of two inputs.
#[inline(always)]
fn butterfly<V: I16Vector>(zero: V, left: Option<V>, right: Option<V>) -> [Option<V>; 2] {
    match (left, right) {
        (Some(left), Some(right)) => [Some(left + right), Some(left - right)],
        (left, None) => [left, left],
        (None, Some(right)) => [Some(right), Some(zero - right)],
    }
}

impl<M: Modulus, const N: usize, const H: usize> Rader<M, N, H> {
    /// Returns the negacyclic convolution of length H / 2^LEVEL with the constants, in each lane.
    /// Requires at least one term that is not `None`.
    #[inline(always)]
    fn negacyclic<P: Loops, V: I16Vector, const LEVEL: usize>(&self, zero: V, terms: &[Option<V>; H]) -> [V; H] {
        // The rows of lengths H, H/2, …, 2 H / 2^LEVEL come first.
        let first = const { 2 * (H - (H >> LEVEL)) };
        let mut outputs = [zero; H];
        if const { H >> LEVEL == 1 } {
            outputs[0] = if let Some(term) = terms[0] { term.barrett_multiply(self.rows[first][0]) } else { zero };
        } else {
            unroll!(P, m < { H >> LEVEL }, {
                outputs[m] = V::inner_product(terms, &self.rows[first + m]);
            });
        }
        outputs
    }

    /// Returns the cyclic convolution of odd length m = H / 2^LAST of the first m terms with the
    /// constants, in each lane. Requires at least one term that is not `None`.
    #[inline(always)]
    fn cyclic<P: Loops, V: I16Vector>(&self, zero: V, mut terms: [Option<V>; H]) -> [V; H] {
        let length = const { H >> Self::LAST };
        let mut outputs = [zero; H];
        if const { H >> Self::LAST == 1 } {
            outputs[0] = if let Some(term) = terms[0] { term.barrett_multiply(self.rows[2 * H - 1][0]) } else { zero };
        } else {
            unroll!(P, l < H, {
                if l >= length {
                    terms[l] = None;
                }
            });
            unroll!(P, m < { H >> Self::LAST }, {
                outputs[m] = V::inner_product(&terms, &self.rows[2 * H - length + m]);
            });
        }
        outputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::{Q4591, Q5167, Q6343, Q7177, root_of_unity};
    use crate::simd::portable::Portable;
    use crate::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, Shape};

    const ROOT: i64 = root_of_unity(17, 4591);
    static TABLE: Rader<Q4591, 17, 8> = Rader::new(ROOT);

    /// Checks the constants by undoing the splitting: the constants of all levels add up to the
    /// powers of the root.
    fn check_table<M: Modulus, const N: usize, const H: usize>() {
        let q = M::Q as i64;
        let root = root_of_unity(N as u64, q);
        let table = Rader::<M, N, H>::new(root);
        for k in 0..H {
            let (mut length, mut first, mut value) = (H, 0, [0; 2]);
            loop {
                // Column 0 of a matrix is the operand of its convolution. Its coefficient
                // k mod length contributes to coefficient k of the full operand, up to a sign.
                let negacyclic = table.rows[first + k % length][0].value as i64;
                let sign = if k / length % 2 == 0 { 1 } else { -1 };
                value[0] += sign * negacyclic;
                value[1] += if first == 0 { -negacyclic } else { sign * negacyclic };
                first += length;
                if length % 2 == 1 {
                    break;
                }
                length /= 2;
            }
            let cyclic = table.rows[first + k % length][0].value as i64;
            let power_of_generator = Rader::<M, N, H>::POWERS[k];
            for (value, exponent) in value.into_iter().zip([power_of_generator, N - power_of_generator]) {
                assert_eq!((value + cyclic - power(root, exponent as u64, q)).rem_euclid(q), 0, "{N}: {k}");
            }
        }
    }

    #[test]
    fn tables_are_their_definition() {
        check_table::<Q6343, 3, 1>();
        check_table::<Q4591, 5, 2>();
        check_table::<Q6343, 7, 3>();
        check_table::<Q7177, 13, 6>();
        check_table::<Q4591, 17, 8>();
        check_table::<Q5167, 41, 20>();
    }

    fn check_basis<P: Shape, M: Modulus, const N: usize, const H: usize>(occupied: u64) {
        let (simd, q) = (Portable::<P>::new(), M::Q as i64);
        let root = root_of_unity(N as u64, q);
        let table = Rader::<M, N, H>::new(root);
        for i in (0..N).filter(|i| occupied >> i & 1 == 1) {
            let inputs = core::array::from_fn(|k| (occupied >> k & 1 == 1).then(|| simd.splat((k == i).into())));
            let outputs = transform(simd, inputs, &table);
            for (j, output) in outputs.into_iter().enumerate() {
                let mut lanes = [0; 32];
                simd.store(output, &mut lanes);
                let expected = power(root, (i * j) as u64, q);
                assert!(lanes[..P::LANES].iter().all(|&y| (y as i64 - expected).rem_euclid(q) == 0), "{N}: {i} {j}");
            }
        }
    }

    /// Checks the largest inputs, also with the signs that make the largest sums: sums are reduced
    /// before they overflow.
    fn check_extremes<P: Shape, M: Modulus, const N: usize, const H: usize>() {
        let (simd, q) = (Portable::<P>::new(), M::Q as i64);
        let root = root_of_unity(N as u64, q);
        let table = Rader::<M, N, H>::new(root);
        for odd in [1, -1] {
            let input = |k: usize| if k % 2 == 1 { odd * (q / 2) } else { q / 2 };
            let outputs = transform(simd, core::array::from_fn(|k| Some(simd.splat(input(k) as i16))), &table);
            for (j, output) in outputs.into_iter().enumerate() {
                let mut lanes = [0; 32];
                simd.store(output, &mut lanes);
                let expected: i64 = (0..N).map(|i| input(i) * power(root, (i * j) as u64, q)).sum();
                assert!(lanes[..P::LANES].iter().all(|&y| (y as i64 - expected).rem_euclid(q) == 0), "{N}: {j}");
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

    fn check_lengths<P: Shape>() {
        for occupied in [0x1ffff, 0x000ff, 0x0aa55, 0x15555, 0x00001, 0x00002] {
            check_basis::<P, Q4591, 17, 8>(occupied);
        }
        check_basis::<P, Q6343, 3, 1>(u64::MAX);
        check_basis::<P, Q4591, 5, 2>(u64::MAX);
        check_basis::<P, Q6343, 7, 3>(u64::MAX);
        check_basis::<P, Q7177, 13, 6>(u64::MAX);
        check_basis::<P, Q5167, 41, 20>(u64::MAX);
        check_extremes::<P, Q6343, 3, 1>();
        check_extremes::<P, Q4591, 5, 2>();
        check_extremes::<P, Q6343, 7, 3>();
        check_extremes::<P, Q7177, 13, 6>();
        check_extremes::<P, Q4591, 17, 8>();
        check_extremes::<P, Q5167, 41, 20>();
    }

    #[test]
    fn transform_is_the_definition_on_every_basis_vector() {
        check_lengths::<Avx2Shape>();
        check_lengths::<NeonShape>();
    }
}
