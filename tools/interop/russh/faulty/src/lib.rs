//! `vectru::ssh` with a fault that the environment variable `FAULT` names:
//!
//! | `FAULT` | what is wrong |
//! | --- | --- |
//! | `secret` | one bit of K, of the client and of the server |
//! | `reply` | one bit of the ciphertext, which the server sends and the client receives |
//! | `point` | the X25519 public key, which is 0 and has low order |
//! | `length` | the message that the client receives, which is too short |
//! | nothing | nothing |

/// The functions that russh calls.
pub mod ssh {
    use std::env;

    use correct::ssh::{self, SERVER_MESSAGE_BYTES};
    use correct::{Error, hybrid::SharedSecret};
    use rand_core::CryptoRng;

    fn fault(name: &str) -> bool {
        env::var("FAULT").is_ok_and(|fault| fault == name)
    }

    fn tamper(message: &mut [u8]) {
        if fault("reply") {
            message[100] ^= 1;
        }
        if fault("point") {
            let (_, point) = message.split_last_chunk_mut::<32>().expect("a message has a point");
            point.fill(0);
        }
    }

    /// K, of which a bit may be wrong.
    pub struct Secret([u8; 64]);

    impl Secret {
        fn of(secret: &SharedSecret) -> Self {
            let mut bytes = *secret.as_bytes();
            bytes[40] ^= u8::from(fault("secret"));
            Self(bytes)
        }

        /// The bytes of K.
        pub fn as_bytes(&self) -> &[u8] {
            &self.0
        }
    }

    /// The client.
    pub struct Client(ssh::Client);

    impl Client {
        /// Returns a client and the message that it sends.
        pub fn start<R: CryptoRng + ?Sized>(rng: &mut R) -> (Self, [u8; ssh::CLIENT_MESSAGE_BYTES]) {
            let (client, message) = ssh::Client::start(rng);
            (Self(client), message)
        }

        /// Returns K of the server's message.
        pub fn finish(&self, message: &[u8]) -> Result<Secret, Error> {
            let mut message = message.to_vec();
            tamper(&mut message);
            message.truncate(SERVER_MESSAGE_BYTES - usize::from(fault("length")));
            self.0.finish(&message).map(|secret| Secret::of(&secret))
        }
    }

    /// Returns the server's message and K.
    pub fn reply<R: CryptoRng + ?Sized>(
        message: &[u8],
        rng: &mut R,
    ) -> Result<([u8; SERVER_MESSAGE_BYTES], Secret), Error> {
        let (mut answer, secret) = ssh::reply(message, rng)?;
        tamper(&mut answer);
        Ok((answer, Secret::of(&secret)))
    }
}
