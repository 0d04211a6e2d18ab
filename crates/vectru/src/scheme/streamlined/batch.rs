//! Batches of Streamlined NTRU Prime.
//!
//! The keys of a batch group share two reciprocals, one modulo q and one modulo 3
//! ([`reciprocals`]). If one candidate for g has no reciprocal modulo 3, neither does the product
//! of the group. Most such candidates are found before by their remainders modulo [factors of small
//! degree](super::factors).

use alloc::vec::Vec;
use core::marker::PhantomData;

use vectru_polymul::multiplier::Multiply;
use vectru_polymul::ring::Polynomial;

use super::encryption::{Public, Trapdoor, encode_input, encrypt, map_coefficients, write_key};
use super::{Parameters, factors};
use crate::arithmetic::modulo_3::modulo_3;
use crate::arithmetic::product::{multiply_prepared, prepare};
use crate::arithmetic::reciprocal::simultaneous::{Inversion, reciprocals};
use crate::arithmetic::reciprocal::{
    quotient::Whole, reciprocal_of_triple, small_field::Three, small_field::reciprocal,
};
use crate::common::declassify::declassified;
use crate::common::secret::Secret;
use crate::hashing::Hash;
use crate::hashing::ntru_prime::{Message, hashes};
use crate::scheme::draws::Draws;
use crate::scheme::prime::sampling;
use crate::scheme::prime::{self, Core, PrimeRing, Slot};

/// The field R_q. A reciprocal is that of the triple.
struct ModuloQ<R>(PhantomData<R>);

impl<R: PrimeRing + Multiply> Inversion for ModuloQ<R> {
    type Ring = R;

    fn reduce(_: &mut Polynomial<R>) {}

    fn reciprocal(element: &Polynomial<R>) -> Option<Secret<Polynomial<R>>> {
        Some(Secret::new(reciprocal_of_triple(element)))
    }
}

/// The ring R_3, whose elements have coefficients -1, 0 and 1.
struct ModuloThree<R>(PhantomData<R>);

impl<R: PrimeRing + Multiply> Inversion for ModuloThree<R> {
    type Ring = R;

    fn reduce(product: &mut Polynomial<R>) {
        map_coefficients(product, modulo_3);
    }

    fn reciprocal(element: &Polynomial<R>) -> Option<Secret<Polynomial<R>>> {
        let (inverse, invertible) = reciprocal::<Whole<R>, Three>(element);
        let inverse = Secret::new(inverse);
        (declassified(invertible) != 0).then_some(inverse)
    }
}

/// Returns the calls that draw the random bytes of a key.
pub(crate) const fn key_draws<P: Parameters>() -> Draws {
    Draws { lengths: <P as Core>::KEY_LENGTHS, rejects: if P::FACTORS.is_empty() { None } else { Some(rejects::<P>) } }
}

/// Returns whether a factor of small degree divides the candidate for g of a list.
fn rejects<P: Parameters>(list: &[u8]) -> bool {
    factors::divide(P::FACTORS, &sampling::small::<P::Ring>(list))
}

/// Writes the keys made of random bytes, one for each slot. Returns false if a candidate for g has
/// no reciprocal modulo 3.
pub(crate) fn keys<P: Parameters>(drawn: &[&[u8]], slots: &mut [Slot<'_, Public<P>, Trapdoor<P>>]) -> bool {
    let list = const { prime::list_bytes::<P>() };
    let gs: Vec<_> = drawn.iter().map(|drawn| sampling::small::<P::Ring>(&drawn[..list])).collect();
    let by_gs: Vec<_> = gs.iter().map(|g| Secret::new(prepare(g))).collect();
    let pairs: Vec<_> = gs.iter().zip(&by_gs).map(|(g, by_g)| (&**g, &**by_g)).collect();
    let Some(inverses) = reciprocals::<ModuloThree<P::Ring>>(&pairs) else { return false };

    let fs: Vec<_> = drawn.iter().map(|drawn| sampling::short::<P::Ring>(&drawn[list..2 * list], P::WEIGHT)).collect();
    slots.iter_mut().zip(&fs).for_each(|(slot, f)| slot.trapdoor.f.set(f));
    let pairs: Vec<_> = fs.iter().zip(&*slots).map(|(f, slot)| (&**f, &*slot.trapdoor.f)).collect();
    let Some(thirds) = reciprocals::<ModuloQ<P::Ring>>(&pairs) else { return false };

    for (k, slot) in slots.iter_mut().enumerate() {
        let h = multiply_prepared(&thirds[k], &by_gs[k]);
        write_key::<P>([&fs[k], &inverses[k], &h], slot.reborrow());
    }
    true
}

/// Encrypts an input for each key.
pub(crate) fn encrypt_many<P: prime::Parameters>(
    publics: &[&Public<P>],
    inputs: &[Secret<Polynomial<P::Ring>>],
    ciphertexts: &mut [&mut [u8]],
) {
    for ((public, input), ciphertext) in publics.iter().zip(inputs).zip(ciphertexts) {
        encrypt::<P>(public, input, ciphertext);
    }
}

/// Returns Hash_3 of the encoding of each r.
pub(crate) fn digests<P: prime::Parameters>(inputs: &[Secret<Polynomial<P::Ring>>]) -> Vec<Secret<Hash>> {
    let encoded: Vec<_> = inputs.iter().map(|r| encode_input::<P>(r)).collect();
    digests_encoded(&encoded.iter().map(|encoded| encoded.as_ref()).collect::<Vec<_>>())
}

/// Returns Hash_3 of each encoded r or rho.
pub(crate) fn digests_encoded(encoded: &[&[u8]]) -> Vec<Secret<Hash>> {
    hashes(&encoded.iter().map(|encoded| Message::input(encoded)).collect::<Vec<_>>())
}
