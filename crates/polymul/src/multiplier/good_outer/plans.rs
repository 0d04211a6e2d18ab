//! The plans: for each ring its dimensions.

use super::{Even, GoodOuter, Plan};
use crate::modular::{Constant, Modulus, Q4621, Q5167, Q7177, inverse, root_of_unity};
use crate::multiplier::{Map, Operands, Recipe};
use crate::ring::{self, Ring};
use crate::simd::CHUNK;
use crate::stage::good_thomas::GoodThomas;
use crate::stage::radix_9::Radix9;
use crate::stage::transform::{OddPrime, Radix3, Transform};

/// Declares multipliers: the ring; n0, n1 and n2 with their transforms; n and 16 n.
macro_rules! plans {
    ($($(#[$doc:meta])* $multiplier:ident, $plan:ident: $ring:ident, $n0:literal by $first:ty, $n1:literal by $second:ty,
        $n2:literal by $even:expr, $length:literal = 16 * $chunks:literal;)*) => {$(
        /// The plan of the multiplier of the same number.
        #[derive(Clone, Copy, Debug)]
        pub struct $plan;

        $(#[$doc])*
        pub type $multiplier = GoodOuter<$plan, $chunks, $length>;

        impl $plan {
            const Q: i64 = <<ring::$ring as Ring>::Modulus as Modulus>::Q as i64;
        }

        impl Plan for $plan {
            type Ring = ring::$ring;
            type First = $first;
            type Second = $second;
            const INDEX: GoodThomas = GoodThomas::new([$n0, $n1, $n2]);
            const ROOTS: [i64; 2] = [root_of_unity($n0, Self::Q), root_of_unity($n1, Self::Q)];
            const FIRST: &'static [$first; 2] = &[<$first>::new(Self::ROOTS[0]), <$first>::new(inverse(Self::ROOTS[0], Self::Q))];
            const SECOND: &'static [$second; 2] = &[<$second>::new(Self::ROOTS[1]), <$second>::new(inverse(Self::ROOTS[1], Self::Q))];
            const EVEN: Even<<ring::$ring as Ring>::Modulus> = {
                let even: Even<<ring::$ring as Ring>::Modulus> = $even;
                assert!(<$first>::LENGTH == $n0 && <$second>::LENGTH == $n1 && even.length() == $n2);
                even
            };

            const RECIPE: Recipe = Recipe {
                name: "good-outer",
                ring: ring::$ring::NAME,
                formula: ring::$ring::FORMULA,
                operands: Operands::BigByBig,
                coefficient_ring: "Z_q",
                source: "Hwang, Liu, Yang 2024",
                chain: &[
                    Map {
                        name: "good-thomas",
                        domain: concat!("Z_q[x]/(x^", $length, " - 1)"),
                        image: concat!(
                            "Z_q[x, u0, u1, u2]/(x^16 - u0 u1 u2, u0^", $n0, " - 1, u1^", $n1, " - 1, u2^", $n2, " - 1)"
                        ),
                        twiddles: "",
                        grain: CHUNK,
                        source: "Good 1958",
                    },
                    Map {
                        name: concat!("radix-", $n2),
                        domain: concat!("R[u2]/(u2^", $n2, " - 1)"),
                        image: concat!("R[u2]/(u2 - w", $n2, "^i2), i2 < ", $n2),
                        twiddles: concat!("w", $n2),
                        grain: CHUNK,
                        source: "Cooley, Tukey 1965",
                    },
                    Map {
                        name: concat!("radix-", $n1),
                        domain: concat!("R[u1]/(u1^", $n1, " - 1)"),
                        image: concat!("R[u1]/(u1 - w", $n1, "^i1), i1 < ", $n1),
                        twiddles: concat!("powers of w", $n1),
                        grain: CHUNK,
                        source: "Cooley, Tukey 1965",
                    },
                    Map {
                        name: concat!("radix-", $n0),
                        domain: concat!("R[u0]/(u0^", $n0, " - 1)"),
                        image: concat!("R[u0]/(u0 - w", $n0, "^i0), i0 < ", $n0),
                        twiddles: concat!("(w", $n0, "^i +- w", $n0, "^-i)/2"),
                        grain: CHUNK,
                        source: "Winograd 1978",
                    },
                    Map {
                        name: "weighted-convolution",
                        domain: concat!("Z_q[x]/(x^16 - w", $chunks, "^i), i < ", $chunks),
                        image: "the same",
                        twiddles: concat!("w", $chunks, "^i"),
                        grain: 1,
                        source: "Hwang, Liu, Yang 2024",
                    },
                ],
            };
        }
    )*};
}

/// A root of -1.
const fn imaginary<M: Modulus>() -> Constant<M> {
    Constant::new(root_of_unity(4, M::Q as i64))
}

plans! {
    /// q - 1 = 4 * 3 * 5 * 7 * 11: 84 chunks for 82.
    GoodOuter653, Plan653: Sntrup653, 7 by OddPrime<Q4621, 7, 3>, 3 by Radix3<Q4621>,
        4 by Even::Four(imaginary()), 1344 = 16 * 84;
    /// q - 1 = 2 * 3^2 * 7 * 41: 126 chunks for 108.
    GoodOuter857, Plan857: Sntrup857, 7 by OddPrime<Q5167, 7, 3>, 9 by Radix9<Q5167>,
        2 by Even::Two, 2016 = 16 * 126;
    /// q - 1 = 2^3 * 3 * 13 * 23: 156 chunks for 127.
    GoodOuter1013, Plan1013: Sntrup1013, 13 by OddPrime<Q7177, 13, 6>, 3 by Radix3<Q7177>,
        4 by Even::Four(imaginary()), 2496 = 16 * 156;
}
