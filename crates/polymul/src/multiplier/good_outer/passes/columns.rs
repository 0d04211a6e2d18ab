//! The first passes: the dimension u2 and a transform of odd length after it, column by column.
//!
//! Where a vector is shorter than a chunk, two of them are transformed side by side.
//!
//! [`good_outer`](super::super) states the bounds and the sources.

use super::{DOUBLED, reduced_if, with_places};
use crate::multiplier::good_outer::even::EvenDimension;
use crate::multiplier::good_outer::{GoodOuter, GoodOuterPlan, ModulusOf};
use crate::simd::{CHUNK, Double, I16Vector, Registers, Simd, Single, if_form, unroll};
use crate::stage::transform::Transform;

impl<P: GoodOuterPlan> GoodOuter<P> {
    /// Computes the dimension u2, and the `transform` after it, from the operand to the places, on
    /// registers of at most one chunk.
    #[inline(always)]
    pub(super) fn forward_columns_narrow<S: Simd, T: Transform<Modulus = ModulusOf<P>>>(
        simd: S,
        transform: &T,
        reduce: [bool; 2],
        operand: &[S::Coefficient],
        places: &mut [S::Coefficient],
    ) {
        if_form!(S, simd, form => form.lanes < CHUNK && form.short, {
            with_places!(Self::N2 => 1 2 4 6 8 16 32; forward_columns [S, Double, T] (simd, transform, reduce, operand, places));
        } else {
            with_places!(Self::N2 => 1 2 4 6 8 16 32; forward_columns [S, Single, T] (simd, transform, reduce, operand, places));
        });
    }

    /// Computes [`forward_columns_narrow`](Self::forward_columns_narrow) for C places of a column,
    /// a chunk at a time.
    #[inline(always)]
    fn forward_columns<S: Simd, R: Registers<S>, T: Transform<Modulus = ModulusOf<P>>, const C: usize>(
        simd: S,
        transform: &T,
        reduce: [bool; 2],
        operand: &[S::Coefficient],
        places: &mut [S::Coefficient],
    ) {
        let targets = P::TARGETS;
        if T::LENGTH == 1 && reduce == [false; 2] && Self::sums_and_differences(simd, operand, places) {
            return;
        }
        Self::forward_rows::<S, R, T, C>(
            simd,
            transform,
            reduce,
            places,
            #[inline(always)]
            |column, start| {
                let first = column * C;
                P::EVEN.forward::<S::Shape, _, C>(
                    R::zero(simd),
                    #[inline(always)]
                    |k| match Self::chunk_of(targets[first + k]) {
                        Some(chunk) => Some(R::load(simd, &operand[chunk + start..])),
                        None => None,
                    },
                    usize::from(targets[first]),
                )
            },
        );
    }

    /// Computes a dimension u2 of two places, if the backend has a form of its own for it, and
    /// returns true if it has.
    #[inline(always)]
    fn sums_and_differences<S: Simd>(simd: S, operand: &[S::Coefficient], places: &mut [S::Coefficient]) -> bool {
        let EvenDimension::Two = P::EVEN else { return false };
        let targets = P::TARGETS.as_chunks::<2>().0;
        places.as_chunks_mut().0.as_chunks_mut().0.iter_mut().zip(targets).all(
            #[inline(always)]
            |(results, chunks)| {
                let chunks = chunks.map(|chunk| operand[Self::chunk_of(chunk)?..].first_chunk());
                simd.sums_and_differences(chunks, results)
            },
        )
    }

    /// Computes the dimension u2, which `even` does for a column from a given coefficient on, and
    /// the `transform` after it. A column is C registers, or C chunks where a register is a part of
    /// a chunk.
    #[inline(always)]
    fn forward_rows<S: Simd, R: Registers<S>, T: Transform<Modulus = ModulusOf<P>>, const C: usize>(
        simd: S,
        transform: &T,
        reduce: [bool; 2],
        places: &mut [S::Coefficient],
        even: impl Fn(usize, usize) -> [R::Vector; C],
    ) {
        let unit = R::lanes(simd).max(CHUNK);
        let row = T::LENGTH * C * unit;
        let last = const { if T::LENGTH > 1 { P::MAP_NAMES[1] } else { Self::EVEN_NAME } };
        // In straight-line code, the compiler knows which chunks are absent.
        unroll!(S::Shape, index < { Self::COLUMNS / T::LENGTH }, {
            for start in (0..unit).step_by(R::lanes(simd)) {
                transform.columns::<S::Shape, R::Vector, _, C>(
                    R::zero(simd),
                    &mut places[index * row..][..row],
                    #[inline(always)]
                    |_, i| {
                        simd.enter(const { Self::EVEN_NAME });
                        let mut column = even(index * T::LENGTH + i, start);
                        for place in 0..C {
                            column[place] = reduced_if::<_, ModulusOf<P>>(reduce[0], column[place]);
                        }
                        simd.enter(last);
                        column
                    },
                    #[inline(always)]
                    |row, j, place, vector| {
                        let output = reduced_if::<_, ModulusOf<P>>(reduce[1] && !T::REDUCES, vector);
                        R::store(simd, output, &mut row[(j * C + place) * unit + start..]);
                    },
                );
            }
        });
    }

    /// Computes the dimension u2, and the `transform` after it, from the operand to the places, on
    /// vectors of two chunks.
    #[inline(always)]
    pub(super) fn forward_columns_wide<S: Simd, T: Transform<Modulus = ModulusOf<P>>>(
        simd: S,
        transform: &T,
        reduce: [bool; 2],
        operand: &[S::Coefficient],
        places: &mut [S::Coefficient],
    ) {
        with_places!(Self::N2 / 2 => 1 2; forward_columns_of_two [S, T] (simd, transform, reduce, operand, places));
    }

    #[inline(always)]
    fn forward_columns_of_two<S: Simd, T: Transform<Modulus = ModulusOf<P>>, const C: usize>(
        simd: S,
        transform: &T,
        reduce: [bool; 2],
        operand: &[S::Coefficient],
        places: &mut [S::Coefficient],
    ) {
        let targets = P::TARGETS;
        simd.enter(const { Self::EVEN_NAME });
        // (1 | -1)
        let signs = if let EvenDimension::Two = P::EVEN {
            simd.splat(1).half_butterfly() - simd.splat(1)
        } else {
            simd.splat(0)
        };
        Self::forward_rows::<S, Single, T, C>(
            simd,
            transform,
            reduce,
            places,
            #[inline(always)]
            |column, _| {
                let first = column * 2 * C;
                P::EVEN.forward_wide::<S, C>(
                    simd,
                    #[inline(always)]
                    |k| match Self::chunk_of(targets[first + k]) {
                        Some(start) => Some(&operand[start..]),
                        None => None,
                    },
                    signs,
                )
            },
        );
    }

    /// Computes the inverses of the dimension u2 and of the `transform`, in place, on registers of
    /// at most one chunk.
    #[inline(always)]
    pub(super) fn inverse_columns_narrow<S: Simd, T: Transform<Modulus = ModulusOf<P>>>(
        simd: S,
        transform: &T,
        reduce: [bool; 2],
        places: &mut [S::Coefficient],
    ) {
        if_form!(S, simd, form => T::LENGTH * Self::N2 <= DOUBLED && form.lanes < CHUNK && form.short, {
            with_places!(Self::N2 => 1 2 4 6 8 16 32; inverse_columns [S, Double, T] (simd, transform, reduce, places));
        } else {
            with_places!(Self::N2 => 1 2 4 6 8 16 32; inverse_columns [S, Single, T] (simd, transform, reduce, places));
        });
    }

    /// Computes [`inverse_columns_narrow`](Self::inverse_columns_narrow) for C places of a column.
    #[inline(always)]
    fn inverse_columns<S: Simd, R: Registers<S>, T: Transform<Modulus = ModulusOf<P>>, const C: usize>(
        simd: S,
        transform: &T,
        reduce: [bool; 2],
        places: &mut [S::Coefficient],
    ) {
        Self::inverse_rows_of_columns::<S, R, T, C>(
            simd,
            transform,
            reduce,
            places,
            #[inline(always)]
            |column| P::EVEN.inverse::<S::Shape, _, C>(R::zero(simd), column, 0),
        );
    }

    /// Computes the inverses of the dimension u2, which `even` does for a column, and of the
    /// `transform`, in place. A column is C registers, or C chunks where a register is a part of a
    /// chunk.
    #[inline(always)]
    fn inverse_rows_of_columns<S: Simd, R: Registers<S>, T: Transform<Modulus = ModulusOf<P>>, const C: usize>(
        simd: S,
        transform: &T,
        reduce: [bool; 2],
        places: &mut [S::Coefficient],
        even: impl Fn([R::Vector; C]) -> [R::Vector; C],
    ) {
        let unit = R::lanes(simd).max(CHUNK);
        let last = const { if T::LENGTH > 1 { P::MAP_NAMES[1] } else { Self::EVEN_NAME } };
        for row in places.chunks_exact_mut(T::LENGTH * C * unit) {
            for start in (0..unit).step_by(R::lanes(simd)) {
                transform.columns::<S::Shape, R::Vector, _, C>(
                    R::zero(simd),
                    &mut *row,
                    #[inline(always)]
                    |row, i| {
                        simd.enter(const { Self::EVEN_NAME });
                        let mut column = [R::zero(simd); C];
                        for place in 0..C {
                            let product = R::load(simd, &row[(i * C + place) * unit + start..]);
                            column[place] = product.barrett_reduce::<ModulusOf<P>>();
                        }
                        let mut column = even(column);
                        for index in 0..C {
                            column[index] = reduced_if::<_, ModulusOf<P>>(reduce[0], column[index]);
                        }
                        simd.enter(last);
                        column
                    },
                    #[inline(always)]
                    |row, j, index, vector| {
                        let output = reduced_if::<_, ModulusOf<P>>(reduce[1] && !T::REDUCES, vector);
                        R::store(simd, output, &mut row[(j * C + index) * unit + start..]);
                    },
                );
            }
        }
    }

    /// Computes the inverses of the dimension u2 and of the `transform`, in place, on vectors of
    /// two chunks.
    #[inline(always)]
    pub(super) fn inverse_columns_wide<S: Simd, T: Transform<Modulus = ModulusOf<P>>>(
        simd: S,
        transform: &T,
        reduce: [bool; 2],
        places: &mut [S::Coefficient],
    ) {
        with_places!(Self::N2 / 2 => 1 2; inverse_columns_of_two [S, T] (simd, transform, reduce, places));
    }

    #[inline(always)]
    fn inverse_columns_of_two<S: Simd, T: Transform<Modulus = ModulusOf<P>>, const C: usize>(
        simd: S,
        transform: &T,
        reduce: [bool; 2],
        places: &mut [S::Coefficient],
    ) {
        Self::inverse_rows_of_columns::<S, Single, T, C>(
            simd,
            transform,
            reduce,
            places,
            #[inline(always)]
            |column| P::EVEN.inverse_wide::<S, C>(column),
        );
    }
}
