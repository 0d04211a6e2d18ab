//! A plane: one bit of each coefficient of a polynomial.
//!
//! With W vectors a plane, coefficient i is bit i / W of vector i mod W. So division by x gives each vector another
//! name, and shifts one of them: in turn t of W such divisions, the coefficients i with i mod W = w are in vector
//! (w + t) mod W.

use vectru_polymul::simd::{BitVector, Machine, Simd};

use crate::secret::Wipe;

/// Words in the largest plane, of six vectors of 512 bits.
const WORDS: usize = 48;

/// The bits of all coefficients, in W vectors.
pub(crate) struct Plane<S: Simd, const W: usize>(pub(super) [S::Bits; W]);

impl<S: Simd, const W: usize> Clone for Plane<S, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Simd, const W: usize> Copy for Plane<S, W> {}

impl<S: Machine, const W: usize> Plane<S, W> {
    /// The planes of the low bits of coefficients, bit k in plane k.
    #[inline(always)]
    pub(super) fn pack<const PLANES: usize>(simd: S, coefficients: &[i16]) -> [Self; PLANES] {
        const { assert!(W * S::Bits::WORDS <= WORDS) };
        let mut words = [[0u64; WORDS]; PLANES];
        for (i, coefficients) in coefficients.chunks(64).enumerate() {
            for k in 0..PLANES {
                let bits = gather(coefficients, k);
                for w in 0..W {
                    let (first, word, shift) = Self::place(i, w);
                    let bits = contract::<W>(bits >> first);
                    words[k][word] |= bits << shift;
                    if shift > 0 && word + 1 < WORDS {
                        words[k][word + 1] |= bits >> (64 - shift);
                    }
                }
            }
        }
        let mut planes = [Self([S::Bits::splat(simd, 0); W]); PLANES];
        for k in 0..PLANES {
            for w in 0..W {
                planes[k].0[w] = S::Bits::load(simd, &words[k][w * S::Bits::WORDS..]);
            }
        }
        words.iter_mut().for_each(Wipe::wipe);
        planes
    }

    /// Of the coefficients from 64 i on: the first that is in vector w, and the word and the bit in which it is.
    #[inline(always)]
    const fn place(i: usize, w: usize) -> (usize, usize, usize) {
        let first = (w + W - 64 * i % W) % W;
        let bit = (64 * i + first) / W;
        (first, w * S::Bits::WORDS + bit / 64, bit % 64)
    }

    /// The plane whose bit `index` alone is set.
    #[inline(always)]
    pub(super) fn single(simd: S, index: usize) -> Self {
        let mut words = [0u64; WORDS];
        words[index % W * S::Bits::WORDS + index / W / 64] = 1 << (index / W % 64);
        let mut plane = [S::Bits::splat(simd, 0); W];
        for w in 0..W {
            plane[w] = S::Bits::load(simd, &words[w * S::Bits::WORDS..]);
        }
        Self(plane)
    }

    /// Makes coefficients out of their bits in the planes.
    #[inline(always)]
    pub(super) fn unpack<const PLANES: usize>(
        planes: [&Self; PLANES],
        target: &mut [i16],
        coefficient: impl Fn([i16; PLANES]) -> i16,
    ) {
        let mut words = [[0u64; WORDS]; PLANES];
        for k in 0..PLANES {
            for w in 0..W {
                planes[k].0[w].store(&mut words[k][w * S::Bits::WORDS..]);
            }
        }
        for (i, coefficients) in target.chunks_mut(64).enumerate() {
            let mut bits = [0; PLANES];
            for k in 0..PLANES {
                for w in 0..W {
                    let (first, word, shift) = Self::place(i, w);
                    let mut window = words[k][word] >> shift;
                    if shift > 0 && word + 1 < WORDS {
                        window |= words[k][word + 1] << (64 - shift);
                    }
                    bits[k] |= spread::<W>(window) << first;
                }
            }
            for (j, c) in coefficients.iter_mut().enumerate() {
                let mut own = [0; PLANES];
                for k in 0..PLANES {
                    own[k] = (bits[k] >> j & 1) as i16;
                }
                *c = coefficient(own);
            }
        }
        words.iter_mut().for_each(Wipe::wipe);
    }

    /// Each bit one place down, after `turn` steps of W: one vector moves, and all change their names.
    #[inline(always)]
    pub(super) fn lower(&mut self, turn: usize) {
        self.0[turn] = self.0[turn].shifted_down();
    }

    /// The bits of the 64 lowest coefficients.
    #[inline(always)]
    pub(super) fn low(&self) -> u64 {
        let mut low = 0;
        for w in 0..W {
            low |= spread::<W>(self.0[w].lowest_word()) << w;
        }
        low
    }
}

/// Bit k of each of at most 64 coefficients.
#[inline(always)]
fn gather(coefficients: &[i16], k: usize) -> u64 {
    let mut bits = 0;
    for (i, four) in coefficients.chunks(4).enumerate() {
        let mut lanes = 0;
        for (lane, &c) in four.iter().enumerate() {
            lanes |= (c as u16 as u64) << (16 * lane);
        }
        // Bits 0, 16, 32 and 48, and the product has them at 48, 49, 50 and 51, and nothing above.
        let lanes = lanes >> k & 0x0001_0001_0001_0001;
        bits |= (lanes.wrapping_mul(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3) >> 48) << (4 * i);
    }
    bits
}

/// Bit j in place W j, for all places below 64.
///
/// A step halves the blocks of bits that stand together: from blocks of 2 B bits, each W times as far from the first as
/// it was, to blocks of B.
#[inline(always)]
fn spread<const W: usize>(bits: u64) -> u64 {
    let masks = const { [blocks::<W>(1), blocks::<W>(2), blocks::<W>(4), blocks::<W>(8), blocks::<W>(16)] };
    let mut bits = bits & const { blocks::<W>(32) };
    for level in (0..masks.len()).rev() {
        let distance = (W - 1) << level;
        if distance < 64 {
            bits |= bits << distance;
        }
        bits &= masks[level];
    }
    bits
}

/// Bit W j in place j, for all places below 64: [`spread`] backwards.
#[inline(always)]
fn contract<const W: usize>(bits: u64) -> u64 {
    let masks = const { [blocks::<W>(2), blocks::<W>(4), blocks::<W>(8), blocks::<W>(16), blocks::<W>(32)] };
    let mut bits = bits & const { blocks::<W>(1) };
    for level in 0..masks.len() {
        let distance = (W - 1) << level;
        if distance < 64 {
            bits |= bits >> distance;
        }
        bits &= masks[level];
    }
    bits
}

/// The places of the bits when blocks of `size` bits stand together.
const fn blocks<const W: usize>(size: usize) -> u64 {
    let (mut mask, mut j) = (0, 0);
    while W * j < 64 {
        let place = j / size * size * W + j % size;
        if place < 64 {
            mask |= 1 << place;
        }
        j += 1;
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const W: usize>() {
        let bits = 0xd1b5_4a32_d192_ed03u64;
        let expected = (0..64).filter(|j| W * j < 64 && bits >> j & 1 == 1).map(|j| 1 << (W * j)).sum::<u64>();
        assert_eq!(spread::<W>(bits), expected);
        assert_eq!(spread::<W>(contract::<W>(bits)), bits & blocks::<W>(1));
    }

    #[test]
    fn bits_are_spread() {
        check::<2>();
        check::<3>();
        check::<4>();
        check::<5>();
        check::<6>();
    }
}
