//! Plain loops, compiled for the chosen backend's vectors.
//!
//! Encodings and reductions modulo 3 are loops over independent coefficients, which the compiler turns into vector
//! code by itself, once it may use the instructions: this crate is compiled for the least of its CPUs.

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::simd::Machine;

/// Runs `loops` compiled with the features of the chosen backend. Pass `#[inline(always)] || …`.
#[inline(always)]
pub(crate) fn autovectorize<R>(loops: impl FnOnce() -> R) -> R {
    struct Loops<F>(F);
    impl<R, F: FnOnce() -> R> Task for Loops<F> {
        type Output = R;
        #[inline(always)]
        fn run<S: Machine>(self, simd: S) -> R {
            simd.vectorize(self.0)
        }
    }
    dispatch::run(Loops(loops))
}
