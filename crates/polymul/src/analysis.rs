//! The lanes that prove and count.
//!
//! All of them implement the contract [`Simd`](crate::simd::Simd), so that a multiplier runs on
//! them unchanged:
//!
//! - [`interval`]: a lane is an interval that contains every value it can have. One run shows that
//!   no lane overflows for any admissible operands, because no branch and no index depends on a
//!   coefficient.
//! - [`count`]: the lanes are others whose operations are counted, in an account for each map.
//! - [`arrays`]: a lane is a number. Runs on basis vectors compare every map with its definition.
//!
//! Operations of [`observed`] lanes stay out of line, so that kernels compile quickly. Counting
//! lanes and arrays are made of them.
//!
//! The crate `vectru-catalogue` runs every multiplier on these lanes, in the shape of every
//! backend, and its documentation says what is proved in this way.

mod account;
pub mod arrays;
pub mod count;
pub mod interval;
pub mod observed;
