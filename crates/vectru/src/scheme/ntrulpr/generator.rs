//! Polynomials expanded from 32 bytes: "NTRU Prime: round 3" `[BBC+20]`, the sections on Expand,
//! Generator and HashShort.
//!
//! The p words of a list are the first 4 p bytes of AES-256 in counter mode with the 32 bytes as
//! key, from counter 0. A word is four little-endian bytes.

use aes::Aes256;
use ctr::Ctr128BE;
use ctr::cipher::{KeyIvInit, StreamCipher};
use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::{Polynomial, Ring};

use crate::arithmetic::autovectorize::autovectorize;
use crate::common::parameters::Array;
use crate::common::parts::Part;
use crate::common::secret::Secret;
use crate::hashing::Hash;
use crate::scheme::prime::PrimeRing;
use crate::scheme::prime::sampling;

/// Expand: returns the list of a key, as bytes.
fn expand<R: PrimeRing>(key: &Hash) -> Secret<R::List> {
    let mut list = Secret::new(R::List::ZERO);
    write_keystream(key, list.as_mut());
    list
}

/// Replaces zeros by the keystream of a key. One function serves all rings.
fn write_keystream(key: &Hash, zeros: &mut [u8]) {
    let _piece = Part::Expansion.begin();
    Ctr128BE::<Aes256>::new(key.into(), &[0; 16].into()).apply_keystream(zeros);
}

/// Generator: returns the element G of R_q of a public seed. A coefficient is a word modulo q, less
/// (q - 1)/2.
///
/// Out of line in WebAssembly, where the residues are divisions, so that the comparison of traces
/// knows them to be of public numbers.
#[cfg_attr(target_arch = "wasm32", inline(never))]
pub(super) fn generator<R: PrimeRing>(seed: &Hash) -> Polynomial<R> {
    let words = sampling::words::<R>(expand::<R>(seed).as_ref());
    let mut generator = Polynomial::zero();
    autovectorize(
        #[inline(always)]
        || {
            for (coefficient, &word) in generator.coefficients_mut().iter_mut().zip(words.as_ref()) {
                // Division by a constant is compiled to a product, in WebAssembly by the engine.
                let residue = word % const { R::Modulus::Q as u32 };
                *coefficient = residue as i16 - const { (<R as Ring>::Modulus::Q - 1) / 2 };
            }
        },
    );
    generator
}

/// HashShort: returns the short polynomial of the Hash_5 of an input.
pub(super) fn expand_short<R: PrimeRing>(hash: &Hash, weight: usize) -> Secret<Polynomial<R>> {
    sampling::short::<R>(expand::<R>(hash).as_ref(), weight)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::ring::Sntrup761;

    /// NIST SP 800-38A, F.5.5, starts from another counter. Block k must be the encryption of k as
    /// a big-endian number.
    #[test]
    fn bytes_are_blocks_of_a_counter() {
        use aes::cipher::{BlockCipherEncrypt, KeyInit};
        let key = core::array::from_fn(|k| 7 * k as u8);
        let bytes = expand::<Sntrup761>(&key);
        for (count, found) in bytes.as_ref().chunks(16).enumerate() {
            let mut block = (count as u128).to_be_bytes().into();
            Aes256::new(&key.into()).encrypt_block(&mut block);
            assert_eq!(found, &block[..found.len()]);
        }
    }

    #[test]
    fn generators_are_centred() {
        let generator = generator::<Sntrup761>(&[3; 32]);
        assert!(generator.coefficients().iter().all(|c| (-2295..=2295).contains(c)));
        let words = sampling::words::<Sntrup761>(expand::<Sntrup761>(&[3; 32]).as_ref());
        for k in 0..761 {
            assert_eq!((words[k] as i64 - 2295 - generator[k] as i64).rem_euclid(4591), 0);
        }
    }
}
