//! Instructions that read and write memory.

use wasmparser::{MemArg, Operator};

use super::{Machine, Value, number};
use crate::cell::{self, Cell, ZERO};
use crate::term::{Lane, Operation};

/// The largest number of bytes that one instruction fills.
const LARGEST_FILL: usize = 1 << 24;

impl Machine<'_, '_> {
    /// Takes an address from the stack, and returns it with an offset added.
    ///
    /// The sum is not reduced modulo 2^32: one beyond the memory's end traps. An address below its
    /// region may lie below 0, so that none is taken from there.
    fn address(&mut self, memarg: &MemArg) -> Result<Lane, String> {
        let base = self.pop_i32()?;
        match (base, self.terms.as_address(base)) {
            (Lane::Number(base), _) => Ok(Lane::Number(base + memarg.offset)),
            (_, Some((_, at))) if memarg.offset != 0 && at < 0 || memarg.offset >= 1 << 31 => {
                Err(format!("an offset of {} from {at}, outside of a region", memarg.offset))
            }
            (_, Some(_)) => Ok(self.terms.make(Operation::Add, super::POINTER_BITS, base, Lane::Number(memarg.offset))),
            _ => Ok(base),
        }
    }

    fn load(&mut self, memarg: &MemArg, size: usize) -> Result<Vec<Cell>, String> {
        let address = self.address(memarg)?;
        self.memory.load(self.terms, address, size)
    }

    /// A load of an integer of this many bytes into a value of more bytes.
    fn load_integer(&mut self, memarg: &MemArg, size: usize, of: usize, is_signed: bool) -> Result<(), String> {
        let cells = self.load(memarg, size)?;
        let lane = cell::lane(self.terms, &cells);
        let (from, to) = (8 * size as u8, 8 * of as u8);
        let lane = if is_signed { self.terms.extend(lane, from, to) } else { self.terms.widen(lane, from, to) };
        self.stack.push(if of == 4 { Value::I32(lane) } else { Value::I64(lane) });
        Ok(())
    }

    /// A store of the lower bytes of an integer.
    fn store_integer(&mut self, memarg: &MemArg, size: usize, of: usize) -> Result<(), String> {
        let lane = if of == 4 { self.pop_i32()? } else { self.pop_i64()? };
        let cells = cell::of_lanes([lane], of);
        let address = self.address(memarg)?;
        self.memory.store(self.terms, address, &cells[..size])
    }

    /// A load of lanes that become wider.
    fn load_extended(&mut self, memarg: &MemArg, bytes: usize, is_signed: bool) -> Result<(), String> {
        let cells = self.load(memarg, 8)?;
        self.push_extended(&cells, bytes, is_signed)
    }

    /// A load of the first bytes of a vector, repeated or with zeros behind them.
    fn load_first(&mut self, memarg: &MemArg, size: usize, is_repeated: bool) -> Result<(), String> {
        let mut cells = self.load(memarg, size)?;
        if is_repeated {
            cells = cells.repeat(16 / size);
        }
        cells.resize(16, ZERO);
        self.push_vector(&cells)
    }

    fn load_lane(&mut self, memarg: &MemArg, size: usize, lane: u8) -> Result<(), String> {
        let mut vector = self.pop_v128()?;
        let cells = self.load(memarg, size)?;
        let place = vector.get_mut(size * usize::from(lane)..size * (usize::from(lane) + 1)).ok_or("no such lane")?;
        place.copy_from_slice(&cells);
        self.push_vector(&vector)
    }

    fn store_lane(&mut self, memarg: &MemArg, size: usize, lane: u8) -> Result<(), String> {
        let vector = self.pop_v128()?;
        let address = self.address(memarg)?;
        let cells = vector.get(size * usize::from(lane)..size * (usize::from(lane) + 1)).ok_or("no such lane")?;
        self.memory.store(self.terms, address, cells)
    }

    /// Executes an instruction on memory; returns false if it is none.
    pub(super) fn execute_memory(&mut self, operator: &Operator<'_>) -> Result<bool, String> {
        use Operator::*;
        match operator {
            I32Load { memarg } => self.load_integer(memarg, 4, 4, false)?,
            I32Load8S { memarg } => self.load_integer(memarg, 1, 4, true)?,
            I32Load8U { memarg } => self.load_integer(memarg, 1, 4, false)?,
            I32Load16S { memarg } => self.load_integer(memarg, 2, 4, true)?,
            I32Load16U { memarg } => self.load_integer(memarg, 2, 4, false)?,
            I64Load { memarg } => self.load_integer(memarg, 8, 8, false)?,
            I64Load8S { memarg } => self.load_integer(memarg, 1, 8, true)?,
            I64Load8U { memarg } => self.load_integer(memarg, 1, 8, false)?,
            I64Load16S { memarg } => self.load_integer(memarg, 2, 8, true)?,
            I64Load16U { memarg } => self.load_integer(memarg, 2, 8, false)?,
            I64Load32S { memarg } => self.load_integer(memarg, 4, 8, true)?,
            I64Load32U { memarg } => self.load_integer(memarg, 4, 8, false)?,
            I32Store { memarg } => self.store_integer(memarg, 4, 4)?,
            I32Store8 { memarg } => self.store_integer(memarg, 1, 4)?,
            I32Store16 { memarg } => self.store_integer(memarg, 2, 4)?,
            I64Store { memarg } => self.store_integer(memarg, 8, 8)?,
            I64Store8 { memarg } => self.store_integer(memarg, 1, 8)?,
            I64Store16 { memarg } => self.store_integer(memarg, 2, 8)?,
            I64Store32 { memarg } => self.store_integer(memarg, 4, 8)?,
            V128Load { memarg } => {
                let cells = self.load(memarg, 16)?;
                self.push_vector(&cells)?;
            }
            V128Store { memarg } => {
                let cells = self.pop_v128()?;
                let address = self.address(memarg)?;
                self.memory.store(self.terms, address, &cells)?;
            }
            V128Load8x8S { memarg } => self.load_extended(memarg, 1, true)?,
            V128Load8x8U { memarg } => self.load_extended(memarg, 1, false)?,
            V128Load16x4S { memarg } => self.load_extended(memarg, 2, true)?,
            V128Load16x4U { memarg } => self.load_extended(memarg, 2, false)?,
            V128Load32x2S { memarg } => self.load_extended(memarg, 4, true)?,
            V128Load32x2U { memarg } => self.load_extended(memarg, 4, false)?,
            V128Load8Splat { memarg } => self.load_first(memarg, 1, true)?,
            V128Load16Splat { memarg } => self.load_first(memarg, 2, true)?,
            V128Load32Splat { memarg } => self.load_first(memarg, 4, true)?,
            V128Load64Splat { memarg } => self.load_first(memarg, 8, true)?,
            V128Load32Zero { memarg } => self.load_first(memarg, 4, false)?,
            V128Load64Zero { memarg } => self.load_first(memarg, 8, false)?,
            V128Load8Lane { memarg, lane } => self.load_lane(memarg, 1, *lane)?,
            V128Load16Lane { memarg, lane } => self.load_lane(memarg, 2, *lane)?,
            V128Load32Lane { memarg, lane } => self.load_lane(memarg, 4, *lane)?,
            V128Load64Lane { memarg, lane } => self.load_lane(memarg, 8, *lane)?,
            V128Store8Lane { memarg, lane } => self.store_lane(memarg, 1, *lane)?,
            V128Store16Lane { memarg, lane } => self.store_lane(memarg, 2, *lane)?,
            V128Store32Lane { memarg, lane } => self.store_lane(memarg, 4, *lane)?,
            V128Store64Lane { memarg, lane } => self.store_lane(memarg, 8, *lane)?,
            MemoryCopy { .. } => {
                let size = self.pop_number("a length")? as usize;
                let (from, to) = (self.pop_i32()?, self.pop_i32()?);
                let cells = self.memory.load(self.terms, from, size)?;
                self.memory.store(self.terms, to, &cells)?;
            }
            MemoryFill { .. } => {
                let size = number(self.pop_i32()?, "a length")? as usize;
                let value = self.pop_i32()?;
                let to = self.pop_i32()?;
                if size > LARGEST_FILL {
                    return Err(format!("a length of {size} bytes"));
                }
                let cells = vec![cell::of_lanes([value], 4)[0]; size];
                self.memory.store(self.terms, to, &cells)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
