//! The public key and encapsulation: "NTRU Prime: round 3" `[BBC+20]`, the section on the
//! key-encapsulation mechanism, Encap.

use core::fmt;

use rand_core::{CryptoRng, TryCryptoRng};

use super::layout::Layout;
use super::{Ciphertext, Core, Parameters};
use crate::common::error::{Error, ErrorKind, Object};
use crate::common::parameters::{Array, copy_exactly};
use crate::common::random::{Failed, Source, encapsulate_with};
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::common::stack::with_wiped_stack;
use crate::common::{given_bytes, key};
use crate::hashing::Hash;
use crate::hashing::ntru_prime::Message;

/// A public key, which encapsulates. Loading decodes, hashes and transforms it, once for all its
/// uses.
#[derive(Clone)]
pub struct EncapsulationKey<P: Parameters> {
    pub(super) bytes: P::PublicKeyBytes,
    /// Hash_4 of the bytes.
    pub(super) hash: Hash,
    pub(super) public: <P as Core>::Public,
}

impl<P: Parameters> EncapsulationKey<P> {
    /// Memory for a key, which is made where it stays, as it is large.
    pub(crate) const ZERO: Self =
        Self { bytes: P::PublicKeyBytes::ZERO, hash: [0; size_of::<Hash>()], public: P::ZERO_PUBLIC };

    /// Returns the key with these bytes.
    ///
    /// # Errors
    ///
    /// - Returns [`ErrorKind::Length`] if `bytes` does not have the length of a public key of the
    ///   parameter set.
    /// - Returns [`ErrorKind::CoefficientOutOfRange`] if the bytes encode no element of R_q, or no
    ///   rounded one. Key generation makes no such key; the reference implementation reduces such
    ///   coefficients.
    ///
    /// ```
    /// # #[cfg(feature = "sntrup761")] {
    /// use vectru::{ErrorKind, sntrup761::EncapsulationKey};
    /// assert!(EncapsulationKey::from_bytes(&[0; 1158]).is_ok());
    /// let error = EncapsulationKey::from_bytes(&[0; 7]).unwrap_err();
    /// assert_eq!(error.kind, ErrorKind::Length { expected: 1158, found: 7 });
    /// let error = EncapsulationKey::from_bytes(&[255; 1158]).unwrap_err();
    /// let ErrorKind::CoefficientOutOfRange { expected_below, .. } = error.kind else { panic!() };
    /// assert_eq!(expected_below, 4591);
    /// # }
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let mut key = const { Ok(Self::ZERO) };
        let error = |kind| Error { set: P::SET, object: Object::PublicKey, kind };
        key::in_place(&mut key, |key| P::load_public_key(key, bytes).map_err(error));
        key
    }

    /// Replaces the key by another one, without the copy in between that cloning makes.
    pub(super) fn copy_from(&mut self, Self { bytes, hash, public }: &Self) {
        (self.bytes, self.hash, self.public) = (*bytes, *hash, *public);
    }

    /// Computes the hash of the bytes.
    pub(super) fn set_hash(&mut self) {
        self.hash = *Message::public_key(self.bytes.as_ref()).hash();
    }

    /// Returns a copy of the bytes.
    ///
    /// ```
    /// # #[cfg(feature = "sntrup761")] {
    /// use vectru::sntrup761::{EncapsulationKey, generate};
    /// let (_, key) = generate(&mut vectru::system_rng());
    /// assert_eq!(EncapsulationKey::from_bytes(&key.to_bytes())?, key);
    /// # }
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn to_bytes(&self) -> P::PublicKeyBytes {
        self.bytes
    }

    /// Returns the bytes.
    ///
    /// ```
    /// # #[cfg(feature = "sntrup761")] {
    /// let (_, key) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// assert_eq!(key.as_bytes(), key.to_bytes());
    /// # }
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Returns Hash_4 of the key.
    pub(super) const fn hash(&self) -> &Hash {
        &self.hash
    }

    /// Returns a new shared secret, and the ciphertext from which the owner of the secret key
    /// computes it.
    ///
    /// ```
    /// # #[cfg(feature = "sntrup761")] {
    /// let mut rng = vectru::system_rng();
    /// let (decapsulation_key, key) = vectru::sntrup761::generate(&mut rng);
    /// let (ciphertext, secret) = key.encapsulate(&mut rng);
    /// assert_eq!(decapsulation_key.decapsulate(&ciphertext), secret);
    /// # }
    /// ```
    pub fn encapsulate<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> (Ciphertext<P>, SharedSecret) {
        with_wiped_stack(P::EXTENTS.encapsulation, || {
            let Ok(sent) = encapsulate_with(rng, |source| P::ciphertext(self, source));
            sent
        })
    }

    /// Returns a new shared secret and its ciphertext. The generator of random bytes can fail.
    ///
    /// # Errors
    ///
    /// Returns the error of the generator.
    ///
    /// ```
    /// # #[cfg(feature = "sntrup761")] {
    /// let (_, key) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// let (ciphertext, secret) = key.try_encapsulate(&mut getrandom::SysRng)?;
    /// # }
    /// # Ok::<(), getrandom::Error>(())
    /// ```
    pub fn try_encapsulate<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
    ) -> Result<(Ciphertext<P>, SharedSecret), R::Error> {
        with_wiped_stack(P::EXTENTS.encapsulation, || encapsulate_with(rng, |source| P::ciphertext(self, source)))
    }

    /// Returns the shared secret and the ciphertext that [`encapsulate`](Self::encapsulate) makes
    /// of given random bytes, for tests and known answers: 4 p bytes for Streamlined NTRU Prime, 32
    /// bytes for NTRU LPRime.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Length`] if there are more or fewer bytes.
    ///
    /// ```
    /// # #[cfg(feature = "ntrulpr761")] {
    /// let (key, public) = vectru::ntrulpr761::generate(&mut vectru::system_rng());
    /// let (ciphertext, secret) = public.encapsulate_from(&[7; 32])?;
    /// assert_eq!(key.decapsulate(&ciphertext), secret);
    /// assert_eq!(public.encapsulate_from(&[7; 32])?, (ciphertext, secret));
    /// # }
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn encapsulate_from(&self, random: &[u8]) -> Result<(Ciphertext<P>, SharedSecret), Error> {
        with_wiped_stack(P::EXTENTS.encapsulation, || {
            given_bytes::exactly(random, <P as Core>::Seed::LENGTH)
                .and_then(|mut given| encapsulate_with(&mut given, |source| P::ciphertext(self, source)))
                .map_err(|kind| Error { set: P::SET, object: Object::RandomBytes, kind })
        })
    }

    /// Hide: writes the ciphertext of `input`, which the hashes take as `digest`.
    pub(super) fn hide(&self, input: &<P as Core>::Input, digest: &Hash, ciphertext: &mut [u8]) {
        let (encrypted, confirmation) = Layout::<P>::ciphertext_mut(ciphertext);
        P::encrypt(&self.public, input, encrypted);
        confirmation.copy_from_slice(&*Message::confirmation(digest, &self.hash).hash());
    }
}

/// Replaces a key by the one with these bytes.
///
/// # Errors
///
/// Returns an error if `bytes` is not a public key.
pub(crate) fn load<P: Parameters>(key: &mut EncapsulationKey<P>, bytes: &[u8]) -> Result<(), ErrorKind> {
    let () = Layout::<P>::CHECKED;
    copy_exactly(bytes, key.bytes.as_mut())?;
    P::load_public(key.bytes.as_ref(), &mut key.public)?;
    key.set_hash();
    Ok(())
}

/// Encap: returns a new shared secret and its ciphertext.
///
/// # Errors
///
/// Returns an error if the source fails.
pub(crate) fn ciphertext<P: Parameters>(
    key: &EncapsulationKey<P>,
    source: &mut dyn Source,
) -> Result<(Ciphertext<P>, SharedSecret), Failed> {
    let input = draw_input::<P>(source)?;
    let digest = P::digest(&input);
    let mut bytes = P::CiphertextBytes::ZERO;
    key.hide(&input, &digest, bytes.as_mut());
    let secret = SharedSecret::new(*Message::session(1, &digest, bytes.as_ref()).hash());
    Ok((Ciphertext::new(bytes), secret))
}

/// Draws an input.
///
/// # Errors
///
/// Returns an error if the source fails.
#[inline(never)] // The memory of its random bytes ends with the call.
pub(super) fn draw_input<P: Parameters>(source: &mut dyn Source) -> Result<Secret<P::Input>, Failed> {
    let mut seed = <P as Core>::Seed::ZERO;
    source.fill(seed.as_mut())?;
    Ok(P::input(seed.as_ref()))
}

key::encapsulation_key!();

/// The name of the set and the first bytes of Hash_4 of the key.
impl<P: Parameters> fmt::Debug for EncapsulationKey<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "EncapsulationKey({}, ", P::SET)?;
        self.hash[..8].iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))?;
        formatter.write_str("..)")
    }
}
