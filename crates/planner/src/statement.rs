//! The lines of a crate that multiplies by a plan.

use std::fmt::Write;

use vectru_polymul::multiplier::good_outer::Kind;
use vectru_polymul::ring::Tail;
use vectru_polymul::simd::CHUNK;

use crate::Problem;
use crate::outer::{Correction, Dimensions};
use crate::toeplitz::Layers;

/// The lines of a crate that states a ring with a plan, by the macros of `vectru-polymul`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The lines of the library.
    pub library: String,
    /// The lines of a test that proves each product. They expect that the library has the name
    /// `own_rings`.
    pub test: String,
}

impl Statement {
    /// Returns the statement of a plan: its macro, the name of the type without the degree, its
    /// documentation, and the plan in the syntax of the macro, empty if the ring determines it.
    fn new(problem: &Problem, kind: &str, name: &str, doc: &str, plan: &str) -> Self {
        let (q, n) = (problem.modulus(), problem.degree());
        let ring = match problem.tail() {
            Tail::Prime => format!("Prime{n}"),
            Tail::Cyclic => format!("Cyclic{n}"),
            Tail::Negacyclic => format!("Negacyclic{n}"),
            Tail::Trinomial(_) => format!("Trinomial{n}"),
        };
        let polynomial = problem.polynomial();
        let plan = if plan.is_empty() { String::new() } else { format!(" = {plan}") };
        let library = format!(
            "vectru_polymul::ring! {{
    /// The ring `{problem}`.
    pub {ring} = Z/{q}[x]/({polynomial});
}}

vectru_polymul::{kind}! {{
    /// {doc}
    pub {name}{n}: {ring}{plan};
}}

vectru_polymul::multiply_by! {{ {ring}: {name}{n} }}
"
        );
        let test = format!("use own_rings::*;\n\nvectru_polymul::prove! {{ {ring}: {name}{n}; }}\n");
        Self { library, test }
    }

    /// Returns the statement of a plan of `outer!` or `native!`.
    pub(crate) fn outer(problem: &Problem, plan: &Dimensions) -> Self {
        let Dimensions { first, second, even, correction } = plan;
        let mut numbers = format!("{first} * {second} * {}", even.length());
        // Writing to a string does not fail.
        if matches!(even, Kind::Fourth(_)) {
            let q = problem.modulus();
            let _ = write!(numbers, ", even vectru_polymul::multiplier::good_outer::Kind::fourth({q})");
        }
        let correction_type = match correction {
            Correction::Nothing | Correction::Ends(_) | Correction::Twist => None,
            Correction::CyclicFactor => Some("CyclicFactor"),
            Correction::Truncation => Some("Truncation"),
        };
        if let Some(name) = correction_type {
            let _ = write!(numbers, ", correction vectru_literature::good_outer::{name}");
        }
        if *correction == Correction::Twist {
            let twice = if plan.factors(problem) == 2 { "Twice " } else { "" };
            return Self::new(problem, "native", "Native", &format!("{twice}{} chunks.", plan.places()), &numbers);
        }
        let filled = problem.product().div_ceil(CHUNK);
        let doc = format!("{} chunks, where a product fills {filled}.", plan.places());
        Self::new(problem, "outer", "Outer", &doc, &numbers)
    }

    /// Returns the statement of a plan of `schoolbook!`.
    pub(crate) fn schoolbook(problem: &Problem) -> Self {
        Self::new(problem, "schoolbook", "Schoolbook", "Products by the definition.", "")
    }

    /// Returns the statement of a plan of `toeplitz!`.
    pub(crate) fn toeplitz(problem: &Problem, plan: &Layers) -> Self {
        let (products, end) = (plan.products(), plan.end_chunks * CHUNK);
        let doc =
            format!("{products} products of dimension {end}, {} bits of {}.", plan.lost_bits(), problem.spare_bits());
        let layers: Vec<_> = plan.layers.iter().map(|layer| layer.type_name()).collect();
        let by = if layers.is_empty() { String::new() } else { format!(" by {}", layers.join(", ")) };
        Self::new(problem, "toeplitz", "Toeplitz", &doc, &format!("{}{by}", plan.size()))
    }
}
