//! Statements of results, and their proofs from the terms that results are.

use crate::form::{Form, Forms, Interval};
use crate::random::Random;
use crate::ring::{Ring, Sum};
use crate::term::{Id, Lane, Operation, Terms, word};
use crate::words::Words;

/// The bits of security of a proof: a wrong result passes with a probability of 2^-128.
const SECURITY: f64 = 128.0;

/// The points that are taken at once modulo a power of two.
const BATCH: usize = 48;

/// A statement: lanes of 16 bits are the coefficients of a sum of products, centred, for all
/// operands whose coefficients lie in these intervals.
pub struct Statement<'a> {
    /// The ring.
    pub ring: &'a Ring,
    /// The sum of products.
    pub sum: Sum,
    /// For each operand, the interval of its coefficients.
    pub intervals: Vec<Interval>,
}

/// A statement with the lanes that it is of.
pub struct Proof<'a> {
    /// The statement.
    pub statement: Statement<'a>,
    /// The terms.
    pub terms: &'a Terms,
    /// The lanes of the result.
    pub result: &'a [Lane],
    /// Names the place of an instruction.
    pub place: &'a dyn Fn(u64) -> String,
}

/// Returns the terms that lanes depend on, in an order in which each comes after its operands.
pub fn needed(terms: &Terms, lanes: &[Lane]) -> Vec<Id> {
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

impl Proof<'_> {
    /// Proves the statement, and returns the number of terms that the result depends on.
    pub fn check(&self, random: &mut Random) -> Result<usize, String> {
        let order = needed(self.terms, self.result);
        if self.statement.ring.modulus.is_power_of_two() {
            self.modulo_a_power(&order, random)?;
        } else {
            self.modulo_a_prime(&order, random)?;
        }
        Ok(order.len())
    }

    /// Returns the sum of products at points of forms, modulo m.
    fn wanted(&self, forms: &Forms<'_>, points: usize, m: u64) -> Result<Vec<Vec<u64>>, String> {
        let Statement { ring, sum, intervals } = &self.statement;
        let coefficient = |operand: usize, k: usize, point: usize| {
            let atom = forms.coefficients.get(&(operand as u16, k as u16));
            let atom = atom.ok_or_else(|| format!("coefficient {k} of operand {operand} is not used"))?;
            Ok(u64::from(forms.residues_of(*atom)[point]))
        };
        let operands_at = |point| {
            let operand = |operand| (0..ring.degree).map(|k| coefficient(operand, k, point)).collect();
            (0..intervals.len()).map(operand).collect::<Result<Vec<Vec<u64>>, String>>()
        };
        (0..points).map(|point| Ok(ring.sum(sum, &operands_at(point)?, m))).collect()
    }

    fn modulo_a_prime(&self, order: &[Id], random: &mut Random) -> Result<(), String> {
        let Statement { ring, intervals, .. } = &self.statement;
        let (q, points) = (ring.modulus, points(ring.modulus));
        let forms = Forms::of(self.terms, order, (q, points), intervals.clone(), random, self.place)?;
        let wanted = self.wanted(&forms, points, q)?;
        for (k, &lane) in self.result.iter().enumerate() {
            let form = forms.form(lane, 16);
            let ((low, high), centred) = (forms.interval(&form), ring.centred());
            if low < centred.0 || centred.1 < high {
                return Err(format!("coefficient {k} is in {low}..={high}{}", self.suspect(&forms)));
            }
            compare(&forms, &form, k, &wanted).map_err(|reason| format!("{reason}{}", self.suspect(&forms)))?;
        }
        Ok(())
    }

    /// Names the first lane that need not hold its number, if there is one.
    fn suspect(&self, forms: &Forms<'_>) -> String {
        let Some((Lane::Term(id), bits, (low, high))) = forms.suspect else { return String::new() };
        let place = (self.place)(self.terms.origin(id));
        format!("; a lane of {bits} bits that is multiplied is in {low}..={high}, made at {place}")
    }

    /// Returns the lane of w bits before an arithmetic shift by s, of which a lane is the upper
    /// bits, where these are log2 q; also w and s.
    fn before_shift(&self, lane: Lane) -> Option<(Lane, u8, u8)> {
        let Lane::Term(id) = lane else { return None };
        let term = self.terms.get(id);
        match (term.operation, term.operands) {
            (Operation::ShiftSigned, [before, Lane::Number(s)]) => {
                let is_log = u64::from(term.bits) == s + u64::from(self.statement.ring.modulus.trailing_zeros());
                (is_log && term.bits <= 32).then_some((before, term.bits, s as u8))
            }
            // The lower bits of a number that they hold.
            (Operation::Extract, [whole, Lane::Number(0)]) => self.before_shift(whole),
            _ => None,
        }
    }

    /// The product in a ring modulo q = 2^(w - s), from 2^s times it modulo 2^w.
    fn modulo_a_power(&self, order: &[Id], random: &mut Random) -> Result<(), String> {
        let Statement { ring, sum, intervals } = &self.statement;
        // A polynomial of degree 1 in either side that is not 0 modulo 2 vanishes there with a
        // probability of at most 3/4.
        let points = (SECURITY / (4f64 / 3.0).log2()).ceil() as usize;
        for _ in 0..points.div_ceil(BATCH) {
            let mut coefficient = || (0..BATCH).map(|_| random.word()).collect::<Vec<_>>();
            let operands: Vec<Vec<_>> =
                intervals.iter().map(|_| (0..ring.degree).map(|_| coefficient()).collect()).collect();
            let words = Words::of(self.terms, order, BATCH, |operand, k| {
                (operands[operand as usize][k as usize].clone(), sum.iter().any(|term| term.0 == operand))
            });
            let at = |point| {
                let word = |coefficient: &Vec<u32>| u64::from(coefficient[point] as u16);
                let operands: Vec<Vec<u64>> = operands.iter().map(|o| o.iter().map(word).collect()).collect();
                ring.sum(sum, &operands, 1 << 16)
            };
            let wanted: Vec<Vec<u64>> = (0..BATCH).map(at).collect();
            for (k, &lane) in self.result.iter().enumerate() {
                let before = self.before_shift(lane);
                let (before, width, shift) =
                    before.ok_or_else(|| format!("coefficient {k} does not end with a shift"))?;
                let (known, values) = words.values(before, width);
                if known < width {
                    let lost = needed(self.terms, &[before]).into_iter().find(|&id| words.is_lost(id));
                    let lost = lost.map(|id| (self.terms.get(id).operation, (self.place)(self.terms.origin(id))));
                    let lost =
                        lost.map(|(operation, place)| format!("; bits are lost by {operation:?}, made at {place}"));
                    return Err(format!("coefficient {k} is known modulo 2^{known}{}", lost.unwrap_or_default()));
                }
                let is_wanted = |(&value, wanted): (&u32, &Vec<u64>)| {
                    word(u64::from(value), width) == word(wanted[k] << shift, width)
                };
                if !values.iter().zip(&wanted).all(is_wanted) {
                    return Err(format!("coefficient {k} is not that of the product"));
                }
            }
        }
        Ok(())
    }
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
