//! Infinity and zero: the coefficients at both ends of a product. If they are known, a cyclic
//! product may be shorter than the product by their number.
//!
//! ```text
//! R[x]_(< n + 16 h + 1) -> R[x]/(x^n - 1) x R^(16 h) x R
//! c -> (c mod (x^n - 1), (c_(n + 1), …, c_(n + 16 h)), c_0)
//! ```
//!
//! is an isomorphism. Modulo x^n - 1, coefficients c_n to c_(n + 16 h) are added to c_0 to
//! c_(16 h). The other two components separate them again:
//!
//! ```text
//! c_k = (c_k + c_(n + k)) - c_(n + k),   0 < k <= 16 h;        c_n = (c_0 + c_n) - c_0
//! ```
//!
//! In the language of Toom-Cook, the components are the value at 0 and the value at infinity with
//! multiplicity 16 h.
//!
//! For a product a b of elements of degree below p, where 2 p - 1 <= n + 16 h + 1, an operand keeps
//! a_0 and the coefficients above n/2 - 8 h: c_(n + k) is the sum of a_i b_j over i + j = n + k, so
//! that k > 0 requires i, j > n/2 - 8 h. The *ends* of an operand or of a product are these
//! coefficients, in h + 1 chunks ([`Ends`]).
//!
//! | ring | n | h | kept | products of chunks |
//! | --- | --- | --- | --- | --- |
//! | sntrup761 | 1440 | 5 | a_0, a_681, …, a_760 | 15 + 1 |
//! | sntrup1277 | 2496 | 4 | a_0, a_1217, …, a_1276 | 10 + 1 |
//!
//! Operations: chunk m of the 16 h coefficients above c_n is a sum of h - m outer products, and c_0
//! needs one more, in all h (h + 1)/2 + 1 products of chunks. For sntrup761, a cyclic product
//! without wraparound would need six more chunks.
//!
//! Sources: `[Too63]`, `[Coo66]` for evaluation at infinity. Its use to shorten a Good-Thomas
//! transform is this project's own.

use crate::modular::{Constant, Modulus};
use crate::simd::{CHUNK, I16Vector, Simd};

/// The shape of the ends: the length of the cyclic product, and the number of chunks by which the
/// product is longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The length n of the cyclic product, in coefficients.
    length: usize,
    /// The number h of chunks of coefficients at infinity.
    high: usize,
}

/// The largest number of chunks at infinity.
const MAX_HIGH_CHUNKS: usize = 5;

impl Ends {
    /// The largest number of coefficients by which a product may be longer than the cyclic product.
    pub const LONGEST: usize = MAX_HIGH_CHUNKS * CHUNK + 1;

    /// Returns the shape for a cyclic product of `length` coefficients in a ring of degree
    /// `degree`.
    ///
    /// # Panics
    ///
    /// Panics if `length` is odd, or if the product needs more than five chunks at infinity.
    pub const fn new(length: usize, degree: usize) -> Self {
        let missing = 2 * degree - 1 - length;
        // If only c_n is missing, the chunk at infinity is zero.
        let high = if missing == 1 { 1 } else { (missing - 1).div_ceil(CHUNK) };
        assert!(high <= MAX_HIGH_CHUNKS && length.is_multiple_of(2));
        Self { length, high }
    }

    /// Returns the number of chunks of the ends, h + 1.
    ///
    /// The ends of an operand are a_0, the coefficients above [`base`](Self::base), and zeros. The
    /// ends of a product are h chunks of c_(n + 1), c_(n + 2), …, and a chunk of c_0 and 15
    /// meaningless numbers.
    pub const fn chunks(&self) -> usize {
        self.high + 1
    }

    /// Returns the number h of chunks at infinity.
    pub const fn high(&self) -> usize {
        self.high
    }

    /// Returns n, the number of coefficients of the cyclic product.
    pub const fn cyclic(&self) -> usize {
        self.length
    }

    /// Returns the number of coefficients of the longest product that the cyclic product and the
    /// ends determine: n, the number at infinity, and one for the lowest.
    pub const fn product(&self) -> usize {
        self.length + self.high * CHUNK + 1
    }

    /// Returns n/2 - 8 h: an operand keeps the coefficients above this index.
    pub const fn base(&self) -> usize {
        self.length / 2 - self.high * CHUNK / 2
    }
}

/// Writes the ends of `operand` to `kept`. Requires that `operand` is zero from the degree on.
#[inline(always)]
pub fn keep_ends<S: Simd>(simd: S, ends: Ends, operand: &[S::Coefficient], kept: &mut [[S::Coefficient; CHUNK]]) {
    let simd = simd.narrow();
    let lanes = simd.narrow().lanes();
    let kept = kept.as_flattened_mut();
    let source = &operand[ends.base()..operand.len().min(ends.base() + kept.len())];
    for start in (0..source.len() - lanes).step_by(lanes) {
        simd.store(simd.load(&source[start..]), &mut kept[start..]);
    }
    simd.store(simd.load(&source[source.len() - lanes..]), &mut kept[source.len() - lanes..]);
    simd.clear(&mut kept[source.len()..]);
    kept[0] = operand[0];
}

/// Replaces `a`, the ends of an operand, by 2^-16 times the ends of its product with the operand
/// whose ends are `b`.
#[inline(always)]
pub fn multiply_ends<S: Simd, M: Modulus>(
    simd: S,
    ends: Ends,
    a: &mut [[S::Coefficient; CHUNK]],
    b: &[[S::Coefficient; CHUNK]],
) {
    let zero = [S::ZERO; CHUNK];
    let high = ends.high;
    // Row set d is (chunk h - 1 - d | chunk h - d) of b's ends. In the last set the first row is
    // b_0, which outer products do not read.
    let mut rows = [simd.zero_rows(); MAX_HIGH_CHUNKS];
    for d in 0..high {
        simd.window_rows(&b[high - 1 - d], &b[high - d], &mut rows[d]);
    }
    let mut lowest = simd.zero_rows();
    simd.window_rows(&zero, &b[0], &mut lowest);
    let (factors, _) = a.as_flattened()[1..].as_chunks();
    let mut product = [zero; MAX_HIGH_CHUNKS + 1];
    // Chunk m is a sum of h - m products.
    if high == 5 {
        product[high - 5] = high_chunk::<S, M, 5>(simd, &factors[high - 5..], &rows);
    }
    if high >= 4 {
        product[high - 4] = high_chunk::<S, M, 4>(simd, &factors[high - 4..], &rows);
    }
    if high >= 3 {
        product[high - 3] = high_chunk::<S, M, 3>(simd, &factors[high - 3..], &rows);
    }
    if high >= 2 {
        product[high - 2] = high_chunk::<S, M, 2>(simd, &factors[high - 2..], &rows);
    }
    product[high - 1] = high_chunk::<S, M, 1>(simd, &factors[high - 1..], &rows);
    // Coefficient 0 of the product of (a_0, …) and (b_0, …) is c_0 = a_0 b_0; the other
    // coefficients have no meaning.
    product[high] = simd.outer_product::<M, 1>([&a[0]], [&lowest]);
    a.copy_from_slice(&product[..=high]);
}

/// Returns the sum of the outer products of the first K factors by the first K rows.
#[inline(always)]
fn high_chunk<S: Simd, M: Modulus, const K: usize>(
    simd: S,
    factors: &[[S::Coefficient; CHUNK]],
    rows: &[S::Rows; MAX_HIGH_CHUNKS],
) -> [S::Coefficient; CHUNK] {
    let (mut left, mut right) = ([&factors[0]; K], [&rows[0]; K]);
    for i in 0..K {
        (left[i], right[i]) = (&factors[i], &rows[i]);
    }
    simd.outer_product::<M, K>(left, right)
}

/// Recovers the product, times `factor`, from the cyclic product times `factor`, in the first n
/// coefficients of `product`, and from the ends of the product, `kept`.
#[inline(always)]
pub fn unwrap_ends<S: Simd, M: Modulus>(
    simd: S,
    ends: Ends,
    kept: &[[S::Coefficient; CHUNK]],
    factor: Constant<M>,
    product: &mut [S::Coefficient],
) {
    let simd = simd.narrow();
    let lanes = simd.narrow().lanes();
    let Ends { length, high } = ends;
    let mut lowest = [S::ZERO; CHUNK];
    for start in (0..CHUNK).step_by(lanes) {
        let scaled = simd.load(&kept[high][start..]).barrett_multiply(factor);
        simd.store(scaled, &mut lowest[start..]);
    }
    // c_n. The other lanes are overwritten below.
    let highest = simd.load(product) - simd.load(&lowest);
    simd.store(highest.barrett_reduce::<M>(), &mut product[length..]);
    let kept = kept.as_flattened();
    for start in (0..high * CHUNK).step_by(lanes) {
        let above = simd.load(&kept[start..]).barrett_multiply(factor);
        simd.store(above, &mut product[length + 1 + start..]);
        let below = simd.load(&product[1 + start..]) - above;
        simd.store(below, &mut product[1 + start..]);
    }
    product[0] = lowest[0];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::Q4591;
    use crate::simd::portable::Portable;
    use crate::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, Shape};
    use crate::stage::samples::{assert_congruent, product, remainder, residues};

    const Q: i64 = Q4591::Q as i64;

    #[test]
    fn shapes_are_those_of_the_table() {
        let ends = [Ends::new(1440, 761), Ends::new(2496, 1277)];
        assert_eq!(ends.map(|ends| (ends.cyclic(), ends.high(), ends.chunks())), [(1440, 5, 6), (2496, 4, 5)]);
        assert_eq!(ends.map(|ends| (ends.base(), ends.product())), [(680, 1521), (1216, 2561)]);
    }

    /// Checks a product of polynomials of degree below `degree` by a cyclic product of `length`
    /// coefficients.
    fn check<P: Shape>(length: usize, degree: usize) {
        let (simd, ends) = (Portable::<P>::new(), Ends::new(length, degree));
        let operands = [1, 2].map(|seed| residues(degree, seed, Q));
        let expected = product(&operands[0], &operands[1]);
        let [mut a, b] = operands.each_ref().map(|operand| {
            let mut padded = operand.clone();
            padded.resize(degree.next_multiple_of(32), 0);
            let mut kept = std::vec![[1; CHUNK]; ends.chunks()];
            keep_ends(simd, ends, &padded, &mut kept);
            kept
        });
        multiply_ends::<_, Q4591>(simd, ends, &mut a, &b);
        let mut found = std::vec![1; ends.product() + 32];
        for (found, cyclic) in found.iter_mut().zip(remainder(&expected, length, 1)) {
            *found = crate::modular::centred(cyclic, Q) as i16;
        }
        unwrap_ends(simd, ends, &a, Constant::<Q4591>::new(1 << 16), &mut found);
        let zeros = std::iter::repeat_n(0, ends.product() - expected.len());
        assert_congruent(&found[..ends.product()], expected.iter().copied().chain(zeros), Q);
    }

    #[test]
    fn ends_complete_the_cyclic_product() {
        for length in [192, 176, 160, 144, 128] {
            check::<NeonShape>(length, 100);
            check::<Avx2Shape>(length, 100);
            check::<Avx512Shape>(length, 100);
        }
        // Only c_192 is missing.
        check::<Avx2Shape>(192, 97);
    }
}
