//! The parameter sets of Streamlined NTRU Prime.

/// Implements the traits of Streamlined NTRU Prime for a parameter set, given its parameters.
macro_rules! implement {
    (
        $set:ident,
        { p: $p:literal, q: $q:literal, w: $w:literal, factors: [$([$($coefficient:literal),*]),*] }
    ) => {
        for_each_operation!(
            implement_mechanism prime, $set, vectru_polymul::ring::$set, crate::scheme::extents::STREAMLINED, $p, {}
        );

        impl crate::scheme::prime::Parameters for $set {
            const WEIGHT: usize = $w;
            type Core = crate::scheme::streamlined::Streamlined;
        }

        const _: () = crate::common::parameters::check_ring::<vectru_polymul::ring::$set>($p, $q);

        impl crate::scheme::streamlined::Parameters for $set {
            #[cfg(feature = "alloc")]
            const FACTORS: &'static [crate::scheme::streamlined::factors::Factor] =
                &[$(crate::scheme::streamlined::factors::Factor::new($p, &[$($coefficient),*])),*];
        }
    };
}
pub(crate) use implement;
