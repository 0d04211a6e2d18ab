//! What the module of a parameter set of Streamlined NTRU Prime holds.

/// The items of the module of a parameter set: its name and that of its type, which is its ring's, its weight, its lengths.
macro_rules! set {
    (
        $module:ident, $name:ident, weight: $weight:literal,
        public key: $public_key:literal, secret key: $secret_key:literal, ciphertext: $ciphertext:literal
    ) => {
        crate::set_module::set_module! {
            $module, $name, streamlined,
            public key: $public_key, secret key: $secret_key, ciphertext: $ciphertext
        }

        impl crate::prime::Parameters for $name {
            type Ring = vectru_polymul::ring::$name;
            const WEIGHT: usize = $weight;
        }

        impl crate::streamlined::Parameters for $name {
            fn candidate(list: &[u8]) -> Option<crate::streamlined::encryption::Candidate<Self::Ring>> {
                crate::streamlined::encryption::candidate(list)
            }

            fn write_key(
                candidate: crate::streamlined::encryption::Candidate<Self::Ring>,
                list: &[u8],
                slot: crate::prime::Slot<'_, Self::Public, Self::Trapdoor>,
            ) {
                crate::streamlined::encryption::write_key_of::<Self>(candidate, list, slot);
            }
        }

        crate::prime::implement! {
            streamlined, $name,
            seed: crate::streamlined::encryption::Seed<$name>, input: crate::streamlined::encryption::Input<$name>
        }
        crate::mechanism::implement!(prime, $name, list bytes: Some(crate::prime::list_bytes::<Self>()));
    };
}
pub(crate) use set;
