//! Checks the catalogue, entry by entry: the proof of every product, faults that the proof has to
//! notice, and counts.
//!
//! One test for each multiplier and kind of check, named after both: `cargo test GoodRaderOuter`
//! runs the tests of one multiplier.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::Mutex;

use vectru_catalogue::{CATALOGUE, Entry};
use vectru_polymul::analysis::count::Counts;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::Multiplier;
use vectru_polymul::proof::pairs::check_on_every_backend;

/// The entry of a multiplier.
fn entry<M: Multiplier>() -> &'static Entry {
    let found = CATALOGUE.iter().find(|entry| entry.recipe == M::RECIPE);
    found.expect("every multiplier of the list is in the catalogue")
}

/// Checks that every product is proved, on the shape of every backend.
fn check_proof(entry: &Entry) {
    let proof = entry.prove().unwrap_or_else(|refusal| panic!("{refusal}"));
    for backend in Backend::ALL {
        let form = backend.form();
        assert!(proof.computations.iter().any(|computation| computation.form() == form), "{backend}");
    }
}

/// Checks that a few faults of each kind are noticed, or explained.
fn check_faults(entry: &Entry) {
    let outcome = entry.subject().plant_few_faults();
    assert_eq!(outcome.unexplained, [""; 0]);
    assert!(outcome.noticed > 0, "{outcome:?}");
}

/// Checks that every map of a chain is entered, that nothing else is entered except the fold, and
/// that nothing is counted outside of maps. A map without twiddle factors may be a choice of
/// addresses, without operations.
fn check_accounts(entry: &Entry) {
    let recipe = &entry.recipe;
    for backend in Backend::ALL {
        let costs = entry.costs(backend);
        let all = || costs.all().flat_map(|(_, accounts)| accounts.maps());
        for map in recipe.chain.iter().filter(|map| map.twiddles().is_some()) {
            assert!(all().any(|account| account.map == map.name), "never enters {} on {backend}", map.name);
        }
        for account in all() {
            let known = account.map == "fold" || recipe.chain.iter().any(|map| map.name == account.map);
            assert!(known, "enters {}, which its chain lacks", account.map);
        }
        for (part, accounts) in costs.all() {
            assert_eq!(accounts.outside(), Counts::NONE, "{part} on {backend}");
        }
    }
}

/// The multipliers of both lists.
#[allow(unused_imports)] // A build has some of the rings.
mod all {
    pub(crate) use vectru_literature::*;
    pub(crate) use vectru_polymul::multiplier::*;
}

/// Declares the tests of each multiplier of a list, in a module of its name.
macro_rules! tests {
    ($($feature:literal $ring:ident: $(
        $(#[$only:meta])? $kind:ident $multiplier:ident $(on $($backend:ident)|+)?
    ),+;)+) => {$($(
        #[cfg(feature = $feature)]
        $(#[$only])?
        #[allow(non_snake_case)] // The type's name, so that one list has all names.
        mod $multiplier {
            fn entry() -> &'static vectru_catalogue::Entry {
                super::entry::<super::all::$multiplier>()
            }

            #[test]
            fn products_are_proved() {
                super::check_proof(entry());
            }

            // With every change, `faults_of_each_multiplier_are_noticed` has one of its rings.
            #[test]
            #[ignore = "takes minutes for all rings"]
            fn faults_are_noticed() {
                super::check_faults(entry());
            }

            #[test]
            fn operations_belong_to_maps() {
                super::check_accounts(entry());
            }
        }
    )+)+};
}

vectru_polymul::for_each_multiplier!(tests);
vectru_literature::for_each_literature_multiplier!(tests);

/// Checks the faults of each multiplier in the smallest of its rings.
#[test]
fn faults_of_each_multiplier_are_noticed() {
    let mut smallest: BTreeMap<&str, &Entry> = BTreeMap::new();
    for entry in CATALOGUE.iter() {
        let found = smallest.entry(entry.recipe.name).or_insert(entry);
        if entry.degree < found.degree {
            *found = entry;
        }
    }
    // As many at a time as there are cores: the other tests end before.
    let entries = Mutex::new(smallest.into_values());
    let next = || entries.lock().expect("no thread panics while it takes an entry").next();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(entry) = next() {
                    check_faults(entry);
                }
            });
        }
    });
}

/// Declares a test for each ring of the list: pairs of basis vectors on every backend of this CPU.
macro_rules! pairs {
    ($($feature:literal $ring:ident: $(
        $(#[$only:meta])? $kind:ident $multiplier:ident $(on $($backend:ident)|+)?
    ),+;)+) => {$(
        #[test]
        #[cfg(feature = $feature)]
        #[allow(non_snake_case)] // The type's name.
        fn $ring() {
            assert_eq!(check_on_every_backend::<vectru_polymul::ring::$ring>(97), Ok(()));
        }
    )+};
}

vectru_polymul::for_each_multiplier!(pairs);

#[test]
fn names_differ() {
    for (index, entry) in CATALOGUE.iter().enumerate() {
        let name = |entry: &Entry| (entry.recipe.ring, entry.recipe.name);
        assert!(CATALOGUE[..index].iter().all(|other| name(other) != name(entry)));
    }
}
