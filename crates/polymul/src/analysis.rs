//! The lanes that prove and count.
//!
//! All of them implement the contract [`Simd`](crate::simd::Simd), so that a multiplier runs on
//! them unchanged:
//!
//! - [`interval`]: a lane is an interval that contains every value it can have. One run shows that
//!   no lane overflows for any admissible operands, because no branch and no index depends on a
//!   coefficient.
//! - [`count`]: the lanes are others whose operations are counted, in an account for each map.
//! - [`recorded`]: a lane is an interval that knows the operation that computed it, and each
//!   operation writes a line to a tape. The tape is a certificate that other programs check.
//! - [`arrays`]: a lane is a number. Runs on basis vectors compare every map with its definition.
//!
//! Operations of [`observed`] lanes stay out of line, so that kernels compile quickly. Counting
//! lanes and arrays are made of them.
//!
//! The crate `vectru-catalogue` runs every multiplier on these lanes, in the shape of every
//! backend, and its documentation says what is proved in this way.

use crate::dispatch::for_each_backend;

mod account;
pub mod arrays;
pub mod count;
pub mod interval;
pub mod observed;
pub mod recorded;

/// Declares [`with_shape`] from the table of backends. `$d` is a dollar sign, for the pattern of
/// the declared macro.
macro_rules! proof_shapes {
    ($d:tt; $($(#[$doc:meta])* $backend:ident = $number:literal, $name:literal, cfg($cfg:meta);
        $detect:ident, $token:expr; $shape:ident, $proof_shape:ident;)+) => {
        // Kernels take the same path for both shapes, and what the shape of the proofs requires of
        // operands is at least as much.
        $(const _: () = {
            use crate::simd::shape::{Shape, $proof_shape as Proof, $shape as Own};
            assert!(
                Own::LANES == Proof::LANES
                    && Own::MONTGOMERY_TERMS == Proof::MONTGOMERY_TERMS
                    && Own::SHARED_FROM == Proof::SHARED_FROM
                    && Own::LOADS_WINDOWS == Proof::LOADS_WINDOWS
                    && Own::SUMMANDS <= Proof::SUMMANDS
            );
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
