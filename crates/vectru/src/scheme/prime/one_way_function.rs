//! The one-way function with a trapdoor, in which the families differ: the core of the mechanism.

use super::Parameters;
use crate::common::error::ErrorKind;
use crate::common::parameters::Array;
use crate::common::random::{Failed, Source};
use crate::common::secret::{Secret, Wipe};
use crate::hashing::Hash;
use crate::hashing::ntru_prime::Prefix;
use crate::key::Parts;
use crate::scheme::draws::Draws;

/// A public key of P, decoded.
pub(crate) type Public<P> = <<P as Parameters>::Core as OneWayFunction<P>>::Public;
/// A public key of P, prepared for many products.
pub(crate) type PreparedPublic<P> = <<P as Parameters>::Core as OneWayFunction<P>>::PreparedPublic;
/// The secret part of a secret key of P, prepared for many products.
pub(crate) type Trapdoor<P> = <<P as Parameters>::Core as OneWayFunction<P>>::Trapdoor;
/// The random bytes of an input.
pub(crate) type Seed<P> = <<P as Parameters>::Core as OneWayFunction<P>>::Seed;
/// The input r.
pub(crate) type Input<P> = <<P as Parameters>::Core as OneWayFunction<P>>::Input;

/// A key that encrypts or decrypts, in either state.
#[derive(Debug)]
pub enum Key<'a, D, P> {
    /// Decoded, for one use.
    Decoded(&'a D),
    /// Prepared for many uses.
    Prepared(&'a P),
}

impl<D, P> Clone for Key<'_, D, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D, P> Copy for Key<'_, D, P> {}

/// The one-way function of a family of NTRU Prime, for the parameter set P. Only this crate
/// implements it.
pub trait OneWayFunction<P: Parameters>: Sized + 'static {
    /// A public key, decoded.
    type Public: Parts;
    /// A public key, prepared.
    type PreparedPublic: Parts;
    /// The secret part of a secret key, decoded. It is wiped when dropped.
    type Secret;
    /// The secret part of a secret key, prepared. It is wiped when dropped.
    type Trapdoor: Parts;
    /// The random bytes of an input.
    type Seed: Array<u8>;
    /// The input r, which is encrypted.
    type Input: Wipe;
    /// An encoded input.
    type Encoded: Array<u8>;

    /// Memory for an input.
    const ZERO_INPUT: Self::Input;

    /// The use of the hash function for an encoded input.
    const INPUT_PREFIX: Prefix;

    /// True if the hashes use the hash of an encoded input, or of rho, instead of its bytes.
    const DIGESTS: bool;

    /// The lengths of the parts of keys and ciphertexts.
    const LENGTHS: Lengths;

    /// The calls that draw random bytes. The last call of key generation draws rho.
    const DRAWS: Draws;

    /// Generates a key.
    fn generate(source: &mut dyn Source, slot: Slot<'_, Self::Public>) -> Result<(), Failed>;

    /// Decodes a public key.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not a public key.
    fn decode_public(bytes: &[u8]) -> Result<Self::Public, ErrorKind>;

    /// Prepares a public key.
    fn prepare_public(public: &Self::Public, prepared: &mut Self::PreparedPublic);

    /// Decodes the secret part of a secret key.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is not the secret part of a secret key.
    fn decode_secret(bytes: &[u8]) -> Result<Self::Secret, ErrorKind>;

    /// Prepares the secret part of a secret key.
    fn prepare_secret(secret: &Self::Secret, trapdoor: &mut Self::Trapdoor);

    /// Writes the input made of random bytes.
    fn input(seed: &[u8], input: &mut Self::Input);

    /// Returns the encoding of an input.
    fn encode_input(input: &Self::Input) -> Secret<Self::Encoded>;

    /// Encrypts an input, given its hash for [`INPUT_PREFIX`](Self::INPUT_PREFIX).
    fn encrypt(
        public: Key<'_, Self::Public, Self::PreparedPublic>,
        input: &Self::Input,
        hash: &Hash,
        ciphertext: &mut [u8],
    );

    /// Returns the input whose encryption `ciphertext` is, or some input if there is none.
    fn decrypt(secret: Key<'_, Self::Secret, Self::Trapdoor>, ciphertext: &[u8]) -> Secret<Self::Input>;

    /// Writes the keys made of random bytes, one for each slot. Returns false if key generation
    /// rejects some of the bytes.
    #[cfg(feature = "alloc")]
    fn keys(drawn: &[&[u8]], slots: &mut [Slot<'_, Self::Public>]) -> bool;
}

/// The places where the parts of a new key are written.
#[derive(Debug)]
pub struct Slot<'a, P> {
    /// The bytes of the public key.
    pub(crate) public_key: &'a mut [u8],
    /// The bytes of the secret part of the secret key.
    pub(crate) secret_part: &'a mut [u8],
    /// The public key, decoded.
    pub(crate) public: &'a mut P,
}

/// The lengths of the parts of keys and ciphertexts, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// A public key.
    pub(crate) public_key: usize,
    /// The secret part of a secret key.
    pub(crate) trapdoor: usize,
    /// An encoded input, and the rho that replaces it on rejection.
    pub(crate) input: usize,
    /// A ciphertext without its confirmation.
    pub(crate) ciphertext: usize,
}
