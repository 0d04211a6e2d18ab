//! The rings that ship, their multipliers, and the choice among them: one line for each, by macros
//! that any crate may use. The choice rests on measurements: see `docs/research/figures.md`.

#[allow(unused_imports)] // A build has some of the rings.
use crate::multiplier::*;
#[allow(unused_imports)] // So do these.
use crate::ring::*;

/// The rings of parameter sets.
pub(crate) mod rings {
    crate::ring! {
        /// The field `Z_4621[x]/(x^653 - x - 1)` of sntrup653 and ntrulpr653.
        pub Sntrup653 = Z/4621[x]/(x^653 - x - 1);
        /// The field `Z_4591[x]/(x^761 - x - 1)` of sntrup761 and ntrulpr761.
        pub Sntrup761 = Z/4591[x]/(x^761 - x - 1);
        /// The field `Z_5167[x]/(x^857 - x - 1)` of sntrup857 and ntrulpr857.
        pub Sntrup857 = Z/5167[x]/(x^857 - x - 1);
        /// The field `Z_6343[x]/(x^953 - x - 1)` of sntrup953 and ntrulpr953.
        pub Sntrup953 = Z/6343[x]/(x^953 - x - 1);
        /// The field `Z_7177[x]/(x^1013 - x - 1)` of sntrup1013 and ntrulpr1013.
        pub Sntrup1013 = Z/7177[x]/(x^1013 - x - 1);
        /// The field `Z_7879[x]/(x^1277 - x - 1)` of sntrup1277 and ntrulpr1277.
        pub Sntrup1277 = Z/7879[x]/(x^1277 - x - 1);
        /// The ring `Z_2048[x]/(x^509 - 1)` of ntruhps2048509.
        pub Ntruhps2048509 = Z/2048[x]/(x^509 - 1);
        /// The ring `Z_2048[x]/(x^677 - 1)` of ntruhps2048677.
        pub Ntruhps2048677 = Z/2048[x]/(x^677 - 1);
        /// The ring `Z_4096[x]/(x^821 - 1)` of ntruhps4096821.
        pub Ntruhps4096821 = Z/4096[x]/(x^821 - 1);
        /// The ring `Z_4096[x]/(x^1229 - 1)` of ntruhps40961229.
        pub Ntruhps40961229 = Z/4096[x]/(x^1229 - 1);
        /// The ring `Z_8192[x]/(x^701 - 1)` of ntruhrss701.
        pub Ntruhrss701 = Z/8192[x]/(x^701 - 1);
        /// The ring `Z_16384[x]/(x^1373 - 1)` of ntruhrss1373.
        pub Ntruhrss1373 = Z/16384[x]/(x^1373 - 1);
        /// The ring `Z_8192[x]/(x^256 + 1)` of LightSaber, Saber and FireSaber, whose secrets have
        /// coefficients of magnitude up to 5, 4 and 3.
        pub Saber = Z/8192[x]/(x^256 + 1), small 5;
    }
}

/// The multipliers.
///
/// Toeplitz products may lose 16 - log2 q bits. A layer with more points has fewer products, and
/// loses more bits. The plans have the fewest products that the bits allow, with dimensions that
/// are multiples of 16. `[CCH+23]`, section 7 and Table 11, suggests layers for `toeplitz-tc`; for
/// ntruhps2048509, ntruhps4096821 and ntruhps40961229 these plans differ. The plans of
/// `toeplitz-outer` are this project's own.
pub(crate) mod multipliers {
    use super::rings::*;
    use crate::multiplier::toeplitz::{RowsByColumns, ThisProject};

    crate::outer! {
        /// sntrup653, q - 1 = 4 * 3 * 5 * 7 * 11: 84 chunks, where a product fills 82.
        pub GoodOuter653: Sntrup653 = 7 * 3 * 4;
        /// sntrup761, q - 1 = 2 * 3^3 * 5 * 17: 90 chunks, and the 81 coefficients that wrap
        /// around.
        pub GoodInfinityOuter: Sntrup761 = 9 * 5 * 2, named "good-infinity-outer";
        /// sntrup857, q - 1 = 2 * 3^2 * 7 * 41: 126 chunks, where a product fills 108.
        pub GoodOuter857: Sntrup857 = 7 * 9 * 2;
        /// sntrup953, q - 1 = 2 * 3 * 7 * 151, where 2 is a square: 126 chunks, where a product
        /// fills 120, in 42 rings and 42 quadratic extensions.
        pub GoodOuter953: Sntrup953 = 7 * 3 * 6;
        /// sntrup1013, q - 1 = 2^3 * 3 * 13 * 23: 156 chunks, where a product fills 127.
        pub GoodOuter1013: Sntrup1013 = 13 * 3 * 4, from "[CCH+23]";
        /// sntrup1277, q - 1 = 2 * 3 * 13 * 101: 156 chunks, in 78 rings and 39 quadratic
        /// extensions, and the 57 coefficients that wrap around.
        pub GoodOuter1277: Sntrup1277 = 13 * 3 * 4;
    }

    crate::toeplitz! {
        /// ntruhps2048509 down to dimension 16: 175 products, 5 bits of 5.
        pub ToeplitzTc509: Ntruhps2048509 = 576 by Toom4, Toom3, Toom3 of ThisProject;
        /// ntruhps4096821 down to dimension 16: 375 products, 3 bits of 4.
        pub ToeplitzTc821: Ntruhps4096821 = 864 by Toom3, Toom3, Toom3, Karatsuba;
        /// ntruhrss701 down to dimension 16: 324 products, 3 bits of 3.
        pub ToeplitzTc701: Ntruhrss701 = 720 by Toom5, KaratsubaThree, KaratsubaThree;
        /// ntruhps2048677 down to dimension 16: 225 products, 5 bits of 5.
        pub ToeplitzTc677: Ntruhps2048677 = 720 by Toom5, Toom3, Toom3;
        /// ntruhps40961229 down to dimension 16: 625 products, 4 bits of 4. Prepared operands stay
        /// at dimension 144: 25 matrices, of 14,400 bytes, for 40,000 bytes at the end of the
        /// chain.
        pub ToeplitzTc1229: Ntruhps40961229 = 1296 by Toom3, Toom3; at use Toom3, Toom3 of ThisProject;
        /// ntruhrss1373 down to dimension 16: 1125 products, 2 bits of 2. Prepared operands stay at
        /// dimension 160: 25 matrices, of 16,000 bytes, for 72,000 bytes at the end of the chain.
        pub ToeplitzTc1373: Ntruhrss1373 =
            1440 by Toom3, Toom3; at use Karatsuba, KaratsubaFive of ThisProject;
        /// ntruhps2048509: 63 products of dimension 32, 3 bits of 5.
        pub ToeplitzOuter509: Ntruhps2048509 = 512 by Toom4, Karatsuba, Karatsuba;
        /// ntruhps2048677: 45 products of dimension 48, 4 bits of 5.
        pub ToeplitzOuter677: Ntruhps2048677 = 720 by Toom5, Toom3;
        /// ntruhps4096821: 125 products of dimension 32, 3 bits of 4.
        pub ToeplitzOuter821: Ntruhps4096821 = 864 by Toom3, Toom3, Toom3;
        /// ntruhps40961229: 125 products of dimension 48, 3 bits of 4.
        pub ToeplitzOuter1229: Ntruhps40961229 = 1296 by Toom3, Toom3, Toom3;
        /// ntruhrss701: 54 products of dimension 48, 3 bits of 3.
        pub ToeplitzOuter701: Ntruhrss701 = 720 by Toom5, KaratsubaThree;
        /// ntruhrss1373: 75 products of dimension 80, 2 bits of 2.
        pub ToeplitzOuter1373: Ntruhrss1373 = 1440 by Toom3, Toom3, Karatsuba;
        /// Saber: 21 products of dimension 32, 3 bits of 3.
        pub ToeplitzOuterSaber: Saber = 256 by Toom4, Karatsuba;
        /// Saber down to dimension 16: 63 products for each entry of a matrix, 3 bits of 3.
        /// Prepared entries stay at dimension 64: 896 bytes.
        pub ToeplitzRowsSaber: Saber = 256 by Toom4; at use KaratsubaTwice of RowsByColumns;
        /// ntruhps2048509: one product.
        pub ToeplitzWhole509: Ntruhps2048509 = 512;
        /// ntruhps2048677: one product.
        pub ToeplitzWhole677: Ntruhps2048677 = 704;
        /// ntruhps4096821: one product.
        pub ToeplitzWhole821: Ntruhps4096821 = 832;
        /// ntruhps40961229: one product.
        pub ToeplitzWhole1229: Ntruhps40961229 = 1248;
        /// ntruhrss701: one product.
        pub ToeplitzWhole701: Ntruhrss701 = 704;
        /// ntruhrss1373: one product.
        pub ToeplitzWhole1373: Ntruhrss1373 = 1376;
        /// Saber: one product.
        pub ToeplitzWholeSaber: Saber = 256;
    }

    crate::schoolbook! {
        /// `schoolbook` for sntrup653.
        pub Schoolbook653: Sntrup653;
        /// `schoolbook` for sntrup761.
        pub Schoolbook761: Sntrup761;
        /// `schoolbook` for sntrup857.
        pub Schoolbook857: Sntrup857;
        /// `schoolbook` for sntrup953.
        pub Schoolbook953: Sntrup953;
        /// `schoolbook` for sntrup1013.
        pub Schoolbook1013: Sntrup1013;
        /// `schoolbook` for sntrup1277.
        pub Schoolbook1277: Sntrup1277;
    }
}

/// Calls the macro `$callback` with the list of the multipliers that products in a ring run.
///
/// For each ring, the list has the feature that compiles it, its type, and its multipliers. The
/// word before a multiplier says which operands it accepts: `big_by_big` any two, `big_by_small` a
/// small second operand, `modulo_word` any two, on lanes that wrap. Products in the ring run the
/// first multiplier of the ring. A multiplier with `on` replaces it on the backends that follow. A
/// `rows_by_column` multiplier, also of any two operands on lanes that wrap, multiplies rows by
/// columns, except on Armv7-M, where `nussbaumer-words` does. The remaining ones are there to
/// compare with.
///
/// An attribute before a multiplier names the feature that compiles it. With feature `small`, the
/// multipliers for devices with little memory are compiled and replace all others. A callback puts
/// the attribute before the items that it makes of the multiplier. The list of `vectru-literature`
/// has the same form.
///
/// ```
/// macro_rules! names {
///     ($($feature:literal $ring:ident: $(
///         $(#[$only:meta])? $operands:ident $multiplier:ident $(on $($backend:ident)|+)?
///     ),+;)+) => {
///         [$($(stringify!($multiplier)),+),+]
///     };
/// }
/// let names = vectru_polymul::for_each_multiplier!(names);
/// assert!(names.contains(&"GoodInfinityOuter"));
/// ```
#[macro_export]
macro_rules! for_each_multiplier {
    ($callback:ident) => {
        $callback! {
            "sntrup653" Sntrup653: big_by_big GoodOuter653, #[cfg(feature = "small")] big_by_big Schoolbook653;
            "sntrup761" Sntrup761: big_by_big GoodInfinityOuter, #[cfg(feature = "small")] big_by_big Schoolbook761;
            "sntrup857" Sntrup857: big_by_big GoodOuter857, #[cfg(feature = "small")] big_by_big Schoolbook857;
            "sntrup953" Sntrup953: big_by_big GoodOuter953, #[cfg(feature = "small")] big_by_big Schoolbook953;
            "sntrup1013" Sntrup1013: big_by_big GoodOuter1013, #[cfg(feature = "small")] big_by_big Schoolbook1013;
            "sntrup1277" Sntrup1277: big_by_big GoodOuter1277, #[cfg(feature = "small")] big_by_big Schoolbook1277;
            "ntruhps2048509" Ntruhps2048509: modulo_word ToeplitzOuter509, modulo_word ToeplitzTc509 on Avx2 | Simd128,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole509;
            "ntruhps2048677" Ntruhps2048677: modulo_word ToeplitzOuter677, modulo_word ToeplitzTc677 on Avx2 | Simd128,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole677;
            "ntruhps4096821" Ntruhps4096821: modulo_word ToeplitzOuter821, modulo_word ToeplitzTc821 on Avx2 | Simd128,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole821;
            "ntruhps40961229" Ntruhps40961229: modulo_word ToeplitzOuter1229, modulo_word ToeplitzTc1229 on Avx2 | Simd128,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole1229;
            "ntruhrss701" Ntruhrss701: modulo_word ToeplitzOuter701, modulo_word ToeplitzTc701 on Avx2 | Simd128,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole701;
            "ntruhrss1373" Ntruhrss1373: modulo_word ToeplitzOuter1373, modulo_word ToeplitzTc1373 on Avx2 | Simd128,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole1373;
            "saber" Saber: rows_by_column ToeplitzRowsSaber, modulo_word ToeplitzOuterSaber on Neon,
                #[cfg(feature = "small")] modulo_word ToeplitzWholeSaber;
        }
    };
}

/// Chooses multipliers of the list for the products in their rings: for each ring the first one,
/// the one with `on`, and the one for small devices. The remaining ones are there to compare with.
macro_rules! choose {
    ($(
        $feature:literal $ring:ident:
            $operands:ident $usual:ident
            $(, big_by_big $compared:ident)*
            $(, modulo_word $other:ident $(on $($backend:ident)|+)?)*,
            #[$only:meta] $small_operands:ident $small:ident;
    )+) => {$(
        #[cfg(feature = $feature)]
        choose! { @products $ring, $usual, $small; $($other $(on $($backend)|+)?,)* }
        #[cfg(feature = $feature)]
        choose! { @module $operands $ring, $usual, $small }
    )+};
    (@module rows_by_column $ring:ident, $usual:ident, $small:ident) => {
        #[cfg(not(vectru_registers))]
        crate::module_by! { $ring: $usual; small $small }
        // Cores without vectors multiply words.
        #[cfg(vectru_registers)]
        crate::module_by! { $ring: NussbaumerWords<$ring>; small $small }
    };
    (@module $operands:ident $ring:ident, $usual:ident, $small:ident) => {};
    (@products $ring:ident, $usual:ident, $small:ident; $compared:ident, $($rest:tt)*) => {
        choose! { @products $ring, $usual, $small; $($rest)* }
    };
    (@products $ring:ident, $usual:ident, $small:ident; $other:ident on $($backend:ident)|+, $($rest:tt)*) => {
        crate::multiply_by! { $ring: $usual, $other on $($backend)|+; small $small }
    };
    (@products $ring:ident, $usual:ident, $small:ident;) => {
        crate::multiply_by! { $ring: $usual; small $small }
    };
}

for_each_multiplier!(choose);
