//! The secret key, and decapsulation: "NTRU Prime: round 3", the section on the key-encapsulation mechanism, KEM
//! KeyGen and Decap.

use core::fmt;

use rand_core::TryCryptoRng;
use subtle::{ConditionallySelectable, ConstantTimeEq};
use vectru_polymul::multiplier::{Prepared, prepare};
use vectru_polymul::ring::Polynomial;
use zeroize::{ZeroizeOnDrop, Zeroizing};

use super::encapsulation::hash_input;
use super::layout::Layout;
use super::{Ciphertext, EncapsulationKey, Parameters, encryption};
use crate::encoding::{rounded, small};
use crate::hash::{self, Hash};
use crate::parameters::{Array, exactly};
use crate::public::{declassified, declassify};
use crate::secret::Secret;
use crate::{Error, Object, SharedSecret};

/// A key that decapsulates: secret, wiped when dropped. Loading it decodes it and transforms it, once for all its uses.
#[derive(Clone)]
pub struct DecapsulationKey<P: Parameters> {
    bytes: Secret<P::SecretKeyBytes>,
    triple_f: Secret<Prepared<P::Ring>>,
    inverse: Secret<Prepared<P::Ring>>,
    /// Hash_3(rho), which takes the place of Hash_3(r) on rejection.
    rejection: Secret<Hash>,
    public: EncapsulationKey<P>,
}

impl<P: Parameters> DecapsulationKey<P> {
    /// KEM KeyGen: the key of the core, then the random rho.
    pub(super) fn try_generate_from<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        let () = Layout::<P>::CHECKED;
        let core = encryption::Key::<P>::try_generate(rng)?;
        let public = EncapsulationKey::from_element(&core.h);
        let mut bytes = Secret::new(P::SecretKeyBytes::zero());
        let [f, inverse, public_key, rho, hash] = Layout::<P>::secret_key_mut(bytes.as_mut());
        small::encode(&core.f, f);
        small::encode(&core.inverse, inverse);
        public_key.copy_from_slice(public.as_bytes());
        rng.try_fill_bytes(rho)?;
        hash.copy_from_slice(public.hash());
        Ok(Self::assemble(bytes, &core.f, &core.inverse, public))
    }

    /// The key with these bytes: f, 1/g, the public key, rho, and the public key's hash.
    ///
    /// A secret key is what key generation makes, so the parts that can be checked at little cost are checked. That 1/g
    /// and the public key belong to f is not.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] if the length is not that of the parameter set;
    /// [`Error::SmallCoefficientOutOfRange`] if f or 1/g has a coefficient other than -1, 0 and 1;
    /// [`Error::Weight`] if f does not have the weight of the parameter set;
    /// [`Error::CoefficientOutOfRange`] if the public key encodes no element of R_q;
    /// [`Error::PublicKeyHash`] if the hash is not that of the public key.
    ///
    /// ```
    /// use vectru::{Error, sntrup761::{DecapsulationKey, generate}};
    /// let (key, _) = generate(&mut vectru::system_rng());
    /// let mut bytes = key.to_bytes();
    /// assert!(DecapsulationKey::from_bytes(&*bytes).is_ok());
    /// bytes[0] = 0xff; // four digits 3
    /// assert!(DecapsulationKey::from_bytes(&*bytes).is_err());
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let () = Layout::<P>::CHECKED;
        let object = Object::SecretKey;
        let bytes = Secret::new(exactly::<P::SecretKeyBytes>(bytes, object)?);
        let [f, inverse, public_key, _, hash] = Layout::<P>::secret_key(bytes.as_ref());
        let (f, f_is_small) = small::decode(f);
        let (inverse, inverse_is_small) = small::decode(inverse);
        if !(f_is_small && inverse_is_small) {
            return Err(Error::SmallCoefficientOutOfRange { object });
        }
        let found = declassified(encryption::weight(&f) as usize);
        if found != P::WEIGHT {
            return Err(Error::Weight { object, expected: P::WEIGHT, found });
        }
        declassify(public_key);
        declassify(hash);
        let public = EncapsulationKey::from_bytes(public_key).map_err(|error| error.within(object))?;
        if public.hash() != hash {
            return Err(Error::PublicKeyHash { object });
        }
        Ok(Self::assemble(bytes, &f, &inverse, public))
    }

    fn assemble(
        bytes: Secret<P::SecretKeyBytes>,
        f: &Polynomial<P::Ring>,
        inverse: &Polynomial<P::Ring>,
        public: EncapsulationKey<P>,
    ) -> Self {
        let [_, _, _, rho, _] = Layout::<P>::secret_key(bytes.as_ref());
        let rejection = hash::input(rho);
        let triple_f = Secret::new(prepare(&*encryption::triple::<P>(f)));
        Self { bytes, triple_f, inverse: Secret::new(prepare(inverse)), rejection, public }
    }

    /// The bytes, wiped when dropped.
    ///
    /// ```
    /// use vectru::sntrup761::{DecapsulationKey, generate};
    /// let (key, _) = generate(&mut vectru::system_rng());
    /// let bytes = key.to_bytes();
    /// assert_eq!(DecapsulationKey::from_bytes(&*bytes)?.as_bytes(), &*bytes);
    /// # Ok::<(), vectru::Error>(())
    /// ```
    pub fn to_bytes(&self) -> Zeroizing<P::SecretKeyBytes> {
        Zeroizing::new(*self.bytes)
    }

    /// The bytes, in place: secret.
    ///
    /// ```
    /// let (key, public) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// assert_eq!(key.as_bytes()[382..1540], *public.as_bytes());
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// The key that encapsulates for this one.
    ///
    /// ```
    /// let (key, public) = vectru::sntrup761::generate(&mut vectru::system_rng());
    /// assert_eq!(key.encapsulation_key(), &public);
    /// ```
    pub const fn encapsulation_key(&self) -> &EncapsulationKey<P> {
        &self.public
    }

    /// The shared secret of a ciphertext.
    ///
    /// There is no error: of a ciphertext that encapsulation did not make, the secret is a hash of the ciphertext and of
    /// the key's rho, which nobody else knows, and takes the same time.
    ///
    /// ```
    /// use vectru::sntrup761::{Ciphertext, generate};
    /// let mut rng = vectru::system_rng();
    /// let (key, encapsulation_key) = generate(&mut rng);
    /// let (ciphertext, secret) = encapsulation_key.encapsulate(&mut rng);
    /// assert_eq!(key.decapsulate(&ciphertext), secret);
    ///
    /// let mut bytes = ciphertext.to_bytes();
    /// bytes[5] ^= 1;
    /// let wrong = Ciphertext::new(bytes);
    /// assert_ne!(key.decapsulate(&wrong), secret);
    /// assert_eq!(key.decapsulate(&wrong), key.decapsulate(&wrong));
    /// ```
    pub fn decapsulate(&self, ciphertext: &Ciphertext<P>) -> SharedSecret {
        let bytes = ciphertext.as_bytes();
        let rounded = rounded::decode::<P>(Layout::<P>::rounded(bytes));
        let r = encryption::decrypt::<P>(&rounded, &self.triple_f, &self.inverse);
        let input = hash_input::<P>(&r);
        let mut again = Secret::new(P::CiphertextBytes::zero());
        self.public.hide(&r, &input, again.as_mut());
        let difference = again.as_ref().iter().zip(bytes).fold(0, |difference, (a, b)| difference | (a ^ b));
        let accepted = difference.ct_eq(&0u8);
        let input = Secret::new(Hash::conditional_select(&self.rejection, &input, accepted));
        SharedSecret::new(hash::session(accepted.unwrap_u8(), &input, bytes))
    }
}

/// Every secret part wipes itself.
impl<P: Parameters> ZeroizeOnDrop for DecapsulationKey<P> {}

impl<P: Parameters> TryFrom<&[u8]> for DecapsulationKey<P> {
    type Error = Error;
    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(bytes)
    }
}

impl<P: Parameters> fmt::Debug for DecapsulationKey<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "DecapsulationKey(secret, of {:?})", self.public)
    }
}
