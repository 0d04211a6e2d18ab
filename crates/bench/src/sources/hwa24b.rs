//! The figures in the abstract of `[Hwa24b]`: ratios of times.

use vectru::Set;

use super::Ours::{Operation, Ratio};
use super::{GOOD_RADER_BRUUN, Ours, Printed, Row, SCHOENHAGE_NUSSBAUMER, TRUNCATED_RADER, Table, product};

/// The multipliers of `[BBCT22]`: big by small, and any two operands.
const BBCT22: &str = "good-thomas-two-primes with schoenhage-nussbaumer";

/// The multiplier of `[HLY24]`.
const HLY24: &str = "good-rader-bruun";

pub(super) const TABLES: &[Table] = &[Table {
    number: "Abstract",
    title: "the truncated transform modulo Phi_17(x^96) beside earlier ones, sntrup761",
    machine: "a Haswell and a Skylake (AVX2), a Cortex-A72 and an Apple M1 Pro (Neon)",
    rows: &[
        ratio("AVX2, product: [BBCT22]", 1.99, 2.16, Ratio(&product(SCHOENHAGE_NUSSBAUMER), &TRUNCATED)),
        ratio("Neon, product: [HLY24]", 1.29, 1.36, Ratio(&product(GOOD_RADER_BRUUN), &TRUNCATED)),
        // A reduction by 7.9 to 12.0 percent is a ratio of 1/0.921 to 1/0.880, and so on.
        ratio("AVX2, batch key generation: [BBCT22]", 1.09, 1.14, KEYS),
        ratio("AVX2, encapsulation: [BBCT22]", 1.08, 1.11, CAPSULES),
        ratio("AVX2, decapsulation: [BBCT22]", 1.12, 1.15, SECRETS),
        ratio("Neon, encapsulation: [HLY24]", 1.03, 1.07, CAPSULES_ON_NEON),
        ratio("Neon, decapsulation: [HLY24]", 1.15, 1.18, SECRETS_ON_NEON),
    ],
}];

const TRUNCATED: Ours = product(TRUNCATED_RADER);

const fn ratio(name: &'static str, low: f64, high: f64, ours: Ours) -> Row {
    Row { name, printed: Printed::Ratio(low, high), ours, differs: "" }
}

/// Declares the ratio of two times of an operation: with the earlier multiplier, and with the
/// truncated one.
macro_rules! ratios {
    ($($constant:ident: $operation:literal by $earlier:ident;)*) => {$(
        const $constant: Ours = Ratio(
            &Operation(Set::Sntrup761, $operation, Some($earlier)),
            &Operation(Set::Sntrup761, $operation, Some("truncated-rader")),
        );
    )*};
}

ratios! {
    KEYS: "keygen-batch-32" by BBCT22;
    CAPSULES: "encaps-from-bytes" by BBCT22;
    SECRETS: "decaps-from-bytes" by BBCT22;
    CAPSULES_ON_NEON: "encaps-from-bytes" by HLY24;
    SECRETS_ON_NEON: "decaps-from-bytes" by HLY24;
}
