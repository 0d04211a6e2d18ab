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

use crate::simd::Shape;
use crate::simd::shape::{NeonShape, PortableShape};

mod account;
pub mod arrays;
pub mod count;
pub mod interval;
pub mod observed;
pub mod recorded;

// One run serves the portable backend and Neon: the lanes take the same path for both, and what
// Neon requires of operands is more.
const _: () = assert!(
    PortableShape::LANES == NeonShape::LANES
        && PortableShape::MONTGOMERY_TERMS == NeonShape::MONTGOMERY_TERMS
        && PortableShape::SHARED_FROM == NeonShape::SHARED_FROM
        && PortableShape::LOADS_WINDOWS == NeonShape::LOADS_WINDOWS
        && PortableShape::SUMMANDS <= NeonShape::SUMMANDS
);

/// Evaluates an expression with a shape as a type, that of the lanes for a backend: its own, and
/// for the portable backend that of Neon, which takes the same path and requires more.
///
/// ```
/// use vectru_polymul::{dispatch::Backend, simd::Shape, with_shape};
/// let lanes = |backend| with_shape!(backend, P => P::LANES);
/// assert_eq!([Backend::Portable, Backend::Neon, Backend::Avx512].map(lanes), [8, 8, 32]);
/// ```
#[macro_export]
macro_rules! with_shape {
    ($backend:expr, $shape:ident => $body:expr) => {
        match $backend {
            $crate::dispatch::Backend::Avx2 => {
                type $shape = $crate::simd::shape::Avx2Shape;
                $body
            }
            $crate::dispatch::Backend::Avx512 => {
                type $shape = $crate::simd::shape::Avx512Shape;
                $body
            }
            _ => {
                type $shape = $crate::simd::shape::NeonShape;
                $body
            }
        }
    };
}
