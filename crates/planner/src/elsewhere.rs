//! Chains of multipliers that are compiled, for their own ring or for another one.
//!
//! The transforms of some kinds of multipliers are written for one length: Schönhage's,
//! Nussbaumer's, those over the integers, and those with code of their own for sntrup761. Such a
//! chain is one for another ring, too, if that has the roots of unity and the length is enough
//! ([`is_chain_for`]). Its counts are those of the multiplier that there is. They would differ by
//! the length of the fold.

use vectru_catalogue::Entry;
use vectru_polymul::analysis::count::{Accounts, Counts};
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::recipe::{Dimension, Transformation};

use crate::plan::{Plan, Source, is_for};
use crate::{Kind, Problem};

/// Returns the plan of a multiplier, whose chain is one for the ring.
pub(crate) fn plan(entry: &'static Entry, problem: &Problem, backend: Backend) -> Plan {
    Plan {
        chain: entry.recipe.chain.iter().map(|map| map.transformation).collect(),
        summary: summary(entry),
        operands: entry.recipe.operands,
        counts: counts(entry, backend),
        source: Source::Multiplier(entry),
        multiplier: is_for(entry, problem).then_some(entry),
        edits: Vec::new(),
    }
}

/// Returns the counts of a product, by a small operand if the multiplier takes no other.
pub fn counts(entry: &Entry, backend: Backend) -> Counts {
    let costs = entry.costs(backend);
    costs.product.as_ref().map_or_else(|| costs.product_by_small.total(), Accounts::total)
}

/// Returns the names of the maps.
fn summary(entry: &Entry) -> String {
    let maps: Vec<_> = entry.recipe.chain.iter().map(|map| map.name).collect();
    format!("{}: {}", entry.recipe.name, maps.join(", "))
}

/// The coefficients of a chain, as the maps have led so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Coefficients {
    /// Z_q, for the q of the ring.
    OfTheRing,
    /// Residues modulo primes with all roots of unity that the chain needs.
    Chosen,
}

/// Returns true if the chain of a multiplier of another ring is one for this ring, though not one
/// that [`outer`](crate::outer) or [`toeplitz`](crate::toeplitz) would find.
pub fn is_chain_for(entry: &Entry, problem: &Problem) -> bool {
    if Kind::of(entry).is_none() {
        return false;
    }
    let mut coefficients = Coefficients::OfTheRing;
    let mut length = None;
    let mut lost = 0;
    let mut is_searched = true;
    for map in entry.recipe.chain {
        let of_the_ring = coefficients == Coefficients::OfTheRing;
        let has = |order: usize| !of_the_ring || problem.has_root(order);
        let holds = match map.transformation {
            Transformation::Integers { length: coefficients_of_product, prime, .. } => {
                (coefficients, length) = (Coefficients::Chosen, Some(coefficients_of_product));
                is_searched = false;
                2 * largest(problem) < prime
            }
            Transformation::ChineseRemainder { length: coefficients_of_product, primes, .. } => {
                (coefficients, length) = (Coefficients::Chosen, Some(coefficients_of_product));
                is_searched = false;
                2 * largest(problem) < primes[0] * primes[1]
            }
            Transformation::GoodThomas { block, dimensions, .. } => {
                is_searched &= !dimensions.iter().any(|dimension| matches!(dimension, Dimension::Cyclotomic(_)));
                length =
                    length.or(Some(dimensions.iter().fold(block, |length, dimension| length * dimension.degree())));
                true
            }
            Transformation::Transform { dimensions, quadratic, .. } => {
                let order = |dimension: &Dimension| match *dimension {
                    Dimension::Cyclic(n) | Dimension::Cyclotomic(n) => n,
                    Dimension::Negacyclic(n) => 2 * n,
                    Dimension::WithoutMiddle(n) => 4 * n,
                };
                quadratic == 0 && dimensions.iter().all(|dimension| has(order(dimension)))
            }
            Transformation::CooleyTukey { order, .. } => {
                is_searched = false;
                has(order)
            }
            Transformation::Bruun { order, .. } => {
                is_searched = false;
                has(order) && problem.has_bruun_factors()
            }
            Transformation::BruunNegacyclic { .. } => problem.has_bruun_factors(),
            Transformation::Schoenhage { .. } => {
                is_searched = false;
                problem.kind() == Kind::Prime
            }
            Transformation::TruncatedSchoenhage { block, points, roots } => {
                is_searched = false;
                length = Some(block * points * roots.len());
                problem.kind() == Kind::Prime
            }
            Transformation::PolynomialLayer { part, parts, points } => {
                is_searched = false;
                length = length.or(Some(2 * part * parts));
                lost += lost_bits(parts, points);
                problem.kind() == Kind::Cyclic && lost <= problem.spare_bits()
            }
            Transformation::WeightedConvolutions { .. }
            | Transformation::TrinomialConvolutions { .. }
            | Transformation::NegacyclicConvolutions { .. }
            | Transformation::Nussbaumer { .. }
            | Transformation::LaneProducts { .. } => true,
            // The searched kinds have these maps, with numbers for one ring.
            Transformation::Infinity(_)
            | Transformation::CyclicFactor { .. }
            | Transformation::Truncation { .. }
            | Transformation::Expand { .. }
            | Transformation::ToeplitzLayer { .. }
            | Transformation::OuterProducts { .. }
            // Neither kind of ring is negacyclic.
            | Transformation::NegacyclicTransform { .. }
            | Transformation::Twist { .. }
            | Transformation::NegacyclicSchoenhage { .. } => false,
        };
        if !holds {
            return false;
        }
    }
    let is_of_the_kind = entry.modulus % 2 == problem.modulus() % 2 || coefficients == Coefficients::Chosen;
    // A chain of more than twice the length of a product is no candidate.
    let fits = length.is_some_and(|length| (problem.product()..2 * problem.product()).contains(&length));
    !is_searched && is_of_the_kind && fits
}

/// Returns the largest coefficient of a product of a centred operand and a small one, before the
/// fold.
fn largest(problem: &Problem) -> i64 {
    problem.degree() as i64 * (problem.modulus() / 2)
}

/// Returns the bits that a layer of Toom-Cook loses.
pub(crate) const fn lost_bits(parts: usize, points: usize) -> u32 {
    match (parts, points) {
        (3, 5) => 1,
        (4, 7) | (5, 9) => 3,
        _ => 0,
    }
}
