//! `vectru explain --costs`: the counts of multipliers side by side, and beside closed forms.

use std::fmt::{self, Write};

use vectru_bench::Table;
use vectru_catalogue::Entry;
use vectru_catalogue::closed_form::{Evaluate, Operations};
use vectru_polymul::analysis::count::Accounts;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::Comparison;

/// Returns the counts of each part and product, then the comparisons.
pub(super) fn text(entries: &[&Entry], backend: Backend) -> Result<String, fmt::Error> {
    let mut counts =
        Table::new(&["multiplier", "part", "multiplications", "additions", "permutations", "loads", "stores"]);
    let mut forms = Table::new(&["multiplier", "maps", "compared with", "n", "leaf", "copies", "T.", "T+", "T#"]);
    let mut notes = Vec::new();
    for entry in entries {
        let costs = entry.costs(backend);
        for (part, accounts) in costs.all() {
            let mut cells = super::cells(entry.recipe.name, part, "", accounts.total());
            // A part may be counted in vectors of different lengths, so there is no number of
            // lanes.
            cells.remove(2);
            counts.row(cells);
        }
        for comparison in entry.recipe.comparisons {
            compare(entry, &costs.forward, comparison, &mut forms);
            notes.push(format!("{}, {}: {}.", entry.recipe.name, comparison.maps.join(" + "), comparison.note));
        }
    }
    let mut out = String::new();
    writeln!(out, "Counted vector instructions on {backend}\n\n{counts}")?;
    writeln!(
        out,
        "One forward transform against closed forms: operations on coefficients (vector instructions times lanes)\n\n{forms}"
    )?;
    writeln!(
        out,
        "A multiplication modulo q (T.) is three multiplications and an addition; T+ is without reductions."
    )?;
    for note in notes {
        writeln!(out, "{note}")?;
    }
    Ok(out)
}

/// Adds rows: the closed form, the closed form as its source prints it for leaves, and the counted
/// operations.
fn compare(entry: &Entry, accounts: &Accounts, comparison: &Comparison, table: &mut Table) {
    let (size, leaf) = comparison.form.size_and_leaf();
    let mut row = |what: &str, [multiplications, additions, subproblems]: [String; 3]| {
        let copies = comparison.copies.to_string();
        let names = [entry.recipe.name.into(), comparison.maps.join(" + "), what.into()];
        let sizes = [size.to_string(), leaf.to_string(), copies];
        table.row(names.into_iter().chain(sizes).chain([multiplications, additions, subproblems]));
    };
    let times = |operations: Operations| {
        let Operations { multiplications, additions, subproblems } = operations;
        [multiplications, additions, subproblems].map(|count| format!("{:.0}", count * comparison.copies as f64))
    };
    row(comparison.form.name(), times(comparison.form.operations()));
    if let Some(printed) = comparison.form.printed() {
        row("  with 1/lg m, as printed", times(printed));
    }
    let (mut multiplications, mut additions) = (0, 0);
    for account in accounts.maps().iter().filter(|account| comparison.maps.contains(&account.map)) {
        let coefficients = entry.coefficients(account.lanes) as u64;
        multiplications += u64::from(account.counts.multiplications) * coefficients;
        additions += u64::from(account.counts.additions) * coefficients;
    }
    row("  counted", [multiplications.to_string(), additions.to_string(), String::new()]);
}
