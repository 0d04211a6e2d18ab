//! The closed forms of the slides `[Hwa24a]` for any sizes: T., T+, T# and the multiplications of a
//! product, 3 T. + T# C(m) with C(m) = m^2, of Cooley-Tukey beside Schönhage and Nussbaumer.
//!
//! Each form is evaluated in two ways: as printed, and by the recurrence. The printed form of an
//! incomplete Cooley-Tukey transform divides by lg m; the recurrence leaves out lg m layers
//! instead.

use serde::Serialize;
use vectru_catalogue::closed_form::{Evaluate, Operations};
use vectru_polymul::multiplier::ClosedForm;

use crate::Table;

/// The name of the table on the command line.
pub(super) const NUMBER: &str = "Comparison";

/// The headings of the table.
pub(crate) const HEADINGS: &[&str] = &["form", "n", "m", "T.", "T+", "T#", "3 T. + T# C(m)", "ratio", "3/(2m)"];

/// The sizes of a closed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The coefficients n of an operand.
    pub size: usize,
    /// The coefficients m at which the transform stops, a power of two.
    pub leaf: usize,
}

impl Default for Sizes {
    /// Returns n = 256 and m = 16, for which both forms have a recurrence.
    fn default() -> Self {
        Self { size: 256, leaf: 16 }
    }
}

/// The values of a form: T., T+ and T#.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    kind: &'static str,
    /// The name of the form, which says if it is the printed one.
    form: &'static str,
    size: usize,
    leaf: usize,
    multiplications: f64,
    additions: f64,
    subproblems: f64,
    /// 3 T. + T# m^2.
    product: f64,
    /// The multiplications of this form, divided by the multiplications of Schönhage and
    /// Nussbaumer.
    ratio: f64,
    /// 3/(2m), which the slides name as the limit of the printed ratio.
    limit: f64,
}

/// Returns the values of the forms.
pub(super) fn rows(Sizes { size, leaf }: Sizes) -> Vec<Row> {
    let cooley_tukey = ClosedForm::CooleyTukey { size, leaf };
    let printed = cooley_tukey.printed().unwrap_or_else(|| cooley_tukey.operations());
    let nussbaumer = ClosedForm::Nussbaumer { size, leaf }.operations();
    let butterflies = ClosedForm::NussbaumerButterflies { size, leaf }.operations();
    let product = |of: Operations| 3.0 * of.multiplications + of.subproblems * (leaf * leaf) as f64;
    let row = |form, of: Operations| Row {
        kind: "closed-form",
        form,
        size,
        leaf,
        multiplications: of.multiplications,
        additions: of.additions,
        subproblems: of.subproblems,
        product: product(of),
        ratio: product(of) / product(nussbaumer),
        limit: 3.0 / (2.0 * leaf as f64),
    };
    vec![
        row("Cooley-Tukey, printed", printed),
        row("Cooley-Tukey, by the recurrence", cooley_tukey.operations()),
        row("Schönhage and Nussbaumer, printed", nussbaumer),
        row("Schönhage and Nussbaumer, each addition counted", butterflies),
    ]
}

impl Row {
    /// Returns the cells of the table.
    pub(crate) fn cells(&self) -> Vec<String> {
        let whole = [self.multiplications, self.additions, self.subproblems, self.product].map(|x| format!("{x:.0}"));
        let parts = [self.ratio, self.limit].map(|x| format!("{x:.3}"));
        let names = [self.form.to_owned(), self.size.to_string(), self.leaf.to_string()];
        names.into_iter().chain(whole).chain(parts).collect()
    }
}

/// Returns the table as text.
pub(super) fn text(rows: &[Row]) -> String {
    let mut table = Table::new(HEADINGS);
    rows.iter().for_each(|row| table.row(row.cells()));
    format!("[Hwa24a, {NUMBER}] operations on coefficients, C(m) = m^2 of the schoolbook product\n\n{table}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_row_of_multiplications() {
        let rows = rows(Sizes { size: 1024, leaf: 8 });
        let (n, lg_n, m, lg_m) = (1024.0, 10.0, 8.0, 3.0);
        assert!((rows[0].product - (n * lg_n * 3.0 / (2.0 * lg_m) + n * m)).abs() < 1e-6, "{rows:?}");
        assert!((rows[2].product - n * lg_n * m / lg_m).abs() < 1e-6, "{rows:?}");
        assert!((rows[0].ratio - (rows[0].limit + lg_m / lg_n)).abs() < 1e-9, "{rows:?}");
        // The recurrence leaves out lg m layers.
        assert!((rows[1].multiplications - n / 2.0 * (lg_n - lg_m)).abs() < 1e-6, "{rows:?}");
    }
}
