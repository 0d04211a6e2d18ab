//! The catalogue, entry by entry: maps on basis vectors, bounds on intervals, counts.
//!
//! One test for each multiplier and kind of check, named after both: `cargo test GoodRaderOuter`
//! runs those of one multiplier.

use vectru_catalogue::{CATALOGUE, Entry};
use vectru_polymul::analysis::count::Counts;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::Multiplier;

/// The entry of a multiplier.
fn entry<M: Multiplier>() -> &'static Entry {
    let found = CATALOGUE.iter().find(|entry| entry.recipe == M::RECIPE);
    found.expect("every multiplier of the list is in the catalogue")
}

/// No lane leaves its range, on any backend, for any operands, and the stated bounds hold.
fn check_bounds(entry: &Entry) {
    for backend in Backend::ALL {
        let bounds = entry.bounds(backend).unwrap_or_else(|overflow| panic!("{backend}: {overflow}"));
        if let Some(bounds) = bounds {
            assert_eq!(entry.exceeded(&bounds), None, "{backend}: {bounds}");
            assert_eq!(bounds.result, entry.modulus / 2, "results are centred");
        }
    }
}

/// Every map of a chain is entered, nothing else but the fold is, and nothing is counted outside. A
/// map without twiddle factors may be a choice of addresses, which takes no operation.
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

/// Declares the tests of each multiplier of the list, in a module of its name.
macro_rules! tests {
    ($($feature:literal $ring:ident: $chosen:ident $(, $other:ident: $($backend:ident)|+)?;
        $($kind:ident $multiplier:ident),+;)+) => {$($(
        #[cfg(feature = $feature)]
        #[allow(non_snake_case)] // The type's name, so that one list has all names.
        mod $multiplier {
            use vectru_polymul::dispatch::Backend;

            fn entry() -> &'static vectru_catalogue::Entry {
                super::entry::<vectru_polymul::multiplier::$multiplier>()
            }

            #[test]
            fn maps_are_proved_for_portable_and_neon() {
                entry().prove(Backend::Portable);
            }

            #[test]
            fn maps_are_proved_for_avx2() {
                entry().prove(Backend::Avx2);
            }

            #[test]
            fn maps_are_proved_for_avx512() {
                entry().prove(Backend::Avx512);
            }

            #[test]
            fn bounds_are_proved() {
                super::check_bounds(entry());
            }

            #[test]
            fn operations_belong_to_maps() {
                super::check_accounts(entry());
            }
        }
    )+)+};
}

vectru_polymul::for_each_multiplier!(tests);

#[test]
fn names_differ() {
    for (index, entry) in CATALOGUE.iter().enumerate() {
        let name = |entry: &Entry| (entry.recipe.ring, entry.recipe.name);
        assert!(CATALOGUE[..index].iter().all(|other| name(other) != name(entry)));
    }
}
