//! Steps on lanes that the instructions of several architectures share.

use crate::cell::{self, Cell, ZERO};
use crate::term::{Lane, Operation, Terms, word};

/// The product of signed words of w bits, in 2 w bits.
pub fn product(terms: &mut Terms, bits: u8, x: Lane, y: Lane) -> Lane {
    let (x, y) = (terms.extend(x, bits, 2 * bits), terms.extend(y, bits, 2 * bits));
    terms.make(Operation::Multiply, 2 * bits, x, y)
}

/// The word from bit `from` on of the product of signed words of w bits plus `added`.
pub fn high(terms: &mut Terms, bits: u8, x: Lane, y: Lane, added: u64, from: u8) -> Lane {
    let product = product(terms, bits, x, y);
    let sum = terms.make(Operation::Add, 2 * bits, product, Lane::Number(added));
    terms.extract(sum, 2 * bits, from, bits)
}

/// The sum of two products of signed words of 16 bits, the halves of lanes of 32 bits.
pub fn multiply_add(terms: &mut Terms, x: Lane, y: Lane) -> Lane {
    let [low, high] = [0, 16].map(|from| {
        let (x, y) = (terms.extract(x, 32, from, 16), terms.extract(y, 32, from, 16));
        product(terms, 16, x, y)
    });
    terms.make(Operation::Add, 32, low, high)
}

/// The least or the greatest of two signed words.
pub fn extremum(terms: &mut Terms, bits: u8, x: Lane, y: Lane, is_least: bool) -> Lane {
    let (first, second) = if is_least { (y, x) } else { (x, y) };
    // The second one, and the difference to the first one where that is chosen.
    let mask = terms.make(Operation::Greater, bits, x, y);
    let difference = terms.make(Operation::Subtract, bits, first, second);
    let selected = terms.make(Operation::And, bits, mask, difference);
    terms.make(Operation::Add, bits, second, selected)
}

/// Returns `new` where a mask is -1, and `old` where it is 0: old + (mask and new - old).
pub fn select(terms: &mut Terms, bits: u8, mask: Lane, new: Lane, old: Lane) -> Lane {
    let zero = Lane::Number(0);
    let difference = match (operands_of(terms, new), operands_of(terms, old)) {
        (Some((Operation::Add, [x, y])), _) if x == old => y,
        (Some((Operation::Subtract, [x, y])), _) if x == old => terms.make(Operation::Subtract, bits, zero, y),
        (_, Some((Operation::Add, [x, y]))) if x == new => terms.make(Operation::Subtract, bits, zero, y),
        (_, Some((Operation::Subtract, [x, y]))) if x == new => y,
        _ => terms.make(Operation::Subtract, bits, new, old),
    };
    let masked = terms.make(Operation::And, bits, mask, difference);
    terms.make(Operation::Add, bits, old, masked)
}

/// Returns the operation that a lane is the result of, and its operands.
pub fn operands_of(terms: &Terms, lane: Lane) -> Option<(Operation, [Lane; 2])> {
    match lane {
        Lane::Term(id) => Some((terms.get(id).operation, terms.get(id).operands)),
        Lane::Number(_) => None,
    }
}

/// Shifts the lane that cells are by a number; shifts by whole bytes move cells.
pub fn shift(terms: &mut Terms, operation: Operation, cells: &[Cell], count: u64) -> Vec<Cell> {
    let (size, k) = (cells.len(), count as usize / 8);
    if count.is_multiple_of(8) && operation != Operation::ShiftSigned && k <= size {
        return match operation {
            Operation::ShiftLeft => [&vec![ZERO; k], &cells[..size - k]].concat(),
            _ => [&cells[k..], &vec![ZERO; k]].concat(),
        };
    }
    let lane = cell::lane(terms, cells);
    let lane = terms.make(operation, 8 * size as u8, lane, Lane::Number(count));
    cell::of_lanes([lane], size)
}

/// Returns a word of this many bytes that is shifted by a number.
pub fn shifted(terms: &mut Terms, operation: Operation, lane: Lane, size: usize, count: u64) -> Lane {
    if count == 0 {
        return lane;
    }
    let cells = cell::of_lanes([lane], size);
    let cells = shift(terms, operation, &cells, count);
    cell::lane(terms, &cells)
}

/// Returns a word of this many bytes that is rotated to the right by 1 bit or more, fewer than all.
pub fn rotated(terms: &mut Terms, lane: Lane, size: usize, count: u64) -> Lane {
    let low = shifted(terms, Operation::ShiftRight, lane, size, count);
    let high = shifted(terms, Operation::ShiftLeft, lane, size, 8 * size as u64 - count);
    terms.make(Operation::Or, 8 * size as u8, low, high)
}

/// Returns the bits of a word of this many bytes from one bit on, this many of them.
pub fn field(terms: &mut Terms, lane: Lane, size: usize, first: u64, length: u64) -> Lane {
    let part = shifted(terms, Operation::ShiftRight, lane, size, first);
    if first + length == 8 * size as u64 {
        return part;
    }
    if length.is_multiple_of(8) {
        let mut cells = cell::of_lanes([part], size);
        cells[length as usize / 8..].fill(ZERO);
        return cell::lane(terms, &cells);
    }
    terms.make(Operation::And, 8 * size as u8, part, Lane::Number(word(u64::MAX, length as u8)))
}

/// Returns the bits of a word as [`field`] does, as a signed number.
pub fn signed_field(terms: &mut Terms, lane: Lane, size: usize, first: u64, length: u64) -> Lane {
    let (bits, end) = (8 * size as u64, first + length);
    if end == bits {
        return shifted(terms, Operation::ShiftSigned, lane, size, first);
    }
    // The part of whole bytes that ends with the field is a signed number.
    if matches!(end, 8 | 16 | 32) {
        let part = terms.extract(lane, bits as u8, 0, end as u8);
        let part = terms.make(Operation::ShiftSigned, end as u8, part, Lane::Number(first));
        return terms.extend(part, end as u8, bits as u8);
    }
    let up = shifted(terms, Operation::ShiftLeft, lane, size, bits - end);
    shifted(terms, Operation::ShiftSigned, up, size, bits - length)
}

/// Replaces the bits of a word of this many bytes from bit `to` on by the [`field`] of another one.
pub fn insert_field(terms: &mut Terms, old: Lane, lane: Lane, size: usize, [first, length, to]: [u64; 3]) -> Lane {
    if [first, length, to].iter().all(|count| count % 8 == 0) {
        let (mut cells, of) = (cell::of_lanes([old], size), cell::of_lanes([lane], size));
        let [first, length, to] = [first, length, to].map(|count| count as usize / 8);
        cells[to..to + length].copy_from_slice(&of[first..first + length]);
        return cell::lane(terms, &cells);
    }
    let bits = 8 * size as u8;
    let mask = word(u64::MAX, length as u8) << to;
    let part = shifted(terms, Operation::ShiftRight, lane, size, first);
    let part = shifted(terms, Operation::ShiftLeft, part, size, to);
    let part = terms.make(Operation::And, bits, part, Lane::Number(mask));
    let kept = terms.make(Operation::And, bits, old, Lane::Number(word(!mask, bits)));
    terms.make(Operation::Or, bits, kept, part)
}

/// An operation on bits of vectors, on lanes of as many bytes as the terms there have: a mask of 32
/// bits is one lane.
pub fn bitwise<const N: usize>(
    terms: &mut Terms,
    vectors: [&[Cell]; N],
    operation: impl Fn(&mut Terms, u8, [Lane; N]) -> Lane,
) -> Vec<Cell> {
    let size = vectors[0].len();
    let mut cells = Vec::with_capacity(size);
    while cells.len() < size {
        let at = cells.len();
        let bytes = vectors.iter().filter_map(|cells| whole(terms, &cells[at..])).max();
        let bytes = bytes.unwrap_or(if vectors.iter().all(|cells| is_pair(&cells[at..])) { 2 } else { 1 });
        let bytes = bytes.min(size - at);
        let lanes = vectors.map(|cells| cell::lane(terms, &cells[at..at + bytes]));
        let lane = operation(terms, 8 * bytes as u8, lanes);
        cell::push(&mut cells, lane, bytes);
    }
    cells
}

/// Returns the bytes of the term that cells start with, if it is there from its first byte to its
/// last one.
fn whole(terms: &Terms, cells: &[Cell]) -> Option<usize> {
    let Cell::Part(id, 0) = *cells.first()? else { return None };
    let bytes = usize::from(terms.get(id).bits / 8);
    let is_whole = cells.len() >= bytes && (0..bytes).all(|k| cells[k] == Cell::Part(id, k as u8));
    is_whole.then_some(bytes)
}

/// Returns whether a sum has a carry or a difference a borrow, and whether the signed number does
/// not fit, for numbers of w bits and a `carry` that is added or borrowed. Operations on bits have
/// neither.
pub fn carry_and_overflow(operation: Operation, bits: u8, [x, y, result]: [u64; 3], carry: bool) -> (bool, bool) {
    let (wide, other) = (x as i128, y as i128 + carry as i128);
    let (carry, overflow) = match operation {
        Operation::Add => ((wide + other) >> bits != 0, !(x ^ y) & (x ^ result)),
        Operation::Subtract => (wide < other, (x ^ y) & (x ^ result)),
        _ => (false, 0),
    };
    (carry, overflow >> (bits - 1) & 1 == 1)
}

/// Returns a mask, which is -1 or 0, in another width.
pub fn mask_in(terms: &mut Terms, mask: Lane, bits: u8, width: u8) -> Lane {
    if bits <= width { terms.extend(mask, bits, width) } else { terms.extract(mask, bits, 0, width) }
}

/// Returns true if a term is -1 or 0 by its making: what a comparison or a sign leaves.
pub fn is_mask(terms: &Terms, lane: Lane) -> bool {
    let Lane::Term(id) = lane else { return false };
    let (bits, [x, y]) = (terms.get(id).bits, terms.get(id).operands);
    match terms.get(id).operation {
        Operation::Greater | Operation::Equal => true,
        Operation::ShiftSigned => y == Lane::Number(u64::from(bits) - 1),
        Operation::Xor => y == Lane::Number(word(u64::MAX, bits)) && is_mask(terms, x),
        Operation::Extend(_) => is_mask(terms, x),
        _ => false,
    }
}

/// Returns true if two bytes are numbers, or lie side by side in one term.
fn is_pair(cells: &[Cell]) -> bool {
    match cells {
        [Cell::Byte(_), Cell::Byte(_), ..] => true,
        [Cell::Part(x, j), Cell::Part(y, k), ..] => x == y && *k == j + 1,
        _ => false,
    }
}
