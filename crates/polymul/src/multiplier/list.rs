//! The multipliers that ship, by ring: the one list of them.

/// Calls the macro `$callback` with the list of the multipliers that products in a ring run.
///
/// For each ring, the list has the feature that compiles it, its type, and its multipliers by the
/// operands that they take: `big_by_big` for any two, `big_by_small` if the second is small,
/// `modulo_word` for any two on lanes that wrap. An attribute before a multiplier names the feature
/// that compiles it: `small` has those of devices with little memory. A callback puts the attribute
/// before what it makes of the multiplier. The list of `vectru-literature` has the same form.
///
/// ```
/// macro_rules! names {
///     ($($feature:literal $ring:ident: $($(#[$only:meta])? $operands:ident $multiplier:ident),+;)+) => {
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
            "sntrup653" Sntrup653:
                big_by_big GoodOuter653,
                #[cfg(feature = "small")] big_by_big Schoolbook653;
            "sntrup761" Sntrup761:
                big_by_big GoodInfinityOuter,
                #[cfg(feature = "small")] big_by_big Schoolbook761;
            "sntrup857" Sntrup857:
                big_by_big GoodOuter857,
                #[cfg(feature = "small")] big_by_big Schoolbook857;
            "sntrup953" Sntrup953:
                big_by_big GoodOuter953,
                #[cfg(feature = "small")] big_by_big Schoolbook953;
            "sntrup1013" Sntrup1013:
                big_by_big GoodOuter1013,
                #[cfg(feature = "small")] big_by_big Schoolbook1013;
            "sntrup1277" Sntrup1277:
                big_by_big GoodOuter1277,
                #[cfg(feature = "small")] big_by_big Schoolbook1277;
            "ntruhps2048509" Ntruhps2048509:
                modulo_word ToeplitzOuter509,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole509;
            "ntruhps2048677" Ntruhps2048677:
                modulo_word ToeplitzOuter677, modulo_word ToeplitzTc677,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole677;
            "ntruhps4096821" Ntruhps4096821:
                modulo_word ToeplitzOuter821, modulo_word ToeplitzTc821,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole821;
            "ntruhps40961229" Ntruhps40961229:
                modulo_word ToeplitzOuter1229, modulo_word ToeplitzTc1229,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole1229;
            "ntruhrss701" Ntruhrss701:
                modulo_word ToeplitzOuter701, modulo_word ToeplitzTc701,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole701;
            "ntruhrss1373" Ntruhrss1373:
                modulo_word ToeplitzOuter1373,
                #[cfg(feature = "small")] modulo_word ToeplitzWhole1373;
            "saber" Saber:
                big_by_small CooleyTukeyTwoPrimes, modulo_word ToeplitzOuterSaber,
                #[cfg(feature = "small")] modulo_word ToeplitzWholeSaber;
        }
    };
}
