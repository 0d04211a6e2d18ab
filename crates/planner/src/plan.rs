//! Plans: chains of maps with their counts, ranked.

use std::fmt;

use vectru_catalogue::{CATALOGUE, Entry};
use vectru_polymul::analysis::count::Counts;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::recipe::{Dimension, Map, Operands, Transformation};

use crate::{Problem, Statement, elsewhere, outer, schoolbook, toeplitz};

/// The source of a plan's counts.
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
    /// A short description of the chain.
    pub summary: String,
    /// The operands that it accepts.
    pub operands: Operands,
    /// The vector instructions of a product, by a small operand if the plan accepts no other.
    pub counts: Counts,
    /// The source of the counts.
    pub source: Source,
    /// The multiplier of this ring with this chain, if one is compiled in.
    pub multiplier: Option<&'static Entry>,
    /// The lines that state the ring and the plan. `None` if no macro states plans of this kind, or
    /// if the plan is compiled in.
    pub statement: Option<Statement>,
}

impl Plan {
    /// Returns the sum of all counts, by which plans are ranked.
    pub const fn total(&self) -> u32 {
        self.counts.total()
    }

    /// Returns true if the second operand may be as large as the first.
    pub fn takes_any_operands(&self) -> bool {
        self.operands == Operands::BigByBig
    }

    /// Returns true if dispatch runs this plan on the backend.
    pub fn is_chosen(&self, backend: Backend) -> bool {
        self.multiplier.is_some_and(|entry| entry.is_chosen(backend))
    }

    /// Returns true if the multiplier has this chain, regardless of the names of its maps and of
    /// the order of its dimensions.
    pub fn has_chain_of(&self, entry: &Entry) -> bool {
        signature(self.chain.iter().copied()) == signature(entry.recipe.chain.iter().map(|map| map.transformation))
    }

    /// Returns the domain and the image of each map, to print.
    pub fn maps(&self) -> impl Iterator<Item = (impl fmt::Display, impl fmt::Display)> {
        self.chain.iter().map(|&transformation| {
            let map = Map { name: "", transformation, source: "" };
            (map.domain(), map.image())
        })
    }
}

/// Returns the plans for the ring, with counts for the backend, the least total first. The backend
/// need not be available.
pub fn plans(problem: &Problem, backend: Backend) -> Vec<Plan> {
    let mut plans = searched(problem, backend);
    for entry in CATALOGUE.iter() {
        // The plan with the dimensions in the same order, if there is one.
        let exact = plans.iter().position(|plan| plan.chain == elsewhere::chain(entry));
        let found = exact.or_else(|| plans.iter().position(|plan| plan.has_chain_of(entry)));
        if is_for(entry, problem) {
            // The multiplier's own counts. They differ from the counts of the stages if its kind
            // has special code.
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
    if problem.is_prime() {
        outer::plans(problem, backend).into_iter().chain(schoolbook::plan(problem, backend)).collect()
    } else {
        toeplitz::plans(problem, backend)
    }
}

/// Returns true if the multiplier belongs to the ring.
pub(crate) fn is_for(entry: &Entry, problem: &Problem) -> bool {
    Problem::of(entry) == Some(*problem)
}

/// Returns a signature by which chains are compared: the maps, except the transforms of single
/// dimensions, which follow from the dimensions. It does not depend on the order of dimensions and
/// of maps.
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
    // Sorting does not lose the order of layers of Toom-Cook, which follows from their dimensions.
    maps.sort();
    maps
}
