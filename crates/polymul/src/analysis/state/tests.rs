//! Tests of the rules on words of 8 bits, for all operands.
//!
//! A model has a witness for every pair (x, y) of two intervals, so that the assertions of
//! [`State::meaning`] compare the claims of a rule with the truth for all of them. The residues of
//! x and y agree with their values to the extent to which they are known; the unknown bits are
//! random.

use super::*;

const FULL: Interval = Interval::word(8);

/// Intervals of operands: all words, symmetric, on one side, single numbers.
const INTERVALS: [Interval; 8] = [
    FULL,
    Interval::symmetric(40),
    Interval::symmetric(1),
    Interval { low: 0, high: 100 },
    Interval { low: -128, high: -3 },
    Interval { low: -1, high: 0 },
    Interval::single(5),
    Interval::single(-128),
];

/// The prime of most tests, and another one.
const P: i64 = 13;
const OTHER: i64 = 3;

/// The cases of knowledge: an arithmetic, and the extents to which x and y are known.
const KNOWLEDGE: [(Arithmetic, Known, Known); 22] = {
    let (p, other, words) = (Arithmetic::Prime(P as u32), Arithmetic::Prime(OTHER as u32), Arithmetic::Words);
    [
        (p, 0, 0),
        (p, 1, 0),
        (p, 0, 1),
        (p, 1, 1),
        (other, 0, 1),
        (other, 1, 1),
        (words, 0, 0),
        (words, 1, 1),
        (words, 2, 2),
        (words, 3, 3),
        (words, 4, 4),
        (words, 5, 5),
        (words, 6, 6),
        (words, 7, 7),
        (words, 8, 8),
        (words, 12, 20),
        (words, 0, 8),
        (words, 1, 5),
        (words, 7, 2),
        (words, 3, 32),
        (words, 32, 4),
        (words, 32, 32),
    ]
};

/// A state whose witnesses are all pairs of two intervals.
struct Model {
    state: State,
    intervals: [Interval; 2],
    pairs: Vec<[i64; 2]>,
    seed: u32,
}

impl Model {
    fn new(arithmetic: Arithmetic, intervals: [Interval; 2]) -> Self {
        let [first, second] = intervals.map(|interval| interval.low..=interval.high);
        let pairs: Vec<_> = first.flat_map(|x| second.clone().map(move |y| [x, y])).collect();
        let mut state = State::new(arithmetic, 0, pairs.len());
        state.word = 8;
        Self { state, intervals, pairs, seed: 1 }
    }

    fn random(&mut self) -> u32 {
        self.seed = self.seed.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        (self.seed >> (self.seed >> 28)) ^ self.seed
    }

    /// Returns a lane with the values f(x, y), known to the extent `known`.
    fn lane(&mut self, interval: Interval, degrees: [u8; 2], known: Known, value: impl Fn(i64, i64) -> i64) -> Cell {
        let values: Vec<_> = self.pairs.iter().map(|&[x, y]| value(x, y)).collect();
        let exact = self.state.input(interval, degrees, &[], &values);
        let arithmetic = self.state.arithmetic;
        let residues: Vec<_> = values
            .iter()
            .map(|&value| match arithmetic {
                Arithmetic::Words => arithmetic.residue(value) ^ self.random().checked_shl(known.into()).unwrap_or(0),
                Arithmetic::Prime(p) if known == 0 => self.random() % p,
                Arithmetic::Prime(_) => arithmetic.residue(value),
            })
            .collect();
        claim(&mut self.state, exact, interval, Facts { known, degrees, cause: 0 }, &residues)
    }

    /// Returns x and y.
    fn operands(&mut self, known: [Known; 2]) -> [Cell; 2] {
        let [first, second] = self.intervals;
        [self.lane(first, [1, 0], known[0], |x, _| x), self.lane(second, [0, 1], known[1], |_, y| y)]
    }
}

/// Checks a rule for all pairs of intervals and all states of knowledge.
fn check(mut rule: impl FnMut(&mut State, Cell, Cell)) {
    for x in INTERVALS {
        for y in INTERVALS {
            for (arithmetic, known, of_y) in KNOWLEDGE {
                let mut model = Model::new(arithmetic, [x, y]);
                let [x, y] = model.operands([known, of_y]);
                rule(&mut model.state, x, y);
            }
        }
    }
}

/// Checks a rule of one operand: all of its values, for all states of knowledge.
fn check_one(mut rule: impl FnMut(&mut State, Cell)) {
    for interval in INTERVALS {
        for (arithmetic, known, _) in KNOWLEDGE {
            let mut model = Model::new(arithmetic, [interval, Interval::ZERO]);
            let [x, _] = model.operands([known, 0]);
            rule(&mut model.state, x);
        }
    }
}

/// Runs a rule, and then forgets the lanes that it made.
fn once(state: &mut State, rule: impl FnOnce(&mut State) -> Cell) -> (Lane, Vec<u32>) {
    let (lanes, numbers) = (state.lanes.len(), state.numbers.len());
    let cell = rule(state);
    let result = (state.lanes[cell.index()], state.residues(cell).to_vec());
    state.lanes.truncate(lanes);
    state.numbers.truncate(numbers);
    result
}

#[test]
#[cfg_attr(debug_assertions, ignore = "hundreds of millions of values: long without optimisation")]
fn sums_differences_and_products() {
    check(|state, x, y| {
        for bits in [8, 16, 32] {
            state.add(bits, x, y, 1);
            let difference = state.add(bits, x, y, -1);
            state.add(bits, difference, x, 1);
        }
        let product = state.multiply(8, x, y);
        state.multiply(8, product, x);
        let wide = state.multiply(16, x, y);
        state.low_word(wide);
        state.shift_right(16, wide, 3);
        state.sum_of_products([(x, y)].into_iter());
        let sum = state.sum_of_products([(x, y), (y, y), (product, x)].into_iter());
        state.add(8, sum, product, -1);
        state.multiply_high_rounding(state.word, x, y);
        state.multiply_high_rounding(state.word, x, x);
        state.multiply_high_rounding(32, x, y);
    });
}

#[test]
fn shifts() {
    check_one(|state, x| {
        for bits in 0..10 {
            let shifted = state.shift_left(x, bits);
            for back in 0..10 {
                once(state, |state| state.shift_right(8, shifted, back));
            }
            state.shift_right(8, x, bits);
        }
    });
    // Multiples of 2^s, known modulo 2^known. Their residues may be multiples of a higher power.
    for (s, known, of_residues) in
        (0..8).flat_map(|s| (0..=12).flat_map(move |known| (0..=8).map(move |t| (s, known, t))))
    {
        let by_chance = of_residues > known;
        if by_chance && known > s {
            continue;
        }
        let mut model = Model::new(Arithmetic::Words, [Interval { low: -(128 >> s), high: 127 >> s }, Interval::ZERO]);
        let x = model.lane(FULL, [1, 0], known as Known, |x, _| x << s);
        let mut residues = model.state.residues(x).to_vec();
        if by_chance {
            residues.fill_with(|| model.random() << of_residues);
        }
        let facts = model.state.facts(x);
        let x = claim(&mut model.state, x, FULL, facts, &residues);
        for bits in 0..8 {
            let shifted = model.state.shift_right(8, x, bits);
            let expected = if bits <= s { known.saturating_sub(bits) } else { 0 };
            assert_eq!(u32::from(model.state.facts(shifted).known), expected, "2^{s} x of 2^{known} by {bits}");
        }
    }
}

/// Checks all constants c modulo q, with all quotients for small moduli, and with the right
/// quotients for others.
#[test]
#[cfg_attr(debug_assertions, ignore = "hundreds of millions of values: long without optimisation")]
fn barrett_products() {
    let rounded = |c: i64, q: i64| (2 * (c << 7) + q).div_euclid(2 * q);
    check_one(|state, x| {
        for q in [2, 3, 4, 7, 8, P, 16, 29, 32, 61, 64] {
            for c in -(q / 2)..=(q - 1) / 2 {
                let own = once(state, |state| state.barrett(8, q, &[(x, [c, rounded(c, q)])]));
                if q % 2 == 1 {
                    // The bound for all constants must hold for each.
                    let any = once(state, |state| state.barrett_by_any(q, x, [c, rounded(c, q)]));
                    assert!(
                        own.0.interval.is_within(any.0.interval)
                            && own.0.facts.known == any.0.facts.known
                            && own.1 == any.1
                    );
                }
            }
            // Coarse quotients and wrong ones.
            for quotient in -128..128 {
                once(state, |state| state.barrett(8, q, &[(x, [1, quotient])]));
            }
        }
    });
    check(|state, x, y| {
        for q in [OTHER, P, 16, 61] {
            for [c, d] in [[1, 1], [q / 2, -1], [1 - q / 2, 2], [0, q / 3]] {
                let terms = [(x, [c, rounded(c, q)]), (y, [d, rounded(d, q)]), (x, [1, rounded(1, q) + 3])];
                for count in 1..=3 {
                    once(state, |state| state.barrett(8, q, &terms[..count]));
                }
            }
            let quotient = state.constant(rounded(1, q));
            once(state, |state| state.barrett_by_lanes(state.word, q, x, [y, quotient]));
            once(state, |state| state.barrett_by_lanes(state.word, q, x, [quotient, y]));
        }
    });
}

#[test]
#[cfg_attr(debug_assertions, ignore = "hundreds of millions of values: long without optimisation")]
fn montgomery_reductions() {
    check_one(|state, x| {
        for q in [OTHER, 7, P, 29, 61] {
            for c in -128..128 {
                once(state, |state| state.montgomery_by_constants(q, &[(x, c)]));
            }
        }
    });
    check(|state, x, y| {
        for q in [OTHER, P, 61] {
            for [c, d] in [[1, 1], [q / 2, -q / 2], [-100, 127], [128, 128]] {
                once(state, |state| state.montgomery_by_constants(q, &[(x, c), (y, d)]));
                once(state, |state| state.montgomery_by_constants(q, &[(x, c), (y, d), (x, 30)]));
            }
            let terms = [(x, y), (y, x), (x, x), (y, y)];
            for count in 1..=4 {
                for summands in [0, 2] {
                    let terms = terms[..count].iter().copied();
                    once(state, |state| state.montgomery_of_products(8, q, summands, terms.clone()));
                    once(state, |state| state.montgomery_of_products(16, q, summands, terms));
                }
            }
        }
    });
}

/// Checks the nearest reciprocals and others, on words of 8 and of 16 bits.
#[test]
#[cfg_attr(debug_assertions, ignore = "hundreds of millions of values: long without optimisation")]
fn barrett_reductions_of_words() {
    let rounded = |q: i64, bits: i64| (2 * (1 << bits) + q).div_euclid(2 * q);
    check_one(|state, x| {
        for q in [OTHER, 7, P, 29, 61] {
            for (bits, error) in (1..=12).flat_map(|bits| [-5, -1, 0, 1, 30].map(|error| (bits, error))) {
                once(state, |state| state.barrett_word(q, x, [(rounded(q, bits) + error).max(0), bits]));
            }
        }
    });
    check(|state, x, y| {
        let product = state.multiply(16, x, y);
        for (q, bits) in [(P, 4), (P, 7), (61, 6), (61, 8)] {
            once(state, |state| state.barrett_word(q, product, [rounded(q, bits), bits]));
        }
    });
}

#[test]
fn centred_representatives() {
    for (arithmetic, known, _) in KNOWLEDGE {
        for bound in 0..=128_i64 {
            let interval = Interval { low: -bound, high: bound.min(127) };
            let mut model = Model::new(arithmetic, [interval, Interval::ZERO]);
            let [x, _] = model.operands([known, 0]);
            for q in [2, OTHER, 4, 7, P, 16, 29, 61, 64] {
                let centred = model.state.centre(q, x);
                if q % 2 == 1 && bound <= q + q / 2 {
                    assert!(model.state.interval(centred).is_within(Interval::symmetric(q / 2)));
                }
            }
            for bits in 1..=8 {
                model.state.centre_word(1 << bits, x);
            }
        }
    }
}

#[test]
fn selections() {
    check(|state, x, y| {
        let (one, zero) = (state.constant(1), state.constant(0));
        for mask in [x, y, one, zero] {
            state.select(mask, x, y);
            state.select(mask, y, y);
            state.select(mask, one, x);
        }
    });
}

#[test]
fn merged_shapes() {
    for (arithmetic, known, _) in KNOWLEDGE {
        let step = if let Arithmetic::Prime(p) = arithmetic { i64::from(p) } else { 1 << known.min(4) };
        let mut model = Model::new(arithmetic, [Interval::symmetric(20), Interval::symmetric(2)]);
        let first = model.lane(Interval::symmetric(20), [1, 0], known, |x, _| x);
        let shifted = model.lane(Interval::symmetric(60), [1, 0], known, |x, y| x + step * y);
        let other = model.lane(Interval::symmetric(60), [1, 0], known, |x, y| x + step * y + 1);
        let merged = model.state.merge(&[first, shifted]);
        let is_possible = known < 5 || arithmetic != Arithmetic::Words;
        assert_eq!(merged.is_some(), is_possible, "{arithmetic:?} {known}");
        if let Some(merged) = merged {
            assert_eq!(model.state.lanes[merged.index()].interval, Interval::symmetric(60));
            assert_eq!(model.state.facts(merged).known, known);
        }
        assert_eq!(model.state.merge(&[shifted, other]).is_some(), known == 0);
    }
}

/// Checks the extent to which results are known, after each operation.
#[test]
fn rules_keep_what_they_can() {
    let (p, words) = (Arithmetic::Prime(P as u32), Arithmetic::Words);
    let small = [Interval::symmetric(5); 2];
    type Rule = fn(&mut State, Cell, Cell) -> Cell;
    let barrett: Rule = |state, x, _| state.barrett(8, P, &[(x, [5, 49])]);
    let barrett_16: Rule = |state, x, _| state.barrett(8, 16, &[(x, [3, 24])]);
    let montgomery: Rule = |state, x, y| state.montgomery_of_products(8, P, 0, [(x, y)].into_iter());
    let in_pairs: Rule = |state, x, y| state.montgomery_of_products(8, P, 2, [(x, y)].into_iter());
    let constants: Rule = |state, x, y| state.montgomery_by_constants(P, &[(x, 5), (y, 6)]);
    let sum: Rule = |state, x, y| state.add(8, x, y, 1);
    let product: Rule = |state, x, y| state.multiply(8, x, y);
    let sum_of_products: Rule = |state, x, y| state.sum_of_products([(x, y), (y, x)].into_iter());
    let times_8: Rule = |state, x, _| state.shift_left(x, 3);
    let times_8_halved: Rule = |state, x, _| {
        let shifted = state.shift_left(x, 3);
        state.shift_right(8, shifted, 1)
    };
    let halved: Rule = |state, x, _| state.shift_right(8, x, 1);
    let high: Rule = |state, x, y| state.multiply_high_rounding(state.word, x, y);
    let centred: Rule = |state, x, _| state.centre(P, x);
    let centred_word: Rule = |state, x, _| state.centre_word(8, x);
    let chosen: Rule = |state, x, y| {
        let mask = state.constant(-1);
        state.select(mask, x, y)
    };
    let either: Rule = |state, x, y| {
        let mask = state.input(Interval { low: -1, high: 0 }, [0; 2], &[], &alloc::vec![0; state.witnesses]);
        state.select(mask, x, y)
    };
    type Case = (&'static str, Rule, [Interval; 2], Arithmetic, [Known; 2], Known);
    let barrett_word: Rule = |state, x, _| state.barrett_word(P, x, [10, 7]);
    let table: [Case; 59] = [
        ("sum", sum, small, p, [1, 1], 1),
        ("sum", sum, small, p, [1, 0], 0),
        ("sum", sum, [FULL; 2], p, [1, 1], 0),
        ("sum", sum, small, words, [32, 32], 32),
        ("sum", sum, small, words, [5, 7], 5),
        ("sum", sum, [FULL; 2], words, [32, 32], 8),
        ("sum", sum, [FULL; 2], words, [5, 7], 5),
        ("product", product, small, p, [1, 1], 1),
        ("product", product, [FULL; 2], p, [1, 1], 0),
        ("product", product, small, words, [32, 9], 9),
        ("product", product, [FULL; 2], words, [32, 32], 8),
        ("sum of products", sum_of_products, small, p, [1, 1], 1),
        ("sum of products", sum_of_products, [FULL; 2], p, [1, 1], 0),
        ("sum of products", sum_of_products, [FULL; 2], words, [32, 9], 8),
        ("sum of products", sum_of_products, [FULL; 2], words, [3, 9], 3),
        ("8 x", times_8, small, p, [1, 1], 1),
        ("8 x", times_8, [FULL; 2], p, [1, 1], 0),
        ("8 x", times_8, small, words, [32, 0], 32),
        ("8 x", times_8, small, words, [2, 0], 5),
        ("8 x", times_8, small, words, [0, 0], 3),
        ("8 x", times_8, [FULL; 2], words, [7, 0], 8),
        ("8 x", times_8, [FULL; 2], words, [2, 0], 5),
        ("4 x", times_8_halved, small, p, [1, 0], 0),
        ("4 x", times_8_halved, small, words, [4, 0], 6),
        ("4 x", times_8_halved, [FULL; 2], words, [32, 0], 7),
        ("x / 2", halved, small, p, [1, 0], 0),
        ("x / 2", halved, small, words, [32, 0], 0),
        ("high product", high, small, p, [1, 1], 0),
        ("high product", high, small, words, [32, 32], 0),
        ("Barrett product", barrett, [FULL; 2], p, [1, 0], 1),
        ("Barrett product", barrett, [FULL; 2], p, [0, 0], 0),
        ("Barrett product", barrett, [FULL; 2], Arithmetic::Prime(OTHER as u32), [1, 0], 0),
        ("Barrett product", barrett, [FULL; 2], words, [32, 0], 0),
        ("Barrett product", barrett_16, [FULL; 2], words, [32, 0], 4),
        ("Barrett product", barrett_16, [FULL; 2], words, [2, 0], 2),
        ("Barrett product", barrett_16, [FULL; 2], p, [1, 0], 0),
        ("Barrett reduction", barrett_word, [FULL; 2], p, [1, 0], 1),
        ("Barrett reduction", barrett_word, [FULL; 2], p, [0, 0], 0),
        ("Barrett reduction", barrett_word, [FULL; 2], Arithmetic::Prime(OTHER as u32), [1, 0], 0),
        ("Barrett reduction", barrett_word, [FULL; 2], words, [32, 0], 0),
        ("Montgomery reduction", montgomery, [FULL; 2], p, [1, 1], 1),
        ("Montgomery reduction", montgomery, small, p, [0, 1], 0),
        ("Montgomery reduction", in_pairs, [Interval::symmetric(63); 2], p, [1, 1], 1),
        ("Montgomery reduction", in_pairs, [Interval::symmetric(64); 2], p, [1, 1], 0),
        ("Montgomery reduction", montgomery, small, Arithmetic::Prime(OTHER as u32), [1, 1], 0),
        ("Montgomery reduction", montgomery, small, words, [32, 32], 0),
        ("Montgomery reduction", constants, [FULL; 2], p, [1, 1], 1),
        ("Montgomery reduction", constants, small, p, [1, 0], 0),
        ("Montgomery reduction", constants, small, words, [32, 32], 0),
        ("centred", centred, [Interval::symmetric(19); 2], p, [1, 0], 1),
        ("centred", centred, [Interval::symmetric(20); 2], p, [1, 0], 0),
        ("centred", centred, [Interval::symmetric(19); 2], Arithmetic::Prime(OTHER as u32), [1, 0], 0),
        ("centred", centred, [Interval::symmetric(6); 2], Arithmetic::Prime(OTHER as u32), [1, 0], 1),
        ("centred word", centred_word, [FULL; 2], words, [32, 0], 3),
        ("centred word", centred_word, [FULL; 2], words, [2, 0], 2),
        ("centred word", centred_word, [FULL; 2], p, [1, 0], 0),
        ("selection", chosen, small, p, [1, 0], 1),
        ("selection", either, small, p, [1, 1], 0),
        ("selection", either, small, words, [32, 32], 0),
    ];
    for (name, rule, intervals, arithmetic, known, expected) in table {
        let mut model = Model::new(arithmetic, intervals);
        let [x, y] = model.operands(known);
        let result = rule(&mut model.state, x, y);
        let facts = model.state.facts(result);
        assert_eq!(facts.known, expected, "{name} of {known:?} in {intervals:?}, {arithmetic:?}");
        assert_eq!(facts.known == 0, facts.cause > 0, "{name}: what is not known has a cause");
    }
}

/// Checks that unwritten memory stays unknown after each operation, and that its buffer and index
/// are remembered. Its product by 2^s is known only to be a multiple of 2^s.
#[test]
fn memory_without_content_stays_unknown() {
    for arithmetic in [Arithmetic::Prime(P as u32), Arithmetic::Words] {
        let mut model = Model::new(arithmetic, [Interval::symmetric(3); 2]);
        let everything = arithmetic.everything();
        let [x, y] = model.operands([everything; 2]);
        let state = &mut model.state;
        let memory = state.unwritten(8, 4, 7);
        let mask = state.input(Interval { low: -1, high: 0 }, [0; 2], &[], &alloc::vec![0; state.witnesses]);
        let one = state.constant(1);
        let mut results = alloc::vec![
            state.add(8, x, memory, 1),
            state.add(8, memory, memory, -1),
            state.add(16, memory, x, 1),
            state.multiply(8, x, memory),
            state.multiply(8, memory, memory),
            state.multiply_high_rounding(state.word, x, memory),
            state.sum_of_products([(x, y), (memory, y)].into_iter()),
            state.montgomery_of_products(8, P, 2, [(x, memory), (x, y)].into_iter()),
            state.montgomery_by_constants(P, &[(x, 1), (memory, 1)]),
            state.montgomery_by_constants(P, &[(x, 1), (memory, 0)]),
            state.barrett(8, P, &[(memory, [2, 20]), (x, [1, 10])]),
            state.barrett(8, 16, &[(memory, [1, 8])]),
            state.barrett_by_any(P, memory, [1, 10]),
            state.barrett_by_lanes(state.word, P, memory, [one, x]),
            state.centre(61, memory),
            state.centre_word(16, memory),
            state.select(mask, x, memory),
            state.select(mask, memory, memory),
            state.select(memory, x, x),
            state.shift_right(8, memory, 1),
            state.shift_left(memory, 0),
            state.barrett_word(P, memory, [10, 7]),
        ];
        let shifted = state.shift_left(memory, 3);
        assert_eq!(state.facts(shifted).known, if arithmetic == Arithmetic::Words { 3 } else { 0 });
        assert!(arithmetic != Arithmetic::Words || state.residues(shifted).iter().all(|residue| residue % 8 == 0));
        results.push(state.shift_right(8, shifted, 3));
        results.push(state.merge(&[memory, memory]).expect("the same lane"));
        for (index, &result) in results.iter().enumerate() {
            assert_eq!(state.facts(result).known, 0, "{index}, {arithmetic:?}");
            // Unwritten memory as a mask is excluded by the contract.
            assert!(state.is_unwritten(result) || index == 18, "{index}, {arithmetic:?}");
        }
    }
}

/// Checks that a product of two left operands has no meaningful residues at the points.
#[test]
fn higher_degrees_lose_everything() {
    for arithmetic in [Arithmetic::Prime(P as u32), Arithmetic::Words] {
        let mut model = Model::new(arithmetic, [Interval::symmetric(3); 2]);
        let [x, y] = model.operands([arithmetic.everything(); 2]);
        let state = &mut model.state;
        let both = state.multiply(8, x, y);
        assert_eq!(state.facts(both), Facts { known: arithmetic.everything(), degrees: [1, 1], cause: 0 });
        let one = state.constant(1);
        let same = state.multiply(8, both, one);
        assert_eq!(state.facts(same).known, arithmetic.everything());
        for result in [
            state.multiply(8, x, x),
            state.multiply(8, both, y),
            state.sum_of_products([(x, y), (y, y)].into_iter()),
            state.montgomery_of_products(8, P, 0, [(both, x)].into_iter()),
        ] {
            assert_eq!(state.facts(result).known, 0);
            let sum = state.add(8, result, both, 1);
            assert_eq!(state.facts(sum).known, 0);
        }
    }
}

/// Checks intervals of 16-bit words on operands close to their ends: a bound that is too small by
/// q/2, or by a percent, leaves a witness outside.
#[test]
fn intervals_of_16_bits_are_nearly_attained() {
    const Q: i64 = 4591;
    let words: Vec<i64> = (-(1 << 15)..1 << 15).collect();
    let mut state = State::new(Arithmetic::Prime(Q as u32), 0, words.len());
    let x = state.input(Interval::word(16), [1, 0], &[], &words);
    let negative: Vec<_> = words.iter().map(|x| x.wrapping_mul(3) as i16 as i64).collect();
    let y = state.input(Interval::word(16), [1, 0], &[], &negative);
    let factor = state.constant(32_767);
    let rounded = |c: i64| (2 * (c << 15) + Q).div_euclid(2 * Q);
    let results = [
        state.montgomery_by_constants(Q, &[(x, 1)]),
        state.montgomery_by_constants(Q, &[(x, 2295)]),
        state.montgomery_by_constants(Q, &[(x, 32_768)]),
        state.montgomery_by_constants(Q, &[(x, 2000), (y, 31)]),
        state.montgomery_of_products(16, Q, 0, [(x, factor)].into_iter()),
        state.barrett(16, Q, &[(x, [1, rounded(1)])]),
        state.barrett(16, Q, &[(x, [1, 8])]),
        state.barrett(16, Q, &[(x, [2295, rounded(2295)])]),
        state.barrett(16, Q, &[(x, [-1234, rounded(-1234)])]),
        state.barrett_word(Q, x, crate::modular::word_reciprocal(Q)),
    ];
    for (index, result) in results.into_iter().enumerate() {
        let bound = state.interval(result);
        let values = (0..words.len()).map(|witness| state.values(witness).of(result));
        let attained = values.map(Interval::single).reduce(Interval::hull).expect("there are witnesses");
        assert!(attained.magnitude() + Q / 16 > bound.magnitude(), "{index}: {attained:?} of {bound:?}");
        assert_eq!(state.facts(result).known, 1);
    }
}

/// Adds a lane with the values of `lane` and with the given claims.
fn claim(state: &mut State, lane: Cell, interval: Interval, facts: Facts, residues: &[u32]) -> Cell {
    let result = state.push(Lane { interval, facts });
    state.residues_mut(result).copy_from_slice(residues);
    state.meaning(result, |values, _| values.of(lane));
    result
}

/// Checks that a bound of Montgomery reductions without the q/2 of the rounding is refused.
#[test]
#[should_panic = "is not in Interval"]
fn a_bound_that_is_too_small_by_half_of_q_is_noticed() {
    const Q: i64 = 4591;
    let words: Vec<i64> = (-(1 << 15)..1 << 15).collect();
    let mut state = State::new(Arithmetic::Prime(Q as u32), 0, words.len());
    let x = state.input(Interval::word(16), [1, 0], &[], &words);
    let result = state.montgomery_by_constants(Q, &[(x, 2295)]);
    let (Lane { interval, facts }, residues) = (state.lanes[result.index()], state.residues(result).to_vec());
    claim(&mut state, result, Interval::symmetric(interval.high - Q / 2), facts, &residues);
}

/// Claims other facts of the sum of x and y, in words of 8 bits.
fn claim_of_sum(arithmetic: Arithmetic, interval: Interval, known: Known, sign: i64) {
    let mut model = Model::new(arithmetic, [interval; 2]);
    let [x, y] = model.operands([arithmetic.everything(); 2]);
    let (sum, other) = (model.state.add(8, x, y, 1), model.state.add(8, x, y, sign));
    let (facts, residues) = (model.state.facts(sum), model.state.residues(other).to_vec());
    claim(&mut model.state, sum, FULL, Facts { known, ..facts }, &residues);
}

#[test]
fn a_right_claim() {
    claim_of_sum(Arithmetic::Prime(P as u32), Interval::symmetric(3), 1, 1);
    claim_of_sum(Arithmetic::Words, FULL, 8, 1);
}

/// Checks that the polynomial of a difference is refused for a sum.
#[test]
#[should_panic = "is not congruent to"]
fn a_wrong_polynomial_is_noticed() {
    claim_of_sum(Arithmetic::Prime(P as u32), Interval::symmetric(3), 1, -1);
}

/// Checks that one bit more than a wrap leaves is refused.
#[test]
#[should_panic = "is not congruent to"]
fn a_bit_too_many_is_noticed() {
    claim_of_sum(Arithmetic::Words, FULL, 9, 1);
}

/// Checks that a prime that a wrap loses is refused.
#[test]
#[should_panic = "is not congruent to"]
fn a_prime_that_is_kept_is_noticed() {
    claim_of_sum(Arithmetic::Prime(P as u32), FULL, 1, 1);
}
