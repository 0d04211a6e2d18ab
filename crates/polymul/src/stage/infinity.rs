//! Infinity and zero: the coefficients of a product at both ends, which let a cyclic product be shorter than the product.
//!
//! ```text
//! R[x]_(< 1521) -> R[x]/(x^1440 - 1) x R^80 x R,   c -> (c mod x^1440 - 1, (c_1441, …, c_1520), c_0)
//! ```
//!
//! is an isomorphism: modulo x^1440 - 1 the coefficients c_1440 to c_1520 fall onto c_0 to c_80, and what the other two
//! components know takes them apart: c_k - c_(k + 1440) for k > 0, and c_1440 = (c_0 + c_1440) - c_0. In the language of
//! Toom-Cook these are the value at 0, and the value at infinity with multiplicity 80.
//!
//! An operand a of degree 760 keeps (a_0, a_681, …, a_760): a coefficient c_(1440 + k) is the sum of a_i b_j over
//! i + j = 1440 + k, for k > 0 over i, j > 680 only. Chunk m of these 80 is a sum of 5 - m outer products. In all that
//! is 15 products of chunks, and one for c_0, where six chunks more would be needed to avoid the wraparound.
//!
//! In general the product may be longer than the cyclic one, of length n, by 16 h + 1 coefficients ([`Ends`]); an operand keeps those
//! above n/2 - 8 h. Above n = 1440, h = 5; in Z_7879\[x\]/(x^1277 - x - 1) n = 2496 and h = 4.
//!
//! The idea of evaluation at infinity is Toom's (1963) and Cook's (1966); its use to shorten a Good-Thomas transform
//! is ours.

use crate::modular::{Constant, Modulus};
use crate::simd::{CHUNK, I16Vector, Shape, Simd};

/// How far a product is longer than the cyclic product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The length n of the cyclic product.
    length: usize,
    /// Chunks h of coefficients at infinity.
    high: usize,
}

/// The most chunks at infinity.
const MOST: usize = 5;

impl Ends {
    /// The ends of a cyclic product of `length` coefficients, an even number, in a ring of degree `degree`.
    pub const fn new(length: usize, degree: usize) -> Self {
        let high = (2 * degree - 2 - length).div_ceil(CHUNK);
        assert!(high <= MOST && length.is_multiple_of(2));
        Self { length, high }
    }

    /// Chunks that an operand keeps: a_0, those above [`base`](Self::base), zeros. A product has the coefficients above x^n, c_0, and
    /// 15 numbers without meaning.
    pub const fn chunks(&self) -> usize {
        self.high + 1
    }

    /// Chunks h of coefficients at infinity.
    pub const fn high(&self) -> usize {
        self.high
    }

    /// Returns the coefficients n of the cyclic product.
    pub const fn cyclic(&self) -> usize {
        self.length
    }

    /// Returns the coefficients of the longest product that the cyclic product and the ends determine:
    /// n, those at infinity, and the lowest.
    pub const fn product(&self) -> usize {
        self.length + self.high * CHUNK + 1
    }

    /// The first coefficient of an operand that is kept, less one.
    pub const fn base(&self) -> usize {
        self.length / 2 - self.high * CHUNK / 2
    }
}

/// Keeps in `kept` the ends of `operand`, which is zero from the degree on.
#[inline(always)]
pub fn keep_ends<S: Simd>(simd: S, ends: Ends, operand: &[S::Coefficient], kept: &mut [[S::Coefficient; CHUNK]]) {
    let simd = simd.narrow();
    let lanes = <<S as Simd>::Narrow as Simd>::Shape::LANES;
    let kept = kept.as_flattened_mut();
    let source = &operand[ends.base()..operand.len().min(ends.base() + kept.len())];
    for start in (0..source.len() - lanes).step_by(lanes) {
        simd.store(simd.load(&source[start..]), &mut kept[start..]);
    }
    simd.store(simd.load(&source[source.len() - lanes..]), &mut kept[source.len() - lanes..]);
    kept[source.len()..].fill(S::ZERO);
    kept[0] = operand[0];
}

/// The ends of the product, times 2^-16, of operands whose ends are `a` and `b`, in the place of `a`.
#[inline(always)]
pub fn multiply_ends<S: Simd, M: Modulus>(
    simd: S,
    ends: Ends,
    a: &mut [[S::Coefficient; CHUNK]],
    b: &[[S::Coefficient; CHUNK]],
) {
    let zero = [S::ZERO; CHUNK];
    let high = ends.high;
    // The first row of the last rows, b_0, is one that outer products do not read.
    let mut rows = [simd.zero_rows(); MOST];
    for d in 0..high {
        simd.window_rows(&b[high - 1 - d], &b[high - d], &mut rows[d]);
    }
    let mut lowest = simd.zero_rows();
    simd.window_rows(&zero, &b[0], &mut lowest);
    let (factors, _) = a.as_flattened()[1..].as_chunks();
    let mut product = [zero; MOST + 1];
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
    // Coefficient 0 of the product of (a_0, …) and (b_0, …) is a_0 b_0; the others have no meaning.
    product[high] = simd.outer_product::<M, 1>([&a[0]], [&lowest]);
    a.copy_from_slice(&product[..=high]);
}

/// The sum of the first K outer products.
#[inline(always)]
fn high_chunk<S: Simd, M: Modulus, const K: usize>(
    simd: S,
    factors: &[[S::Coefficient; CHUNK]],
    rows: &[S::Rows; MOST],
) -> [S::Coefficient; CHUNK] {
    let (mut left, mut right) = ([&factors[0]; K], [&rows[0]; K]);
    for i in 0..K {
        (left[i], right[i]) = (&factors[i], &rows[i]);
    }
    simd.outer_product::<M, K>(left, right)
}

/// Takes apart what fell together in `product`, whose first n coefficients are those of the cyclic product times
/// `factor`, by the ends of the product, which get the same factor: all coefficients times `factor`.
#[inline(always)]
pub fn unwrap_ends<S: Simd, M: Modulus>(
    simd: S,
    ends: Ends,
    kept: &[[S::Coefficient; CHUNK]],
    factor: Constant<M>,
    product: &mut [S::Coefficient],
) {
    let simd = simd.narrow();
    let lanes = <<S as Simd>::Narrow as Simd>::Shape::LANES;
    let Ends { length, high } = ends;
    let mut lowest = [S::ZERO; CHUNK];
    for start in (0..CHUNK).step_by(lanes) {
        let scaled = simd.load(&kept[high][start..]).barrett_multiply(factor);
        simd.store(scaled, &mut lowest[start..]);
    }
    // c_n; what stands behind it is overwritten.
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
