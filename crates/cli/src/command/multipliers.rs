//! `vectru multipliers`: the recipe of each multiplier.

use std::io::Write;

use vectru_catalogue::CATALOGUE;

use crate::failure::Failure;

/// Prints every recipe.
pub(super) fn run(out: &mut impl Write) -> Result<(), Failure> {
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
    Ok(())
}
