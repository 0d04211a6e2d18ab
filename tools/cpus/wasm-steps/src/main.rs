//! Rewrites a WebAssembly module so that it reports its steps to the function `step`, an import.
//!
//! ```text
//! vectru-wasm-steps MODULE REWRITTEN
//! ```
//!
//! Before each instruction of these kinds the rewritten module calls `step(site, operand)` with the
//! number of the place and each operand on which time may depend:
//!
//! | kind | instructions | operands |
//! | --- | --- | --- |
//! | `branch` | `if`, `br_if`, `br_table`, `call_indirect` | the condition, or the index |
//! | `select` | `select` | the condition |
//! | `address` | loads, stores, `memory.copy`, `memory.fill` | addresses, lengths, what fills |
//! | `division` | divisions and remainders of integers | both, those of 64 bits in halves |
//!
//! A custom section `steps` names the sites in their order, one a line: the kind, and the function.
//! The other instructions are those of the module.

use std::collections::HashMap;
use std::error::Error;
use std::ops::Range;

use wasmparser::{FunctionBody, KnownCustom, Name, Parser, Payload, TypeRef};

/// The type of an operand, by its code in the binary format.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Type {
    I32 = 0x7f,
    I64 = 0x7e,
    F32 = 0x7d,
    F64 = 0x7c,
    V128 = 0x7b,
}
use Type::{F32, F64, I32, I64, V128};

/// The local variables that a function gets: at most three operands of one type wait in them.
const LOCALS: [(u8, Type); 5] = [(3, I32), (2, I64), (1, F32), (1, F64), (1, V128)];

/// The number of the first of these variables of a type, less that of the first of all.
fn first_local(of: Type) -> u32 {
    LOCALS.iter().take_while(|(_, other)| *other != of).map(|(count, _)| u32::from(*count)).sum()
}

/// The report of an instruction.
struct Step {
    kind: &'static str,
    /// The operands, the first pushed one first.
    operands: &'static [Type],
    /// The number of operands that are reported, from the first.
    reported: usize,
}

/// Returns what is reported of the instruction with these bytes, if anything is.
fn step(instruction: &[u8]) -> Option<Step> {
    let step = |kind, operands, reported| Some(Step { kind, operands, reported });
    match *instruction {
        [0x04 | 0x0d | 0x0e | 0x11, ..] => step("branch", &[I32], 1),
        [0x1b | 0x1c, ..] => step("select", &[I32], 1),
        [0x28..=0x35, ..] => step("address", &[I32], 1),
        [0x36 | 0x3a | 0x3b, ..] => step("address", &[I32, I32], 1),
        [0x37 | 0x3c..=0x3e, ..] => step("address", &[I32, I64], 1),
        [0x38, ..] => step("address", &[I32, F32], 1),
        [0x39, ..] => step("address", &[I32, F64], 1),
        [0x6d..=0x70, ..] => step("division", &[I32, I32], 2),
        [0x7f..=0x82, ..] => step("division", &[I64, I64], 2),
        [0xfc, 10 | 11, ..] => step("address", &[I32, I32, I32], 3),
        [0xfd, 0..=10 | 92 | 93, ..] => step("address", &[I32], 1),
        [0xfd, 11 | 84..=91, ..] => step("address", &[I32, V128], 1),
        _ => None,
    }
}

/// Appends an unsigned number in LEB128.
fn unsigned(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a number that is not negative in signed LEB128.
fn signed(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x40 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a section.
fn section(bytes: &mut Vec<u8>, id: u8, content: &[u8]) {
    bytes.push(id);
    unsigned(bytes, content.len() as u64);
    bytes.extend_from_slice(content);
}

/// A module that is rewritten.
struct Rewriter<'m> {
    module: &'m [u8],
    /// The number of the function `step`.
    callee: u64,
    /// The names of functions, by number.
    names: HashMap<u32, &'m str>,
    /// The names of the sites.
    sites: String,
    count: u64,
}

impl<'m> Rewriter<'m> {
    /// Returns the bytes of a range of the module.
    fn slice(&self, range: Range<u64>) -> &'m [u8] {
        &self.module[range.start as usize..range.end as usize]
    }

    /// Appends the reports of a step, whose operands are on the stack before it and after it.
    fn report(&mut self, code: &mut Vec<u8>, step: &Step, locals: u32, function: &str) {
        // The variable of each operand: the first free one of its type.
        let variable = |k: usize| {
            let before = step.operands[..k].iter().filter(|other| **other == step.operands[k]).count();
            u64::from(locals + first_local(step.operands[k])) + before as u64
        };
        let get = |code: &mut Vec<u8>, k| {
            code.push(0x20);
            unsigned(code, variable(k));
        };
        for k in (0..step.operands.len()).rev() {
            code.push(0x21);
            unsigned(code, variable(k));
        }
        for k in 0..step.reported {
            // Operands of 64 bits as their low and their high half (shift right by 32, wrap).
            let halves: &[&[u8]] = if step.operands[k] == I64 { &[&[0xa7], &[0x42, 32, 0x88, 0xa7]] } else { &[&[]] };
            for half in halves {
                code.push(0x41);
                signed(code, self.count);
                get(code, k);
                code.extend_from_slice(half);
                code.push(0x10);
                unsigned(code, self.callee);
            }
        }
        for k in 0..step.operands.len() {
            get(code, k);
        }
        self.count += 1;
        self.sites += &format!("{} {function}\n", step.kind);
    }

    /// Appends a function with its reports.
    fn function(
        &mut self,
        code: &mut Vec<u8>,
        body: &FunctionBody,
        number: u32,
        parameters: usize,
    ) -> Result<(), Box<dyn Error>> {
        let name = self.names.get(&number).map_or_else(|| number.to_string(), |name| name.to_string());
        let mut locals = body.get_locals_reader()?;
        let groups = locals.get_count();
        let start = locals.original_position();
        let mut variables = parameters as u32;
        for _ in 0..groups {
            variables += locals.read()?.0;
        }
        let mut content = Vec::new();
        unsigned(&mut content, u64::from(groups) + LOCALS.len() as u64);
        content.extend_from_slice(self.slice(start..locals.original_position()));
        for (count, of) in LOCALS {
            content.extend([count, of as u8]);
        }
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            let start = operators.original_position();
            operators.read()?;
            let instruction = self.slice(start..operators.original_position());
            if let Some(step) = step(instruction) {
                self.report(&mut content, &step, variables, &name);
            }
            content.extend_from_slice(instruction);
        }
        unsigned(code, content.len() as u64);
        code.extend(content);
        Ok(())
    }
}

/// Returns the rewritten module, and the number of its sites.
fn rewritten(module: &[u8]) -> Result<(Vec<u8>, u64), Box<dyn Error>> {
    let payloads = Parser::new(0).parse_all(module).collect::<Result<Vec<_>, _>>()?;
    // The number of parameters of each type, the types of functions, and the number of those that
    // are imported, of which one is `step`.
    let (mut parameters, mut types) = (Vec::new(), Vec::new());
    let (mut imported, mut callee, mut names) = (0, None, HashMap::new());
    for payload in &payloads {
        match payload {
            Payload::TypeSection(reader) => {
                for function in reader.clone().into_iter_err_on_gc_types() {
                    parameters.push(function?.params().len());
                }
            }
            Payload::ImportSection(reader) => {
                for import in reader.clone().into_imports() {
                    let import = import?;
                    if let TypeRef::Func(_) = import.ty {
                        if (import.module, import.name) == ("trace", "step") {
                            callee = Some(imported);
                        }
                        imported += 1;
                    }
                }
            }
            Payload::FunctionSection(reader) => {
                types = reader.clone().into_iter().collect::<Result<Vec<_>, _>>()?;
            }
            Payload::CustomSection(custom) => {
                let KnownCustom::Name(reader) = custom.as_known() else { continue };
                for part in reader {
                    let Name::Function(functions) = part? else { continue };
                    for naming in functions {
                        let naming = naming?;
                        names.insert(naming.index, naming.name);
                    }
                }
            }
            _ => {}
        }
    }
    let callee = callee.ok_or("expected an import trace.step, found none")?;
    let mut rewriter = Rewriter { module, callee, names, sites: String::new(), count: 0 };
    let (mut result, mut code, mut defined) = (module[..8].to_vec(), Vec::new(), 0);
    for payload in &payloads {
        match payload {
            Payload::CodeSectionStart { count, .. } => unsigned(&mut code, u64::from(*count)),
            Payload::CodeSectionEntry(body) => {
                let type_index = *types.get(defined).ok_or("expected a type for each function")? as usize;
                let number = (imported as usize + defined) as u32;
                rewriter.function(&mut code, body, number, parameters[type_index])?;
                defined += 1;
                if defined == types.len() {
                    section(&mut result, 10, &code);
                }
            }
            Payload::CustomSection(_) => {}
            other => {
                if let Some((id, range)) = other.as_section() {
                    section(&mut result, id, rewriter.slice(range));
                }
            }
        }
    }
    let mut custom = vec![5];
    custom.extend_from_slice(b"steps");
    custom.extend_from_slice(rewriter.sites.as_bytes());
    section(&mut result, 0, &custom);
    Ok((result, rewriter.count))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [from, to] = arguments.as_slice() else {
        return Err("expected the paths of a module and of the rewritten one".into());
    };
    let (module, count) = rewritten(&std::fs::read(from)?)?;
    std::fs::write(to, module)?;
    println!("{count} sites");
    Ok(())
}
