//! What the families differ in: the one-way function with a trapdoor, the core of the mechanism.

use rand_core::TryCryptoRng;

use crate::Error;
use crate::hash::Hash;
use crate::parameters::{Array, ParameterSet};
use crate::secret::{Secret, Wipe};

/// The one-way function of a parameter set, over bytes. Only this crate implements it.
///
/// Every set implements it by the functions of its family, which are generic over sets. So these are compiled in this crate,
/// once for each set, and not in every program that uses one.
pub trait Core: ParameterSet {
    /// What encrypts: a public key, decoded and transformed.
    type Public: Clone + Send + Sync + 'static;
    /// What decrypts: the secret part of a secret key, decoded and transformed. It is wiped when it is dropped.
    type Trapdoor: Clone + Send + Sync + 'static;
    /// The random bytes that an input is drawn from.
    type Seed: Array<u8>;
    /// What is encrypted: r.
    type Input: Wipe;

    /// The bytes of the parts of keys and ciphertexts.
    const LENGTHS: Lengths;

    /// A new key: writes the public key and the secret part of the secret key.
    ///
    /// # Errors
    ///
    /// That of the generator.
    #[doc(hidden)]
    fn try_generate<R: TryCryptoRng + ?Sized>(
        rng: &mut R,
        public_key: &mut [u8],
        trapdoor: &mut [u8],
    ) -> Result<(Self::Public, Self::Trapdoor), R::Error>;

    /// Loads a public key.
    ///
    /// # Errors
    ///
    /// If it is none.
    #[doc(hidden)]
    fn load_public(public_key: &[u8]) -> Result<Self::Public, Error>;

    /// Loads the secret part of a secret key.
    ///
    /// # Errors
    ///
    /// If it is none.
    #[doc(hidden)]
    fn load_trapdoor(trapdoor: &[u8]) -> Result<Self::Trapdoor, Error>;

    /// The input of a seed.
    #[doc(hidden)]
    fn input(seed: &Self::Seed) -> Secret<Self::Input>;

    /// What the hashes take for an input.
    #[doc(hidden)]
    fn digest(input: &Self::Input) -> Secret<Hash>;

    /// What the hashes take for an encoded input, or for rho.
    #[doc(hidden)]
    fn digest_encoded(encoded: &[u8]) -> Secret<Hash>;

    /// Encrypts an input.
    #[doc(hidden)]
    fn encrypt(public: &Self::Public, input: &Self::Input, ciphertext: &mut [u8]);

    /// The input whose encryption the ciphertext is; some input if there is none.
    #[doc(hidden)]
    fn decrypt(trapdoor: &Self::Trapdoor, ciphertext: &[u8]) -> Secret<Self::Input>;
}

/// The bytes of the parts of keys and ciphertexts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// A public key.
    pub(crate) public_key: usize,
    /// The secret part of a secret key.
    pub(crate) trapdoor: usize,
    /// An encoded input, and the rho that takes its place on rejection.
    pub(crate) input: usize,
    /// A ciphertext without its confirmation.
    pub(crate) ciphertext: usize,
}

/// Implements [`Core`] for the parameter set `$set` by the functions of the module `encryption` of its family, which
/// has the types `Public` and `Trapdoor`, generic over sets.
macro_rules! implement {
    ($family:ident, $set:ident, seed: $seed:ty, input: $input:ty) => {
        impl crate::prime::Core for $set {
            type Public = crate::$family::encryption::Public<Self>;
            type Trapdoor = crate::$family::encryption::Trapdoor<Self>;
            type Seed = $seed;
            type Input = $input;

            const LENGTHS: crate::prime::Lengths = crate::$family::encryption::lengths::<Self>();

            fn try_generate<R: rand_core::TryCryptoRng + ?Sized>(
                rng: &mut R,
                public_key: &mut [u8],
                trapdoor: &mut [u8],
            ) -> Result<(Self::Public, Self::Trapdoor), R::Error> {
                crate::$family::encryption::try_generate::<Self, R>(rng, public_key, trapdoor)
            }

            fn load_public(public_key: &[u8]) -> Result<Self::Public, crate::Error> {
                crate::$family::encryption::load_public::<Self>(public_key)
            }

            fn load_trapdoor(trapdoor: &[u8]) -> Result<Self::Trapdoor, crate::Error> {
                crate::$family::encryption::load_trapdoor::<Self>(trapdoor)
            }

            fn input(seed: &Self::Seed) -> crate::secret::Secret<Self::Input> {
                crate::$family::encryption::input::<Self>(seed)
            }

            fn digest(input: &Self::Input) -> crate::secret::Secret<crate::hash::Hash> {
                crate::$family::encryption::digest::<Self>(input)
            }

            fn digest_encoded(encoded: &[u8]) -> crate::secret::Secret<crate::hash::Hash> {
                crate::$family::encryption::digest_encoded(encoded)
            }

            fn encrypt(public: &Self::Public, input: &Self::Input, ciphertext: &mut [u8]) {
                crate::$family::encryption::encrypt::<Self>(public, input, ciphertext);
            }

            fn decrypt(trapdoor: &Self::Trapdoor, ciphertext: &[u8]) -> crate::secret::Secret<Self::Input> {
                crate::$family::encryption::decrypt::<Self>(trapdoor, ciphertext)
            }
        }
    };
}
pub(crate) use implement;
