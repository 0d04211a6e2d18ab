//! Faults in modules of WebAssembly.

use std::path::PathBuf;

use super::{Fault, rejected};
use crate::image::Image;
use crate::mark::MAGIC;
use crate::random::Random;

/// Returns the module of the example, if it was built.
fn module() -> Option<Image> {
    let tests = std::env::current_exe().expect("tests have a program");
    let target: PathBuf = tests.ancestors().nth(3).expect("it is in a folder of the target").into();
    let path = target.join("wasm32-unknown-unknown/release/examples/products.wasm");
    path.exists().then(|| Image::read(&path).expect("a module"))
}

/// Opcodes on vectors that take the same operands: arithmetic, shifts, widening, and half of it.
const ALIKE: [&[u8]; 6] = [
    &[142, 145, 149, 130],
    &[174, 177, 181],
    &[139, 140, 141],
    &[171, 172, 173],
    &[135, 136, 137, 138],
    &[167, 168, 169, 170],
];

/// Opcodes on integers that take the same operands.
const ALIKE_INTEGERS: [&[u8]; 4] = [&[0x6a, 0x6b, 0x6c], &[0x71, 0x72, 0x73], &[0x74, 0x75, 0x76], &[0x45, 0xc0, 0xc1]];

/// Returns another opcode of the same list.
fn other(lists: &[&[u8]], code: u8, random: &mut Random) -> Option<u8> {
    let list = lists.iter().find(|list| list.contains(&code))?;
    let other = list[random.below(list.len() as u64) as usize];
    (other != code).then_some(other)
}

/// Plants a random fault in an executed instruction or a constant that was read.
fn fault(image: &Image, addresses: &[u64], constants: &[u64], random: &mut Random) -> Option<Fault> {
    if random.below(8) == 0 {
        let address = constants[random.below(constants.len() as u64) as usize];
        // Functions drop the byte of their marks that they read.
        let word = image.constant(address & !7, 8)?;
        if u64::from_le_bytes(word.try_into().ok()?) >> 8 == MAGIC {
            return None;
        }
        let byte = image.constant(address, 1)?[0] ^ 1 << random.below(8);
        return Some(Fault { kind: "constant", is_code: false, address, bytes: vec![byte], text: String::new() });
    }
    let address = addresses[random.below(addresses.len() as u64) as usize];
    let code = image.module.as_ref()?.code(address);
    let mut bytes = code[..code.len().min(20)].to_vec();
    let kind = match bytes.as_slice() {
        // Opcodes from 128 on have two bytes.
        [0xfd, low @ 128..=255, 1, ..] => {
            bytes[1] = other(&ALIKE, *low, random)?;
            "opcode on vectors"
        }
        [0xfd, 13, ..] => {
            bytes[2 + random.below(16) as usize] ^= 1 << random.below(5);
            "lane of a shuffle"
        }
        [0xfd, 12, ..] => {
            bytes[2 + random.below(16) as usize] ^= 1 << random.below(8);
            "immediate vector"
        }
        // A load or a store of a vector at an offset of one byte.
        [0xfd, 0 | 11, _, 16..112, ..] => {
            bytes[3] ^= 16;
            "address"
        }
        [0x41, 0..64, ..] => {
            bytes[1] ^= 1 << random.below(6);
            "immediate number"
        }
        [0x28..=0x35, _, 2..126, ..] => {
            bytes[2] ^= 2;
            "address of an integer"
        }
        [code, ..] => {
            bytes[0] = other(&ALIKE_INTEGERS, *code, random)?;
            "opcode"
        }
        [] => return None,
    };
    Some(Fault { kind, is_code: true, address, bytes, text: String::new() })
}

#[test]
fn faults_in_modules_are_rejected_or_change_nothing() {
    if module().is_none() {
        println!("no module of the example: no fault in one is planted");
        return;
    }
    let of_example = || module().expect("it is there");
    let best = of_example().architecture.backends().last().expect("a backend").0;
    assert!(rejected(of_example(), best, fault, "saber", 30) > 15);
    assert!(rejected(of_example(), best, fault, "sntrup653", 20) > 10);
}
