//! Tests on words of 8 bits, with all integers, and all residues that stand for them.

use alloc::string::String;

use super::*;
use crate::analysis::interval::Interval;
use crate::modular::{centred, inverse};

/// The primes p and p'.
const FIRST: i64 = 5;
const SECOND: i64 = 7;

/// x^1 - 1: the integers are the products of two coefficients.
const PRODUCT: IntegerProduct = IntegerProduct { degree: 1, wrap: 1, first: 0 };

/// A run whose witnesses are all integers c of magnitude at most `bound` with the residues c1
/// modulo p and c2 modulo p' of magnitude at most `of_residues`, and the lanes of c1 and c2.
fn run(arithmetic: Arithmetic, bound: i64, of_residues: i64, error: i64) -> (Run, [Cell; 2]) {
    let residues = |c: i64, p: i64| (-of_residues..=of_residues).filter(move |r| (r - c) % p == 0);
    let integers = (-bound..=bound).flat_map(|c| {
        let second = move |c1| residues(c + error, SECOND).map(move |c2| [c, c1, c2]);
        residues(c, FIRST).flat_map(second)
    });
    let integers: Vec<_> = integers.collect();
    let run = Run::with_points(arithmetic, 0, integers.len());
    let mut state = run.state.borrow_mut();
    state.word = 8;
    let mut lane = |bound, degrees, column: usize| {
        let values: Vec<_> = integers.iter().map(|integer| integer[column]).collect();
        state.input(Interval::symmetric(bound), degrees, &[], &values)
    };
    let (c, c1, c2) = (lane(bound, [1, 0], 0), lane(of_residues, [1, 1], 1), lane(of_residues, [1, 1], 2));
    // Lanes of residues have the integer's polynomial modulo their own prime only.
    let claim = |state: &mut State, cell, p| {
        let known = u8::from(arithmetic == Arithmetic::Prime(p as u32));
        let residues: Vec<_> = state.residues(if known > 0 && error == 0 { c } else { cell }).to_vec();
        let facts = Facts { known, degrees: [1, 1], cause: 0 };
        state.claimed(cell, facts, &residues).expect("the residues are those of the values")
    };
    let lanes = [claim(&mut state, c1, FIRST), claim(&mut state, c2, SECOND)];
    let one = state.input(Interval::single(1), [0, 1], &[], &alloc::vec![1; integers.len()]);
    drop(state);
    run.name_operands(alloc::vec![(alloc::vec![c], alloc::vec![one])]);
    (run, lanes)
}

fn constant(c: i64, q: i64) -> [i64; 2] {
    let c = centred(c, q);
    [c, (2 * (c << 7) + q).div_euclid(2 * q)]
}

fn recombine(run: &Run, [p, other, t]: [i64; 3], [c1, c2]: [Cell; 2]) -> (Cell, Result<(), String>) {
    let (mut result, constants) = ([Cell::ZERO], [constant(inverse(p, other), other), constant(p, t)]);
    run.recombine([p, other, t], constants, [&[c1], &[c2]], PRODUCT, &mut result);
    (result[0], run.check_integers(t, &[FIRST as u32, SECOND as u32]))
}

/// The text of a refusal by values. A refusal by the bounds would come first.
const BY_VALUES: &str = "values on witnesses";

/// Checks that an integer that the bounds accept is right for all integers and residues.
#[test]
fn recombinations() {
    for t in [3, 11, 2, 4, 16, 64] {
        for arithmetic in [Arithmetic::modulo(t), Arithmetic::Prime(5), Arithmetic::Prime(7)] {
            let mut accepted = Vec::new();
            for (bound, of_residues) in (0..=17).flat_map(|bound| [4, 6, 9].map(|of_residues| (bound, of_residues))) {
                let (run, residues) = run(arithmetic, bound, of_residues, 0);
                let (result, outcome) = recombine(&run, [FIRST, SECOND, t], residues);
                match outcome {
                    Ok(()) => accepted.push((bound, of_residues)),
                    Err(reason) => assert!(!reason.contains(BY_VALUES), "{bound} {of_residues}"),
                }
                let state = run.state.borrow();
                let known = state.arithmetic.after_reduction(state.arithmetic.everything(), t);
                assert!(state.facts(result).known == known || !accepted.contains(&(bound, of_residues)));
            }
            assert!(accepted.contains(&(5, 4)), "{t} {arithmetic:?}: {accepted:?}");
            assert!(!accepted.contains(&(17, 4)), "{t} {arithmetic:?}: {accepted:?}");
        }
    }
}

/// Checks that each of these is refused: residues of another integer, an integer that is too large,
/// constants of another prime, and a prime modulo which nothing is compared.
#[test]
fn wrong_recombinations_are_refused() {
    let refusal = |arithmetic, bound, error, primes| {
        let (run, residues) = run(arithmetic, bound, 4, error);
        recombine(&run, primes, residues).1.err().unwrap_or_default()
    };
    let [first, second] = [Arithmetic::Prime(5), Arithmetic::Prime(7)];
    for arithmetic in [first, second, Arithmetic::Words] {
        assert_eq!(refusal(arithmetic, 5, 0, [FIRST, SECOND, 16]), "");
    }
    let recombination = "recombination of residues: they are not those of the integer that is named";
    assert_eq!(refusal(second, 5, 1, [FIRST, SECOND, 16]), recombination);
    assert_eq!(refusal(Arithmetic::Words, 17, 0, [FIRST, SECOND, 16]), recombination);
    assert!(refusal(Arithmetic::Words, 5, 1, [FIRST, SECOND, 16]).contains(BY_VALUES));
    assert!(refusal(first, 1, 0, [FIRST, FIRST, 16]).contains("constants of a recombination"));
    assert_eq!(
        refusal(Arithmetic::Words, 0, 0, [FIRST, 11, 16]),
        "residues modulo 11, which the recipe lacks, are taken for integers"
    );
}

/// Returns the recombination of words by the constant `inverse`, and the outcome of its checks.
fn recombine_words(run: &Run, inverse: i64, residues: [Cell; 2]) -> (Cell, Result<(), String>) {
    let mut result = [Cell::ZERO];
    // 18 is 2^7 / 7, rounded.
    run.recombine_words([FIRST, SECOND], inverse, [18, 7], residues, PRODUCT, &mut result);
    (result[0], run.check_integers(16, &[FIRST as u32, SECOND as u32]))
}

/// Checks that an integer that the bounds accept is right for all integers and residues, and that
/// another constant and residues of another integer are refused.
#[test]
fn recombinations_of_words() {
    // 2^8 / 5 modulo 7
    const INVERSE: i64 = -2;
    for arithmetic in [Arithmetic::Words, Arithmetic::Prime(5), Arithmetic::Prime(7)] {
        let mut accepted = Vec::new();
        for (bound, of_residues) in (0..=17).flat_map(|bound| [4, 6, 9].map(|of_residues| (bound, of_residues))) {
            let (run, residues) = run(arithmetic, bound, of_residues, 0);
            let (result, outcome) = recombine_words(&run, INVERSE, residues);
            match outcome {
                Ok(()) => accepted.push((bound, of_residues)),
                Err(reason) => assert!(!reason.contains(BY_VALUES), "{bound} {of_residues}"),
            }
            let state = run.state.borrow();
            let known = state.arithmetic.everything();
            assert!(state.facts(result).known == known || !accepted.contains(&(bound, of_residues)));
        }
        assert!(accepted.contains(&(5, 4)) && !accepted.contains(&(17, 4)), "{arithmetic:?}: {accepted:?}");
        let (right, wrong) = (run(arithmetic, 5, 4, 0), run(arithmetic, 5, 4, 1));
        assert!(recombine_words(&right.0, INVERSE + 1, right.1).1.is_err(), "{arithmetic:?}");
        let is_compared = arithmetic != Arithmetic::Prime(5);
        assert_eq!(recombine_words(&wrong.0, INVERSE, wrong.1).1.is_err(), is_compared, "{arithmetic:?}");
    }
}

#[test]
fn lifted_residues() {
    for arithmetic in [Arithmetic::Words, Arithmetic::Prime(3), Arithmetic::Prime(5)] {
        for (bound, of_residues) in (0..=3).flat_map(|bound| [2, 3, 4].map(|of_residues| (bound, of_residues))) {
            let (run, [c1, _]) = run(arithmetic, bound, of_residues, 0);
            let mut result = [Cell::ZERO];
            run.lift(FIRST, &[c1], PRODUCT, &mut result);
            let outcome = run.check_integers(16, &[FIRST as u32]);
            // Only in this case c1 equals the integer, and is not merely congruent to it.
            assert_eq!(outcome.is_ok(), bound + of_residues < FIRST, "{arithmetic:?} {bound} {of_residues}");
            assert!(outcome.is_ok() || !outcome.is_err_and(|reason| reason.contains(BY_VALUES)));
            let state = run.state.borrow();
            assert!(bound + of_residues >= FIRST || state.facts(result[0]).known == state.arithmetic.everything());
        }
    }
}

/// Checks that the bound of a coefficient counts each product in its sum, also where x^degree wraps
/// around more than once.
#[test]
fn bounds_of_integers() {
    let run = Run::with_points(Arithmetic::Words, 0, 1);
    let mut state = run.state.borrow_mut();
    let mut operand = |values: &[i64], degrees| -> Vec<_> {
        values.iter().map(|&value| state.input(Interval::symmetric(3), degrees, &[], &[value])).collect()
    };
    let (a, b) = (operand(&[3, 3], [1, 0]), operand(&[3, 3, 3, 3, 3], [0, 1]));
    let mut integers = Integers::default();
    integers.set(alloc::vec![(a, b)]);
    for (degree, wrap) in [(6, 1), (5, -1), (4, 1), (3, 1), (2, 1), (1, 1), (3, 2)] {
        for index in 0..degree {
            let product = IntegerProduct { degree, wrap, first: 0 };
            let (bound, residues) = integers.coefficient(&state, product, index);
            assert!((residues[0] as i32).abs() <= bound as i32, "{degree} {wrap} {index}: {residues:?} {bound}");
        }
    }
}
