//! Inner products and transpositions on x86, where the registers differ and the algorithm does not.
//!
//! x86 multiplies 16-bit lanes to 32 bits in adjacent pairs only (`pmaddwd`, `vpdpwssd`): two terms are interleaved,
//! multiplied by a broadcast pair of constants, and summed in 32 bits. The interleaved terms serve every inner product
//! of the same terms, and the compiler finds them again.

use super::transpose::transpose;
use super::{I16Vector, Shape, TERM};
use crate::modular::{Constant, Modulus};

/// A register of 16-bit lanes that can also hold half as many 32-bit sums.
pub(super) trait Pairs: I16Vector {
    /// A vector with `value` in every 16-bit lane.
    fn constant(value: i16) -> Self;

    /// The pairs (self[l], other[l]), in two registers whose order of lanes is that of
    /// [`montgomery_reduce`](Self::montgomery_reduce).
    fn interleave(self, other: Self) -> [Self; 2];

    /// A vector with `pair` in every pair of lanes, its low half in the first.
    fn constant_pair(pair: i32) -> Self;

    /// `sum`, or 0, plus the dot product of each pair with that of `others`.
    fn dot_product(sum: Option<Self>, pairs: Self, others: Self) -> Self;

    /// The Montgomery reductions of the sums, back in the order of the lanes that were interleaved.
    fn montgomery_reduce<M: Modulus>(sums: [Self; 2]) -> Self;
}

/// The inner product in the form that the shape prefers.
#[inline(always)]
pub(super) fn inner_product<P: Shape, V: Pairs, M: Modulus, const N: usize>(
    terms: [Option<V>; N],
    constants: &[Constant<M>; N],
) -> V {
    // A constant condition: the compiler sees one of the forms, where both would be inlined to be thrown away.
    let sum = if const { N < P::MONTGOMERY_TERMS } {
        deferred_quotients::<P, V, M, N>(terms, constants)
    } else {
        montgomery_sum::<P, V, M, N>(terms, constants)
    };
    sum.expect(TERM)
}

#[inline(always)]
fn deferred_quotients<P: Shape, V: Pairs, M: Modulus, const N: usize>(
    terms: [Option<V>; N],
    constants: &[Constant<M>; N],
) -> Option<V> {
    let mut sums: Option<(V, V)> = None;
    unroll!(P, i < N, {
        if let Some(term) = terms[i] {
            let low = term.multiply_low(V::constant(constants[i].value));
            let quotient = term.multiply_high_rounding(V::constant(constants[i].quotient));
            sums = Some(match sums {
                None => (low, quotient),
                Some((lows, quotients)) => (lows + low, quotients + quotient),
            });
        }
    });
    let (low, quotient) = sums?;
    Some(low - quotient.multiply_low(V::constant(M::Q)))
}

#[inline(always)]
fn montgomery_sum<P: Shape, V: Pairs, M: Modulus, const N: usize>(
    terms: [Option<V>; N],
    constants: &[Constant<M>; N],
) -> Option<V> {
    let mut sums: [Option<V>; 2] = [None; 2];
    let mut waiting: Option<(V, i16)> = None;
    unroll!(P, i < N, {
        if let Some(term) = terms[i] {
            waiting = match waiting {
                None => Some((term, constants[i].montgomery)),
                Some(first) => {
                    sums = add_pair(sums, first, (term, constants[i].montgomery));
                    None
                }
            };
        }
    });
    if let Some(last) = waiting {
        sums = add_pair(sums, last, (V::constant(0), 0));
    }
    match sums {
        [Some(low), Some(high)] => Some(V::montgomery_reduce::<M>([low, high])),
        _ => None,
    }
}

/// Adds two terms times their constants to the sums.
#[inline(always)]
fn add_pair<V: Pairs>(sums: [Option<V>; 2], first: (V, i16), second: (V, i16)) -> [Option<V>; 2] {
    let constants = V::constant_pair((first.1 as u16 as u32 | (second.1 as u16 as u32) << 16) as i32);
    let [low, high] = first.0.interleave(second.0);
    [Some(V::dot_product(sums[0], low, constants)), Some(V::dot_product(sums[1], high, constants))]
}

/// The sums of the products of the pairs, lane by lane, reduced.
#[inline(always)]
pub(super) fn lane_products<P: Shape, V: Pairs, M: Modulus, const N: usize>(pairs: [Option<(V, V)>; N]) -> V {
    let mut sums: [Option<V>; 2] = [None; 2];
    let mut waiting = None;
    unroll!(P, i < N, {
        if let Some(pair) = pairs[i] {
            waiting = match waiting {
                None => Some(pair),
                Some(first) => {
                    sums = add_products(sums, first, pair);
                    None
                }
            };
        }
    });
    if let Some(last) = waiting {
        sums = add_products(sums, last, (V::constant(0), V::constant(0)));
    }
    match sums {
        [Some(low), Some(high)] => V::montgomery_reduce::<M>([low, high]),
        _ => panic!("{TERM}"),
    }
}

/// Adds two products to the sums.
#[inline(always)]
fn add_products<V: Pairs>(sums: [Option<V>; 2], first: (V, V), second: (V, V)) -> [Option<V>; 2] {
    let (left, right) = (first.0.interleave(second.0), first.1.interleave(second.1));
    [Some(V::dot_product(sums[0], left[0], right[0])), Some(V::dot_product(sums[1], left[1], right[1]))]
}

/// The Barrett product by a constant a lane.
#[inline(always)]
pub(super) fn barrett_multiply_lanes<V: Pairs, M: Modulus>(x: V, values: V, quotients: V) -> V {
    x.multiply_low(values) - x.multiply_high_rounding(quotients).multiply_low(V::constant(M::Q))
}

/// The transposition of the blocks of eight lanes of eight registers: these instructions stay within 128 bits.
#[inline(always)]
pub(super) fn transpose_blocks<V: Pairs>(rows: [V; 8]) -> [V; 8] {
    transpose(
        rows,
        #[inline(always)]
        |x, y| x.interleave(y),
    )
}
