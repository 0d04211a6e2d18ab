//! What is stated of a function, and its proof from the terms of its result.

use crate::form::{Form, Forms, Interval, combine, inverse};
use crate::random::Random;
use crate::term::{Id, Lane, Operation, Terms, signed};
use crate::words::Words;

/// The bits of security of a proof: a wrong result passes with a probability of 2^-128.
const SECURITY: f64 = 128.0;

/// The pairs of primes by which products over the integers are computed.
const PAIRS_OF_PRIMES: [[u64; 2]; 1] = [[6529, 8161]];

/// The ring Z_q[x]/(x^n - t(x)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring {
    /// The name.
    pub name: String,
    /// The degree n.
    pub degree: usize,
    /// The modulus q.
    pub modulus: u64,
    /// The pairs (k, c) whose c x^k add up to t(x).
    pub tail: Vec<(usize, i64)>,
    /// The largest magnitude of a coefficient of a small polynomial.
    pub small: i64,
}

/// A sum of products: for each term the numbers of its left and its right operand.
pub type Sum = Vec<(u16, u16)>;

impl Ring {
    /// Checks that the ring is one that the proof is for.
    pub fn check(&self) -> Result<(), String> {
        let q = self.modulus;
        let is_prime = q > 2 && (2..).take_while(|d| d * d <= q).all(|d| q % d != 0);
        let fits = (2..2048).contains(&self.degree)
            && q <= 1 << 14
            && self.small > 0
            && self.tail.iter().all(|&(k, c)| k < self.degree && c.abs() == 1);
        if fits && (is_prime || q.is_power_of_two() && q > 2) && !self.tail.is_empty() {
            return Ok(());
        }
        Err(format!("{}: a ring that the proof is not for", self.name))
    }

    /// Returns the interval of centred coefficients.
    pub fn centred(&self) -> Interval {
        let q = i128::from(self.modulus);
        (-(q / 2), (q - 1) / 2)
    }

    /// Returns the coefficients of a product of polynomials modulo m.
    fn product(&self, a: &[u64], b: &[u64], m: u64, sum: &mut [u64]) {
        let n = self.degree;
        let mut c = vec![0u64; 2 * n - 1];
        for (i, &a) in a.iter().enumerate() {
            // Below 2^64: residues are below 2^27 or words modulo 2^16, and n is below 2^11.
            for (c, &b) in c[i..].iter_mut().zip(b) {
                *c = c.wrapping_add(a * b);
            }
            if i % 256 == 255 {
                c.iter_mut().for_each(|c| *c %= m);
            }
        }
        c.iter_mut().for_each(|c| *c %= m);
        for k in (n..2 * n - 1).rev() {
            let high = c[k];
            for &(power, factor) in &self.tail {
                let factor = factor.rem_euclid(m as i64) as u64;
                c[k - n + power] = (c[k - n + power] + factor * high) % m;
            }
        }
        for (sum, c) in sum.iter_mut().zip(c) {
            *sum = (*sum + c) % m;
        }
    }

    /// Returns the coefficients of a sum of products modulo m.
    fn sum(&self, sum: &Sum, operands: &[Vec<u64>], m: u64) -> Vec<u64> {
        let mut total = vec![0; self.degree];
        for &(left, right) in sum {
            self.product(&operands[left as usize], &operands[right as usize], m, &mut total);
        }
        total
    }
}

/// What a proof found.
#[derive(Debug)]
pub struct Proved {
    /// The terms that the result depends on.
    pub terms: usize,
}

/// Proves that lanes of 16 bits are the coefficients of a sum of products, centred, for all operands
/// whose coefficients lie in these intervals.
pub fn prove(
    terms: &Terms,
    ring: &Ring,
    sum: &Sum,
    intervals: &[Interval],
    result: &[Lane],
    random: &mut Random,
    place: &dyn Fn(u64) -> String,
) -> Result<Proved, String> {
    let order = needed(terms, result);
    if ring.modulus.is_power_of_two() {
        match modulo_a_power(terms, &order, ring, sum, intervals.len(), result, random) {
            Ok(()) => {}
            Err(reason) if sum.iter().all(|&(_, right)| intervals[right as usize].1 < 16) => {
                for primes in PAIRS_OF_PRIMES {
                    by_primes(terms, &order, ring, sum, intervals, result, primes, random, place)
                        .map_err(|other| format!("{reason}; modulo {} and {}: {other}", primes[0], primes[1]))?;
                }
            }
            Err(reason) => return Err(reason),
        }
    } else {
        modulo_a_prime(terms, &order, ring, sum, intervals, result, random, place)?;
    }
    Ok(Proved { terms: order.len() })
}

/// Returns the terms that lanes depend on, in an order in which each comes after its operands.
fn needed(terms: &Terms, lanes: &[Lane]) -> Vec<Id> {
    let mut is_needed = vec![false; terms.len()];
    let mut stack: Vec<_> = lanes.to_vec();
    while let Some(lane) = stack.pop() {
        let Lane::Term(id) = lane else { continue };
        if !std::mem::replace(&mut is_needed[id.0 as usize], true) {
            stack.extend(terms.get(id).operands);
        }
    }
    (0..terms.len() as u32).map(Id).filter(|id| is_needed[id.0 as usize]).collect()
}

/// The number of points modulo a prime, at each of which a polynomial of degree 2 that is not 0
/// vanishes with a probability of at most 2/p.
fn points(prime: u64) -> usize {
    (SECURITY / (prime as f64 / 2.0).log2()).ceil() as usize
}

/// Returns the operands at a point, as residues of their coefficients.
fn operands_at(forms: &Forms<'_>, ring: &Ring, count: usize, point: usize) -> Result<Vec<Vec<u64>>, String> {
    let operand = |operand: usize| {
        let coefficient = |k: usize| {
            let atom = forms.coefficients.get(&(operand as u16, k as u16));
            let atom = atom.ok_or_else(|| format!("coefficient {k} of operand {operand} is not used"))?;
            Ok(u64::from(forms.residues_of(*atom)[point]))
        };
        (0..ring.degree).map(coefficient).collect::<Result<Vec<_>, String>>()
    };
    (0..count).map(operand).collect()
}

fn modulo_a_prime(
    terms: &Terms,
    order: &[Id],
    ring: &Ring,
    sum: &Sum,
    intervals: &[Interval],
    result: &[Lane],
    random: &mut Random,
    place: &dyn Fn(u64) -> String,
) -> Result<(), String> {
    let (q, points) = (ring.modulus, points(ring.modulus));
    let forms = Forms::of(terms, order, (q, points), intervals.to_vec(), random, place)?;
    let mut wanted = Vec::new();
    for point in 0..points {
        wanted.push(ring.sum(sum, &operands_at(&forms, ring, intervals.len(), point)?, q));
    }
    for (k, &lane) in result.iter().enumerate() {
        let form = forms.form(lane, 16);
        let (low, high) = forms.interval(&form);
        let centred = ring.centred();
        if low < centred.0 || centred.1 < high {
            let mut reason = format!("coefficient {k} is in {low}..={high}");
            if let Some((Lane::Term(id), bits, (low, high))) = forms.suspect {
                let place = place(terms.origin(id));
                reason += &format!("; a lane of {bits} bits in {low}..={high}, made at {place}, is multiplied");
            }
            return Err(reason);
        }
        compare(&forms, &form, k, &wanted)?;
    }
    Ok(())
}

/// Compares the residues of a form with those of coefficient k.
fn compare(forms: &Forms<'_>, form: &Form, k: usize, wanted: &[Vec<u64>]) -> Result<(), String> {
    if forms.degree(form) > 2 {
        return Err(format!("coefficient {k} has degree {}", forms.degree(form)));
    }
    let residue = forms.residue(form);
    if residue.iter().zip(wanted).any(|(&found, wanted)| u64::from(found) != wanted[k]) {
        return Err(format!("coefficient {k} is not that of the product"));
    }
    Ok(())
}

/// Returns the lane before an arithmetic shift by s, of which the result is the upper bits.
fn before_shift(terms: &Terms, lane: Lane, s: u64) -> Option<Lane> {
    let Lane::Term(id) = lane else { return None };
    let term = terms.get(id);
    (term.operation == Operation::ShiftSigned && term.bits == 16 && term.operands[1] == Lane::Number(s))
        .then_some(term.operands[0])
}

/// The product in a ring modulo q = 2^(16 - s), from 2^s times it modulo 2^16.
fn modulo_a_power(
    terms: &Terms,
    order: &[Id],
    ring: &Ring,
    sum: &Sum,
    count: usize,
    result: &[Lane],
    random: &mut Random,
) -> Result<(), String> {
    // A polynomial of degree 1 in either side that is not 0 modulo 2 vanishes there with a
    // probability of at most 3/4.
    let total = (SECURITY / (4f64 / 3.0).log2()).ceil() as usize;
    let shift = u64::from(16 - ring.modulus.trailing_zeros());
    let mut done = 0;
    while done < total {
        let points = 48;
        let operands: Vec<Vec<Vec<u32>>> = (0..count)
            .map(|_| (0..ring.degree).map(|_| (0..points).map(|_| random.word()).collect()).collect())
            .collect();
        let words = Words::of(terms, order, points, |operand, k| {
            (operands[operand as usize][k as usize].clone(), sum.iter().any(|term| term.0 == operand))
        });
        let wanted: Vec<Vec<u64>> = (0..points)
            .map(|point| {
                let at: Vec<Vec<u64>> =
                    operands.iter().map(|o| o.iter().map(|c| u64::from(c[point] as u16)).collect()).collect();
                ring.sum(sum, &at, 1 << 16)
            })
            .collect();
        for (k, &lane) in result.iter().enumerate() {
            let before = before_shift(terms, lane, shift);
            let before = before.ok_or_else(|| format!("coefficient {k} does not end with a shift by {shift}"))?;
            let (known, values) = words.values(before, 16);
            if known < 16 {
                return Err(format!("coefficient {k} is known modulo 2^{known}"));
            }
            for (value, wanted) in values.iter().zip(&wanted) {
                if *value as u16 != (wanted[k] << shift) as u16 {
                    return Err(format!("coefficient {k} is not that of the product"));
                }
            }
        }
        done += points;
    }
    Ok(())
}

/// The product in a ring modulo q = 2^(16 - s), by that over the integers: the result is a form G
/// modulo q, for which one is found that has the residues of the integer c modulo two primes, and
/// |G| + |c| < p p'. Then G = c.
#[allow(clippy::too_many_arguments)]
fn by_primes(
    terms: &Terms,
    order: &[Id],
    ring: &Ring,
    sum: &Sum,
    intervals: &[Interval],
    result: &[Lane],
    primes: [u64; 2],
    random: &mut Random,
    place: &dyn Fn(u64) -> String,
) -> Result<(), String> {
    let m = primes[0] * primes[1];
    let points = points(primes[0].min(primes[1]));
    let forms = Forms::of(terms, order, (m, points), intervals.to_vec(), random, place)?;
    let mut wanted = Vec::new();
    for point in 0..points {
        wanted.push(ring.sum(sum, &operands_at(&forms, ring, intervals.len(), point)?, m));
    }
    let magnitude = |operand: u16| {
        let (low, high) = intervals[operand as usize];
        high.max(-low)
    };
    let terms_of_each: i128 = ring.tail.iter().map(|&(_, c)| i128::from(c.abs())).sum::<i128>().max(1);
    let largest: i128 =
        sum.iter().map(|&(a, b)| magnitude(a) * magnitude(b) * ring.degree as i128 * terms_of_each).sum();
    let shift = u64::from(16 - ring.modulus.trailing_zeros());
    for (k, &lane) in result.iter().enumerate() {
        // The result modulo q, from a shift or from what centres it.
        let form = match before_shift(terms, lane, shift) {
            Some(before) => {
                let form = forms.form(before, 16);
                let is_multiple = form.iter().all(|&(_, c)| u64::from(c.trailing_zeros()) >= shift);
                is_multiple.then(|| form.into_iter().map(|(atom, c)| (atom, c >> shift)).collect())
            }
            None => {
                let form = forms.form(lane, 16);
                let ((low, high), centred) = (forms.interval(&form), ring.centred());
                (centred.0 <= low && high <= centred.1).then_some(form)
            }
        };
        let form = form.ok_or_else(|| format!("coefficient {k} is not centred"))?;
        let q_bits = 16 - shift as u8;
        let form = forms.contracted(forms.word(&form, q_bits), q_bits);
        let (first, quotient) = recombination(&forms, &form, primes, q_bits);
        let (own, others) = (forms.interval(&first), forms.interval(&quotient));
        let p = i128::from(primes[0]);
        let (low, high) = (own.0 + p * others.0, own.1 + p * others.1);
        if high.max(-low) + largest >= i128::from(m) {
            return Err(format!("the integer of coefficient {k} is in {low}..={high}"));
        }
        compare(&forms, &combine(&first, &quotient, primes[0] as i64, 64), k, &wanted)?;
    }
    Ok(())
}

/// Returns forms c1 and h with c1 + p h congruent to a form modulo 2^w, where
///
/// ```text
/// h = k (c2 - c1) - p' floor(F / 2^s),   k p = 1 modulo p'
/// ```
///
/// if the form has -p p' times such a floor. The compiler computes p h as p k (c2 - c1) - p p' floor,
/// of which only the residues modulo 2^w are in the form.
fn recombination(forms: &Forms<'_>, form: &Form, primes: [u64; 2], bits: u8) -> (Form, Form) {
    let [p, other] = primes.map(|prime| prime as i64);
    let is_congruent = |x: i64, y: i64| signed(x.wrapping_sub(y) as u64, bits) == 0;
    let mut quotient = Form::new();
    for &(atom, c) in form {
        for sign in [1, -1] {
            if let Some(difference) = forms.floored(atom)
                && is_congruent(c, -sign * p * other)
            {
                let k = inverse(primes[0], primes[1]) as i64;
                let k = if k > other / 2 { k - other } else { k };
                quotient = combine(&vec![(difference, sign * k)], &vec![(atom, 1)], -sign * other, 64);
                // The multiple of the difference that the floor is of may be negative.
                if forms.interval(&quotient).1 > i128::from(other) {
                    quotient = combine(&vec![(difference, -sign * k)], &vec![(atom, 1)], -sign * other, 64);
                }
            }
        }
    }
    let rest = combine(form, &forms.expanded(&quotient, bits), -p, bits);
    // Coefficients of c1 that are congruent to p or -p are those of its own reductions.
    let lift = |(atom, c)| (atom, [p, -p].into_iter().find(|&p| is_congruent(p, c)).unwrap_or(c));
    (rest.into_iter().map(lift).collect(), quotient)
}
