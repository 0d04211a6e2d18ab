//! The parameter sets of Saber.

/// Implements the traits of Saber for a parameter set, given its parameters.
macro_rules! implement {
    ($set:ident, {
        name: $name:literal, l: $l:literal, dimension: $dimension:literal, mu: $mu:literal, t: $t:literal
    }) => {
        for_each_operation!(
            implement_mechanism module_lwr, $set, vectru_polymul::ring::Saber, crate::scheme::extents::MODULE_LWR,
            $dimension,
            {
                // Products are those of modules, which have a multiplier of their own.
                fn multiplier(_: vectru_polymul::dispatch::Backend) -> &'static str {
                    use vectru_polymul::multiplier::{Module, Multiplier};
                    <<Self::Ring as Module>::Multiplier as Multiplier>::RECIPE.name
                }
            }
        );

        impl crate::scheme::module_lwr::Parameters for $set {
            const RANK: usize = $l;
            const MU: usize = $mu;
            const LOG_T: usize = {
                assert!($dimension == 256 * $l && usize::is_power_of_two($t));
                usize::ilog2($t) as usize
            };
            type MatrixBytes = [u8; $l * $l * 256 * 13 / 8];
            type CoinBytes = [u8; $l * 256 * $mu / 8];
            type Matrix = [vectru_polymul::multiplier::PreparedBig<vectru_polymul::ring::Saber>; $l * $l];
            type Vector = [vectru_polymul::multiplier::PreparedBig<vectru_polymul::ring::Saber>; $l];
            type SecretVector =
                [crate::common::secret::Secret<vectru_polymul::ring::Small<vectru_polymul::ring::Saber>>; $l];
            type Trapdoor = [crate::common::secret::Secret<
                vectru_polymul::multiplier::PreparedSmall<vectru_polymul::ring::Saber>,
            >; $l];
        }

        const _: () = crate::common::parameters::check_ring::<vectru_polymul::ring::Saber>(256, 8192);
    };
}
pub(crate) use implement;
