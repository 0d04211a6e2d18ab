//! Encapsulation: "SABER", round 3 `[BMD+20]`, the section on Saber.KEM, Encaps.

use super::encryption::{Matrix, encrypt_once, expand_matrix};
use super::layout::Layout;
use super::sampling::vector;
use super::{EncapsulationKey, Parameters, SEED_BYTES};
use crate::common::error::ErrorKind;
use crate::common::parameters::{Array, check_length, copy_exactly};
use crate::common::random::{Failed, Source};
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::hashing::Hash;
use crate::hashing::multi_buffer::Stream;
use crate::hashing::sha3::{hashes, start_sha3_512};
use crate::hashing::shake::start;
use crate::key::encapsulation::Public;
use crate::key::{AnyEncapsulationKey, Parts};

/// A public key that is prepared: its hash, A and b.
#[derive(Clone, Debug)]
pub struct PreparedPublic<P: Parameters> {
    pub(super) hash: Hash,
    pub(super) public: Matrix<P>,
}

impl<P: Parameters> Parts for PreparedPublic<P> {
    const ZERO: Self = Self { hash: [0; size_of::<Hash>()], public: Matrix::ZERO };
}

/// Replaces a key by the one with these bytes. Any bytes of the right length are a public key.
///
/// # Errors
///
/// Returns [`ErrorKind::Length`] if `bytes` has another length.
pub(crate) fn load_public<P: Parameters>(key: &mut EncapsulationKey<P>, bytes: &[u8]) -> Result<(), ErrorKind> {
    let () = Layout::<P>::CHECKED;
    copy_exactly(bytes, key.bytes.as_mut())
}

/// Prepares a public key for many uses.
pub(crate) fn prepare_public<P: Parameters>(key: &EncapsulationKey<P>, prepared: &mut PreparedPublic<P>) {
    let PreparedPublic { hash, public } = prepared;
    prepare_matrix(public, key, Some(Stream::hash(key.as_bytes(), hash)));
}

/// Prepares A and b of a public key, and finishes another stream beside A if there is one.
pub(super) fn prepare_matrix<P: Parameters>(
    public: &mut Matrix<P>,
    key: &EncapsulationKey<P>,
    other: Option<Stream<'_>>,
) {
    let (vector, _) = Layout::<P>::public_key(key.as_bytes());
    let mut matrix = P::MatrixBytes::ZERO;
    let mut expansion = expand_matrix::<P>(key.as_bytes(), &mut matrix);
    if let Some(other) = other {
        other.finish_beside(Some(&mut expansion));
    }
    expansion.finish();
    public.set(&matrix, vector);
}

/// Returns the hash of a public key or of a ciphertext.
pub(super) fn hash_of(bytes: &[u8]) -> Hash {
    let [hash] = hashes([[bytes, &[]]]);
    *hash
}

/// Encaps: returns a new shared secret, and writes its ciphertext.
pub(crate) fn ciphertext<P: Parameters>(
    key: AnyEncapsulationKey<'_, P>,
    source: &mut dyn Source,
    ciphertext: &mut P::CiphertextBytes,
) -> Result<SharedSecret, Failed> {
    let message = draw_message(source)?;
    let bytes = ciphertext.as_mut();
    let hidden = match key.0 {
        Public::Decoded(public_key, _) => {
            let (mut matrix, mut key_hash) = (P::MatrixBytes::ZERO, Hash::default());
            let mut expansion = expand_matrix::<P>(public_key, &mut matrix);
            Stream::hash(public_key, &mut key_hash).finish_beside(Some(&mut expansion));
            let hidden = Hidden::<P>::new(&message, &key_hash, Some(&mut expansion));
            expansion.finish();
            encrypt_once::<P>(public_key, &matrix, &message, &hidden.vector, bytes);
            hidden
        }
        Public::Prepared(prepared) => {
            let hidden = Hidden::<P>::new(&message, &prepared.hash, None);
            prepared.public.encrypt(&message, &hidden.vector, bytes);
            hidden
        }
    };
    Ok(session(hidden.key(), &hash_of(bytes)))
}

/// Encaps for a public key's bytes: returns a new shared secret and writes its ciphertext, or
/// returns the reason why the bytes are not a public key.
pub(crate) fn ciphertext_once<P: Parameters>(
    public_key: &[u8],
    source: &mut dyn Source,
    bytes: &mut P::CiphertextBytes,
) -> Result<Result<SharedSecret, ErrorKind>, Failed> {
    let () = Layout::<P>::CHECKED;
    match check_length::<P::PublicKeyBytes>(public_key) {
        Ok(()) => {
            let key = AnyEncapsulationKey(Public::<P>::Decoded(public_key, &Parts::ZERO));
            ciphertext(key, source, bytes).map(Ok)
        }
        Err(kind) => Ok(Err(kind)),
    }
}

/// Draws the message: the hash of random bytes, so that no state of the generator becomes known.
pub(super) fn draw_message(source: &mut dyn Source) -> Result<Secret<Hash>, Failed> {
    let mut seed = Secret::new([0; SEED_BYTES]);
    source.fill(&mut *seed)?;
    let [message] = hashes([[&*seed, &[]]]);
    Ok(message)
}

/// The values that a message and a public key determine.
pub(super) struct Hidden<P: Parameters> {
    /// K, then the seed of the secret vector.
    seeds: Secret<[u8; 64]>,
    /// The secret vector s' of encryption.
    pub(super) vector: P::SecretVector,
}

impl<P: Parameters> Hidden<P> {
    /// Returns K and s' of a message and of the hash of a public key. Meanwhile another stream
    /// advances, if there is one.
    pub(super) fn new(message: &Hash, key_hash: &Hash, mut other: Option<&mut Stream<'_>>) -> Self {
        let mut seeds = Secret::new([0; 64]);
        start_sha3_512(&hidden_message(message, key_hash), &mut seeds).finish_beside(other.as_deref_mut());
        let mut coins = Secret::new(P::CoinBytes::ZERO);
        start(seed_of(&seeds), (*coins).as_mut()).finish_beside(other);
        let vector = vector::<P>(coins.as_ref());
        Self { seeds, vector }
    }

    /// Returns K.
    pub(super) fn key(&self) -> &Hash {
        key_of(&self.seeds)
    }
}

/// Returns a message and the hash of a public key, one after the other.
pub(super) fn hidden_message(message: &Hash, key_hash: &Hash) -> Secret<[u8; 64]> {
    let mut joined = Secret::new([0; 64]);
    joined[..32].copy_from_slice(message);
    joined[32..].copy_from_slice(key_hash);
    joined
}

/// Returns K of the hash of a message and of the hash of a public key.
pub(super) const fn key_of(seeds: &[u8; 64]) -> &Hash {
    seeds.first_chunk().expect("there are 64 bytes")
}

/// Returns the seed of s' in the hash of a message and of the hash of a public key.
pub(super) const fn seed_of(seeds: &[u8; 64]) -> &Hash {
    seeds.last_chunk().expect("there are 64 bytes")
}

/// Returns the shared secret of K, or z, and of the hash of a ciphertext.
pub(super) fn session(key: &Hash, ciphertext_hash: &Hash) -> SharedSecret {
    let [session] = hashes([[key, ciphertext_hash]]);
    SharedSecret::new(*session)
}
