//! Post-quantum key exchange for [rustls](https://docs.rs/rustls): groups of TLS 1.3 that are
//! hybrids of X25519 and a mechanism of vectru.
//!
//! A connection with such a group stays confidential as long as one of both, X25519 or the
//! mechanism, is unbroken. [`provider()`] adds the groups to any provider of cryptography:
//!
//! ```
//! let provider = vectru_rustls::provider(rustls::crypto::ring::default_provider());
//! provider.install_default().expect("the process has no provider yet");
//! // Every configuration that is built from here on offers and accepts the groups.
//! assert!(rustls::crypto::CryptoProvider::get_default().is_some());
//! ```
//!
//! # Groups
//!
//! | group | code point | client's share | server's share | feature |
//! | --- | --- | --- | --- | --- |
//! | `x25519_sntrup761` | 0xFE61 | 1190 bytes | 1071 bytes | `sntrup761` |
//! | `x25519_ntruhps2048677` | 0xFE67 | 962 bytes | 962 bytes | `ntruhps2048677` |
//!
//! The client's share is the encapsulation key of [`vectru::hybrid`], the server's share is its
//! ciphertext, and the shared secret has 64 bytes: the secret of X25519, then the secret of the
//! mechanism. No code points are assigned to these groups. Theirs are from the range for private
//! use, so both sides must agree on them. The groups need TLS 1.3; a configuration that also allows
//! TLS 1.2 does not use them there.
//!
//! # Clients and servers that do not know the groups
//!
//! A client whose first group is one of these also sends its X25519 public key as a separate share,
//! if its provider has X25519. A server that does not know the hybrid group answers that share
//! without a further round trip. The key pair of X25519 is the same in both shares, as the draft on
//! hybrid groups allows (section 3.2 of `[SFG25]`).
//!
//! # Errors
//!
//! A share of a wrong length, with bytes that are not a key, or with an X25519 part of low order
//! ends the handshake: the peer gets the alert `illegal_parameter`, and the caller the error
//! `PeerMisbehaved(InvalidKeyShare)`. A ciphertext that was tampered with is decapsulated to
//! another secret, as the mechanisms require, and the handshake ends when the first encrypted
//! message cannot be decrypted. If the operating system provides no random bytes, the error is
//! `FailedToGetRandomBytes`.
//!
//! `[SFG25]`: "Hybrid key exchange in TLS 1.3", draft-ietf-tls-hybrid-design.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(feature = "sntrup761", feature = "ntruhps2048677"))]
mod group;

use rustls::crypto::{CryptoProvider, SupportedKxGroup};

#[cfg(any(feature = "sntrup761", feature = "ntruhps2048677"))]
use group::Hybrid;

/// X25519 and sntrup761, code point 0xFE61.
///
/// ```
/// use rustls::NamedGroup;
/// use vectru_rustls::X25519_SNTRUP761;
///
/// assert_eq!(X25519_SNTRUP761.name(), NamedGroup::from(0xfe61));
/// assert_eq!(format!("{X25519_SNTRUP761:?}"), "x25519_sntrup761");
/// ```
#[cfg(feature = "sntrup761")]
pub static X25519_SNTRUP761: &dyn SupportedKxGroup = &Hybrid::<vectru::sntrup761::Sntrup761>::new();

/// X25519 and ntruhps2048677, code point 0xFE67.
///
/// ```
/// use rustls::NamedGroup;
/// use vectru_rustls::X25519_NTRUHPS2048677;
///
/// assert_eq!(X25519_NTRUHPS2048677.name(), NamedGroup::from(0xfe67));
/// assert_eq!(format!("{X25519_NTRUHPS2048677:?}"), "x25519_ntruhps2048677");
/// ```
#[cfg(feature = "ntruhps2048677")]
pub static X25519_NTRUHPS2048677: &dyn SupportedKxGroup = &Hybrid::<vectru::ntruhps2048677::Ntruhps2048677>::new();

/// The groups of the features that are enabled, the preferred one first.
///
/// ```
/// # #[cfg(feature = "sntrup761")] {
/// use vectru_rustls::{ALL_KX_GROUPS, X25519_SNTRUP761};
/// assert_eq!(ALL_KX_GROUPS[0].name(), X25519_SNTRUP761.name());
/// # }
/// ```
pub static ALL_KX_GROUPS: &[&dyn SupportedKxGroup] = &[
    #[cfg(feature = "sntrup761")]
    X25519_SNTRUP761,
    #[cfg(feature = "ntruhps2048677")]
    X25519_NTRUHPS2048677,
];

/// Returns `base` with the groups of this crate in front of its own.
///
/// Everything else is taken from `base`: cipher suites, signatures, random bytes of the protocol.
/// The random bytes of the groups come from the operating system. If the provider prefers another
/// post-quantum group, add these groups after it instead: its
/// [`kx_groups`](CryptoProvider::kx_groups) are a vector, into which [`ALL_KX_GROUPS`] can be
/// inserted at any index.
///
/// ```
/// use std::sync::Arc;
/// use rustls::{ClientConfig, RootCertStore, crypto::ring};
///
/// let provider = Arc::new(vectru_rustls::provider(ring::default_provider()));
/// let config = ClientConfig::builder_with_provider(provider)
///     .with_safe_default_protocol_versions()?
///     .with_root_certificates(RootCertStore::empty())
///     .with_no_client_auth();
/// assert!(config.crypto_provider().kx_groups.len() > ring::ALL_KX_GROUPS.len());
/// # Ok::<(), rustls::Error>(())
/// ```
pub fn provider(base: CryptoProvider) -> CryptoProvider {
    let others =
        base.kx_groups.into_iter().filter(|group| ALL_KX_GROUPS.iter().all(|ours| ours.name() != group.name()));
    CryptoProvider { kx_groups: ALL_KX_GROUPS.iter().copied().chain(others).collect(), ..base }
}

/// The examples of the page, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/users/rustls.md")]
struct Page;
