//! The maps that multipliers are made of, one file a map.
//!
//! A stage is a function over the contract ([`Simd`](crate::simd::Simd)): the same lines multiply on registers,
//! prove on intervals and count on counters. Each file says which map it computes, from where to where, and the
//! bounds that its kernel needs and keeps.

pub mod accumulate;
pub mod chinese_remainder;
pub mod cooley_tukey;
pub mod fold;
pub mod good_thomas;
pub mod rader;
pub mod radix_3_2;
pub mod residues;
pub mod three_times_512;
pub mod weighted_convolution;
pub mod wide_convolution;
pub mod widen;
