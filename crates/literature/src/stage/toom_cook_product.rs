//! Products of polynomials over Z_65536 by a chain of layers of Toom-Cook, down to products of
//! dimension 16, one in each lane.
//!
//! ```text
//! R[x]_(< n) x R[x]_(< n) -> R[x]_(< 2n),   (a, b) -> 2^e a b,   R = Z_65536
//! ```
//!
//! A layer with k parts considers a polynomial in x as a polynomial in y = x^(n/k). It evaluates
//! both operands ([`split`]), and interpolates from the products of the values ([`join`]). A
//! coefficient of the interpolated polynomial has twice the length of a part, and its upper half
//! overlaps the lower half of the next coefficient. The halves are added in registers, right after
//! the interpolation.
//!
//! The products of dimension 16 at the end ([`lane_products`]) are computed by the definition, or
//! by Karatsuba's layer and three products of dimension 8.
//!
//! Bounds: none, as lanes wrap modulo 2^16, which is the ring. The result is 2^e times the product,
//! where e is the number of bits that the layers lose.
//!
//! Sources: `[CCH+23]`, section 5.2.1, Algorithm 8, for adding the halves in registers; `[KRS19]`,
//! `[CDH+20]`, `[MKV20]` and `[NG21]` for chains of layers in NTRU and Saber.

use core::fmt::Debug;

use vectru_polymul::simd::{CHUNK, I16Vector, Simd, if_form};
use vectru_polymul::stage::linear_map::LinearMap;
use vectru_polymul::stage::toom_cook::{Karatsuba, Layer};

/// Evaluates a polynomial of k parts of `part` coefficients: writes its P values, of `part`
/// coefficients each, one after the other to `target`. Requires that `part` is a multiple of the
/// lanes.
#[inline(always)]
pub fn split<S: Simd, L: Layer>(simd: S, source: &[S::Coefficient], part: usize, target: &mut [S::Coefficient]) {
    for start in (0..part).step_by(simd.lanes()) {
        L::Evaluate::apply(
            simd,
            #[inline(always)]
            |index| simd.load(&source[index * part + start..]),
            #[inline(always)]
            |point, vector| simd.store(vector, &mut target[point * part + start..]),
        );
    }
}

/// The largest number of coefficients of an interpolated polynomial.
const MAX_COEFFICIENTS: usize = 9;

/// Interpolates: from the P products of values, of 2 `part` coefficients each, writes 2^e times the
/// product, of 2k parts, to `target`. Requires that `part` is a multiple of the lanes.
#[inline(always)]
pub fn join<S: Simd, L: Layer>(simd: S, source: &[S::Coefficient], part: usize, target: &mut [S::Coefficient]) {
    let coefficients = 2 * L::PARTS - 1;
    for start in (0..part).step_by(simd.lanes()) {
        let mut halves = [[simd.splat(0); MAX_COEFFICIENTS]; 2];
        for (half, values) in halves.iter_mut().enumerate() {
            L::Interpolate::apply(
                simd,
                #[inline(always)]
                |point| simd.load(&source[(2 * point + half) * part + start..]),
                #[inline(always)]
                |index, vector| values[index] = vector,
            );
        }
        let [low, high] = halves;
        simd.store(low[0], &mut target[start..]);
        for index in 1..coefficients {
            simd.store(low[index] + high[index - 1], &mut target[index * part + start..]);
        }
        simd.store(high[coefficients - 1], &mut target[coefficients * part + start..]);
    }
}

/// A chain of layers down to dimension 16.
pub trait ProductChain: Copy + Debug + Send + Sync + 'static {
    /// The dimension n, the number of coefficients of an operand.
    const SIZE: usize;
    /// The number of products of dimension 16.
    const PRODUCTS: usize;
    /// The number e of bits that the layers lose: the result is 2^e times the product.
    const LOST_BITS: u32;
    /// The number of coefficients of working memory.
    const SCRATCH: usize;

    /// Writes the values of an operand for all products, of 16 coefficients each, to `values`.
    fn split<S: Simd>(
        simd: S,
        source: &[S::Coefficient],
        values: &mut [S::Coefficient],
        scratch: &mut [S::Coefficient],
    );

    /// Writes the product, of 2n coefficients, to `result`, from all products of dimension 16, of
    /// 32 coefficients each.
    fn join<S: Simd>(
        simd: S,
        products: &[S::Coefficient],
        result: &mut [S::Coefficient],
        scratch: &mut [S::Coefficient],
    );
}

/// The end of a chain: one product of dimension 16.
#[derive(Clone, Copy, Debug)]
pub struct End;

impl ProductChain for End {
    const SIZE: usize = CHUNK;
    const PRODUCTS: usize = 1;
    const LOST_BITS: u32 = 0;
    const SCRATCH: usize = 0;

    #[inline(always)]
    fn split<S: Simd>(_: S, source: &[S::Coefficient], values: &mut [S::Coefficient], _scratch: &mut [S::Coefficient]) {
        values.copy_from_slice(source);
    }

    #[inline(always)]
    fn join<S: Simd>(
        _: S,
        products: &[S::Coefficient],
        result: &mut [S::Coefficient],
        _scratch: &mut [S::Coefficient],
    ) {
        result.copy_from_slice(products);
    }
}

/// The layer `L`, followed by the chain `Inner` for its products.
#[derive(Clone, Copy, Debug)]
pub struct Then<L, Inner>(L, Inner);

impl<L: Layer, Inner: ProductChain> ProductChain for Then<L, Inner> {
    const SIZE: usize = L::PARTS * Inner::SIZE;
    const PRODUCTS: usize = L::POINTS * Inner::PRODUCTS;
    const LOST_BITS: u32 = L::LOST_BITS + Inner::LOST_BITS;
    const SCRATCH: usize = 2 * L::POINTS * Inner::SIZE + Inner::SCRATCH;

    #[inline(always)]
    fn split<S: Simd>(
        simd: S,
        source: &[S::Coefficient],
        values: &mut [S::Coefficient],
        scratch: &mut [S::Coefficient],
    ) {
        let (parts, scratch) = scratch.split_at_mut(2 * L::POINTS * Inner::SIZE);
        let last = Inner::PRODUCTS == 1;
        simd.enter(L::NAME);
        let target = if last { &mut *values } else { &mut *parts };
        // A part of one chunk fills only half of the widest vector.
        if_form!(S, simd, form => Inner::SIZE.is_multiple_of(form.lanes), {
            split::<S, L>(simd, source, Inner::SIZE, target);
        } else {
            split::<S::Narrow, L>(simd.narrow(), source, Inner::SIZE, target);
        });
        if !last {
            for point in 0..L::POINTS {
                let values = &mut values[CHUNK * Inner::PRODUCTS * point..][..CHUNK * Inner::PRODUCTS];
                Inner::split(simd, &parts[Inner::SIZE * point..][..Inner::SIZE], values, scratch);
            }
        }
    }

    #[inline(always)]
    fn join<S: Simd>(
        simd: S,
        products: &[S::Coefficient],
        result: &mut [S::Coefficient],
        scratch: &mut [S::Coefficient],
    ) {
        let (parts, scratch) = scratch.split_at_mut(2 * L::POINTS * Inner::SIZE);
        let last = Inner::PRODUCTS == 1;
        if !last {
            for point in 0..L::POINTS {
                let products = &products[2 * CHUNK * Inner::PRODUCTS * point..][..2 * CHUNK * Inner::PRODUCTS];
                Inner::join(simd, products, &mut parts[2 * Inner::SIZE * point..][..2 * Inner::SIZE], scratch);
            }
        }
        simd.enter(L::NAME);
        let source = if last { products } else { &*parts };
        if_form!(S, simd, form => Inner::SIZE.is_multiple_of(form.lanes), {
            join::<S, L>(simd, source, Inner::SIZE, result);
        } else {
            join::<S::Narrow, L>(simd.narrow(), source, Inner::SIZE, result);
        });
    }
}

/// The name, in recipes, of the map of products in lanes.
pub const LANE_PRODUCT: &str = "lane-product";

/// Computes as many products of dimension 16 as a vector has lanes; with `KARATSUBA`, each by three
/// products of dimension 8.
///
/// Lane l multiplies the 16 coefficients from 16 l on of `a` and of `b`. It writes the 32
/// coefficients of their product, the last of which is 0, to `target` from 32 l on.
#[inline(always)]
pub fn lane_products<S: Simd, const KARATSUBA: bool>(
    simd: S,
    a: &[S::Coefficient],
    b: &[S::Coefficient],
    target: &mut [S::Coefficient],
) {
    const HALF: usize = CHUNK / 2;
    let a: [[S::I16; HALF]; 2] = [simd.load_columns(a, CHUNK), simd.load_columns(&a[HALF..], CHUNK)];
    let b: [[S::I16; HALF]; 2] = [simd.load_columns(b, CHUNK), simd.load_columns(&b[HALF..], CHUNK)];
    let mut product = [simd.splat(0); 2 * CHUNK];
    if const { KARATSUBA } {
        simd.enter(Karatsuba::NAME);
        let (mut a_sum, mut b_sum) = (a[0], b[0]);
        for k in 0..HALF {
            a_sum[k] = a[0][k] + a[1][k];
            b_sum[k] = b[0][k] + b[1][k];
        }
        let mut middle = [simd.splat(0); CHUNK];
        simd.enter(LANE_PRODUCT);
        accumulate::<S>(&a_sum, &b_sum, &mut middle);
        accumulate::<S>(&a[0], &b[0], &mut product[..CHUNK]);
        accumulate::<S>(&a[1], &b[1], &mut product[CHUNK..]);
        simd.enter(Karatsuba::NAME);
        for k in 0..CHUNK {
            middle[k] = middle[k] - (product[k] + product[CHUNK + k]);
        }
        for k in 0..CHUNK {
            product[HALF + k] = product[HALF + k] + middle[k];
        }
        simd.enter(LANE_PRODUCT);
    } else {
        for i in 0..2 {
            for j in 0..2 {
                accumulate::<S>(&a[i], &b[j], &mut product[HALF * (i + j)..]);
            }
        }
    }
    for (quarter, vectors) in product.as_chunks().0.iter().enumerate() {
        simd.store_columns(*vectors, &mut target[HALF * quarter..], 2 * CHUNK);
    }
}

/// Adds the product of a and b to `sums`, by 64 products in each lane.
#[inline(always)]
fn accumulate<S: Simd>(a: &[S::I16; 8], b: &[S::I16; 8], sums: &mut [S::I16]) {
    for i in 0..8 {
        for j in 0..8 {
            sums[i + j] = sums[i + j].multiply_add_low(a[i], b[j]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::simd::portable::Portable;
    use vectru_polymul::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, Shape};
    use vectru_polymul::stage::samples::{product, residues};
    use vectru_polymul::stage::toom_cook::{Toom3, Toom4};

    fn check_lanes<P: Shape, const KARATSUBA: bool>() {
        let [a, b] = [1, 2].map(|seed| residues(CHUNK * P::LANES, seed, 1 << 16));
        let mut found = std::vec![1; 2 * CHUNK * P::LANES];
        lane_products::<_, KARATSUBA>(Portable::<P>::new(), &a, &b, &mut found);
        for ((a, b), found) in a.chunks(CHUNK).zip(b.chunks(CHUNK)).zip(found.chunks(2 * CHUNK)) {
            let expected = product(a, b).into_iter().map(|c| c as i16).chain([0]);
            assert!(found.iter().copied().eq(expected));
        }
    }

    /// The chain of a product, with products of dimension 16 by the definition.
    fn check_chain<P: Shape, C: ProductChain>() {
        let simd = Portable::<P>::new();
        let operands = [3, 4].map(|seed| residues(C::SIZE, seed, 1 << 16));
        let mut scratch = std::vec![0; C::SCRATCH];
        let values = operands.each_ref().map(|operand| {
            let mut values = std::vec![0; CHUNK * C::PRODUCTS];
            C::split(simd, operand, &mut values, &mut scratch);
            values
        });
        let mut products = std::vec![];
        for (a, b) in values[0].chunks(CHUNK).zip(values[1].chunks(CHUNK)) {
            products.extend(product(a, b).into_iter().map(|c| c as i16).chain([0]));
        }
        let mut found = std::vec![1; 2 * C::SIZE];
        C::join(simd, &products, &mut found, &mut scratch);
        let expected = product(&operands[0], &operands[1]).into_iter().map(|c| (c << C::LOST_BITS) as i16).chain([0]);
        assert!(found.iter().copied().eq(expected));
    }

    fn check<P: Shape>() {
        check_lanes::<P, false>();
        check_lanes::<P, true>();
        check_chain::<P, Then<Karatsuba, End>>();
        check_chain::<P, Then<Toom3, Then<Karatsuba, End>>>();
        check_chain::<P, Then<Toom4, Then<Karatsuba, Then<Karatsuba, End>>>>();
    }

    #[test]
    fn products_are_the_definition() {
        check::<NeonShape>();
        check::<Avx2Shape>();
        check::<Avx512Shape>();
    }
}
