//! NTRU Prime, generic over its parameter sets: the part that both families share.
//!
//! The specification is "NTRU Prime: round 3" `[BBC+20]`, the section on the key-encapsulation
//! mechanism. A parameter set names a field `R_q = Z_q[x]/(x^p - x - 1)` and a weight w. A *small*
//! polynomial has coefficients -1, 0 and 1; a *short* one is a small polynomial with exactly w
//! nonzero coefficients. Each family is a one-way function with a trapdoor, of an input r:
//! [Streamlined NTRU Prime](crate::streamlined) and [NTRU LPRime](crate::ntrulpr). Both have the
//! same mechanism around the function:
//!
//! | step | bytes |
//! | --- | --- |
//! | ciphertext | r encrypted by the function, then the confirmation Hash_2(r, Hash_4(key)) |
//! | shared secret | Hash_1(r, ciphertext) |
//! | shared secret if rejected | Hash_0(rho, ciphertext) |
//!
//! Decapsulation finds r by the trapdoor and encrypts it again. If the result is another
//! ciphertext, the ciphertext is rejected: its shared secret is a hash with rho, a secret part of
//! the key.
//!
//! The module of each parameter set, such as [`sntrup761`](crate::sntrup761), has these types and
//! functions for its set. A program that is generic over sets uses them here:
//!
//! ```
//! use vectru::prime::{self, Parameters};
//! use vectru::{ntrulpr761::Ntrulpr761, sntrup761::Sntrup761};
//!
//! fn agree<P: Parameters>() -> bool {
//!     let mut rng = vectru::system_rng();
//!     let (decapsulation_key, encapsulation_key) = prime::generate::<P, _>(&mut rng);
//!     let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//!     decapsulation_key.decapsulate(&ciphertext) == sent
//! }
//! assert!(agree::<Sntrup761>() && agree::<Ntrulpr761>());
//! ```

use vectru_polymul::ring::Ring;

#[cfg(feature = "alloc")]
pub(crate) mod batch;
mod decapsulation;
mod encapsulation;
mod layout;
mod one_use;
pub(crate) mod one_way_function;
pub(crate) mod sampling;

pub use crate::arithmetic::prime_ring::PrimeRing;
pub use crate::common::parameters::{Array, ParameterSet};
pub use crate::key::{DecapsulationKey, EncapsulationKey};
pub use crate::mechanism::{Mechanism, generate, generate_from, try_generate};
use crate::scheme::draws::Draws;
pub use decapsulation::PreparedSecret;
pub(crate) use decapsulation::{key_pair, load_secret, prepare_secret, public_of, shared_secret};
pub use encapsulation::{PreparedPublic, PublicParts};
pub(crate) use encapsulation::{ciphertext, load_public, prepare_public};
pub(crate) use one_use::{ciphertext_once, shared_secret_once};
pub use one_way_function::OneWayFunction;

/// A ciphertext: [`vectru::Ciphertext`](crate::Ciphertext).
pub type Ciphertext<P> = crate::common::ciphertext::Ciphertext<P>;

/// The decoded part of a secret key, its public key. The secret part is decoded where it is used.
pub(crate) type SecretParts<P> = crate::key::WithPublicKey<P>;

/// A parameter set of NTRU Prime, of either family. Only this crate implements it.
///
/// ```
/// use vectru::prime::{Array, ParameterSet, Parameters};
/// use vectru::{Set, ntrulpr761::Ntrulpr761, sntrup761::Sntrup761};
/// assert_eq!(Sntrup761::SET, Set::Sntrup761);
/// assert_eq!((Sntrup761::WEIGHT, Ntrulpr761::WEIGHT), (286, 250));
/// assert_eq!(<Sntrup761 as ParameterSet>::PublicKeyBytes::LENGTH, 1158);
/// ```
pub trait Parameters:
    Mechanism<
        Ring: PrimeRing,
        PublicParts = PublicParts<Self>,
        SecretParts = SecretParts<Self>,
        PreparedPublic = PreparedPublic<Self>,
        PreparedSecret = PreparedSecret<Self>,
    >
{
    /// The weight w: the number of nonzero coefficients of a short polynomial.
    const WEIGHT: usize = Self::SET.parameters().weight();
    /// The one-way function of the family.
    #[doc(hidden)]
    type Core: OneWayFunction<Self>;
}

/// Returns the number of bytes that one call draws for a random polynomial of the set: 4 p, a word
/// of 32 bits for each coefficient.
///
/// ```
/// use vectru::{prime::list_bytes, sntrup761::Sntrup761};
/// assert_eq!(list_bytes::<Sntrup761>(), 4 * 761);
/// ```
pub const fn list_bytes<P: Parameters>() -> usize {
    4 * <P::Ring as Ring>::DEGREE
}

/// Returns the calls that draw random bytes.
pub(crate) const fn draws<P: Parameters>() -> Draws {
    P::Core::DRAWS
}
