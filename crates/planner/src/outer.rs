//! Chains for a ring modulo an odd prime q by transforms over chunks of 16 coefficients, down to
//! outer products of chunks. The search covers the chains for which
//! [`good_outer`](vectru_polymul::multiplier::good_outer) has stages.
//!
//! ```text
//! Z_q[x]_(< 2n - 1) -> Z_q[x]/(x^(16 m n2) - 1) or a truncation of it, and a correction
//!     -> Z_q[x, u0, u1, u2]/(x^16 - u0 u1 u2, u0^n0 - 1, u1^n1 - 1, phi(u2)),   m = n0 n1
//!     -> prod R[x]/(x^16 - w0^i0 w1^i1 y)
//! ```
//!
//! | choice | values | condition |
//! | --- | --- | --- |
//! | n0 | 9, 27 or a prime from 3 to 41; 1 in the ring itself | n0 divides q - 1 |
//! | n1 | 1, 3, 5 or 9 | n1 divides q - 1, and has no factor of n0 |
//! | phi | u - 1, u^2 - 1 | |
//! | | u^4 - 1 in Z_q | q = 1 mod 4 |
//! | | u^8 - 1, u^16 - 1, u^32 - 1 in Z_q | q = 1 mod 8, 16, 32 |
//! | | u^4 - 1 in Z_q and a quadratic extension | q = 3 mod 4 |
//! | | z^4 + 1 in quadratic extensions | q = 7 mod 8, m = 7 mod 8 |
//! | | (z^2 - 1)(z^4 + 1) in Z_q and quadratic extensions | q = 7 mod 8, m = 5 mod 8 |
//! | correction | nothing, the ends of the product, x^64 - 1, or without x^(8 m) + 1 | by the length |
//! | | a twist of x^n - 1, x^n + 1 or x^2m - s x^m + 1, and no doubling | roots of unity of the ring |
//!
//! A chain determines at least 2n - 1 coefficients, or, by a twist, the product in the ring. Chains
//! whose sums would leave 16-bit lanes are omitted
//! ([`Outline::reductions`](vectru_polymul::multiplier::good_outer::Outline::reductions)).
//!
//! Counts: for each chain, every stage runs once on the lanes of the analysis, and its counts are
//! multiplied by the number of times that the multiplier runs it.

mod cost;

use std::collections::HashMap;
use std::fmt::Write;

use vectru_literature::stage::cyclic_factor;
use vectru_literature::stage::truncation;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::modular::root_of_unity;
use vectru_polymul::multiplier::good_outer::{Kind, Outline};
use vectru_polymul::multiplier::recipe::{Algorithm, Dimension, Extensions, Operands, Transformation};
use vectru_polymul::ring::Tail;
use vectru_polymul::simd::{CHUNK, Form};
use vectru_polymul::stage::infinity::Ends;
use vectru_polymul::stage::twist::{Twist, bound, largest};

use crate::count::{AnyModulus, has_stand_in};
use crate::plan::{Plan, Source};
use crate::{Problem, Statement};

pub(crate) use cost::folded;

/// The lengths n0 whose kernels can be unrolled.
const FIRST: [usize; 15] = [1, 3, 5, 7, 9, 11, 13, 17, 19, 23, 27, 29, 31, 37, 41];
/// The lengths n1. Their transforms need few operations beside the dimension u2.
const SECOND: [usize; 4] = [1, 3, 5, 9];
/// The numbers of places of the dimension u2.
const PLACES: [usize; 7] = [1, 2, 4, 6, 8, 16, 32];
/// The largest number of chunks at infinity.
const MAX_ENDS: usize = 5;
/// The least number of columns of a truncation: the lanes of the widest backend.
const LEAST_TRUNCATED: usize = 32;

/// The correction: coefficients that are computed beside the cyclic product, or left out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Correction {
    /// No correction.
    Nothing,
    /// The coefficients that wrap around.
    Ends(Ends),
    /// The product modulo x^64 - 1.
    CyclicFactor,
    /// The factor x^e + 1 is left out, where 8 e is the length.
    Truncation,
    /// A twist of the ring itself to one or two cyclic rings, so that no correction is needed.
    Twist,
}

/// The dimensions of a chain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dimensions {
    /// n0.
    pub(crate) first: usize,
    /// n1.
    pub(crate) second: usize,
    /// The dimension u2.
    pub(crate) even: Kind,
    /// The correction of the cyclic product.
    pub(crate) correction: Correction,
}

impl Dimensions {
    /// Returns the number m of columns.
    pub(crate) const fn columns(&self) -> usize {
        self.first * self.second
    }

    /// Returns the number of places of the transform.
    pub(crate) const fn places(&self) -> usize {
        self.columns() * self.even.length()
    }

    /// Returns the number of coefficients of the transform.
    pub(crate) const fn length(&self) -> usize {
        self.places() * CHUNK
    }

    /// Returns the number of cyclic products.
    pub(crate) const fn factors(&self, problem: &Problem) -> usize {
        if matches!((self.correction, problem.tail()), (Correction::Twist, Tail::Trinomial(_))) { 2 } else { 1 }
    }

    /// Returns the number of coefficients of a product that the image determines.
    pub(crate) const fn known(&self) -> usize {
        match self.correction {
            Correction::Nothing | Correction::Twist => self.length(),
            Correction::Ends(ends) => ends.product(),
            Correction::CyclicFactor => self.length() + cyclic_factor::DEGREE,
            Correction::Truncation => self.length() - self.columns() * truncation::SIZE,
        }
    }

    /// Returns the numbers of the chain for the ring.
    pub(crate) const fn outline(&self, problem: &Problem) -> Outline {
        let q = problem.modulus();
        let is_twisted = matches!(self.correction, Correction::Twist);
        let correction = match self.correction {
            Correction::Ends(ends) => Outline::correction(ends, (self.columns() * self.even.factor()) as i64, q),
            _ => 0,
        };
        Outline {
            q,
            occupied: if is_twisted { self.places() } else { problem.degree().div_ceil(CHUNK) },
            operand: if is_twisted { bound(q) } else { q / 2 },
            lengths: [self.first, self.second],
            roots: [root_of_unity(self.first as u64, q), root_of_unity(self.second as u64, q)],
            kind: self.even,
            largest: if is_twisted {
                largest(problem.tail(), q)
            } else {
                Outline::largest(problem.tail().terms(), correction)
            },
        }
    }

    /// Returns the number of products of chunks.
    fn products(&self, problem: &Problem) -> usize {
        let of_places = self.columns() * (self.even.length() + 2 * self.even.pairs());
        match self.correction {
            Correction::Nothing | Correction::Truncation => of_places,
            Correction::Twist => self.factors(problem) * of_places,
            Correction::Ends(ends) => of_places + ends.high() * (ends.high() + 1) / 2 + 1,
            Correction::CyclicFactor => of_places + cyclic_factor::CHUNKS * cyclic_factor::CHUNKS,
        }
    }
}

/// Returns the plans for the ring, with counts for the backend.
pub fn plans(problem: &Problem, backend: Backend) -> Vec<Plan> {
    counted_plans(backend.form(), problem)
}

fn counted_plans(form: Form, problem: &Problem) -> Vec<Plan> {
    let mut transforms = HashMap::new();
    let plan = |dimensions: Dimensions| Plan {
        chain: chain(problem, &dimensions),
        summary: summary(problem, &dimensions),
        operands: Operands::BigByBig,
        counts: cost::counts(form, problem, &dimensions, &mut transforms),
        source: Source::Stages,
        multiplier: None,
        statement: Some(Statement::outer(problem, &dimensions)),
    };
    dimensions(problem).into_iter().map(plan).collect()
}

/// Returns the dimensions of all chains for the ring.
fn dimensions(problem: &Problem) -> Vec<Dimensions> {
    let mut found = Vec::new();
    for first in FIRST.into_iter().filter(|&length| problem.has_root(length)) {
        let coprime = |&second: &usize| {
            let differs = if first == 1 { second == 1 } else { second != first };
            problem.has_root(second) && !(first % 3 == 0 && second % 3 == 0) && differs
        };
        for second in SECOND.into_iter().filter(coprime) {
            for even in kinds(problem, first * second) {
                let cyclic = Dimensions { first, second, even, correction: Correction::Nothing };
                let with = |correction| Dimensions { correction, ..cyclic };
                let candidates = [
                    Some(with(Correction::Nothing)),
                    ends(problem, &cyclic).map(with),
                    other_correction(problem, &cyclic).map(with),
                ];
                // A chain of twice the length of a product or more is not a candidate.
                let fits =
                    |plan: &Dimensions| first > 1 && (problem.product()..2 * problem.product()).contains(&plan.known());
                let twisted = Some(with(Correction::Twist)).filter(|plan| is_of_the_ring(problem, plan));
                let all = candidates.into_iter().flatten().filter(fits).chain(twisted);
                found.extend(all.filter(|plan| plan.outline(problem).reductions().is_some()));
            }
        }
    }
    found
}

/// Returns the kinds of the dimension u2 for which the ring has the roots, beside `columns`
/// columns.
fn kinds(problem: &Problem, columns: usize) -> Vec<Kind> {
    let q = problem.modulus();
    let exists = |&places: &usize| match places {
        6 => problem.has_bruun_factors() && columns % 8 == 5,
        8 | 16 | 32 => problem.has_root(places),
        _ => true,
    };
    let usual = PLACES.into_iter().filter(exists).map(|places| Kind::new(places, columns, q));
    let fourth = (problem.has_bruun_factors() && columns % 8 == 7).then(|| Kind::fourth(q));
    usual.chain(fourth).collect()
}

/// Returns the twist of the ring. The values of the roots do not affect counts.
fn twist(problem: &Problem) -> Twist<AnyModulus> {
    Twist::without_roots(problem.tail(), problem.degree() / CHUNK)
}

/// Returns true if a twist maps the ring to cyclic rings of the length of the plan.
fn is_of_the_ring(problem: &Problem, plan: &Dimensions) -> bool {
    let fits = plan.even.is_cyclic() && plan.factors(problem) * plan.length() == problem.degree();
    fits && problem.tail() != Tail::Prime && problem.has_root(twist(problem).order())
}

/// Returns the ends by which a cyclic product is too short, if there are any, and not too many.
fn ends(problem: &Problem, plan: &Dimensions) -> Option<Correction> {
    let missing = problem.product().checked_sub(plan.length() + 1)?;
    let high = missing.div_ceil(CHUNK);
    let fits = plan.even.is_cyclic() && (1..=MAX_ENDS).contains(&high);
    fits.then(|| Correction::Ends(Ends::new(plan.length(), problem.degree())))
}

/// Returns the cyclic factor beside x^n + 1, or the truncation of x^(64 m) - 1.
fn other_correction(problem: &Problem, plan: &Dimensions) -> Option<Correction> {
    match plan.even {
        Kind::Fourth(_) if has_stand_in(problem.modulus()) => Some(Correction::CyclicFactor),
        Kind::Four(_) if (LEAST_TRUNCATED..=truncation::MAX_CHUNKS).contains(&plan.columns()) => {
            Some(Correction::Truncation)
        }
        _ => None,
    }
}

/// Returns the maps of the plan.
fn chain(problem: &Problem, plan: &Dimensions) -> Vec<Transformation> {
    let Dimensions { first, second, even, correction } = *plan;
    let columns = plan.columns();
    let truncates = correction == Correction::Truncation;
    let mut orders = (columns * even.linear(), [if truncates { columns } else { 0 }, 0]);
    let of_correction = match correction {
        Correction::Nothing => None,
        Correction::Twist => {
            let twist = twist(problem);
            orders = twist.orders();
            Some(Transformation::Twist { degree: twist.length(), order: twist.order(), trace: twist.trace() })
        }
        Correction::Ends(ends) => Some(Transformation::Infinity(ends)),
        Correction::CyclicFactor => {
            Some(Transformation::CyclicFactor { negacyclic: plan.length(), cyclic: cyclic_factor::DEGREE })
        }
        Correction::Truncation => Some(Transformation::Truncation { degree: truncation::SIZE, order: columns }),
    };
    let all = [Dimension::Cyclic(first), Dimension::Cyclic(second), even.dimension()];
    let transform = |index: usize, algorithm, quadratic| {
        let mut dimensions = [Dimension::NONE; 3];
        dimensions[index] = all[index];
        Transformation::Transform { block: CHUNK, dimensions, quadratic, algorithm }
    };
    let mut chain = Vec::new();
    chain.extend(of_correction.filter(|_| !truncates));
    chain.push(Transformation::GoodThomas { block: CHUNK, dimensions: all, overlap: 1 });
    if even != Kind::One {
        chain.push(transform(2, even.algorithm(), even.pairs()));
    }
    if second > 1 {
        chain.push(transform(1, Algorithm::of_odd_length(second), 0));
    }
    if first > 1 {
        chain.push(transform(0, Algorithm::of_odd_length(first), 0));
    }
    chain.extend(of_correction.filter(|_| truncates));
    chain.push(Transformation::WeightedConvolutions {
        degree: CHUNK,
        order: orders.0,
        omitted: orders.1,
        extensions: (even.pairs() > 0).then(|| Extensions { order: columns, trace_square: even.trace_square() }),
    });
    chain
}

/// Returns a short description of the chain.
fn summary(problem: &Problem, plan: &Dimensions) -> String {
    let Dimensions { first, second, even, correction } = plan;
    let pairs = match even {
        Kind::Gaussian => " (a pair)",
        Kind::Fourth(_) | Kind::Eighth(_) => " (two pairs)",
        _ => "",
    };
    let twice = if plan.factors(problem) == 2 { "twice " } else { "" };
    let mut text = format!("{twice}{first} * {second} * {}{pairs} chunks", even.length());
    // Writing to a string does not fail.
    let _ = match correction {
        Correction::Nothing => Ok(()),
        Correction::Twist => write!(text, " in the ring itself"),
        Correction::Ends(ends) => write!(text, " + {} ends", ends.product() - ends.cyclic()),
        Correction::CyclicFactor => write!(text, " + x^{} - 1", cyclic_factor::DEGREE),
        Correction::Truncation => write!(text, " - x^{} - 1", plan.columns() * truncation::SIZE),
    };
    let _ = write!(text, ", {} products", plan.products(problem));
    text
}
