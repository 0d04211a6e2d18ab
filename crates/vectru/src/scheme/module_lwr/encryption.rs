//! Encryption: "SABER", round 3 `[BMD+20]`, the section on Saber.PKE.
//!
//! Rounding to p adds h_1 = q/(2 p), half of the part that the shift removes. The last part of a
//! ciphertext is computed with the same constant, where p/(2 T) would be half; decryption makes up
//! for the difference by h_2 = p/4 - p/(2 T) + q/(2 p).

use vectru_polymul::ring::Polynomial;

use super::Parameters;
use super::layout::{BIG, BigWidth, LOG_P, Layout, MAX_RANK, ROUNDED, ROUNDED_BITS, RoundedWidth};
use super::list::List;
use super::sampling::small;
use crate::arithmetic::autovectorize::autovectorize;
use crate::arithmetic::product::{PreparedBig, PreparedSmall, prepare_big_in, prepare_small_in, row_by_column};
use crate::common::declassify::{declassified, declassify};
use crate::common::parameters::Array;
use crate::common::secret::Secret;
use crate::encoding::bit_strings::{Width, pack, pack_few, unpack, unpack_few};
use crate::hashing::Hash;
use crate::hashing::shake::expand;

/// h_1.
const H_1: i16 = 1 << (ROUNDED_BITS - 1);

/// Returns h_2, with which rounding to a bit of the message is a shift.
const fn h_2(log_t: usize) -> i16 {
    (1 << (LOG_P - 2)) - (1 << (LOG_P - log_t - 1)) + H_1
}

/// A public key, transformed.
#[derive(Clone, Debug)]
pub(super) struct Matrix<P: Parameters> {
    /// A, row by row.
    matrix: P::Matrix,
    /// b.
    vector: P::Vector,
}

impl<P: Parameters> Matrix<P> {
    /// Memory for a key, which is made where it stays, as it is large.
    pub(super) const ZERO: Self = Self {
        matrix: <P::Matrix as List<PreparedBig<P::Ring>>>::ZERO,
        vector: <P::Vector as List<PreparedBig<P::Ring>>>::ZERO,
    };

    /// Replaces A by the matrix with these bytes.
    pub(super) fn set_matrix(&mut self, matrix: &P::MatrixBytes) {
        let bytes = matrix.as_ref().chunks_exact(BIG);
        for (prepared, bytes) in self.matrix.as_mut().iter_mut().zip(bytes) {
            prepare_big_in(prepared, &decode::<P, BigWidth>(bytes));
        }
    }

    /// Replaces b by the vector with these bytes.
    pub(super) fn set_vector(&mut self, vector: &[u8]) {
        for (prepared, bytes) in self.vector.as_mut().iter_mut().zip(vector.chunks_exact(ROUNDED)) {
            prepare_big_in(prepared, &decode::<P, RoundedWidth>(bytes));
        }
    }

    /// Encrypts a message with a secret vector.
    pub(super) fn encrypt(&self, message: &Hash, secret: &P::SecretVector, ciphertext: &mut [u8]) {
        let secret = prepare_secret::<P>(secret);
        let (secret, matrix, vector) = (secret.as_ref(), self.matrix.as_ref(), self.vector.as_ref());
        encrypt_by::<P>(
            |i, sum| row_by_column(P::RANK, |j| &matrix[P::RANK * i + j], |j| &*secret[j], sum),
            |sum| row_by_column(P::RANK, |j| &vector[j], |j| &*secret[j], sum),
            message,
            ciphertext,
        );
    }
}

/// Writes b = A^T s rounded to p.
pub(super) fn generate<P: Parameters>(matrix: &P::MatrixBytes, secret: &P::Trapdoor, vector: &mut [u8]) {
    let (secret, matrix) = (secret.as_ref(), matrix.as_ref());
    for (i, bytes) in vector.chunks_exact_mut(ROUNDED).enumerate() {
        // Row i of the transpose.
        let row = prepare_vector::<P, BigWidth>(|j| &matrix[BIG * (P::RANK * j + i)..][..BIG]);
        let mut sum = Polynomial::zero();
        row_by_column(P::RANK, |j| &row[j], |j| &*secret[j], &mut sum);
        round_to_p::<P>(&mut sum);
        pack::<RoundedWidth>(sum.coefficients(), bytes);
    }
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
    let secret = prepare_secret::<P>(secret);
    let (secret, matrix) = (secret.as_ref(), matrix.as_ref());
    encrypt_by::<P>(
        |i, sum| {
            let row = prepare_vector::<P, BigWidth>(|j| &matrix[BIG * (P::RANK * i + j)..][..BIG]);
            row_by_column(P::RANK, |j| &row[j], |j| &*secret[j], sum);
        },
        |sum| {
            let vector = prepare_vector::<P, RoundedWidth>(|j| &vector[ROUNDED * j..][..ROUNDED]);
            row_by_column(P::RANK, |j| &vector[j], |j| &*secret[j], sum);
        },
        message,
        ciphertext,
    );
}

/// Encrypts a message, given functions that write the products of row i of A, and of b, by the
/// secret vector.
#[inline(always)]
fn encrypt_by<P: Parameters>(
    by_row: impl Fn(usize, &mut Polynomial<P::Ring>),
    by_vector: impl FnOnce(&mut Polynomial<P::Ring>),
    message: &Hash,
    ciphertext: &mut [u8],
) {
    let (rounded, tops) = Layout::<P>::ciphertext_mut(ciphertext);
    let mut sum = Polynomial::zero();
    for (i, bytes) in rounded.chunks_exact_mut(ROUNDED).enumerate() {
        by_row(i, &mut sum);
        round_to_p::<P>(&mut sum);
        pack::<RoundedWidth>(sum.coefficients(), bytes);
    }
    by_vector(&mut sum);
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
pub(super) fn decrypt<P: Parameters>(secret: &P::Trapdoor, ciphertext: &[u8]) -> Secret<Hash> {
    let (rounded, tops) = Layout::<P>::ciphertext(ciphertext);
    let (secret, vector) = (secret.as_ref(), prepare_vector::<P, RoundedWidth>(|j| &rounded[ROUNDED * j..][..ROUNDED]));
    let mut sum = Polynomial::zero();
    row_by_column(P::RANK, |j| &vector[j], |j| &*secret[j], &mut sum);
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
    let mut message = Secret::new(Hash::default());
    pack_few(1, sum.coefficients(), &mut *message);
    message
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

/// Returns the polynomial with these bytes, of coefficients of `W::BITS` bits.
fn decode<P: Parameters, W: Width>(bytes: &[u8]) -> Polynomial<P::Ring> {
    let mut polynomial = Polynomial::zero();
    unpack::<W>(bytes, polynomial.coefficients_mut());
    polynomial
}

/// Returns the vector with these bytes, transformed: l polynomials, and zeros.
fn prepare_vector<'a, P: Parameters, W: Width>(
    polynomial: impl Fn(usize) -> &'a [u8],
) -> [PreparedBig<P::Ring>; MAX_RANK] {
    let mut vector = [PreparedBig::ZERO; MAX_RANK];
    for (j, prepared) in vector[..P::RANK].iter_mut().enumerate() {
        prepare_big_in(prepared, &decode::<P, W>(polynomial(j)));
    }
    vector
}

/// Returns the bytes of the A of a public key.
pub(super) fn expand_matrix<P: Parameters>(public_key: &[u8]) -> P::MatrixBytes {
    let (_, seed) = Layout::<P>::public_key(public_key);
    let mut matrix = P::MatrixBytes::ZERO;
    expand(&[seed], &mut [matrix.as_mut()]);
    matrix
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
        autovectorize(
            #[inline(always)]
            || {
                for &number in &*numbers {
                    // Negative if the magnitude is too large.
                    excess |= (limit - number) | (limit + number);
                }
            },
        );
        **polynomial = small(&numbers);
    }
    !declassified(excess < 0)
}

/// Returns a secret vector, transformed.
pub(super) fn prepare_secret<P: Parameters>(secret: &P::SecretVector) -> P::Trapdoor {
    let mut trapdoor = <P::Trapdoor as List<Secret<PreparedSmall<P::Ring>>>>::ZERO;
    prepare_secret_in::<P>(secret, &mut trapdoor);
    trapdoor
}

/// Transforms a secret vector in the memory where it stays.
pub(super) fn prepare_secret_in<P: Parameters>(secret: &P::SecretVector, trapdoor: &mut P::Trapdoor) {
    for (prepared, polynomial) in trapdoor.as_mut().iter_mut().zip(secret.as_ref()) {
        prepare_small_in(prepared, polynomial);
    }
}
