//! Faults in copies of a program: an instruction computes something else, takes another register or
//! another address, a constant is wrong, or a branch goes the other way. Each is rejected, or its
//! result is right all the same, as where a quotient is one more and all bounds hold.

mod thumb;
mod wasm;

use std::path::PathBuf;

use iced_x86::{Code, Decoder, DecoderOptions, Encoder, Instruction, Mnemonic, OpKind, Register};

use crate::image::Image;
use crate::mark::{Function, Kind, Marks};
use crate::product::Checker;
use crate::random::Random;
use crate::term::{Input, Lane, Operation, Terms, apply};

/// Returns the program of the example.
fn program() -> Image {
    let tests = std::env::current_exe().expect("tests have a program");
    let path: PathBuf = tests.ancestors().nth(2).expect("it is in a folder of the profile").join("examples/products");
    Image::read(&path).expect("`cargo test` builds the example")
}

/// Plants a fault in an executed instruction or a constant that was read, if that is possible.
type Plant = fn(&Image, &[u64], &[u64], &mut Random) -> Option<Fault>;

/// A fault: bytes at an address of the memory, or of the code.
struct Fault {
    kind: &'static str,
    is_code: bool,
    address: u64,
    bytes: Vec<u8>,
    text: String,
}

/// Returns the bytes of an instruction, if it is as long as before.
fn encoded(instruction: &Instruction, length: usize) -> Option<Vec<u8>> {
    let mut encoder = Encoder::new(64);
    encoder.encode(instruction, instruction.ip()).ok()?;
    let bytes = encoder.take_buffer();
    (bytes.len() == length).then_some(bytes)
}

/// Returns an instruction that computes something else from the same operands.
fn other_code(code: Code) -> Option<Code> {
    use Code::*;
    Some(match code {
        VEX_Vpaddw_ymm_ymm_ymmm256 => VEX_Vpsubw_ymm_ymm_ymmm256,
        VEX_Vpsubw_ymm_ymm_ymmm256 => VEX_Vpaddw_ymm_ymm_ymmm256,
        VEX_Vpaddd_ymm_ymm_ymmm256 => VEX_Vpsubd_ymm_ymm_ymmm256,
        VEX_Vpmullw_ymm_ymm_ymmm256 => VEX_Vpmulhw_ymm_ymm_ymmm256,
        VEX_Vpmaddwd_ymm_ymm_ymmm256 => VEX_Vpmulhw_ymm_ymm_ymmm256,
        VEX_Vpunpcklwd_ymm_ymm_ymmm256 => VEX_Vpunpckhwd_ymm_ymm_ymmm256,
        VEX_Vpand_ymm_ymm_ymmm256 => VEX_Vpor_ymm_ymm_ymmm256,
        Jne_rel8_64 => Je_rel8_64,
        Je_rel8_64 => Jne_rel8_64,
        Jne_rel32_64 => Je_rel32_64,
        _ => return None,
    })
}

/// Plants a random fault in a constant that was read.
fn other_constant(image: &Image, constants: &[u64], random: &mut Random) -> Option<Fault> {
    if constants.is_empty() {
        return None;
    }
    let address = constants[random.below(constants.len() as u64) as usize];
    let byte = image.constant(address, 1)?[0] ^ 1 << random.below(8);
    Some(Fault { kind: "constant", is_code: false, address, bytes: vec![byte], text: String::new() })
}

/// Plants a random fault in an executed instruction or a constant that was read.
fn fault(image: &Image, addresses: &[u64], constants: &[u64], random: &mut Random) -> Option<Fault> {
    if random.below(6) == 0 {
        return other_constant(image, constants, random);
    }
    let address = addresses[random.below(addresses.len() as u64) as usize];
    let mut instruction = Decoder::with_ip(64, image.code(address)?, address, DecoderOptions::NONE).decode();
    let text = instruction.to_string();
    let kind = match random.below(4) {
        0 => {
            instruction.set_code(other_code(instruction.code())?);
            if instruction.op_kind(0) == OpKind::NearBranch64 { "branch" } else { "opcode" }
        }
        1 => {
            let k = (0..instruction.op_count())
                .rev()
                .find(|&k| instruction.op_kind(k) == OpKind::Register && instruction.op_register(k).is_ymm())?;
            let number = instruction.op_register(k).number() as u32;
            instruction.set_op_register(k, Register::YMM0 + (number ^ 1 << random.below(3)));
            "register"
        }
        2 => {
            let last = instruction.op_count().checked_sub(1)?;
            if instruction.op_kind(last) != OpKind::Immediate8 || instruction.mnemonic() == Mnemonic::INVALID {
                return None;
            }
            instruction.set_immediate8(instruction.immediate8() ^ 1 << random.below(8));
            "immediate"
        }
        _ => {
            let is_on_stack = instruction.memory_base() == Register::RSP;
            if !is_on_stack || instruction.memory_displacement64() == 0 {
                return None;
            }
            instruction.set_memory_displacement64(instruction.memory_displacement64() ^ 32);
            "address"
        }
    };
    let bytes = encoded(&instruction, instruction.len())?;
    Some(Fault { kind, is_code: true, address, bytes, text })
}

/// Computes lanes for operands.
fn evaluate(terms: &Terms, lanes: &[Lane], operands: &[Vec<i64>]) -> Vec<i64> {
    let mut words = vec![0u64; terms.len()];
    for id in crate::statement::needed(terms, lanes) {
        let term = terms.get(id);
        let [x, y] = term.operands.map(|lane| match lane {
            Lane::Number(value) => value,
            Lane::Term(id) => words[id.0 as usize],
        });
        words[id.0 as usize] = match term.operation {
            Operation::Input(Input::Coefficient(operand, k), _) => operands[operand as usize][k as usize] as u64,
            Operation::Input(Input::Unknown, _) => panic!("a result that was accepted depends on what is unknown"),
            operation => apply(operation, term.bits, x, y),
        };
        words[id.0 as usize] = crate::term::word(words[id.0 as usize], term.bits);
    }
    let of = |lane: &Lane| match *lane {
        Lane::Number(value) => value,
        Lane::Term(id) => words[id.0 as usize],
    };
    lanes.iter().map(|lane| crate::term::signed(of(lane), 16)).collect()
}

/// Asserts that an accepted result is the product of random operands.
fn is_right(checker: &Checker<'_>, function: &Function, random: &mut Random) {
    let ring = &function.ring;
    let (low, high) = ring.centred();
    let mut operand = || -> Vec<i64> {
        (0..ring.degree).map(|_| low as i64 + random.below((high - low + 1) as u64) as i64).collect()
    };
    let operands = [operand(), operand()];
    let m = ring.modulus;
    let residues = operands.each_ref().map(|a| a.iter().map(|&c| c.rem_euclid(m as i64) as u64).collect());
    let wanted = ring.sum(&vec![(0, 1)], &residues, m);
    let found = evaluate(checker.terms(), checker.result(), &operands);
    for (found, wanted) in found.into_iter().zip(wanted) {
        assert!((low..=high).contains(&found.into()), "{found}");
        assert_eq!(found.rem_euclid(m as i64) as u64, wanted);
    }
}

/// Plants faults in the product of a ring on a backend, and returns how many of them were rejected.
fn rejected(mut image: Image, backend: u8, plant: Plant, ring: &str, count: usize) -> usize {
    let marks = Marks::read(&image).expect("the program has marks");
    let function = marks.functions.iter().find(|f| f.ring.name == ring && f.kind == Kind::Product);
    let function = function.expect("the program has the product");
    let mut checker = Checker::new(&image, &marks);
    assert_eq!(checker.check(function, backend, backend), Some(Ok(())));
    let mut random = Random::new();
    is_right(&checker, function, &mut random);
    let addresses: Vec<u64> = checker.executed.addresses.iter().copied().collect();
    let constants: Vec<u64> = checker.executed.constants.iter().copied().collect();
    let (mut planted, mut rejected) = (0, 0);
    while planted < count {
        let Some(Fault { kind, is_code, address, bytes, text }) = plant(&image, &addresses, &constants, &mut random)
        else {
            continue;
        };
        let before = image.patch(address, &bytes, is_code);
        let mut checker = Checker::new(&image, &marks);
        let outcome = checker.check(function, backend, backend).expect("it is a product");
        planted += 1;
        match outcome {
            Ok(()) => {
                println!("{ring}: accepted: {kind} at {}: {text}", image.place(address));
                is_right(&checker, function, &mut random);
            }
            Err(_) => rejected += 1,
        }
        image.patch(address, &before, is_code);
    }
    println!("{ring}: {rejected} of {planted} faults rejected");
    rejected
}

#[test]
fn faults_are_rejected_or_change_nothing() {
    if !std::arch::is_x86_feature_detected!("avx2") {
        return;
    }
    assert!(rejected(program(), 2, fault, "saber", 40) > 20);
    assert!(rejected(program(), 2, fault, "sntrup653", 20) > 10);
}
