//! Plain loops that the compiler vectorises.
//!
//! Encodings and reductions modulo 3 are loops over independent coefficients. The compiler turns
//! them into vector code if it may use the instructions, which it may not by default: a crate is
//! compiled for the least CPU of its target.

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::simd::Machine;

/// Runs `loops`, compiled with the CPU features of the chosen backend. Pass
/// `#[inline(always)] || …`.
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
