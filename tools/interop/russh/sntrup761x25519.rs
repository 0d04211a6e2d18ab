//! The key exchange of sntrup761 and X25519 of RFC 9941. Its two names mean the same exchange.

use bytes::Bytes;
use sha2::{Digest, Sha512};
use ssh_encoding::{Decode, Encode, Writer};
use vectru::ssh::{Client, reply};

use super::{KexAlgorithm, KexAlgorithmImplementor, KexType, SharedSecret, compute_keys};
use crate::parsing::ensure_end;
use crate::session::Exchange;
use crate::{CryptoVec, Error, cipher, mac, msg};

pub struct Sntrup761X25519KexType {}

impl KexType for Sntrup761X25519KexType {
    fn make(&self) -> KexAlgorithm {
        Sntrup761X25519Kex { client: None, shared_secret: None }.into()
    }
}

#[doc(hidden)]
pub struct Sntrup761X25519Kex {
    /// The secrets of a client between its message and the server's.
    client: Option<Box<Client>>,
    /// K as a string of 64 bytes, in the form that hashes take.
    shared_secret: Option<SharedSecret>,
}

impl std::fmt::Debug for Sntrup761X25519Kex {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "Sntrup761X25519Kex {{ client: [hidden], shared_secret: [hidden] }}")
    }
}

impl KexAlgorithmImplementor for Sntrup761X25519Kex {
    fn skip_exchange(&self) -> bool {
        false
    }

    fn server_dh(&mut self, exchange: &mut Exchange, payload: &[u8]) -> Result<(), Error> {
        let Some((&msg::KEX_ECDH_INIT, mut rest)) = payload.split_first() else {
            return Err(Error::Inconsistent);
        };
        let message = Bytes::decode(&mut rest)?;
        ensure_end(&rest)?;
        let (answer, secret) = reply(&message, &mut rand::rng()).map_err(|_| Error::Kex)?;
        exchange.server_ephemeral.clear();
        exchange.server_ephemeral.extend_from_slice(&answer);
        self.shared_secret = Some(SharedSecret::from_string(secret.as_bytes())?);
        Ok(())
    }

    fn client_dh(&mut self, client_ephemeral: &mut Vec<u8>, writer: &mut impl Writer) -> Result<(), Error> {
        let (client, message) = Client::start(&mut rand::rng());
        client_ephemeral.clear();
        client_ephemeral.extend_from_slice(&message);
        msg::KEX_ECDH_INIT.encode(writer)?;
        message[..].encode(writer)?;
        self.client = Some(Box::new(client));
        Ok(())
    }

    fn compute_shared_secret(&mut self, remote_pubkey_: &[u8]) -> Result<(), Error> {
        let client = self.client.take().ok_or(Error::KexInit)?;
        let secret = client.finish(remote_pubkey_).map_err(|_| Error::Kex)?;
        self.shared_secret = Some(SharedSecret::from_string(secret.as_bytes())?);
        Ok(())
    }

    fn shared_secret_bytes(&self) -> Option<&[u8]> {
        // K without its length.
        self.shared_secret.as_ref()?.as_bytes().get(4..)
    }

    fn compute_exchange_hash(&self, key: &[u8], exchange: &Exchange, buffer: &mut CryptoVec) -> Result<Vec<u8>, Error> {
        buffer.clear();
        exchange.client_id.encode(buffer)?;
        exchange.server_id.encode(buffer)?;
        exchange.client_kex_init.encode(buffer)?;
        exchange.server_kex_init.encode(buffer)?;
        buffer.extend(key);
        exchange.client_ephemeral.encode(buffer)?;
        exchange.server_ephemeral.encode(buffer)?;
        buffer.extend(self.shared_secret.as_ref().ok_or(Error::KexInit)?.as_bytes());
        Ok(Sha512::digest(&buffer[..]).to_vec())
    }

    fn compute_keys(
        &self,
        session_id: &[u8],
        exchange_hash: &[u8],
        cipher: cipher::Name,
        remote_to_local_mac: mac::Name,
        local_to_remote_mac: mac::Name,
        is_server: bool,
    ) -> Result<cipher::CipherPair, Error> {
        compute_keys::<Sha512>(
            Some(self.shared_secret.as_ref().ok_or(Error::KexInit)?),
            session_id,
            exchange_hash,
            cipher,
            remote_to_local_mac,
            local_to_remote_mac,
            is_server,
        )
    }
}
