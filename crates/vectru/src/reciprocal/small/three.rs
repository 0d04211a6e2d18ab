//! The field of three elements.
//!
//! A coefficient is two bits, of two planes: whether it is not zero, and whether it is negative. The sum of (n, s) and
//! (m, t), where a negative is never zero, takes six operations on whole vectors of coefficients:
//!
//! ```text
//! e = s ^ m;   negative: e & (n ^ t);   not zero: (n ^ m) | (e ^ t)
//! ```
//!
//! (Boothby and Bradshaw, "Bitslicing and the Method of Four Russians over larger finite fields", 2009, found that six
//! are enough; this formula is checked on all nine pairs by a test.)

use vectru_polymul::dispatch;
use vectru_polymul::simd::{BitVector, Machine, Simd};

use super::plane::Plane;
use super::{Digits, Field, Problem, Solve};

/// The field of three elements.
#[derive(Debug)]
pub(crate) struct Three;

impl Field for Three {
    type Digits<S: Machine, const W: usize> = Planes<S, W>;

    fn solve(problem: Problem<'_>) -> u16 {
        dispatch::run(Solve::<Self>::new(problem))
    }
}

/// A polynomial modulo 3.
pub(crate) struct Planes<S: Simd, const W: usize> {
    nonzero: Plane<S, W>,
    negative: Plane<S, W>,
}

impl<S: Simd, const W: usize> Clone for Planes<S, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Simd, const W: usize> Copy for Planes<S, W> {}

/// How a step goes, in every bit of a vector.
pub(crate) struct Choice<B> {
    /// Whether f and g change places.
    swap: B,
    /// -c.
    nonzero: B,
    negative: B,
}

impl<S: Machine, const W: usize> Digits<S> for Planes<S, W> {
    type Choice = Choice<S::Bits>;

    #[inline(always)]
    fn pack(simd: S, coefficients: &[i16]) -> Self {
        let [nonzero, negative] = Plane::pack(simd, coefficients);
        Self { nonzero, negative }
    }

    #[inline(always)]
    fn power(simd: S, index: usize) -> Self {
        let [negative] = Plane::pack(simd, &[]);
        Self { nonzero: Plane::single(simd, index), negative }
    }

    #[inline(always)]
    fn unpack(&self, target: &mut [i16], divisor: &Self) {
        let sign = -divisor.negative.constant() as i16;
        Plane::unpack(
            [&self.nonzero, &self.negative],
            target,
            #[inline(always)]
            |[nonzero, negative]| ((nonzero - 2 * negative) ^ sign) - sign,
        );
    }

    #[inline(always)]
    fn lower(&mut self) {
        self.nonzero.lower();
        self.negative.lower();
    }

    #[inline(always)]
    fn constant_is_nonzero(&self) -> i64 {
        self.nonzero.constant()
    }

    #[inline(always)]
    fn choose(simd: S, f: &Self, g: &Self, allowed: i64) -> Self::Choice {
        let nonzero = g.nonzero.0[0].spread_lowest();
        // -c is negative where f(0) and g(0) have the same sign; where c = 0 it does not matter.
        let negative = (f.negative.0[0] ^ g.negative.0[0] ^ S::Bits::splat(simd, 1)).spread_lowest();
        Choice { swap: nonzero & S::Bits::splat(simd, allowed as u64), nonzero, negative }
    }

    #[inline(always)]
    fn apply(choice: &Self::Choice, a: &mut Self, b: &mut Self) {
        for w in 0..W {
            let (n, s) = (b.nonzero.0[w], b.negative.0[w]);
            let m = a.nonzero.0[w] & choice.nonzero;
            let t = (a.negative.0[w] ^ choice.negative) & m;
            a.nonzero.0[w] = S::Bits::select(choice.swap, n, a.nonzero.0[w]);
            a.negative.0[w] = S::Bits::select(choice.swap, s, a.negative.0[w]);
            (b.nonzero.0[w], b.negative.0[w]) = sum::<S, S::Bits>((n, s), (m, t));
        }
    }
}

/// The sum of coefficients.
#[inline(always)]
fn sum<S, B: BitVector<S>>((n, s): (B, B), (m, t): (B, B)) -> (B, B) {
    let e = s ^ m;
    ((n ^ m) | (e ^ t), e & (n ^ t))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::modular::centred;
    use vectru_polymul::simd::bits::Words;

    #[test]
    fn sums_are_sums_modulo_three() {
        let planes = |c: i64| (((c & 1) * 255) as u64, ((c >> 1 & 1) * 255) as u64);
        for (a, b) in (-1..=1).flat_map(|a| (-1..=1).map(move |b| (a, b))) {
            let vector = |word: u64| <Words<1> as BitVector<()>>::splat((), word);
            let ((n, s), (m, t)) = (planes(a), planes(b));
            let found = sum::<(), _>((vector(n), vector(s)), (vector(m), vector(t)));
            let (n, s) = planes(centred(a + b, 3));
            assert_eq!(found, (vector(n), vector(s)), "{a} + {b}");
        }
    }
}
