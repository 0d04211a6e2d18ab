//! The functions of `vectru::ssh` by another crate's sntrup761, and by the X25519 and the SHA-512
//! that russh has anyway.

#[cfg_attr(any(feature = "sntrup", feature = "sntrup761"), path = "sntrup.rs")]
#[cfg_attr(feature = "pqcrypto-ntruprime", path = "pqcrypto.rs")]
mod kem;

/// The functions that russh calls.
pub mod ssh {
    use curve25519_dalek::montgomery::MontgomeryPoint;
    use rand_core::CryptoRng;
    use sha2::{Digest, Sha512};

    use super::kem;

    /// The client.
    pub struct Client(kem::SecretKey, [u8; 32]);

    /// K.
    pub struct Secret([u8; 64]);

    impl Secret {
        fn of(first: &[u8], x25519: &[u8; 32], peer: &[u8; 32]) -> Option<Self> {
            let second = MontgomeryPoint(*peer).mul_clamped(*x25519);
            let hash = Sha512::new().chain_update(first).chain_update(second.0).finalize();
            (second.0 != [0; 32]).then(|| Self(hash.into()))
        }

        /// The bytes of K.
        pub fn as_bytes(&self) -> &[u8] {
            &self.0
        }
    }

    fn split<const BYTES: usize>(message: &[u8]) -> Option<(&[u8], &[u8; 32])> {
        message.split_last_chunk().filter(|(first, _)| first.len() == BYTES)
    }

    impl Client {
        /// Returns a client and the message that it sends.
        pub fn start<R: CryptoRng + ?Sized>(mut rng: &mut R) -> (Self, Vec<u8>) {
            let (public_key, secret_key) = kem::generate(&mut rng);
            let mut x25519 = [0; 32];
            rng.fill_bytes(&mut x25519);
            let message = [&public_key[..], &MontgomeryPoint::mul_base_clamped(x25519).0].concat();
            (Self(secret_key, x25519), message)
        }

        /// Returns K of the server's message.
        pub fn finish(&self, message: &[u8]) -> Result<Secret, ()> {
            let (ciphertext, peer) = split::<1039>(message).ok_or(())?;
            Secret::of(&kem::decapsulate(&self.0, ciphertext), &self.1, peer).ok_or(())
        }
    }

    /// Returns the server's message and K.
    pub fn reply<R: CryptoRng + ?Sized>(message: &[u8], mut rng: &mut R) -> Result<(Vec<u8>, Secret), ()> {
        let (public_key, peer) = split::<1158>(message).ok_or(())?;
        let (ciphertext, secret) = kem::encapsulate(public_key, &mut rng);
        let mut x25519 = [0; 32];
        rng.fill_bytes(&mut x25519);
        let answer = [&ciphertext[..], &MontgomeryPoint::mul_base_clamped(x25519).0].concat();
        Ok((answer, Secret::of(&secret, &x25519, peer).ok_or(())?))
    }
}
