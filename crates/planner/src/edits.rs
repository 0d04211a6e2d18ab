//! The lines that add a plan to the engine, as docs/architecture.md lists the places.

use std::fmt::Write;

use vectru_catalogue::CATALOGUE;
use vectru_polymul::multiplier::good_outer;
use vectru_polymul::ring::padded;
use vectru_polymul::simd::CHUNK;

use crate::outer::{Dimensions, Rest};
use crate::plan::{Edit, is_for};
use crate::toeplitz::Layers;
use crate::{Kind, Problem};

/// The names of a plan and of its ring.
struct Names {
    /// The type of the ring.
    ring: String,
    /// The type of the multiplier.
    multiplier: String,
    /// The multiplier on the command line.
    recipe: String,
    /// The lines that add the ring.
    of_ring: Vec<Edit>,
}

/// The files of a crate that has plans.
struct Home {
    /// The plans of a kind of multiplier.
    plans: &'static str,
    /// Their module.
    module: &'static str,
    /// The names of all multipliers.
    uses: &'static str,
    /// The list of multipliers.
    list: &'static str,
}

/// The engine, with the plans of `good-outer`.
const ENGINE: Home = Home {
    plans: "crates/polymul/src/multiplier/good_outer/plans.rs",
    module: "good_outer::plans",
    uses: "crates/polymul/src/multiplier.rs",
    list: "crates/polymul/src/multiplier/list.rs",
};
/// The engine, with the plans of Toeplitz products.
const TOEPLITZ: Home =
    Home { plans: "crates/polymul/src/multiplier/toeplitz/plans.rs", module: "toeplitz::plans", ..ENGINE };
/// The literature, which has parts that plans of `good-outer` may need.
const LITERATURE: Home = Home {
    plans: "crates/literature/src/good_outer.rs",
    module: "good_outer",
    uses: "crates/literature/src/lib.rs",
    list: "crates/literature/src/list.rs",
};

/// The multiplier of a new ring that devices with little memory take.
struct Small {
    /// The file that declares it.
    file: &'static str,
    /// Its module.
    module: &'static str,
    /// Its type.
    multiplier: String,
    /// The line that declares it.
    declaration: String,
}

impl Small {
    /// Returns the multiplier of a ring whose other multipliers take operands of a kind.
    fn new(kind: &str, ring: &str, feature: &str) -> Self {
        let degree = feature.trim_start_matches(|letter: char| !letter.is_ascii_digit());
        if kind == "modulo_word" {
            let multiplier = format!("ToeplitzWhole{degree}");
            let dimension = degree.parse::<usize>().map_or(0, padded);
            let declaration = format!("/// {ring}: one product.\npub {multiplier}: {ring} = {dimension};");
            Self { file: TOEPLITZ.plans, module: TOEPLITZ.module, multiplier, declaration }
        } else {
            let multiplier = format!("Schoolbook{degree}");
            let declaration = format!("/// `schoolbook` for {feature}.\npub {multiplier}: ring::{ring};");
            Self { file: "crates/polymul/src/multiplier/schoolbook.rs", module: "schoolbook", multiplier, declaration }
        }
    }
}

impl Names {
    /// Returns the names for a ring: those of a ring of the engine, whose multipliers tell their
    /// `variant`, or new ones.
    fn new(problem: &Problem, multiplier: &str, recipe: &str, variant: &[usize]) -> Self {
        let degree = problem.degree();
        match CATALOGUE.iter().find(|entry| is_for(entry, problem)) {
            Some(entry) => {
                let ring = capitalized(entry.recipe.ring);
                let by: Vec<_> = variant.iter().map(ToString::to_string).collect();
                Self {
                    ring,
                    multiplier: format!("{multiplier}{degree}By{}", by.join("x")),
                    recipe: format!("{recipe}-{}", by.join("-")),
                    of_ring: Vec::new(),
                }
            }
            None => {
                let feature = match problem.kind() {
                    Kind::Cyclic => format!("cyclic{degree}"),
                    Kind::Prime => format!("prime{degree}"),
                };
                let ring = capitalized(&feature);
                Self {
                    multiplier: format!("{multiplier}{degree}"),
                    recipe: recipe.into(),
                    of_ring: ring_edits(problem, &ring, &feature),
                    ring,
                }
            }
        }
    }

    /// Returns all lines: those of the ring, those of the plan, its name in the lists.
    fn edits(self, kind: &str, home: &Home, plan: String) -> Vec<Edit> {
        let Self { ring, multiplier, of_ring, .. } = self;
        let is_new = !of_ring.is_empty();
        let mut edits = of_ring;
        let mut add = |file, place, lines| edits.push(Edit { file, place, lines });
        add(home.plans, "the plans", plan);
        add(home.uses, "the `pub use`", format!("pub use {}::{multiplier};", home.module));
        if !is_new {
            add(home.list, "the line of the ring", format!("{kind} {multiplier}"));
            return edits;
        }
        let feature = ring.to_lowercase();
        let Small { file, declaration, multiplier: small, module } = Small::new(kind, &ring, &feature);
        add(file, "the multipliers of small devices", declaration);
        add(ENGINE.uses, "the `pub use`", format!("pub use {module}::{small};"));
        let listed = |multipliers: &str| format!("\"{feature}\" {ring}:\n    {multipliers};");
        let (chosen, of_engine) = if home.list == ENGINE.list {
            let both = format!("{kind} {multiplier},\n    #[cfg(feature = \"small\")] {kind} {small}");
            (format!("{ring}: {multiplier}; small {small}"), both)
        } else {
            // The engine chooses among its own.
            add(home.list, "the list", listed(&format!("{kind} {multiplier}")));
            (format!("{ring}: {small}"), format!("{kind} {small}"))
        };
        let chosen = format!("#[cfg(feature = \"{feature}\")]\ncrate::multiply_by! {{ {chosen} }}");
        add("crates/polymul/src/multiplier/chosen.rs", "the choices", chosen);
        add(ENGINE.list, "the list", listed(&of_engine));
        edits
    }
}

/// Returns the name with a capital letter.
fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// Returns the lines that add a ring.
fn ring_edits(problem: &Problem, ring: &str, feature: &str) -> Vec<Edit> {
    let (q, n) = (problem.modulus(), problem.degree());
    let mut edits = Vec::new();
    let mut add = |file, place, lines| edits.push(Edit { file, place, lines });
    let polynomial = match problem.kind() {
        Kind::Cyclic => format!("x^{n} - 1"),
        Kind::Prime => format!("x^{n} - x - 1"),
    };
    let stated = format!("/// The ring `{problem}`.\npub {ring} = Z/{q}[x]/({polynomial});");
    add("crates/polymul/src/ring/list.rs", "`ring!`", stated);
    add("crates/polymul/Cargo.toml", "the features", format!("{feature} = [\"_ring\"]"));
    add("crates/literature/Cargo.toml", "the features", format!("{feature} = [\"vectru-polymul/{feature}\"]"));
    add("crates/catalogue/Cargo.toml", "the features", format!("{feature} = [\"vectru-literature/{feature}\"]"));
    edits
}

/// Returns the lines that add a plan of `good-outer`.
pub(crate) fn outer(problem: &Problem, plan: &Dimensions) -> Vec<Edit> {
    let Dimensions { first, second, even, rest } = plan;
    let q = problem.modulus();
    let names = Names::new(problem, "GoodOuter", "good-outer", &[*first, *second, even.length()]);
    let Names { ring, multiplier, recipe, .. } = &names;
    let mut options = String::new();
    // Writing to a string does not fail.
    if recipe != "good-outer" {
        let _ = write!(options, ", named \"{recipe}\"");
    }
    if matches!(even, good_outer::Kind::Fourth(_)) {
        let _ = write!(options, ", even Kind::fourth({q})");
    }
    match rest {
        Rest::Nothing | Rest::Ends(_) => {}
        Rest::CyclicFactor => options.push_str(", rest CyclicFactor"),
        Rest::Truncation => options.push_str(", rest Truncation"),
    }
    let mut lines = String::new();
    let _ = writeln!(lines, "/// {ring}, q - 1 = {}: {} chunks.", problem.order_of_units(), plan.places());
    let _ = write!(lines, "pub {multiplier}: {ring} = {first} * {second} * {}{options};", even.length());
    let home = if matches!(rest, Rest::Nothing | Rest::Ends(_)) { &ENGINE } else { &LITERATURE };
    names.edits("big_by_big", home, lines)
}

/// Returns the lines that add a plan of Toeplitz products.
pub(crate) fn toeplitz(problem: &Problem, plan: &Layers) -> Vec<Edit> {
    let variant: Vec<_> = plan.layers.iter().map(|layer| layer.parts()).chain([plan.end_chunks]).collect();
    let names = Names::new(problem, "ToeplitzOuter", "toeplitz-outer", &variant);
    let Names { ring, multiplier, .. } = &names;
    let mut lines = String::new();
    let (products, end) = (plan.products(), plan.end_chunks * CHUNK);
    let (lost, spare) = (plan.lost_bits(), problem.spare_bits());
    let layers: Vec<_> = plan.layers.iter().map(|layer| layer.type_name()).collect();
    let layers = if layers.is_empty() { String::new() } else { format!(" by {}", layers.join(", ")) };
    // Writing to a string does not fail.
    let _ = writeln!(lines, "/// {ring}: {products} products of dimension {end}, {lost} bits of {spare}.");
    let _ = write!(lines, "pub {multiplier}: {ring} = {}{layers};", plan.size());
    names.edits("modulo_word", &TOEPLITZ, lines)
}
