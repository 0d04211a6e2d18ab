//! Division steps in general registers, for CPUs without vectors.
//!
//! A word holds the coefficients of a and of b at one place, so that a product of halves multiplies
//! both. Polynomials stay in their places: of the new a at place i the old place is i + 1 or i + 2.
//! Two steps of the [module above](super) are, at each place, two sums of products of halves for a
//! and two for b. For a the factors are 0 and 1, which select a coefficient without a mask or a
//! branch.
//!
//! Sums of b are reduced by Montgomery's method, which divides all of b, g and R, by 2^16. Like
//! other factors of b, this one does not matter.
//!
//! # Bounds
//!
//! A sum of three products of centred factors by coefficients of magnitude at most B is at most
//! `3 (q / 2) B`, and its reduction is at most `3 (q / 2) B / 2^16 + q / 2 + 1`. Hence coefficients
//! stay within the B that is a fixed point of this, 4809 for q = 7879. It is below the bound of
//! steps on vectors, for which the words that decide steps are proved.

use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::{Polynomial, Ring};
use vectru_polymul::simd::halves::{Factors, Halves, Reduction, combine};

use super::{CAPACITY, Choices, ControlWords, Places};
use crate::arithmetic::reciprocal::scalar::reduce;
use crate::common::secret::Wipe;

/// The places of two polynomials, the coefficient of a in the low half of a word, the coefficient
/// of b in the high half.
#[derive(Clone)]
pub(super) struct Interleaved([Halves; CAPACITY]);

/// The places that a pass computes in a turn.
const PLACES: usize = 8;

/// The zeros behind the coefficients.
const BEHIND: usize = 2;

impl Wipe for Interleaved {
    fn wipe(&mut self) {
        self.0.wipe();
    }
}

impl Interleaved {
    /// Writes the polynomial of the centred coefficients that `half` selects.
    fn write<R: Ring>(&self, half: impl Fn(Halves) -> i16, target: &mut Polynomial<R>) {
        let (places, rest) = target.coefficients_mut().split_at_mut(CAPACITY.min(R::DEGREE));
        for (place, &word) in places.iter_mut().zip(&self.0) {
            *place = reduce::<R::Modulus>(half(word) as i32) as i16;
        }
        rest.fill(0);
    }
}

impl Places for Interleaved {
    const ZERO: Self = Self([Halves::ZERO; CAPACITY]);

    fn begin<R: Ring>(&mut self, a: &Polynomial<R>, b: &Polynomial<R>, constants: [i16; 2], steps: usize) {
        let (highest, rest) = self.0.split_at_mut(steps);
        let start = R::DEGREE - steps;
        for ((word, &a), &b) in highest.iter_mut().zip(&a.coefficients()[start..]).zip(&b.coefficients()[start..]) {
            *word = Halves::new(a, b);
        }
        rest.fill(Halves::ZERO);
        rest[0] = Halves::new(constants[0], constants[1]);
    }

    fn set_highest(&mut self, bits: i16, steps: usize) {
        let word = &mut self.0[steps - 1];
        *word = Halves::new(word.low() | bits, word.high());
    }

    #[inline(never)]
    fn jump<M: Modulus>(control: &mut ControlWords<M>, steps: usize, shared: &mut Self, mut matrix: Option<&mut Self>) {
        let end = (steps + 1).next_multiple_of(PLACES) + BEHIND;
        let reduction = const { Reduction::new::<M>() };
        for taken in (0..steps).step_by(2) {
            let highest = steps - 1 - taken;
            let [next, leading] = [shared.0[highest - 1], shared.0[highest]];
            let choices = control.decide([leading.low(), next.low()], [leading.high(), next.high()]);
            let factors = factors(choices);
            combine(&mut shared.0[..end], &factors, reduction);
            if let Some(matrix) = &mut matrix {
                // Below this place all coefficients are zero.
                let start = (highest - 1) / PLACES * PLACES;
                combine(&mut matrix.0[start..end], &factors, reduction);
            }
        }
    }

    fn write_a<R: Ring>(&self, target: &mut Polynomial<R>) {
        self.write(Halves::low, target);
    }

    fn write_b<R: Ring>(&self, target: &mut Polynomial<R>) {
        self.write(Halves::high, target);
    }
}

/// Returns the factors of a pass, which performs two steps.
fn factors(Choices { first_swap, second_swap, factors }: Choices<i16>) -> Factors {
    let [by_b, by_a, by_selected] = factors;
    // A comes from b if the first step swaps, else from a.
    let selected = |factor: i16| Halves::new(factor & !first_swap, factor & first_swap);
    Factors {
        low: [Halves::new(0, second_swap & 1), selected(!second_swap & 1)],
        high: [Halves::new(by_a, by_b), selected(by_selected)],
    }
}
