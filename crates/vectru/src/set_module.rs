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
    };
}
pub(crate) use set_module;
