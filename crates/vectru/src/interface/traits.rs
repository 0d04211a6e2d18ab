//! The traits of the `kem` crate for Streamlined NTRU Prime (feature `kem`). A program that is
//! generic over these traits uses a parameter set, such as
//! [`Sntrup761`](crate::sntrup761::Sntrup761), as its `Kem`.
//!
//! ```
//! use vectru::sntrup761::Sntrup761;
//! use vectru::traits::kem::{Decapsulate, Encapsulate, Kem, KeyExport, TryKeyInit};
//!
//! fn agree<K>() -> bool
//! where
//!     K: Kem<DecapsulationKey: Decapsulate + TryKeyInit + KeyExport>,
//! {
//!     let mut rng = vectru::system_rng();
//!     let (decapsulation_key, encapsulation_key) = K::generate_keypair_from_rng(&mut rng);
//!     let (ciphertext, sent) = encapsulation_key.encapsulate_with_rng(&mut rng);
//!     let loaded = K::DecapsulationKey::new(&decapsulation_key.to_bytes());
//!     loaded.is_ok_and(|key| key.decapsulate(&ciphertext) == sent)
//! }
//! assert!(agree::<Sntrup761>());
//! ```
//!
//! The keys of these traits are [`EncapsulationKey`] and [`DecapsulationKey`] of this module. They
//! have only the methods of the traits, so that no method of the same name and another signature
//! gets in the way. They convert from and into the keys of the rest of the crate:
//!
//! ```
//! use vectru::sntrup761;
//! use vectru::traits::{self, kem::{Decapsulate, Encapsulate}};
//!
//! let mut rng = vectru::system_rng();
//! let (key, public) = sntrup761::generate(&mut rng);
//! let (ciphertext, sent) = traits::EncapsulationKey::from(public).encapsulate_with_rng(&mut rng);
//! // By the methods of the crate, and by the traits:
//! assert_eq!(key.decapsulate(&ciphertext.into()).as_bytes()[..], sent[..]);
//! assert_eq!(traits::DecapsulationKey::from(key).decapsulate(&ciphertext), sent);
//! ```
//!
//! Decapsulation never fails ([`Decapsulate`]); loading a key can fail ([`TryKeyInit`]). A secret
//! key is not a seed, so that it does not implement `KeyInit`.
//!
//! The other families do not implement the traits. Each set of NTRU LPRime and of NTRU has a length
//! that `hybrid-array`, which the traits demand, does not know. The trait
//! [`Mechanism`](crate::Mechanism) has the same operations for every set.

use core::convert::Infallible;
use core::fmt;

use hybrid_array::{Array, ArraySize, AssocArraySize};
use kem::common::KeySizeUser;
use kem::{
    Ciphertext as CiphertextArray, Decapsulate, Decapsulator, Encapsulate, Generate, InvalidKey, Kem, Key, KeyExport,
    SharedKey, TryKeyInit, consts,
};
use rand_core::{CryptoRng, TryCryptoRng};

use crate::common::ciphertext::Ciphertext;
use crate::common::error::GenerationError;
use crate::common::parameters::{Array as _, ParameterSet};
use crate::common::stack::{moves, with_wiped_stack};
use crate::interface::*;
use crate::mechanism::try_generate;
use crate::scheme::prime::{self, Parameters};

/// The crate of the traits, for programs that do not depend on it themselves.
pub use kem;

/// Implements [`Kem`] for the parameter sets whose lengths `hybrid-array` has.
macro_rules! mechanisms {
    ($module:ident $set:ident $ring:ident) => {
        const _: () = {
            type S = $module::$set;

            impl KemSizes for S {
                type PublicKeySize = <<S as ParameterSet>::PublicKeyBytes as AssocArraySize>::Size;
                type SecretKeySize = <<S as ParameterSet>::SecretKeyBytes as AssocArraySize>::Size;
                type CiphertextSize = <<S as ParameterSet>::CiphertextBytes as AssocArraySize>::Size;
            }

            impl Kem for S {
                type DecapsulationKey = DecapsulationKey<S>;
                type EncapsulationKey = EncapsulationKey<S>;
                type SharedKeySize = consts::U32;
                type CiphertextSize = <S as KemSizes>::CiphertextSize;
            }
        };
    };
}

for_each_set_of!(streamlined, mechanisms);

/// A parameter set whose lengths the `kem` traits can express.
pub trait KemSizes: Parameters {
    /// The length of an encapsulation key, in bytes.
    type PublicKeySize: ArraySize;
    /// The length of a decapsulation key, in bytes.
    type SecretKeySize: ArraySize;
    /// The length of a ciphertext, in bytes.
    type CiphertextSize: ArraySize;
}

/// A public key for the traits of the `kem` crate: [`prime::EncapsulationKey`] without methods of
/// its own.
///
/// ```
/// use vectru::{sntrup761, traits::{EncapsulationKey, kem::Encapsulate}};
/// let (key, public) = sntrup761::generate(&mut vectru::system_rng());
/// let (ciphertext, secret) = EncapsulationKey::from(public).encapsulate();
/// assert_eq!(key.decapsulate(&ciphertext.into()).as_bytes()[..], secret[..]);
/// ```
pub struct EncapsulationKey<P: KemSizes>(prime::EncapsulationKey<P>);

/// A secret key for the traits of the `kem` crate: [`prime::DecapsulationKey`] without methods of
/// its own. It is wiped when dropped.
///
/// ```
/// use vectru::{sntrup761, traits::{DecapsulationKey, kem::Decapsulator}};
/// let (key, public) = sntrup761::generate(&mut vectru::system_rng());
/// assert_eq!(DecapsulationKey::from(key).encapsulation_key(), &public.into());
/// ```
pub struct DecapsulationKey<P: KemSizes> {
    key: prime::DecapsulationKey<P>,
    /// The public key in `key`, as a reference to a key of this module.
    public: EncapsulationKey<P>,
}

/// Returns the array of the traits with these bytes.
fn array<N: ArraySize>(bytes: &[u8]) -> Array<u8, N> {
    Array::from_fn(|k| bytes[k])
}

impl<P: KemSizes> From<prime::EncapsulationKey<P>> for EncapsulationKey<P> {
    fn from(key: prime::EncapsulationKey<P>) -> Self {
        Self(key)
    }
}

impl<P: KemSizes> From<EncapsulationKey<P>> for prime::EncapsulationKey<P> {
    fn from(key: EncapsulationKey<P>) -> Self {
        key.0
    }
}

impl<P: KemSizes> AsRef<prime::EncapsulationKey<P>> for EncapsulationKey<P> {
    fn as_ref(&self) -> &prime::EncapsulationKey<P> {
        &self.0
    }
}

impl<P: KemSizes> From<prime::DecapsulationKey<P>> for DecapsulationKey<P> {
    fn from(key: prime::DecapsulationKey<P>) -> Self {
        let public = EncapsulationKey(key.encapsulation_key().clone());
        Self { key, public }
    }
}

impl<P: KemSizes> From<DecapsulationKey<P>> for prime::DecapsulationKey<P> {
    fn from(key: DecapsulationKey<P>) -> Self {
        key.key
    }
}

impl<P: KemSizes> AsRef<prime::DecapsulationKey<P>> for DecapsulationKey<P> {
    fn as_ref(&self) -> &prime::DecapsulationKey<P> {
        &self.key
    }
}

impl<P: KemSizes> From<Array<u8, P::CiphertextSize>> for Ciphertext<P> {
    fn from(array: Array<u8, P::CiphertextSize>) -> Self {
        ciphertext(&array)
    }
}

impl<P: KemSizes> From<Ciphertext<P>> for Array<u8, P::CiphertextSize> {
    fn from(ciphertext: Ciphertext<P>) -> Self {
        array(ciphertext.as_bytes())
    }
}

/// Returns the ciphertext with the bytes of an array.
fn ciphertext<P: KemSizes>(array: &Array<u8, P::CiphertextSize>) -> Ciphertext<P> {
    let mut bytes = P::CiphertextBytes::ZERO;
    bytes.as_mut().copy_from_slice(array);
    Ciphertext::new(bytes)
}

impl<P: KemSizes> Clone for EncapsulationKey<P> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<P: KemSizes> PartialEq for EncapsulationKey<P> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<P: KemSizes> Eq for EncapsulationKey<P> {}

impl<P: KemSizes> core::hash::Hash for EncapsulationKey<P> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<P: KemSizes> fmt::Debug for EncapsulationKey<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl<P: KemSizes> KeySizeUser for EncapsulationKey<P> {
    type KeySize = P::PublicKeySize;
}

impl<P: KemSizes> TryKeyInit for EncapsulationKey<P> {
    fn new(key: &Key<Self>) -> Result<Self, InvalidKey> {
        prime::EncapsulationKey::from_bytes(key).map(Self).map_err(|_| InvalidKey)
    }
}

impl<P: KemSizes> KeyExport for EncapsulationKey<P> {
    fn to_bytes(&self) -> Key<Self> {
        array(self.0.as_bytes())
    }
}

impl<P> Encapsulate for EncapsulationKey<P>
where
    P: KemSizes + Kem<SharedKeySize = consts::U32, CiphertextSize = <P as KemSizes>::CiphertextSize>,
{
    type Kem = P;

    fn encapsulate_with_rng<R>(&self, rng: &mut R) -> (CiphertextArray<P>, SharedKey<P>)
    where
        R: CryptoRng + ?Sized,
    {
        let (ciphertext, secret) = self.0.encapsulate(rng);
        (ciphertext.into(), array(secret.as_bytes()))
    }
}

impl<P: KemSizes> Clone for DecapsulationKey<P> {
    fn clone(&self) -> Self {
        with_wiped_stack(moves::<Self>(), || Self { key: self.key.clone(), public: self.public.clone() })
    }
}

impl<P: KemSizes> zeroize::ZeroizeOnDrop for DecapsulationKey<P> {}

impl<P: KemSizes> fmt::Debug for DecapsulationKey<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.key.fmt(formatter)
    }
}

impl<P: KemSizes> KeySizeUser for DecapsulationKey<P> {
    type KeySize = P::SecretKeySize;
}

impl<P: KemSizes> TryKeyInit for DecapsulationKey<P> {
    fn new(key: &Key<Self>) -> Result<Self, InvalidKey> {
        with_wiped_stack(moves::<Self>(), || {
            prime::DecapsulationKey::from_bytes(key).map(Self::from).map_err(|_| InvalidKey)
        })
    }
}

impl<P: KemSizes> KeyExport for DecapsulationKey<P> {
    fn to_bytes(&self) -> Key<Self> {
        array(self.key.as_bytes())
    }
}

/// # Panics
///
/// Panics if the generator repeats itself so that no key pair can be made of its bytes: see [random
/// bytes](crate#random-bytes).
impl<P: KemSizes> Generate for DecapsulationKey<P> {
    fn try_generate_from_rng<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        with_wiped_stack(moves::<Self>(), || {
            match try_generate(rng) {
                Ok((key, public)) => Ok(Self { key, public: EncapsulationKey(public) }),
                Err(GenerationError::Generator(error)) => Err(error),
                // The trait has no error except the generator's.
                Err(GenerationError::Rejected { candidates }) => {
                    GenerationError::<Infallible>::Rejected { candidates }.panic()
                }
                Err(GenerationError::Buffer(error)) => GenerationError::<Infallible>::Buffer(error).panic(),
            }
        })
    }
}

impl<P> Decapsulator for DecapsulationKey<P>
where
    P: KemSizes + Kem<EncapsulationKey = EncapsulationKey<P>>,
{
    type Kem = P;

    fn encapsulation_key(&self) -> &EncapsulationKey<P> {
        &self.public
    }
}

impl<P> Decapsulate for DecapsulationKey<P>
where
    P: KemSizes
        + Kem<
            EncapsulationKey = EncapsulationKey<P>,
            SharedKeySize = consts::U32,
            CiphertextSize = <P as KemSizes>::CiphertextSize,
        >,
{
    fn decapsulate(&self, array: &CiphertextArray<P>) -> SharedKey<P> {
        self::array(self.key.decapsulate(&ciphertext(array)).as_bytes())
    }
}
