//! Intervals of forms.
//!
//! An interval follows from those of the atoms in a form. Two facts make it shorter. A floor of F
//! is (F - e) / 2^k for some 0 <= e < 2^k: with floors replaced, x cancels in c x - q floor(c' x /
//! 2^k). And a comparison t of an atom x with c is 0 or 1: each value is considered apart, with x
//! cut at c.

use std::collections::BTreeMap;

use super::{Atom, Form, Forms, Interval, Kind, range, within};

impl Forms<'_> {
    /// Returns the interval of a form: the common part of two, with floors as they are, and
    /// replaced by what they are computed from. Both values of each comparison are considered
    /// apart.
    pub fn interval(&self, form: &Form) -> Interval {
        let interval = self.interval_within(form, &mut Vec::new());
        let are_products = form.iter().filter(|part| matches!(self.kind(part.0), Kind::Product(..))).count() > 1;
        // Sums of products are in 32 bits. Of a short one nothing is gained.
        if are_products && !within(interval, range(31)) { self.bilinear_interval(form) } else { interval }
    }

    pub(super) fn bounds(&self, atom: Atom, cuts: &[(Atom, Interval)]) -> Interval {
        let cut = cuts.iter().rev().find(|cut| cut.0 == atom);
        cut.map_or(self.atoms[atom as usize].interval, |cut| cut.1)
    }

    pub(super) fn interval_within(&self, form: &Form, cuts: &mut Vec<(Atom, Interval)>) -> Interval {
        let compared = form.iter().position(|&(atom, _)| matches!(self.kind(atom), Kind::Greater(..)));
        if let Some(at) = compared
            && cuts.len() < 8
        {
            let (greater, c) = form[at];
            let Kind::Greater(x, bound) = *self.kind(greater) else { unreachable!("it is a comparison") };
            let mut rest = form.clone();
            rest.remove(at);
            let (low, high) = self.bounds(x, cuts);
            let bound = i128::from(bound);
            let mut hull: Option<Interval> = None;
            for (t, cut) in [(0, (low, high.min(bound))), (1, (low.max(bound + 1), high))] {
                if cut.0 > cut.1 {
                    continue;
                }
                cuts.push((x, cut));
                let (l, h) = self.interval_within(&rest, cuts);
                cuts.pop();
                if l <= h {
                    let (l, h) = (l + t * i128::from(c), h + t * i128::from(c));
                    hull = Some(hull.map_or((l, h), |(low, high)| (low.min(l), high.max(h))));
                }
            }
            return hull.unwrap_or((1, 0));
        }
        let (mut low, mut high) = self.plain(form.iter().map(|&(atom, c)| (atom, c.into())), cuts);
        let (shift, mut scaled, error) = self.with_floors_replaced(form);
        if shift > 0 {
            self.expand_sums(&mut scaled, cuts);
            let (l, h) = self.plain(scaled.into_iter(), cuts);
            // Rounded to the inside, as the number is an integer.
            low = low.max(-(-(l + error.0) >> shift));
            high = high.min((h + error.1) >> shift);
        }
        (low, high)
    }

    /// Returns s and 2^s times a form with floors replaced by what they are computed from, for the
    /// largest s of its floors, and the interval of what this leaves out: 2^s F is in the sum of
    /// both. Without floors s is 0.
    pub(super) fn with_floors_replaced(&self, form: &Form) -> (u8, BTreeMap<Atom, i128>, Interval) {
        let shifts = form.iter().map(|&(atom, _)| match self.kind(atom) {
            Kind::Floor(_, k) => *k,
            _ => 0,
        });
        let shift = shifts.max().unwrap_or(0);
        let mut scaled: BTreeMap<Atom, i128> = BTreeMap::new();
        let mut error = (0, 0);
        for &(atom, c) in form {
            if let Kind::Floor(of, k) = self.kind(atom) {
                let factor = i128::from(c) << (shift - k);
                of.iter().for_each(|&(atom, c)| *scaled.entry(atom).or_default() += factor * i128::from(c));
                let end = -factor * ((1 << k) - 1);
                error = (error.0 + end.min(0), error.1 + end.max(0));
            } else {
                *scaled.entry(atom).or_default() += i128::from(c) << shift;
            }
        }
        (shift, scaled, error)
    }

    /// Replaces sums by what they are sums of, the last ones first, unless that makes the interval
    /// longer: a product by c may be one of x - y where its quotients are those of x and of y.
    pub(super) fn expand_sums(&self, form: &mut BTreeMap<Atom, i128>, cuts: &[(Atom, Interval)]) {
        let length = |atom, c: i128| {
            let (low, high) = self.bounds(atom, cuts);
            c.abs() * (high - low)
        };
        let mut next = form.keys().next_back().copied();
        while let Some(atom) = next {
            next = form.range(..atom).next_back().map(|(&atom, _)| atom);
            let Kind::Sum(of) = self.kind(atom) else { continue };
            let factor = form[&atom];
            let (mut before, mut after) = (length(atom, factor), 0);
            for &(part, c) in of {
                let there = form.get(&part).copied().unwrap_or(0);
                before += length(part, there);
                after += length(part, there + factor * i128::from(c));
            }
            // One part and a constant are as long as their sum, and more may cancel there.
            if after <= before {
                form.remove(&atom);
                for &(part, c) in of {
                    *form.entry(part).or_default() += factor * i128::from(c);
                }
                // Parts may be sums themselves.
                next = form.range(..atom).next_back().map(|(&atom, _)| atom);
            }
        }
    }

    pub(super) fn plain(&self, form: impl Iterator<Item = (Atom, i128)>, cuts: &[(Atom, Interval)]) -> Interval {
        form.fold((0, 0), |(low, high), (atom, c)| {
            let (l, h) = self.bounds(atom, cuts);
            let (l, h) = if c > 0 { (c * l, c * h) } else { (c * h, c * l) };
            (low + l, high + h)
        })
    }
}
