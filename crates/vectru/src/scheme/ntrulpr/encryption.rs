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
use super::{Ntrulpr, Parameters, top};
use crate::arithmetic::product::{Operand, Prepared, prepare_in};
use crate::common::declassify::declassify;
use crate::common::error::ErrorKind;
use crate::common::random::{Failed, Source};
use crate::common::secret::Secret;
use crate::encoding::{rounded, small};
use crate::hashing::Hash;
use crate::hashing::ntru_prime::Prefix;
use crate::scheme::draws::Draws;
use crate::scheme::prime::one_way_function::{Key, Lengths, OneWayFunction, Slot};
use crate::scheme::prime::{self, sampling};

/// The length of the seed of G, in bytes.
pub(crate) const SEED_BYTES: usize = size_of::<Hash>();

/// G, and A = a G rounded.
pub(super) type Public<R> = [Polynomial<R>; 2];

impl<P: Parameters> OneWayFunction<P> for Ntrulpr {
    type Public = Public<P::Ring>;
    type PreparedPublic = [Prepared<P::Ring>; 2];
    /// a.
    type Secret = Secret<Polynomial<P::Ring>>;
    type Trapdoor = Secret<Prepared<P::Ring>>;
    type Seed = Hash;
    /// 256 bits.
    type Input = Hash;
    type Encoded = Hash;

    const ZERO_INPUT: Hash = [0; size_of::<Hash>()];
    /// An input goes to Hash_5.
    const INPUT_PREFIX: Prefix = Prefix::Short;
    const DIGESTS: bool = false;

    // Fails to compile if tops cannot be decoded.
    const LENGTHS: Lengths = {
        top::check::<P>();
        let rounded = rounded::Rounded::<P::Ring>::CODEC.bytes();
        Lengths {
            public_key: SEED_BYTES + rounded,
            trapdoor: small::bytes::<P::Ring>(),
            input: size_of::<Hash>(),
            ciphertext: rounded + top::BYTES,
        }
    };

    const DRAWS: Draws = Draws {
        // The seed of G, the list of a, rho.
        lengths: &[SEED_BYTES, prime::list_bytes::<P>(), size_of::<Hash>()],
        repeats: false,
        rejects: None,
        encapsulation: size_of::<Hash>(),
    };

    /// XKeyGen: draws the seed of G, then a.
    fn generate(source: &mut dyn Source, slot: Slot<'_, Self::Public>) -> Result<(), Failed> {
        let mut seed = [0; SEED_BYTES];
        source.fill(&mut seed)?;
        let list = sampling::list::<P::Ring>(source)?;
        write_key::<P>(&seed, list.as_ref(), slot);
        Ok(())
    }

    fn decode_public(bytes: &[u8]) -> Result<Self::Public, ErrorKind> {
        let (seed, rounded) = bytes.split_at(SEED_BYTES);
        let mut key = Hash::default();
        key.copy_from_slice(seed);
        let multiple = rounded::decode_canonical(rounded)?;
        Ok([generator(&key), multiple])
    }

    fn prepare_public(public: &Self::Public, prepared: &mut Self::PreparedPublic) {
        for (prepared, polynomial) in prepared.iter_mut().zip(public) {
            prepare_in(prepared, polynomial);
        }
    }

    fn decode_secret(bytes: &[u8]) -> Result<Self::Secret, ErrorKind> {
        let mut a = Secret::new(Polynomial::zero());
        small::decode_short(bytes, P::WEIGHT, &mut a)?;
        Ok(a)
    }

    fn prepare_secret(a: &Self::Secret, trapdoor: &mut Self::Trapdoor) {
        prepare_in(trapdoor, a);
    }

    fn input(seed: &[u8], input: &mut Hash) {
        input.copy_from_slice(seed);
    }

    fn encode_input(input: &Hash) -> Secret<Hash> {
        Secret::new(*input)
    }

    fn encrypt(public: Key<'_, Self::Public, Self::PreparedPublic>, input: &Hash, hash: &Hash, ciphertext: &mut [u8]) {
        match public {
            Key::Decoded(public) => encrypt::<P, _>(public, input, hash, ciphertext),
            Key::Prepared(public) => encrypt::<P, _>(public, input, hash, ciphertext),
        }
    }

    fn decrypt(secret: Key<'_, Self::Secret, Self::Trapdoor>, ciphertext: &[u8]) -> Secret<Hash> {
        match secret {
            Key::Decoded(a) => decrypt::<P, _>(&**a, ciphertext),
            Key::Prepared(a) => decrypt::<P, _>(&**a, ciphertext),
        }
    }

    // The keys of a batch are generated one by one.
    #[cfg(feature = "alloc")]
    fn keys(drawn: &[&[u8]], slots: &mut [Slot<'_, Self::Public>]) -> bool {
        for (drawn, Slot { public_key, secret_part, public }) in drawn.iter().zip(slots) {
            let (seed, rest) = drawn.split_at(SEED_BYTES);
            let mut key = Hash::default();
            key.copy_from_slice(seed);
            let list = &rest[..prime::list_bytes::<P>()];
            write_key::<P>(&key, list, Slot { public_key, secret_part, public });
        }
        true
    }
}

/// Writes the key of a seed of G, and of the a of `list`: A = a G rounded.
fn write_key<P: Parameters>(
    seed: &[u8; SEED_BYTES],
    list: &[u8],
    Slot { public_key, secret_part, public: [g, multiple] }: Slot<'_, Public<P::Ring>>,
) {
    declassify(seed);
    *g = generator(seed);
    let mut a = Polynomial::<P::Ring>::zero();
    sampling::short_in(list, P::WEIGHT, &mut a);
    let (seed_bytes, rounded) = public_key.split_at_mut(SEED_BYTES);
    seed_bytes.copy_from_slice(seed);
    g.times(&a, multiple);
    rounded::encode(multiple, rounded);
    declassify(rounded);
    small::encode(&a, secret_part);
    *multiple = rounded::decode(rounded).0;
}

/// XEncrypt, by G and A: writes B = b G rounded, and the tops of b A and the input, for the short b
/// that the input hashes to.
fn encrypt<P: Parameters, O: Operand<P::Ring>>(
    [generator, multiple]: &[O; 2],
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

/// XDecrypt, by a: returns the input whose encryption `ciphertext` is, or some input if there is
/// none.
fn decrypt<P: Parameters, O: Operand<P::Ring>>(a: &O, ciphertext: &[u8]) -> Secret<Hash> {
    let (rounded, tops) = ciphertext.split_at(rounded::Rounded::<P::Ring>::CODEC.bytes());
    let (rounded, _) = rounded::decode::<P::Ring>(rounded);
    let mut product = Polynomial::zero();
    a.times(&rounded, &mut product);
    top::decode::<P>(tops, &product)
}
