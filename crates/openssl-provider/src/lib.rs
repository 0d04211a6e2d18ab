//! vectru as a provider for OpenSSL 3: a module that OpenSSL loads, with the key-encapsulation
//! mechanisms of NTRU Prime, NTRU and Saber and the TLS 1.3 groups that are hybrids with X25519.
//!
//! The module is linked with nothing of OpenSSL. OpenSSL calls `OSSL_provider_init` with a table of
//! functions that the provider may call, and gets a table of functions that OpenSSL may call. Both
//! tables are lists of pointers with an id; `ffi` has them, and all code of this crate that is
//! unsafe.
//!
//! | module | contents |
//! | --- | --- |
//! | `algorithm` | the parameter sets and hybrids as algorithms of one kind |
//! | `pool` | key pairs in store |
//! | `key` | keys with their parts: what OpenSSL's KEYMGMT handles |
//! | `random` | random bytes for one operation |
//! | `text` | keys for people to read |
//! | `provider` | the state of a loaded provider |
//! | `failure` | reasons for OpenSSL's error queue |
//! | `ffi` | the interface: tables, parameters, the functions that OpenSSL calls |
//!
//! `docs/users/openssl.md` says how to install and use the provider.

mod algorithm;
mod failure;
#[allow(unsafe_code)] // Functions that C calls, and pointers that C passes to them.
mod ffi;
mod key;
mod pool;
mod provider;
mod random;
mod text;
