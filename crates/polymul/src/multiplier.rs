//! Multipliers: chains of stages for a ring, as data and as code.
//!
//! A scheme names a ring and calls [`multiply`], or [`prepare`] and [`multiply_prepared`] if one
//! operand serves many products, as a key does. The multiplier and the backend are chosen here.

pub mod choice;
#[cfg(feature = "replace")]
mod forced;
pub mod good_outer;
pub mod module;
#[cfg(any(test, feature = "literature", vectru_registers))]
pub mod nussbaumer_words;
pub mod recipe;
pub mod schoolbook;
pub mod toeplitz;

use core::fmt::Debug;

use crate::modular::Modulus;
use crate::ring::{Ring, Tail};
use crate::simd::{Byte, Coefficient, Simd};

pub use crate::shipped::multipliers::*;
pub use crate::simd::buffer::Aligned;
pub use choice::{
    Multiply, Prepared, chosen, inner_product, inner_product_into, multiply, multiply_by_small, multiply_by_small_with,
    multiply_into, multiply_prepared, multiply_prepared_into, multiply_with, prepare,
};
#[cfg(feature = "replace")]
pub use forced::{Product, Replacement, force};
#[cfg(any(feature = "balanced", feature = "literature", target_arch = "arm"))]
pub use module::row_by_row::row_by_row;
pub use module::{Module, PreparedBig, RowsByColumn, prepare_big, rows_by_column};
#[cfg(any(test, feature = "literature", vectru_registers))]
pub use nussbaumer_words::NussbaumerWords;
pub use recipe::{ClosedForm, Comparison, Map, Operands, Recipe, Safety};
pub use schoolbook::Schoolbook;

/// A multiplier for a ring. It transforms each operand once, multiplies transformed operands, adds
/// up products, transforms back, and folds.
///
/// The functions are generic over the contract, so that the code that multiplies is the code that
/// is proved. Polynomials are slices of the padded length of the ring, zero from the degree on. The
/// coefficients of the first operand are centred; the second operand is small, with coefficients of
/// magnitude at most [`Ring::SMALL`]. A multiplier of two big operands is [`BigByBig`] as well.
pub trait Multiplier: Copy + Debug {
    /// The ring.
    type Ring: Ring;
    /// A transformed first operand, or a product. Its layout is the same on every backend.
    type Transformed<C: Coefficient>: Copy + Debug + Send + Sync;
    /// A transformed second operand. It is a type of its own if only a small operand is allowed.
    type Second<C: Coefficient>: Copy + Debug + Send + Sync;
    /// The product before the fold, in a ring where it does not wrap around. It is unscaled: the
    /// fold multiplies by the missing factor.
    type Unfolded<C: Coefficient>: Copy + Debug + Send + Sync;

    /// The description of the multiplier.
    const RECIPE: Recipe;

    /// The bits of a coefficient in the transforms. A vector holds half as many coefficients of 32
    /// bits as of 16.
    const COEFFICIENT_BITS: usize = 16;

    /// Returns memory for a transformed operand or a product.
    fn zero_transformed<S: Simd>(simd: S) -> Self::Transformed<S::Coefficient>;

    /// Returns memory for a transformed second operand.
    fn zero_second<S: Simd>(simd: S) -> Self::Second<S::Coefficient>;

    /// Returns memory for a product before the fold.
    fn zero_unfolded<S: Simd>(simd: S) -> Self::Unfolded<S::Coefficient>;

    /// Transforms an operand.
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Transformed<S::Coefficient>);

    /// Transforms a small operand.
    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Self::Second<S::Coefficient>);

    /// Multiplies transformed operands.
    fn multiply_transformed<S: Simd>(
        simd: S,
        a: &Self::Transformed<S::Coefficient>,
        b: &Self::Second<S::Coefficient>,
        result: &mut Self::Transformed<S::Coefficient>,
    );

    /// Replaces a transformed operand by its product with another.
    #[inline(always)]
    fn multiply_in_place<S: Simd>(
        simd: S,
        a: &mut Self::Transformed<S::Coefficient>,
        b: &Self::Second<S::Coefficient>,
    ) {
        let operand = *a;
        Self::multiply_transformed(simd, &operand, b, a);
    }

    /// Adds the product `term` to the sum of products `sum`. The sum stays within the bounds of one
    /// product.
    fn accumulate<S: Simd>(
        simd: S,
        sum: &mut Self::Transformed<S::Coefficient>,
        term: &Self::Transformed<S::Coefficient>,
    );

    /// Computes the sum of `L` products of transformed operands. The sum is within the bounds of
    /// one product, for as many products as the multiplier allows.
    #[inline(always)]
    fn sum_of_products<S: Simd, const L: usize>(
        simd: S,
        a: [&Self::Transformed<S::Coefficient>; L],
        b: [&Self::Second<S::Coefficient>; L],
        result: &mut Self::Transformed<S::Coefficient>,
    ) {
        Self::multiply_transformed(simd, a[0], b[0], result);
        for i in 1..L {
            let mut product = Self::zero_transformed(simd);
            Self::multiply_transformed(simd, a[i], b[i], &mut product);
            Self::accumulate(simd, result, &product);
        }
    }

    /// Transforms a product back. Overwrites `transformed`.
    fn inverse<S: Simd>(
        simd: S,
        transformed: &mut Self::Transformed<S::Coefficient>,
        result: &mut Self::Unfolded<S::Coefficient>,
    );

    /// Reduces a product by the ring's polynomial, scales and centres it. Overwrites `product`.
    fn fold<S: Simd>(simd: S, product: &mut Self::Unfolded<S::Coefficient>, result: &mut [S::Coefficient]);

    /// Runs `kernel` with memory for a product and for a transformed second operand. Requires a
    /// kernel that writes the memory before it reads it.
    #[inline(always)]
    fn with_operands<S: Simd>(
        simd: S,
        kernel: impl FnOnce(&mut Self::Transformed<S::Coefficient>, &mut Self::Second<S::Coefficient>),
    ) {
        kernel(&mut Self::zero_transformed(simd), &mut Self::zero_second(simd));
    }

    /// Runs `kernel` with memory for a product before the fold. Requires a kernel that writes the
    /// memory before it reads it.
    #[inline(always)]
    fn with_unfolded<S: Simd>(simd: S, kernel: impl FnOnce(&mut Self::Unfolded<S::Coefficient>)) {
        kernel(&mut Self::zero_unfolded(simd));
    }

    /// Computes the product by a small operand, before the fold.
    #[inline(always)]
    fn unfolded_product_by_small<S: Simd>(
        simd: S,
        a: &[S::Coefficient],
        b: &[Byte<S>],
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        Self::with_operands(
            simd,
            #[inline(always)]
            |product, second| {
                Self::forward(simd, a, product);
                Self::forward_small(simd, b, second);
                Self::multiply_in_place(simd, product, second);
                Self::inverse(simd, product, result);
            },
        );
    }

    /// Computes the product by a small operand.
    #[inline(always)]
    fn product_by_small<S: Simd>(simd: S, a: &[S::Coefficient], b: &[Byte<S>], result: &mut [S::Coefficient]) {
        Self::with_unfolded(
            simd,
            #[inline(always)]
            |unfolded| {
                Self::unfolded_product_by_small(simd, a, b, unfolded);
                Self::fold(simd, unfolded, result);
            },
        );
    }
}

/// A multiplier whose second operand may be as large as the first.
pub trait BigByBig: Multiplier {
    /// Transforms an operand to the second one of a product.
    fn forward_second<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Self::Second<S::Coefficient>);

    /// Computes the product before the fold.
    #[inline(always)]
    fn unfolded_product<S: Simd>(
        simd: S,
        a: &[S::Coefficient],
        b: &[S::Coefficient],
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        Self::with_operands(
            simd,
            #[inline(always)]
            |product, second| {
                Self::forward(simd, a, product);
                Self::forward_second(simd, b, second);
                Self::multiply_in_place(simd, product, second);
                Self::inverse(simd, product, result);
            },
        );
    }

    /// Computes the product of `a` and a transformed operand, before the fold.
    #[inline(always)]
    fn unfolded_product_by_transformed<S: Simd>(
        simd: S,
        a: &[S::Coefficient],
        b: &Self::Transformed<S::Coefficient>,
        result: &mut Self::Unfolded<S::Coefficient>,
    ) {
        Self::with_operands(
            simd,
            #[inline(always)]
            |product, second| {
                Self::forward_second(simd, a, second);
                Self::multiply_transformed(simd, b, second, product);
                Self::inverse(simd, product, result);
            },
        );
    }

    /// Computes the product.
    #[inline(always)]
    fn product<S: Simd>(simd: S, a: &[S::Coefficient], b: &[S::Coefficient], result: &mut [S::Coefficient]) {
        Self::with_unfolded(
            simd,
            #[inline(always)]
            |unfolded| {
                Self::unfolded_product(simd, a, b, unfolded);
                Self::fold(simd, unfolded, result);
            },
        );
    }

    /// Computes the product of `a` and a transformed operand.
    #[inline(always)]
    fn product_by_transformed<S: Simd>(
        simd: S,
        a: &[S::Coefficient],
        b: &Self::Transformed<S::Coefficient>,
        result: &mut [S::Coefficient],
    ) {
        Self::with_unfolded(
            simd,
            #[inline(always)]
            |unfolded| {
                Self::unfolded_product_by_transformed(simd, a, b, unfolded);
                Self::fold(simd, unfolded, result);
            },
        );
    }

    /// Computes the sum of two products of polynomials and transformed operands. The sum is
    /// transformed back once.
    #[inline(always)]
    fn inner_product<S: Simd>(
        simd: S,
        a: [&[S::Coefficient]; 2],
        b: [&Self::Transformed<S::Coefficient>; 2],
        result: &mut [S::Coefficient],
    ) {
        Self::with_operands(
            simd,
            #[inline(always)]
            |sum, second| {
                Self::forward_second(simd, a[0], second);
                Self::multiply_transformed(simd, b[0], second, sum);
                Self::with_operands(
                    simd,
                    #[inline(always)]
                    |product, second| {
                        Self::forward_second(simd, a[1], second);
                        Self::multiply_transformed(simd, b[1], second, product);
                        Self::accumulate(simd, sum, product);
                    },
                );
                Self::with_unfolded(
                    simd,
                    #[inline(always)]
                    |unfolded| {
                        Self::inverse(simd, sum, unfolded);
                        Self::fold(simd, unfolded, result);
                    },
                );
            },
        );
    }
}

/// A multiplier that transforms both operands alike.
pub trait Symmetric: BigByBig {
    /// Returns a transformed operand as the second one of a product, in the same memory.
    fn as_second<C: Coefficient>(transformed: &Self::Transformed<C>) -> &Self::Second<C>;
}

/// A multiplier over Z_65536, on lanes that wrap, for q a power of two. Its unfolded product is
/// scaled by a power of two, 2^e: e bits are lost.
pub trait ModuloWord: BigByBig {
    /// The bits that the layers lose.
    const LOST_BITS: u32;
    /// The bits that may be lost, because a coefficient does not need them: 16 - log2 q.
    const SPARE_BITS: u32 = spare_bits::<Self::Ring>();
}

/// Returns zeta = 1 or -1 of a ring whose polynomial is x^n - zeta. It does not compile for other
/// rings.
pub const fn zeta<R: Ring>() -> i16 {
    Tail::of::<R>().zeta().expect("the polynomial of the ring is neither x^n - 1 nor x^n + 1")
}

const fn spare_bits<R: Ring>() -> u32 {
    16 - R::Modulus::Q.trailing_zeros()
}

/// Returns `lost`, the bits that layers lose. It does not compile if the ring has fewer to spare.
pub const fn lost_bits<R: Ring>(lost: u32) -> u32 {
    assert!(lost <= spare_bits::<R>(), "the layers lose more bits than 16-bit lanes have to spare");
    lost
}

/// Implements [`BigByBig`] for a multiplier that is [`Symmetric`].
#[doc(hidden)] // Documented as `multiplier::symmetric`.
#[macro_export]
macro_rules! symmetric {
    () => {
        #[inline(always)]
        fn forward_second<S: $crate::simd::Simd>(
            simd: S,
            operand: &[S::Coefficient],
            result: &mut Self::Second<S::Coefficient>,
        ) {
            Self::forward(simd, operand, result);
        }

        #[inline(always)]
        fn unfolded_product_by_transformed<S: $crate::simd::Simd>(
            simd: S,
            a: &[S::Coefficient],
            b: &Self::Transformed<S::Coefficient>,
            result: &mut Self::Unfolded<S::Coefficient>,
        ) {
            Self::with_operands(
                simd,
                #[inline(always)]
                |product, _| {
                    Self::forward(simd, a, product);
                    Self::multiply_in_place(simd, product, b);
                    Self::inverse(simd, product, result);
                },
            );
        }
    };
}
#[doc(inline)]
pub use crate::symmetric;

/// Implements [`Multiplier::multiply_transformed`] by
/// [`multiply_in_place`](Multiplier::multiply_in_place), for kernels that replace an operand.
#[doc(hidden)] // Documented as `multiplier::multiplies_in_place`.
#[macro_export]
macro_rules! multiplies_in_place {
    () => {
        #[inline(always)]
        fn multiply_transformed<S: $crate::simd::Simd>(
            simd: S,
            a: &Self::Transformed<S::Coefficient>,
            b: &Self::Second<S::Coefficient>,
            result: &mut Self::Transformed<S::Coefficient>,
        ) {
            *result = *a;
            Self::multiply_in_place(simd, result, b);
        }
    };
}
#[doc(inline)]
pub use crate::multiplies_in_place;

/// Implements the zeros of [`Multiplier`] for types that are a [`Buffer`](crate::simd::Buffer) of
/// coefficients each.
#[doc(hidden)] // Documented as `multiplier::zeros`.
#[macro_export]
macro_rules! zeros {
    () => {
        #[inline(always)]
        fn zero_transformed<S: $crate::simd::Simd>(_: S) -> Self::Transformed<S::Coefficient> {
            $crate::simd::Buffer::filled(S::ZERO)
        }

        #[inline(always)]
        fn zero_second<S: $crate::simd::Simd>(_: S) -> Self::Second<S::Coefficient> {
            $crate::simd::Buffer::filled(S::ZERO)
        }

        #[inline(always)]
        fn zero_unfolded<S: $crate::simd::Simd>(_: S) -> Self::Unfolded<S::Coefficient> {
            $crate::simd::Buffer::filled(S::ZERO)
        }
    };
}
#[doc(inline)]
pub use crate::zeros;

/// Implements the memory of [`Multiplier`] by buffers that are not set to zero, for types that are
/// [`Aligned`] coefficients and kernels that write everything before they read it.
#[doc(hidden)] // Documented as `multiplier::in_buffers`.
#[macro_export]
macro_rules! in_buffers {
    () => {
        #[inline(always)]
        fn with_operands<S: $crate::simd::Simd>(
            simd: S,
            kernel: impl FnOnce(&mut Self::Transformed<S::Coefficient>, &mut Self::Second<S::Coefficient>),
        ) {
            simd.with_buffer(
                #[inline(always)]
                |product| {
                    simd.with_buffer(
                        #[inline(always)]
                        |second| kernel(product, second),
                    );
                },
            );
        }

        #[inline(always)]
        fn with_unfolded<S: $crate::simd::Simd>(simd: S, kernel: impl FnOnce(&mut Self::Unfolded<S::Coefficient>)) {
            simd.with_buffer(kernel);
        }
    };
}
#[doc(inline)]
pub use crate::in_buffers;
