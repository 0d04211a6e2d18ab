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
    /// The word and the bit of coefficient i.
    #[inline(always)]
    const fn place(i: usize) -> (usize, usize) {
        (i % W * S::Bits::WORDS + i / W / 64, i / W % 64)
    }

    /// The planes of the low bits of coefficients, bit k in plane k.
    #[inline(always)]
    pub(super) fn pack<const PLANES: usize>(simd: S, coefficients: &[i16]) -> [Self; PLANES] {
        const { assert!(W * S::Bits::WORDS <= WORDS) };
        let mut words = [[0u64; WORDS]; PLANES];
        for (i, &c) in coefficients.iter().enumerate() {
            let (word, bit) = Self::place(i);
            for k in 0..PLANES {
                words[k][word] |= ((c >> k & 1) as u64) << bit;
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

    /// The plane whose bit `index` alone is set.
    #[inline(always)]
    pub(super) fn single(simd: S, index: usize) -> Self {
        let mut words = [0u64; WORDS];
        let (word, bit) = Self::place(index);
        words[word] = 1 << bit;
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
        for (i, c) in target.iter_mut().enumerate() {
            let (word, bit) = Self::place(i);
            let mut bits = [0; PLANES];
            for k in 0..PLANES {
                bits[k] = (words[k][word] >> bit & 1) as i16;
            }
            *c = coefficient(bits);
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
