//! A multiplier that is measured: products of fixed operands.

use vectru_literature::workbench;
use vectru_polymul::dispatch::backend;
use vectru_polymul::workbench::{Part, Workbench};
use wasm_bindgen::prelude::wasm_bindgen;

/// A multiplier with a big and a small operand, of pseudorandom coefficients.
#[wasm_bindgen]
pub struct Bench(Box<dyn Workbench>);

#[wasm_bindgen]
impl Bench {
    /// Returns the workbench of a multiplier, or nothing if there is none of the name.
    pub fn of(ring: &str, name: &str) -> Option<Self> {
        let source = workbench::all().find(|source| (source.recipe.ring, source.recipe.name) == (ring, name))?;
        let mut bench = source.build();
        let mut state = 1u32;
        let mut next = |bound: i64| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            i64::from(state >> 8) % (2 * bound + 1) - bound
        };
        // Below q/2, so that coefficients are centred for odd and even q.
        let half = source.modulus / 2 - 1;
        let big: Vec<i16> = (0..source.degree).map(|_| next(half) as i16).collect();
        let small: Vec<i8> = (0..source.degree).map(|_| next(source.small.into()) as i8).collect();
        bench.set_operand(0, &|k| big[k]);
        bench.set_small(&|k| small[k]);
        Some(Self(bench))
    }

    /// Multiplies the big operand by the small one, `times` times.
    pub fn run(&mut self, times: u32) -> bool {
        (0..times).all(|_| self.0.run(backend(), Part::ProductBySmall).is_ok())
    }

    /// Returns whether the product equals the product by definition.
    #[wasm_bindgen(js_name = isRight)]
    pub fn is_right(&mut self) -> bool {
        self.run(1) && self.0.result() == self.0.schoolbook_by_small()
    }
}
