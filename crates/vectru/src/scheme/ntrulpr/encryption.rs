//! NTRU LPRime Core and Expand: "NTRU Prime: round 3", the sections of these names. A one-way function of 256 bits with a
//! trapdoor; the mechanism around it makes it safe against chosen ciphertexts.
//!
//! | bytes | parts, in order |
//! | --- | --- |
//! | public key | the seed of G, A |
//! | secret part of a secret key | a |
//! | ciphertext | B, tops |

use rand_core::TryCryptoRng;
use vectru_polymul::ring::Polynomial;

use super::generator::{expand_short, generator};
use super::{Parameters, top};
use crate::arithmetic::product::{Prepared, multiply_prepared, prepare_in};
use crate::common::declassify::declassify;
use crate::common::error::{Error, Object};
use crate::common::random::try_fill;
use crate::common::secret::Secret;
use crate::encoding::{rounded, small};
use crate::hashing::Hash;
use crate::hashing::ntru_prime::Message;
use crate::scheme::prime::sampling;
use crate::scheme::prime::{self, Core, Lengths, Slot};

/// The length of the seed of G.
pub(crate) const SEED_BYTES: usize = size_of::<Hash>();

/// What encrypts.
#[derive(Clone, Debug)]
pub struct Public<P: prime::Parameters> {
    /// G.
    generator: Prepared<P::Ring>,
    /// A, which is a G rounded.
    multiple: Prepared<P::Ring>,
}

/// What decrypts: a.
pub(crate) type Trapdoor<P> = Secret<Prepared<<P as prime::Parameters>::Ring>>;

/// The lengths of the parts of keys and ciphertexts. It does not compile if tops cannot be decoded.
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

/// XKeyGen: the seed of G is drawn, then a.
pub(crate) fn try_generate<P: Parameters, R: TryCryptoRng + ?Sized>(
    rng: &mut R,
    slot: Slot<'_, <P as Core>::Public, <P as Core>::Trapdoor>,
) -> Result<(), R::Error> {
    let mut seed = [0; SEED_BYTES];
    try_fill(rng, &mut seed)?;
    let list = sampling::try_list::<P::Ring, R>(rng)?;
    P::write_key(&seed, list.as_ref(), slot);
    Ok(())
}

/// Memory for G and A.
pub(crate) const fn zero_public<P: Parameters>() -> Public<P> {
    Public { generator: Prepared::ZERO, multiple: Prepared::ZERO }
}

/// Memory for a.
pub(crate) const fn zero_trapdoor<P: Parameters>() -> Trapdoor<P> {
    Secret::new(Prepared::ZERO)
}

/// Writes the key of a seed, and of a drawn from `list`: A = a G rounded.
pub(crate) fn write_key<P: Parameters>(
    seed: &[u8; SEED_BYTES],
    list: &[u8],
    Slot { public_key, secret_part, public, trapdoor }: Slot<'_, Public<P>, Trapdoor<P>>,
) {
    declassify(seed);
    prepare_in(&mut public.generator, &generator(seed));
    let a = sampling::short::<P::Ring>(list, P::WEIGHT);
    let (seed_bytes, rounded) = public_key.split_at_mut(SEED_BYTES);
    seed_bytes.copy_from_slice(seed);
    rounded::encode(&multiply_prepared(&a, &public.generator), rounded);
    declassify(rounded);
    small::encode(&a, secret_part);
    prepare_in(&mut public.multiple, &rounded::decode(rounded).0);
    prepare_in(trapdoor, &a);
}

/// Decodes A, and expands G.
pub(crate) fn load_public<P: Parameters>(bytes: &[u8], public: &mut Public<P>) -> Result<(), Error> {
    let (seed, rounded) = bytes.split_at(SEED_BYTES);
    let mut key = Hash::default();
    key.copy_from_slice(seed);
    let multiple: Polynomial<P::Ring> = rounded::decode_canonical(rounded, Object::PublicKey)?;
    prepare_in(&mut public.generator, &generator(&key));
    prepare_in(&mut public.multiple, &multiple);
    Ok(())
}

/// Decodes a.
pub(crate) fn load_trapdoor<P: Parameters>(bytes: &[u8], trapdoor: &mut Trapdoor<P>) -> Result<(), Error> {
    let a = small::decode_short::<P::Ring>(bytes, P::WEIGHT, Object::SecretKey)?;
    prepare_in(trapdoor, &a);
    Ok(())
}

/// 256 random bits.
pub(crate) fn input<P: Core<Input = Hash>>(seed: &[u8]) -> Secret<P::Input> {
    digest_encoded(seed)
}

/// The hashes take an input as it is.
pub(crate) fn digest<P: Core<Input = Hash>>(input: &P::Input) -> Secret<Hash> {
    Secret::new(*input)
}

/// The hashes take an encoded input as it is.
pub(crate) fn digest_encoded(encoded: &[u8]) -> Secret<Hash> {
    let mut digest = Secret::new(Hash::default());
    digest.copy_from_slice(encoded);
    digest
}

/// XEncrypt: B = b G rounded, and the tops of b A and the input, with the short b that the input hashes to.
pub(crate) fn encrypt<P: Parameters>(public: &Public<P>, input: &Hash, ciphertext: &mut [u8]) {
    encrypt_with::<P>(public, input, &Message::short(input).hash(), ciphertext);
}

/// [`encrypt`] with the Hash_5 of the input.
pub(super) fn encrypt_with<P: Parameters>(public: &Public<P>, input: &Hash, hash: &Hash, ciphertext: &mut [u8]) {
    let b = expand_short::<P::Ring>(hash, P::WEIGHT);
    let (rounded, tops) = ciphertext.split_at_mut(rounded::Rounded::<P::Ring>::CODEC.bytes());
    rounded::encode(&multiply_prepared(&b, &public.generator), rounded);
    top::encode::<P>(input, &multiply_prepared(&b, &public.multiple), tops);
}

/// XDecrypt: the input whose encryption `ciphertext` is, if there is one; else some input.
pub(crate) fn decrypt<P: Parameters>(a: &Trapdoor<P>, ciphertext: &[u8]) -> Secret<Hash> {
    let (rounded, tops) = ciphertext.split_at(rounded::Rounded::<P::Ring>::CODEC.bytes());
    let (rounded, _) = rounded::decode::<P::Ring>(rounded);
    top::decode::<P>(tops, &multiply_prepared(&rounded, a))
}
