//! Encryption: "SABER", round 3 `[BMD+20]`, the section on Saber.PKE.
//!
//! Rounding to p adds h_1 = q/(2 p), half of the part that the shift removes. The last part of a
//! ciphertext is computed with the same constant, where p/(2 T) would be half; decryption makes up
//! for the difference by h_2 = p/4 - p/(2 T) + q/(2 p).

use vectru_polymul::ring::Polynomial;
use vectru_polymul::simd::halves::PREFERRED;

use super::Parameters;
use super::layout::{BIG, BigWidth, LOG_P, Layout, ROUNDED, ROUNDED_BITS, RoundedWidth};
use super::list::List;
use super::sampling::small;
use crate::arithmetic::autovectorize::autovectorize;
#[cfg(any(feature = "balanced", target_arch = "arm"))]
use crate::arithmetic::product::row_by_row;
use crate::arithmetic::product::{LARGEST_HEIGHT, PreparedBig, prepare_big_in, rows_by_column};
use crate::common::declassify::{declassified, declassify};
use crate::common::secret::Secret;
use crate::encoding::bit_strings::{pack, pack_few, pack_rounded, unpack, unpack_few};
use crate::hashing::Hash;
use crate::hashing::multi_buffer::Stream;
use crate::hashing::shake::start;

/// h_1.
const H_1: i16 = 1 << (ROUNDED_BITS - 1);

/// Returns h_2, with which rounding to a bit of the message is a shift.
const fn h_2(log_t: usize) -> i16 {
    (1 << (LOG_P - 2)) - (1 << (LOG_P - log_t - 1)) + H_1
}

/// A public key, transformed.
#[derive(Clone, Debug)]
pub(super) struct Matrix<P: Parameters>(P::Matrix);

impl<P: Parameters> Matrix<P> {
    /// Memory for a key, which is made where it stays, as it is large.
    pub(super) const ZERO: Self = Self(<P::Matrix as List<PreparedBig<P::Ring>>>::ZERO);

    /// Replaces the key by the one with these bytes of A and b.
    pub(super) fn set(&mut self, matrix: &P::MatrixBytes, vector: &[u8]) {
        let mut entry = Polynomial::zero();
        for (index, prepared) in self.0.as_mut().iter_mut().enumerate() {
            row_entry::<P>(matrix, vector, index / P::RANK, index % P::RANK, &mut entry);
            prepare_big_in(prepared, &entry);
        }
    }

    /// Encrypts a message with a secret vector.
    pub(super) fn encrypt(&self, message: &Hash, secret: &P::SecretVector, ciphertext: &mut [u8]) {
        let (matrix, mut sums) = (self.0.as_ref(), [Polynomial::zero(); LARGEST_HEIGHT]);
        rows_by_column(P::RANK + 1, secret.as_ref(), |i, j| &matrix[P::RANK * i + j], &mut sums);
        for (i, sum) in sums[..=P::RANK].iter_mut().enumerate() {
            write_row::<P>(i, sum, message, ciphertext);
        }
    }
}

/// Multiplies a matrix by a secret vector, and calls `finish` with the index and the product of
/// each row. `write` writes an entry, given its row and its column. The list `L` holds the entries,
/// transformed.
#[cfg(not(any(feature = "balanced", target_arch = "arm")))]
fn multiply_once<P: Parameters, L: List<PreparedBig<P::Ring>>>(
    height: usize,
    write: impl Fn(usize, usize, &mut Polynomial<P::Ring>),
    secret: &P::SecretVector,
    mut finish: impl FnMut(usize, &mut Polynomial<P::Ring>),
) {
    let (mut list, mut sums, mut entry) = (L::ZERO, [Polynomial::zero(); LARGEST_HEIGHT], Polynomial::zero());
    let list = list.as_mut();
    for (index, prepared) in list[..P::RANK * height].iter_mut().enumerate() {
        write(index / P::RANK, index % P::RANK, &mut entry);
        prepare_big_in(prepared, &entry);
    }
    rows_by_column(height, secret.as_ref(), |i, j| &list[P::RANK * i + j], &mut sums);
    for (i, sum) in sums[..height].iter_mut().enumerate() {
        finish(i, sum);
    }
}

/// Multiplies a matrix by a secret vector as elsewhere, but on a device row by row: no list holds
/// the entries.
#[cfg(any(feature = "balanced", target_arch = "arm"))]
#[allow(clippy::extra_unused_type_parameters)]
fn multiply_once<P: Parameters, L: List<PreparedBig<P::Ring>>>(
    height: usize,
    write: impl Fn(usize, usize, &mut Polynomial<P::Ring>),
    secret: &P::SecretVector,
    finish: impl FnMut(usize, &mut Polynomial<P::Ring>),
) {
    row_by_row(height, secret.as_ref(), write, finish);
}

/// Writes b = A^T s rounded to p.
pub(super) fn generate<P: Parameters>(matrix: &P::MatrixBytes, secret: &P::SecretVector, vector: &mut [u8]) {
    multiply_once::<P, P::Matrix>(
        P::RANK,
        |i, j, entry| matrix_entry::<P>(matrix, j, i, entry),
        secret,
        |i, sum| write_rounded::<P>(sum, &mut vector[ROUNDED * i..][..ROUNDED]),
    );
    declassify(vector);
}

/// Encrypts as [`Matrix::encrypt`] does, with the bytes of A and b for one use.
pub(super) fn encrypt_once<P: Parameters>(
    public_key: &[u8],
    matrix: &P::MatrixBytes,
    message: &Hash,
    secret: &P::SecretVector,
    ciphertext: &mut [u8],
) {
    let (vector, _) = Layout::<P>::public_key(public_key);
    multiply_once::<P, P::Matrix>(
        P::RANK + 1,
        |i, j, entry| row_entry::<P>(matrix, vector, i, j, entry),
        secret,
        |i, sum| write_row::<P>(i, sum, message, ciphertext),
    );
}

/// Writes a row of a ciphertext, given its product by the secret vector: row i of b', or after
/// these the part with the message.
fn write_row<P: Parameters>(i: usize, sum: &mut Polynomial<P::Ring>, message: &Hash, ciphertext: &mut [u8]) {
    let (rounded, tops) = Layout::<P>::ciphertext_mut(ciphertext);
    if i < P::RANK {
        return write_rounded::<P>(sum, &mut rounded[ROUNDED * i..][..ROUNDED]);
    }
    let mut bits = Polynomial::<P::Ring>::zero();
    unpack_few(1, message, bits.coefficients_mut());
    autovectorize(
        #[inline(always)]
        || {
            for (coefficient, bit) in sum.coefficients_mut().iter_mut().zip(bits.coefficients()) {
                // Bits from p up do not affect the result.
                *coefficient = (*coefficient + H_1 - (bit << (LOG_P - 1))) >> (LOG_P - P::LOG_T);
            }
        },
    );
    pack_few(P::LOG_T, sum.coefficients(), tops);
}

/// Decrypts a ciphertext: returns the message, given s.
pub(super) fn decrypt<P: Parameters>(secret: &P::SecretVector, ciphertext: &[u8]) -> Secret<Hash> {
    let (rounded, tops) = Layout::<P>::ciphertext(ciphertext);
    let mut message = Secret::new(Hash::default());
    multiply_once::<P, P::Row>(
        1,
        |_, j, entry| vector_entry::<P>(rounded, j, entry),
        secret,
        |_, sum| {
            let mut top = Polynomial::<P::Ring>::zero();
            unpack_few(P::LOG_T, tops, top.coefficients_mut());
            autovectorize(
                #[inline(always)]
                || {
                    for (coefficient, top) in sum.coefficients_mut().iter_mut().zip(top.coefficients()) {
                        *coefficient = (*coefficient + h_2(P::LOG_T) - (top << (LOG_P - P::LOG_T))) >> (LOG_P - 1);
                    }
                },
            );
            pack_few(1, sum.coefficients(), &mut *message);
        },
    );
    message
}

/// Rounds a polynomial modulo q to p, and writes its bytes.
fn write_rounded<P: Parameters>(polynomial: &mut Polynomial<P::Ring>, bytes: &mut [u8]) {
    if PREFERRED {
        return pack_rounded::<RoundedWidth, ROUNDED_BITS>(polynomial.coefficients(), bytes);
    }
    round_to_p::<P>(polynomial);
    pack::<RoundedWidth>(polynomial.coefficients(), bytes);
}

/// Rounds a polynomial modulo q to p. Bits of the result from p up have no meaning.
fn round_to_p<P: Parameters>(polynomial: &mut Polynomial<P::Ring>) {
    autovectorize(
        #[inline(always)]
        || {
            for coefficient in polynomial.coefficients_mut() {
                *coefficient = (*coefficient + H_1) >> ROUNDED_BITS;
            }
        },
    );
}

/// Writes the entry of A in row i and column j.
fn matrix_entry<P: Parameters>(matrix: &P::MatrixBytes, i: usize, j: usize, entry: &mut Polynomial<P::Ring>) {
    unpack::<BigWidth>(&matrix.as_ref()[BIG * (P::RANK * i + j)..][..BIG], entry.coefficients_mut());
}

/// Writes entry j of b or b'.
fn vector_entry<P: Parameters>(vector: &[u8], j: usize, entry: &mut Polynomial<P::Ring>) {
    unpack::<RoundedWidth>(&vector[ROUNDED * j..][..ROUNDED], entry.coefficients_mut());
}

/// Writes the entry in row i and column j of A with b as its last row.
fn row_entry<P: Parameters>(
    matrix: &P::MatrixBytes,
    vector: &[u8],
    i: usize,
    j: usize,
    entry: &mut Polynomial<P::Ring>,
) {
    if i < P::RANK { matrix_entry::<P>(matrix, i, j, entry) } else { vector_entry::<P>(vector, j, entry) }
}

/// Starts to expand the A of a public key.
pub(super) fn expand_matrix<'a, P: Parameters>(public_key: &[u8], matrix: &'a mut P::MatrixBytes) -> Stream<'a> {
    let (_, seed) = Layout::<P>::public_key(public_key);
    start(seed, matrix.as_mut())
}

/// Encodes a secret vector.
pub(super) fn encode_secret<P: Parameters>(secret: &P::SecretVector, bytes: &mut [u8]) {
    let mut numbers = Secret::new([0; 256]);
    for (polynomial, bytes) in secret.as_ref().iter().zip(bytes.chunks_exact_mut(BIG)) {
        for (number, &coefficient) in numbers.iter_mut().zip(polynomial.coefficients()) {
            *number = coefficient.into();
        }
        pack::<BigWidth>(&*numbers, bytes);
    }
}

/// Decodes a secret vector. Returns false if a coefficient is not one of a secret vector.
pub(super) fn decode_secret<P: Parameters>(bytes: &[u8], secret: &mut P::SecretVector) -> bool {
    let mut numbers = Secret::new([0; 256]);
    let mut excess = 0;
    for (polynomial, bytes) in secret.as_mut().iter_mut().zip(bytes.chunks_exact(BIG)) {
        unpack::<BigWidth>(bytes, &mut *numbers);
        let limit = P::MU as i16 / 2;
        // Negative if the magnitude is too large.
        let beyond = |number: i16| (limit - number) | (limit + number);
        if PREFERRED {
            for (coefficient, &number) in polynomial.coefficients_mut().iter_mut().zip(&*numbers) {
                excess |= beyond(number);
                *coefficient = number as i8;
            }
            continue;
        }
        autovectorize(
            #[inline(always)]
            || {
                for &number in &*numbers {
                    excess |= beyond(number);
                }
            },
        );
        **polynomial = small(&numbers);
    }
    !declassified(excess < 0)
}
