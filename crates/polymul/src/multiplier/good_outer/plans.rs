//! The plans: for each ring the dimensions of the transform.

use super::{Even, GoodOuter, GoodOuterPlan, Leaves, Rest};
use crate::modular::{
    Constant, Modulus, Q4219, Q4621, Q5167, Q6343, Q7177, Q7879, inverse, root_of_unity, square_root,
};
use crate::multiplier::Safety;
use crate::ring::{self, Ring};
use crate::stage::good_thomas::GoodThomas;
use crate::stage::infinity::Ends;
use crate::stage::rader::Rader;
use crate::stage::radix_9::Radix9;
use crate::stage::transform::{Radix3, Transform};

/// Declares multipliers. Each has a name and a source, the ring, the transforms of the dimensions
/// u0 and u1 with their lengths, the dimension u2 with the name of its map, the rest, the chunks of
/// a transformed operand, the coefficients of memory for a product, and bounds. The products are
/// outer products of chunks, unless others are named after the rest.
macro_rules! plans {
    ($($(#[$doc:meta])* $multiplier:ident, $plan:ident: $name:literal, $source:literal, $ring:ident;
        $n0:literal by $transform0:ty, $n1:literal by $transform1:ty, $even_name:literal by $even:expr; $rest:expr $(, $leaves:expr)?;
        $chunks:literal, $length:literal; bounds: $transformed:literal, $product:literal, $unfolded:literal;)*) => {$(
        #[doc = concat!("The plan of [`", stringify!($multiplier), "`].")]
        #[derive(Clone, Copy, Debug)]
        pub struct $plan;

        $(#[$doc])*
        pub type $multiplier = GoodOuter<$plan, $chunks, $length>;

        impl $plan {
            const Q: i64 = <<ring::$ring as Ring>::Modulus as Modulus>::Q as i64;
        }

        impl GoodOuterPlan for $plan {
            type Ring = ring::$ring;
            type Transform0 = $transform0;
            type Transform1 = $transform1;
            const INDEX: GoodThomas = {
                assert!(<$transform0>::LENGTH == $n0 && <$transform1>::LENGTH == $n1);
                GoodThomas::new([$n0, $n1, if Self::EVEN.is_cyclic() { Self::EVEN.length() } else { 1 }])
            };
            const ROOTS: [i64; 2] = [root_of_unity($n0, Self::Q), root_of_unity($n1, Self::Q)];
            const TRANSFORMS_0: &'static [$transform0; 2] =
                &[<$transform0>::new(Self::ROOTS[0]), <$transform0>::new(inverse(Self::ROOTS[0], Self::Q))];
            const TRANSFORMS_1: &'static [$transform1; 2] =
                &[<$transform1>::new(Self::ROOTS[1]), <$transform1>::new(inverse(Self::ROOTS[1], Self::Q))];
            const EVEN: Even<<ring::$ring as Ring>::Modulus> = $even;
            const REST: Rest = $rest;
            const LEAVES: Leaves = plans!(@leaves $($leaves)?);
            const MAP_NAMES: [&'static str; 3] = [concat!("rader-", $n0), concat!("radix-", $n1), $even_name];
            const NAME: &'static str = $name;
            const SOURCE: &'static str = $source;
            const SAFETY: Safety =
                Safety::Bounded { transformed: $transformed, product: $product, unfolded: $unfolded };
        }
    )*};
    (@leaves) => { Leaves::Outer };
    (@leaves $leaves:expr) => { $leaves };
}

/// Returns a square root of -1.
const fn imaginary<M: Modulus>() -> Constant<M> {
    Constant::new(root_of_unity(4, M::Q as i64))
}

/// Returns a square root of 2.
const fn root_of_two<M: Modulus>() -> Constant<M> {
    Constant::new(square_root(2, M::Q as i64).expect("2 is a square"))
}

plans! {
    /// sntrup653, q - 1 = 4 * 3 * 5 * 7 * 11: 84 chunks, where a product fills 82.
    GoodOuter653, Plan653: "good-outer", "this project", Sntrup653;
        7 by Rader<Q4621, 7, 3>, 3 by Radix3<Q4621>, "radix-4" by Even::Four(imaginary()); Rest::Nothing;
        84, 1344; bounds: 2600, 4000, 2500;
    /// sntrup857, q - 1 = 2 * 3^2 * 7 * 41: 126 chunks, where a product fills 108.
    GoodOuter857, Plan857: "good-outer", "this project", Sntrup857;
        7 by Rader<Q5167, 7, 3>, 9 by Radix9<Q5167>, "radix-2" by Even::Two; Rest::Nothing;
        126, 2016; bounds: 3800, 6100, 3000;
    /// sntrup857, 1968 = 41 * 3 * 16: 123 chunks, where a product fills 108, by Rader's transform
    /// of length 41.
    GoodRaderOuter857, RaderPlan857: "good-rader-outer", "[CCH+23]", Sntrup857;
        41 by Rader<Q5167, 41, 20>, 3 by Radix3<Q5167>, "good-thomas" by Even::One; Rest::Nothing;
        124, 1968; bounds: 3800, 6100, 3000;
    /// sntrup857 by the transform of `good-rader-outer`, with 246 products of size 8, one in each
    /// lane.
    GoodRaderLanes857, RaderLanesPlan857: "good-rader-lanes", "[CCH+23]", Sntrup857;
        41 by Rader<Q5167, 41, 20>, 3 by Radix3<Q5167>, "good-thomas" by Even::One; Rest::Nothing, Leaves::HalvesInLanes;
        124, 1968; bounds: 3800, 6100, 3000;
    /// sntrup953, q - 1 = 2 * 3 * 7 * 151, where 2 is a square: 126 chunks, where a product fills
    /// 120, in 42 rings and 42 quadratic extensions.
    GoodOuter953, Plan953: "good-outer", "this project", Sntrup953;
        7 by Rader<Q6343, 7, 3>, 3 by Radix3<Q6343>, "bruun" by Even::Eighth(root_of_two()); Rest::Nothing;
        126, 2016; bounds: 4100, 11_200, 3800;
    /// sntrup1013, q - 1 = 2^3 * 3 * 13 * 23: 156 chunks, where a product fills 127.
    GoodOuter1013, Plan1013: "good-outer", "[CCH+23]", Sntrup1013;
        13 by Rader<Q7177, 13, 6>, 3 by Radix3<Q7177>, "radix-4" by Even::Four(imaginary()); Rest::Nothing;
        156, 2496; bounds: 5800, 11_700, 5800;
    /// sntrup1013 without the factor x^312 + 1 of x^2496 - 1: 117 chunks, and 39 halves of chunks.
    TruncatedRader1013, TruncatedPlan1013: "truncated-rader", "[CCH+23]", Sntrup1013;
        13 by Rader<Q7177, 13, 6>, 3 by Radix3<Q7177>, "radix-4" by Even::Four(imaginary()); Rest::Truncation;
        156, 2496; bounds: 5800, 11_700, 5800;
    /// sntrup1013 by the truncation of `truncated-rader`, with all products in lanes, 117 of size
    /// 16 and 39 of size 8.
    TruncatedLanes1013, TruncatedLanesPlan1013: "truncated-rader-lanes", "[CCH+23]", Sntrup1013;
        13 by Rader<Q7177, 13, 6>, 3 by Radix3<Q7177>, "radix-4" by Even::Four(imaginary()); Rest::Truncation, Leaves::Lanes;
        156, 2496; bounds: 5800, 11_700, 5800;
    /// sntrup1277, q - 1 = 2 * 3 * 13 * 101: 156 chunks, in 78 rings and 39 quadratic extensions,
    /// and the 57 coefficients that wrap around.
    GoodOuter1277, Plan1277: "good-outer", "this project", Sntrup1277;
        13 by Rader<Q7879, 13, 6>, 3 by Radix3<Q7879>, "radix-(2, 2)" by Even::Gaussian;
        Rest::Ends(Ends::new(2496, 1277)); 162, 2576; bounds: 4800, 17_200, 9500;
    /// sntrup1277 modulo (x^2496 + 1)(x^64 - 1): 156 chunks in 78 quadratic extensions, and four.
    GoodRaderBruun1277, BruunPlan1277: "good-rader-bruun", "[CCH+23]", Sntrup1277;
        13 by Rader<Q7879, 13, 6>, 3 by Radix3<Q7879>, "bruun" by Even::Fourth(root_of_two()); Rest::CyclicFactor;
        160, 2560; bounds: 4800, 20_600, 4800;
    /// Prime1009, q - 1 = 2 * 3 * 19 * 37: 228 chunks, where a product fills 127, in 114 rings and
    /// 57 quadratic extensions.
    GoodOuter1009, Plan1009: "good-outer", "this project", Prime1009;
        19 by Rader<Q4219, 19, 9>, 3 by Radix3<Q4219>, "radix-(2, 2)" by Even::Gaussian; Rest::Nothing;
        228, 3648; bounds: 2800, 5900, 2500;
    /// A cyclic product of 11 * 3 * 2 * 16 = 1056 coefficients, which is too short for the 1305
    /// coefficients of a product in the ring of sntrup653: it does not compile to a multiplier.
    TooShort, TooShortPlan: "too-short", "this project", Sntrup653;
        11 by Rader<Q4621, 11, 5>, 3 by Radix3<Q4621>, "radix-2" by Even::Two; Rest::Nothing;
        66, 1344; bounds: 2600, 4000, 2500;
}
