//! Plans of [`good-outer`](vectru_polymul::multiplier::good_outer) for the lengths of `[CCH+23]`,
//! section 7 and Table 12, beside the plans that ship.
//!
//! | ring | multiplier | n0, n1, n2 | coefficients | of a product | products of chunks |
//! | --- | --- | --- | --- | --- | --- |
//! | sntrup857 | `good-rader-outer` | 41, 3, 1 | 1968 | 1713 | 123 |
//! | sntrup857 | `good-rader-lanes` | 41, 3, 1 | 1968 | 1713 | 246 of size 8 in lanes |
//! | sntrup1013 | `truncated-rader` | 13, 3, 4 | 2496 - 312 | 2025 | 117, and 39 of size 8 |
//! | sntrup1013 | `truncated-rader-lanes` | 13, 3, 4 | 2496 - 312 | 2025 | 117, and 39 of size 8, in lanes |
//! | sntrup1277 | `good-rader-bruun` | 13, 3, 8 less 4 | 2496 + 64 | 2553 | 78 * 4 + 16 |
//!
//! The engine lacks some parts of these plans; this crate adds them. A product that is computed
//! beside the cyclic product, or a factor that is left out of it, is a
//! [`Correction`](vectru_polymul::multiplier::good_outer::Correction). Products in lanes are
//! [`Leaves`](vectru_polymul::multiplier::good_outer::Leaves).

mod cyclic_factor;
mod lanes;
mod truncation;

use vectru_polymul::outer;
use vectru_polymul::ring::{Sntrup857, Sntrup1013, Sntrup1277};

pub use cyclic_factor::CyclicFactor;
pub use lanes::{HalvesInLanes, Lanes};
pub use truncation::Truncation;

outer! {
    /// sntrup857, 1968 = 41 * 3 * 16: 123 chunks, where a product fills 108, by Rader's transform
    /// of length 41.
    pub GoodRaderOuter857: Sntrup857 = 41 * 3 * 1, named "good-rader-outer", from "[CCH+23]";
    /// sntrup857 by the transform of `good-rader-outer`, with 246 products of size 8, one in each
    /// lane.
    pub GoodRaderLanes857: Sntrup857 = 41 * 3 * 1, named "good-rader-lanes", from "[CCH+23]", leaves HalvesInLanes;
    /// sntrup1013 without the factor x^312 + 1 of x^2496 - 1: 117 chunks, and 39 halves of chunks.
    pub TruncatedRader1013: Sntrup1013 = 13 * 3 * 4, named "truncated-rader", from "[CCH+23]", correction Truncation;
    /// sntrup1013 by the truncation of `truncated-rader`, with all products in lanes, 117 of size
    /// 16 and 39 of size 8.
    pub TruncatedLanes1013: Sntrup1013 =
        13 * 3 * 4, named "truncated-rader-lanes", from "[CCH+23]", correction Truncation, leaves Lanes;
    /// sntrup1277 modulo (x^2496 + 1)(x^64 - 1): 156 chunks in 78 quadratic extensions, and four
    /// chunks modulo x^64 - 1.
    pub GoodRaderBruun1277: Sntrup1277 =
        13 * 3 * 4, named "good-rader-bruun", from "[CCH+23]", even Kind::fourth(7879), correction CyclicFactor;
}
