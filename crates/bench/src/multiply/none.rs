//! No ring: the multipliers are compiled with feature `multipliers` alone.

use vectru_polymul::dispatch::{Backend, Unavailable};

use super::Figures;
use crate::measure::{Pace, Progress};

/// The benchmark of a ring, of which there is none without feature `multipliers`.
#[derive(Clone, Copy, Debug)]
pub enum Bench {}

impl Bench {
    /// Returns the benchmarks of all rings: none.
    pub fn all() -> Vec<Self> {
        Vec::new()
    }

    /// Returns the ring's name.
    pub fn ring(&self) -> &'static str {
        match *self {}
    }

    /// Measures every multiplier of the ring.
    ///
    /// # Errors
    ///
    /// Returns no error, as there is no ring.
    pub fn run_at(&self, _: &[Backend], _: Pace, _: &mut dyn FnMut(Progress)) -> Result<Figures, Unavailable> {
        match *self {}
    }
}
