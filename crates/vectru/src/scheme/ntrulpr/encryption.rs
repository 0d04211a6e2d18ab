//! NTRU LPRime Core and Expand: "NTRU Prime: round 3" `[BBC+20]`, the sections of these names. It
//! is a one-way function of 256 bits with a trapdoor. The mechanism around it makes it secure
//! against chosen ciphertexts.
//!
//! | object | parts, in order |
//! | --- | --- |
//! | public key | the seed of G, A |
//! | secret part of a secret key | a |
//! | ciphertext | B, tops |

use vectru_polymul::ring::Polynomial;

use super::generator::{expand_short, generator};
use super::{Parameters, top};
use crate::arithmetic::product::{Operand, Prepared, prepare_in};
use crate::common::declassify::declassify;
use crate::common::error::ErrorKind;
use crate::common::random::{Failed, Source};
use crate::common::secret::Secret;
use crate::encoding::{rounded, small};
use crate::hashing::Hash;
use crate::hashing::ntru_prime::{Message, Prefix};
use crate::scheme::prime::sampling;
use crate::scheme::prime::{self, Core, Lengths, Slot};

/// The length of the seed of G, in bytes.
pub(crate) const SEED_BYTES: usize = size_of::<Hash>();

/// A public key, transformed.
#[derive(Clone, Copy, Debug)]
pub struct Public<P: prime::Parameters> {
    /// G.
    generator: Prepared<P::Ring>,
    /// A = a G rounded.
    multiple: Prepared<P::Ring>,
}

/// The secret part of a key: a, transformed.
pub(crate) type Trapdoor<P> = Secret<Prepared<<P as prime::Parameters>::Ring>>;

/// An encoded input, which is the input.
#[allow(type_alias_bounds)] // The name in the other family has the bound.
pub(crate) type Encoded<P: prime::Parameters> = <P as Core>::Input;
/// G and A.
pub(crate) type PublicPolynomials<P> = [Polynomial<<P as prime::Parameters>::Ring>; 2];
/// a.
pub(crate) type SecretPolynomials<P> = Secret<Polynomial<<P as prime::Parameters>::Ring>>;

/// An input goes to Hash_5.
pub(crate) const INPUT_PREFIX: Prefix = Prefix::Short;
/// Hashes take an input, or rho, as it is.
pub(crate) const DIGESTS: bool = false;

/// Returns the lengths of the parts of keys and ciphertexts, in bytes. Fails to compile if tops
/// cannot be decoded.
pub(crate) const fn lengths<P: Parameters>() -> Lengths {
    top::check::<P>();
    let rounded = rounded::Rounded::<P::Ring>::CODEC.bytes();
    Lengths {
        public_key: SEED_BYTES + rounded,
        trapdoor: small::bytes::<P::Ring>(),
        input: size_of::<Hash>(),
        ciphertext: rounded + top::BYTES,
    }
}

/// The numbers of random bytes that key generation draws by calls: the seed of G, the list of a,
/// rho.
pub(crate) const fn key_lengths<P: prime::Parameters>() -> &'static [usize] {
    const { &[SEED_BYTES, prime::list_bytes::<P>(), size_of::<Hash>()] }
}

/// Key generation takes any random bytes.
pub(crate) const REJECTS: bool = false;

/// XKeyGen: draws the seed of G, then a.
///
/// # Errors
///
/// Returns an error if the source fails.
pub(crate) fn generate<P: Parameters>(
    source: &mut dyn Source,
    slot: Slot<'_, Public<P>, Trapdoor<P>>,
) -> Result<(), Failed> {
    let mut seed = [0; SEED_BYTES];
    source.fill(&mut seed)?;
    let list = sampling::list::<P::Ring>(source)?;
    write_key::<P>(&seed, list.as_ref(), slot);
    Ok(())
}

/// Returns memory for G and A.
pub(crate) const fn zero_public<P: Parameters>() -> Public<P> {
    Public { generator: Prepared::ZERO, multiple: Prepared::ZERO }
}

/// Returns memory for a.
pub(crate) const fn zero_trapdoor<P: Parameters>() -> Trapdoor<P> {
    Secret::new(Prepared::ZERO)
}

/// Writes the key of a seed of G, and of the a of `list`: A = a G rounded.
pub(super) fn write_key<P: Parameters>(
    seed: &[u8; SEED_BYTES],
    list: &[u8],
    Slot { public_key, secret_part, public, trapdoor }: Slot<'_, Public<P>, Trapdoor<P>>,
) {
    declassify(seed);
    prepare_in(&mut public.generator, &generator(seed));
    let mut a = Polynomial::<P::Ring>::zero();
    sampling::short_in(list, P::WEIGHT, &mut a);
    let (seed_bytes, rounded) = public_key.split_at_mut(SEED_BYTES);
    seed_bytes.copy_from_slice(seed);
    let mut product = Polynomial::zero();
    public.generator.times(&a, &mut product);
    rounded::encode(&product, rounded);
    declassify(rounded);
    small::encode(&a, secret_part);
    prepare_in(&mut public.multiple, &rounded::decode(rounded).0);
    prepare_in(trapdoor, &a);
}

/// Loads A, and expands G.
///
/// # Errors
///
/// Returns [`ErrorKind::CoefficientOutOfRange`] if the bytes of A encode no rounded element.
pub(crate) fn load_public<P: Parameters>(bytes: &[u8], public: &mut Public<P>) -> Result<(), ErrorKind> {
    let (seed, rounded) = split_public(bytes);
    let multiple: Polynomial<P::Ring> = rounded::decode_canonical(rounded)?;
    prepare_in(&mut public.generator, &generator(&seed));
    prepare_in(&mut public.multiple, &multiple);
    Ok(())
}

/// Decodes A, and expands G.
///
/// # Errors
///
/// Returns [`ErrorKind::CoefficientOutOfRange`] if the bytes of A encode no rounded element.
pub(crate) fn decode_public<P: Parameters>(bytes: &[u8]) -> Result<PublicPolynomials<P>, ErrorKind> {
    let (seed, rounded) = split_public(bytes);
    let multiple = rounded::decode_canonical(rounded)?;
    Ok([generator(&seed), multiple])
}

/// Returns the seed of G, and the bytes of A.
fn split_public(bytes: &[u8]) -> (Hash, &[u8]) {
    let (seed, rounded) = bytes.split_at(SEED_BYTES);
    let mut key = Hash::default();
    key.copy_from_slice(seed);
    (key, rounded)
}

/// Loads a.
///
/// # Errors
///
/// Returns [`ErrorKind::SmallCoefficientOutOfRange`] or [`ErrorKind::Weight`].
pub(crate) fn load_trapdoor<P: Parameters>(bytes: &[u8], trapdoor: &mut Trapdoor<P>) -> Result<(), ErrorKind> {
    prepare_in(trapdoor, &*decode_trapdoor::<P>(bytes)?);
    Ok(())
}

/// Decodes a.
///
/// # Errors
///
/// Returns [`ErrorKind::SmallCoefficientOutOfRange`] or [`ErrorKind::Weight`].
pub(crate) fn decode_trapdoor<P: Parameters>(bytes: &[u8]) -> Result<SecretPolynomials<P>, ErrorKind> {
    let mut a = Secret::new(Polynomial::zero());
    small::decode_short(bytes, P::WEIGHT, &mut a)?;
    Ok(a)
}

/// Returns the encoding of an input, which is the input.
pub(crate) fn encode_input<P: Core<Input = Hash>>(input: &P::Input) -> Secret<P::Input> {
    Secret::new(*input)
}

/// Returns the input, which is its 256 random bits.
pub(crate) fn input<P: Core<Input = Hash>>(seed: &[u8]) -> Secret<P::Input> {
    digest_encoded(seed)
}

/// Returns the digest of an input: hashes take it as it is.
pub(crate) fn digest<P: Core<Input = Hash>>(input: &P::Input) -> Secret<Hash> {
    Secret::new(*input)
}

/// Returns the digest of an encoded input or rho: hashes take it as it is.
pub(crate) fn digest_encoded(encoded: &[u8]) -> Secret<Hash> {
    let mut digest = Secret::new(Hash::default());
    digest.copy_from_slice(encoded);
    digest
}

/// XEncrypt: writes B = b G rounded, and the tops of b A and the input, for the short b that the
/// input hashes to.
pub(crate) fn encrypt<P: Parameters>(public: &Public<P>, input: &Hash, ciphertext: &mut [u8]) {
    encrypt_with::<P>(public, input, &Message::short(input).hash(), ciphertext);
}

/// Encrypts an input as [`encrypt`] does, given its Hash_5.
pub(super) fn encrypt_with<P: Parameters>(public: &Public<P>, input: &Hash, hash: &Hash, ciphertext: &mut [u8]) {
    encrypt_by::<P, _>([&public.generator, &public.multiple], input, hash, ciphertext);
}

/// Encrypts as [`encrypt_with`] does, with G and A for one use.
pub(crate) fn encrypt_once<P: Parameters>(
    [generator, multiple]: &PublicPolynomials<P>,
    input: &Hash,
    hash: &Hash,
    ciphertext: &mut [u8],
) {
    encrypt_by::<P, _>([generator, multiple], input, hash, ciphertext);
}

/// Encrypts as [`encrypt_with`] does, with G and A.
fn encrypt_by<P: Parameters, O: Operand<P::Ring>>(
    [generator, multiple]: [&O; 2],
    input: &Hash,
    hash: &Hash,
    ciphertext: &mut [u8],
) {
    let b = expand_short::<P::Ring>(hash, P::WEIGHT);
    let (rounded, tops) = ciphertext.split_at_mut(rounded::Rounded::<P::Ring>::CODEC.bytes());
    let mut product = Polynomial::zero();
    generator.times(&b, &mut product);
    rounded::encode(&product, rounded);
    multiple.times(&b, &mut product);
    top::encode::<P>(input, &product, tops);
}

/// XDecrypt: returns the input whose encryption `ciphertext` is, or some input if there is none.
pub(crate) fn decrypt<P: Parameters>(a: &Trapdoor<P>, ciphertext: &[u8]) -> Secret<Hash> {
    decrypt_with::<P, _>(&**a, ciphertext)
}

/// Decrypts as [`decrypt`] does, with an a for one use.
pub(crate) fn decrypt_once<P: Parameters>(a: &SecretPolynomials<P>, ciphertext: &[u8]) -> Secret<Hash> {
    decrypt_with::<P, _>(&**a, ciphertext)
}

/// Decrypts as [`decrypt`] does.
fn decrypt_with<P: Parameters, O: Operand<P::Ring>>(a: &O, ciphertext: &[u8]) -> Secret<Hash> {
    let (rounded, tops) = ciphertext.split_at(rounded::Rounded::<P::Ring>::CODEC.bytes());
    let (rounded, _) = rounded::decode::<P::Ring>(rounded);
    let mut product = Polynomial::zero();
    a.times(&rounded, &mut product);
    top::decode::<P>(tops, &product)
}
