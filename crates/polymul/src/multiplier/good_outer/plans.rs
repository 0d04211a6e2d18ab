//! The plans of the rings that ship.

use crate::outer;
use crate::ring::{Sntrup653, Sntrup761, Sntrup857, Sntrup953, Sntrup1013, Sntrup1277};

outer! {
    /// sntrup653, q - 1 = 4 * 3 * 5 * 7 * 11: 84 chunks, where a product fills 82.
    pub GoodOuter653: Sntrup653 = 7 * 3 * 4;
    /// sntrup761, q - 1 = 2 * 3^3 * 5 * 17: 90 chunks, and the 81 coefficients that wrap around.
    pub GoodInfinityOuter: Sntrup761 = 9 * 5 * 2, named "good-infinity-outer";
    /// sntrup857, q - 1 = 2 * 3^2 * 7 * 41: 126 chunks, where a product fills 108.
    pub GoodOuter857: Sntrup857 = 7 * 9 * 2;
    /// sntrup953, q - 1 = 2 * 3 * 7 * 151, where 2 is a square: 126 chunks, where a product fills
    /// 120, in 42 rings and 42 quadratic extensions.
    pub GoodOuter953: Sntrup953 = 7 * 3 * 6;
    /// sntrup1013, q - 1 = 2^3 * 3 * 13 * 23: 156 chunks, where a product fills 127.
    pub GoodOuter1013: Sntrup1013 = 13 * 3 * 4, from "[CCH+23]";
    /// sntrup1277, q - 1 = 2 * 3 * 13 * 101: 156 chunks, in 78 rings and 39 quadratic extensions,
    /// and the 57 coefficients that wrap around.
    pub GoodOuter1277: Sntrup1277 = 13 * 3 * 4;
}
