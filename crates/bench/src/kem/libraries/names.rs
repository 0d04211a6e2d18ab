//! The names under which libraries have a set.

use ::vectru::Set;

/// The functions of liboqs that generate, encapsulate and decapsulate. They take the mechanism that
/// `OQS_KEM_new` finds by its name.
pub(super) const LIBOQS: [&str; 3] = ["OQS_KEM_keypair", "OQS_KEM_encaps", "OQS_KEM_decaps"];

/// The functions that draw random bytes: of librandombytes, which libntruprime needs, and of
/// SUPERCOP and PQClean.
pub(super) const RANDOM_BYTES: [&str; 3] =
    ["randombytes_internal_void_voidstar_longlong", "randombytes", "PQCLEAN_randombytes"];

/// Returns the name of a set's mechanism in liboqs.
pub(super) fn in_liboqs(set: Set) -> String {
    let name = set.name();
    match (name.strip_prefix("ntruhps"), name.strip_prefix("ntruhrss")) {
        (Some(numbers), _) => format!("NTRU-HPS-{}-{}", &numbers[..4], &numbers[4..]),
        (_, Some(number)) => format!("NTRU-HRSS-{number}"),
        _ => match name {
            "lightsaber" => "LightSaber-KEM".into(),
            "saber" => "Saber-KEM".into(),
            "firesaber" => "FireSaber-KEM".into(),
            _ => name.into(),
        },
    }
}

/// Returns the names of a set's functions in the libraries that have functions of its own, the
/// fastest code of a library first:
///
/// | library | names |
/// | --- | --- |
/// | libntruprime | `ntruprime_kem_sntrup761_keypair`, `_enc`, `_dec` |
/// | OpenSSH, SUPERCOP | `crypto_kem_sntrup761_keypair`, `_enc`, `_dec` |
/// | PQClean | `PQCLEAN_SNTRUP761_AVX2_crypto_kem_keypair`, `_enc`, `_dec`, then `AARCH64`, `CLEAN` |
pub(super) fn of(set: Set) -> impl Iterator<Item = [String; 3]> {
    let name = set.name();
    let capitals = name.to_uppercase();
    let prefixes = ["ntruprime_kem_", "crypto_kem_"].map(|prefix| format!("{prefix}{name}"));
    let pqclean = ["AVX2", "AARCH64", "CLEAN"].map(|code| format!("PQCLEAN_{capitals}_{code}_crypto_kem"));
    let prefixes = prefixes.into_iter().chain(pqclean);
    prefixes.map(|prefix| ["keypair", "enc", "dec"].map(|operation| format!("{prefix}_{operation}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_libraries() {
        let sets = [Set::Sntrup761, Set::Ntruhps40961229, Set::Ntruhrss701, Set::Firesaber];
        let expected = ["sntrup761", "NTRU-HPS-4096-1229", "NTRU-HRSS-701", "FireSaber-KEM"];
        assert_eq!(sets.map(in_liboqs), expected);
        let first: Vec<_> = of(Set::Saber).map(|[keypair, ..]| keypair).collect();
        assert_eq!(first[1], "crypto_kem_saber_keypair");
        assert_eq!(first[2], "PQCLEAN_SABER_AVX2_crypto_kem_keypair");
    }
}
