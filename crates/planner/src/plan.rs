//! Plans: chains of maps with their counts, ranked.

use std::fmt;

use vectru_catalogue::{CATALOGUE, Entry};
use vectru_polymul::analysis::count::Counts;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::recipe::{Dimension, Map, Operands, Transformation};

use crate::{Problem, Statement, elsewhere, outer, toeplitz};

/// Where the counts of a plan come from.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// The stages, run one by one.
    Stages,
    /// This multiplier, compiled for the ring or for another one.
    Multiplier(&'static Entry),
}

/// A chain of maps for a ring, with the counts of a product.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The maps, in the order of the forward transform; the last one is the products.
    pub chain: Vec<Transformation>,
    /// The chain in short.
    pub summary: String,
    /// The operands that it takes.
    pub operands: Operands,
    /// The vector instructions of a product, by a small operand if it takes no other.
    pub counts: Counts,
    /// Where the counts come from.
    pub source: Source,
    /// The multiplier of this ring with this chain, if one is compiled in.
    pub multiplier: Option<&'static Entry>,
    /// The lines that state the ring and the plan. None for a plan of a kind that has no macro, or
    /// that is compiled in.
    pub statement: Option<Statement>,
}

impl Plan {
    /// Returns the sum of all counts, by which plans are ranked.
    pub const fn total(&self) -> u32 {
        self.counts.total()
    }

    /// Returns true if the second operand need not be small.
    pub fn takes_any_operands(&self) -> bool {
        self.operands == Operands::BigByBig
    }

    /// Returns true if dispatch runs this plan on the backend.
    pub fn is_chosen(&self, backend: Backend) -> bool {
        self.multiplier.is_some_and(|entry| entry.is_chosen(backend))
    }

    /// Returns true if the multiplier has this chain, whatever its maps are named and whichever
    /// dimension it transforms first.
    pub fn has_chain_of(&self, entry: &Entry) -> bool {
        signature(self.chain.iter().copied()) == signature(entry.recipe.chain.iter().map(|map| map.transformation))
    }

    /// Returns the maps, to print: domain and image of each.
    pub fn maps(&self) -> impl Iterator<Item = (impl fmt::Display, impl fmt::Display)> {
        self.chain.iter().map(|&transformation| {
            let map = Map { name: "", transformation, source: "" };
            (map.domain(), map.image())
        })
    }
}

/// Returns the plans for the ring, with counts for the backend, the least total first. Neither the
/// CPU nor the build needs to have the backend.
pub fn plans(problem: &Problem, backend: Backend) -> Vec<Plan> {
    let mut plans = searched(problem, backend);
    for entry in CATALOGUE.iter() {
        // The plan with the dimensions in the same order, if there is one.
        let exact = plans.iter().position(|plan| plan.chain == elsewhere::chain(entry));
        let found = exact.or_else(|| plans.iter().position(|plan| plan.has_chain_of(entry)));
        if is_for(entry, problem) {
            // The multiplier's own counts, which for a kind with code of its own differ from those
            // of the stages.
            let plan = elsewhere::plan(entry, problem, backend);
            match found {
                Some(found) => plans[found] = Plan { summary: plans[found].summary.clone(), ..plan },
                None => plans.push(plan),
            }
        } else if found.is_none() && elsewhere::is_chain_for(entry, problem) {
            plans.push(elsewhere::plan(entry, problem, backend));
        }
    }
    plans.sort_by_key(Plan::total);
    plans
}

/// Returns the plans that a search finds, with counts for the backend, in no order.
pub fn searched(problem: &Problem, backend: Backend) -> Vec<Plan> {
    if problem.is_prime() { outer::plans(problem, backend) } else { toeplitz::plans(problem, backend) }
}

/// Returns true if the multiplier is one of the ring.
pub(crate) fn is_for(entry: &Entry, problem: &Problem) -> bool {
    Problem::of(entry) == Some(*problem)
}

/// Returns what tells chains apart: the maps but the transforms of single dimensions, which follow
/// from the dimensions. The order of dimensions and of maps makes no difference.
fn signature(chain: impl Iterator<Item = Transformation>) -> Vec<String> {
    let maps = chain.filter(|map| !matches!(map, Transformation::Transform { .. }));
    let mut maps: Vec<_> = maps
        .map(|map| match map {
            Transformation::GoodThomas { block, dimensions, overlap } => {
                let mut present: Vec<_> = dimensions
                    .into_iter()
                    .filter(|&dimension| dimension != Dimension::NONE)
                    .map(|dimension| format!("{dimension:?}"))
                    .collect();
                present.sort();
                format!("GoodThomas {block} {overlap} {present:?}")
            }
            // The largest coefficient depends on the ring.
            Transformation::Integers { length, prime, .. } => format!("Integers {length} {prime}"),
            Transformation::ChineseRemainder { length, primes, .. } => format!("ChineseRemainder {length} {primes:?}"),
            map => format!("{map:?}"),
        })
        .collect();
    // Layers of Toom-Cook stay in their order, which they are in by their dimensions.
    maps.sort();
    maps
}
