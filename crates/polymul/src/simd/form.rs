//! Forms of backends: numbers of lanes and forms of compound operations, known on every machine.
//!
//! A *form* describes a backend without its instructions (see the glossary in
//! docs/contributing/glossary.md). Kernels choose their path by the form alone. The lanes of the
//! analysis can have the form of any backend, so that proofs and counts for Neon run on x86-64, and
//! proofs and counts for x86-64 on AArch64.

use super::{CHUNK, Shape};

/// The form of an inner product by constants: terms x_i, constants c_i, i < n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InnerProduct {
    /// Barrett products that multiply the sum of their quotients by q once:
    ///
    /// ```text
    /// r = sum_i x_i c_i - q sum_i mulhrs(x_i, c_i'),   c_i' = round(2^15 c_i / q)
    /// ```
    ///
    /// These are 2 n + 1 multiplications of 16-bit lanes. Requires the sum of the n [Barrett
    /// bounds](crate::modular::barrett_bound) to be less than 2^15; returns |r| of at most this
    /// sum. The form is this project's own.
    DeferredQuotients,
    /// A 32-bit sum s and one Montgomery reduction `[CCH+23, Algorithm 5]`,
    /// `[BHK+22, Algorithm 14]`:
    ///
    /// ```text
    /// r = (s - q m) / 2^16,   s = sum_i x_i C_i,   C_i = 2^16 c_i mod± q,   m = s q^-1 mod± 2^16
    /// ```
    ///
    /// Requires q/2 + |s| / 2^16 < 2^15; returns |r| <= q/2 + |s| / 2^16. On x86 two terms share
    /// one instruction; Neon accumulates one term in two.
    MontgomerySum,
}

/// The numbers by which kernels choose their path, and the requirements of a backend's operations.
///
/// The path that is proved is the path that runs: proofs run on lanes with the form of the backend,
/// or with the form of another backend that takes the same path and requires as much. Otherwise the
/// crate does not compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The name of the backend, in lower case.
    pub name: &'static str,
    /// The number of 16-bit lanes in a vector: 8, 16 or 32; or 2 for
    /// [columns](super::Simd::columns).
    pub lanes: usize,
    /// The least number of terms for which an inner product by constants is an
    /// [`InnerProduct::MontgomerySum`].
    pub montgomery_terms: usize,
    /// The least number K of chunks (of 16 coefficients) for which a Toeplitz product shares
    /// products of blocks between two chunks of its result: K (K + 1) / 2 products and more
    /// additions instead of K^2 products.
    pub shared_from: usize,
    /// True if a Toeplitz product of one chunk loads windows of its matrix, which start at any
    /// coefficient. Such a load waits for the stores that it overlaps, so that chains split the
    /// matrices of the next products before they multiply.
    pub loads_windows: bool,
    /// True if two vectors hold a chunk, and kernels compute on both at a time.
    pub short: bool,
    /// True if layers map the blocks of a matrix instead of its windows where both have the same
    /// results: fewer operations, and more values at a time. It is so on columns of one word.
    pub maps_blocks: bool,
    /// The number of coefficients, and of rows, that an outer product adds up in 16 bits.
    pub summands: i64,
    /// A bound of the [`summands`](Self::summands) of all forms that may multiply by an operand
    /// that was prepared on this form. Transforms place their reductions by it.
    pub summands_of_uses: i64,
}

impl Form {
    /// Returns the form, or an arbitrary one if it is not known, for constants that are then not
    /// read.
    #[doc(hidden)]
    pub const fn known(form: Option<Self>) -> Self {
        match form {
            Some(form) => form,
            None => super::shape::PortableShape::FORM,
        }
    }

    /// Returns the form of the backend with vectors of at most one chunk.
    #[inline(always)]
    pub const fn narrow(self) -> Self {
        Self { lanes: if self.lanes < CHUNK { self.lanes } else { CHUNK }, ..self }
    }

    /// Returns the form of an inner product of `terms` terms, including those that are known to be
    /// zero.
    #[inline(always)]
    pub const fn inner_product(self, terms: usize) -> InnerProduct {
        if terms < self.montgomery_terms { InnerProduct::DeferredQuotients } else { InnerProduct::MontgomerySum }
    }

    /// Returns true if kernels take the same path on this form as on `other`, and if its operations
    /// require at least as much of operands.
    #[cfg(any(test, feature = "analysis"))]
    pub(crate) const fn stands_for(self, other: Self) -> bool {
        // All fields are listed, so that a new one does not compile before it is compared.
        let Self {
            name: _,
            lanes,
            montgomery_terms,
            shared_from,
            loads_windows,
            short,
            maps_blocks,
            summands,
            summands_of_uses,
        } = other;
        self.lanes == lanes
            && self.montgomery_terms == montgomery_terms
            && self.shared_from == shared_from
            && self.loads_windows == loads_windows
            && self.short == short
            && self.maps_blocks == maps_blocks
            && self.summands_of_uses == summands_of_uses
            && self.summands >= summands
    }
}

/// Runs one of two blocks, by a condition on the form of the backend. If the form is known when
/// kernels are compiled, as on registers, only one block is compiled.
///
/// ```
/// use vectru_polymul::simd::portable::Portable;
/// use vectru_polymul::simd::shape::{Avx2Shape, NeonShape};
/// use vectru_polymul::simd::{CHUNK, Simd, if_form};
///
/// fn vectors_of_a_chunk<S: Simd>(simd: S) -> usize {
///     if_form!(S, simd, form => form.lanes < CHUNK, { 2 } else { 1 })
/// }
/// assert_eq!(vectors_of_a_chunk(Portable::<NeonShape>::new()), 2);
/// assert_eq!(vectors_of_a_chunk(Portable::<Avx2Shape>::new()), 1);
/// ```
#[doc(hidden)] // Documented as `simd::if_form`.
#[macro_export]
macro_rules! if_form {
    ($token:ty, $simd:expr, $form:ident => $condition:expr, $yes:block else $no:block) => {
        if const {
            let $form = $crate::simd::Form::known(<$token as $crate::simd::Simd>::FORM);
            <$token as $crate::simd::Simd>::FORM.is_some() && $condition
        } $yes else if const { <$token as $crate::simd::Simd>::FORM.is_some() } $no else {
            let $form = $crate::simd::Simd::form($simd);
            if $condition $yes else $no
        }
    };
}
#[doc(inline)]
pub use crate::if_form;
