//! Rules of instructions on vector registers.

use yaxpeax_arm::armv8::a64::{Instruction, Opcode, Operand};

use super::{Signed, Unsigned, contrary, doubled_high, greater, limit, merge, ordered, saturated, wide, wide_product};
use crate::aarch64::Machine;
use crate::aarch64::operand::{bytes_of, element, immediate};
use crate::cell;
use crate::term::{Lane, Operation, word};

impl Machine<'_, '_> {
    /// Executes an instruction on vector registers.
    pub(in crate::aarch64) fn execute_vector(&mut self, i: &Instruction) -> Result<(), String> {
        use Opcode::*;
        use Operation::{Add, And, Equal, Multiply, Or, ShiftLeft, ShiftRight, ShiftSigned, Subtract, Xor};
        let target = i.operands[0];
        match i.opcode {
            // Moves.
            MOVI | MVNI => {
                let bytes = element(&target)?;
                let value = match i.operands[1] {
                    Operand::ImmShiftMSL(value, count) => (u64::from(value) << count) + (1 << count) - 1,
                    _ => immediate(&i.operands[1])?,
                };
                let value = if i.opcode == MVNI { !value } else { value };
                let count = self.count(i, 0)?;
                let lanes = vec![Lane::Number(word(value, 8 * bytes as u8)); count];
                self.write_vector(&target, cell::of_lanes(lanes, bytes))?;
            }
            DUP | INS => {
                let bytes = element(&target)?;
                let cells = match i.operands[1] {
                    Operand::Register(_, register) => {
                        let lane = self.general(register, bytes);
                        cell::of_lanes([lane], bytes)
                    }
                    _ => self.vector(&i.operands[1])?,
                };
                let count = if i.opcode == DUP { self.count(i, 0)? } else { 1 };
                self.write_vector(&target, cells.repeat(count))?;
            }
            UMOV | SMOV => {
                let (cells, size) = (self.vector(&i.operands[1])?, self.size(i)?);
                let (lane, from, to) = (cell::lane(self.terms, &cells), 8 * cells.len() as u8, 8 * size as u8);
                let lane = match i.opcode {
                    SMOV => self.terms.extend(lane, from, to),
                    _ => self.terms.widen(lane, from, to),
                };
                self.write(&target, lane)?;
            }
            FMOV => match (target, i.operands[1]) {
                (Operand::Register(size, _), _) => {
                    let cells = self.vector(&i.operands[1])?;
                    if cells.len() != bytes_of(size) {
                        return Err("a move of another size".into());
                    }
                    let lane = cell::lane(self.terms, &cells);
                    self.write(&target, lane)?;
                }
                (_, Operand::Register(size, register)) => {
                    let lane = self.general(register, bytes_of(size));
                    let cells = cell::of_lanes([lane], bytes_of(size));
                    if cells.len() != element(&target)? {
                        return Err("a move of another size".into());
                    }
                    self.write_vector(&target, cells)?;
                }
                (Operand::SIMDRegister(..), Operand::SIMDRegister(..)) => {
                    let cells = self.vector(&i.operands[1])?;
                    self.write_vector(&target, cells)?;
                }
                _ => return Err("a number with a fraction".into()),
            },

            // Permutations.
            EXT => {
                let both = [self.vector(&i.operands[1])?, self.vector(&i.operands[2])?].concat();
                let at = immediate(&i.operands[3])? as usize;
                self.write_vector(&target, both[at..at + both.len() / 2].to_vec())?;
            }
            ZIP1 => self.permute(i, |k, count| k % 2 * count + k / 2)?,
            ZIP2 => self.permute(i, |k, count| k % 2 * count + count / 2 + k / 2)?,
            UZP1 => self.permute(i, |k, _| 2 * k)?,
            UZP2 => self.permute(i, |k, _| 2 * k + 1)?,
            TRN1 => self.permute(i, |k, count| k % 2 * count + k / 2 * 2)?,
            TRN2 => self.permute(i, |k, count| k % 2 * count + k / 2 * 2 + 1)?,
            REV16 => self.reverse(i, 2)?,
            REV32 => self.reverse(i, 4)?,
            REV64 => self.reverse(i, 8)?,
            TBL => self.look_up(i, false)?,
            TBX => self.look_up(i, true)?,

            // Widening and narrowing.
            SSHLL | SSHLL2 | USHLL | USHLL2 | SHLL | SHLL2 => {
                let sign = if matches!(i.opcode, SSHLL | SSHLL2) { Signed } else { Unsigned };
                let count = immediate(&i.operands[2])?;
                self.each(i, |terms, bits, x| {
                    let x = wide(terms, bits, x, sign);
                    terms.make(ShiftLeft, 2 * bits, x, Lane::Number(count))
                })?;
            }
            XTN | XTN2 => self.narrow(i, |terms, bits, x, _| terms.extract(x, bits, 0, bits / 2))?,
            SHRN | SHRN2 | RSHRN | RSHRN2 => {
                let count = immediate(&i.operands[2])?;
                let added = if matches!(i.opcode, RSHRN | RSHRN2) { 1 << (count - 1) } else { 0 };
                self.narrow(i, |terms, bits, x, _| {
                    let sum = terms.make(Add, bits, x, Lane::Number(added));
                    terms.extract(sum, bits, count as u8, bits / 2)
                })?;
            }
            ADDHN | ADDHN2 => self.upper_halves(i, Add, false)?,
            SUBHN | SUBHN2 => self.upper_halves(i, Subtract, false)?,
            RADDHN | RADDHN2 => self.upper_halves(i, Add, true)?,
            RSUBHN | RSUBHN2 => self.upper_halves(i, Subtract, true)?,
            SQXTN | SQXTN2 => self.narrow(i, |terms, bits, x, _| saturated(terms, bits, x, Signed, Signed))?,
            SQXTUN | SQXTUN2 => self.narrow(i, |terms, bits, x, _| saturated(terms, bits, x, Signed, Unsigned))?,
            UQXTN | UQXTN2 => self.narrow(i, |terms, bits, x, _| saturated(terms, bits, x, Unsigned, Unsigned))?,

            // Sums and differences.
            ADD => self.simple(i, Add)?,
            SUB => self.simple(i, Subtract)?,
            NEG => self.each(i, |terms, bits, x| terms.make(Subtract, bits, Lane::Number(0), x))?,
            // The contrary of the highest bit.
            FNEG => self.each(i, |terms, bits, x| ordered(terms, bits, x, Unsigned))?,
            ABS => self.each(i, |terms, bits, x| {
                let sign = terms.make(ShiftSigned, bits, x, Lane::Number(u64::from(bits) - 1));
                let negated = terms.make(Subtract, bits, Lane::Number(0), x);
                merge(terms, bits, [sign, negated, x])
            })?,
            SADDL | SADDL2 | UADDL | UADDL2 | SSUBL | SSUBL2 | USUBL | USUBL2 => {
                let sign = if matches!(i.opcode, SADDL | SADDL2 | SSUBL | SSUBL2) { Signed } else { Unsigned };
                let operation = if matches!(i.opcode, SADDL | SADDL2 | UADDL | UADDL2) { Add } else { Subtract };
                self.lanewise(i, |terms, bits, x, y| {
                    let (x, y) = (wide(terms, bits, x, sign), wide(terms, bits, y, sign));
                    terms.make(operation, 2 * bits, x, y)
                })?;
            }
            SADDW | SADDW2 | UADDW | UADDW2 | SSUBW | SSUBW2 | USUBW | USUBW2 => {
                let sign = if matches!(i.opcode, SADDW | SADDW2 | SSUBW | SSUBW2) { Signed } else { Unsigned };
                let operation = if matches!(i.opcode, SADDW | SADDW2 | UADDW | UADDW2) { Add } else { Subtract };
                self.lanewise(i, |terms, bits, x, y| {
                    let y = wide(terms, bits, y, sign);
                    terms.make(operation, 2 * bits, x, y)
                })?;
            }
            ADDP => self.pairs(i, |terms, bits, x, y| terms.make(Add, bits, x, y))?,
            SADDLP => self.add_pairs_wide(i, Signed, false)?,
            UADDLP => self.add_pairs_wide(i, Unsigned, false)?,
            SADALP => self.add_pairs_wide(i, Signed, true)?,
            UADALP => self.add_pairs_wide(i, Unsigned, true)?,
            ADDV => self.across(i, |terms, bits, x, y| terms.make(Add, bits, x, y))?,
            SADDLV => self.add_across_wide(i, Signed)?,
            UADDLV => self.add_across_wide(i, Unsigned)?,

            // Products.
            MUL => self.simple(i, Multiply)?,
            MLA | MLS => {
                let operation = if i.opcode == MLA { Add } else { Subtract };
                self.lanewise_onto(i, |terms, bits, old, x, y| {
                    let product = terms.make(Multiply, bits, x, y);
                    terms.make(operation, bits, old, product)
                })?;
            }
            SMULL | SMULL2 => self.lanewise(i, |terms, bits, x, y| wide_product(terms, bits, x, y, Signed))?,
            UMULL | UMULL2 => self.lanewise(i, |terms, bits, x, y| wide_product(terms, bits, x, y, Unsigned))?,
            SMLAL | SMLAL2 | UMLAL | UMLAL2 | SMLSL | SMLSL2 | UMLSL | UMLSL2 => {
                let sign = if matches!(i.opcode, SMLAL | SMLAL2 | SMLSL | SMLSL2) { Signed } else { Unsigned };
                let operation = if matches!(i.opcode, SMLAL | SMLAL2 | UMLAL | UMLAL2) { Add } else { Subtract };
                self.lanewise_onto(i, |terms, bits, old, x, y| {
                    let product = wide_product(terms, bits, x, y, sign);
                    terms.make(operation, 2 * bits, old, product)
                })?;
            }
            SQDMULH => self.lanewise(i, |terms, bits, x, y| doubled_high(terms, bits, x, y, false))?,
            SQRDMULH => self.lanewise(i, |terms, bits, x, y| doubled_high(terms, bits, x, y, true))?,

            // Comparisons.
            CMGT => self.compare(i, |terms, bits, x, y| greater(terms, bits, x, y, Signed))?,
            CMLT => self.compare(i, |terms, bits, x, y| greater(terms, bits, y, x, Signed))?,
            CMHI => self.compare(i, |terms, bits, x, y| greater(terms, bits, x, y, Unsigned))?,
            CMGE => self.compare(i, |terms, bits, x, y| {
                let less = greater(terms, bits, y, x, Signed);
                contrary(terms, bits, less)
            })?,
            CMLE => self.compare(i, |terms, bits, x, y| {
                let more = greater(terms, bits, x, y, Signed);
                contrary(terms, bits, more)
            })?,
            CMHS => self.compare(i, |terms, bits, x, y| {
                let less = greater(terms, bits, y, x, Unsigned);
                contrary(terms, bits, less)
            })?,
            CMEQ => self.compare(i, |terms, bits, x, y| terms.make(Equal, bits, x, y))?,
            CMTST => self.compare(i, |terms, bits, x, y| {
                let both = terms.make(And, bits, x, y);
                let none = terms.make(Equal, bits, both, Lane::Number(0));
                contrary(terms, bits, none)
            })?,
            SMIN => self.lanewise(i, |terms, bits, x, y| limit(terms, bits, [x, y], true, Signed))?,
            SMAX => self.lanewise(i, |terms, bits, x, y| limit(terms, bits, [x, y], false, Signed))?,
            UMIN => self.lanewise(i, |terms, bits, x, y| limit(terms, bits, [x, y], true, Unsigned))?,
            UMAX => self.lanewise(i, |terms, bits, x, y| limit(terms, bits, [x, y], false, Unsigned))?,

            // Shifts.
            SHL | SSHR | USHR => {
                let operation = match i.opcode {
                    SHL => ShiftLeft,
                    SSHR => ShiftSigned,
                    _ => ShiftRight,
                };
                let cells = self.shift(i, operation)?;
                self.write_vector(&target, cells)?;
            }
            SSHL => self.shift_by_lanes(i, Signed)?,
            USHL => self.shift_by_lanes(i, Unsigned)?,
            SRSHR => self.round(i, Signed, false)?,
            URSHR => self.round(i, Unsigned, false)?,
            SRSRA => self.round(i, Signed, true)?,
            URSRA => self.round(i, Unsigned, true)?,
            SSRA => self.add_shifted(i, ShiftSigned)?,
            USRA => self.add_shifted(i, ShiftRight)?,
            SLI => self.insert_shifted(i, ShiftLeft)?,
            SRI => self.insert_shifted(i, ShiftRight)?,

            // Bits.
            ORR if element(&i.operands[1]).is_err() => self.bits_with_number(i, Or)?,
            BIC if element(&i.operands[1]).is_err() => self.bits_with_number(i, And)?,
            AND => self.vector_bits(i, |terms, bits, [x, y]| terms.make(And, bits, x, y))?,
            ORR => self.vector_bits(i, |terms, bits, [x, y]| terms.make(Or, bits, x, y))?,
            EOR => self.vector_bits(i, |terms, bits, [x, y]| terms.make(Xor, bits, x, y))?,
            BIC => self.vector_bits(i, |terms, bits, [x, y]| {
                let y = contrary(terms, bits, y);
                terms.make(And, bits, x, y)
            })?,
            ORN => self.vector_bits(i, |terms, bits, [x, y]| {
                let y = contrary(terms, bits, y);
                terms.make(Or, bits, x, y)
            })?,
            NOT => {
                let x = self.vector(&i.operands[1])?;
                let cells = crate::lanes::bitwise(self.terms, [&x], |terms, bits, [x]| contrary(terms, bits, x));
                self.write_vector(&target, cells)?;
            }
            BSL | BIT | BIF => {
                let [old, x, y] = [0, 1, 2].map(|k| self.vector(&i.operands[k]));
                let (old, x, y) = (old?, x?, y?);
                let vectors = match i.opcode {
                    BSL => [&old, &x, &y],
                    BIT => [&y, &x, &old],
                    _ => [&y, &old, &x],
                };
                self.merge(&target, vectors.map(Vec::as_slice))?;
            }
            _ => return Err("an instruction without a rule".into()),
        }
        Ok(())
    }
}
