//! The parameter sets of NTRU LPRime.

/// Implements the traits of NTRU LPRime for a parameter set, given its parameters.
macro_rules! implement {
    ($set:ident, { ring: $ring:ident, p: $p:literal, q: $q:literal, w: $w:literal, delta: $delta:literal, tau: $tau:expr }) => {
        for_each_operation!(
            implement_mechanism prime, $set, vectru_polymul::ring::$ring, crate::scheme::extents::NTRULPR, $p, {}
        );

        impl crate::scheme::prime::Parameters for $set {
            const WEIGHT: usize = $w;
            type Core = crate::scheme::ntrulpr::Ntrulpr;
        }

        const _: () = crate::common::parameters::check_ring::<vectru_polymul::ring::$ring>($p, $q);
        // The bound by which decryption is right: see the module `top`.
        const _: () = assert!(16 * $w + 2 * $delta + 3 <= $q);

        impl crate::scheme::ntrulpr::Parameters for $set {
            const TAU: [i16; 4] = $tau;
        }
    };
}
pub(crate) use implement;
