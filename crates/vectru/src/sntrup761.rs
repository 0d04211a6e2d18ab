//! sntrup761: Streamlined NTRU Prime with p = 761, q = 4591, w = 286. OpenSSH's mechanism, with X25519 beside it.
//!
//! ```
//! use vectru::sntrup761;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = sntrup761::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

use rand_core::{CryptoRng, TryCryptoRng};
use vectru_polymul::ring;

use crate::Set;
use crate::parameters::{ParameterSet, Sealed};
use crate::streamlined::{self, Parameters};

pub use crate::SharedSecret;

/// The parameter set: what the generic types of [`streamlined`] are named for here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sntrup761;

impl Sealed for Sntrup761 {}

impl ParameterSet for Sntrup761 {
    const SET: Set = Set::Sntrup761;
    type PublicKeyBytes = [u8; PUBLIC_KEY_BYTES];
    type SecretKeyBytes = [u8; SECRET_KEY_BYTES];
    type CiphertextBytes = [u8; CIPHERTEXT_BYTES];
}

impl Parameters for Sntrup761 {
    type Ring = ring::Sntrup761;
    const WEIGHT: usize = 286;
    type List = [[u8; 4]; 761];
    type Words = [u32; 761];
    type Residues = [u16; 761];
    type SmallBytes = [u8; 191];
}

crate::mechanism::implement!(streamlined, Sntrup761);

/// The length of an encapsulation key.
pub const PUBLIC_KEY_BYTES: usize = 1158;
/// The length of a decapsulation key.
pub const SECRET_KEY_BYTES: usize = 1763;
/// The length of a ciphertext.
pub const CIPHERTEXT_BYTES: usize = 1039;
/// The length of a shared secret.
pub const SHARED_SECRET_BYTES: usize = SharedSecret::BYTES;

/// The key that encapsulates: public.
pub type EncapsulationKey = streamlined::EncapsulationKey<Sntrup761>;
/// The key that decapsulates: secret.
pub type DecapsulationKey = streamlined::DecapsulationKey<Sntrup761>;
/// What encapsulation sends.
pub type Ciphertext = streamlined::Ciphertext<Sntrup761>;

/// A new key pair: the key that decapsulates, which is secret, and the key that encapsulates, which is public.
///
/// ```
/// let (decapsulation_key, encapsulation_key) = vectru::sntrup761::generate(&mut vectru::system_rng());
/// assert_eq!(decapsulation_key.encapsulation_key(), &encapsulation_key);
/// ```
pub fn generate<R: CryptoRng + ?Sized>(rng: &mut R) -> (DecapsulationKey, EncapsulationKey) {
    streamlined::generate(rng)
}

/// A new key pair, by a generator that can fail.
///
/// # Errors
///
/// That of the generator.
///
/// ```
/// let (decapsulation_key, encapsulation_key) = vectru::sntrup761::try_generate(&mut getrandom::SysRng)?;
/// # Ok::<(), getrandom::Error>(())
/// ```
pub fn try_generate<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<(DecapsulationKey, EncapsulationKey), R::Error> {
    streamlined::try_generate(rng)
}
