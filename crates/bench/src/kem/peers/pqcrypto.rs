//! The C code of PQClean, by the crates `pqcrypto-ntruprime`, `pqcrypto-ntru` and
//! `pqcrypto-saber`.
//!
//! Path: `is_x86_feature_detected!("avx2")` in each function of the crates, if the set has such
//! code; else plain C.
//!
//! Random bytes: `randombytes` of the C code is a function of the crate `pqcrypto-internals` that
//! calls `fill` of `getrandom` 0.3, a system call. Safe code cannot replace it, so `fill` is
//! measured alone.
//!
//! Keys are bytes: there is nothing to prepare.

use pqcrypto_traits::kem::{Ciphertext, PublicKey, SecretKey, SharedSecret};

use super::has;
use crate::kem::Peer;
use crate::kem::generator::Generator;
use crate::kem::implementation::{Implementation, OwnBytes, jobs};

/// Implements a set by its module of a crate.
macro_rules! set {
    ($crate_name:ident, $set:ident, avx2: $avx2:literal) => {
        mod $set {
            use super::*;
            use $crate_name::$set as peer;

            /// The reason why loading the bytes of the implementation cannot fail.
            const OWN: &str = "the length is that of its own bytes";

            pub(super) struct Set;

            impl Implementation for Set {
                const NAME: &'static str = super::$crate_name;
                const SET: &'static str = stringify!($set);
                const PREPARES: bool = false;
                const OWN_BYTES: Option<OwnBytes> = Some(OwnBytes { source: "system", fill });

                type KeyPair = (peer::PublicKey, peer::SecretKey);
                type PublicKey = peer::PublicKey;
                type SecretKey = peer::SecretKey;
                type Capsule = (peer::SharedSecret, peer::Ciphertext);
                type Ciphertext = peer::Ciphertext;
                type SharedSecret = peer::SharedSecret;

                fn path() -> &'static str {
                    if $avx2 && has!("avx2") { "avx2" } else { "c" }
                }

                fn generate(_: &mut Generator) -> Self::KeyPair {
                    peer::keypair()
                }

                fn key_bytes((public, secret): &Self::KeyPair) -> (Vec<u8>, Vec<u8>) {
                    (public.as_bytes().to_vec(), secret.as_bytes().to_vec())
                }

                fn public_key(bytes: &[u8]) -> Self::PublicKey {
                    PublicKey::from_bytes(bytes).expect(OWN)
                }

                fn secret_key(bytes: &[u8]) -> Self::SecretKey {
                    SecretKey::from_bytes(bytes).expect(OWN)
                }

                fn ciphertext(bytes: &[u8]) -> Self::Ciphertext {
                    Ciphertext::from_bytes(bytes).expect(OWN)
                }

                fn encapsulate(key: &Self::PublicKey, _: &mut Generator) -> Self::Capsule {
                    peer::encapsulate(key)
                }

                fn capsule_bytes((secret, ciphertext): &Self::Capsule) -> (Vec<u8>, Vec<u8>) {
                    (ciphertext.as_bytes().to_vec(), secret.as_bytes().to_vec())
                }

                fn decapsulate(key: &Self::SecretKey, ciphertext: &Self::Ciphertext) -> Self::SharedSecret {
                    peer::decapsulate(ciphertext, key)
                }

                fn secret_bytes(secret: &Self::SharedSecret) -> Vec<u8> {
                    secret.as_bytes().to_vec()
                }
            }
        }
    };
}

/// Fills bytes as `randombytes` of the C code does.
fn fill(bytes: &mut [u8]) {
    getrandom_03::fill(bytes).expect("the system gives random bytes");
}

/// Declares the sets of a crate, and the peer.
macro_rules! peer {
    ($peer:ident, $crate_name:ident, $name:literal, $version:literal:
     $($set:ident, avx2: $avx2:literal;)*) => {
        #[allow(non_upper_case_globals)]
        const $crate_name: &str = $name;
        $(set!($crate_name, $set, avx2: $avx2);)*

        pub(super) const $peer: Peer =
            Peer { name: $name, version: $version, jobs: &[$((stringify!($set), jobs::<$set::Set>)),*] };
    };
}

peer! { NTRU_PRIME, pqcrypto_ntruprime, "pqcrypto-ntruprime", "0.1.6":
    sntrup653, avx2: true;
    sntrup761, avx2: true;
    sntrup857, avx2: true;
    sntrup953, avx2: true;
    sntrup1013, avx2: true;
    sntrup1277, avx2: true;
    ntrulpr653, avx2: true;
    ntrulpr761, avx2: true;
    ntrulpr857, avx2: true;
    ntrulpr953, avx2: true;
    ntrulpr1013, avx2: true;
    ntrulpr1277, avx2: true;
}

peer! { NTRU, pqcrypto_ntru, "pqcrypto-ntru", "0.5.8":
    ntruhps2048509, avx2: true;
    ntruhps2048677, avx2: true;
    ntruhps4096821, avx2: true;
    ntruhps40961229, avx2: false;
    ntruhrss701, avx2: true;
    ntruhrss1373, avx2: false;
}

peer! { SABER, pqcrypto_saber, "pqcrypto-saber", "0.1.11":
    lightsaber, avx2: true;
    saber, avx2: true;
    firesaber, avx2: true;
}
