//! Functions in Thumb that multiply rightly and break the convention of C or a rule on memory: each
//! is rejected. They are those that tests write for AArch64, and what Armv7-M has of its own.

use crate::execution::Architecture;
use crate::image::Image;
use crate::mark::Marks;
use crate::product::Checker;
use crate::tests::{function, rejected};

/// The product in Z_16[x]/(x^2 + 1), from r0 and r1 to r2.
const PRODUCT: [u16; 16] = [
    0x6803, // ldr r3, [r0]
    0xf8d1, 0xc000, // ldr r12, [r1]
    0xfb43, 0xf30c, // smusd r3, r3, r12
    0x071b, // lsls r3, r3, #28
    0x171b, // asrs r3, r3, #28
    0x8013, // strh r3, [r2]
    0x6803, // ldr r3, [r0]
    0xfb23, 0xf31c, // smuadx r3, r3, r12
    0x071b, // lsls r3, r3, #28
    0x171b, // asrs r3, r3, #28
    0x8053, // strh r3, [r2, #2]
    0x2300, // movs r3, #0
    0x6053, // str r3, [r2, #4]
];

const RETURN: u16 = 0x4770; // bx lr
const ADD_TO_STACK: u16 = 0xb002; // add sp, #8
const TAKE_OF_STACK: u16 = 0xb082; // sub sp, #8
const STORE_R3: u16 = 0x8013; // strh r3, [r2]
const LOAD_COEFFICIENT: [u16; 2] = [0xf9b0, 0x3000]; // ldrsh r3, [r0]
const DATA_TO_R12: [u16; 2] = [0xf44f, 0x3c00]; // mov r12, #0x20000

/// Checks the product with instructions before and after it, and a return.
fn around(before: &[u16], after: &[u16]) -> Result<(), String> {
    let halves = [before, &PRODUCT, after, &[RETURN]].concat();
    let code: Vec<u8> = halves.into_iter().flat_map(u16::to_le_bytes).collect();
    let image = Image::of_code(&code, Architecture::Thumb);
    let marks = Marks::default();
    Checker::new(&image, &marks).check(&function(Image::CODE | 1), 1, 1).expect("it is a product")
}

#[test]
fn right_products_are_accepted() {
    assert_eq!(around(&[], &[]), Ok(()));
    // push {r4, lr}; movs r4, #0; the end: ldmia.w sp!, {r4, lr}
    assert_eq!(around(&[0xb510, 0x2400], &[0xe8bd, 0x4010]), Ok(()));
    // Registers that belong to no caller: vmov s15, r3; cmp r0, r1.
    assert_eq!(around(&[], &[0xee07, 0x3a90, 0x4288]), Ok(()));
    // cmp r3, #0; it lt; addlt r3, r3, #16: what an operand chooses, and nothing stores.
    let choice = [&LOAD_COEFFICIENT[..], &[0x2b00, 0xbfb8, 0x3310]].concat();
    assert_eq!(around(&[], &choice), Ok(()));
}

#[test]
fn the_state_at_the_start_is_unknown() {
    // A return unless the carry is clear or set: blo .+4, bhs .+4.
    for branch in [0xd300, 0xd200] {
        rejected(around(&[branch, RETURN], &[]), "flag");
    }
    rejected(around(&[0xb103, RETURN], &[]), "branch"); // cbz r3, .+4
    rejected(around(&[], &[0x4423, STORE_R3]), "coefficient 0"); // add r3, r4
    // sub sp, #8; ldrh r12, [sp]; strh r12, [r2]; add sp, #8
    rejected(around(&[], &[TAKE_OF_STACK, 0xf8bd, 0xc000, 0xf8a2, 0xc000, ADD_TO_STACK]), "coefficient 0");
    // sel r3, r3, r3
    rejected(around(&[0xfaa3, 0xf383], &[]), "lanes that no instruction has noted");
}

#[test]
fn memory_that_changes_is_not_read() {
    // ldrb r3, [r12]; cbz r3, .+4
    rejected(around(&[&DATA_TO_R12[..], &[0xf89c, 0x3000, 0xb103, RETURN]].concat(), &[]), "not constant");
    // strb r3, [r12]
    rejected(around(&[], &[&DATA_TO_R12[..], &[0xf88c, 0x3000]].concat()), "a write to the program's memory");
}

#[test]
fn only_the_result_and_the_stack_are_written() {
    rejected(around(&[], &[0x8003]), "a write to the first operand"); // strh r3, [r0]
    rejected(around(&[], &[0x6093]), "outside of it"); // str r3, [r2, #8]
    rejected(around(&[], &[0x890b]), "outside of it"); // ldrh r3, [r1, #8]
    rejected(around(&[], &[0x9300]), "outside of it"); // str r3, [sp]
}

#[test]
fn the_state_at_the_end_is_that_of_the_convention() {
    for register in 4..12u16 {
        rejected(around(&[], &[0xf04f, register << 8]), "belongs to the caller"); // mov rd, #0
    }
    rejected(around(&[], &[0xee08, 0x3a10]), "belongs to the caller"); // vmov s16, r3
    rejected(around(&[], &[ADD_TO_STACK]), "stack pointer");
    rejected(around(&[TAKE_OF_STACK], &[]), "stack pointer");
    rejected(around(&[], &[0x4686]), "a jump to an address"); // mov lr, r0
    // bic lr, lr, #1: the code there is not Thumb.
    rejected(around(&[], &[0xf02e, 0x0e01]), "not Thumb");
}

#[test]
fn addresses_are_unknown() {
    rejected(around(&[0xf010, 0x0f40, 0xd000, RETURN], &[]), "branch"); // tst r0, #64; beq .+4
    // cmp r0, r1; blo .+4: both orders of two operands are executed.
    rejected(around(&[0x4288, 0xd300, RETURN], &[]), "depends on an address");
    // cmp r0, r1; blt .+4: as signed numbers addresses have no order.
    rejected(around(&[0x4288, 0xdb00, RETURN], &[]), "flag");
    // ldrsh r3, [r0]; ldrsh r3, [r1, r3]
    rejected(around(&[], &[&LOAD_COEFFICIENT[..], &[0x5ecb]].concat()), "an address that depends on an operand");
}

#[test]
fn operands_choose_no_branch_and_no_access() {
    // cmp r3, #0; blt .+4
    rejected(around(&[&LOAD_COEFFICIENT[..], &[0x2b00, 0xdb00, RETURN]].concat(), &[]), "branch");
    // cmp r3, #0; it lt; strhlt r3, [r2], or bxlt lr
    for instruction in [STORE_R3, RETURN] {
        let code = [&LOAD_COEFFICIENT[..], &[0x2b00, 0xbfb8, instruction]].concat();
        rejected(around(&[], &code), "depends on an operand");
    }
    // udiv r3, r3, r12, of which the time depends on its operands
    rejected(around(&[], &[&LOAD_COEFFICIENT[..], &[0xfbb3, 0xf3fc]].concat()), "numbers only");
    // ldrsh r3, [r0]; bx r3
    rejected(around(&[], &[&LOAD_COEFFICIENT[..], &[0x4718]].concat()), "a jump to an address");
}

#[test]
fn the_stack_is_used_as_the_cpu_and_the_system_demand() {
    // Memory below the stack pointer belongs to handlers of interrupts.
    rejected(around(&[], &[0xf84d, 0x3c04]), "below the stack pointer"); // str r3, [sp, #-4]
    rejected(around(&[], &[0xf83d, 0x3c08]), "below the stack pointer"); // ldrh r3, [sp, #-8]
    // str r3, [sp, #-4]!, and what is left there after it has been freed: ldr r3, [sp], #4;
    // ldrh r12, [sp, #-4]!; add sp, #4; strh r12, [r2]
    let freed = [0xf84d, 0x3d04, 0xf85d, 0x3b04, 0xf83d, 0xcd04, 0xb001, 0xf8a2, 0xc000];
    rejected(around(&[], &freed), "coefficient 0");
    // sub sp, #8; add r12, sp, #2; strd r3, r3, [r12]; add sp, #8
    let code = [TAKE_OF_STACK, 0xf10d, 0x0c02, 0xe9cc, 0x3300, ADD_TO_STACK];
    rejected(around(&[], &code), "not aligned");
    rejected(around(&[], &[0xf1ad, 0x0d02]), "a stack pointer that is not aligned"); // sub sp, sp, #2
}

#[test]
fn instructions_of_the_system_have_no_rule() {
    // mrs r3, apsr; mrs r3, psp; cpsid i
    for instruction in [&[0xf3ef, 0x8300][..], &[0xf3ef, 0x8309], &[0xb672]] {
        rejected(around(instruction, &[]), "rule");
    }
    rejected(around(&[0xdf00], &[]), "a call of the system"); // svc #0
}
