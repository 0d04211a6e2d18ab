//! Compares each operation of the contract on the lanes of a run with the portable backend, on the
//! same operands.

use alloc::vec::Vec;

use super::*;
use crate::analysis::arithmetic::Arithmetic;
use crate::modular::wide::{P25, WideConstant};
use crate::modular::{LaneConstants, Q3, Q3329, Q4591, Q6529, Q7681, Q8161, Q8192};
use crate::simd::portable::Portable;
use crate::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, PortableShape, Simd128Shape};
use crate::simd::{Aligned, Coefficient, I8Vector, I32Vector, I32Word, Shape};

/// The coefficients of each operand: enough for columns at a distance of 9 on the widest vectors.
const LENGTH: usize = 320;

/// The number of witnesses, on which the run also computes values.
const WITNESSES: usize = 8;

/// The constants of 32 lanes.
static TABLE: LaneConstants<Q4591, 32> = LaneConstants::new(
    &const {
        let (mut table, mut lane) = ([Constant::ZERO; 32], 0);
        while lane < 32 {
            table[lane] = Constant::new(lane as i64 * 150 - 2200);
            lane += 1;
        }
        table
    },
);

/// Masks of 32 lanes.
static MASKS: [i16; 32] = {
    let (mut masks, mut lane) = ([0; 32], 0);
    while lane < 32 {
        masks[lane] = -((lane as i16 * 7 + lane as i16 / 5) % 2);
        lane += 1;
    }
    masks
};

/// Collects the results of all operations, one after the other.
struct Results<'a, S: Simd> {
    simd: S,
    memory: &'a mut Vec<S::Coefficient>,
}

impl<S: Simd> Results<'_, S> {
    fn push(&mut self, vector: S::I16) {
        let length = self.memory.len();
        self.memory.resize(length + self.simd.lanes(), S::ZERO);
        self.simd.store(vector, &mut self.memory[length..]);
    }

    fn push_all(&mut self, vectors: &[S::I16]) {
        vectors.iter().for_each(|&vector| self.push(vector));
    }
}

/// All operations on 16-bit lanes. The operands `words` are arbitrary; the magnitudes of `small`
/// are at most 2000.
fn on_words<S: Simd>(simd: S, words: &[S::Coefficient], small: &[S::Coefficient], results: &mut Vec<S::Coefficient>) {
    let lanes = simd.lanes();
    let (x, y) = (simd.load(words), simd.load(&words[lanes..]));
    let (v, w) = (simd.load(small), simd.load(&small[lanes..]));
    let all = &mut Results { simd, memory: results };
    let (c, d) = (Constant::<Q4591>::new(1234), Constant::<Q4591>::new(-2295));
    all.push_all(&[x + y, x - y, x.multiply_low(y), x.multiply_add_low(y, v), x.multiply_high_rounding(w)]);
    for bits in 0..16 {
        all.push_all(&[x.shift_left(bits), x.shift_right(bits)]);
    }
    all.push_all(&[x.barrett_multiply(c), x.barrett_multiply(Constant::<Q8192>::new(77))]);
    all.push_all(&[x.barrett_multiply_halves(c, d), v.barrett_multiply_add(y, d)]);
    all.push_all(&[x.barrett_reduce::<Q4591>(), x.barrett_reduce::<Q3>(), x.barrett_reduce::<Q8192>()]);
    all.push_all(&[x.barrett_reduce_coarsely::<Q4591>(), (v + v + v).centre::<Q4591>(), v.centre::<Q4591>()]);
    all.push(S::I16::inner_product(&[Some(v), None, Some(w)], &[c, c, d]));
    all.push(S::I16::inner_product(&[Some(v), Some(w), Some(v), Some(w), None, Some(v + w)], &[c, d, d, c, c, c]));
    let (values, quotients) = (simd.load_table(&TABLE.values), simd.load_table(&TABLE.quotients));
    all.push_all(&[x.barrett_multiply_lanes::<Q4591>(values, quotients), values, simd.splat(-31)]);
    // The quotients belong to other constants.
    all.push(x.barrett_multiply_lanes::<Q4591>(quotients, values));
    all.push(S::I16::lane_products::<Q4591, 3>([Some((v, w)), None, Some((w, w))]));
    all.push_all(&[x.half_butterfly(), S::I16::select(simd.load_table(&MASKS), x, y)]);
    all.push_all(&[simd.load_halves(&words[3..], &words[77..]), simd.load(&words[5..])]);
    all.push_all(&simd.load_columns(words, 9));
    all.push_all(&simd.load_transposed(words));
    let mut target = alloc::vec![S::ZERO; LENGTH];
    simd.store_halves(x, &mut target, 90, 7);
    simd.store_columns([x, y, v, w, x, y, v, w], &mut target[20..], 9);
    simd.clear(&mut target[40..50]);
    all.memory.extend_from_slice(&target);
    all.push(v.recombine::<Q6529, Q8161, Q8192>(w, IntegerProduct { degree: 64, wrap: 1, first: 0 }));
}

/// Products of chunks.
fn on_chunks<S: Simd>(simd: S, words: &[S::Coefficient], small: &[S::Coefficient], results: &mut Vec<S::Coefficient>) {
    let (words, small) = (words.as_chunks::<CHUNK>().0, small.as_chunks::<CHUNK>().0);
    let mut rows = [simd.zero_rows(); 4];
    simd.convolution_rows(&small[0], Constant::<Q4591>::new(1234), &mut rows[0]);
    simd.window_rows(&small[1], &small[2], &mut rows[1]);
    let [_, _, first, second] = &mut rows;
    let mut pair = [*first, *second];
    let weights = [Constant::<Q4591>::new(3), Constant::<Q4591>::new(-1000)];
    simd.pair_of_convolution_rows([&small[3], &small[4]], &weights, &mut pair);
    results.extend_from_slice(&simd.outer_product::<Q4591, 1>([&small[5]], [&rows[0]]));
    results.extend_from_slice(&simd.outer_product::<Q4591, 2>([&small[6], &small[7]], [&rows[1], &rows[0]]));
    let mut products = [small[8], small[9]];
    simd.pair_of_outer_products::<Q4591>(&mut products, &pair);
    results.extend_from_slice(products.as_flattened());
    // Whole vectors are put in the order of the products.
    let mut vector = [[S::ZERO; CHUNK]; 4];
    for start in (0..4 * CHUNK).step_by(simd.lanes()) {
        let ordered = simd.toeplitz_order(simd.load(&words.as_flattened()[start..]));
        simd.store(ordered, &mut vector.as_flattened_mut()[start..]);
    }
    let (mut one, mut two, mut three) = ([vector[0]], [vector[1], vector[2]], [vector[1], vector[3], vector[0]]);
    simd.toeplitz_product(&words[8..], &mut one);
    simd.toeplitz_product(&words[9..], &mut two);
    simd.toeplitz_product(&words[11..], &mut three);
    for product in [one.as_flattened(), two.as_flattened(), three.as_flattened()] {
        results.extend_from_slice(product);
    }
}

/// The Barrett products by a constant for each lane.
fn product_of_lanes<S: Simd>(simd: S, x: S::I32) -> S::I32 {
    let constants: [_; CHUNK] = core::array::from_fn(|l| WideConstant::<P25>::new(l as i64 * 1_234_567));
    let [values, quotients] = [constants.map(|c| c.value), constants.map(|c| c.quotient)];
    x.barrett_multiply_lanes::<P25>(S::I32::load_table(simd, &values), S::I32::load_table(simd, &quotients))
}

/// Operations on 8-bit lanes, whose only coefficients are zeros, and on 32-bit lanes.
fn on_other_widths<S: Simd>(simd: S, small: &[S::Coefficient], results: &mut Vec<S::Coefficient>) {
    let all = &mut Results { simd, memory: results };
    let zero = S::I8::zero(simd);
    all.push_all(&((zero + zero) - zero).widen());
    let half = simd.wide_lanes();
    let wide = |start: usize| S::I32::load_narrow(simd, &small[start..]);
    let (x, y) = (wide(0), wide(half));
    let c = WideConstant::<P25>::new(1_234_567);
    let (product, other) = (x.barrett_multiply(c), y.barrett_multiply(c));
    let large = [x + y, product - other, product + S::I32::splat(simd, 100_000), product];
    for [low, high] in [[large[0], large[1]], [large[2], large[3]]] {
        all.push(S::I32::narrow_centred::<Q8192>(low, high));
        all.push(S::I32::narrow::<Q4591>(low, high));
    }
    let zero = <S::Coefficient as Coefficient>::WIDE_ZERO;
    let mut memory = [zero; 10 * CHUNK];
    S::I32::store_columns([x, product_of_lanes(simd, x), y, large[0]], &mut memory, 10);
    let columns = S::I32::load_columns(simd, &memory, 10);
    let [a, b, c, d] = columns;
    let products =
        S::I32::lane_products::<P25, 2>([columns, [d, c, b, a]], [[a, b, c, d, a, b, c], [d, b, a, c, c, a, b]]);
    for vector in columns.into_iter().chain(products) {
        all.push(S::I32::narrow_centred::<Q8192>(vector, vector));
    }
}

/// Operations on single words. The lowest 16 bits of a result are compared, and the bits above
/// them.
fn on_single_words<S: Simd>(
    simd: S,
    words: &[S::Coefficient],
    small: &[S::Coefficient],
    results: &mut Vec<S::Coefficient>,
) {
    let mut push = |word: S::Word| {
        for part in [word, word.shift_right(16)] {
            results.push(S::ZERO);
            part.store_low(results.last_mut().expect("it was pushed"));
        }
    };
    let constant = |number: &i16| S::Word::load_constant(simd, number);
    let integers = IntegerProduct { degree: 64, wrap: 1, first: 0 };
    for (x, y) in words.iter().zip(small).take(64) {
        let [x, y] = [x, y].map(|source| S::Word::load_narrow(simd, source));
        let product = x * y;
        for word in [product, x, S::Word::zero(simd) - y, x.multiply_add(x, y), x * constant(&-1600), product * x] {
            push(word);
            push(word.montgomery_reduce::<Q3329>());
            push(word.montgomery_reduce::<Q7681>());
            push(word.barrett_reduce::<Q3329>());
            push(word.barrett_reduce::<Q7681>());
            push(word.shift_right(5));
        }
        push(x.recombine::<Q3329, Q7681>(y, integers));
        push(product.recombine::<Q7681, Q3329>(x, integers));
        let mut memory = S::Coefficient::WIDE_ZERO;
        (product + x).store(&mut memory);
        push(S::Word::load(simd, &memory));
        let mut centred = S::ZERO;
        product.store_centred::<Q8192>(&mut centred);
        push(S::Word::load_narrow(simd, &centred));
    }
}

fn everything<S: Simd>(simd: S, words: &[S::Coefficient], small: &[S::Coefficient]) -> Vec<S::Coefficient> {
    let mut results = Vec::new();
    on_words(simd, words, small, &mut results);
    on_chunks(simd, words, small, &mut results);
    on_other_widths(simd, small, &mut results);
    on_single_words(simd, words, small, &mut results);
    results
}

fn check<P: Shape>() {
    let mut seed = 1_u32;
    let mut random = |bound: i64| {
        seed = seed.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        i64::from(seed >> 8) % (2 * bound) - bound
    };
    let mut operand =
        |bound| -> Vec<Vec<i64>> { (0..LENGTH).map(|_| (0..WITNESSES).map(|_| random(bound)).collect()).collect() };
    let (words, small) = (operand(1 << 15), operand(2000));
    let run = Run::with_points(Arithmetic::Words, 0, WITNESSES);
    let cells = |bound, operand: &[Vec<i64>]| {
        let coefficients: Vec<_> = operand.iter().map(|values| (Vec::new(), values.clone())).collect();
        run.proved_operand(bound, [1, 0], &coefficients, LENGTH)
    };
    // -2^15 has the magnitude 2^15, which no other word has.
    let of_run = everything(Lanes::new(&run, &P::FORM), &cells(1 << 15, &words), &cells(2000, &small));
    for witness in 0..WITNESSES {
        let numbers = |operand: &[Vec<i64>]| {
            let mut numbers = Aligned([0_i16; LENGTH]);
            numbers.0.iter_mut().zip(operand).for_each(|(number, values)| *number = values[witness] as i16);
            numbers
        };
        let numbers = everything(Portable::<P>::new(), &numbers(&words).0, &numbers(&small).0);
        assert_eq!(numbers.len(), of_run.len());
        let state = run.state.borrow();
        let values = state.values(witness);
        for (index, (&number, &cell)) in numbers.iter().zip(&of_run).enumerate() {
            assert_eq!(values.of(cell), number.into(), "result {index} on {}", P::NAME);
        }
    }
}

#[test]
fn lanes_mean_what_the_portable_backend_computes() {
    check::<PortableShape>();
    check::<NeonShape>();
    check::<Simd128Shape>();
    check::<Avx2Shape>();
    check::<Avx512Shape>();
}
