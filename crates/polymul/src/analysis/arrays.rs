//! Arrays of `i16` for the proofs by basis vectors.

use super::observed::{Observed, Unobserved};
use crate::simd::Shape;
use crate::simd::portable::Portable;

/// The token of the portable lanes, shaped like the backend `P`, with operations out of line.
///
/// An operation has the effect that [`portable`](crate::simd::portable) defines. The portable
/// backend inlines its operations, as a backend that multiplies must; a proof runs for seconds, and
/// compiles sooner without.
///
/// ```
/// use vectru_polymul::analysis::arrays::Arrays;
/// use vectru_polymul::simd::{Simd, shape::NeonShape};
///
/// let simd = Arrays::<NeonShape>::new();
/// let mut lanes = [0; 8];
/// simd.store(simd.splat(3) + simd.load(&[0, 1, 2, 3, 4, 5, 6, 7]), &mut lanes);
/// assert_eq!(lanes, [3, 4, 5, 6, 7, 8, 9, 10]);
/// ```
pub type Arrays<P> = Observed<Portable<P>, Unobserved>;

impl<P: Shape> Arrays<P> {
    /// Returns the token.
    pub const fn new() -> Self {
        Self { lanes: Portable::new(), observer: Unobserved }
    }
}

impl<P: Shape> Default for Arrays<P> {
    fn default() -> Self {
        Self::new()
    }
}
