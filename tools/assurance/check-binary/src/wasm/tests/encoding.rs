//! Modules of functions with one instruction each.

use super::super::Module;
use crate::cell::Cell;
use crate::image::Image;
use crate::term::Terms;

/// The operands of an instruction, 16 bytes each.
pub const OPERANDS: usize = 3;
/// Where memory lies that instructions read and write, after the operands.
pub const SCRATCH: usize = 16 * OPERANDS;
/// Where results are written.
pub const RESULT: usize = SCRATCH + 64;
/// The bytes of memory.
pub const TOTAL: usize = RESULT + 16;

/// The type of an operand or of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    I32,
    I64,
    V128,
    /// An address in memory.
    Address,
}

use Type::{Address, I32, I64, V128};

/// An instruction with its immediates and the types of its operands and its result.
pub struct Form {
    /// The name of the opcode.
    pub name: String,
    code: Vec<u8>,
    operands: Vec<Type>,
    /// The type of the result, if there is one.
    pub result: Option<Type>,
}

/// Appends a number in the format of modules.
pub fn number(code: &mut Vec<u8>, mut value: usize) {
    while value >= 128 {
        code.push(value as u8 | 128);
        value >>= 7;
    }
    code.push(value as u8);
}

pub fn section(module: &mut Vec<u8>, id: u8, content: &[u8]) {
    module.push(id);
    number(module, content.len());
    module.extend_from_slice(content);
}

/// Returns the body of a function that executes an instruction.
fn body(code: &[u8], operands: &[Type], result: Option<Type>) -> Vec<u8> {
    let mut body = vec![0];
    if result.is_some() {
        body.extend([0x20, 0]);
    }
    for (k, operand) in operands.iter().enumerate() {
        body.extend([0x20, 0]);
        match operand {
            I32 => body.extend([0x28, 0]),
            I64 => body.extend([0x29, 0]),
            V128 => body.extend([0xfd, 0, 0]),
            // Of two addresses the second one lies higher, and what is there overlaps.
            Address => {
                body.push(0x41);
                body.extend([if k == 0 { 0xc0 } else { 0xc4 }, 0, 0x6a]);
                continue;
            }
        }
        number(&mut body, 16 * k);
    }
    body.extend_from_slice(code);
    match result {
        Some(I32) => body.extend([0x36, 0]),
        Some(I64) => body.extend([0x37, 0]),
        Some(_) => body.extend([0xfd, 11, 0]),
        None => {}
    }
    if result.is_some() {
        number(&mut body, RESULT);
    }
    body.push(0x0b);
    body
}

/// Returns a module of functions that take the address of memory, which is exported.
fn module_of(bodies: &[Vec<u8>]) -> Vec<u8> {
    let mut module = b"\0asm\x01\0\0\0".to_vec();
    section(&mut module, 1, &[1, 0x60, 1, 0x7f, 0]);
    let mut functions = Vec::new();
    number(&mut functions, bodies.len());
    functions.resize(functions.len() + bodies.len(), 0);
    section(&mut module, 3, &functions);
    section(&mut module, 5, &[1, 0, 1]);
    let mut exports = Vec::new();
    number(&mut exports, bodies.len() + 1);
    exports.extend(b"\x06memory\x02\x00");
    for k in 0..bodies.len() {
        let name = k.to_string();
        number(&mut exports, name.len());
        exports.extend(name.bytes());
        exports.push(0);
        number(&mut exports, k);
    }
    section(&mut module, 7, &exports);
    let mut code = Vec::new();
    number(&mut code, bodies.len());
    for body in bodies {
        number(&mut code, body.len());
        code.extend_from_slice(body);
    }
    section(&mut module, 10, &code);
    module
}

/// Returns the module of all forms.
pub fn module(forms: &[Form]) -> Vec<u8> {
    module_of(&forms.iter().map(|form| body(&form.code, &form.operands, form.result)).collect::<Vec<_>>())
}

/// Returns why the executor refuses a form, or its name.
fn outcome(code: &[u8], operands: &[Type], result: Option<Type>) -> Result<String, String> {
    let module = Module::parse(module_of(&[body(code, operands, result)]))?;
    let decoded = super::super::body::Body::of(&module, 0)?;
    let at = decoded.code.len() - 2 - usize::from(result.is_some());
    let text = format!("{:?}", decoded.code[at].1);
    let name = text.split_once(' ').map_or(text.as_str(), |(name, _)| name).to_owned();
    drop(decoded);
    let image = Image::of_module(module);
    let mut terms = Terms::of_pointers(super::POINTER_BITS);
    // Small numbers, so that no division and no length fails.
    let cells = (0..TOTAL).map(|k| Cell::Byte(u8::from(k % 16 == 0))).collect();
    super::run(&image, &mut terms, 0, cells).map(|_| name)
}

/// Returns the form with the types that the executor takes, if it has a rule for the opcode.
fn form(code: Vec<u8>, is_memory: bool) -> Option<Form> {
    const TYPES: [Type; 3] = [I32, I64, V128];
    let mut signatures: Vec<Vec<Type>> = vec![if is_memory { vec![Address] } else { Vec::new() }];
    let mut at = 0;
    while at < signatures.len() {
        let operands = signatures[at].clone();
        at += 1;
        for result in [Some(I32), Some(I64), Some(V128), None] {
            match outcome(&code, &operands, result) {
                Ok(name) => return Some(Form { name, code, operands, result }),
                Err(reason) if reason.contains("without a rule") || reason.contains("no such lane") => return None,
                Err(_) => {}
            }
        }
        if operands.len() < OPERANDS {
            signatures.extend(TYPES.map(|of| [operands.as_slice(), &[of]].concat()));
        }
    }
    None
}

/// Returns the forms of all opcodes that the executor has a rule for.
pub fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    // Select, of each type; integers; what reads and writes memory, at an offset.
    for (types, code) in [(I32, 0x1b), (I64, 0x1b), (V128, 0x1b)] {
        let operands = vec![types, types, I32];
        forms.push(Form { name: "Select".into(), code: vec![code], operands, result: Some(types) });
    }
    forms.extend((0x45..=0xc4).filter_map(|opcode| form(vec![opcode], false)));
    for value in [0, 1, 0x7f, 0x40] {
        forms.extend([0x41, 0x42].into_iter().filter_map(|opcode| form(vec![opcode, value], false)));
    }
    for offset in [0, 3, 32] {
        forms.extend((0x28..=0x3e).filter_map(|opcode| form(vec![opcode, 0, offset], true)));
    }
    // The size of what is copied or filled is a constant.
    for size in [0, 1, 16, 37] {
        let copy = Form {
            name: "MemoryCopy".into(),
            code: vec![0x41, size, 0xfc, 10, 0, 0],
            operands: vec![Address, Address],
            result: None,
        };
        let fill = Form {
            name: "MemoryFill".into(),
            code: vec![0x41, size, 0xfc, 11, 0],
            operands: vec![Address, I32],
            result: None,
        };
        forms.extend([copy, fill]);
    }
    for opcode in 0..=275 {
        let mut code = vec![0xfd];
        number(&mut code, opcode);
        let with = |immediates: &[u8]| [code.as_slice(), immediates].concat();
        match opcode {
            0..=11 | 92 | 93 => forms.extend([0, 5].into_iter().filter_map(|offset| form(with(&[0, offset]), true))),
            12 | 13 => {
                for factor in [1, 5, 7, 11] {
                    let bytes: Vec<u8> = (0..16).map(|k| (k * factor + 3) % 32).collect();
                    forms.extend(form(with(&bytes), false));
                }
            }
            21..=34 => forms.extend((0..16).filter_map(|lane| form(with(&[lane]), false))),
            84..=91 => forms.extend((0..16).filter_map(|lane| form(with(&[0, 9, lane]), true))),
            _ => forms.extend(form(code, false)),
        }
    }
    forms
}
