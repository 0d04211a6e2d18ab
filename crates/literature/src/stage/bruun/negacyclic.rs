//! Two layers of Bruun's butterflies: x^8 + 1 splits into four trinomials if q = 7 modulo 8.
//!
//! ```text
//! R[x]/(x^8 + 1) -> R[x]/(x^4 + s x^2 + 1) x R[x]/(x^4 - s x^2 + 1),   s^2 = 2
//!                -> prod R[x]/(x^2 +- a x + b) x prod R[x]/(x^2 +- c x + b)
//! a^2 = 2 b - s,   c^2 = 2 b + s,   b = 1 if q = 15 modulo 16,   b = -1 if q = 7 modulo 16
//! ```
//!
//! The inverse is computed times 4. With x^n instead of x, each coefficient is n vectors: x^32 + 1
//! splits into trinomials in x^4 (n = 4).
//!
//! The roots exist for the following reason. As q = 7 modulo 8, 2 is a square and -1 is not. By
//! (2 - s)(2 + s) = 2, the numbers 2 - s and 2 + s are both squares, or their negatives are. They
//! are squares if and only if q = 15 modulo 16, as 2 + s is then the square of z + 1/z for z of
//! order 16, and z + 1/z is in Z_q only for q = +-1 modulo 16. This is the case k = 3 of theorem 1
//! of `[BGM93]`.
//!
//! Bounds, where x is the largest magnitude of an input and B bounds the Barrett products: the
//! values are at most 4 x + 3 B before the reduction at the end of either direction; outputs are
//! Barrett-reduced.
//!
//! Sources: `[Bru78]`, `[BGM93]`; `[HLY24]`, section 4.3, for x^32 + 1 modulo 4591, with s = 1229,
//! a = 58 and c = 2116.

use core::marker::PhantomData;

use crate::stage::factor::Factor;
use crate::stage::trinomial_convolution::Trinomial;
use vectru_polymul::modular::{Constant, Modulus, square_root};
use vectru_polymul::simd::{I16Vector, Simd};

use super::{Bruun, InverseBruun, bruun, inverse_bruun};

/// The factors of x^8 + 1 modulo q.
#[derive(Clone, Copy, Debug)]
pub struct Negacyclic<M>(PhantomData<M>);

impl<M: Modulus> Negacyclic<M> {
    /// s, a square root of 2.
    const S: i64 = root(2, M::Q as i64);
    /// The constant coefficient b of the factors: 1 or -1.
    pub const CONSTANT: i64 = if square_root(2 - Self::S, M::Q as i64).is_some() { 1 } else { -1 };
    /// s, and the coefficients a and c of x in the factors.
    pub const ALPHAS: [i64; 3] =
        [Self::S, root(2 * Self::CONSTANT - Self::S, M::Q as i64), root(2 * Self::CONSTANT + Self::S, M::Q as i64)];
    /// The coefficient m of x^2 = m x - b modulo each factor: -a, a, -c, c. This is the order of
    /// the factors.
    pub const MIDDLES: [Constant<M>; 4] = {
        let [_, a, c] = Self::ALPHAS;
        [Constant::new(-a), Constant::new(a), Constant::new(-c), Constant::new(c)]
    };

    /// Returns a factor with x^4 instead of x, as the modulus of products of size 8.
    #[inline(always)]
    pub const fn trinomial<V>(factor: usize) -> Trinomial<V, M> {
        Trinomial {
            alpha: Factor::Constant(const { &Self::MIDDLES }[factor]),
            beta: const { Factor::of(Constant::new(-Self::CONSTANT)) },
        }
    }
}

/// Returns a square root of `value` modulo q.
///
/// # Panics
///
/// Panics if there is no square root. For q = 7 modulo 8, the values above have one.
const fn root(value: i64, q: i64) -> i64 {
    square_root(value, q).expect("q is 7 modulo 8")
}

/// Returns the images of the polynomial with the coefficients `x` modulo the four factors, in the
/// order of [`Negacyclic::MIDDLES`].
#[inline(always)]
pub fn split<S: Simd, M: Modulus>(simd: S, x: [S::I16; 8]) -> [[S::I16; 2]; 4] {
    let first = const { Bruun::<S::I16, M>::new(Negacyclic::<M>::ALPHAS[0], 1) };
    let [even, even_negative] = bruun(simd, [x[0], x[2], x[4], x[6]], first);
    let [odd, odd_negative] = bruun(simd, [x[1], x[3], x[5], x[7]], first);
    let positive = const { Bruun::<S::I16, M>::new(Negacyclic::<M>::ALPHAS[1], Negacyclic::<M>::CONSTANT) };
    let negative = const { Bruun::<S::I16, M>::new(Negacyclic::<M>::ALPHAS[2], Negacyclic::<M>::CONSTANT) };
    let [a, b] = bruun(simd, [even[0], odd[0], even[1], odd[1]], positive);
    let [c, d] = bruun(simd, [even_negative[0], odd_negative[0], even_negative[1], odd_negative[1]], negative);
    [reduced::<_, M>(a), reduced::<_, M>(b), reduced::<_, M>(c), reduced::<_, M>(d)]
}

/// Returns 4 times the polynomial whose images modulo the four factors are given.
#[inline(always)]
pub fn join<S: Simd, M: Modulus>(simd: S, [a, b, c, d]: [[S::I16; 2]; 4]) -> [S::I16; 8] {
    let positive = const { InverseBruun::<S::I16, M>::new(Negacyclic::<M>::ALPHAS[1], Negacyclic::<M>::CONSTANT) };
    let negative = const { InverseBruun::<S::I16, M>::new(Negacyclic::<M>::ALPHAS[2], Negacyclic::<M>::CONSTANT) };
    let [p0, p1, p2, p3] = inverse_bruun(simd, [a, b], positive);
    let [n0, n1, n2, n3] = inverse_bruun(simd, [c, d], negative);
    let first = const { InverseBruun::<S::I16, M>::new(Negacyclic::<M>::ALPHAS[0], 1) };
    let [x0, x2, x4, x6] = inverse_bruun(simd, [[p0, p2], [n0, n2]], first);
    let [x1, x3, x5, x7] = inverse_bruun(simd, [[p1, p3], [n1, n3]], first);
    let ([x0, x1], [x2, x3]) = (reduced::<_, M>([x0, x1]), reduced::<_, M>([x2, x3]));
    let ([x4, x5], [x6, x7]) = (reduced::<_, M>([x4, x5]), reduced::<_, M>([x6, x7]));
    [x0, x1, x2, x3, x4, x5, x6, x7]
}

/// Returns both vectors Barrett-reduced.
#[inline(always)]
fn reduced<V: I16Vector, M: Modulus>([x, y]: [V; 2]) -> [V; 2] {
    [x.barrett_reduce::<M>(), y.barrett_reduce::<M>()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::trinomial_convolution::trinomial_convolution;
    use vectru_polymul::analysis::{Lanes, Run};
    use vectru_polymul::modular::{Q4591, Q5167, Q6343, centred};
    use vectru_polymul::simd::Shape;
    use vectru_polymul::simd::portable::Portable;
    use vectru_polymul::simd::shape::{Avx2Shape, Avx512Shape, NeonShape};

    fn check<M: Modulus, P: Shape>(constant: i64) {
        let (simd, q) = (Portable::<P>::new(), M::Q as i64);
        assert_eq!(Negacyclic::<M>::CONSTANT, constant);
        let first_lane = |vector| {
            let mut lanes = [0; 32];
            simd.store(vector, &mut lanes);
            centred(lanes[0].into(), q)
        };
        for power in 0..8 {
            let mut basis = [simd.splat(0); 8];
            basis[power] = simd.splat(1);
            let images = split::<_, M>(simd, basis);
            for (image, middle) in images.iter().zip(Negacyclic::<M>::MIDDLES) {
                let middle = i64::from(middle.value);
                let times_x = |[low, high]: [i64; 2]| [-constant * high % q, (low + middle * high) % q];
                let power_of_x = |power| (0..power).fold([1, 0], |power, _| times_x(power));
                let [low, high] = power_of_x(power);
                assert_eq!([first_lane(image[0]), first_lane(image[1])], [centred(low, q), centred(high, q)]);
                let [low, high] = power_of_x(8);
                assert_eq!([centred(low, q), high], [-1, 0], "a factor of x^8 + 1");
            }
            for (place, vector) in join::<_, M>(simd, images).into_iter().enumerate() {
                assert_eq!(first_lane(vector), if place == power { 4 } else { 0 });
            }
        }
    }

    /// Returns the multiplications and additions of a product modulo x^32 + 1, in vectors with a
    /// ring in each lane: by four products of size 8 between two layers of Bruun's butterflies, and
    /// by eight products modulo z^8 + 1 between Nussbaumer's layers.
    fn counts<P: Shape>() -> [[u32; 2]; 2] {
        let run = Run::bounds();
        let simd = Lanes::new(&run, &P::FORM);
        let zero = simd.splat(0);
        let count = |kernel: &dyn Fn()| {
            let before = run.counts();
            kernel();
            let after = run.counts();
            [after.multiplications - before.multiplications, after.additions - before.additions]
        };
        // The coefficients of x^0, x^4, …, x^28 are split together.
        let [split, join] =
            [count(&|| _ = split::<_, Q4591>(simd, [zero; 8])), count(&|| _ = join::<_, Q4591>(simd, [[zero; 2]; 4]))];
        let product = |modulus| count(&|| _ = trinomial_convolution(simd, [zero; 8], [zero; 8], modulus));
        let of_factors = [0, 1, 2, 3].map(|factor| product(Negacyclic::<Q4591>::trinomial(factor)));
        let negacyclic = product(Trinomial { alpha: Factor::Zero, beta: Factor::MinusOne });
        // x^4 = z: eight elements of eight coefficients, and three layers. The first layer of an
        // operand copies. The inverse reduces the products, and reduces again before the
        // substitution. The sums of the substitution are reduced, as Bruun's are.
        let (layer, substitution) = (2 * 32, 32);
        let additions = [0, 2 * 2 * layer + 3 * layer + substitution];
        let reduction = count(&|| _ = zero.barrett_reduce::<Q4591>());
        let reductions = 2 * layer + substitution;
        [0, 1].map(|kind| {
            let bruun = 4 * (2 * split[kind] + join[kind]) + of_factors.iter().map(|counts| counts[kind]).sum::<u32>();
            [bruun, 8 * negacyclic[kind] + additions[kind] + reductions * reduction[kind]]
        })
    }

    /// Compares both transforms of x^32 + 1, as `[HLY24]`, Table 2, does.
    #[test]
    fn nussbaumer_takes_more_instructions() {
        assert_eq!(counts::<NeonShape>(), [[1244, 1536], [588, 696]]);
        for [multiplications, additions] in [counts::<Avx2Shape>(), counts::<Avx512Shape>()] {
            assert!(multiplications[0] < multiplications[1] && additions[0] < additions[1]);
        }
    }

    #[test]
    fn layers_are_the_definition_on_every_basis_vector() {
        check::<Q4591, NeonShape>(1);
        check::<Q4591, Avx2Shape>(1);
        check::<Q5167, Avx2Shape>(1);
        check::<Q6343, Avx2Shape>(-1);
        assert_eq!(Negacyclic::<Q4591>::ALPHAS, [1229, 58, 2116]);
        assert_eq!(Negacyclic::<Q5167>::ALPHAS, [566, 454, 932]);
    }
}
