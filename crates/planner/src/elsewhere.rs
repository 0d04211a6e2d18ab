//! Chains of compiled multipliers, for their own ring or for another one.
//!
//! The transforms of some kinds of multipliers are written for one length: Schönhage's,
//! Nussbaumer's, the transforms over the integers, and the ones written for sntrup761. Such a chain
//! also serves another ring that has the roots of unity and products that fit the length
//! ([`is_chain_for`]). Its counts are the counts of the existing multiplier; for the other ring
//! they would differ by the length of the fold.

use vectru_catalogue::Entry;
use vectru_polymul::analysis::count::{Accounts, Counts};
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::recipe::{Dimension, Transformation};

use crate::Problem;
use crate::plan::{Plan, Source, is_for};

/// Returns the plan of a multiplier whose chain serves the ring.
pub(crate) fn plan(entry: &'static Entry, problem: &Problem, backend: Backend) -> Plan {
    Plan {
        chain: chain(entry),
        summary: summary(entry),
        operands: entry.recipe.operands,
        counts: counts(entry, backend),
        source: Source::Multiplier(entry),
        multiplier: is_for(entry, problem).then_some(entry),
        statement: None,
    }
}

/// Returns the maps of a multiplier.
pub fn chain(entry: &Entry) -> Vec<Transformation> {
    entry.recipe.chain.iter().map(|map| map.transformation).collect()
}

/// Returns the counts of a product, by a small operand if the multiplier accepts no other.
pub fn counts(entry: &Entry, backend: Backend) -> Counts {
    let costs = entry.costs(backend);
    costs.product.as_ref().map_or_else(|| costs.product_by_small.total(), Accounts::total)
}

/// Returns the names of the maps.
fn summary(entry: &Entry) -> String {
    let maps: Vec<_> = entry.recipe.chain.iter().map(|map| map.name).collect();
    format!("{}: {}", entry.recipe.name, maps.join(", "))
}

/// The coefficients after the maps of a chain so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Coefficients {
    /// Z_q, for the q of the ring.
    OfTheRing,
    /// Residues modulo primes with all roots of unity that the chain needs.
    Chosen,
}

/// Returns true if the chain of another ring's multiplier also serves this ring, and
/// [`outer`](crate::outer) and [`toeplitz`](crate::toeplitz) do not search for chains of its kind.
pub fn is_chain_for(entry: &Entry, problem: &Problem) -> bool {
    let mut coefficients = Coefficients::OfTheRing;
    let mut length = None;
    let mut lost = 0;
    let mut is_searched = true;
    // True if the chain computes in the ring itself, x^n - 1 or x^n + 1.
    let mut is_in_the_ring = false;
    for map in entry.recipe.chain {
        let of_the_ring = coefficients == Coefficients::OfTheRing;
        let has = |order: usize| !of_the_ring || problem.has_root(order);
        let holds = match map.transformation {
            Transformation::Integers { length: coefficients_of_product, zeta, prime, .. } => {
                (coefficients, length) = (Coefficients::Chosen, Some(coefficients_of_product));
                (is_searched, is_in_the_ring) = (false, problem.is_modulo(coefficients_of_product, zeta));
                2 * largest(problem) < prime
            }
            Transformation::ChineseRemainder { length: coefficients_of_product, zeta, primes, .. } => {
                (coefficients, length) = (Coefficients::Chosen, Some(coefficients_of_product));
                (is_searched, is_in_the_ring) = (false, problem.is_modulo(coefficients_of_product, zeta));
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
                problem.is_prime()
            }
            Transformation::TruncatedSchoenhage { block, points, roots } => {
                is_searched = false;
                length = Some(block * points * roots.len());
                problem.is_prime()
            }
            Transformation::NegacyclicTransform { points, .. } => {
                is_searched = false;
                has(2 * points)
            }
            Transformation::NegacyclicSchoenhage { block, points } => {
                (is_searched, is_in_the_ring) = (false, problem.is_modulo(block * points, -1));
                true
            }
            Transformation::Nussbaumer { degree, points, rings } => {
                is_searched = false;
                is_in_the_ring |= rings == 1 && problem.is_modulo(degree * points / 2, -1);
                true
            }
            // After other maps these are products of small polynomials.
            Transformation::Expand { .. }
            | Transformation::ToeplitzLayer { .. }
            | Transformation::OuterProducts { .. } => !is_searched,
            Transformation::PolynomialLayer { part, parts, points } => {
                is_searched = false;
                length = length.or(Some(2 * part * parts));
                lost += lost_bits(parts, points);
                !problem.is_prime() && lost <= problem.spare_bits()
            }
            Transformation::WeightedConvolutions { .. }
            | Transformation::TrinomialConvolutions { .. }
            | Transformation::NegacyclicConvolutions { .. }
            | Transformation::LaneProducts { .. } => true,
            // Chains with these maps are searched for, with numbers for the ring.
            Transformation::Infinity(_)
            | Transformation::CyclicFactor { .. }
            | Transformation::Truncation { .. }
            | Transformation::Twist { .. } => false,
        };
        if !holds {
            return false;
        }
    }
    let is_of_the_kind = entry.modulus % 2 == problem.modulus() % 2 || coefficients == Coefficients::Chosen;
    // A chain of twice the length of a product or more is not a candidate.
    let fits = length.is_some_and(|length| (problem.product()..2 * problem.product()).contains(&length));
    !is_searched && is_of_the_kind && (fits || is_in_the_ring)
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
