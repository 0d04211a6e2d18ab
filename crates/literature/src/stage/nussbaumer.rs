//! Nussbaumer: Schönhage's transform with the roles of the variables exchanged. A product modulo
//! x^64 + 1 becomes 16 negacyclic products of size 8.
//!
//! ```text
//! R[x]/(x^64 + 1) = S[x]/(x^8 - z) -> S[x]/(x^16 - 1) -> prod_(k < 16) S[x]/(x - z^k)
//! S = R[z]/(z^8 + 1)
//! ```
//!
//! The first map is a monomorphism on polynomials of degree below 8 in x: their products have
//! degrees below 16. The root of unity is z, of order 16.
//!
//! A lane holds one polynomial, and a vector holds one coefficient of each polynomial. A product by
//! z^k reads the coefficients from other registers, and z^8 = -1 exchanges a sum and a difference.
//! Neither costs an instruction, and only the transposition before the transform permutes lanes.
//!
//! The upper half of the coefficients modulo x^16 - 1 is zero at first, so the first layer copies.
//!
//! # Costs
//!
//! For n = 2^(2^h) coefficients and the complete recursion, down to rings of size 2, let A(n) be
//! the number of additions and P(n) the number of remaining products. There are no multiplications,
//! and
//!
//! ```text
//! A(n) = 2 sqrt(n) A(sqrt(n)) + n lg n / 2 + n,   A(n) = n lg n lg lg n / 2 + n lg n - n
//! P(n) = 2 sqrt(n) P(sqrt(n)),                    P(n) = n lg n
//! ```
//!
//! ([`closed_form`]). A level has lg n / 2 + 1 layers of 2n coefficients, and the formula counts n
//! for each layer: one operation for the addition and the subtraction of a butterfly together.
//!
//! The code differs in three ways. It stops at size 8, where a direct product is faster. It counts
//! a butterfly as two operations, so that a layer has 2n. And the first layer does not add. So a
//! level has n lg n operations forward ([`forward_costs`]): 384 for n = 64, compared with n lg
//! n / 2 + n = 256 by the formula. In the inverse all layers add, and so does the substitution
//! x^8 = z: these are n lg n + 3n operations ([`inverse_additions`]), 576 for n = 64. A test
//! compares both with counting lanes.
//!
//! Bounds: each of the three forward layers that add doubles magnitudes; the first of them reduces
//! its results if the caller asks for it. The inverse reduces after its second layer, and after the
//! fourth one with the substitution x^8 = z.
//!
//! Sources: `[Nus80]`; `[HLY24]`, section 3.6, and `[CCH+23]`, section 3.7; `[BBCT22]` for
//! x^64 + 1, as in `[HLY24]`, section 4.3; `[Hwa24a]` for the costs.

use vectru_polymul::modular::Modulus;
use vectru_polymul::simd::{CHUNK, I16Vector, Simd, unroll};

use super::schoenhage::{Shifts, forward_shifts};

/// Coefficients of an element of `R[z]/(z^8 + 1)`; and the number of powers of x, as polynomials
/// start with degrees below 8 in x.
pub const SIZE: usize = 8;

/// The number of evaluation points x = z^k.
pub const POINTS: usize = 16;

/// The images of 16 polynomials at all points. Coefficient u of the image of polynomial r at place
/// k is at `[k / 2][u][16 (k mod 2) + r]`, so that a vector of two chunks holds two points.
/// [`point`] maps places to points.
pub type Points<C> = [[[C; 2 * CHUNK]; SIZE]; POINTS / 2];

/// 16 polynomials modulo x^64 + 1: the coefficient of x^(8u + v) of polynomial r is at `[u][r][v]`.
pub type Polynomials<C> = [[[C; SIZE]; CHUNK]; SIZE];

/// The exponents of z that the upper element of each butterfly is multiplied by, for each layer and
/// element.
static SHIFTS: Shifts<POINTS, 5> = forward_shifts([0], SIZE);

/// Returns the exponent k of the point x = z^k at `place`. This is the order that the layers
/// produce.
pub const fn point(place: usize) -> usize {
    super::schoenhage::exponent(0, SIZE, POINTS, 4, place)
}

/// The costs of the recursive transform of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Multiplications of coefficients.
    pub multiplications: usize,
    /// Additions and subtractions of coefficients.
    pub additions: usize,
    /// Products that remain after the transform.
    pub subproblems: usize,
}

/// Returns the costs of the complete recursion, down to size 2, by the closed forms. Requires
/// n = 2^(2^h).
pub const fn closed_form(n: usize) -> Costs {
    let logarithm = n.ilog2() as usize;
    let levels = logarithm.ilog2() as usize;
    Costs { multiplications: 0, additions: n * logarithm * levels / 2 + n * logarithm - n, subproblems: n * logarithm }
}

/// Returns the costs of a recursion by this module's transform on one polynomial of n coefficients,
/// n a power of 4, that stops at size `leaf`: n lg n additions for each level.
pub const fn forward_costs(n: usize, leaf: usize) -> Costs {
    if n <= leaf {
        return Costs { multiplications: 0, additions: 0, subproblems: 1 };
    }
    let root = n.isqrt();
    let inner = forward_costs(root, leaf);
    Costs {
        multiplications: 0,
        additions: 2 * root * inner.additions + n * n.ilog2() as usize,
        subproblems: 2 * root * inner.subproblems,
    }
}

/// Returns the additions of the inverse of one level on n coefficients: 2n in each of lg n / 2 + 1
/// layers, and n for the substitution x^8 = z.
pub const fn inverse_additions(n: usize) -> usize {
    n * n.ilog2() as usize + 3 * n
}

/// Transforms 16 polynomials. If `reduce` is true, the first layer that adds reduces its results.
#[inline(always)]
pub fn forward<S: Simd, M: Modulus>(
    simd: S,
    polynomials: &Polynomials<S::Coefficient>,
    points: &mut Points<S::Coefficient>,
    reduce: bool,
) {
    for start in (0..CHUNK).step_by(simd.lanes()) {
        // The layer of x^16 - 1 copies its input modulo x^8 - 1 and modulo x^8 + 1. The layer of
        // x^8 - 1 has no twiddle factor. Both are computed here.
        for u in 0..SIZE {
            let v = simd.load_transposed(&polynomials[u].as_flattened()[SIZE * start..]);
            for i in 0..SIZE / 2 {
                store(simd, finish::<_, M>(v[i] + v[i + 4], reduce), points, i, u, start);
                store(simd, finish::<_, M>(v[i] - v[i + 4], reduce), points, i + 4, u, start);
                store(simd, v[i], points, i + 8, u, start);
                store(simd, v[i + 4], points, i + 12, u, start);
            }
        }
        for low in 8..12 {
            butterfly::<S, M>(simd, points, [low, low + 4], SHIFTS[1][low + 4], start, reduce);
        }
        for layer in 2..4 {
            let distance = 8 >> layer;
            for low in (0..POINTS).filter(|place| place / distance % 2 == 0) {
                let places = [low, low + distance];
                butterfly::<S, M>(simd, points, places, SHIFTS[layer][low + distance], start, false);
            }
        }
    }
}

/// Computes 16 times the inverse transform, of 16 polynomials. Overwrites `points`.
#[inline(always)]
pub fn inverse<S: Simd, M: Modulus>(
    simd: S,
    points: &mut Points<S::Coefficient>,
    polynomials: &mut Polynomials<S::Coefficient>,
) {
    for start in (0..CHUNK).step_by(simd.lanes()) {
        for layer in (1..4).rev() {
            let distance = 8 >> layer;
            for low in (0..POINTS).filter(|place| place / distance % 2 == 0) {
                let places = [low, low + distance];
                inverse_butterfly::<S, M>(simd, points, places, SHIFTS[layer][low + distance], start, layer == 2);
            }
        }
        // The last layer computes low = a + b and high = a - b; with x^8 = z the result is low + z
        // high.
        let mut before = [simd.splat(0); SIZE];
        for u in 0..SIZE {
            let mut result = [simd.splat(0); SIZE];
            unroll!(S::Shape, v < SIZE; at most 8, {
                let (a, b) = (load(simd, points, v, u, start), load(simd, points, v + 8, u, start));
                let high = if u == 0 {
                    load(simd, points, v + 8, SIZE - 1, start) - load(simd, points, v, SIZE - 1, start)
                } else {
                    before[v]
                };
                result[v] = (a + b + high).barrett_reduce::<M>();
                if u + 1 < SIZE {
                    before[v] = a - b;
                }
            });
            simd.store_transposed(result, &mut polynomials[u].as_flattened_mut()[SIZE * start..]);
        }
    }
}

/// Loads coefficient u of the image at `place`, of the polynomials from `start` on.
#[inline(always)]
fn load<S: Simd>(simd: S, points: &Points<S::Coefficient>, place: usize, u: usize, start: usize) -> S::I16 {
    simd.load(&points[place / 2][u][place % 2 * CHUNK + start..])
}

/// Stores coefficient u of the image at `place`, of the polynomials from `start` on.
#[inline(always)]
fn store<S: Simd>(simd: S, vector: S::I16, points: &mut Points<S::Coefficient>, place: usize, u: usize, start: usize) {
    simd.store(vector, &mut points[place / 2][u][place % 2 * CHUNK + start..]);
}

/// Returns the vector, reduced if `reduce` is true.
#[inline(always)]
fn finish<V: I16Vector, M: Modulus>(vector: V, reduce: bool) -> V {
    if reduce { vector.barrett_reduce::<M>() } else { vector }
}

/// Computes (low, high) -> (low + z^shift high, low - z^shift high), in place. Requires shift < 8.
#[inline(always)]
fn butterfly<S: Simd, M: Modulus>(
    simd: S,
    points: &mut Points<S::Coefficient>,
    [low, high]: [usize; 2],
    shift: u8,
    start: usize,
    reduce: bool,
) {
    let shift = shift as usize;
    let (mut a, mut b) = ([simd.splat(0); SIZE], [simd.splat(0); SIZE]);
    unroll!(S::Shape, u < SIZE; at most 8, {
        a[u] = load(simd, points, low, u, start);
        b[u] = load(simd, points, high, (u + SIZE - shift) % SIZE, start);
    });
    unroll!(S::Shape, u < SIZE; at most 8, {
        // z^8 = -1: where z^shift high wraps around, the sum and the difference are exchanged.
        let (plus, minus) = if u < shift { (high, low) } else { (low, high) };
        store(simd, finish::<_, M>(a[u] + b[u], reduce), points, plus, u, start);
        store(simd, finish::<_, M>(a[u] - b[u], reduce), points, minus, u, start);
    });
}

/// Computes (low, high) -> (low + high, z^-shift (low - high)), in place. Requires shift < 8.
#[inline(always)]
fn inverse_butterfly<S: Simd, M: Modulus>(
    simd: S,
    points: &mut Points<S::Coefficient>,
    [low, high]: [usize; 2],
    shift: u8,
    start: usize,
    reduce: bool,
) {
    let shift = shift as usize;
    let (mut a, mut b) = ([simd.splat(0); SIZE], [simd.splat(0); SIZE]);
    unroll!(S::Shape, u < SIZE; at most 8, {
        a[u] = load(simd, points, low, u, start);
        b[u] = load(simd, points, high, u, start);
    });
    unroll!(S::Shape, u < SIZE; at most 8, {
        let difference = if u < shift { b[u] - a[u] } else { a[u] - b[u] };
        store(simd, finish::<_, M>(a[u] + b[u], reduce), points, low, u, start);
        store(simd, finish::<_, M>(difference, reduce), points, high, (u + SIZE - shift) % SIZE, start);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::analysis::{Cell, Lanes, Run};
    use vectru_polymul::modular::Q4591;
    use vectru_polymul::simd::portable::Portable;
    use vectru_polymul::simd::shape::{Avx2Shape, NeonShape, Shape};

    /// Returns A(n) and P(n) by the recurrences that the closed forms solve.
    fn recurrence(n: usize) -> [usize; 2] {
        if n == 2 {
            return [0, 2];
        }
        let [additions, subproblems] = recurrence(n.isqrt());
        let level = n * n.ilog2() as usize / 2 + n;
        [2 * n.isqrt() * additions + level, 2 * n.isqrt() * subproblems]
    }

    #[test]
    fn closed_forms_solve_the_recurrence() {
        for n in [2, 4, 16, 256, 65536] {
            let Costs { multiplications, additions, subproblems } = closed_form(n);
            assert_eq!((multiplications, [additions, subproblems]), (0, recurrence(n)));
        }
    }

    /// Compares the counts with the formulas. A vector holds one coefficient of each of 16
    /// polynomials, so an addition of vectors is one addition of coefficients for each polynomial.
    #[test]
    fn counted_additions_are_the_recurrence() {
        let run = Run::bounds();
        let simd = Lanes::new(&run, &Avx2Shape::FORM);
        let mut points = [[[Cell::ZERO; 2 * CHUNK]; SIZE]; POINTS / 2];
        let mut polynomials = [[[Cell::ZERO; SIZE]; CHUNK]; SIZE];
        forward::<_, Q4591>(simd, &polynomials, &mut points, false);
        let costs = forward_costs(64, SIZE);
        assert_eq!(costs, Costs { multiplications: 0, additions: 384, subproblems: POINTS });
        let forward = run.counts();
        assert_eq!((forward.additions as usize, forward.multiplications), (costs.additions, 0));

        inverse::<_, Q4591>(simd, &mut points, &mut polynomials);
        let inverse = run.counts();
        // Each Barrett reduction is two multiplications and one addition.
        let reductions = inverse.multiplications as usize / 2;
        assert_eq!(reductions, 2 * 64 + 64);
        assert_eq!((inverse.additions - forward.additions) as usize, inverse_additions(64) + reductions);
    }

    /// Checks that the image of x^(8u + v) at x = z^k is z^(u + k v), and that the inverse returns
    /// 16 times the input.
    fn check<P: Shape>() {
        let simd = Portable::<P>::new();
        for (u, v) in (0..SIZE).flat_map(|u| (0..SIZE).map(move |v| (u, v))) {
            let mut polynomials = [[[0; SIZE]; CHUNK]; SIZE];
            let r = (u + v) % CHUNK;
            polynomials[u][r][v] = 1;
            let mut points = [[[0; 2 * CHUNK]; SIZE]; POINTS / 2];
            forward::<_, Q4591>(simd, &polynomials, &mut points, true);
            for place in 0..POINTS {
                let power = (u + point(place) * v) % POINTS;
                for w in 0..SIZE {
                    for ring in 0..CHUNK {
                        let sign = if power < SIZE { 1 } else { -1 };
                        let expected = if ring == r && w == power % SIZE { sign } else { 0 };
                        assert_eq!(points[place / 2][w][place % 2 * CHUNK + ring], expected);
                    }
                }
            }
            let expected = polynomials.map(|rows| rows.map(|row| row.map(|coefficient| 16 * coefficient)));
            inverse::<_, Q4591>(simd, &mut points, &mut polynomials);
            assert_eq!(polynomials, expected);
        }
    }

    #[test]
    fn transform_is_the_definition_on_every_basis_vector() {
        check::<NeonShape>();
        check::<Avx2Shape>();
    }
}
