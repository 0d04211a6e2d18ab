//! The multipliers of the rings that are compiled, and their parts.

use cortex_m_semihosting::hprintln;
use vectru_literature::workbench::all;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::workbench::Part;

use crate::measured::measured;

/// The parts in the order in which a product runs them, then the products.
const PARTS: [Part; 7] =
    [Part::Forward, Part::ForwardSmall, Part::Base, Part::Inverse, Part::Fold, Part::ProductBySmall, Part::Product];

/// Runs the parts of every multiplier, and compares its products with those by the definition.
pub(crate) fn run() {
    for source in all() {
        let recipe = source.recipe;
        let mut bench = source.build();
        let half = (source.modulus - 1) / 2;
        for which in 0..2 {
            // The multiples of a number that has no factor in common with any modulus here.
            bench.set_operand(which, &|k| ((k + which + 1) as i64 * 99_991 % source.modulus - half) as i16);
        }
        bench.set_small(&|k| (k % (2 * source.small as usize + 1)) as i8 - source.small);
        for part in PARTS {
            if !bench.has(part) {
                continue;
            }
            hprintln!("job multiplier {} {} {}", recipe.ring, recipe.name, part.name());
            let mut result = Ok(());
            measured(&mut || result = bench.run(Backend::best(), part));
            result.expect("the best backend is available");
            let expected = match part {
                Part::ProductBySmall => bench.schoolbook_by_small(),
                Part::Product => bench.schoolbook(),
                _ => continue,
            };
            assert_eq!(bench.result(), expected, "{} of {}", part.name(), recipe.name);
        }
    }
}
