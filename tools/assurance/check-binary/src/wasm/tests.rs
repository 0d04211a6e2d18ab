//! Compares the rules of the executor with an implementation of WebAssembly, that of Node.
//!
//! Each opcode that the executor has a rule for stands in a function that takes its operands from
//! memory and writes its result there. The functions of one module run under Node for many
//! operands. The executor runs them with numbers for the same operands, and with terms, whose
//! values are then computed. An opcode without a rule is not compared, since no proof contains it.

mod encoding;
mod frame;
mod node;

use std::collections::{BTreeMap, BTreeSet};

use super::{Module, POINTER_BITS, execute};
use crate::cell::{self, Cell};
use crate::execution::Call;
use crate::image::Image;
use crate::memory::{Access, Memory};
use crate::term::{Input, Lane, Operation, Terms, apply, word};
use encoding::{Form, OPERANDS, RESULT, TOTAL, forms, module};
use node::{Case, Random};

/// The bytes of the stack.
const STACK: i64 = 64;

/// The memory that an execution leaves behind.
type Left = Result<Vec<Cell>, String>;

/// Runs function k of a module on memory.
fn run(image: &Image, terms: &mut Terms, function: u32, cells: Vec<Cell>) -> Left {
    let module = image.module.as_ref().expect("it is a module");
    let mut memory = Memory::new(image, &[]);
    let data = memory.add("memory", cells, Access::Write);
    let stack = memory.add("the stack", vec![cell::ZERO; STACK as usize], Access::Write);
    let (_, address) = module.body(function).expect("the function has a body");
    let arguments = [terms.address(data, 0)];
    let call = Call { function: address as u64, arguments: &arguments, stack: (stack, STACK) };
    let execution = execute(terms, memory, 1 << 30, &call);
    execution.outcome.map_err(|stop| stop.reason)?;
    Ok(execution.memory.regions.into_iter().next().expect("a region").cells)
}

/// Returns the bytes that cells are, the inputs being the bytes of a memory.
fn evaluate(terms: &Terms, cells: &[Cell], memory: &[u8]) -> Vec<u8> {
    let mut words: Vec<u64> = Vec::with_capacity(terms.len());
    for id in 0..terms.len() as u32 {
        let term = terms.get(crate::term::Id(id));
        let [x, y] = term.operands.map(|lane| match lane {
            Lane::Number(value) => value,
            Lane::Term(id) => words[id.0 as usize],
        });
        words.push(match term.operation {
            // Coefficient k of operand 0 is the lane of its width at byte k.
            Operation::Input(Input::Coefficient(_, at), _) => {
                let bytes = &memory[usize::from(at)..][..usize::from(term.bits / 8)];
                bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
            }
            Operation::Input(Input::Unknown, _) | Operation::Address(..) => 0,
            operation => apply(operation, term.bits, x, y),
        });
    }
    let byte = |cell: &Cell| match *cell {
        Cell::Byte(byte) => byte,
        Cell::Part(id, k) => word(words[id.0 as usize] >> (8 * k), 8) as u8,
    };
    cells.iter().map(byte).collect()
}

/// Returns memory in which some operands are terms of this many bits.
fn with_terms(terms: &mut Terms, memory: &[u8], subset: u32, bits: u8) -> Vec<Cell> {
    let mut cells: Vec<_> = memory.iter().map(|&byte| Cell::Byte(byte)).collect();
    let bytes = usize::from(bits / 8);
    for at in (0..TOTAL).step_by(bytes) {
        let operand = (at / 16).min(OPERANDS);
        if subset >> operand & 1 == 1 {
            let id = terms.input(Input::Coefficient(0, at as u16), 0, bits);
            let mut lane = Vec::new();
            cell::push(&mut lane, Lane::Term(id), bytes);
            cells[at..at + bytes].copy_from_slice(&lane);
        }
    }
    cells
}

/// The outcome for all opcodes.
#[derive(Default)]
struct Tally {
    numbers: BTreeMap<String, usize>,
    terms: BTreeMap<String, usize>,
}

fn check_form(image: &Image, function: u32, form: &Form, cases: &[&Case], tally: &mut Tally) {
    for case in cases {
        let mut terms = Terms::of_pointers(POINTER_BITS);
        let cells = case.memory.iter().map(|&byte| Cell::Byte(byte)).collect();
        match (run(image, &mut terms, function, cells), &case.left) {
            (Ok(cells), Some(left)) => {
                let found = evaluate(&terms, &cells, &case.memory);
                assert_eq!(&found, left, "{} with numbers {:?}", form.name, case.memory);
                *tally.numbers.entry(form.name.clone()).or_default() += 1;
            }
            (Err(_), None) => {}
            (found, left) => panic!("{}: {found:?} and {left:?}", form.name),
        }
    }
    for bits in [8, 16, 32, 64] {
        for subset in 1..1 << (OPERANDS + 1) {
            let mut terms = Terms::of_pointers(POINTER_BITS);
            let first = &cases[subset as usize % cases.len()];
            let cells = with_terms(&mut terms, &first.memory, subset, bits);
            // Bytes that are numbers in the first case have to be the same in the others.
            let is_alike = |case: &&&Case| {
                (0..TOTAL).all(|at| subset >> (at / 16).min(OPERANDS) & 1 == 1 || case.memory[at] == first.memory[at])
            };
            let Ok(cells) = run(image, &mut terms, function, cells) else { continue };
            // A result of numbers says nothing of terms.
            if form.result.is_some() && matches!(cells[RESULT], Cell::Byte(_)) {
                continue;
            }
            for case in cases.iter().filter(is_alike) {
                let Some(left) = &case.left else { continue };
                let found = evaluate(&terms, &cells, &case.memory);
                assert_eq!(&found, left, "{} with terms of {bits} bits {:?}", form.name, case.memory);
                *tally.terms.entry(form.name.clone()).or_default() += 1;
            }
        }
    }
}

/// The opcodes that the tables of the executor name.
fn named() -> BTreeSet<String> {
    let tables = [include_str!("scalar.rs"), include_str!("vector.rs"), include_str!("memory.rs")];
    let lines = tables.into_iter().flat_map(str::lines).filter(|line| !line.trim_start().starts_with("//"));
    let words = lines.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric()));
    let prefixes = ["I8x16", "I16x8", "I32x4", "I64x2", "V128", "I32", "I64", "MemoryCopy", "MemoryFill"];
    let is_opcode = |word: &&str| {
        prefixes.iter().any(|prefix| word.len() > prefix.len() && word.starts_with(prefix))
            || word.starts_with("Memory")
    };
    words.filter(is_opcode).map(str::to_owned).filter(|word| word != "Memory").collect()
}

fn compare_every_rule(count: usize) {
    let forms = forms();
    let bytes = module(&forms);
    let mut random = Random(1);
    let mut cases: Vec<Case> = (0..forms.len()).flat_map(|k| node::cases(k, count, &mut random)).collect();
    if !node::run(&bytes, &mut cases) {
        println!("no Node: rules of WebAssembly are not compared");
        return;
    }
    let image = Image::of_module(Module::parse(bytes).expect("a module"));
    let mut tally = Tally::default();
    for (k, form) in forms.iter().enumerate() {
        let own: Vec<_> = cases[k * count..(k + 1) * count].iter().collect();
        check_form(&image, k as u32, form, &own, &mut tally);
    }
    let missing: Vec<_> = named().into_iter().filter(|name| !tally.numbers.contains_key(name)).collect();
    assert!(missing.is_empty(), "named in the tables and not compared: {missing:?}");
    println!(
        "{} opcodes with numbers, {} comparisons; {} with terms, {}",
        tally.numbers.len(),
        tally.numbers.values().sum::<usize>(),
        tally.terms.len(),
        tally.terms.values().sum::<usize>()
    );
    assert!(tally.numbers.len() >= 200 && tally.terms.len() >= 150);
}

#[test]
fn the_rules_are_those_of_node() {
    compare_every_rule(80);
}

#[test]
#[ignore = "takes long"]
fn the_rules_are_those_of_node_for_many_operands() {
    compare_every_rule(1000);
}

#[test]
fn halves_of_sums_are_rounded_down() {
    let mut terms = Terms::default();
    let [x, y] = [0, 1].map(|k| Lane::Term(terms.input(Input::Coefficient(0, k), 0, 8)));
    let both = terms.make(Operation::And, 8, x, y);
    let one = terms.make(Operation::Xor, 8, x, y);
    let half = terms.make(Operation::ShiftSigned, 8, one, Lane::Number(1));
    let sum = terms.make(Operation::Add, 8, both, half);
    assert!(!matches!(crate::lanes::operands_of(&terms, sum), Some((Operation::Add, _))), "it is rewritten");
    let cells = cell::of_lanes([sum], 1);
    for x in i8::MIN..=i8::MAX {
        for y in i8::MIN..=i8::MAX {
            let wanted = ((i16::from(x) + i16::from(y)) >> 1) as u8;
            assert_eq!(evaluate(&terms, &cells, &[x as u8, y as u8]), [wanted]);
        }
    }
}
