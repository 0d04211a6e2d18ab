//! The transforms in memory: passes over the places.
//!
//! A pass loads each vector once, transforms it, and stores it once. For an operand, the first pass
//! computes the dimensions u2 and u1 together, column by column, and the second pass u0. The
//! inverse passes of a product have the same order, so that the last one stores each chunk at its
//! position in the product. The transform of a truncated dimension u2 depends on the chunk, so it
//! comes last in the inverse.
//!
//! Without vectors, each of the three dimensions is a pass of its own, as registers hold no row of
//! places. Backends may have forms of their own for these passes.
//!
//! Where a vector holds two chunks, it holds two places of a column. A column with an odd number of
//! places is transformed by vectors of one chunk; so is a truncated dimension u2.

mod columns;

use super::GoodOuter;
use super::outline::{Lanes, Reductions};
use super::plan::{GoodOuterPlan, ModulusOf};
use crate::modular::Modulus;
use crate::simd::{CHUNK, Double, Form, I16Vector, Registers, Simd, Single, if_form};
use crate::stage::transform::{Identity, Transform};

/// The largest number of vectors of a product that are transformed together, with two registers for
/// each.
const DOUBLED: usize = 12;

/// Reduces the vector if `reduce` is true.
#[inline(always)]
fn reduced_if<V: I16Vector, M: Modulus>(reduce: bool, vector: V) -> V {
    if reduce { vector.barrett_reduce::<M>() } else { vector }
}

/// Calls a function with `$n2`, which is one of the listed numbers of places, as its last
/// parameter.
macro_rules! with_places {
    ($n2:expr => $($places:literal)*; $function:ident $parameters:tt $arguments:tt) => {
        $(with_places!(@ $n2, $places, $function, $parameters, $arguments);)*
    };
    (@ $n2:expr, $places:literal, $function:ident, [$($parameter:ty),*], ($($argument:expr),*)) => {
        if const { $n2 == $places } {
            Self::$function::<$($parameter,)* $places>($($argument),*);
        }
    };
}
use with_places;

impl<P: GoodOuterPlan> GoodOuter<P> {
    const COLUMN: usize = Self::N2 * CHUNK;
    const ROW: usize = Self::N1 * Self::COLUMN;

    /// Returns true if the dimensions u2 and u1 are computed together.
    const fn fuses(form: Form) -> bool {
        Self::OUTLINE.fuses(form)
    }

    /// Returns the first coefficient of a chunk that an operand fills, or `None` for another chunk.
    #[inline(always)]
    const fn chunk_of(chunk: u16) -> Option<usize> {
        if (chunk as usize) < Self::OCCUPIED { Some(chunk as usize * CHUNK) } else { None }
    }

    /// Returns the reductions for the lanes of a form.
    #[inline(always)]
    fn reductions_of<S: Simd>(simd: S) -> Reductions {
        if const { S::FORM.is_some() } {
            const { Self::REDUCTIONS[Lanes::index_of(Form::known(S::FORM))] }
        } else {
            Self::REDUCTIONS[Lanes::index_of(simd.form())]
        }
    }

    /// Transforms an operand to its places.
    #[inline(always)]
    pub(super) fn forward_passes<S: Simd>(simd: S, operand: &[S::Coefficient], places: &mut [S::Coefficient]) {
        if_form!(S, simd, form => Self::N2 % 2 == 1 && form.lanes > CHUNK, {
            // Columns are not multiples of a vector.
            return Self::forward_passes::<S::Narrow>(simd.narrow(), operand, places);
        } else {});
        let reduce = Self::reductions_of(simd).forward;
        let alone = const { Identity::<ModulusOf<P>>::new(1) };
        let (first, second) = (&P::TRANSFORMS_1[0], &P::TRANSFORMS_0[0]);
        if_form!(S, simd, form => P::KIND.is_wide() && form.lanes > CHUNK, {
            if_form!(S, simd, form => Self::fuses(form), {
                Self::forward_columns_wide(simd, first, [reduce[0], reduce[1]], operand, places);
            } else {
                Self::forward_columns_wide(simd, &alone, [false, reduce[0]], operand, places);
            });
        } else {
            if_form!(S, simd, form => Self::fuses(form), {
                Self::forward_columns_narrow(simd.narrow(), first, [reduce[0], reduce[1]], operand, places);
            } else {
                Self::forward_columns_narrow(simd.narrow(), &alone, [false, reduce[0]], operand, places);
            });
        });
        if_form!(S, simd, form => !Self::fuses(form), {
            simd.enter(P::MAP_NAMES[1]);
            for row in places.chunks_exact_mut(Self::ROW) {
                Self::in_place(simd, first, [false, reduce[1]], row, Self::COLUMN);
            }
        } else {});
        if const { Self::N0 > 1 } {
            simd.enter(P::MAP_NAMES[0]);
            Self::in_place(simd, second, [false, reduce[2]], places, Self::ROW);
        }
    }

    /// Transforms the places of a product, times 2^-16, back to the cyclic product, times the
    /// factor of the transforms.
    #[inline(always)]
    pub(super) fn inverse_passes<S: Simd>(simd: S, places: &mut [S::Coefficient], result: &mut [S::Coefficient]) {
        if_form!(S, simd, form => Self::N2 % 2 == 1 && form.lanes > CHUNK, {
            return Self::inverse_passes::<S::Narrow>(simd.narrow(), places, result);
        } else {});
        let reduce = Self::reductions_of(simd).inverse;
        let alone = const { Identity::<ModulusOf<P>>::new(1) };
        let (first, second) = (&P::TRANSFORMS_1[1], &P::TRANSFORMS_0[1]);
        if const { !P::KIND.is_cyclic() } {
            simd.enter(P::MAP_NAMES[0]);
            Self::in_place(simd, second, [true, reduce[0]], places, Self::ROW);
            if_form!(S, simd, form => Self::fuses(form), {
                Self::inverse_truncation(simd.narrow(), first, reduce[1], places, result);
                return;
            } else {});
            simd.enter(P::MAP_NAMES[1]);
            for row in places.chunks_exact_mut(Self::ROW) {
                Self::in_place(simd, first, [false, reduce[1]], row, Self::COLUMN);
            }
            Self::inverse_truncation(simd.narrow(), &alone, false, places, result);
            return;
        }
        if_form!(S, simd, form => P::KIND.is_wide() && form.lanes > CHUNK, {
            if_form!(S, simd, form => Self::fuses(form), {
                Self::inverse_columns_wide(simd, first, [reduce[0], reduce[1]], places);
            } else {
                Self::inverse_columns_wide(simd, &alone, [false, reduce[0]], places);
            });
        } else {
            if_form!(S, simd, form => Self::fuses(form), {
                Self::inverse_columns_narrow(simd.narrow(), first, [reduce[0], reduce[1]], places);
            } else {
                Self::inverse_columns_narrow(simd.narrow(), &alone, [false, reduce[0]], places);
            });
        });
        if_form!(S, simd, form => !Self::fuses(form), {
            simd.enter(P::MAP_NAMES[1]);
            for row in places.chunks_exact_mut(Self::ROW) {
                Self::in_place(simd, first, [false, reduce[1]], row, Self::COLUMN);
            }
        } else {});
        Self::inverse_last(simd, second, reduce[2], places, result);
    }

    /// Computes the transforms between vectors `stride` apart, in place, and reduces inputs and
    /// outputs where `reduce` says so.
    #[inline(always)]
    fn in_place<S: Simd, T: Transform<Modulus = ModulusOf<P>>>(
        simd: S,
        transform: &T,
        reduce: [bool; 2],
        places: &mut [S::Coefficient],
        stride: usize,
    ) {
        if !reduce[0] && transform.in_rows(simd, reduce[1], places, stride) {
            return;
        }
        if_form!(S, simd, form => T::LENGTH <= DOUBLED && !T::REDUCES && form.lanes < CHUNK, {
            Self::in_registers::<S, Double, T>(simd, transform, reduce, places, stride);
        } else {
            Self::in_registers::<S, Single, T>(simd, transform, reduce, places, stride);
        });
    }

    #[inline(always)]
    fn in_registers<S: Simd, R: Registers<S>, T: Transform<Modulus = ModulusOf<P>>>(
        simd: S,
        transform: &T,
        reduce: [bool; 2],
        places: &mut [S::Coefficient],
        stride: usize,
    ) {
        for start in (0..stride).step_by(R::lanes(simd)) {
            transform.columns::<S::Shape, R::Vector, _, 1>(
                R::zero(simd),
                &mut places[start..],
                #[inline(always)]
                |places, i| [reduced_if::<_, ModulusOf<P>>(reduce[0], R::load(simd, &places[i * stride..]))],
                #[inline(always)]
                |places, j, _, vector| {
                    let output = reduced_if::<_, ModulusOf<P>>(reduce[1] && !T::REDUCES, vector);
                    R::store(simd, output, &mut places[j * stride..]);
                },
            );
        }
    }

    /// Computes the inverse of the dimension u0, from the places to the product.
    #[inline(always)]
    fn inverse_last<S: Simd, T: Transform<Modulus = ModulusOf<P>>>(
        simd: S,
        transform: &T,
        reduce: bool,
        places: &mut [S::Coefficient],
        result: &mut [S::Coefficient],
    ) {
        simd.enter(const { if T::LENGTH > 1 { P::MAP_NAMES[0] } else { Self::EVEN_NAME } });
        if transform.in_rows(simd, reduce, places, Self::ROW) {
            for (chunk, &target) in places.as_chunks().0.iter().zip(P::TARGETS) {
                let target: &mut [_; CHUNK] =
                    result[usize::from(target) * CHUNK..].first_chunk_mut().expect("the result has all chunks");
                *target = *chunk;
            }
            return;
        }
        if_form!(S, simd, form => T::LENGTH <= DOUBLED && !T::REDUCES && form.lanes < CHUNK, {
            Self::last_in_registers::<S, Double, T>(simd, transform, reduce, places, result);
        } else {
            Self::last_in_registers::<S, Single, T>(simd, transform, reduce, places, result);
        });
    }

    #[inline(always)]
    fn last_in_registers<S: Simd, R: Registers<S>, T: Transform<Modulus = ModulusOf<P>>>(
        simd: S,
        transform: &T,
        reduce: bool,
        places: &[S::Coefficient],
        result: &mut [S::Coefficient],
    ) {
        let targets = P::TARGETS;
        for start in (0..Self::ROW).step_by(R::lanes(simd)) {
            transform.columns::<S::Shape, R::Vector, _, 1>(
                R::zero(simd),
                &mut *result,
                #[inline(always)]
                |_, i| [R::load(simd, &places[i * Self::ROW + start..])],
                #[inline(always)]
                |result, j, _, vector| {
                    let output = reduced_if::<_, ModulusOf<P>>(reduce && !T::REDUCES, vector);
                    let place = j * (Self::ROW / CHUNK) + start / CHUNK;
                    let target = usize::from(targets[place]) * CHUNK;
                    if R::lanes(simd) > CHUNK {
                        R::store_halves(simd, output, result, target, usize::from(targets[place + 1]) * CHUNK);
                    } else {
                        R::store(simd, output, &mut result[target + start % CHUNK..]);
                    }
                },
            );
        }
    }

    /// Computes the inverses of the `transform` and of a truncated dimension u2, from the places to
    /// the product.
    #[inline(always)]
    fn inverse_truncation<S: Simd, T: Transform<Modulus = ModulusOf<P>>>(
        simd: S,
        transform: &T,
        reduce: bool,
        places: &[S::Coefficient],
        result: &mut [S::Coefficient],
    ) {
        with_places!(Self::N2 => 4 6; inverse_rows [S, T] (simd, transform, reduce, places, result));
    }

    #[inline(always)]
    fn inverse_rows<S: Simd, T: Transform<Modulus = ModulusOf<P>>, const C: usize>(
        simd: S,
        transform: &T,
        reduce: bool,
        places: &[S::Coefficient],
        result: &mut [S::Coefficient],
    ) {
        let targets = P::TARGETS;
        let length = T::LENGTH * C * CHUNK;
        for (index, row) in places.chunks_exact(length).enumerate() {
            for start in (0..CHUNK).step_by(simd.lanes()) {
                transform.rows::<S::Shape, S::I16, _, C>(
                    simd.splat(0),
                    &mut *result,
                    #[inline(always)]
                    |_, i| {
                        simd.enter(const { if T::LENGTH > 1 { P::MAP_NAMES[1] } else { Self::EVEN_NAME } });
                        let mut column = [simd.splat(0); C];
                        for place in 0..C {
                            column[place] = simd.load(&row[(i * C + place) * CHUNK + start..]);
                        }
                        column
                    },
                    #[inline(always)]
                    |result, j, mut column| {
                        for place in 0..C {
                            column[place] = reduced_if::<_, ModulusOf<P>>(reduce && !T::REDUCES, column[place]);
                        }
                        simd.enter(const { Self::EVEN_NAME });
                        let first = (index * T::LENGTH + j) * C;
                        let chunks =
                            P::EVEN.inverse::<S::Shape, _, C>(simd.splat(0), column, usize::from(targets[first]));
                        for k in 0..C {
                            let target = usize::from(targets[first + k]) * CHUNK + start;
                            simd.store(chunks[k].barrett_reduce::<ModulusOf<P>>(), &mut result[target..]);
                        }
                    },
                );
            }
        }
    }
}
