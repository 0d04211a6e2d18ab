//! Functions of AArch64 that multiply rightly and break the convention of C or a rule on memory:
//! each is rejected. They are those that tests write for x86-64, and what AArch64 has of its own.

use crate::execution::Architecture;
use crate::image::Image;
use crate::mark::Marks;
use crate::product::Checker;
use crate::tests::{function, rejected};

/// The product in Z_16[x]/(x^2 + 1), from x0 and x1 to x2.
const PRODUCT: [u32; 17] = [
    0x79c0_0003, // ldrsh w3, [x0]
    0x79c0_0024, // ldrsh w4, [x1]
    0x79c0_0405, // ldrsh w5, [x0, #2]
    0x79c0_0426, // ldrsh w6, [x1, #2]
    0x1b04_7c67, // mul w7, w3, w4
    0x1b06_7ca8, // mul w8, w5, w6
    0x4b08_00e7, // sub w7, w7, w8
    0x5304_0ce7, // lsl w7, w7, #28
    0x131c_7ce7, // asr w7, w7, #28
    0x1b06_7c68, // mul w8, w3, w6
    0x1b04_7ca9, // mul w9, w5, w4
    0x0b09_0108, // add w8, w8, w9
    0x5304_0d08, // lsl w8, w8, #28
    0x131c_7d08, // asr w8, w8, #28
    0x7900_0047, // strh w7, [x2]
    0x7900_0448, // strh w8, [x2, #2]
    0xb900_045f, // str wzr, [x2, #4]
];

const RETURN: u32 = 0xd65f_03c0;
const ADD_TO_STACK: u32 = 0x9100_43ff; // add sp, sp, #16
const TAKE_OF_STACK: u32 = 0xd100_43ff; // sub sp, sp, #16
const STORE_W7: u32 = 0x7900_0047; // strh w7, [x2]
const DATA_TO_X10: u32 = 0xd2a0_004a; // mov x10, #0x20000

/// Checks the product with instructions before and after it, and a return.
fn around(before: &[u32], after: &[u32]) -> Result<(), String> {
    let words = [before, &PRODUCT, after, &[RETURN]].concat();
    let code: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
    let image = Image::of_code(&code, Architecture::AArch64);
    let marks = Marks::default();
    Checker::new(&image, &marks).check(&function(Image::CODE), 1, 1).expect("it is a product")
}

#[test]
fn right_products_are_accepted() {
    assert_eq!(around(&[], &[]), Ok(()));
    // stp x19, x30, [sp, #-16]!; mov x19, #0; ldp x19, x30, [sp], #16
    assert_eq!(around(&[0xa9bf_7bf3, 0xd280_0013], &[0xa8c1_7bf3]), Ok(()));
    // Registers that belong to no caller: mov v8.d[1], x0; movi v16.2d, #0; mov x18, #0;
    // cmp x0, x1.
    assert_eq!(around(&[], &[0x4e18_1c08, 0x6f00_e410, 0xd280_0012, 0xeb01_001f]), Ok(()));
}

#[test]
fn the_state_at_the_start_is_unknown() {
    // A return unless the carry is clear or set: b.lo #8, b.hs #8.
    for branch in [0x5400_0043, 0x5400_0042] {
        rejected(around(&[branch, RETURN], &[]), "flag");
    }
    rejected(around(&[0xb400_0049, RETURN], &[]), "branch"); // cbz x9, #8
    rejected(around(&[], &[0x0b0a_00e7, STORE_W7]), "coefficient 0"); // add w7, w7, w10
    // sub sp, sp, #16; ldrh w10, [sp]; add w7, w7, w10; strh w7, [x2]; add sp, sp, #16
    let stale = [TAKE_OF_STACK, 0x7940_03ea, 0x0b0a_00e7, STORE_W7, ADD_TO_STACK];
    rejected(around(&[], &stale), "coefficient 0");
}

#[test]
fn memory_that_changes_is_not_read() {
    // ldrb w9, [x10]; cbz w9, #8
    rejected(around(&[DATA_TO_X10, 0x3940_0149, 0x3400_0049, RETURN], &[]), "not constant");
    rejected(around(&[], &[DATA_TO_X10, 0x3900_015f]), "a write to the program's memory"); // strb wzr, [x10]
}

#[test]
fn only_the_result_and_the_stack_are_written() {
    rejected(around(&[], &[0x7900_001f]), "a write to the first operand"); // strh wzr, [x0]
    rejected(around(&[], &[0xb900_085f]), "outside of it"); // str wzr, [x2, #8]
    rejected(around(&[], &[0x7940_1029]), "outside of it"); // ldrh w9, [x1, #8]
    rejected(around(&[], &[0xf900_03ff]), "outside of it"); // str xzr, [sp]
}

#[test]
fn the_state_at_the_end_is_that_of_the_convention() {
    let all: Vec<u32> = (19..30).map(|register| 0xd280_0000 | register).collect(); // mov x19, #0
    let halves: Vec<u32> = (8..16).map(|register| 0x6f00_e400 | register).collect(); // movi v8.2d, #0
    for instruction in all.into_iter().chain(halves).chain([0x9e67_03e8]) {
        rejected(around(&[], &[instruction]), "belongs to the caller");
    }
    rejected(around(&[], &[ADD_TO_STACK]), "stack pointer");
    rejected(around(&[TAKE_OF_STACK], &[]), "stack pointer");
    rejected(around(&[], &[0xaa00_03fe]), "a jump to an address"); // mov x30, x0
}

#[test]
fn addresses_are_unknown() {
    rejected(around(&[0x3630_0040, RETURN], &[]), "branch"); // tbz w0, #6, #8
    // mov x9, sp; tbz w9, #4, #8
    rejected(around(&[0x9100_03e9, 0x3620_0049, RETURN], &[]), "branch");
    // cmp x0, x1; b.lo #8: both orders of two operands are executed.
    rejected(around(&[0xeb01_001f, 0x5400_0043, RETURN], &[]), "depends on an address");
    // ldrh w3, [x0]; ldrh w3, [x1, x3]
    rejected(around(&[], &[0x7940_0003, 0x7863_6823]), "an address that depends on an operand");
}

#[test]
fn the_stack_is_used_as_the_cpu_and_the_system_demand() {
    // sub sp, sp, #8; str xzr, [sp]; add sp, sp, #8
    rejected(around(&[], &[0xd100_23ff, 0xf900_03ff, 0x9100_23ff]), "not aligned");
    // Memory below the stack pointer belongs to handlers of signals.
    rejected(around(&[], &[0xf81f_03e3]), "below the stack pointer"); // stur x3, [sp, #-16]
    rejected(around(&[], &[0x785f_03e3]), "below the stack pointer"); // ldurh w3, [sp, #-16]
    // str x3, [sp, #-16]!, and what is left there after it has been freed:
    // ldr x9, [sp], #16; ldrh w10, [sp, #-16]!; add sp, sp, #16; strh w10, [x2]
    let freed = [0xf81f_0fe7, 0xf841_07e9, 0x785f_0fea, ADD_TO_STACK, 0x7900_004a];
    rejected(around(&[], &freed), "coefficient 0");
}

#[test]
fn instructions_of_the_system_have_no_rule() {
    // mrs x9, tpidr_el0; svc #0; msr nzcv, x0; msr fpcr, x0
    for instruction in [0xd53b_d049, 0xd400_0001, 0xd51b_4200, 0xd51b_4400] {
        let reason = around(&[instruction], &[]).expect_err("it is wrong");
        assert!(reason.contains("without a rule") || reason.contains("no instruction"), "{reason}");
    }
}
