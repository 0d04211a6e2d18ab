//! Bit planes: one bit of each coefficient of a polynomial.
//!
//! A plane has W vectors. Coefficient i is bit i / W of vector i mod W. Division by x renames the
//! vectors and shifts one of them: after t of W such divisions, vector (w + t) mod W holds the
//! coefficients i with i mod W = w.
//!
//! [`BitVector`] defines the order of the bits of a vector. Let D be the number of words of all
//! vectors. Coefficient D b + W l + w is bit b of word l of vector w. Thus a *row* of D consecutive
//! coefficients is one bit of each word, and no permutation is needed to turn rows of coefficients
//! into bits and back.

use vectru_polymul::simd::{BitVector, Machine, Simd, opaque};

use crate::arithmetic::reciprocal::LONG_PRODUCTS;
use crate::common::secret::Wipe;

/// The number of 64-bit words of the largest plane: six vectors of 512 bits.
const WORDS: usize = 48;

/// The number of 64-bit words of the widest vector.
const VECTOR_WORDS: usize = 8;

/// A bit of each coefficient, in W vectors.
pub(crate) struct Plane<S: Simd, const W: usize>(pub(super) [S::Bits; W]);

impl<S: Simd, const W: usize> Clone for Plane<S, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Simd, const W: usize> Copy for Plane<S, W> {}

impl<S: Machine, const W: usize> Plane<S, W> {
    /// D, the number of coefficients of a row.
    const ROW: usize = W * S::Bits::WORDS;

    /// The number of coefficients that [`low`](Self::low) returns: whole rows.
    pub(super) const KNOWN: usize = Self::LOW_ROWS * Self::ROW;

    /// The number of rows that [`low`](Self::low) returns: as many as fit into 64 bits, and no more
    /// than D.
    const LOW_ROWS: usize = if Self::ROW < 8 { Self::ROW } else { 64 / Self::ROW };

    /// Returns the planes of the low bits of coefficients, bit k in plane k.
    #[inline(always)]
    pub(super) fn pack<const PLANES: usize>(simd: S, coefficients: &[i16]) -> [Self; PLANES] {
        const { assert!(Self::ROW <= WORDS) };
        assert!(coefficients.len() <= 64 * Self::ROW, "a word has 64 bits");
        let mut words = [[0u64; WORDS]; PLANES];
        let rows = coefficients.chunks_exact(Self::ROW);
        let (last, count) = (rows.remainder(), rows.len());
        for (bit, row) in rows.enumerate() {
            set_bits(&mut words, row, bit);
        }
        if !last.is_empty() {
            set_bits(&mut words, last, count);
        }
        let mut planes = [Self([S::Bits::splat(simd, 0); W]); PLANES];
        for (plane, words) in planes.iter_mut().zip(&words) {
            *plane = Self::arrange(simd, words);
        }
        words.iter_mut().for_each(Wipe::wipe);
        planes
    }

    /// Returns the plane of words that are in the order of coefficients.
    #[inline(always)]
    fn arrange(simd: S, words: &[u64; WORDS]) -> Self {
        let mut plane = [S::Bits::splat(simd, 0); W];
        for w in 0..W {
            let mut vector = [0; VECTOR_WORDS];
            for l in 0..S::Bits::WORDS {
                vector[l] = words[W * l + w];
            }
            plane[w] = S::Bits::load(simd, &vector);
        }
        Self(plane)
    }

    /// Returns the plane in which the bit of coefficient `index` alone is set.
    #[inline(always)]
    pub(super) fn single(simd: S, index: usize) -> Self {
        let mut words = [0; WORDS];
        words[index % Self::ROW] = 1 << (index / Self::ROW);
        Self::arrange(simd, &words)
    }

    /// Writes the coefficients that `coefficient` makes of their bits in the planes.
    #[inline(always)]
    pub(super) fn unpack<const PLANES: usize>(
        planes: [&Self; PLANES],
        target: &mut [i16],
        coefficient: impl Fn([i16; PLANES]) -> i16,
    ) {
        let mut words = [[0u64; WORDS]; PLANES];
        for k in 0..PLANES {
            for w in 0..W {
                let mut vector = [0; VECTOR_WORDS];
                planes[k].0[w].store(&mut vector);
                for l in 0..S::Bits::WORDS {
                    words[k][W * l + w] = vector[l];
                }
            }
        }
        for (bit, row) in target.chunks_mut(Self::ROW).enumerate() {
            for (j, target) in row.iter_mut().enumerate() {
                let mut own = [0; PLANES];
                for k in 0..PLANES {
                    own[k] = (words[k][j] >> bit & 1) as i16;
                }
                *target = coefficient(own);
            }
        }
        words.iter_mut().for_each(Wipe::wipe);
    }

    /// Moves each bit down by one coefficient, after `turn` such steps: shifts one vector, and
    /// renames all.
    #[inline(always)]
    pub(super) fn lower(&mut self, turn: usize) {
        self.0[turn] = self.0[turn].shifted_down();
    }

    /// Returns the bits of the lowest [`KNOWN`](Self::KNOWN) coefficients from the highest bit of
    /// the result down, and zeros below them.
    #[inline(always)]
    pub(super) fn low(&self) -> u64 {
        let mut low = 0;
        for w in 0..W {
            let mut vector = [0; VECTOR_WORDS];
            self.0[w].store(&mut vector);
            for l in 0..S::Bits::WORDS {
                let bits = opaque(vector[l]) & Self::LOW_BITS;
                let spread = if const { LONG_PRODUCTS } { Self::spread(bits) } else { Self::spread_by_bits(bits) };
                low |= spread >> (W * l + w);
            }
        }
        low
    }

    /// Moves bit b of the lowest rows to bit 63 - D b.
    #[inline(always)]
    fn spread(bits: u64) -> u64 {
        // Bit b times 2^(63 - (D + 1) b) is bit 63 - D b. The other products of bits are elsewhere,
        // each in a place of its own, as there are at most D bits. In vectors, which the compiler
        // would make, these products take longer.
        bits.wrapping_mul(Self::SPREAD) & Self::TOPS
    }

    /// Moves bit b of the lowest rows to bit 63 - D b, without a product.
    #[inline(always)]
    fn spread_by_bits(bits: u64) -> u64 {
        let mut spread = 0;
        for row in 0..Self::LOW_ROWS {
            spread |= (bits >> row & 1) << (63 - Self::ROW * row);
        }
        spread
    }

    /// The bits of the lowest rows of a word.
    const LOW_BITS: u64 = (1 << Self::LOW_ROWS) - 1;

    /// The sum of 2^(63 - (D + 1) b) for the lowest rows b.
    const SPREAD: u64 = Self::sum_over_rows(Self::ROW + 1);

    /// The bits 63 - D b for the lowest rows b.
    const TOPS: u64 = Self::sum_over_rows(Self::ROW);

    /// Returns the sum of 2^(63 - `distance` b) for the lowest rows b.
    const fn sum_over_rows(distance: usize) -> u64 {
        let (mut sum, mut row) = (0, 0);
        while row < Self::LOW_ROWS {
            sum |= 1 << (63 - distance * row);
            row += 1;
        }
        sum
    }
}

/// Sets bit `bit` of each word of plane k to bit k of a coefficient of the row.
#[inline(always)]
fn set_bits<const PLANES: usize>(words: &mut [[u64; WORDS]; PLANES], row: &[i16], bit: usize) {
    for k in 0..PLANES {
        for (word, &coefficient) in words[k].iter_mut().zip(row) {
            *word |= (coefficient as u64 >> k & 1) << bit;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::dispatch::{Backend, Task};

    struct RowsAreBits;
    impl Task for RowsAreBits {
        type Output = ();
        fn run<S: Machine>(self, simd: S) {
            check::<S, 1>(simd);
            check::<S, 2>(simd);
            check::<S, 3>(simd);
            check::<S, 4>(simd);
            check::<S, 5>(simd);
            check::<S, 6>(simd);
        }
    }

    /// Coefficients of two bits are packed and unpacked, and their low bits are shifted down.
    fn check<S: Machine, const W: usize>(simd: S) {
        let length = 64 * W * S::Bits::WORDS - 3;
        let coefficients: alloc::vec::Vec<i16> = (0..length).map(|i| (i * i * 31 + i / 7) as i16 >> 2 & 3).collect();
        let [mut zeroth, first]: [Plane<S, W>; 2] = Plane::pack(simd, &coefficients);
        let mut found = alloc::vec![0; length];
        Plane::unpack([&zeroth, &first], &mut found, |[zeroth, first]| zeroth + 2 * first);
        assert_eq!(found, coefficients);

        for start in (0..3 * W).step_by(W) {
            let low = (0..Plane::<S, W>::KNOWN).map(|i| (coefficients[start + i] as u64 & 1) << (63 - i)).sum::<u64>();
            assert_eq!(zeroth.low(), low);
            (0..W).for_each(|turn| zeroth.lower(turn));
        }

        for bits in 0..=Plane::<S, W>::LOW_BITS {
            assert_eq!(Plane::<S, W>::spread_by_bits(bits), Plane::<S, W>::spread(bits));
        }

        Plane::unpack([&Plane::<S, W>::single(simd, length - 1)], &mut found, |[bit]| bit);
        assert!(found.iter().enumerate().all(|(i, &bit)| bit == i16::from(i + 1 == length)));
    }

    #[test]
    fn rows_of_coefficients_are_bits() {
        Backend::available().for_each(|backend| backend.run(RowsAreBits).expect("the backend is available"));
    }
}
