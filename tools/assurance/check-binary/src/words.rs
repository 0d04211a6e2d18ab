//! Polynomials modulo powers of two: what is known of a lane in rings modulo a power of two.
//!
//! The number in a lane is congruent modulo 2^k to a polynomial in the coefficients of the
//! operands, of degree at most 1 in those of the left ones and at most 1 in those of the right
//! ones. It is kept as its values at random points. Sums, products and left shifts keep what is
//! known of their operands, and a lane of w bits keeps w of them; a right shift by s keeps k - s
//! bits where the polynomial is a multiple of 2^s at every point, as no bit that is dropped is 1
//! then. Nothing is known of anything else, which is no error where no result depends on it.

use std::borrow::Cow;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::term::{Id, Input, Lane, Operation, Terms, signed};

/// The polynomial that a term is known to be.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The bits that are known: 0 to 32.
    bits: u8,
    /// The degrees in the coefficients of left and of right operands.
    degree: [u8; 2],
    /// The place of the values.
    at: usize,
}

const NOTHING: Known = Known { bits: 0, degree: [0, 0], at: 0 };

/// The values of terms at some points.
pub struct Words<'a> {
    terms: &'a Terms,
    points: usize,
    known: FxHashMap<Id, Known>,
    values: Vec<u32>,
}

impl<'a> Words<'a> {
    /// Evaluates terms, in which others come after what they are made of. `coefficient` gives the
    /// values of an operand's coefficient at the points, and whether it is one of the left
    /// operands.
    pub fn of(
        terms: &'a Terms,
        order: &[Id],
        points: usize,
        coefficient: impl Fn(u16, u16) -> (Vec<u32>, bool),
    ) -> Self {
        let known = FxHashMap::with_capacity_and_hasher(order.len(), FxBuildHasher);
        let mut words = Self { terms, points, known, values: Vec::with_capacity(order.len() * points) };
        for &id in order {
            let known = match terms.get(id).operation {
                Operation::Input(Input::Coefficient(operand, k), _) => {
                    let (values, is_left) = coefficient(operand, k);
                    words.push(32, [is_left.into(), (!is_left).into()], values)
                }
                _ => words.visit(id),
            };
            words.known.insert(id, known);
        }
        words
    }

    fn push(&mut self, bits: u8, degree: [u8; 2], values: Vec<u32>) -> Known {
        let at = self.values.len();
        self.values.extend(values);
        Known { bits, degree, at }
    }

    fn read(&self, lane: Lane, bits: u8) -> (u8, [u8; 2], Cow<'_, [u32]>) {
        match lane {
            Lane::Number(value) => (32, [0, 0], vec![signed(value, bits) as u32; self.points].into()),
            Lane::Term(id) => {
                let known = self.known[&id];
                let values = if known.bits == 0 { &[][..] } else { &self.values[known.at..known.at + self.points] };
                (known.bits, known.degree, values.into())
            }
        }
    }

    /// Returns how many bits of a lane are known, and its values.
    pub fn values(&self, lane: Lane, bits: u8) -> (u8, Cow<'_, [u32]>) {
        let (known, _, values) = self.read(lane, bits);
        (known, values)
    }

    /// Returns true if nothing is known of a term, and something of what it is made of.
    pub fn is_lost(&self, id: Id) -> bool {
        let is_unknown = |lane: Lane| matches!(lane, Lane::Term(id) if self.known[&id].bits == 0);
        is_unknown(Lane::Term(id)) && !self.terms.get(id).operands.into_iter().any(is_unknown)
    }

    fn visit(&mut self, id: Id) -> Known {
        let term = self.terms.get(id);
        let (width, [x, y]) = (term.bits, term.operands);
        let limit = width.min(32);
        let of = match x {
            Lane::Term(id) => self.terms.get(id).bits,
            Lane::Number(_) => width,
        };
        let count = match y {
            Lane::Number(k) => k as u32,
            Lane::Term(_) => 0,
        };
        let (bits, degree, values): (u8, [u8; 2], Vec<u32>) = match term.operation {
            Operation::Add | Operation::Subtract | Operation::Multiply => {
                let ((k, d, u), (l, e, v)) = (self.read(x, width), self.read(y, width));
                // A factor 2^s adds s bits to what is known of the other one.
                let factor = |known: u8, other: Lane| match (term.operation, other) {
                    (Operation::Multiply, Lane::Number(c)) if known > 0 => {
                        (u32::from(known) + signed(c, width).trailing_zeros()).min(32) as u8
                    }
                    _ => known,
                };
                let bits = factor(k, y).min(factor(l, x)).min(limit);
                if k == 0 || l == 0 {
                    return NOTHING;
                }
                let is_product = term.operation == Operation::Multiply;
                let degree = [0, 1].map(|side| if is_product { d[side] + e[side] } else { d[side].max(e[side]) });
                let values = u.iter().zip(&*v).map(|(&u, &v)| match term.operation {
                    Operation::Add => u.wrapping_add(v),
                    Operation::Subtract => u.wrapping_sub(v),
                    _ => u.wrapping_mul(v),
                });
                (bits, degree, values.collect())
            }
            Operation::ShiftLeft => {
                let (k, d, u) = self.read(x, of);
                let bits = if k == 0 { 0 } else { (u32::from(k) + count).min(limit.into()) as u8 };
                (bits, d, u.iter().map(|u| u.checked_shl(count).unwrap_or(0)).collect())
            }
            // The lower bits of an extension are those of the lane, and all of them if the number
            // is known beyond the lane.
            Operation::Extend(_) => {
                let (k, d, u) = self.read(x, of);
                (k.min(32), d, u.into_owned())
            }
            Operation::Extract if count == 0 => {
                let (k, d, u) = self.read(x, of);
                (k.min(limit), d, u.into_owned())
            }
            Operation::ShiftSigned | Operation::ShiftRight | Operation::Extract => {
                let (k, d, u) = self.read(x, of);
                let k = k.min(of);
                let is_multiple = count < k.into() && u.iter().all(|u| u.trailing_zeros() >= count);
                let bits = if is_multiple { (k - count as u8).min(limit) } else { 0 };
                (bits, d, u.iter().map(|u| u.checked_shr(count).unwrap_or(0)).collect())
            }
            Operation::Join(at) => {
                let (k, d, u) = self.read(x, at);
                let (l, e, v) = self.read(y, width - at);
                match x {
                    // Zeros, or another number, below a lane.
                    Lane::Number(low) if l > 0 => {
                        let bits = (l + at).min(limit);
                        (
                            bits,
                            e,
                            v.iter()
                                .map(|v| (low as u32).wrapping_add(v.checked_shl(at.into()).unwrap_or(0)))
                                .collect(),
                        )
                    }
                    _ => (k.min(at).min(limit), d, u.into_owned()),
                }
            }
            Operation::Xor if matches!(y, Lane::Number(c) if signed(c, width) == -1) => {
                let (k, d, u) = self.read(x, of);
                (k.min(limit), d, u.iter().map(|&u| !u).collect())
            }
            _ => return NOTHING,
        };
        if bits == 0 || degree.iter().any(|&degree| degree > 1) {
            return NOTHING;
        }
        self.push(bits, degree, values)
    }
}
