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
use vectru_polymul::simd::halves::{Halves, Reduction};

use super::{CAPACITY, Choices, ControlWords, Places};
use crate::arithmetic::reciprocal::scalar::reduce;
use crate::common::secret::{Secret, Wipe};

/// The places of two polynomials, the coefficient of a in the low half of a word, the coefficient
/// of b in the high half.
#[derive(Clone)]
pub(super) struct Interleaved([Halves; CAPACITY]);

/// The places that a pass computes in a turn.
const PLACES: usize = 4;

/// The zeros behind the coefficients.
const BEHIND: usize = 2;

impl Wipe for Interleaved {
    fn wipe(&mut self) {
        self.0.wipe();
    }
}

impl Interleaved {
    /// Returns the polynomial of the centred coefficients that `half` selects.
    fn polynomial<R: Ring>(&self, half: impl Fn(Halves) -> i16) -> Secret<Polynomial<R>> {
        let mut result = Secret::new(Polynomial::zero());
        for (target, &word) in result.coefficients_mut().iter_mut().zip(&self.0) {
            *target = reduce::<R::Modulus>(half(word) as i32) as i16;
        }
        result
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
        for taken in (0..steps).step_by(2) {
            let highest = steps - 1 - taken;
            let [next, leading] = [shared.0[highest - 1], shared.0[highest]];
            let choices = control.decide([leading.low(), next.low()], [leading.high(), next.high()]);
            let pass = Pass::new::<M>(choices);
            pass.run(&mut shared.0[..end]);
            if let Some(matrix) = &mut matrix {
                // Below this place all coefficients are zero.
                let start = (highest - 1) / PLACES * PLACES;
                pass.run(&mut matrix.0[start..end]);
            }
        }
    }

    fn a<R: Ring>(&self) -> Secret<Polynomial<R>> {
        self.polynomial(Halves::low)
    }

    fn b<R: Ring>(&self) -> Secret<Polynomial<R>> {
        self.polynomial(Halves::high)
    }
}

/// The factors of a pass, which performs two steps: those of the words at places i and i + 1 for b,
/// and of those at i + 1 and i + 2 for a.
struct Pass {
    b: [Halves; 2],
    a: [Halves; 2],
    reduction: Reduction,
}

impl Pass {
    /// Returns the factors for the choices.
    fn new<M: Modulus>(Choices { first_swap, second_swap, factors }: Choices<i16>) -> Self {
        let [by_b, by_a, by_selected] = factors;
        // A comes from b if the first step swaps, else from a.
        let selected = |factor: i16| Halves::new(factor & !first_swap, factor & first_swap);
        Self {
            b: [Halves::new(by_a, by_b), selected(by_selected)],
            a: [Halves::new(0, second_swap & 1), selected(!second_swap & 1)],
            reduction: const { Reduction::new::<M>() },
        }
    }

    /// Performs two steps on all places but the last two.
    #[inline(never)]
    fn run(&self, mut places: &mut [Halves]) {
        let Self { a, b, reduction } = *self;
        while let Some(window) = places.first_chunk_mut::<{ PLACES + BEHIND }>() {
            for i in 0..PLACES {
                let [here, above, highest] = [window[i], window[i + 1], window[i + 2]];
                let sum = reduction.reduce(above.dot(b[1], here.dot(b[0], 0)));
                window[i] = Halves::join(highest.dot(a[1], above.dot(a[0], 0)), sum);
            }
            places = &mut places[PLACES..];
        }
    }
}
