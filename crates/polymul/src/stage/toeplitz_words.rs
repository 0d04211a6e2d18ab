//! Toeplitz products of dimension 16 on words: by two layers of Karatsuba, nine products of
//! dimension 4.
//!
//! A polynomial a modulo y^16 + 1 multiplies by a Toeplitz matrix, whose 31 diagonals are the
//! coefficients of a and their negatives. With T1 on its diagonal, T0 below and T2 above it, and
//! the halves v0 and v1 of a vector, a layer is
//!
//! ```text
//! low  = T1 (v0 + v1) + (T2 - T1) v1
//! high = T1 (v0 + v1) + (T0 - T1) v0
//! ```
//!
//! The first product is the value with which both sums start, so that a layer has no additions
//! after its products, and the products of the entries of a row add up in registers. The matrix is
//! split once for all rows: its 9 matrices have 63 diagonals. A vector has 24 words: its halves,
//! and their sum.
//!
//! `[HKS25]` splits these products by Toom-Cook instead.

use crate::simd::{I32Word, Simd, Wide};
use crate::stage::nussbaumer_words::{DEGREE, POINTS};

/// The dimension of the products at the end.
pub const END: usize = 4;
/// The number of products at the end.
pub const PRODUCTS: usize = 9;
/// The number of diagonals of a product at the end.
const DIAGONALS: usize = 2 * END - 1;
/// The number of words of a matrix: [`PRODUCTS`] times the diagonals of a product at the end.
pub const MATRIX: usize = PRODUCTS * DIAGONALS;
/// The number of words of a vector.
pub const VECTOR: usize = 3 * DEGREE / 2;

/// Splits the matrix of a point.
///
/// With u and v the halves of the point, diagonals -7 to 7 are those of (-v | u) for T1, of
/// (v - u | -u - v) for T2 - T1, and of (u + v | v - u) for T0 - T1. Diagonals d, d + 4, d + 8 and
/// d + 12 of these become diagonals d and d + 4 of the nine products at the end.
#[inline(always)]
pub fn split_matrix<S: Simd>(simd: S, point: &[Wide<S>; DEGREE], matrix: &mut [Wide<S>; MATRIX]) {
    diagonals::<S, 0>(simd, point, matrix);
    diagonals::<S, 1>(simd, point, matrix);
    diagonals::<S, 2>(simd, point, matrix);
    diagonals::<S, 3>(simd, point, matrix);
}

#[inline(always)]
fn diagonals<S: Simd, const D: usize>(simd: S, point: &[Wide<S>; DEGREE], matrix: &mut [Wide<S>; MATRIX]) {
    let (i, k) = (D + 1, (D + 5) % 8);
    let load = |index: usize| S::Word::load(simd, &point[index]);
    let zero = S::Word::zero(simd);
    let wraps = D == 3;
    let [u, v, x, y] = S::Word::fence4([load(i), load(i + 8), load(k), load(k + 8)]);
    split::<S, D>([zero - v, if wraps { x } else { zero - y }, u, x], matrix, 0);
    let [p, m, q, n] = S::Word::fence4([u + v, v - u, x + y, y - x]);
    split::<S, D>([p, if wraps { n } else { q }, m, n], matrix, 2);
    let [p, m, q, n] = S::Word::fence4([p, m, q, n]);
    split::<S, D>([m, if wraps { zero - q } else { n }, zero - p, zero - q], matrix, 1);
}

/// Splits matrix `which` of dimension 8: diagonals `D` and `D` + 4, given four diagonals.
#[inline(always)]
fn split<S: Simd, const D: usize>([a, b, c, d]: [S::Word; 4], matrix: &mut [Wide<S>; MATRIX], which: usize) {
    let mut put = |index: usize, diagonal: usize, word: S::Word| {
        word.store(&mut matrix[DIAGONALS * (3 * which + index) + diagonal]);
    };
    put(0, D, b);
    put(1, D, a - b);
    put(2, D, c - b);
    if D < 3 {
        put(0, D + 4, c);
        put(1, D + 4, b - c);
        put(2, D + 4, d - c);
    }
}

/// Stores coefficients `j` and `j` + 8 of a point, and their sum, as those of a vector.
#[inline(always)]
pub fn put_vector<S: Simd>(vector: &mut [Wide<S>; VECTOR], j: usize, [low, high]: [S::Word; 2]) {
    low.store(&mut vector[j]);
    high.store(&mut vector[j + 8]);
    (low + high).store(&mut vector[j + 16]);
}

/// Adds a product of dimension 4 to four sums, two diagonals at a time: four sums, four words of
/// the vector and two of the matrix are alive. `diagonal` loads a diagonal of the matrix, of seven.
/// The first product of a sum replaces it if `FIRST`.
#[inline(always)]
pub fn leaf<S: Simd, const FIRST: bool>(
    sums: [S::Word; 4],
    diagonal: impl Fn(usize) -> S::Word,
    vector: [S::Word; 4],
) -> [S::Word; 4] {
    // Loads one behind the other take less time than loads among products.
    let pair = |index: usize| S::Word::fence2([diagonal(index), diagonal(index + 1)]);
    let first =
        |sum: S::Word, t: S::Word, factor: S::Word| if FIRST { t * factor } else { sum.multiply_add(t, factor) };
    let ([a, b, c, d], [w, x, y, z]) = (sums, vector);
    let [t0, t1] = pair(0);
    let (a, b) = (first(a, t0, z).multiply_add(t1, y), first(b, t1, z));
    let [a, b] = S::Word::fence2([a, b]);
    let [t2, t3] = pair(2);
    let (a, b) = (a.multiply_add(t2, x).multiply_add(t3, w), b.multiply_add(t2, y).multiply_add(t3, x));
    let [a, b, c, d] = S::Word::fence4([a, b, first(c, t2, z).multiply_add(t3, y), first(d, t3, z)]);
    let [t4, t5] = pair(4);
    let [a, b, c, d] = S::Word::fence4([
        a,
        b.multiply_add(t4, w),
        c.multiply_add(t4, x).multiply_add(t5, w),
        d.multiply_add(t4, y).multiply_add(t5, x),
    ]);
    let last = diagonal(6);
    S::Word::fence4([a, b, c, d.multiply_add(last, w)])
}

/// Loads four words of a vector.
#[inline(always)]
fn four<S: Simd>(simd: S, vector: &[Wide<S>; VECTOR], from: usize) -> [S::Word; 4] {
    let load = |index: usize| S::Word::load(simd, &vector[from + index]);
    S::Word::fence4([load(0), load(1), load(2), load(3)])
}

/// Loads the sums of four words of a vector and the next four, so that at most six words are alive.
#[inline(always)]
fn four_sums<S: Simd>(simd: S, vector: &[Wide<S>; VECTOR], from: usize) -> [S::Word; 4] {
    let load = |index: usize| S::Word::load(simd, &vector[from + index]);
    let [a, b, c, d] = S::Word::fence4([load(0), load(1), load(4), load(5)]);
    let (a, b) = (a + c, b + d);
    let [a, b, c, d] = S::Word::fence4([a, b, load(2), load(6)]);
    let c = c + d;
    let [a, b, c, d] = S::Word::fence4([a, b, c, load(3)]);
    S::Word::fence4([a, b, c, d + load(7)])
}

#[inline(always)]
fn add<W: Copy + core::ops::Add<Output = W>>([a, b, c, d]: [W; 4], [w, x, y, z]: [W; 4]) -> [W; 4] {
    [a + w, b + x, c + y, d + z]
}

/// Adds the products of `L` entries at the end: product `index` of a matrix, and four words of a
/// vector, which `load` loads.
#[inline(always)]
fn leaves<'a, S: Simd<Coefficient: 'a>, const L: usize, const FIRST: bool>(
    simd: S,
    mut sums: [S::Word; 4],
    matrix: impl Fn(usize) -> &'a [Wide<S>; MATRIX],
    index: usize,
    load: impl Fn(usize) -> [S::Word; 4],
) -> [S::Word; 4] {
    let diagonal = |entry: usize| {
        let matrix = &matrix(entry)[DIAGONALS * index..];
        #[inline(always)]
        move |diagonal: usize| S::Word::load(simd, &matrix[diagonal])
    };
    sums =
        if FIRST { leaf::<S, true>(sums, diagonal(0), load(0)) } else { leaf::<S, false>(sums, diagonal(0), load(0)) };
    if const { L > 1 } {
        sums = leaf::<S, false>(sums, diagonal(1), load(1));
    }
    if const { L > 2 } {
        sums = leaf::<S, false>(sums, diagonal(2), load(2));
    }
    if const { L > 3 } {
        sums = leaf::<S, false>(sums, diagonal(3), load(3));
    }
    sums
}

/// Adds the products of dimension 8 of `L` entries: of matrix `which`, and of the words of the
/// vectors from `from` on. `put` receives the lower four sums and then the upper four.
#[inline(always)]
fn eight<'a, S: Simd<Coefficient: 'a>, const L: usize>(
    simd: S,
    sums: Option<[[S::Word; 4]; 2]>,
    vector: impl Fn(usize) -> &'a [Wide<S>; VECTOR],
    from: usize,
    matrix: impl Fn(usize) -> &'a [Wide<S>; MATRIX],
    which: usize,
    mut put: impl FnMut(usize, [S::Word; 4]),
) {
    let zero = [S::Word::zero(simd); 4];
    let middle = leaves::<S, L, true>(
        simd,
        zero,
        &matrix,
        3 * which,
        #[inline(always)]
        |entry| four_sums(simd, vector(entry), from),
    );
    let half = |index: usize| match sums {
        Some(sums) => add(sums[index], middle),
        None => middle,
    };
    let low = leaves::<S, L, false>(
        simd,
        half(0),
        &matrix,
        3 * which + 1,
        #[inline(always)]
        |entry| four(simd, vector(entry), from + 4),
    );
    put(0, low);
    let high = leaves::<S, L, false>(
        simd,
        half(1),
        &matrix,
        3 * which + 2,
        #[inline(always)]
        |entry| four(simd, vector(entry), from),
    );
    put(1, high);
}

/// Computes the sums of the products of `L` vectors and matrices at each point, to the first 16 of
/// `WIDTH` words. `matrix(p, j)` is matrix j at point p.
#[inline(always)]
pub fn sums_of_products<'a, S: Simd<Coefficient: 'a>, const L: usize, const WIDTH: usize>(
    simd: S,
    vectors: [&'a [[Wide<S>; VECTOR]; POINTS]; L],
    matrix: impl Fn(usize, usize) -> &'a [Wide<S>; MATRIX],
    sums: &mut [[Wide<S>; WIDTH]; POINTS],
) {
    for (point, sums) in sums.iter_mut().enumerate() {
        let (vector, matrix) = (
            #[inline(always)]
            |j: usize| &vectors[j][point],
            #[inline(always)]
            |j: usize| matrix(point, j),
        );
        let mut middle = [[S::Word::zero(simd); 4]; 2];
        eight::<S, L>(
            simd,
            None,
            vector,
            DEGREE,
            matrix,
            0,
            #[inline(always)]
            |half, words| middle[half] = words,
        );
        eight::<S, L>(
            simd,
            Some(middle),
            vector,
            8,
            matrix,
            1,
            #[inline(always)]
            |half, words| put::<S>(words, &mut sums[4 * half..]),
        );
        eight::<S, L>(
            simd,
            Some(middle),
            vector,
            0,
            matrix,
            2,
            #[inline(always)]
            |half, words| put::<S>(words, &mut sums[8 + 4 * half..]),
        );
    }
}

/// Stores four sums.
#[inline(always)]
fn put<S: Simd>([a, b, c, d]: [S::Word; 4], sums: &mut [Wide<S>]) {
    a.store(&mut sums[0]);
    b.store(&mut sums[1]);
    c.store(&mut sums[2]);
    d.store(&mut sums[3]);
}
