//! A stand-in without rings: the multipliers are compiled only with feature `multipliers`.

use vectru_polymul::dispatch::{Backend, Unavailable};

use super::Figures;
use crate::measure::{Pace, Progress};

/// The benchmark of a ring. Without feature `multipliers` there are no values of this type.
#[derive(Clone, Copy, Debug)]
pub enum Bench {}

impl Bench {
    /// Returns no benchmarks.
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
    /// Never returns an error, because there is no ring.
    pub fn run_at(&self, _: &[Backend], _: Pace, _: &mut dyn FnMut(Progress)) -> Result<Figures, Unavailable> {
        match *self {}
    }
}
