//! Compares every multiplier on every backend of this CPU with the schoolbook product.
//!
//! One test for each multiplier, named after it: `cargo test GoodRaderOuter` runs the tests of one
//! multiplier.

use vectru_literature::workbench;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::Multiplier;
use vectru_polymul::workbench::Source;

/// The source of workbenches of a multiplier.
fn source<M: Multiplier>() -> &'static Source {
    let found = workbench::all().find(|source| source.recipe == M::RECIPE);
    found.expect("every multiplier of the list has a workbench")
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
            use super::*;

            #[test]
            fn products_are_those_of_the_schoolbook() {
                for backend in Backend::available() {
                    if let Err(error) = source::<all::$multiplier>().check(backend) {
                        panic!("{error}");
                    }
                }
            }

            #[test]
            #[ignore = "all pairs of basis vectors: a long test"]
            fn all_pairs_of_basis_vectors() {
                for backend in Backend::available() {
                    let source = source::<all::$multiplier>();
                    source.check_all_pairs(backend).expect("the backend is available");
                }
            }
        }
    )+)+};
}

vectru_polymul::for_each_multiplier!(tests);
vectru_literature::for_each_literature_multiplier!(tests);
