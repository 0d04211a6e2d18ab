//! The table of parameter sets against the manifest, the rings and the known answers: a set that
//! lacks one of these fails here.

use vectru::kat::Answers;
use vectru::mechanism::Visitor;
use vectru::{Mechanism, Set};
use vectru_polymul::ring::Ring;

/// Returns the entries of a feature in the manifest.
fn feature(name: &str) -> Vec<&'static str> {
    let line = include_str!("../Cargo.toml").lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = ["));
    let line = line.unwrap_or_else(|| panic!("the manifest has the feature {name}"));
    line.trim_end_matches(']').split(", ").map(|entry| entry.trim_matches('"')).collect()
}

macro_rules! features {
    ([] $(
        $(#[$note:meta])*
        $feature:literal, $module:ident, $set:ident, $bytes:tt, $object_identifier:literal,
        $family:ident over $ring:ident, $kind:ident $parameters:tt;
    )*) => {
        [$(($feature, stringify!($module), stringify!($set))),*]
    };
}

#[test]
fn the_manifest_has_every_set_and_its_families() {
    let sets = vectru::for_each_set!(features);
    for (name, module, set) in sets {
        assert!(name == module && set.to_lowercase() == name, "{name}, {module}, {set}");
        let (family, scheme) =
            [("sntrup", "ntru-prime"), ("ntrulpr", "ntru-prime"), ("ntruhps", "ntru"), ("ntruhrss", "ntru")]
                .into_iter()
                .find(|(family, _)| name.starts_with(family))
                // The sets of Saber are one family.
                .unwrap_or(("module-lwr", "module-lwr"));
        assert!(feature(family).contains(&name), "the feature {family} has {name}");
        assert!(family == scheme || feature(scheme).contains(&family), "the feature {scheme} has {family}");
        assert!(feature("default").contains(&scheme), "{scheme} is a default feature");
    }
    let families = ["sntrup", "ntrulpr", "ntruhps", "ntruhrss", "module-lwr"];
    assert_eq!(families.map(|family| feature(family).len()).iter().sum::<usize>(), sets.len());
}

struct NamesItsRing;

impl Visitor for NamesItsRing {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let ring = format!("vectru-polymul/{}", M::Ring::NAME);
        assert!(feature(M::SET.name()).contains(&ring.as_str()), "the feature {} has {ring}", M::SET);
    }
}

#[test]
fn the_feature_of_a_set_names_its_ring() {
    Set::ALL.into_iter().for_each(|set| set.visit(NamesItsRing));
}

#[test]
fn every_set_has_known_answers() {
    for set in Set::ALL {
        assert_eq!(Answers::of(set).map(|answers| answers.set), Some(set));
    }
}
