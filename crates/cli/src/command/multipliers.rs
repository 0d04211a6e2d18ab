//! `vectru multipliers`: the recipe of each multiplier.

use std::fmt::{self, Write as _};
use std::io::Write;

use vectru_bench::{Report, recipes};
use vectru_catalogue::CATALOGUE;

use super::report;
use crate::arguments::Rows;
use crate::failure::Failure;

/// Prints every recipe.
pub(super) fn run(options: &Rows, out: &mut impl Write) -> Result<(), Failure> {
    report::write(&[report::rows(options)], options.force, || Ok(Recipes(text()?)), out)
}

/// The recipes, as text.
struct Recipes(String);

impl Report for Recipes {
    fn table(&self) -> String {
        self.0.clone()
    }

    fn json(&self) -> String {
        recipes::json()
    }
}

/// Returns the recipes, separated by blank lines.
fn text() -> Result<String, fmt::Error> {
    let mut out = String::new();
    for (index, recipe) in CATALOGUE.iter().map(|entry| &entry.recipe).enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", recipe.name)?;
        writeln!(out, "  ring          {}, {}", recipe.ring, recipe.formula)?;
        writeln!(out, "  operands      {}", recipe.operands)?;
        writeln!(out, "  coefficients  {}", recipe.coefficient_ring)?;
        writeln!(out, "  source        {}", recipe.source)?;
        writeln!(out, "  chain")?;
        for map in recipe.chain {
            writeln!(out, "    {} ({})", map.name, map.source)?;
            writeln!(out, "      {}", map.domain())?;
            writeln!(out, "      -> {}", map.image())?;
        }
    }
    Ok(out)
}
