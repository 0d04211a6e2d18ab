//! `vectru explain`: the chain of maps of a multiplier with their counted operations, and its
//! proved bounds.
//!
//! Operations are counted and bounds proved on lanes of the backend's form, so that every machine
//! explains every backend.

use std::fmt::Write as _;
use std::io::Write;

use vectru_bench::ports::{self, OnCore};
use vectru_bench::{Report, Table, counts};
use vectru_catalogue::{CATALOGUE, Costs, Entry, shifts};
use vectru_polymul::analysis::count::Counts;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::{Map, Safety};

use super::report;
use crate::arguments::Explain;
use crate::failure::Failure;

mod costs;

/// Explains the multiplier that the options name, or all multipliers of the ring.
pub(super) fn run(options: &Explain, backend: Backend, out: &mut impl Write) -> Result<(), Failure> {
    let entries = entries(&options.ring.ring, options.multiplier.as_deref())?;
    let make = || {
        let text = if options.costs { costs::text(&entries, backend)? } else { explanations(&entries, backend)? };
        Ok(Explanation { text, entries, backend })
    };
    report::write(&[report::rows(&options.rows)], options.rows.force, make, out)
}

/// Explained multipliers.
struct Explanation {
    text: String,
    entries: Vec<&'static Entry>,
    backend: Backend,
}

impl Report for Explanation {
    fn table(&self) -> String {
        self.text.clone()
    }

    fn json(&self) -> String {
        counts::json(&self.entries, self.backend)
    }
}

/// Returns the explanations of multipliers, one after another.
fn explanations(entries: &[&Entry], backend: Backend) -> Result<String, Failure> {
    let texts: Result<Vec<_>, Failure> = entries.iter().map(|entry| explain(entry, backend)).collect();
    Ok(texts?.join("\n"))
}

/// Returns the multipliers of a ring, or only the named one.
///
/// # Errors
///
/// Returns an error if the ring has no multiplier of that name.
pub(super) fn entries(ring: &str, name: Option<&str>) -> Result<Vec<&'static Entry>, Failure> {
    let of_ring: Vec<_> = CATALOGUE.iter().filter(|entry| entry.recipe.ring == ring).collect();
    let Some(name) = name else { return Ok(of_ring) };
    let found = of_ring.iter().find(|entry| entry.recipe.name == name).copied();
    found.map(|entry| vec![entry]).ok_or_else(|| {
        let names: Vec<_> = of_ring.iter().map(|entry| entry.recipe.name).collect();
        Failure::expected("--multiplier", format_args!("one of {}", names.join(", ")), name)
    })
}

/// Returns the recipe, the bounds, the chain of maps and the counts of a multiplier.
fn explain(entry: &Entry, backend: Backend) -> Result<String, Failure> {
    let recipe = &entry.recipe;
    let mut out = String::new();
    writeln!(out, "{} on {backend}", recipe.name)?;
    writeln!(out, "  ring          {}, {}", recipe.ring, recipe.formula)?;
    writeln!(out, "  operands      {}", recipe.operands)?;
    writeln!(out, "  coefficients  {}, {} of {} bits in a vector", recipe.coefficient_ring, entry.lanes(backend), {
        entry.coefficient_bits
    })?;
    writeln!(out, "  source        {}", recipe.source)?;
    writeln!(out, "  proved        {}", proved(entry, backend)?)?;
    let costs = entry.costs(backend);
    writeln!(out, "\nChain of maps\n")?;
    for map in recipe.chain {
        let friendly = if entry.is_friendly(map, backend) { "yes" } else { "no" };
        let twiddles = map.twiddles().map_or("none".into(), |twiddles| twiddles.to_string());
        writeln!(out, "  {} ({})", map.name, map.source)?;
        writeln!(out, "    domain    {}", map.domain())?;
        writeln!(out, "    image     {}", map.image())?;
        writeln!(out, "    twiddles  {twiddles}")?;
        match shifts(map) {
            Some(dimension) => {
                writeln!(out, "    friendly  {friendly}: in negacyclic shifts of {dimension} coefficients")?
            }
            None => writeln!(out, "    friendly  {friendly}: in polynomials in x^{}", map.grain())?,
        }
        writeln!(out, "    permutes  {}", permutations(&costs, map))?;
    }
    writeln!(out, "\nCounted vector instructions\n")?;
    let mut table =
        Table::new(&["part", "map", "lanes", "multiplications", "additions", "permutations", "loads", "stores"]);
    for (part, accounts) in costs.all() {
        for account in accounts.maps().iter().filter(|account| account.counts != Counts::NONE) {
            table.row(cells(part, account.map, &account.lanes.to_string(), account.counts));
        }
        if accounts.maps().len() != 1 {
            table.row(cells(part, "(all)", "", accounts.total()));
        }
    }
    write!(out, "{table}")?;
    let bounds = bounds(&costs, backend);
    if !bounds.is_empty() {
        write!(out, "\nBound by ports: the cycles that these instructions of a product take at least\n\n{bounds}")?;
    }
    Ok(out)
}

/// Returns the bounds of the product on the cores whose ports are known, if any has the backend.
fn bounds(costs: &Costs, backend: Backend) -> String {
    let counts = costs.product.as_ref().unwrap_or(&costs.product_by_small).total();
    let mut table = Table::new(&["core", "cycles", "limit"]);
    let bounds = ports::bounds(backend, counts);
    for OnCore { core, bound } in &bounds {
        table.row([String::from(*core), bound.cycles.to_string(), bound.limit.into()]);
    }
    if bounds.is_empty() { String::new() } else { table.to_string() }
}

/// Returns the counted permutations of the map, for each part of a product.
fn permutations(costs: &Costs, map: &Map) -> String {
    let of_parts = costs.parts().map(|(part, accounts)| (part, accounts.of(map.name).permutations));
    let permuting = of_parts.into_iter().filter(|&(_, count)| count > 0);
    let parts: Vec<_> = permuting.map(|(part, count)| format!("{count} vectors in {part}")).collect();
    if parts.is_empty() { "nothing".into() } else { parts.join(", ") }
}

/// Returns the reason why every product of the multiplier is right, as proved for the backend.
fn proved(entry: &Entry, backend: Backend) -> Result<String, Failure> {
    let bounds = entry.bounds(backend).map_err(|overflow| Failure::new(entry.recipe.name, overflow))?;
    Ok(match (bounds, entry.recipe.safety) {
        (Some(bounds), _) => format!("magnitudes of at most: {bounds}"),
        (None, Safety::Wrapping { lost, spare }) => format!("bits lost: {lost} of {spare}; lanes wrap modulo 2^16"),
        (None, Safety::Bounded) => "nothing".into(),
    })
}

/// Returns a row of counts.
fn cells(part: &str, map: &str, lanes: &str, counts: Counts) -> Vec<String> {
    let Counts { multiplications, additions, permutations, loads, stores } = counts;
    let counts = [multiplications, additions, permutations, loads, stores].map(|count| count.to_string());
    [part, map, lanes].map(String::from).into_iter().chain(counts).collect()
}
