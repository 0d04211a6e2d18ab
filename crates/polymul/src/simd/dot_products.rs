//! Inner products and transpositions on x86 and WebAssembly, generic over the width of the
//! registers.
//!
//! x86 multiplies 16-bit lanes to 32 bits only as dot products of adjacent pairs, x0 y0 + x1 y1
//! (`pmaddwd`, and with accumulation `vpdpwssd`). The corresponding WebAssembly instruction
//! (`dot_i16x8`) is one instruction of x86, while other products to 32 bits are several. An inner
//! product therefore handles two terms at a time:
//!
//! 1. interleave two terms to pairs `(x0[l], x1[l])`, which fill two registers;
//! 2. multiply both registers by the broadcast pair of constants (c0, c1), and accumulate in 32
//!    bits;
//! 3. reduce the two sums at the end, and narrow them to one register, which restores the order of
//!    the lanes.
//!
//! Several inner products of the same terms share the interleaved registers: the compiler merges
//! equal interleavings.

use super::transpose::transpose;
use super::{I16Vector, Shape, TERM, unroll};
use crate::modular::{Constant, Modulus};

/// A register of 16-bit lanes that also holds 32-bit sums, one per pair of lanes.
pub(super) trait Pairs: I16Vector {
    /// Returns a vector with `value` in every 16-bit lane. Callers already hold a vector, which
    /// proves the features as a token does.
    fn constant(value: i16) -> Self;

    /// Returns the pairs (x, y) of corresponding lanes of `self` and `other` in two registers, in
    /// the order of lanes that [`montgomery_reduce`](Self::montgomery_reduce) expects.
    fn interleave(self, other: Self) -> [Self; 2];

    /// Returns a vector with the low 16 bits of `pair` in every even lane, and the high 16 bits in
    /// every odd lane.
    fn constant_pair(pair: i32) -> Self;

    /// Returns the 32-bit sums s + x0 y0 + x1 y1 for the pairs (x0, x1) of `pairs` and (y0, y1) of
    /// `others`, where s is from `sum`, or 0.
    fn dot_product(sum: Option<Self>, pairs: Self, others: Self) -> Self;

    /// Returns the Montgomery reductions of the 32-bit sums in two registers, in the order of the
    /// lanes before [`interleave`](Self::interleave).
    fn montgomery_reduce<M: Modulus>(sums: [Self; 2]) -> Self;
}

/// Returns the inner product of [`I16Vector::inner_product`] in the form of the shape `P`.
#[inline(always)]
pub(super) fn inner_product<P: Shape, V: Pairs, M: Modulus, const N: usize>(
    terms: &[Option<V>; N],
    constants: &[Constant<M>; N],
) -> V {
    // The condition is a constant, so that only one of the forms is compiled and inlined.
    let sum = if const { N < P::FORM.montgomery_terms } {
        deferred_quotients::<P, V, M, N>(terms, constants)
    } else {
        montgomery_sum::<P, V, M, N>(terms, constants)
    };
    sum.expect(TERM)
}

/// Returns the inner product by [`InnerProduct::DeferredQuotients`], or `None` without terms.
#[inline(always)]
fn deferred_quotients<P: Shape, V: Pairs, M: Modulus, const N: usize>(
    terms: &[Option<V>; N],
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

/// Returns the inner product by [`InnerProduct::MontgomerySum`], or `None` without terms. An odd
/// last term is paired with 0.
#[inline(always)]
fn montgomery_sum<P: Shape, V: Pairs, M: Modulus, const N: usize>(
    terms: &[Option<V>; N],
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

/// Adds two terms times their Montgomery constants to the 32-bit sums.
#[inline(always)]
fn add_pair<V: Pairs>(sums: [Option<V>; 2], first: (V, i16), second: (V, i16)) -> [Option<V>; 2] {
    let constants = V::constant_pair((first.1 as u16 as u32 | (second.1 as u16 as u32) << 16) as i32);
    let [low, high] = first.0.interleave(second.0);
    [Some(V::dot_product(sums[0], low, constants)), Some(V::dot_product(sums[1], high, constants))]
}

/// Returns the sums of products of [`I16Vector::lane_products`].
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

/// Adds two products of vectors to the 32-bit sums.
#[inline(always)]
fn add_products<V: Pairs>(sums: [Option<V>; 2], first: (V, V), second: (V, V)) -> [Option<V>; 2] {
    let (left, right) = (first.0.interleave(second.0), first.1.interleave(second.1));
    [Some(V::dot_product(sums[0], left[0], right[0])), Some(V::dot_product(sums[1], left[1], right[1]))]
}

/// Returns the Barrett product of [`I16Vector::barrett_multiply_lanes`].
#[inline(always)]
pub(super) fn barrett_multiply_lanes<V: Pairs, M: Modulus>(x: V, values: V, quotients: V) -> V {
    x.multiply_low(values) - x.multiply_high_rounding(quotients).multiply_low(V::constant(M::Q))
}

/// Transposes each 8 x 8 block of eight registers: block b consists of lanes 8 b to 8 b + 7, since
/// interleaving on x86 and WebAssembly stays within 128 bits.
#[inline(always)]
pub(super) fn transpose_blocks<V: Pairs>(rows: [V; 8]) -> [V; 8] {
    transpose(
        rows,
        #[inline(always)]
        |x, y| x.interleave(y),
    )
}
