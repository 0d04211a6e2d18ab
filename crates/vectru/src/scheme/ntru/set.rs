//! The parameter sets of NTRU.

/// Implements the traits of NTRU for a parameter set, given its parameters.
macro_rules! implement {
    ($set:ident, { family: $family:ident, n: $n:literal, q: $q:literal }) => {
        impl crate::scheme::ntru::Parameters for $set {
            type Ring = vectru_polymul::ring::$set;
            const FAMILY: crate::scheme::ntru::Family = crate::scheme::ntru::Family::$family;
            type Seed = [u8; crate::scheme::ntru::sampling::seed_bytes(crate::scheme::ntru::Family::$family, $n)];
            type Words = [u32; $n - 1];
            type TernaryBytes = [u8; crate::encoding::ternary::bytes($n)];

            #[cfg_attr(test, inline)]
            fn public_key(
                key: &crate::scheme::ntru::DecapsulationKey<Self>,
                public: &mut crate::scheme::ntru::EncapsulationKey<Self>,
            ) {
                crate::scheme::ntru::decapsulation::public_key(key, public);
            }
        }

        const _: () = crate::common::parameters::check_ring::<vectru_polymul::ring::$set>($n, $q);
    };
}
pub(crate) use implement;
