//! The page: one file that takes nothing from anywhere else.

use super::{escape, mechanisms, multipliers, table};
use crate::comparison::Comparison;
use crate::kem::{Figures, OURS};

/// The style sheet, light and dark.
const STYLE: &str = include_str!("style.css");

/// The report of a comparison.
pub(crate) fn page(comparison: &Comparison) -> String {
    let Comparison { setting, kem, multiply } = comparison;
    let lines: Vec<_> =
        setting.lines().into_iter().map(|(heading, text)| vec![format!("<b>{heading}</b>"), escape(&text)]).collect();
    let mut sections = vec![("setting", "Setting", table("setting", &["", ""], 2, &lines))];
    let compared = kem.iter().flat_map(|figures| &figures.rows).any(|row| row.implementation != OURS);
    if compared {
        sections.push(("ratios", "Ratios to the best peer", RATIOS.to_owned() + &mechanisms::ratio_tables(kem)));
    }
    if !kem.is_empty() {
        let sets: String = kem.iter().map(|figures| set(figures, kem.len() <= 2)).collect();
        sections.push(("mechanisms", "Mechanisms", MECHANISMS.to_owned() + &sets));
    }
    let growth = mechanisms::growth(kem);
    if !growth.is_empty() {
        sections.push(("growth", "Growth", GROWTH.to_owned() + &growth));
    }
    if !multiply.is_empty() {
        let rings: String = multiply
            .iter()
            .map(|figures| fold(figures.ring, figures.ring == FIRST, &multipliers::stacks(figures)))
            .collect();
        sections.push(("multipliers", "Multipliers", MULTIPLIERS.to_owned() + &multipliers::legend() + &rings));
    }
    let links: String = sections.iter().map(|(id, heading, _)| format!("<a href=\"#{id}\">{heading}</a>\n")).collect();
    let sections: String = sections
        .iter()
        .map(|(id, heading, content)| format!("<section id=\"{id}\">\n<h2>{heading}</h2>\n{content}</section>\n"))
        .collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>vectru: benchmarks</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>vectru: benchmarks</h1>\n<p>All figures are in {}. Less is better.</p>\n<nav>\n{links}</nav>\n{sections}</body>\n</html>\n",
        setting.unit
    )
}

/// The set and ring that stand open.
const FIRST: &str = "sntrup761";

const RATIOS: &str = "<p>A ratio below 1 says that vectru takes less. What is derived has random bytes of ChaCha8 \
    instead of those that a peer draws by itself: a median, less the one of its own bytes alone, plus the one of as many bytes of \
    ChaCha8. The best peer is the one with the smallest of these, so that none loses by a slow source. A peer without prepared keys takes part by its figure from bytes. The portable backend is left \
    out where there are others.</p>\n";
const MECHANISMS: &str = "<p>A bar is a median; the line on its end goes from the lower to the upper quartile. Its pale end \
    is what the random bytes cost that the implementation draws by itself, measured alone; all others draw from ChaCha8. A bar \
    more than six times as long as the shortest of its set is cut.</p>\n";
const GROWTH: &str = "<p>Medians over the degree of the ring, with random bytes as each implementation draws them. A peer \
    without prepared keys has its figure from bytes in all plots.</p>\n";
const MULTIPLIERS: &str = "<p>A stack has the parts of a product by a small operand; its line is what that product takes as a \
    whole. Where one transform of both operands at once serves a product, the parts need not add up. The multiplier in bold is \
    the one that dispatch chooses.</p>\n";

/// The section of a set.
fn set(figures: &Figures, open: bool) -> String {
    fold(figures.set, open || figures.set == FIRST, &mechanisms::bars(figures))
}

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
    use crate::{Setting, Summary, multiply, ratios};

    /// Rows of two sets and a ring, each with a median of its own.
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
            summary: Summary { median: 1_000_001 + index, minimum: 1, lower_quartile: 2, upper_quartile: 3, runs: 4 },
        };
        let parts = ["forward", "forward-small", "base", "inverse", "fold", "product-by-small", "product"];
        let ring = multiply::Figures {
            ring: "sntrup761",
            formula: "Z_4591[x]/(x^761 - x - 1)",
            chosen: vec![(Backend::Avx2, "good-rader-outer")],
            rows: (0..).zip(parts).map(part).collect(),
            workspaces: Vec::new(),
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
        for row in &comparison.multiply[0].rows {
            assert!(has(&grouped(row.summary.median)) && has(row.part), "{row:?}");
        }
        assert!(has("vectru bench --html \"<&>\"") && has("0.25") && has("0.40"));
        // Two sets of a family grow: two lines of key generation, three of encapsulation (one from bytes), two of that from bytes.
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
