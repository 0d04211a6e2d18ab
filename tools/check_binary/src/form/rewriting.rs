//! Forms of the same numbers, or of the same words: ways to write a form by other atoms.

use super::{Atom, Form, Forms, Key, Kind, ONE, combine, inverse_of_odd, reduce, scale};
use crate::term::signed;

impl Forms<'_> {
    /// Writes sums without the parts that vanish modulo 2^w, and those that are left likewise: a
    /// number that is not negative was a signed one and 2^w times a comparison. What is left is one
    /// atom where it is a sum that is known, or else its parts.
    pub(super) fn without_multiples(&self, form: Form, bits: u8) -> Form {
        form.iter().fold(Form::new(), |sum, &(atom, c)| {
            let is_left = |part: &&(Atom, i64)| signed(c.wrapping_mul(part.1) as u64, bits) != 0;
            match self.kind(atom) {
                Kind::Sum(of) if !of.iter().all(|part| is_left(&part)) => {
                    let left = self.without_multiples(of.iter().filter(is_left).copied().collect(), bits);
                    let sign = left.first().map_or(1, |part| part.1.signum());
                    match self.keyed.get(&Key::Of(Kind::Sum(scale(&left, sign, 64)))) {
                        Some(&known) => combine(&sum, &vec![(known, sign)], c, bits),
                        None => combine(&sum, &left, c, bits),
                    }
                }
                _ => combine(&sum, &vec![(atom, c)], 1, bits),
            }
        })
    }

    /// Returns a form in which c floor(F / 2^k) - c floor(G / 2^k) is c (F - G) / 2^k where F and G
    /// are equal modulo 2^k for all operands, so that both floors drop the same.
    pub(super) fn difference_of_floors(&mut self, form: Form) -> Form {
        let is_floor = |part: &&(Atom, i64)| matches!(self.kind(part.0), Kind::Floor(..));
        for &(y, d) in form.iter().filter(is_floor) {
            // The second one is of q m, where m is the number in a lane that wraps.
            let Kind::Floor(g, l) = self.kind(y) else { continue };
            if !matches!(g.as_slice(), &[(m, _)] if matches!(self.kind(m), Kind::Wrapped(..))) {
                continue;
            }
            for &(x, c) in form.iter().filter(is_floor).filter(|part| part.1 == -d) {
                let Kind::Floor(f, k) = self.kind(x) else { continue };
                let (k, difference) = (*k, combine(f, g, -1, 64));
                if k == *l && self.word(&difference, k).is_empty() {
                    let quotient = self.floor(difference, k);
                    let rest: Form = form.iter().copied().filter(|part| part.0 != x && part.0 != y).collect();
                    return self.difference_of_floors(combine(&rest, &quotient, c, 64));
                }
            }
        }
        form
    }

    /// Writes the sums that floors and comparisons in a form are made of as one atom where the form
    /// has all that they are sums of: x - q floor(c x / 2^k), where x was added up on another way.
    pub fn contracted(&self, mut form: Form, bits: u8) -> Form {
        let mut at = 0;
        while at < form.len() {
            at += 1;
            let compared;
            let of = match self.kind(form[at - 1].0) {
                Kind::Floor(of, _) => of,
                Kind::Greater(x, _) => {
                    compared = vec![(*x, 1)];
                    &compared
                }
                _ => continue,
            };
            for &(sum, _) in of {
                // A wrapped atom is equal to its form modulo 2^w.
                let parts = match self.kind(sum) {
                    Kind::Sum(parts) => parts,
                    Kind::Wrapped(parts, wrapped) if *wrapped >= bits => parts,
                    _ => continue,
                };
                let of_part = |part| form.binary_search_by_key(&part, |&(atom, _)| atom).map_or(0, |at| form[at].1);
                let Some(&(odd, c)) = parts.iter().find(|&&(part, c)| part != ONE && c % 2 != 0) else { continue };
                let factor = signed(of_part(odd).wrapping_mul(inverse_of_odd(c)) as u64, bits);
                let is_part = |&(part, c): &(Atom, i64)| {
                    let there = of_part(part);
                    part == ONE || there != 0 && signed(there.wrapping_sub(c.wrapping_mul(factor)) as u64, bits) == 0
                };
                if factor != 0 && parts.iter().all(is_part) {
                    let rest = combine(&form, parts, -factor, bits);
                    form = combine(&rest, &vec![(sum, factor)], 1, bits);
                    at = 0;
                }
            }
        }
        form
    }

    /// Returns a form modulo 2^w in which no atom is wrapped, and no atom a sum if that leaves
    /// something: forms of the same word are equal then.
    pub fn word(&self, form: &Form, bits: u8) -> Form {
        let mut form = reduce(form.clone(), bits);
        for with_sums in [false, true] {
            loop {
                let found = form.iter().find_map(|&(atom, c)| match self.kind(atom) {
                    Kind::Wrapped(of, wrapped) if *wrapped >= bits => Some((atom, c, of)),
                    Kind::Sum(of) if with_sums => Some((atom, c, of)),
                    _ => None,
                });
                let Some((atom, c, of)) = found else { break };
                form.retain(|&(other, _)| other != atom);
                form = combine(&form, of, c, bits);
            }
            if form.is_empty() {
                break;
            }
        }
        form
    }

    /// Returns a form modulo 2^w with the parts of what are sums or wrapped in place of them, once.
    pub fn expanded(&self, form: &Form, bits: u8) -> Form {
        form.iter().fold(Form::new(), |sum, &(atom, c)| match self.kind(atom) {
            Kind::Sum(of) => combine(&sum, of, c, bits),
            Kind::Wrapped(of, wrapped) if *wrapped >= bits => combine(&sum, of, c, bits),
            _ => combine(&sum, &vec![(atom, c)], 1, bits),
        })
    }

    /// Returns the atom that a floor is computed from, if it is one, and a multiple of one.
    pub fn floored(&self, atom: u32) -> Option<u32> {
        match self.kind(atom) {
            Kind::Floor(of, _) => match of.as_slice() {
                [(ONE, _), (atom, _)] | [(atom, _)] => Some(*atom),
                _ => None,
            },
            _ => None,
        }
    }
}
