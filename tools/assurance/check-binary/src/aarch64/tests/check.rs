//! Makes instructions, runs them in the executor, and compares with the emulated CPU.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use yaxpeax_arm::armv8::a64::{Instruction, Opcode, Operand};

use super::emulator::{Emulator, MAX_INSTRUCTIONS, State, code_address, memory_address};
use super::encodings::{CLASSES, encoding, instruction};
use super::model::{Outcome, Setup, Used};
use crate::tests::operands::{PATTERNS, Random, fill};

/// Why an instruction is not compared.
const NO_RULE: &str = "an instruction without a rule";

/// The amount of comparisons.
#[derive(Clone, Copy)]
pub struct Effort {
    /// The encodings that are made in each class.
    pub encodings: usize,
    /// Those that are compared of each form.
    pub of_form: usize,
    /// The states of an instruction on numbers.
    pub numbers: usize,
    /// The states of one on terms.
    pub terms: usize,
    /// The number of pairs, and of sequences.
    pub sequences: usize,
}

impl Effort {
    /// The amount in each run of the tests.
    pub const SHORT: Self = Self { encodings: 4000, of_form: 2, numbers: 3, terms: 5, sequences: 500 };
    /// The most that the memory of one program allows.
    pub const LONG: Self = Self { encodings: 40_000, of_form: 4, numbers: 4, terms: 8, sequences: 3000 };
}

/// A form of an instruction: its name, and the kinds of its operands without their numbers.
type Form = String;

/// A list of instructions with a setup, and what the executor makes of it.
struct Case {
    forms: Vec<Form>,
    text: String,
    setup: Setup,
    outcome: Outcome,
}

/// Collects what is compared.
pub struct Checker {
    random: Random,
    effort: Effort,
    lists: Vec<Vec<u32>>,
    cases: Vec<Case>,
    /// States, with the number of their list and of their case.
    states: Vec<(usize, usize, State)>,
    /// Encodings with a rule, by form.
    pool: BTreeMap<Form, Vec<u32>>,
}

/// The comparisons that were made.
#[derive(Default)]
pub struct Tally {
    /// The number of comparisons of each form: with numbers, and with terms.
    compared: BTreeMap<Form, [usize; 2]>,
    /// The names of the instructions that were compared.
    pub names: BTreeSet<String>,
    /// The differences, the first one of each form.
    pub failures: BTreeMap<Vec<Form>, String>,
}

impl Tally {
    /// Returns how many forms were compared with numbers, and how many with terms.
    pub fn forms(&self) -> (usize, usize) {
        let of = |k: usize| self.compared.values().filter(|counts| counts[k] > 0).count();
        (of(0), of(1))
    }

    /// Returns the first differences.
    pub fn first_failures(&self) -> String {
        self.failures.values().take(60).map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (numbers, terms) = self.forms();
        let counts = [0, 1].map(|k| self.compared.values().map(|counts| counts[k]).sum::<usize>());
        writeln!(f, "{numbers} forms with numbers, {} times; {terms} with terms, {} times", counts[0], counts[1])?;
        write!(f, "{} names: {:?}", self.names.len(), self.names)
    }
}

/// Returns the name of an instruction.
fn name(i: &Instruction) -> String {
    let name = format!("{:?}", i.opcode);
    name.split('(').next().unwrap_or_default().to_owned()
}

/// Returns the form of an instruction.
fn form(i: &Instruction) -> Form {
    let operands: Vec<_> = i
        .operands
        .iter()
        .filter(|operand| **operand != Operand::Nothing)
        .map(|operand| format!("{operand:?}").chars().filter(|c| !c.is_ascii_digit() && *c != '-').collect::<String>())
        .collect();
    format!("{} {}", name(i), operands.join(", "))
}

impl Checker {
    /// Returns a checker that has nothing to compare yet.
    pub fn new(effort: Effort) -> Self {
        let (lists, cases, states) = (Vec::new(), Vec::new(), Vec::new());
        Self { random: Random::new(1), effort, lists, cases, states, pool: BTreeMap::new() }
    }

    /// Adds encodings of all forms.
    pub fn add_forms(&mut self) {
        let registers: Vec<_> = (0..32).filter(|register| *register != 28).collect();
        for class in CLASSES {
            for _ in 0..self.effort.encodings {
                let word = encoding(class, &registers, &mut self.random);
                let Some(i) = instruction(word) else { continue };
                let form = form(&i);
                let known = self.pool.get(&form).map_or(0, Vec::len);
                if known < self.effort.of_form && self.has_rule(&i) && self.add(&[word]) {
                    self.pool.entry(form).or_default().push(word);
                }
            }
        }
    }

    fn has_rule(&mut self, i: &Instruction) -> bool {
        let Some(used) = Used::of(&[*i]) else { return false };
        let setup = Setup::new(&used, 0, &mut self.random);
        let state = setup.state(&mut self.random, PATTERNS, memory_address(0));
        !matches!(setup.run(&state, &[*i]), Err(reason) if reason == NO_RULE)
    }

    /// Adds pairs of an instruction that sets flags and one that reads them.
    pub fn add_pairs(&mut self) {
        let of = |names: &[Opcode], pool: &BTreeMap<Form, Vec<u32>>| -> Vec<u32> {
            let words = pool.values().flatten().copied();
            words.filter(|&word| instruction(word).is_some_and(|i| names.contains(&i.opcode))).collect()
        };
        use Opcode::*;
        let first = of(&[ADDS, SUBS, ANDS, BICS, ADCS, SBCS, CCMP, CCMN], &self.pool);
        let second = of(&[CSEL, CSINC, CSINV, CSNEG, CCMP, CCMN, ADC, SBC], &self.pool);
        for _ in 0..self.effort.sequences {
            let pair = [self.random.of(&first), self.random.of(&second)];
            self.add(&pair);
        }
    }

    /// Adds sequences of instructions on few registers.
    pub fn add_sequences(&mut self) {
        // One half on vectors, the other one on general registers.
        for is_vector in [true, false] {
            let classes: Vec<_> = CLASSES
                .into_iter()
                .filter(|class| class.contains("nnnnn"))
                .filter(|class| matches!(&class[3..7], "0111" | "1111") == is_vector)
                .collect();
            for _ in 0..self.effort.sequences {
                let mut list = Vec::new();
                while list.len() < MAX_INSTRUCTIONS / 2 {
                    let word = encoding(self.random.of(&classes), &[0, 1, 2], &mut self.random);
                    let Some(i) = instruction(word) else { continue };
                    if self.pool.contains_key(&form(&i)) && Used::of(&[i]).is_some_and(|used| used.bases.is_empty()) {
                        list.push(word);
                    }
                }
                // A sequence that is refused may have a part that is not.
                while list.len() > 1 && !self.add(&list) {
                    list.pop();
                }
            }
        }
    }

    /// Adds a list of instructions with numbers and with terms; returns false if it is refused.
    fn add(&mut self, words: &[u32]) -> bool {
        let instructions: Vec<_> = words.iter().filter_map(|&word| instruction(word)).collect();
        let Some(used) = Used::of(&instructions) else { return false };
        let number = self.lists.len();
        let setup = Setup::new(&used, code_address(number), &mut self.random);
        self.lists.push(words.to_vec());
        let mut is_added = false;
        let numbers = if words.len() == 1 { self.effort.numbers } else { 0 };
        for n in 0..numbers {
            let n = if n % 2 == 0 { PATTERNS } else { self.random.below(PATTERNS as u64) as usize };
            is_added |= self.add_case(&setup, &instructions, n, 1);
        }
        let other = self.random.of(&[8, 32, 64]);
        for bits in [16, other] {
            is_added |= self.add_terms(&setup, &used, &instructions, bits);
        }
        if words.len() == 1 && used.bases.is_empty() && !used.general.is_empty() {
            is_added |= self.add_addresses(&setup, &used, &instructions);
        }
        if !is_added {
            self.lists.pop();
        }
        is_added
    }

    /// Adds terms in all operands, or in as many as the executor accepts.
    fn add_terms(&mut self, setup: &Setup, used: &Used, instructions: &[Instruction], bits: u8) -> bool {
        let parts = used.parts();
        let mut subsets: Vec<u32> = (1..1 << parts.len().min(5)).collect();
        subsets.sort_by_key(|subset| std::cmp::Reverse(subset.count_ones()));
        let mut accepted: Vec<u32> = Vec::new();
        for subset in subsets {
            if accepted.iter().any(|larger| larger & subset == subset) {
                continue;
            }
            let symbolic = (0..parts.len()).filter(|k| subset >> k & 1 == 1).map(|k| parts[k].clone()).collect();
            let setup = Setup { symbolic, bits, ..setup.clone() };
            if self.add_case(&setup, instructions, PATTERNS, self.effort.terms) {
                accepted.push(subset);
            }
        }
        !accepted.is_empty()
    }

    /// Adds general registers that are addresses.
    fn add_addresses(&mut self, setup: &Setup, used: &Used, instructions: &[Instruction]) -> bool {
        let mut is_added = false;
        for _ in 0..4 {
            let mut setup = setup.clone();
            for &register in used.general.iter().filter(|&&register| !setup.numbers.iter().any(|n| n.0 == register)) {
                if self.random.chance(70) && setup.addresses.iter().all(|address| address.0 != register) {
                    let offset = self.random.of(&[0, 0, 8, 64, 100, 128, 511, 512]);
                    setup.addresses.push((register, (self.random.below(2) as u16, offset)));
                }
            }
            is_added |= self.add_case(&setup, instructions, PATTERNS, 1);
        }
        is_added
    }

    /// Runs instructions once, and adds states of this many values of the terms; returns false if
    /// they are refused.
    fn add_case(&mut self, setup: &Setup, instructions: &[Instruction], n: usize, count: usize) -> bool {
        let mut state = setup.state(&mut self.random, n, memory_address(self.states.len()));
        let Ok(outcome) = setup.run(&state, instructions) else { return false };
        let text = instructions.iter().map(Instruction::to_string).collect::<Vec<_>>().join("; ");
        let forms = instructions.iter().map(form).collect();
        self.cases.push(Case { forms, text, setup: setup.clone(), outcome });
        for n in 0..count {
            for part in setup.symbolic.iter().filter(|_| n > 0) {
                fill(
                    &mut self.random,
                    if n % 2 == 0 { PATTERNS } else { n / 2 % PATTERNS },
                    &mut state.0[part.clone()],
                );
            }
            setup.place(&mut state, memory_address(self.states.len()));
            self.states.push((self.lists.len() - 1, self.cases.len() - 1, state.clone()));
        }
        true
    }

    /// Runs all on the emulated CPU, and compares.
    pub fn compare(self, emulator: &Emulator) -> Tally {
        let states: Vec<_> = self.states.iter().map(|(list, _, state)| (*list, state.clone())).collect();
        let results = emulator.run(&self.lists, &states);
        let mut tally = Tally::default();
        for (number, ((list, case, state), result)) in self.states.iter().zip(results).enumerate() {
            let (Case { forms, text, setup, outcome }, words) = (&self.cases[*case], &self.lists[*list]);
            for (form, &word) in forms.iter().zip(words) {
                tally.compared.entry(form.clone()).or_default()[usize::from(!setup.symbolic.is_empty())] += 1;
                if forms.len() == 1 {
                    tally.names.extend(instruction(word).map(|i| name(&i)));
                }
            }
            if let Err(difference) = outcome.compare(setup, state, &result, memory_address(number)) {
                let bits = if setup.symbolic.is_empty() { 0 } else { setup.bits };
                let text = format!("{text} ({words:x?}) on terms of {bits} bits: {difference}");
                tally.failures.entry(forms.clone()).or_insert(text);
            }
        }
        tally
    }
}
