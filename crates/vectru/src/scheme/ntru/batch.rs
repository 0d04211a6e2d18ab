//! Batches of NTRU: keys, ciphertexts and shared secrets of a batch group.
//!
//! The keys of a group share two reciprocals, one modulo q and one modulo 3 ([`reciprocals`]). If f
//! or g of one key is 0, which happens with probability below 2^-799, the group has none. The
//! hashes of a group are computed side by side.

use alloc::vec::Vec;
use core::marker::PhantomData;

use subtle::{Choice, ConditionallySelectable};
use vectru_polymul::multiplier::Multiply;
use vectru_polymul::ring::Polynomial;

use super::decapsulation::encode;
use super::encapsulation::{encode_message, write_ciphertext};
use super::encryption::{draw, finish};
use super::layout::Layout;
use super::{Ciphertext, DecapsulationKey, EncapsulationKey, Parameters, sampling};
use crate::arithmetic::cyclotomic::reduce_modulo_3_phi;
use crate::arithmetic::product::{Prepared, multiply_prepared, prepare_in};
use crate::arithmetic::reciprocal::quotient::Cyclotomic;
use crate::arithmetic::reciprocal::simultaneous::{Inversion, reciprocals, zeros};
use crate::arithmetic::reciprocal::small_field::{Three, reciprocal};
use crate::arithmetic::reciprocal::two_adic;
use crate::common::declassify::declassified;
use crate::common::parameters::Array;
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::hashing::Hash;
use crate::hashing::sha3::hash_many;
use crate::key::encapsulation::Public;
use crate::key::{AnyDecapsulationKey, AnyEncapsulationKey};
pub(crate) use crate::scheme::batch::{decapsulate_batch, encapsulate_batch, generate_batch};

/// The ring R_q, with reciprocals modulo Phi_n.
struct ModuloQ<R>(PhantomData<R>);

impl<R: Multiply> Inversion for ModuloQ<R> {
    type Ring = R;

    fn reduce(_: &mut Polynomial<R>) {}

    fn reciprocal(element: &Polynomial<R>) -> Option<Secret<Polynomial<R>>> {
        let mut memory = [Secret::new(Prepared::ZERO), Secret::new(Prepared::ZERO)];
        let memory = memory.each_mut().map(|each| &mut **each);
        let (inverse, invertible) = two_adic::reciprocal(Secret::new(*element), memory);
        (declassified(invertible) != 0).then_some(inverse)
    }
}

/// The field of ternary polynomials modulo 3 and Phi_n.
struct ModuloThree<R>(PhantomData<R>);

impl<R: Multiply> Inversion for ModuloThree<R> {
    type Ring = R;

    fn reduce(product: &mut Polynomial<R>) {
        reduce_modulo_3_phi(product);
    }

    fn reciprocal(element: &Polynomial<R>) -> Option<Secret<Polynomial<R>>> {
        let (inverse, invertible) = reciprocal::<Cyclotomic<R>, Three>(element);
        let inverse = Secret::new(inverse);
        (declassified(invertible) != 0).then_some(inverse)
    }
}

/// Writes the key pairs made of random bytes. Returns false if an f, or an f G, has no reciprocal.
pub(crate) fn key_pairs<P: Parameters>(
    drawn: &[&[u8]],
    pairs: &mut [(DecapsulationKey<P>, EncapsulationKey<P>)],
) -> bool {
    let () = Layout::<P>::CHECKED;
    let (fs, gs): (Vec<_>, Vec<_>) = drawn.iter().map(|drawn| draw::<P>(&drawn[..P::Seed::LENGTH]).into()).unzip();
    let mut transforms = zeros::<P::Ring>(drawn.len());
    fs.iter().zip(&mut transforms).for_each(|(f, [by_f, _])| prepare_in(by_f, f));
    let elements: Vec<_> = fs.iter().zip(&transforms).map(|(f, [by_f, _])| (&**f, &**by_f)).collect();
    let Some(inverses) = reciprocals::<ModuloThree<P::Ring>>(&elements) else { return false };

    let products: Vec<_> = elements.iter().zip(&gs).map(|((_, by_f), g)| multiply_prepared(g, by_f)).collect();
    products.iter().zip(&mut transforms).for_each(|(product, [_, by_product])| prepare_in(by_product, product));
    let elements: Vec<_> =
        products.iter().zip(&transforms).map(|(product, [_, by_product])| (&**product, &**by_product)).collect();
    let Some(ws) = reciprocals::<ModuloQ<P::Ring>>(&elements) else { return false };

    for (k, (key, public)) in pairs.iter_mut().enumerate() {
        let [f, inverse, h_inverse] = &mut key.parts;
        (**f, **inverse) = (*fs[k], *inverses[k]);
        let [by_f, by_g] = &mut transforms[k];
        finish([&gs[k], &ws[k]], by_f, by_g, h_inverse, &mut public.parts);
        encode(key, public).copy_from_slice(&drawn[k][P::Seed::LENGTH..]);
    }
    true
}

/// Writes the ciphertexts and shared secrets made of random bytes, for one key each.
pub(crate) fn ciphertexts<P: Parameters>(
    keys: &[AnyEncapsulationKey<'_, P>],
    seeds: &[&[u8]],
    sent: &mut [(Ciphertext<P>, SharedSecret)],
) {
    let mut encoded = Vec::with_capacity(seeds.len());
    for ((key, seed), (ciphertext, _)) in keys.iter().zip(seeds).zip(&mut *sent) {
        let mut message = [Polynomial::zero(); 2];
        sampling::message::<P>(seed, &mut message);
        let (message, bytes) = (message.each_ref(), ciphertext.bytes.as_mut());
        match key.0 {
            Public::Decoded(_, parts) => write_ciphertext::<P>(message, parts, bytes),
            Public::Prepared(prepared) => write_ciphertext::<P>(message, prepared, bytes),
        }
        encoded.push(encode_message::<P>(message));
    }
    for ((_, secret), session) in sent.iter_mut().zip(&sessions::<P>(&encoded)) {
        *secret = SharedSecret::new(**session);
    }
}

/// Returns the shared secrets of encoded r and m.
fn sessions<P: Parameters>(encoded: &[Secret<P::MessageBytes>]) -> Vec<Secret<Hash>> {
    let messages: Vec<_> = encoded.iter().map(|message| [message.as_ref(), &[]]).collect();
    hash_many(&messages)
}

/// Writes the shared secrets of ciphertexts.
pub(crate) fn shared_secrets<P: Parameters>(
    pairs: &[(AnyDecapsulationKey<'_, P>, &P::CiphertextBytes)],
    received: &mut [SharedSecret],
) {
    let mut encoded = Vec::with_capacity(pairs.len());
    let mut accepted = Secret::new(alloc::vec![0; pairs.len()]);
    for ((key, ciphertext), accepted) in pairs.iter().zip(&mut *accepted) {
        let mut message = [Polynomial::zero(); 2];
        *accepted = key.open(ciphertext.as_ref(), &mut message).unwrap_u8();
        encoded.push(encode_message::<P>(message.each_ref()));
    }
    let rejections: Vec<_> = pairs
        .iter()
        .map(|(key, ciphertext)| {
            let [_, _, _, prf_key] = Layout::<P>::secret_key(key.key.as_bytes());
            [prf_key, ciphertext.as_ref()]
        })
        .collect();
    let (sessions, rejections) = (sessions::<P>(&encoded), hash_many(&rejections));
    for (k, received) in received.iter_mut().enumerate() {
        let secret = Hash::conditional_select(&rejections[k], &sessions[k], Choice::from(accepted[k]));
        *received = SharedSecret::new(secret);
    }
}
