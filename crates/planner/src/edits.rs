//! The lines that add a plan to the engine, as docs/architecture.md lists the places.

use std::fmt::Write;

use vectru_catalogue::CATALOGUE;
use vectru_polymul::multiplier::good_outer::Rest;
use vectru_polymul::multiplier::good_outer::even::Even;
use vectru_polymul::simd::CHUNK;

use crate::outer::Dimensions;
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

/// The file of the list of multipliers.
const LIST: &str = "crates/polymul/src/multiplier/list.rs";

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
        let doc = format!("/// The multiplier of small devices for {feature}.");
        let chunks = degree.parse::<usize>().map_or(0, |degree| degree.next_multiple_of(32) / CHUNK);
        if kind == "modulo_word" {
            let multiplier = format!("ToeplitzWhole{degree}");
            let plan = format!("Whole{degree}: {ring}, \"toeplitz-whole\", \"[Win80]\", Outer<{chunks}>;");
            let declaration = format!("{plan}\n{doc}\npub type {multiplier} = Toeplitz<Whole{degree}>;");
            Self {
                file: "crates/polymul/src/multiplier/toeplitz/plans.rs",
                module: "toeplitz::plans",
                multiplier,
                declaration,
            }
        } else {
            let multiplier = format!("Schoolbook{degree}");
            let declaration = format!("{doc}\npub type {multiplier} = Schoolbook<ring::{ring}, {chunks}>;");
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

    /// Returns all lines: those of the ring, those of the plan, its name in the two lists.
    fn edits(self, kind: &str, file: &'static str, plan: String, module: &str) -> Vec<Edit> {
        let Self { ring, multiplier, of_ring, .. } = self;
        let is_new = !of_ring.is_empty();
        let mut edits = of_ring;
        let mut add = |file, place, lines| edits.push(Edit { file, place, lines });
        add(file, "the plans", plan);
        let used = format!("pub use {module}::plans::{multiplier};");
        add("crates/polymul/src/multiplier.rs", "the `pub use`", used);
        if !is_new {
            add(LIST, "the line of the ring", format!("{kind} {multiplier}"));
            return edits;
        }
        let feature = ring.to_lowercase();
        let Small { file, declaration, multiplier: small, module } = Small::new(kind, &ring, &feature);
        add(file, "the multipliers of small devices", declaration);
        add("crates/polymul/src/multiplier.rs", "the `pub use`", format!("pub use {module}::{small};"));
        add("crates/polymul/src/multiplier/small.rs", "the multipliers by ring", format!("{small} as {ring}"));
        let of_devices = format!("#[cfg(feature = \"small\")] {kind} {small};");
        let listed = format!("\"{feature}\" {ring}: {multiplier};\n    {kind} {multiplier},\n    {of_devices}");
        add(LIST, "the list", listed);
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
    if !CATALOGUE.iter().any(|entry| entry.modulus == q) {
        let doc = format!("/// q = {q}: q - 1 = {}.", problem.order_of_units());
        add("crates/polymul/src/modular.rs", "`moduli!`", format!("{doc}\nQ{q}: {q};"));
    }
    let tail = match problem.kind() {
        Kind::Cyclic => "[(0, 1)]",
        Kind::Prime => "[(0, 1), (1, 1)]",
    };
    let declared = format!(
        "/// The ring `{problem}`.\n{ring}: \"{feature}\", \"{problem}\", {n}, {tail}, Q{q}, {};",
        problem.padded()
    );
    add("crates/polymul/src/ring.rs", "`rings!`", declared);
    add("crates/polymul/Cargo.toml", "the features", format!("{feature} = [\"_ring\"]"));
    add("crates/catalogue/Cargo.toml", "the features", format!("{feature} = [\"vectru-polymul/{feature}\"]"));
    edits
}

/// The bounds of a plan that is not proved yet. Its proof prints the true ones.
const NO_BOUND: i16 = i16::MAX;

/// Returns the lines that add a plan of `good-outer`.
pub(crate) fn outer(problem: &Problem, plan: &Dimensions) -> Vec<Edit> {
    let Dimensions { rader, radix_3, even, rest } = plan;
    let q = problem.modulus();
    let names = Names::new(problem, "GoodOuter", "good-outer", &[*rader, *radix_3, even.length()]);
    let radix_3_type = if *radix_3 == 3 { "Radix3" } else { "Radix9" };
    let (even_name, even) = match even {
        Even::One => ("good-thomas", "One"),
        Even::Two => ("radix-2", "Two"),
        Even::Four(_) => ("radix-4", "Four(imaginary())"),
        Even::Gaussian => ("radix-(2, 2)", "Gaussian"),
        Even::Fourth(_) => ("bruun", "Fourth(root_of_two())"),
        Even::Eighth(_) => ("bruun", "Eighth(root_of_two())"),
    };
    let rest = match rest {
        Rest::Nothing => "Rest::Nothing".into(),
        Rest::Ends(ends) => format!("Rest::Ends(Ends::new({}, {}))", ends.cyclic(), problem.degree()),
        Rest::CyclicFactor => "Rest::CyclicFactor".into(),
        Rest::Truncation => "Rest::Truncation".into(),
    };
    let chunks = (plan.places() + plan.rest_chunks()).next_multiple_of(2);
    let known = plan.places().max(plan.known().div_ceil(CHUNK)) * CHUNK;
    let length = known.max(problem.degree() + problem.padded()).next_multiple_of(CHUNK);
    let Names { ring, multiplier, recipe, .. } = &names;
    let plan_name = multiplier.replace("GoodOuter", "Plan");
    let mut lines = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(lines, "/// {ring}, q - 1 = {}: {} chunks.", problem.order_of_units(), plan.places());
    let _ = writeln!(lines, "{multiplier}, {plan_name}: \"{recipe}\", \"this project\", {ring};");
    let _ = writeln!(
        lines,
        "    {rader} by Rader<Q{q}, {rader}, {}>, {radix_3} by {radix_3_type}<Q{q}>, \"{even_name}\" by Even::{even}; {rest};",
        rader / 2
    );
    let _ = write!(lines, "    {chunks}, {length}; bounds: {NO_BOUND}, {NO_BOUND}, {NO_BOUND};");
    names.edits("big_by_big", "crates/polymul/src/multiplier/good_outer/plans.rs", lines, "good_outer")
}

/// Returns the lines that add a plan of Toeplitz products.
pub(crate) fn toeplitz(problem: &Problem, plan: &Layers) -> Vec<Edit> {
    let variant: Vec<_> = plan.layers.iter().map(|layer| layer.parts()).chain([plan.end_chunks]).collect();
    let names = Names::new(problem, "ToeplitzOuter", "toeplitz-outer", &variant);
    let Names { ring, multiplier, recipe, .. } = &names;
    let plan_name = multiplier.replace("Toeplitz", "");
    let mut size = plan.size();
    let mut layers = String::new();
    for layer in &plan.layers {
        let part = size / layer.parts();
        let _ = write!(layers, "{size} = {} * {part}, ", layer.type_name());
        size = part;
    }
    let (products, end) = (plan.products(), plan.end_chunks * CHUNK);
    let mut lines = String::new();
    let (lost, spare) = (plan.lost_bits(), problem.spare_bits());
    let _ = writeln!(lines, "/// {ring}: {products} products of dimension {end}, {lost} bits of {spare}.");
    let _ = write!(lines, "{plan_name}: {ring}, \"{recipe}\", \"this project\", {layers}Outer<{}>;", plan.end_chunks);
    let _ = write!(
        lines,
        "\n\n/// `{recipe}` for {}.\npub type {multiplier} = Toeplitz<{plan_name}>;",
        ring.to_lowercase()
    );
    names.edits("modulo_word", "crates/polymul/src/multiplier/toeplitz/plans.rs", lines, "toeplitz")
}
