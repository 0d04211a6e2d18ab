//! What the module of a parameter set of NTRU holds.

/// The items of the module of a parameter set: its name and that of its type, its family, and its lengths.
macro_rules! set {
    (
        $module:ident, $name:ident, $family:ident, seed: $seed:literal, words: $words:literal, ternary: $ternary:literal,
        public key: $public_key:literal, secret key: $secret_key:literal, ciphertext: $ciphertext:literal
    ) => {
        crate::set_module::set_module! {
            $module, $name, ntru,
            public key: $public_key, secret key: $secret_key, ciphertext: $ciphertext
        }

        impl crate::ntru::Parameters for $name {
            type Ring = vectru_polymul::ring::$name;
            const FAMILY: crate::ntru::Family = crate::ntru::Family::$family;
            type Seed = [u8; $seed];
            type Words = [u32; $words];
            type TernaryBytes = [u8; $ternary];
        }

        crate::mechanism::implement!(ntru, $name, list bytes: None);
    };
}
pub(crate) use set;
