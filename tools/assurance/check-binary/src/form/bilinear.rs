//! Intervals of sums of products whose factors are sums.
//!
//! A product with fewer multiplications adds and subtracts more than is left: x (v + w) - (x - y) w
//! is x v + y w. The same integer is written as a sum of products L v, with a linear form L for
//! each atom v of one operand, where x cancels in L. This is an identity, and the interval of each
//! L v follows from those of L and v.

use std::collections::BTreeMap;

use super::{Atom, Form, Forms, Interval, Kind, ONE, combine, length};

/// The most sums that are replaced in what an atom is multiplied by.
const MOST_SUMS: usize = 6;

/// For atoms of one operand, what they are multiplied by.
type Rows = BTreeMap<Atom, Form>;

/// Returns the common part of two intervals of one number.
fn common(x: Interval, y: Interval) -> Interval {
    (x.0.max(y.0), x.1.min(y.1))
}

/// Returns the interval of products.
pub(super) fn product_interval(x: Interval, y: Interval) -> Interval {
    let ends = [x.0 * y.0, x.0 * y.1, x.1 * y.0, x.1 * y.1];
    (ends.into_iter().min().unwrap_or(0), ends.into_iter().max().unwrap_or(0))
}

/// Returns x + factor y as integers, if it is certain that none is too large for its type.
fn exact_sum(x: &Form, y: &Form, factor: i64) -> Option<Form> {
    let is_small = |c: i64| c.unsigned_abs() < 1 << 31;
    let are_small = x.iter().chain(y).all(|part| is_small(part.1)) && is_small(factor);
    are_small.then(|| combine(x, y, factor, 64))
}

impl Forms<'_> {
    /// Returns an interval of a form that has products of sums, as the products that are left.
    pub(super) fn bilinear_interval(&self, form: &Form) -> Interval {
        if let Some(&interval) = self.bilinear.borrow().get(form) {
            return interval;
        }
        let interval = common(self.interval_by(form, 0), self.interval_by(form, 1));
        self.bilinear.borrow_mut().insert(form.clone(), interval);
        interval
    }

    /// Returns such an interval by the atoms of the left operands, or of the right ones.
    fn interval_by(&self, form: &Form, side: u8) -> Interval {
        let (mut rows, mut rest) = (Rows::new(), Form::new());
        for &(atom, c) in form {
            match *self.kind(atom) {
                Kind::Product(x, y) if self.sides(x, y) == Some((side, 1 - side)) => {
                    self.add_row(&mut rows, x, &vec![(y, c)])
                }
                Kind::Product(x, y) if self.sides(x, y) == Some((1 - side, side)) => {
                    self.add_row(&mut rows, y, &vec![(x, c)])
                }
                _ => rest = combine(&rest, &vec![(atom, c)], 1, 64),
            }
        }
        // Sums are replaced by their parts, the last ones first, unless that makes it longer.
        let mut next = rows.keys().next_back().copied();
        while let Some(atom) = next {
            if let Kind::Sum(of) = self.kind(atom) {
                let row = &rows[&atom];
                let (mut before, mut after) = (self.row_length(atom, row), 0);
                let mut changed = Vec::new();
                for &(part, c) in of {
                    let there = rows.get(&part).cloned().unwrap_or_default();
                    before += self.row_length(part, &there);
                    let Some(sum) = exact_sum(&there, row, c) else { break };
                    after += self.row_length(part, &sum);
                    changed.push((part, sum));
                }
                if changed.len() == of.len() && after <= before {
                    rows.remove(&atom);
                    rows.extend(changed);
                }
            }
            next = rows.range(..atom).next_back().map(|(&atom, _)| atom);
        }
        rows.iter().fold(self.interval_within(&rest, &mut Vec::new()), |(low, high), (&atom, row)| {
            let (l, h) = product_interval(self.row_interval(row), self.bounds(atom, &[]));
            (low + l, high + h)
        })
    }

    fn add_row(&self, rows: &mut Rows, atom: Atom, row: &Form) {
        let there = rows.entry(atom).or_default();
        *there = combine(there, row, 1, 64);
    }

    /// Returns the operands of two atoms, 0 for the left one of a product and 1 for the right one.
    fn sides(&self, x: Atom, y: Atom) -> Option<(u8, u8)> {
        self.side(x).zip(self.side(y))
    }

    fn row_length(&self, atom: Atom, row: &Form) -> i128 {
        if row.is_empty() { 0 } else { length(product_interval(self.row_interval(row), self.bounds(atom, &[]))) }
    }

    /// Returns the interval of a linear form, in which sums may have parts in common: they are
    /// replaced by their parts, the last ones first, and each form on the way has an interval.
    fn row_interval(&self, row: &Form) -> Interval {
        let mut interval = self.interval_within(row, &mut Vec::new());
        let mut form = row.clone();
        for _ in 0..MOST_SUMS {
            let last = form.iter().rposition(|part| matches!(self.kind(part.0), Kind::Sum(_)));
            let Some(at) = last.filter(|_| form.len() > 1) else { break };
            let (atom, c) = form.remove(at);
            let Kind::Sum(of) = self.kind(atom) else { unreachable!("it is a sum") };
            let Some(sum) = exact_sum(&form, of, c) else { break };
            form = sum;
            interval = common(interval, self.interval_within(&form, &mut Vec::new()));
        }
        interval
    }

    /// Returns the operand that an atom is computed from: 0 for the left one of a product, 1 for
    /// the right one.
    pub(super) fn side(&self, atom: Atom) -> Option<u8> {
        self.atoms[atom as usize].side
    }

    /// Returns the operand that a form is computed from.
    pub(super) fn side_of(&self, form: &Form) -> Option<u8> {
        form.iter().find(|part| part.0 != ONE).and_then(|part| self.side(part.0))
    }
}
