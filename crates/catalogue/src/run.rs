//! Runs: multipliers on recorded interval lanes whose operations are counted.
//!
//! Bounds, costs and certificates come from runs on these lanes, and on no others, so that the kernels of a
//! multiplier are compiled once for all three.

use vectru_polymul::analysis::count::{Counter, Counting};
use vectru_polymul::analysis::recorded::{Recorded, Tape, Traced};
use vectru_polymul::ring::Ring;
use vectru_polymul::simd::Shape;

/// The lanes of a run, in the shape `P`.
pub(crate) type Lanes<'a, P> = Counting<'a, Recorded<'a, P>>;

/// The records of a run.
pub(crate) struct Run {
    /// The overflows and the largest magnitudes, and the operations of a certificate.
    pub(crate) tape: Tape,
    /// The counts of operations.
    pub(crate) counter: Counter,
}

impl Run {
    /// Returns empty records, of a run whose operations are written to `tape`.
    pub(crate) const fn new(tape: Tape) -> Self {
        Self { tape, counter: Counter::new() }
    }

    /// Returns the token of lanes that write these records.
    pub(crate) const fn lanes<P: Shape>(&self) -> Lanes<'_, P> {
        Counting::new(Recorded::new(&self.tape), &self.counter)
    }
}

/// Returns the operand that stands for all polynomials of the ring whose coefficients have at most
/// the magnitude `bound`, with padding. It is on no tape.
pub(crate) fn operand<R: Ring>(bound: i64) -> Vec<Traced> {
    named_operand::<R>(&Tape::silent(), "", bound)
}

/// Returns the operand that stands for all polynomials of the ring whose coefficients have at most
/// the magnitude `bound`, with padding, as an input on the tape.
pub(crate) fn named_operand<R: Ring>(tape: &Tape, name: &str, bound: i64) -> Vec<Traced> {
    tape.input(name, R::DEGREE, bound, R::ZERO.as_ref().len())
}
