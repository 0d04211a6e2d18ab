//! The catalogue of multipliers: each with its recipe, its workbench, the proof of its products,
//! its bounds and its counted operations.
//!
//! An algorithm of [`vectru_polymul`] or of [`vectru_literature`] is written once, over the lanes
//! of a vector. In this crate, multipliers run on the lanes that prove and count
//! ([`analysis`](vectru_polymul::analysis)), in the form of every backend, on any machine. Programs
//! that multiply do not need the crate; the command line, the benchmarks and the tests use it.
//!
//! | an [`Entry`] has | |
//! | --- | --- |
//! | [`recipe`](Entry::recipe) | the multiplier as data |
//! | [`workbench`](Entry::workbench) | its parts on registers, compiled once, with the literature |
//! | [`prove`](Entry::prove) | the [proof](vectru_polymul::proof) of its products, for all operands |
//! | [`subject`](Entry::subject) | its products, to plant faults that the proof has to notice |
//! | [`bounds`](Entry::bounds) | the largest magnitudes in its computation, for all operands |
//! | [`costs`](Entry::costs) | the counts of its operations |
//!
//! The tests of this crate prove every multiplier of both lists. The tests of `vectru-polymul`
//! compare the operations of each backend with the portable ones, on which the proofs on lanes
//! rest.
//!
//! The proofs do not cover the compiler, the processor, or the correspondence of this prose with
//! the code.
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
pub mod closed_form;
mod cost;
mod entry;
mod list;

pub use bounds::Bounds;
pub use cost::Costs;
pub use entry::{Entry, shifts};
pub use list::CATALOGUE;
#[cfg(feature = "kernels")]
pub use vectru_literature::workbench;
