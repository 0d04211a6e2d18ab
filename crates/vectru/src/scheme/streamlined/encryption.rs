//! Streamlined NTRU Prime Core: "NTRU Prime: round 3" `[BBC+20]`, the section of that name. It is a
//! one-way function of short polynomials with a trapdoor. The mechanism around it makes it secure
//! against chosen ciphertexts.
//!
//! Products in `R_3 = Z_3[x]/(x^p - x - 1)` are computed modulo q. A coefficient of the product of
//! two small polynomials, reduced by x^p = x + 1, is a sum of at most 2p - 1 numbers -1, 0 and 1,
//! and 2p - 1 <= (q - 1)/2 in every parameter set. Hence the centred coefficient modulo q is that
//! integer, and its residue modulo 3 is the coefficient in R_3.

use core::hint::black_box;

use vectru_polymul::modular::Modulus;
use vectru_polymul::multiplier::Multiply;
use vectru_polymul::ring::{Polynomial, Ring};

use super::Parameters;
use crate::arithmetic::autovectorize::autovectorize;
use crate::arithmetic::modulo_3::{modulo_3, triple_modulo_3};
use crate::arithmetic::product::{Operand, Prepared, prepare_in};
use crate::arithmetic::reciprocal::{
    quotient::Whole, reciprocal_of_triple_in, small_field::Three, small_field::reciprocal_in,
};
use crate::common::declassify::{declassified, declassify};
use crate::common::error::ErrorKind;
use crate::common::parameters::Array;
use crate::common::random::{CANDIDATES, Failed, Source};
use crate::common::secret::Secret;
use crate::encoding::{big, rounded, small};
use crate::hashing::Hash;
use crate::hashing::ntru_prime::{Message, Prefix};
use crate::scheme::prime::sampling;
use crate::scheme::prime::{self, Core, Lengths, PrimeRing, Slot};

/// The public key h, transformed.
pub(crate) type Public<P> = Prepared<<P as prime::Parameters>::Ring>;
/// The random bytes of r: a list.
pub(crate) type Seed<P> = <<P as prime::Parameters>::Ring as PrimeRing>::List;
/// The input: a short r.
pub(crate) type Input<P> = Polynomial<<P as prime::Parameters>::Ring>;

/// An encoded r.
pub(crate) type Encoded<P> = <<P as prime::Parameters>::Ring as PrimeRing>::SmallBytes;
/// h.
pub(crate) type PublicPolynomials<P> = Polynomial<<P as prime::Parameters>::Ring>;
/// f and 1/g modulo 3.
pub(crate) type SecretPolynomials<P> = [Secret<Polynomial<<P as prime::Parameters>::Ring>>; 2];

/// An encoded r goes to Hash_3.
pub(crate) const INPUT_PREFIX: Prefix = Prefix::Input;
/// Hashes take Hash_3 of an encoded r, or of rho, for it.
pub(crate) const DIGESTS: bool = true;

/// The secret part of a key, transformed.
#[derive(Clone, Debug)]
pub struct Trapdoor<P: prime::Parameters> {
    /// f.
    pub(super) f: Secret<Prepared<P::Ring>>,
    /// 1/g modulo 3.
    inverse: Secret<Prepared<P::Ring>>,
}

/// Returns the lengths of the parts of keys and ciphertexts, in bytes. Fails to compile if the
/// bound 2p - 1 <= (q - 1)/2 for products in R_3 does not hold.
pub(crate) const fn lengths<P: prime::Parameters>() -> Lengths {
    assert!(2 * P::Ring::DEGREE - 1 <= (<P::Ring as Ring>::Modulus::Q as usize - 1) / 2);
    Lengths {
        public_key: big::Big::<P::Ring>::CODEC.bytes(),
        trapdoor: 2 * small::bytes::<P::Ring>(),
        input: small::bytes::<P::Ring>(),
        ciphertext: rounded::Rounded::<P::Ring>::CODEC.bytes(),
    }
}

/// The numbers of random bytes that key generation draws by calls: the lists of g and f, then rho.
pub(crate) const fn key_lengths<P: prime::Parameters>() -> &'static [usize] {
    const { &[prime::list_bytes::<P>(), prime::list_bytes::<P>(), <P as Core>::LENGTHS.input] }
}

/// Key generation draws the list of g anew until g is invertible modulo 3, up to [`CANDIDATES`]
/// times.
pub(crate) const REJECTS: bool = true;

/// KeyGen: draws g until it is invertible modulo 3, then f. As f is short, it is not 0, and R_q is a
/// field: so every key decrypts.
///
/// # Errors
///
/// Returns an error if the source fails, or if none of [`CANDIDATES`] is invertible.
#[inline(never)]
pub(crate) fn generate<P: Parameters>(
    source: &mut dyn Source,
    mut slot: Slot<'_, Public<P>, Trapdoor<P>>,
) -> Result<(), Failed> {
    let mut g = Secret::new(Polynomial::zero());
    for _ in 0..CANDIDATES {
        if draw_candidate::<P>(source, &mut g, slot.reborrow())? {
            let mut f = Secret::new(Polynomial::zero());
            draw(source, &mut f, |list, f| sampling::short_in(list, P::WEIGHT, f))?;
            prepare_in(&mut slot.trapdoor.f, &f);
            write_quotient::<P>(&g, &f, slot);
            return Ok(());
        }
    }
    Err(Failed::Rejected(CANDIDATES))
}

// Each part of key generation is a function of its own, so that their memory is that of the largest
// one and not of all.

/// Draws a small g, and writes its reciprocal modulo 3 to the key. Returns false if it has none.
///
/// # Errors
///
/// Returns an error if the source fails.
#[inline(never)]
fn draw_candidate<P: Parameters>(
    source: &mut dyn Source,
    g: &mut Polynomial<P::Ring>,
    slot: Slot<'_, Public<P>, Trapdoor<P>>,
) -> Result<bool, Failed> {
    draw(source, g, sampling::small_in)?;
    let mut inverse = Secret::new(Polynomial::zero());
    let invertible = declassified(reciprocal_in::<Whole<P::Ring>, Three>(g, &mut inverse)) != 0;
    if invertible {
        write_inverse::<P>(&inverse, slot);
    }
    Ok(invertible)
}

/// Draws a list, and writes the polynomial that `sample` makes of it.
///
/// # Errors
///
/// Returns an error if the source fails.
#[inline(never)]
fn draw<R: PrimeRing>(
    source: &mut dyn Source,
    polynomial: &mut Polynomial<R>,
    sample: impl FnOnce(&[u8], &mut Polynomial<R>),
) -> Result<(), Failed> {
    let mut list = Secret::new(R::List::ZERO);
    source.fill(list.as_mut())?;
    sample(list.as_ref(), polynomial);
    Ok(())
}

/// Writes f and h = g / (3 f) to the key. Requires that the trapdoor holds f already.
#[inline(never)]
fn write_quotient<P: Parameters>(
    g: &Polynomial<P::Ring>,
    f: &Polynomial<P::Ring>,
    slot: Slot<'_, Public<P>, Trapdoor<P>>,
) {
    let mut h = Secret::new(Polynomial::zero());
    divide(g, f, &mut h);
    write_f_and_h::<P>(f, &h, slot);
}

/// Writes g / (3 f).
#[inline(never)]
fn divide<R: PrimeRing + Multiply>(g: &Polynomial<R>, f: &Polynomial<R>, quotient: &mut Polynomial<R>) {
    let mut inverse = Polynomial::zero();
    reciprocal_of_triple_in(f, &mut inverse);
    inverse.times(g, quotient);
}

/// Returns memory for h.
pub(crate) const fn zero_public<P: prime::Parameters>() -> Public<P> {
    Prepared::ZERO
}

/// Returns memory for the secret part of a key.
pub(crate) const fn zero_trapdoor<P: prime::Parameters>() -> Trapdoor<P> {
    Trapdoor { f: Secret::new(Prepared::ZERO), inverse: Secret::new(Prepared::ZERO) }
}

/// Writes the key of f, 1/g modulo 3 and h. Requires that the trapdoor holds f already.
#[cfg(feature = "alloc")]
pub(super) fn write_key<P: prime::Parameters>(
    [f, inverse, h]: [&Polynomial<P::Ring>; 3],
    mut slot: Slot<'_, Public<P>, Trapdoor<P>>,
) {
    write_f_and_h::<P>(f, h, slot.reborrow());
    write_inverse::<P>(inverse, slot);
}

/// Writes f and h to the key. Requires that the trapdoor holds f already.
fn write_f_and_h<P: prime::Parameters>(
    f: &Polynomial<P::Ring>,
    h: &Polynomial<P::Ring>,
    slot: Slot<'_, Public<P>, Trapdoor<P>>,
) {
    declassify(h);
    big::encode(h, slot.public_key);
    small::encode(f, &mut slot.secret_part[..small::bytes::<P::Ring>()]);
    prepare_in(slot.public, h);
}

/// Writes 1/g modulo 3 to the key.
fn write_inverse<P: prime::Parameters>(inverse: &Polynomial<P::Ring>, slot: Slot<'_, Public<P>, Trapdoor<P>>) {
    small::encode(inverse, &mut slot.secret_part[small::bytes::<P::Ring>()..]);
    prepare_in(&mut slot.trapdoor.inverse, inverse);
}

/// Loads h.
///
/// # Errors
///
/// Returns [`ErrorKind::CoefficientOutOfRange`] if `bytes` encodes no element of R_q.
pub(crate) fn load_public<P: prime::Parameters>(bytes: &[u8], public: &mut Public<P>) -> Result<(), ErrorKind> {
    prepare_in(public, &decode_public::<P>(bytes)?);
    Ok(())
}

/// Decodes h.
///
/// # Errors
///
/// Returns [`ErrorKind::CoefficientOutOfRange`] if `bytes` encodes no element of R_q.
pub(crate) fn decode_public<P: prime::Parameters>(bytes: &[u8]) -> Result<PublicPolynomials<P>, ErrorKind> {
    big::decode(bytes)
}

/// Loads f and 1/g. That they belong together is not checked.
///
/// # Errors
///
/// Returns [`ErrorKind::SmallCoefficientOutOfRange`] or [`ErrorKind::Weight`].
pub(crate) fn load_trapdoor<P: prime::Parameters>(bytes: &[u8], trapdoor: &mut Trapdoor<P>) -> Result<(), ErrorKind> {
    let [f, inverse] = decode_trapdoor::<P>(bytes)?;
    prepare_in(&mut trapdoor.f, &f);
    prepare_in(&mut trapdoor.inverse, &inverse);
    Ok(())
}

/// Decodes f and 1/g. That they belong together is not checked.
///
/// # Errors
///
/// Returns [`ErrorKind::SmallCoefficientOutOfRange`] or [`ErrorKind::Weight`].
#[inline(never)] // The polynomials that it moves are not in the memory of decryption.
pub(crate) fn decode_trapdoor<P: prime::Parameters>(bytes: &[u8]) -> Result<SecretPolynomials<P>, ErrorKind> {
    let mut polynomials = [Secret::new(Polynomial::zero()), Secret::new(Polynomial::zero())];
    let (f, inverse) = bytes.split_at(small::bytes::<P::Ring>());
    // A digit that is none is reported before a wrong weight.
    small::decode_canonical(inverse, &mut polynomials[1])?;
    small::decode_short(f, P::WEIGHT, &mut polynomials[0])?;
    Ok(polynomials)
}

/// Returns the short r of a list.
pub(crate) fn input<P: prime::Parameters>(seed: &[u8]) -> Secret<Input<P>> {
    sampling::short::<P::Ring>(seed, P::WEIGHT)
}

/// Returns Hash_3 of the encoded r.
pub(crate) fn digest<P: prime::Parameters>(r: &Input<P>) -> Secret<Hash> {
    digest_encoded(encode_input::<P>(r).as_ref())
}

/// Returns the encoded r.
pub(crate) fn encode_input<P: prime::Parameters>(r: &Input<P>) -> Secret<Encoded<P>> {
    let mut encoded = Secret::new(<P::Ring as PrimeRing>::SmallBytes::ZERO);
    small::encode(r, encoded.as_mut());
    encoded
}

/// Returns Hash_3 of an encoded r, or of rho.
pub(crate) fn digest_encoded(encoded: &[u8]) -> Secret<Hash> {
    Message::input(encoded).hash()
}

/// Encrypt: writes h r rounded.
pub(crate) fn encrypt<P: prime::Parameters>(h: &Public<P>, r: &Input<P>, ciphertext: &mut [u8]) {
    encrypt_with::<P>(h, r, ciphertext);
}

/// Encrypts as [`encrypt`] does, with an h for one use.
pub(crate) fn encrypt_once<P: prime::Parameters>(
    h: &PublicPolynomials<P>,
    r: &Input<P>,
    _: &Hash,
    ciphertext: &mut [u8],
) {
    encrypt_with::<P>(h, r, ciphertext);
}

/// Encrypts as [`encrypt`] does.
fn encrypt_with<P: prime::Parameters>(h: &impl Operand<P::Ring>, r: &Input<P>, ciphertext: &mut [u8]) {
    let mut product = Polynomial::zero();
    h.times(r, &mut product);
    rounded::encode(&product, ciphertext);
}

/// Decrypt: returns the short r whose encryption `ciphertext` is, or some short polynomial if there
/// is none. Where the result of the computation has the wrong weight, it is replaced by the
/// specification's (1, …, 1, 0, …, 0), as the following steps require a short polynomial.
pub(crate) fn decrypt<P: prime::Parameters>(trapdoor: &Trapdoor<P>, ciphertext: &[u8]) -> Secret<Input<P>> {
    decrypt_with::<P, _>([&*trapdoor.f, &*trapdoor.inverse], ciphertext)
}

/// Decrypts as [`decrypt`] does, with f and 1/g for one use.
pub(crate) fn decrypt_once<P: prime::Parameters>(
    [f, inverse]: &SecretPolynomials<P>,
    ciphertext: &[u8],
) -> Secret<Input<P>> {
    decrypt_with::<P, _>([&**f, &**inverse], ciphertext)
}

/// Decrypts as [`decrypt`] does, with f and 1/g.
fn decrypt_with<P: prime::Parameters, O: Operand<P::Ring>>(
    [f, inverse]: [&O; 2],
    ciphertext: &[u8],
) -> Secret<Input<P>> {
    let (rounded, _) = rounded::decode::<P::Ring>(ciphertext);
    let mut product = Polynomial::zero();
    f.times(&rounded, &mut product);
    map_coefficients(&mut product, triple_modulo_3::<<P::Ring as Ring>::Modulus>);
    let mut r = Secret::new(Polynomial::zero());
    inverse.times(&product, &mut r);
    map_coefficients(&mut r, modulo_3);
    autovectorize(
        #[inline(always)]
        || {
            let wrong = black_box(nonzero(small::weight(&r) ^ P::WEIGHT as i16));
            let (ones, zeros) = r.coefficients_mut().split_at_mut(P::WEIGHT);
            ones.iter_mut().for_each(|coefficient| *coefficient ^= wrong & (*coefficient ^ 1));
            zeros.iter_mut().for_each(|coefficient| *coefficient &= !wrong);
        },
    );
    r
}

/// Replaces each coefficient by its `residue`.
#[inline(always)]
pub(super) fn map_coefficients<R: Ring>(polynomial: &mut Polynomial<R>, residue: impl Fn(i16) -> i16) {
    autovectorize(
        #[inline(always)]
        || polynomial.coefficients_mut().iter_mut().for_each(|coefficient| *coefficient = residue(*coefficient)),
    );
}

/// Returns -1 if `value` is not zero, else 0. Requires value > -2^15.
fn nonzero(value: i16) -> i16 {
    (value | -value) >> 15
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks() {
        for value in -i16::MAX..=i16::MAX {
            assert_eq!(nonzero(value), -((value != 0) as i16));
        }
    }
}
