//! Encodings that the decoder takes for instructions, and the CPU does not.

use yaxpeax_arm::armv8::a64::{Instruction, Opcode, Operand, SIMDSizeCode, ShiftStyle};

use super::operand::{bytes_of, element};

/// Returns true if an encoding is the instruction that it was decoded to.
pub(super) fn is_defined(word: u32, i: &Instruction) -> bool {
    is_class_defined(word, i) && i.operands.iter().all(|operand| is_operand_defined(i, operand)) && has_sizes(word, i)
}

/// Bits that the decoder does not look at.
fn is_class_defined(word: u32, i: &Instruction) -> bool {
    let is_of = |mask: u32, bits: u32| word & mask == bits;
    let bit = |k: u32| word >> k & 1 == 1;
    // Numbers for operations on 32 bits have no pattern of 64 bits, and no upper quarters.
    let is_short = is_of(0x9f00_0000, 0x1200_0000) && bit(22);
    // A pattern of ones that is repeated ends before its part does.
    let (ones, length) = (word >> 10 & 63, (word >> 16 & 64 | !(word >> 10) & 63).checked_ilog2().unwrap_or(0));
    let are_all_ones = is_of(0x1f80_0000, 0x1200_0000) && ones | u32::MAX << length == u32::MAX;
    // Numbers of vectors with a fraction, of 16 bits, take this bit.
    let is_fraction = is_of(0x9ff8_0400, 0x0f00_0400) && bit(11);
    // Scalars of these are of 64 bits.
    let is_scalar = is_of(0xdf3e_0c00, 0x5e20_0800) && word >> 22 & 3 != 3;
    let are_of_64 = matches!(
        i.opcode,
        Opcode::CMGT | Opcode::CMGE | Opcode::CMEQ | Opcode::CMLE | Opcode::CMLT | Opcode::ABS | Opcode::NEG
    );
    // The one with the number 0 there is another instruction.
    let is_other = i.opcode == Opcode::FNEG && !bit(23) || i.opcode == Opcode::INS && !bit(30);
    !(is_short || are_all_ones || is_fraction || is_scalar && are_of_64 || is_other)
}

/// Counts of shifts, extensions of indices, and vectors of one element of 64 bits.
fn is_operand_defined(i: &Instruction, operand: &Operand) -> bool {
    use Opcode::*;
    match *operand {
        // Where the first operand may be the stack pointer, the last one is extended.
        Operand::RegShift(_, count, size, _) => match i.operands[1] {
            Operand::RegisterOrSP(..) => count <= 4,
            _ => usize::from(count) < 8 * bytes_of(size),
        },
        Operand::RegRegOffset(.., style, _) => {
            !matches!(style, ShiftStyle::UXTB | ShiftStyle::UXTH | ShiftStyle::SXTB | ShiftStyle::SXTH)
        }
        Operand::SIMDRegisterElements(SIMDSizeCode::D, _, SIMDSizeCode::D) => {
            matches!(i.opcode, MOVI | SADDLP | UADDLP | SADALP | UADALP)
        }
        Operand::SIMDRegisterGroup(SIMDSizeCode::D, _, SIMDSizeCode::D, _) => {
            matches!(i.opcode, LD1 | ST1 | LD1R | LD2R | LD3R | LD4R)
        }
        _ => true,
    }
}

/// The sizes of elements that an instruction has.
fn has_sizes(word: u32, i: &Instruction) -> bool {
    use Opcode::*;
    let Ok(bytes) = element(&i.operands[0]) else { return true };
    let is_scalar = matches!(i.operands[0], Operand::SIMDRegister(..)) && word >> 28 & 1 == 1;
    match i.opcode {
        ADD | SUB | CMGT | CMGE | CMEQ | CMHI | CMHS | CMTST | SSHL | USHL => !is_scalar || bytes == 8,
        MUL | MLA | MLS | SMAX | SMIN | UMAX | UMIN => bytes < 8,
        SQDMULH | SQRDMULH => matches!(bytes, 2 | 4),
        REV32 => bytes < 4,
        SSHLL | SSHLL2 | USHLL | USHLL2 => element(&i.operands[1]).is_ok_and(|narrow| narrow < bytes),
        _ => true,
    }
}
