//! NTRU, generic over its parameter sets: "NTRU: algorithm specifications and supporting
//! documentation", round 3 `[CDH+20]`.
//!
//! A parameter set names a prime n and a power of two q. Products are computed in
//! `R_q = Z_q[x]/(x^n - 1)`, where `x^n - 1 = (x - 1) Phi_n`. Phi_n is irreducible modulo 2 and
//! modulo 3, so that every nonzero ternary polynomial (with coefficients -1, 0 and 1) has a
//! reciprocal modulo 3 and Phi_n.
//!
//! | object | polynomial |
//! | --- | --- |
//! | secret key | a ternary f, and G = 3 g for a ternary g that is divisible by x - 1 |
//! | public key | h = G / f |
//! | ciphertext | c = r h + Lift(m) for ternary r and m |
//!
//! Lift(m) is m modulo 3 and Phi_n, and divisible by x - 1.
//!
//! Then f c = r G + f Lift(m) has small coefficients, so that it is known over the integers, and
//! modulo 3 it is f m. The coefficients of a polynomial that is divisible by x - 1 have the sum 0:
//! keys and ciphertexts leave out the last one.
//!
//! The [families](Family) differ in how g and m become divisible by x - 1. In NTRU-HPS both have
//! equally many coefficients 1 and -1, a fixed number. In NTRU-HRSS both are arbitrary, and are
//! multiplied by x - 1.
//!
//! Decapsulation does not encrypt again. The ciphertext c is the encryption of r and m if r,
//! computed as (c - Lift(m)) / h, is ternary, and m is a polynomial that encapsulation can draw.
//!
//! # Errors and implicit rejection
//!
//! Loading a key that does not have the specification's format is an error: if its length is wrong,
//! if bits behind the last coefficient of an element of R_q are set, or if a byte of a secret key
//! is not five ternary digits (fewer in the last byte of a polynomial). Key generation makes no
//! such key; the reference implementation ignores these bits and reads such bytes as other digits.
//! A ciphertext of the wrong length is an error, too. Any other ciphertext that encapsulation did
//! not make, also one with bits set behind the last coefficient, has the pseudorandom shared secret
//! of the specification.
//!
//! The module of each parameter set, such as [`ntruhps2048677`](crate::ntruhps2048677), has these
//! types and functions for its set. A program that is generic over sets uses them here:
//!
//! ```
//! # #[cfg(feature = "ntruhps2048677")] {
//! use vectru::{ntruhps2048677::Ntruhps2048677, ntru::{self, Parameters}};
//!
//! fn agree<P: Parameters>() -> bool {
//!     let mut rng = vectru::system_rng();
//!     let (decapsulation_key, encapsulation_key) = ntru::generate::<P, _>(&mut rng);
//!     let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//!     decapsulation_key.decapsulate(&ciphertext) == sent
//! }
//! assert!(agree::<Ntruhps2048677>());
//! # }
//! ```

use rand_core::{CryptoRng, TryCryptoRng};
use vectru_polymul::multiplier::Multiply;

use crate::common::error::{Error, GenerationError, Object};
use crate::common::given_bytes::GivenBytes;
use crate::common::key;
use crate::common::random::generate_with;
use crate::common::stack::with_wiped_stack;
use crate::scheme::operations::Operations;
use layout::PRF_KEY_BYTES;

#[cfg(feature = "alloc")]
pub(crate) mod batch;
pub(crate) mod decapsulation;
pub(crate) mod encapsulation;
mod encryption;
mod layout;
pub(crate) mod one_use;
pub(crate) mod sampling;
mod set;

pub use crate::common::parameters::{Array, ParameterSet};
pub use decapsulation::DecapsulationKey;
pub use encapsulation::EncapsulationKey;
pub(crate) use set::implement;

/// A ciphertext: [`vectru::Ciphertext`](crate::Ciphertext).
pub type Ciphertext<P> = crate::common::ciphertext::Ciphertext<P>;

/// The family of a parameter set, which determines the polynomials that it draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// NTRU-HPS: g and m have q/16 - 1 coefficients 1 and as many coefficients -1.
    Hps,
    /// NTRU-HRSS: g and m are arbitrary ternary polynomials, multiplied by x - 1. For f and g the
    /// sum of the products of neighbouring coefficients is not negative.
    Hrss,
}

/// A parameter set of NTRU. Only this crate implements it.
///
/// ```
/// # #[cfg(feature = "ntruhps2048677")] {
/// use vectru::ntru::{Array, Family, ParameterSet, Parameters};
/// use vectru::{Set, ntruhps2048677::Ntruhps2048677};
/// assert_eq!(Ntruhps2048677::SET, Set::Ntruhps2048677);
/// assert_eq!(Ntruhps2048677::FAMILY, Family::Hps);
/// assert_eq!(<Ntruhps2048677 as ParameterSet>::PublicKeyBytes::LENGTH, 930);
/// # }
/// ```
pub trait Parameters: Operations<PublicKey = EncapsulationKey<Self>, SecretKey = DecapsulationKey<Self>> {
    /// The ring R_q.
    type Ring: Multiply;
    /// The family.
    const FAMILY: Family;
    /// The random bytes of two ternary polynomials: f and g, or r and m.
    type Seed: Array<u8>;
    /// n - 1 words of 32 bits.
    type Words: Array<u32>;
    /// An encoded ternary polynomial.
    type TernaryBytes: Array<u8>;

    /// Replaces a public key by that of a secret key.
    #[doc(hidden)]
    fn public_key(key: &DecapsulationKey<Self>, public: &mut EncapsulationKey<Self>);
}

/// Returns the number of random bytes of a key pair.
pub(crate) const fn key_random_bytes<P: Parameters>() -> usize {
    P::Seed::LENGTH + PRF_KEY_BYTES
}

/// Returns the number of random bytes of a candidate that key generation rejects: it rejects none.
#[allow(clippy::extra_unused_type_parameters)] // The number of NTRU Prime depends on the set.
pub(crate) const fn candidate_random_bytes<P: Parameters>() -> usize {
    0
}

/// Returns the number of random bytes of an encapsulation.
pub(crate) const fn encapsulation_random_bytes<P: Parameters>() -> usize {
    P::Seed::LENGTH
}

/// Generates a key pair: the secret decapsulation key and the public encapsulation key.
///
/// # Panics
///
/// Panics if the generator repeats itself so that no key pair can be made of its bytes: see
/// [random bytes](crate#random-bytes).
///
/// ```
/// # #[cfg(feature = "ntruhps2048677")] {
/// use vectru::{ntruhps2048677::Ntruhps2048677, ntru};
/// let (key, public) = ntru::generate::<Ntruhps2048677, _>(&mut vectru::system_rng());
/// assert_eq!(key.to_encapsulation_key(), public);
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
/// # #[cfg(feature = "ntruhps2048677")] {
/// use vectru::{ntruhps2048677::Ntruhps2048677, ntru};
/// let (key, public) = ntru::try_generate::<Ntruhps2048677, _>(&mut getrandom::SysRng)?;
/// assert_eq!(key.to_encapsulation_key(), public);
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
/// The bytes are those of f, then g, then the key of the pseudorandom function. Bytes behind those
/// are ignored.
///
/// # Errors
///
/// - Returns [`ErrorKind::TooFewBytes`](crate::ErrorKind::TooFewBytes) if the bytes run out.
/// - Returns [`ErrorKind::Rejected`](crate::ErrorKind::Rejected) if no key pair can be made of them: see [random
///   bytes](crate#random-bytes).
///
/// ```
/// # #[cfg(feature = "ntruhps2048677")] {
/// use vectru::{ntruhps2048677::{KEY_RANDOM_BYTES, Ntruhps2048677}, ntru};
/// let random: [u8; KEY_RANDOM_BYTES] = std::array::from_fn(|k| (k * k) as u8);
/// let (decapsulation_key, encapsulation_key) = ntru::generate_from::<Ntruhps2048677>(&random)?;
/// assert_eq!(decapsulation_key.to_encapsulation_key(), encapsulation_key);
/// assert!(ntru::generate_from::<Ntruhps2048677>(&random[1..]).is_err());
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
