//! The maps that multipliers are made of, one file for each map.
//!
//! A stage is a function over the contract ([`Simd`](crate::simd::Simd)): the same code multiplies
//! on registers, proves bounds on intervals and counts operations on counters. The head of each
//! file states the map with its domain and image, the number of operations, the bounds that its
//! kernel requires and guarantees, and the sources, by their keys in the project's bibliography.
//!
//! Notation of these files:
//!
//! - R is the ring of coefficients, Z/q, and w a root of unity in it.
//! - A *chunk* is 16 consecutive coefficients ([`CHUNK`](crate::simd::CHUNK)).
//! - A value is *reduced* if it comes from a Barrett reduction. B(x) bounds the magnitude of a
//!   Barrett product or reduction of a value of magnitude x
//!   ([`barrett_bound`](crate::modular::barrett_bound)).
//! - An inverse "times n" computes n times the inverse map. The fold, or the map that follows,
//!   multiplies by 1/n together with a constant that it needs anyway.

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
pub mod lane_convolution;
pub mod linear_map;
pub mod negacyclic_256;
pub mod nussbaumer;
pub mod odd_radix;
pub mod odd_times_512;
pub mod quadratic_convolution;
pub mod rader;
pub mod radix_3_2;
pub mod radix_5;
pub mod radix_9;
pub mod residues;
#[cfg(test)]
mod samples;
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
pub mod word_transform;
