//! The multipliers, by ring: the one list of them.

use super::{GoodThomas, GoodThomasTwoPrimes};
use crate::ring;

/// Calls the macro `$callback` with the list of all multipliers.
///
/// For each ring, the list has the feature that compiles it and its type; the multiplier that
/// dispatch chooses, and an alternative with the backends on which it is faster; and all its
/// multipliers by the operands that they take: `big_by_big` for any two, `big_by_small` if the
/// second is small, `modulo_word` for any two on lanes that wrap. An attribute before a multiplier
/// names the feature that compiles it: `printed` has those that only tables of the sources need, and
/// `small` those of devices with little memory, the last one of each ring. A callback puts the
/// attribute before what it makes of the multiplier.
///
/// ```
/// macro_rules! names {
///     ($($feature:literal $ring:ident: $chosen:ident $(, $other:ident: $($backend:ident)|+)?;
///         $($(#[$only:meta])? $operands:ident $multiplier:ident),+;)+) => {
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
            "sntrup653" Sntrup653: GoodOuter653;
                big_by_big GoodOuter653, big_by_small GoodThomas653, big_by_small GoodThomasTwoPrimes653,
                #[cfg(feature = "small")] big_by_big Schoolbook653;
            "sntrup761" Sntrup761: GoodInfinityOuter;
                big_by_big GoodInfinityOuter, big_by_big GoodRaderBruun, big_by_big GoodRaderOuter,
                big_by_big GoodSchoenhageBruun761, big_by_small GoodThomas761, big_by_small GoodThomasTwoPrimes761,
                big_by_big SchoenhageNussbaumer, big_by_big TruncatedRader,
                #[cfg(feature = "small")] big_by_big Schoolbook761;
            "sntrup857" Sntrup857: GoodOuter857;
                big_by_big GoodOuter857, big_by_big GoodRaderOuter857, big_by_big GoodSchoenhageBruun857,
                big_by_small GoodThomas857, big_by_small GoodThomasTwoPrimes857,
                #[cfg(feature = "printed")] big_by_big GoodRaderLanes857,
                #[cfg(feature = "printed")] big_by_big GoodSchoenhageOuter857,
                #[cfg(feature = "small")] big_by_big Schoolbook857;
            "sntrup953" Sntrup953: GoodOuter953;
                big_by_big GoodOuter953, big_by_small GoodThomas953, big_by_small GoodThomasTwoPrimes953,
                #[cfg(feature = "small")] big_by_big Schoolbook953;
            "sntrup1013" Sntrup1013: GoodOuter1013;
                big_by_big GoodOuter1013, big_by_small GoodThomas1013, big_by_small GoodThomasTwoPrimes1013,
                big_by_big TruncatedRader1013, #[cfg(feature = "printed")] big_by_big TruncatedLanes1013,
                #[cfg(feature = "small")] big_by_big Schoolbook1013;
            "sntrup1277" Sntrup1277: GoodOuter1277;
                big_by_big GoodOuter1277, big_by_big GoodRaderBruun1277, big_by_small GoodThomas1277,
                big_by_small GoodThomasTwoPrimes1277,
                #[cfg(feature = "small")] big_by_big Schoolbook1277;
            "ntruhps2048509" Ntruhps2048509: ToeplitzOuter509;
                big_by_small GoodThomas509, big_by_small GoodThomasTwoPrimes509,
                modulo_word ToeplitzOuter509, modulo_word ToeplitzTc509,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole509;
            "ntruhps2048677" Ntruhps2048677: ToeplitzOuter677, ToeplitzTc677: Avx2 | Simd128;
                big_by_small GoodThomas677, big_by_small GoodThomasTwoPrimes677,
                modulo_word ToeplitzOuter677, modulo_word ToeplitzTc677,
                modulo_word ToomCook677, modulo_word ToomCook2021,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole677;
            "ntruhps4096821" Ntruhps4096821: ToeplitzOuter821, ToeplitzTc821: Avx2 | Simd128;
                big_by_small GoodThomas821, big_by_small GoodThomasTwoPrimes821,
                modulo_word ToeplitzOuter821, modulo_word ToeplitzTc821,
                #[cfg(feature = "printed")] modulo_word ToeplitzPrinted821,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole821;
            "ntruhps40961229" Ntruhps40961229: ToeplitzOuter1229, ToeplitzTc1229: Avx2 | Simd128;
                big_by_small GoodThomas1229, big_by_small GoodThomasTwoPrimes1229,
                modulo_word ToeplitzOuter1229, modulo_word ToeplitzTc1229,
                #[cfg(feature = "printed")] modulo_word ToeplitzPrinted1229,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole1229;
            "ntruhrss701" Ntruhrss701: ToeplitzOuter701, ToeplitzTc701: Avx2 | Simd128;
                big_by_small GoodThomas701, modulo_word ToeplitzOuter701, modulo_word ToeplitzTc701,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole701;
            "ntruhrss1373" Ntruhrss1373: ToeplitzOuter1373;
                modulo_word ToeplitzOuter1373,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole1373;
            "saber" Saber: ToeplitzOuterSaber;
                big_by_small CooleyTukeyOnePrime, big_by_small CooleyTukeyTwoPrimes, modulo_word NussbaumerSaber,
                modulo_word SchoenhageSaber, modulo_word ToeplitzOuterSaber, modulo_word ToeplitzTcSaber,
                #[cfg(feature = "small")] modulo_word ToeplitzWholeSaber;
            "prime1009" Prime1009: GoodOuter1009;
                big_by_big GoodOuter1009,
                #[cfg(feature = "small")] big_by_big Schoolbook1009;
            "cyclic773" Cyclic773: ToeplitzOuter773;
                modulo_word ToeplitzOuter773,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole773;
        }
    };
}

/// Declares the multipliers over the integers, whose rings share one implementation. Each has a
/// name, a ring, and the odd factor of its length 512 n.
macro_rules! over_the_integers {
    ($multiplier:ident, $recipe:literal: $($name:ident: $ring:ident, $odd:literal;)*) => {$(
        #[doc = concat!("`", $recipe, "` for [`", stringify!($ring), "`](ring::", stringify!($ring), ").")]
        pub type $name = $multiplier<ring::$ring, $odd>;
    )*};
}

over_the_integers! { GoodThomas, "good-thomas":
    GoodThomas653: Sntrup653, 3;
    GoodThomas761: Sntrup761, 3;
    GoodThomas857: Sntrup857, 5;
    GoodThomas953: Sntrup953, 5;
    GoodThomas1013: Sntrup1013, 5;
    GoodThomas1277: Sntrup1277, 5;
    GoodThomas509: Ntruhps2048509, 3;
    GoodThomas677: Ntruhps2048677, 3;
    GoodThomas821: Ntruhps4096821, 5;
    GoodThomas1229: Ntruhps40961229, 5;
    GoodThomas701: Ntruhrss701, 3;
}

over_the_integers! { GoodThomasTwoPrimes, "good-thomas-two-primes":
    GoodThomasTwoPrimes653: Sntrup653, 3;
    GoodThomasTwoPrimes761: Sntrup761, 3;
    GoodThomasTwoPrimes857: Sntrup857, 5;
    GoodThomasTwoPrimes953: Sntrup953, 5;
    GoodThomasTwoPrimes1013: Sntrup1013, 5;
    GoodThomasTwoPrimes1277: Sntrup1277, 5;
    GoodThomasTwoPrimes509: Ntruhps2048509, 3;
    GoodThomasTwoPrimes677: Ntruhps2048677, 3;
    GoodThomasTwoPrimes821: Ntruhps4096821, 5;
    GoodThomasTwoPrimes1229: Ntruhps40961229, 5;
}
