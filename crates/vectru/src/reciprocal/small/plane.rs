//! A plane: one bit of each coefficient of a polynomial.
//!
//! With W vectors a plane, coefficient i is bit i / W of vector i mod W. So division by x gives each vector another
//! name, and shifts one of them.

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

    /// Each bit one place down; the lowest is dropped.
    #[inline(always)]
    pub(super) fn lower(&mut self) {
        let plane = &mut self.0;
        let first = plane[0].shifted_down();
        for w in 1..W {
            plane[w - 1] = plane[w];
        }
        plane[W - 1] = first;
    }

    /// The lowest bit.
    #[inline(always)]
    pub(super) fn constant(&self) -> i64 {
        (self.0[0].lowest_word() & 1) as i64
    }
}
