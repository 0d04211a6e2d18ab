//! The parameter sets of Streamlined NTRU Prime.

/// Implements the traits of Streamlined NTRU Prime for a parameter set, given its parameters.
macro_rules! implement {
    (
        $set:ident,
        { p: $p:literal, q: $q:literal, w: $w:literal, factors: [$([$($coefficient:literal),*]),*] }
    ) => {
        impl crate::scheme::prime::Parameters for $set {
            type Ring = vectru_polymul::ring::$set;
            const WEIGHT: usize = $w;
        }

        const _: () = crate::common::parameters::check_ring::<vectru_polymul::ring::$set>($p, $q);

        impl crate::scheme::streamlined::Parameters for $set {
            #[cfg(feature = "alloc")]
            const FACTORS: &'static [crate::scheme::streamlined::factors::Factor] =
                &[$(crate::scheme::streamlined::factors::Factor::new($p, &[$($coefficient),*])),*];
        }

        crate::scheme::prime::implement! {
            streamlined, $set,
            seed: crate::scheme::streamlined::encryption::Seed<$set>,
            input: crate::scheme::streamlined::encryption::Input<$set>
        }
    };
}
pub(crate) use implement;
