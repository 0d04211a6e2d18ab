//! Checks that the planner counts as the catalogue does, and finds the compiled multipliers.

use vectru_catalogue::{CATALOGUE, Entry};
use vectru_planner::{Plan, Problem, Tail, elsewhere, plans, searched};
use vectru_polymul::analysis::{Cell, Lanes, Run};
use vectru_polymul::dispatch::Backend;
use vectru_polymul::modular::Modulus;
use vectru_polymul::multiplier::BigByBig;
use vectru_polymul::multiplier::recipe::Operands;
use vectru_polymul::ring::Ring;

/// The backends that are compared.
const BACKENDS: [Backend; 3] = [Backend::Avx2, Backend::Avx512, Backend::Neon];

/// Returns the rings of the engine, each with its multipliers: what a search for a ring finds is
/// compared with all of them.
fn rings() -> Vec<(Problem, Vec<&'static Entry>)> {
    let mut rings: Vec<(Problem, Vec<&'static Entry>)> = Vec::new();
    for entry in CATALOGUE.iter() {
        match rings.last_mut() {
            Some((_, entries)) if entries[0].recipe.ring == entry.recipe.ring => entries.push(entry),
            _ => {
                let problem = Problem::of(entry).expect("the rings of the engine are within the limits");
                rings.push((problem, vec![entry]));
            }
        }
    }
    rings
}

#[test]
fn stages_have_the_counts_of_the_multipliers_that_run_them() {
    let mut found = Vec::new();
    for (problem, entries) in rings() {
        for backend in BACKENDS {
            let plans = searched(&problem, backend);
            for &entry in &entries {
                let Some(plan) = plans.iter().find(|plan| plan.chain == elsewhere::chain(entry)) else { continue };
                let counts = elsewhere::counts(entry, backend);
                assert_eq!(plan.counts, counts, "{} of {} on {backend}", entry.recipe.name, entry.recipe.ring);
                found.push((entry.recipe.ring, entry.recipe.name));
            }
        }
    }
    // The multipliers with code that is generic over plans.
    for entry in CATALOGUE.iter() {
        let is_generic = match entry.recipe.ring {
            "sntrup761" => entry.recipe.name == "good-infinity-outer",
            "saber" => ["toeplitz-outer", "toeplitz-tc"].contains(&entry.recipe.name),
            _ => !["good-schoenhage-bruun", "toom-cook", "toom-cook-2021"].contains(&entry.recipe.name),
        };
        let is_plan = is_generic && entry.recipe.operands == Operands::BigByBig;
        assert_eq!(found.contains(&(entry.recipe.ring, entry.recipe.name)), is_plan, "{entry:?}");
    }
}

vectru_polymul::ring! {
    /// x^n + 1.
    pub Kyber256 = Z/3329[x]/(x^256 + 1);
    /// A trinomial without enough roots.
    pub Ntruplus864 = Z/3457[x]/(x^864 - x^432 + 1);
    /// x^2m - x^m + 1.
    pub Ntruplus1152 = Z/3457[x]/(x^1152 - x^576 + 1);
    /// x^n - 1.
    pub Cyclic576 = Z/3457[x]/(x^576 - 1);
    /// x^2m + x^m + 1.
    pub Plus576 = Z/3457[x]/(x^576 + x^288 + 1);
    /// 4007 - 1 = 2 * 2003, so that Z_4007 has no roots of unity of any length of a transform.
    pub Prime443 = Z/4007[x]/(x^443 - x - 1);
    /// A small modulus.
    pub Small160 = Z/11[x]/(x^160 - x - 1);
    /// A large modulus.
    pub Large443 = Z/10177[x]/(x^443 - x - 1);
}

vectru_polymul::native! {
    /// 16 chunks.
    pub Native256: Kyber256 = 1 * 1 * 16;
    /// Twice 36 chunks.
    pub Native1152: Ntruplus1152 = 9 * 1 * 4;
    /// 36 chunks.
    pub NativeCyclic: Cyclic576 = 9 * 1 * 4;
    /// Twice 18 chunks.
    pub NativePlus: Plus576 = 9 * 1 * 2;
}

vectru_polymul::outer! {
    /// 108 chunks.
    pub Outer864: Ntruplus864 = 27 * 1 * 4;
    /// 20 chunks.
    pub OuterSmall: Small160 = 5 * 1 * 4;
    /// 96 chunks.
    pub OuterLarge: Large443 = 3 * 1 * 32;
}

vectru_polymul::schoolbook! {
    /// 784 products.
    pub Schoolbook443: Prime443;
    /// 100 products.
    pub SchoolbookSmall: Small160;
}

/// Checks that the search finds the plan of a multiplier that is declared here, with its counts.
fn check<M: BigByBig>() {
    let (q, n) = (i64::from(<M::Ring as Ring>::Modulus::Q), M::Ring::DEGREE);
    let problem = Problem::new(q, n, Tail::of::<M::Ring>()).expect("it is within the limits");
    assert_eq!(problem.to_string(), M::Ring::FORMULA);
    let chain: Vec<_> = M::RECIPE.chain.iter().map(|map| map.transformation).collect();
    for backend in BACKENDS {
        let plans = searched(&problem, backend);
        let plan = plans
            .iter()
            .find(|plan| plan.chain == chain)
            .unwrap_or_else(|| panic!("no plan of {chain:?} for {problem}"));
        let (run, operand) = (Run::bounds(), vec![Cell::ZERO; n.next_multiple_of(32)]);
        M::product(Lanes::new(&run, &backend.form()), &operand, &operand, &mut operand.clone());
        assert_eq!(plan.counts, run.counts(), "{problem} on {backend}");
    }
}

#[test]
fn plans_of_other_rings_have_the_counts_of_their_multipliers() {
    check::<Native256>();
    check::<Native1152>();
    check::<NativeCyclic>();
    check::<NativePlus>();
    check::<Outer864>();
    check::<OuterSmall>();
    check::<OuterLarge>();
    check::<Schoolbook443>();
    check::<SchoolbookSmall>();
}

#[test]
fn every_multiplier_has_a_plan() {
    for (problem, entries) in rings() {
        for backend in BACKENDS {
            let plans = plans(&problem, backend);
            for entry in &entries {
                let is_its = |plan: &&Plan| plan.multiplier.is_some_and(|found| found.recipe == entry.recipe);
                assert_eq!(plans.iter().filter(is_its).count(), 1, "{entry:?}");
            }
        }
    }
}

/// Checks that the planner would find each chain if its ring had no multiplier: by the search, or
/// because the ring has the roots and the length that the chain needs.
#[test]
fn every_chain_is_found_from_the_mathematics_of_its_ring() {
    // The search has its two layers in one, Karatsuba twice, one after the other.
    for (problem, entries) in rings() {
        let plans = searched(&problem, Backend::Neon);
        for entry in entries.into_iter().filter(|entry| entry.recipe.name != "toeplitz-rows") {
            let is_searched = plans.iter().any(|plan| plan.has_chain_of(entry));
            assert!(is_searched || elsewhere::is_chain_for(entry, &problem), "{entry:?}");
        }
    }
}

#[test]
fn chains_are_for_no_ring_that_lacks_their_roots() {
    let named = |name: &str, ring: &str| {
        let found = CATALOGUE.iter().find(|entry| (entry.recipe.name, entry.recipe.ring) == (name, ring));
        found.expect("it is in the catalogue")
    };
    let ring = |modulus, degree| Problem::new(modulus, degree, Tail::Prime).expect("it is within the limits");
    // 4621 - 1 has no divisor 17, and 4621 is 5 modulo 8.
    assert!(!elsewhere::is_chain_for(named("truncated-rader", "sntrup761"), &ring(4621, 653)));
    assert!(!elsewhere::is_chain_for(named("good-schoenhage-bruun", "sntrup761"), &ring(4621, 653)));
    assert!(elsewhere::is_chain_for(named("schoenhage-nussbaumer", "sntrup761"), &ring(4621, 653)));
    // 1536 coefficients are too few for the 1713 of a product.
    assert!(!elsewhere::is_chain_for(named("schoenhage-nussbaumer", "sntrup761"), &ring(5167, 857)));
    assert!(!elsewhere::is_chain_for(named("good-thomas", "sntrup761"), &ring(5167, 857)));
    // Toom-5 and two layers of Toom-3 lose five bits.
    let cyclic = |modulus| Problem::new(modulus, 677, Tail::Cyclic).expect("it is within the limits");
    assert!(elsewhere::is_chain_for(named("toom-cook", "ntruhps2048677"), &cyclic(2048)));
    assert!(!elsewhere::is_chain_for(named("toom-cook", "ntruhps2048677"), &cyclic(4096)));
}

#[test]
fn rings_outside_the_limits_are_refused() {
    for (modulus, degree, tail) in [
        (4590, 761, Tail::Prime),
        (2, 761, Tail::Prime),
        (16411, 761, Tail::Prime),
        (4591, 2049, Tail::Prime),
        (4591, 100, Tail::Prime),
        (2048, 761, Tail::Prime),
        (2049, 677, Tail::Cyclic),
        (32768, 677, Tail::Cyclic),
        (2048, 2049, Tail::Cyclic),
        (1, 256, Tail::Negacyclic),
        (2048, 256, Tail::Trinomial(1)),
        (3457, 575, Tail::Trinomial(-1)),
    ] {
        assert!(Problem::new(modulus, degree, tail).is_err(), "{modulus} {degree} {tail:?}");
    }
}

#[test]
fn every_searched_plan_has_a_statement() {
    for (modulus, degree, tail, macros) in [
        (6343, 953, Tail::Prime, &["outer!", "schoolbook!"][..]),
        (4007, 443, Tail::Prime, &["schoolbook!"]),
        (4096, 757, Tail::Cyclic, &["toeplitz!"]),
        (1024, 256, Tail::Negacyclic, &["toeplitz!"]),
        (3457, 576, Tail::Trinomial(1), &["outer!", "native!", "schoolbook!"]),
    ] {
        let problem = Problem::new(modulus, degree, tail).expect("it is within the limits");
        let plans = searched(&problem, Backend::Avx2);
        let libraries: Vec<_> =
            plans.iter().map(|plan| &plan.statement.as_ref().expect("it has a statement").library).collect();
        assert!(libraries.iter().all(|library| macros.iter().any(|name| library.contains(name))), "{problem}");
        assert!(macros.iter().all(|name| libraries.iter().any(|library| library.contains(name))), "{problem}");
    }
}

/// Checks that there are no plans for the largest moduli: their products leave 16-bit lanes,
/// whatever the dimensions.
#[test]
fn plans_that_do_not_fit_are_left_out() {
    let plans = |q| searched(&Problem::new(q, 443, Tail::Prime).expect("it is within the limits"), Backend::Avx2).len();
    assert!(plans(10177) > 0);
    // 16381 - 1 = 2^2 * 3^2 * 5 * 7 * 13.
    assert_eq!(plans(16381), 0);
}
