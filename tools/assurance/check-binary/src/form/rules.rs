//! The form of each operation's result.

use super::{
    Atom, Form, Forms, Key, Kind, ONE, PARTS, WITNESSES, combine, constant, inverse, range, reduce, scale, within,
};
use crate::term::{Id, Input, Lane, Operation, apply, signed, word};

impl Forms<'_> {
    pub(super) fn visit(&mut self, id: Id) -> Result<(), String> {
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
                self.atoms[atom as usize].side = Some(operand as u8 % 2);
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
                (other, Lane::Number(c)) => scale(&self.form(other, bits), signed(c, bits), bits),
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
                let whole = self.form(x, of);
                // Bits above those that are taken do not count.
                let form = reduce(self.with_multiples_apart(whole.clone(), count()? + bits), count()? + bits);
                let form = reduce(self.floor(form, count()?), bits);
                let form = self.contracted(form, bits);
                // A number that the lower bits hold is theirs.
                let fits = |form: &Form| within(self.interval(form), range(bits));
                if count()? == 0 && !fits(&form) && fits(&whole) { whole } else { form }
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
                (other, Lane::Number(c)) => self.masked(other, c, bits)?,
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
                (other, Lane::Number(c)) if signed(c, bits) == -1 => {
                    combine(&constant(-1), &self.form(other, bits), -1, bits)
                }
                _ => return Err("bits of two terms that differ".into()),
            },
            Operation::Or => return Err("bits of two terms".into()),
            Operation::Equal => {
                let difference = combine(&self.signed_form(x, of), &self.signed_form(y, of), -1, 64);
                let equal = self.of_comparison(&difference, |value| -i64::from(value == 0));
                equal.ok_or("a comparison of terms for equality")?
            }
        };
        let mut form = self.centred(form, bits);
        // The lower bits of a sum that is added up in more of them, and what is used as a number.
        if term.operation == Operation::Extract || self.wanted.contains(&id) {
            form = self.shortest(form, bits);
        }
        // A sum of floors stays one: it is multiplied by the modulus, and its error counts. So does
        // one of comparisons, whose values are considered apart, and a multiple of one atom plus a
        // constant, in which the atom itself counts.
        let is_of_floors = form.iter().all(|&(atom, _)| matches!(self.kind(atom), Kind::Floor(..)));
        let is_of_comparisons =
            form.iter().all(|&(atom, _)| atom == ONE || matches!(self.kind(atom), Kind::Greater(..)));
        let is_of_one = form.iter().filter(|part| part.0 != ONE).count() < 2;
        let becomes_atom = !is_of_one
            && !is_of_floors
            && !is_of_comparisons
            && self.wanted.contains(&id)
            && within(self.interval(&form), range(bits));
        let form = if becomes_atom {
            let (c, atom) = self.number_of(form, bits);
            vec![(atom, c)]
        } else {
            form
        };
        self.check(id, &form)?;
        self.parts += form.len();
        if self.parts > PARTS {
            return Err(format!("forms of more than {PARTS} parts"));
        }
        self.forms.insert(id, form);
        Ok(())
    }

    /// Returns a form with another constant that is equal modulo 2^w, if it fits a lane with that
    /// one alone: the compiler adds up constants of several reductions modulo 2^w.
    pub(super) fn centred(&self, form: Form, bits: u8) -> Form {
        if bits > 32 || form.len() < 2 || form[0].0 != ONE {
            return form;
        }
        let (low, high) = self.interval(&form);
        let multiple = (low + high + (1 << bits)) >> (bits + 1);
        let (low, high) = (low - (multiple << bits), high - (multiple << bits));
        match i64::try_from(multiple) {
            Ok(multiple) if multiple != 0 && within((low, high), range(bits)) => {
                combine(&form, &constant(multiple), -1i64.wrapping_shl(bits.into()), 64)
            }
            _ => form,
        }
    }

    /// Returns the integers that a form is for the witnesses.
    pub(super) fn values(&self, form: &Form) -> [i128; WITNESSES] {
        std::array::from_fn(|k| form.iter().map(|&(atom, c)| i128::from(c) * self.atoms[atom as usize].values[k]).sum())
    }

    /// Computes a lane for the witnesses, and compares it with what is known of it.
    pub(super) fn check(&mut self, id: Id, form: &Form) -> Result<(), String> {
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

    /// The bits of a term and of a number.
    pub(super) fn masked(&mut self, lane: Lane, c: u64, bits: u8) -> Result<Form, String> {
        let form = self.form(lane, bits);
        let interval = self.interval(&form);
        if within(interval, (-1, 0)) {
            return Ok(scale(&form, signed(c, bits).wrapping_neg(), bits));
        }
        if let Some(chosen) = self.of_comparison(&form, |value| signed(value as u64 & c, bits)) {
            return Ok(reduce(chosen, bits));
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

    /// Returns a function of a form that is one of two numbers, as a comparison chooses, as a form
    /// of this comparison.
    fn of_comparison(&self, form: &Form, of: impl Fn(i64) -> i64) -> Option<Form> {
        let base = form.iter().find(|part| part.0 == ONE).map_or(0, |part| part.1);
        let mut others = form.iter().filter(|part| part.0 != ONE);
        let (&(atom, factor), None) = (others.next()?, others.next()) else { return None };
        let [without, with] = [of(base), of(base.wrapping_add(factor))];
        let is_comparison = matches!(self.kind(atom), Kind::Greater(..));
        is_comparison.then(|| combine(&constant(without), &vec![(atom, with.wrapping_sub(without))], 1, 64))
    }

    /// Returns the signed number in a lane, if it is the same for all operands.
    pub(super) fn certain(&self, lane: Lane, bits: u8) -> Option<i64> {
        match self.form(lane, bits).as_slice() {
            [] => Some(0),
            &[(ONE, value)] => Some(value),
            _ => None,
        }
    }

    /// Returns a lane of w bits as a number that is not negative.
    pub(super) fn unsigned(&mut self, lane: Lane, bits: u8) -> Form {
        if let Lane::Number(value) = lane {
            return constant(value as i64);
        }
        let form = self.signed_form(lane, bits);
        let negative = self.is_negative(&form);
        combine(&form, &negative, 1i64.wrapping_shl(bits.into()), 64)
    }

    /// Returns [x < 0] for a number that is a form.
    pub(super) fn is_negative(&mut self, form: &Form) -> Form {
        self.is_positive(scale(form, -1, 64))
    }

    /// Returns [D > 0] for an integer that is a form: 0, 1, or a form of a comparison.
    pub(super) fn is_positive(&mut self, mut difference: Form) -> Form {
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
        if let Some(known) = self.of_comparison(&difference, |value| (value > 0).into()) {
            return known;
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
    pub(super) fn inner(&self, lane: Lane) -> Lane {
        match lane {
            Lane::Term(id) if matches!(self.terms.get(id).operation, Operation::Extend(_)) => {
                self.terms.get(id).operands[0]
            }
            other => other,
        }
    }

    /// Returns floor(F / 2^k) as a form.
    pub(super) fn floor(&mut self, form: Form, k: u8) -> Form {
        // A common factor 2^j drops bits that are 0.
        let common = form.iter().map(|part| part.1.trailing_zeros()).min().unwrap_or(64).min(k.into()) as u8;
        let (form, k): (Form, u8) = (form.into_iter().map(|(atom, c)| (atom, c >> common)).collect(), k - common);
        if k == 0 {
            return form;
        }
        // A floor of a floor is one: floor((floor(F / 2^j) + c) / 2^k) is that of F + 2^j c by
        // 2^(j + k).
        let (c, rest) = match form.as_slice() {
            &[(ONE, c), ref rest @ ..] => (c, rest),
            rest => (0, rest),
        };
        if let &[(atom, 1)] = rest
            && let Kind::Floor(of, j) = self.kind(atom)
            && j + k <= 32
            && c.unsigned_abs() < 1 << 30
        {
            let (of, k) = (combine(of, &constant(c << j), 1, 64), j + k);
            return self.floor(of, k);
        }
        // Comparisons and constants that are multiples go apart.
        let form = self.with_multiples_apart(form, k);
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
        // The sign, as it is computed by a shift by w - 1. (Not by w, as Montgomery's reduction
        // does.)
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
                let atom = forms.add(values, (-(-low >> k), high >> k), residue, degree, Kind::Plain);
                forms.atoms[atom as usize].side = forms.side_of(&form);
                return atom;
            }
            let values = forms.values(&form).map(|value| value >> k);
            let interval = (low >> k, high >> k);
            if let Some(quotient) = forms.of_fraction(&form, k) {
                let atom = forms.add(values, interval, forms.residue(&quotient), forms.degree(&quotient), Kind::Plain);
                forms.atoms[atom as usize].side = forms.side_of(&quotient);
                return atom;
            }
            let fresh = forms.fresh();
            forms.add(values, interval, fresh, 1, kind)
        });
        vec![(atom, 1)]
    }

    /// Returns a form L with floor((c m + r) / 2^k) = L modulo M, if c is a multiple of M, and m is
    /// the fraction of 2^k L / c: the signed number of the lower k bits of a form T. As m is
    /// T - 2^k j for some j, the floor is floor((c T + r) / 2^k) - c j, and L is the first of these
    /// if 0 <= c T + r - 2^k L < 2^k.
    fn of_fraction(&self, form: &Form, k: u8) -> Option<Form> {
        let (r, m, c) = match *form.as_slice() {
            [(m, c)] => (0, m, c),
            [(ONE, r), (m, c)] => (r, m, c),
            _ => return None,
        };
        let (fraction, width) = match self.kind(m) {
            Kind::Wrapped(fraction, width) => (fraction, *width),
            Kind::Sum(fraction) => (fraction, k),
            _ => return None,
        };
        let is_short = |&(_, d): &(Atom, i64)| c.checked_mul(d).is_some_and(|product| product.unsigned_abs() < 1 << 61);
        if width != k || i128::from(c) % i128::from(self.modulus) != 0 || !fraction.iter().all(is_short) {
            return None;
        }
        let whole = combine(&constant(r), fraction, c, 64);
        let (shift, coefficients, _) = self.with_floors_replaced(&whole);
        let rounded = |c: i128| i64::try_from((c + (1 << (k + shift - 1))) >> (k + shift)).ok();
        let others = coefficients.into_iter().filter(|&(atom, _)| atom != ONE);
        let mut quotient: Form = others.map(|(atom, c)| Some((atom, rounded(c)?))).collect::<Option<_>>()?;
        quotient.retain(|part| part.1 != 0);
        let rest = combine(&whole, &quotient, -1i64.wrapping_shl(k.into()), 64);
        within(self.interval(&rest), (0, (1 << k) - 1)).then_some(quotient)
    }
}
