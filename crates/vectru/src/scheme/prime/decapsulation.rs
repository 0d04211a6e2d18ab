//! Key generation and decapsulation: "NTRU Prime: round 3" `[BBC+20]`, the section on the
//! key-encapsulation mechanism, KEM KeyGen and Decap.

use subtle::ConditionallySelectable;

use super::encapsulation::digest;
use super::layout::Layout;
use super::one_way_function::{self, Key, Slot};
use super::{DecapsulationKey, EncapsulationKey, OneWayFunction, Parameters, PreparedPublic, load_public, one_use};
use crate::common::comparison::equal;
use crate::common::declassify::declassify;
use crate::common::error::ErrorKind;
use crate::common::parameters::{Array, copy_exactly};
use crate::common::random::{Failed, Source};
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::hashing::Hash;
use crate::hashing::ntru_prime::Message;
use crate::key::{AnyDecapsulationKey, Parts, checked};

/// A secret key that is prepared.
#[derive(Clone, Debug)]
pub struct PreparedSecret<P: Parameters> {
    trapdoor: one_way_function::Trapdoor<P>,
    /// The digest of rho, which replaces the input's digest on rejection.
    pub(super) rejection: Secret<Hash>,
    pub(super) public: PreparedPublic<P>,
}

impl<P: Parameters> Parts for PreparedSecret<P> {
    const ZERO: Self = Self {
        trapdoor: <one_way_function::Trapdoor<P> as Parts>::ZERO,
        rejection: Secret::new([0; size_of::<Hash>()]),
        public: PreparedPublic::ZERO,
    };
}

/// Returns 1 if `ciphertext` equals `again`, the encryption of its input; else returns 0 and
/// replaces the input's digest by `rejection`, the digest of rho.
pub(super) fn accept(digest: &mut Hash, rejection: &Hash, ciphertext: &[u8], again: &[u8]) -> u8 {
    let accepted = equal(ciphertext, again);
    *digest = Hash::conditional_select(rejection, digest, accepted);
    accepted.unwrap_u8()
}

/// Returns the places where the one-way function writes its part of a key.
pub(super) fn slot<P: Parameters>(key: &mut DecapsulationKey<P>) -> Slot<'_, one_way_function::Public<P>> {
    let [secret_part, ..] = Layout::<P>::secret_key_mut(key.bytes.as_mut());
    let EncapsulationKey { bytes, parts } = &mut key.parts.0;
    Slot { public_key: bytes.as_mut(), secret_part, public: &mut parts.0 }
}

/// KEM KeyGen: draws the key of the family, then rho.
pub(crate) fn key_pair<P: Parameters>(
    key: &mut DecapsulationKey<P>,
    public: &mut EncapsulationKey<P>,
    source: &mut dyn Source,
) -> Result<(), Failed> {
    let () = Layout::<P>::CHECKED;
    P::Core::generate(source, slot(key))?;
    public.clone_from(&key.parts.0);
    let [_, public_key, rho, hash] = Layout::<P>::secret_key_mut(key.bytes.as_mut());
    public_key.copy_from_slice(public.as_bytes());
    source.fill(rho)?;
    hash.copy_from_slice(&*Message::public_key(public.as_bytes()).hash());
    Ok(())
}

/// Replaces a key by the one with these bytes.
pub(crate) fn load_secret<P: Parameters>(
    key: &mut DecapsulationKey<P>,
    bytes: &[u8],
    is_trusted: bool,
) -> Result<(), ErrorKind> {
    let () = Layout::<P>::CHECKED;
    copy_exactly(bytes, key.bytes.as_mut())?;
    let [secret_part, public_key, _, hash] = Layout::<P>::secret_key(key.bytes.as_ref());
    check_secret::<P>(secret_part)?;
    declassify(public_key);
    declassify(hash);
    load_public(&mut key.parts.0, public_key)?;
    if !is_trusted && *Message::public_key(public_key).hash() != *hash {
        return Err(ErrorKind::PublicKeyHash);
    }
    Ok(())
}

/// Checks the secret part of a secret key.
///
/// # Errors
///
/// Returns an error if `bytes` is not the secret part of a secret key.
#[inline(never)] // Its polynomials are not in the memory of what follows.
fn check_secret<P: Parameters>(bytes: &[u8]) -> Result<(), ErrorKind> {
    match &P::Core::decode_secret(bytes) {
        Ok(_) => Ok(()),
        Err(kind) => Err(*kind),
    }
}

/// Writes the public key of a secret key.
pub(crate) fn public_of<P: Parameters>(key: &DecapsulationKey<P>, public: &mut EncapsulationKey<P>) {
    public.clone_from(&key.parts.0);
}

/// Prepares a secret key for many uses.
pub(crate) fn prepare_secret<P: Parameters>(key: &DecapsulationKey<P>, prepared: &mut PreparedSecret<P>) {
    let [secret_part, _, rho, hash] = Layout::<P>::secret_key(key.bytes.as_ref());
    P::Core::prepare_secret(&checked(P::Core::decode_secret(secret_part)), &mut prepared.trapdoor);
    let rho_hash = Message::with_prefix(P::Core::INPUT_PREFIX, rho).hash();
    *prepared.rejection = *digest::<P>(rho, &rho_hash);
    prepared.public.hash.copy_from_slice(hash);
    P::Core::prepare_public(&key.parts.0.parts.0, &mut prepared.public.public);
}

/// Decap: returns the shared secret of a ciphertext.
pub(crate) fn shared_secret<P: Parameters>(
    AnyDecapsulationKey { key, prepared }: AnyDecapsulationKey<'_, P>,
    ciphertext: &P::CiphertextBytes,
) -> SharedSecret {
    let Some(prepared) = prepared else { return one_use::shared_secret(key, ciphertext) };
    let bytes = ciphertext.as_ref();
    let input = prepared.decrypt(bytes);
    let encoded = P::Core::encode_input(&input);
    let mut again = P::CiphertextBytes::ZERO;
    let mut digest = prepared.public.hide(&input, encoded.as_ref(), again.as_mut());
    let accepted = accept(&mut digest, &prepared.rejection, bytes, again.as_ref());
    SharedSecret::new(*Message::session(accepted, &digest, bytes).hash())
}

impl<P: Parameters> PreparedSecret<P> {
    /// Returns the input whose encryption a ciphertext is, or some input if there is none.
    pub(super) fn decrypt(&self, ciphertext: &[u8]) -> Secret<one_way_function::Input<P>> {
        P::Core::decrypt(Key::Prepared(&self.trapdoor), Layout::<P>::encrypted(ciphertext))
    }
}
