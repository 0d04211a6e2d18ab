//! Operations of the target, which no other machine compiles, against their definitions: outer
//! products, Toeplitz products, transforms in rows, operations on lanes and on words, the loops of
//! division steps, Keccak-f, SHA-512, and sorting.

use alloc::boxed::Box;

use keccak::Keccak;
use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::modular::{self, Constant, Modulus, Q4591, Q5167, Q7879, montgomery_reduce, power, root_of_unity};
use vectru_polymul::simd::halves::{Factors, Halves, Reduction, combination, combine};
use vectru_polymul::simd::{
    Aligned, CHUNK, I16Vector, I32Word, Machine, keccak as permutation, merge_exchange, sha512, ternary,
};

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

    /// Returns any word.
    fn word(&mut self) -> i32 {
        i32::from(self.next()) << 16 | i32::from(self.next() as u16)
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
        check_constants::<S, Q4591>(simd);
        check_constants::<S, Q7879>(simd);
        check_sums_of_products::<S, 1>(&mut random);
        check_sums_of_products::<S, 2>(&mut random);
        check_sums_of_products::<S, 3>(&mut random);
        check_sums_of_products::<S, 4>(&mut random);
        for round in 0..ROUNDS {
            check_outer_product::<S, 1>(simd, &mut random, round);
            check_outer_product::<S, 3>(simd, &mut random, round);
            check_weighted_convolutions(simd, &mut random, round);
            check_toeplitz_product::<S, 1>(simd, &mut random, round);
            check_toeplitz_product::<S, 2>(simd, &mut random, round);
            check_toeplitz_product::<S, 3>(simd, &mut random, round);
            check_toeplitz_product::<S, 5>(simd, &mut random, round);
            check_butterfly(simd, &mut random);
            check_lanes::<S, Q4591>(simd, &mut random, round);
            check_lanes::<S, Q7879>(simd, &mut random, round);
            check_sums_and_differences(simd, &mut random, round);
            check_transforms::<S, 32>(simd, &mut random, round);
            check_transforms::<S, 160>(simd, &mut random, round);
            check_combinations::<Q4591>(&mut random, round);
            check_combinations::<Q7879>(&mut random, round);
            check_ternary_steps::<0>(&mut random);
            check_ternary_steps::<1>(&mut random);
            check_permutation(&mut random);
            check_compression(&mut random);
            check_sorting(&mut random, round);
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

/// Compares weighted convolutions.
fn check_weighted_convolutions<S: Machine>(simd: S, random: &mut Random, round: usize) {
    let mut chunks = || core::array::from_fn::<_, 3, _>(|_| core::array::from_fn(|_| random.within(11_000, round)));
    let (a, b): ([[i16; CHUNK]; 3], [[i16; CHUNK]; 3]) = (chunks(), chunks());
    let weights = [0; 3].map(|_: i16| Constant::<Q4591>::new(random.next().into()));
    let (mut found, b, mut rows) = (Aligned(a), Aligned(b), simd.zero_rows());
    if !simd.weighted_convolutions(&mut found.0, &b.0, &weights) {
        return;
    }
    for i in 0..a.len() {
        simd.convolution_rows(&b.0[i], weights[i], &mut rows);
        let expected = simd.outer_product::<Q4591, 1>([&a[i]], [&rows]);
        assert_eq!(found.0[i], expected);
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

/// Returns the centred residue of a number.
/// Compares the sum and the difference of words with the definition.
fn check_butterfly<S: Machine>(simd: S, random: &mut Random) {
    let (a, b) = (random.word(), random.word());
    let found = S::Word::load(simd, &a).butterfly(S::Word::load(simd, &b)).map(|word| {
        let mut number = 0;
        word.store(&mut number);
        number
    });
    assert_eq!(found, [a.wrapping_add(b), a.wrapping_sub(b)]);
}

/// Compares sums of Toeplitz products on words with the definition.
fn check_sums_of_products<S: Machine, const L: usize>(random: &mut Random) {
    const POINTS: usize = 32;
    let mut word = || random.word();
    let vectors: [Box<[[i32; 24]; POINTS]>; L] =
        core::array::from_fn(|_| Box::new(core::array::from_fn(|_| core::array::from_fn(|_| word()))));
    let matrices: Box<[[[i32; 63]; L]; POINTS]> =
        Box::new(core::array::from_fn(|_| core::array::from_fn(|_| core::array::from_fn(|_| word()))));
    let mut sums = Box::new([[0; 16]; POINTS]);
    assert!(S::Word::sums_of_products(vectors.each_ref().map(|vector| &**vector), &matrices, &mut sums));
    for (point, found) in sums.iter().enumerate() {
        // The sums of products of dimension 4, of matrix `index` and of words of the vectors.
        let leaf = |index: usize, word: &dyn Fn(&[i32; 24], usize) -> i32, i: usize| -> i32 {
            let terms = (0..L).flat_map(|entry| (0..4).map(move |j| (entry, j)));
            terms.fold(0i32, |sum, (entry, j)| {
                let t = matrices[point][entry][7 * index + 3 + i - j];
                sum.wrapping_add(t.wrapping_mul(word(&vectors[entry][point], j)))
            })
        };
        let eight = |index: usize, from: usize, i: usize| {
            let middle = leaf(index, &|v, j| v[from + j].wrapping_add(v[from + 4 + j]), i % 4);
            let (last, start) = if i < 4 { (index + 1, from + 4) } else { (index + 2, from) };
            middle.wrapping_add(leaf(last, &|v, j| v[start + j], i % 4))
        };
        for (i, &found) in found.iter().enumerate() {
            let (index, from) = if i < 8 { (3, 8) } else { (6, 0) };
            assert_eq!(found, eight(0, 16, i % 8).wrapping_add(eight(index, from, i % 8)));
        }
    }
}

fn centred_residue<M: Modulus>(number: i64) -> i16 {
    modular::centred(number, M::Q.into()) as i16
}

/// Compares transforms of length N in rows of `STRIDE` coefficients with the definition, where the
/// target has a form of its own for them. An output is the sum of at most `summands` centred
/// numbers.
fn check_rows<M: Modulus, const N: usize, const STRIDE: usize>(
    random: &mut Random,
    round: usize,
    [bound, summands]: [i16; 2],
    transform: impl Fn(&mut [i16], &[i64; N]) -> bool,
) {
    let q = i64::from(M::Q);
    let root = root_of_unity(N as u64, q);
    let powers = core::array::from_fn(|i| power(root, i as u64, q));
    let rows: [[i16; STRIDE]; N] = core::array::from_fn(|_| core::array::from_fn(|_| random.within(bound, round)));
    let mut found = rows;
    if !transform(found.as_flattened_mut(), &powers) {
        return;
    }
    for (j, row) in found.iter().enumerate() {
        for (column, found) in row.iter().enumerate() {
            let sum = (0..N).map(|i| i64::from(rows[i][column]) * powers[i * j % N]).sum();
            assert_eq!(centred_residue::<M>((*found).into()), centred_residue::<M>(sum));
            assert!(found.abs() <= summands * (M::Q / 2));
        }
    }
}

/// Compares sums and differences of chunks.
fn check_sums_and_differences<S: Machine>(simd: S, random: &mut Random, round: usize) {
    let mut chunk = || Aligned(core::array::from_fn(|_| random.edge(round)));
    let (a, b): (Aligned<[i16; CHUNK]>, Aligned<[i16; CHUNK]>) = (chunk(), chunk());
    for [first, second] in [[Some(&a.0), Some(&b.0)], [Some(&a.0), None], [None, Some(&b.0)], [None; 2]] {
        let mut found = Aligned([[1; CHUNK]; 2]);
        if simd.sums_and_differences([first, second], &mut found.0) {
            for k in 0..CHUNK {
                let [x, y] = [first, second].map(|chunk| chunk.map_or(0, |chunk| chunk[k]));
                assert_eq!(found.0.map(|chunk| chunk[k]), [x.wrapping_add(y), x.wrapping_sub(y)]);
            }
        }
    }
}

/// Compares transforms in rows.
fn check_transforms<S: Machine, const STRIDE: usize>(simd: S, random: &mut Random, round: usize) {
    check_rows::<Q4591, 5, STRIDE>(random, round, [6553, 2], |rows, &[_, w, w2, w3, w4]| {
        let q = 4591;
        let [half, quarter] = [2, 4].map(|number| modular::inverse(number, q));
        let constants = [-quarter, (w + w4 - w2 - w3) * quarter, (w - w4) * half, (w2 - w3) * half];
        simd.radix_5_rows(rows, STRIDE, &constants.map(Constant::<Q4591>::new))
    });
    check_rows::<Q4591, 9, STRIDE>(random, round, [10_000, 1], |rows, powers| {
        simd.radix_9_rows(rows, STRIDE, &powers.map(Constant::<Q4591>::new))
    });
    check_rows::<Q5167, 9, STRIDE>(random, round, [10_000, 1], |rows, powers| {
        simd.radix_9_rows(rows, STRIDE, &powers.map(Constant::<Q5167>::new))
    });
}

/// Compares operations on lanes with their definitions.
fn check_lanes<S: Machine, M: Modulus>(simd: S, random: &mut Random, round: usize) {
    let half = (M::Q - 1) / 2;
    let mut operand = |bound: i16| core::array::from_fn::<i16, CHUNK, _>(|_| random.within(bound, round + 1));
    let (x, y, centred) = (operand(i16::MAX), operand(i16::MAX), operand(M::Q + half));
    // The largest magnitude whose three products by constants fit a Montgomery reduction.
    let (u, v, w) = (operand(4000), operand(4000), operand(4000));
    let constants = [0; 3].map(|_: i16| Constant::<M>::new(random.next().into()));
    let load = |lanes: &[i16]| simd.load(lanes);
    let check = |vector: S::I16, expected: &dyn Fn(usize) -> i16| {
        let mut found = [0; CHUNK];
        simd.store(vector, &mut found);
        for l in 0..simd.lanes() {
            assert_eq!(found[l], expected(l));
        }
    };
    let rounded = |x: i16, quotient: i16| ((i32::from(x) * i32::from(quotient) + (1 << 14)) >> 15) as i16;
    // On the Cortex-M4 these results are centred.
    let check_reduced = |vector: S::I16, expected: &dyn Fn(usize) -> i16| {
        let mut found = [0; CHUNK];
        simd.store(vector, &mut found);
        for l in 0..simd.lanes() {
            assert!(found[l] == expected(l) || found[l] == centred_residue::<M>(expected(l).into()));
        }
    };
    let product =
        |x: i16, c: Constant<M>| x.wrapping_mul(c.value).wrapping_sub(rounded(x, c.quotient).wrapping_mul(M::Q));
    let c = constants[0];
    check(load(&x) + load(&y), &|l| x[l].wrapping_add(y[l]));
    check(load(&x) - load(&y), &|l| x[l].wrapping_sub(y[l]));
    check(load(&x).multiply_low(load(&y)), &|l| x[l].wrapping_mul(y[l]));
    check(simd.multiple(load(&x), y[0]), &|l| x[l].wrapping_mul(y[0]));
    check(simd.plus_multiple(load(&x), load(&y), u[0]), &|l| x[l].wrapping_add(y[l].wrapping_mul(u[0])));
    for bits in [0, 1, 2, 3, 11, 15] {
        check(load(&x).shift_left(bits), &|l| x[l] << bits);
        check(load(&x).shift_right(bits), &|l| x[l] >> bits);
    }
    check_reduced(load(&x).barrett_multiply(c), &|l| product(x[l], c));
    check_reduced(load(&x).barrett_multiply_halves(c, constants[1]), &|l| {
        product(x[l], if l < simd.lanes() / 2 { c } else { constants[1] })
    });
    check_reduced(load(&x).barrett_reduce::<M>(), &|l| product(x[l], M::ONE));
    check_reduced(load(&x).barrett_reduce_coarsely::<M>(), &|l| product(x[l], M::COARSE_ONE));
    check(load(&centred).centre::<M>(), &|l| centred_residue::<M>(centred[l].into()));
    check_reduced(S::I16::inner_product(&[Some(load(&u)), None, Some(load(&v))], &constants), &|l| {
        let term = |x: i16, c: Constant<M>| i32::from(x) * i32::from(c.montgomery);
        montgomery_reduce::<M>(term(u[l], constants[0]) + term(v[l], constants[2]))
    });
    check_reduced(S::I16::inner_product(&[Some(load(&w))], &[c]), &|l| {
        montgomery_reduce::<M>(i32::from(w[l]) * i32::from(c.montgomery))
    });
}

/// Compares products of edges by every constant that is made at run time.
fn check_constants<S: Machine, M: Modulus>(simd: S) {
    const EDGES: [i16; CHUNK] =
        [i16::MIN, -32_767, -16_385, -16_384, -4591, -257, -2, -1, 1, 2, 255, 4590, 16_383, 16_384, 32_766, i16::MAX];
    let half = (M::Q - 1) / 2;
    for value in -half..=half {
        let constant = Constant::<M>::from_centred(value);
        for edges in EDGES.chunks_exact(simd.lanes()) {
            let mut found = [0; CHUNK];
            simd.store(simd.load(edges).barrett_multiply(constant), &mut found);
            for (found, edge) in found.into_iter().zip(edges) {
                let product = i64::from(*edge) * i64::from(value);
                assert_eq!(centred_residue::<M>(found.into()), centred_residue::<M>(product));
            }
        }
    }
}

/// Compares linear combinations of halves.
fn check_combinations<M: Modulus>(random: &mut Random, round: usize) {
    let reduction = Reduction::new::<M>();
    let mut halves = |bound: i16| Halves::new(random.within(bound, round), random.within(bound, round));
    let (half, largest) = ((M::Q - 1) / 2, 8000);
    let factors = Factors { low: [halves(1), halves(1)], high: [halves(half), Halves::new(half, 0)] };
    let words: [Halves; 27] = core::array::from_fn(|_| halves(largest));
    let mut found = words;
    combine(&mut found, &factors, reduction);
    for i in 0..found.len() {
        // Three turns of eight words, and the words behind them.
        let expected =
            if i < 24 { combination([words[i], words[i + 1], words[i + 2]], &factors, reduction) } else { words[i] };
        assert_eq!(found[i], expected);
    }
}

/// Compares two division steps modulo 3.
fn check_ternary_steps<const DOWN: usize>(random: &mut Random) {
    let mut word = || u32::from(random.next() as u16) << 16 | u32::from(random.next() as u16);
    let mut trits = || [word(), word()];
    let mut found: [[ternary::Trits; 2]; 7] = core::array::from_fn(|_| [trits(), trits()]);
    let last = [trits(), trits()];
    let masks: [u32; 6] = core::array::from_fn(|_| (trits()[0] & 1).wrapping_neg());
    let choices = [[masks[0], masks[1], masks[2]], [masks[3], masks[4], masks[5]]];
    for rows in [2, 3, 7] {
        let mut expected = found;
        let [own, definition] = [
            ternary::two_steps::<DOWN>(&choices, last, &mut found[..rows]),
            ternary::by_definition::<DOWN>(&choices, last, &mut expected[..rows]),
        ];
        assert_eq!(found, expected);
        assert_eq!(own[1 - DOWN], definition[1 - DOWN]);
    }
}

/// Compares sorted words of any number with what the standard library makes of them.
fn check_sorting(random: &mut Random, round: usize) {
    const PADDING: usize = merge_exchange::PADDING;
    let sort = merge_exchange::SORT.expect("the target has it");
    let lengths = [0, 8, 16, 24, 40, 64, 72, 136, 256, 264, 680, 768, 1024, 1280, merge_exchange::CAPACITY];
    let length = lengths[round % lengths.len()];
    let mut word = || u32::from(random.next() as u16) << 16 | u32::from(random.next() as u16);
    let mut found = [u32::MAX; merge_exchange::CAPACITY + PADDING];
    for found in &mut found[..length] {
        // Any words, few of them, and zeros and ones, by which networks are right for all words.
        *found = match round / lengths.len() % 3 {
            0 => word(),
            1 => [0, 1, 1 << 31, u32::MAX - 1, u32::MAX][word() as usize % 5],
            _ => word() & 1,
        };
    }
    let mut expected = found;
    expected[..length].sort_unstable();
    sort(&mut found[..length + PADDING]);
    assert_eq!(found, expected);
}

/// Compares Keccak-f[1600] on random states.
fn check_permutation(random: &mut Random) {
    let permute = permutation::PERMUTE.expect("the target has it");
    let mut state: permutation::State =
        core::array::from_fn(|_| (0..4).fold(0, |word, _| word << 16 | u64::from(random.next() as u16)));
    let mut found = state.map(parted);
    permute(&mut found, &ROUND_CONSTANTS.map(parted));
    Keccak::new().with_f1600(|permute| permute(&mut state));
    assert_eq!(found, state.map(parted));
}

/// Compares SHA-512's compression function on random states, blocks and constants.
fn check_compression(random: &mut Random) {
    let compress = sha512::COMPRESS.expect("the target has it");
    let block = core::array::from_fn(|_| random.next() as u8);
    let mut word = || (0..4).fold(0, |word, _| word << 16 | u64::from(random.next() as u16));
    let constants = core::array::from_fn(|_| word());
    let mut state = core::array::from_fn(|_| word());
    let expected = compressed(&state, &block, &constants);
    compress(&mut state, &block, &constants);
    assert_eq!(state, expected);
}

/// Returns the state after a block, by FIPS 180-4, section 6.4.2.
fn compressed(state: &sha512::State, block: &[u8; 128], constants: &sha512::Constants) -> sha512::State {
    let rotations = |x: u64, bits: [u32; 3]| bits.iter().fold(0, |sum, &bits| sum ^ x.rotate_right(bits));
    let rotations_and_shift =
        |x: u64, [first, second, third]: [u32; 3]| x.rotate_right(first) ^ x.rotate_right(second) ^ x >> third;
    let mut schedule = [0u64; 80];
    for t in 0..80 {
        schedule[t] = if t < 16 {
            u64::from_be_bytes(block.as_chunks().0[t])
        } else {
            rotations_and_shift(schedule[t - 2], [19, 61, 6])
                .wrapping_add(schedule[t - 7])
                .wrapping_add(rotations_and_shift(schedule[t - 15], [1, 8, 7]))
                .wrapping_add(schedule[t - 16])
        };
    }
    let mut words = *state;
    for (constant, word) in constants.iter().zip(schedule) {
        let [a, b, c, d, e, f, g, h] = words;
        let first = h
            .wrapping_add(rotations(e, [14, 18, 41]))
            .wrapping_add((e & f) ^ (!e & g))
            .wrapping_add(*constant)
            .wrapping_add(word);
        let second = rotations(a, [28, 34, 39]).wrapping_add((a & b) ^ (a & c) ^ (b & c));
        words = [first.wrapping_add(second), a, b, c, d.wrapping_add(first), e, f, g];
    }
    core::array::from_fn(|k| state[k].wrapping_add(words[k]))
}

/// The constants of iota, by FIPS 202.
const ROUND_CONSTANTS: permutation::Constants = [
    0x0000_0000_0000_0001,
    0x0000_0000_0000_8082,
    0x8000_0000_0000_808a,
    0x8000_0000_8000_8000,
    0x0000_0000_0000_808b,
    0x0000_0000_8000_0001,
    0x8000_0000_8000_8081,
    0x8000_0000_0000_8009,
    0x0000_0000_0000_008a,
    0x0000_0000_0000_0088,
    0x0000_0000_8000_8009,
    0x0000_0000_8000_000a,
    0x0000_0000_8000_808b,
    0x8000_0000_0000_008b,
    0x8000_0000_0000_8089,
    0x8000_0000_0000_8003,
    0x8000_0000_0000_8002,
    0x8000_0000_0000_0080,
    0x0000_0000_0000_800a,
    0x8000_0000_8000_000a,
    0x8000_0000_8000_8081,
    0x8000_0000_0000_8080,
    0x0000_0000_8000_0001,
    0x8000_0000_8000_8008,
];

/// Returns a word with the bits at even places in its low half, and the others in the high one.
fn parted(word: u64) -> u64 {
    (0..64).map(|place| (word >> place & 1) << (place / 2 + place % 2 * 32)).sum()
}

/// Runs the checks.
pub(crate) fn run() {
    dispatch::run(Operations);
}
