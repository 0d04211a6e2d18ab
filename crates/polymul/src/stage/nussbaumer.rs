//! Nussbaumer: Schönhage's transform with the roles of the variables exchanged. A product modulo x^64 + 1 becomes 16
//! products of size 8, each negacyclic.
//!
//! ```text
//! R[x]/(x^64 + 1) = (R[z]/(z^8 + 1))[x]/(x^8 - z) -> (R[z]/(z^8 + 1))[x]/(x^16 - 1) -> prod_(k < 16) (R[z]/(z^8 + 1))[x]/(x - z^k)
//! ```
//!
//! The first map is a monomorphism on polynomials of degree below 8 in x: their products do not reach x^16. Now z is the root
//! of unity, of order 16. One lane is one ring: multiplying by z^k is to take other registers, and z^8 = -1 is to exchange a
//! sum and a difference. No instruction is spent on it, and none permutes lanes but for the transposition before.
//!
//! Modulo x^16 - 1 the upper half of the coefficients is zero at first, so that the first layer only copies.
//!
//! # Costs
//!
//! With n = 2^(2^h) and the complete recursion, down to rings of size 2, the closed forms are T. = 0,
//! T+ = n lg n lg lg n / 2 + n lg n - n, and n lg n subproblems ([`closed_form`]). They solve T+(n) = 2 sqrt(n) T+(sqrt n) +
//! n lg n / 2 + n: lg n / 2 + 1 layers that cost n each. A layer has 2n coefficients, and the formula charges for half of
//! them: for a butterfly of two coefficients once.
//!
//! The code differs in three ways ([`forward_costs`] is exact for it, which a test shows on counting lanes). It stops at size
//! 8, where a direct product is faster; it counts a butterfly as what it is, an addition and a subtraction, 2n a layer; and
//! the first of the lg n / 2 + 1 layers adds nothing. So a level costs n lg n: 384 additions for n = 64, where the formula
//! has n lg n / 2 + n = 256. Back, all layers add, and so does x^8 = z: n lg n + 3n, 576.
//!
//! Bounds: each of the three layers forward doubles magnitudes, and the first of them reduces if it is asked to; the inverse
//! reduces after two layers, and after the fourth with x^8 = z.
//!
//! Source: Nussbaumer, "Fast Polynomial Transform Algorithms for Digital Convolution" (1980); Hwang, Liu, Yang (2024), section
//! 3.6; for the costs Hwang, "Practical Aspects of Schönhage and Nussbaumer FFTs" (2024).

use super::schoenhage::{Shifts, forward_shifts};
use crate::modular::Modulus;
use crate::simd::{CHUNK, I16Vector, Shape, Simd, unroll};

/// Coefficients of a ring `R[z]/(z^8 + 1)`, and coefficients of x to begin with.
pub const SIZE: usize = 8;

/// Points x = z^k.
pub const POINTS: usize = 16;

/// A chunk of rings side by side: coefficient u of ring r at point k is at `[k / 2][u][16 (k mod 2) + r]`, so that vectors of two
/// chunks hold two points.
pub type Points<C> = [[[C; 2 * CHUNK]; SIZE]; POINTS / 2];

/// A chunk of polynomials modulo x^64 + 1 by their coefficients: that of x^(8u + v) of polynomial r is at `[u][r][v]`.
pub type Polynomials<C> = [[[C; SIZE]; CHUNK]; SIZE];

/// By which power of z the upper element of a butterfly is multiplied: layer, element.
static SHIFTS: Shifts<POINTS, 5> = forward_shifts([0], SIZE);

/// The exponent k of the point at this place: the order in which the layers leave the points.
pub const fn point(place: usize) -> usize {
    super::schoenhage::exponent(0, SIZE, POINTS, 4, place)
}

/// What a recursion costs for one product: of one operand's transform, and the products that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Multiplications of coefficients.
    pub multiplications: usize,
    /// Additions and subtractions of coefficients.
    pub additions: usize,
    /// Products that are left.
    pub subproblems: usize,
}

/// The closed forms of the complete recursion, down to size 2, for n = 2^(2^h).
pub const fn closed_form(n: usize) -> Costs {
    let logarithm = n.ilog2() as usize;
    let levels = logarithm.ilog2() as usize;
    Costs { multiplications: 0, additions: n * logarithm * levels / 2 + n * logarithm - n, subproblems: n * logarithm }
}

/// What the code of this module does to one polynomial of n coefficients, n a power of 4, stopping at size `leaf`: n lg n additions
/// a level.
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

/// The additions of the inverse of one level on n coefficients: 2n in each of lg n / 2 + 1 layers, and n for x^8 = z.
pub const fn inverse_additions(n: usize) -> usize {
    n * n.ilog2() as usize + 3 * n
}

/// The transform of a chunk of polynomials. The first layer that adds reduces, if `reduce` says so.
#[inline(always)]
pub fn forward<S: Simd, M: Modulus>(
    simd: S,
    polynomials: &Polynomials<S::Coefficient>,
    points: &mut Points<S::Coefficient>,
    reduce: bool,
) {
    for start in (0..CHUNK).step_by(S::Shape::LANES) {
        // The layer of x^16 - 1 leaves the same modulo x^8 - 1 and x^8 + 1; that of x^8 - 1 has no twiddle factor.
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

/// The inverse transform of a chunk of polynomials, times 16. Overwrites `points`.
#[inline(always)]
pub fn inverse<S: Simd, M: Modulus>(
    simd: S,
    points: &mut Points<S::Coefficient>,
    polynomials: &mut Polynomials<S::Coefficient>,
) {
    for start in (0..CHUNK).step_by(S::Shape::LANES) {
        for layer in (1..4).rev() {
            let distance = 8 >> layer;
            for low in (0..POINTS).filter(|place| place / distance % 2 == 0) {
                let places = [low, low + distance];
                inverse_butterfly::<S, M>(simd, points, places, SHIFTS[layer][low + distance], start, layer == 2);
            }
        }
        // The last layer: low = a + b and high = a - b; and x^8 = z: the result is low + z high.
        let mut before = [simd.splat(0); SIZE];
        for u in 0..SIZE {
            let mut result = [simd.splat(0); SIZE];
            unroll!(S::Shape, v < SIZE, {
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

#[inline(always)]
fn load<S: Simd>(simd: S, points: &Points<S::Coefficient>, place: usize, u: usize, start: usize) -> S::I16 {
    simd.load(&points[place / 2][u][place % 2 * CHUNK + start..])
}

#[inline(always)]
fn store<S: Simd>(simd: S, vector: S::I16, points: &mut Points<S::Coefficient>, place: usize, u: usize, start: usize) {
    simd.store(vector, &mut points[place / 2][u][place % 2 * CHUNK + start..]);
}

#[inline(always)]
fn finish<V: I16Vector, M: Modulus>(vector: V, reduce: bool) -> V {
    if reduce { vector.barrett_reduce::<M>() } else { vector }
}

/// (low, high) -> (low + z^shift high, low - z^shift high), in place; shift < 8.
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
    unroll!(S::Shape, u < SIZE, {
        a[u] = load(simd, points, low, u, start);
        b[u] = load(simd, points, high, (u + SIZE - shift) % SIZE, start);
    });
    unroll!(S::Shape, u < SIZE, {
        // z^8 = -1: where z^shift wraps around, the sum and the difference exchange their places.
        let (plus, minus) = if u < shift { (high, low) } else { (low, high) };
        store(simd, finish::<_, M>(a[u] + b[u], reduce), points, plus, u, start);
        store(simd, finish::<_, M>(a[u] - b[u], reduce), points, minus, u, start);
    });
}

/// (a, b) -> (a + b, z^-shift (a - b)), in place; shift < 8.
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
    unroll!(S::Shape, u < SIZE, {
        a[u] = load(simd, points, low, u, start);
        b[u] = load(simd, points, high, u, start);
    });
    unroll!(S::Shape, u < SIZE, {
        let difference = if u < shift { b[u] - a[u] } else { a[u] - b[u] };
        store(simd, finish::<_, M>(a[u] + b[u], reduce), points, low, u, start);
        store(simd, finish::<_, M>(difference, reduce), points, high, (u + SIZE - shift) % SIZE, start);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::count::{Counter, Counting};
    use crate::modular::Q4591;
    use crate::simd::portable::Portable;
    use crate::simd::shape::{Avx2Shape, NeonShape};

    /// The recurrence that the closed forms solve.
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

    /// One vector of 16 rings: an addition of vectors is one of coefficients of each.
    #[test]
    fn counted_additions_are_the_recurrence() {
        let counter = Counter::new();
        let simd = Counting::<Avx2Shape>::new(&counter);
        let mut points = [[[(); 2 * CHUNK]; SIZE]; POINTS / 2];
        let mut polynomials = [[[(); SIZE]; CHUNK]; SIZE];
        forward::<_, Q4591>(simd, &polynomials, &mut points, false);
        let costs = forward_costs(64, SIZE);
        assert_eq!(costs, Costs { multiplications: 0, additions: 384, subproblems: POINTS });
        let forward = counter.counts();
        assert_eq!((forward.additions as usize, forward.multiplications), (costs.additions, 0));

        inverse::<_, Q4591>(simd, &mut points, &mut polynomials);
        let inverse = counter.counts();
        // Each Barrett reduction is two multiplications and one addition.
        let reductions = inverse.multiplications as usize / 2;
        assert_eq!(reductions, 2 * 64 + 64);
        assert_eq!((inverse.additions - forward.additions) as usize, inverse_additions(64) + reductions);
    }

    /// x^(8u + v) is z^(u + k v) at x = z^k; and back, times 16, it is what it was.
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
