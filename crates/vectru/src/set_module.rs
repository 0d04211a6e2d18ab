//! What the module of a parameter set holds, whatever its family.

/// The items of the module of a parameter set: its name and that of its type, the module with the types and functions of its
/// family, and its lengths.
macro_rules! set_module {
    (
        $module:ident, $name:ident, $family:ident,
        public key: $public_key:literal, secret key: $secret_key:literal, ciphertext: $ciphertext:literal
    ) => {
        pub use crate::SharedSecret;

        #[doc = concat!(
            "The parameter set: what the generic types of [`", stringify!($family), "`](crate::", stringify!($family),
            ") are named for here."
        )]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name;

        impl crate::parameters::Sealed for $name {}

        impl crate::ParameterSet for $name {
            const SET: crate::Set = crate::Set::$name;
            type PublicKeyBytes = [u8; PUBLIC_KEY_BYTES];
            type SecretKeyBytes = [u8; SECRET_KEY_BYTES];
            type CiphertextBytes = [u8; CIPHERTEXT_BYTES];
        }

        /// The length of an encapsulation key.
        pub const PUBLIC_KEY_BYTES: usize = $public_key;
        /// The length of a decapsulation key.
        pub const SECRET_KEY_BYTES: usize = $secret_key;
        /// The length of a ciphertext.
        pub const CIPHERTEXT_BYTES: usize = $ciphertext;
        /// The length of a shared secret.
        pub const SHARED_SECRET_BYTES: usize = SharedSecret::BYTES;

        /// The key that encapsulates: public.
        pub type EncapsulationKey = crate::$family::EncapsulationKey<$name>;
        /// The key that decapsulates: secret.
        pub type DecapsulationKey = crate::$family::DecapsulationKey<$name>;
        /// What encapsulation sends.
        pub type Ciphertext = crate::$family::Ciphertext<$name>;

        /// A new key pair: the key that decapsulates, which is secret, and the key that encapsulates, which is public.
        ///
        /// ```
        #[doc = concat!("use vectru::", stringify!($module), "::{PUBLIC_KEY_BYTES, SECRET_KEY_BYTES, generate};")]
        /// let (decapsulation_key, encapsulation_key) = generate(&mut vectru::system_rng());
        /// assert_eq!(encapsulation_key.to_bytes().len(), PUBLIC_KEY_BYTES);
        /// assert_eq!(decapsulation_key.to_bytes().len(), SECRET_KEY_BYTES);
        /// ```
        pub fn generate<R: rand_core::CryptoRng + ?Sized>(rng: &mut R) -> (DecapsulationKey, EncapsulationKey) {
            crate::$family::generate(rng)
        }

        /// A new key pair, by a generator that can fail.
        ///
        /// # Errors
        ///
        /// That of the generator.
        ///
        /// ```
        #[doc = concat!("use vectru::", stringify!($module), "::try_generate;")]
        /// let (decapsulation_key, encapsulation_key) = try_generate(&mut getrandom::SysRng)?;
        /// # Ok::<(), getrandom::Error>(())
        /// ```
        pub fn try_generate<R: rand_core::TryCryptoRng + ?Sized>(
            rng: &mut R,
        ) -> Result<(DecapsulationKey, EncapsulationKey), R::Error> {
            crate::$family::try_generate(rng)
        }

        /// Many new key pairs, in less time than one by one: see [batches](crate#batches).
        ///
        /// ```
        #[doc = concat!("use vectru::", stringify!($module), "::generate_many;")]
        /// let pairs = generate_many(&mut vectru::system_rng(), 5);
        /// assert_eq!(pairs.len(), 5);
        /// ```
        #[cfg(feature = "alloc")]
        pub fn generate_many<R: rand_core::CryptoRng + ?Sized>(
            rng: &mut R,
            count: usize,
        ) -> alloc::vec::Vec<(DecapsulationKey, EncapsulationKey)> {
            <$name as crate::Mechanism>::generate_many(rng, count)
        }

        /// Many new key pairs, by a generator that can fail.
        ///
        /// # Errors
        ///
        /// That of the generator.
        ///
        /// ```
        #[doc = concat!("use vectru::", stringify!($module), "::try_generate_many;")]
        /// let pairs = try_generate_many(&mut getrandom::SysRng, 5)?;
        /// # Ok::<(), getrandom::Error>(())
        /// ```
        #[cfg(feature = "alloc")]
        pub fn try_generate_many<R: rand_core::TryCryptoRng + ?Sized>(
            rng: &mut R,
            count: usize,
        ) -> Result<alloc::vec::Vec<(DecapsulationKey, EncapsulationKey)>, R::Error> {
            <$name as crate::Mechanism>::try_generate_many(rng, count)
        }

        /// A new shared secret and its ciphertext for each key: see [batches](crate#batches). A key may come more than once.
        ///
        /// ```
        #[doc = concat!("use vectru::", stringify!($module), "::{EncapsulationKey, encapsulate_many, generate_many};")]
        /// let mut rng = vectru::system_rng();
        /// let keys: Vec<EncapsulationKey> = generate_many(&mut rng, 3).into_iter().map(|(_, key)| key).collect();
        /// let sent = encapsulate_many(&keys, &mut rng);
        /// let sent_to_one = encapsulate_many(std::iter::repeat_n(&keys[0], 4), &mut rng);
        /// assert_eq!((sent.len(), sent_to_one.len()), (3, 4));
        /// ```
        #[cfg(feature = "alloc")]
        pub fn encapsulate_many<'k, R: rand_core::CryptoRng + ?Sized>(
            keys: impl IntoIterator<Item = &'k EncapsulationKey>,
            rng: &mut R,
        ) -> alloc::vec::Vec<(Ciphertext, SharedSecret)> {
            <$name as crate::Mechanism>::encapsulate_many(keys, rng)
        }

        /// A new shared secret and its ciphertext for each key, by a generator that can fail.
        ///
        /// # Errors
        ///
        /// That of the generator.
        ///
        /// ```
        #[doc = concat!("use vectru::", stringify!($module), "::{generate, try_encapsulate_many};")]
        /// let (_, key) = generate(&mut vectru::system_rng());
        /// let sent = try_encapsulate_many([&key, &key], &mut getrandom::SysRng)?;
        /// # Ok::<(), getrandom::Error>(())
        /// ```
        #[cfg(feature = "alloc")]
        pub fn try_encapsulate_many<'k, R: rand_core::TryCryptoRng + ?Sized>(
            keys: impl IntoIterator<Item = &'k EncapsulationKey>,
            rng: &mut R,
        ) -> Result<alloc::vec::Vec<(Ciphertext, SharedSecret)>, R::Error> {
            <$name as crate::Mechanism>::try_encapsulate_many(keys, rng)
        }

        /// The shared secret of each ciphertext, by the key beside it: see [batches](crate#batches).
        ///
        /// ```
        #[doc = concat!("use vectru::", stringify!($module), "::{decapsulate_many, encapsulate_many, generate};")]
        /// let mut rng = vectru::system_rng();
        /// let (key, public) = generate(&mut rng);
        /// let sent = encapsulate_many([&public, &public], &mut rng);
        /// let received = decapsulate_many(sent.iter().map(|(ciphertext, _)| (&key, ciphertext)));
        /// assert!(sent.iter().map(|(_, secret)| secret).eq(&received));
        /// ```
        #[cfg(feature = "alloc")]
        pub fn decapsulate_many<'k>(
            pairs: impl IntoIterator<Item = (&'k DecapsulationKey, &'k Ciphertext)>,
        ) -> alloc::vec::Vec<SharedSecret> {
            <$name as crate::Mechanism>::decapsulate_many(pairs)
        }
    };
}
pub(crate) use set_module;
