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

use super::{Parameters, Streamlined, factors};
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
use crate::hashing::ntru_prime::Prefix;
use crate::scheme::draws::Draws;
use crate::scheme::prime::one_way_function::{Key, Lengths, OneWayFunction, Slot};
use crate::scheme::prime::{self, PrimeRing, sampling};

/// The places for a new key, whose h is decoded.
type Places<'a, R> = Slot<'a, Polynomial<R>>;

/// The secret part of a key, prepared: f, and 1/g modulo 3.
type Trapdoor<R> = [Secret<Prepared<R>>; 2];

impl<P: Parameters> OneWayFunction<P> for Streamlined {
    /// h.
    type Public = Polynomial<P::Ring>;
    type PreparedPublic = Prepared<P::Ring>;
    /// f, and 1/g modulo 3.
    type Secret = [Secret<Polynomial<P::Ring>>; 2];
    type Trapdoor = Trapdoor<P::Ring>;
    /// A list.
    type Seed = <P::Ring as PrimeRing>::List;
    /// A short r.
    type Input = Polynomial<P::Ring>;
    type Encoded = <P::Ring as PrimeRing>::SmallBytes;

    const ZERO_INPUT: Self::Input = Polynomial::zero();
    /// An encoded r goes to Hash_3.
    const INPUT_PREFIX: Prefix = Prefix::Input;
    const DIGESTS: bool = true;

    // Fails to compile if the bound for products in R_3 does not hold.
    const LENGTHS: Lengths = {
        assert!(2 * P::Ring::DEGREE - 1 <= (<P::Ring as Ring>::Modulus::Q as usize - 1) / 2);
        Lengths {
            public_key: big::Big::<P::Ring>::CODEC.bytes(),
            trapdoor: 2 * small::bytes::<P::Ring>(),
            input: small::bytes::<P::Ring>(),
            ciphertext: rounded::Rounded::<P::Ring>::CODEC.bytes(),
        }
    };

    const DRAWS: Draws = Draws {
        // The lists of g and f, then rho.
        lengths: &[prime::list_bytes::<P>(), prime::list_bytes::<P>(), small::bytes::<P::Ring>()],
        // The list of g is drawn anew until g is invertible modulo 3, up to `CANDIDATES` times.
        repeats: true,
        rejects: if P::FACTORS.is_empty() { None } else { Some(factors::rejects::<P>) },
        encapsulation: <P::Ring as PrimeRing>::List::LENGTH,
    };

    fn generate(source: &mut dyn Source, slot: Places<'_, P::Ring>) -> Result<(), Failed> {
        generate::<P>(source, slot)
    }

    fn decode_public(bytes: &[u8]) -> Result<Self::Public, ErrorKind> {
        big::decode(bytes)
    }

    fn prepare_public(h: &Self::Public, prepared: &mut Self::PreparedPublic) {
        prepare_in(prepared, h);
    }

    // Whether f and 1/g belong together is not checked.
    #[inline(never)] // The polynomials that it moves are not in the memory of decryption.
    fn decode_secret(bytes: &[u8]) -> Result<Self::Secret, ErrorKind> {
        let mut polynomials = [Secret::new(Polynomial::zero()), Secret::new(Polynomial::zero())];
        let (f, inverse) = bytes.split_at(small::bytes::<P::Ring>());
        // An invalid digit is reported before a wrong weight.
        small::decode_canonical(inverse, &mut polynomials[1])?;
        small::decode_short(f, P::WEIGHT, &mut polynomials[0])?;
        Ok(polynomials)
    }

    fn prepare_secret(secret: &Self::Secret, trapdoor: &mut Self::Trapdoor) {
        for (prepared, polynomial) in trapdoor.iter_mut().zip(secret) {
            prepare_in(prepared, polynomial);
        }
    }

    fn input(seed: &[u8], input: &mut Self::Input) {
        sampling::short_in(seed, P::WEIGHT, input);
    }

    fn encode_input(r: &Self::Input) -> Secret<Self::Encoded> {
        let mut encoded = Secret::new(<P::Ring as PrimeRing>::SmallBytes::ZERO);
        small::encode(r, encoded.as_mut());
        encoded
    }

    fn encrypt(h: Key<'_, Self::Public, Self::PreparedPublic>, r: &Self::Input, _: &Hash, ciphertext: &mut [u8]) {
        let mut product = Polynomial::zero();
        match h {
            Key::Decoded(h) => h.times(r, &mut product),
            Key::Prepared(h) => h.times(r, &mut product),
        }
        rounded::encode(&product, ciphertext);
    }

    fn decrypt(secret: Key<'_, Self::Secret, Self::Trapdoor>, ciphertext: &[u8]) -> Secret<Self::Input> {
        match secret {
            Key::Decoded([f, inverse]) => decrypt::<P, _>([&**f, &**inverse], ciphertext),
            Key::Prepared([f, inverse]) => decrypt::<P, _>([&**f, &**inverse], ciphertext),
        }
    }

    #[cfg(feature = "alloc")]
    fn keys(drawn: &[&[u8]], slots: &mut [Places<'_, P::Ring>]) -> bool {
        super::batch::keys::<P>(drawn, slots)
    }
}

/// KeyGen: draws g until it is invertible modulo 3, then f. As f is short, it is not 0, and R_q is
/// a field: so every key decrypts.
///
/// # Errors
///
/// Returns an error if the source fails, or if none of [`CANDIDATES`] is invertible.
#[inline(never)]
fn generate<P: Parameters>(source: &mut dyn Source, slot: Places<'_, P::Ring>) -> Result<(), Failed> {
    let mut g = Secret::new(Polynomial::zero());
    for _ in 0..CANDIDATES {
        if draw_candidate::<P>(source, &mut g, slot.secret_part)? {
            let mut f = Secret::new(Polynomial::zero());
            draw(source, &mut f, |list, f| sampling::short_in(list, P::WEIGHT, f))?;
            divide(&g, &f, slot.public);
            write_f_and_h(&f, slot);
            return Ok(());
        }
    }
    Err(Failed::Rejected(CANDIDATES))
}

// Each part of key generation is a function of its own, so that they need the memory of the largest
// one, not of all.

/// Draws a small g, and writes its reciprocal modulo 3 to the key. Returns false if it has none.
#[inline(never)]
fn draw_candidate<P: Parameters>(
    source: &mut dyn Source,
    g: &mut Polynomial<P::Ring>,
    secret_part: &mut [u8],
) -> Result<bool, Failed> {
    draw(source, g, sampling::small_in)?;
    let mut inverse = Secret::new(Polynomial::zero());
    let invertible = declassified(reciprocal_in::<Whole<P::Ring>, Three>(g, &mut inverse)) != 0;
    if invertible {
        write_inverse(&inverse, secret_part);
    }
    Ok(invertible)
}

/// Draws a list, and writes the polynomial that `sample` makes of it.
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

/// Writes g / (3 f).
#[inline(never)]
fn divide<R: PrimeRing + Multiply>(g: &Polynomial<R>, f: &Polynomial<R>, quotient: &mut Polynomial<R>) {
    let mut inverse = Polynomial::zero();
    reciprocal_of_triple_in(f, &mut inverse);
    inverse.times(g, quotient);
}

/// Writes f, and h, which is in its place, to the bytes of the key.
pub(super) fn write_f_and_h<R: PrimeRing>(f: &Polynomial<R>, slot: Places<'_, R>) {
    declassify(&*slot.public);
    big::encode(slot.public, slot.public_key);
    small::encode(f, &mut slot.secret_part[..small::bytes::<R>()]);
}

/// Writes 1/g modulo 3 to the secret part of the key.
pub(super) fn write_inverse<R: PrimeRing>(inverse: &Polynomial<R>, secret_part: &mut [u8]) {
    small::encode(inverse, &mut secret_part[small::bytes::<R>()..]);
}

/// Decrypt, by f and 1/g: returns the short r whose encryption `ciphertext` is, or some short
/// polynomial if there is none. Where the result of the computation has the wrong weight, it is
/// replaced by the specification's (1, …, 1, 0, …, 0), as the following steps require a short
/// polynomial.
fn decrypt<P: prime::Parameters, O: Operand<P::Ring>>(
    [f, inverse]: [&O; 2],
    ciphertext: &[u8],
) -> Secret<Polynomial<P::Ring>> {
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
