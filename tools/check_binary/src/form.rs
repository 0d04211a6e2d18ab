//! Linear forms of atoms: what is known of a lane for all operands.
//!
//! A lane of w bits is congruent modulo 2^w to a linear form of *atoms*: integers with an interval
//! and with residues at random points. A form whose interval fits the lane *is* the signed number in
//! the lane. Nothing is recognised by its shape: reductions by Barrett and Montgomery follow from
//! what is known of the atoms of three kinds,
//!
//! ```text
//! floor     h = (F - e) / 2^k with 0 <= e < 2^k       the upper bits of a lane
//! wrapped   m = F modulo 2^w, -2^(w-1) <= m           the signed number in a lane that F need not fit
//! greater   t = 1 if x > c, else 0                    a comparison
//! ```
//!
//! for a form F, an atom x and a constant c. The residues of h, m and t are random numbers, so that
//! a result that depends on them is wrong at random points. Where F is a multiple of 2^k for all
//! operands, h has the residue of F / 2^k.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::random::Random;
use crate::term::{Id, Input, Lane, Operation, Terms, apply, signed, word};

/// An integer interval, its ends included.
pub type Interval = (i128, i128);

/// Operands of the domain for which every lane is computed as well, to check what is known of it:
/// the largest ones, the least ones, and random ones.
const WITNESSES: usize = 4;

/// The number of an atom.
type Atom = u32;

/// The atom of constants.
const ONE: Atom = 0;

/// A sum of integer multiples of atoms, sorted by atoms, without zeros.
pub type Form = Vec<(Atom, i64)>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// A coefficient, a product, or what is unknown.
    Plain,
    Floor(Form, u8),
    Wrapped(Form, u8),
    Greater(Atom, i64),
    Sum(Form),
}

#[derive(Debug)]
struct Known {
    /// The integer for each of the witnesses.
    values: [i128; WITNESSES],
    interval: Interval,
    degree: u8,
    kind: Kind,
}

/// What an atom is made of: equal ones are one atom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Product(Atom, Atom),
    Of(Kind),
}

/// The forms of terms, modulo an odd M.
pub struct Forms<'a> {
    terms: &'a Terms,
    modulus: u64,
    points: usize,
    random: &'a mut Random,
    forms: HashMap<Id, Form>,
    atoms: Vec<Known>,
    residues: Vec<u32>,
    keyed: HashMap<Key, Atom>,
    /// The word in each lane for each of the witnesses.
    words: HashMap<Id, [u64; WITNESSES]>,
    /// Lanes whose number is multiplied or compared. They become an atom when they are computed, so
    /// that all their uses speak of the same.
    wanted: HashSet<Id>,
    /// The first number that need not fit its lane and is multiplied by another one that is no
    /// constant: the lane, its width, and the interval of its form.
    pub suspect: Option<(Lane, u8, Interval)>,
    /// The atoms of coefficients.
    pub coefficients: HashMap<(u16, u16), Atom>,
    /// The interval of a coefficient, by operand.
    intervals: Vec<Interval>,
}

/// Reduces coefficients modulo 2^w to the least absolute value.
fn reduce(form: Form, bits: u8) -> Form {
    form.into_iter().map(|(atom, c)| (atom, signed(c as u64, bits))).filter(|&(_, c)| c != 0).collect()
}

/// Returns x + factor y.
pub fn combine(x: &Form, y: &Form, factor: i64, bits: u8) -> Form {
    let mut sum = Vec::with_capacity(x.len() + y.len());
    let (mut i, mut j) = (0, 0);
    while i < x.len() || j < y.len() {
        let take_x = j == y.len() || i < x.len() && x[i].0 <= y[j].0;
        let take_y = i == x.len() || j < y.len() && y[j].0 <= x[i].0;
        let atom = if take_x { x[i].0 } else { y[j].0 };
        let mut c = 0i64;
        if take_x {
            c = c.wrapping_add(x[i].1);
            i += 1;
        }
        if take_y {
            c = c.wrapping_add(y[j].1.wrapping_mul(factor));
            j += 1;
        }
        sum.push((atom, c));
    }
    reduce(sum, bits)
}

fn scale(form: &Form, factor: i64, bits: u8) -> Form {
    reduce(form.iter().map(|&(atom, c)| (atom, c.wrapping_mul(factor))).collect(), bits)
}

fn constant(value: i64) -> Form {
    if value == 0 { Vec::new() } else { vec![(ONE, value)] }
}

/// The least and the greatest signed number of w bits.
fn range(bits: u8) -> Interval {
    (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
}

fn within(inner: Interval, outer: Interval) -> bool {
    outer.0 <= inner.0 && inner.1 <= outer.1
}

impl<'a> Forms<'a> {
    /// Finds the forms of terms, in which others come after what they are made of. The operands'
    /// coefficients lie in these intervals.
    pub fn of(
        terms: &'a Terms,
        order: &[Id],
        (modulus, points): (u64, usize),
        intervals: Vec<Interval>,
        random: &'a mut Random,
        place: &dyn Fn(u64) -> String,
    ) -> Result<Self, String> {
        let mut forms = Self {
            terms,
            modulus,
            points,
            random,
            forms: HashMap::with_capacity(order.len()),
            atoms: Vec::new(),
            residues: Vec::new(),
            keyed: HashMap::new(),
            words: HashMap::with_capacity(order.len()),
            wanted: Default::default(),
            suspect: None,
            coefficients: HashMap::new(),
            intervals,
        };
        forms.add([1; WITNESSES], (1, 1), vec![1; points], 0, Kind::Plain);
        for &id in order {
            let term = terms.get(id);
            let needs_numbers = matches!(
                term.operation,
                Operation::Extend(_)
                    | Operation::Greater
                    | Operation::ShiftSigned
                    | Operation::ShiftRight
                    | Operation::Multiply
            );
            if needs_numbers {
                forms.wanted.extend(term.operands.iter().filter_map(|lane| match lane {
                    Lane::Term(id) => Some(*id),
                    Lane::Number(_) => None,
                }));
            }
        }
        for &id in order {
            forms.visit(id).map_err(|reason| format!("{reason}, made at {}", place(terms.origin(id))))?;
        }
        Ok(forms)
    }

    fn add(
        &mut self,
        values: [i128; WITNESSES],
        interval: Interval,
        residues: Vec<u32>,
        degree: u8,
        kind: Kind,
    ) -> Atom {
        self.atoms.push(Known { values, interval, degree, kind });
        self.residues.extend(residues);
        self.atoms.len() as u32 - 1
    }

    fn fresh(&mut self) -> Vec<u32> {
        (0..self.points).map(|_| self.random.below(self.modulus) as u32).collect()
    }

    /// Returns the residues of an atom at the points.
    pub fn residues_of(&self, atom: Atom) -> &[u32] {
        &self.residues[atom as usize * self.points..][..self.points]
    }

    fn kind(&self, atom: Atom) -> &Kind {
        &self.atoms[atom as usize].kind
    }

    // Intervals.

    /// Returns the interval of a form: the common part of two, with floors as they are, and replaced
    /// by what they are computed from. Both values of each comparison are considered apart.
    pub fn interval(&self, form: &Form) -> Interval {
        self.interval_within(form, &mut Vec::new())
    }

    fn bounds(&self, atom: Atom, cuts: &[(Atom, Interval)]) -> Interval {
        let cut = cuts.iter().rev().find(|cut| cut.0 == atom);
        cut.map_or(self.atoms[atom as usize].interval, |cut| cut.1)
    }

    fn interval_within(&self, form: &Form, cuts: &mut Vec<(Atom, Interval)>) -> Interval {
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
        let shift = form.iter().filter_map(|&(atom, _)| match self.kind(atom) {
            Kind::Floor(_, k) => Some(*k),
            _ => None,
        });
        if let Some(shift) = shift.max() {
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
            self.expand_sums(&mut scaled, cuts);
            let (l, h) = self.plain(scaled.into_iter(), cuts);
            // Rounded to the inside, as the number is an integer.
            low = low.max(-(-(l + error.0) >> shift));
            high = high.min((h + error.1) >> shift);
        }
        (low, high)
    }

    /// Writes sums as their parts where some of those vanish modulo 2^w: a number that is not
    /// negative was a signed one and 2^w times a comparison.
    fn without_multiples(&self, form: Form, bits: u8) -> Form {
        form.iter().fold(Form::new(), |sum, &(atom, c)| match self.kind(atom) {
            Kind::Sum(of) if of.iter().any(|part| signed(c.wrapping_mul(part.1) as u64, bits) == 0) => {
                combine(&sum, of, c, bits)
            }
            _ => combine(&sum, &vec![(atom, c)], 1, bits),
        })
    }

    /// Returns a form in which c floor(F / 2^k) - c floor(G / 2^k) is c (F - G) / 2^k where F and G
    /// are equal modulo 2^k for all operands, so that both floors drop the same.
    fn difference_of_floors(&mut self, form: Form) -> Form {
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
                // What is wrapped is equal to its parts modulo 2^w.
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

    /// Replaces sums by what they are sums of, the last ones first, where that makes the interval
    /// shorter: a product by c may be one of x - y where its quotients are those of x and of y.
    fn expand_sums(&self, form: &mut BTreeMap<Atom, i128>, cuts: &[(Atom, Interval)]) {
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
            if after < before {
                form.remove(&atom);
                for &(part, c) in of {
                    *form.entry(part).or_default() += factor * i128::from(c);
                }
                // What was added may be a sum itself.
                next = form.range(..atom).next_back().map(|(&atom, _)| atom);
            }
        }
    }

    fn plain(&self, form: impl Iterator<Item = (Atom, i128)>, cuts: &[(Atom, Interval)]) -> Interval {
        form.fold((0, 0), |(low, high), (atom, c)| {
            let (l, h) = self.bounds(atom, cuts);
            let (l, h) = if c > 0 { (c * l, c * h) } else { (c * h, c * l) };
            (low + l, high + h)
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

    /// Returns a form modulo 2^w with the parts of what are sums or wrapped in place of them, once.
    pub fn expanded(&self, form: &Form, bits: u8) -> Form {
        form.iter().fold(Form::new(), |sum, &(atom, c)| match self.kind(atom) {
            Kind::Sum(of) => combine(&sum, of, c, bits),
            Kind::Wrapped(of, wrapped) if *wrapped >= bits => combine(&sum, of, c, bits),
            _ => combine(&sum, &vec![(atom, c)], 1, bits),
        })
    }

    // Residues.

    /// Returns the residues of a form at the points.
    pub fn residue(&self, form: &Form) -> Vec<u32> {
        let m = self.modulus as i128;
        let mut sum = vec![0i128; self.points];
        for &(atom, c) in form {
            for (sum, &residue) in sum.iter_mut().zip(self.residues_of(atom)) {
                *sum += i128::from(c) * i128::from(residue);
            }
        }
        sum.into_iter().map(|sum| sum.rem_euclid(m) as u32).collect()
    }

    /// Returns the degree of a form's residues. What is multiplied by a multiple of the modulus has
    /// no part in them.
    pub fn degree(&self, form: &Form) -> u8 {
        let parts = form.iter().filter(|&&(_, c)| i128::from(c) % i128::from(self.modulus) != 0);
        parts.map(|&(atom, _)| self.atoms[atom as usize].degree).max().unwrap_or(0)
    }

    // Numbers.

    /// Returns the form of a lane of w bits.
    pub fn form(&self, lane: Lane, bits: u8) -> Form {
        match lane {
            Lane::Number(value) => constant(signed(value, bits)),
            Lane::Term(id) => self.forms[&id].clone(),
        }
    }

    fn keyed(&mut self, key: Key, make: impl FnOnce(&mut Self) -> Atom) -> Atom {
        if let Some(&atom) = self.keyed.get(&key) {
            return atom;
        }
        let atom = make(self);
        self.keyed.insert(key, atom);
        atom
    }

    /// Returns the signed number in a lane of w bits as a multiple of an atom.
    fn number(&mut self, lane: Lane, bits: u8) -> (i64, Atom) {
        let form = self.form(lane, bits);
        self.number_of(form, bits)
    }

    fn number_of(&mut self, form: Form, bits: u8) -> (i64, Atom) {
        let fits = within(self.interval(&form), range(bits));
        match (form.as_slice(), fits) {
            ([], _) => return (0, ONE),
            (&[(atom, c)], true) => return (c, atom),
            _ => {}
        }
        if !fits {
            // A common factor 2^j stays in front: the number is 2^j times one of w - j bits.
            let common =
                form.iter().map(|part| part.1.trailing_zeros()).min().unwrap_or(0).min(u32::from(bits) - 1) as u8;
            let (form, bits) = (form.iter().map(|&(atom, c)| (atom, c >> common)).collect(), bits - common);
            let kind = Kind::Wrapped(form, bits);
            let atom = self.keyed(Key::Of(kind.clone()), |forms| {
                let fresh = forms.fresh();
                let Kind::Wrapped(form, _) = &kind else { unreachable!("it was made above") };
                let values = forms.values(form).map(|value| signed(value as u64, bits).into());
                forms.add(values, range(bits), fresh, 1, kind)
            });
            return (1 << common, atom);
        }
        // The compiler computes -x where it is cheaper than x: both are multiples of one atom.
        let sign = form[0].1.signum();
        (sign, self.sum(scale(&form, sign, 64)))
    }

    /// Returns the atom of an integer that is a form.
    fn sum(&mut self, form: Form) -> Atom {
        let kind = Kind::Sum(form.clone());
        self.keyed(Key::Of(kind.clone()), |forms| {
            let (interval, residue, degree) = (forms.interval(&form), forms.residue(&form), forms.degree(&form));
            forms.add(forms.values(&form), interval, residue, degree, kind)
        })
    }

    /// Returns the signed number in a lane as a form: that of the lane if it fits.
    fn signed_form(&mut self, lane: Lane, bits: u8) -> Form {
        let form = self.form(lane, bits);
        if within(self.interval(&form), range(bits)) {
            return form;
        }
        let (c, atom) = self.number_of(form, bits);
        vec![(atom, c)]
    }

    /// Returns the product of two numbers as a form.
    fn product(&mut self, (c, x): (i64, Atom), (d, y): (i64, Atom)) -> Result<Form, String> {
        let factor = c.wrapping_mul(d);
        if factor == 0 {
            return Ok(Vec::new());
        }
        if x == ONE || y == ONE {
            return Ok(vec![(if x == ONE { y } else { x }, factor)]);
        }
        let (x, y) = (x.min(y), x.max(y));
        let degree = self.atoms[x as usize].degree + self.atoms[y as usize].degree;
        if degree > 2 {
            return Err("a product of degree 3".into());
        }
        let atom = self.keyed(Key::Product(x, y), |forms| {
            let (u, v) = (forms.atoms[x as usize].interval, forms.atoms[y as usize].interval);
            let ends = [u.0 * v.0, u.0 * v.1, u.1 * v.0, u.1 * v.1];
            let interval = (ends.into_iter().min().unwrap_or(0), ends.into_iter().max().unwrap_or(0));
            let m = forms.modulus;
            let residues = forms.residues_of(x).iter().zip(forms.residues_of(y));
            let residues = residues.map(|(&u, &v)| (u64::from(u) * u64::from(v) % m) as u32).collect();
            let values = std::array::from_fn(|k| forms.atoms[x as usize].values[k] * forms.atoms[y as usize].values[k]);
            forms.add(values, interval, residues, degree, Kind::Plain)
        });
        Ok(vec![(atom, factor)])
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

    /// Returns floor(F / 2^k) as a form.
    fn floor(&mut self, form: Form, k: u8) -> Form {
        // A common factor 2^j drops bits that are 0.
        let common = form.iter().map(|part| part.1.trailing_zeros()).min().unwrap_or(64).min(k.into()) as u8;
        let (form, k): (Form, u8) = (form.into_iter().map(|(atom, c)| (atom, c >> common)).collect(), k - common);
        if k == 0 {
            return form;
        }
        // Comparisons and constants that are multiples go apart.
        let apart = |&(atom, c): &(Atom, i64)| {
            c.trailing_zeros() >= k.into() && (atom == ONE || matches!(self.kind(atom), Kind::Greater(..)))
        };
        if form.iter().any(apart) {
            let (multiples, rest): (Form, Form) = form.into_iter().partition(apart);
            let multiples = multiples.into_iter().map(|(atom, c)| (atom, c >> k)).collect();
            let rest = self.floor(rest, k);
            return combine(&multiples, &rest, 1, 64);
        }
        // So do multiples of 2^k in large coefficients.
        let large = |&(atom, c): &(Atom, i64)| {
            let multiple = if c.unsigned_abs() >> (k + 1) > 1 { (c + (1 << (k - 1))) >> k } else { 0 };
            (atom, multiple)
        };
        let multiples: Form = form.iter().map(large).filter(|part| part.1 != 0).collect();
        if !multiples.is_empty() {
            let rest = self.floor(combine(&form, &multiples, -1i64.wrapping_shl(k.into()), 64), k);
            return combine(&multiples, &rest, 1, 64);
        }
        let (low, high) = self.interval(&form);
        // The sign, as it is computed by a shift by w - 1. (Not by w, as Montgomery's reduction does.)
        if k % 8 == 7 && (low >> k, high >> k) == (-1, 0) {
            return scale(&self.is_negative(&form), -1, 64);
        }
        if low >> k == high >> k
            && let Ok(value) = i64::try_from(low >> k)
        {
            return constant(value);
        }
        let kind = Kind::Floor(form.clone(), k);
        let atom = self.keyed(Key::Of(kind.clone()), |forms| {
            // Without a lane that wraps there is nothing that would cancel the rest.
            let may_vanish = form.iter().any(|part| matches!(forms.kind(part.0), Kind::Wrapped(..)));
            if may_vanish && forms.word(&form, k).is_empty() {
                let inverse = inverse(1 << k, forms.modulus);
                let residue = forms.residue(&form).into_iter();
                let residue = residue.map(|r| (u64::from(r) * inverse % forms.modulus) as u32).collect();
                let degree = forms.degree(&form);
                let values = forms.values(&form).map(|value| value >> k);
                return forms.add(values, (-(-low >> k), high >> k), residue, degree, Kind::Plain);
            }
            let fresh = forms.fresh();
            let values = forms.values(&form).map(|value| value >> k);
            forms.add(values, (low >> k, high >> k), fresh, 1, kind)
        });
        vec![(atom, 1)]
    }

    /// Returns [D > 0] for an integer that is a form: 0, 1, or a form of a comparison.
    fn is_positive(&mut self, mut difference: Form) -> Form {
        // A sum with a constant is compared as the sum without it.
        if let &[(atom, c)] = difference.as_slice()
            && let Kind::Sum(parts) = self.kind(atom)
            && parts[0].0 == ONE
        {
            difference = scale(parts, c, 64);
        }
        let (low, high) = self.interval(&difference);
        if low > 0 || high <= 0 {
            return constant((low > 0).into());
        }
        let d = difference.iter().find(|&&(atom, _)| atom == ONE).map_or(0, |&(_, c)| c);
        let mut rest: Form = difference.into_iter().filter(|&(atom, _)| atom != ONE).collect();
        if rest.len() > 1 {
            let sign = rest[0].1.signum();
            let atom = self.sum(scale(&rest, sign, 64));
            rest = vec![(atom, sign)];
        }
        let (x, c) = rest[0];
        // c x + d > 0: x > floor(-d / c) for c > 0, and not x > ceil(d / -c) - 1 for c < 0.
        let (bound, is_greater) =
            if c > 0 { ((-d).div_euclid(c), true) } else { ((d + -c - 1).div_euclid(-c) - 1, false) };
        let kind = Kind::Greater(x, bound);
        let t = self.keyed(Key::Of(kind.clone()), |forms| {
            let fresh = forms.fresh();
            let values = forms.atoms[x as usize].values.map(|value| i128::from(value > bound.into()));
            forms.add(values, (0, 1), fresh, 1, kind)
        });
        if is_greater { vec![(t, 1)] } else { vec![(ONE, 1), (t, -1)] }
    }

    /// Returns the lane that a lane extends.
    fn inner(&self, lane: Lane) -> Lane {
        match lane {
            Lane::Term(id) if matches!(self.terms.get(id).operation, Operation::Extend(_)) => {
                self.terms.get(id).operands[0]
            }
            other => other,
        }
    }

    /// Returns [x < 0] for a number that is a form.
    fn is_negative(&mut self, form: &Form) -> Form {
        self.is_positive(scale(form, -1, 64))
    }

    /// Returns a lane of w bits as a number that is not negative.
    fn unsigned(&mut self, lane: Lane, bits: u8) -> Form {
        if let Lane::Number(value) = lane {
            return constant(value as i64);
        }
        let form = self.signed_form(lane, bits);
        let negative = self.is_negative(&form);
        combine(&form, &negative, 1i64.wrapping_shl(bits.into()), 64)
    }

    fn visit(&mut self, id: Id) -> Result<(), String> {
        let term = self.terms.get(id);
        let (bits, [x, y]) = (term.bits, term.operands);
        let width = |lane: Lane| match lane {
            Lane::Term(id) => self.terms.get(id).bits,
            Lane::Number(_) => bits,
        };
        let of = width(x);
        let count = || match y {
            Lane::Number(k) => Ok(k as u8),
            Lane::Term(_) => Err("a shift by a term".to_owned()),
        };
        let form = match term.operation {
            Operation::Input(Input::Unknown, _) => {
                let fresh = self.fresh();
                let values = std::array::from_fn(|_| signed(self.random.word().into(), bits.min(32)).into());
                vec![(self.add(values, range(bits), fresh, 1, Kind::Plain), 1)]
            }
            Operation::Input(Input::Coefficient(operand, k), _) => {
                let fresh = self.fresh();
                let (low, high) = self.intervals[operand as usize];
                let mut random = || low + self.random.below((high - low + 1) as u64) as i128;
                let values = [high, low, random(), random()];
                let atom = self.add(values, (low, high), fresh, 1, Kind::Plain);
                self.coefficients.insert((operand, k), atom);
                vec![(atom, 1)]
            }
            Operation::Address(..) => return Err("an address in a result".into()),
            Operation::Add | Operation::Subtract => {
                let sign = if term.operation == Operation::Add { 1 } else { -1 };
                let sum = combine(&self.form(x, bits), &self.form(y, bits), sign, bits);
                let sum = self.difference_of_floors(sum);
                self.contracted(sum, bits)
            }
            Operation::Multiply => match (x, y) {
                (other, Lane::Number(c)) | (Lane::Number(c), other) => {
                    scale(&self.form(other, bits), signed(c, bits), bits)
                }
                _ => {
                    let numbers = [self.number(x, bits), self.number(y, bits)];
                    for ((_, atom), lane) in numbers.into_iter().zip([x, y]) {
                        if let (None, Kind::Wrapped(form, width)) = (self.suspect, self.kind(atom)) {
                            let lane = self.inner(lane);
                            self.suspect = Some((lane, *width, self.interval(form)));
                        }
                    }
                    reduce(self.product(numbers[0], numbers[1])?, bits)
                }
            },
            Operation::ShiftLeft => scale(&self.form(x, bits), 1i64.checked_shl(count()?.into()).unwrap_or(0), bits),
            Operation::Extend(from) => self.signed_form(x, from),
            Operation::Extract => {
                let form = self.form(x, of);
                // Bits above those that are taken do not count.
                let form = reduce(self.without_multiples(form, count()? + bits), count()? + bits);
                let form = reduce(self.floor(form, count()?), bits);
                self.contracted(form, bits)
            }
            Operation::ShiftSigned => {
                let form = self.signed_form(x, bits);
                if count()? == bits - 1 {
                    scale(&self.is_negative(&form), -1, bits)
                } else {
                    reduce(self.floor(form, count()?), bits)
                }
            }
            Operation::ShiftRight if bits == 64 => return Err("a shift of 64 bits".into()),
            Operation::ShiftRight => {
                let form = self.form(x, bits);
                let k = count()?;
                let form = if within(self.interval(&form), range(bits)) {
                    let form = self.unsigned(x, bits);
                    self.floor(form, k)
                } else {
                    // F - 2^w floor(F / 2^w) is not negative, and below 2^w.
                    let (low, high) = (self.floor(form.clone(), k), self.floor(form, bits));
                    combine(&low, &high, -1i64.wrapping_shl((bits - k).into()), 64)
                };
                reduce(form, bits)
            }
            Operation::Greater => {
                let (x, y) = (self.signed_form(x, bits), self.signed_form(y, bits));
                let t = self.is_positive(combine(&x, &y, -1, 64));
                scale(&t, -1, bits)
            }
            Operation::Join(at) => {
                let (low, high) = (self.form(x, at), self.form(y, bits - at));
                // The lower and the upper bits of one number.
                let whole = match high.as_slice() {
                    &[(atom, 1)] => match self.kind(atom) {
                        Kind::Floor(of, k) if *k <= at => Some(scale(of, 1 << (at - k), bits)),
                        _ => None,
                    },
                    _ => None,
                };
                match whole {
                    Some(whole) if self.word(&combine(&low, &whole, -1, at), at).is_empty() => whole,
                    _ => combine(&self.unsigned(x, at), &high, 1i64.wrapping_shl(at.into()), bits),
                }
            }
            Operation::And => match (x, y) {
                (other, Lane::Number(c)) | (Lane::Number(c), other) => self.masked(other, c, bits)?,
                // A comparison may turn out to be certain.
                _ => match (self.certain(x, bits), self.certain(y, bits)) {
                    (Some(0), _) | (_, Some(0)) => Vec::new(),
                    (Some(-1), _) => self.form(y, bits),
                    (_, Some(-1)) => self.form(x, bits),
                    _ => return Err("bits of two terms".into()),
                },
            },
            Operation::Xor => match (x, y) {
                // -1 - x
                (other, Lane::Number(c)) | (Lane::Number(c), other) if signed(c, bits) == -1 => {
                    combine(&constant(-1), &self.form(other, bits), -1, bits)
                }
                _ => return Err("bits of two terms that differ".into()),
            },
            Operation::Or => return Err("bits of two terms".into()),
            Operation::Equal => return Err("a comparison of terms for equality".into()),
        };
        // A sum of floors stays one: it is multiplied by the modulus, and its error counts.
        let is_of_floors = form.iter().all(|&(atom, _)| matches!(self.kind(atom), Kind::Floor(..)));
        let form = if form.len() > 1 && !is_of_floors && self.wanted.contains(&id) {
            let fits = within(self.interval(&form), range(bits));
            if fits {
                let (c, atom) = self.number_of(form, bits);
                vec![(atom, c)]
            } else {
                form
            }
        } else {
            form
        };
        self.check(id, &form)?;
        self.forms.insert(id, form);
        Ok(())
    }

    /// Returns the integers that a form is for the witnesses.
    fn values(&self, form: &Form) -> [i128; WITNESSES] {
        std::array::from_fn(|k| form.iter().map(|&(atom, c)| i128::from(c) * self.atoms[atom as usize].values[k]).sum())
    }

    /// Computes a lane for the witnesses, and compares it with what is known of it.
    fn check(&mut self, id: Id, form: &Form) -> Result<(), String> {
        let term = self.terms.get(id);
        let values = self.values(form);
        let words = match term.operation {
            Operation::Input(..) | Operation::Address(..) => values.map(|value| word(value as u64, term.bits)),
            _ => std::array::from_fn(|k| {
                let [x, y] = term.operands.map(|operand| match operand {
                    Lane::Number(value) => value,
                    Lane::Term(id) => self.words[&id][k],
                });
                apply(term.operation, term.bits, x, y)
            }),
        };
        let (low, high) = self.interval(form);
        for (word_found, value) in words.into_iter().zip(values) {
            if word_found != word(value as u64, term.bits) || value < low || high < value {
                let operation = term.operation;
                return Err(format!("a rule is wrong: {operation:?}: {value} in {low}..={high} is {word_found:#x}"));
            }
        }
        self.words.insert(id, words);
        Ok(())
    }

    /// Returns the signed number in a lane, if it is the same for all operands.
    fn certain(&self, lane: Lane, bits: u8) -> Option<i64> {
        match self.form(lane, bits).as_slice() {
            [] => Some(0),
            &[(ONE, value)] => Some(value),
            _ => None,
        }
    }

    /// The bits of a term and of a number.
    fn masked(&mut self, lane: Lane, c: u64, bits: u8) -> Result<Form, String> {
        let form = self.form(lane, bits);
        let interval = self.interval(&form);
        if within(interval, (-1, 0)) {
            return Ok(scale(&form, signed(c, bits).wrapping_neg(), bits));
        }
        // A comparison chooses one of two numbers.
        let base = form.iter().find(|part| part.0 == ONE).map_or(0, |part| part.1);
        let others: Vec<_> = form.iter().filter(|part| part.0 != ONE).collect();
        if let &[&(atom, factor)] = others.as_slice()
            && matches!(self.kind(atom), Kind::Greater(..))
        {
            let [without, with] = [base, base.wrapping_add(factor)].map(|value| signed(value as u64 & c, bits));
            return Ok(combine(&constant(without), &vec![(atom, with.wrapping_sub(without))], 1, bits));
        }
        if within(interval, (0, c.into())) && (c + 1).is_power_of_two() {
            return Ok(form);
        }
        // The bits from a on below b: 2^a floor(x / 2^a) - 2^b floor(x / 2^b), where the second one
        // vanishes modulo 2^w for b = w.
        let (a, b) = (c.trailing_zeros() as u8, 64 - c.leading_zeros() as u8);
        if c.count_ones() == u32::from(b - a) && bits < 64 {
            let (factor, atom) = self.number_of(form, bits);
            let number = vec![(atom, factor)];
            let [low, high] = [a, b].map(|k| if k == bits { Form::new() } else { self.floor(number.clone(), k) });
            return Ok(combine(&scale(&low, 1 << a, bits), &high, -(1 << b), bits));
        }
        Err("bits of a term that is no comparison".into())
    }
}

/// Returns the inverse of an odd number modulo 2^64.
fn inverse_of_odd(x: i64) -> i64 {
    // Each step doubles the bits that are right, 3 at first.
    (0..5).fold(x, |y, _| y.wrapping_mul(2i64.wrapping_sub(x.wrapping_mul(y))))
}

/// Returns the inverse of x modulo an odd m.
pub fn inverse(x: u64, m: u64) -> u64 {
    let (mut r, mut s) = ((m as i128, 0i128), (x as i128 % m as i128, 1i128));
    while s.0 != 0 {
        let quotient = r.0 / s.0;
        (r, s) = (s, (r.0 - quotient * s.0, r.1 - quotient * s.1));
    }
    r.1.rem_euclid(m as i128) as u64
}
