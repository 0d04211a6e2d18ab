//! Functions of modules that multiply rightly and break a rule on memory, globals or tables: each
//! is rejected. They are those that tests write for x86-64, and what modules have of their own.

use super::encoding::{number, section};
use crate::image::Image;
use crate::mark::Marks;
use crate::product::Checker;
use crate::tests::{function, rejected};
use crate::wasm::Module;

/// The product in Z_16[x]/(x^2 + 1), from the first two parameters to the third one.
const PRODUCT: &[u8] = &[
    0x20, 2, // local.get 2: where coefficient 0 is stored
    0x20, 0, 0x2e, 1, 0, 0x20, 1, 0x2e, 1, 0, 0x6c, // a0 b0
    0x20, 0, 0x2e, 1, 2, 0x20, 1, 0x2e, 1, 2, 0x6c, 0x6b, // - a1 b1
    0x41, 28, 0x74, 0x41, 28, 0x75, 0x3b, 1, 0, // shifted by 28 and back, i32.store16
    0x20, 2, 0x20, 0, 0x2e, 1, 0, 0x20, 1, 0x2e, 1, 2, 0x6c, // a0 b1
    0x20, 0, 0x2e, 1, 2, 0x20, 1, 0x2e, 1, 0, 0x6c, 0x6a, // + a1 b0
    0x41, 28, 0x74, 0x41, 28, 0x75, 0x3b, 1, 2, // the same
    0x20, 2, 0x41, 0, 0x36, 2, 4, // i32.store: the padding
];

/// Where data lies: as a number of code, 1024.
const DATA: [u8; 3] = [0x41, 0x80, 0x08];
/// Returns if the number on the stack is not 0.
const RETURN_IF: [u8; 4] = [0x04, 0x40, 0x0f, 0x0b];
/// The stack pointer minus 16.
const BELOW: [u8; 5] = [0x23, 0, 0x41, 16, 0x6b];
/// 0 is added to coefficient 0 of the result: what comes between is read.
const ADD: ([u8; 7], [u8; 4]) = ([0x20, 2, 0x20, 2, 0x2e, 1, 0], [0x6a, 0x3b, 1, 0]);

/// A module: what its parts are beside the function that multiplies, which is the first of
/// `bodies`.
#[derive(Default)]
struct Parts {
    /// True if the first global belongs to another module, and if the table does.
    imports_global: bool,
    imports_table: bool,
    /// Bodies of other functions without parameters.
    others: Vec<Vec<u8>>,
    /// Segments of data, with addresses from 1024 to 8191, or passive ones at 0.
    data: Vec<(usize, Vec<u8>)>,
}

impl Parts {
    /// Checks the product with instructions before and after it.
    fn around(&self, before: &[u8], after: &[u8]) -> Result<(), String> {
        let multiply = [&[0], before, PRODUCT, after, &[0x0b]].concat();
        let others = self.others.iter().map(|code| [&[0], code.as_slice(), &[0x0b]].concat());
        let bodies: Vec<Vec<u8>> = [multiply].into_iter().chain(others).collect();
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        section(&mut module, 1, &[2, 0x60, 3, 0x7f, 0x7f, 0x7f, 0, 0x60, 0, 0]);
        // A function, a mutable global and a table of functions.
        let mut imports = vec![1 + u8::from(self.imports_global) + u8::from(self.imports_table)];
        imports.extend(b"\x01m\x01f\x00\x01");
        if self.imports_global {
            imports.extend(b"\x01m\x01g\x03\x7f\x01");
        }
        if self.imports_table {
            imports.extend(b"\x01m\x01t\x01\x70\x00\x04");
        }
        section(&mut module, 2, &imports);
        section(&mut module, 3, &[&[bodies.len() as u8, 0], vec![1; bodies.len() - 1].as_slice()].concat());
        if !self.imports_table {
            section(&mut module, 4, &[1, 0x70, 0, 4]);
        }
        section(&mut module, 5, &[1, 0, 1]);
        // The stack pointer, and another one.
        section(&mut module, 6, &[2, 0x7f, 1, 0x41, 0x80, 0x20, 0x0b, 0x7f, 1, 0x41, 7, 0x0b]);
        if bodies.len() > 1 {
            // Function 2 at index 1 of the table.
            section(&mut module, 9, &[1, 0, 0x41, 1, 0x0b, 1, 2]);
        }
        section(&mut module, 12, &[self.data.len() as u8]);
        let mut code = vec![bodies.len() as u8];
        for body in &bodies {
            number(&mut code, body.len());
            code.extend_from_slice(body);
        }
        section(&mut module, 10, &code);
        let mut data = vec![self.data.len() as u8];
        for (at, bytes) in &self.data {
            if *at == 0 {
                data.push(1);
            } else {
                data.extend([0, 0x41, (at % 128) as u8 | 128, (at / 128) as u8, 0x0b]);
            }
            number(&mut data, bytes.len());
            data.extend_from_slice(bytes);
        }
        section(&mut module, 11, &data);
        let module = Module::parse(module).expect("a module");
        let address = module.body(1).expect("a body").1 as u64;
        let image = Image::of_module(module);
        let marks = Marks::default();
        Checker::new(&image, &marks).check(&function(address), 1, 1).expect("it is a product")
    }
}

fn around(before: &[u8], after: &[u8]) -> Result<(), String> {
    Parts::default().around(before, after)
}

/// A number is added to coefficient 0 of the result.
fn adding(code: &[u8]) -> Vec<u8> {
    [&ADD.0, code, &ADD.1].concat()
}

/// Reads the byte at an address.
fn byte(address: &[u8]) -> Vec<u8> {
    [address, &[0x2d, 0, 0]].concat()
}

#[test]
fn right_products_are_accepted() {
    assert_eq!(around(&[], &[]), Ok(()));
    // The stack pointer is lowered and raised, and a local at it written.
    let lowered = [&BELOW[..], &[0x24, 0, 0x23, 0, 0x41, 0, 0x36, 2, 0]].concat();
    assert_eq!(around(&lowered, &[0x23, 0, 0x41, 16, 0x6a, 0x24, 0]), Ok(()));
}

#[test]
fn the_state_at_the_start_is_unknown() {
    rejected(around(&[&[0x23, 1], &RETURN_IF[..]].concat(), &[]), "branch");
    rejected(around(&[], &adding(&[0x23, 1])), "coefficient 0");
    let stale = [&BELOW[..], &[0x2e, 1, 0]].concat();
    rejected(around(&[], &adding(&stale)), "coefficient 0");
}

#[test]
fn globals_and_the_stack_pointer_are_what_they_were() {
    rejected(around(&[&BELOW[..], &[0x24, 0]].concat(), &[]), "the stack pointer is not what it was");
    rejected(around(&[], &[0x41, 0, 0x24, 1]), "a write to a global");
    // A global of another module is no stack pointer.
    let parts = Parts { imports_global: true, ..Parts::default() };
    let at_it = [&BELOW[..], &[0x41, 0, 0x36, 2, 0]].concat();
    rejected(parts.around(&[], &at_it), "depends on");
    rejected(parts.around(&[&BELOW[..], &[0x24, 0]].concat(), &[0x23, 0, 0x41, 16, 0x6a, 0x24, 0]), "global");
}

#[test]
fn only_the_result_and_the_stack_are_written() {
    rejected(around(&[], &[0x20, 0, 0x41, 0, 0x3b, 1, 0]), "a write to the first operand");
    rejected(around(&[], &[0x20, 2, 0x41, 0, 0x3b, 1, 8]), "outside of it");
    rejected(around(&[], &[0x20, 1, 0x2e, 1, 8, 0x1a]), "outside of it");
    rejected(around(&[], &[0x23, 0, 0x41, 0, 0x3b, 1, 0]), "outside of it");
    // memory.fill and memory.copy
    rejected(around(&[], &[0x20, 0, 0x41, 0, 0x41, 2, 0xfc, 11, 0]), "a write to the first operand");
    rejected(around(&[], &[0x20, 2, 0x20, 0, 0x41, 9, 0xfc, 10, 0, 0]), "outside of it");
}

#[test]
fn addresses_are_unknown() {
    rejected(around(&[&[0x20, 0, 0x41, 0xc0, 0, 0x71], &RETURN_IF[..]].concat(), &[]), "branch");
    rejected(around(&[&[0x20, 0, 0x20, 1, 0x49], &RETURN_IF[..]].concat(), &[]), "depends on an address");
    let by_an_index = [0x20, 1, 0x20, 0, 0x2f, 1, 0, 0x6a, 0x2e, 1, 0, 0x1a];
    rejected(around(&[], &by_an_index), "an address that depends on an operand");
}

#[test]
fn memory_that_changes_is_not_read() {
    let reading = |others: Vec<Vec<u8>>, data: Vec<(usize, Vec<u8>)>| {
        let parts = Parts { others, data, ..Parts::default() };
        parts.around(&[], &adding(&byte(&DATA)))
    };
    let zero = || (1024, vec![0, 5]);
    assert_eq!(reading(Vec::new(), vec![zero()]), Ok(()));
    // A later segment overwrites an earlier one, wholly or in part.
    rejected(reading(Vec::new(), vec![zero(), (1024, vec![1])]), "coefficient 0");
    assert_eq!(reading(Vec::new(), vec![(1024, vec![1]), zero()]), Ok(()));
    // A store, memory.fill, memory.copy and memory.init of another function.
    let store = [&DATA[..], &[0x41, 0, 0x3a, 0, 0]].concat();
    let fill = [&DATA[..], &[0x41, 0, 0x41, 1, 0xfc, 11, 0]].concat();
    let copy = [&DATA[..], &[0x41, 0, 0x41, 1, 0xfc, 10, 0, 0]].concat();
    let by_offset = vec![0x41, 0, 0x41, 0, 0x3a, 0, 0x80, 0x08];
    for other in [store, fill, copy, by_offset] {
        rejected(reading(vec![other], vec![zero()]), "not constant");
    }
    let init = [&DATA[..], &[0x41, 0, 0x41, 1, 0xfc, 8, 1, 0]].concat();
    rejected(reading(vec![init], vec![zero(), (0, vec![1])]), "not constant");
    rejected(around(&[], &[&DATA[..], &[0x41, 0, 0x3a, 0, 0]].concat()), "a write to the program's memory");
}

#[test]
fn functions_that_are_called_are_known() {
    rejected(around(&[0x10, 0], &[]), "of another module");
    rejected(around(&[0x00], &[]), "a failed assertion");
    // A call of the function at index 1 of the table, which does nothing.
    let call = [0x41, 1, 0x11, 1, 0];
    let parts = |others| Parts { others, ..Parts::default() };
    assert_eq!(parts(vec![vec![]]).around(&call, &[]), Ok(()));
    rejected(parts(vec![vec![]]).around(&[0x41, 2, 0x11, 1, 0], &[]), "a call of no function");
    // Another function changes the table: table.set, table.fill, table.copy.
    let null = [0xd0, 0x70];
    let set = [&[0x41, 1], &null[..], &[0x26, 0]].concat();
    let fill = [&[0x41, 1], &null[..], &[0x41, 1, 0xfc, 17, 0]].concat();
    let copy = vec![0x41, 1, 0x41, 0, 0x41, 1, 0xfc, 14, 0, 0];
    for other in [set, fill, copy] {
        rejected(parts(vec![vec![], other]).around(&call, &[]), "a table that changes");
    }
    let imported = Parts { others: vec![vec![]], imports_table: true, ..Parts::default() };
    rejected(imported.around(&call, &[]), "a table that changes");
}
