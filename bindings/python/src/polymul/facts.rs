//! The catalogue of multipliers as lists of dictionaries.

use std::fmt::Display;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use vectru_catalogue::shifts;
use vectru_polymul::analysis::count::Counts;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::Safety;

use super::{MULTIPLIERS, Multiplier, find, of_ring, ring_names};
use crate::backends::named;
use crate::failure::Failure;

/// A list of dictionaries.
type Rows<'py> = Result<Vec<Bound<'py, PyDict>>, Failure>;

/// Returns a dictionary.
macro_rules! dict {
    ($py:ident, $($key:ident: $value:expr),+ $(,)?) => {{
        let dict = PyDict::new($py);
        $(dict.set_item(stringify!($key), $value)?;)+
        dict
    }};
}

fn text(value: impl Display) -> String {
    value.to_string()
}

/// Returns the rings, with the name of each, its formula, its modulus, its degree and the largest
/// coefficient of a small polynomial.
#[pyfunction]
pub(crate) fn rings(py: Python<'_>) -> Rows<'_> {
    let first_of = |name| MULTIPLIERS.iter().find(|multiplier| multiplier.entry.recipe.ring == name);
    let row = |Multiplier { entry, source, .. }: &Multiplier| -> Result<_, Failure> {
        Ok(dict!(py,
            ring: entry.recipe.ring,
            formula: entry.recipe.formula,
            modulus: entry.modulus,
            degree: entry.degree,
            tail: entry.tail.to_vec(),
            small: source.small,
        ))
    };
    ring_names().into_iter().filter_map(first_of).map(row).collect()
}

/// Returns the multipliers of a ring.
#[pyfunction]
pub(crate) fn multipliers<'py>(py: Python<'py>, ring: &str) -> Rows<'py> {
    let row = |Multiplier { entry, .. }: &Multiplier| -> Result<_, Failure> {
        let chosen = Backend::ALL.into_iter().filter(|&backend| entry.is_chosen(backend));
        let (lost, spare) = match entry.recipe.safety {
            Safety::Wrapping { lost, spare } => (Some(lost), Some(spare)),
            Safety::Bounded => (None, None),
        };
        Ok(dict!(py,
            ring: entry.recipe.ring,
            multiplier: entry.recipe.name,
            operands: text(entry.recipe.operands),
            coefficient_ring: text(entry.recipe.coefficient_ring),
            coefficient_bits: entry.coefficient_bits,
            lost_bits: lost,
            spare_bits: spare,
            maps: entry.recipe.chain.iter().map(|map| map.name).collect::<Vec<_>>(),
            source: entry.recipe.source,
            chosen: chosen.map(Backend::name).collect::<Vec<_>>(),
        ))
    };
    of_ring(ring)?.into_iter().map(row).collect()
}

/// Returns the chain of maps of a multiplier, with the vectors that each permutes in one transform
/// of each kind.
#[pyfunction]
#[pyo3(signature = (ring, multiplier = None, backend = None))]
pub(crate) fn explain<'py>(py: Python<'py>, ring: &str, multiplier: Option<&str>, backend: Option<&str>) -> Rows<'py> {
    let backend = named(backend)?;
    let entry = find(ring, multiplier, backend)?.entry;
    let costs = py.detach(|| entry.costs(backend));
    let rows = entry.recipe.chain.iter().map(|map| -> Result<_, Failure> {
        let permutations: u32 = costs.parts().iter().map(|(_, accounts)| accounts.of(map.name).permutations).sum();
        Ok(dict!(py,
            ring: entry.recipe.ring,
            multiplier: entry.recipe.name,
            backend: backend.name(),
            map: map.name,
            source: map.source,
            domain: text(map.domain()),
            image: text(map.image()),
            twiddles: map.twiddles().map(text),
            grain: map.grain(),
            shifts: shifts(map),
            friendly: entry.is_friendly(map, backend),
            permutations: permutations,
        ))
    });
    rows.collect()
}

/// Returns the counted vector instructions of a multiplier: a row for each map of each part of a
/// product, and one with the map `None` for the part as a whole.
#[pyfunction]
#[pyo3(signature = (ring, multiplier = None, backend = None))]
pub(crate) fn counts<'py>(py: Python<'py>, ring: &str, multiplier: Option<&str>, backend: Option<&str>) -> Rows<'py> {
    let backend = named(backend)?;
    let entry = find(ring, multiplier, backend)?.entry;
    let costs = py.detach(|| entry.costs(backend));
    let row = |part: &str, map: Option<&str>, lanes: Option<usize>, counted: Counts| -> Result<_, Failure> {
        let Counts { multiplications, additions, permutations, loads, stores } = counted;
        Ok(dict!(py,
            ring: entry.recipe.ring,
            multiplier: entry.recipe.name,
            backend: backend.name(),
            part: part,
            map: map,
            lanes: lanes,
            multiplications: multiplications,
            additions: additions,
            permutations: permutations,
            loads: loads,
            stores: stores,
            total: counted.total(),
        ))
    };
    let mut rows = Vec::new();
    for (part, accounts) in costs.all() {
        for account in accounts.maps().iter().filter(|account| account.counts != Counts::NONE) {
            rows.push(row(part, Some(account.map), Some(account.lanes), account.counts)?);
        }
        rows.push(row(part, None, None, accounts.total())?);
    }
    Ok(rows)
}

/// Returns the largest magnitudes in a multiplier for any operands, or `None` for one whose lanes
/// may wrap.
#[pyfunction]
#[pyo3(signature = (ring, multiplier = None, backend = None))]
pub(crate) fn bounds<'py>(
    py: Python<'py>,
    ring: &str,
    multiplier: Option<&str>,
    backend: Option<&str>,
) -> Result<Option<Bound<'py, PyDict>>, Failure> {
    let backend = named(backend)?;
    let entry = find(ring, multiplier, backend)?.entry;
    let found = py.detach(|| entry.bounds(backend)).map_err(|overflow| Failure::Operand(text(overflow)))?;
    let Some(bounds) = found else { return Ok(None) };
    Ok(Some(dict!(py,
        ring: entry.recipe.ring,
        multiplier: entry.recipe.name,
        backend: backend.name(),
        transformed: bounds.transformed,
        product: bounds.product,
        unfolded: bounds.unfolded,
        result: bounds.result,
        lane: bounds.lane,
        sum: bounds.sum,
    )))
}
