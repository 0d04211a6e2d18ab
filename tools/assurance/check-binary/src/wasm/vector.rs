//! Instructions on vectors of 128 bits.

use wasmparser::Operator;

use super::{Machine, Value, number};
use crate::cell::{self, Cell, ZERO};
use crate::lanes::{self, bitwise, extremum, high, multiply_add, product};
use crate::term::{Lane, Operation, Terms, word};

/// The comparisons of lanes as signed numbers, or for equality.
#[derive(Clone, Copy)]
enum Comparison {
    Equal,
    Unequal,
    Less,
    Greater,
    AtMost,
    AtLeast,
}

/// The mask of a comparison.
fn compare(terms: &mut Terms, bits: u8, x: Lane, y: Lane, comparison: Comparison) -> Lane {
    let ones = Lane::Number(word(u64::MAX, bits));
    let (mask, is_contrary) = match comparison {
        Comparison::Equal => (terms.make(Operation::Equal, bits, x, y), false),
        Comparison::Unequal => (terms.make(Operation::Equal, bits, x, y), true),
        Comparison::Less => (terms.make(Operation::Greater, bits, y, x), false),
        Comparison::Greater => (terms.make(Operation::Greater, bits, x, y), false),
        Comparison::AtMost => (terms.make(Operation::Greater, bits, x, y), true),
        Comparison::AtLeast => (terms.make(Operation::Greater, bits, y, x), true),
    };
    if is_contrary { terms.make(Operation::Xor, bits, mask, ones) } else { mask }
}

/// (x y + 2^14) / 2^15, rounded down and saturated: the product of -2^15 and -2^15 is 2^15 - 1.
fn rounded_product(terms: &mut Terms, x: Lane, y: Lane) -> Lane {
    const LEAST: u64 = 1 << 15;
    if [x, y].iter().any(|lane| matches!(lane, Lane::Number(number) if *number != LEAST)) {
        return high(terms, 16, x, y, 1 << 14, 15);
    }
    let product = product(terms, 16, x, y);
    let sum = terms.make(Operation::Add, 32, product, Lane::Number(1 << 14));
    let shifted = terms.make(Operation::ShiftSigned, 32, sum, Lane::Number(15));
    let limited = extremum(terms, 32, shifted, Lane::Number(LEAST - 1), true);
    terms.extract(limited, 32, 0, 16)
}

/// Returns a lane, saturated to half as many bits.
fn narrowed(terms: &mut Terms, bits: u8, lane: Lane, is_signed: bool) -> Lane {
    let narrow = bits / 2;
    let (least, greatest) = if is_signed {
        (word(u64::MAX << (narrow - 1), bits), (1 << (narrow - 1)) - 1)
    } else {
        (0, word(u64::MAX, narrow))
    };
    // A lane that is narrow by its making is not saturated.
    let fits = match lanes::operands_of(terms, lane) {
        Some((Operation::Extend(from), _)) => is_signed && from <= narrow,
        Some((Operation::ShiftSigned, [_, Lane::Number(k)])) => is_signed && k >= narrow.into(),
        Some((Operation::ShiftRight, [_, Lane::Number(k)])) => !is_signed && k >= narrow.into(),
        Some((Operation::Join(at), [_, Lane::Number(0)])) => !is_signed && at <= narrow,
        Some((Operation::And, [_, Lane::Number(mask)])) => !is_signed && mask <= greatest,
        _ => false,
    };
    let limited = if fits {
        lane
    } else {
        let lane = extremum(terms, bits, lane, Lane::Number(greatest), true);
        extremum(terms, bits, lane, Lane::Number(least), false)
    };
    terms.extract(limited, bits, 0, narrow)
}

impl Machine<'_, '_> {
    pub(super) fn push_vector(&mut self, cells: &[Cell]) -> Result<(), String> {
        self.stack.push(Value::V128(cells.try_into().map_err(|_| "a vector of another length")?));
        Ok(())
    }

    /// An operation on each lane of this many bytes.
    fn unary(&mut self, bytes: usize, operation: impl Fn(&mut Terms, Lane) -> Lane) -> Result<(), String> {
        let x = self.pop_v128()?;
        let x = cell::lanes(self.terms, &x, bytes);
        let lanes: Vec<_> = x.into_iter().map(|x| operation(self.terms, x)).collect();
        self.push_vector(&cell::of_lanes(lanes, bytes))
    }

    /// An operation on each pair of lanes of this many bytes.
    fn lanewise(&mut self, bytes: usize, operation: impl Fn(&mut Terms, Lane, Lane) -> Lane) -> Result<(), String> {
        let (y, x) = (self.pop_v128()?, self.pop_v128()?);
        let (x, y) = (cell::lanes(self.terms, &x, bytes), cell::lanes(self.terms, &y, bytes));
        let lanes: Vec<_> = x.into_iter().zip(y).map(|(x, y)| operation(self.terms, x, y)).collect();
        self.push_vector(&cell::of_lanes(lanes, bytes))
    }

    fn simple(&mut self, bytes: usize, operation: Operation) -> Result<(), String> {
        self.lanewise(bytes, |terms, x, y| terms.make(operation, 8 * bytes as u8, x, y))
    }

    fn compared(&mut self, bytes: usize, comparison: Comparison) -> Result<(), String> {
        self.lanewise(bytes, |terms, x, y| compare(terms, 8 * bytes as u8, x, y, comparison))
    }

    fn extremum(&mut self, bytes: usize, is_least: bool) -> Result<(), String> {
        self.lanewise(bytes, |terms, x, y| extremum(terms, 8 * bytes as u8, x, y, is_least))
    }

    fn negated(&mut self, bytes: usize) -> Result<(), String> {
        self.unary(bytes, |terms, x| terms.make(Operation::Subtract, 8 * bytes as u8, Lane::Number(0), x))
    }

    /// The magnitude of each lane: the greater one of x and -x.
    fn magnitude(&mut self, bytes: usize) -> Result<(), String> {
        let bits = 8 * bytes as u8;
        self.unary(bytes, |terms, x| {
            let negative = terms.make(Operation::Subtract, bits, Lane::Number(0), x);
            extremum(terms, bits, x, negative, false)
        })
    }

    fn shift_lanes(&mut self, bytes: usize, operation: Operation) -> Result<(), String> {
        let count = self.pop_number("a shift")? % (8 * bytes as u64);
        let x = self.pop_v128()?;
        let cells: Vec<_> = x.chunks(bytes).flat_map(|lane| lanes::shift(self.terms, operation, lane, count)).collect();
        self.push_vector(&cells)
    }

    /// Returns lanes of this many bytes in twice as many.
    fn extended(&mut self, cells: &[Cell], bytes: usize, is_signed: bool) -> Vec<Lane> {
        let (from, to) = (8 * bytes as u8, 16 * bytes as u8);
        let lanes = cell::lanes(self.terms, cells, bytes).into_iter();
        let terms = &mut self.terms;
        lanes.map(|x| if is_signed { terms.extend(x, from, to) } else { terms.widen(x, from, to) }).collect()
    }

    pub(super) fn push_extended(&mut self, cells: &[Cell], bytes: usize, is_signed: bool) -> Result<(), String> {
        let lanes = self.extended(cells, bytes, is_signed);
        self.push_vector(&cell::of_lanes(lanes, 2 * bytes))
    }

    fn extend_half(&mut self, bytes: usize, is_high: bool, is_signed: bool) -> Result<(), String> {
        let x = self.pop_v128()?;
        let at = 8 * usize::from(is_high);
        self.push_extended(&x[at..at + 8], bytes, is_signed)
    }

    /// Products of half of the lanes, in twice as many bits.
    fn multiply_half(&mut self, bytes: usize, is_high: bool, is_signed: bool) -> Result<(), String> {
        let (y, x) = (self.pop_v128()?, self.pop_v128()?);
        let at = 8 * usize::from(is_high);
        let [x, y] = [x, y].map(|x| self.extended(&x[at..at + 8], bytes, is_signed));
        let bits = 16 * bytes as u8;
        let lanes: Vec<_> =
            x.into_iter().zip(y).map(|(x, y)| self.terms.make(Operation::Multiply, bits, x, y)).collect();
        self.push_vector(&cell::of_lanes(lanes, 2 * bytes))
    }

    /// Sums of two neighbours, in twice as many bits.
    fn add_neighbours(&mut self, bytes: usize, is_signed: bool) -> Result<(), String> {
        let x = self.pop_v128()?;
        let lanes = self.extended(&x, bytes, is_signed);
        let bits = 16 * bytes as u8;
        let sums: Vec<_> =
            lanes.chunks(2).map(|pair| self.terms.make(Operation::Add, bits, pair[0], pair[1])).collect();
        self.push_vector(&cell::of_lanes(sums, 2 * bytes))
    }

    fn narrow(&mut self, bytes: usize, is_signed: bool) -> Result<(), String> {
        let (y, x) = (self.pop_v128()?, self.pop_v128()?);
        let wide = cell::lanes(self.terms, &[x, y].concat(), bytes).into_iter();
        let lanes: Vec<_> = wide.map(|lane| narrowed(self.terms, 8 * bytes as u8, lane, is_signed)).collect();
        self.push_vector(&cell::of_lanes(lanes, bytes / 2))
    }

    /// An integer in all lanes of this many bytes.
    fn splat(&mut self, bytes: usize) -> Result<(), String> {
        let lane = if bytes == 8 { self.pop_i64()? } else { self.pop_i32()? };
        let cells = cell::of_lanes([lane], bytes.max(4));
        self.push_vector(&cells[..bytes].repeat(16 / bytes))
    }

    fn extract_lane(&mut self, bytes: usize, lane: u8, is_signed: bool) -> Result<(), String> {
        let x = self.pop_v128()?;
        let at = bytes * usize::from(lane);
        let cells = x.get(at..at + bytes).ok_or("no such lane")?;
        let lane = cell::lane(self.terms, cells);
        let bits = 8 * bytes as u8;
        self.stack.push(match (bytes, is_signed) {
            (8, _) => Value::I64(lane),
            (_, true) => Value::I32(self.terms.extend(lane, bits, 32)),
            (_, false) => Value::I32(self.terms.widen(lane, bits, 32)),
        });
        Ok(())
    }

    fn replace_lane(&mut self, bytes: usize, lane: u8) -> Result<(), String> {
        let value = if bytes == 8 { self.pop_i64()? } else { self.pop_i32()? };
        let cells = cell::of_lanes([value], bytes.max(4));
        let mut x = self.pop_v128()?;
        let at = bytes * usize::from(lane);
        x.get_mut(at..at + bytes).ok_or("no such lane")?.copy_from_slice(&cells[..bytes]);
        self.push_vector(&x)
    }

    fn bitwise(&mut self, operation: Operation, negated: bool) -> Result<(), String> {
        let (y, x) = (self.pop_v128()?, self.pop_v128()?);
        let cells = bitwise(self.terms, [&x, &y], |terms, bits, [x, y]| {
            let ones = Lane::Number(word(u64::MAX, bits));
            let y = if negated { terms.make(Operation::Xor, bits, y, ones) } else { y };
            terms.make(operation, bits, x, y)
        });
        self.push_vector(&cells)
    }

    /// The bits of one vector where those of a mask are set, and of another one where not.
    fn select_bits(&mut self) -> Result<(), String> {
        let (mask, y, x) = (self.pop_v128()?, self.pop_v128()?, self.pop_v128()?);
        // A mask of numbers moves cells where bytes are 0 or 255.
        if mask.iter().all(|&cell| matches!(cell, Cell::Byte(0 | 255))) {
            let cells: Vec<_> = (0..16).map(|k| if mask[k] == ZERO { y[k] } else { x[k] }).collect();
            return self.push_vector(&cells);
        }
        let cells = bitwise(self.terms, [&x, &y, &mask], |terms, bits, [x, y, mask]| {
            if super::is_mask(terms, mask, bits) {
                return lanes::select(terms, bits, mask, x, y);
            }
            let others = terms.make(Operation::Xor, bits, mask, Lane::Number(word(u64::MAX, bits)));
            let (x, y) = (terms.make(Operation::And, bits, x, mask), terms.make(Operation::And, bits, y, others));
            terms.make(Operation::Or, bits, x, y)
        });
        self.push_vector(&cells)
    }

    /// A number that is found from lanes of this many bytes, which have to be numbers.
    fn of_lanes(&mut self, bytes: usize, found: impl FnOnce(&[u64]) -> u64) -> Result<(), String> {
        let x = self.pop_v128()?;
        let lanes = cell::lanes(self.terms, &x, bytes).into_iter();
        let numbers = lanes.map(|lane| number(lane, "a lane")).collect::<Result<Vec<_>, _>>()?;
        self.stack.push(Value::I32(Lane::Number(found(&numbers))));
        Ok(())
    }

    fn all_true(&mut self, bytes: usize) -> Result<(), String> {
        self.of_lanes(bytes, |lanes| lanes.iter().all(|&lane| lane != 0).into())
    }

    fn bit_mask(&mut self, bytes: usize) -> Result<(), String> {
        let top = 8 * bytes - 1;
        self.of_lanes(bytes, |lanes| lanes.iter().rev().fold(0, |mask, lane| mask << 1 | lane >> top))
    }

    /// Executes an instruction on vectors; returns false if it is none.
    pub(super) fn execute_vector(&mut self, operator: &Operator<'_>) -> Result<bool, String> {
        use Comparison::{AtLeast, AtMost, Greater, Less, Unequal};
        use Operation::{Add, And, Multiply, Or, ShiftLeft, ShiftRight, ShiftSigned, Subtract, Xor};
        use Operator::*;
        match *operator {
            // Moves.
            V128Const { value } => self.push_vector(&value.bytes().map(Cell::Byte))?,
            I8x16Shuffle { lanes } => {
                let (y, x) = (self.pop_v128()?, self.pop_v128()?);
                let both = [x, y].concat();
                let cells = lanes.iter().map(|&lane| both.get(usize::from(lane)).copied()).collect::<Option<Vec<_>>>();
                self.push_vector(&cells.ok_or("no such lane")?)?;
            }
            I8x16Swizzle => {
                let (indices, x) = (self.pop_v128()?, self.pop_v128()?);
                let mut cells = Vec::with_capacity(16);
                for index in indices {
                    let Cell::Byte(index) = index else { return Err("a shuffle that depends on an operand".into()) };
                    cells.push(x.get(usize::from(index)).copied().unwrap_or(ZERO));
                }
                self.push_vector(&cells)?;
            }
            I8x16Splat => self.splat(1)?,
            I16x8Splat => self.splat(2)?,
            I32x4Splat => self.splat(4)?,
            I64x2Splat => self.splat(8)?,
            I8x16ExtractLaneS { lane } => self.extract_lane(1, lane, true)?,
            I8x16ExtractLaneU { lane } => self.extract_lane(1, lane, false)?,
            I16x8ExtractLaneS { lane } => self.extract_lane(2, lane, true)?,
            I16x8ExtractLaneU { lane } => self.extract_lane(2, lane, false)?,
            I32x4ExtractLane { lane } => self.extract_lane(4, lane, false)?,
            I64x2ExtractLane { lane } => self.extract_lane(8, lane, false)?,
            I8x16ReplaceLane { lane } => self.replace_lane(1, lane)?,
            I16x8ReplaceLane { lane } => self.replace_lane(2, lane)?,
            I32x4ReplaceLane { lane } => self.replace_lane(4, lane)?,
            I64x2ReplaceLane { lane } => self.replace_lane(8, lane)?,

            // Arithmetic.
            I8x16Add => self.simple(1, Add)?,
            I16x8Add => self.simple(2, Add)?,
            I32x4Add => self.simple(4, Add)?,
            I64x2Add => self.simple(8, Add)?,
            I8x16Sub => self.simple(1, Subtract)?,
            I16x8Sub => self.simple(2, Subtract)?,
            I32x4Sub => self.simple(4, Subtract)?,
            I64x2Sub => self.simple(8, Subtract)?,
            I16x8Mul => self.simple(2, Multiply)?,
            I32x4Mul => self.simple(4, Multiply)?,
            I64x2Mul => self.simple(8, Multiply)?,
            I8x16Neg => self.negated(1)?,
            I16x8Neg => self.negated(2)?,
            I32x4Neg => self.negated(4)?,
            I64x2Neg => self.negated(8)?,
            I8x16Abs => self.magnitude(1)?,
            I16x8Abs => self.magnitude(2)?,
            I32x4Abs => self.magnitude(4)?,
            I64x2Abs => self.magnitude(8)?,
            I8x16MinS => self.extremum(1, true)?,
            I16x8MinS => self.extremum(2, true)?,
            I32x4MinS => self.extremum(4, true)?,
            I8x16MaxS => self.extremum(1, false)?,
            I16x8MaxS => self.extremum(2, false)?,
            I32x4MaxS => self.extremum(4, false)?,
            I16x8Q15MulrSatS => self.lanewise(2, rounded_product)?,
            I32x4DotI16x8S => self.lanewise(4, multiply_add)?,
            I16x8ExtMulLowI8x16S => self.multiply_half(1, false, true)?,
            I16x8ExtMulHighI8x16S => self.multiply_half(1, true, true)?,
            I16x8ExtMulLowI8x16U => self.multiply_half(1, false, false)?,
            I16x8ExtMulHighI8x16U => self.multiply_half(1, true, false)?,
            I32x4ExtMulLowI16x8S => self.multiply_half(2, false, true)?,
            I32x4ExtMulHighI16x8S => self.multiply_half(2, true, true)?,
            I32x4ExtMulLowI16x8U => self.multiply_half(2, false, false)?,
            I32x4ExtMulHighI16x8U => self.multiply_half(2, true, false)?,
            I64x2ExtMulLowI32x4S => self.multiply_half(4, false, true)?,
            I64x2ExtMulHighI32x4S => self.multiply_half(4, true, true)?,
            I64x2ExtMulLowI32x4U => self.multiply_half(4, false, false)?,
            I64x2ExtMulHighI32x4U => self.multiply_half(4, true, false)?,
            I16x8ExtAddPairwiseI8x16S => self.add_neighbours(1, true)?,
            I16x8ExtAddPairwiseI8x16U => self.add_neighbours(1, false)?,
            I32x4ExtAddPairwiseI16x8S => self.add_neighbours(2, true)?,
            I32x4ExtAddPairwiseI16x8U => self.add_neighbours(2, false)?,

            // Shifts.
            I8x16Shl => self.shift_lanes(1, ShiftLeft)?,
            I16x8Shl => self.shift_lanes(2, ShiftLeft)?,
            I32x4Shl => self.shift_lanes(4, ShiftLeft)?,
            I64x2Shl => self.shift_lanes(8, ShiftLeft)?,
            I8x16ShrU => self.shift_lanes(1, ShiftRight)?,
            I16x8ShrU => self.shift_lanes(2, ShiftRight)?,
            I32x4ShrU => self.shift_lanes(4, ShiftRight)?,
            I64x2ShrU => self.shift_lanes(8, ShiftRight)?,
            I8x16ShrS => self.shift_lanes(1, ShiftSigned)?,
            I16x8ShrS => self.shift_lanes(2, ShiftSigned)?,
            I32x4ShrS => self.shift_lanes(4, ShiftSigned)?,
            I64x2ShrS => self.shift_lanes(8, ShiftSigned)?,

            // Widening and narrowing.
            I16x8ExtendLowI8x16S => self.extend_half(1, false, true)?,
            I16x8ExtendHighI8x16S => self.extend_half(1, true, true)?,
            I16x8ExtendLowI8x16U => self.extend_half(1, false, false)?,
            I16x8ExtendHighI8x16U => self.extend_half(1, true, false)?,
            I32x4ExtendLowI16x8S => self.extend_half(2, false, true)?,
            I32x4ExtendHighI16x8S => self.extend_half(2, true, true)?,
            I32x4ExtendLowI16x8U => self.extend_half(2, false, false)?,
            I32x4ExtendHighI16x8U => self.extend_half(2, true, false)?,
            I64x2ExtendLowI32x4S => self.extend_half(4, false, true)?,
            I64x2ExtendHighI32x4S => self.extend_half(4, true, true)?,
            I64x2ExtendLowI32x4U => self.extend_half(4, false, false)?,
            I64x2ExtendHighI32x4U => self.extend_half(4, true, false)?,
            I8x16NarrowI16x8S => self.narrow(2, true)?,
            I8x16NarrowI16x8U => self.narrow(2, false)?,
            I16x8NarrowI32x4S => self.narrow(4, true)?,
            I16x8NarrowI32x4U => self.narrow(4, false)?,

            // Comparisons.
            I8x16Eq => self.compared(1, Comparison::Equal)?,
            I16x8Eq => self.compared(2, Comparison::Equal)?,
            I32x4Eq => self.compared(4, Comparison::Equal)?,
            I64x2Eq => self.compared(8, Comparison::Equal)?,
            I8x16Ne => self.compared(1, Unequal)?,
            I16x8Ne => self.compared(2, Unequal)?,
            I32x4Ne => self.compared(4, Unequal)?,
            I64x2Ne => self.compared(8, Unequal)?,
            I8x16LtS => self.compared(1, Less)?,
            I16x8LtS => self.compared(2, Less)?,
            I32x4LtS => self.compared(4, Less)?,
            I64x2LtS => self.compared(8, Less)?,
            I8x16GtS => self.compared(1, Greater)?,
            I16x8GtS => self.compared(2, Greater)?,
            I32x4GtS => self.compared(4, Greater)?,
            I64x2GtS => self.compared(8, Greater)?,
            I8x16LeS => self.compared(1, AtMost)?,
            I16x8LeS => self.compared(2, AtMost)?,
            I32x4LeS => self.compared(4, AtMost)?,
            I64x2LeS => self.compared(8, AtMost)?,
            I8x16GeS => self.compared(1, AtLeast)?,
            I16x8GeS => self.compared(2, AtLeast)?,
            I32x4GeS => self.compared(4, AtLeast)?,
            I64x2GeS => self.compared(8, AtLeast)?,

            // Bits.
            V128Not => {
                self.push_vector(&[Cell::Byte(255); 16])?;
                self.bitwise(Xor, false)?;
            }
            V128And => self.bitwise(And, false)?,
            V128AndNot => self.bitwise(And, true)?,
            V128Or => self.bitwise(Or, false)?,
            V128Xor => self.bitwise(Xor, false)?,
            V128Bitselect => self.select_bits()?,
            V128AnyTrue => self.of_lanes(8, |lanes| lanes.iter().any(|&lane| lane != 0).into())?,
            I8x16AllTrue => self.all_true(1)?,
            I16x8AllTrue => self.all_true(2)?,
            I32x4AllTrue => self.all_true(4)?,
            I64x2AllTrue => self.all_true(8)?,
            I8x16Bitmask => self.bit_mask(1)?,
            I16x8Bitmask => self.bit_mask(2)?,
            I32x4Bitmask => self.bit_mask(4)?,
            I64x2Bitmask => self.bit_mask(8)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}
