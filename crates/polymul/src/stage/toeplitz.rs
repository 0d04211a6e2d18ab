//! Toeplitz matrices times vectors over Z_65536, by transposed layers of Toom-Cook: P products of
//! dimension m replace one product of dimension n = k m.
//!
//! A Toeplitz matrix of dimension n is given by the sequence z of its diagonals, of length 2n,
//! where `z[0]` is unused:
//!
//! ```text
//! Toeplitz(z): R^n -> R^n,   v -> w,   w_i = sum_(j < n) z[n + i - j] v_j,   R = Z_65536
//! ```
//!
//! Its k^2 blocks of dimension m are Toeplitz matrices too. Block (i, j) is the matrix of a
//! *window* of 2m diagonals, which starts at m (i - j + k - 1). So the matrix is a Toeplitz matrix
//! of dimension k whose entries are windows. A layer f that multiplies polynomials with k parts
//! multiplies it by a vector:
//!
//! ```text
//! Toeplitz(z) v = f* ((f^-1)* (windows of z) . f(rev v))
//! ```
//!
//! where * is the transpose, rev v is v with its parts in reversed order, and . stands for P
//! Toeplitz products of dimension m. [`split_matrix`] is the transposed interpolation,
//! [`split_vector`] the evaluation of the reversed parts, and [`merge`] the transposed evaluation.
//! A layer may move factors of points from the matrices to the vector ([`Layer::Vector`]). The
//! interpolation multiplies by 2^e, and so does its transpose: the result is 2^e Toeplitz(z) v.
//!
//! Compared with Toom-Cook for polynomials, the results of the products have dimension m like their
//! operands. No sums overlap, nothing is reduced by a polynomial, and the last products have
//! matrices of 16 rows and columns, for which every backend has an outer product.
//!
//! [`expand`] writes the matrix of the multiplication by an operand modulo x^n - zeta.
//!
//! Bounds: none, as lanes wrap modulo 2^16, which is the ring.
//!
//! Sources: `[Win80]`, theorem 6; `[IKPC20]`, `[IKPC22]` for Toeplitz products by layers of
//! Toom-Cook in Saber and NTRU; `[CCH+23]`, sections 4.3 to 4.5, 5.2.2 and appendix A, with outer
//! products at the end, where the result is reversed instead of the vector.

mod rows;

use core::fmt::Debug;

use super::linear_map::LinearMap;
use super::toom_cook::Layer;
use crate::simd::{CHUNK, I16Vector, Simd, if_form, unroll};

pub use rows::{MAX_COLUMNS, MAX_ROWS, Rows};

/// Writes the diagonals of a matrix of dimension N = `diagonals.len()` / 2 that multiplies by
/// `operand` modulo x^n - zeta, n = `degree` (`Expand` in `[CCH+23]`, section 4.3).
///
/// ```text
/// diagonals[N + d] = operand[d],             0 <= d < n
/// diagonals[N + d] = zeta operand[n + d],   -n < d < 0;   0 for all other d
/// ```
///
/// The matrix is right in rows and columns below n. The vector must be zero from n on, and results
/// from n on are meaningless.
///
/// Requires n <= `operand.len()` <= N, and that `operand` is zero from n on.
#[inline(always)]
pub fn expand<S: Simd>(
    simd: S,
    operand: &[S::Coefficient],
    degree: usize,
    zeta: i16,
    diagonals: &mut [S::Coefficient],
) {
    let lanes = simd.lanes();
    let first = diagonals.len() / 2 - degree + 1;
    if first == 1 && degree == operand.len() {
        // Whole vectors, of which the unused m_0 gets a value, too.
        for start in (0..degree).step_by(lanes) {
            simd.store(weighted(simd, simd.load(&operand[start..]), zeta), &mut diagonals[start..]);
        }
        return copy(simd, operand, &mut diagonals[degree..]);
    }
    simd.clear(&mut diagonals[..first]);
    simd.clear(&mut diagonals[first + degree - 1 + operand.len()..]);
    // Copies coefficients 1 to n - 1, and zeros, which the next copy overwrites. The last two
    // vectors overlap.
    for start in (0..operand.len()).step_by(lanes) {
        let start = start.min(operand.len() - lanes - 1);
        let vector = simd.load(&operand[start + 1..]);
        simd.store(weighted(simd, vector, zeta), &mut diagonals[first + start..]);
    }
    copy(simd, operand, &mut diagonals[first + degree - 1..]);
}

/// Returns zeta times a vector.
#[inline(always)]
fn weighted<S: Simd>(simd: S, vector: S::I16, zeta: i16) -> S::I16 {
    match zeta {
        1 => vector,
        -1 => simd.splat(0) - vector,
        _ => vector.multiply_low(simd.splat(zeta)),
    }
}

/// Copies `source` to the start of `target`. Requires a length of `source` that is a multiple of
/// the lanes.
#[inline(always)]
pub fn copy<S: Simd>(simd: S, source: &[S::Coefficient], target: &mut [S::Coefficient]) {
    for start in (0..source.len()).step_by(simd.lanes()) {
        simd.store(simd.load(&source[start..]), &mut target[start..]);
    }
}

/// Copies `source` to the start of `target`, in the order in which products read a vector. Requires
/// a length of `source` that is a multiple of the lanes.
#[inline(always)]
pub fn copy_ordered<S: Simd>(simd: S, source: &[S::Coefficient], target: &mut [S::Coefficient]) {
    for start in (0..source.len()).step_by(simd.lanes()) {
        simd.store(simd.toeplitz_order(simd.load(&source[start..])), &mut target[start..]);
    }
}

/// Puts `vector` into the order in which products read it. Requires a length that is a multiple of
/// the lanes.
#[inline(always)]
pub fn order<S: Simd>(simd: S, vector: &mut [S::Coefficient]) {
    if_form!(S, simd, form => form.loads_windows, {
        for start in (0..vector.len()).step_by(simd.lanes()) {
            simd.store(simd.toeplitz_order(simd.load(&vector[start..])), &mut vector[start..]);
        }
    } else {});
}

/// Returns the starts of vectors that cover `length` coefficients. The last vector may overlap the
/// one before it. Requires that `length` is at least the length of a vector.
#[inline(always)]
fn columns<S: Simd>(simd: S, length: usize) -> impl Iterator<Item = usize> {
    let lanes = simd.lanes();
    (0..length.div_ceil(lanes)).map(move |index| (index * lanes).min(length - lanes))
}

/// Runs `kernel` for each of the [`columns`] that cover `length` coefficients.
///
/// Each step of a layer waits for the one before it. So where vectors are shorter than a chunk, two
/// columns are computed at a time; there is an even number of them, because the dimensions are
/// multiples of a chunk.
#[inline(always)]
fn for_each_column<S: Simd>(simd: S, length: usize, mut kernel: impl FnMut(usize)) {
    if_form!(S, simd, form => form.short, {
        for start in (0..length).step_by(CHUNK) {
            kernel(start);
            kernel(start + simd.lanes());
        }
    } else {
        for start in columns(simd, length) {
            kernel(start);
        }
    });
}

/// Applies the transposed interpolation to a matrix: writes P matrices of dimension `part`, of 2
/// `part` diagonals each, one after the other to `target`.
///
/// Window i of `source` starts at i `part` and has 2 `part` diagonals, the blocks i and i + 1.
/// Requires that 2 `part` is at least the length of a vector, and `part` if the layer is a map of
/// blocks.
#[inline(always)]
pub fn split_matrix<S: Simd, L: Layer>(simd: S, source: &[S::Coefficient], part: usize, target: &mut [S::Coefficient]) {
    split_matrix_to::<S::Columns, L>(
        simd.columns(),
        source,
        part,
        target,
        #[inline(always)]
        |point| 2 * part * point,
    );
}

/// Computes [`split_matrix`] with the matrix of each point from `place(point)` of `target` on.
#[inline(always)]
fn split_matrix_to<S: Simd, L: Layer>(
    simd: S,
    source: &[S::Coefficient],
    part: usize,
    target: &mut [S::Coefficient],
    place: impl Fn(usize) -> usize,
) {
    if_form!(S, simd, form => form.maps_blocks, {
        map_matrix::<S, L, L::BlockMatrix>(simd, source, part, target, place);
    } else {
        map_matrix::<S, L, L::Matrix>(simd, source, part, target, place);
    });
}

/// Computes [`split_matrix_to`] by the map `F`.
#[inline(always)]
fn map_matrix<S: Simd, L: Layer, F: LinearMap>(
    simd: S,
    source: &[S::Coefficient],
    part: usize,
    target: &mut [S::Coefficient],
    place: impl Fn(usize) -> usize,
) {
    // An output of the map is one of the two blocks of a matrix, or a matrix.
    let outputs = if F::INPUTS == 2 * L::PARTS { 2 } else { 1 };
    for_each_column(
        simd,
        2 * part / outputs,
        #[inline(always)]
        |start| {
            simd.out_of_line(
                #[inline(always)]
                || {
                    F::apply(
                        simd,
                        #[inline(always)]
                        |input| simd.load(&source[input * part + start..]),
                        #[inline(always)]
                        |index, vector| {
                            let place = place(index / outputs) + part * (index % outputs);
                            simd.store(vector, &mut target[place + start..]);
                        },
                    );
                },
            );
        },
    );
}

/// Evaluates the parts of a vector in reversed order: writes P vectors of dimension `part`, one
/// after the other to `target`. Requires that `part` is at least the length of a vector.
#[inline(always)]
pub fn split_vector<S: Simd, L: Layer>(simd: S, source: &[S::Coefficient], part: usize, target: &mut [S::Coefficient]) {
    split_vector_to::<S::Columns, L, true>(
        simd.columns(),
        source,
        part,
        target,
        #[inline(always)]
        |point| part * point,
    );
}

/// Computes [`split_vector`] with the vector of each point from `place(point)` of `target` on, in
/// the order of [`Simd::toeplitz_order`]. The source is in that order if `ORDERED`, and otherwise
/// in the usual one.
#[inline(always)]
fn split_vector_to<S: Simd, L: Layer, const ORDERED: bool>(
    simd: S,
    source: &[S::Coefficient],
    part: usize,
    target: &mut [S::Coefficient],
    place: impl Fn(usize) -> usize,
) {
    for_each_column(
        simd,
        part,
        #[inline(always)]
        |start| {
            simd.out_of_line(
                #[inline(always)]
                || {
                    L::Vector::apply(
                        simd,
                        #[inline(always)]
                        |index| {
                            let vector = simd.load(&source[(L::PARTS - 1 - index) * part + start..]);
                            if ORDERED { vector } else { simd.toeplitz_order(vector) }
                        },
                        #[inline(always)]
                        |point, vector| simd.store(vector, &mut target[place(point) + start..]),
                    );
                },
            );
        },
    );
}

/// Applies the transposed evaluation to P products of dimension `part`, one after the other in
/// `source`: writes the product of dimension k `part` to `target`. Requires that `part` is at least
/// the length of a vector.
#[inline(always)]
pub fn merge<S: Simd, L: Layer>(simd: S, source: &[S::Coefficient], part: usize, target: &mut [S::Coefficient]) {
    merge_from::<S::Columns, L>(
        simd.columns(),
        source,
        part,
        target,
        #[inline(always)]
        |point| part * point,
    );
}

/// Computes [`merge`] of the products that start at `place(point)` of `source`.
#[inline(always)]
fn merge_from<S: Simd, L: Layer>(
    simd: S,
    source: &[S::Coefficient],
    part: usize,
    target: &mut [S::Coefficient],
    place: impl Fn(usize) -> usize,
) {
    for_each_column(
        simd,
        part,
        #[inline(always)]
        |start| {
            simd.out_of_line(
                #[inline(always)]
                || {
                    L::Evaluate::apply_transposed(
                        simd,
                        #[inline(always)]
                        |point| simd.load(&source[place(point) + start..]),
                        #[inline(always)]
                        |index, vector| simd.store(vector, &mut target[index * part + start..]),
                    );
                },
            );
        },
    );
}

/// The layers of a chain as numbers, the largest layer first.
#[derive(Clone, Copy, Debug)]
pub struct Layers {
    list: [LayerNumbers; Self::MAX_LENGTH],
    count: usize,
}

/// The name, the parts and the points of a [`Layer`].
pub type LayerNumbers = (&'static str, usize, usize);

impl Layers {
    /// The largest number of layers of a chain.
    pub const MAX_LENGTH: usize = 8;
    /// No layers.
    pub const NONE: Self = Self { list: [("", 1, 1); Self::MAX_LENGTH], count: 0 };

    /// Returns the chain of layer `L` and these layers below it.
    ///
    /// # Panics
    ///
    /// Panics if the chain has more than [`MAX_LENGTH`](Self::MAX_LENGTH) layers.
    pub const fn below<L: Layer>(self) -> Self {
        assert!(self.count < Self::MAX_LENGTH, "a chain has at most 8 layers");
        let mut layers = Self { count: self.count + 1, ..self };
        let mut index = self.count;
        while index > 0 {
            layers.list[index] = self.list[index - 1];
            index -= 1;
        }
        layers.list[0] = (L::NAME, L::PARTS, L::POINTS);
        layers
    }

    /// Returns the list of layers.
    pub const fn list(&self) -> &[LayerNumbers] {
        self.list.split_at(self.count).0
    }
}

/// A chain of layers down to products by the definition.
///
/// [`multiply`](Self::multiply) goes through the chain depth first, which keeps its working memory
/// in the nearest cache. The other functions are its parts, for operands that are transformed once
/// and used several times. Vectors are in the order of [`Simd::toeplitz_order`].
///
/// By default a chain has no layers: nothing is split, and the product at its end is the whole
/// product.
pub trait Chain: Copy + Debug + Send + Sync + 'static {
    /// The dimension n, the number of coefficients of a vector.
    const SIZE: usize;
    /// The dimension of the products at the end of the chain.
    const END: usize = Self::SIZE;
    /// The number of products at the end of the chain.
    const PRODUCTS: usize = 1;
    /// The number e of bits that the layers lose: the result is 2^e times the product.
    const LOST_BITS: u32;
    /// The number of coefficients of working memory, which is aligned like buffers.
    const SCRATCH: usize;
    /// The layers, the largest first.
    const LAYERS: Layers = Layers::NONE;

    /// Replaces `vector` by 2^e times its product with `matrix`, of 2 [`SIZE`](Self::SIZE)
    /// diagonals.
    fn multiply<S: Simd>(
        simd: S,
        matrix: &[S::Coefficient],
        vector: &mut [S::Coefficient],
        scratch: &mut [S::Coefficient],
    );

    /// Replaces `vector` by 2^e times its product with the matrix that
    /// [`split_matrix`](Self::split_matrix) wrote to `matrices`.
    #[inline(always)]
    fn multiply_split<S: Simd>(
        simd: S,
        matrices: &[S::Coefficient],
        vector: &mut [S::Coefficient],
        scratch: &mut [S::Coefficient],
    ) {
        Self::multiply(simd, matrices, vector, scratch);
    }

    /// Writes the matrices of all products at the end, of 2 [`END`](Self::END) diagonals each, to
    /// `matrices`.
    #[inline(always)]
    fn split_matrix<S: Simd>(
        simd: S,
        matrix: &[S::Coefficient],
        matrices: &mut [S::Coefficient],
        _scratch: &mut [S::Coefficient],
    ) {
        copy(simd, &matrix[..2 * Self::SIZE], matrices);
    }

    /// Writes the vectors of all products at the end, of [`END`](Self::END) coefficients each, to
    /// `vectors`.
    #[inline(always)]
    fn split_vector<S: Simd>(
        simd: S,
        vector: &[S::Coefficient],
        vectors: &mut [S::Coefficient],
        _scratch: &mut [S::Coefficient],
    ) {
        copy(simd.narrow(), &vector[..Self::SIZE], vectors);
    }

    /// Replaces a vector at the end by 2^d times its product with a matrix at the end, where d bits
    /// are lost after the end: none, except for [`AtUse`].
    #[inline(always)]
    fn multiply_at_end<S: Simd>(
        simd: S,
        matrix: &[S::Coefficient],
        vector: &mut [S::Coefficient],
        scratch: &mut [S::Coefficient],
    ) {
        Self::multiply(simd, matrix, vector, scratch);
    }

    /// Writes the whole product to `result`, from all products at the end.
    #[inline(always)]
    fn merge<S: Simd>(
        simd: S,
        products: &[S::Coefficient],
        result: &mut [S::Coefficient],
        _scratch: &mut [S::Coefficient],
    ) {
        copy(simd.narrow(), &products[..Self::SIZE], result);
    }
}

/// Replaces the matrices at the end of `count` products by the products with the vectors at the
/// end, one after the other from the start of `matrices`. `product` is working memory for one
/// product. Vectors are given in the usual order, not in the order in which a backend's products
/// read them, so that a vector of any backend can be used.
///
/// Requires 2 m `count` coefficients of matrices, m `count` of vectors and m of `product`, where m
/// is [`Chain::END`]. If layers are left to each use ([`AtUse`]), `scratch` has [`Chain::SCRATCH`]
/// coefficients.
#[inline(always)]
pub fn multiply_all_at_end<S: Simd, C: Chain>(
    simd: S,
    matrices: &mut [S::Coefficient],
    vectors: &[S::Coefficient],
    count: usize,
    product: &mut [S::Coefficient],
    scratch: &mut [S::Coefficient],
) {
    for index in 0..count {
        simd.enter(OUTER_PRODUCT);
        product.copy_from_slice(&vectors[C::END * index..][..C::END]);
        // Chunks need not fill the widest vectors.
        order(simd.narrow(), product);
        C::multiply_at_end(simd, &matrices[2 * C::END * index..][..2 * C::END], product, scratch);
        // A product is shorter than a matrix, so it ends before the next matrix begins.
        matrices[C::END * index..][..C::END].copy_from_slice(product);
    }
}

/// The end of a chain: products of dimension 16 `K`. Each of the `K` chunks of a result is a sum of
/// outer products.
#[derive(Clone, Copy, Debug)]
pub struct Outer<const K: usize>;

/// The name, in recipes, of the map of outer products.
pub const OUTER_PRODUCT: &str = "outer-product";

impl<const K: usize> Chain for Outer<K> {
    const SIZE: usize = CHUNK * K;
    const LOST_BITS: u32 = 0;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn multiply<S: Simd>(
        simd: S,
        matrix: &[S::Coefficient],
        vector: &mut [S::Coefficient],
        _scratch: &mut [S::Coefficient],
    ) {
        simd.enter(OUTER_PRODUCT);
        let (matrix, _) = matrix[..2 * Self::SIZE].as_chunks();
        let (vector, _) = vector[..Self::SIZE].as_chunks_mut();
        simd.toeplitz_product(matrix, &mut vector.as_chunks_mut::<K>().0[0]);
    }
}

/// A chain that splits operands at each use, even if they are used several times. Each layer that
/// is left to the use makes such operands smaller by the ratio of its points to its parts, and
/// faster to load, write and wipe.
#[derive(Clone, Copy, Debug)]
pub struct AtUse<C>(C);

impl<C: Chain> Chain for AtUse<C> {
    const SIZE: usize = C::SIZE;
    const LOST_BITS: u32 = C::LOST_BITS;
    const SCRATCH: usize = C::SCRATCH;
    const LAYERS: Layers = C::LAYERS;

    #[inline(always)]
    fn multiply<S: Simd>(
        simd: S,
        matrix: &[S::Coefficient],
        vector: &mut [S::Coefficient],
        scratch: &mut [S::Coefficient],
    ) {
        C::multiply(simd, matrix, vector, scratch);
    }
}

/// The layer `L`, followed by the chain `Inner` for its products.
#[derive(Clone, Copy, Debug)]
pub struct Split<L, Inner>(L, Inner);

impl<L: Layer, Inner: Chain> Split<L, Inner> {
    /// True if the layer splits into the products at the end.
    const IS_LAST: bool = Inner::PRODUCTS == 1;
    /// The number of coefficients of all vectors, rounded up so that the matrices behind them are
    /// aligned to 64 bytes. No window of 16 coefficients then crosses a cache line.
    const VECTORS: usize = (Inner::SIZE * L::POINTS).next_multiple_of(2 * CHUNK);
    /// True if backends that load windows split matrices ahead at this layer: the matrices for a
    /// point before the products for the second point before it. The stores of a split then overlap
    /// with the multiplications of other matrices, which takes few of them at a time. Layers with
    /// more products leave it to the layer below, unless only layers of Karatsuba's kind are below:
    /// their splits are so short that the products would wait for the stores.
    const SPLITS_AHEAD: bool = !Self::IS_LAST && Inner::PRODUCTS <= if Inner::LOST_BITS == 0 { 40 } else { 16 };
    /// The number of points by which matrices are split ahead.
    const AHEAD: usize = 2;
    /// The number of coefficients of the matrices that are split at a time.
    const SPLIT: usize = if Self::SPLITS_AHEAD { 2 * Inner::END * Inner::PRODUCTS * (Self::AHEAD + 1) } else { 0 };

    /// Applies the transposed interpolation of the layer to a matrix.
    #[cfg_attr(not(vectru_dsp), inline(always))]
    #[cfg_attr(vectru_dsp, inline(never))]
    fn matrices<S: Simd>(simd: S, source: &[S::Coefficient], target: &mut [S::Coefficient]) {
        let (source, target) = (&source[..2 * L::PARTS * Inner::SIZE], &mut target[..2 * L::POINTS * Inner::SIZE]);
        simd.enter(L::NAME);
        if_form!(S, simd, form => !L::BY_BLOCKS || Inner::SIZE >= form.lanes, {
            split_matrix::<S, L>(simd, source, Inner::SIZE, target);
        } else {
            split_matrix::<S::Narrow, L>(simd.narrow(), source, Inner::SIZE, target);
        });
    }

    /// Applies the evaluation of the layer to a vector.
    #[cfg_attr(not(vectru_dsp), inline(always))]
    #[cfg_attr(vectru_dsp, inline(never))]
    fn vectors<S: Simd>(simd: S, source: &[S::Coefficient], target: &mut [S::Coefficient]) {
        let (source, target) = (&source[..L::PARTS * Inner::SIZE], &mut target[..L::POINTS * Inner::SIZE]);
        simd.enter(L::NAME);
        if_form!(S, simd, form => Inner::SIZE.is_multiple_of(form.lanes), {
            split_vector::<S, L>(simd, source, Inner::SIZE, target);
        } else {
            split_vector::<S::Narrow, L>(simd.narrow(), source, Inner::SIZE, target);
        });
    }

    /// Applies the transposed evaluation of the layer to its products.
    #[cfg_attr(not(vectru_dsp), inline(always))]
    #[cfg_attr(vectru_dsp, inline(never))]
    fn whole<S: Simd>(simd: S, source: &[S::Coefficient], target: &mut [S::Coefficient]) {
        let (source, target) = (&source[..L::POINTS * Inner::SIZE], &mut target[..L::PARTS * Inner::SIZE]);
        simd.enter(L::NAME);
        if_form!(S, simd, form => Inner::SIZE.is_multiple_of(form.lanes), {
            merge::<S, L>(simd, source, Inner::SIZE, target);
        } else {
            merge::<S::Narrow, L>(simd.narrow(), source, Inner::SIZE, target);
        });
    }
}

impl<L: Layer, Inner: Chain> Chain for Split<L, Inner> {
    const SIZE: usize = L::PARTS * Inner::SIZE;
    const END: usize = Inner::END;
    const PRODUCTS: usize = L::POINTS * Inner::PRODUCTS;
    const LOST_BITS: u32 = L::LOST_BITS + Inner::LOST_BITS;
    const SCRATCH: usize = 2 * L::POINTS * Inner::SIZE + Self::VECTORS + Inner::SCRATCH + Self::SPLIT;
    const LAYERS: Layers = Inner::LAYERS.below::<L>();

    #[inline(always)]
    fn multiply<S: Simd>(
        simd: S,
        matrix: &[S::Coefficient],
        vector: &mut [S::Coefficient],
        scratch: &mut [S::Coefficient],
    ) {
        let part = Inner::SIZE;
        let (matrices, scratch) = scratch.split_at_mut(2 * part * L::POINTS);
        Self::matrices(simd, matrix, matrices);
        if const { Self::IS_LAST } {
            return Self::multiply_split(simd, matrices, vector, scratch);
        }
        let (vectors, scratch) = scratch.split_at_mut(Self::VECTORS);
        Self::vectors(simd, vector, vectors);
        if_form!(S, simd, form => Self::SPLITS_AHEAD && form.loads_windows, {
            let length = 2 * Inner::END * Inner::PRODUCTS;
            let (ends, scratch) = scratch.split_at_mut(Self::SPLIT);
            for split in 0..L::POINTS + Self::AHEAD {
                if split < L::POINTS {
                    let ends = &mut ends[length * (split % (Self::AHEAD + 1))..][..length];
                    Inner::split_matrix(simd, &matrices[2 * part * split..], ends, scratch);
                }
                if split >= Self::AHEAD {
                    let point = split - Self::AHEAD;
                    let ends = &ends[length * (point % (Self::AHEAD + 1))..][..length];
                    Inner::multiply_split(simd, ends, &mut vectors[part * point..][..part], scratch);
                }
            }
        } else {
            for point in 0..L::POINTS {
                let (matrix, vector) =
                    (&matrices[2 * part * point..][..2 * part], &mut vectors[part * point..][..part]);
                Inner::multiply(simd, matrix, vector, scratch);
            }
        });
        Self::whole(simd, vectors, vector);
    }

    #[inline(always)]
    fn multiply_split<S: Simd>(
        simd: S,
        matrices: &[S::Coefficient],
        vector: &mut [S::Coefficient],
        scratch: &mut [S::Coefficient],
    ) {
        let (part, length) = (Inner::SIZE, 2 * Inner::END * Inner::PRODUCTS);
        let (vectors, scratch) = scratch.split_at_mut(Self::VECTORS);
        Self::vectors(simd, vector, vectors);
        // If a vector holds a chunk, products of one chunk are short. In straight-line code,
        // several of them are in flight at a time.
        if_form!(S, simd, form => Inner::SIZE == CHUNK && form.lanes >= CHUNK, {
            unroll!(S::Shape, point < L::POINTS, {
                let vector = &mut vectors[part * point..][..part];
                Inner::multiply_split(simd, &matrices[length * point..][..length], vector, scratch);
            });
        } else {
            for point in 0..L::POINTS {
                let vector = &mut vectors[part * point..][..part];
                Inner::multiply_split(simd, &matrices[length * point..][..length], vector, scratch);
            }
        });
        Self::whole(simd, vectors, vector);
    }

    #[inline(always)]
    fn split_matrix<S: Simd>(
        simd: S,
        matrix: &[S::Coefficient],
        matrices: &mut [S::Coefficient],
        scratch: &mut [S::Coefficient],
    ) {
        if const { Self::IS_LAST } {
            return Self::matrices(simd, matrix, matrices);
        }
        let (values, scratch) = scratch.split_at_mut(2 * Inner::SIZE * L::POINTS);
        Self::matrices(simd, matrix, values);
        for point in 0..L::POINTS {
            let target = &mut matrices[2 * Inner::END * Inner::PRODUCTS * point..][..2 * Inner::END * Inner::PRODUCTS];
            Inner::split_matrix(simd, &values[2 * Inner::SIZE * point..][..2 * Inner::SIZE], target, scratch);
        }
    }

    #[inline(always)]
    fn split_vector<S: Simd>(
        simd: S,
        vector: &[S::Coefficient],
        vectors: &mut [S::Coefficient],
        scratch: &mut [S::Coefficient],
    ) {
        if const { Self::IS_LAST } {
            return Self::vectors(simd, vector, vectors);
        }
        let (values, scratch) = scratch.split_at_mut(Self::VECTORS);
        Self::vectors(simd, vector, values);
        for point in 0..L::POINTS {
            let target = &mut vectors[Inner::END * Inner::PRODUCTS * point..][..Inner::END * Inner::PRODUCTS];
            Inner::split_vector(simd, &values[Inner::SIZE * point..][..Inner::SIZE], target, scratch);
        }
    }

    #[inline(always)]
    fn multiply_at_end<S: Simd>(
        simd: S,
        matrix: &[S::Coefficient],
        vector: &mut [S::Coefficient],
        scratch: &mut [S::Coefficient],
    ) {
        Inner::multiply_at_end(simd, matrix, vector, scratch);
    }

    #[inline(always)]
    fn merge<S: Simd>(
        simd: S,
        products: &[S::Coefficient],
        result: &mut [S::Coefficient],
        scratch: &mut [S::Coefficient],
    ) {
        if const { Self::IS_LAST } {
            return Self::whole(simd, products, result);
        }
        let (values, scratch) = scratch.split_at_mut(Self::VECTORS);
        for point in 0..L::POINTS {
            let source = &products[Inner::END * Inner::PRODUCTS * point..][..Inner::END * Inner::PRODUCTS];
            Inner::merge(simd, source, &mut values[Inner::SIZE * point..][..Inner::SIZE], scratch);
        }
        Self::whole(simd, values, result);
    }
}

#[cfg(test)]
mod tests {
    use std::vec;

    use super::*;
    use crate::simd::Machine;
    use crate::simd::portable::Portable;
    use crate::simd::shape::{Avx512Shape, NeonShape, PairShape, Shape, Straight};
    use crate::simd::tests::{Check, on_every_backend};
    use crate::stage::toom_cook::{Karatsuba, Toom3, Toom5};

    /// Steps between the diagonals and between the basis vectors that are checked. With
    /// optimisation all are checked; without it that takes half a minute, so some are left out.
    const STEPS: [usize; 2] = if cfg!(debug_assertions) { [3, 5] } else { [1, 1] };

    /// Checks 2^e times the product of diagonals and basis vectors, in one call and by the parts of
    /// the chain.
    fn check_chain<C: Chain, S: Machine>(simd: S) {
        let n = C::SIZE;
        let mut scratch = vec![0; C::SCRATCH];
        let (mut matrices, mut vectors) = (vec![0; 2 * C::END * C::PRODUCTS], vec![0; C::END * C::PRODUCTS]);
        for diagonal in (1..2 * n).step_by(STEPS[0]) {
            let mut matrix = vec![0; 2 * n];
            matrix[diagonal] = 1;
            C::split_matrix(simd, &matrix, &mut matrices, &mut scratch);
            for column in (0..n).step_by(STEPS[1]) {
                let mut vector = vec![0; n];
                vector[column] = 1;
                order(simd.narrow(), &mut vector);
                let mut by_split = vector.clone();
                C::split_vector(simd, &vector, &mut vectors, &mut scratch);
                for (matrix, vector) in matrices.chunks_exact(2 * C::END).zip(vectors.chunks_exact_mut(C::END)) {
                    C::multiply_at_end(simd, matrix, vector, &mut scratch);
                }
                let mut merged = vec![0; n];
                C::merge(simd, &vectors, &mut merged, &mut scratch);
                C::multiply(simd, &matrix, &mut vector, &mut scratch);
                C::multiply_split(simd, &matrices, &mut by_split, &mut scratch);
                for found in [merged, vector, by_split] {
                    for (row, &found) in found.iter().enumerate() {
                        let expected = i16::from(n + row == diagonal + column) << C::LOST_BITS;
                        assert_eq!(found, expected, "{}: diagonal {diagonal}, {column}", S::Shape::NAME);
                    }
                }
            }
        }
    }

    #[test]
    fn chains_multiply() {
        struct Chains;
        impl Check for Chains {
            fn check<S: Machine>(&self, simd: S) {
                check_chain::<Outer<1>, S>(simd);
                check_chain::<Outer<2>, S>(simd);
                check_chain::<Outer<3>, S>(simd);
                check_chain::<Outer<5>, S>(simd);
                check_chain::<Split<Toom3, Split<Karatsuba, Outer<1>>>, S>(simd);
                check_chain::<Split<Toom3, AtUse<Split<Karatsuba, Outer<1>>>>, S>(simd);
            }
        }
        on_every_backend(Chains);
        check_chain::<Split<Toom3, Split<Karatsuba, Outer<1>>>, _>(Portable::<NeonShape>::new());
        check_chain::<Split<Toom3, Split<Karatsuba, Outer<1>>>, _>(Portable::<Straight<NeonShape>>::new());
        check_chain::<Split<Toom3, Split<Karatsuba, Outer<1>>>, _>(Portable::<Avx512Shape>::new());
        // The columns of the Cortex-M4, which map blocks.
        check_chain::<Split<Toom5, Outer<1>>, _>(Portable::<PairShape>::new());
        check_chain::<Split<Toom3, Split<Karatsuba, Outer<1>>>, _>(Portable::<PairShape>::new());
        // The dimension 48 of the parts is no multiple of the lanes.
        check_chain::<Split<Karatsuba, Outer<3>>, _>(Portable::<Avx512Shape>::new());
    }

    #[test]
    fn expanded_operands_multiply_modulo_the_ring() {
        struct Expanded;
        impl Check for Expanded {
            fn check<S: Machine>(&self, simd: S) {
                let (degree, padded, dimension) = (61, 64, 80);
                for (power, zeta) in (0..degree).flat_map(|power| [1, -1, 5].map(|zeta| (power, zeta))) {
                    let mut operand = vec![0; padded];
                    operand[power] = 1;
                    let mut diagonals = vec![0; 2 * dimension];
                    expand(simd, &operand, degree, zeta, &mut diagonals);
                    for (row, column) in (0..degree).flat_map(|row| (0..degree).map(move |column| (row, column))) {
                        let expected = match column + power {
                            sum if sum == row => 1,
                            sum if sum == row + degree => zeta,
                            _ => 0,
                        };
                        assert_eq!(diagonals[dimension + row - column], expected, "x^{power}: {row}, {column}");
                    }
                }
            }
        }
        on_every_backend(Expanded);
    }

    /// An algebra monomorphism f on polynomials of degree below 3 gives a Toeplitz product of
    /// dimension 2, `f_2* (f_2(a) . (f^-1)* z)` with a reversed result (`[CCH+23]`, definition 1
    /// and appendix B). The test covers Karatsuba's layer, and the cyclic transforms of lengths 3
    /// and 4 over Z_13, which has roots of unity of both orders.
    #[test]
    fn monomorphisms_give_toeplitz_products() {
        const P: i64 = 13;
        // The arguments are the matrix of f on operands, the matrix of f on products, and the
        // inverse of the latter.
        fn check<const N: usize>(operand: [[i64; 2]; N], product: [[i64; N]; N], inverse: [[i64; N]; N]) {
            for (i, j) in (0..N).flat_map(|i| (0..N).map(move |j| (i, j))) {
                let entry: i64 = (0..N).map(|k| product[i][k] * inverse[k][j]).sum();
                assert_eq!(entry.rem_euclid(P), i64::from(i == j), "the inverse");
            }
            for (z, a) in (0..3).flat_map(|z| (0..2).map(move |a| (z, a))) {
                // z is a basis vector of the diagonals, and a is one of the polynomials.
                let values: [i64; N] = core::array::from_fn(|point| operand[point][a] * inverse[z][point]);
                for row in 0..2 {
                    let found: i64 = (0..N).map(|point| operand[point][row] * values[point]).sum();
                    assert_eq!(found.rem_euclid(P), i64::from(row + a == z), "{N} points: z_{z} a_{a}, row {row}");
                }
            }
        }
        fn powers<const N: usize>(root: i64, scale: i64) -> [[i64; N]; N] {
            core::array::from_fn(|i| {
                core::array::from_fn(|j| scale * crate::modular::power(root, (i * j) as u64, P) % P)
            })
        }
        fn cyclic<const N: usize>(root: i64, inverse: i64, scale: i64) {
            let product = powers::<N>(root, 1);
            check(product.map(|row| [row[0], row[1]]), product, powers::<N>(inverse, scale));
        }
        // The value at infinity of an operand is its coefficient of x; for a product it is the
        // coefficient of x^2.
        check([[1, 0], [1, 1], [0, 1]], [[1, 0, 0], [1, 1, 1], [0, 0, 1]], [[1, 0, 0], [-1, 1, -1], [0, 0, 1]]);
        // 3 has order 3 and the inverse 9, 5 has order 4 and the inverse 8; 1/3 = 9 and 1/4 = 10.
        cyclic::<3>(3, 9, 9);
        cyclic::<4>(5, 8, 10);
    }
}
