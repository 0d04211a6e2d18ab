//! Plans for a ring as rows.

use serde::Serialize;
use vectru_planner::{Plan, Problem, Source, Statement};
use vectru_polymul::analysis::count::Counts;
use vectru_polymul::dispatch::Backend;

use crate::json_lines;

/// A plan, with the counts of a product.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// `plan`.
    pub kind: &'static str,
    /// The ring in mathematical notation.
    pub ring: String,
    /// The modulus q.
    pub modulus: i64,
    /// The degree n.
    pub degree: usize,
    /// The name of the backend in whose vectors the operations are counted.
    pub backend: &'static str,
    /// The rank among the plans for the ring, from 1 on.
    pub rank: usize,
    /// A short description of the plan.
    pub plan: String,
    /// `big by big` or `big by small`.
    pub operands: String,
    /// The maps, each as its domain and its image.
    pub maps: Vec<[String; 2]>,
    /// The sum of the counts.
    pub total: u32,
    /// Multiplications of any kind, with or without accumulation.
    pub multiplications: u32,
    /// Additions, subtractions, shifts, comparisons and selections.
    pub additions: u32,
    /// Instructions that move lanes.
    pub permutations: u32,
    /// Loads of vectors, and broadcasts from memory.
    pub loads: u32,
    /// Stores of vectors.
    pub stores: u32,
    /// The ring whose multiplier was counted, if the plan was not counted stage by stage.
    pub counted: Option<&'static str>,
    /// The name of the compiled multiplier.
    pub multiplier: Option<&'static str>,
    /// True if dispatch runs it.
    pub chosen: bool,
    /// The lines of a crate that multiplies by the plan: the lines of its library, and of its test.
    pub statement: Option<[String; 2]>,
}

/// Returns plans, given with their ranks, as rows of JSON, one on each line.
///
/// ```
/// use vectru_planner::{Problem, Tail, plans};
/// use vectru_polymul::dispatch::Backend;
///
/// let problem = Problem::new(4621, 653, Tail::Prime)?;
/// let plans = plans(&problem, Backend::Avx2);
/// let json = vectru_bench::plans::json(&problem, &[(1, &plans[0])], Backend::Avx2);
/// assert!(json.starts_with(r#"{"kind":"plan","ring":"Z_4621[x]/(x^653 - x - 1)","modulus":4621,"#));
/// # Ok::<(), vectru_planner::Unplanned>(())
/// ```
pub fn json(problem: &Problem, plans: &[(usize, &Plan)], backend: Backend) -> String {
    let row = |&(rank, plan): &(usize, &Plan)| {
        let Counts { multiplications, additions, permutations, loads, stores } = plan.counts;
        Row {
            kind: "plan",
            ring: problem.to_string(),
            modulus: problem.modulus(),
            degree: problem.degree(),
            backend: backend.name(),
            rank,
            plan: plan.summary.clone(),
            operands: plan.operands.to_string(),
            maps: plan.maps().map(|(domain, image)| [domain.to_string(), image.to_string()]).collect(),
            total: plan.total(),
            multiplications,
            additions,
            permutations,
            loads,
            stores,
            counted: match plan.source {
                Source::Stages => None,
                Source::Multiplier(entry) => Some(entry.recipe.ring),
            },
            multiplier: plan.multiplier.map(|entry| entry.recipe.name),
            chosen: plan.is_chosen(backend),
            statement: plan.statement.clone().map(|Statement { library, test }| [library, test]),
        }
    };
    json_lines(&plans.iter().map(row).collect::<Vec<_>>())
}
