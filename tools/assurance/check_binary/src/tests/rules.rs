//! The rules for forms, tried on random programs of terms: every lane is computed for operands of
//! the domain, and has to be congruent to its form and within its interval. The forms check this
//! themselves, for four operands each time; here all kinds of operations meet, in lanes of 8 bits,
//! whose ends small operands reach.

use crate::form::Forms;
use crate::random::Random;
use crate::statement::needed;
use crate::term::{Input, Lane, Operation, Terms};

/// Returns a random program of terms of 8 bits, and its last lane.
fn program(random: &mut Random, terms: &mut Terms) -> Lane {
    let mut lanes: Vec<Lane> =
        (0..3).map(|k| Lane::Term(terms.input(Input::Coefficient(k / 2, k % 2), 0, 8))).collect();
    for _ in 0..2 + random.below(12) {
        let x = lanes[random.below(lanes.len() as u64) as usize];
        let y = lanes[random.below(lanes.len() as u64) as usize];
        let number = Lane::Number(match random.below(4) {
            0 => 1 << random.below(8),
            1 => 255,
            _ => random.below(256),
        });
        let second = if random.below(2) == 0 { number } else { y };
        let k = Lane::Number(1 + random.below(7));
        let lane = match random.below(12) {
            0 => terms.make(Operation::Subtract, 8, x, second),
            1 => terms.make(Operation::Multiply, 8, x, number),
            2 => terms.make(Operation::ShiftLeft, 8, x, k),
            3 => terms.make(Operation::ShiftRight, 8, x, k),
            4 => terms.make(Operation::ShiftSigned, 8, x, k),
            5 => terms.make(Operation::Greater, 8, x, second),
            6 => {
                let mask = terms.make(Operation::Greater, 8, x, second);
                terms.make(Operation::And, 8, mask, number)
            }
            7 => terms.make(Operation::And, 8, x, Lane::Number(255 >> random.below(8))),
            8 => terms.make(Operation::And, 8, x, Lane::Number(255 << random.below(8) & 255)),
            // The upper bits of a product by a constant, as Barrett's reduction has them.
            9 => {
                let wide = terms.extend(x, 8, 16);
                let product = terms.make(Operation::Multiply, 16, wide, number);
                let rounded = terms.make(Operation::Add, 16, product, Lane::Number(64));
                terms.extract(rounded, 16, 7, 8)
            }
            // The upper half of a wide sum, as Montgomery's reduction has it.
            10 => {
                let low = terms.make(Operation::Multiply, 8, x, Lane::Number(random.below(128) * 2 + 1));
                let [x, low] = [x, low].map(|lane| terms.extend(lane, 8, 16));
                let multiple = terms.make(Operation::Multiply, 16, low, Lane::Number(random.below(128) * 2 + 1));
                let difference = terms.make(Operation::Subtract, 16, x, multiple);
                terms.extract(difference, 16, 8, 8)
            }
            _ => terms.make(Operation::Add, 8, x, second),
        };
        lanes.push(lane);
    }
    lanes[lanes.len() - 1]
}

#[test]
fn lanes_are_congruent_to_their_forms_and_within_their_intervals() {
    let mut random = Random::new();
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut terms = Terms::default();
        let last = program(&mut random, &mut terms);
        let order = needed(&terms, &[last]);
        let bound = 1 + random.below(100) as i128;
        let intervals = vec![(-bound, bound), (-(bound / 3), bound / 2)];
        match Forms::of(&terms, &order, (251, 19), intervals, &mut random, &|_| String::new()) {
            Ok(_) => accepted += 1,
            // Programs without a rule are no matter here.
            Err(reason) => assert!(!reason.contains("a rule is wrong"), "{reason}"),
        }
    }
    assert!(accepted > 10_000, "{accepted} programs");
}

/// Returns a random sum of products of sums, in lanes of 32 bits, whose factors have parts in
/// common, and its upper half.
fn sum_of_products(random: &mut Random, terms: &mut Terms) -> Lane {
    let factors = [0, 1].map(|operand| {
        let mut lanes: Vec<Lane> =
            (0..4).map(|k| Lane::Term(terms.input(Input::Coefficient(operand, k), 0, 16))).collect();
        for _ in 0..3 {
            let [x, y] = [0, 1].map(|_| lanes[random.below(lanes.len() as u64) as usize]);
            let operation = if random.below(2) == 0 { Operation::Add } else { Operation::Subtract };
            lanes.push(terms.make(operation, 16, x, y));
        }
        lanes
    });
    let mut sum = Lane::Number(0);
    for _ in 0..2 + random.below(8) {
        let [x, y] = [0, 1].map(|side: usize| {
            let lane = factors[side][random.below(7) as usize];
            terms.extend(lane, 16, 32)
        });
        let product = terms.make(Operation::Multiply, 32, x, y);
        let operation = if random.below(2) == 0 { Operation::Add } else { Operation::Subtract };
        sum = terms.make(operation, 32, sum, product);
    }
    terms.extract(sum, 32, 16, 16)
}

#[test]
fn sums_of_products_are_within_their_intervals() {
    let mut random = Random::new();
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut terms = Terms::default();
        let last = sum_of_products(&mut random, &mut terms);
        let order = needed(&terms, &[last]);
        let bound = 1 + random.below(16_000) as i128;
        let intervals = vec![(-bound, bound), (-(bound / 3), bound)];
        match Forms::of(&terms, &order, (4591, 5), intervals, &mut random, &|_| String::new()) {
            Ok(_) => accepted += 1,
            Err(reason) => assert!(!reason.contains("a rule is wrong"), "{reason}"),
        }
    }
    assert!(accepted > 15_000, "{accepted} programs");
}
