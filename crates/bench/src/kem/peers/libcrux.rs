//! ML-KEM-768 of libcrux, by the crate `libcrux-ml-kem`.
//!
//! Path: on x86-64 `libcrux_platform::simd256_support`, which asks the CPU for AVX2, else portable
//! code; on AArch64 Neon. Prepared keys have a different type for each path, so the path is chosen
//! here by the same question.
//!
//! Random bytes: it accepts bytes, which are drawn from the generator within the measured time.
//!
//! From bytes, a public key is validated first, as FIPS 203 requires.

use libcrux_ml_kem::mlkem768::{self, MlKem768Ciphertext, MlKem768KeyPair, MlKem768PrivateKey, MlKem768PublicKey};
use rand_core::Rng;

use super::has;
use crate::kem::generator::Generator;
use crate::kem::implementation::{Error, Implementation, Jobs, jobs};
use crate::kem::{ML_KEM, Peer, RngSource};

pub(super) const PEER: Peer = Peer { name: "libcrux-ml-kem", version: "0.0.11", jobs: &[(ML_KEM, make)] };

/// Returns the jobs on the path for this CPU.
fn make(source: RngSource) -> Result<Jobs, Error> {
    #[cfg(target_arch = "x86_64")]
    if has!("avx2") {
        return jobs::<avx2::Path>(source);
    }
    #[cfg(target_arch = "aarch64")]
    return jobs::<neon::Path>(source);
    #[cfg(not(target_arch = "aarch64"))]
    jobs::<portable::Path>(source)
}

/// Returns random bytes of the length that an operation needs.
fn draw<const BYTES: usize>(rng: &mut Generator) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    rng.fill_bytes(&mut bytes);
    bytes
}

/// The reason why loading the bytes of the implementation cannot fail.
const OWN: &str = "the length is that of its own bytes";

/// Implements a path by its module of the crate.
macro_rules! path {
    ($path:ident) => {
        mod $path {
            use super::*;
            use mlkem768::$path::unpacked::{
                self, MlKem768KeyPairUnpacked, MlKem768PublicKeyUnpacked, key_pair_from_private_mut,
            };

            pub(super) struct Path;

            impl Implementation for Path {
                const NAME: &'static str = PEER.name;
                const SET: &'static str = ML_KEM;

                type KeyPair = MlKem768KeyPair;
                type PublicKey = Box<MlKem768PublicKeyUnpacked>;
                type SecretKey = Box<MlKem768KeyPairUnpacked>;
                type Capsule = (MlKem768Ciphertext, [u8; 32]);
                type Ciphertext = MlKem768Ciphertext;
                type SharedSecret = [u8; 32];

                fn path() -> &'static str {
                    stringify!($path)
                }

                fn generate(rng: &mut Generator) -> Self::KeyPair {
                    mlkem768::generate_key_pair(draw(rng))
                }

                fn key_bytes(pair: &Self::KeyPair) -> (Vec<u8>, Vec<u8>) {
                    (pair.pk().to_vec(), pair.sk().to_vec())
                }

                fn public_key(bytes: &[u8]) -> Self::PublicKey {
                    let mut key = Box::default();
                    unpacked::unpacked_public_key(&MlKem768PublicKey::try_from(bytes).expect(OWN), &mut key);
                    key
                }

                fn secret_key(bytes: &[u8]) -> Self::SecretKey {
                    let mut key = Box::default();
                    key_pair_from_private_mut(&MlKem768PrivateKey::try_from(bytes).expect(OWN), &mut key);
                    key
                }

                fn ciphertext(bytes: &[u8]) -> Self::Ciphertext {
                    bytes.try_into().expect(OWN)
                }

                fn encapsulate(key: &Self::PublicKey, rng: &mut Generator) -> Self::Capsule {
                    unpacked::encapsulate(key, draw(rng))
                }

                fn encapsulate_from_bytes(bytes: &[u8], rng: &mut Generator) -> Self::Capsule {
                    let key = MlKem768PublicKey::try_from(bytes).expect(OWN);
                    assert!(mlkem768::validate_public_key(&key), "the key is its own");
                    mlkem768::encapsulate(&key, draw(rng))
                }

                fn capsule_bytes((ciphertext, secret): &Self::Capsule) -> (Vec<u8>, Vec<u8>) {
                    (ciphertext.as_slice().to_vec(), secret.to_vec())
                }

                fn decapsulate(key: &Self::SecretKey, ciphertext: &Self::Ciphertext) -> Self::SharedSecret {
                    unpacked::decapsulate(key, ciphertext)
                }

                fn decapsulate_from_bytes(bytes: &[u8], ciphertext: &Self::Ciphertext) -> Self::SharedSecret {
                    mlkem768::decapsulate(&MlKem768PrivateKey::try_from(bytes).expect(OWN), ciphertext)
                }

                fn secret_bytes(secret: &Self::SharedSecret) -> Vec<u8> {
                    secret.to_vec()
                }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
path!(avx2);
#[cfg(target_arch = "aarch64")]
path!(neon);
#[cfg(not(target_arch = "aarch64"))]
path!(portable);
