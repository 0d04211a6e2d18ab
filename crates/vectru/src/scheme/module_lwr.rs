//! Saber, generic over its parameter sets: "SABER: Mod-LWR based KEM", round 3 `[BMD+20]`.
//!
//! NIST did not choose Saber. It is here for research: for comparisons of multipliers and of
//! implementations. A program that needs a mechanism should use one of the others.
//!
//! Saber is module learning with rounding (module LWR). Its elements are vectors of l polynomials
//! of `R_q = Z_q[x]/(x^256 + 1)`, with q = 2^13. The parameter sets have l = 2, 3 and 4. The noise
//! is the part that rounding to p = 2^10 and to T, another power of two, removes.
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
//! hash in it does not match the public key in it. Key generation makes no such key; the reference
//! implementation accepts it.
//!
//! The module of each parameter set, such as [`saber`](crate::saber), has these types and functions
//! for its set. A program that is generic over sets uses them here:
//!
//! ```
//! use vectru::{lightsaber::Lightsaber, module_lwr::{self, Parameters}};
//!
//! fn agree<P: Parameters>() -> bool {
//!     let mut rng = vectru::system_rng();
//!     let (decapsulation_key, encapsulation_key) = module_lwr::generate::<P, _>(&mut rng);
//!     let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//!     decapsulation_key.decapsulate(&ciphertext) == sent
//! }
//! assert!(agree::<Lightsaber>());
//! ```

use core::marker::PhantomData;

use vectru_polymul::multiplier::{Module, PreparedBig};
use vectru_polymul::ring::Small;

use crate::common::secret::Secret;
use crate::key::Parts;

#[cfg(feature = "alloc")]
pub(crate) mod batch;
mod decapsulation;
mod encapsulation;
mod encryption;
mod layout;
mod list;
mod sampling;

pub use crate::common::parameters::{Array, ParameterSet};
pub use crate::key::{DecapsulationKey, EncapsulationKey};
pub use crate::mechanism::{Mechanism, generate, generate_from, try_generate};
use crate::scheme::draws::Draws;
pub use decapsulation::PreparedSecret;
pub(crate) use decapsulation::{key_pair, load_secret, prepare_secret, public_of, shared_secret, shared_secret_once};
pub use encapsulation::PreparedPublic;
pub(crate) use encapsulation::{ciphertext, ciphertext_once, load_public, prepare_public};
pub use list::List;

/// A ciphertext: [`vectru::Ciphertext`](crate::Ciphertext).
pub type Ciphertext<P> = crate::common::ciphertext::Ciphertext<P>;

/// The decoded polynomials of a public key: none, as A is expanded where it is used.
#[derive(Clone, Debug)]
pub struct PublicParts<P>(PhantomData<P>);

impl<P: Parameters> Parts for PublicParts<P> {
    const ZERO: Self = Self(PhantomData);
}

/// The decoded part of a secret key, its public key. s is decoded where it is used.
pub(crate) type SecretParts<P> = crate::key::WithPublicKey<P>;

/// The length in bytes of a seed, of a hash, of a message and of z.
const SEED_BYTES: usize = 32;

/// A parameter set of Saber. Only this crate implements it.
///
/// ```
/// use vectru::module_lwr::{Array, ParameterSet, Parameters};
/// use vectru::{Set, saber::Saber};
/// assert_eq!(Saber::SET, Set::Saber);
/// assert_eq!((Saber::RANK, Saber::MU, Saber::LOG_T), (3, 8, 4));
/// assert_eq!(<Saber as ParameterSet>::PublicKeyBytes::LENGTH, 992);
/// ```
pub trait Parameters:
    Mechanism<
        Ring: Module,
        PublicParts = PublicParts<Self>,
        SecretParts = SecretParts<Self>,
        PreparedPublic = PreparedPublic<Self>,
        PreparedSecret = PreparedSecret<Self>,
    >
{
    /// l: the number of polynomials of a vector.
    const RANK: usize = Self::SET.parameters().saber()[0];
    /// mu: the number of random bits of a coefficient of s and s', which has a magnitude of at most
    /// mu/2.
    const MU: usize = Self::SET.parameters().saber()[1];
    /// log_2 T: the number of bits of a coefficient of the second part of a ciphertext.
    const LOG_T: usize = Self::SET.parameters().saber()[2];
    /// The bytes of A.
    #[doc(hidden)]
    type MatrixBytes: Array<u8>;
    /// The random bytes of s or s'.
    #[doc(hidden)]
    type CoinBytes: Array<u8>;
    /// A, transformed, row by row; then b, transformed.
    #[doc(hidden)]
    type Matrix: List<PreparedBig<Self::Ring>>;
    /// A row, transformed.
    #[doc(hidden)]
    type Row: List<PreparedBig<Self::Ring>>;
    /// s or s'.
    #[doc(hidden)]
    type SecretVector: List<Secret<Small<Self::Ring>>>;
}

/// Returns the calls that draw random bytes: the seed of A, the seed of s, z; the message.
#[allow(clippy::extra_unused_type_parameters)] // Other schemes' calls depend on the set.
pub(crate) const fn draws<P: Parameters>() -> Draws {
    Draws { lengths: &[SEED_BYTES; 3], repeats: false, rejects: None, encapsulation: SEED_BYTES }
}

/// Implements the traits of Saber for a parameter set.
macro_rules! implement {
    ($set:ident over $ring:ident) => {
        implement_mechanism!(module_lwr, $set, $ring, {
            // Products of module elements have a multiplier of their own.
            fn multiplier(_: vectru_polymul::dispatch::Backend) -> &'static str {
                use vectru_polymul::multiplier::{Module, Multiplier};
                <<Self::Ring as Module>::Multiplier as Multiplier>::RECIPE.name
            }
        });

        const _: () = {
            use vectru_polymul::multiplier::PreparedBig;
            use vectru_polymul::ring::{Small, $ring as Ring};

            use crate::common::secret::Secret;

            const L: usize = PARAMETERS.saber()[0];
            const MU: usize = PARAMETERS.saber()[1];

            impl crate::scheme::module_lwr::Parameters for $set {
                type MatrixBytes = [u8; L * L * 256 * 13 / 8];
                type CoinBytes = [u8; L * 256 * MU / 8];
                type Matrix = [PreparedBig<Ring>; L * (L + 1)];
                type Row = [PreparedBig<Ring>; L];
                type SecretVector = [Secret<Small<Ring>>; L];
            }
        };
    };
}
pub(crate) use implement;
