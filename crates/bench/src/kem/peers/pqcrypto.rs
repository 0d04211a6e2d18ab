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

/// Implements a set by its module of a crate. `keygen` and `encaps` are the lengths of the set's
/// calls of `randombytes`.
macro_rules! set {
    ($crate_name:ident, $set:ident, avx2: $avx2:literal, keygen: $keygen:expr, encaps: $encaps:expr) => {
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
                const OWN_BYTES: Option<OwnBytes> =
                    Some(OwnBytes { source: "system", fill, keygen: &$keygen, encaps: &$encaps });

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

/// Declares the sets of a crate, each with the rule of its lengths and a number, and the peer.
macro_rules! peer {
    ($peer:ident, $crate_name:ident, $name:literal, $version:literal:
     $($set:ident: $rule:ident($number:literal), avx2: $avx2:literal;)*) => {
        #[allow(non_upper_case_globals)]
        const $crate_name: &str = $name;
        $(set!($crate_name, $set, avx2: $avx2, keygen: $rule::keygen($number), encaps: $rule::encaps($number));)*

        pub(super) const $peer: Peer =
            Peer { name: $name, version: $version, jobs: &[$((stringify!($set), jobs::<$set::Set>)),*] };
    };
}

/// Streamlined NTRU Prime, by p: lists of p words, and an encoded short polynomial.
mod streamlined {
    pub(super) const fn keygen(p: usize) -> [usize; 3] {
        [4 * p, 4 * p, p.div_ceil(4)]
    }

    pub(super) const fn encaps(p: usize) -> [usize; 1] {
        [4 * p]
    }
}

/// NTRU LPRime, by p: a seed, a list of p words, and an input of 256 bits.
mod lprime {
    pub(super) const fn keygen(p: usize) -> [usize; 3] {
        [32, 4 * p, 32]
    }

    pub(super) const fn encaps(_: usize) -> [usize; 1] {
        [32]
    }
}

/// NTRU-HPS, by n: a byte for each coefficient, 30 bits for each coefficient, and a key for
/// rejection.
mod hps {
    const fn pair(n: usize) -> usize {
        (n - 1) + (30 * (n - 1)).div_ceil(8)
    }

    pub(super) const fn keygen(n: usize) -> [usize; 2] {
        [pair(n), 32]
    }

    pub(super) const fn encaps(n: usize) -> [usize; 1] {
        [pair(n)]
    }
}

/// NTRU-HRSS, by n: two bytes for each coefficient, and a key for rejection.
mod hrss {
    pub(super) const fn keygen(n: usize) -> [usize; 2] {
        [2 * (n - 1), 32]
    }

    pub(super) const fn encaps(n: usize) -> [usize; 1] {
        [2 * (n - 1)]
    }
}

/// Saber: two seeds and a key for rejection, of 32 bytes each.
mod saber_seeds {
    pub(super) const fn keygen(bytes: usize) -> [usize; 3] {
        [bytes; 3]
    }

    pub(super) const fn encaps(bytes: usize) -> [usize; 1] {
        [bytes]
    }
}

peer! { NTRU_PRIME, pqcrypto_ntruprime, "pqcrypto-ntruprime", "0.1.6":
    sntrup653: streamlined(653), avx2: true;
    sntrup761: streamlined(761), avx2: true;
    sntrup857: streamlined(857), avx2: true;
    sntrup953: streamlined(953), avx2: true;
    sntrup1013: streamlined(1013), avx2: true;
    sntrup1277: streamlined(1277), avx2: true;
    ntrulpr653: lprime(653), avx2: true;
    ntrulpr761: lprime(761), avx2: true;
    ntrulpr857: lprime(857), avx2: true;
    ntrulpr953: lprime(953), avx2: true;
    ntrulpr1013: lprime(1013), avx2: true;
    ntrulpr1277: lprime(1277), avx2: true;
}

peer! { NTRU, pqcrypto_ntru, "pqcrypto-ntru", "0.5.8":
    ntruhps2048509: hps(509), avx2: true;
    ntruhps2048677: hps(677), avx2: true;
    ntruhps4096821: hps(821), avx2: true;
    ntruhps40961229: hps(1229), avx2: false;
    ntruhrss701: hrss(701), avx2: true;
    ntruhrss1373: hrss(1373), avx2: false;
}

peer! { SABER, pqcrypto_saber, "pqcrypto-saber", "0.1.11":
    lightsaber: saber_seeds(32), avx2: true;
    saber: saber_seeds(32), avx2: true;
    firesaber: saber_seeds(32), avx2: true;
}
