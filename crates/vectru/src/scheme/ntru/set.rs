//! The parameter sets of NTRU.

/// Implements the traits of NTRU for a parameter set, given its parameters.
macro_rules! implement {
    ($set:ident, { family: $family:ident, n: $n:literal, q: $q:literal }) => {
        for_each_operation!(
            implement_mechanism ntru, $set, vectru_polymul::ring::$set, crate::scheme::extents::NTRU, $n, {}
        );

        impl crate::scheme::ntru::Parameters for $set {
            const FAMILY: crate::scheme::ntru::Family = crate::scheme::ntru::Family::$family;
            type Seed = [u8; crate::scheme::ntru::sampling::seed_bytes(crate::scheme::ntru::Family::$family, $n)];
            type Words = [u32; $n - 1];
            type TernaryBytes = [u8; crate::encoding::ternary::bytes($n)];
        }

        const _: () = crate::common::parameters::check_ring::<vectru_polymul::ring::$set>($n, $q);
    };
}
pub(crate) use implement;
