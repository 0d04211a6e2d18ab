//! The crates `sntrup` and `sntrup-kem`, of the same origin and with the same interface.
//!
//! Path of `sntrup`: `src/cpu.rs` asks `is_x86_feature_detected!` for AVX2, for AVX-VNNI (products,
//! except of sntrup761) and for AVX-512 F, BW and VL (the division steps of key generation). Neon
//! on AArch64.
//!
//! Path of `sntrup-kem`: `cfg(target_feature = "avx2")`, a choice of the build; Neon on AArch64.
//!
//! Random bytes: both accept a generator. Keys of `sntrup` keep decoded polynomials; keys of
//! `sntrup-kem` are bytes.

use std::marker::PhantomData;

use super::has;
use crate::kem::Peer;
use crate::kem::generator::Generator;
use crate::kem::implementation::{Implementation, jobs};

/// Implements the sets of a crate, and declares the peer.
macro_rules! peer {
    ($peer:ident, $marker:ident, $crate_name:ident, $name:literal, $version:literal,
     prepares: $prepares:literal, path: $path:expr) => {
        struct $marker<P>(PhantomData<P>);

        impl<P: $crate_name::SntrupParams> Implementation for $marker<P> {
            const NAME: &'static str = $name;
            const SET: &'static str = P::NAME;
            const PREPARES: bool = $prepares;

            type KeyPair = ($crate_name::EncapsulationKey<P>, $crate_name::DecapsulationKey<P>);
            type PublicKey = $crate_name::EncapsulationKey<P>;
            type SecretKey = $crate_name::DecapsulationKey<P>;
            type Capsule = ($crate_name::Ciphertext<P>, $crate_name::SharedSecret<P>);
            type Ciphertext = $crate_name::Ciphertext<P>;
            type SharedSecret = $crate_name::SharedSecret<P>;

            fn path() -> &'static str {
                $path
            }

            fn generate(rng: &mut Generator) -> Self::KeyPair {
                $crate_name::SntrupKem::<P>::generate_key(rng)
            }

            fn key_bytes((public, secret): &Self::KeyPair) -> (Vec<u8>, Vec<u8>) {
                (public.as_ref().to_vec(), secret.as_ref().to_vec())
            }

            fn public_key(bytes: &[u8]) -> Self::PublicKey {
                bytes.try_into().expect(OWN)
            }

            fn secret_key(bytes: &[u8]) -> Self::SecretKey {
                bytes.try_into().expect(OWN)
            }

            fn ciphertext(bytes: &[u8]) -> Self::Ciphertext {
                bytes.try_into().expect(OWN)
            }

            fn encapsulate(key: &Self::PublicKey, rng: &mut Generator) -> Self::Capsule {
                key.encapsulate(rng)
            }

            fn capsule_bytes((ciphertext, secret): &Self::Capsule) -> (Vec<u8>, Vec<u8>) {
                (ciphertext.as_ref().to_vec(), secret.as_ref().to_vec())
            }

            fn decapsulate(key: &Self::SecretKey, ciphertext: &Self::Ciphertext) -> Self::SharedSecret {
                key.decapsulate(ciphertext)
            }

            fn secret_bytes(secret: &Self::SharedSecret) -> Vec<u8> {
                secret.as_ref().to_vec()
            }
        }

        pub(super) const $peer: Peer = Peer {
            name: $name,
            version: $version,
            jobs: &[
                ("sntrup653", jobs::<$marker<$crate_name::Sntrup653Params>>),
                ("sntrup761", jobs::<$marker<$crate_name::Sntrup761Params>>),
                ("sntrup857", jobs::<$marker<$crate_name::Sntrup857Params>>),
                ("sntrup953", jobs::<$marker<$crate_name::Sntrup953Params>>),
                ("sntrup1013", jobs::<$marker<$crate_name::Sntrup1013Params>>),
                ("sntrup1277", jobs::<$marker<$crate_name::Sntrup1277Params>>),
            ],
        };
    };
}

/// The reason why loading the bytes of the implementation cannot fail.
const OWN: &str = "it reads what it has written";

peer!(SNTRUP, Sntrup, sntrup, "sntrup", "0.4.0", prepares: true, path: {
    let avx512 = has!("avx512f", "avx512bw", "avx512vl");
    // sntrup761 multiplies by transforms, without AVX-VNNI.
    let vnni = P::NAME != "sntrup761" && has!("avxvnni");
    match (has!("avx2"), avx512, vnni) {
        (true, true, true) => "avx512+avxvnni",
        (true, true, false) => "avx512+avx2",
        (true, false, true) => "avxvnni",
        (true, false, false) => "avx2",
        _ if cfg!(target_arch = "aarch64") => "neon",
        _ => "scalar",
    }
});

peer!(SNTRUP_KEM, SntrupKem, sntrup_kem, "sntrup-kem", "0.1.0-rc.0", prepares: false, path: {
    if cfg!(all(target_arch = "x86_64", target_feature = "avx2")) {
        "avx2"
    } else if cfg!(target_arch = "aarch64") {
        "neon"
    } else {
        "scalar"
    }
});
