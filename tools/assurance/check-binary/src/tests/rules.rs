//! The rules for forms, tried on random programs of terms: every lane is computed for operands of
//! the domain, and has to be congruent to its form and within its interval. The forms check this
//! themselves, for four operands each time; here all kinds of operations meet, in lanes of 8 bits,
//! whose ends small operands reach.

use crate::form::Forms;
use crate::random::Random;
use crate::statement::needed;
use crate::term::{Id, Input, Lane, Operation, Terms, apply, signed, word};

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

/// Returns floor((d x + 2^(k-1)) / 2^k), the quotient of c x by q, for a lane of 8 bits.
fn quotient(terms: &mut Terms, x: Lane, c: i64, (q, k): (i64, u64)) -> Lane {
    let half = 1i64 << (k - 1);
    let d = ((c << k) + q / 2).div_euclid(q);
    let wide = terms.extend(x, 8, 32);
    let product = terms.make(Operation::Multiply, 32, wide, number(d));
    let rounded = terms.make(Operation::Add, 32, product, number(half));
    terms.make(Operation::ShiftSigned, 32, rounded, Lane::Number(k))
}

fn number(value: i64) -> Lane {
    Lane::Number(u64::from(value as u32))
}

/// Returns the lower 8 bits of sums of x - q h with reductions of multiples of such sums, all added
/// up in 32 bits from multiples of the coefficients and of quotients alone: c (x - q h) - q h' is
/// c x - c q h - q h'.
fn sum_of_reductions(random: &mut Random, terms: &mut Terms) -> Lane {
    let q = [11, 13, 17, 23][random.below(4) as usize];
    // A lane of 8 bits, and the sum that it is, as multiples of lanes of 32 bits.
    let mut lanes: Vec<(Lane, Vec<(Lane, i64)>)> = Vec::new();
    for k in 0..3 {
        let lane = Lane::Term(terms.input(Input::Coefficient(k / 2, k % 2), 0, 8));
        let wide = terms.extend(lane, 8, 32);
        lanes.push((lane, vec![(wide, 1)]));
    }
    for _ in 0..2 + random.below(3) {
        // Multiples of two lanes, each reduced.
        let mut sum: Vec<(Lane, i64)> = Vec::new();
        for _ in 0..2 {
            let (x, parts) = lanes[random.below(lanes.len() as u64) as usize].clone();
            let c = 1 + random.below(q as u64 - 1) as i64;
            let k = 6 + random.below(3);
            sum.extend(parts.iter().map(|&(lane, multiple)| (lane, c * multiple)));
            sum.push((quotient(terms, x, c, (q, k)), -q));
        }
        // Equal lanes are added up first, as a compiler does.
        let mut merged: Vec<(Lane, i64)> = Vec::new();
        for (lane, c) in sum {
            match merged.iter_mut().find(|part| part.0 == lane) {
                Some(part) => part.1 += c,
                None => merged.push((lane, c)),
            }
        }
        let mut total = Lane::Number(0);
        for &(lane, c) in &merged {
            let product = terms.make(Operation::Multiply, 32, lane, number(c));
            total = terms.make(Operation::Add, 32, total, product);
        }
        lanes.push((terms.extract(total, 32, 0, 8), merged));
    }
    lanes[lanes.len() - 1].0
}

/// Returns the signed number in a lane of 8 bits for three coefficients.
fn value(terms: &Terms, order: &[Id], lane: Lane, coefficients: [i64; 3]) -> i64 {
    let mut words = vec![0; terms.len()];
    let of = |words: &[u64], lane| match lane {
        Lane::Number(value) => value,
        Lane::Term(id) => words[id.0 as usize],
    };
    for &id in order {
        let term = terms.get(id);
        let [x, y] = term.operands.map(|lane| of(&words, lane));
        words[id.0 as usize] = match term.operation {
            Operation::Input(Input::Coefficient(operand, k), _) => {
                word(coefficients[usize::from(2 * operand + k)] as u64, term.bits)
            }
            operation => apply(operation, term.bits, x, y),
        };
    }
    signed(of(&words, lane), 8)
}

/// Every number that a lane can hold is in the interval of a form that fits the lane.
#[test]
fn sums_of_reductions_are_within_their_intervals() {
    let mut random = Random::new();
    let mut fitting = 0;
    for _ in 0..1000 {
        let mut terms = Terms::default();
        let last = sum_of_reductions(&mut random, &mut terms);
        let order = needed(&terms, &[last]);
        let bounds = [1 + random.below(12) as i64, 1 + random.below(6) as i64];
        let intervals = bounds.map(|bound| (-i128::from(bound), bound.into())).to_vec();
        let forms = Forms::of(&terms, &order, (251, 5), intervals, &mut random, &|_| String::new());
        let forms = forms.unwrap_or_else(|reason| panic!("{reason}"));
        let (low, high) = forms.interval(&forms.form(last, 8));
        if low < -128 || high > 127 {
            continue;
        }
        fitting += 1;
        let [b, c] = bounds.map(|bound| -bound..=bound);
        for (x, y) in b.clone().flat_map(|x| b.clone().map(move |y| (x, y))) {
            for z in c.clone() {
                let value = value(&terms, &order, last, [x, y, z]);
                assert!((low..=high).contains(&value.into()), "{value} in {low}..={high}");
            }
        }
    }
    println!("{fitting} of 1000 sums of reductions fit their lanes");
    // Without regrouped forms, five of six.
    assert!(fitting > 940, "{fitting} sums");
}

/// Returns the upper half of q m + 2^7 for the lower half m of the sum of floor(f x / 2^8): the
/// quotients of x f / 2^16 by 1 / q.
fn of_fraction(terms: &mut Terms, parts: &[(Lane, i64)], q: i64) -> Lane {
    let mut sum = Lane::Number(0);
    for &(x, f) in parts {
        let x = terms.extend(x, 8, 32);
        let product = terms.make(Operation::Multiply, 32, x, number(f));
        let fraction = terms.extract(product, 32, 8, 16);
        sum = terms.make(Operation::Add, 16, sum, fraction);
    }
    let m = terms.extract(sum, 16, 0, 8);
    let m = terms.extend(m, 8, 16);
    let product = terms.make(Operation::Multiply, 16, m, Lane::Number(q as u64));
    let rounded = terms.make(Operation::Add, 16, product, Lane::Number(1 << 7));
    terms.extract(rounded, 16, 8, 8)
}

/// A quotient of fractions has the residues of a product by constants only if it is congruent to
/// one for all operands.
#[test]
fn quotients_of_fractions_are_products_by_constants() {
    let mut random = Random::new();
    let mut accepted = 0;
    for _ in 0..1000 {
        let q = [13, 23, 41, 61][random.below(4) as usize];
        let mut terms = Terms::default();
        let constants: [i64; 2] = std::array::from_fn(|_| random.below(q as u64) as i64 - q / 2);
        let parts: Vec<_> = (0..2)
            .map(|k| {
                let error = (random.below(64) as i64 - 60).max(0);
                let f = ((constants[usize::from(k)] << 17) + q).div_euclid(2 * q) + error;
                (Lane::Term(terms.input(Input::Coefficient(k, 0), 0, 8)), f)
            })
            .collect();
        let last = of_fraction(&mut terms, &parts, q);
        let order = needed(&terms, &[last]);
        let bounds: [i64; 2] = std::array::from_fn(|_| 1 + random.below(127) as i64);
        let intervals = bounds.map(|bound| (-i128::from(bound), bound.into())).to_vec();
        let forms = Forms::of(&terms, &order, (q as u64, 40), intervals, &mut random, &|_| String::new());
        let forms = forms.unwrap_or_else(|reason| panic!("{reason}"));
        let wanted = (0..2).filter(|&k| constants[k] != 0 && forms.coefficients.contains_key(&(k as u16, 0)));
        let wanted = wanted.map(|k| (forms.coefficients[&(k as u16, 0)], constants[k])).collect();
        if forms.residue(&forms.form(last, 8)) != forms.residue(&wanted) {
            continue;
        }
        accepted += 1;
        let [b, c] = bounds.map(|bound| -bound..=bound);
        for (x, y) in b.flat_map(|x| c.clone().map(move |y| (x, y))) {
            // The second coefficient is that of operand 1.
            let value = value(&terms, &order, last, [x, 0, y]);
            assert_eq!((value - constants[0] * x - constants[1] * y).rem_euclid(q), 0, "{parts:?} {bounds:?}");
        }
    }
    println!("{accepted} of 1000 quotients of fractions are products by constants");
    assert!((300..990).contains(&accepted), "{accepted} quotients");
}

#[test]
fn the_upper_lane_of_a_word_is_shifted_as_the_word_is() {
    for k in 1..8 {
        let mut terms = Terms::default();
        let [x, y] = [0, 1].map(|operand| Lane::Term(terms.input(Input::Coefficient(operand, 0), 0, 8)));
        let word = terms.make(Operation::Join(8), 16, x, y);
        let shifted = terms.make(Operation::ShiftSigned, 16, word, Lane::Number(k));
        let upper = terms.extract(shifted, 16, 8, 8);
        assert_eq!(upper, terms.make(Operation::ShiftSigned, 8, y, Lane::Number(k)));
        // Of the word as it was, which no rule has written otherwise.
        let joined = |x: i64, y: i64| (x as u8 as u16 | (y as u8 as u16) << 8) as i16;
        for (x, y) in (-128..128).flat_map(|x| (-128..128).map(move |y| (x, y))) {
            assert_eq!(i64::from((joined(x, y) >> k >> 8) as i8), y >> k, "{x}, {y}, {k}");
        }
    }
}

#[test]
fn lower_bits_of_addresses_are_numbers() {
    let mut terms = Terms::default();
    terms.pointer_bits = 32;
    let [x, y] = [4, 6].map(|offset| terms.address(0, offset));
    let both = terms.make(Operation::Or, 32, x, y);
    assert_eq!(terms.make(Operation::ShiftLeft, 32, both, Lane::Number(30)), Lane::Number(1 << 31));
    assert_eq!(terms.make(Operation::ShiftLeft, 32, x, Lane::Number(30)), Lane::Number(0));
    assert!(matches!(terms.make(Operation::ShiftLeft, 32, x, Lane::Number(20)), Lane::Term(_)));
}

/// Forms that each hold all operands fill no more than a limited memory.
#[test]
fn forms_that_grow_without_end_are_refused() {
    let mut terms = Terms::default();
    let mut sum = Lane::Number(0);
    for k in 0..3_000 {
        let coefficient = Lane::Term(terms.input(Input::Coefficient(0, k), 0, 32));
        sum = terms.make(Operation::Add, 32, sum, coefficient);
    }
    let (order, mut random) = (needed(&terms, &[sum]), Random::new());
    let found = Forms::of(&terms, &order, (251, 1), vec![(0, 1)], &mut random, &|_| String::new());
    assert!(found.is_err_and(|reason| reason.contains("forms of more than")));
}
