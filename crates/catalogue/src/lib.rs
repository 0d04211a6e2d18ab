//! The catalogue of multipliers: each with its recipe, its workbench, the proof of its maps, its
//! bounds and its counted operations.
//!
//! An algorithm of [`vectru_polymul`] is written once, over the lanes of a vector. Here multipliers
//! run on the lanes that prove and count ([`analysis`](vectru_polymul::analysis)), in the shape of
//! every backend, on any machine. No product in a ring needs this crate; the command line, the
//! benchmarks and the tests look at multipliers through it.
//!
//! | an [`Entry`] has | by running the multiplier on |
//! | --- | --- |
//! | [`recipe`](Entry::recipe) | nothing: it is data |
//! | [`workbench`](Entry::workbench) | registers, compiled once, with the engine |
//! | [`bounds`](Entry::bounds) | intervals: no lane can leave its range, for any operands |
//! | [`costs`](Entry::costs) | the same intervals, whose operations are counted |
//! | [`certificate`](Entry::certificate) | the same intervals, whose operations are written down |
//! | [`prove`](Entry::prove) | arrays: every map is its definition on every basis vector |
//!
//! The type of an entry demands all of them: a multiplier without the
//! [proof](vectru_polymul::proof::BasisProof) of its maps does not compile here.
//!
//! # The proof
//!
//! For each multiplier the tests show, on the lanes of every backend's shape:
//!
//! 1. No 16-bit lane and no 32-bit sum (no 32-bit lane and no 64-bit sum) leaves its range for any
//!    centred operands, and -2^15 never meets -2^15 in a rounding high product.
//! 2. The forward transform, the inverse and the fold agree with their definition on every basis
//!    vector, and the products of transformed operands on every pair of basis vectors. Each is
//!    congruent to a linear (bilinear) map wherever no lane leaves its range, so they agree
//!    everywhere.
//! 3. Every operation of every backend equals its portable meaning (the tests of `vectru-polymul`),
//!    so that 1 and 2 carry over to registers.
//!
//! Not proved are the compiler, the processor, and the correspondence of this prose with the code.
//!
//! ```
//! use vectru_catalogue::CATALOGUE;
//! use vectru_polymul::dispatch::Backend;
//!
//! let entry = CATALOGUE.iter().find(|entry| entry.is_chosen(Backend::Neon)).expect("a ring is compiled");
//! if let Some(bounds) = entry.bounds(Backend::Neon).expect("no lane leaves its range") {
//!     assert_eq!(bounds.result, entry.modulus / 2);
//! }
//! assert!(entry.costs(Backend::Neon).forward.total().multiplications > 0);
//! ```

mod bounds;
mod certificate;
pub mod closed_form;
mod cost;
mod entry;
mod run;

pub use bounds::Bounds;
pub use cost::Costs;
pub use entry::{CATALOGUE, Entry, shifts};
