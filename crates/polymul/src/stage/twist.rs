//! Twists: maps from a ring to cyclic products, without doubling its length.
//!
//! ```text
//! R[x]/(x^(16 m) - z) -> R[x, u]/(x^16 - w u, u^m - 1),   w^m = z
//! ```
//!
//! multiplies chunk k, the coefficients of x^(16 k), by w^k. A trinomial has two such factors:
//!
//! ```text
//! x^(32 m) - s x^(16 m) + 1 = (x^(16 m) - z)(x^(16 m) - 1/z),   z + 1/z = s, s = 1 or -1
//! ```
//!
//! where z is a root of unity of order 6 or 3. The remainders of l + h x^(16 m) are l + z h and
//! l + h/z = l + s h - z h, which need one product by z. The inverse map, from remainders a and b,
//! is
//!
//! ```text
//! h = A - B,   l = z (A + B) - s A,   A = a / (z - 1/z),   B = b / (z - 1/z)
//! ```
//!
//! The inverse map also undoes the factors that the transforms left, and the Montgomery factor
//! 2^-16.
//!
//! Operations for each vector of an operand: one Barrett product for x^n - z, and for a trinomial
//! three Barrett products for every two vectors. The inverse map has as many, and the centring.
//!
//! Bounds: requires centred operands; twisted operands are at most [`bound`]. The inverse map
//! requires coefficients of at most [`largest`], and returns centred ones.
//!
//! Sources: `[CF94]`, weighted transforms, by one weight for each chunk; `[LS19]` for the factors
//! of x^2m - x^m + 1.

use crate::modular::{Constant, Modulus, inverse, power, root_of_unity};
use crate::ring::Tail;
use crate::simd::{CHUNK, I16Vector, Simd};
use crate::stage::growth::{LANE, any_product};

/// The largest number of chunks of a ring.
pub const MAX_CHUNKS: usize = 128;

/// Returns the bound of twisted operands.
pub const fn bound(q: i64) -> i64 {
    any_product(2 * q, q)
}

/// Returns the largest coefficient that the inverse map allows.
pub const fn largest(tail: Tail, q: i64) -> i64 {
    if let Tail::Trinomial(_) = tail { q } else { LANE }
}

/// The constants of a ring.
#[derive(Clone, Copy, Debug)]
pub struct Twist<M: Modulus> {
    /// The number of chunks of the ring.
    chunks: usize,
    /// s, or 0 if the ring has one factor.
    trace: i16,
    /// z.
    root: Constant<M>,
    /// The root w of the first factor and of the second factor.
    bases: [i64; 2],
    /// The order of z.
    order: usize,
    /// w^k for the chunks of the first factor, and w^-k for the chunks of the second factor.
    powers: [Constant<M>; MAX_CHUNKS],
    /// The inverses of `powers`, times the scale of the inverse map.
    inverses: [Constant<M>; MAX_CHUNKS],
}

impl<M: Modulus> Twist<M> {
    /// q.
    const Q: i64 = M::Q as i64;
    /// Returns the constants of the ring of `chunks` chunks with the polynomial `tail`. The inverse
    /// map multiplies by 2^16 and divides by `factor`.
    ///
    /// # Panics
    ///
    /// Panics with an explanation if the ring has no twist.
    pub const fn new(tail: Tail, chunks: usize, factor: i64) -> Self {
        assert!(chunks <= MAX_CHUNKS, "native! takes rings of degree at most 2048");
        let mut twist = Self::without_roots(tail, chunks);
        let (order, factors, m, q) = (twist.order, twist.factors(), twist.chunks_of_factor(), Self::Q);
        let scale = (1 << 16) * inverse(factor, q) % q;
        assert!(
            order == 1 || (q - 1) % (order * m) as i64 == 0,
            "there is no root of unity w with w^m = z: q - 1 is no multiple of the order of z, times m"
        );
        let w = if order == 1 { 1 } else { root_of_unity((order * m) as u64, q) };
        let z = power(w, m as u64, q);
        (twist.bases, twist.root) = ([w, inverse(w, q)], Constant::new(z));
        let scale = if factors == 1 { scale } else { scale * inverse(z - inverse(z, q), q) % q };
        let mut chunk = 0;
        while chunk < chunks {
            let there = power(twist.bases[chunk / m], (chunk % m) as u64, q);
            let back = inverse(there, q);
            twist.powers[chunk] = Constant::new(there);
            twist.inverses[chunk] = Constant::new(scale * back);
            chunk += 1;
        }
        twist
    }

    /// Returns the twist with zeros as roots of unity, to count its operations.
    ///
    /// # Panics
    ///
    /// Panics with an explanation if the polynomial has no twist.
    pub const fn without_roots(tail: Tail, chunks: usize) -> Self {
        let (trace, order) = match tail {
            Tail::Prime => panic!("x^n - x - 1 has no twist: native! takes x^n - 1, x^n + 1 and x^2m - s x^m + 1"),
            Tail::Cyclic => (0, 1),
            Tail::Negacyclic => (0, 2),
            Tail::Trinomial(1) => (1, 6),
            Tail::Trinomial(_) => (-1, 3),
        };
        let (root, constants) = (Constant::ZERO, [Constant::ZERO; MAX_CHUNKS]);
        Self { chunks, trace, root, bases: [1; 2], order, powers: constants, inverses: constants }
    }

    /// Returns the number of factors.
    pub const fn factors(&self) -> usize {
        if self.trace == 0 { 1 } else { 2 }
    }

    /// Returns s, or 0 if the ring has one factor.
    pub const fn trace(&self) -> i16 {
        self.trace
    }

    /// Returns the number m of the chunks of a factor.
    const fn chunks_of_factor(&self) -> usize {
        self.chunks / self.factors()
    }

    /// Returns the number of coefficients of a factor.
    pub const fn length(&self) -> usize {
        self.chunks_of_factor() * CHUNK
    }

    /// Returns the order of w.
    pub const fn order(&self) -> usize {
        if self.order == 1 { 1 } else { self.order * self.chunks_of_factor() }
    }

    /// Returns the order of the roots of unity x^16 of the ring, and the orders of the powers that
    /// are not among them.
    pub const fn orders(&self) -> (usize, [usize; 2]) {
        let m = self.chunks_of_factor();
        let omitted = match self.order {
            1 => [0; 2],
            6 => [2 * m, 3 * m],
            _ => [m, 0],
        };
        (self.order * m, omitted)
    }

    /// Returns the w of a factor.
    pub const fn root(&self, factor: usize) -> i64 {
        self.bases[factor]
    }

    /// Writes the twisted remainder of `operand` modulo a factor.
    #[inline(always)]
    pub fn forward<S: Simd>(&self, simd: S, operand: &[S::Coefficient], factor: usize, twisted: &mut [S::Coefficient]) {
        let length = self.length();
        if simd.lanes() > CHUNK && !length.is_multiple_of(simd.lanes()) {
            return self.forward::<S::Narrow>(simd.narrow(), operand, factor, twisted);
        }
        let powers = &self.powers[factor * self.chunks_of_factor()..];
        for start in (0..length).step_by(simd.lanes()) {
            let mut vector = simd.load(&operand[start..]);
            if self.trace != 0 {
                let high = simd.load(&operand[length + start..]);
                let product = high.barrett_multiply(self.root);
                vector = match (factor, self.trace) {
                    (0, _) => vector + product,
                    (_, 1) => vector + high - product,
                    _ => vector - high - product,
                };
            }
            simd.store(times::<S, M>(simd, vector, powers, start), &mut twisted[start..]);
        }
    }

    /// Writes the polynomial whose twisted remainders are in `product`, factor by factor, times the
    /// scale, and zeros behind it.
    #[inline(always)]
    pub fn inverse<S: Simd>(&self, simd: S, product: &[S::Coefficient], result: &mut [S::Coefficient]) {
        let length = self.length();
        if simd.lanes() > CHUNK && !length.is_multiple_of(simd.lanes()) {
            return self.inverse::<S::Narrow>(simd.narrow(), product, result);
        }
        simd.clear(&mut result[self.chunks * CHUNK..]);
        for start in (0..length).step_by(simd.lanes()) {
            let a = times::<S, M>(simd, simd.load(&product[start..]), &self.inverses, start);
            if self.trace == 0 {
                simd.store(a.centre::<M>(), &mut result[start..]);
                continue;
            }
            let b = times::<S, M>(simd, simd.load(&product[length + start..]), &self.inverses, length + start);
            let product = (a + b).barrett_multiply(self.root);
            let low = if self.trace == 1 { product - a } else { product + a };
            simd.store(low.centre::<M>(), &mut result[start..]);
            simd.store((a - b).centre::<M>(), &mut result[length + start..]);
        }
    }
}

/// Multiplies the coefficients from `start` on by the constants of their chunks.
#[inline(always)]
fn times<S: Simd, M: Modulus>(simd: S, vector: S::I16, constants: &[Constant<M>], start: usize) -> S::I16 {
    let chunk = start / CHUNK;
    if simd.lanes() > CHUNK {
        vector.barrett_multiply_halves(constants[chunk], constants[chunk + 1])
    } else {
        vector.barrett_multiply(constants[chunk])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::Q;
    use crate::simd::portable::Portable;
    use crate::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, Shape, Straight};
    use crate::stage::samples::{assert_congruent, residues};

    type Q3457 = Q<3457>;

    /// Checks the remainders against the definition, and that the inverse map returns the operand.
    fn check<P: Shape>(tail: Tail, chunks: usize) {
        let (simd, q) = (Portable::<P>::new(), 3457);
        let twist = Twist::<Q3457>::new(tail, chunks, 1 << 16);
        let (length, m) = (twist.length(), twist.length() / CHUNK);
        let operand = residues(chunks * CHUNK, 1, q);
        let (mut product, mut result) =
            (std::vec![0; chunks * CHUNK], std::vec![1; (chunks * CHUNK).next_multiple_of(32)]);
        for factor in 0..twist.factors() {
            let (w, twisted) = (twist.root(factor), &mut product[factor * length..][..length]);
            let z = power(w.rem_euclid(q), m as u64, q);
            match tail {
                Tail::Trinomial(s) => assert_eq!((z * z - i64::from(s) * z + 1) % q, 0),
                _ => assert_eq!((z - if tail == Tail::Cyclic { 1 } else { -1 }) % q, 0),
            }
            twist.forward(simd, &operand, factor, twisted);
            let expected = (0..length).map(|i| {
                let high = if twist.factors() == 2 { i64::from(operand[length + i]) } else { 0 };
                (i64::from(operand[i]) + z * high) % q * power(w.rem_euclid(q), (i / CHUNK) as u64, q)
            });
            assert_congruent(twisted, expected, q);
            assert!(twisted.iter().all(|&c| i64::from(c).abs() <= bound(q)));
        }
        twist.inverse(simd, &product, &mut result);
        assert_eq!(&result[..chunks * CHUNK], &operand[..]);
        assert!(result[chunks * CHUNK..].iter().all(|&c| c == 0));
    }

    fn check_all<P: Shape>() {
        check::<P>(Tail::Cyclic, 3);
        check::<P>(Tail::Negacyclic, 1);
        check::<P>(Tail::Trinomial(1), 2);
        check::<P>(Tail::Negacyclic, 16);
        check::<P>(Tail::Negacyclic, 9);
        check::<P>(Tail::Trinomial(1), 36);
        check::<P>(Tail::Trinomial(1), 18);
        check::<P>(Tail::Trinomial(-1), 18);
    }

    #[test]
    fn twists_are_the_definition() {
        check_all::<NeonShape>();
        check_all::<Straight<NeonShape>>();
        check_all::<Avx2Shape>();
        check_all::<Avx512Shape>();
    }
}
