//! The module of each parameter set, and the way from a [`Set`] to it.

use crate::common::set::Set;
use crate::mechanism::Visitor;
use crate::mechanism::visit_apart;

/// Declares the modules of the parameter sets and [`Set::visit`].
macro_rules! modules {
    ([] $(
        $(#[$note:meta])*
        $feature:literal, $module:ident, $set:ident,
        [$public_key:literal, $secret_key:literal, $ciphertext:literal], $object_identifier:literal,
        $family:ident over $ring:ident, $kind:ident $parameters:tt;
    )*) => {
        $(
            #[doc = concat!("`", $feature, "`: ", describe!($kind $parameters), ".")]
            ///
            $(#[$note])*
            ///
            /// | | bytes |
            /// | --- | --- |
            #[doc = concat!("| encapsulation key | ", $public_key, " |")]
            #[doc = concat!("| decapsulation key | ", $secret_key, " |")]
            #[doc = concat!("| ciphertext | ", $ciphertext, " |")]
            /// | shared secret | 32 |
            ///
            /// ```
            #[doc = concat!("use vectru::", $feature, ";")]
            ///
            /// let mut rng = vectru::system_rng();
            #[doc = concat!("let (decapsulation_key, encapsulation_key) = ", $feature, "::generate(&mut rng);")]
            /// let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
            /// assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
            /// ```
            #[cfg(feature = $feature)]
            pub mod $module {
                crate::scheme::$family::implement!($set over $ring);
                items!($feature, $set, $ring);
                #[cfg(feature = "alloc")]
                batch_items!($feature, $set);
            }
        )*

        impl Set {
            /// Calls `visitor` with the mechanism of this set.
            ///
            /// ```
            /// use vectru::{Mechanism, Set, mechanism::Visitor};
            ///
            /// struct Agree;
            ///
            /// impl Visitor for Agree {
            ///     type Output = bool;
            ///     fn visit<K: Mechanism>(self) -> bool {
            ///         let mut rng = vectru::system_rng();
            ///         let (secret_key, public_key) = K::generate(&mut rng);
            ///         let (ciphertext, sent) = public_key.encapsulate(&mut rng);
            ///         secret_key.decapsulate(&ciphertext) == sent
            ///     }
            /// }
            /// assert!(Set::ALL.into_iter().all(|set| set.visit(Agree)));
            /// ```
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match (self, visitor) {
                    $(#[cfg(feature = $feature)] (Self::$set, visitor) => visit_apart::<$module::$set, V>(visitor),)*
                }
            }
        }
    };
}

/// The items of the module of a parameter set.
macro_rules! items {
    ($feature:literal, $set:ident, $ring:ident) => {
        pub use crate::common::shared_secret::SharedSecret;
        use crate::mechanism::Mechanism;

        #[doc = concat!("The parameter set `", $feature, "`, as the parameter of generic types and functions.")]
        ///
        /// ```
        #[doc = concat!("use vectru::{ParameterSet, ", $feature, "::", stringify!($set), "};")]
        #[doc = concat!("assert_eq!(", stringify!($set), "::SET.name(), \"", $feature, "\");")]
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $set;

        impl crate::common::parameters::Sealed for $set {}

        impl crate::common::parameters::ParameterSet for $set {
            const SET: crate::common::set::Set = crate::common::set::Set::$set;
            type PublicKeyBytes = [u8; PUBLIC_KEY_BYTES];
            type SecretKeyBytes = [u8; SECRET_KEY_BYTES];
            type CiphertextBytes = [u8; CIPHERTEXT_BYTES];
        }

        const PARAMETERS: crate::common::table::Parameters = crate::common::set::Set::$set.parameters();
        const _: () = PARAMETERS.check::<vectru_polymul::ring::$ring>();

        /// The length of an encapsulation key, in bytes.
        pub const PUBLIC_KEY_BYTES: usize = crate::common::set::Set::$set.public_key_bytes();
        /// The length of a decapsulation key, in bytes.
        pub const SECRET_KEY_BYTES: usize = crate::common::set::Set::$set.secret_key_bytes();
        /// The length of a ciphertext, in bytes.
        pub const CIPHERTEXT_BYTES: usize = crate::common::set::Set::$set.ciphertext_bytes();
        /// The length of a shared secret, in bytes.
        pub const SHARED_SECRET_BYTES: usize = SharedSecret::BYTES;
        /// The number of random bytes from which [`generate_from`] makes a key pair, if it rejects
        /// no candidate.
        pub const KEY_RANDOM_BYTES: usize = $set::KEY_RANDOM_BYTES;
        /// The number of further random bytes for each candidate that [`generate_from`] rejects. It
        /// is 0 for a set whose key generation takes any random bytes.
        pub const CANDIDATE_RANDOM_BYTES: usize = $set::CANDIDATE_RANDOM_BYTES;
        /// The number of random bytes from which [`EncapsulationKey::encapsulate_from`] makes a
        /// ciphertext.
        pub const ENCAPSULATION_RANDOM_BYTES: usize = $set::ENCAPSULATION_RANDOM_BYTES;

        #[doc = concat!("The public key of `", $feature, "`, which encapsulates.")]
        pub type EncapsulationKey = crate::key::EncapsulationKey<$set>;
        #[doc = concat!("The secret key of `", $feature, "`, which decapsulates.")]
        pub type DecapsulationKey = crate::key::DecapsulationKey<$set>;
        #[doc = concat!("A public key of `", $feature, "` that is prepared for many uses.")]
        pub type PreparedEncapsulationKey = crate::key::PreparedEncapsulationKey<$set>;
        #[doc = concat!("A secret key of `", $feature, "` that is prepared for many uses.")]
        pub type PreparedDecapsulationKey = crate::key::PreparedDecapsulationKey<$set>;
        #[doc = concat!("A ciphertext of `", $feature, "`, which encapsulation sends.")]
        pub type Ciphertext = crate::common::ciphertext::Ciphertext<$set>;

        /// Generates a key pair: the secret decapsulation key and the public encapsulation key.
        ///
        /// # Panics
        ///
        /// Panics if the generator repeats itself so that no key pair can be made of its bytes: see
        /// [random bytes](crate#random-bytes).
        ///
        /// ```
        #[doc = concat!("use vectru::", $feature, "::{PUBLIC_KEY_BYTES, SECRET_KEY_BYTES, generate};")]
        /// let (decapsulation_key, encapsulation_key) = generate(&mut vectru::system_rng());
        /// assert_eq!(encapsulation_key.to_bytes().len(), PUBLIC_KEY_BYTES);
        /// assert_eq!(decapsulation_key.to_bytes().len(), SECRET_KEY_BYTES);
        /// ```
        pub fn generate<R: rand_core::CryptoRng + ?Sized>(rng: &mut R) -> (DecapsulationKey, EncapsulationKey) {
            crate::mechanism::generate(rng)
        }

        /// Generates a key pair with a generator of random bytes that can fail.
        ///
        /// # Errors
        ///
        /// Returns the error of the generator, or
        /// [`GenerationError::Rejected`](crate::GenerationError::Rejected) if it repeats itself so
        /// that no key pair can be made of its bytes.
        ///
        /// ```
        #[doc = concat!("use vectru::", $feature, "::try_generate;")]
        /// let (decapsulation_key, encapsulation_key) = try_generate(&mut getrandom::SysRng)?;
        /// # Ok::<(), vectru::GenerationError<getrandom::Error>>(())
        /// ```
        pub fn try_generate<R: rand_core::TryCryptoRng + ?Sized>(
            rng: &mut R,
        ) -> Result<(DecapsulationKey, EncapsulationKey), crate::GenerationError<R::Error>> {
            crate::mechanism::try_generate(rng)
        }

        /// Generates a key pair as bytes: the secret key and the public key. Keys that are used
        /// once need no other form: see [keys for one use](crate#keys-for-one-use).
        ///
        /// It takes less stack than [`generate`], as no key is moved.
        ///
        /// # Errors
        ///
        /// Returns the error of the generator, or
        /// [`GenerationError::Rejected`](crate::GenerationError::Rejected) if it repeats itself so
        /// that no key pair can be made of its bytes. Then the bytes are as before.
        ///
        /// ```
        #[doc = concat!("use vectru::", $feature, "::{DecapsulationKey, PUBLIC_KEY_BYTES, SECRET_KEY_BYTES, try_generate_bytes};")]
        /// let (mut secret_key, mut public_key) = ([0; SECRET_KEY_BYTES], [0; PUBLIC_KEY_BYTES]);
        /// try_generate_bytes(&mut getrandom::SysRng, &mut secret_key, &mut public_key)?;
        /// assert!(DecapsulationKey::from_bytes(&secret_key).is_ok());
        /// # Ok::<(), vectru::GenerationError<getrandom::Error>>(())
        /// ```
        pub fn try_generate_bytes<R: rand_core::TryCryptoRng + ?Sized>(
            rng: &mut R,
            secret_key: &mut [u8; SECRET_KEY_BYTES],
            public_key: &mut [u8; PUBLIC_KEY_BYTES],
        ) -> Result<(), crate::GenerationError<R::Error>> {
            $set::try_generate_bytes(rng, secret_key, public_key)
        }

        /// Returns the key pair that [`generate`] makes of given random bytes, for tests and known
        /// answers.
        ///
        /// Key generation takes the bytes in the order in which it draws them. Candidates that it
        /// rejects take [`CANDIDATE_RANDOM_BYTES`] each, and the key pair takes
        /// [`KEY_RANDOM_BYTES`]. Bytes behind those are ignored.
        ///
        /// # Errors
        ///
        /// - Returns [`ErrorKind::TooFewBytes`](crate::ErrorKind::TooFewBytes) if the bytes run
        ///   out.
        /// - Returns [`ErrorKind::Rejected`](crate::ErrorKind::Rejected) if no key pair can be made
        ///   of them: see [random bytes](crate#random-bytes).
        ///
        /// ```
        #[doc = concat!("use vectru::", $feature, "::{CANDIDATE_RANDOM_BYTES, KEY_RANDOM_BYTES, generate_from};")]
        /// let length = KEY_RANDOM_BYTES + 50 * CANDIDATE_RANDOM_BYTES;
        /// let random: Vec<u8> = (0..length).map(|k| (k * k / 7) as u8).collect();
        /// let (decapsulation_key, encapsulation_key) = generate_from(&random)?;
        /// assert_eq!(generate_from(&random)?.1, encapsulation_key);
        /// assert!(generate_from(&random[..KEY_RANDOM_BYTES - 1]).is_err());
        /// # Ok::<(), vectru::Error>(())
        /// ```
        #[inline]
        pub fn generate_from(random: &[u8]) -> Result<(DecapsulationKey, EncapsulationKey), crate::Error> {
            crate::mechanism::generate_from(random)
        }

        /// Returns a new shared secret and its ciphertext for a public key that is used once: see
        /// [keys for one use](crate#keys-for-one-use).
        ///
        /// # Errors
        ///
        /// Returns the error of [`EncapsulationKey::from_bytes`].
        ///
        /// ```
        #[doc = concat!("use vectru::", $feature, "::{decapsulate, encapsulate, generate};")]
        /// let mut rng = vectru::system_rng();
        /// let (secret_key, public_key) = generate(&mut rng);
        /// let (ciphertext, sent) = encapsulate(public_key.as_bytes(), &mut rng)?;
        /// assert_eq!(decapsulate(secret_key.as_bytes(), ciphertext.as_bytes())?, sent);
        /// assert!(encapsulate(&[0; 7], &mut rng).is_err());
        /// # Ok::<(), vectru::Error>(())
        /// ```
        pub fn encapsulate<R: rand_core::CryptoRng + ?Sized>(
            public_key: &[u8],
            rng: &mut R,
        ) -> Result<(Ciphertext, SharedSecret), crate::Error> {
            $set::encapsulate_once(public_key, rng)
        }

        /// Returns a new shared secret and its ciphertext for a public key that is used once. The
        /// generator of random bytes can fail.
        ///
        /// # Errors
        ///
        /// Returns the error of the generator or of [`EncapsulationKey::from_bytes`].
        ///
        /// ```
        #[doc = concat!("use vectru::", $feature, "::{generate, try_encapsulate};")]
        /// let (_, key) = generate(&mut vectru::system_rng());
        /// assert!(try_encapsulate(key.as_bytes(), &mut getrandom::SysRng).is_ok());
        /// ```
        pub fn try_encapsulate<R: rand_core::TryCryptoRng + ?Sized>(
            public_key: &[u8],
            rng: &mut R,
        ) -> Result<(Ciphertext, SharedSecret), crate::EncapsulationError<R::Error>> {
            $set::try_encapsulate_once(public_key, rng)
        }

        /// Returns the shared secret of a ciphertext for a secret key that is used once: see [keys
        /// for one use](crate#keys-for-one-use). A ciphertext that no encapsulation made has a
        /// pseudorandom one.
        ///
        /// # Errors
        ///
        /// Returns the error of [`Ciphertext::from_bytes`] or of [`DecapsulationKey::from_bytes`].
        ///
        /// ```
        #[doc = concat!("use vectru::", $feature, "::{CIPHERTEXT_BYTES, decapsulate, generate};")]
        /// let (key, _) = generate(&mut vectru::system_rng());
        /// assert!(decapsulate(key.as_bytes(), &[7; CIPHERTEXT_BYTES]).is_ok());
        /// assert!(decapsulate(&key.as_bytes()[1..], &[7; CIPHERTEXT_BYTES]).is_err());
        /// ```
        #[inline]
        pub fn decapsulate(secret_key: &[u8], ciphertext: &[u8]) -> Result<SharedSecret, crate::Error> {
            $set::decapsulate_once(secret_key, ciphertext)
        }

        /// Decapsulates as [`decapsulate`] does, for a secret key that was generated or accepted
        /// before, and was kept where nobody could change it.
        ///
        /// The hash of the public key in a secret key of NTRU Prime or Saber is not checked. With a
        /// wrong hash all ciphertexts are rejected, and have pseudorandom shared secrets.
        ///
        /// # Errors
        ///
        /// Returns the errors of [`decapsulate`], except
        /// [`ErrorKind::PublicKeyHash`](crate::ErrorKind::PublicKeyHash).
        ///
        /// ```
        #[doc = concat!("use vectru::", $feature, "::{decapsulate_trusted, encapsulate, generate};")]
        /// let mut rng = vectru::system_rng();
        /// let (secret_key, public_key) = generate(&mut rng);
        /// let (ciphertext, sent) = encapsulate(public_key.as_bytes(), &mut rng)?;
        /// let received = decapsulate_trusted(secret_key.as_bytes(), ciphertext.as_bytes())?;
        /// assert_eq!(received, sent);
        /// # Ok::<(), vectru::Error>(())
        /// ```
        #[inline]
        pub fn decapsulate_trusted(secret_key: &[u8], ciphertext: &[u8]) -> Result<SharedSecret, crate::Error> {
            $set::decapsulate_trusted(secret_key, ciphertext)
        }
    };
}

/// The items of the module of a parameter set that need an allocator.
macro_rules! batch_items {
    ($feature:literal, $set:ident) => {
        /// Generates `count` key pairs, in less time than one by one: see [batches](crate#batches).
        ///
        /// # Panics
        ///
        /// Panics if the generator repeats itself so that no key pair can be made of its bytes: see
        /// [random bytes](crate#random-bytes).
        ///
        /// ```
        #[doc = concat!("use vectru::", $feature, "::generate_many;")]
        /// let pairs = generate_many(&mut vectru::system_rng(), 5);
        /// assert_eq!(pairs.len(), 5);
        /// ```
        pub fn generate_many<R: rand_core::CryptoRng + ?Sized>(
            rng: &mut R,
            count: usize,
        ) -> alloc::vec::Vec<(DecapsulationKey, EncapsulationKey)> {
            $set::generate_many(rng, count)
        }

        /// Generates `count` key pairs with a generator of random bytes that can fail.
        ///
        /// # Errors
        ///
        /// Returns the error of the generator, or
        /// [`GenerationError::Rejected`](crate::GenerationError::Rejected) if it repeats itself so
        /// that no key pair can be made of its bytes.
        ///
        /// ```
        #[doc = concat!("use vectru::", $feature, "::try_generate_many;")]
        /// let pairs = try_generate_many(&mut getrandom::SysRng, 5)?;
        /// # Ok::<(), vectru::GenerationError<getrandom::Error>>(())
        /// ```
        pub fn try_generate_many<R: rand_core::TryCryptoRng + ?Sized>(
            rng: &mut R,
            count: usize,
        ) -> Result<alloc::vec::Vec<(DecapsulationKey, EncapsulationKey)>, crate::GenerationError<R::Error>> {
            $set::try_generate_many(rng, count)
        }

        /// Returns a new shared secret for each key, with its ciphertext: see
        /// [batches](crate#batches). A key may occur more than once.
        ///
        /// ```
        #[doc = concat!("use vectru::", $feature, "::{EncapsulationKey, encapsulate_many, generate_many};")]
        /// let mut rng = vectru::system_rng();
        /// let pairs = generate_many(&mut rng, 3);
        /// let keys: Vec<EncapsulationKey> = pairs.into_iter().map(|(_, key)| key).collect();
        /// let sent = encapsulate_many(&keys, &mut rng);
        /// let sent_to_one = encapsulate_many(std::iter::repeat_n(&keys[0], 4), &mut rng);
        /// assert_eq!((sent.len(), sent_to_one.len()), (3, 4));
        /// ```
        pub fn encapsulate_many<'k, K: Into<crate::AnyEncapsulationKey<'k, $set>>, R: rand_core::CryptoRng + ?Sized>(
            keys: impl IntoIterator<Item = K>,
            rng: &mut R,
        ) -> alloc::vec::Vec<(Ciphertext, SharedSecret)> {
            $set::encapsulate_many(keys, rng)
        }

        /// Returns a new shared secret for each key, with its ciphertext. The generator of random
        /// bytes can fail.
        ///
        /// # Errors
        ///
        /// Returns the error of the generator.
        ///
        /// ```
        #[doc = concat!("use vectru::", $feature, "::{generate, try_encapsulate_many};")]
        /// let (_, key) = generate(&mut vectru::system_rng());
        /// let sent = try_encapsulate_many([&key, &key], &mut getrandom::SysRng)?;
        /// # Ok::<(), getrandom::Error>(())
        /// ```
        pub fn try_encapsulate_many<
            'k,
            K: Into<crate::AnyEncapsulationKey<'k, $set>>,
            R: rand_core::TryCryptoRng + ?Sized,
        >(
            keys: impl IntoIterator<Item = K>,
            rng: &mut R,
        ) -> Result<alloc::vec::Vec<(Ciphertext, SharedSecret)>, R::Error> {
            $set::try_encapsulate_many(keys, rng)
        }

        /// Returns the shared secret of each ciphertext, decapsulated with the key beside it: see
        /// [batches](crate#batches).
        ///
        /// ```
        #[doc = concat!("use vectru::", $feature, "::{decapsulate_many, encapsulate_many, generate};")]
        /// let mut rng = vectru::system_rng();
        /// let (key, public) = generate(&mut rng);
        /// let sent = encapsulate_many([&public, &public], &mut rng);
        /// let received = decapsulate_many(sent.iter().map(|(ciphertext, _)| (&key, ciphertext)));
        /// assert!(sent.iter().map(|(_, secret)| secret).eq(&received));
        /// ```
        pub fn decapsulate_many<'k, K: Into<crate::AnyDecapsulationKey<'k, $set>>>(
            pairs: impl IntoIterator<Item = (K, &'k Ciphertext)>,
        ) -> alloc::vec::Vec<SharedSecret> {
            $set::decapsulate_many(pairs)
        }
    };
}

for_each_set!(modules);
