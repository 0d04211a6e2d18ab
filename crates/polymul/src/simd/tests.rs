//! Comparison of every operation of every backend of this CPU with the portable one.
//!
//! | operations | operands |
//! | --- | --- |
//! | on two lanes | all pairs of edge cases, and random pairs: 2^15 vectors |
//! | on two lanes, long tests | all 2^32 pairs |
//! | shifts, for each count; broadcasts | all operands, in every lane |
//! | products by constants modulo 3, 4591, 7681 and 10753 | each constant by each operand |
//! | centred representatives modulo each odd modulus | all admissible operands, in every lane |
//! | inner, outer and Toeplitz products | edge cases and random operands, and all pairs of [`extremes`] |
//! | other operations | edge cases and random operands |
//!
//! (Chunk, rows, shape, token: see the glossary in docs/contributing/glossary.md.)

mod extremes;

use core::hint::black_box;
use std::vec::Vec;

use super::portable::Portable;
use super::shape::PortableShape;
use super::{CHUNK, I16Vector, Machine, Shape, Simd};
use crate::dispatch::{Backend, Task};
use crate::modular::tests::for_odd_moduli;
use crate::modular::*;

/// A check of the backend of one token.
pub(crate) trait Check {
    fn check<S: Machine>(&self, simd: S);
}

/// Runs `check` on every backend of this CPU, with its own vectors and with its narrow ones.
pub(crate) fn on_every_backend<C: Check>(check: C) {
    struct Run<'a, C>(&'a C);
    impl<C: Check> Task for Run<'_, C> {
        type Output = ();
        fn run<S: Machine>(self, simd: S) {
            self.0.check(simd);
            if const { S::Shape::LANES > <S::Narrow as Simd>::Shape::LANES } {
                self.0.check(simd.narrow());
            }
        }
    }
    for backend in Backend::available() {
        backend.run(Run(&check)).expect("the backend is available");
    }
}

/// Returns the lanes of a vector, followed by zeros. They are hidden from the compiler, which would
/// drop comparisons whose result it can derive.
fn lanes<S: Machine>(simd: S, vector: S::I16) -> [i16; 32] {
    let mut lanes = [0; 32];
    simd.store(vector, &mut lanes);
    black_box(lanes)
}

/// Returns the portable token of the shape of `S`.
fn reference<S: Machine>(_: S) -> Portable<S::Shape> {
    Portable::new()
}

/// A linear congruential generator of pseudo-random numbers, the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns the next number, of 16 bits.
    fn next(&mut self) -> i16 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 40) as i16
    }

    /// Returns the next number x reduced to |x| <= `bound`.
    pub(crate) fn within(&mut self, bound: i16) -> i16 {
        (self.next() as i32 % (bound as i32 + 1)) as i16
    }

    /// Returns the next 32 numbers, of 16 bits.
    fn lanes(&mut self) -> [i16; 32] {
        core::array::from_fn(|_| self.next())
    }
}

/// Edge cases of 16-bit operands.
const EDGES: [i16; 12] = [i16::MIN, i16::MIN + 1, -16384, -2296, -2295, -1, 0, 1, 2295, 2296, 16384, i16::MAX];

/// Returns the edge cases in each of their 12 rotations, then `count` random vectors.
fn edges_and_random(count: usize) -> Vec<[i16; 32]> {
    let mut random = Random(1);
    let mut vectors: Vec<_> = (0..EDGES.len()).map(|shift| core::array::from_fn(|l| EDGES[(l + shift) % 12])).collect();
    vectors.extend((0..count).map(|_| random.lanes()));
    vectors
}

/// Compares the operations on two lanes.
#[inline(always)]
fn check_pair<S: Machine>(simd: S, x: &[i16; 32], y: &[i16; 32]) {
    let reference = reference(simd);
    let (a, b) = (simd.load(x), simd.load(y));
    let (c, d) = (reference.load(x), reference.load(y));
    // The instruction sets differ on (-2^15, -2^15). Proofs refuse a result that depends on this
    // pair, and the operands here exclude it.
    let other: [i16; 32] = core::array::from_fn(|l| if x[l] == i16::MIN && y[l] == i16::MIN { 0 } else { y[l] });
    let (high, reference_high) = (simd.load(&other), reference.load(&other));
    // Each lane of y is in the upper half of one of two half butterflies, beside the lower half of
    // x.
    let halves = S::Shape::LANES / 2;
    let butterfly = |start: usize| simd.load_halves(x, &y[start..]).half_butterfly();
    let reference_butterfly = |start: usize| reference.load_halves(x, &y[start..]).half_butterfly();
    let mut results = [[[0; 32]; 6]; 2];
    simd.store(a + b, &mut results[0][0]);
    simd.store(a - b, &mut results[0][1]);
    simd.store(a.multiply_low(b), &mut results[0][2]);
    simd.store(a.multiply_high_rounding(high), &mut results[0][3]);
    simd.store(butterfly(0), &mut results[0][4]);
    simd.store(butterfly(halves), &mut results[0][5]);
    reference.store(c + d, &mut results[1][0]);
    reference.store(c - d, &mut results[1][1]);
    reference.store(c.multiply_low(d), &mut results[1][2]);
    reference.store(c.multiply_high_rounding(reference_high), &mut results[1][3]);
    reference.store(reference_butterfly(0), &mut results[1][4]);
    reference.store(reference_butterfly(halves), &mut results[1][5]);
    assert!(*black_box(&results[0]) == results[1], "{}: {x:?} and {y:?}", S::Shape::NAME);
}

/// Checks that the lanes of a vector are the values of `expected` at the lanes of `x`.
#[inline(always)]
fn check_lanes<S: Machine>(simd: S, vector: S::I16, x: &[i16; 32], expected: impl Fn(i16) -> i16) {
    let found = lanes(simd, vector);
    let are_equal = (0..S::Shape::LANES).all(|l| found[l] == expected(x[l]));
    assert!(are_equal, "{}: {found:?} of {x:?}", S::Shape::NAME);
}

#[test]
fn shifts_and_broadcasts_of_all_operands() {
    struct Shifts;
    impl Check for Shifts {
        fn check<S: Machine>(&self, simd: S) {
            simd.vectorize(
                #[inline(always)]
                || {
                    // Consecutive numbers from each number on: each of them is in every lane.
                    for start in i16::MIN..=i16::MAX {
                        let x = core::array::from_fn(|l| start.wrapping_add(l as i16));
                        check_lanes(simd, simd.splat(start), &[start; 32], |x| x);
                        for bits in 0..16 {
                            check_lanes(simd, simd.load(&x).shift_left(bits), &x, |x| x << bits);
                            check_lanes(simd, simd.load(&x).shift_right(bits), &x, |x| x >> bits);
                        }
                    }
                },
            );
        }
    }
    on_every_backend(Shifts);
}

#[test]
fn accumulated_products() {
    struct Accumulated;
    impl Check for Accumulated {
        fn check<S: Machine>(&self, simd: S) {
            let reference = reference(simd);
            let vectors = edges_and_random(4096);
            for (i, x) in vectors.iter().enumerate() {
                let (y, z) = (&vectors[(i + 1) % vectors.len()], &vectors[(i + 2) % vectors.len()]);
                let (a, c) = (simd.load(x), reference.load(x));
                assert_eq!(
                    lanes(simd, a.multiply_add_low(simd.load(y), simd.load(z))),
                    lanes(reference, c.multiply_add_low(reference.load(y), reference.load(z))),
                    "{x:?} + {y:?} {z:?}"
                );
            }
        }
    }
    on_every_backend(Accumulated);
}

#[test]
fn operations_on_pairs() {
    struct Pairs;
    impl Check for Pairs {
        fn check<S: Machine>(&self, simd: S) {
            let vectors = edges_and_random((1 << 20) / 32);
            let (edges, _) = vectors.split_at(EDGES.len());
            simd.vectorize(
                #[inline(always)]
                || {
                    for x in edges {
                        for y in EDGES {
                            check_pair(simd, x, &[y; 32]);
                        }
                    }
                    for (x, y) in vectors.iter().zip(vectors.iter().skip(1)) {
                        check_pair(simd, x, y);
                    }
                },
            );
        }
    }
    on_every_backend(Pairs);
}

#[test]
#[ignore = "2^32 pairs of operands on each backend: a long test"]
fn operations_on_all_pairs() {
    struct AllPairs;
    impl Check for AllPairs {
        fn check<S: Machine>(&self, simd: S) {
            if S::Shape::NAME == PortableShape::NAME {
                return; // The meaning of the operations is not compared with itself.
            }
            simd.vectorize(
                #[inline(always)]
                || {
                    for x in i16::MIN..=i16::MAX {
                        for start in (i16::MIN as i32..=i16::MAX as i32).step_by(S::Shape::LANES) {
                            let y = core::array::from_fn(|l| (start + l as i32) as i16);
                            check_pair(simd, &[x; 32], &y);
                        }
                    }
                },
            );
        }
    }
    on_every_backend(AllPairs);
}

/// Compares the products by `constant`.
#[inline(always)]
fn check_constant<S: Machine, M: Modulus>(simd: S, x: &[i16; 32], constant: Constant<M>) {
    let reference = reference(simd);
    let (a, b) = (simd.load(x), reference.load(x));
    let mut results = [[[0; 32]; 5]; 2];
    let other = constant.negated();
    simd.store(a.barrett_multiply_halves(constant, other), &mut results[0][3]);
    reference.store(b.barrett_multiply_halves(constant, other), &mut results[1][3]);
    simd.store(a.barrett_multiply(constant), &mut results[0][0]);
    simd.store(a.barrett_reduce::<M>(), &mut results[0][1]);
    simd.store(a.barrett_multiply_add(a, constant), &mut results[0][2]);
    simd.store(a.barrett_reduce_coarsely::<M>(), &mut results[0][4]);
    reference.store(b.barrett_multiply(constant), &mut results[1][0]);
    reference.store(b.barrett_reduce::<M>(), &mut results[1][1]);
    reference.store(b.barrett_multiply_add(b, constant), &mut results[1][2]);
    reference.store(b.barrett_reduce_coarsely::<M>(), &mut results[1][4]);
    assert!(*black_box(&results[0]) == results[1], "{}: {x:?} by {constant:?}", S::Shape::NAME);
}

/// Compares the products of every operand by every constant modulo M.
struct Constants<M>(core::marker::PhantomData<M>);

impl<M: Modulus> Check for Constants<M> {
    fn check<S: Machine>(&self, simd: S) {
        if S::Shape::NAME == PortableShape::NAME {
            return; // The meaning of the operations is not compared with itself.
        }
        simd.vectorize(
            #[inline(always)]
            || {
                let half = (M::Q as i64 - 1) / 2;
                for value in -half..=half {
                    let constant = Constant::<M>::new(value);
                    for start in (i16::MIN as i32..=i16::MAX as i32).step_by(S::Shape::LANES) {
                        check_constant(simd, &core::array::from_fn(|l| (start + l as i32) as i16), constant);
                    }
                }
            },
        );
    }
}

/// A test for each modulus, so that they run side by side.
macro_rules! products_by_constants {
    ($($test:ident $modulus:ident),*) => {$(
        #[test]
        #[cfg_attr(debug_assertions, ignore = "every constant by every operand: long without optimisation")]
        fn $test() {
            on_every_backend(Constants::<$modulus>(core::marker::PhantomData));
        }
    )*};
}

products_by_constants!(
    products_by_constants_modulo_4591 Q4591, products_by_constants_modulo_7681 Q7681,
    products_by_constants_modulo_10753 Q10753, products_by_constants_modulo_3 Q3
);

#[test]
fn centred_representatives() {
    struct Centre<M>(core::marker::PhantomData<M>);
    impl<M: Modulus> Check for Centre<M> {
        fn check<S: Machine>(&self, simd: S) {
            let most = M::Q + (M::Q - 1) / 2;
            // Consecutive numbers, so that each admissible one is in every lane.
            for start in -most - 31..=most {
                let x = core::array::from_fn(|l| (start + l as i16).clamp(-most, most));
                check_lanes(simd, simd.load(&x).centre::<M>(), &x, |x| centred(x.into(), M::Q.into()) as i16);
            }
        }
    }
    fn check<M: Modulus>() {
        on_every_backend(Centre::<M>(core::marker::PhantomData));
    }
    for_odd_moduli!(check);
}

/// Compares an inner product of N terms by constants, some of which are `None`.
fn check_inner_product<S: Machine, const N: usize>(simd: S, random: &mut Random) {
    let reference = reference(simd);
    let constants: [Constant<Q4591>; N] = core::array::from_fn(|_| Constant::new(random.within(2295).into()));
    // At least one term is present.
    let present: [bool; N] = core::array::from_fn(|i| i == 0 || random.next() & 3 != 0);
    // Sums of both forms stay in their ranges for values up to 9000.
    let values: [[i16; 32]; N] = core::array::from_fn(|_| core::array::from_fn(|_| random.within(9000)));
    let actual =
        S::I16::inner_product(&core::array::from_fn(|i| present[i].then(|| simd.load(&values[i]))), &constants);
    let expected = super::portable::PortableI16::inner_product(
        &core::array::from_fn(|i| present[i].then(|| reference.load(&values[i]))),
        &constants,
    );
    assert_eq!(lanes(simd, actual), lanes(reference, expected), "{}: {present:?}", S::Shape::NAME);
}

#[test]
fn inner_products() {
    struct InnerProducts;
    impl Check for InnerProducts {
        fn check<S: Machine>(&self, simd: S) {
            let mut random = Random(2);
            for _ in 0..4096 {
                check_inner_product::<S, 1>(simd, &mut random);
                check_inner_product::<S, 2>(simd, &mut random);
                check_inner_product::<S, 3>(simd, &mut random);
                check_inner_product::<S, 4>(simd, &mut random);
                check_inner_product::<S, 5>(simd, &mut random);
                check_inner_product::<S, 8>(simd, &mut random);
            }
        }
    }
    on_every_backend(InnerProducts);
}

#[test]
fn outer_products() {
    struct OuterProducts;
    impl Check for OuterProducts {
        fn check<S: Machine>(&self, simd: S) {
            let reference = reference(simd);
            let mut random = Random(3);
            for round in 0..4096 {
                // Sums of 16 products fit 32 bits for magnitudes up to 11,585.
                let most = (i64::from(i16::MAX) / S::Shape::FORM.summands).min(11_585) as i16;
                let bound = if round % 2 == 0 { 2926 } else { most };
                let weight = Constant::<Q4591>::new(random.within(2295).into());
                let a: [i16; CHUNK] = core::array::from_fn(|_| random.within(bound));
                let b: [i16; CHUNK] = core::array::from_fn(|_| random.within(bound));
                let (mut rows, mut expected_rows) = (simd.zero_rows(), reference.zero_rows());
                simd.convolution_rows(&b, weight, &mut rows);
                reference.convolution_rows(&b, weight, &mut expected_rows);
                let expected = reference.outer_product::<Q4591, 1>([&a], [&expected_rows]);
                assert_eq!(simd.outer_product::<Q4591, 1>([&a], [&rows]), expected, "{}", S::Shape::NAME);

                // Two outer products, and two rows, side by side.
                let mut pair_of_rows = [simd.zero_rows(); 2];
                simd.pair_of_convolution_rows([&a, &b], &[weight.negated(), weight], &mut pair_of_rows);
                reference.convolution_rows(&a, weight.negated(), &mut expected_rows);
                let expected = [reference.outer_product::<Q4591, 1>([&b], [&expected_rows]), expected];
                let mut pair = [b, a];
                simd.pair_of_outer_products::<Q4591>(&mut pair, &pair_of_rows);
                assert_eq!(pair, expected, "{}", S::Shape::NAME);

                // Rows of two chunks, and a sum of three outer products.
                let chunks: [[i16; CHUNK]; 3] = core::array::from_fn(|_| core::array::from_fn(|_| random.within(6000)));
                let (mut windows, mut expected_windows) = ([simd.zero_rows(); 3], [reference.zero_rows(); 3]);
                for i in 0..3 {
                    simd.window_rows(&chunks[i], &chunks[(i + 1) % 3], &mut windows[i]);
                    reference.window_rows(&chunks[i], &chunks[(i + 1) % 3], &mut expected_windows[i]);
                }
                let [w0, w1, w2] = &windows;
                let [e0, e1, e2] = &expected_windows;
                let factors = [&chunks[2], &chunks[0], &chunks[1]];
                let expected = reference.outer_product::<Q4591, 3>(factors, [e0, e1, e2]);
                let found = simd.outer_product::<Q4591, 3>(factors, [w0, w1, w2]);
                assert_eq!(found, expected, "{}", S::Shape::NAME);
            }
        }
    }
    on_every_backend(OuterProducts);
}

/// Compares a Toeplitz product of K chunks.
fn check_toeplitz_product<S: Machine, const K: usize>(simd: S, random: &mut Random) {
    // Any operands are allowed, since sums may wrap.
    let chunk = |random: &mut Random| core::array::from_fn(|_| random.next());
    let matrix: Vec<[i16; CHUNK]> = (0..2 * K).map(|_| chunk(random)).collect();
    let mut vector: [[i16; CHUNK]; K] = core::array::from_fn(|_| chunk(random));
    let mut expected = vector;
    for chunk in &mut vector {
        let order = simd.narrow();
        let whole = *chunk;
        for start in (0..CHUNK).step_by(<S::Narrow as Simd>::Shape::LANES) {
            order.store(order.toeplitz_order(order.load(&whole[start..])), &mut chunk[start..]);
        }
    }
    simd.toeplitz_product(&matrix, &mut vector);
    reference(simd).toeplitz_product(&matrix, &mut expected);
    assert_eq!(vector, expected, "{}: {K} chunks", S::Shape::NAME);
}

#[test]
fn toeplitz_products() {
    struct ToeplitzProducts;
    impl Check for ToeplitzProducts {
        fn check<S: Machine>(&self, simd: S) {
            let mut random = Random(9);
            for _ in 0..4096 {
                check_toeplitz_product::<S, 1>(simd, &mut random);
                check_toeplitz_product::<S, 2>(simd, &mut random);
                check_toeplitz_product::<S, 3>(simd, &mut random);
                check_toeplitz_product::<S, 5>(simd, &mut random);
                check_toeplitz_product::<S, 7>(simd, &mut random);
            }
        }
    }
    on_every_backend(ToeplitzProducts);
}

/// Compares sums of Toeplitz products for R rows.
fn check_toeplitz_sums<S: Machine, const R: usize>(simd: S, random: &mut Random) {
    let chunk = |random: &mut Random| -> [i16; CHUNK] { core::array::from_fn(|_| random.next()) };
    for terms in 0..=4 {
        let matrices: Vec<[[i16; CHUNK]; 2]> = (0..terms).map(|_| [chunk(random), chunk(random)]).collect();
        let mut vectors: Vec<[[i16; CHUNK]; R]> = (0..terms).map(|_| core::array::from_fn(|_| chunk(random))).collect();
        let [mut sums, mut expected] = [[[7; CHUNK]; R]; 2];
        reference(simd).toeplitz_sums(&matrices, &vectors, &mut expected);
        let order = simd.narrow();
        for chunk in vectors.as_flattened_mut() {
            let whole = *chunk;
            for start in (0..CHUNK).step_by(<S::Narrow as Simd>::Shape::LANES) {
                order.store(order.toeplitz_order(order.load(&whole[start..])), &mut chunk[start..]);
            }
        }
        simd.toeplitz_sums(&matrices, &vectors, &mut sums);
        assert_eq!(sums, expected, "{}: {R} sums of {terms}", S::Shape::NAME);
    }
}

#[test]
fn toeplitz_sums() {
    struct ToeplitzSums;
    impl Check for ToeplitzSums {
        fn check<S: Machine>(&self, simd: S) {
            let mut random = Random(10);
            for _ in 0..512 {
                check_toeplitz_sums::<S, 1>(simd, &mut random);
                check_toeplitz_sums::<S, 2>(simd, &mut random);
                check_toeplitz_sums::<S, 5>(simd, &mut random);
            }
        }
    }
    on_every_backend(ToeplitzSums);
}

/// Compares the portable sums with sums of products.
#[test]
fn portable_toeplitz_sums_are_sums_of_products() {
    let (simd, mut random) = (Portable::<PortableShape>::new(), Random(11));
    let mut chunk = || -> [i16; CHUNK] { core::array::from_fn(|_| random.next()) };
    let matrices: [[[i16; CHUNK]; 2]; 3] = core::array::from_fn(|_| [chunk(), chunk()]);
    let vectors: [[[i16; CHUNK]; 2]; 3] = core::array::from_fn(|_| [chunk(), chunk()]);
    let mut sums = [[0; CHUNK]; 2];
    simd.toeplitz_sums(&matrices, &vectors, &mut sums);
    for (i, sum) in sums.iter().enumerate() {
        let mut expected = [0i16; CHUNK];
        for (matrix, vectors) in matrices.iter().zip(&vectors) {
            let mut product = [vectors[i]];
            simd.toeplitz_product(matrix, &mut product);
            for (sum, term) in expected.iter_mut().zip(product[0]) {
                *sum = sum.wrapping_add(term);
            }
        }
        assert_eq!(*sum, expected, "row {i}");
    }
}

#[test]
fn halves_and_selections() {
    struct Halves;
    impl Check for Halves {
        fn check<S: Machine>(&self, simd: S) {
            let reference = reference(simd);
            let vectors = edges_and_random(4096);
            for (x, y) in vectors.iter().zip(vectors.iter().skip(1)) {
                let (a, b) = (simd.load(x), simd.load(y));
                let (c, d) = (reference.load(x), reference.load(y));
                let name = S::Shape::NAME;
                assert_eq!(
                    lanes(simd, simd.load_halves(x, y)),
                    lanes(reference, reference.load_halves(x, y)),
                    "{name}"
                );
                let (mut stored, mut expected) = ([0; 64], [0; 64]);
                simd.store_halves(a, &mut stored, 33, 5);
                reference.store_halves(c, &mut expected, 33, 5);
                assert_eq!(stored, expected, "{name}");
                let mask = y.map(|y| y >> 15);
                let selected = S::I16::select(simd.load(&mask), a, b);
                let expected = super::portable::PortableI16::select(reference.load(&mask), c, d);
                assert_eq!(lanes(simd, selected), lanes(reference, expected), "{name}");
            }
        }
    }
    on_every_backend(Halves);
}

/// Compares an inner product of N pairs of vectors, some of which are `None`.
fn check_lane_products<S: Machine, const N: usize>(simd: S, random: &mut Random) {
    let reference = reference(simd);
    let present: [bool; N] = core::array::from_fn(|i| i == N / 2 || random.next() & 3 != 0);
    // Sums of 8 products of magnitudes below 2^14 fit 32 bits.
    let values: [[[i16; 32]; 2]; N] =
        core::array::from_fn(|_| core::array::from_fn(|_| core::array::from_fn(|_| random.within(16_383))));
    let actual = S::I16::lane_products::<Q4591, N>(core::array::from_fn(|i| {
        present[i].then(|| (simd.load(&values[i][0]), simd.load(&values[i][1])))
    }));
    let expected = super::portable::PortableI16::lane_products::<Q4591, N>(core::array::from_fn(|i| {
        present[i].then(|| (reference.load(&values[i][0]), reference.load(&values[i][1])))
    }));
    assert_eq!(lanes(simd, actual), lanes(reference, expected), "{}: {present:?}", S::Shape::NAME);
}

#[test]
fn lane_products() {
    struct LaneProducts;
    impl Check for LaneProducts {
        fn check<S: Machine>(&self, simd: S) {
            let mut random = Random(6);
            for _ in 0..4096 {
                check_lane_products::<S, 1>(simd, &mut random);
                check_lane_products::<S, 2>(simd, &mut random);
                check_lane_products::<S, 5>(simd, &mut random);
                check_lane_products::<S, 8>(simd, &mut random);
            }
        }
    }
    on_every_backend(LaneProducts);
}

#[test]
fn products_by_a_constant_a_lane() {
    struct LaneProductsByConstants;
    impl Check for LaneProductsByConstants {
        fn check<S: Machine>(&self, simd: S) {
            let reference = reference(simd);
            let mut random = Random(7);
            for x in edges_and_random(1 << 14) {
                let constants: [Constant<Q4591>; 32] =
                    core::array::from_fn(|_| Constant::new(random.within(2295).into()));
                let table = LaneConstants::new(&constants);
                let (values, quotients) = (simd.load_table(&table.values), simd.load_table(&table.quotients));
                let actual = simd.load(&x).barrett_multiply_lanes::<Q4591>(values, quotients);
                let (values, quotients) = (reference.load_table(&table.values), reference.load_table(&table.quotients));
                let expected = reference.load(&x).barrett_multiply_lanes::<Q4591>(values, quotients);
                assert_eq!(lanes(simd, actual), lanes(reference, expected), "{}: {x:?}", S::Shape::NAME);
                for l in 0..S::Shape::LANES {
                    let expected = lanes(simd, simd.splat(x[l]).barrett_multiply(constants[l]))[l];
                    assert_eq!(lanes(simd, actual)[l], expected, "{}: {x:?}", S::Shape::NAME);
                }
            }
        }
    }
    on_every_backend(LaneProductsByConstants);
}

#[test]
fn transpositions() {
    struct Transpositions;
    impl Check for Transpositions {
        fn check<S: Machine>(&self, simd: S) {
            let source: [i16; 256] = core::array::from_fn(|i| i as i16);
            let vectors = simd.load_transposed(&source);
            for (k, vector) in vectors.into_iter().enumerate() {
                let lanes = lanes(simd, vector);
                assert!((0..S::Shape::LANES).all(|l| lanes[l] == source[8 * l + k]), "{}: {lanes:?}", S::Shape::NAME);
            }
            let mut stored = [0; 256];
            simd.store_transposed(vectors, &mut stored);
            assert_eq!(stored[..8 * S::Shape::LANES], source[..8 * S::Shape::LANES], "{}", S::Shape::NAME);

            let source: [i16; 512] = core::array::from_fn(|i| i as i16);
            let vectors = simd.load_columns(&source[..16 * S::Shape::LANES - 8], 16);
            for (k, vector) in vectors.into_iter().enumerate() {
                let lanes = lanes(simd, vector);
                assert!((0..S::Shape::LANES).all(|l| lanes[l] == source[16 * l + k]), "{}: {lanes:?}", S::Shape::NAME);
            }
            let mut stored = [-1; 512];
            simd.store_columns(vectors, &mut stored[..16 * S::Shape::LANES - 8], 16);
            for (i, (stored, source)) in stored.into_iter().zip(source).enumerate() {
                let expected = if i / 16 < S::Shape::LANES && i % 16 < 8 { source } else { -1 };
                assert_eq!(stored, expected, "{}: {i}", S::Shape::NAME);
            }
        }
    }
    on_every_backend(Transpositions);
}

/// An inner product without terms would have to make a vector without a token. It panics instead,
/// so that every vector in safe code was made by a token.
#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the process")]
fn inner_products_of_no_terms_make_no_vector() {
    struct NoTerms;
    impl Check for NoTerms {
        fn check<S: Machine>(&self, _: S) {
            let refused = |kernel: fn()| std::panic::catch_unwind(kernel).is_err();
            assert!(refused(|| _ = S::I16::inner_product::<Q4591, 2>(&[None; 2], &[Constant::ZERO; 2])));
            assert!(refused(|| _ = S::I16::lane_products::<Q4591, 0>([])));
            assert!(refused(|| _ = S::I16::lane_products::<Q4591, 2>([None; 2])));
        }
    }
    on_every_backend(NoTerms);
}
