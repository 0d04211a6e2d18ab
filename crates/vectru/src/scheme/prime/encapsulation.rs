//! Encapsulation: "NTRU Prime: round 3" `[BBC+20]`, the section on the key-encapsulation mechanism,
//! Encap.

use super::layout::Layout;
use super::one_way_function::{self, Input, Key, Seed};
use super::{EncapsulationKey, OneWayFunction, Parameters, one_use};
use crate::common::error::ErrorKind;
use crate::common::parameters::{Array, copy_exactly};
use crate::common::random::{Failed, Source};
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::hashing::Hash;
use crate::hashing::ntru_prime::Message;
use crate::key::encapsulation::Public;
use crate::key::{AnyEncapsulationKey, Parts};

/// The decoded polynomials of a public key.
#[derive(Clone, Debug)]
pub struct PublicParts<P: Parameters>(pub(super) one_way_function::Public<P>);

impl<P: Parameters> Parts for PublicParts<P> {
    const ZERO: Self = Self(<one_way_function::Public<P> as Parts>::ZERO);
}

/// A public key that is prepared: its hash, Hash_4, and the key of the one-way function.
#[derive(Clone, Debug)]
pub struct PreparedPublic<P: Parameters> {
    pub(super) hash: Hash,
    pub(super) public: one_way_function::PreparedPublic<P>,
}

impl<P: Parameters> Parts for PreparedPublic<P> {
    const ZERO: Self =
        Self { hash: [0; size_of::<Hash>()], public: <one_way_function::PreparedPublic<P> as Parts>::ZERO };
}

/// Replaces a key by the one with these bytes.
pub(crate) fn load_public<P: Parameters>(key: &mut EncapsulationKey<P>, bytes: &[u8]) -> Result<(), ErrorKind> {
    let () = Layout::<P>::CHECKED;
    copy_exactly(bytes, key.bytes.as_mut())?;
    key.parts.0 = P::Core::decode_public(bytes)?;
    Ok(())
}

/// Prepares a public key for many uses.
pub(crate) fn prepare_public<P: Parameters>(key: &EncapsulationKey<P>, prepared: &mut PreparedPublic<P>) {
    prepared.hash = *Message::public_key(key.as_bytes()).hash();
    P::Core::prepare_public(&key.parts.0, &mut prepared.public);
}

/// Encap: returns a new shared secret, and writes its ciphertext.
pub(crate) fn ciphertext<P: Parameters>(
    key: AnyEncapsulationKey<'_, P>,
    source: &mut dyn Source,
    ciphertext: &mut P::CiphertextBytes,
) -> Result<SharedSecret, Failed> {
    match key.0 {
        Public::Decoded(bytes, parts) => one_use::ciphertext::<P>(bytes, &parts.0, source, ciphertext),
        Public::Prepared(prepared) => {
            let mut input = P::Core::ZERO_INPUT;
            draw_input::<P>(source, &mut input)?;
            let encoded = P::Core::encode_input(&input);
            let digest = prepared.hide(&input, encoded.as_ref(), ciphertext.as_mut());
            Ok(SharedSecret::new(*Message::session(1, &digest, ciphertext.as_ref()).hash()))
        }
    }
}

/// Draws an input.
#[inline(never)] // The memory of its random bytes ends with the call.
pub(super) fn draw_input<P: Parameters>(source: &mut dyn Source, input: &mut Input<P>) -> Result<(), Failed> {
    let mut seed = Seed::<P>::ZERO;
    source.fill(seed.as_mut())?;
    P::Core::input(seed.as_ref(), input);
    Ok(())
}

impl<P: Parameters> PreparedPublic<P> {
    /// Hide: writes the ciphertext of an input, and returns the digest of the input.
    pub(super) fn hide(&self, input: &Input<P>, encoded: &[u8], ciphertext: &mut [u8]) -> Secret<Hash> {
        let hash = Message::with_prefix(P::Core::INPUT_PREFIX, encoded).hash();
        let (encrypted, confirmation) = Layout::<P>::ciphertext_mut(ciphertext);
        P::Core::encrypt(Key::Prepared(&self.public), input, &hash, encrypted);
        let digest = digest::<P>(encoded, &hash);
        confirmation.copy_from_slice(&*Message::confirmation(&digest, &self.hash).hash());
        digest
    }
}

/// Returns the digest by which an encoded input or rho enters other hashes: its hash, or itself.
pub(super) fn digest<P: Parameters>(encoded: &[u8], hash: &Hash) -> Secret<Hash> {
    let mut digest = Secret::new(*hash);
    if !P::Core::DIGESTS {
        digest.copy_from_slice(encoded);
    }
    digest
}
