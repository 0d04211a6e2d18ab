//! The key-encapsulation mechanisms of NTRU Prime, NTRU and Saber.
//!
//! Two parties without a common secret agree on 32 secret bytes: one publishes an encapsulation
//! key, the other sends a ciphertext made with it. The mechanisms follow "NTRU Prime: round 3"
//! `[BBC+20]`, "NTRU: algorithm specifications and supporting documentation", round 3 `[CDH+20]`,
//! and "SABER: Mod-LWR based KEM", round 3 `[BMD+20]`, bit for bit. Saber, which NIST did not
//! choose, is here for research. Products of polynomials are computed by [`vectru_polymul`].
//!
//! Feature `getrandom`, which is not a default one, adds `system_rng`, a generator of the operating
//! system's random bytes:
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
//! # Contents
//!
//! - A module for each parameter set. Streamlined NTRU Prime: [`sntrup653`], [`sntrup761`], which
//!   OpenSSH uses, [`sntrup857`], [`sntrup953`], [`sntrup1013`], [`sntrup1277`]. NTRU LPRime:
//!   [`ntrulpr653`], [`ntrulpr761`], [`ntrulpr857`], [`ntrulpr953`], [`ntrulpr1013`],
//!   [`ntrulpr1277`]. NTRU: [`ntruhps2048509`], [`ntruhps2048677`], [`ntruhps4096821`],
//!   [`ntruhps40961229`], [`ntruhrss701`], [`ntruhrss1373`]. Saber: [`lightsaber`], [`saber`],
//!   [`firesaber`].
//! - [`prime`]: NTRU Prime, generic over its parameter sets, with its families [`streamlined`] and
//!   [`ntrulpr`]. [`ntru`] and [`module_lwr`]: NTRU and Saber, likewise.
//! - [`Mechanism`]: all parameter sets by one trait. [`Set`]: the parameter sets by name, chosen at
//!   run time.
//! - `dynamic` (feature `alloc`): keys of a set that is chosen at run time.
//! - [`Error`]: the reason why bytes are not a key or a ciphertext.
//!
//! # Features
//!
//! Every feature adds to the crate; `balanced` and `small` choose other algorithms, whose results
//! are the same. A build needs at least one parameter set.
//!
//! | feature | adds |
//! | --- | --- |
//! | `sntrup653`, …, `ntruhrss1373`, …, `firesaber` | the parameter set, its module, the products of its ring |
//! | `sntrup`, `ntrulpr`, `ntruhps`, `ntruhrss` | all parameter sets of a family |
//! | `ntru-prime`, `ntru`, `module-lwr` | all parameter sets of NTRU Prime, NTRU or Saber; these are the default features |
//! | `getrandom` | `system_rng`: random bytes of the operating system |
//! | `alloc` | [batches](#batches); needs an allocator |
//! | `rayon` | batches on all cores; needs the standard library |
//! | `hybrid` | `hybrid`: hybrids of X25519 and a mechanism, as in TLS 1.3; needs an allocator |
//! | `ssh` | `ssh`: the key exchange `sntrup761x25519-sha512` of SSH; has `sntrup761` and `hybrid` |
//! | `kem` | `traits`: the traits of the `kem` crate, for Streamlined NTRU Prime |
//! | `pkcs8` | `key_files`: SubjectPublicKeyInfo and PKCS#8, DER and PEM; needs an allocator |
//! | `seed` | `seed`: key pairs that are made again from 33 bytes |
//! | `serde` | keys and ciphertexts in the formats of `serde`: hexadecimal in human-readable ones |
//! | `kat` | `kat`: known answers and their generator; needs an allocator |
//! | `balanced` | nothing; less stack, in a little more time: see [devices](#devices) |
//! | `small` | `balanced`, and even less stack and code, in much more time |
//! | `parts` | `parts`: the parts of an operation and their times; needs the standard library |
//!
//! WebAssembly for browsers and Node.js, the target `wasm32-unknown-unknown`, has no operating
//! system to give random bytes, and the crate `getrandom` does not compile for it by itself. A
//! program that uses feature `getrandom` there names the source among its own dependencies:
//! `getrandom = { version = "0.4", features = ["wasm_js"] }`.
//!
//! Without `alloc`, `rayon`, `hybrid`, `kat`, `pkcs8` and `parts` the crate needs neither an
//! allocator nor an operating system. A program that needs one parameter set compiles one set and
//! one ring:
//!
//! ```toml
//! vectru = { version = "0.1", default-features = false, features = ["sntrup761", "getrandom"] }
//! ```
//!
//! # Unoptimised builds
//!
//! `cargo run` and `cargo test` without `--release` compile dependencies without optimisation.
//! Operations then have the same results, in many times the time. These lines in a program's
//! `Cargo.toml` optimise the two crates in every build, which brings most of the speed back:
//!
//! ```toml
//! [profile.dev.package]
//! vectru.opt-level = 3
//! vectru-polymul.opt-level = 3
//! ```
//!
//! That secrets are wiped from the stack is promised of programs that are optimised as a whole. In
//! others, operations use more stack than they overwrite, also with these lines: generic functions,
//! such as the generation of hybrid keys, are compiled in the program.
//!
//! # Devices
//!
//! Two features select forms for devices with little memory, on every backend. Keys, ciphertexts
//! and shared secrets are the same, and so are types and functions. With `sntrup761` alone, a
//! program that generates keys by `try_generate_bytes` and uses [keys once](#keys-for-one-use) has
//! on a Cortex-M4
//!
//! - at most 48 KiB of stack with `balanced`: operands of many products are not transformed before,
//!   and operations overwrite no more stack than they need;
//! - at most 24 KiB of stack with `small`, and 64 KiB of code and tables, compiled by
//!   `opt-level = "s"` and link-time optimisation: products, reciprocals, sorting and hashing, too,
//!   have the forms that need the least memory and code.
//!
//! The figures of all sets, and programs for devices in Rust and C, are in docs/users/cortex-m.md.
//!
//! # Keys
//!
//! A key has two states. [`EncapsulationKey`] and [`DecapsulationKey`] are its bytes, which were
//! checked, and the polynomials that they encode. For a key that is used many times, `prepare`
//! computes what its uses have in common, the transforms of its polynomials and the hash of the
//! public key. [`PreparedEncapsulationKey`] and [`PreparedDecapsulationKey`] are several times as
//! large, and `prepare_boxed` makes them on the heap.
//!
//! ```
//! use vectru::sntrup761::{Ciphertext, DecapsulationKey, EncapsulationKey, generate};
//!
//! let mut rng = vectru::system_rng();
//! let (secret_key, public_key) = generate(&mut rng);
//! let (secret_bytes, public_bytes) = (secret_key.to_bytes(), public_key.to_bytes());
//!
//! let (ciphertext, sent) = EncapsulationKey::from_bytes(&public_bytes)?.encapsulate(&mut rng);
//! let key = DecapsulationKey::from_bytes(&*secret_bytes)?;
//! assert_eq!(key.decapsulate(&ciphertext), sent);
//!
//! let prepared = key.prepare();
//! assert_eq!(prepared.decapsulate(&ciphertext), sent);
//! # Ok::<(), vectru::Error>(())
//! ```
//!
//! ## Keys for one use
//!
//! The functions `encapsulate` and `decapsulate` in the module of each set,
//! [`Mechanism::encapsulate_once`] and [`Mechanism::decapsulate_once`], take a key as bytes. They
//! are for devices, as no key is in memory beside the bytes, and in NTRU Prime they compute the
//! hash of the public key beside other hashes, which costs no time with AVX-512. Their results and
//! errors are the same as with loaded keys. For a secret key of NTRU Prime or Saber that was
//! generated or accepted before, `decapsulate_trusted` and [`DecapsulationKey::from_bytes_trusted`]
//! do not check that hash.
//!
//! # Batches
//!
//! With feature `alloc`, the functions `generate_many`, `encapsulate_many` and `decapsulate_many`,
//! in the module of each set and in [`Mechanism`], make many keys, ciphertexts or shared secrets at
//! once.
//!
//! ```
//! use vectru::sntrup761::{decapsulate_many, encapsulate_many, generate_many};
//!
//! let mut rng = vectru::system_rng();
//! let pairs = generate_many(&mut rng, 20);
//! let sent = encapsulate_many(pairs.iter().map(|(_, key)| key), &mut rng);
//! let ciphertexts = sent.iter().map(|(ciphertext, _)| ciphertext);
//! let received = decapsulate_many(pairs.iter().map(|(key, _)| key).zip(ciphertexts));
//! assert!(sent.iter().map(|(_, secret)| secret).eq(&received));
//! ```
//!
//! `encapsulate_many` and `decapsulate_many` return the same results as single calls, and draw the
//! same random bytes by the same calls of the generator. So does `generate_many`, with one
//! exception. Key generation of Streamlined NTRU Prime rejects candidates for g that have no
//! reciprocal modulo 3. A batch detects most of them, the ones that are divisible by a factor of
//! small degree of x^p - x - 1 modulo 3, before it draws more bytes. Others occur with probability
//! below 1/100,000; a batch detects them after it has drawn the bytes of further keys, without
//! `rayon` up to 63. It then gives these bytes to single calls, followed by new ones of the
//! generator. Hence the keys are the same as from single calls unless the bytes of the generator
//! depend on their division into calls, and the batch may have drawn a few bytes more.
//!
//! Up to 32 keys, a *batch group*, share their reciprocals. Hashes are computed for as many
//! messages side by side as a vector has words of 64 bits, and so are the expansions of seeds in
//! Saber, whose keys have no reciprocals. With feature `rayon`, groups are computed on all cores,
//! while the calling thread draws the random bytes of the next groups, so that the results are the
//! same. If the generator fails, the results so far are dropped.
//!
//! # Random bytes
//!
//! Keys are as good as the bytes of their generator. One that fails or repeats itself gives an
//! error or a key pair that works, never an endless loop:
//!
//! | family | key generation draws | there is no key pair if | with uniform bytes |
//! | --- | --- | --- | --- |
//! | Streamlined NTRU Prime | up to 32 candidates for g | no candidate has a reciprocal modulo 3 | below 2^-131 |
//! | NTRU | one candidate for f, and one for g | f = 0 or g = 0 | below 2^-799 |
//! | NTRU LPRime, Saber | no candidates | | |
//!
//! Functions whose names begin with `try_` return [`GenerationError::Rejected`] then, and
//! `generate_from` returns [`ErrorKind::Rejected`]. Functions without a place for an error panic.
//! Encapsulation accepts any random bytes.
//!
//! # Secrets
//!
//! No branch, index or division depends on a secret, except through facts that the specification
//! makes public: the number of candidates for g that key generation rejects, and whether the bytes
//! given as a secret key are a secret key. Multiplications of secrets take constant time where the
//! CPU promises that. Keys and shared secrets are wiped when dropped, and operations overwrite the
//! stack that they have used. Registers are not wiped, nor are the old places of values that a
//! program moves: see docs/assurance/memory.md.
#![no_std]
// Where features are left out, so are callers. The build with all of them has no unused code.
#![cfg_attr(
    not(all(
        feature = "_sntrup",
        feature = "_ntrulpr",
        feature = "_ntru",
        feature = "_module-lwr",
        feature = "alloc",
        feature = "kat",
        feature = "parts",
        feature = "pkcs8",
        feature = "ssh"
    )),
    allow(unused, unreachable_pub)
)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    docsrs,
    doc(auto_cfg(hide(
        feature = "_ntru-prime",
        feature = "_sntrup",
        feature = "_ntrulpr",
        feature = "_ntru",
        feature = "_module-lwr",
        feature = "_sha3"
    )))
)]

#[cfg(any(test, feature = "alloc", feature = "kat", feature = "pkcs8"))]
extern crate alloc;
#[cfg(any(vectru_constant_time_test, feature = "parts"))]
extern crate std;

#[cfg(not(any(feature = "_ntru-prime", feature = "_ntru", feature = "_module-lwr")))]
compile_error!("no parameter set is compiled: name one among the features of vectru, such as sntrup761");

// First, for its macros.
#[macro_use]
mod common;
#[macro_use]
pub mod mechanism;

mod arithmetic;
mod encoding;
mod hashing;
mod interface;
mod key;
mod scheme;

pub use common::ciphertext::Ciphertext;
#[cfg(vectru_constant_time_test)]
#[doc(hidden)]
pub use common::declassify::DECLASSIFY;
pub use common::error::{EncapsulationError, Error, ErrorKind, GenerationError, Object};
pub use common::parameters::{Array, ParameterSet};
#[cfg(feature = "parts")]
pub use common::parts;
pub use common::set::{Set, UnknownSet};
pub use common::shared_secret::SharedSecret;
pub use common::stack;
#[cfg(feature = "getrandom")]
pub use common::system_rng::{SystemRng, system_rng};
#[cfg(feature = "alloc")]
pub mod dynamic;
pub use interface::*;
pub use key::{
    AnyDecapsulationKey, AnyEncapsulationKey, DecapsulationKey, EncapsulationKey, PreparedDecapsulationKey,
    PreparedEncapsulationKey,
};
pub use mechanism::Mechanism;
pub use scheme::*;
