//! Streamlined NTRU Prime Core: "NTRU Prime: round 3", the section of that name. A one-way function of short
//! polynomials with a trapdoor; the mechanism around it makes it safe against chosen ciphertexts.
//!
//! Products of small polynomials modulo 3 are computed modulo q: a coefficient of a product of two polynomials with
//! coefficients -1, 0, 1, reduced by x^p = x + 1, is a sum of at most 2p - 1 of them, which is at most (q - 1)/2 in
//! every parameter set. So the centred coefficient modulo q is the integer, and that modulo 3 is the coefficient in
//! `R_3 = Z_3[x]/(x^p - x - 1)`.

use core::hint::black_box;

use rand_core::TryCryptoRng;
use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::{Polynomial, Ring};

use super::Parameters;
use crate::arithmetic::autovectorize::autovectorize;
use crate::arithmetic::modulo_3::{modulo_3, triple_modulo_3};
use crate::arithmetic::product::{Prepared, multiply, multiply_prepared, prepare_in};
use crate::arithmetic::reciprocal::{
    modulo_q::reciprocal_of_triple, quotient::Whole, small_field::Three, small_field::reciprocal,
};
use crate::common::declassify::{declassified, declassify};
use crate::common::error::{Error, Object};
use crate::common::parameters::Array;
use crate::common::secret::Secret;
use crate::encoding::{big, rounded, small};
use crate::hashing::Hash;
use crate::hashing::ntru_prime::Message;
use crate::scheme::prime::sampling;
use crate::scheme::prime::{self, Core, Lengths, PrimeRing, Slot};

/// What encrypts: h.
pub(crate) type Public<P> = Prepared<<P as prime::Parameters>::Ring>;
/// The random bytes of r.
pub(crate) type Seed<P> = <<P as prime::Parameters>::Ring as PrimeRing>::List;
/// What is encrypted: a short r.
pub(crate) type Input<P> = Polynomial<<P as prime::Parameters>::Ring>;

/// What decrypts.
#[derive(Clone, Debug)]
pub struct Trapdoor<P: prime::Parameters> {
    pub(super) f: Secret<Prepared<P::Ring>>,
    /// 1/g modulo 3.
    inverse: Secret<Prepared<P::Ring>>,
}

/// The lengths of the parts of keys and ciphertexts. It does not compile if the ring's coefficients modulo 3 can be mistaken
/// after a product modulo q.
pub(crate) const fn lengths<P: prime::Parameters>() -> Lengths {
    assert!(2 * P::Ring::DEGREE - 1 <= (<P::Ring as Ring>::Modulus::Q as usize - 1) / 2);
    Lengths {
        public_key: big::Big::<P::Ring>::CODEC.bytes(),
        trapdoor: 2 * small::bytes::<P::Ring>(),
        input: small::bytes::<P::Ring>(),
        ciphertext: rounded::Rounded::<P::Ring>::CODEC.bytes(),
    }
}

/// A small g, and 1/g modulo 3.
#[derive(Debug)]
pub struct Candidate<R: PrimeRing> {
    g: Secret<Polynomial<R>>,
    inverse: Secret<Polynomial<R>>,
}

/// KeyGen: g is drawn until it is invertible modulo 3, then f.
pub(crate) fn try_generate<P: Parameters, R: TryCryptoRng + ?Sized>(
    rng: &mut R,
    slot: Slot<'_, <P as Core>::Public, <P as Core>::Trapdoor>,
) -> Result<(), R::Error> {
    let candidate = loop {
        if let Some(candidate) = P::candidate(sampling::try_list::<P::Ring, R>(rng)?.as_ref()) {
            break candidate;
        }
    };
    let list = sampling::try_list::<P::Ring, R>(rng)?;
    P::write_key(candidate, list.as_ref(), slot);
    Ok(())
}

/// A candidate for g, if it has a reciprocal modulo 3.
pub(crate) fn candidate<R: PrimeRing>(list: &[u8]) -> Option<Candidate<R>> {
    let g = sampling::small::<R>(list);
    let (inverse, invertible) = reciprocal::<Whole<R>, Three>(&g);
    let inverse = Secret::new(inverse);
    (declassified(invertible) != 0).then_some(Candidate { g, inverse })
}

/// Writes the key of g, and of f drawn from `list`: h = g / (3 f).
pub(crate) fn write_key_of<P: Parameters>(
    Candidate { g, inverse }: Candidate<P::Ring>,
    list: &[u8],
    slot: Slot<'_, Public<P>, Trapdoor<P>>,
) {
    let f = sampling::short::<P::Ring>(list, P::WEIGHT);
    let h = multiply(&g, &Secret::new(reciprocal_of_triple(&*f)));
    prepare_in(&mut slot.trapdoor.f, &f);
    write_key::<P>([&f, &inverse, &h], slot);
}

/// Memory for h.
pub(crate) const fn zero_public<P: prime::Parameters>() -> Public<P> {
    Prepared::ZERO
}

/// Memory for what decrypts.
pub(crate) const fn zero_trapdoor<P: prime::Parameters>() -> Trapdoor<P> {
    Trapdoor { f: Secret::new(Prepared::ZERO), inverse: Secret::new(Prepared::ZERO) }
}

/// Writes the key of f, 1/g modulo 3, and h. The trapdoor has f.
pub(super) fn write_key<P: prime::Parameters>(
    [f, inverse, h]: [&Polynomial<P::Ring>; 3],
    Slot { public_key, secret_part, public, trapdoor }: Slot<'_, Public<P>, Trapdoor<P>>,
) {
    declassify(h);
    big::encode(h, public_key);
    let (f_bytes, inverse_bytes) = secret_part.split_at_mut(small::bytes::<P::Ring>());
    small::encode(f, f_bytes);
    small::encode(inverse, inverse_bytes);
    prepare_in(public, h);
    prepare_in(&mut trapdoor.inverse, inverse);
}

/// Decodes h.
pub(crate) fn load_public<P: prime::Parameters>(bytes: &[u8], public: &mut Public<P>) -> Result<(), Error> {
    prepare_in(public, &big::decode::<P::Ring>(bytes, Object::PublicKey)?);
    Ok(())
}

/// Decodes f and 1/g. That they belong together is not checked.
pub(crate) fn load_trapdoor<P: prime::Parameters>(bytes: &[u8], trapdoor: &mut Trapdoor<P>) -> Result<(), Error> {
    let (f, inverse) = bytes.split_at(small::bytes::<P::Ring>());
    let f = small::decode_short(f, P::WEIGHT, Object::SecretKey);
    let inverse = small::decode_canonical(inverse, Object::SecretKey)?;
    prepare_in(&mut trapdoor.f, &*f?);
    prepare_in(&mut trapdoor.inverse, &inverse);
    Ok(())
}

/// A short r.
pub(crate) fn input<P: prime::Parameters>(seed: &[u8]) -> Secret<Input<P>> {
    sampling::short::<P::Ring>(seed, P::WEIGHT)
}

/// Hash_3 of the encoded r.
pub(crate) fn digest<P: prime::Parameters>(r: &Input<P>) -> Secret<Hash> {
    digest_encoded(encode_input::<P>(r).as_ref())
}

/// The encoded r.
pub(super) fn encode_input<P: prime::Parameters>(r: &Input<P>) -> Secret<<P::Ring as PrimeRing>::SmallBytes> {
    let mut encoded = Secret::new(<P::Ring as PrimeRing>::SmallBytes::ZERO);
    small::encode(r, encoded.as_mut());
    encoded
}

/// Hash_3.
pub(crate) fn digest_encoded(encoded: &[u8]) -> Secret<Hash> {
    Message::input(encoded).hash()
}

/// Encrypt: h r, rounded.
pub(crate) fn encrypt<P: prime::Parameters>(h: &Public<P>, r: &Input<P>, ciphertext: &mut [u8]) {
    rounded::encode(&multiply_prepared(r, h), ciphertext);
}

/// Decrypt: the short r whose encryption `ciphertext` is, if there is one. Else some short polynomial; where the
/// weight comes out wrong, the specification's (1, …, 1, 0, …, 0), so that what follows sees a short one.
pub(crate) fn decrypt<P: prime::Parameters>(trapdoor: &Trapdoor<P>, ciphertext: &[u8]) -> Secret<Input<P>> {
    let (rounded, _) = rounded::decode::<P::Ring>(ciphertext);
    let mut product = multiply_prepared(&rounded, &trapdoor.f);
    map_coefficients(&mut product, triple_modulo_3::<<P::Ring as Ring>::Modulus>);
    let mut r = multiply_prepared(&product, &trapdoor.inverse);
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

#[inline(always)]
pub(super) fn map_coefficients<R: Ring>(polynomial: &mut Polynomial<R>, residue: impl Fn(i16) -> i16) {
    autovectorize(
        #[inline(always)]
        || polynomial.coefficients_mut().iter_mut().for_each(|coefficient| *coefficient = residue(*coefficient)),
    );
}

/// -1 if `value` is not zero, else 0. Requires value > -2^15.
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
