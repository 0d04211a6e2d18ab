//! `vectru bench multiply`: the multipliers of a ring, whole and in parts.
//!
//! | part | measured |
//! | --- | --- |
//! | forward | the transform of one operand |
//! | forward-small | the transform of a small operand |
//! | base | the product of two transformed operands |
//! | inverse | the inverse transform |
//! | fold | the reduction by the ring's polynomial, scaled and centred |
//! | product-unfolded | forward of both operands, base, inverse |
//! | product | the whole product of two polynomials |
//! | product-by-small-unfolded, product-by-small | the products by a small second operand |
//!
//! A backend may transform both operands at once for a product, so the parts need not add up to the
//! product.
//!
//! The workspace of a multiplier is the stack that a product touches
//! ([`workspace`](crate::workspace)): the product of two arbitrary operands if the multiplier
//! accepts them, else the product by a small one.

#[cfg(not(feature = "multipliers"))]
#[path = "multiply/none.rs"]
mod rings;
#[cfg(feature = "multipliers")]
mod rings;

use serde::Serialize;
use vectru_polymul::dispatch::Backend;

use crate::measure::Summary;
use crate::stopwatch::UNIT;
use crate::{Report, Table, json_lines};

pub use rings::Bench;
#[cfg(feature = "multipliers")]
pub(crate) use rings::prepared_workbench;

/// One figure.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// `multiply`.
    pub kind: &'static str,
    /// The ring's name.
    pub ring: &'static str,
    /// The multiplier's name.
    pub multiplier: &'static str,
    /// The backend's name.
    pub backend: &'static str,
    /// The part, as in the table of this module.
    pub part: &'static str,
    /// The unit of the figures.
    pub unit: &'static str,
    /// The figures.
    #[serde(flatten)]
    pub summary: Summary,
}

/// The stack that a product touches.
#[derive(Clone, Debug, Serialize)]
pub struct Workspace {
    /// `workspace`.
    pub kind: &'static str,
    /// The ring's name.
    pub ring: &'static str,
    /// The multiplier's name.
    pub multiplier: &'static str,
    /// The backend's name.
    pub backend: &'static str,
    /// The bytes, in whole pages; `None` (null) if they cannot be measured.
    pub bytes: Option<u64>,
}

/// The bound by ports of a product on the core that has measured it.
#[derive(Clone, Debug, Serialize)]
pub struct BoundRow {
    /// `bound`.
    pub kind: &'static str,
    /// The ring's name.
    pub ring: &'static str,
    /// The multiplier's name, that of dispatch.
    pub multiplier: &'static str,
    /// The backend's name.
    pub backend: &'static str,
    /// The part: `product`.
    pub part: &'static str,
    /// The name of the core.
    pub core: &'static str,
    /// The least number of cycles.
    pub cycles: u64,
    /// The class of instructions that takes them.
    pub limit: &'static str,
}

/// The figures of a ring.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The ring's name.
    pub ring: &'static str,
    /// The ring in mathematical notation.
    pub formula: &'static str,
    /// The multiplier that dispatch chooses, for each backend that was measured.
    pub chosen: Vec<(Backend, &'static str)>,
    /// One row for each figure.
    pub rows: Vec<Row>,
    /// One row for each multiplier and backend.
    pub workspaces: Vec<Workspace>,
    /// One row for each backend whose ports on this core are known.
    pub bounds: Vec<BoundRow>,
}

impl Figures {
    /// Returns the rows that depend on the CPU: all but the workspaces.
    pub fn measured(&self) -> String {
        json_lines(&self.rows) + &json_lines(&self.bounds)
    }
}

impl Report for Figures {
    fn table(&self) -> String {
        let names = ["multiplier", "backend", "part"].into_iter();
        let mut table = Table::new(&names.chain(Summary::headings()).collect::<Vec<_>>());
        for row in &self.rows {
            let names = [row.multiplier, row.backend, row.part].map(String::from);
            table.row(names.into_iter().chain(row.summary.cells()));
        }
        let mut workspaces = Table::new(&["multiplier", "backend", "bytes"]);
        for row in &self.workspaces {
            let bytes = row.bytes.map_or_else(|| "-".into(), |bytes| bytes.to_string());
            workspaces.row([row.multiplier.into(), row.backend.into(), bytes]);
        }
        let mut bounds = Table::new(&["multiplier", "backend", "core", "cycles", "limit"]);
        for row in &self.bounds {
            let names = [row.multiplier, row.backend, row.core].map(String::from);
            bounds.row(names.into_iter().chain([row.cycles.to_string(), row.limit.into()]));
        }
        let bounds = if self.bounds.is_empty() {
            String::new()
        } else {
            format!("\nBound by ports: the cycles that the counted instructions of a product take at least\n\n{bounds}")
        };
        let chosen: Vec<_> = self.chosen.iter().map(|(backend, name)| format!("{name} on {backend}")).collect();
        format!(
            "Products in {}, in {UNIT}\nDispatch chooses {}\n\n{table}\n\
             Workspace: the stack that a product touches, in whole pages\n\n{workspaces}{bounds}",
            self.formula,
            chosen.join(", ")
        )
    }

    fn json(&self) -> String {
        self.measured() + &json_lines(&self.workspaces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_json_as_documented() {
        let row = Row {
            kind: "multiply",
            ring: "sntrup761",
            multiplier: "good-rader-outer",
            backend: "avx2",
            part: "product",
            unit: UNIT,
            summary: Summary { median: 3, minimum: 2, lower_quartile: 2, upper_quartile: 4, quiet: 3, runs: 1 },
        };
        let expected = format!(
            r#"{{"kind":"multiply","ring":"sntrup761","multiplier":"good-rader-outer","backend":"avx2","part":"product","unit":"{UNIT}","median":3,"min":2,"lower_quartile":2,"upper_quartile":4,"quiet":3,"runs":1}}"#
        );
        assert_eq!(json_lines(&[row]), expected + "\n");
        let workspace = Workspace {
            kind: "workspace",
            ring: "sntrup761",
            multiplier: "good-rader-outer",
            backend: "avx2",
            bytes: Some(8192),
        };
        let expected =
            r#"{"kind":"workspace","ring":"sntrup761","multiplier":"good-rader-outer","backend":"avx2","bytes":8192}"#;
        assert_eq!(json_lines(&[workspace]), expected.to_owned() + "\n");
        let bound = BoundRow {
            kind: "bound",
            ring: "sntrup761",
            multiplier: "good-rader-outer",
            backend: "avx2",
            part: "product",
            core: "Zen 3",
            cycles: 3096,
            limit: "vector",
        };
        let expected = r#"{"kind":"bound","ring":"sntrup761","multiplier":"good-rader-outer","backend":"avx2","part":"product","core":"Zen 3","cycles":3096,"limit":"vector"}"#;
        assert_eq!(json_lines(&[bound]), expected.to_owned() + "\n");
    }
}
