//! Comparison of every operation of every backend on 32-bit lanes with the portable one: on all
//! pairs of edge cases, and on 65,472 vectors of random lanes.

use super::*;
use crate::modular::wide::P25;
use crate::modular::{Q2048, Q4591};
use crate::simd::Machine;
use crate::simd::tests::{Check, on_every_backend};

/// The distance of the columns of two lanes.
const STRIDE: usize = 9;
/// The coefficients of the columns of 16 lanes.
const STORED: usize = 15 * STRIDE + 4;

/// Returns the results of every operation on two vectors.
#[inline(always)]
fn results<S: Machine>(
    simd: S,
    x: &[i32; 16],
    y: &[i32; 16],
    narrow: &[i16; 16],
    constant: WideConstant<P25>,
) -> ([[i32; 16]; 15], [[i16; 32]; 2], [i32; STORED]) {
    let mut results = [[0; 16]; 15];
    let (a, b) = (S::I32::load(simd, x), S::I32::load(simd, y));
    (a + b).store(&mut results[0]);
    (a - b).store(&mut results[1]);
    a.barrett_multiply(constant).store(&mut results[2]);
    b.barrett_multiply(constant).store(&mut results[3]);
    S::I32::splat(simd, x[0]).store(&mut results[4]);
    S::I32::load_narrow(simd, narrow).store(&mut results[5]);
    let mut narrowed = [[0; 32]; 2];
    simd.store(S::I32::narrow::<Q4591>(a, b), &mut narrowed[0]);
    simd.store(S::I32::narrow_centred::<Q2048>(a, b), &mut narrowed[1]);
    // No constant has the quotient -2^31, whose product by -2^31 saturates on Neon.
    let quotients = x.map(|x| x.max(-i32::MAX));
    let constants = [y, &quotients].map(|table| S::I32::load_table(simd, table));
    a.barrett_multiply_lanes::<P25>(constants[0], constants[1]).store(&mut results[6]);
    let mut source = [0; STORED];
    for (index, number) in source.iter_mut().enumerate() {
        *number = x[index % 16].wrapping_mul(index as i32) ^ y[index / 16];
    }
    let columns = S::I32::load_columns(simd, &source, STRIDE);
    for k in 0..4 {
        columns[k].store(&mut results[7 + k]);
    }
    let mut stored = [0; STORED];
    S::I32::store_columns([a, b, a + b, a - b], &mut stored, STRIDE);
    // Shifted by 3 bits: sums of 8 products fit 64 bits.
    let [f, g] = [x.map(|x| x >> 3), y.map(|y| y >> 3)].map(|factors| S::I32::load(simd, &factors));
    let [c, d, ..] = columns;
    let rows = [[a, b, c, d, b, a, c], [d, c, a, a, b, c, d]];
    let products = S::I32::lane_products::<P25, 2>([[f, g, g, f], [g, f, f, f]], rows);
    for k in 0..4 {
        products[k].store(&mut results[11 + k]);
    }
    (results, narrowed, stored)
}

#[test]
fn operations_on_wide_lanes() {
    struct EqualsPortable;
    impl Check for EqualsPortable {
        fn check<S: Machine>(&self, simd: S) {
            let mut state = 11u64;
            let mut next = || {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (state >> 32) as i32
            };
            let edges = [i32::MIN, i32::MIN + 1, -P25::P, -1, 0, 1, P25::P / 2, i32::MAX];
            for round in 0..(1 << 16) {
                let [x, y]: [[i32; 16]; 2] = core::array::from_fn(|vector| {
                    core::array::from_fn(|lane| match round {
                        0..64 => edges[(round / [1, 8][vector] + lane) % 8],
                        _ => next(),
                    })
                });
                let narrow = x.map(|x| x as i16);
                let constant = WideConstant::new(next().into());
                let found = simd.vectorize(
                    #[inline(always)]
                    || results(simd, &x, &y, &narrow, constant),
                );
                let expected = results(Portable::<S::Shape>::new(), &x, &y, &narrow, constant);
                assert!(found == expected, "{}: {x:?} and {y:?} by {constant:?}", S::Shape::NAME);
            }
        }
    }
    on_every_backend(EqualsPortable);
}
