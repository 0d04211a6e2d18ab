//! Forms of the same numbers, or of the same words: ways to write a form by other atoms.

use std::collections::BTreeMap;

use super::{Atom, Form, Forms, Kind, ONE, combine, inverse_of_odd, length, range, reduce, within};
use crate::term::signed;

/// How many times shorter an interval has to become for a form to be contracted in part.
const MUCH: i128 = 4096;

/// The depth of sums in sums that are searched for multiples of 2^k.
const NESTED: u8 = 2;

impl Forms<'_> {
    /// Writes sums as their parts where some of those, or of theirs, are multiples of 2^k: a number
    /// that is not negative was a signed one and 2^w times a comparison.
    pub(super) fn with_multiples_apart(&self, mut form: Form, k: u8) -> Form {
        // The same integer, not only the same word.
        let is_exact = |of: &Form, c: i64| {
            of.iter().all(|part| {
                c.unsigned_abs().checked_mul(part.1.unsigned_abs()).is_some_and(|product| product < 1 << 61)
            })
        };
        let replaced = |&(atom, c): &(Atom, i64)| match self.kind(atom) {
            Kind::Sum(of) if is_exact(of, c) && self.has_multiples(of, c, k, NESTED) => Some((atom, c, of)),
            _ => None,
        };
        while let Some((atom, c, of)) = form.iter().find_map(replaced) {
            form.retain(|&(other, _)| other != atom);
            form = combine(&form, of, c, 64);
        }
        form
    }

    /// Returns whether a part of c times a sum is a multiple of 2^k, also in sums within it down to
    /// this depth.
    fn has_multiples(&self, of: &Form, c: i64, k: u8, depth: u8) -> bool {
        of.iter().any(|&(atom, part)| {
            let c = c.wrapping_mul(part);
            signed(c as u64, k) == 0
                || match self.kind(atom) {
                    Kind::Sum(of) if depth > 0 => self.has_multiples(of, c, k, depth - 1),
                    _ => false,
                }
        })
    }

    /// Returns a form in which c floor(F / 2^k) - c floor(G / 2^k) is c (F - G) / 2^k where F and G
    /// are equal modulo 2^k for all operands, so that both floors drop the same.
    pub(super) fn difference_of_floors(&mut self, form: Form) -> Form {
        for &(y, d) in form.iter().filter(|part| self.is_floor(part)) {
            // The second one is of q m, where m is the number in a lane that wraps.
            let Kind::Floor(g, l) = self.kind(y) else { continue };
            if !matches!(g.as_slice(), &[(m, _)] if matches!(self.kind(m), Kind::Wrapped(..))) {
                continue;
            }
            for &(x, c) in form.iter().filter(|part| self.is_floor(part) && part.1 == -d) {
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
            // A wrapped atom is equal to its form modulo 2^w.
            let parts_of = |atom| match self.kind(atom) {
                Kind::Sum(parts) => Some((atom, parts)),
                Kind::Wrapped(parts, wrapped) if *wrapped >= bits => Some((atom, parts)),
                _ => None,
            };
            // A multiple of a sum and a constant is one, too.
            let outer = of.iter().filter_map(|&(atom, _)| parts_of(atom));
            let inner = outer.clone().filter(|(_, parts)| parts.len() <= 2);
            let inner = inner.flat_map(|(_, parts)| parts.iter().filter_map(|&(atom, _)| parts_of(atom)));
            for (sum, parts) in outer.chain(inner) {
                let of_part = |part| form.binary_search_by_key(&part, |&(atom, _)| atom).map_or(0, |at| form[at].1);
                let Some(&(odd, c)) = parts.iter().find(|&&(part, c)| part != ONE && c % 2 != 0) else { continue };
                let factor = signed(of_part(odd).wrapping_mul(inverse_of_odd(c)) as u64, bits);
                let is_shorter = parts.iter().filter(|part| part.0 != ONE).count() > 1;
                let has_all = parts.iter().all(|&(part, _)| part == ONE || of_part(part) != 0);
                if factor == 0 || !is_shorter || !has_all {
                    continue;
                }
                let vanishes = |&(part, c): &(Atom, i64)| {
                    part == ONE || signed(of_part(part).wrapping_sub(c.wrapping_mul(factor)) as u64, bits) == 0
                };
                let rest = combine(&form, parts, -factor, bits);
                let contracted = combine(&rest, &vec![(sum, factor)], 1, bits);
                // The form may have more of a part than the sum, if it fits then, or much of it
                // cancels.
                let fits = |form| within(self.interval(form), range(bits));
                let length = |form| length(self.interval(form));
                if parts.iter().all(vanishes)
                    || !fits(&form) && (fits(&contracted) || MUCH * length(&contracted) < length(&form))
                {
                    form = contracted;
                    at = 0;
                }
            }
        }
        form
    }

    /// Returns a form with floors modulo 2^w, regrouped by what the floors are computed from if its
    /// interval is shorter then.
    pub(super) fn shortest(&self, form: Form, bits: u8) -> Form {
        if !form.iter().any(|part| self.is_floor(part)) {
            return form;
        }
        let regrouped = self.centred(self.regrouped(&form, bits), bits);
        if length(self.interval(&regrouped)) < length(self.interval(&form)) { regrouped } else { form }
    }

    /// Returns a form modulo 2^w in which what floors are computed from is one atom, and has the
    /// multiple that cancels: -g d / 2^k, rounded, for g floor(d x / 2^k).
    ///
    /// The last floors go first. What they are computed from has other floors: their multiples
    /// leave the form with it. In c (x - q h) - q floor(d (x - q h) / 2^k) as it is added up modulo
    /// 2^w, the multiple of h is that of no reduction.
    fn regrouped(&self, form: &Form, bits: u8) -> Form {
        let mut form = self.word(form, bits);
        let mut before = Atom::MAX;
        while let Some(&(floor, g)) = form.iter().rfind(|part| part.0 < before && self.is_floor(part)) {
            before = floor;
            let Kind::Floor(of, k) = self.kind(floor) else { unreachable!("it is a floor") };
            for &(x, d) in of.iter().filter(|part| part.0 != ONE) {
                let multiple = -((i128::from(g) * i128::from(d) + (1 << (k - 1))) >> k) as i64;
                let x = vec![(x, 1)];
                let rest = combine(&form, &self.word(&x, bits), multiple.wrapping_neg(), bits);
                form = combine(&rest, &x, multiple, bits);
            }
        }
        form
    }

    fn is_floor(&self, part: &(Atom, i64)) -> bool {
        matches!(self.kind(part.0), Kind::Floor(..))
    }

    /// Returns a form modulo 2^w in which no atom is a sum or wrapped: forms of the same word are
    /// equal then. Atoms are replaced by what they are made of, the last ones first.
    pub fn word(&self, form: &Form, bits: u8) -> Form {
        let mut parts: BTreeMap<Atom, i64> = form.iter().copied().collect();
        let mut next = parts.keys().next_back().copied();
        while let Some(atom) = next {
            let of = match self.kind(atom) {
                Kind::Sum(of) => Some(of),
                Kind::Wrapped(of, wrapped) if *wrapped >= bits => Some(of),
                _ => None,
            };
            if let Some(of) = of
                && let Some(factor) = parts.remove(&atom)
            {
                for &(part, c) in of {
                    let sum = parts.entry(part).or_default();
                    *sum = sum.wrapping_add(factor.wrapping_mul(c));
                }
            }
            next = parts.range(..atom).next_back().map(|(&atom, _)| atom);
        }
        reduce(parts.into_iter().collect(), bits)
    }
}
