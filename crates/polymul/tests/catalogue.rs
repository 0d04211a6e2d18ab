//! The catalogue: every multiplier has its counts and its proof for every backend, and they belong to its recipe.

use vectru_polymul::analysis::count::Counts;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::{CATALOGUE, Entry};

/// Every map of a chain is entered, nothing else but the fold is, and nothing is counted outside. A map without twiddle
/// factors may be a choice of addresses, which takes no operation.
#[test]
fn every_operation_belongs_to_a_map_of_the_recipe() {
    for entry in CATALOGUE {
        let recipe = &entry.recipe;
        for backend in Backend::ALL {
            let costs = entry.costs(backend);
            let all = || costs.all().flat_map(|(_, accounts)| accounts.maps());
            for map in recipe.chain.iter().filter(|map| !map.twiddles.is_empty()) {
                assert!(
                    all().any(|account| account.map == map.name),
                    "{} never enters {} on {backend}",
                    recipe.name,
                    map.name
                );
            }
            for account in all() {
                let known = account.map == "fold" || recipe.chain.iter().any(|map| map.name == account.map);
                assert!(known, "{} enters {}, which its chain lacks", recipe.name, account.map);
            }
            for (part, accounts) in costs.all() {
                assert_eq!(accounts.outside(), Counts::NONE, "{}: {part} on {backend}", recipe.name);
            }
        }
    }
}

#[test]
fn names_differ() {
    for (index, entry) in CATALOGUE.iter().enumerate() {
        let name = |entry: &Entry| (entry.recipe.ring, entry.recipe.name);
        assert!(CATALOGUE[..index].iter().all(|other| name(other) != name(entry)));
    }
}

#[test]
fn every_bound_is_proved() {
    for entry in CATALOGUE {
        for backend in Backend::ALL {
            let proved = entry.proved(backend);
            assert!(proved.is_ok(), "{} on {backend}: {proved:?}", entry.recipe.name);
        }
    }
}
