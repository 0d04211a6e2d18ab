//! Comparison of composite operations with their portable meaning on all pairs of extremes.
//!
//! Inner products, outer products and Toeplitz products are fixed sequences of additions, of
//! products that are linear in either operand, and of one reduction at the end.
//! docs/assurance/proofs.md argues why the following operands suffice: for each pair of positions,
//! one in either operand, every pair of extremes, while all other positions are zero, or at the
//! extremes that make all sums largest.

use std::vec::Vec;

use super::{Check, lanes, on_every_backend, reference};
use crate::modular::{Constant, Modulus, Q4591, inverse};
use crate::simd::portable::PortableI16;
use crate::simd::{CHUNK, I16Vector, Machine, Shape, Simd};

/// Returns the extremes of operands of magnitude at most `most`, and the numbers next to zero.
const fn extremes(most: i16) -> [i16; 4] {
    [-most, -1, 1, most]
}

/// Returns all pairs of two of these numbers.
fn pairs(numbers: [i16; 4]) -> impl Iterator<Item = (i16, i16)> {
    numbers.into_iter().flat_map(move |x| numbers.map(|y| (x, y)))
}

/// The numbers at the other positions: pairs for the first and the second operand.
const fn backgrounds(most: i16) -> [(i16, i16); 3] {
    [(0, 0), (most, most), (-most, most)]
}

/// Compares an inner product of N terms by constants.
fn check_inner_product<S: Machine, const N: usize>(simd: S) {
    const HALF: i64 = 2295;
    // The Montgomery form of a constant, which is 2^16 times it, has other extremes.
    const SCALE: i64 = inverse(1 << 16, Q4591::Q as i64);
    let check = |values: &[[i16; 32]; N], constants: &[i64; N], only: Option<usize>| {
        let constants = constants.map(Constant::<Q4591>::new);
        let present = |i| only.is_none_or(|position| position == i);
        let reference = reference(simd);
        let found =
            S::I16::inner_product(&core::array::from_fn(|i| present(i).then(|| simd.load(&values[i]))), &constants);
        let expected = PortableI16::inner_product(
            &core::array::from_fn(|i| present(i).then(|| reference.load(&values[i]))),
            &constants,
        );
        assert_eq!(lanes(simd, found), lanes(reference, expected), "{}: {constants:?}", S::Shape::NAME);
    };
    let values = [i16::MIN, -1, 1, i16::MAX];
    for position in 0..N {
        for constant in [-HALF, -1, 1, HALF, -HALF * SCALE, HALF * SCALE] {
            for (x, c) in [(0, 0), (i16::MAX, HALF), (i16::MIN, HALF), (i16::MIN, HALF * SCALE)] {
                // Each extreme is in some lane, and over the shifts each lane has every extreme
                // once.
                for shift in 0..4 {
                    let mut operands = [[x; 32]; N];
                    operands[position] = core::array::from_fn(|l| values[(l + shift) % 4]);
                    let mut constants = [c; N];
                    constants[position] = constant;
                    check(&operands, &constants, None);
                    check(&operands, &constants, Some(position));
                }
            }
        }
    }
}

#[test]
fn inner_products() {
    struct InnerProducts;
    impl Check for InnerProducts {
        fn check<S: Machine>(&self, simd: S) {
            // Deferred quotients on x86 below 4 terms, Montgomery sums of even and odd length
            // above; the longest transform has 20 terms.
            check_inner_product::<S, 1>(simd);
            check_inner_product::<S, 2>(simd);
            check_inner_product::<S, 3>(simd);
            check_inner_product::<S, 4>(simd);
            check_inner_product::<S, 5>(simd);
            check_inner_product::<S, 8>(simd);
            check_inner_product::<S, 20>(simd);
        }
    }
    on_every_backend(InnerProducts);
}

/// Compares an inner product of N pairs of vectors.
fn check_lane_products<S: Machine, const N: usize>(simd: S) {
    // The reduction of a sum of 8 products of these magnitudes fits 16 bits.
    let most = 15_799;
    for position in 0..N {
        for (x, y) in pairs(extremes(most)) {
            for (a, b) in backgrounds(most) {
                let (mut left, mut right) = ([[a; 32]; N], [[b; 32]; N]);
                // The extremes are in every other lane, so that a lane that wrongly takes part in
                // the sum of its neighbour is noticed.
                for lane in (0..32).step_by(2) {
                    (left[position][lane], right[position][lane]) = (x, y);
                }
                let reference = reference(simd);
                let found = S::I16::lane_products::<Q4591, N>(core::array::from_fn(|i| {
                    Some((simd.load(&left[i]), simd.load(&right[i])))
                }));
                let expected = PortableI16::lane_products::<Q4591, N>(core::array::from_fn(|i| {
                    Some((reference.load(&left[i]), reference.load(&right[i])))
                }));
                assert_eq!(lanes(simd, found), lanes(reference, expected), "{}: {position}", S::Shape::NAME);
            }
        }
    }
}

#[test]
fn lane_products() {
    struct LaneProducts;
    impl Check for LaneProducts {
        fn check<S: Machine>(&self, simd: S) {
            check_lane_products::<S, 1>(simd);
            check_lane_products::<S, 2>(simd);
            check_lane_products::<S, 5>(simd);
            check_lane_products::<S, 8>(simd);
        }
    }
    on_every_backend(LaneProducts);
}

/// Compares a sum of N outer products of operands of magnitude at most `most`.
fn check_outer_product<S: Machine, const N: usize>(simd: S, most: i16) {
    let reference = reference(simd);
    for term in 0..N {
        for (x, y) in pairs(extremes(most)) {
            for (a, b) in backgrounds(most) {
                for row in 0..2 * CHUNK {
                    let mut windows = [[b; 2 * CHUNK]; N];
                    windows[term][row] = y;
                    let (mut rows, mut expected_rows) = ([simd.zero_rows(); N], [reference.zero_rows(); N]);
                    for i in 0..N {
                        let (low, high) = windows[i].split_at(CHUNK);
                        let [low, high] = [low, high].map(|half| half.try_into().expect("half of the rows"));
                        simd.window_rows(low, high, &mut rows[i]);
                        reference.window_rows(low, high, &mut expected_rows[i]);
                    }
                    for position in 0..CHUNK {
                        let mut factors = [[a; CHUNK]; N];
                        factors[term][position] = x;
                        let found = simd.outer_product::<Q4591, N>(factors.each_ref(), rows.each_ref());
                        let expected =
                            reference.outer_product::<Q4591, N>(factors.each_ref(), expected_rows.each_ref());
                        assert_eq!(found, expected, "{}: {term}, {position} by {row}", S::Shape::NAME);
                    }
                }
            }
        }
    }
}

#[test]
fn outer_products() {
    struct OuterProducts;
    impl Check for OuterProducts {
        fn check<S: Machine>(&self, simd: S) {
            // The reductions of sums of 16 and of 48 products of these magnitudes fit 16 bits, and
            // so do the sums of coefficients that a backend adds up in 16 bits.
            let most = |limit: i64| (i64::from(i16::MAX) / S::Shape::FORM.summands).min(limit) as i16;
            check_outer_product::<S, 1>(simd, most(11_171));
            check_outer_product::<S, 3>(simd, most(6450));
        }
    }
    on_every_backend(OuterProducts);
}

/// Compares products with a Toeplitz matrix by these pairs of a number of the matrix and a number
/// of the vector.
fn check_toeplitz_product<S: Machine, const K: usize>(simd: S, numbers: &[(i16, i16)]) {
    for &(x, y) in numbers {
        for entry in 0..2 * K * CHUNK {
            let mut matrix: Vec<[i16; CHUNK]> = std::vec![[0; CHUNK]; 2 * K];
            matrix.as_flattened_mut()[entry] = x;
            for position in 0..K * CHUNK {
                let mut expected = [[0i16; CHUNK]; K];
                if let Some(row) = (entry + position).checked_sub(K * CHUNK).filter(|&row| row < K * CHUNK && entry > 0)
                {
                    expected.as_flattened_mut()[row] = x.wrapping_mul(y);
                }
                let mut vector = [[0; CHUNK]; K];
                vector.as_flattened_mut()[position] = y;
                let order = simd.narrow();
                for chunk in &mut vector {
                    let whole = *chunk;
                    for start in (0..CHUNK).step_by(<S::Narrow as Simd>::Shape::LANES) {
                        order.store(order.toeplitz_order(order.load(&whole[start..])), &mut chunk[start..]);
                    }
                }
                simd.toeplitz_product(&matrix, &mut vector);
                assert_eq!(vector, expected, "{}: {K} chunks, {entry} by {position}", S::Shape::NAME);
            }
        }
    }
}

#[test]
fn toeplitz_products() {
    struct ToeplitzProducts;
    impl Check for ToeplitzProducts {
        fn check<S: Machine>(&self, simd: S) {
            let all: Vec<_> = pairs([i16::MIN, -1, 1, i16::MAX]).collect();
            check_toeplitz_product::<S, 1>(simd, &all);
            check_toeplitz_product::<S, 2>(simd, &all);
            check_toeplitz_product::<S, 3>(simd, &all[..4]);
            // A bilinear map modulo 2^16 is determined by the products of basis vectors.
            check_toeplitz_product::<S, 5>(simd, &[(1, 1)]);
            check_toeplitz_product::<S, 7>(simd, &[(1, 1)]);
        }
    }
    on_every_backend(ToeplitzProducts);
}
