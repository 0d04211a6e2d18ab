//! Runs: multipliers on interval lanes whose operations are counted.
//!
//! Bounds and costs come from runs on these lanes, and on no others, so that the kernels of a
//! multiplier are compiled once for both.

use vectru_polymul::analysis::count::{Counter, Counting};
use vectru_polymul::analysis::interval::{Interval, Intervals, Log};
use vectru_polymul::ring::Ring;
use vectru_polymul::simd::Shape;

/// The lanes of a run, in the shape `P`.
pub(crate) type Lanes<'a, P> = Counting<'a, Intervals<'a, P>>;

/// The records of a run.
pub(crate) struct Run {
    /// The overflows and the largest magnitudes.
    pub(crate) log: Log,
    /// The counts of operations.
    pub(crate) counter: Counter,
}

impl Run {
    /// Returns empty records.
    pub(crate) const fn new() -> Self {
        Self { log: Log::new(), counter: Counter::new() }
    }

    /// Returns the token of lanes that write these records.
    pub(crate) const fn lanes<P: Shape>(&self) -> Lanes<'_, P> {
        Counting::new(Intervals::new(&self.log), &self.counter)
    }
}

/// Returns the operand that stands for all polynomials of the ring whose coefficients have at most
/// the magnitude `bound`, with padding.
pub(crate) fn operand<R: Ring>(bound: i64) -> Vec<Interval> {
    let mut operand = vec![Interval::ZERO; R::ZERO.as_ref().len()];
    operand[..R::DEGREE].fill(Interval::symmetric(bound));
    operand
}
