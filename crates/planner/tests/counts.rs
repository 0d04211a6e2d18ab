//! The planner counts as the catalogue does, and finds what is compiled.

use vectru_catalogue::{CATALOGUE, Entry};
use vectru_planner::{Kind, Plan, Problem, elsewhere, outer, plans, toeplitz};
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::recipe::{Operands, Transformation};

/// The backends with shapes of their own.
const BACKENDS: [Backend; 3] = [Backend::Avx2, Backend::Avx512, Backend::Neon];

/// The multipliers of the rings that the planner knows, and these rings.
fn entries() -> impl Iterator<Item = (&'static Entry, Problem)> {
    CATALOGUE.iter().filter_map(|entry| {
        let problem = Problem::new(entry.modulus, entry.degree, Kind::of(entry)?);
        Some((entry, problem.expect("the rings of the engine are within the limits")))
    })
}

/// The plans of the search, without what is compiled.
fn searched(problem: &Problem, backend: Backend) -> Vec<Plan> {
    match problem.kind() {
        Kind::Prime => outer::plans(problem, backend),
        Kind::Cyclic => toeplitz::plans(problem, backend),
    }
}

/// The maps of a multiplier.
fn chain(entry: &Entry) -> Vec<Transformation> {
    entry.recipe.chain.iter().map(|map| map.transformation).collect()
}

#[test]
fn stages_have_the_counts_of_the_multipliers_that_run_them() {
    let mut found = Vec::new();
    for (entry, problem) in entries() {
        for backend in BACKENDS {
            let plans = searched(&problem, backend);
            let Some(plan) = plans.iter().find(|plan| plan.chain == chain(entry)) else { continue };
            let counts = elsewhere::counts(entry, backend);
            assert_eq!(plan.counts, counts, "{} of {} on {backend}", entry.recipe.name, entry.recipe.ring);
            found.push((entry.recipe.ring, entry.recipe.name));
        }
    }
    found.dedup();
    // Those with code that is generic over plans.
    for (entry, _) in entries() {
        let is_generic = match entry.recipe.ring {
            "sntrup761" => entry.recipe.name == "good-infinity-outer",
            _ => !["good-schoenhage-bruun", "toom-cook", "toom-cook-2021"].contains(&entry.recipe.name),
        };
        let is_plan = is_generic && entry.recipe.operands == Operands::BigByBig;
        assert_eq!(found.contains(&(entry.recipe.ring, entry.recipe.name)), is_plan, "{entry:?}");
    }
}

#[test]
fn every_multiplier_has_a_plan() {
    for backend in BACKENDS {
        for (entry, problem) in entries() {
            let plans = plans(&problem, backend);
            let found = plans.iter().filter(|plan| plan.multiplier.is_some_and(|found| found.recipe == entry.recipe));
            assert_eq!(found.count(), 1, "{entry:?}");
        }
    }
}

/// The planner would find each chain if its ring had no multiplier: by the search, or because the
/// ring has what the chain of the multiplier needs.
#[test]
fn every_chain_is_found_from_the_mathematics_of_its_ring() {
    for (entry, problem) in entries() {
        let is_searched = searched(&problem, Backend::Neon).iter().any(|plan| plan.has_chain_of(entry));
        assert!(is_searched || elsewhere::is_chain_for(entry, &problem), "{entry:?}");
    }
}

#[test]
fn chains_are_for_no_ring_that_lacks_their_roots() {
    let named = |name: &str, ring: &str| {
        let found = CATALOGUE.iter().find(|entry| (entry.recipe.name, entry.recipe.ring) == (name, ring));
        found.expect("it is in the catalogue")
    };
    let ring = |modulus, degree| Problem::new(modulus, degree, Kind::Prime).expect("it is within the limits");
    // 4621 - 1 has no divisor 17, and 4621 is 5 modulo 8.
    assert!(!elsewhere::is_chain_for(named("truncated-rader", "sntrup761"), &ring(4621, 653)));
    assert!(!elsewhere::is_chain_for(named("good-schoenhage-bruun", "sntrup761"), &ring(4621, 653)));
    assert!(elsewhere::is_chain_for(named("schoenhage-nussbaumer", "sntrup761"), &ring(4621, 653)));
    // 1536 coefficients are too few for 1713.
    assert!(!elsewhere::is_chain_for(named("schoenhage-nussbaumer", "sntrup761"), &ring(5167, 857)));
    assert!(!elsewhere::is_chain_for(named("good-thomas", "sntrup761"), &ring(5167, 857)));
    // Toom-5 and two layers of Toom-3 lose five bits.
    let cyclic = |modulus| Problem::new(modulus, 677, Kind::Cyclic).expect("it is within the limits");
    assert!(elsewhere::is_chain_for(named("toom-cook", "ntruhps2048677"), &cyclic(2048)));
    assert!(!elsewhere::is_chain_for(named("toom-cook", "ntruhps2048677"), &cyclic(4096)));
}

#[test]
fn rings_outside_the_limits_are_refused() {
    for (modulus, degree, kind) in [
        (4590, 761, Kind::Prime),
        (3329, 761, Kind::Prime),
        (12289, 761, Kind::Prime),
        (4591, 1281, Kind::Prime),
        (4591, 100, Kind::Prime),
        (2048, 761, Kind::Prime),
        (2049, 677, Kind::Cyclic),
        (32768, 677, Kind::Cyclic),
        (2048, 2049, Kind::Cyclic),
    ] {
        assert!(Problem::new(modulus, degree, kind).is_err(), "{modulus} {degree} {kind:?}");
    }
}

#[test]
fn every_searched_plan_has_the_lines_that_add_it() {
    // A ring that the engine has, and two that it lacks.
    for (modulus, degree, kind, new) in
        [(6343, 953, Kind::Prime, false), (4591, 743, Kind::Prime, true), (4096, 757, Kind::Cyclic, true)]
    {
        let problem = Problem::new(modulus, degree, kind).expect("it is within the limits");
        for plan in searched(&problem, Backend::Avx2) {
            let files: Vec<_> = plan.edits.iter().map(|edit| edit.file.rsplit('/').next()).collect();
            let of_plan = ["plans.rs", "multiplier.rs", "list.rs"];
            assert!(of_plan.iter().all(|file| files.contains(&Some(*file))), "{files:?}");
            assert_eq!(files.contains(&Some("chosen.rs")), new, "{files:?}");
            assert_eq!(plan.edits.iter().any(|edit| edit.file.ends_with("ring/list.rs")), new, "{files:?}");
            assert!(plan.edits.iter().all(|edit| !edit.lines.is_empty()));
        }
    }
}
