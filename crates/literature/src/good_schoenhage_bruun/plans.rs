//! The plans, with the dimensions for each ring.

use vectru_polymul::modular::{Modulus, Q4591, Q5167, inverse, root_of_unity};
use vectru_polymul::ring::{self, Ring};
use vectru_polymul::stage::rader::Rader;
use vectru_polymul::stage::transform::Radix3;

use super::{GoodSchoenhageBruun, SchoenhagePlan};

/// Declares multipliers. Each has a ring and a source; m with its transform and the name of this
/// map; whether the transform of a small operand begins in 8 bits; n and l + 1.
macro_rules! plans {
    ($($(#[$doc:meta])* $multiplier:ident, $plan:ident: $ring:ident, $source:literal;
        $odd:literal by $transform:ty, $odd_name:literal, bytes: $bytes:literal; $elements:literal, $steps:literal;
    )*) => {$(
        #[doc = concat!("The plan of [`", stringify!($multiplier), "`].")]
        #[derive(Clone, Copy, Debug)]
        pub struct $plan;

        $(#[$doc])*
        pub type $multiplier = GoodSchoenhageBruun<$plan, $odd, $elements, $steps>;

        impl $plan {
            const Q: i64 = <<ring::$ring as Ring>::Modulus as Modulus>::Q as i64;
        }

        impl SchoenhagePlan for $plan {
            type Ring = ring::$ring;
            type Odd = $transform;
            const ROOT: i64 = root_of_unity($odd, Self::Q);
            const ODD: &'static [$transform; 2] =
                &[<$transform>::new(Self::ROOT), <$transform>::new(inverse(Self::ROOT, Self::Q))];
            const SMALL_IN_BYTES: bool = $bytes;
            const ODD_NAME: &'static str = $odd_name;
            const SOURCE: &'static str = $source;
        }
    )*};
}

plans! {
    /// sntrup761, q - 1 = 2 * 3^3 * 5 * 17: 96 chunks, of which each operand fills 48.
    GoodSchoenhageBruun761, Plan761: Sntrup761, "[HLY24]";
        3 by Radix3<Q4591>, "radix-3", bytes: true; 96, 6;
    /// sntrup857, q - 1 = 2 * 3^2 * 7 * 41: 112 chunks, of which each operand fills 54.
    GoodSchoenhageBruun857, Plan857: Sntrup857, "[CCH+23]";
        7 by Rader<Q5167, 7, 3>, "rader-7", bytes: false; 112, 5;
    /// A cyclic product of 1536 coefficients, which is too short for the 1713 of a product in the
    /// ring of sntrup857: it does not compile to a multiplier.
    TooShort, TooShortPlan: Sntrup857, "this project";
        3 by Radix3<Q5167>, "radix-3", bytes: true; 96, 6;
}
