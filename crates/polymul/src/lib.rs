//! Polynomial multiplication for the rings of NTRU Prime, NTRU and Saber: vectorised, and proved.
//!
//! An algorithm is written once, over the lanes of a vector, and the kind of lanes decides what
//! running it does:
//!
//! | lanes | running a multiplier on them |
//! | --- | --- |
//! | registers of AVX2, AVX-512, Neon and simd128 (modules of [`simd`]) | multiplies, fast |
//! | arrays of `i16` ([`simd::portable`]) | multiplies, on any CPU, and defines every operation |
//! | intervals and polynomials (feature `analysis`) | proves the product for all operands, and counts operations |
//!
//! The modules, in the order in which a reader may want to open them:
//!
//! - [`mod@ring`]: the rings, and the schoolbook product that every multiplier is checked against;
//! - [`multiplier`]: one file for each kind of multiplier that ships, a chain of stages for a ring;
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
//! | `small` | nothing; every ring uses its smallest multiplier instead of the fastest one, on every backend |
//! | `literature` | vectors of 32-bit lanes, which only the multipliers of `vectru-literature` need |
//! | `workbench` | the module `workbench`: multipliers in parts, for measurements and tests |
//! | `replace` | `multiplier::force`: a program can replace the products in a ring by a function of its own; needs the standard library |
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
//!
//! # A ring of one's own
//!
//! A ring, its multipliers and the choice among them are stated in a line each, in this crate or in
//! any other. `examples/own-rings` is such a crate.
//!
//! | macro | states |
//! | --- | --- |
//! | [`ring!`] | a ring: q, n and the polynomial |
//! | [`toeplitz!`] | a multiplier for x^n - 1 or x^n + 1 and q a power of two: the dimension and the layers |
//! | [`outer!`] | a multiplier for an odd prime q: the dimensions of a transform over chunks |
//! | [`native!`] | a multiplier by transforms of the ring itself, for x^n - 1, x^n + 1 and x^2m ± x^m + 1 with roots of unity |
//! | [`schoolbook!`] | a multiplier for an odd q, by the definition |
//! | [`multiply_by!`], [`module_by!`] | the multipliers that products in a ring, and rows by columns, run |
//! | `prove!`, with feature `analysis` | tests that prove the products of multipliers |
//! | `bench!`, with feature `workbench` | a program that times products, and the schoolbook product beside them |
//!
//! ```
//! use vectru_polymul::{multiplier::multiply, ring::Polynomial};
//!
//! vectru_polymul::ring! {
//!     /// The ring of SMAUG-T.
//!     pub Smaug256 = Z/1024[x]/(x^256 + 1);
//! }
//! vectru_polymul::toeplitz! {
//!     /// 21 products of dimension 32.
//!     pub Toeplitz256: Smaug256 = 256 by Toom4, Karatsuba;
//! }
//! vectru_polymul::multiply_by! { Smaug256: Toeplitz256 }
//!
//! let a = Polynomial::<Smaug256>::from_fn(|k| k as i16);
//! assert_eq!(multiply(&a, &a), a.schoolbook(&a));
//! ```
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(test, feature = "analysis", feature = "workbench"))]
extern crate alloc;
#[cfg(any(test, feature = "analysis", feature = "replace"))]
extern crate std;

#[cfg(any(test, feature = "analysis"))]
#[macro_use]
pub mod analysis;
pub mod dispatch;
pub mod entry;
pub mod modular;
pub mod multiplier;
#[cfg(any(test, feature = "analysis"))]
pub mod proof;
pub mod ring;
mod shipped;
pub mod simd;
pub mod stage;
#[cfg(feature = "workbench")]
pub mod workbench;
