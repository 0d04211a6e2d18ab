//! The product by the definition, for a ring modulo an odd prime q: outer products of all pairs of
//! chunks of 16 coefficients, by [`Schoolbook`](vectru_polymul::multiplier::Schoolbook). It needs
//! no root of unity, so that it is for every q whose sums fit 16-bit lanes.

use vectru_polymul::analysis::Cell;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::recipe::{Operands, Transformation};
use vectru_polymul::multiplier::schoolbook::{fits, multiply};
use vectru_polymul::simd::CHUNK;

use crate::count::{AnyModulus, counted};
use crate::outer::folded;
use crate::plan::{Plan, Source};
use crate::{Problem, Statement};

/// Returns the plan for the ring, with counts for the backend, if its sums fit.
pub fn plan(problem: &Problem, backend: Backend) -> Option<Plan> {
    let chunks = problem.padded() / CHUNK;
    if !problem.is_prime() || !fits(problem.modulus(), chunks, problem.tail().terms()) {
        return None;
    }
    let product = counted(backend.form(), |simd| {
        let operand = vec![[Cell::ZERO; CHUNK]; chunks];
        multiply::<_, AnyModulus>(simd, &operand, &operand, &mut vec![[Cell::ZERO; CHUNK]; 2 * chunks]);
    });
    Some(Plan {
        chain: vec![Transformation::OuterProducts { dimension: chunks * CHUNK, products: 2 }],
        summary: format!("schoolbook, {} products", chunks * chunks),
        operands: Operands::BigByBig,
        counts: product + folded(backend.form(), problem),
        source: Source::Stages,
        multiplier: None,
        statement: Some(Statement::schoolbook(problem)),
    })
}
