//! Lanes that are known instead of computed: the lanes that prove, count and record.
//!
//! A [`Run`] implements the contract [`Simd`](crate::simd::Simd) by its [`Lanes`], so that a
//! multiplier runs on them unchanged, in the form of any backend. A lane is an interval that
//! contains every value it can have, and a polynomial in the coefficients of the operands to which
//! it is congruent. No branch and no index depends on a coefficient, so one run covers all
//! operands.
//!
//! | module | contents |
//! | --- | --- |
//! | `state` | what a lane states, and the rule of each operation |
//! | `arithmetic` | the integers modulo which lanes are known, and the number of points |
//! | `integers` | products over the integers, which residues modulo primes determine |
//! | `lanes` | the contract: one function for each operation |
//! | [`count`] | counts of vector instructions, in an account for each map |
//! | `fault` | faults that are planted in one operation |
//!
//! [`proof`](crate::proof) has the statements that are proved with them.

use crate::dispatch::{Backend, for_each_backend};
use crate::simd::{Form, Shape};

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

pub(crate) use arithmetic::Arithmetic;
pub use cell::Cell;
pub(crate) use fault::{Effect, Fault, Kind};
pub use interval::Interval;
pub use lanes::Lanes;
pub use run::Run;
pub use state::Overflow;

/// Declares [`Backend::form`] from the table of backends.
macro_rules! forms {
    ($($(#[$doc:meta])* $backend:ident = $number:literal, $name:literal, cfg($cfg:meta);
        $detect:ident, $token:expr; $shape:ident, $proof_shape:ident;)+) => {
        // Kernels take the same path in both forms, and the form of the proofs requires at least as
        // much of operands.
        $(const _: () = {
            use crate::simd::shape::{Shape, $proof_shape as Proof, $shape as Own};
            type Narrow<P> = <P as Shape>::Narrow;
            assert!(Proof::FORM.stands_for(Own::FORM), "the path that is proved is not the path that runs");
            assert!(Proof::FORM.narrow().stands_for(<Narrow<Own> as Shape>::FORM));
        };)+

        impl Backend {
            /// Returns the form of the lanes that prove and count for the backend: its own, or the
            /// form of another backend whose kernels take the same path and require as much or
            /// more.
            ///
            /// ```
            /// use vectru_polymul::dispatch::Backend;
            /// assert_eq!(Backend::Neon.form().lanes, 8);
            /// assert_eq!(Backend::Avx512.form().lanes, 32);
            /// ```
            pub const fn form(self) -> Form {
                match self {
                    $(Self::$backend => <crate::simd::shape::$proof_shape as Shape>::FORM,)+
                }
            }
        }
    };
}

for_each_backend!(forms);
