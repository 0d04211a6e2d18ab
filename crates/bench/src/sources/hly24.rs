//! The tables of `[HLY24]`.

use vectru::Set;
use vectru::parts::Part as Work;
use vectru_polymul::workbench::Part::{Base, Fold, Forward, ForwardSmall, Inverse, Unfolded};

use super::Ours::{Maps, None, OfOperation, Operation, Primitive};
use super::{
    CORTEX_A72, GOOD_RADER_BRUUN, GOOD_SCHOENHAGE_BRUUN, GOOD_THOMAS, GOOD_THOMAS_TWO_PRIMES, Ours, Row,
    SCHOENHAGE_NUSSBAUMER, Table, product, product_by_small, row,
};

pub(super) const TABLES: &[Table] = &[
    Table {
        number: "Table 3",
        title: "products of ntrulpr761 and sntrup761, Armv8-A Neon",
        machine: CORTEX_A72,
        rows: &[
            row("GoodThomas", 47_696, product_by_small(GOOD_THOMAS)),
            row("[Haa21]", 242_585, None("its products divide by the operator %, whose time depends on operands")),
            row("GoodRaderBruun", 39_788, product(GOOD_RADER_BRUUN)),
            row("GoodSchönhageBruun", 50_398, product_by_small(GOOD_SCHOENHAGE_BRUUN)),
        ],
    },
    Table {
        number: "Table 3, AVX2",
        title: "products of ntrulpr761 and sntrup761 on x86-64",
        machine: "a Haswell (the figures of [BBCT22])",
        rows: &[
            row("[BBCT22], big by small", 16_992, product_by_small(GOOD_THOMAS_TWO_PRIMES)),
            row("[BBCT22], big by big", 25_113, product(SCHOENHAGE_NUSSBAUMER)),
        ],
    },
    GOOD_SCHOENHAGE_BRUUN_MAPS,
    Table {
        number: "Table 5",
        title: "maps of Good-Rader-Bruun, without the fold",
        machine: CORTEX_A72,
        rows: RADER_BRUUN_ROWS,
    },
    Table {
        number: "Table 6",
        title: "reciprocals, encoding, decoding and sorting of sntrup761 and ntrulpr761",
        machine: CORTEX_A72,
        rows: &[
            row("Rq_recip3", 5_811_777, Primitive("sntrup761", "reciprocal-modulo-q")),
            row("R3_recip", 587_407, Primitive("sntrup761", "reciprocal-modulo-3")),
            row("Rq_encode", 2_084, Primitive("sntrup761", "encode")),
            row("Rq_decode", 3_914, Primitive("sntrup761", "decode")),
            row("Rounded_encode", 3_145, Primitive("sntrup761", "encode-rounded")),
            row("Rounded_decode", 3_445, Primitive("sntrup761", "decode-rounded")),
            row("crypto_sort_uint32", 21_659, Primitive("sntrup761", "sort")),
            row("Rq_recip3, Ref", 116_353_545, REFERENCE),
            row("R3_recip, Ref", 127_578_811, REFERENCE),
            row("Rq_encode, Ref", 17_753, REFERENCE),
            row("Rq_decode, Ref", 31_715, REFERENCE),
            row("Rounded_encode, Ref", 14_707, REFERENCE),
            row("Rounded_decode, Ref", 31_832, REFERENCE),
            row("crypto_sort_uint32, Ref", 186_867, REFERENCE),
        ],
    },
    Table {
        number: "Table 7",
        title: "mechanisms, from the bytes of keys",
        machine: CORTEX_A72,
        rows: &[
            row("sntrup761, key generation, Ref", 273_598_470, REFERENCE),
            row("sntrup761, encapsulation, Ref", 29_750_035, REFERENCE),
            row("sntrup761, decapsulation, Ref", 89_968_342, REFERENCE),
            row("sntrup761, key generation, GoodRaderBruun", 6_333_403, sntrup("keygen", "good-rader-bruun")),
            row("sntrup761, encapsulation, GoodRaderBruun", 147_977, sntrup("encaps-from-bytes", "good-rader-bruun")),
            row("sntrup761, decapsulation, GoodRaderBruun", 158_233, sntrup("decaps-from-bytes", "good-rader-bruun")),
            row("sntrup761, key generation, GoodThomas", 6_340_758, sntrup("keygen", BY_SMALL)),
            row("sntrup761, encapsulation, GoodThomas", 153_465, sntrup("encaps-from-bytes", BY_SMALL)),
            row("sntrup761, decapsulation, GoodThomas", 182_271, sntrup("decaps-from-bytes", BY_SMALL)),
            row("sntrup761, key generation, GoodSchönhageBruun", 6_345_787, sntrup("keygen", "good-schoenhage-bruun")),
            row(
                "sntrup761, encapsulation, GoodSchönhageBruun",
                163_305,
                sntrup("encaps-from-bytes", "good-schoenhage-bruun"),
            ),
            row(
                "sntrup761, decapsulation, GoodSchönhageBruun",
                193_626,
                sntrup("decaps-from-bytes", "good-schoenhage-bruun"),
            ),
            row("ntrulpr761, key generation, Ref", 29_853_635, REFERENCE),
            row("ntrulpr761, encapsulation, Ref", 59_572_637, REFERENCE),
            row("ntrulpr761, decapsulation, Ref", 89_185_030, REFERENCE),
            row("ntrulpr761, key generation, [Haa21]", 775_472, REFERENCE),
            row("ntrulpr761, encapsulation, [Haa21]", 1_150_294, REFERENCE),
            row("ntrulpr761, decapsulation, [Haa21]", 1_417_394, REFERENCE),
            row("ntrulpr761, key generation, GoodRaderBruun", 260_606, ntrulpr("keygen", "good-rader-bruun")),
            row("ntrulpr761, encapsulation, GoodRaderBruun", 412_629, ntrulpr("encaps-from-bytes", "good-rader-bruun")),
            row("ntrulpr761, decapsulation, GoodRaderBruun", 461_250, ntrulpr("decaps-from-bytes", "good-rader-bruun")),
            row("ntrulpr761, key generation, GoodThomas", 269_590, ntrulpr("keygen", BY_SMALL)),
            row("ntrulpr761, encapsulation, GoodThomas", 422_102, ntrulpr("encaps-from-bytes", BY_SMALL)),
            row("ntrulpr761, decapsulation, GoodThomas", 471_014, ntrulpr("decaps-from-bytes", BY_SMALL)),
            row("ntrulpr761, key generation, GoodSchönhageBruun", 272_738, ntrulpr("keygen", "good-schoenhage-bruun")),
            row(
                "ntrulpr761, encapsulation, GoodSchönhageBruun",
                436_965,
                ntrulpr("encaps-from-bytes", "good-schoenhage-bruun"),
            ),
            row(
                "ntrulpr761, decapsulation, GoodSchönhageBruun",
                499_559,
                ntrulpr("decaps-from-bytes", "good-schoenhage-bruun"),
            ),
        ],
    },
    Table {
        number: "Table 8",
        title: "parts with Good-Rader-Bruun; vectru's by the chosen multiplier, with prepared keys",
        machine: CORTEX_A72,
        rows: &[
            row("sntrup761, keypair: sort", 22_369, OfOperation(Set::Sntrup761, "keygen", Work::Sorting)),
            row("sntrup761, keypair: randombytes", 86_932, OfOperation(Set::Sntrup761, "keygen", Work::RandomBytes)),
            row(
                "sntrup761, keypair: Rq_recip3 and R3_recip",
                6_399_184,
                OfOperation(Set::Sntrup761, "keygen", Work::Inversion),
            ),
            row(
                "sntrup761, keypair: Rq_mult_small",
                39_829,
                OfOperation(Set::Sntrup761, "keygen", Work::Multiplication),
            ),
            row("sntrup761, keypair: Rq_encode", 2_084, OfOperation(Set::Sntrup761, "keygen", Work::Coding)),
            row("sntrup761, keypair: sha2", 13_207, OfOperation(Set::Sntrup761, "keygen", Work::Hashing)),
            row("sntrup761, enc: Rq_mult_small", 39_829, OfOperation(Set::Sntrup761, "encaps", Work::Multiplication)),
            row("sntrup761, enc: randombytes", 45_109, OfOperation(Set::Sntrup761, "encaps", Work::RandomBytes)),
            row("sntrup761, enc: sha2", 29_713, OfOperation(Set::Sntrup761, "encaps", Work::Hashing)),
            row("sntrup761, enc: sort", 21_659, OfOperation(Set::Sntrup761, "encaps", Work::Sorting)),
            row(
                "sntrup761, dec: Rq_mult_small, R3_mult, Rq_mult_small",
                121_717,
                OfOperation(Set::Sntrup761, "decaps", Work::Multiplication),
            ),
            row("sntrup761, dec: sha2", 18_111, OfOperation(Set::Sntrup761, "decaps", Work::Hashing)),
            row("ntrulpr761, keypair: sort", 21_243, OfOperation(Set::Ntrulpr761, "keygen", Work::Sorting)),
            row("ntrulpr761, keypair: randombytes", 44_713, OfOperation(Set::Ntrulpr761, "keygen", Work::RandomBytes)),
            row("ntrulpr761, keypair: aes", 127_203, OfOperation(Set::Ntrulpr761, "keygen", Work::Expansion)),
            row(
                "ntrulpr761, keypair: Rq_mult_small",
                39_829,
                OfOperation(Set::Ntrulpr761, "keygen", Work::Multiplication),
            ),
            row("ntrulpr761, keypair: Rounded_encode", 3_145, OfOperation(Set::Ntrulpr761, "keygen", Work::Coding)),
            row("ntrulpr761, keypair: sha2", 16_386, OfOperation(Set::Ntrulpr761, "keygen", Work::Hashing)),
            row(
                "ntrulpr761, enc: Rq_mult_small, twice",
                79_658,
                OfOperation(Set::Ntrulpr761, "encaps", Work::Multiplication),
            ),
            row("ntrulpr761, enc: aes", 253_597, OfOperation(Set::Ntrulpr761, "encaps", Work::Expansion)),
            row("ntrulpr761, enc: sort", 21_773, OfOperation(Set::Ntrulpr761, "encaps", Work::Sorting)),
            row("ntrulpr761, enc: sha2", 26_548, OfOperation(Set::Ntrulpr761, "encaps", Work::Hashing)),
            row(
                "ntrulpr761, dec: Rq_mult_small, three times",
                119_487,
                OfOperation(Set::Ntrulpr761, "decaps", Work::Multiplication),
            ),
            row("ntrulpr761, dec: sha2", 16_982, OfOperation(Set::Ntrulpr761, "decaps", Work::Hashing)),
        ],
    },
];

/// Tables 4 of `[HLY24]` and 16 of `[CCH+23]`.
pub(super) const GOOD_SCHOENHAGE_BRUUN_MAPS: Table = Table {
    number: "Table 4",
    title: "maps of Good-Schönhage-Bruun, a big and a small operand",
    machine: CORTEX_A72,
    rows: &[
        row("polymul", 50_398, product_by_small(GOOD_SCHOENHAGE_BRUUN)),
        row(
            "Good-Schönhage-3-2x2, 3 Schönhage-3x2 (big)",
            5_446,
            Maps(GOOD_SCHOENHAGE_BRUUN, &[(Forward, &["good-thomas", "radix-3", "schoenhage"])]),
        ),
        row(
            "Good-Schönhage-5x2 (small)",
            1_527,
            Maps(GOOD_SCHOENHAGE_BRUUN, &[(ForwardSmall, &["good-thomas", "schoenhage"])]),
        ),
        row("Radix-3 (small)", 2_084, Maps(GOOD_SCHOENHAGE_BRUUN, &[(ForwardSmall, &["radix-3"])])),
        row("24 Bruun", 6_984, Maps(GOOD_SCHOENHAGE_BRUUN, &[(Forward, &["bruun"]), (ForwardSmall, &["bruun"])])),
        row("12 Trinomial-8x8", 13_380, Maps(GOOD_SCHOENHAGE_BRUUN, &[(Base, &["trinomial-convolution"])])),
        row("12 Bruun inverse", 4_908, Maps(GOOD_SCHOENHAGE_BRUUN, &[(Inverse, &["bruun"])])),
        row("3 Schönhage-2x4 inverse", 3_912, Maps(GOOD_SCHOENHAGE_BRUUN, &[(Inverse, &["schoenhage"])])),
        row(
            "Good-Schönhage-2-3 inverse",
            7_653,
            Maps(GOOD_SCHOENHAGE_BRUUN, &[(Inverse, &["good-thomas", "radix-3"]), (Fold, &["fold"])]),
        ),
    ],
};

/// The rows of tables 5 of `[HLY24]` and 13 of `[CCH+23]`.
pub(super) const RADER_BRUUN_ROWS: &[Row] = &[
    row("polymul", 37_475, Ours::Parts(GOOD_RADER_BRUUN, &[Unfolded])),
    row("24 Good-Rader-17", 9_768, Maps(GOOD_RADER_BRUUN, &[(Forward, &["rader-17"]), (Forward, &["rader-17"])])),
    row("2 Radix-(3, 2)", 4_678, Maps(GOOD_RADER_BRUUN, &[(Forward, &["radix-(3, 2)"]), (Forward, &["radix-(3, 2)"])])),
    row("2 CT", 1_140, Maps(GOOD_RADER_BRUUN, &[(Forward, &["cooley-tukey"]), (Forward, &["cooley-tukey"])])),
    row("2 Bruun", 1_676, Maps(GOOD_RADER_BRUUN, &[(Forward, &["bruun"]), (Forward, &["bruun"])])),
    row("12 Weighted-8x8, 12 Trinomial-8x8", 6_864, Maps(GOOD_RADER_BRUUN, &[(Base, &["trinomial-convolution"])])),
    row("CT^-1", 592, Maps(GOOD_RADER_BRUUN, &[(Inverse, &["cooley-tukey"])])),
    row("Bruun^-1", 989, Maps(GOOD_RADER_BRUUN, &[(Inverse, &["bruun"])])),
    row("Weighted-16x16", 1_019, Maps(GOOD_RADER_BRUUN, &[(Base, &["weighted-convolution"])])),
    row("Radix-(3, 2)^-1", 2_341, Maps(GOOD_RADER_BRUUN, &[(Inverse, &["radix-(3, 2)"])])),
    row("12 Good-Rader-17^-1", 6_516, Maps(GOOD_RADER_BRUUN, &[(Inverse, &["rader-17"])])),
];

/// The reason for missing counterparts of other implementations.
pub(super) const REFERENCE: Ours = None("an implementation of other authors");

/// Good-Thomas for the products with a small operand. The reciprocal of vectru has others, too,
/// where the source's has no products.
const BY_SMALL: &str = "good-thomas with good-rader-bruun";

pub(super) const fn sntrup(operation: &'static str, multiplier: &'static str) -> Ours {
    Operation(Set::Sntrup761, operation, Some(multiplier))
}

pub(super) const fn ntrulpr(operation: &'static str, multiplier: &'static str) -> Ours {
    Operation(Set::Ntrulpr761, operation, Some(multiplier))
}
