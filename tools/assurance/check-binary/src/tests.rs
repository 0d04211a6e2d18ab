//! Functions that the checker has to reject: they multiply rightly and break a rule around it, each
//! written in a few instructions. Faults in products stand beside them.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub mod emulated;
mod faults;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub mod operands;
mod rules;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub mod values;

use iced_x86::IcedError;
use iced_x86::code_asm::*;

use crate::execution::Architecture;
use crate::image::Image;
use crate::mark::{Function, Kind, Marks};
use crate::product::Checker;
use crate::ring::Ring;

/// Z_16[x]/(x^2 + 1), of polynomials of four coefficients in memory.
pub fn function(address: u64) -> Function {
    let ring = Ring { name: "tiny".into(), degree: 2, modulus: 16, tail: vec![(0, -1)], small: 1 };
    Function { kind: Kind::Product, address, ring, padded: 4, prepared: 0 }
}

/// Returns the code that is written by the closure.
fn assembled(address: u64, write: impl FnOnce(&mut CodeAssembler) -> Result<(), IcedError>) -> Vec<u8> {
    let mut assembler = CodeAssembler::new(64).expect("64 bits are supported");
    write(&mut assembler).expect("the instructions exist");
    assembler.assemble(address).expect("the code fits")
}

/// Checks a function that is written by the closure.
fn check(write: impl FnOnce(&mut CodeAssembler) -> Result<(), IcedError>) -> Result<(), String> {
    let code = assembled(Image::CODE, write);
    let image = Image::of_code(&code, Architecture::X86_64);
    let marks = Marks::default();
    Checker::new(&image, &marks).check(&function(Image::CODE), 1, 1).expect("it is a product")
}

/// Writes the product, from rdi and rsi to rdx, without a return.
fn multiply(a: &mut CodeAssembler) -> Result<(), IcedError> {
    a.mov(ax, word_ptr(rdi))?;
    a.imul_2(ax, word_ptr(rsi))?;
    a.mov(cx, word_ptr(rdi + 2))?;
    a.imul_2(cx, word_ptr(rsi + 2))?;
    a.sub(ax, cx)?;
    a.shl(ax, 12)?;
    a.sar(ax, 12)?;
    a.mov(cx, word_ptr(rdi))?;
    a.imul_2(cx, word_ptr(rsi + 2))?;
    a.mov(r8w, word_ptr(rdi + 2))?;
    a.imul_2(r8w, word_ptr(rsi))?;
    a.add(cx, r8w)?;
    a.shl(cx, 12)?;
    a.sar(cx, 12)?;
    a.mov(word_ptr(rdx), ax)?;
    a.mov(word_ptr(rdx + 2), cx)?;
    a.mov(dword_ptr(rdx + 4), 0)
}

/// Checks the product with instructions before and after it.
fn around(
    before: impl FnOnce(&mut CodeAssembler) -> Result<(), IcedError>,
    after: impl FnOnce(&mut CodeAssembler) -> Result<(), IcedError>,
) -> Result<(), String> {
    check(|a| {
        before(a)?;
        multiply(a)?;
        after(a)
    })
}

/// Writes a return that a jump passes by: a wrong one, as the result is not written.
fn return_unless(
    a: &mut CodeAssembler,
    jump: impl FnOnce(&mut CodeAssembler, CodeLabel) -> Result<(), IcedError>,
) -> Result<(), IcedError> {
    let mut go_on = a.create_label();
    jump(a, go_on)?;
    a.ret()?;
    a.set_label(&mut go_on)
}

/// Asserts that the reason of a rejection has these words.
#[track_caller]
pub fn rejected(outcome: Result<(), String>, words: &str) {
    let reason = outcome.expect_err("it is wrong");
    assert!(reason.contains(words), "{reason}");
}

#[test]
fn a_right_product_is_accepted() {
    assert_eq!(around(|_| Ok(()), |a| a.ret()), Ok(()));
    let with_a_frame = around(
        |a| {
            a.push(rbx)?;
            a.mov(rbx, rdi)?;
            a.lea(rdi, ptr(rbx))
        },
        |a| {
            a.pop(rbx)?;
            a.ret()
        },
    );
    assert_eq!(with_a_frame, Ok(()));
}

#[test]
fn wrong_products_are_rejected() {
    let one_more = |a: &mut CodeAssembler| {
        a.inc(word_ptr(rdx))?;
        a.ret()
    };
    rejected(around(|_| Ok(()), one_more), "coefficient 0");
    let without_padding = |a: &mut CodeAssembler| {
        a.mov(dword_ptr(rdx + 4), 1)?;
        a.ret()
    };
    rejected(around(|_| Ok(()), without_padding), "padding");
    rejected(check(|a| a.ret()), "padding");
}

#[test]
fn flags_at_the_start_are_unknown() {
    let return_if_carry = |a: &mut CodeAssembler| return_unless(a, |a, go_on| a.jae(go_on));
    rejected(around(return_if_carry, |a| a.ret()), "flag");
    let add_carry = |a: &mut CodeAssembler| {
        a.adc(word_ptr(rdx), 0)?;
        a.ret()
    };
    // The carry that the last shift leaves depends on an operand.
    rejected(around(|_| Ok(()), add_carry), "carry");
}

#[test]
fn registers_and_memory_at_the_start_are_unknown() {
    let add_register = |a: &mut CodeAssembler| {
        a.add(word_ptr(rdx), r9w)?;
        a.ret()
    };
    rejected(around(|_| Ok(()), add_register), "coefficient 0");
    let add_stale_stack = |a: &mut CodeAssembler| {
        a.mov(ax, word_ptr(rsp - 64))?;
        a.add(word_ptr(rdx), ax)?;
        a.ret()
    };
    rejected(around(|_| Ok(()), add_stale_stack), "coefficient 0");
    let branch_on_register = |a: &mut CodeAssembler| {
        a.test(r9, r9)?;
        return_unless(a, |a, go_on| a.je(go_on))
    };
    rejected(around(branch_on_register, |a| a.ret()), "branch");
}

#[test]
fn memory_that_changes_is_not_read() {
    let return_every_second_time = |a: &mut CodeAssembler| {
        a.mov(r9, Image::DATA)?;
        a.mov(r10b, byte_ptr(r9))?;
        a.test(r10b, r10b)?;
        return_unless(a, |a, go_on| a.je(go_on))
    };
    rejected(around(return_every_second_time, |a| a.ret()), "not constant");
    let count = |a: &mut CodeAssembler| {
        a.mov(r9, Image::DATA)?;
        a.mov(byte_ptr(r9), 1)?;
        a.ret()
    };
    rejected(around(|_| Ok(()), count), "a write to the program's memory");
}

#[test]
fn only_the_result_and_the_stack_are_written() {
    let to_an_operand = |a: &mut CodeAssembler| {
        a.mov(word_ptr(rdi), 0)?;
        a.ret()
    };
    rejected(around(|_| Ok(()), to_an_operand), "a write to the first operand");
    let above_the_stack = |a: &mut CodeAssembler| {
        a.mov(word_ptr(rsp + 8), 0)?;
        a.ret()
    };
    rejected(around(|_| Ok(()), above_the_stack), "outside of it");
    let behind_the_result = |a: &mut CodeAssembler| {
        a.mov(word_ptr(rdx + 8), 0)?;
        a.ret()
    };
    rejected(around(|_| Ok(()), behind_the_result), "outside of it");
    let behind_an_operand = |a: &mut CodeAssembler| {
        a.mov(ax, word_ptr(rsi + 8))?;
        a.ret()
    };
    rejected(around(|_| Ok(()), behind_an_operand), "outside of it");
}

#[test]
fn the_state_at_the_end_is_that_of_the_convention() {
    let without_rbx = |a: &mut CodeAssembler| {
        a.xor(ebx, ebx)?;
        a.ret()
    };
    rejected(around(|_| Ok(()), without_rbx), "belongs to the caller");
    let without_the_stack_pointer = |a: &mut CodeAssembler| {
        a.pop(rax)?;
        a.sub(rsp, 8)?;
        a.jmp(rax)
    };
    rejected(around(|_| Ok(()), without_the_stack_pointer), "stack pointer");
    rejected(around(|_| Ok(()), |a| a.ret_1(8)), "a return that removes arguments");
    let without_the_return_address = |a: &mut CodeAssembler| {
        a.mov(qword_ptr(rsp), rdi)?;
        a.ret()
    };
    rejected(around(|_| Ok(()), without_the_return_address), "a return to an address");
}

#[test]
fn what_lies_far_below_the_stack_pointer_is_lost() {
    let below_the_red_zone = |a: &mut CodeAssembler| a.mov(qword_ptr(rsp - 136), rdi);
    rejected(around(below_the_red_zone, |a| a.ret()), "below the stack pointer");
    let in_the_red_zone = |a: &mut CodeAssembler| {
        a.mov(qword_ptr(rsp - 128), rdi)?;
        a.mov(rdi, qword_ptr(rsp - 128))
    };
    assert_eq!(around(in_the_red_zone, |a| a.ret()), Ok(()));
    // Memory that was freed, when it is taken again.
    let freed = |a: &mut CodeAssembler| {
        a.sub(rsp, 256)?;
        a.mov(word_ptr(rsp), ax)?;
        a.add(rsp, 256)?;
        a.sub(rsp, 256)?;
        a.mov(ax, word_ptr(rsp))?;
        a.mov(word_ptr(rdx), ax)?;
        a.add(rsp, 256)?;
        a.ret()
    };
    rejected(around(|_| Ok(()), freed), "coefficient 0");
}

/// Checks a product by an operand that is prepared as it is, where `change` writes what the
/// preparation does to it at rsi, and `restore` what the product does to it in rax.
fn with_prepared(
    change: impl FnOnce(&mut CodeAssembler) -> Result<(), IcedError>,
    restore: impl FnOnce(&mut CodeAssembler) -> Result<(), IcedError>,
) -> Result<(), String> {
    let prepare = |a: &mut CodeAssembler| {
        a.mov(rax, qword_ptr(rdi))?;
        a.mov(qword_ptr(rsi), rax)?;
        change(a)?;
        a.ret()
    };
    let product = |a: &mut CodeAssembler| {
        a.mov(rax, qword_ptr(rsi))?;
        restore(a)?;
        a.mov(qword_ptr(rsp - 8), rax)?;
        a.lea(rsi, qword_ptr(rsp - 8))?;
        multiply(a)?;
        a.ret()
    };
    let mut code = assembled(Image::CODE, prepare);
    code.resize(64, 0);
    let at = Image::CODE + code.len() as u64;
    code.extend(assembled(at, product));
    let of = |kind, address| Function { kind, prepared: 8, ..function(address) };
    let functions = vec![of(Kind::Transform, Image::CODE), of(Kind::ProductByPrepared, at)];
    let marks = Marks { functions, ..Marks::default() };
    let image = Image::of_code(&code, Architecture::X86_64);
    Checker::new(&image, &marks).check(&marks.functions[1], 1, 1).expect("it is a product")
}

#[test]
fn prepared_operands_do_not_depend_on_what_is_unknown() {
    assert_eq!(with_prepared(|_| Ok(()), |_| Ok(())), Ok(()));
    assert_eq!(with_prepared(|a| a.add(word_ptr(rsi), 3), |a| a.sub(ax, 3)), Ok(()));
    // Registers are unknown, and not the same in two calls.
    let outcome = with_prepared(|a| a.add(word_ptr(rsi), r9w), |a| a.sub(ax, r9w));
    rejected(outcome, "depends on what is unknown");
}

#[test]
fn addresses_are_unknown() {
    let if_bit_6 = |a: &mut CodeAssembler| {
        a.test(dil, 64)?;
        return_unless(a, |a, go_on| a.je(go_on))
    };
    rejected(around(if_bit_6, |a| a.ret()), "branch");
    // Where two operands are compared, both orders are executed.
    let if_first_is_lower = |a: &mut CodeAssembler| {
        a.cmp(rdi, rsi)?;
        return_unless(a, |a, go_on| a.jb(go_on))
    };
    rejected(around(if_first_is_lower, |a| a.ret()), "depends on an address");
    let harmless = |a: &mut CodeAssembler| {
        let mut go_on = a.create_label();
        a.cmp(rdi, rsi)?;
        a.jb(go_on)?;
        a.nop()?;
        a.set_label(&mut go_on)
    };
    assert_eq!(around(harmless, |a| a.ret()), Ok(()));
    let if_the_stack_is_aligned = |a: &mut CodeAssembler| {
        a.test(spl, 16)?;
        return_unless(a, |a, go_on| a.je(go_on))
    };
    rejected(around(if_the_stack_is_aligned, |a| a.ret()), "branch");
    let by_an_index = |a: &mut CodeAssembler| {
        a.movzx(eax, word_ptr(rdi))?;
        a.mov(ax, word_ptr(rsi + rax))?;
        a.ret()
    };
    rejected(around(|_| Ok(()), by_an_index), "an address that depends on an operand");
    let with_an_unaligned_load = |a: &mut CodeAssembler| {
        a.movdqa(xmm0, xmmword_ptr(rsp - 32))?;
        a.ret()
    };
    rejected(around(|_| Ok(()), with_an_unaligned_load), "not aligned");
}

#[test]
fn prefixes_and_segments_have_no_rule() {
    let of_a_thread = |a: &mut CodeAssembler| {
        a.mov(rax, qword_ptr(0).fs())?;
        a.ret()
    };
    rejected(around(|_| Ok(()), of_a_thread), "memory of a thread");
    let with_32_bits = |a: &mut CodeAssembler| {
        a.mov(ax, word_ptr(edi))?;
        a.ret()
    };
    rejected(around(|_| Ok(()), with_32_bits), "less than 64 bits");
    rejected(around(|a| a.cpuid(), |a| a.ret()), "without a rule");
}
