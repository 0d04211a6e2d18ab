//! Key generation and decapsulation: "SABER", round 3 `[BMD+20]`, the section on Saber.KEM, KeyGen
//! and Decaps.

use subtle::ConditionallySelectable;
use vectru_polymul::ring::Small;

use super::encapsulation::{Hidden, hash_of, prepare_matrix, session};
use super::encryption::{decode_secret, decrypt, encode_secret, encrypt_once, expand_matrix, generate};
use super::layout::Layout;
use super::list::List;
use super::sampling::vector;
use super::{DecapsulationKey, EncapsulationKey, Parameters, PreparedPublic, SEED_BYTES, load_public};
use crate::common::comparison::equal;
use crate::common::declassify::declassify;
use crate::common::error::ErrorKind;
use crate::common::parameters::{Array, check_length, copy_exactly};
use crate::common::random::{Failed, Source};
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::hashing::Hash;
use crate::hashing::multi_buffer::{Stream, advance_streams};
use crate::hashing::shake::{expand, start};
use crate::key::{AnyDecapsulationKey, Parts, checked};

/// A secret key that is prepared: s, and the public key.
#[derive(Clone, Debug)]
pub struct PreparedSecret<P: Parameters> {
    pub(super) secret: P::SecretVector,
    pub(super) public: PreparedPublic<P>,
}

impl<P: Parameters> Parts for PreparedSecret<P> {
    const ZERO: Self =
        Self { secret: <P::SecretVector as List<Secret<Small<P::Ring>>>>::ZERO, public: PreparedPublic::ZERO };
}

/// KEM KeyGen: draws the seed of A, the seed of s, then z.
pub(crate) fn key_pair<P: Parameters>(
    key: &mut DecapsulationKey<P>,
    public: &mut EncapsulationKey<P>,
    source: &mut dyn Source,
) -> Result<(), Failed> {
    let () = Layout::<P>::CHECKED;
    let mut drawn = Secret::new([[0; SEED_BYTES]; 3]);
    for seed in &mut *drawn {
        source.fill(seed)?;
    }
    let mut seed = [0; SEED_BYTES];
    expand(&[&drawn[0]], &mut [&mut seed]);
    declassify(&seed);
    let (mut matrix, mut coins) = (P::MatrixBytes::ZERO, Secret::new(P::CoinBytes::ZERO));
    let mut expansion = start(&seed, matrix.as_mut());
    start(&drawn[1], (*coins).as_mut()).finish_beside(Some(&mut expansion));
    expansion.finish();
    write::<P>(key, &seed, &matrix, coins.as_ref());
    finish::<P>(key, &hash_of(key.parts.0.as_bytes()), &drawn[2], public);
    Ok(())
}

/// Writes s, and the public key of a seed and the A that it expands to.
pub(super) fn write<P: Parameters>(
    key: &mut DecapsulationKey<P>,
    seed: &[u8; SEED_BYTES],
    matrix: &P::MatrixBytes,
    coins: &[u8],
) {
    let secret = vector::<P>(coins);
    let [vector_bytes, public_bytes, ..] = Layout::<P>::secret_key_mut(key.bytes.as_mut());
    encode_secret::<P>(&secret, vector_bytes);
    let public = &mut key.parts.0.bytes;
    let (vector, seed_bytes) = Layout::<P>::public_key_mut(public.as_mut());
    *seed_bytes = *seed;
    generate::<P>(matrix, &secret, vector);
    public_bytes.copy_from_slice(public.as_ref());
}

/// Writes the public key's hash, z, and the public key.
pub(super) fn finish<P: Parameters>(
    key: &mut DecapsulationKey<P>,
    key_hash: &Hash,
    z: &[u8],
    public: &mut EncapsulationKey<P>,
) {
    let [_, _, hash_bytes, z_bytes] = Layout::<P>::secret_key_mut(key.bytes.as_mut());
    hash_bytes.copy_from_slice(key_hash);
    z_bytes.copy_from_slice(z);
    public.clone_from(&key.parts.0);
}

/// Replaces a key by the one with these bytes.
pub(crate) fn load_secret<P: Parameters>(
    key: &mut DecapsulationKey<P>,
    bytes: &[u8],
    is_trusted: bool,
) -> Result<(), ErrorKind> {
    let () = Layout::<P>::CHECKED;
    copy_exactly(bytes, key.bytes.as_mut())?;
    let (vector, public_key, hash, _) = Layout::<P>::secret_key(key.bytes.as_ref());
    decode::<P>(vector)?;
    declassify(public_key);
    declassify(hash);
    if !is_trusted && hash_of(public_key) != *hash {
        return Err(ErrorKind::PublicKeyHash);
    }
    load_public(&mut key.parts.0, public_key)
}

/// Returns s.
///
/// # Errors
///
/// Returns [`ErrorKind::SecretCoefficientOutOfRange`].
fn decode<P: Parameters>(vector: &[u8]) -> Result<P::SecretVector, ErrorKind> {
    let mut secret = <P::SecretVector as List<Secret<Small<P::Ring>>>>::ZERO;
    match decode_secret::<P>(vector, &mut secret) {
        true => Ok(secret),
        false => Err(ErrorKind::SecretCoefficientOutOfRange { limit: P::MU / 2 }),
    }
}

/// Writes the public key of a secret key.
pub(crate) fn public_of<P: Parameters>(key: &DecapsulationKey<P>, public: &mut EncapsulationKey<P>) {
    public.clone_from(&key.parts.0);
}

/// Prepares a secret key for many uses.
pub(crate) fn prepare_secret<P: Parameters>(key: &DecapsulationKey<P>, prepared: &mut PreparedSecret<P>) {
    let (vector, _, hash, _) = Layout::<P>::secret_key(key.as_bytes());
    prepared.secret = checked(decode::<P>(vector));
    prepared.public.hash = *hash;
    prepare_matrix(&mut prepared.public.public, &key.parts.0, None);
}

/// Decaps: returns the shared secret of a ciphertext.
pub(crate) fn shared_secret<P: Parameters>(
    AnyDecapsulationKey { key, prepared }: AnyDecapsulationKey<'_, P>,
    ciphertext: &P::CiphertextBytes,
) -> SharedSecret {
    let Some(PreparedSecret { secret, public }) = prepared else {
        return checked(shared_secret_once::<P>(key.as_bytes(), true, ciphertext));
    };
    let bytes = ciphertext.as_ref();
    let (_, _, _, z) = Layout::<P>::secret_key(key.as_bytes());
    let mut hash = Hash::default();
    let mut hashing = Stream::hash(bytes, &mut hash);
    let message = decrypt::<P>(secret, bytes);
    let hidden = Hidden::<P>::new(&message, &public.hash, Some(&mut hashing));
    hashing.finish();
    let mut again = P::CiphertextBytes::ZERO;
    public.public.encrypt(&message, &hidden.vector, again.as_mut());
    session(&accepted(hidden.key(), z, bytes, again.as_ref()), &hash)
}

/// Decaps for a secret key's bytes: returns the shared secret of a ciphertext. The hash of the
/// public key in a secret key that `is_trusted` is not checked.
pub(crate) fn shared_secret_once<P: Parameters>(
    secret_key: &[u8],
    is_trusted: bool,
    ciphertext: &P::CiphertextBytes,
) -> Result<SharedSecret, ErrorKind> {
    let () = Layout::<P>::CHECKED;
    check_length::<P::SecretKeyBytes>(secret_key)?;
    let (_, public_key, key_hash, z) = Layout::<P>::secret_key(secret_key);
    let secret = secret_of::<P>(secret_key)?;
    declassify(public_key);
    declassify(key_hash);
    let bytes = ciphertext.as_ref();
    let (mut matrix, mut hash) = (P::MatrixBytes::ZERO, Hash::default());
    let mut expansion = expand_matrix::<P>(public_key, &mut matrix);
    let mut hashing = Stream::hash(bytes, &mut hash);
    if !is_trusted {
        let mut expected = Hash::default();
        let mut key_hashing = Stream::hash(public_key, &mut expected);
        advance_streams([expansion.lane(), key_hashing.lane(), hashing.lane()]);
        key_hashing.finish();
        if expected != *key_hash {
            return Err(ErrorKind::PublicKeyHash);
        }
    }
    hashing.finish_beside(Some(&mut expansion));
    let message = decrypt::<P>(&secret, bytes);
    let hidden = Hidden::<P>::new(&message, key_hash, Some(&mut expansion));
    expansion.finish();
    let mut again = P::CiphertextBytes::ZERO;
    encrypt_once::<P>(public_key, &matrix, &message, &hidden.vector, again.as_mut());
    Ok(session(&accepted(hidden.key(), z, bytes, again.as_ref()), &hash))
}

/// Returns s of a secret key's bytes.
///
/// # Errors
///
/// Returns [`ErrorKind::SecretCoefficientOutOfRange`].
pub(super) fn secret_of<P: Parameters>(secret_key: &[u8]) -> Result<P::SecretVector, ErrorKind> {
    let (vector, ..) = Layout::<P>::secret_key(secret_key);
    decode::<P>(vector)
}

/// Returns K if `ciphertext` equals `again`, the encryption of its message, and z if not.
pub(super) fn accepted(key: &Hash, z: &Hash, ciphertext: &[u8], again: &[u8]) -> Secret<Hash> {
    Secret::new(Hash::conditional_select(z, key, equal(ciphertext, again)))
}
