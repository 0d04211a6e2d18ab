//! The maps that multipliers are made of, one file for each map.
//!
//! A stage is a function over the contract ([`Simd`](crate::simd::Simd)): on registers it
//! multiplies; on the lanes of the analysis it proves products and counts operations. The head of
//! each file states the map with its domain and image, the number of operations, the bounds that
//! its kernel requires and guarantees, and the sources, by their keys in the project's
//! bibliography.
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
pub mod fold;
pub mod good_thomas;
pub mod growth;
pub mod infinity;
pub mod linear_map;
#[cfg(any(test, feature = "literature", vectru_registers))]
pub mod nussbaumer_words;
pub mod quadratic_convolution;
pub mod rader;
pub mod radix_27;
pub mod radix_3;
pub mod radix_5;
pub mod radix_9;
#[cfg(any(test, feature = "analysis"))]
pub mod samples;
pub mod toeplitz;
#[cfg(any(test, feature = "literature", vectru_registers))]
pub mod toeplitz_words;
pub mod toom_cook;
pub mod transform;
pub mod twist;
pub mod weighted_convolution;
pub mod widen;
