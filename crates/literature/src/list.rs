//! The list of the multipliers of the papers, by ring.

use vectru_polymul::multiplier::NussbaumerWords;
use vectru_polymul::ring;

use crate::{GoodThomas, GoodThomasTwoPrimes};

/// Calls the macro `$callback` with the list of the multipliers of the papers that do not ship. The
/// list has the form that [`for_each_multiplier`](vectru_polymul::for_each_multiplier) documents.
///
/// Feature `printed` compiles the multipliers that sources suggest, but that are slower than others
/// of the same ring, so that only printed tables need them.
#[macro_export]
macro_rules! for_each_literature_multiplier {
    ($callback:ident) => {
        $callback! {
            "sntrup653" Sntrup653:
                big_by_small GoodThomas653, big_by_small GoodThomasTwoPrimes653;
            "sntrup761" Sntrup761:
                big_by_big GoodRaderBruun, big_by_big GoodRaderOuter, big_by_big GoodSchoenhageBruun761,
                big_by_small GoodThomas761, big_by_small GoodThomasTwoPrimes761,
                big_by_big SchoenhageNussbaumer, big_by_big TruncatedRader;
            "sntrup857" Sntrup857:
                big_by_big GoodRaderOuter857, big_by_big GoodSchoenhageBruun857,
                big_by_small GoodThomas857, big_by_small GoodThomasTwoPrimes857,
                #[cfg(feature = "printed")] big_by_big GoodRaderLanes857,
                #[cfg(feature = "printed")] big_by_big GoodSchoenhageOuter857;
            "sntrup953" Sntrup953:
                big_by_small GoodThomas953, big_by_small GoodThomasTwoPrimes953;
            "sntrup1013" Sntrup1013:
                big_by_small GoodThomas1013, big_by_small GoodThomasTwoPrimes1013,
                big_by_big TruncatedRader1013, #[cfg(feature = "printed")] big_by_big TruncatedLanes1013;
            "sntrup1277" Sntrup1277:
                big_by_big GoodRaderBruun1277, big_by_small GoodThomas1277, big_by_small GoodThomasTwoPrimes1277;
            "ntruhps2048509" Ntruhps2048509:
                big_by_small GoodThomas509, big_by_small GoodThomasTwoPrimes509,
                #[cfg(feature = "printed")] modulo_word ToeplitzPrinted509;
            "ntruhps2048677" Ntruhps2048677:
                big_by_small GoodThomas677, big_by_small GoodThomasTwoPrimes677,
                modulo_word ToomCook677, modulo_word ToomCook2021;
            "ntruhps4096821" Ntruhps4096821:
                big_by_small GoodThomas821, big_by_small GoodThomasTwoPrimes821,
                #[cfg(feature = "printed")] modulo_word ToeplitzPrinted821;
            "ntruhps40961229" Ntruhps40961229:
                big_by_small GoodThomas1229, big_by_small GoodThomasTwoPrimes1229,
                #[cfg(feature = "printed")] modulo_word ToeplitzPrinted1229;
            "ntruhrss701" Ntruhrss701:
                big_by_small GoodThomas701;
            "saber" Saber:
                big_by_small CooleyTukeyOnePrime, big_by_small CooleyTukeyTwoPrimes, modulo_word NussbaumerSaber,
                modulo_word SchoenhageSaber, modulo_word ToeplitzTcSaber, big_by_small TwoPrimesWords,
                rows_by_column NussbaumerWordsSaber;
        }
    };
}

/// `nussbaumer-words` for [`Saber`](ring::Saber).
pub type NussbaumerWordsSaber = NussbaumerWords<ring::Saber>;

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
