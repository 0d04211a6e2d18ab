//! The traits of the `kem` crate for Streamlined NTRU Prime: a program that is written over them takes a parameter set,
//! such as [`Sntrup761`], as its `Kem`.
//!
//! Decapsulation never fails ([`Decapsulate`]); loading a key can ([`TryKeyInit`]). A secret key is no seed, so it has no
//! infallible `KeyInit`, which would make it one.
//!
//! NTRU LPRime and NTRU have no implementation: `hybrid-array`, whose arrays the traits demand, does not know all lengths
//! of any of their sets, and no other crate can add them. The trait [`Mechanism`](crate::Mechanism) has the same operations for every set.
//!
//! ```
//! use kem::{Decapsulate, Encapsulate, Kem, KeyExport, TryKeyInit};
//! use vectru::sntrup761::Sntrup761;
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

use hybrid_array::{Array, ArraySize, AssocArraySize};
use kem::common::KeySizeUser;
use kem::{
    Ciphertext as CiphertextArray, Decapsulate, Decapsulator, Encapsulate, Generate, InvalidKey, Kem, Key, KeyExport,
    SharedKey, TryKeyInit, consts,
};
use rand_core::{CryptoRng, TryCryptoRng};

use crate::common::parameters::{Array as _, ParameterSet};
use crate::interface::sets::*;
use crate::scheme::prime::{Ciphertext, DecapsulationKey, EncapsulationKey, Parameters, try_generate};

/// Implements [`Kem`] for the parameter sets whose lengths `hybrid-array` has.
macro_rules! mechanisms {
    ([] $(
        $(#[$note:meta])*
        $feature:literal, $module:ident, $set:ident,
        public key: $public_key:literal, secret key: $secret_key:literal, ciphertext: $ciphertext:literal,
        $family:ident $parameters:tt;
    )*) => {
        $(mechanisms!(@ $feature $module $set $family);)*
    };
    (@ $feature:literal $module:ident $set:ident streamlined) => {
        #[cfg(feature = $feature)]
        impl KemSizes for $module::$set {
            type PublicKeySize = <<Self as ParameterSet>::PublicKeyBytes as AssocArraySize>::Size;
            type SecretKeySize = <<Self as ParameterSet>::SecretKeyBytes as AssocArraySize>::Size;
            type CiphertextSize = <<Self as ParameterSet>::CiphertextBytes as AssocArraySize>::Size;
        }

        #[cfg(feature = $feature)]
        impl Kem for $module::$set {
            type DecapsulationKey = DecapsulationKey<Self>;
            type EncapsulationKey = EncapsulationKey<Self>;
            type SharedKeySize = consts::U32;
            type CiphertextSize = <Self as KemSizes>::CiphertextSize;
        }
    };
    (@ $feature:literal $module:ident $set:ident $family:ident) => {};
}

for_each_set!(mechanisms);

/// A parameter set whose lengths the `kem` traits can express.
pub trait KemSizes: Parameters {
    /// The length of an encapsulation key, in bytes.
    type PublicKeySize: ArraySize;
    /// The length of a decapsulation key, in bytes.
    type SecretKeySize: ArraySize;
    /// The length of a ciphertext, in bytes.
    type CiphertextSize: ArraySize;
}

/// The array of the traits with these bytes.
fn array<N: ArraySize>(bytes: &[u8]) -> Array<u8, N> {
    Array::from_fn(|k| bytes[k])
}

impl<P: KemSizes> KeySizeUser for EncapsulationKey<P> {
    type KeySize = P::PublicKeySize;
}

impl<P: KemSizes> TryKeyInit for EncapsulationKey<P> {
    fn new(key: &Key<Self>) -> Result<Self, InvalidKey> {
        Self::from_bytes(key).map_err(|_| InvalidKey)
    }
}

impl<P: KemSizes> KeyExport for EncapsulationKey<P> {
    fn to_bytes(&self) -> Key<Self> {
        array(self.as_bytes())
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
        let (ciphertext, secret) = self.encapsulate(rng);
        (array(ciphertext.as_bytes()), array(secret.as_bytes()))
    }
}

impl<P: KemSizes> KeySizeUser for DecapsulationKey<P> {
    type KeySize = P::SecretKeySize;
}

impl<P: KemSizes> TryKeyInit for DecapsulationKey<P> {
    fn new(key: &Key<Self>) -> Result<Self, InvalidKey> {
        Self::from_bytes(key).map_err(|_| InvalidKey)
    }
}

impl<P: KemSizes> KeyExport for DecapsulationKey<P> {
    fn to_bytes(&self) -> Key<Self> {
        array(self.as_bytes())
    }
}

impl<P: KemSizes> Generate for DecapsulationKey<P> {
    fn try_generate_from_rng<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        try_generate(rng).map(|(key, _)| key)
    }
}

impl<P> Decapsulator for DecapsulationKey<P>
where
    P: KemSizes + Kem<EncapsulationKey = EncapsulationKey<P>>,
{
    type Kem = P;

    fn encapsulation_key(&self) -> &EncapsulationKey<P> {
        self.encapsulation_key()
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
    fn decapsulate(&self, ciphertext: &CiphertextArray<P>) -> SharedKey<P> {
        let mut bytes = P::CiphertextBytes::ZERO;
        bytes.as_mut().copy_from_slice(ciphertext);
        array(self.decapsulate(&Ciphertext::new(bytes)).as_bytes())
    }
}
