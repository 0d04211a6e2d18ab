//! The catalogue of multipliers in the words of `vectru explain`, as JSON for the page.
//!
//! Bounds and counts come from lanes of a backend's form, so that every machine explains every
//! backend.

use serde::Serialize;
use vectru_catalogue::{CATALOGUE, Entry, shifts};
use vectru_polymul::analysis::count::Counts;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::{Map, Safety};
use wasm_bindgen::prelude::wasm_bindgen;

/// A multiplier of a ring.
#[derive(Serialize)]
struct Multiplier {
    ring: &'static str,
    formula: &'static str,
    name: &'static str,
    operands: String,
    source: &'static str,
    /// The backends on which products use this multiplier.
    chosen: Vec<&'static str>,
}

/// The explanation of a multiplier on a backend.
#[derive(Serialize)]
struct Explanation {
    name: &'static str,
    backend: &'static str,
    ring: &'static str,
    formula: &'static str,
    operands: String,
    coefficients: String,
    source: &'static str,
    proved: String,
    chain: Vec<Step>,
    counts: Vec<Count>,
}

/// A map of the chain.
#[derive(Serialize)]
struct Step {
    name: &'static str,
    source: &'static str,
    domain: String,
    image: String,
    twiddles: Option<String>,
    friendly: bool,
    /// The number of coefficients that the map treats alike, or that it shifts negacyclically.
    grain: usize,
    shifts: bool,
    /// The vectors that it permutes in all parts of a product.
    permutes: u32,
}

/// The vector instructions of a part of a product.
#[derive(Serialize)]
struct Count {
    part: &'static str,
    multiplications: u32,
    additions: u32,
    permutations: u32,
    loads: u32,
    stores: u32,
}

/// Returns facts as JSON.
fn json(facts: &impl Serialize) -> String {
    // They are made of texts and numbers, which have no errors.
    serde_json::to_string(facts).unwrap_or_default()
}

/// Returns the multipliers of all rings that are compiled.
#[wasm_bindgen]
pub fn multipliers() -> String {
    let chosen = |entry: &Entry| {
        Backend::ALL.into_iter().filter(|&backend| entry.is_chosen(backend)).map(Backend::name).collect()
    };
    let facts = |entry: &Entry| Multiplier {
        ring: entry.recipe.ring,
        formula: entry.recipe.formula,
        name: entry.recipe.name,
        operands: entry.recipe.operands.to_string(),
        source: entry.recipe.source,
        chosen: chosen(entry),
    };
    json(&CATALOGUE.iter().map(facts).collect::<Vec<_>>())
}

/// Returns the names of the backends, of this machine and of others.
#[wasm_bindgen]
pub fn backends() -> Vec<String> {
    Backend::ALL.map(|backend| backend.to_string()).into()
}

/// Returns the explanation of a multiplier on a backend, or `null` if a name is unknown.
#[wasm_bindgen]
pub fn explain(ring: &str, name: &str, backend: &str) -> String {
    let entry = CATALOGUE.iter().find(|entry| (entry.recipe.ring, entry.recipe.name) == (ring, name));
    json(&entry.zip(backend.parse().ok()).map(|(entry, backend)| explanation(entry, backend)))
}

fn explanation(entry: &Entry, backend: Backend) -> Explanation {
    let recipe = &entry.recipe;
    let costs = entry.costs(backend);
    let permutes = |map: &Map| costs.parts().iter().map(|(_, accounts)| accounts.of(map.name).permutations).sum();
    let step = |map: &Map| Step {
        name: map.name,
        source: map.source,
        domain: map.domain().to_string(),
        image: map.image().to_string(),
        twiddles: map.twiddles().map(|twiddles| twiddles.to_string()),
        friendly: entry.is_friendly(map, backend),
        grain: shifts(map).unwrap_or(map.grain()),
        shifts: shifts(map).is_some(),
        permutes: permutes(map),
    };
    let count = |part, counts: Counts| {
        let Counts { multiplications, additions, permutations, loads, stores } = counts;
        Count { part, multiplications, additions, permutations, loads, stores }
    };
    Explanation {
        name: recipe.name,
        backend: backend.name(),
        ring: recipe.ring,
        formula: recipe.formula,
        operands: recipe.operands.to_string(),
        coefficients: format!(
            "{}, {} of {} bits in a vector",
            recipe.coefficient_ring,
            entry.lanes(backend),
            entry.coefficient_bits
        ),
        source: recipe.source,
        proved: proved(entry, backend),
        chain: recipe.chain.iter().map(step).collect(),
        counts: costs.all().map(|(part, accounts)| count(part, accounts.total())).collect(),
    }
}

/// Returns the reason why no product of the multiplier goes wrong.
fn proved(entry: &Entry, backend: Backend) -> String {
    match (entry.bounds(backend), entry.recipe.safety) {
        (Err(overflow), _) => overflow.to_string(),
        (Ok(Some(bounds)), _) => format!("magnitudes of at most: {bounds}"),
        (Ok(None), Safety::Wrapping { lost, spare }) => {
            format!("bits lost: {lost} of {spare}; lanes wrap modulo 2^16")
        }
        (Ok(None), Safety::Bounded) => "nothing".into(),
    }
}
