//! Terms: what the lanes of registers and memory are computed from.
//!
//! A term is one of few operations on lanes of up to 64 bits, which are words: numbers modulo 2^w.
//! The tables of instructions say what each instruction does in these operations, and the argument
//! has a rule for each of them. Equal terms are one term, so that executions that compute the same
//! have the same result, whatever their addresses.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// The number of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub u32);

/// A lane: a number that is the same for all operands, or a term. Its width follows from its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// A word, in the least bits.
    Number(u64),
    /// A term.
    Term(Id),
}

/// The content of memory or of a register that a term stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// The coefficient of x^k of an operand, by the operand's number.
    Coefficient(u16, u16),
    /// Content that the function must not rely on.
    Unknown,
}

/// An operation on lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// No operation: what is there when the function starts. Unknown inputs differ by a number.
    Input(Input, u32),
    /// An address: that of a region, and an offset in bytes.
    Address(u16, i64),
    /// x + y.
    Add,
    /// x - y.
    Subtract,
    /// x y.
    Multiply,
    /// The bits of both.
    And,
    /// The bits of either.
    Or,
    /// The bits of one of the two.
    Xor,
    /// x times 2^k.
    ShiftLeft,
    /// x shifted right by k, with zeros.
    ShiftRight,
    /// x as a signed number, shifted right by k.
    ShiftSigned,
    /// -1 if x > y as signed numbers, 0 otherwise.
    Greater,
    /// -1 if x = y, 0 otherwise.
    Equal,
    /// x as a signed number of this many bits, in more bits.
    Extend(u8),
    /// The bits of x from bit k on.
    Extract,
    /// x in this many lower bits, y in the others.
    Join(u8),
}

use Operation::*;

/// An operation with its operands; of shifts and extractions, the second one is k.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The operation.
    pub operation: Operation,
    /// The width w of the result.
    pub bits: u8,
    /// The operands.
    pub operands: [Lane; 2],
}

/// Returns a word of w bits, in the least bits of a number.
pub fn word(value: u64, bits: u8) -> u64 {
    if bits == 64 { value } else { value & ((1 << bits) - 1) }
}

/// Returns a word of w bits as a signed number.
pub fn signed(value: u64, bits: u8) -> i64 {
    (value << (64 - bits)) as i64 >> (64 - bits)
}

/// Returns what an operation makes of words.
pub fn apply(operation: Operation, bits: u8, x: u64, y: u64) -> u64 {
    let value = match operation {
        Input(..) | Address(..) => unreachable!("inputs and addresses are no operations"),
        Add => x.wrapping_add(y),
        Subtract => x.wrapping_sub(y),
        Multiply => x.wrapping_mul(y),
        And => x & y,
        Or => x | y,
        Xor => x ^ y,
        ShiftLeft => x.checked_shl(y as u32).unwrap_or(0),
        ShiftRight => x.checked_shr(y as u32).unwrap_or(0),
        ShiftSigned => (signed(x, bits) >> y.min(63)) as u64,
        Greater => ((signed(x, bits) > signed(y, bits)) as u64).wrapping_neg(),
        Equal => ((x == y) as u64).wrapping_neg(),
        Extend(from) => signed(x, from) as u64,
        Extract => x >> y,
        Join(at) => x | y << at,
    };
    word(value, bits)
}

/// The lower bits of an address that are those of its offset: regions are aligned to 64 bytes.
const ALIGNED_BITS: u8 = 6;

/// The operations by which lower bits of a term are sought.
const LOWER_BITS: u8 = 4;

/// All terms.
#[derive(Debug)]
pub struct Terms {
    /// The terms, by their numbers.
    terms: IndexSet<Term, FxBuildHasher>,
    /// The address of the instruction that made each term first.
    origins: Vec<u64>,
    /// The address of the instruction that is executed.
    pub address: u64,
    /// The bits of the address of a region.
    pub pointer_bits: u8,
    /// The numbers of the terms that this execution has asked for, in their order.
    order: Vec<Id>,
    /// Those of the execution before.
    former: Vec<Id>,
}

impl Default for Terms {
    fn default() -> Self {
        Self::of_pointers(64)
    }
}

impl Terms {
    /// Returns no terms, of a machine whose addresses have this many bits.
    pub fn of_pointers(pointer_bits: u8) -> Self {
        Self {
            terms: IndexSet::default(),
            origins: Vec::new(),
            address: 0,
            pointer_bits,
            order: Vec::new(),
            former: Vec::new(),
        }
    }

    /// Returns a term by its number.
    pub fn get(&self, id: Id) -> Term {
        self.terms[id.0 as usize]
    }

    /// Returns the address of the instruction that made a term first.
    pub fn origin(&self, id: Id) -> u64 {
        self.origins[id.0 as usize]
    }

    /// Returns the number of terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Starts an execution. One that repeats the last one with another alignment of the stack asks
    /// for almost the same terms in the same order, and finds them without a search.
    pub fn start(&mut self) {
        self.former = std::mem::take(&mut self.order);
    }

    /// Returns the number of a term, if the execution before asked for it at the same place.
    fn repeated(&mut self, term: &Term) -> Option<Id> {
        let id = *self.former.get(self.order.len())?;
        let is_same = self.terms.get_index(id.0 as usize) == Some(term);
        is_same.then(|| {
            self.order.push(id);
            id
        })
    }

    fn add(&mut self, term: Term) -> Id {
        if let Some(id) = self.repeated(&term) {
            return id;
        }
        let (number, is_new) = self.terms.insert_full(term);
        if is_new {
            self.origins.push(self.address);
        }
        let id = Id(number as u32);
        self.order.push(id);
        id
    }

    /// Returns the term of an input.
    pub fn input(&mut self, input: Input, number: u32, bits: u8) -> Id {
        self.add(Term { operation: Input(input, number), bits, operands: [Lane::Number(0); 2] })
    }

    /// Returns the term of an address.
    pub fn address(&mut self, region: u16, offset: i64) -> Lane {
        let bits = self.pointer_bits;
        let offset = signed(offset as u64, bits);
        Lane::Term(self.add(Term { operation: Address(region, offset), bits, operands: [Lane::Number(0); 2] }))
    }

    /// Returns the region and the offset of an address.
    pub fn as_address(&self, lane: Lane) -> Option<(u16, i64)> {
        match lane {
            Lane::Term(id) => match self.get(id).operation {
                Address(region, offset) => Some((region, offset)),
                _ => None,
            },
            Lane::Number(_) => None,
        }
    }

    /// Returns the result of an operation of w bits: a number if the operands are numbers.
    pub fn make(&mut self, operation: Operation, bits: u8, x: Lane, y: Lane) -> Lane {
        // Numbers come second, and terms in their order.
        let (x, y) = match (operation, x, y) {
            (Add | Multiply | And | Or | Xor, Lane::Number(_), Lane::Term(_)) => (y, x),
            (Add | Multiply | And | Or | Xor, Lane::Term(a), Lane::Term(b)) if a > b => (y, x),
            _ => (x, y),
        };
        if let (Lane::Number(x), Lane::Number(y)) = (x, y) {
            return Lane::Number(apply(operation, bits, x, y));
        }
        let term = Term { operation, bits, operands: [x, y] };
        // A term that is found was not rewritten when it was made, and would not be now.
        if let Some(id) = self.repeated(&term) {
            return Lane::Term(id);
        }
        self.simplified(operation, bits, x, y).unwrap_or_else(|| Lane::Term(self.add(term)))
    }

    /// Returns the lower w bits from bit `from` on.
    pub fn extract(&mut self, x: Lane, width: u8, from: u8, bits: u8) -> Lane {
        if let Lane::Number(x) = x {
            return Lane::Number(word(x >> from, bits));
        }
        if from == 0 {
            if width == bits {
                return x;
            }
            if let Some(number) = self.lower_bits(x, bits, LOWER_BITS) {
                return Lane::Number(number);
            }
        }
        self.make(Extract, bits, x, Lane::Number(from.into()))
    }

    /// Returns the lower w bits, if they are the same for all operands whatever lies above them, as
    /// this many operations show.
    fn lower_bits(&self, x: Lane, bits: u8, operations: u8) -> Option<u64> {
        let id = match x {
            Lane::Number(x) => return Some(word(x, bits)),
            Lane::Term(id) => id,
        };
        let (term, operations) = (self.get(id), operations.checked_sub(1)?);
        let [x, y] = term.operands;
        match term.operation {
            Add | Subtract | Multiply | And | Or | Xor => {
                let x = self.lower_bits(x, bits, operations)?;
                Some(apply(term.operation, bits, x, self.lower_bits(y, bits, operations)?))
            }
            Join(at) if bits <= at => self.lower_bits(x, bits, operations),
            Extract if y == Lane::Number(0) => self.lower_bits(x, bits, operations),
            Address(_, offset) if bits <= ALIGNED_BITS => Some(word(offset as u64, bits)),
            _ => None,
        }
    }

    /// Returns the signed number of `from` bits in more bits.
    pub fn extend(&mut self, x: Lane, from: u8, bits: u8) -> Lane {
        if from == bits { x } else { self.make(Extend(from), bits, x, Lane::Number(0)) }
    }

    /// Returns a word of `from` bits with zeros above.
    pub fn widen(&mut self, x: Lane, from: u8, bits: u8) -> Lane {
        if from == bits { x } else { self.make(Join(from), bits, x, Lane::Number(0)) }
    }

    /// Returns x and y if the sum of two terms is floor((x + y) / 2) for signed numbers: of
    /// (x and y) and floor((x xor y) / 2), as x + y = 2 (x and y) + (x xor y).
    fn halved_sum(&self, both: Id, half: Id) -> Option<[Lane; 2]> {
        let (both, half) = (self.get(both), self.get(half));
        let (And, ShiftSigned, [Lane::Term(one), Lane::Number(1)]) = (both.operation, half.operation, half.operands)
        else {
            return None;
        };
        let one = self.get(one);
        (one.operation == Xor && one.operands == both.operands).then_some(both.operands)
    }

    /// Returns the shift, its count, the bits of the lower part and both parts if a mask makes the
    /// shift of a word the shifts of the parts that it was joined of.
    fn shifted_parts(&self, shifted: Id, mask: u64) -> Option<(Operation, u64, u8, [Lane; 2])> {
        let Term { operation, bits, operands: [Lane::Term(joined), Lane::Number(k)] } = self.get(shifted) else {
            return None;
        };
        let Term { operation: Join(at), operands, .. } = self.get(joined) else { return None };
        let is_kept = matches!(operation, ShiftLeft | ShiftRight) && k < at.min(bits - at).into() && {
            let part = |of: u8| apply(operation, of, word(u64::MAX, of), k);
            // Bits that the shift of the word clears may be in the mask or not.
            let filled = apply(operation, bits, word(u64::MAX, bits), k);
            mask & filled == part(at) | part(bits - at) << at
        };
        is_kept.then_some((operation, k, at, operands))
    }

    /// All rewriting that there is: neutral and absorbing operands, sums of an address and a
    /// number, parts of what was joined, and halves of sums.
    fn simplified(&mut self, operation: Operation, bits: u8, x: Lane, y: Lane) -> Option<Lane> {
        const ZERO: Lane = Lane::Number(0);
        let ones = Lane::Number(word(u64::MAX, bits));
        match (operation, x, y) {
            (Add | Subtract | Or | Xor, other, ZERO) => Some(other),
            (ShiftLeft | ShiftRight | ShiftSigned, other, ZERO) => Some(other),
            (Multiply | And, _, ZERO) => Some(ZERO),
            (Multiply, other, Lane::Number(1)) => Some(other),
            (And, other, o) if o == ones => Some(other),
            (And | Or, ..) if x == y => Some(x),
            (Subtract | Xor | Greater, ..) if x == y => Some(ZERO),
            (Add, Lane::Term(id), Lane::Number(n)) => {
                if let Some((region, offset)) = self.as_address(x) {
                    return Some(self.address(region, offset.wrapping_add(n as i64)));
                }
                let term = self.get(id);
                let (Add, [inner, Lane::Number(m)]) = (term.operation, term.operands) else { return None };
                Some(self.make(Add, bits, inner, Lane::Number(word(m.wrapping_add(n), bits))))
            }
            (Add, Lane::Term(a), Lane::Term(b)) if bits <= 32 => {
                let [x, y] = self.halved_sum(a, b).or_else(|| self.halved_sum(b, a))?;
                let (x, y) = (self.extend(x, bits, 2 * bits), self.extend(y, bits, 2 * bits));
                let sum = self.make(Add, 2 * bits, x, y);
                Some(self.extract(sum, 2 * bits, 1, bits))
            }
            // A lower and an upper part that are put together.
            (Or | Xor, Lane::Term(a), Lane::Term(b)) => {
                let (Join(at), Join(other)) = (self.get(a).operation, self.get(b).operation) else { return None };
                let ([low, high], [other_low, other_high]) = (self.get(a).operands, self.get(b).operands);
                match (at == other, [low, high], [other_low, other_high]) {
                    (true, [low, ZERO], [ZERO, high]) | (true, [ZERO, high], [low, ZERO]) => {
                        Some(self.make(Join(at), bits, low, high))
                    }
                    _ => None,
                }
            }
            // Bits that are shifted to the top.
            (ShiftLeft, _, Lane::Number(k)) if k < bits.into() && bits - k as u8 <= ALIGNED_BITS => {
                Some(Lane::Number(word(self.lower_bits(x, bits - k as u8, LOWER_BITS)? << k, bits)))
            }
            (Subtract, _, Lane::Number(n)) if bits == self.pointer_bits => {
                let (region, offset) = self.as_address(x)?;
                Some(self.address(region, offset.wrapping_sub(n as i64)))
            }
            (Subtract, ..) if bits == self.pointer_bits => {
                let ((r, x), (s, y)) = (self.as_address(x)?, self.as_address(y)?);
                (r == s).then(|| Lane::Number(word(x.wrapping_sub(y) as u64, bits)))
            }
            // Lower bits of an address are numbers.
            (And, _, Lane::Number(mask)) if bits == self.pointer_bits && mask < 64 => {
                Some(Lane::Number(self.lower_bits(x, ALIGNED_BITS, LOWER_BITS)? & mask))
            }
            (And, _, Lane::Number(mask)) if bits == self.pointer_bits && word(!mask, bits) < 64 => {
                let (region, offset) = self.as_address(x)?;
                Some(self.address(region, offset & signed(mask, bits)))
            }
            // A shift of both parts of a word, from which a mask takes what has moved across.
            (And, Lane::Term(id), Lane::Number(mask)) => {
                let (operation, k, at, [low, high]) = self.shifted_parts(id, mask)?;
                let low = self.make(operation, at, low, Lane::Number(k));
                let high = self.make(operation, bits - at, high, Lane::Number(k));
                Some(self.make(Join(at), bits, low, high))
            }
            (Or, _, Lane::Number(set)) if bits == self.pointer_bits && set < 64 => {
                let (region, offset) = self.as_address(x)?;
                Some(self.address(region, offset | set as i64))
            }
            (Or, _, Lane::Number(set)) if bits == 64 && set < 64 => {
                let (region, offset) = self.as_address(x)?;
                Some(self.address(region, offset | set as i64))
            }
            (Extract, Lane::Term(id), Lane::Number(from)) => {
                let (term, from) = (self.get(id), from as u8);
                match (term.operation, term.operands) {
                    (Join(at), [low, _]) if from + bits <= at => Some(self.extract(low, at, from, bits)),
                    (Join(at), [_, high]) if from >= at => Some(self.extract(high, term.bits - at, from - at, bits)),
                    (Extend(at), [inner, _]) if from + bits <= at => Some(self.extract(inner, at, from, bits)),
                    // The upper bits of a signed number, and its sign above them.
                    (Extend(at), [inner, _]) if from < at => {
                        let shifted = self.make(ShiftSigned, at, inner, Lane::Number(from.into()));
                        Some(if bits <= at {
                            self.extract(shifted, at, 0, bits)
                        } else {
                            self.extend(shifted, at, bits)
                        })
                    }
                    (Extract, [inner, Lane::Number(first)]) => {
                        Some(self.make(Extract, bits, inner, Lane::Number(first + from as u64)))
                    }
                    (ShiftSigned | ShiftRight, [inner, Lane::Number(k)])
                        if k + u64::from(from + bits) <= term.bits.into() =>
                    {
                        Some(self.extract(inner, term.bits, from + k as u8, bits))
                    }
                    // The upper lane of a word that is shifted as a whole.
                    (ShiftSigned, [inner, Lane::Number(k)]) if from + bits == term.bits && k < bits.into() => {
                        let upper = self.extract(inner, term.bits, from, bits);
                        Some(self.make(ShiftSigned, bits, upper, Lane::Number(k)))
                    }
                    // The lower half of what was computed as an address.
                    (Add | Subtract | Multiply, operands) if from == 0 && term.bits == 64 => {
                        let [x, y] = operands.map(|x| self.extract(x, 64, 0, bits));
                        Some(self.make(term.operation, bits, x, y))
                    }
                    // Lower bits of an address of an aligned region.
                    (Address(_, offset), _) if from + bits <= ALIGNED_BITS => {
                        Some(Lane::Number(word(offset as u64 >> from, bits)))
                    }
                    _ => None,
                }
            }
            (Extend(_), Lane::Term(id), _) => {
                let term = self.get(id);
                match term.operation {
                    Extend(from) => Some(self.make(Extend(from), bits, term.operands[0], ZERO)),
                    _ => None,
                }
            }
            // The upper part of what was joined, as a number.
            (ShiftSigned | ShiftRight, Lane::Term(id), Lane::Number(k)) => {
                let term = self.get(id);
                let (Join(at), [_, high]) = (term.operation, term.operands) else { return None };
                let high = self.make(operation, bits - at, high, Lane::Number(k.checked_sub(at.into())?));
                Some(if operation == ShiftSigned {
                    self.extend(high, bits - at, bits)
                } else {
                    self.widen(high, bits - at, bits)
                })
            }
            (Join(at), Lane::Term(low_id), Lane::Term(high)) => {
                let (low, high) = (self.get(low_id), self.get(high));
                let (Extract, [Lane::Term(whole), Lane::Number(from)]) = (high.operation, high.operands) else {
                    return None;
                };
                let whole_term = self.get(whole);
                let is_low = low.operation == Extract
                    && low.operands[0] == Lane::Term(whole)
                    && low.operands[1] == Lane::Number(from.wrapping_sub(at.into()));
                if is_low && from >= at.into() {
                    return Some(self.extract(Lane::Term(whole), whole_term.bits, from as u8 - at, bits));
                }
                // The lower and the upper word of a product of signed numbers, which CPUs compute
                // by two instructions, or of any result.
                let is_upper = from == at.into() && whole_term.bits == bits;
                let [a, b] = whole_term.operands;
                let is_product = low.operation == Multiply && whole_term.operation == Multiply && is_upper && {
                    let [c, d] = low.operands.map(|x| self.extend(x, at, bits));
                    [a, b] == [c, d] || [a, b] == [d, c]
                };
                let is_whole =
                    is_product || is_upper && self.extract(Lane::Term(whole), bits, 0, at) == Lane::Term(low_id);
                is_whole.then_some(Lane::Term(whole))
            }
            _ => None,
        }
    }
}
