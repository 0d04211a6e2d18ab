//! Compares sequences of instructions, whose terms are rewritten together, and branches.

use iced_x86::{Code, ConditionCode, Instruction, Register};

use super::check::{Checker, Effort, show};
use super::forms::{self, Place, Shape, assemble, build};
use super::model::Setup;
use super::native::{self, FLAGS, MEMORY, STATUS, TOTAL};
use crate::tests::operands::{PATTERNS, Random, fill};

/// The longest sequence.
const LENGTH: usize = 8;
/// The general registers of sequences: operands, and two for addresses.
const GENERAL: [u32; 4] = [0, 1, 2, 11];
const ADDRESSES: [Register; 2] = [Register::RSI, Register::RDI];

/// Instructions whose terms are rewritten together.
const THEMES: [&[&str]; 4] = [
    &["psraw", "psrad", "packsswb", "packssdw", "packusdw", "packuswb", "pmovsx", "pmovzx"],
    &["pmullw", "pmulhw", "pmulhrsw", "punpcklwd", "punpckhwd", "paddd", "psubd", "psrad", "pmaddwd", "packssdw"],
    &["vpcmpgtw", "vpcmpeqw", "vpcmpw", "vpaddw", "vpsubw", "vmovdqu16"],
    &["add", "sub", "and", "cmp", "lea", "mov", "cmov", "set", "test", "shr", "sar"],
];

/// Compares sequences at random of what the executor has rules for.
pub fn check(effort: Effort) {
    let mut checker = Checker::new(effort, 2);
    let codes = runnable(&mut checker);
    let (mut compared, mut length) = (0, 0);
    let themes = THEMES.map(|names| themed(&codes, names));
    for n in 0..effort.sequences {
        let theme = if n % 2 == 0 { &codes } else { &themes[n / 2 % THEMES.len()] };
        let used = check_one(&mut checker, &codes, theme);
        compared += usize::from(used > 1);
        length += used;
    }
    checker.tally.assert_agreement();
    println!("{compared} sequences of {length} instructions in all, of {} codes", codes.len());
    assert!(compared >= effort.sequences / 2, "few sequences were compared: {compared}");
}

/// The codes that the executor has rules for, and that can run here.
fn runnable(checker: &mut Checker) -> Vec<Code> {
    let can_run = |code: &Code| {
        let forms = [Place::Register, Place::Aligned].map(|place| {
            let shape = Shape::new(place, &mut checker.random, 2);
            build(*code, &shape, checker.native.constants(), &mut checker.random)
        });
        let mut forms = forms.iter().flatten();
        !forms::is_left_out(*code)
            && forms::is_available(*code)
            && forms.any(|form| {
                let setup = Setup::new(&[*form], &mut checker.random);
                let state = setup.state(&checker.native, &mut checker.random, PATTERNS);
                setup.run(&checker.native, &state, &[*form]).is_ok()
            })
    };
    forms::codes().into_iter().filter(can_run).collect()
}

/// The codes whose names start so, but for the letter of AVX.
fn themed(codes: &[Code], names: &[&str]) -> Vec<Code> {
    let is_themed = |code: &&Code| {
        let name = format!("{:?}", code.mnemonic()).to_lowercase();
        names
            .iter()
            .any(|&start| name.starts_with(start) || name.strip_prefix('v').is_some_and(|n| n.starts_with(start)))
    };
    codes.iter().filter(is_themed).copied().collect()
}

/// Returns an instruction on few registers, so that one uses what another one has left.
fn random_form(checker: &mut Checker, codes: &[Code]) -> Option<Instruction> {
    let random = &mut checker.random;
    let code = random.of(codes);
    let place = random.of(&[Place::Register, Place::Register, Place::Aligned]);
    let mask = random.chance(25).then(|| (1, random.chance(30)));
    let general = GENERAL.to_vec();
    let vectors = vec![0, 1, 2];
    let shape = Shape { place, mask, broadcast: false, general, vectors, masks: vec![1], immediate: None };
    let mut form = build(code, &shape, checker.native.constants(), random)?;
    if form.memory_base() != Register::None {
        form.set_memory_base(random.of(&ADDRESSES));
    }
    Some(form)
}

/// Compares one sequence, from which what the executor refuses is left out, and returns its length.
fn check_one(checker: &mut Checker, codes: &[Code], theme: &[Code]) -> usize {
    let bits = checker.random.of(&[8, 16, 16, 32, 64]);
    // Few codes, so that those that belong together meet.
    let count = theme.len().min(30);
    let start = checker.random.below((theme.len() - count + 1) as u64) as usize;
    let near = if theme.len() < codes.len() { theme } else { &theme[start..start + count] };
    let mut forms: Vec<Instruction> = Vec::new();
    let mut setup = Setup::default();
    for _ in 0..LENGTH {
        let pool = if checker.random.chance(75) { near } else { codes };
        let Some(form) = random_form(checker, pool) else { continue };
        let longer: Vec<_> = forms.iter().copied().chain([form]).collect();
        let candidate = setup_of(&longer, bits, &setup, &mut checker.random);
        let state = candidate.state(&checker.native, &mut checker.random, PATTERNS);
        if assemble(&longer, checker.native.code())
            .is_some_and(|(_, instructions)| candidate.run(&checker.native, &state, &instructions).is_ok())
        {
            (forms, setup) = (longer, candidate);
        }
    }
    if compare(checker, &forms, &setup) { forms.len() } else { 0 }
}

/// All operands but addresses are terms; the addresses are those of before.
fn setup_of(forms: &[Instruction], bits: u8, before: &Setup, random: &mut Random) -> Setup {
    let mut setup = Setup { bits, ..Setup::new(forms, random) };
    if !before.symbolic.is_empty() {
        setup.is_swapped = before.is_swapped;
    }
    for number in 0..16 {
        setup.addresses[number] = before.addresses[number].or(setup.addresses[number]);
    }
    setup.set_used(forms);
    setup.symbolic = setup.candidates();
    setup
}

/// Compares a sequence for many operands, and returns whether the executor accepts it.
fn compare(checker: &mut Checker, forms: &[Instruction], setup: &Setup) -> bool {
    let Some((code, instructions)) = assemble(forms, checker.native.code()) else { return false };
    let mut state = setup.state(&checker.native, &mut checker.random, PATTERNS);
    // A sequence that is refused for these numbers may be accepted for others.
    let Ok(outcome) = setup.run(&checker.native, &state, &instructions) else { return false };
    checker.native.set(&code);
    for n in 0..PATTERNS + 12 {
        for part in &setup.symbolic {
            fill(&mut checker.random, n, &mut state.0[part.clone()]);
        }
        checker.compare(setup, &outcome, &state, &instructions);
    }
    true
}

/// Compares selections between a number and its sum or difference with another one, whose terms the
/// executor writes with one sum less.
pub fn check_selections() {
    use Code::*;
    use Register::*;
    let mut checker = Checker::new(Effort::SHORT, 6);
    let with2 = |code, x, y| Instruction::with2(code, x, y).expect("an instruction");
    let with3 = |code, x, y, z| Instruction::with3(code, x, y, z).expect("an instruction");
    let mut sequences = Vec::new();
    for operation in [Add_r64_rm64, Sub_r64_rm64] {
        for code in [Cmovs_r64_rm64, Cmovns_r64_rm64] {
            for (x, y) in [(RDX, RAX), (RAX, RDX)] {
                let changed = [with2(Mov_r64_rm64, RDX, RAX), with2(operation, RDX, RCX)];
                sequences.push([changed[0], changed[1], with2(code, x, y)]);
            }
        }
    }
    if native::is_wide() {
        for operation in [EVEX_Vpaddw_zmm_k1z_zmm_zmmm512, EVEX_Vpsubw_zmm_k1z_zmm_zmmm512] {
            for (x, y) in [(ZMM0, ZMM1), (ZMM1, ZMM0)] {
                let comparison = with3(EVEX_Vpcmpgtw_kr_k1_zmm_zmmm512, K1, ZMM2, ZMM3);
                let mut selection = with2(EVEX_Vmovdqu16_zmm_k1z_zmmm512, x, y);
                selection.set_op_mask(K1);
                sequences.push([comparison, with3(operation, ZMM0, ZMM1, ZMM2), selection]);
            }
        }
    }
    for sequence in sequences {
        let bits = if sequence[0].op_register(0).is_k() { 16 } else { 64 };
        let mut setup = Setup { bits, ..Setup::new(&sequence, &mut checker.random) };
        setup.symbolic = setup.candidates();
        assert!(compare(&mut checker, &sequence, &setup), "{}", show(&sequence));
    }
    checker.tally.assert_agreement();
}

/// Compares which of two ways a conditional jump goes, for each condition and for all flags.
pub fn check_branches() {
    let mut checker = Checker::new(Effort::SHORT, 3);
    let is_jump = |code: &Code| code.condition_code() != ConditionCode::None && code.is_jcc_short_or_near();
    let codes: Vec<_> = forms::codes().into_iter().filter(is_jump).collect();
    let mut compared = 0;
    for &code in &codes {
        for _ in 0..64 {
            compared += usize::from(check_branch(&mut checker, code));
        }
    }
    checker.tally.assert_agreement();
    assert!(codes.len() >= 32 && compared >= 32 * 64, "few branches were compared: {compared}");
}

/// Compares a jump over an instruction that sets a register.
fn check_branch(checker: &mut Checker, code: Code) -> bool {
    let start = checker.native.code();
    let set = Instruction::with2(Code::Mov_r32_imm32, Register::EAX, 1).expect("a move");
    let at = |target| Instruction::with_branch(code, target).expect("a branch");
    let Some((bytes, _)) = assemble(&[at(start), set], start) else { return false };
    let end = start + bytes.len() as u64;
    let Some((bytes, instructions)) = assemble(&[at(end), set], start) else { return false };
    let setup = Setup::default();
    let mut state = setup.state(&checker.native, &mut checker.random, PATTERNS);
    state.set(FLAGS, 0x202 | checker.random.next() & STATUS);
    let taken = setup.run(&checker.native, &state, &instructions[..1]);
    let taken = taken.unwrap_or_else(|reason| panic!("{}: {reason}", show(&instructions))).target;
    assert!(taken.is_none_or(|target| target == end), "a jump to another place");
    let executed = if taken.is_some() { &instructions[..0] } else { &instructions[1..] };
    let outcome = setup.run(&checker.native, &state, executed).expect("a move");
    checker.native.set(&bytes);
    checker.compare(&setup, &outcome, &state, &instructions);
    true
}

/// Compares the instructions that fill and copy memory, with terms and with numbers.
pub fn check_strings() {
    let mut checker = Checker::new(Effort::SHORT, 4);
    let instructions = [
        Instruction::with_rep_stosb(64),
        Instruction::with_rep_stosq(64),
        Instruction::with_rep_movsb(64),
        Instruction::with_rep_movsq(64),
    ];
    let mut compared = 0;
    for instruction in instructions.into_iter().cycle().take(2000) {
        compared += usize::from(check_string(&mut checker, instruction.expect("an instruction")));
    }
    checker.tally.assert_agreement();
    assert!(compared >= 1000, "few were compared: {compared}");
}

fn check_string(checker: &mut Checker, instruction: Instruction) -> bool {
    let (code, instructions) = assemble(&[instruction], checker.native.code()).expect("an instruction");
    let mut setup = Setup { bits: 16, ..Setup::new(&instructions, &mut checker.random) };
    let random = &mut checker.random;
    for register in [6, 7] {
        setup.addresses[register] = Some((random.below(2) as u16, random.below(300) as i64));
    }
    setup.small.push((1, random.below(26)));
    setup.used.push(MEMORY..TOTAL);
    if random.chance(80) {
        setup.symbolic = setup.candidates();
    }
    let state = setup.state(&checker.native, random, PATTERNS);
    let Ok(outcome) = setup.run(&checker.native, &state, &instructions) else { return false };
    checker.native.set(&code);
    checker.compare(&setup, &outcome, &state, &instructions);
    true
}
