//! The transforms of the dimension u2, and their inverses.
//!
//! [`even`](super) states the bounds and the sources.

use super::pairs::{forward_pairs, inverse_pairs};
use super::{EvenDimension, Powers};
use crate::modular::{Constant, Modulus};
use crate::simd::{CHUNK, I16Vector, Loops, Simd, unroll};

/// Returns the sum of two inputs. An absent input is zero.
#[inline(always)]
fn sum<V: I16Vector>(a: Option<V>, b: Option<V>) -> Option<V> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a + b),
        (a, None) => a,
        (None, b) => b,
    }
}

/// Returns the difference of two inputs. An absent input is zero.
#[inline(always)]
fn difference<V: I16Vector>(zero: V, a: Option<V>, b: Option<V>) -> Option<V> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a - b),
        (a, None) => a,
        (None, Some(b)) => Some(zero - b),
    }
}

/// Loads two chunks. An absent chunk is zero.
#[inline(always)]
fn halves<S: Simd>(simd: S, low: Option<&[S::Coefficient]>, high: Option<&[S::Coefficient]>) -> Option<S::I16> {
    let zeros = &const { [S::ZERO; CHUNK] };
    match (low, high) {
        (None, None) => None,
        (low, high) => Some(simd.load_halves(low.unwrap_or(zeros), high.unwrap_or(zeros))),
    }
}

impl<M: Modulus> EvenDimension<M> {
    /// Transforms a column to its C places, with the loops of the shape `P`. `input` returns the
    /// chunks of the column, or `None` where the operand is zero. `column` is the number of its
    /// first chunk. Outputs are not reduced.
    #[inline(always)]
    pub fn forward<P: Loops, V: I16Vector, const C: usize>(
        &self,
        zero: V,
        input: impl Fn(usize) -> Option<V>,
        column: usize,
    ) -> [V; C] {
        let mut places = [zero; C];
        match self {
            Self::One => places[0] = input(0).unwrap_or(zero),
            Self::Two => {
                let (a, b) = (input(0), input(1));
                places[0] = sum(a, b).unwrap_or(zero);
                places[1] = difference(zero, a, b).unwrap_or(zero);
            }
            Self::Four(i) => {
                let (a, b, c, d) = (input(0), input(1), input(2), input(3));
                let (even, odd) = (sum(a, c), sum(b, d));
                let rotated = match (b, d) {
                    (None, Some(d)) => Some(d.barrett_multiply(i.negated())),
                    _ => difference(zero, b, d).map(
                        #[inline(always)]
                        |difference| difference.barrett_multiply(*i),
                    ),
                };
                let across = difference(zero, a, c);
                places[0] = sum(even, odd).unwrap_or(zero);
                places[1] = difference(zero, even, odd).unwrap_or(zero);
                places[2] = sum(across, rotated).unwrap_or(zero);
                places[3] = difference(zero, across, rotated).unwrap_or(zero);
            }
            Self::Gaussian => {
                let (a, b, c, d) = (input(0), input(1), input(2), input(3));
                let (even, odd) = (sum(a, c), sum(b, d));
                places[0] = sum(even, odd).unwrap_or(zero);
                places[1] = difference(zero, even, odd).unwrap_or(zero);
                places[2] = difference(zero, a, c).unwrap_or(zero);
                places[3] = difference(zero, b, d).unwrap_or(zero);
            }
            Self::Power(powers) => {
                // The layers are compiled only for columns of at least 8 places.
                if const { C >= 8 } {
                    return powers.forward::<P, V, C>(zero, input);
                }
            }
            Self::Fourth(s) => {
                let [first, second] = forward_pairs(
                    zero,
                    [input(2).unwrap_or(zero), input(1).unwrap_or(zero), input(0).unwrap_or(zero)],
                    *s,
                    (column + 6) % 8,
                );
                places[0] = first[0];
                places[1] = first[1];
                places[2] = second[0];
                places[3] = second[1];
            }
            Self::Eighth(s) => {
                let (turn, [a, b, c]) =
                    (5 * column % 8, [input(0).unwrap_or(zero), input(1).unwrap_or(zero), input(2).unwrap_or(zero)]);
                let even = a + c;
                let [first, second] = forward_pairs(zero, [a, b, c], *s, turn);
                places[0] = even + b;
                places[1] = if turn.is_multiple_of(2) { even - b } else { b - even };
                places[2] = first[0];
                places[3] = first[1];
                places[4] = second[0];
                places[5] = second[1];
            }
        }
        places
    }

    /// Transforms the places of a column back to its chunks, times
    /// [`Kind::factor`](super::Kind::factor). `column` is the number of the first chunk. Outputs
    /// are not reduced.
    #[inline(always)]
    pub fn inverse<P: Loops, V: I16Vector, const C: usize>(&self, zero: V, places: [V; C], column: usize) -> [V; C] {
        let mut chunks = places;
        match self {
            Self::One => {}
            Self::Two => {
                chunks[0] = places[0] + places[1];
                chunks[1] = places[0] - places[1];
            }
            Self::Four(_) | Self::Gaussian => {
                let (a, b, c, d) = (places[0], places[1], places[2], places[3]);
                let (even, odd) = match self {
                    Self::Four(i) => ([a + b, c + d], [a - b, (c - d).barrett_multiply(i.negated())]),
                    _ => ([a + b, c + c], [a - b, d + d]),
                };
                chunks[0] = even[0] + even[1];
                chunks[1] = odd[0] + odd[1];
                chunks[2] = even[0] - even[1];
                chunks[3] = odd[0] - odd[1];
            }
            Self::Power(powers) => {
                if const { C >= 8 } {
                    return powers.inverse::<P, V, C>(places);
                }
            }
            Self::Fourth(s) => {
                let pairs = [[places[0], places[1]], [places[2], places[3]]];
                let [a, b, r2, r3] = inverse_pairs(zero, pairs, *s, (column + 5) % 8);
                chunks[0] = r3;
                chunks[1] = r2;
                chunks[2] = (b + b) - r3;
                chunks[3] = (a + a) + r2;
            }
            Self::Eighth(s) => {
                let (turn, a, b) = (5 * column % 8, places[0], places[1]);
                let (even, odd) = if turn.is_multiple_of(2) { (a + b, a - b) } else { (a - b, a + b) };
                let pairs = [[places[2], places[3]], [places[4], places[5]]];
                let [a, b, p2, p3] = inverse_pairs(zero, pairs, *s, turn);
                // For a product p0 + … + p5 z^5, these coefficients follow from sums with p2 and
                // p3.
                chunks[0] = even + a;
                chunks[1] = (odd + b) - p3;
                chunks[2] = p2;
                chunks[3] = p3;
                chunks[4] = (even - a) - p2;
                chunks[5] = odd - b;
            }
        }
        chunks
    }

    /// Transforms a column, as [`forward`](Self::forward) does, on vectors of two chunks: vector k
    /// of the result holds places 2 k and 2 k + 1. Requires a kind that
    /// [`is_wide`](super::Kind::is_wide).
    #[inline(always)]
    pub fn forward_wide<'a, S: Simd, const C: usize>(
        &self,
        simd: S,
        input: impl Fn(usize) -> Option<&'a [S::Coefficient]>,
        signs: S::I16,
    ) -> [S::I16; C]
    where
        S::Coefficient: 'a,
    {
        let mut places = [simd.splat(0); C];
        if let Self::Two = self {
            places[0] = match (input(0), input(1)) {
                (Some(even), Some(odd)) => simd.load_halves(even, odd).half_butterfly(),
                (Some(even), None) => simd.load_halves(even, even),
                (None, Some(odd)) => simd.load_halves(odd, odd).multiply_low(signs),
                (None, None) => places[0],
            };
            return places;
        }
        let (low, high) = (halves(simd, input(0), input(1)), halves(simd, input(2), input(3)));
        let zero = places[0];
        // (a + c | b + d) and (a - c | b - d).
        places[0] = sum(low, high).unwrap_or(zero).half_butterfly();
        let across = difference(zero, low, high).unwrap_or(zero);
        places[1] = match self {
            Self::Four(i) => across.barrett_multiply_halves(M::ONE, *i).half_butterfly(),
            _ => across,
        };
        places
    }

    /// Transforms the places of a column back, as [`inverse`](Self::inverse) does, on vectors of
    /// two chunks. Requires a kind that [`is_wide`](super::Kind::is_wide).
    #[inline(always)]
    pub fn inverse_wide<S: Simd, const C: usize>(&self, mut places: [S::I16; C]) -> [S::I16; C] {
        let even = places[0].half_butterfly();
        if let Self::Two = self {
            places[0] = even;
            return places;
        }
        let odd = match self {
            Self::Four(i) => places[1].half_butterfly().barrett_multiply_halves(M::ONE, i.negated()),
            _ => places[1] + places[1],
        };
        (places[0], places[1]) = (even + odd, even - odd);
        places
    }
}

/// The number of the layer before which values are reduced, as its sums would be too large.
const REDUCED_LAYER: u32 = 3;

impl<M: Modulus> Powers<M> {
    /// Computes the layers from u2^n - 1 to its roots.
    #[inline(always)]
    fn forward<P: Loops, V: I16Vector, const C: usize>(&self, zero: V, input: impl Fn(usize) -> Option<V>) -> [V; C] {
        let mut values = [None; C];
        for index in 0..C {
            values[index] = input(index);
        }
        if const { C > 16 } {
            self.forward_layer::<P, V, C, 16>(zero, &mut values);
        }
        if const { C > 8 } {
            self.forward_layer::<P, V, C, 8>(zero, &mut values);
        }
        self.forward_layer::<P, V, C, 4>(zero, &mut values);
        self.forward_layer::<P, V, C, 2>(zero, &mut values);
        self.forward_layer::<P, V, C, 1>(zero, &mut values);
        let mut places = [zero; C];
        for place in 0..C {
            places[place] = values[place].unwrap_or(zero);
        }
        places
    }

    /// Computes the layer whose butterflies combine values that are HALF apart.
    #[inline(always)]
    fn forward_layer<P: Loops, V: I16Vector, const C: usize, const HALF: usize>(
        &self,
        zero: V,
        values: &mut [Option<V>; C],
    ) {
        let layer = const { (C / (2 * HALF)).trailing_zeros() };
        unroll!(P, pair < { C / 2 }; at most 16, {
            let (block, first) = (pair / HALF, pair / HALF * HALF + pair);
            let (mut low, high) = (values[first], values[first + HALF]);
            let rotated = high.map(
                #[inline(always)]
                |high| match (block, layer) {
                    (0, 0) => high,
                    (0, _) => high.barrett_reduce::<M>(),
                    _ => high.barrett_multiply(self.roots[block]),
                },
            );
            if layer == REDUCED_LAYER {
                low = low.map(
                    #[inline(always)]
                    |low| low.barrett_reduce::<M>(),
                );
            }
            (values[first], values[first + HALF]) = (sum(low, rotated), difference(zero, low, rotated));
        });
    }

    /// Computes the layers from the roots of u2^n - 1 back, times n.
    #[inline(always)]
    fn inverse<P: Loops, V: I16Vector, const C: usize>(&self, mut values: [V; C]) -> [V; C] {
        self.inverse_layer::<P, V, C, 1>(&mut values);
        self.inverse_layer::<P, V, C, 2>(&mut values);
        self.inverse_layer::<P, V, C, 4>(&mut values);
        if const { C > 8 } {
            self.inverse_layer::<P, V, C, 8>(&mut values);
        }
        if const { C > 16 } {
            self.inverse_layer::<P, V, C, 16>(&mut values);
        }
        values
    }

    /// Computes the layer whose butterflies combine values that are HALF apart.
    #[inline(always)]
    fn inverse_layer<P: Loops, V: I16Vector, const C: usize, const HALF: usize>(&self, values: &mut [V; C]) {
        // Every second layer reduces the values that its products by roots do not reduce.
        let reduces = const { HALF.trailing_zeros() % 2 == 1 };
        unroll!(P, pair < { C / 2 }; at most 16, {
            let (block, first) = (pair / HALF, pair / HALF * HALF + pair);
            let (low, high) = (values[first], values[first + HALF]);
            let (sum, difference) = (low + high, low - high);
            values[first] = if reduces { sum.barrett_reduce::<M>() } else { sum };
            values[first + HALF] = match block {
                0 if reduces => difference.barrett_reduce::<M>(),
                0 => difference,
                _ => difference.barrett_multiply(self.inverse_root(block)),
            };
        });
    }

    /// Returns the inverse of a root, which is the negative of another root.
    #[inline(always)]
    const fn inverse_root(&self, block: usize) -> Constant<M> {
        // Write a block as its leading one and the bits below it. These bits are the bits of the
        // exponent of its root, which is odd in units of its order. The negative exponent has all
        // of them flipped.
        let leading = 1 << (usize::BITS - 1 - block.leading_zeros());
        self.roots[leading + (leading - 1 - (block - leading))].negated()
    }
}
