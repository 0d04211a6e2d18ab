//! Operands of instructions: registers, numbers, shifted registers, and the flags of results.

use super::instruction::Instruction;
use super::{COUNTER, Machine, STACK, WIDTH, register_of};
use crate::cell;
use crate::condition::Flags;
use crate::lanes;
use crate::term::{Lane, Operation, signed, word};

/// The bits of a register.
pub(super) const BITS: u8 = 8 * WIDTH as u8;

/// A flag, if it is known.
type Flag = Option<bool>;

/// Why a result of operands that are terms is none: a rule has only numbers.
pub(super) const NUMBERS: &str = "an operation that has a rule for numbers only";

/// Why a register is none of an instruction.
const UNDEFINED: &str = "a register for which the instruction is not defined";

impl Instruction {
    /// Returns a field as a number.
    pub(super) fn number(&self, letter: char) -> Lane {
        Lane::Number(self.field(letter).into())
    }

    /// Returns a field as a signed number.
    pub(super) fn signed(&self, letter: char) -> i64 {
        signed(self.field(letter).into(), self.bits(letter) as u8)
    }

    /// Returns the register that a field names.
    pub(super) fn register(&self, letter: char) -> usize {
        self.field(letter) as usize
    }

    /// Returns the number of 16 bits whose upper four are apart.
    pub(super) fn upper_number(&self) -> Lane {
        Lane::Number((self.field('j') << 12 | self.field('i')).into())
    }

    /// Returns a distance that is added or subtracted.
    pub(super) fn distance(&self) -> i64 {
        let distance = i64::from(self.field('i'));
        if self.field('u') == 1 { distance } else { -distance }
    }

    /// Returns the distance of a conditional branch of 32 bits.
    pub(super) fn near(&self) -> i64 {
        let upper = self.field('s') << 2 | self.field('k') << 1 | self.field('j');
        // The last eleven bits of the field are the lower ones.
        let lower = self.field('i');
        2 * signed((u64::from(upper) << 17) | u64::from(lower), 20)
    }

    /// Returns the distance of another branch of 32 bits, of which two bits are stored as their
    /// equality with the sign.
    pub(super) fn far(&self) -> i64 {
        let [s, j, k] = ['s', 'j', 'k'].map(|letter| self.field(letter));
        let upper = s << 2 | (!(j ^ s) & 1) << 1 | !(k ^ s) & 1;
        2 * signed((u64::from(upper) << 21) | u64::from(self.field('i')), 24)
    }

    /// Returns the number that a pattern of 12 bits is, and the carry that it leaves.
    fn pattern(&self) -> (u32, Flag) {
        let (i, byte) = (self.field('i'), self.field('i') & 0xff);
        match i >> 8 {
            0 => (byte, None),
            1 => (byte << 16 | byte, None),
            2 => (byte << 24 | byte << 8, None),
            3 => (byte << 24 | byte << 16 | byte << 8 | byte, None),
            _ => {
                let number = (0x80 | i & 0x7f).rotate_right(i >> 7);
                (number, Some(number >> 31 == 1))
            }
        }
    }
}

impl Machine<'_, '_> {
    /// Returns a register other than the stack pointer and the program counter.
    pub(super) fn register(&mut self, i: &Instruction, letter: char) -> Result<Lane, String> {
        self.general(i.register(letter))
    }

    pub(super) fn general(&mut self, register: usize) -> Result<Lane, String> {
        if matches!(register, STACK | COUNTER) {
            return Err(UNDEFINED.into());
        }
        Ok(cell::lane(self.terms, &self.general[register]))
    }

    /// Returns a register other than the program counter.
    pub(super) fn any_register(&mut self, i: &Instruction, letter: char) -> Result<Lane, String> {
        match i.register(letter) {
            COUNTER => Err(UNDEFINED.into()),
            register => Ok(cell::lane(self.terms, &self.general[register])),
        }
    }

    /// Returns the registers n and m.
    pub(super) fn registers(&mut self, i: &Instruction) -> Result<[Lane; 2], String> {
        Ok([self.register(i, 'n')?, self.register(i, 'm')?])
    }

    /// Returns the registers d and m.
    pub(super) fn in_place(&mut self, i: &Instruction) -> Result<[Lane; 2], String> {
        Ok([self.register(i, 'd')?, self.register(i, 'm')?])
    }

    /// Returns the lanes of this many bytes of a register.
    pub(super) fn lanes(&mut self, i: &Instruction, letter: char, bytes: usize) -> Result<Vec<Lane>, String> {
        match i.register(letter) {
            STACK | COUNTER => Err(UNDEFINED.into()),
            register => Ok(cell::lanes(self.terms, &self.general[register], bytes)),
        }
    }

    /// Writes a register other than the stack pointer and the program counter.
    pub(super) fn set(&mut self, i: &Instruction, letter: char, lane: Lane) -> Result<(), String> {
        self.set_general(i.register(letter), lane)
    }

    pub(super) fn set_general(&mut self, register: usize, lane: Lane) -> Result<(), String> {
        if matches!(register, STACK | COUNTER) {
            return Err(UNDEFINED.into());
        }
        self.general[register] = register_of(lane);
        Ok(())
    }

    /// Writes a register other than the program counter.
    pub(super) fn set_any(&mut self, i: &Instruction, letter: char, lane: Lane) -> Result<(), String> {
        match i.register(letter) {
            STACK => self.set_stack(lane),
            register => self.set_general(register, lane),
        }
    }

    /// Writes the stack pointer.
    pub(super) fn set_stack(&mut self, lane: Lane) -> Result<(), String> {
        self.general[STACK] = register_of(lane);
        Ok(())
    }

    /// Returns the stack pointer plus a number.
    pub(super) fn moved_stack(&mut self, distance: i64) -> Lane {
        let stack = cell::lane(self.terms, &self.general[STACK]);
        self.moved(stack, distance)
    }

    /// Returns an address plus a number.
    pub(super) fn moved(&mut self, address: Lane, distance: i64) -> Lane {
        self.terms.make(Operation::Add, BITS, address, Lane::Number(word(distance as u64, BITS)))
    }

    /// Returns the address of a word near the instruction: the program counter is four bytes ahead.
    pub(super) fn counter(&self, distance: i64) -> Lane {
        Lane::Number(word(((self.address + 4) & !3).wrapping_add_signed(distance), BITS))
    }

    /// Returns the contrary of all bits.
    pub(super) fn contrary(&mut self, lane: Lane) -> Lane {
        self.terms.make(Operation::Xor, BITS, lane, Lane::Number(word(u64::MAX, BITS)))
    }

    /// Returns register n, which of sums and differences may be the stack pointer.
    fn first(&mut self, i: &Instruction) -> Result<Lane, String> {
        if matches!(i.name, "add" | "sub" | "cmp" | "cmn") { self.any_register(i, 'n') } else { self.register(i, 'n') }
    }

    /// Returns register n and the shifted register m, and the carry of the shift.
    pub(super) fn with_shifted(&mut self, i: &Instruction) -> Result<([Lane; 2], Flag), String> {
        let x = self.first(i)?;
        let (y, carry) = self.shifted_register(i)?;
        Ok(([x, y], carry))
    }

    /// Returns register n and a number that is a pattern, and the carry.
    pub(super) fn with_pattern(&mut self, i: &Instruction) -> Result<([Lane; 2], Flag), String> {
        let (number, carry) = i.pattern();
        let x = self.first(i)?;
        Ok(([x, Lane::Number(number.into())], carry.or(self.flags.carry)))
    }

    /// Returns the operands of an instruction of either form, and the carry.
    pub(super) fn operands(&mut self, i: &Instruction) -> Result<([Lane; 2], Flag), String> {
        if i.bits('m') > 0 { self.with_shifted(i) } else { self.with_pattern(i) }
    }

    /// Returns a number that is a pattern, and the carry.
    pub(super) fn pattern(&self, i: &Instruction) -> (Lane, Flag) {
        let (number, carry) = i.pattern();
        (Lane::Number(number.into()), carry.or(self.flags.carry))
    }

    /// Returns the register m, shifted by a number, and the carry.
    pub(super) fn shifted_register(&mut self, i: &Instruction) -> Result<(Lane, Flag), String> {
        let (x, count) = (self.register(i, 'm')?, u64::from(i.field('i')));
        let operation = match (i.field('t'), count) {
            (0, _) => Operation::ShiftLeft,
            (1, _) => Operation::ShiftRight,
            (2, _) => Operation::ShiftSigned,
            (_, 0) => return self.with_carry_above(x),
            _ => {
                let carry = number_of(x).map(|x| x >> (count - 1) & 1 == 1);
                return Ok((lanes::rotated(self.terms, x, WIDTH, count), carry));
            }
        };
        // A shift to the right by 0 is one by all bits.
        let count = if count == 0 && operation != Operation::ShiftLeft { BITS.into() } else { count };
        Ok(self.shifted(operation, x, count))
    }

    /// Returns a word that is shifted to the right by one, with the carry above, and its carry.
    fn with_carry_above(&mut self, x: Lane) -> Result<(Lane, Flag), String> {
        let carry = self.flags.carry.ok_or("a carry that is not defined")?;
        let half = lanes::shifted(self.terms, Operation::ShiftRight, x, WIDTH, 1);
        let result = self.terms.make(Operation::Or, BITS, half, Lane::Number(u64::from(carry) << (BITS - 1)));
        Ok((result, number_of(x).map(|x| x & 1 == 1)))
    }

    /// Returns a word that is shifted by a number, and the carry: the last bit that is shifted out.
    pub(super) fn shifted(&mut self, operation: Operation, x: Lane, count: u64) -> (Lane, Flag) {
        if count == 0 {
            return (x, self.flags.carry);
        }
        let bits = u64::from(BITS);
        let carry = number_of(x).map(|x| match operation {
            Operation::ShiftLeft => count <= bits && x >> (bits - count) & 1 == 1,
            Operation::ShiftRight => count <= bits && x >> (count - 1) & 1 == 1,
            _ => signed(x, BITS) >> (count - 1).min(bits) & 1 == 1,
        });
        let result = match operation {
            Operation::ShiftSigned => lanes::shifted(self.terms, operation, x, WIDTH, count.min(bits - 1)),
            _ if count >= bits => Lane::Number(0),
            _ => lanes::shifted(self.terms, operation, x, WIDTH, count),
        };
        (result, carry)
    }

    /// Returns whether an instruction sets flags: by its bit for it, or if it has 16 bits by not
    /// standing in a block of conditions.
    fn sets_flags(&self, i: &Instruction) -> bool {
        if i.length == 2 { self.block == 0 } else { i.bits('s') == 1 && i.field('s') == 1 }
    }

    /// Writes a result of an operation on bits, and sets flags.
    pub(super) fn result_of_bits(&mut self, i: &Instruction, result: Lane, carry: Flag) -> Result<(), String> {
        self.set(i, 'd', result)?;
        if self.sets_flags(i) {
            self.set_flags_of_bits(result, carry);
        }
        Ok(())
    }

    /// Sets the flags of a result, of which the overflow is what it was.
    pub(super) fn set_flags_of_bits(&mut self, result: Lane, carry: Flag) {
        let (overflow, zero) = (self.flags.overflow, Lane::Number(0));
        let flags = match result {
            Lane::Number(_) => {
                Flags::of(self.terms, &mut self.memory, Operation::Or, BITS, [result, zero], false, result)
            }
            Lane::Term(_) => Flags { last: Some((Operation::Or, BITS, [result, zero], result)), ..Flags::default() },
        };
        self.flags = Flags { carry, overflow, ..flags };
    }

    /// Sets the flags of a sum or a difference, if the instruction does.
    pub(super) fn set_flags(
        &mut self,
        i: &Instruction,
        operation: Operation,
        operands: [Lane; 2],
        carry: bool,
        result: Lane,
    ) {
        if self.sets_flags(i) {
            self.flags = Flags::of(self.terms, &mut self.memory, operation, BITS, operands, carry, result);
        }
    }
}

/// Returns a number, if a lane is one.
pub(super) fn number_of(lane: Lane) -> Option<u64> {
    match lane {
        Lane::Number(number) => Some(number),
        Lane::Term(_) => None,
    }
}
