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
//! # #[cfg(all(feature = "sntrup761", feature = "ntrulpr761"))] {
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
//! # }
//! ```

use rand_core::{CryptoRng, TryCryptoRng};
use vectru_polymul::multiplier::Multiply;
use vectru_polymul::ring::Ring;

use crate::common::error::{Error, GenerationError, Object};
use crate::common::given_bytes::GivenBytes;
use crate::common::key;
use crate::common::random::generate_with;
use crate::common::stack::with_wiped_stack;
use crate::scheme::operations::Operations;

#[cfg(feature = "alloc")]
pub(crate) mod batch;
pub(crate) mod decapsulation;
pub(crate) mod encapsulation;
mod layout;
pub(crate) mod one_use;
mod one_way_function;
pub(crate) mod sampling;

pub use crate::arithmetic::prime_ring::PrimeRing;
pub use crate::common::parameters::{Array, ParameterSet};
pub use decapsulation::DecapsulationKey;
pub use encapsulation::EncapsulationKey;
pub(crate) use one_way_function::implement;
pub use one_way_function::{Core, Lengths, Slot};

/// A ciphertext: [`vectru::Ciphertext`](crate::Ciphertext).
pub type Ciphertext<P> = crate::common::ciphertext::Ciphertext<P>;

/// A parameter set of NTRU Prime, of either family. Only this crate implements it.
///
/// ```
/// # #[cfg(all(feature = "sntrup761", feature = "ntrulpr761"))] {
/// use vectru::prime::{Array, ParameterSet, Parameters};
/// use vectru::{Set, ntrulpr761::Ntrulpr761, sntrup761::Sntrup761};
/// assert_eq!(Sntrup761::SET, Set::Sntrup761);
/// assert_eq!((Sntrup761::WEIGHT, Ntrulpr761::WEIGHT), (286, 250));
/// assert_eq!(<Sntrup761 as ParameterSet>::PublicKeyBytes::LENGTH, 1158);
/// # }
/// ```
pub trait Parameters:
    Core + Operations<PublicKey = EncapsulationKey<Self>, SecretKey = DecapsulationKey<Self>>
{
    /// The ring R_q.
    type Ring: PrimeRing + Multiply;
    /// The weight w: the number of nonzero coefficients of a short polynomial.
    const WEIGHT: usize;
}

/// Returns the number of bytes that one call draws for a random polynomial of the set: 4 p, a word
/// of 32 bits for each coefficient.
///
/// ```
/// # #[cfg(feature = "sntrup761")] {
/// use vectru::{prime::list_bytes, sntrup761::Sntrup761};
/// assert_eq!(list_bytes::<Sntrup761>(), 4 * 761);
/// # }
/// ```
pub const fn list_bytes<P: Parameters>() -> usize {
    4 * <P::Ring as Ring>::DEGREE
}

/// Returns the number of random bytes of a key pair, if key generation rejects no candidate.
pub(crate) const fn key_random_bytes<P: Parameters>() -> usize {
    let (mut sum, mut call) = (0, 0);
    while call < P::KEY_LENGTHS.len() {
        sum += P::KEY_LENGTHS[call];
        call += 1;
    }
    sum
}

/// Returns the number of random bytes of a candidate that key generation rejects.
pub(crate) const fn candidate_random_bytes<P: Parameters>() -> usize {
    if P::REJECTS { P::KEY_LENGTHS[0] } else { 0 }
}

/// Returns the number of random bytes of an encapsulation.
pub(crate) const fn encapsulation_random_bytes<P: Parameters>() -> usize {
    <P as Core>::Seed::LENGTH
}

/// Generates a key pair: the secret decapsulation key and the public encapsulation key.
///
/// # Panics
///
/// Panics if the generator repeats itself so that no key pair can be made of its bytes: see
/// [random bytes](crate#random-bytes).
///
/// ```
/// # #[cfg(feature = "sntrup761")] {
/// use vectru::{prime, sntrup761::Sntrup761};
/// let (key, public) = prime::generate::<Sntrup761, _>(&mut vectru::system_rng());
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
/// Returns the error of the generator, or [`GenerationError::Rejected`] if it repeats itself so that
/// no key pair can be made of its bytes.
///
/// ```
/// # #[cfg(feature = "ntrulpr761")] {
/// use vectru::{ntrulpr761::Ntrulpr761, prime};
/// let (key, public) = prime::try_generate::<Ntrulpr761, _>(&mut getrandom::SysRng)?;
/// assert_eq!(key.encapsulation_key(), &public);
/// # }
/// # Ok::<(), vectru::GenerationError<getrandom::Error>>(())
/// ```
#[allow(clippy::type_complexity)] // A name for a pair would hide what it is.
pub fn try_generate<P: Parameters, R: TryCryptoRng + ?Sized>(
    rng: &mut R,
) -> Result<(DecapsulationKey<P>, EncapsulationKey<P>), GenerationError<R::Error>> {
    with_wiped_stack(P::EXTENTS.generation, || {
        let mut pair = const { Ok((DecapsulationKey::ZERO, EncapsulationKey::ZERO)) };
        key::in_place(&mut pair, |(key, public)| generate_with(rng, |source| P::key_pair(key, public, source)));
        pair
    })
}

/// Returns the key pair that [`generate`] makes of given random bytes, for tests and known answers.
///
/// Key generation takes the bytes in the order in which it draws them: for Streamlined NTRU Prime
/// the candidates for g one after the other, each of [4 p bytes](list_bytes), then f, then rho; for
/// NTRU LPRime the seed of G, then a, then rho. Bytes behind those are ignored.
///
/// # Errors
///
/// - Returns [`ErrorKind::TooFewBytes`](crate::ErrorKind::TooFewBytes) if the bytes run out.
/// - Returns [`ErrorKind::Rejected`](crate::ErrorKind::Rejected) if no key pair can be made of them: see [random
///   bytes](crate#random-bytes).
///
/// ```
/// # #[cfg(feature = "ntrulpr761")] {
/// use vectru::{ntrulpr761::Ntrulpr761, prime};
/// let random = [7; 32 + 4 * 761 + 32];
/// let (decapsulation_key, encapsulation_key) = prime::generate_from::<Ntrulpr761>(&random)?;
/// assert_eq!(encapsulation_key.as_bytes()[..32], [7; 32]); // the seed of G
/// assert!(prime::generate_from::<Ntrulpr761>(&random[1..]).is_err());
/// # }
/// # Ok::<(), vectru::Error>(())
/// ```
pub fn generate_from<P: Parameters>(random: &[u8]) -> Result<(DecapsulationKey<P>, EncapsulationKey<P>), Error> {
    let error = |kind| Error { set: P::SET, object: Object::RandomBytes, kind };
    with_wiped_stack(P::EXTENTS.generation, || {
        let mut pair = const { Ok((DecapsulationKey::ZERO, EncapsulationKey::ZERO)) };
        key::in_place(&mut pair, |(key, public)| {
            generate_with(&mut GivenBytes::new(random), |source| P::key_pair(key, public, source))
                .map_err(GenerationError::into_kind)
                .map_err(error)
        });
        pair
    })
}
