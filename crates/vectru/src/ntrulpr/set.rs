//! What the module of a parameter set of NTRU LPRime holds.

/// The items of the module of a parameter set: its name, that of its type and that of its ring, its weight, tau_0 to tau_3,
/// its lengths.
macro_rules! set {
    (
        $module:ident, $name:ident, ring: $ring:ident, weight: $weight:literal, tau: $tau:expr,
        public key: $public_key:literal, secret key: $secret_key:literal, ciphertext: $ciphertext:literal
    ) => {
        crate::set_module::set_module! {
            $module, $name, ntrulpr,
            public key: $public_key, secret key: $secret_key, ciphertext: $ciphertext
        }

        impl crate::prime::Parameters for $name {
            type Ring = vectru_polymul::ring::$ring;
            const WEIGHT: usize = $weight;
        }

        impl crate::ntrulpr::Parameters for $name {
            const TAU: [i16; 4] = $tau;

            fn write_key(
                seed: &[u8; crate::ntrulpr::encryption::SEED_BYTES],
                list: &[u8],
                slot: crate::prime::Slot<'_, Self::Public, Self::Trapdoor>,
            ) {
                crate::ntrulpr::encryption::write_key::<Self>(seed, list, slot);
            }
        }

        crate::prime::implement!(ntrulpr, $name, seed: crate::hash::Hash, input: crate::hash::Hash);
        crate::mechanism::implement!(prime, $name, list bytes: Some(crate::prime::list_bytes::<Self>()));
    };
}
pub(crate) use set;
