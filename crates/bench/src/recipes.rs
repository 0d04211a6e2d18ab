//! The recipes of multipliers as rows.

use serde::Serialize;
use vectru_catalogue::{CATALOGUE, Entry};
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::Safety;

use crate::json_lines;

/// A multiplier with its chain of maps.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// `multiplier`.
    pub kind: &'static str,
    /// The ring's name.
    pub ring: &'static str,
    /// The ring in mathematical notation.
    pub formula: &'static str,
    /// The multiplier's name.
    pub multiplier: &'static str,
    /// `big by big` or `big by small`.
    pub operands: String,
    /// The ring of coefficients that it computes in.
    pub coefficients: String,
    /// The key of its source in the bibliography, or "this project".
    pub source: &'static str,
    /// The maps, each as its name, its domain and its image.
    pub maps: Vec<[String; 3]>,
    /// The bits that its layers lose, if its lanes wrap modulo 2^16.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<u32>,
    /// The bits that they may lose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spare: Option<u32>,
    /// The names of the backends on which dispatch chooses it.
    pub chosen: Vec<&'static str>,
}

/// Returns the recipes of all multipliers as rows of JSON, one on each line.
///
/// ```
/// let json = vectru_bench::recipes::json();
/// assert!(json.starts_with(r#"{"kind":"multiplier","ring":"sntrup653","formula":"Z_4621[x]/(x^653 - x - 1)","#));
/// ```
pub fn json() -> String {
    json_lines(&CATALOGUE.iter().map(row).collect::<Vec<_>>())
}

fn row(entry: &Entry) -> Row {
    let recipe = &entry.recipe;
    let (lost, spare) = match recipe.safety {
        Safety::Wrapping { lost, spare } => (Some(lost), Some(spare)),
        Safety::Bounded => (None, None),
    };
    Row {
        kind: "multiplier",
        ring: recipe.ring,
        formula: recipe.formula,
        multiplier: recipe.name,
        operands: recipe.operands.to_string(),
        coefficients: recipe.coefficient_ring.to_string(),
        source: recipe.source,
        maps: recipe
            .chain
            .iter()
            .map(|map| [map.name.into(), map.domain().to_string(), map.image().to_string()])
            .collect(),
        lost,
        spare,
        chosen: Backend::ALL.into_iter().filter(|&backend| entry.is_chosen(backend)).map(Backend::name).collect(),
    }
}
