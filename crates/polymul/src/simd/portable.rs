//! Arrays of `i16`: the backend for every CPU, and the definition of every operation of the
//! contract.
//!
//! Rows are stored in order, r_0 to r_31. (Token, shape, rows: see the glossary in
//! docs/contributing/glossary.md.)

#[cfg(not(vectru_registers))]
use core::hint;
use core::marker::PhantomData;
use core::ops::{Add, Sub};

use super::bits::Words;
#[cfg(vectru_registers)]
use super::buffer::{Buffer, with_buffer};
use super::byte::PortableI8;
#[cfg(vectru_registers)]
use super::registers::{outer_sums, toeplitz_product};
#[cfg(vectru_dsp)]
use super::rows;
use super::shape::{Looped, PortableShape, Shape};
use super::unsigned::Lanes;
#[cfg(any(test, feature = "literature"))]
use super::wide::PortableI32;
use super::{CHUNK, Form, I16Vector, Simd, TERM};
#[cfg(vectru_dsp)]
use super::{convolutions, packed, packed_toeplitz};
use crate::modular::{Constant, Modulus, montgomery_reduce};

/// The token of the portable backend. The backend runs on every CPU, so the constructor is safe.
///
/// The shape is a parameter: with the shape of another backend, a test runs a kernel with the same
/// lanes and forms as that backend.
#[derive(Clone, Copy, Debug, Default)]
pub struct Portable<P = PortableShape>(PhantomData<P>);

impl<P> Portable<P> {
    /// Returns the token.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

/// A vector of the portable backend: an array of [`Shape::LANES`] numbers.
#[derive(Clone, Copy, Debug)]
pub struct PortableI16<P: Shape>(pub(super) P::Lanes<i16>);

impl<P: Shape> PortableI16<P> {
    #[inline(always)]
    fn from_lanes(lane: impl FnMut(usize) -> i16) -> Self {
        Self(P::lanes(lane))
    }

    #[inline(always)]
    fn lane(&self, index: usize) -> i16 {
        self.0.as_ref()[index]
    }

    #[inline(always)]
    fn map(self, mut operation: impl FnMut(i16) -> i16) -> Self {
        Self::from_lanes(|l| operation(self.lane(l)))
    }

    #[inline(always)]
    fn zip(self, other: Self, mut operation: impl FnMut(i16, i16) -> i16) -> Self {
        Self::from_lanes(|l| operation(self.lane(l), other.lane(l)))
    }

    /// Returns the Montgomery reductions of sums of products by constants.
    #[cfg(not(vectru_dsp))]
    #[inline(always)]
    fn montgomery_sum<M: Modulus, const N: usize>(terms: &[Option<Self>; N], constants: &[Constant<M>; N]) -> Self {
        let mut sums = P::lanes(|_| 0i32);
        for i in 0..N {
            if let Some(term) = terms[i] {
                let constant = constants[i].montgomery as i32;
                for (sum, x) in sums.as_mut().iter_mut().zip(term.0.as_ref()) {
                    *sum = sum.wrapping_add(*x as i32 * constant);
                }
            }
        }
        Self::from_lanes(|l| montgomery_reduce::<M>(sums.as_ref()[l]))
    }
}

/// Vectors as words of two lanes each.
#[cfg(vectru_dsp)]
impl<P: Shape> PortableI16<P> {
    /// Returns word `index`.
    #[inline(always)]
    fn word(&self, index: usize) -> u32 {
        self.lane(2 * index) as u16 as u32 | (self.lane(2 * index + 1) as u32) << 16
    }

    /// Returns the vector of the words that `word` returns for each index.
    #[inline(always)]
    fn from_words(mut word: impl FnMut(usize) -> u32) -> Self {
        let mut lanes = P::lanes(|_| 0);
        for (index, pair) in lanes.as_mut().as_chunks_mut().0.iter_mut().enumerate() {
            let word = word(index);
            *pair = [word as i16, (word >> 16) as i16];
        }
        Self(lanes)
    }

    /// Returns the Montgomery reductions of sums of products by constants.
    #[inline(always)]
    fn montgomery_sum<M: Modulus, const N: usize>(terms: &[Option<Self>; N], constants: &[Constant<M>; N]) -> Self {
        if const { N <= packed::summable::<M>() } {
            return Self::from_words(|w| {
                let mut sums = [0; 2];
                for i in 0..N {
                    if let Some(term) = &terms[i] {
                        sums = packed::multiply_fractions(sums, term.word(w), constants[i]);
                    }
                }
                packed::of_fractions::<M>(sums)
            });
        }
        Self::from_words(|w| {
            let mut sums = [0; 2];
            for i in 0..N {
                if let Some(term) = &terms[i] {
                    sums = packed::multiply_add(sums, term.word(w), constants[i].montgomery);
                }
            }
            packed::montgomery_reduce::<M>(sums)
        })
    }
}

/// Returns mulhrs(x, y) = floor((x y + 2^14) / 2^15), which wraps to -2^15 for x = y = -2^15.
#[inline(always)]
fn multiply_high_rounding(x: i16, y: i16) -> i16 {
    ((x as i32 * y as i32 + (1 << 14)) >> 15) as i16
}

/// Returns the Barrett product x c - q mulhrs(x, c').
#[cfg(not(vectru_dsp))]
#[inline(always)]
fn barrett_multiply<M: Modulus>(x: i16, constant: Constant<M>) -> i16 {
    let quotient = multiply_high_rounding(x, constant.quotient);
    x.wrapping_mul(constant.value).wrapping_sub(quotient.wrapping_mul(M::Q))
}

/// Adds up N outer products as 32-bit sums, by the definition, with an inner loop over lanes. All
/// moduli share the function.
#[cfg(not(vectru_registers))]
#[inline(never)]
fn outer_sums<const N: usize>(a: &[&[i16; CHUNK]; N], rows: &[&[i16; 2 * CHUNK]; N]) -> [i32; CHUNK] {
    let mut sums = [0i32; CHUNK];
    for i in 0..N {
        for j in 0..CHUNK {
            for k in 0..CHUNK {
                sums[k] = sums[k].wrapping_add(a[i][j] as i32 * rows[i][CHUNK + k - j] as i32);
            }
        }
    }
    sums
}

/// Computes a Toeplitz product by the definition, with an inner loop over lanes.
#[cfg(not(vectru_registers))]
#[inline(always)]
fn toeplitz_product<const K: usize>(matrix: &[i16], vector: &[[i16; CHUNK]; K], product: &mut [[i16; CHUNK]; K]) {
    // Where the compiler knows that there are few columns, it may unroll the loop over them and
    // gather vectors from lanes of several columns, which takes about twice as long.
    let columns = if const { K <= 5 } { hint::black_box(K * CHUNK) } else { K * CHUNK };
    for (column, &factor) in vector.as_flattened().iter().take(columns).enumerate() {
        let diagonals = &matrix[K * CHUNK - column..][..K * CHUNK];
        for (sum, diagonal) in product.as_flattened_mut().iter_mut().zip(diagonals) {
            *sum = sum.wrapping_add(factor.wrapping_mul(*diagonal));
        }
    }
}

impl<P: Shape> crate::simd::sealed::Sealed for Portable<P> {}

impl<P: Shape> Simd for Portable<P> {
    type Shape = Looped<P>;
    type Coefficient = i16;
    type I16 = PortableI16<P>;
    type I8 = PortableI8<P>;
    #[cfg(any(test, feature = "literature"))]
    type I32 = PortableI32<P>;
    #[cfg(any(test, feature = "literature", vectru_registers))]
    type Word = super::word::Number;
    type Bits = Words<4>;
    type U32 = Lanes<4>;
    type Rows = [i16; 2 * CHUNK];
    type Narrow = Portable<P::Narrow>;
    #[cfg(not(vectru_dsp))]
    type Columns = Self;
    #[cfg(vectru_dsp)]
    type Columns = Portable<super::shape::PairShape>;

    const FORM: Option<Form> = Some(<Self::Shape as Shape>::FORM);

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        Portable::new()
    }

    #[inline(always)]
    fn columns(self) -> Self::Columns {
        Portable::new()
    }

    #[inline(always)]
    fn vectorize<R>(self, kernel: impl FnOnce() -> R) -> R {
        kernel()
    }

    #[cfg(vectru_registers)]
    #[inline(always)]
    fn with_buffer<B: Buffer<i16>, R>(self, kernel: impl FnOnce(&mut B) -> R) -> R {
        with_buffer::<i16, B, R>(kernel)
    }

    #[cfg(vectru_registers)]
    #[inline(always)]
    fn with_wide_buffer<B: Buffer<i32>, R>(self, kernel: impl FnOnce(&mut B) -> R) -> R {
        with_buffer::<i32, B, R>(kernel)
    }

    #[inline(always)]
    fn splat(self, value: i16) -> Self::I16 {
        PortableI16::from_lanes(|_| value)
    }

    #[cfg(vectru_dsp)]
    #[inline(always)]
    fn multiple(self, vector: Self::I16, constant: i16) -> Self::I16 {
        PortableI16::from_words(|w| packed::multiple(vector.word(w), constant))
    }

    #[cfg(vectru_dsp)]
    #[inline(always)]
    fn plus_multiple(self, sum: Self::I16, vector: Self::I16, constant: i16) -> Self::I16 {
        sum + self.multiple(vector, constant)
    }

    #[inline(always)]
    fn load(self, source: &[i16]) -> Self::I16 {
        let source = &source[..P::LANES];
        PortableI16::from_lanes(|l| source[l])
    }

    #[inline(always)]
    fn store(self, vector: Self::I16, target: &mut [i16]) {
        target[..P::LANES].copy_from_slice(vector.0.as_ref());
    }

    #[inline(always)]
    fn load_halves(self, low: &[i16], high: &[i16]) -> Self::I16 {
        let half = P::LANES / 2;
        let (low, high) = (&low[..half], &high[..half]);
        PortableI16::from_lanes(|l| if l < half { low[l] } else { high[l - half] })
    }

    #[inline(always)]
    fn store_halves(self, vector: Self::I16, target: &mut [i16], low: usize, high: usize) {
        let (lower, upper) = vector.0.as_ref().split_at(P::LANES / 2);
        target[low..][..lower.len()].copy_from_slice(lower);
        target[high..][..upper.len()].copy_from_slice(upper);
    }

    #[inline(always)]
    fn load_table(self, source: &[i16]) -> Self::I16 {
        self.load(source)
    }

    #[inline(always)]
    fn load_columns(self, source: &[i16], stride: usize) -> [Self::I16; 8] {
        let mut vectors = [self.splat(0); 8];
        for k in 0..8 {
            vectors[k] = PortableI16::from_lanes(|l| source[stride * l + k]);
        }
        vectors
    }

    #[inline(always)]
    fn store_columns(self, vectors: [Self::I16; 8], target: &mut [i16], stride: usize) {
        for (l, row) in target.chunks_mut(stride).take(P::LANES).enumerate() {
            for k in 0..8 {
                row[k] = vectors[k].lane(l);
            }
        }
    }

    #[inline(always)]
    fn zero_rows(self) -> Self::Rows {
        [0; 2 * CHUNK]
    }

    #[cfg(vectru_dsp)]
    #[inline(always)]
    fn sums_and_differences(self, chunks: [Option<&[i16; CHUNK]>; 2], results: &mut [[i16; CHUNK]; 2]) -> bool {
        rows::sums_and_differences(chunks, results)
    }

    #[cfg(vectru_dsp)]
    #[inline(always)]
    fn radix_5_rows<M: Modulus>(self, rows: &mut [i16], stride: usize, constants: &[Constant<M>; 4]) -> bool {
        rows::radix_5_rows(rows, stride, constants)
    }

    #[cfg(vectru_dsp)]
    #[inline(always)]
    fn radix_9_rows<M: Modulus>(self, rows: &mut [i16], stride: usize, powers: &[Constant<M>; 9]) -> bool {
        rows::radix_9_rows(rows, stride, powers)
    }

    #[inline(always)]
    fn convolution_rows<M: Modulus>(self, b: &[i16; CHUNK], weight: Constant<M>, rows: &mut Self::Rows) {
        #[cfg(vectru_dsp)]
        for k in (0..CHUNK).step_by(2) {
            let product = packed::multiply(packed::pair(b[k], b[k + 1]), weight);
            [rows[k], rows[k + 1]] = [product as i16, (product >> 16) as i16];
        }
        #[cfg(not(vectru_dsp))]
        for k in 0..CHUNK {
            rows[k] = barrett_multiply(b[k], weight);
        }
        rows[CHUNK..].copy_from_slice(b);
    }

    #[cfg(vectru_dsp)]
    #[inline(always)]
    fn weighted_convolutions<M: Modulus>(
        self,
        product: &mut [[i16; CHUNK]],
        b: &[[i16; CHUNK]],
        weights: &[Constant<M>],
    ) -> bool {
        convolutions::weighted_convolutions(product, b, weights)
    }

    #[inline(always)]
    fn window_rows(self, low: &[i16; CHUNK], high: &[i16; CHUNK], rows: &mut Self::Rows) {
        rows[..CHUNK].copy_from_slice(low);
        rows[CHUNK..].copy_from_slice(high);
    }

    // Not inlined: rings share the function, and a call costs little compared with 256 products.
    #[inline(never)]
    fn outer_product<M: Modulus, const N: usize>(self, a: [&[i16; CHUNK]; N], rows: [&Self::Rows; N]) -> [i16; CHUNK] {
        let sums = outer_sums(&a, &rows);
        let mut result = [0; CHUNK];
        for k in 0..CHUNK {
            result[k] = montgomery_reduce::<M>(sums[k]);
        }
        result
    }

    #[inline(never)]
    fn toeplitz_product<const K: usize>(self, matrix: &[[i16; CHUNK]], vector: &mut [[i16; CHUNK]; K]) {
        #[cfg(vectru_dsp)]
        if const { K <= packed_toeplitz::LARGEST } {
            return packed_toeplitz::toeplitz_product(matrix, vector);
        }
        let matrix = matrix[..2 * K].as_flattened();
        let mut product = [[0i16; CHUNK]; K];
        toeplitz_product(matrix, vector, &mut product);
        *vector = product;
    }

    #[inline(never)]
    fn toeplitz_sums<const R: usize>(
        self,
        matrices: &[[[i16; CHUNK]; 2]],
        vectors: &[[[i16; CHUNK]; R]],
        sums: &mut [[i16; CHUNK]; R],
    ) {
        *sums = [[0; CHUNK]; R];
        for (matrix, chunks) in matrices.iter().zip(vectors) {
            for (sum, chunk) in sums.iter_mut().zip(chunks) {
                let mut product = [[0; CHUNK]];
                toeplitz_product(matrix.as_flattened(), &[*chunk], &mut product);
                for (sum, term) in sum.iter_mut().zip(product[0]) {
                    *sum = sum.wrapping_add(term);
                }
            }
        }
    }
}

impl<P: Shape> Add for PortableI16<P> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        #[cfg(vectru_dsp)]
        {
            Self::from_words(|w| packed::add(self.word(w), other.word(w)))
        }
        #[cfg(not(vectru_dsp))]
        self.zip(other, i16::wrapping_add)
    }
}

impl<P: Shape> Sub for PortableI16<P> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        #[cfg(vectru_dsp)]
        {
            Self::from_words(|w| packed::subtract(self.word(w), other.word(w)))
        }
        #[cfg(not(vectru_dsp))]
        self.zip(other, i16::wrapping_sub)
    }
}

impl<P: Shape> crate::simd::sealed::Sealed for PortableI16<P> {}

impl<P: Shape> I16Vector for PortableI16<P> {
    type Coefficient = i16;

    #[inline(always)]
    fn multiply_low(self, other: Self) -> Self {
        #[cfg(vectru_dsp)]
        {
            Self::from_words(|w| packed::multiply_low(self.word(w), other.word(w)))
        }
        #[cfg(not(vectru_dsp))]
        self.zip(other, i16::wrapping_mul)
    }

    #[inline(always)]
    fn shift_left(self, bits: u32) -> Self {
        #[cfg(vectru_dsp)]
        {
            Self::from_words(|w| packed::shift_left(self.word(w), bits))
        }
        #[cfg(not(vectru_dsp))]
        self.map(|x| x << bits)
    }

    #[inline(always)]
    fn shift_right(self, bits: u32) -> Self {
        #[cfg(vectru_dsp)]
        {
            Self::from_words(|w| packed::shift_right(self.word(w), bits))
        }
        #[cfg(not(vectru_dsp))]
        self.map(|x| x >> bits)
    }

    #[inline(always)]
    fn multiply_high_rounding(self, other: Self) -> Self {
        self.zip(other, multiply_high_rounding)
    }

    #[inline(always)]
    fn barrett_multiply<M: Modulus>(self, constant: Constant<M>) -> Self {
        #[cfg(vectru_dsp)]
        {
            Self::from_words(|w| packed::multiply(self.word(w), constant))
        }
        #[cfg(not(vectru_dsp))]
        self.map(|x| barrett_multiply(x, constant))
    }

    #[cfg(vectru_dsp)]
    #[inline(always)]
    fn barrett_multiply_centred<M: Modulus>(self, constant: Constant<M>) -> Self {
        self.barrett_multiply(constant)
    }

    #[inline(always)]
    fn barrett_multiply_halves<M: Modulus>(self, low: Constant<M>, high: Constant<M>) -> Self {
        #[cfg(vectru_dsp)]
        {
            Self::from_words(|w| packed::multiply(self.word(w), if w < P::LANES / 4 { low } else { high }))
        }
        #[cfg(not(vectru_dsp))]
        Self::from_lanes(|l| barrett_multiply(self.lane(l), if l < P::LANES / 2 { low } else { high }))
    }

    #[inline(always)]
    fn barrett_reduce<M: Modulus>(self) -> Self {
        #[cfg(vectru_dsp)]
        {
            Self::from_words(|w| packed::multiply(self.word(w), M::ONE))
        }
        #[cfg(not(vectru_dsp))]
        self.map(|x| x.wrapping_sub(multiply_high_rounding(x, M::ONE.quotient).wrapping_mul(M::Q)))
    }

    #[inline(always)]
    fn barrett_reduce_coarsely<M: Modulus>(self) -> Self {
        #[cfg(vectru_dsp)]
        {
            Self::from_words(|w| packed::multiply(self.word(w), M::ONE))
        }
        #[cfg(not(vectru_dsp))]
        self.map(|x| x.wrapping_sub(multiply_high_rounding(x, M::COARSE_ONE.quotient).wrapping_mul(M::Q)))
    }

    #[inline(always)]
    fn centre<M: Modulus>(self) -> Self {
        #[cfg(vectru_dsp)]
        {
            Self::from_words(|w| packed::centre::<M>(self.word(w)))
        }
        #[cfg(not(vectru_dsp))]
        {
            let half = (M::Q - 1) / 2;
            self.map(|x| {
                // A sign shifted right by 15 is -1 or 0, which masks the modulus without a branch.
                let above = (half.wrapping_sub(x) >> 15) & M::Q;
                let below = (x.wrapping_add(half) >> 15) & M::Q;
                x.wrapping_sub(above).wrapping_add(below)
            })
        }
    }

    #[inline(always)]
    fn inner_product<M: Modulus, const N: usize>(terms: &[Option<Self>; N], constants: &[Constant<M>; N]) -> Self {
        assert!(terms.iter().any(Option::is_some), "{TERM}");
        if const { N < P::FORM.montgomery_terms } {
            let mut result = Self::from_lanes(|_| 0);
            let mut quotients = result;
            for i in 0..N {
                if let Some(term) = terms[i] {
                    result = result + term.map(|x| x.wrapping_mul(constants[i].value));
                    quotients = quotients + term.map(|x| multiply_high_rounding(x, constants[i].quotient));
                }
            }
            result - quotients.map(|x| x.wrapping_mul(M::Q))
        } else {
            Self::montgomery_sum(terms, constants)
        }
    }

    #[inline(always)]
    fn barrett_multiply_lanes<M: Modulus>(self, values: Self, quotients: Self) -> Self {
        let quotient = self.multiply_high_rounding(quotients);
        self.multiply_low(values) - quotient.map(|x| x.wrapping_mul(M::Q))
    }

    #[inline(always)]
    fn lane_products<M: Modulus, const N: usize>(pairs: [Option<(Self, Self)>; N]) -> Self {
        assert!(pairs.iter().any(Option::is_some), "{TERM}");
        let mut sums = P::lanes(|_| 0i32);
        for (x, y) in pairs.into_iter().flatten() {
            for (l, sum) in sums.as_mut().iter_mut().enumerate() {
                *sum = sum.wrapping_add(x.lane(l) as i32 * y.lane(l) as i32);
            }
        }
        Self::from_lanes(|l| montgomery_reduce::<M>(sums.as_ref()[l]))
    }

    #[inline(always)]
    fn half_butterfly(self) -> Self {
        let half = P::LANES / 2;
        Self::from_lanes(|l| {
            if l < half {
                self.lane(l).wrapping_add(self.lane(l + half))
            } else {
                self.lane(l - half).wrapping_sub(self.lane(l))
            }
        })
    }

    #[inline(always)]
    fn select(mask: Self, chosen: Self, other: Self) -> Self {
        Self::from_lanes(|l| (mask.lane(l) & chosen.lane(l)) | (!mask.lane(l) & other.lane(l)))
    }
}
