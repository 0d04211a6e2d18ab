//! Cells: bytes of registers and memory, each a number or a byte of a term.

use crate::term::{Id, Lane, Terms};

/// A byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A number, the same for all operands.
    Byte(u8),
    /// Byte k of a term, the least one first.
    Part(Id, u8),
}

/// The byte 0.
pub const ZERO: Cell = Cell::Byte(0);

/// Returns the lane that cells are, the least one first.
pub fn lane(terms: &mut Terms, cells: &[Cell]) -> Lane {
    let bits = 8 * cells.len() as u8;
    if let Some(number) = number(cells) {
        return Lane::Number(number);
    }
    if let Cell::Part(id, first) = cells[0] {
        let is_one = cells.iter().enumerate().all(|(k, &cell)| cell == Cell::Part(id, first + k as u8));
        if is_one {
            let width = terms.get(id).bits;
            return terms.extract(Lane::Term(id), width, 8 * first, bits);
        }
    }
    let (low, high) = cells.split_at(cells.len() / 2);
    let (low, high) = (lane(terms, low), lane(terms, high));
    terms.make(crate::term::Operation::Join(bits / 2), bits, low, high)
}

/// Returns the term that a byte is of.
pub fn term(cell: &Cell) -> Option<Id> {
    match *cell {
        Cell::Part(id, _) => Some(id),
        Cell::Byte(_) => None,
    }
}

/// Returns the lanes of this many bytes that cells are.
pub fn lanes(terms: &mut Terms, cells: &[Cell], bytes: usize) -> Vec<Lane> {
    cells.chunks(bytes).map(|cells| lane(terms, cells)).collect()
}

/// Returns the number that up to eight cells are, if it is the same for all operands.
pub fn number(cells: &[Cell]) -> Option<u64> {
    cells.iter().rev().try_fold(0, |number, cell| match cell {
        Cell::Byte(byte) => Some(number << 8 | u64::from(*byte)),
        Cell::Part(..) => None,
    })
}

/// Appends the cells of a lane of this many bytes.
pub fn push(cells: &mut Vec<Cell>, lane: Lane, bytes: usize) {
    match lane {
        Lane::Number(number) => cells.extend(number.to_le_bytes()[..bytes].iter().map(|&byte| Cell::Byte(byte))),
        Lane::Term(id) => cells.extend((0..bytes as u8).map(|k| Cell::Part(id, k))),
    }
}

/// Returns the cells of lanes of this many bytes.
pub fn of_lanes(lanes: impl IntoIterator<Item = Lane>, bytes: usize) -> Vec<Cell> {
    let mut cells = Vec::new();
    for lane in lanes {
        push(&mut cells, lane, bytes);
    }
    cells
}
