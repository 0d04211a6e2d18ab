//! The one-way function with a trapdoor, in which the families differ: the core of the mechanism.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::common::error::ErrorKind;
use crate::common::parameters::{Array, ParameterSet};
use crate::common::random::{Failed, Source};
use crate::common::secret::{Secret, Wipe};
use crate::hashing::Hash;
use crate::hashing::ntru_prime::Prefix;
#[cfg(feature = "alloc")]
use crate::scheme::draws::Draws;

/// The one-way function of a parameter set, over bytes. Only this crate implements it.
///
/// Every set implements it by the functions of its family, which are generic over sets. Thus these
/// functions are compiled in this crate, once for each set, and not in every program that uses one.
pub trait Core: ParameterSet {
    /// A public key, decoded and transformed, which encrypts.
    type Public: Copy + Send + Sync + 'static;
    /// The secret part of a secret key, decoded and transformed, which decrypts. It is wiped when
    /// dropped.
    type Trapdoor: Clone + Send + Sync + 'static;
    /// The random bytes of an input.
    type Seed: Array<u8>;
    /// The input r, which is encrypted.
    type Input: Wipe;
    /// An encoded input.
    type Encoded: Array<u8>;
    /// A public key, decoded for one use.
    type PublicPolynomials;
    /// The secret part of a secret key, decoded for one use. It is wiped when dropped.
    type SecretPolynomials;

    /// The use of the hash function for an encoded input.
    #[doc(hidden)]
    const INPUT_PREFIX: Prefix;

    /// True if hashes take a hash of an encoded input, or of rho, for it.
    #[doc(hidden)]
    const DIGESTS: bool;

    /// The lengths of the parts of keys and ciphertexts.
    const LENGTHS: Lengths;

    /// The number of random bytes that each call of key generation draws, in order. The last call
    /// draws rho.
    #[doc(hidden)]
    const KEY_LENGTHS: &'static [usize];

    /// True if key generation can reject the bytes of its first call, and then repeats the call.
    #[doc(hidden)]
    const REJECTS: bool;

    /// Memory for [`Public`](Self::Public): keys are made where they stay.
    #[doc(hidden)]
    const ZERO_PUBLIC: Self::Public;

    /// Memory for [`Trapdoor`](Self::Trapdoor).
    #[doc(hidden)]
    const ZERO_TRAPDOOR: Self::Trapdoor;

    /// Generates a key.
    ///
    /// # Errors
    ///
    /// Returns an error if the source fails.
    #[doc(hidden)]
    fn generate(source: &mut dyn Source, slot: Slot<'_, Self::Public, Self::Trapdoor>) -> Result<(), Failed>;

    /// Loads a public key.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not a public key.
    #[doc(hidden)]
    fn load_public(bytes: &[u8], public: &mut Self::Public) -> Result<(), ErrorKind>;

    /// Loads the secret part of a secret key.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not the secret part of a secret key.
    #[doc(hidden)]
    fn load_trapdoor(bytes: &[u8], trapdoor: &mut Self::Trapdoor) -> Result<(), ErrorKind>;

    /// Returns the input made of random bytes.
    #[doc(hidden)]
    fn input(seed: &[u8]) -> Secret<Self::Input>;

    /// Returns the digest that stands for an input in hashes.
    #[doc(hidden)]
    fn digest(input: &Self::Input) -> Secret<Hash>;

    /// Returns the digest that stands for an encoded input, or for rho, in hashes.
    #[doc(hidden)]
    fn digest_encoded(encoded: &[u8]) -> Secret<Hash>;

    /// Encrypts an input.
    #[doc(hidden)]
    fn encrypt(public: &Self::Public, input: &Self::Input, ciphertext: &mut [u8]);

    /// Returns the input whose encryption `ciphertext` is, or some input if there is none.
    #[doc(hidden)]
    fn decrypt(trapdoor: &Self::Trapdoor, ciphertext: &[u8]) -> Secret<Self::Input>;

    /// Decodes a public key for one use.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not a public key.
    #[doc(hidden)]
    fn decode_public(bytes: &[u8]) -> Result<Self::PublicPolynomials, ErrorKind>;

    /// Decodes the secret part of a secret key for one use.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not the secret part of a secret key.
    #[doc(hidden)]
    fn decode_trapdoor(bytes: &[u8]) -> Result<Self::SecretPolynomials, ErrorKind>;

    /// Returns the encoding of an input.
    #[doc(hidden)]
    fn encode_input(input: &Self::Input) -> Secret<Self::Encoded>;

    /// Encrypts an input, given its hash for [`INPUT_PREFIX`](Self::INPUT_PREFIX).
    #[doc(hidden)]
    fn encrypt_once(public: &Self::PublicPolynomials, input: &Self::Input, hash: &Hash, ciphertext: &mut [u8]);

    /// Decrypts as [`decrypt`](Self::decrypt) does.
    #[doc(hidden)]
    fn decrypt_once(secret: &Self::SecretPolynomials, ciphertext: &[u8]) -> Secret<Self::Input>;

    /// The calls that draw the random bytes of a key pair.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    const KEY_DRAWS: Draws;

    /// Writes the keys made of random bytes, one for each slot. Returns false if key generation
    /// rejects some of the bytes.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn keys(drawn: &[&[u8]], slots: &mut [Slot<'_, Self::Public, Self::Trapdoor>]) -> bool;

    /// Returns the [digest](Self::digest) of each input.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn digests(inputs: &[Secret<Self::Input>]) -> Vec<Secret<Hash>>;

    /// Returns the [digest](Self::digest_encoded) of each encoded input or rho. All have the same
    /// length.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn digests_encoded(encoded: &[&[u8]]) -> Vec<Secret<Hash>>;

    /// Encrypts an input for each key.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn encrypt_many(publics: &[&Self::Public], inputs: &[Secret<Self::Input>], ciphertexts: &mut [&mut [u8]]);
}

/// The places where the parts of a new key are written.
#[derive(Debug)]
pub struct Slot<'a, P, T> {
    /// The bytes of the public key.
    pub(crate) public_key: &'a mut [u8],
    /// The bytes of the secret part of the secret key.
    pub(crate) secret_part: &'a mut [u8],
    /// The public key, decoded and transformed.
    pub(crate) public: &'a mut P,
    /// The secret part, decoded and transformed.
    pub(crate) trapdoor: &'a mut T,
}

#[cfg(any(feature = "_sntrup", feature = "alloc"))]
impl<P, T> Slot<'_, P, T> {
    /// Returns the same places, borrowed for a shorter time.
    pub(crate) const fn reborrow(&mut self) -> Slot<'_, P, T> {
        let Self { public_key, secret_part, public, trapdoor } = self;
        Slot { public_key, secret_part, public, trapdoor }
    }
}

/// The lengths of the parts of keys and ciphertexts, in bytes.
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

/// Implements [`Core`] for the parameter set `$set` by the functions of the modules `encryption`
/// and `batch` of its family. The module `encryption` also has the types `Public` and `Trapdoor`,
/// which are generic over sets.
macro_rules! implement {
    ($family:ident, $set:ident, seed: $seed:ty, input: $input:ty) => {
        impl crate::scheme::prime::Core for $set {
            type Public = crate::scheme::$family::encryption::Public<Self>;
            type Trapdoor = crate::scheme::$family::encryption::Trapdoor<Self>;
            type Seed = $seed;
            type Input = $input;
            type Encoded = crate::scheme::$family::encryption::Encoded<$set>;
            type PublicPolynomials = crate::scheme::$family::encryption::PublicPolynomials<$set>;
            type SecretPolynomials = crate::scheme::$family::encryption::SecretPolynomials<$set>;

            const INPUT_PREFIX: crate::hashing::ntru_prime::Prefix = crate::scheme::$family::encryption::INPUT_PREFIX;
            const DIGESTS: bool = crate::scheme::$family::encryption::DIGESTS;

            const LENGTHS: crate::scheme::prime::Lengths = crate::scheme::$family::encryption::lengths::<Self>();

            const KEY_LENGTHS: &'static [usize] = crate::scheme::$family::encryption::key_lengths::<Self>();
            const REJECTS: bool = crate::scheme::$family::encryption::REJECTS;

            const ZERO_PUBLIC: Self::Public = crate::scheme::$family::encryption::zero_public::<Self>();
            const ZERO_TRAPDOOR: Self::Trapdoor = crate::scheme::$family::encryption::zero_trapdoor::<Self>();

            #[cfg_attr(test, inline)]
            fn generate(
                source: &mut dyn crate::common::random::Source,
                slot: crate::scheme::prime::Slot<'_, Self::Public, Self::Trapdoor>,
            ) -> Result<(), crate::common::random::Failed> {
                crate::scheme::$family::encryption::generate::<Self>(source, slot)
            }

            #[cfg_attr(test, inline)]
            fn load_public(bytes: &[u8], public: &mut Self::Public) -> Result<(), crate::common::error::ErrorKind> {
                crate::scheme::$family::encryption::load_public::<Self>(bytes, public)
            }

            #[cfg_attr(test, inline)]
            fn load_trapdoor(
                bytes: &[u8],
                trapdoor: &mut Self::Trapdoor,
            ) -> Result<(), crate::common::error::ErrorKind> {
                crate::scheme::$family::encryption::load_trapdoor::<Self>(bytes, trapdoor)
            }

            #[cfg_attr(test, inline)]
            fn input(seed: &[u8]) -> crate::common::secret::Secret<Self::Input> {
                crate::scheme::$family::encryption::input::<Self>(seed)
            }

            #[cfg_attr(test, inline)]
            fn digest(input: &Self::Input) -> crate::common::secret::Secret<crate::hashing::Hash> {
                crate::scheme::$family::encryption::digest::<Self>(input)
            }

            #[cfg_attr(test, inline)]
            fn digest_encoded(encoded: &[u8]) -> crate::common::secret::Secret<crate::hashing::Hash> {
                crate::scheme::$family::encryption::digest_encoded(encoded)
            }

            #[cfg_attr(test, inline)]
            fn encrypt(public: &Self::Public, input: &Self::Input, ciphertext: &mut [u8]) {
                crate::scheme::$family::encryption::encrypt::<Self>(public, input, ciphertext);
            }

            #[cfg_attr(test, inline)]
            fn decrypt(trapdoor: &Self::Trapdoor, ciphertext: &[u8]) -> crate::common::secret::Secret<Self::Input> {
                crate::scheme::$family::encryption::decrypt::<Self>(trapdoor, ciphertext)
            }

            #[cfg_attr(test, inline)]
            fn decode_public(bytes: &[u8]) -> Result<Self::PublicPolynomials, crate::common::error::ErrorKind> {
                crate::scheme::$family::encryption::decode_public::<Self>(bytes)
            }

            #[cfg_attr(test, inline)]
            fn decode_trapdoor(bytes: &[u8]) -> Result<Self::SecretPolynomials, crate::common::error::ErrorKind> {
                crate::scheme::$family::encryption::decode_trapdoor::<Self>(bytes)
            }

            #[cfg_attr(test, inline)]
            fn encode_input(input: &Self::Input) -> crate::common::secret::Secret<Self::Encoded> {
                crate::scheme::$family::encryption::encode_input::<Self>(input)
            }

            #[cfg_attr(test, inline)]
            fn encrypt_once(
                public: &Self::PublicPolynomials,
                input: &Self::Input,
                hash: &crate::hashing::Hash,
                ciphertext: &mut [u8],
            ) {
                crate::scheme::$family::encryption::encrypt_once::<Self>(public, input, hash, ciphertext);
            }

            #[cfg_attr(test, inline)]
            fn decrypt_once(
                secret: &Self::SecretPolynomials,
                ciphertext: &[u8],
            ) -> crate::common::secret::Secret<Self::Input> {
                crate::scheme::$family::encryption::decrypt_once::<Self>(secret, ciphertext)
            }

            #[cfg(feature = "alloc")]
            const KEY_DRAWS: crate::scheme::draws::Draws = crate::scheme::$family::batch::key_draws::<Self>();

            #[cfg(feature = "alloc")]
            #[cfg_attr(test, inline)]
            fn keys(
                drawn: &[&[u8]],
                slots: &mut [crate::scheme::prime::Slot<'_, Self::Public, Self::Trapdoor>],
            ) -> bool {
                crate::scheme::$family::batch::keys::<Self>(drawn, slots)
            }

            #[cfg(feature = "alloc")]
            #[cfg_attr(test, inline)]
            fn digests(
                inputs: &[crate::common::secret::Secret<Self::Input>],
            ) -> alloc::vec::Vec<crate::common::secret::Secret<crate::hashing::Hash>> {
                crate::scheme::$family::batch::digests::<Self>(inputs)
            }

            #[cfg(feature = "alloc")]
            #[cfg_attr(test, inline)]
            fn digests_encoded(
                encoded: &[&[u8]],
            ) -> alloc::vec::Vec<crate::common::secret::Secret<crate::hashing::Hash>> {
                crate::scheme::$family::batch::digests_encoded(encoded)
            }

            #[cfg(feature = "alloc")]
            #[cfg_attr(test, inline)]
            fn encrypt_many(
                publics: &[&Self::Public],
                inputs: &[crate::common::secret::Secret<Self::Input>],
                ciphertexts: &mut [&mut [u8]],
            ) {
                crate::scheme::$family::batch::encrypt_many::<Self>(publics, inputs, ciphertexts);
            }
        }
    };
}
pub(crate) use implement;
