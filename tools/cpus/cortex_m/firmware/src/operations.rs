//! Outer products and Toeplitz products of the target's backend, which no other machine compiles,
//! against their definitions.

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::modular::{Q4591, montgomery_reduce};
use vectru_polymul::simd::{CHUNK, Machine};

/// The products of each kind, of random operands and of edges in turn.
const ROUNDS: usize = 200;

/// Knuth's linear congruential generator: the high half of a word is a coefficient.
struct Random(u32);

impl Random {
    /// Returns any coefficient.
    fn next(&mut self) -> i16 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) as i16
    }

    /// Returns a coefficient of magnitude at most `bound`: any, or in rounds of edges the largest.
    fn within(&mut self, bound: i16, round: usize) -> i16 {
        let word = self.next();
        match round % 3 {
            0 if word < 0 => -bound,
            0 => bound,
            _ => (i32::from(word) % (i32::from(bound) + 1)) as i16,
        }
    }

    /// Returns any coefficient, or in rounds of edges one of six.
    fn edge(&mut self, round: usize) -> i16 {
        let word = self.next();
        if round % 3 == 0 { [i16::MIN, i16::MAX, -1, 0, 1, 255][word as u16 as usize % 6] } else { word }
    }
}

/// The checks.
struct Operations;

impl Task for Operations {
    type Output = ();

    fn run<S: Machine>(self, simd: S) {
        let mut random = Random(1);
        for round in 0..ROUNDS {
            check_outer_product::<S, 1>(simd, &mut random, round);
            check_outer_product::<S, 3>(simd, &mut random, round);
            check_toeplitz_product::<S, 1>(simd, &mut random, round);
            check_toeplitz_product::<S, 2>(simd, &mut random, round);
            check_toeplitz_product::<S, 5>(simd, &mut random, round);
        }
    }
}

/// Compares a sum of N outer products.
fn check_outer_product<S: Machine, const N: usize>(simd: S, random: &mut Random, round: usize) {
    // Sums of 16 products fit 32 bits for magnitudes up to 11,585, and three of them up to 6688.
    let bound = if N == 1 { 11_585 } else { 6688 };
    let mut chunks = || core::array::from_fn::<_, N, _>(|_| core::array::from_fn(|_| random.within(bound, round)));
    let (a, low, high): ([[i16; CHUNK]; N], [[i16; CHUNK]; N], [[i16; CHUNK]; N]) = (chunks(), chunks(), chunks());
    let mut rows = [simd.zero_rows(); N];
    for i in 0..N {
        simd.window_rows(&low[i], &high[i], &mut rows[i]);
    }
    let found = simd.outer_product::<Q4591, N>(a.each_ref(), rows.each_ref());
    for k in 0..CHUNK {
        let row = |i: usize, m: usize| i32::from(if m < CHUNK { low[i][m] } else { high[i][m - CHUNK] });
        let terms = (0..N * CHUNK).map(|n| (n / CHUNK, n % CHUNK));
        let sum = terms.map(|(i, j)| i32::from(a[i][j]) * row(i, CHUNK + k - j)).sum();
        assert_eq!(found[k], montgomery_reduce::<Q4591>(sum));
    }
}

/// Compares a Toeplitz product of K chunks.
fn check_toeplitz_product<S: Machine, const K: usize>(simd: S, random: &mut Random, round: usize) {
    let mut chunk = || core::array::from_fn(|_| random.edge(round));
    let matrix: [[[i16; CHUNK]; 2]; K] = core::array::from_fn(|_| [chunk(), chunk()]);
    let matrix = matrix.as_flattened();
    let mut vector: [[i16; CHUNK]; K] = core::array::from_fn(|_| chunk());
    let operand = vector;
    simd.toeplitz_product(matrix, &mut vector);
    let (matrix, operand) = (matrix.as_flattened(), operand.as_flattened());
    for (i, found) in vector.as_flattened().iter().enumerate() {
        let terms = (0..K * CHUNK).map(|j| matrix[K * CHUNK + i - j].wrapping_mul(operand[j]));
        assert_eq!(*found, terms.fold(0, i16::wrapping_add));
    }
}

/// Runs the checks.
pub(crate) fn run() {
    dispatch::run(Operations);
}
