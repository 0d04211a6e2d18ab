//! Words of a run.

use core::ops::{Add, Mul, Sub};

use super::Lanes;
use crate::analysis::cell::Cell;
use crate::analysis::count::Counts;
use crate::analysis::state::State;
use crate::modular::{Constant, Modulus, inverse, word_reciprocal};
use crate::simd::sealed::Sealed;
use crate::simd::{I32Word, IntegerProduct};

/// The number of 16-bit lanes that are as wide as a word.
const LANES: usize = 2;

/// A word.
#[derive(Clone, Copy, Debug)]
pub struct WordOfRun<'a> {
    simd: Lanes<'a>,
    cell: Cell,
}

impl<'a> WordOfRun<'a> {
    /// Counts and computes an operation on this word and `operands`.
    fn after(
        self,
        name: &'static str,
        counts: Counts,
        operands: &[Cell],
        mut rule: impl FnMut(&mut State) -> Cell,
    ) -> Self {
        self.simd.run.count(counts);
        let mut result = [Cell::ZERO];
        self.simd.run.each(name, &mut result, |state, _| rule(state));
        self.simd.run.end(&mut result, &[&[self.cell], operands]);
        Self { cell: result[0], ..self }
    }

    fn loaded(simd: Lanes<'a>, counts: Counts, source: &Cell) -> Self {
        simd.run.count(counts);
        Self { simd, cell: *source }
    }
}

impl Add for WordOfRun<'_> {
    type Output = Self;

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        let (x, y) = (self.cell, other.cell);
        self.after("addition of words", Counts::additions(1), &[y], |state| state.add(32, x, y, 1))
    }
}

impl Sub for WordOfRun<'_> {
    type Output = Self;

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        let (x, y) = (self.cell, other.cell);
        self.after("subtraction of words", Counts::additions(1), &[y], |state| state.add(32, x, y, -1))
    }
}

impl Mul for WordOfRun<'_> {
    type Output = Self;

    #[inline(never)]
    fn mul(self, other: Self) -> Self {
        let (x, y) = (self.cell, other.cell);
        self.after("product of words", Counts::multiplications(1), &[y], |state| state.multiply(32, x, y))
    }
}

impl Sealed for WordOfRun<'_> {}

impl<'a> I32Word<Lanes<'a>> for WordOfRun<'a> {
    #[inline(never)]
    fn enter(simd: Lanes<'a>, map: &'static str) {
        simd.run.enter(map, LANES);
    }

    #[inline(never)]
    fn zero(simd: Lanes<'a>) -> Self {
        Self { simd, cell: Cell::ZERO }
    }

    #[inline(never)]
    fn load(simd: Lanes<'a>, source: &Cell) -> Self {
        Self::loaded(simd, Counts::LOAD, source)
    }

    #[inline(never)]
    fn load_narrow(simd: Lanes<'a>, source: &Cell) -> Self {
        Self::loaded(simd, Counts::LOAD, source)
    }

    #[inline(never)]
    fn load_byte(simd: Lanes<'a>, source: &Cell) -> Self {
        Self::loaded(simd, Counts::LOAD, source)
    }

    #[inline(never)]
    fn load_constant(simd: Lanes<'a>, source: &i16) -> Self {
        let changed = simd.run.faulty_constant((*source).into());
        Self::zero(simd).after("constant", Counts::LOAD, &[], |state| state.constant(changed))
    }

    #[inline(never)]
    fn store(self, target: &mut Cell) {
        self.simd.run.count(Counts::STORE);
        *target = self.cell;
    }

    #[inline(never)]
    fn multiply_add(self, x: Self, y: Self) -> Self {
        let (sum, x, y) = (self.cell, x.cell, y.cell);
        self.after("multiply_add of words", Counts::multiplications(1), &[x, y], |state| {
            let product = state.multiply(32, x, y);
            state.add(32, sum, product, 1)
        })
    }

    #[inline(never)]
    fn shift_right(self, bits: u32) -> Self {
        let x = self.cell;
        let bits = self.simd.run.faulty_constant(bits.into()) as u32;
        self.after("shift_right of a word", Counts::additions(1), &[], |state| state.shift_right(32, x, bits))
    }

    #[inline(never)]
    fn montgomery_reduce<M: Modulus>(self) -> Self {
        let (x, q) = (self.cell, M::Q.into());
        let counts = Counts { multiplications: 2, additions: 2, ..Counts::NONE };
        self.after("montgomery_reduce of a word", counts, &[], |state| state.montgomery_by_constants(q, &[(x, 1)]))
    }

    #[inline(never)]
    fn barrett_reduce<M: Modulus>(self) -> Self {
        let (x, q) = (self.cell, M::Q.into());
        let [reciprocal, bits] = const { word_reciprocal(M::Q as i64) };
        let reciprocal = self.simd.run.faulty_constant(reciprocal);
        let counts = Counts { multiplications: 2, additions: 2, ..Counts::NONE };
        self.after("barrett_reduce of a word", counts, &[], |state| state.barrett_word(q, x, [reciprocal, bits]))
    }

    #[inline(never)]
    fn recombine<M: Modulus, N: Modulus>(self, second: Self, integers: IntegerProduct) -> Self {
        let (run, primes) = (self.simd.run, [M::Q.into(), N::Q.into()]);
        let inverse = const { Constant::<N>::new(inverse(M::Q as i64, N::Q as i64)).montgomery };
        let inverse = run.faulty_constant(inverse.into());
        let reciprocal = const { word_reciprocal(N::Q as i64) };
        run.count(Counts { multiplications: 6, additions: 5, ..Counts::NONE });
        let mut result = [Cell::ZERO];
        run.recombine_words(primes, inverse, reciprocal, [self.cell, second.cell], integers, &mut result);
        run.end(&mut result, &[&[self.cell], &[second.cell]]);
        Self { cell: result[0], ..self }
    }

    #[inline(never)]
    fn store_low(self, target: &mut Cell) {
        let x = self.cell;
        *target = self.after("store_low", Counts::STORE, &[], |state| state.low_word(x)).cell;
    }

    #[inline(never)]
    fn store_centred<M: Modulus>(self, target: &mut Cell) {
        let (x, q) = (self.cell, M::Q.into());
        let counts = Counts::STORE + Counts::additions(1);
        *target = self.after("store_centred", counts, &[], |state| state.centre_word(q, x)).cell;
    }
}
