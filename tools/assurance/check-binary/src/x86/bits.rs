//! Rules of instructions on general registers with three operands: BMI1, BMI2, and shifts of two
//! words.

use iced_x86::{Instruction, Mnemonic};

use super::{Flag, Flags, Machine};
use crate::cell;
use crate::term::{Lane, Operation, word};

impl Machine<'_, '_> {
    /// Executes such an instruction; returns whether it is one.
    pub(super) fn execute_bits(&mut self, i: &Instruction) -> Result<bool, String> {
        use Mnemonic::{Andn, Mulx, Rorx, Sarx, Shlx, Shrx};
        if !matches!(i.mnemonic(), Andn | Mulx | Rorx | Sarx | Shlx | Shrx) {
            return Ok(false);
        }
        let size = self.size(i, 0);
        let bits = 8 * size as u8;
        let first = self.read(i, 1)?;
        let first = cell::lane(self.terms, &first);
        let result = match i.mnemonic() {
            Andn => {
                let second = self.read(i, 2)?;
                let second = cell::lane(self.terms, &second);
                let inverted = self.terms.make(Operation::Xor, bits, first, Lane::Number(word(u64::MAX, bits)));
                let result = self.terms.make(Operation::And, bits, inverted, second);
                // Flags as for a test of the result, but for those that are not defined.
                self.flags = self.flags_of(Operation::And, bits, [result, result], false, result);
                self.flags.parity = None;
                result
            }
            Mulx => {
                let second = self.read(i, 2)?;
                let second = cell::number(&second).ok_or("a wide product of what depends on an operand")?;
                let factor = word(self.number_of(2, "a factor")?, bits);
                let product = u128::from(second) * u128::from(factor);
                let low = Lane::Number(word(product as u64, bits));
                self.write(i, 1, &cell::of_lanes([low], size))?;
                Lane::Number(word((product >> bits) as u64, bits))
            }
            Rorx => {
                let Lane::Number(x) = first else { return Err("a rotation of what depends on an operand".into()) };
                let count = self.immediate(i, 2)? as u32 & (u32::from(bits) - 1);
                Lane::Number(if size == 8 { x.rotate_right(count) } else { (x as u32).rotate_right(count).into() })
            }
            shift => {
                let count = self.read_part(i, 2, 1)?;
                let count = cell::number(&count).ok_or("a shift by a number that depends on an operand")?;
                let operation = match shift {
                    Shlx => Operation::ShiftLeft,
                    Shrx => Operation::ShiftRight,
                    _ => Operation::ShiftSigned,
                };
                self.terms.make(operation, bits, first, Lane::Number(count & (u64::from(bits) - 1)))
            }
        };
        self.write(i, 0, &cell::of_lanes([result], size))?;
        Ok(true)
    }

    /// Shifts the first operand by a number, and moves bits of the second one in.
    pub(super) fn shift_words(&mut self, i: &Instruction) -> Result<(), String> {
        let size = self.size(i, 0);
        let bits = 8 * size as u8;
        if bits < 32 {
            return Err("a shift of two words of 16 bits".into());
        }
        let [own, second] = [self.read(i, 0)?, self.read(i, 1)?];
        let [own, second] = [own, second].map(|cells| cell::lane(self.terms, &cells));
        let count = self.read_part(i, 2, 1)?;
        let count = cell::number(&count).ok_or("a shift by a number that depends on an operand")?;
        let (width, count) = (u64::from(bits), count & (u64::from(bits) - 1));
        if count == 0 {
            // No flag changes, but that of 32 bits clears the upper half.
            return self.write(i, 0, &cell::of_lanes([own], size));
        }
        let (kept, moved, carried) = match i.mnemonic() {
            Mnemonic::Shld => (Operation::ShiftLeft, Operation::ShiftRight, width - count),
            _ => (Operation::ShiftRight, Operation::ShiftLeft, count - 1),
        };
        let first = self.terms.make(kept, bits, own, Lane::Number(count));
        let second = self.terms.make(moved, bits, second, Lane::Number(width - count));
        let result = self.terms.make(Operation::Or, bits, first, second);
        let carry: Flag = match own {
            Lane::Number(own) => Some(own >> carried & 1 == 1),
            Lane::Term(_) => None,
        };
        let flags = self.flags_of(kept, bits, [result, Lane::Number(0)], false, result);
        self.flags = Flags { carry, overflow: None, ..flags };
        self.write(i, 0, &cell::of_lanes([result], size))
    }
}
