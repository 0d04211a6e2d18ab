//! The maps that multipliers are made of, one file a map.
//!
//! A stage is a function over the contract ([`Simd`](crate::simd::Simd)): the same lines multiply on registers,
//! prove on intervals and count on counters. Each file says which map it computes, from where to where, and the
//! bounds that its kernel needs and keeps.

pub mod accumulate;
pub mod bruun;
pub mod butterfly;
pub mod chinese_remainder;
pub mod cooley_tukey;
pub mod cyclic_factor;
pub mod factor;
pub mod fold;
pub mod good_thomas;
pub mod infinity;
pub mod linear_map;
pub mod nussbaumer;
pub mod odd_radix;
pub mod odd_times_512;
pub mod quadratic_convolution;
pub mod rader;
pub mod radix_3_2;
pub mod radix_5;
pub mod radix_9;
pub mod residues;
pub mod schoenhage;
pub mod toeplitz;
pub mod toom_cook;
pub mod toom_cook_product;
pub mod transform;
pub mod trinomial_convolution;
pub mod truncation;
pub mod weighted_convolution;
pub mod wide_convolution;
pub mod widen;
