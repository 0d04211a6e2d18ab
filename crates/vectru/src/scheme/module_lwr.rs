//! Saber, generic over its parameter sets: "SABER: Mod-LWR based KEM", round 3 `[BMD+20]`.
//!
//! NIST did not choose Saber. It is here for research: for comparisons of multipliers and of
//! implementations. A program that needs a mechanism should take one of the others.
//!
//! Saber is module learning with rounding (module LWR). Its elements are vectors of l polynomials
//! of `R_q = Z_q[x]/(x^256 + 1)`, with q = 2^13. The parameter sets have l = 2, 3 and 4. Noise is
//! what rounding to p = 2^10 and to T, another power of two, takes away.
//!
//! | object | contents |
//! | --- | --- |
//! | A | an l by l matrix, expanded from a seed of 32 bytes |
//! | secret key | a vector s with coefficients of magnitude up to mu/2 |
//! | public key | the seed, and b = A^T s rounded to p |
//! | ciphertext | b' = A s' rounded to p, and b s' + m p/2 rounded to T, for a secret vector s' |
//!
//! b' s and b s' are nearly equal, so that b' s determines the message m of 256 bits.
//!
//! Around this encryption is the transform of Fujisaki and Okamoto: m and the hash of the public
//! key determine s', so that decapsulation can encrypt again. If the result is another ciphertext,
//! the ciphertext is rejected: its shared secret is a hash with z, a secret part of the key.
//!
//! | step | bytes |
//! | --- | --- |
//! | K and the seed of s' | SHA3-512(m, SHA3-256(public key)) |
//! | shared secret | SHA3-256(K, SHA3-256(ciphertext)) |
//! | shared secret if rejected | SHA3-256(z, SHA3-256(ciphertext)) |
//!
//! # Errors and implicit rejection
//!
//! Any bytes of the right length are a public key, and any are a ciphertext. Loading a secret key
//! is an error if its length is wrong, if a coefficient of s has a magnitude above mu/2, or if the
//! hash in it is not that of the public key in it. Key generation makes no such key; the reference
//! implementation takes it.
//!
//! The module of each parameter set, such as [`saber`](crate::saber), has these types and functions
//! for its set. A program that is generic over sets uses them here:
//!
//! ```
//! # #[cfg(feature = "lightsaber")] {
//! use vectru::{lightsaber::Lightsaber, module_lwr::{self, Parameters}};
//!
//! fn agree<P: Parameters>() -> bool {
//!     let mut rng = vectru::system_rng();
//!     let (decapsulation_key, encapsulation_key) = module_lwr::generate::<P, _>(&mut rng);
//!     let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//!     decapsulation_key.decapsulate(&ciphertext) == sent
//! }
//! assert!(agree::<Lightsaber>());
//! # }
//! ```

use rand_core::{CryptoRng, TryCryptoRng};
use vectru_polymul::multiplier::{Module, Multiply, PreparedBig, PreparedSmall};
use vectru_polymul::ring::Small;

use crate::common::error::{Error, GenerationError, Object};
use crate::common::given_bytes::GivenBytes;
use crate::common::key;
use crate::common::random::generate_with;
use crate::common::secret::Secret;
use crate::common::stack::with_wiped_stack;
use crate::scheme::operations::Operations;

#[cfg(feature = "alloc")]
pub(crate) mod batch;
pub(crate) mod decapsulation;
pub(crate) mod encapsulation;
mod encryption;
mod layout;
mod list;
pub(crate) mod one_use;
mod sampling;
mod set;

pub use crate::common::parameters::{Array, ParameterSet};
pub use decapsulation::DecapsulationKey;
pub use encapsulation::EncapsulationKey;
pub use list::List;
pub(crate) use set::implement;

/// A ciphertext: [`vectru::Ciphertext`](crate::Ciphertext).
pub type Ciphertext<P> = crate::common::ciphertext::Ciphertext<P>;

/// The length in bytes of a seed, of a hash, of a message and of z.
const SEED_BYTES: usize = 32;

/// A parameter set of Saber. Only this crate implements it.
///
/// ```
/// # #[cfg(feature = "saber")] {
/// use vectru::module_lwr::{Array, ParameterSet, Parameters};
/// use vectru::{Set, saber::Saber};
/// assert_eq!(Saber::SET, Set::Saber);
/// assert_eq!((Saber::RANK, Saber::MU, Saber::LOG_T), (3, 8, 4));
/// assert_eq!(<Saber as ParameterSet>::PublicKeyBytes::LENGTH, 992);
/// # }
/// ```
pub trait Parameters: Operations<PublicKey = EncapsulationKey<Self>, SecretKey = DecapsulationKey<Self>> {
    /// The ring R_q.
    type Ring: Multiply + Module;
    /// l: the number of polynomials of a vector.
    const RANK: usize;
    /// mu: the number of random bits of a coefficient of s and s', which has a magnitude of at most
    /// mu/2.
    const MU: usize;
    /// log_2 T: the number of bits of a coefficient of the second part of a ciphertext.
    const LOG_T: usize;
    /// The bytes of A.
    #[doc(hidden)]
    type MatrixBytes: Array<u8>;
    /// The random bytes of s or s'.
    #[doc(hidden)]
    type CoinBytes: Array<u8>;
    /// A, transformed: row by row.
    #[doc(hidden)]
    type Matrix: List<PreparedBig<Self::Ring>>;
    /// b, transformed.
    #[doc(hidden)]
    type Vector: List<PreparedBig<Self::Ring>>;
    /// s or s'.
    #[doc(hidden)]
    type SecretVector: List<Secret<Small<Self::Ring>>>;
    /// s or s', transformed.
    #[doc(hidden)]
    type Trapdoor: List<Secret<PreparedSmall<Self::Ring>>>;
}

/// Returns the number of random bytes of a key pair: the seed of A, that of s, and z.
#[allow(clippy::extra_unused_type_parameters)] // Other schemes' numbers depend on the set.
pub(crate) const fn key_random_bytes<P: Parameters>() -> usize {
    3 * SEED_BYTES
}

/// Returns the number of random bytes of a candidate that key generation rejects: it rejects none.
#[allow(clippy::extra_unused_type_parameters)] // The number of NTRU Prime depends on the set.
pub(crate) const fn candidate_random_bytes<P: Parameters>() -> usize {
    0
}

/// Returns the number of random bytes of an encapsulation.
#[allow(clippy::extra_unused_type_parameters)] // Other schemes' numbers depend on the set.
pub(crate) const fn encapsulation_random_bytes<P: Parameters>() -> usize {
    SEED_BYTES
}

/// Generates a key pair: the secret decapsulation key and the public encapsulation key.
///
/// ```
/// # #[cfg(feature = "saber")] {
/// use vectru::{module_lwr, saber::Saber};
/// let (key, public) = module_lwr::generate::<Saber, _>(&mut vectru::system_rng());
/// assert_eq!(key.encapsulation_key(), &public);
/// # }
/// ```
pub fn generate<P: Parameters, R: CryptoRng + ?Sized>(rng: &mut R) -> (DecapsulationKey<P>, EncapsulationKey<P>) {
    with_wiped_stack(P::EXTENTS.generation, || {
        let mut pair = (DecapsulationKey::ZERO, EncapsulationKey::ZERO);
        generate_with(rng, |source| P::key_pair(&mut pair.0, &mut pair.1, source))
            .unwrap_or_else(GenerationError::panic);
        pair
    })
}

/// Generates a key pair with a generator of random bytes that can fail.
///
/// # Errors
///
/// Returns the error of the generator.
///
/// ```
/// # #[cfg(feature = "saber")] {
/// use vectru::{module_lwr, saber::Saber};
/// let (key, public) = module_lwr::try_generate::<Saber, _>(&mut getrandom::SysRng)?;
/// assert_eq!(key.encapsulation_key(), &public);
/// # }
/// # Ok::<(), vectru::GenerationError<getrandom::Error>>(())
/// ```
#[allow(clippy::type_complexity)] // A name for a pair would hide what it is.
pub fn try_generate<P: Parameters, R: TryCryptoRng + ?Sized>(
    rng: &mut R,
) -> Result<(DecapsulationKey<P>, EncapsulationKey<P>), GenerationError<R::Error>> {
    with_wiped_stack(P::EXTENTS.generation, || {
        let mut pair = Ok((DecapsulationKey::ZERO, EncapsulationKey::ZERO));
        key::in_place(&mut pair, |(key, public)| generate_with(rng, |source| P::key_pair(key, public, source)));
        pair
    })
}

/// Returns the key pair that [`generate`] makes of given random bytes, for tests and known answers.
///
/// The bytes are those of the seed of A, which key generation hashes, then the seed of s, then z.
/// Bytes behind those are ignored.
///
/// # Errors
///
/// Returns [`ErrorKind::TooFewBytes`](crate::ErrorKind::TooFewBytes) if the bytes run out.
///
/// ```
/// # #[cfg(feature = "saber")] {
/// use vectru::{module_lwr, saber::{KEY_RANDOM_BYTES, Saber}};
/// let random: [u8; KEY_RANDOM_BYTES] = std::array::from_fn(|k| (k * k) as u8);
/// let (decapsulation_key, encapsulation_key) = module_lwr::generate_from::<Saber>(&random)?;
/// assert_eq!(decapsulation_key.encapsulation_key(), &encapsulation_key);
/// assert!(module_lwr::generate_from::<Saber>(&random[1..]).is_err());
/// # }
/// # Ok::<(), vectru::Error>(())
/// ```
pub fn generate_from<P: Parameters>(random: &[u8]) -> Result<(DecapsulationKey<P>, EncapsulationKey<P>), Error> {
    let error = |kind| Error { set: P::SET, object: Object::RandomBytes, kind };
    with_wiped_stack(P::EXTENTS.generation, || {
        let mut pair = Ok((DecapsulationKey::ZERO, EncapsulationKey::ZERO));
        key::in_place(&mut pair, |(key, public)| {
            generate_with(&mut GivenBytes::new(random), |source| P::key_pair(key, public, source))
                .map_err(GenerationError::into_kind)
                .map_err(error)
        });
        pair
    })
}
