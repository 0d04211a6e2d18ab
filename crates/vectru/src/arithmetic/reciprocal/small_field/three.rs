//! The field of three elements.
//!
//! A coefficient is two bits, one in each of two planes: n is set if it is not zero, and s if it is
//! negative; s is never set without n. The sum of (n, s) and (m, t) takes six operations on whole
//! vectors of coefficients:
//!
//! ```text
//! e = s ^ m,     (n, s) + (m, t) = ((n ^ m) | (e ^ t),  e & (n ^ t))
//! ```
//!
//! That six operations suffice is due to `[BB09]`. A test checks this formula on all nine pairs.

use vectru_polymul::simd::{BitVector, Machine, Simd, opaque};

use super::plane::Plane;
use super::{Bitsliced, Field, LowCoefficients};

/// The field of three elements.
#[derive(Debug)]
pub(crate) struct Three;

impl Field for Three {
    type Bitsliced<S: Machine, const W: usize> = Planes<S, W>;
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

/// Coefficients as bits: n, set for those that are not zero, and s, set for those that are
/// negative.
type Trits<B> = (B, B);

/// The choices of a step, each in all bits of a word.
#[derive(Clone, Copy, Default)]
pub(crate) struct Decision {
    /// All ones if f and g are swapped, else 0.
    swap: u64,
    /// The bit n of -c.
    nonzero: u64,
    /// The bit s of -c.
    negative: u64,
}

/// The lowest coefficients of a polynomial, the constant one in bit 0 of both words.
///
/// The operations on the two words are written differently. If they were the same, the compiler
/// would keep both words in one vector register, and would move them out and back at each step;
/// steps depend on each other, and would take 1.4 times as long.
#[derive(Clone, Copy)]
pub(crate) struct Lowest {
    nonzero: u64,
    negative: u64,
}

impl LowCoefficients for Lowest {
    type Decision = Decision;

    #[inline(always)]
    fn opaque(self) -> Self {
        Self { nonzero: opaque(self.nonzero), negative: opaque(self.negative) }
    }

    #[inline(always)]
    fn constant_is_nonzero(&self) -> i64 {
        (self.nonzero & 1) as i64
    }

    #[inline(always)]
    fn decide(f: &Self, g: &Self, allowed: i64) -> Decision {
        let nonzero = (g.nonzero & 1).wrapping_neg();
        // -c is negative where f(0) and g(0) have the same sign. Where c = 0 the sign does not
        // matter.
        let negative = ((f.negative ^ g.negative) & 1).wrapping_sub(1);
        let swap = nonzero & allowed as u64;
        Decision { swap: opaque(swap), nonzero: opaque(nonzero), negative: opaque(negative) }
    }

    #[inline(always)]
    fn step(decision: &Decision, f: &mut Self, g: &mut Self) {
        let Decision { swap, nonzero, negative } = *decision;
        let m = f.nonzero & nonzero;
        let t = (f.negative ^ negative) & m;
        let e = g.negative ^ m;
        let sum = ((g.nonzero ^ m) | (e ^ t), e & (g.nonzero ^ t));
        f.nonzero = f.nonzero ^ (f.nonzero ^ g.nonzero) & swap;
        f.negative = f.negative ^ (f.negative ^ g.negative) & swap;
        // The top bits are not known, and not used.
        *g = Self { nonzero: sum.0 >> 1, negative: sum.1 >> 1 };
    }
}

impl<S: Machine, const W: usize> Bitsliced<S> for Planes<S, W> {
    type Low = Lowest;

    const KNOWN: usize = Plane::<S, W>::KNOWN;

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
        let sign = -((divisor.negative.low() & 1) as i16);
        Plane::unpack(
            [&self.nonzero, &self.negative],
            target,
            #[inline(always)]
            |[nonzero, negative]| ((nonzero - 2 * negative) ^ sign) - sign,
        );
    }

    #[inline(always)]
    fn lower(&mut self, turn: usize) {
        self.nonzero.lower(turn);
        self.negative.lower(turn);
    }

    #[inline(always)]
    fn low(&self) -> Lowest {
        Lowest { nonzero: self.nonzero.low(), negative: self.negative.low() }
    }

    #[inline(always)]
    fn apply(simd: S, decision: &Decision, a: &mut Self, b: &mut Self, turns: [usize; 2]) {
        for w in 0..W {
            let (i, j) = ((w + turns[0]) % W, (w + turns[1]) % W);
            let mut x = (a.nonzero.0[i], a.negative.0[i]);
            let mut y = (b.nonzero.0[j], b.negative.0[j]);
            step(simd, decision, &mut x, &mut y);
            (a.nonzero.0[i], a.negative.0[i]) = x;
            (b.nonzero.0[j], b.negative.0[j]) = y;
        }
    }
}

/// Applies a step to vectors of coefficients: `a <- swap ? b : a` and `b <- b - c a`.
#[inline(always)]
fn step<S: Copy, B: BitVector<S>>(simd: S, decision: &Decision, a: &mut Trits<B>, b: &mut Trits<B>) {
    let Decision { swap, nonzero, negative } = *decision;
    let [swap, nonzero, negative] = [B::splat(simd, swap), B::splat(simd, nonzero), B::splat(simd, negative)];
    let m = a.0 & nonzero;
    let t = (a.1 ^ negative) & m;
    *a = (B::select(swap, b.0, a.0), B::select(swap, b.1, a.1));
    *b = sum::<S, B>(*b, (m, t));
}

/// Returns the sum of coefficients.
#[inline(always)]
fn sum<S, B: BitVector<S>>((n, s): Trits<B>, (m, t): Trits<B>) -> Trits<B> {
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
