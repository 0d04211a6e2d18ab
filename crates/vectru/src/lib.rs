//! The key-encapsulation mechanisms of NTRU Prime and NTRU.
//!
//! Two parties that share nothing agree on 32 secret bytes: one publishes an encapsulation key, the other sends a
//! ciphertext made with it. The mathematics is that of "NTRU Prime: round 3" (Bernstein, Brumley, Chen,
//! Chuengsatiansup, Lange, Marotzke, Peng, Tuveri, van Vredendaal, Yang, 2020) and of "NTRU: algorithm specifications and
//! supporting documentation" (round 3, 2020), bit for bit; the products of polynomials are [`vectru_polymul`]'s.
//!
//! ```
//! use vectru::sntrup761;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = sntrup761::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! let received = decapsulation_key.decapsulate(&ciphertext);
//! assert_eq!(sent, received);
//! ```
//!
//! The rooms:
//!
//! - one module a parameter set: [`sntrup653`], [`sntrup761`], the mechanism that OpenSSH uses, [`sntrup857`],
//!   [`sntrup953`], [`sntrup1013`] and [`sntrup1277`]; [`ntrulpr653`], [`ntrulpr761`], [`ntrulpr857`], [`ntrulpr953`],
//!   [`ntrulpr1013`] and [`ntrulpr1277`]; [`ntruhps2048509`], [`ntruhps2048677`], [`ntruhps4096821`],
//!   [`ntruhps40961229`], [`ntruhrss701`] and [`ntruhrss1373`];
//! - [`prime`]: NTRU Prime, generic over its parameter sets, with its families [`streamlined`] and [`ntrulpr`]; [`ntru`]:
//!   NTRU, likewise;
//! - [`mechanism`]: any of them, as a trait, also for a set that is chosen at run time;
//! - [`Set`]: the parameter sets by name, for programs that choose one at run time;
//! - [`Error`]: why bytes are not a key or a ciphertext.
//!
//! Features, all additive: `getrandom` has `system_rng`, the random bytes of the operating system; `kem` implements
//! the traits of the `kem` crate where they can express a set's lengths (module `traits`); `kat` has the module `kat`, the generator of the known answers, and `alloc` has [batches](#batches) (both
//! need an allocator), which `rayon` computes on all cores; `parts` has the module `parts`, where the time of an operation goes (both need the standard library).
//! Without them the crate neither allocates nor needs an operating system.
//!
//! # Batches
//!
//! With feature `alloc` each set makes many keys, ciphertexts or shared secrets at a time: `generate_many`, `encapsulate_many`
//! and `decapsulate_many`, in the modules of the sets and in [`Mechanism`]. The results are those of single calls:
//!
//! - `encapsulate_many` and `decapsulate_many` always give what as many single calls give. They draw the same random bytes by the same
//!   calls of the generator.
//! - `generate_many` too, but for one case. Streamlined NTRU Prime rejects candidates for g. A batch finds those that are divisible by a factor of
//!   small degree of x^p - x - 1 modulo 3 before it goes on. Other candidates, fewer than one in 100,000, it finds when it has drawn
//!   the bytes of the keys after them, up to 32. Then it gives the single calls the bytes that it has drawn, and what the generator
//!   gives next. So the keys are those of single calls still, unless the bytes of the generator depend on how they are cut into
//!   calls; and at the end of the batch it may have drawn a few bytes more than single calls do.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use vectru::sntrup761::{decapsulate_many, encapsulate_many, generate_many};
//!
//! let mut rng = vectru::system_rng();
//! let pairs = generate_many(&mut rng, 20);
//! let sent = encapsulate_many(pairs.iter().map(|(_, key)| key), &mut rng);
//! let received = decapsulate_many(pairs.iter().zip(&sent).map(|((key, _), (ciphertext, _))| (key, ciphertext)));
//! assert!(sent.iter().map(|(_, secret)| secret).eq(&received));
//! # }
//! ```
//!
//! A chunk of up to 32 keys shares its reciprocals; hashes are computed for as many messages at a time as a vector has words of 64 bits. With
//! feature `rayon` chunks are computed on all cores; random bytes are drawn by the calling thread, and so the results are the same.
//!
//! If the generator fails, the results so far are dropped.
//!
//! # Secrets
//!
//! No branch, index, division or instruction of variable time depends on a secret, except through what the
//! specification makes public: how many candidates for g key generation rejects, and whether the bytes given as a
//! secret key are one. Keys, shared secrets and the intermediate values held by name are wiped when they are dropped;
//! copies that the compiler leaves in registers and on the stack are not.
#![no_std]

#[cfg(any(test, feature = "alloc", feature = "kat"))]
extern crate alloc;
#[cfg(any(vectru_constant_time_test, feature = "parts"))]
extern crate std;

// First, for its macros.
#[macro_use]
mod common;

#[cfg(feature = "_set")]
mod arithmetic;
#[cfg(feature = "_set")]
mod encoding;
#[cfg(feature = "_set")]
mod hashing;
mod interface;
mod scheme;

pub use common::ciphertext::Ciphertext;
#[cfg(vectru_constant_time_test)]
#[doc(hidden)]
pub use common::declassify::DECLASSIFY;
pub use common::error::{Error, ErrorKind, Object};
pub use common::parameters::{Array, ParameterSet};
#[cfg(feature = "parts")]
pub use common::parts;
#[cfg(feature = "getrandom")]
pub use common::random::{SystemRng, system_rng};
pub use common::set::{Set, UnknownSet};
pub use common::shared_secret::SharedSecret;
#[cfg(feature = "kat")]
pub use interface::kat;
pub use interface::mechanism::{self, Mechanism};
#[cfg(feature = "_set")]
pub use interface::sets::*;
#[cfg(all(feature = "kem", feature = "_sntrup"))]
pub use interface::traits;
#[cfg(feature = "_ntru")]
pub use scheme::ntru;
#[cfg(feature = "_ntrulpr")]
pub use scheme::ntrulpr;
#[cfg(feature = "_ntru-prime")]
pub use scheme::prime;
#[cfg(feature = "_sntrup")]
pub use scheme::streamlined;
