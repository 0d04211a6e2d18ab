//! Numbers as bit strings: the low bits of 16-bit numbers, equally many of each, one number after
//! the other, low bits first. Eight numbers of b bits fill b bytes.

use core::array;
use core::marker::PhantomData;

use vectru_polymul::dispatch::{self, Task};
use vectru_polymul::ring::Ring;
use vectru_polymul::simd::halves::PREFERRED;
use vectru_polymul::simd::{BitVector, Machine, Simd};

use crate::arithmetic::autovectorize::autovectorize;
use crate::arithmetic::power_of_two::log_q;
use crate::common::parts::Part;

/// The number of bits of a number, 8 to 16, as a type.
pub(crate) trait Width {
    /// The number of bits.
    const BITS: usize;
}

/// Residues modulo q of the ring R.
pub(crate) struct Residues<R>(PhantomData<R>);

impl<R: Ring> Width for Residues<R> {
    const BITS: usize = log_q::<R>();
}

/// Numbers of `BITS` bits.
pub(crate) struct Bits<const BITS: usize>;

impl<const BITS: usize> Width for Bits<BITS> {
    const BITS: usize = BITS;
}

/// The number of coefficients of a vector: four for each of its 64-bit words.
pub(super) const fn lanes<S: Simd>() -> usize {
    4 * S::Bits::WORDS
}

/// The number of 64-bit words of the widest vector.
const MAX_WORDS: usize = 8;

/// The number of coefficients of the widest vector.
pub(super) const MAX_LANES: usize = 4 * MAX_WORDS;

/// The most bytes of a vector of coefficients.
pub(super) const MAX_BYTES: usize = 2 * MAX_LANES;

/// Writes numbers as bit strings. Requires a multiple of 32 numbers.
pub(crate) fn pack<W: Width>(numbers: &[i16], output: &mut [u8]) {
    let _piece = Part::Coding.begin();
    debug_assert!(numbers.len().is_multiple_of(MAX_LANES) && 8 * output.len() == W::BITS * numbers.len());
    dispatch::run(Pack::<W>(numbers, output, PhantomData));
}

/// Writes numbers without their `DROPPED` lowest bits, rounded, as bit strings, where registers
/// have 32 bits. Requires a multiple of 8 numbers.
pub(crate) fn pack_rounded<W: Width, const DROPPED: usize>(numbers: &[i16], output: &mut [u8]) {
    let _piece = Part::Coding.begin();
    debug_assert!(numbers.len().is_multiple_of(8) && 8 * output.len() == W::BITS * numbers.len());
    join_by_words::<W, DROPPED>(numbers, output);
}

/// Reads numbers of `W::BITS` bits as signed numbers. Requires a multiple of 32 numbers.
pub(crate) fn unpack<W: Width>(input: &[u8], numbers: &mut [i16]) {
    let _piece = Part::Coding.begin();
    debug_assert!(numbers.len().is_multiple_of(MAX_LANES) && 8 * input.len() == W::BITS * numbers.len());
    dispatch::run(Unpack::<W>(input, numbers, PhantomData));
}

/// The task of [`pack`].
struct Pack<'a, W>(&'a [i16], &'a mut [u8], PhantomData<W>);

impl<W: Width> Task for Pack<'_, W> {
    type Output = ();
    fn run<S: Machine>(self, simd: S) {
        let simd = simd.narrow();
        simd.vectorize(
            #[inline(always)]
            || {
                let outputs = self.1.chunks_exact_mut(lanes::<S::Narrow>() / 8 * W::BITS);
                for (input, output) in self.0.chunks_exact(lanes::<S::Narrow>()).zip(outputs) {
                    join::<S::Narrow, W>(simd, input, output);
                }
            },
        );
    }
}

/// The task of [`unpack`].
struct Unpack<'a, W>(&'a [u8], &'a mut [i16], PhantomData<W>);

impl<W: Width> Task for Unpack<'_, W> {
    type Output = ();
    fn run<S: Machine>(self, simd: S) {
        if PREFERRED {
            return split_by_words::<W>(self.0, unused_bits::<W>(), self.1);
        }
        let simd = simd.narrow();
        simd.vectorize(
            #[inline(always)]
            || {
                let inputs = self.0.chunks_exact(lanes::<S::Narrow>() / 8 * W::BITS);
                for (input, output) in inputs.zip(self.1.chunks_exact_mut(lanes::<S::Narrow>())) {
                    split::<S::Narrow, W>(simd, input, output);
                }
                // A loop of its own, for which the compiler uses vectors.
                for number in &mut *self.1 {
                    *number >>= unused_bits::<W>();
                }
            },
        );
    }
}

/// Writes numbers of at most 8 bits each. Requires a multiple of 8 numbers.
#[inline(always)] // With constant numbers of bits, shifts of words are those of instructions.
pub(crate) fn pack_few(bits: usize, numbers: &[i16], output: &mut [u8]) {
    let _piece = Part::Coding.begin();
    debug_assert!(bits <= 8 && 8 * output.len() == bits * numbers.len());
    if let Some(count) = count_in_words(bits) {
        let mask = (1 << bits) - 1;
        for (some, output) in numbers.chunks_exact(count).zip(output.chunks_exact_mut(count * bits / 8)) {
            let word = some.iter().rev().fold(0, |word, &number| word << bits | number as u32 & mask);
            for (k, byte) in output.iter_mut().enumerate() {
                *byte = (word >> (8 * k)) as u8;
            }
        }
        return;
    }
    pack_few_anywhere(bits, numbers, output);
}

/// Reads numbers of at most 8 bits each, which are not negative. Requires a multiple of 8 numbers.
#[inline(always)] // As for `pack_few`.
pub(crate) fn unpack_few(bits: usize, input: &[u8], numbers: &mut [i16]) {
    let _piece = Part::Coding.begin();
    debug_assert!(bits <= 8 && 8 * input.len() == bits * numbers.len());
    if let Some(count) = count_in_words(bits) {
        let mask = (1 << bits) - 1;
        for (input, some) in input.chunks_exact(count * bits / 8).zip(numbers.chunks_exact_mut(count)) {
            let word = input.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
            for (k, number) in some.iter_mut().enumerate() {
                *number = (word >> (bits * k) & mask) as i16;
            }
        }
        return;
    }
    unpack_few_anywhere(bits, input, numbers);
}

/// Returns how many numbers of at most 8 bits each are whole bytes within 32 bits, if registers
/// have 32 bits.
const fn count_in_words(bits: usize) -> Option<usize> {
    match bits {
        _ if !PREFERRED => None,
        ..=4 => Some(8),
        6 | 8 => Some(4),
        _ => None,
    }
}

/// [`pack_few`], in words of 64 bits.
fn pack_few_anywhere(bits: usize, numbers: &[i16], output: &mut [u8]) {
    autovectorize(
        #[inline(always)]
        || {
            let mask = (1 << bits) - 1;
            for (eight, output) in numbers.as_chunks::<8>().0.iter().zip(output.chunks_exact_mut(bits)) {
                let word = eight.iter().rev().fold(0u64, |word, &number| word << bits | number as u64 & mask);
                output.copy_from_slice(&word.to_le_bytes()[..bits]);
            }
        },
    );
}

/// [`unpack_few`], in words of 64 bits.
fn unpack_few_anywhere(bits: usize, input: &[u8], numbers: &mut [i16]) {
    autovectorize(
        #[inline(always)]
        || {
            let mask = (1 << bits) - 1;
            for (input, eight) in input.chunks_exact(bits).zip(numbers.as_chunks_mut::<8>().0) {
                let word = input.iter().rev().fold(0u64, |word, &byte| word << 8 | byte as u64);
                *eight = array::from_fn(|k| (word >> (bits * k) & mask) as i16);
            }
        },
    );
}

/// Returns the number of bits of an `i16` that a residue does not use.
pub(super) const fn unused_bits<W: Width>() -> u32 {
    assert!(8 <= W::BITS && W::BITS <= 16);
    16 - W::BITS as u32
}

/// Returns the vector with the low `bits` bits set, moved up by `up`, in each part of `period` bits
/// of the words.
#[inline(always)]
fn mask<S: Machine>(simd: S, bits: u32, up: u32, period: u32) -> S::Bits {
    let part = ((1u64 << bits) - 1) << up;
    S::Bits::splat(simd, if period == 32 { part | part << 32 } else { part })
}

/// Writes the residues of a vector of coefficients one after the other. Neighbours are joined in
/// pairs, and pairs in pairs, in all 64-bit words at once.
#[inline(always)]
pub(super) fn join<S: Machine, W: Width>(simd: S, coefficients: &[i16], output: &mut [u8]) {
    if PREFERRED {
        return join_by_words::<W, 0>(coefficients, output);
    }
    let (bits, unused) = (W::BITS as u32, unused_bits::<W>());
    let mut words = [0; MAX_WORDS];
    for (word, four) in words.iter_mut().zip(coefficients.as_chunks::<4>().0) {
        let bytes = four.map(i16::to_le_bytes);
        *word = u64::from_le_bytes(*bytes.as_flattened().first_chunk().expect("eight bytes"));
    }
    let fours = S::Bits::load(simd, &words);
    let pairs = (fours & mask(simd, bits, 0, 32)) | (fours.shift_words_down(unused) & mask(simd, bits, bits, 32));
    let fours = (pairs & mask(simd, 2 * bits, 0, 64))
        | (pairs.shift_words_down(2 * unused) & mask(simd, 2 * bits, 2 * bits, 64));
    fours.store(&mut words);
    for (eight, words) in output.chunks_exact_mut(W::BITS).zip(words.as_chunks::<2>().0) {
        // The first eight bytes, and the last eight, which overlap with them.
        let first = words[0] | words[1].checked_shl(4 * bits).unwrap_or(0);
        let last = words[0].checked_shr(8 * bits - 64).unwrap_or(0) | words[1] << (64 - 4 * bits);
        eight[..8].copy_from_slice(&first.to_le_bytes());
        eight[W::BITS - 8..].copy_from_slice(&last.to_le_bytes());
    }
}

/// Writes the residues of `input`, each in the top bits of a coefficient of a vector. Halves of
/// four residues move to their places in all 64-bit words at once, then the residues of each half.
#[inline(always)]
pub(super) fn split<S: Machine, W: Width>(simd: S, input: &[u8], coefficients: &mut [i16]) {
    if PREFERRED {
        return split_by_words::<W>(input, 0, coefficients);
    }
    let (bits, unused) = (W::BITS as u32, unused_bits::<W>());
    let mut words = [0; MAX_WORDS];
    for k in 0..S::Bits::WORDS {
        // Eight bytes with residues 4k to 4k + 3, and the place of the first of these.
        let first = 4 * W::BITS * k;
        let start = (first / 8).min(S::Bits::WORDS / 2 * W::BITS - 8);
        let word = input[start..].first_chunk().expect("eight bytes up to the last one");
        words[k] = u64::from_le_bytes(*word) >> (first - 8 * start);
    }
    let up = |vector: S::Bits, bits: u32| vector.rotate_words_down(64 - bits);
    let fours = S::Bits::load(simd, &words);
    let pairs = (fours & mask(simd, 2 * bits, 0, 64)) | (up(fours, 2 * unused) & mask(simd, 2 * bits, 32, 64));
    let residues = (up(pairs, unused) & mask(simd, bits, unused, 32))
        | (up(pairs, 2 * unused) & mask(simd, bits, 16 + unused, 32));
    residues.store(&mut words);
    for (four, word) in coefficients.as_chunks_mut::<4>().0.iter_mut().zip(words) {
        let bytes = word.to_le_bytes();
        *four = array::from_fn(|k| i16::from_le_bytes([bytes[2 * k], bytes[2 * k + 1]]));
    }
}

/// Writes residues as [`join`] does, by words of 32 bits, of which eight residues fill up to four.
/// The residues are those of the coefficients without their `DROPPED` lowest bits, rounded.
#[inline(always)]
fn join_by_words<W: Width, const DROPPED: usize>(coefficients: &[i16], output: &mut [u8]) {
    for (eight, output) in coefficients.as_chunks::<8>().0.iter().zip(output.chunks_exact_mut(W::BITS)) {
        let mut words = [0; 4];
        unroll!(K < 8, {
            let (index, up) = const { (K * W::BITS / 32, K * W::BITS % 32) };
            let rounded = (eight[K] as u32).wrapping_add(const { (1 << DROPPED) / 2 }) >> DROPPED;
            let residue = rounded & const { (1 << W::BITS) - 1 };
            words[index] |= residue << up;
            if const { up_to(K, W::BITS) > 32 } {
                words[index + 1] |= residue >> (32 - up);
            }
        });
        unroll!(K < 4, {
            if const { 4 * K + 4 <= W::BITS } {
                output[4 * K..][..4].copy_from_slice(&words[K].to_le_bytes());
            }
        });
        for k in W::BITS / 4 * 4..W::BITS {
            output[k] = (words[k / 4] >> (8 * (k % 4))) as u8;
        }
    }
}

/// Returns the number of bits that residues from the word of residue k on fill up to its end.
const fn up_to(k: usize, bits: usize) -> usize {
    k * bits % 32 + bits
}

/// Reads residues as [`split`] does, by words of 32 bits, and shifts them down as signed numbers.
#[inline(always)]
fn split_by_words<W: Width>(input: &[u8], down: u32, coefficients: &mut [i16]) {
    for (eight, input) in coefficients.as_chunks_mut::<8>().0.iter_mut().zip(input.chunks_exact(W::BITS)) {
        unroll!(K < 8, {
            // Four bytes with the residue, and its place.
            let start = const { if K * W::BITS / 8 < W::BITS - 4 { K * W::BITS / 8 } else { W::BITS - 4 } };
            let word = u32::from_le_bytes(*input[start..].first_chunk().expect("four bytes up to the last one"));
            eight[K] = ((word >> (K * W::BITS - 8 * start) << unused_bits::<W>()) as i16) >> down;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use vectru_polymul::dispatch::Backend;

    fn check_by_words<W: Width>() {
        let input = bytes(W::BITS * 256 / 8);
        let mut numbers = [0; 256];
        split_by_words::<W>(&input, unused_bits::<W>(), &mut numbers);
        let mut expected = [0; 256];
        unpack::<W>(&input, &mut expected);
        assert_eq!(numbers, expected);
        let mut output = vec![0; input.len()];
        join_by_words::<W, 0>(&numbers, &mut output);
        assert_eq!(output, input);
    }

    #[test]
    fn words_hold_all_widths() {
        check_by_words::<Bits<8>>();
        check_by_words::<Bits<10>>();
        check_by_words::<Bits<11>>();
        check_by_words::<Bits<12>>();
        check_by_words::<Bits<13>>();
        check_by_words::<Bits<16>>();
    }

    /// Returns number k of a bit string.
    fn number(bytes: &[u8], bits: usize, k: usize) -> i32 {
        (bits * k..bits * (k + 1)).rev().fold(0, |number, i| number << 1 | (bytes[i / 8] >> (i % 8) & 1) as i32)
    }

    fn bytes(length: usize) -> vec::Vec<u8> {
        (0..length).map(|k| (k * k * 31 + k * 7 + 200) as u8).collect()
    }

    fn check<W: Width>() {
        let input = bytes(W::BITS * 256 / 8);
        let mut numbers = [0; 256];
        unpack::<W>(&input, &mut numbers);
        for (k, &found) in numbers.iter().enumerate() {
            let modulus = 1 << W::BITS;
            assert!(-modulus / 2 <= found.into() && i32::from(found) < modulus / 2);
            assert_eq!(i32::from(found).rem_euclid(modulus), number(&input, W::BITS, k));
        }
        // Bits above the number do not affect the result.
        numbers.iter_mut().for_each(|number| *number ^= !0 << (W::BITS - 1) << 1);
        let mut output = vec![0; input.len()];
        pack::<W>(&numbers, &mut output);
        assert_eq!(output, input);
    }

    #[test]
    fn numbers_are_bit_strings() {
        for backend in Backend::available() {
            dispatch::force(Some(backend)).expect("the backend is available");
            check::<Bits<10>>();
            check::<Bits<13>>();
        }
        dispatch::force(None).expect("the best backend is available");
    }

    #[test]
    fn few_bits() {
        for bits in 1..=8 {
            let input = bytes(bits * 256 / 8);
            let mut numbers = [0; 256];
            unpack_few(bits, &input, &mut numbers);
            assert!(numbers.iter().enumerate().all(|(k, &found)| i32::from(found) == number(&input, bits, k)));
            numbers.iter_mut().for_each(|number| *number |= !0 << bits);
            let mut output = vec![0; input.len()];
            pack_few(bits, &numbers, &mut output);
            assert_eq!(output, input);
        }
    }
}
