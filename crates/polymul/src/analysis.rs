//! Lanes that are known instead of computed: the lanes that prove, count and record.
//!
//! A [`Run`] implements the contract [`Simd`](crate::simd::Simd) by its [`Lanes`], so that a
//! multiplier runs on them unchanged, in the shape of any backend. A lane is an interval that
//! contains every value it can have, and a polynomial in the coefficients of the operands to which
//! it is congruent. As no branch and no index depends on a coefficient, one run is the run for all
//! operands.
//!
//! | module | contents |
//! | --- | --- |
//! | `state` | what a lane states, and the rule of each operation |
//! | `arithmetic` | the integers modulo which lanes are known, and the number of points |
//! | `integers` | products over the integers, which residues modulo primes determine |
//! | `lanes` | the contract: one function for each operation |
//! | [`count`] | counts of vector instructions, in an account for each map |
//! | `tape` | a run as text, which other programs check |
//! | `fault` | faults that are planted in one operation |
//!
//! [`proof`](crate::proof) has the statements that are proved with them.

use crate::dispatch::for_each_backend;

mod account;
mod arithmetic;
mod cell;
pub mod count;
mod fault;
mod integers;
mod interval;
mod lanes;
mod run;
mod state;
mod tape;

pub(crate) use arithmetic::Arithmetic;
pub use cell::Cell;
pub(crate) use fault::{Effect, Fault, Kind};
pub use interval::Interval;
pub use lanes::Lanes;
pub use run::Run;
pub use state::Overflow;
pub use tape::{Claims, Tape};

/// Declares [`with_shape`] from the table of backends. `$d` is a dollar sign, for the pattern of
/// the declared macro.
macro_rules! proof_shapes {
    ($d:tt; $($(#[$doc:meta])* $backend:ident = $number:literal, $name:literal, cfg($cfg:meta);
        $detect:ident, $token:expr; $shape:ident, $proof_shape:ident;)+) => {
        // Kernels take the same path on both shapes, and on the lanes that prove; and what the
        // shape of the proofs requires of operands is at least as much.
        $(const _: () = {
            use crate::simd::shape::{Looped, Shape, $proof_shape as Proof, $shape as Own};
            type Narrow<P> = <P as Shape>::Narrow;
            assert!(Own::FORM.equals(Looped::<Proof>::FORM), "the path that is proved is not the path that runs");
            assert!(<Narrow<Own> as Shape>::FORM.equals(<Narrow<Looped<Proof>> as Shape>::FORM));
            assert!(Own::SUMMANDS <= Proof::SUMMANDS && <Narrow<Own> as Shape>::SUMMANDS <= Proof::SUMMANDS);
        };)+

        /// Evaluates an expression with a shape as a type, that of the lanes for a backend: its
        /// own, or that of another backend which takes the same path and requires as much or more.
        ///
        /// ```
        /// use vectru_polymul::{dispatch::Backend, simd::Shape, with_shape};
        /// let lanes = |backend| with_shape!(backend, P => P::LANES);
        /// assert_eq!([Backend::Portable, Backend::Neon, Backend::Avx512].map(lanes), [8, 8, 32]);
        /// ```
        #[macro_export]
        macro_rules! with_shape {
            ($d backend:expr, $d shape:ident => $d body:expr) => {
                match $d backend {
                    $($d crate::dispatch::Backend::$backend => {
                        type $d shape = $d crate::simd::shape::$proof_shape;
                        $d body
                    })+
                    #[allow(unreachable_patterns)] // The list of backends may grow.
                    _ => unreachable!("every backend is in the table"),
                }
            };
        }
    };
}

for_each_backend!(proof_shapes $;);
