//! The random bytes that implementations draw by themselves: the lengths of their calls.
//!
//! They are those of the C code that the mechanisms were submitted with, which libraries and crates
//! keep.

use super::ML_KEM;

/// The number of bytes of each call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draws {
    /// In a key generation whose first attempt succeeds.
    pub(super) keygen: Vec<usize>,
    /// In an encapsulation.
    pub(super) encaps: Vec<usize>,
}

/// Returns the lengths for a set.
///
/// # Panics
///
/// Panics if there is no set of this name.
pub(super) fn of(set: &str) -> Draws {
    let number = |prefix| set.strip_prefix(prefix).and_then(|number| number.parse::<usize>().ok());
    let (keygen, encaps) = if let Some(p) = number("sntrup") {
        // Lists of p words, and an encoded short polynomial.
        (vec![4 * p, 4 * p, p.div_ceil(4)], vec![4 * p])
    } else if let Some(p) = number("ntrulpr") {
        // A seed, a list of p words, and an input of 256 bits.
        (vec![32, 4 * p, 32], vec![32])
    } else if let Some(n) = number("ntruhps2048").or_else(|| number("ntruhps4096")) {
        // A byte for each coefficient, 30 bits for each coefficient, and a key for rejection.
        let pair = (n - 1) + (30 * (n - 1)).div_ceil(8);
        (vec![pair, 32], vec![pair])
    } else if let Some(n) = number("ntruhrss") {
        // Two bytes for each coefficient, and a key for rejection.
        (vec![2 * (n - 1), 32], vec![2 * (n - 1)])
    } else if set.ends_with("saber") {
        // Two seeds and a key for rejection; a message.
        (vec![32; 3], vec![32])
    } else {
        assert_eq!(set, ML_KEM, "a set whose implementations draw random bytes");
        (vec![64], vec![32])
    };
    Draws { keygen, encaps }
}

#[cfg(test)]
mod tests {
    use ::vectru::Set;

    use super::*;

    #[test]
    fn all_sets_draw_at_least_a_seed() {
        for name in Set::ALL.map(Set::name).into_iter().chain([ML_KEM]) {
            let Draws { keygen, encaps } = of(name);
            assert!(keygen.iter().sum::<usize>() >= 64 && encaps.iter().sum::<usize>() >= 32, "{name}");
        }
        assert_eq!(of("sntrup761"), Draws { keygen: vec![3044, 3044, 191], encaps: vec![3044] });
        assert_eq!(of("ntruhps2048509"), Draws { keygen: vec![508 + 1905, 32], encaps: vec![508 + 1905] });
    }
}
