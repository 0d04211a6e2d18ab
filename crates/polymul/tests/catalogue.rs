//! The catalogue: every multiplier has its counts and its proof for every backend, and they belong to its recipe.

use vectru_polymul::analysis::count::Counts;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::{CATALOGUE, Entry, Proved};

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

/// For each multiplier modulo an odd q or over the integers, bounds that it states and others rely on: of transformed operands, of products, and before
/// the fold.
const CLAIMS: &[(&str, &[&str], [i64; 3])] = &[
    ("good-infinity-outer", &["sntrup761"], [8500, 19_500, 12_000]),
    ("good-outer", &["sntrup653"], [2600, 4000, 2500]),
    ("good-outer", &["sntrup857"], [3800, 6100, 3000]),
    ("good-outer", &["sntrup953"], [4100, 11_200, 3800]),
    ("good-outer", &["sntrup1013"], [5800, 11_700, 5800]),
    ("good-outer", &["sntrup1277"], [4800, 17_200, 9500]),
    ("good-rader-bruun", &["sntrup761"], [7928, 12_708, 2926]),
    ("good-rader-bruun", &["sntrup1277"], [4800, 20_600, 4800]),
    ("good-rader-outer", &["sntrup761"], [2926, 4386, 2926]),
    ("good-rader-outer", &["sntrup857"], [3800, 6100, 3000]),
    ("good-schoenhage-bruun", &["sntrup761"], [2700, 4000, 2926]),
    ("good-schoenhage-bruun", &["sntrup857"], [4000, 5500, 4000]),
    // By size: 1536 and 2560.
    (
        "good-thomas",
        &["sntrup653", "sntrup761", "ntruhps2048509", "ntruhps2048677", "ntruhrss701"],
        [387_000_000, 573_000_000, 1 << 30],
    ),
    ("good-thomas", &[], [207_000_000, 176_000_000, 1 << 30]),
    ("good-thomas-two-primes", &["sntrup653", "sntrup761"], [6000, 14_300, 8200]),
    ("good-thomas-two-primes", &[], [5200, 10_400, 10_100]),
    ("schoenhage-nussbaumer", &["sntrup761"], [11_000, 2700, 2926]),
    ("truncated-rader", &["sntrup761"], [2926, 4386, 2926]),
    ("truncated-rader", &["sntrup1013"], [5800, 11_700, 5800]),
];

/// The moduli, by ring.
const MODULI: &[(&str, i64)] = &[
    ("sntrup653", 4621),
    ("sntrup761", 4591),
    ("sntrup857", 5167),
    ("sntrup953", 6343),
    ("sntrup1013", 7177),
    ("sntrup1277", 7879),
    ("ntruhps2048509", 2048),
    ("ntruhps2048677", 2048),
    ("ntruhps4096821", 4096),
    ("ntruhps40961229", 4096),
    ("ntruhrss701", 8192),
    ("ntruhrss1373", 16_384),
];

/// No lane overflows, on any backend, for any operands: the proof of safety.
#[test]
fn every_bound_is_proved() {
    let mut exceeded = Vec::new();
    for entry in CATALOGUE {
        let (ring, name) = (entry.recipe.ring, entry.recipe.name);
        for backend in Backend::ALL {
            let proved = entry.proved(backend).unwrap_or_else(|overflow| panic!("{name} on {backend}: {overflow:?}"));
            let Proved::Bounds(bounds) = proved else { continue };
            let (_, modulus) = MODULI.iter().find(|(of, _)| *of == ring).expect("a modulus");
            assert_eq!(bounds.result, modulus / 2, "results are centred");
            let (_, _, [transformed, product, unfolded]) = CLAIMS
                .iter()
                .find(|(of, rings, _)| *of == name && (rings.is_empty() || rings.contains(&ring)))
                .expect("bounds are stated");
            if bounds.transformed > *transformed || bounds.product > *product || bounds.unfolded > *unfolded {
                exceeded.push(format!("{ring} {name} on {backend}: {bounds}"));
            }
        }
    }
    assert!(exceeded.is_empty(), "{exceeded:#?}");
}
