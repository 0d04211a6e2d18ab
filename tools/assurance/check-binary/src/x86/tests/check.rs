//! Compares single instructions: with numbers, with terms, with addresses, and their flags.

use iced_x86::{Code, ConditionCode, FastFormatter, Instruction, OpCodeOperandKind, OpKind, Register};

use super::forms::{self, Place, Shape, assemble, build};
use super::model::{Outcome, Setup, part};
use super::native::{GENERAL, MASKS, Native, State};
use super::tally::Tally;
use crate::tests::operands::{PATTERNS, Random, fill};

/// The reason of the executor for what is not in its tables.
pub const NO_RULE: &str = "an instruction without a rule";

/// The amount of comparisons.
#[derive(Clone, Copy)]
pub struct Effort {
    /// The states of an instruction on numbers.
    pub numbers: usize,
    /// The states of one on terms.
    pub terms: usize,
    /// The number of sequences.
    pub sequences: usize,
}

impl Effort {
    /// The amount in each run of the tests.
    pub const SHORT: Self = Self { numbers: 4, terms: PATTERNS + 3, sequences: 1600 };
    /// With eight forms or more, 2^20 lanes of 16 bits for each code on vectors.
    pub const LONG: Self = Self { numbers: 1 << 6, terms: 1 << 13, sequences: 300_000 };
}

/// Compares instructions and counts them.
pub struct Checker {
    /// The pages to run code in.
    pub native: Native,
    /// Operands and registers.
    pub random: Random,
    /// The counts of what was compared and refused.
    pub tally: Tally,
    effort: Effort,
}

impl Checker {
    /// Returns a checker that has compared nothing yet.
    pub fn new(effort: Effort, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut constants = [0; 4096];
        fill(&mut random, PATTERNS, &mut constants);
        Self { native: Native::new(&constants), random, tally: Tally::default(), effort }
    }

    /// Compares all forms of a code.
    pub fn check_code(&mut self, code: Code) {
        self.random.state = code as u64;
        let (mut is_built, mut has_rule, mut has_conditions) = (false, false, false);
        for (n, shape) in self.shapes(code).into_iter().enumerate() {
            let Some(form) = build(code, &shape, self.native.constants(), &mut self.random) else { continue };
            let Some((bytes, instructions)) = assemble(&[form], self.native.code()) else { continue };
            is_built = true;
            has_rule = has_rule || self.has_rule(&instructions);
            // Some rules are for equal registers only, which the third shape has.
            if !has_rule && n < 2 {
                continue;
            }
            if !has_rule || self.is_out(code) {
                break;
            }
            if shape.place == Place::Memory && forms::needs_alignment(&instructions[0]) {
                continue;
            }
            self.check_form(&bytes, &instructions, shape.immediate.is_none());
            self.check_with_mask(form);
            if shape.place == Place::Register && !self.tally.complete.contains(&code) {
                self.check_all_values(&bytes, &instructions);
            }
            if !std::mem::replace(&mut has_conditions, true) {
                self.check_conditions(form);
            }
        }
        if is_built && !has_rule {
            self.tally.unknown.insert(code);
        } else if !is_built && forms::is_left_out(code) {
            self.tally.left_out.insert(code);
        } else if !is_built {
            self.tally.unbuilt.insert(code);
        }
    }

    fn shapes(&mut self, code: Code) -> Vec<Shape> {
        let (info, random) = (code.op_code(), &mut self.random);
        let mut shapes: Vec<_> = [4, 2, 1, 4].map(|registers| Shape::new(Place::Register, random, registers)).into();
        let places = [Place::Aligned, Place::Memory, Place::Memory, Place::Constant];
        shapes.extend(places.map(|place| Shape::new(place, random, 3)));
        if info.can_use_op_mask_register() {
            for is_zeroing in [false, true] {
                for place in [Place::Register, Place::Register, Place::Aligned, Place::Memory] {
                    let mask = Some((random.below(7) as u32 + 1, is_zeroing));
                    shapes.push(Shape { mask, ..Shape::new(place, random, 3) });
                }
            }
        }
        if info.can_broadcast() {
            for mask in [None, Some((3, false)), Some((5, true))] {
                shapes.push(Shape { mask, broadcast: true, ..Shape::new(Place::Memory, random, 3) });
            }
        }
        if info.op_kinds().contains(&OpCodeOperandKind::imm8) {
            let all = (0..=255).map(|byte| Shape { immediate: Some(byte), ..Shape::new(Place::Register, random, 3) });
            shapes.extend(all);
        }
        shapes
    }

    /// Returns true if the executor has a rule for the first instruction.
    fn has_rule(&mut self, instructions: &[Instruction]) -> bool {
        let setup = Setup::new(instructions, &mut self.random);
        let state = setup.state(&self.native, &mut self.random, PATTERNS);
        let result = setup.run(&self.native, &state, instructions);
        !matches!(result, Err(reason) if reason == NO_RULE)
    }

    /// Returns true if an instruction cannot be run here.
    fn is_out(&mut self, code: Code) -> bool {
        if forms::is_left_out(code) {
            self.tally.left_out.insert(code);
        } else if !forms::is_available(code) {
            self.tally.unavailable.insert(code);
        }
        forms::is_left_out(code) || !forms::is_available(code)
    }

    fn check_form(&mut self, bytes: &[u8], instructions: &[Instruction], is_thorough: bool) {
        self.native.set(bytes);
        let setup = Setup::new(instructions, &mut self.random);
        for n in 0..if is_thorough { self.effort.numbers } else { 1 } {
            let n = if n % 2 == 0 { PATTERNS } else { self.random.below(PATTERNS as u64) as usize };
            let state = setup.state(&self.native, &mut self.random, n);
            match setup.run(&self.native, &state, instructions) {
                Ok(outcome) => self.compare(&setup, &outcome, &state, instructions),
                Err(reason) => self.refuse(instructions, reason),
            }
        }
        if is_thorough {
            let other = self.random.of(&[8, 32, 64]);
            self.check_terms(&setup, instructions, &[16, other]);
            self.check_addresses(&setup, instructions);
        }
    }

    fn refuse(&mut self, instructions: &[Instruction], reason: String) {
        let reason = reason.split(" at 0x").next().unwrap_or_default().to_owned();
        self.tally.refused.entry(instructions[0].code()).or_default().insert(reason);
    }

    /// Compares the executor's outcome for a state with the CPU's.
    pub fn compare(&mut self, setup: &Setup, outcome: &Outcome, state: &State, instructions: &[Instruction]) {
        let result = self.native.run(state);
        let kind = usize::from(!setup.symbolic.is_empty());
        for instruction in instructions {
            self.tally.compared.entry(instruction.code()).or_default()[kind] += 1;
        }
        if let Err(difference) = outcome.compare(state, &result) {
            let terms = if kind == 1 { format!("terms of {} bits", setup.bits) } else { "numbers".into() };
            self.tally.fail(instructions, format!("{} on {terms}: {difference}", show(instructions)));
        }
    }

    /// Compares with terms of these widths: for all operands, or for as many as the executor
    /// accepts.
    pub fn check_terms(&mut self, setup: &Setup, instructions: &[Instruction], widths: &[u8]) {
        let candidates = setup.candidates();
        let mut subsets: Vec<u32> = (1..1 << candidates.len().min(6)).collect();
        subsets.sort_by_key(|subset| std::cmp::Reverse(subset.count_ones()));
        for &bits in widths {
            let mut accepted: Vec<u32> = Vec::new();
            for &subset in &subsets {
                if accepted.iter().any(|larger| larger & subset == subset) {
                    continue;
                }
                let chosen = (0..candidates.len()).filter(|k| subset >> k & 1 == 1);
                let symbolic = chosen.map(|k| candidates[k].clone()).collect();
                let setup = Setup { symbolic, bits, ..setup.clone() };
                let templates = if accepted.is_empty() && subset == subsets[0] { 1 } else { 3 };
                if (0..templates).all(|_| self.check_values(&setup, instructions)) {
                    accepted.push(subset);
                }
            }
        }
    }

    /// Runs instructions with these terms once, and compares for many values of them.
    fn check_values(&mut self, setup: &Setup, instructions: &[Instruction]) -> bool {
        let mut state = setup.state(&self.native, &mut self.random, PATTERNS);
        let outcome = match setup.run(&self.native, &state, instructions) {
            Ok(outcome) => outcome,
            Err(_) => return false,
        };
        for n in 0..self.effort.terms {
            for part in &setup.symbolic {
                fill(&mut self.random, n, &mut state.0[part.clone()]);
            }
            self.compare(setup, &outcome, &state, instructions);
        }
        true
    }

    /// Compares for all values of the only operand of 8 or 16 bits, once for each code.
    fn check_all_values(&mut self, bytes: &[u8], instructions: &[Instruction]) {
        let setup = Setup::new(instructions, &mut self.random);
        let [part] = &setup.candidates()[..] else { return };
        let setup = Setup { symbolic: vec![part.clone()], bits: 16, ..setup.clone() };
        let sizes = (0..instructions[0].op_count()).map(|k| instructions[0].op_register(k).size());
        let size = sizes.filter(|&size| size > 0).min().unwrap_or(2);
        let is_general = part.start >= GENERAL;
        let sizes = [0, 1].map(|k| instructions[0].op_register(k).size());
        let is_unary = instructions[0].op_count() == 1 || sizes[1] != 0 && sizes[0] != sizes[1];
        if is_general && (size > 2 || !is_unary && self.effort.terms < 1 << 10) {
            return;
        }
        let mut state = setup.state(&self.native, &mut self.random, PATTERNS);
        let Ok(outcome) = setup.run(&self.native, &state, instructions) else { return };
        self.tally.complete.insert(instructions[0].code());
        self.native.set(bytes);
        // Each byte of a general register is the value, if that is a byte.
        let (lanes, step) = if is_general { (1, if size == 1 { 257 } else { 1 }) } else { (32, 1) };
        for first in (0..1 << 16).step_by(lanes * step) {
            for (k, place) in part.clone().step_by(2).enumerate() {
                let value = (first + k % lanes) as u16;
                state.0[place..place + 2].copy_from_slice(&value.to_le_bytes());
            }
            self.compare(&setup, &outcome, &state, instructions);
        }
    }

    /// Compares with general registers that are addresses.
    fn check_addresses(&mut self, setup: &Setup, instructions: &[Instruction]) {
        let registers: Vec<_> = setup.candidates().into_iter().filter(|part| part.start >= GENERAL).collect();
        let numbers = registers
            .iter()
            .filter(|part| (GENERAL..MASKS).contains(&part.start))
            .map(|part| (part.start - GENERAL) / 8);
        let numbers: Vec<_> = numbers.collect();
        for subset in 1..1_u32 << numbers.len() {
            for _ in 0..6 {
                let mut setup = setup.clone();
                setup.is_swapped = self.random.chance(50);
                let is_one = self.random.chance(50);
                for (_, &number) in numbers.iter().enumerate().filter(|(k, _)| subset >> k & 1 == 1) {
                    let region = if is_one { 0 } else { self.random.below(2) as u16 };
                    let offset = self.random.of(&[0, 0, 0, 8, 64, 100, 128, 511, 512, 512]);
                    setup.addresses[number] = Some((region, offset));
                }
                let state = setup.state(&self.native, &mut self.random, PATTERNS);
                match setup.run(&self.native, &state, instructions) {
                    Ok(outcome) => self.compare(&setup, &outcome, &state, instructions),
                    Err(reason) => self.refuse(instructions, reason),
                }
                self.check_terms(&setup, instructions, &[64]);
            }
        }
    }

    /// Compares an instruction with a mask that comes from a comparison of terms.
    fn check_with_mask(&mut self, form: Instruction) {
        if form.op_mask() == Register::None {
            return;
        }
        let size = (0..form.op_count()).map(|k| match form.op_kind(k) {
            OpKind::Register => form.op_register(k).size(),
            _ => 0,
        });
        use Code::*;
        let codes = match size.max() {
            Some(64) => [EVEX_Vpcmpgtw_kr_k1_zmm_zmmm512, EVEX_Vpcmpeqd_kr_k1_zmm_zmmm512b32],
            Some(32) => [EVEX_Vpcmpgtw_kr_k1_ymm_ymmm256, EVEX_Vpcmpeqd_kr_k1_ymm_ymmm256b32],
            _ => [EVEX_Vpcmpgtw_kr_k1_xmm_xmmm128, EVEX_Vpcmpeqd_kr_k1_xmm_xmmm128b32],
        };
        for code in codes {
            let shape = Shape::new(Place::Register, &mut self.random, 3);
            let shape = Shape { masks: vec![form.op_mask().number() as u32], ..shape };
            let comparison = build(code, &shape, 0, &mut self.random).expect("a comparison");
            self.check_pair(comparison, form, &[16, 32]);
        }
    }

    /// Compares the conditions after an instruction that sets flags.
    fn check_conditions(&mut self, form: Instruction) {
        if form.rflags_modified() == 0 || form.encoding() != iced_x86::EncodingKind::Legacy {
            return;
        }
        let used: Vec<_> = (0..form.op_count()).filter_map(|k| part(form.op_register(k))).collect();
        let free = |number: &u32| !used.contains(&part(Register::RAX + *number).expect("a general register"));
        let general: Vec<_> = [0, 2, 3, 11, 14].into_iter().filter(free).collect();
        for code in conditional_codes() {
            let shape = Shape { general: general.clone(), ..Shape::new(Place::Register, &mut self.random, 1) };
            let conditional = build(code, &shape, 0, &mut self.random).expect("an instruction with a condition");
            self.check_pair(form, conditional, &[64]);
        }
    }

    fn check_pair(&mut self, first: Instruction, second: Instruction, widths: &[u8]) {
        let Some((bytes, instructions)) = assemble(&[first, second], self.native.code()) else { return };
        if instructions.iter().any(|i| !forms::is_available(i.code())) {
            return;
        }
        self.native.set(&bytes);
        let setup = Setup::new(&instructions, &mut self.random);
        self.check_terms(&setup, &instructions, widths);
    }
}

/// The codes that store a condition or move under one, of 64 bits.
fn conditional_codes() -> impl Iterator<Item = Code> {
    forms::codes().into_iter().filter(|code| {
        let kinds = code.op_code().op_kinds();
        code.condition_code() != ConditionCode::None
            && matches!(
                kinds,
                [OpCodeOperandKind::r8_or_mem] | [OpCodeOperandKind::r64_reg, OpCodeOperandKind::r64_or_mem]
            )
    })
}

/// Writes instructions down.
pub fn show(instructions: &[Instruction]) -> String {
    let text = |instruction: &Instruction| {
        let mut text = String::new();
        FastFormatter::new().format(instruction, &mut text);
        text
    };
    instructions.iter().map(text).collect::<Vec<_>>().join("; ")
}
