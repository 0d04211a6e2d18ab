//! The plans: for each ring its dimensions.

use super::{GoodSchoenhageBruun, SchoenhagePlan};
use crate::modular::{Modulus, Q4591, Q5167, inverse, root_of_unity};
use crate::multiplier::{Map, Operands, Recipe, Safety};
use crate::ring::{self, Ring};
use crate::simd::CHUNK;
use crate::stage::rader::Rader;
use crate::stage::transform::Radix3;

/// Declares multipliers: the ring, and how its field is described; m with its transform, and whether that may come
/// after 8 bits; 2^l and what w is; the size of a cyclic product, n and l + 1; the linear coefficients of the factors
/// of x^32 + 1, and how many of these there are in all.
macro_rules! plans {
    ($($(#[$doc:meta])* $multiplier:ident, $plan:ident: $ring:ident, $field:literal;
        $odd:literal by $transform:ty, $odd_twiddles:literal, bytes: $bytes:literal; $points:literal, $power:literal;
        $size:literal, $elements:literal, $steps:literal;
        $s:literal, $a:literal, $c:literal; $products:literal; bounds: $transformed:literal, $product:literal, $unfolded:literal;)*) => {$(
        /// The plan of the multiplier of the same number.
        #[derive(Clone, Copy, Debug)]
        pub struct $plan;

        $(#[$doc])*
        pub type $multiplier = GoodSchoenhageBruun<$plan, $odd, $elements, $steps>;

        impl SchoenhagePlan for $plan {
            type Ring = ring::$ring;
            type Odd = $transform;
            const ROOT: i64 = root_of_unity($odd, <<ring::$ring as Ring>::Modulus as Modulus>::Q as i64);
            const ODD: &'static [$transform; 2] = &[
                <$transform>::new(Self::ROOT),
                <$transform>::new(inverse(Self::ROOT, <<ring::$ring as Ring>::Modulus as Modulus>::Q as i64)),
            ];

            const SMALL_IN_BYTES: bool = $bytes;

            const MAPS: &'static [Map; 5] = &[
                Map {
                    name: "good-thomas",
                    domain: concat!("Z_q[x]/(x^", $size, " - 1)"),
                    image: concat!("Z_q[x, u, w]/(x^16 - u w, u^", $odd, " - 1, w^", $points, " - 1)"),
                    twiddles: concat!("powers of w", $odd, ", back"),
                    grain: CHUNK,
                    source: "[Goo58]",
                },
                Map {
                    name: concat!("radix-", $odd),
                    domain: concat!("R[u]/(u^", $odd, " - 1)"),
                    image: concat!("R[u]/(u - w", $odd, "^i), i < ", $odd),
                    twiddles: $odd_twiddles,
                    grain: CHUNK,
                    source: "[DV78]",
                },
                Map {
                    name: "schoenhage",
                    domain: concat!("Z_q[x, w]/(x^16 - u w, w^", $points, " - 1)"),
                    image: concat!("Z_q[x, w]/(x^32 + 1, w - x^(", $power, "j)), j < ", $points),
                    twiddles: concat!("x^(", $power, "j)"),
                    grain: CHUNK,
                    source: "[Sch77]",
                },
                Map {
                    name: "bruun",
                    domain: "Z_q[x]/(x^32 + 1)",
                    image: concat!("Z_q[x]/(x^8 +- ", $a, " x^4 + 1) x Z_q[x]/(x^8 +- ", $c, " x^4 + 1)"),
                    twiddles: concat!($s, ", ", $a, ", ", $c, " and their squares"),
                    grain: 1,
                    source: "[Bru78], [Mur96]",
                },
                Map {
                    name: "trinomial-convolution",
                    domain: concat!("Z_q[x]/(x^8 + alpha x^4 + 1), ", $products, " times"),
                    image: "the same",
                    twiddles: "alpha",
                    grain: 1,
                    source: "[CCH+23]",
                },
            ];

            const RECIPE: Recipe = Recipe {
                name: "good-schoenhage-bruun",
                ring: ring::$ring::NAME,
                formula: ring::$ring::FORMULA,
                operands: Operands::BigByBig,
                coefficient_ring: $field,
                source: "[CCH+23]",
                chain: Self::MAPS,
                safety: Safety::Bounded { transformed: $transformed, product: $product, unfolded: $unfolded },
                comparisons: &[],
            };
        }
    )*};
}

plans! {
    /// q - 1 = 2 * 3^3 * 5 * 17: 96 chunks for two times 48.
    GoodSchoenhageBruun761, Plan761: Sntrup761, "Z_4591"; 3 by Radix3<Q4591>, "w3", bytes: true;
        32, 2; 1536, 96, 6; 1229, 58, 2116; 384; bounds: 2700, 4000, 2926;
    /// q - 1 = 2 * 3^2 * 7 * 41: 112 chunks for two times 54.
    GoodSchoenhageBruun857, Plan857: Sntrup857, "Z_5167"; 7 by Rader<Q5167, 7, 3>, "(w7^i +- w7^-i)/2", bytes: false;
        16, 4; 1792, 112, 5; 566, 454, 932; 448; bounds: 4000, 5500, 4000;
}
