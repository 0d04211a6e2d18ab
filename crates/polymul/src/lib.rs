//! Polynomial multiplication for the rings of NTRU Prime, NTRU and Saber: vectorised, and proved.
//!
//! An algorithm is written once, over the lanes of a vector; the lanes decide what a run of it
//! does.
//!
//! | lanes | running a multiplier on them |
//! | --- | --- |
//! | registers of AVX2, AVX-512, Neon and simd128 (modules of [`simd`]) | multiplies, fast |
//! | arrays of `i16` ([`simd::portable`]) | multiplies, on any CPU, and defines every operation |
//! | intervals (feature `analysis`) | proves that no lane can overflow, for every input |
//! | counters (feature `analysis`) | counts multiplications, additions, permutations, loads and stores |
//!
//! The modules, in the order in which a reader may want to open them:
//!
//! - [`ring`]: the rings, and the schoolbook product that everything is checked against;
//! - [`multiplier`]: one file for each multiplier, a chain of stages for a ring;
//! - [`stage`]: one file for each map (Good-Thomas, Rader, …);
//! - [`modular`]: Barrett and Montgomery arithmetic with its bounds;
//! - [`simd`]: the contract that stages are written over, and its backends;
//! - [`dispatch`]: the backend that this CPU runs.
//!
//! # Features
//!
//! | feature | adds |
//! | --- | --- |
//! | `sntrup653`, …, `saber` | products in the ring of this name, compiled with this crate; all are in `default` |
//! | `prime1009`, `cyclic773` | the same for rings that belong to no parameter set; in no default |
//! | `printed` | with `workbench`, multipliers that only tables of the sources need; in no default |
//! | `small` | nothing; every ring takes its smallest multiplier in place of the fastest one, on every backend |
//! | `workbench` | the module `workbench`: every multiplier of these rings in parts, for measurements and tests |
//! | `analysis` | the modules `analysis` and `proof`: the lanes that prove and count; needs the standard library |
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
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(test, feature = "analysis", feature = "workbench"))]
extern crate alloc;
#[cfg(any(test, feature = "analysis"))]
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
// Unit tests do without it, which would compile every kernel a second time.
#[cfg(all(feature = "workbench", not(test)))]
#[cfg_attr(not(feature = "_ring"), allow(dead_code, unused_imports))] // No ring has multipliers.
pub mod workbench;
