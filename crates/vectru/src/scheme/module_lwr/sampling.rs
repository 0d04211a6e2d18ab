//! Secret vectors: "SABER", round 3 `[BMD+20]`, the section on centred binomial sampling.
//!
//! A coefficient is made of mu bits of a bit string, low bits first. It is the number of ones among
//! the lower mu/2 of them less the number of ones among the upper mu/2.

use vectru_polymul::ring::{Ring, Small};
use vectru_polymul::simd::halves::PREFERRED;

use super::Parameters;
use super::layout::bytes;
use super::list::List;
use crate::arithmetic::autovectorize::autovectorize;
use crate::common::secret::Secret;

/// Returns the secret vector of expanded bytes.
pub(super) fn vector<P: Parameters>(coins: &[u8]) -> P::SecretVector {
    let mut vector = <P::SecretVector as List<Secret<Small<P::Ring>>>>::ZERO;
    let parts = vector.as_mut().iter_mut().zip(coins.chunks_exact(bytes(256, P::MU)));
    if PREFERRED {
        for (polynomial, coins) in parts {
            let numbers = polynomial.coefficients_mut();
            match P::MU {
                6 => binomial_in_words::<6>(coins, numbers),
                8 => binomial_in_words::<8>(coins, numbers),
                _ => binomial_in_words::<10>(coins, numbers),
            }
        }
        return vector;
    }
    let mut numbers = Secret::new([0; 256]);
    for (polynomial, coins) in parts {
        match P::MU {
            6 => binomial::<6>(coins, &mut *numbers),
            8 => binomial::<8>(coins, &mut *numbers),
            _ => binomial::<10>(coins, &mut *numbers),
        }
        **polynomial = small(&numbers);
    }
    vector
}

/// Returns the small polynomial with these coefficients.
pub(super) fn small<R: Ring>(coefficients: &[i16; 256]) -> Small<R> {
    autovectorize(
        #[inline(always)]
        || {
            Small::from_fn(
                #[inline(always)]
                |k| coefficients[k] as i8,
            )
        },
    )
}

/// Writes centred binomial numbers of MU bits each, of the given type. Four numbers are MU/2 bytes,
/// which are in a word of the other type.
macro_rules! in_words {
    ($word:ty, $coins:ident, $number:ty, $numbers:ident) => {
        for (four, coins) in $numbers.as_chunks_mut::<4>().0.iter_mut().zip($coins.chunks_exact(MU / 2)) {
            let word = coins.iter().rev().fold(0, |word: $word, &byte| word << 8 | <$word>::from(byte));
            // The bits of each half of a number are added up at its lowest bit. A sum is at most
            // 5, which fits into the three or more bits of a half.
            let lowest = const { every(MU / 2, 8) as $word };
            let mut sums = 0;
            for bit in 0..MU / 2 {
                sums += word >> bit & lowest;
            }
            let half = const { (1 << (MU / 2)) - 1 };
            for (k, number) in four.iter_mut().enumerate() {
                let pair = sums >> (MU * k);
                *number = (pair & half) as $number - (pair >> (MU / 2) & half) as $number;
            }
        }
    };
}

/// Writes centred binomial numbers of MU bits each.
fn binomial<const MU: usize>(coins: &[u8], numbers: &mut [i16]) {
    autovectorize(
        #[inline(always)]
        || in_words!(u64, coins, i16, numbers),
    );
}

/// Writes the numbers of [`binomial`] where registers have 32 bits, which four of them need if MU
/// is at most 8.
fn binomial_in_words<const MU: usize>(coins: &[u8], numbers: &mut [i8]) {
    if const { MU <= 8 } {
        in_words!(u32, coins, i8, numbers);
    } else {
        in_words!(u64, coins, i8, numbers);
    }
}

/// Returns `count` ones at every `distance`-th bit, from bit 0.
const fn every(distance: usize, count: usize) -> u64 {
    let (mut word, mut k) = (0, 0);
    while k < count {
        word |= 1 << (distance * k);
        k += 1;
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const MU: usize>() {
        let coins: [u8; 320] = core::array::from_fn(|k| (k * k * 31 + k * 5 + 3) as u8);
        let mut numbers = [0; 256];
        binomial::<MU>(&coins[..256 * MU / 8], &mut numbers);
        for (k, &number) in numbers.iter().enumerate() {
            let ones = |from: usize| (from..from + MU / 2).map(|i| (coins[i / 8] >> (i % 8) & 1) as i16).sum::<i16>();
            assert_eq!(number, ones(MU * k) - ones(MU * k + MU / 2), "{MU}, {k}");
        }
        let mut bytes = [0; 256];
        binomial_in_words::<MU>(&coins[..256 * MU / 8], &mut bytes);
        assert_eq!(bytes.map(i16::from), numbers);
        for (coins, extreme) in [(0xffu8, 0), (0, 0)] {
            binomial::<MU>(&[coins; 320][..256 * MU / 8], &mut numbers);
            assert!(numbers.iter().all(|&number| number == extreme));
        }
    }

    #[test]
    fn numbers_are_differences_of_counts() {
        check::<6>();
        check::<8>();
        check::<10>();
    }
}
