//! Seeds: 32 secret bytes from which a key pair is made again.
//!
//! A seed replaces a secret key where storage is small. Its expansion is this project's own: no
//! other library makes the same keys, unless it implements the definition below.
//!
//! ```
//! use vectru::{seed::Seed, sntrup761::Sntrup761};
//!
//! let seed = Seed::generate(&mut vectru::system_rng());
//! let (_, public_key) = seed.key_pair::<Sntrup761>();
//!
//! let stored = seed.to_bytes();
//! let (secret_key, again) = Seed::from_bytes(&*stored)?.key_pair::<Sntrup761>();
//! assert_eq!((secret_key.encapsulation_key(), &again), (&public_key, &public_key));
//! # Ok::<(), vectru::seed::SeedError>(())
//! ```
//!
//! # Definition
//!
//! A stored seed is a version byte, 1, and the 32 secret bytes. Its key pair for a parameter set is
//! the one that key generation makes of the random bytes
//!
//! ```text
//! SHAKE256("vectru key seed" || version || length of name || name || secret bytes)
//! ```
//!
//! where "vectru key seed" is 15 bytes of ASCII, the version is the byte 1, and the name is the
//! name of the set in ASCII, such as `sntrup761`, with its length in one byte. Key generation uses
//! the bytes in order, as `generate_from` does, and as many as it draws: a rejected candidate uses
//! more.
//!
//! The name separates the sets: key pairs of several sets may be made of one seed.

use core::convert::Infallible;
use core::fmt;

use rand_core::{CryptoRng, TryCryptoRng, TryRng, utils};
use shake::digest::{ExtendableOutput, Update, XofReader};
use shake::{Shake256, Shake256Reader};
use zeroize::{ZeroizeOnDrop, Zeroizing};

use crate::common::secret::Secret;
use crate::common::set::Set;
use crate::common::stack::{moves, with_wiped_stack};
use crate::key::{DecapsulationKey, EncapsulationKey};
use crate::mechanism::Mechanism;

/// The bytes that separate this use of SHAKE256 from others.
const DOMAIN: &[u8] = b"vectru key seed";

/// 32 secret bytes from which a key pair is made again. They are wiped when dropped, and not shown
/// by `Debug`.
#[derive(Clone)]
pub struct Seed(Secret<[u8; Self::SECRET_BYTES]>);

impl Seed {
    /// The number of secret bytes.
    pub const SECRET_BYTES: usize = 32;
    /// The length of a stored seed, in bytes: the version, then the secret bytes.
    pub const BYTES: usize = 1 + Self::SECRET_BYTES;
    /// The version of the expansion, which is the first byte of a stored seed.
    pub const VERSION: u8 = 1;

    /// Returns the seed with these secret bytes, which should be random.
    ///
    /// ```
    /// use vectru::seed::Seed;
    /// assert_eq!(Seed::new([7; 32]).to_bytes()[..3], [1, 7, 7]);
    /// ```
    pub const fn new(secret: [u8; Self::SECRET_BYTES]) -> Self {
        Self(Secret::new(secret))
    }

    /// Returns a new seed.
    ///
    /// ```
    /// use vectru::seed::Seed;
    /// let seed = Seed::generate(&mut vectru::system_rng());
    /// assert_eq!(seed.to_bytes().len(), Seed::BYTES);
    /// ```
    pub fn generate<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        with_wiped_stack(moves::<Self>(), || {
            let Ok(seed) = Self::try_generate(rng);
            seed
        })
    }

    /// Returns a new seed. The generator of random bytes can fail.
    ///
    /// # Errors
    ///
    /// Returns the error of the generator.
    ///
    /// ```
    /// let seed = vectru::seed::Seed::try_generate(&mut getrandom::SysRng)?;
    /// # Ok::<(), getrandom::Error>(())
    /// ```
    pub fn try_generate<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        with_wiped_stack(moves::<Self>(), || {
            let mut seed = Self::new([0; Self::SECRET_BYTES]);
            rng.try_fill_bytes(&mut *seed.0)?;
            Ok(seed)
        })
    }

    /// Returns the seed that is stored in these bytes.
    ///
    /// # Errors
    ///
    /// - Returns [`SeedError::Length`] if `bytes` is not [`Self::BYTES`] long.
    /// - Returns [`SeedError::Version`] if the first byte is not [`Self::VERSION`].
    ///
    /// ```
    /// use vectru::seed::{Seed, SeedError};
    /// assert!(Seed::from_bytes(&[1; 33]).is_ok());
    /// assert_eq!(Seed::from_bytes(&[1; 32]).unwrap_err(), SeedError::Length { found: 32 });
    /// assert_eq!(Seed::from_bytes(&[2; 33]).unwrap_err(), SeedError::Version { found: 2 });
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SeedError> {
        with_wiped_stack(moves::<Self>(), || {
            let error = SeedError::Length { found: bytes.len() };
            let [version, secret @ ..]: &[u8; Self::BYTES] = bytes.try_into().map_err(|_| error)?;
            if *version != Self::VERSION {
                return Err(SeedError::Version { found: *version });
            }
            Ok(Self::new(*secret))
        })
    }

    /// Returns the bytes to store, which are secret and wiped when dropped.
    ///
    /// ```
    /// use vectru::seed::Seed;
    /// assert_eq!(Seed::new([7; 32]).to_bytes()[1..], [7; 32]);
    /// ```
    pub fn to_bytes(&self) -> Zeroizing<[u8; Self::BYTES]> {
        with_wiped_stack(moves::<Self>(), || {
            let mut bytes = Zeroizing::new([Self::VERSION; Self::BYTES]);
            bytes[1..].copy_from_slice(&*self.0);
            bytes
        })
    }

    /// Returns the key pair of the seed.
    ///
    /// # Panics
    ///
    /// Panics if no key pair can be made of the seed's expansion. No such seed is known, and a
    /// random seed is one with probability below 2^-128: see [random bytes](crate#random-bytes).
    ///
    /// ```
    /// use vectru::{seed::Seed, ntrulpr761::Ntrulpr761};
    /// let (_, public_key) = Seed::new([7; 32]).key_pair::<Ntrulpr761>();
    /// assert_eq!(Seed::new([7; 32]).key_pair::<Ntrulpr761>().1, public_key);
    /// assert_ne!(Seed::new([8; 32]).key_pair::<Ntrulpr761>().1, public_key);
    /// ```
    pub fn key_pair<K: Mechanism>(&self) -> (DecapsulationKey<K>, EncapsulationKey<K>) {
        with_wiped_stack(EXPANSION, || K::generate(&mut self.expand(K::SET)))
    }

    /// Returns what `make` makes with the generator of the seed's bytes for a set.
    #[cfg(feature = "alloc")]
    pub(crate) fn with_expansion<T>(&self, set: Set, make: impl FnOnce(&mut Expansion) -> T) -> T {
        with_wiped_stack(EXPANSION, || make(&mut self.expand(set)))
    }

    /// Returns the random bytes of key generation.
    fn expand(&self, set: Set) -> Expansion {
        let name = set.name().as_bytes();
        let mut state = Shake256::default();
        for piece in [DOMAIN, &[Self::VERSION, name.len() as u8], name, &*self.0] {
            state.update(piece);
        }
        Expansion(state.finalize_xof())
    }
}

/// The stack that is overwritten after the expansion of a seed, in bytes: the state of the hash and
/// its copies.
const EXPANSION: usize = 4096;

impl ZeroizeOnDrop for Seed {}

/// Shows nothing secret.
impl fmt::Debug for Seed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Seed(..)")
    }
}

/// The error of bytes that are not a stored seed.
///
/// ```
/// let error = vectru::seed::Seed::from_bytes(&[2; 33]).unwrap_err();
/// assert_eq!(error.to_string(), "seed: wrong version: expected 1, found 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SeedError {
    /// There are more or fewer than [`Seed::BYTES`] bytes.
    Length {
        /// The length found, in bytes.
        found: usize,
    },
    /// The version is not [`Seed::VERSION`].
    Version {
        /// The version found.
        found: u8,
    },
}

impl fmt::Display for SeedError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found } => {
                write!(formatter, "seed: wrong length: expected {} bytes, found {found}", Seed::BYTES)
            }
            Self::Version { found } => {
                write!(formatter, "seed: wrong version: expected {}, found {found}", Seed::VERSION)
            }
        }
    }
}

impl core::error::Error for SeedError {}

/// The bytes of a seed's expansion, as a generator of random bytes. It wipes its state when
/// dropped.
pub(crate) struct Expansion(Shake256Reader);

impl TryRng for Expansion {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        utils::next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        utils::next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, target: &mut [u8]) -> Result<(), Infallible> {
        self.0.read(target);
        Ok(())
    }
}

impl TryCryptoRng for Expansion {}
