//! `vectru plan`: the chains of maps that can multiply in a ring, ranked by counted operations.
//!
//! Operations are counted on lanes of the backend's form, so that every machine plans for every
//! backend.

use std::fmt::Write as _;
use std::io::Write;

use vectru_bench::{Report, Table, plans};
use vectru_planner::{Plan, Problem, Source, Statement, Tail};
use vectru_polymul::analysis::count::Counts;
use vectru_polymul::dispatch::Backend;

use super::report;
use crate::arguments::{self, RingKind};
use crate::failure::Failure;

/// Plans for the ring that the options name.
pub(super) fn run(options: &arguments::Plan, backend: Backend, out: &mut impl Write) -> Result<(), Failure> {
    let tail = match options.ring {
        RingKind::Prime => Tail::Prime,
        RingKind::Cyclic => Tail::Cyclic,
        RingKind::Negacyclic => Tail::Negacyclic,
        RingKind::Trinomial => Tail::Trinomial(1),
        RingKind::TrinomialPlus => Tail::Trinomial(-1),
    };
    let problem = Problem::new(options.modulus.into(), options.degree, tail).map_err(|expected| {
        let found = format_args!("modulus {} and degree {}", options.modulus, options.degree).to_string();
        Failure::expected("the ring", expected, found)
    })?;
    let make = || {
        let all = vectru_planner::plans(&problem, backend);
        let detailed = options.rank.checked_sub(1).and_then(|index| all.get(index)).ok_or_else(|| {
            Failure::expected("--rank", format_args!("1 to {}, the number of plans", all.len()), options.rank)
        })?;
        let shown = shown(&all, options.count);
        let text = text(&problem, &shown, all.len(), (options.rank, detailed), backend)?;
        Ok(Plans { text, json: plans::json(&problem, &shown, backend) })
    };
    report::write(&[report::rows(&options.rows)], options.rows.force, make, out)
}

/// The plans for a ring.
struct Plans {
    text: String,
    json: String,
}

impl Report for Plans {
    fn table(&self) -> String {
        self.text.clone()
    }

    fn json(&self) -> String {
        self.json.clone()
    }
}

/// Returns the first `count` plans and the plans of compiled multipliers, with their ranks.
fn shown(all: &[Plan], count: usize) -> Vec<(usize, &Plan)> {
    let ranked = all.iter().enumerate().map(|(index, plan)| (index + 1, plan));
    ranked.filter(|(rank, plan)| *rank <= count || plan.multiplier.is_some()).collect()
}

/// Returns the table of plans, and the maps and lines of one of them.
fn text(
    problem: &Problem,
    shown: &[(usize, &Plan)],
    number: usize,
    (rank, detailed): (usize, &Plan),
    backend: Backend,
) -> Result<String, Failure> {
    let mut out = String::new();
    writeln!(out, "Plans for {problem}: counted vector instructions of a product on {backend}\n")?;
    let headings = ["rank", "total", "multiplications", "additions", "permutations", "loads", "stores"];
    let mut table = Table::new(&[&headings[..], &["operands", "multiplier", "plan"]].concat());
    for (rank, plan) in shown {
        let Counts { multiplications, additions, permutations, loads, stores } = plan.counts;
        let numbers = [*rank as u32, plan.total(), multiplications, additions, permutations, loads, stores];
        let mut cells: Vec<_> = numbers.iter().map(u32::to_string).collect();
        cells.extend([plan.operands.to_string(), multiplier(plan, backend), plan.summary.clone()]);
        table.row(cells);
    }
    writeln!(out, "{table}")?;
    writeln!(
        out,
        "{number} plans. A multiplier in parentheses is compiled for the ring it is named with, and counted there."
    )?;
    writeln!(out, "\nMaps of plan {rank}\n")?;
    for (domain, image) in detailed.maps() {
        writeln!(out, "  {domain}\n    -> {image}")?;
    }
    match (detailed.multiplier, &detailed.statement) {
        (Some(entry), _) => writeln!(out, "\nPlan {rank} is compiled in, as {}.", entry.recipe.name)?,
        (None, None) => writeln!(out, "\nPlan {rank} needs a multiplier of its own: no macro states its kind.")?,
        (None, Some(Statement { library, test })) => {
            writeln!(out, "\nA crate that multiplies by plan {rank}: src/lib.rs\n\n{library}")?;
            writeln!(out, "tests/proofs.rs, with feature `analysis` of vectru-polymul\n\n{test}")?;
        }
    }
    Ok(out)
}

/// Returns the name of the compiled multiplier, marked if dispatch runs it.
fn multiplier(plan: &Plan, backend: Backend) -> String {
    match (plan.multiplier, plan.source) {
        (Some(entry), _) if plan.is_chosen(backend) => format!("{}, chosen", entry.recipe.name),
        (Some(entry), _) => entry.recipe.name.into(),
        (None, Source::Multiplier(entry)) => format!("({}, {})", entry.recipe.name, entry.recipe.ring),
        (None, Source::Stages) => String::new(),
    }
}
