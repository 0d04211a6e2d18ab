//! The tables of `[CCH+23]` that are not in `[HLY24]`, or are there with other figures.

use vectru::Set;
use vectru::parts::Part as Work;
use vectru_polymul::workbench::Part::{
    self, Base, Fold, Forward, ForwardSecond, ForwardSmall, Inverse, Product, ProductBySmall, Unfolded,
};

use super::Ours::{Maps, None, OfOperation, Operation, Parts, Primitive};
use super::hly24::{GOOD_SCHOENHAGE_BRUUN_MAPS, RADER_BRUUN_ROWS, REFERENCE, ntrulpr, sntrup};
use super::{
    COOLEY_TUKEY_SABER, CORTEX_A72, GOOD_RADER_BRUUN, GOOD_RADER_OUTER, GOOD_SCHOENHAGE_BRUUN, GOOD_THOMAS,
    GOOD_THOMAS_NTRU, GOOD_THOMAS_TWO_PRIMES, GOOD_THOMAS_TWO_PRIMES_NTRU, Ours, SCHOENHAGE_NUSSBAUMER, TOEPLITZ_TC,
    TOOM_COOK, TOOM_COOK_2021, Table, other, product, product_by_small, row, suggestions,
};

const NTRU: Set = Set::Ntruhps2048677;

/// The machine of the products in tables 1 and 4.
const CORTEX_M4: &str = "a Cortex-M4";

/// The parts of an inner product of length 2.
const LIGHTSABER_INNER_PRODUCT: &[Part] = &[ForwardSmall, ForwardSmall, Base, Base, Inverse, Fold];
/// The parts of an inner product of length 3.
const SABER_INNER_PRODUCT: &[Part] = &[ForwardSmall, ForwardSmall, ForwardSmall, Base, Base, Base, Inverse, Fold];

/// The reason for the missing counterpart of Toom-4 over Z_4591.
const TOOM_4: Ours = None(
    "no multiplier has its maps: the slowest of the table, as Toom-4 leaves seven products of 192 coefficients, \
     where Good-Rader-outer leaves 102 of 16",
);

/// The reason for the missing counterpart of the mixed radix of `[ACC+21]`.
const MIXED_RADIX: Ours = None(
    "no multiplier for vectors has its maps: leaves of 6 or 10 coefficients fill no vector; on a Cortex-M4 \
     docs/users/cortex-m.md has others",
);

/// The difference of transforms over the integers from those for a Cortex-M4.
const WHOLE_CHUNKS: &str = "moves chunks of 16 coefficients, where the source moves single ones or pairs";

pub(super) const TABLES: &[Table] = &[
    Table {
        number: "Table 1",
        title: "earlier products of ntrulpr761 and sntrup761 on a Cortex-M4",
        machine: CORTEX_M4,
        rows: &[
            row("pqm4, Toom-4", 223_871, TOOM_4),
            row("[ACC+21], mixed radix", 152_177, MIXED_RADIX),
            other("[ACC+21], Good-Thomas", 159_176, product_by_small(GOOD_THOMAS), WHOLE_CHUNKS),
            other("[AHY22]", 151_374, product_by_small(GOOD_THOMAS), WHOLE_CHUNKS),
        ],
    },
    Table {
        number: "Table 2",
        title: "earlier products of ntrulpr761 and sntrup761 by vectors",
        machine: "a Haswell; [Haa21]: a Cortex-A72",
        rows: &[
            row("[BBC+20]", 18_080, product_by_small(GOOD_THOMAS_TWO_PRIMES)),
            row("[BBCT22], Good-Thomas", 16_992, product_by_small(GOOD_THOMAS_TWO_PRIMES)),
            row("[BBCT22], Schönhage-Nussbaumer", 25_113, product(SCHOENHAGE_NUSSBAUMER)),
            row("[Haa21]", 242_585, REFERENCE),
        ],
    },
    Table {
        number: "Table 4",
        title: "earlier products of ntruhps2048677 on a Cortex-M4, printed to a thousand cycles",
        machine: CORTEX_M4,
        rows: &[
            other("[KRS19]", 175_000, product(TOOM_COOK_2021), "Toom-3, Toom-4 and Karatsuba as [NG21] has them"),
            other("[CHK+21]", 156_000, product_by_small(GOOD_THOMAS_NTRU), WHOLE_CHUNKS),
            other(
                "[IKPC22]",
                144_000,
                product(TOEPLITZ_TC),
                "Toom-5, Toom-3 twice and Karatsuba, where the source has Toom-4",
            ),
            other("[AHY22]", 140_000, product_by_small(GOOD_THOMAS_NTRU), WHOLE_CHUNKS),
        ],
    },
    Table {
        number: "Table 5",
        title: "earlier products of ntruhps2048677 by vectors",
        machine: "a Skylake; [NG21]: a Cortex-A72",
        rows: &[
            row("[CDH+20]", 11_103, REFERENCE),
            other(
                "[CHK+21]",
                10_373,
                product_by_small(GOOD_THOMAS_TWO_PRIMES_NTRU),
                "Good-Thomas, where the source has Cooley-Tukey",
            ),
            row("[NG21]", 58_286, product(TOOM_COOK_2021)),
        ],
    },
    Table {
        number: "Table 6",
        title: "Saber by [BHK+22]; an inner product with the transforms of one operand",
        machine: CORTEX_A72,
        rows: &[
            row("NTT", 1_529, Parts(COOLEY_TUKEY_SABER, &[ForwardSmall])),
            row("3 base_mul", 2_689, Parts(COOLEY_TUKEY_SABER, &[Base; 3])),
            row("InnerProduct, lightsaber", 7_038, Parts(COOLEY_TUKEY_SABER, LIGHTSABER_INNER_PRODUCT)),
            row("InnerProduct, saber", 9_284, Parts(COOLEY_TUKEY_SABER, SABER_INNER_PRODUCT)),
        ],
    },
    Table {
        number: "Table 8",
        title: "products",
        machine: CORTEX_A72,
        rows: &[
            row("ntruhps2048677, [NG21]", 58_286, product(TOOM_COOK_2021)),
            row("ntruhps2048677, Toeplitz-TC", 26_784, product(TOEPLITZ_TC)),
            row("ntruhps2048677, Toom-Cook", 37_318, product(TOOM_COOK)),
            row("ntruhps2048677, Good-Thomas", 42_355, product_by_small(GOOD_THOMAS_NTRU)),
            row("sntrup761, [Haa21]", 242_585, REFERENCE),
            row("sntrup761, Good-Rader-outer", 36_266, product(GOOD_RADER_OUTER)),
            row("sntrup761, Good-Rader-Bruun", 39_788, product(GOOD_RADER_BRUUN)),
            row("sntrup761, Good-Thomas", 47_696, product_by_small(GOOD_THOMAS)),
            row("sntrup761, Good-Schönhage-Bruun", 50_398, product_by_small(GOOD_SCHOENHAGE_BRUUN)),
        ],
    },
    Table {
        number: "Table 9",
        title: "ntruhps2048677, from the bytes of keys",
        machine: CORTEX_A72,
        rows: &[
            row("key generation, Ref", 8_245_039, REFERENCE),
            row("encapsulation, Ref", 227_980, REFERENCE),
            row("decapsulation, Ref", 331_274, REFERENCE),
            row("key generation, [NG21]", 7_686_272, ntru("keygen", "toom-cook-2021")),
            row("encapsulation, [NG21]", 196_526, ntru("encaps-from-bytes", "toom-cook-2021")),
            row("decapsulation, [NG21]", 212_265, ntru("decaps-from-bytes", "toom-cook-2021")),
            row("key generation, Toeplitz-TC", 1_002_187, ntru("keygen", "toeplitz-tc")),
            row("encapsulation, Toeplitz-TC", 79_213, ntru("encaps-from-bytes", "toeplitz-tc")),
            row("decapsulation, Toeplitz-TC", 120_208, ntru("decaps-from-bytes", "toeplitz-tc")),
            row("key generation, Toom-Cook", 1_127_089, ntru("keygen", "toom-cook")),
            row("encapsulation, Toom-Cook", 88_037, ntru("encaps-from-bytes", "toom-cook")),
            row("decapsulation, Toom-Cook", 146_422, ntru("decaps-from-bytes", "toom-cook")),
            row(
                "key generation, Good-Thomas (with Toeplitz-TC)",
                1_061_870,
                ntru("keygen", "good-thomas with toeplitz-tc"),
            ),
            row(
                "encapsulation, Good-Thomas (with Toeplitz-TC)",
                96_814,
                ntru("encaps-from-bytes", "good-thomas with toeplitz-tc"),
            ),
            row(
                "decapsulation, Good-Thomas (with Toeplitz-TC)",
                152_059,
                ntru("decaps-from-bytes", "good-thomas with toeplitz-tc"),
            ),
            row(
                "key generation, Good-Thomas (with Toom-Cook)",
                1_178_983,
                ntru("keygen", "good-thomas with toom-cook"),
            ),
            row(
                "encapsulation, Good-Thomas (with Toom-Cook)",
                97_182,
                ntru("encaps-from-bytes", "good-thomas with toom-cook"),
            ),
            row(
                "decapsulation, Good-Thomas (with Toom-Cook)",
                165_381,
                ntru("decaps-from-bytes", "good-thomas with toom-cook"),
            ),
        ],
    },
    Table {
        number: "Table 10",
        title: "sntrup761 and ntrulpr761 with Good-Rader-outer, from the bytes of keys",
        machine: CORTEX_A72,
        rows: &[
            row("sntrup761, key generation", 6_297_001, sntrup("keygen", "good-rader-outer")),
            row("sntrup761, encapsulation", 144_681, sntrup("encaps-from-bytes", "good-rader-outer")),
            row("sntrup761, decapsulation", 145_777, sntrup("decaps-from-bytes", "good-rader-outer")),
            row("ntrulpr761, key generation", 257_382, ntrulpr("keygen", "good-rader-outer")),
            row("ntrulpr761, encapsulation", 400_223, ntrulpr("encaps-from-bytes", "good-rader-outer")),
            row("ntrulpr761, decapsulation", 435_789, ntrulpr("decaps-from-bytes", "good-rader-outer")),
        ],
    },
    suggestions::QUESTION,
    suggestions::NTRU,
    suggestions::NTRU_PRIME,
    Table {
        number: "Table 13, Good-Rader-outer",
        title: "maps of Good-Rader-outer, without the fold",
        machine: CORTEX_A72,
        rows: &[
            row("polymul", 33_218, Parts(GOOD_RADER_OUTER, &[Unfolded])),
            row(
                "24 Good-Rader-17",
                9_480,
                Maps(GOOD_RADER_OUTER, &[(Forward, &["rader-17"]), (Forward, &["rader-17"])]),
            ),
            row(
                "2 Radix-(3, 2)",
                4_674,
                Maps(GOOD_RADER_OUTER, &[(Forward, &["radix-(3, 2)"]), (Forward, &["radix-(3, 2)"])]),
            ),
            row("Weighted-16x16", 9_093, Maps(GOOD_RADER_OUTER, &[(Base, &["weighted-convolution"])])),
            row("Radix-(3, 2)^-1", 2_337, Maps(GOOD_RADER_OUTER, &[(Inverse, &["radix-(3, 2)"])])),
            row("12 Good-Rader-17^-1", 6_360, Maps(GOOD_RADER_OUTER, &[(Inverse, &["rader-17"])])),
        ],
    },
    Table {
        number: "Table 13, Good-Rader-Bruun",
        title: "maps of Good-Rader-Bruun, without the fold",
        machine: CORTEX_A72,
        rows: RADER_BRUUN_ROWS,
    },
    Table {
        number: "Table 14",
        title: "parts of Good-Thomas",
        machine: CORTEX_A72,
        rows: &[
            row("ntruhps2048677, polymul", 42_355, Parts(GOOD_THOMAS_NTRU, &[ProductBySmall])),
            row("ntruhps2048677, 2 NTT", 11_004, Parts(GOOD_THOMAS_NTRU, &[Forward, ForwardSmall])),
            row("ntruhps2048677, basemul", 21_444, Parts(GOOD_THOMAS_NTRU, &[Base])),
            row("ntruhps2048677, iNTT", 8_884, Parts(GOOD_THOMAS_NTRU, &[Inverse])),
            row("ntruhps2048677, Rq_reduce", 547, Parts(GOOD_THOMAS_NTRU, &[Fold])),
            row("sntrup761, polymul", 47_696, Parts(GOOD_THOMAS, &[ProductBySmall])),
            row("sntrup761, 2 NTT", 11_004, Parts(GOOD_THOMAS, &[Forward, ForwardSmall])),
            row("sntrup761, basemul", 21_444, Parts(GOOD_THOMAS, &[Base])),
            row("sntrup761, iNTT", 8_884, Parts(GOOD_THOMAS, &[Inverse])),
            row("sntrup761, Rq_reduce", 5_102, Parts(GOOD_THOMAS, &[Fold])),
        ],
    },
    Table {
        number: "Table 15, Toeplitz-TC",
        title: "maps of Toeplitz-TC; vectru's of the parts, which a product interleaves",
        machine: CORTEX_A72,
        rows: &[
            row("polymul", 26_784, Parts(TOEPLITZ_TC, &[Product])),
            row("tmvp_ittc5", 2_387, Maps(TOEPLITZ_TC, &[(Forward, &["expand", "toom-5"])])),
            row("tmvp_tc5", 565, Maps(TOEPLITZ_TC, &[(ForwardSecond, &["toom-5"])])),
            row("9 tmvp_ittc3, 9 tmvp_ittc32", 6_822, Maps(TOEPLITZ_TC, &[(Forward, &["toom-3"])])),
            row("9 tmvp_tc33", 1_332, Maps(TOEPLITZ_TC, &[(ForwardSecond, &["toom-3"])])),
            row("9 tmvp2_8x8", 12_501, Maps(TOEPLITZ_TC, &[(Base, &["outer-product"])])),
            row("9 tmvp_ttc33", 1_881, Maps(TOEPLITZ_TC, &[(Inverse, &["toom-3"])])),
            row("tmvp_ttc5", 821, Maps(TOEPLITZ_TC, &[(Inverse, &["toom-5"]), (Fold, &["fold"])])),
        ],
    },
    Table {
        number: "Table 15, Toom-Cook",
        title: "maps of Toom-Cook",
        machine: CORTEX_A72,
        rows: &[
            row("polymul", 37_278, Parts(TOOM_COOK, &[Product])),
            row("2 tc5", 1_172, Maps(TOOM_COOK, &[(Forward, &["toom-5"]), (Forward, &["toom-5"])])),
            row("18 tc33", 2_646, Maps(TOOM_COOK, &[(Forward, &["toom-3"]), (Forward, &["toom-3"])])),
            row("2 k2, ik2", 4_199, Maps(TOOM_COOK, &[(Base, &["karatsuba"])])),
            row("schoolbook_8x8", 19_122, Maps(TOOM_COOK, &[(Base, &["lane-product"])])),
            row("schoolbook_16x16", 511, None("no product is left over: groups of lanes are padded")),
            row("9 itc33", 4_203, Maps(TOOM_COOK, &[(Inverse, &["toom-3"])])),
            row("itc5", 3_303, Maps(TOOM_COOK, &[(Inverse, &["toom-5"]), (Fold, &["fold"])])),
        ],
    },
    Table { number: "Table 16", ..GOOD_SCHOENHAGE_BRUUN_MAPS },
    Table {
        number: "Table 17",
        title: "reciprocals, encoding, decoding and sorting",
        machine: CORTEX_A72,
        rows: &[
            row("ntruhps2048677, poly_Rq_inv", 341_482, Primitive("ntruhps2048677", "reciprocal-modulo-q")),
            row("ntruhps2048677, poly_R2_inv", 136_776, Primitive("ntruhps2048677", "reciprocal-modulo-2")),
            row("ntruhps2048677, poly_S3_inv", 482_005, Primitive("ntruhps2048677", "reciprocal-modulo-3")),
            row("ntruhps2048677, crypto_sort_int32", 17_819, Primitive("ntruhps2048677", "sort")),
            row("sntrup761, Rq_recip3", 5_500_466, Primitive("sntrup761", "reciprocal-modulo-q")),
            row("sntrup761, R3_recip", 580_494, Primitive("sntrup761", "reciprocal-modulo-3")),
            row("sntrup761, Rq_encode", 2_084, Primitive("sntrup761", "encode")),
            row("sntrup761, Rq_decode", 3_914, Primitive("sntrup761", "decode")),
            row("sntrup761, Rounded_encode", 3_145, Primitive("sntrup761", "encode-rounded")),
            row("sntrup761, Rounded_decode", 3_445, Primitive("sntrup761", "decode-rounded")),
            row("sntrup761, crypto_sort_uint32", 19_625, Primitive("sntrup761", "sort")),
        ],
    },
    Table {
        number: "Table 18",
        title: "parts with Good-Rader-outer; vectru's by the chosen multiplier, with prepared keys",
        machine: CORTEX_A72,
        rows: &[
            row(
                "sntrup761, keypair: Rq_recip3 and R3_recip",
                6_080_960,
                OfOperation(Set::Sntrup761, "keygen", Work::Inversion),
            ),
            row(
                "sntrup761, keypair: Rq_mult_small",
                36_266,
                OfOperation(Set::Sntrup761, "keygen", Work::Multiplication),
            ),
            row("sntrup761, keypair: sort", 19_799, OfOperation(Set::Sntrup761, "keygen", Work::Sorting)),
            row("sntrup761, keypair: randombytes", 88_678, OfOperation(Set::Sntrup761, "keygen", Work::RandomBytes)),
            row("sntrup761, keypair: Rq_encode", 2_084, OfOperation(Set::Sntrup761, "keygen", Work::Coding)),
            row("sntrup761, keypair: sha2", 13_626, OfOperation(Set::Sntrup761, "keygen", Work::Hashing)),
            row("sntrup761, enc: Rq_mult_small", 36_266, OfOperation(Set::Sntrup761, "encaps", Work::Multiplication)),
            row("sntrup761, enc: Rq_decode", 3_914, Primitive("sntrup761", "decode")),
            row("sntrup761, enc: Rounded_encode", 3_145, OfOperation(Set::Sntrup761, "encaps", Work::Coding)),
            row("sntrup761, enc: randombytes", 43_748, OfOperation(Set::Sntrup761, "encaps", Work::RandomBytes)),
            row("sntrup761, enc: sha2", 31_487, OfOperation(Set::Sntrup761, "encaps", Work::Hashing)),
            row("sntrup761, enc: sort", 19_625, OfOperation(Set::Sntrup761, "encaps", Work::Sorting)),
            row(
                "sntrup761, dec: Rq_mult_small, R3_mult, Rq_mult_small",
                110_184,
                OfOperation(Set::Sntrup761, "decaps", Work::Multiplication),
            ),
            row(
                "sntrup761, dec: Rounded_decode, Rounded_encode",
                6_590,
                OfOperation(Set::Sntrup761, "decaps", Work::Coding),
            ),
            row("sntrup761, dec: sha2", 19_901, OfOperation(Set::Sntrup761, "decaps", Work::Hashing)),
            row(
                "ntrulpr761, keypair: Rq_mult_small",
                36_266,
                OfOperation(Set::Ntrulpr761, "keygen", Work::Multiplication),
            ),
            row("ntrulpr761, keypair: sort", 19_207, OfOperation(Set::Ntrulpr761, "keygen", Work::Sorting)),
            row("ntrulpr761, keypair: randombytes", 41_193, OfOperation(Set::Ntrulpr761, "keygen", Work::RandomBytes)),
            row("ntrulpr761, keypair: aes", 127_837, OfOperation(Set::Ntrulpr761, "keygen", Work::Expansion)),
            row("ntrulpr761, keypair: Rounded_encode", 3_145, OfOperation(Set::Ntrulpr761, "keygen", Work::Coding)),
            row("ntrulpr761, keypair: sha2", 12_507, OfOperation(Set::Ntrulpr761, "keygen", Work::Hashing)),
            row(
                "ntrulpr761, enc: Rq_mult_small, twice",
                72_532,
                OfOperation(Set::Ntrulpr761, "encaps", Work::Multiplication),
            ),
            row("ntrulpr761, enc: aes", 254_771, OfOperation(Set::Ntrulpr761, "encaps", Work::Expansion)),
            row("ntrulpr761, enc: sort", 19_478, OfOperation(Set::Ntrulpr761, "encaps", Work::Sorting)),
            row("ntrulpr761, enc: Rounded_decode", 3_445, Primitive("sntrup761", "decode-rounded")),
            row("ntrulpr761, enc: Rounded_encode", 3_145, OfOperation(Set::Ntrulpr761, "encaps", Work::Coding)),
            row("ntrulpr761, enc: sha2", 27_719, OfOperation(Set::Ntrulpr761, "encaps", Work::Hashing)),
            row(
                "ntrulpr761, dec: Rq_mult_small, three times",
                108_798,
                OfOperation(Set::Ntrulpr761, "decaps", Work::Multiplication),
            ),
            row(
                "ntrulpr761, dec: Rounded_decode, Rounded_encode",
                6_590,
                OfOperation(Set::Ntrulpr761, "decaps", Work::Coding),
            ),
            row("ntrulpr761, dec: sha2", 18_793, OfOperation(Set::Ntrulpr761, "decaps", Work::Hashing)),
        ],
    },
    Table {
        number: "Table 19",
        title: "parts with Toeplitz-TC; vectru's by the chosen multiplier, with prepared keys",
        machine: CORTEX_A72,
        rows: &[
            // poly_Rq_inv is poly_R2_inv and a lift by 8 products. vectru's lift has 6, which count
            // as products, not as an inversion.
            row("keypair: poly_S3_inv, poly_R2_inv", 618_781, OfOperation(NTRU, "keygen", Work::Inversion)),
            other(
                "keypair: 13 poly_Rq_mul, of which 8 lift",
                348_192,
                OfOperation(NTRU, "keygen", Work::Multiplication),
                "11 products, of which 6 lift",
            ),
            row("keypair: sort", 17_819, OfOperation(NTRU, "keygen", Work::Sorting)),
            row("keypair: randombytes", 12_054, OfOperation(NTRU, "keygen", Work::RandomBytes)),
            row("enc: poly_Rq_mul", 26_784, OfOperation(NTRU, "encaps", Work::Multiplication)),
            row("enc: randombytes", 13_023, OfOperation(NTRU, "encaps", Work::RandomBytes)),
            row("enc: sort", 18_040, OfOperation(NTRU, "encaps", Work::Sorting)),
            row("enc: sha3", 5_148, OfOperation(NTRU, "encaps", Work::Hashing)),
            row("dec: 2 poly_Rq_mul, poly_S3_mul", 81_909, OfOperation(NTRU, "decaps", Work::Multiplication)),
            row("dec: sha3", 18_867, OfOperation(NTRU, "decaps", Work::Hashing)),
        ],
    },
];

const fn ntru(operation: &'static str, multiplier: &'static str) -> Ours {
    Operation(NTRU, operation, Some(multiplier))
}
