//! The page: one file that loads no others.

use super::{Kind, escape, mechanisms, multipliers, table};
use crate::comparison::Comparison;
use crate::kem::{Figures, OURS};

/// The style sheet, light and dark.
const STYLE: &str = include_str!("style.css");

/// Returns the report of a comparison.
pub(crate) fn page(comparison: &Comparison) -> String {
    let Comparison { setting, kem, multiply } = comparison;
    let mut sections = vec![setting_section(setting)];
    let compared = kem.iter().flat_map(|figures| &figures.rows).any(|row| row.implementation != OURS);
    if compared {
        sections.push(("ratios", "Ratios to the best peer", RATIOS.to_owned() + &mechanisms::ratio_tables(kem)));
    }
    if !kem.is_empty() {
        let sets: String = kem.iter().map(|figures| set(figures, kem.len() <= 2, setting.tick_rate)).collect();
        sections.push(("mechanisms", "Mechanisms", MECHANISMS.to_owned() + &sets));
    }
    let growth = mechanisms::growth(kem);
    if !growth.is_empty() {
        sections.push(("growth", "Growth", GROWTH.to_owned() + &growth));
    }
    if !multiply.is_empty() {
        let rings: String = multiply
            .iter()
            .map(|figures| {
                fold(
                    figures.ring,
                    multiply.len() == 1 || figures.ring == FIRST,
                    &multipliers::stacks(figures, setting.tick_rate),
                )
            })
            .collect();
        sections.push(("multipliers", "Multipliers", MULTIPLIERS.to_owned() + &multipliers::legend() + &rings));
    }
    document("vectru: benchmarks", &format!("All figures are times, in {}. Less is better.", setting.unit()), &sections)
}

/// Returns a page of sections, each with its identifier, its heading and its content.
pub(super) fn document(title: &str, introduction: &str, sections: &[(&str, &str, String)]) -> String {
    let links: String = sections.iter().map(|(id, heading, _)| format!("<a href=\"#{id}\">{heading}</a>\n")).collect();
    let sections: String = sections
        .iter()
        .map(|(id, heading, content)| format!("<section id=\"{id}\">\n<h2>{heading}</h2>\n{content}</section>\n"))
        .collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n<p>{introduction}</p>\n<nav aria-label=\"Sections\">\n{links}</nav>\n{sections}</main>\n</body>\n</html>\n"
    )
}

/// Returns the section with the circumstances of a measurement.
pub(super) fn setting_section(setting: &crate::Setting) -> (&'static str, &'static str, String) {
    let lines: Vec<_> =
        setting.lines().into_iter().map(|(heading, text)| vec![format!("<b>{heading}</b>"), escape(&text)]).collect();
    ("setting", "Setting", table("setting", &[("", Kind::Name), ("", Kind::Text)], &lines))
}

/// The set and the ring whose sections are open at first.
const FIRST: &str = "sntrup761";

const RATIOS: &str = "<p>A ratio is the time of vectru divided by that of the best peer: below 1, vectru is faster. A \
    derived figure stands for a peer that draws its random bytes by itself: it is the median of the peer, minus the time of \
    those bytes, plus the time of as many bytes of ChaCha8, both measured alone. The best peer is the one with the smallest \
    such figure, so that no peer loses by a slow source of random bytes. A peer without prepared keys is represented by its \
    operation on the bytes of the key. The portable backend is left out where there are others.</p>\n";
const MECHANISMS: &str = "<p>The length of a bar is the median; the line at its end goes from the lower to the upper \
    quartile. The pale part is the time of the random bytes that an implementation draws by itself, measured alone; the others \
    draw from ChaCha8. A bar more than six times as long as the shortest of its set is cut.</p>\n";
const GROWTH: &str = "<p>Medians over the degree of the ring, as measured: each implementation with its own source of random bytes. A \
    peer without prepared keys is represented by its operation on the bytes of the key.</p>\n";
const MULTIPLIERS: &str = "<p>A bar adds up the parts of a product by a small operand; the line marks the time of the product as \
    a whole. The parts need not add up to it where a product transforms both operands at once. The multiplier that dispatch \
    chooses is marked.</p>\n";

/// Returns the section of a set.
fn set(figures: &Figures, open: bool, rate: Option<u64>) -> String {
    fold(figures.set, open || figures.set == FIRST, &mechanisms::bars(figures, rate))
}

/// Returns a section that folds.
fn fold(name: &str, open: bool, content: &str) -> String {
    let open = if open { " open=\"\"" } else { "" };
    format!("<details{open}><summary><h3>{}</h3></summary>\n{content}</details>\n", escape(name))
}

#[cfg(test)]
mod tests {
    use vectru_polymul::dispatch::Backend;

    use super::*;
    use crate::kem::OPERATIONS;
    use crate::report::grouped;
    use crate::stopwatch::nanoseconds;
    use crate::{Setting, Summary, multiply, ratios};

    /// Returns rows of two sets and a ring, with distinct medians.
    fn comparison() -> Comparison {
        let mut larger = ratios::tests::figures();
        larger.set = "sntrup857";
        for row in &mut larger.rows {
            row.summary.median += 7000;
            row.set = if row.set == "sntrup761" { "sntrup857" } else { row.set };
        }
        let part = |(index, part): (u64, &'static str)| multiply::Row {
            kind: "multiply",
            ring: "sntrup761",
            multiplier: "good-rader-outer",
            backend: "avx2",
            part,
            unit: "ticks",
            summary: Summary {
                median: 1_000_001 + index,
                minimum: 1,
                lower_quartile: 2,
                upper_quartile: 3,
                quiet: 2,
                runs: 4,
            },
        };
        let parts = ["forward", "forward-small", "base", "inverse", "fold", "product-by-small", "product"];
        let ring = multiply::Figures {
            ring: "sntrup761",
            formula: "Z_4591[x]/(x^761 - x - 1)",
            chosen: vec![(Backend::Avx2, "good-rader-outer")],
            rows: (0..).zip(parts).map(part).collect(),
            workspaces: Vec::new(),
            bounds: Vec::new(),
        };
        let setting = Setting::of("vectru bench --html \"<&>\"");
        Comparison { setting, kem: vec![ratios::tests::figures(), larger], multiply: vec![ring] }
    }

    #[test]
    fn the_page_is_well_formed_and_has_every_row() {
        let comparison = comparison();
        let page = page(&comparison);
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let document = roxmltree::Document::parse_with_options(&page, options).expect("tags are balanced");
        let cells: Vec<String> = document
            .descendants()
            .filter(|node| node.has_tag_name("td"))
            .map(|cell| cell.descendants().filter_map(|node| node.is_text().then(|| node.text())?).collect())
            .collect();
        let has = |text: &str| cells.iter().any(|cell| cell == text);
        let rows = comparison.kem.iter().flat_map(|figures| &figures.rows);
        for row in rows {
            let named = |cell: &String| cell.starts_with(row.implementation) && cell.contains(row.backend);
            assert!(has(&grouped(row.summary.median)) && cells.iter().any(named), "{row:?}");
            let known = OPERATIONS.iter().find(|(name, _)| *name == row.operation);
            let heading = format!("<h4>{}</h4>", known.map_or(row.operation, |(_, text)| text));
            assert!(page.contains(&heading) && page.contains(row.set), "{row:?}");
        }
        if let Some(rate) = comparison.setting.tick_rate {
            let multiplier = comparison.multiply[0].rows.iter().map(|row| row.summary.median);
            let medians = comparison.kem.iter().flat_map(|figures| &figures.rows).map(|row| row.summary.median);
            medians.chain(multiplier).for_each(|median| assert!(has(&grouped(nanoseconds(median, rate))), "{median}"));
        }
        for row in &comparison.multiply[0].rows {
            assert!(has(&grouped(row.summary.median)) && has(row.part), "{row:?}");
        }
        assert!(has("vectru bench --html \"<&>\"") && has("0.25") && has("0.40"));
        // A plot has a point for each set of a family and each line: two lines of key generation,
        // three of encapsulation (one of them from bytes), two of encapsulation from bytes.
        assert!(document.descendants().any(|node| node.attribute("class") == Some("plot")));
        assert_eq!(page.matches("<circle").count(), 2 * (2 + 3 + 2));
    }

    #[test]
    fn the_page_takes_nothing_from_elsewhere() {
        let page = page(&comparison());
        for foreign in ["http://", "https://", "src=", "url(", "@import", "<link", "<script"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
    }

    #[test]
    fn links_lead_to_sections() {
        let page = page(&comparison());
        let links: Vec<_> = page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(links.len(), 5);
        assert!(links.iter().all(|link| page.contains(&format!("<section id=\"{link}\">"))));
    }
}
