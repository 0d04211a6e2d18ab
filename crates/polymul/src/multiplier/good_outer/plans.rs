//! The plans: for each ring its dimensions.

use super::{Even, GoodOuter, GoodOuterPlan, Rest};
use crate::modular::{Constant, Modulus, Q4621, Q5167, Q6343, Q7177, Q7879, inverse, root_of_unity, square_root};
use crate::multiplier::{Map, Operands, Recipe, Safety};
use crate::ring::{self, Ring};
use crate::simd::CHUNK;
use crate::stage::good_thomas::GoodThomas;
use crate::stage::infinity::Ends;
use crate::stage::rader::Rader;
use crate::stage::radix_9::Radix9;
use crate::stage::transform::{Radix3, Transform};

/// Declares multipliers: the name and the ring; n0, n1 and n2 with their transforms and the lengths for Good-Thomas; what an operand
/// is taken modulo, and how that and the products are described; the rest; chunks of a transformed operand and coefficients of a product.
macro_rules! plans {
    ($($(#[$doc:meta])* $multiplier:ident, $plan:ident: $name:literal, $ring:ident, $n0:literal by $first:ty, $n1:literal by $second:ty,
        $even:expr, $index:literal, modulo $domain:literal; $even_name:literal: $even_domain:literal => $even_image:literal;
        products modulo $products:literal; $rest:expr; $chunks:literal, $length:literal; bounds: $transformed:literal, $product:literal, $unfolded:literal;)*) => {$(
        /// The plan of the multiplier of the same number.
        #[derive(Clone, Copy, Debug)]
        pub struct $plan;

        $(#[$doc])*
        pub type $multiplier = GoodOuter<$plan, $chunks, $length>;

        impl $plan {
            const Q: i64 = <<ring::$ring as Ring>::Modulus as Modulus>::Q as i64;
        }

        impl GoodOuterPlan for $plan {
            type Ring = ring::$ring;
            type First = $first;
            type Second = $second;
            const INDEX: GoodThomas = GoodThomas::new([$n0, $n1, $index]);
            const ROOTS: [i64; 2] = [root_of_unity($n0, Self::Q), root_of_unity($n1, Self::Q)];
            const FIRST: &'static [$first; 2] = &[<$first>::new(Self::ROOTS[0]), <$first>::new(inverse(Self::ROOTS[0], Self::Q))];
            const SECOND: &'static [$second; 2] = &[<$second>::new(Self::ROOTS[1]), <$second>::new(inverse(Self::ROOTS[1], Self::Q))];
            const EVEN: Even<<ring::$ring as Ring>::Modulus> = {
                let even: Even<<ring::$ring as Ring>::Modulus> = $even;
                assert!(<$first>::LENGTH == $n0 && <$second>::LENGTH == $n1);
                even
            };
            const REST: Rest = $rest;

            const MAPS: &'static [Map; 6] = &[
                    match Self::REST {
                        Rest::CyclicFactor => CYCLIC_FACTOR,
                        Rest::Truncation => TRUNCATION,
                        Rest::Ends(_) | Rest::Nothing => INFINITY,
                    },
                    Map {
                        name: "good-thomas",
                        domain: $domain,
                        image: concat!("Z_q[x, u0, u1, u2]/(x^16 - u0 u1 u2, u0^", $n0, " - 1, u1^", $n1, " - 1, …)"),
                        twiddles: "",
                        grain: CHUNK,
                        source: "[Goo58]",
                    },
                    Map {
                        name: $even_name,
                        domain: $even_domain,
                        image: $even_image,
                        twiddles: "roots of -1 or 2",
                        grain: CHUNK,
                        source: "[CT65]",
                    },
                    Map {
                        name: concat!("radix-", $n1),
                        domain: concat!("R[u1]/(u1^", $n1, " - 1)"),
                        image: concat!("R[u1]/(u1 - w", $n1, "^i1), i1 < ", $n1),
                        twiddles: concat!("powers of w", $n1),
                        grain: CHUNK,
                        source: "[CT65]",
                    },
                    Map {
                        name: concat!("rader-", $n0),
                        domain: concat!("R[u0]/(u0^", $n0, " - 1)"),
                        image: concat!("R[u0]/(u0 - w", $n0, "^i0), i0 < ", $n0),
                        twiddles: concat!("(w", $n0, "^i +- w", $n0, "^-i)/2 and sums of them"),
                        grain: CHUNK,
                        source: "[Rad68]",
                    },
                    Map {
                        name: "weighted-convolution",
                        domain: $products,
                        image: "the same",
                        twiddles: "the roots",
                        grain: 1,
                        source: "[CCH+23]",
                    },
                ];

            const RECIPE: Recipe = Recipe {
                name: $name,
                ring: ring::$ring::NAME,
                formula: ring::$ring::FORMULA,
                operands: Operands::BigByBig,
                coefficient_ring: "Z_q",
                source: "[CCH+23]",
                chain: match (Self::REST, Self::EVEN) {
                    // There is no map of u2.
                    (Rest::Nothing, Even::One) => {
                        const { &[Self::MAPS[1], Self::MAPS[3], Self::MAPS[4], Self::MAPS[5]] }
                    }
                    (Rest::Nothing, _) => Self::MAPS.split_at(1).1,
                    _ => Self::MAPS,
                },
                safety: Safety::Bounded { transformed: $transformed, product: $product, unfolded: $unfolded },
                comparisons: &[],
            };
        }
    )*};
}

/// Where a product is longer than the cyclic one.
const INFINITY: Map = Map {
    name: "infinity",
    domain: "Z_q[x]_(< 2 p - 1)",
    image: "the product where it wraps around; the coefficients that do",
    twiddles: "",
    grain: 1,
    source: "[Too63], [Coo66]",
};

/// Where a polynomial is known modulo x^64 - 1 as well.
const CYCLIC_FACTOR: Map = Map {
    name: "cyclic-factor",
    domain: "Z_q[x]/((x^2496 + 1)(x^64 - 1))",
    image: "Z_q[x]/(x^2496 + 1) x Z_q[x]/(x^64 - 1)",
    twiddles: "1/2",
    grain: CHUNK,
    source: "[CCH+23]",
};

/// Where a cyclic product has a factor more than is needed.
const TRUNCATION: Map = Map {
    name: "truncation",
    domain: "Z_q[x]/(x^2496 - 1)",
    image: "Z_q[x]/((x^2496 - 1)/(x^312 + 1))",
    twiddles: "w39^k",
    grain: 8,
    source: "[vdH04], [CCH+23]",
};

/// A root of -1.
const fn imaginary<M: Modulus>() -> Constant<M> {
    Constant::new(root_of_unity(4, M::Q as i64))
}

/// A root of 2.
const fn root_of_two<M: Modulus>() -> Constant<M> {
    Constant::new(square_root(2, M::Q as i64).expect("2 is a square"))
}

plans! {
    /// q - 1 = 4 * 3 * 5 * 7 * 11: 84 chunks for 82.
    GoodOuter653, Plan653: "good-outer", Sntrup653, 7 by Rader<Q4621, 7, 3>, 3 by Radix3<Q4621>,
        Even::Four(imaginary()), 4, modulo "Z_q[x]/(x^1344 - 1)"; "radix-4": "R[u2]/(u2^4 - 1)" => "prod R[u2]/(u2 - i^k), k < 4";
        products modulo "x^16 - w84^k, k < 84"; Rest::Nothing; 84, 1344; bounds: 2600, 4000, 2500;
    /// q - 1 = 2 * 3^2 * 7 * 41: 126 chunks for 108.
    GoodOuter857, Plan857: "good-outer", Sntrup857, 7 by Rader<Q5167, 7, 3>, 9 by Radix9<Q5167>,
        Even::Two, 2, modulo "Z_q[x]/(x^2016 - 1)"; "radix-2": "R[u2]/(u2^2 - 1)" => "R[u2]/(u2 - 1) x R[u2]/(u2 + 1)";
        products modulo "x^16 - w126^k, k < 126"; Rest::Nothing; 126, 2016; bounds: 3800, 6100, 3000;
    /// 1968 = 41 * 3 * 16: 123 chunks for 108, by Rader's transform of length 41.
    GoodRaderOuter857, RaderPlan857: "good-rader-outer", Sntrup857, 41 by Rader<Q5167, 41, 20>, 3 by Radix3<Q5167>,
        Even::One, 1, modulo "Z_q[x]/(x^1968 - 1)"; "good-thomas": "" => "";
        products modulo "x^16 - w123^k, k < 123"; Rest::Nothing; 124, 1968; bounds: 3800, 6100, 3000;
    /// q - 1 = 2 * 3 * 7 * 151, but 2 is a square: 126 chunks for 120, in 42 rings and 42 quadratic extensions.
    GoodOuter953, Plan953: "good-outer", Sntrup953, 7 by Rader<Q6343, 7, 3>, 3 by Radix3<Q6343>,
        Even::Eighth(root_of_two()), 1, modulo "Z_q[x]/((x^672 - 1)(x^1344 + 1))";
        "bruun": "R[z]/((z^2 - 1)(z^4 + 1))" => "R[z]/(z -+ 1) x R[z]/(z^2 +- s z + 1), s^2 = 2";
        products modulo "x^16 -+ w21^k; x^16 + w21^k y, y^2 = -+s y - 1; k < 21"; Rest::Nothing; 126, 2016; bounds: 4100, 11_200, 3800;
    /// q - 1 = 2^3 * 3 * 13 * 23: 156 chunks for 127.
    GoodOuter1013, Plan1013: "good-outer", Sntrup1013, 13 by Rader<Q7177, 13, 6>, 3 by Radix3<Q7177>,
        Even::Four(imaginary()), 4, modulo "Z_q[x]/(x^2496 - 1)"; "radix-4": "R[u2]/(u2^4 - 1)" => "prod R[u2]/(u2 - i^k), k < 4";
        products modulo "x^16 - w156^k, k < 156"; Rest::Nothing; 156, 2496; bounds: 5800, 11_700, 5800;
    /// The same without the factor x^312 + 1: 117 chunks, and 39 halves.
    TruncatedRader1013, TruncatedPlan1013: "truncated-rader", Sntrup1013, 13 by Rader<Q7177, 13, 6>, 3 by Radix3<Q7177>,
        Even::Four(imaginary()), 4, modulo "Z_q[x]/(x^2496 - 1)"; "radix-4": "R[u2]/(u2^4 - 1)" => "prod R[u2]/(u2 - i^k), k < 4";
        products modulo "x^16 - w156^k, 117 values of k; x^8 - w39^k, k < 39"; Rest::Truncation; 156, 2496; bounds: 5800, 11_700, 5800;
    /// q - 1 = 2 * 3 * 13 * 101: 156 chunks, in 78 rings and 39 quadratic extensions, and the 57 coefficients that wrap around.
    GoodOuter1277, Plan1277: "good-outer", Sntrup1277, 13 by Rader<Q7879, 13, 6>, 3 by Radix3<Q7879>,
        Even::Gaussian, 4, modulo "Z_q[x]/(x^2496 - 1)";
        "radix-(2, 2)": "R[u2]/(u2^4 - 1)" => "R[u2]/(u2 -+ 1) x R[u2]/(u2^2 + 1)";
        products modulo "x^16 -+ w39^k; x^16 - w39^k y, y^2 = -1; k < 39"; Rest::Ends(Ends::new(2496, 1277)); 162, 2576; bounds: 4800, 17_200, 9500;
    /// (x^2496 + 1)(x^64 - 1): 156 chunks in 78 quadratic extensions, and four.
    GoodRaderBruun1277, BruunPlan1277: "good-rader-bruun", Sntrup1277, 13 by Rader<Q7879, 13, 6>, 3 by Radix3<Q7879>,
        Even::Fourth(root_of_two()), 1, modulo "Z_q[x]/(x^2496 + 1)"; "bruun": "R[z]/(z^4 + 1)" => "R[z]/(z^2 +- s z + 1), s^2 = 2";
        products modulo "x^16 - w39^k y, y^2 = -+s y - 1, k < 39"; Rest::CyclicFactor; 160, 2560; bounds: 4800, 20_600, 4800;
}
