//! Polynomial multiplication for the rings of NTRU Prime, NTRU and Saber: vectorised, and proved.
//!
//! An algorithm is written once, over the lanes of a vector; what the lanes are decides what it does.
//!
//! | lanes are | running the multiplier |
//! | --- | --- |
//! | registers ([`simd::avx2`](simd), [`simd::avx512`](simd), [`simd::neon`](simd)) | multiplies, fast |
//! | arrays of `i16` ([`simd::portable`]) | multiplies, anywhere; the meaning of every operation |
//! | intervals ([`analysis::interval`]) | proves that no lane can overflow, for every input |
//! | counters ([`analysis::count`]) | counts multiplications, additions, permutations, loads and stores |
//!
//! The rooms, in the order in which a reader may want to enter them:
//!
//! - [`ring`]: the rings, and the schoolbook product that everything is checked against;
//! - [`multiplier`]: one file a named multiplier, a chain of stages for a ring;
//! - [`stage`]: one file a map (Good-Thomas, Rader, …);
//! - [`modular`]: Barrett and Montgomery arithmetic, its bounds stated;
//! - [`simd`]: the contract that stages are written over, and its backends;
//! - [`analysis`]: the lanes that prove and count;
//! - [`dispatch`]: which backend this CPU runs.
//!
//! # Example
//!
//! ```
//! use vectru_polymul::{multiplier, ring::{Polynomial, Sntrup761}};
//!
//! let mut a = Polynomial::<Sntrup761>::zero();
//! let mut b = Polynomial::<Sntrup761>::zero();
//! a[760] = 1; // x^760
//! b[1] = 2; // 2 x
//! let product = multiplier::multiply(&a, &b);
//! assert_eq!((product[0], product[1]), (2, 2)); // 2 x^761 = 2 x + 2
//! ```
#![no_std]

#[cfg(any(test, feature = "analysis", feature = "workbench"))]
extern crate alloc;
#[cfg(test)]
extern crate std;

#[cfg(any(test, feature = "analysis"))]
pub mod analysis;
pub mod dispatch;
pub mod modular;
pub mod multiplier;
#[cfg(any(test, feature = "analysis"))]
pub mod proof;
pub mod ring;
pub mod simd;
pub mod stage;
#[cfg(feature = "workbench")]
pub mod workbench;
