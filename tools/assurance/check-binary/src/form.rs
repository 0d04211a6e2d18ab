//! Linear forms of atoms: what is known of a lane for all operands.
//!
//! A lane of w bits is congruent modulo 2^w to a linear form of *atoms*: integers with an interval
//! and with residues at random points. A form whose interval fits the lane *is* the signed number
//! in the lane. Nothing is recognised by its shape: reductions by Barrett and Montgomery follow
//! from what is known of the atoms of three kinds,
//!
//! ```text
//! floor     h = (F - e) / 2^k with 0 <= e < 2^k       the upper bits of a lane
//! wrapped   m = F modulo 2^w, -2^(w-1) <= m < 2^(w-1) the number in a lane that F need not fit
//! greater   t = 1 if x > c, else 0                    a comparison
//! ```
//!
//! for a form F, an atom x and a constant c. The residues of h, m and t are random numbers, so that
//! a result that depends on them is wrong at random points. Where F is a multiple of 2^k for all
//! operands, h has the residue of F / 2^k.

mod bilinear;
mod interval;
mod rewriting;
mod rules;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use crate::random::Random;
use crate::term::{Id, Lane, Operation, Terms, signed};

/// An integer interval, its ends included.
pub type Interval = (i128, i128);

/// Operands of the domain for which every lane is computed as well, to check what is known of it:
/// the largest ones, the least ones, and random ones.
const WITNESSES: usize = 4;

/// The parts of all forms of a product, at most: a fault can make each form a sum of all that was
/// computed before it, which would fill the memory of the machine. The checker's own tests have a
/// lower limit, so that its test is short.
const PARTS: usize = if cfg!(test) { 1 << 22 } else { 1 << 26 };

/// The number of an atom.
type Atom = u32;

/// The atom of constants.
pub const ONE: Atom = 0;

/// A sum of integer multiples of atoms, sorted by atoms, without zeros.
pub type Form = Vec<(Atom, i64)>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// A coefficient, an exact quotient, or what is unknown.
    Plain,
    Product(Atom, Atom),
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
    /// The operand that it is computed from, if that is known: 0 for the left one of a product, 1
    /// for the right one.
    side: Option<u8>,
}

/// The composition of an atom: equal ones are one atom.
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
    /// The sum of the lengths of the forms.
    parts: usize,
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
    /// The intervals of sums of products of sums.
    bilinear: RefCell<HashMap<Form, Interval>>,
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

fn length(interval: Interval) -> i128 {
    interval.1 - interval.0
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
            parts: 0,
            atoms: Vec::new(),
            residues: Vec::new(),
            keyed: HashMap::new(),
            words: HashMap::with_capacity(order.len()),
            wanted: Default::default(),
            suspect: None,
            bilinear: Default::default(),
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
        let side = match &kind {
            Kind::Floor(form, _) | Kind::Wrapped(form, _) | Kind::Sum(form) => self.side_of(form),
            Kind::Greater(x, _) => self.side(*x),
            Kind::Plain | Kind::Product(..) => None,
        };
        self.atoms.push(Known { values, interval, degree, kind, side });
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
            let interval = bilinear::product_interval(u, v);
            let m = forms.modulus;
            let residues = forms.residues_of(x).iter().zip(forms.residues_of(y));
            let residues = residues.map(|(&u, &v)| (u64::from(u) * u64::from(v) % m) as u32).collect();
            let values = std::array::from_fn(|k| forms.atoms[x as usize].values[k] * forms.atoms[y as usize].values[k]);
            forms.add(values, interval, residues, degree, Kind::Product(x, y))
        });
        Ok(vec![(atom, factor)])
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
