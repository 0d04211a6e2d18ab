//! Tables 11 and 12 of `[CCH+23]`: sequences of maps that the source suggests for other rings,
//! without figures. Each is listed beside another multiplier for the same ring.
//!
//! Feature `printed` compiles the suggestions that only these tables use.

use vectru_polymul::workbench::Part::{self, Base, Fold, Forward, ForwardSecond, Inverse, Product, ProductBySmall};

use super::{Multiplier, Ours, Printed, Row, Table};

/// The parts of a product, without the product of transformed operands.
const TRANSFORMS: &[Part] = &[Forward, ForwardSecond, Inverse, Fold];

/// Returns a row of some parts of a multiplier.
const fn parts(name: &'static str, ring: &'static str, multiplier: &'static str, parts: &'static [Part]) -> Row {
    Row {
        name,
        printed: Printed::Nothing,
        ours: Ours::Parts(Multiplier { ring, name: multiplier }, parts),
        differs: "",
    }
}

/// Returns a row of a suggestion, or of the multiplier beside it.
const fn suggestion(name: &'static str, ring: &'static str, multiplier: &'static str) -> Row {
    parts(name, ring, multiplier, &[Product])
}

/// Returns a row of a suggestion without code, with the reason.
const fn missing(name: &'static str, reason: &'static str) -> Row {
    Row { name, printed: Printed::Nothing, ours: Ours::None(reason), differs: "" }
}

pub(super) const NTRU: Table = Table {
    number: "Table 11",
    title: "products by the suggested layers for NTRU, beside vectru's",
    machine: "",
    rows: &[
        #[cfg(feature = "printed")]
        suggestion("509: TC-4, K, size 512", "ntruhps2048509", "toeplitz-tc-printed"),
        suggestion("509: vectru's, TC-4, TC-3 twice, size 576", "ntruhps2048509", "toeplitz-tc"),
        suggestion("509: vectru's", "ntruhps2048509", "toeplitz-outer"),
        suggestion("677: TC-5, TC-3, K, size 720", "ntruhps2048677", "toeplitz-tc"),
        suggestion("677: vectru's", "ntruhps2048677", "toeplitz-outer"),
        suggestion("701: TC-5, 3-way K, size 720", "ntruhrss701", "toeplitz-tc"),
        suggestion("701: vectru's", "ntruhrss701", "toeplitz-outer"),
        #[cfg(feature = "printed")]
        suggestion("821: TC-4, TC-3, 3-way K, K, size 1152 for 864", "ntruhps4096821", "toeplitz-tc-printed"),
        suggestion("821: vectru's, TC-3 thrice and K, size 864", "ntruhps4096821", "toeplitz-tc"),
        suggestion("821: vectru's", "ntruhps4096821", "toeplitz-outer"),
        #[cfg(feature = "printed")]
        suggestion("1229: TC-5, K, size 1280", "ntruhps40961229", "toeplitz-tc-printed"),
        suggestion("1229: vectru's, TC-3 four times, size 1296", "ntruhps40961229", "toeplitz-tc"),
        suggestion("1229: vectru's", "ntruhps40961229", "toeplitz-outer"),
        suggestion("1373: TC-3, K, size 1440", "ntruhrss1373", "toeplitz-outer"),
    ],
};

pub(super) const NTRU_PRIME: Table = Table {
    number: "Table 12",
    title: "products by the suggested maps for NTRU Prime, beside vectru's",
    machine: "",
    rows: &[
        parts("857: Rader, without products", "sntrup857", "good-rader-outer", TRANSFORMS),
        suggestion("857: Rader, vector-by-scalar of size 16 for 8", "sntrup857", "good-rader-outer"),
        #[cfg(feature = "printed")]
        suggestion("857: Rader, vector-by-vector", "sntrup857", "good-rader-lanes"),
        #[cfg(feature = "printed")]
        suggestion("857: Schönhage, vector-by-scalar", "sntrup857", "good-schoenhage-outer"),
        suggestion("857: Schönhage, Bruun, vector-by-vector", "sntrup857", "good-schoenhage-bruun"),
        suggestion("857: vectru's", "sntrup857", "good-outer"),
        suggestion("1013: Rader, vector-by-scalar", "sntrup1013", "truncated-rader"),
        #[cfg(feature = "printed")]
        suggestion("1013: Rader, vector-by-vector", "sntrup1013", "truncated-rader-lanes"),
        parts("1013: products vector-by-scalar", "sntrup1013", "truncated-rader", &[Base]),
        #[cfg(feature = "printed")]
        parts("1013: products vector-by-vector", "sntrup1013", "truncated-rader-lanes", &[Base]),
        suggestion("1013: vectru's", "sntrup1013", "good-outer"),
        missing("1277: Rader, TC-4, vector-by-scalar", "280 products of chunks, where vectru's has 245"),
        suggestion("1277: Rader, Bruun, vector-by-scalar for -vector", "sntrup1277", "good-rader-bruun"),
        parts("1277: Rader, Bruun, without products", "sntrup1277", "good-rader-bruun", TRANSFORMS),
        suggestion("1277: vectru's", "sntrup1277", "good-outer"),
    ],
};

/// The question of section 7: Toom-Cook with Toom-5 beside the transform of `[CHK+21]`.
pub(super) const QUESTION: Table = Table {
    number: "Section 7",
    title: "Toom-Cook with Toom-5 beside transforms by small operands, for ntruhps2048677",
    machine: "",
    rows: &[
        suggestion("Toeplitz-TC with Toom-5", "ntruhps2048677", "toeplitz-tc"),
        suggestion("Toom-Cook with Toom-5", "ntruhps2048677", "toom-cook"),
        parts("two 16-bit primes, as in [CHK+21]", "ntruhps2048677", "good-thomas-two-primes", &[ProductBySmall]),
        parts("one 32-bit prime", "ntruhps2048677", "good-thomas", &[ProductBySmall]),
    ],
};
