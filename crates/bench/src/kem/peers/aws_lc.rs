//! ML-KEM-768 of AWS-LC, by the crate `aws-lc-rs`.
//!
//! Path: AWS-LC has the assembly of mlkem-native. `mlk_sys_check_capability` asks for AVX2 and
//! BMI2, and four Keccaks at a time ask for AVX2; on AArch64 there is assembly for Neon. Builds for
//! Linux and macOS contain the assembly, others C.
//!
//! Random bytes: `RAND_bytes`, a generator in counter mode (AES-256) of AWS-LC's own. It cannot be
//! replaced: `aws_lc_rs::rand::fill`, which is `RAND_bytes`, is measured alone.
//!
//! A key object holds the key's bytes; encapsulation checks and expands them at each call.

use aws_lc_rs::kem::{Ciphertext, DecapsulationKey, EncapsulationKey, ML_KEM_768, SharedSecret};

use super::has;
use crate::kem::generator::Generator;
use crate::kem::implementation::{Implementation, OwnBytes, jobs};
use crate::kem::{ML_KEM, Peer};

pub(super) const PEER: Peer = Peer { name: "aws-lc-rs", version: "1.19.0", jobs: &[(ML_KEM, jobs::<AwsLc>)] };

/// The library fails only without memory or random bytes, or on bytes that it did not write.
const SOUND: &str = "it has memory and random bytes, and reads what it has written";

struct AwsLc;

impl Implementation for AwsLc {
    const NAME: &'static str = PEER.name;
    const SET: &'static str = ML_KEM;
    const OWN_BYTES: Option<OwnBytes> =
        Some(OwnBytes { source: "aws-lc", fill: |bytes| aws_lc_rs::rand::fill(bytes).expect(SOUND) });

    type KeyPair = DecapsulationKey;
    type PublicKey = EncapsulationKey;
    type SecretKey = DecapsulationKey;
    type Capsule = (Ciphertext<'static>, SharedSecret);
    type Ciphertext = Vec<u8>;
    type SharedSecret = SharedSecret;

    fn path() -> &'static str {
        let assembly = cfg!(any(target_os = "linux", target_os = "macos"));
        if assembly && has!("avx2", "bmi2") {
            "avx2"
        } else if assembly && cfg!(target_arch = "aarch64") {
            "neon"
        } else {
            "c"
        }
    }

    fn generate(_: &mut Generator) -> Self::KeyPair {
        DecapsulationKey::generate(&ML_KEM_768).expect(SOUND)
    }

    fn key_bytes(pair: &Self::KeyPair) -> (Vec<u8>, Vec<u8>) {
        let public = pair.encapsulation_key().and_then(|key| Ok(key.key_bytes()?.as_ref().to_vec()));
        (public.expect(SOUND), pair.key_bytes().expect(SOUND).as_ref().to_vec())
    }

    fn public_key(bytes: &[u8]) -> Self::PublicKey {
        EncapsulationKey::new(&ML_KEM_768, bytes).expect(SOUND)
    }

    fn secret_key(bytes: &[u8]) -> Self::SecretKey {
        DecapsulationKey::new(&ML_KEM_768, bytes).expect(SOUND)
    }

    fn ciphertext(bytes: &[u8]) -> Self::Ciphertext {
        bytes.to_vec()
    }

    fn encapsulate(key: &Self::PublicKey, _: &mut Generator) -> Self::Capsule {
        key.encapsulate().expect(SOUND)
    }

    fn capsule_bytes((ciphertext, secret): &Self::Capsule) -> (Vec<u8>, Vec<u8>) {
        (ciphertext.as_ref().to_vec(), secret.as_ref().to_vec())
    }

    fn decapsulate(key: &Self::SecretKey, ciphertext: &Self::Ciphertext) -> Self::SharedSecret {
        key.decapsulate(Ciphertext::from(ciphertext.as_slice())).expect(SOUND)
    }

    fn secret_bytes(secret: &Self::SharedSecret) -> Vec<u8> {
        secret.as_ref().to_vec()
    }
}
