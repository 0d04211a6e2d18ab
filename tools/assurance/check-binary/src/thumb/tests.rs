//! Compares every rule of the executor with a CPU that QEMU emulates.
//!
//! Encodings are made at random for each row of the table. One that the executor accepts runs in
//! the executor and in one program for all, with the same registers, flags and memory, and both
//! have to leave the same behind: first with numbers, then with terms, whose values are compared
//! for many operands. Instructions in blocks of conditions, and pairs of an instruction that sets
//! flags and one that reads them, are compared likewise. The emulated CPU reads the encodings, so
//! that the table's are compared as well.

mod emulator;
mod frame;
mod model;

use std::collections::{BTreeMap, BTreeSet};

use super::instruction::Instruction;
use super::table::TABLE;
use crate::tests::operands::{PATTERNS, Random, fill};
use emulator::{Emulator, RESERVED, State, code_address, memory_address};
use model::{Outcome, Setup, Used};

/// The most encodings that are made for a row, those that are compared, and the states of each on
/// terms.
const TRIES: usize = 60;
const COMPARED: usize = 6;
const STATES: usize = 5;
/// The number of pairs, and of blocks of conditions.
const PAIRS: usize = 300;

/// A list of instructions with a setup, and what the executor makes of it.
struct Case {
    /// The rows of the instructions.
    rows: Vec<usize>,
    text: String,
    setup: Setup,
    outcome: Outcome,
}

/// Collects what is compared.
struct Checker {
    random: Random,
    lists: Vec<Vec<u8>>,
    cases: Vec<Case>,
    /// States, with the number of their list and of their case.
    states: Vec<(usize, usize, State)>,
}

/// Returns the bytes of an encoding.
fn bytes_of(word: u32, length: usize) -> Vec<u8> {
    let halves = if length == 4 { vec![(word >> 16) as u16, word as u16] } else { vec![word as u16] };
    halves.into_iter().flat_map(u16::to_le_bytes).collect()
}

/// Makes an encoding of a row, with registers that are not reserved. Branches go over the next
/// instruction.
fn encoding(row: usize, random: &mut Random) -> Vec<u8> {
    const REGISTERS: [u32; 14] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14];
    let bits: Vec<char> = TABLE[row].0.chars().filter(|c| *c != ' ').collect();
    let mut values = BTreeMap::new();
    for letter in bits.iter().filter(|letter| letter.is_ascii_lowercase()) {
        values.entry(*letter).or_insert((0u32, 0u32)).0 += 1;
    }
    let name = TABLE[row].1;
    let is_branch = matches!(name, "b" | "bl" | "cbz" | "cbnz");
    for (letter, (width, value)) in &mut values {
        let is_register = "dnmatulhsk".contains(*letter) && (3..=4).contains(width);
        *value = match (*letter, *width) {
            ('i', width) if is_branch => {
                if width > 8 || bits.len() == 32 {
                    u32::from(bits.len() == 32) + 1
                } else {
                    1
                }
            }
            ('s' | 'p', 1) if is_branch || name == "pop" => 0,
            ('j' | 'k', 1) if is_branch => 1,
            ('c', _) => random.below(15) as u32,
            ('r', width) if width >= 8 => random.next() as u32 & 0x5bff & ((1 << width) - 1),
            (_, 3) if is_register => random.below(8) as u32,
            (_, 4) if is_register => random.of(&REGISTERS),
            // Small distances, so that addresses stay in their region.
            ('i', 8..) if name.starts_with("ld") || name.starts_with("st") => random.below(32) as u32,
            ('i', 7..) if name.starts_with("vl") => random.of(&[1, 2, 3, 4, 8]),
            _ => random.next() as u32 & ((1 << *width) - 1),
        };
    }
    // A conditional branch has its sign and two bits of the distance apart.
    if is_branch && bits.len() == 32 && values.contains_key(&'c') {
        values.extend([('j', (1, 0)), ('k', (1, 0))]);
    }
    if let (Some(&(_, m)), true) = (values.get(&'m'), values.contains_key(&'k') && !is_branch) {
        values.insert('k', (4, m));
    }
    let mut word = 0;
    for letter in &bits {
        let bit = match letter {
            '0' | '1' => u32::from(*letter == '1'),
            _ => {
                let (left, value) = values.get_mut(letter).expect("it was counted");
                *left -= 1;
                *value >> *left & 1
            }
        };
        word = word << 1 | bit;
    }
    bytes_of(word, bits.len() / 8)
}

impl Checker {
    /// Adds a list of instructions with numbers and with terms; returns whether any is accepted.
    fn add(&mut self, list: &[Vec<u8>]) -> bool {
        let instructions: Vec<_> = list.iter().filter_map(|code| Instruction::of(code)).collect();
        let used = Used::of(&instructions);
        if instructions.len() != list.len() || used.all().any(|register| register == RESERVED) {
            return false;
        }
        let number = self.lists.len();
        let setup = Setup::new(&used, &instructions, code_address(number), &mut self.random);
        self.lists.push(list.concat());
        let mut is_added = false;
        for n in [PATTERNS, self.random.below(PATTERNS as u64) as usize] {
            is_added |= self.add_case(&setup, &instructions, n, 1);
        }
        let parts = used.parts();
        let mut subsets: Vec<u32> = (1..1 << parts.len().min(4)).collect();
        subsets.sort_by_key(|subset| std::cmp::Reverse(subset.count_ones()));
        for bits in [16, self.random.of(&[8, 32])] {
            let mut accepted: Vec<u32> = Vec::new();
            for &subset in &subsets {
                if accepted.iter().any(|larger| larger & subset == subset) {
                    continue;
                }
                let symbolic = (0..parts.len()).filter(|k| subset >> k & 1 == 1).map(|k| parts[k].clone()).collect();
                let setup = Setup { symbolic, bits, ..setup.clone() };
                if self.add_case(&setup, &instructions, PATTERNS, STATES) {
                    accepted.push(subset);
                }
            }
            is_added |= !accepted.is_empty();
        }
        if !is_added {
            self.lists.pop();
        }
        is_added
    }

    /// Runs instructions once, and adds states of this many values of the terms; returns false if
    /// they are refused.
    fn add_case(&mut self, setup: &Setup, list: &[Instruction], n: usize, count: usize) -> bool {
        let mut state = setup.state(&mut self.random, n, memory_address(self.states.len()));
        let Ok(outcome) = setup.run(&state, list) else { return false };
        let text = list.iter().map(Instruction::to_string).collect::<Vec<_>>().join("; ");
        let rows = list.iter().map(|i| i.row).collect();
        self.cases.push(Case { rows, text, setup: setup.clone(), outcome });
        for n in 0..count {
            for part in setup.symbolic.iter().filter(|_| n > 0) {
                let pattern = if n % 2 == 0 { PATTERNS } else { n / 2 % PATTERNS };
                fill(&mut self.random, pattern, &mut state.0[part.clone()]);
            }
            setup.place(&mut state, memory_address(self.states.len()));
            self.states.push((self.lists.len() - 1, self.cases.len() - 1, state.clone()));
        }
        true
    }

    /// Returns a random encoding of a row whose name passes.
    fn of_names(&mut self, passes: impl Fn(&str) -> bool) -> Vec<u8> {
        let rows: Vec<_> = (0..TABLE.len()).filter(|&row| passes(TABLE[row].1)).collect();
        let row = self.random.of(&rows);
        encoding(row, &mut self.random)
    }

    /// Adds pairs of an instruction that sets flags and one that reads them, and blocks of one or
    /// two instructions behind one that sets flags.
    fn add_sequences(&mut self) {
        const SETS: [&str; 12] =
            ["cmp", "cmn", "tst", "teq", "adds", "subs", "ands", "movs", "lsls", "add16", "sub16", "sub8"];
        const READS: [&str; 6] = ["adc", "sbc", "adcs", "sbcs", "sel", "mov"];
        const PLAIN: [&str; 12] =
            ["add", "sub", "mov", "movs", "adds", "subs", "eor", "rsb", "mvn", "lsls", "mul", "smlad"];
        for _ in 0..PAIRS {
            let pair = [self.of_names(|name| SETS.contains(&name)), self.of_names(|name| READS.contains(&name))];
            self.add(&pair);
            let condition = self.random.below(14) as u16;
            let is_two = self.random.chance(50);
            let mask = if is_two { self.random.of(&[4u16, 12]) } else { 8 };
            // The other condition takes the contrary of its least bit.
            let block = 0xbf00 | condition << 4 | mask;
            let first = self.of_names(|name| SETS.contains(&name));
            let mut list = vec![first, block.to_le_bytes().to_vec()];
            for _ in 0..1 + usize::from(is_two) {
                list.push(self.of_names(|name| PLAIN.contains(&name)));
            }
            self.add(&list);
        }
    }
}

/// Rows that name constants beside the code, calls and codes of the system, which have no states.
fn is_without_states(row: usize) -> bool {
    let (pattern, name, _) = TABLE[row];
    let is_constant = name.starts_with("ld") && (pattern.contains(" 1111 tttt") || pattern.starts_with("01001t"));
    is_constant || matches!(name, "udf" | "svc" | "it")
}

#[test]
fn the_rules_are_those_of_an_emulated_cpu() {
    let Some(emulator) = Emulator::find() else {
        println!("not compared: expected qemu-arm and arm-none-eabi-as, found none");
        return;
    };
    let mut checker = Checker { random: Random::new(1), lists: Vec::new(), cases: Vec::new(), states: Vec::new() };
    for row in (0..TABLE.len()).filter(|&row| !is_without_states(row)) {
        let mut compared = 0;
        for _ in 0..TRIES {
            let code = encoding(row, &mut checker.random);
            // Rows before may have the encoding.
            let is_row = Instruction::of(&code).is_some_and(|i| i.row == row);
            compared += usize::from(is_row && checker.add(&[code]));
            if compared == COMPARED {
                break;
            }
        }
    }
    checker.add_sequences();
    let states: Vec<_> = checker.states.iter().map(|(list, _, state)| (*list, state.clone())).collect();
    let results = emulator.run(&checker.lists, &states);
    let (mut rows, mut failures) = (BTreeSet::new(), BTreeMap::new());
    for (number, ((list, case, state), result)) in checker.states.iter().zip(results).enumerate() {
        let Case { rows: of_case, text, setup, outcome } = &checker.cases[*case];
        rows.extend(of_case.iter().copied());
        if let Err(difference) = outcome.compare(state, &result, memory_address(number)) {
            let bits = if setup.symbolic.is_empty() { 0 } else { setup.bits };
            let text = format!("{text} ({:x?}) on terms of {bits} bits: {difference}", checker.lists[*list]);
            failures.entry(of_case.clone()).or_insert(text);
        }
    }
    println!("{} rows, {} cases, {} states", rows.len(), checker.cases.len(), states.len());
    let first: Vec<_> = failures.values().take(40).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} differences, of which:\n{}", failures.len(), first.join("\n"));
    let missing: Vec<_> = (0..TABLE.len())
        .filter(|row| !rows.contains(row) && !is_without_states(*row))
        .map(|row| (TABLE[row].0, TABLE[row].1))
        .collect();
    assert!(missing.is_empty(), "in the table and not compared: {missing:?}");
}
