//! vectru for JavaScript: the classes of the npm package, over the mechanisms of the crate
//! `vectru`.
//!
//! A [`Mechanism`](mechanism::Mechanism) makes and reads keys, a [`PublicKey`](keys::PublicKey)
//! encapsulates, a [`SecretKey`](keys::SecretKey) decapsulates. Arrays of bytes are copied in and
//! out, and copies of secrets in the memory of WebAssembly are wiped: see [`bytes`]. Documentation
//! comments of public items become the comments of the package's types, for programmers in
//! JavaScript.

mod bytes;
mod error;
pub mod keys;
pub mod mechanism;
