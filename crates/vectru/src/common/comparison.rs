//! The comparison of a ciphertext with the encryption of what it decrypts to.

use core::hint::black_box;

use subtle::{Choice, ConstantTimeEq};

/// Returns whether two ciphertexts, which have the same length, are equal.
pub(crate) fn equal(a: &[u8], b: &[u8]) -> Choice {
    debug_assert_eq!(a.len(), b.len());
    let ((a_words, a_rest), (b_words, b_rest)) = (a.as_chunks::<4>(), b.as_chunks::<4>());
    let words = a_words.iter().zip(b_words).map(|(a, b)| u32::from_ne_bytes(*a) ^ u32::from_ne_bytes(*b));
    let rest = a_rest.iter().zip(b_rest).map(|(a, b)| u32::from(a ^ b));
    // A compiler that sees the comparison with zero compares lane by lane and gathers the signs by
    // `movmskps`, which is not on Intel's list of instructions of constant time.
    black_box(words.chain(rest).fold(0, |difference, word| difference | word)).ct_eq(&0u32)
}

#[cfg(test)]
mod tests {
    use super::equal;

    /// One bit that differs is found at each place of a word, of a vector and of what is left over.
    #[test]
    fn each_bit_counts() {
        for length in [0, 1, 3, 4, 31, 64, 67] {
            let bytes: [u8; 67] = core::array::from_fn(|i| i as u8);
            assert!(bool::from(equal(&bytes[..length], &bytes[..length])));
            for bit in 0..8 * length {
                let mut other = bytes;
                other[bit / 8] ^= 1 << (bit % 8);
                assert!(!bool::from(equal(&bytes[..length], &other[..length])), "bit {bit} of {length} bytes");
            }
        }
    }
}
