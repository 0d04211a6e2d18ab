//! Prints the bytes of memory that the keys of each parameter set take, in both states.
//!
//! ```sh
//! cargo run --release --package vectru --example key_sizes
//! ```

use core::mem::size_of;

use vectru::mechanism::Visitor;
use vectru::{DecapsulationKey, EncapsulationKey, Mechanism, PreparedDecapsulationKey, PreparedEncapsulationKey, Set};

struct Sizes;

impl Visitor for Sizes {
    type Output = [usize; 4];

    fn visit<S: Mechanism>(self) -> [usize; 4] {
        [
            size_of::<EncapsulationKey<S>>(),
            size_of::<DecapsulationKey<S>>(),
            size_of::<PreparedEncapsulationKey<S>>(),
            size_of::<PreparedDecapsulationKey<S>>(),
        ]
    }
}

fn main() {
    println!("set public secret prepared-public prepared-secret");
    for set in Set::ALL {
        let [public, secret, prepared_public, prepared_secret] = set.visit(Sizes);
        println!("{set} {public} {secret} {prepared_public} {prepared_secret}");
    }
}
