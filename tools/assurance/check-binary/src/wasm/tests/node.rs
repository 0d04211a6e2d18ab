//! Runs a module under Node, and operands for it.

use std::fs;
use std::process::Command;

use super::encoding::{OPERANDS, TOTAL};

/// A pseudorandom generator, the same in each run.
pub struct Random(pub u64);

impl Random {
    fn word(&mut self) -> u64 {
        // An odd step, and a mixture of the sum's bits.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 31).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed ^ mixed >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93) ^ mixed >> 32
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }
}

/// A function, the memory that it starts with, and what is there after it, if it returns.
pub struct Case {
    function: usize,
    pub memory: Vec<u8>,
    pub left: Option<Vec<u8>>,
}

/// Words at the ends of what lanes hold, and counts of shifts.
const EDGES: [u64; 16] = [0, 1, 2, 7, 8, 15, 16, 31, 32, 33, 0x7f, 0x80, 0x7fff, 0x8000, 0x7fff_ffff, 0x8000_0000];

/// Returns cases of a function. In most of them one operand is that of the first case, so that it
/// can be a number where the others are terms.
pub fn cases(function: usize, count: usize, random: &mut Random) -> Vec<Case> {
    let mut first = Vec::new();
    let one = |k: usize| {
        let mut memory = vec![0; TOTAL];
        let bytes = [1, 2, 4, 8][random.below(4)];
        let is_even = random.below(4) == 0;
        let repeated = EDGES[random.below(EDGES.len())];
        for place in memory.chunks_mut(bytes) {
            let word = match random.below(3) {
                _ if is_even => repeated,
                0 => EDGES[random.below(EDGES.len())],
                1 => EDGES[random.below(EDGES.len())].wrapping_neg(),
                _ => random.word(),
            };
            place.copy_from_slice(&word.to_le_bytes()[..bytes]);
        }
        if k == 0 {
            first = memory.clone();
        } else if let kept @ 0..OPERANDS = random.below(OPERANDS + 1) {
            memory[16 * kept..16 * (kept + 1)].copy_from_slice(&first[16 * kept..16 * (kept + 1)]);
        }
        Case { function, memory, left: None }
    };
    (0..count).map(one).collect()
}

const SCRIPT: &str = r#"
const { readFileSync, writeFileSync } = require("node:fs");
const [folder, size] = process.argv.slice(1);
const total = Number(size);
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(`${folder}/module.wasm`)));
const input = readFileSync(`${folder}/cases`);
const count = input.length / (total + 4);
const output = Buffer.alloc(count * (total + 1));
const memory = new Uint8Array(exports.memory.buffer, 1024, total);
for (let k = 0; k < count; k++) {
    const at = k * (total + 4);
    memory.set(input.subarray(at + 4, at + 4 + total));
    try {
        exports[input.readUInt32LE(at)](1024);
        output[k * (total + 1)] = 1;
    } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    }
    output.set(memory, k * (total + 1) + 1);
}
writeFileSync(`${folder}/left`, output);
"#;

/// Runs all cases; returns false where there is no Node.
pub fn run(module: &[u8], cases: &mut [Case]) -> bool {
    if !Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return false;
    }
    let folder = std::env::temp_dir().join(format!("check-binary-wasm-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a directory for temporary files");
    fs::write(folder.join("module.wasm"), module).expect("a file");
    let input: Vec<u8> =
        cases.iter().flat_map(|case| [&(case.function as u32).to_le_bytes()[..], &case.memory].concat()).collect();
    fs::write(folder.join("cases"), input).expect("a file");
    let status = Command::new("node").arg("-e").arg(SCRIPT).arg(&folder).arg(TOTAL.to_string()).status();
    assert!(status.expect("Node runs").success(), "Node refuses the module");
    let left = fs::read(folder.join("left")).expect("what Node left");
    fs::remove_dir_all(&folder).expect("the directory that was made");
    for (case, left) in cases.iter_mut().zip(left.chunks(TOTAL + 1)) {
        case.left = (left[0] == 1).then(|| left[1..].to_vec());
    }
    true
}
