//! The times of vectru divided by the times of its best peer.

use vectru_polymul::dispatch::Backend;

use crate::Table;
use crate::kem::{Figures, ML_KEM, OURS, Row};

/// A figure of vectru, and the figure of the best peer.
///
/// The best peer has the smallest median if all draw random bytes from the same generator, so that
/// no peer loses by a slow source. For a peer that draws by itself this median is derived. The
/// ratio of the measured medians is available, too.
#[derive(Clone, Copy, Debug)]
pub struct Ratio<'a> {
    /// The figure of vectru.
    pub ours: &'a Row,
    /// The figure of the best peer for the same operation. A peer without prepared keys takes part
    /// in the operations with prepared keys by its figure from bytes. The set may be [`ML_KEM`].
    pub theirs: &'a Row,
}

impl Ratio<'_> {
    /// Returns our median divided by theirs.
    pub fn measured(&self) -> f64 {
        ratio(self.ours.summary.median, self.theirs.summary.median)
    }

    /// Returns our median divided by theirs with our generator's random bytes, if the peer draws by
    /// itself.
    pub fn with_generator(&self) -> Option<f64> {
        self.theirs.with_generator.map(|theirs| ratio(self.ours.summary.median, theirs))
    }

    /// Returns true if the peer's figure is from bytes, but ours is not.
    pub fn from_bytes(&self) -> bool {
        self.ours.operation != self.theirs.operation
    }
}

fn ratio(ours: u64, theirs: u64) -> f64 {
    ours as f64 / theirs.max(1) as f64
}

/// Returns the figures of vectru for which there is a peer, and again with ML-KEM-768 if it was
/// measured in the same turns. Figures of the portable backend are omitted if there are others.
pub fn ratios(figures: &Figures) -> Vec<Ratio<'_>> {
    let backends = backends(&figures.rows);
    let ours: Vec<_> = backends
        .iter()
        .flat_map(|backend| {
            figures.rows.iter().filter(move |row| row.implementation == OURS && row.backend == *backend)
        })
        .collect();
    [figures.set, ML_KEM]
        .into_iter()
        .flat_map(|set| {
            ours.iter().filter_map(move |ours| Some(Ratio { ours, theirs: best(&figures.rows, set, ours)? }))
        })
        .collect()
}

/// Returns the best peer's row of a set for the operation of `ours`.
fn best<'a>(rows: &'a [Row], set: &str, ours: &Row) -> Option<&'a Row> {
    let peers = rows.iter().filter(|row| row.implementation != OURS && row.set == set);
    peers
        .filter(|row| takes_part(row, ours.operation, rows))
        .min_by_key(|row| row.with_generator.unwrap_or(row.summary.median))
}

/// Returns true if the row is for `operation`, or stands in for it among `rows`: an operation from
/// bytes, if the implementation has no prepared keys.
pub(crate) fn takes_part(row: &Row, operation: &str, rows: &[Row]) -> bool {
    let same = |other: &&Row| other.implementation == row.implementation && other.set == row.set;
    row.operation == operation
        || row.operation.strip_suffix("-from-bytes") == Some(operation)
            && !rows.iter().filter(same).any(|other| other.operation == operation)
}

/// Returns the backends of vectru in the rows that are worth comparing: the vector backends, or the
/// portable one if there are no others. The last one comes first, as it is the fastest.
pub(crate) fn backends(rows: &[Row]) -> Vec<&'static str> {
    let mut backends: Vec<_> = rows.iter().filter(|row| row.implementation == OURS).map(|row| row.backend).collect();
    backends.dedup();
    backends.sort_by_key(|name| std::cmp::Reverse(Backend::ALL.iter().position(|backend| backend.name() == *name)));
    backends.dedup();
    if backends.len() > 1 {
        backends.retain(|name| *name != Backend::Portable.name());
    }
    backends
}

/// Returns the ratios as a table for the terminal.
pub fn table(ratios: &[Ratio<'_>]) -> String {
    let headings =
        ["set", "operation", "backend", "vectru", "best peer", "path", "its median", "ratio", "derived ratio"];
    let mut table = Table::new(&headings);
    for ratio in ratios {
        let Ratio { ours, theirs } = ratio;
        let foreign = if theirs.set == ours.set { String::new() } else { format!(" {}", theirs.set) };
        let bytes = if ratio.from_bytes() { " (from bytes)" } else { "" };
        let mut cells = [ours.set, ours.operation, ours.backend].map(String::from).to_vec();
        cells.push(ours.summary.median.to_string());
        cells.push(format!("{}{foreign}{bytes}", theirs.implementation));
        cells.push(theirs.backend.into());
        cells.push(theirs.summary.median.to_string());
        cells.push(format!("{:.2}", ratio.measured()));
        cells.extend(ratio.with_generator().map(|ratio| format!("{ratio:.2}")));
        table.row(cells);
    }
    format!(
        "Ratios to the best peer; the derived ratio is to a peer with the generator of all others instead of its own\n\n{table}"
    )
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::Summary;
    use crate::kem::RngSource;

    /// Returns a row. If it draws its random bytes by itself, they take 18, and 3 from the
    /// generator.
    pub(crate) fn row(set: &'static str, implementation: &'static str, operation: &'static str, median: u64) -> Row {
        let own = (implementation == "own").then_some((18, 3));
        Row {
            kind: "kem",
            set,
            operation,
            implementation,
            backend: "avx2",
            rng: "chacha8",
            multiplier: None,
            unit: "ticks",
            summary: Summary {
                median,
                minimum: median,
                lower_quartile: median,
                upper_quartile: median,
                quiet: median,
                runs: 1,
            },
            own_bytes: own.map(|(own, _)| own),
            generator_bytes: own.map(|(_, generator)| generator),
            with_generator: own.map(|(own, generator)| median - own + generator),
            quiet_with_generator: own.map(|(own, generator)| median - own + generator),
        }
    }

    pub(crate) fn figures() -> Figures {
        let rows = vec![
            row("sntrup761", OURS, "encaps", 10),
            row("sntrup761", OURS, "keygen", 100),
            row("sntrup761", OURS, "unheard-of", 1),
            row("sntrup761", "own", "encaps-from-bytes", 40),
            row("sntrup761", "prepared", "encaps", 26),
            row("sntrup761", "prepared", "encaps-from-bytes", 20),
            row("sntrup761", "own", "keygen", 90),
            row("mlkem768", "other", "encaps", 8),
        ];
        Figures::of("sntrup761", RngSource::ChaCha8, rows)
    }

    #[test]
    fn the_best_peer_is_chosen_with_the_same_random_bytes() {
        let figures = figures();
        let ratios = ratios(&figures);
        let found: Vec<_> =
            ratios.iter().map(|ratio| (ratio.ours.operation, ratio.theirs.set, ratio.theirs.implementation)).collect();
        let expected =
            [("encaps", "sntrup761", "own"), ("keygen", "sntrup761", "own"), ("encaps", "mlkem768", "other")];
        assert_eq!(found, expected);
        assert!((ratios[0].measured() - 0.25).abs() < 1e-9 && ratios[0].from_bytes());
        assert_eq!(ratios[0].with_generator(), Some(0.4));
        assert_eq!((ratios[1].with_generator(), ratios[1].from_bytes()), (Some(100.0 / 75.0), false));
        assert_eq!((ratios[2].measured(), ratios[2].with_generator()), (1.25, None));
    }

    #[test]
    fn the_portable_backend_is_compared_only_if_it_is_alone() {
        let mut rows = figures().rows;
        let portable = Row { backend: "portable", ..rows[0].clone() };
        rows.insert(0, portable.clone());
        rows.push(Row { backend: "avx512", ..rows[0].clone() });
        assert_eq!(backends(&rows), ["avx512", "avx2"]);
        assert_eq!(backends(&[portable]), ["portable"]);
    }

    #[test]
    fn a_peer_with_prepared_keys_is_not_taken_from_bytes() {
        let mut figures = figures();
        figures.rows.retain(|row| row.implementation != "own");
        assert_eq!(ratios(&figures)[0].theirs.operation, "encaps");
        let table = table(&ratios(&figures));
        assert!(table.contains("0.38") && !table.contains("from bytes"), "{table}");
    }
}
