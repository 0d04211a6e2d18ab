//! The choice of a multiplier for each ring and backend, beside the figures of all multipliers.

use crate::Figures;
use crate::rows::Row;

/// The backend of the multipliers that run where a ring has no alternative.
const USUAL: &str = "avx512";

/// The most percent of the fastest product that a chosen one takes.
const LIMIT: u64 = 103;

/// Returns the products of a ring on a backend in a run: the multipliers with their times, or with
/// their cycles in the model of a core with Neon.
fn products<'a>(figures: &'a Figures, ring: &str, backend: &str, part: &str) -> Vec<(&'a str, u64)> {
    let (rows, time): (_, fn(&Row) -> Option<u64>) = match backend {
        "neon" => (figures.rows("model", &[("ring", ring)]), |row| row.number("cycles")),
        _ => (figures.rows("multiply", &[("ring", ring), ("backend", backend), ("part", part)]), Row::time),
    };
    rows.into_iter().filter_map(|row| Some((row.text("multiplier"), time(row)?))).collect()
}

/// A product that dispatch chooses for a ring on a backend, with its time in a run.
#[derive(Clone, Debug)]
pub struct Choice<'a> {
    ring: &'a str,
    backend: &'a str,
    multiplier: &'a str,
    time: u64,
    /// The time by the multiplier that this one replaces on the backend, if it is an alternative.
    replaced: Option<u64>,
    /// The least time by any multiplier.
    fastest: u64,
}

/// Returns the choices for whose products a run has times.
pub fn choices<'a>(figures: &'a Figures, run: &Figures) -> Vec<Choice<'a>> {
    let mut found = Vec::new();
    for row in figures.rows("multiplier", &[]) {
        let [ring, multiplier] = ["ring", "multiplier"].map(|field| row.text(field));
        let usual = figures.chosen(ring, USUAL).filter(|name| *name != multiplier);
        for backend in row.texts("chosen") {
            let products = products(run, ring, backend, "product");
            let time_of = |name: &str| products.iter().find(|(other, _)| *other == name).map(|(_, time)| *time);
            let Some(time) = time_of(multiplier) else { continue };
            let fastest = products.iter().map(|(_, time)| *time).fold(time, u64::min);
            found.push(Choice { ring, backend, multiplier, time, replaced: usual.and_then(time_of), fastest });
        }
    }
    found
}

/// Returns where the choice breaks the rule that `docs/research/multipliers.md` states, in any run.
pub fn defects(figures: &Figures) -> Vec<String> {
    // The portable products of the other files are of an earlier state.
    let beside_libraries = figures.libraries().iter().flat_map(|run| defects_in(figures, run, LIMIT));
    beside_libraries.chain(defects_in(figures, figures, u64::MAX)).collect()
}

/// Returns where the choice breaks the rule in one run, with the most percent of the fastest
/// product that a chosen one takes on the portable backend.
fn defects_in(figures: &Figures, run: &Figures, portable: u64) -> Vec<String> {
    let mut defects = Vec::new();
    for Choice { ring, backend, multiplier, time, replaced, fastest } in choices(figures, run) {
        let allowed = match backend {
            "portable" => fastest.saturating_mul(portable) / 100,
            "neon" => fastest,
            _ => fastest * LIMIT / 100,
        };
        if time > allowed || replaced.is_some_and(|replaced| time > replaced) {
            defects.push(format!("{ring}, {backend}: {multiplier} takes {time}, another multiplier {fastest}"));
        }
        let by_small = products(run, ring, backend, "product-by-small");
        let chosen = by_small.iter().find(|(other, _)| *other == multiplier).map(|(_, time)| *time);
        let any_two = products(run, ring, backend, "product");
        let is_special = |name: &str| any_two.iter().all(|(other, _)| *other != name);
        if by_small.iter().any(|(other, time)| is_special(other) && chosen.is_some_and(|chosen| *time < chosen)) {
            let defect = "a multiplier for small operands alone is faster than";
            defects.push(format!("{ring}, {backend}: {defect} {multiplier}"));
        }
    }
    defects
}

#[cfg(test)]
mod tests {
    use super::*;

    fn multiply(ring: &str, multiplier: &str, backend: &str, part: &str, median: u64) -> String {
        format!(
            r#"{{"kind":"multiply","ring":"{ring}","multiplier":"{multiplier}","backend":"{backend}","part":"{part}","median":{median}}}"#
        )
    }

    const CHOICE: &str = r#"
{"kind":"multiplier","ring":"ntruhps2048677","multiplier":"toeplitz-outer","chosen":["avx512","portable"]}
{"kind":"multiplier","ring":"ntruhps2048677","multiplier":"toeplitz-tc","chosen":["avx2"]}
"#;

    fn figures(rows: &[String]) -> Figures {
        Figures::of(&(CHOICE.to_owned() + &rows.join("\n"))).expect("rows")
    }

    fn found(rows: &[String]) -> Vec<String> {
        defects(&figures(rows))
    }

    #[test]
    fn slow_choices_are_defects() {
        let product = |multiplier, backend, median| multiply("ntruhps2048677", multiplier, backend, "product", median);
        let on_avx2 = |median| vec![product("toeplitz-outer", "avx2", 1000), product("toeplitz-tc", "avx2", median)];
        assert!(found(&on_avx2(1000)).is_empty());
        assert_eq!(found(&on_avx2(1001)), ["ntruhps2048677, avx2: toeplitz-tc takes 1001, another multiplier 1000"]);
        let on_avx512 =
            |median| vec![product("toeplitz-outer", "avx512", median), product("toom-cook", "avx512", 1000)];
        assert!(found(&on_avx512(1030)).is_empty());
        assert_eq!(found(&on_avx512(1031)).len(), 1);
        let portable =
            |median| [product("toeplitz-outer", "portable", median), product("toeplitz-tc", "portable", 1000)];
        assert!(found(&portable(2000)).is_empty());
        let beside_libraries = |median| defects(&figures(&[]).with_libraries(vec![figures(&portable(median))]));
        assert!(beside_libraries(1030).is_empty());
        assert_eq!(beside_libraries(1031).len(), 1);
        let small = |name, median| multiply("ntruhps2048677", name, "avx512", "product-by-small", median);
        let both = multiply("ntruhps2048677", "toeplitz-outer", "avx512", "product", 1000);
        assert_eq!(found(&[both, small("toeplitz-outer", 1000), small("cooley-tukey", 999)]).len(), 1);
    }
}
