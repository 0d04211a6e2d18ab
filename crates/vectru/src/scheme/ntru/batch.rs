//! Batches of NTRU: keys, ciphertexts and shared secrets of a batch group.
//!
//! The keys of a group share two reciprocals, one modulo q and one modulo 3 ([`reciprocals`]). If f
//! or g of one key is 0, which happens with probability below 2^-799, the group has none. The hashes
//! of a group are computed side by side.

use alloc::vec::Vec;
use core::marker::PhantomData;

use subtle::{Choice, ConditionallySelectable};
use vectru_polymul::multiplier::Multiply;
use vectru_polymul::ring::Polynomial;

use super::encapsulation::encode_message;
use super::encryption::{GeneratedKey, draw, encrypt};
use super::layout::{Layout, PRF_KEY_BYTES};
use super::{Ciphertext, DecapsulationKey, EncapsulationKey, Parameters, sampling};
use crate::arithmetic::cyclotomic::reduce_modulo_3_phi;
use crate::arithmetic::product::{Prepared, multiply_prepared, prepare};
use crate::arithmetic::reciprocal::quotient::Cyclotomic;
use crate::arithmetic::reciprocal::simultaneous::{Inversion, reciprocals};
use crate::arithmetic::reciprocal::small_field::{Three, reciprocal};
use crate::arithmetic::reciprocal::two_adic;
use crate::common::declassify::declassified;
use crate::common::parameters::Array;
use crate::common::secret::Secret;
use crate::common::shared_secret::SharedSecret;
use crate::encoding::bit_packed;
use crate::hashing::Hash;
use crate::hashing::sha3::hash_many;
use crate::scheme::draws::Draws;

/// A key pair.
type KeyPair<P> = (DecapsulationKey<P>, EncapsulationKey<P>);

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

/// Returns the calls that draw the random bytes of a key: f and g, then the key of the pseudorandom
/// function.
pub(crate) const fn key_draws<P: Parameters>() -> Draws {
    Draws { lengths: const { &[P::Seed::LENGTH, PRF_KEY_BYTES] }, rejects: None }
}

/// Returns memory for a key pair.
#[inline(always)]
pub(crate) fn zero_pair<P: Parameters>() -> KeyPair<P> {
    (DecapsulationKey::ZERO, EncapsulationKey::ZERO)
}

/// Writes the key pairs made of random bytes. Returns false if an f, or an f G, has no reciprocal.
pub(crate) fn key_pairs<P: Parameters>(drawn: &[&[u8]], pairs: &mut [KeyPair<P>]) -> bool {
    let () = Layout::<P>::CHECKED;
    let (fs, gs): (Vec<_>, Vec<_>) = drawn.iter().map(|drawn| draw::<P>(&drawn[..P::Seed::LENGTH]).into()).unzip();
    pairs.iter_mut().zip(&fs).for_each(|((key, _), f)| key.trapdoor.f.set(f));
    let elements: Vec<_> = fs.iter().zip(&*pairs).map(|(f, (key, _))| (&**f, &*key.trapdoor.f)).collect();
    let Some(inverses) = reciprocals::<ModuloThree<P::Ring>>(&elements) else { return false };

    let products: Vec<_> = elements.iter().zip(&gs).map(|((_, by_f), g)| multiply_prepared(g, by_f)).collect();
    let by_products: Vec<_> = products.iter().map(|product| Secret::new(prepare(product))).collect();
    let elements: Vec<_> =
        products.iter().zip(&by_products).map(|(product, by_product)| (&**product, &**by_product)).collect();
    let Some(ws) = reciprocals::<ModuloQ<P::Ring>>(&elements) else { return false };

    let polynomials = fs.iter().zip(&inverses).zip(gs.iter().zip(&ws));
    for (((key, public), drawn), ((f, inverse), (g, w))) in pairs.iter_mut().zip(drawn).zip(polynomials) {
        let made = GeneratedKey::<P>::assemble(f.clone(), inverse.clone(), [g, w], &mut key.trapdoor);
        key.write(&made, public).copy_from_slice(&drawn[P::Seed::LENGTH..]);
    }
    true
}

/// Writes the ciphertexts and shared secrets made of random bytes, for one key each.
pub(crate) fn ciphertexts<P: Parameters>(
    keys: &[&EncapsulationKey<P>],
    seeds: &[&[u8]],
    sent: &mut [(Ciphertext<P>, SharedSecret)],
) {
    let mut encoded = Vec::with_capacity(seeds.len());
    for ((key, seed), (ciphertext, _)) in keys.iter().zip(seeds).zip(&mut *sent) {
        let mut message = [Polynomial::zero(); 2];
        sampling::message::<P>(seed, &mut message);
        let mut encrypted = Polynomial::zero();
        encrypt::<P>(message.each_ref(), &key.h, &mut encrypted);
        bit_packed::encode(&encrypted, ciphertext.as_mut_bytes());
        encoded.push(encode_message::<P>(message.each_ref()));
    }
    for ((_, secret), session) in sent.iter_mut().zip(&sessions::<P>(&encoded)) {
        *secret = SharedSecret::new(**session);
    }
}

/// Returns the shared secrets of encoded r and m.
fn sessions<P: Parameters>(encoded: &[[Secret<P::TernaryBytes>; 2]]) -> Vec<Secret<Hash>> {
    let messages: Vec<_> = encoded.iter().map(|[r, m]| [r.as_ref(), m.as_ref()]).collect();
    hash_many(&messages)
}

/// Writes the shared secrets of ciphertexts.
pub(crate) fn shared_secrets<P: Parameters>(
    pairs: &[(&DecapsulationKey<P>, &Ciphertext<P>)],
    received: &mut [SharedSecret],
) {
    let mut encoded = Vec::with_capacity(pairs.len());
    let mut accepted = Secret::new(alloc::vec![0; pairs.len()]);
    for ((key, ciphertext), accepted) in pairs.iter().zip(&mut *accepted) {
        let mut message = [Polynomial::zero(); 2];
        *accepted = key.open(ciphertext.as_bytes(), &mut message).unwrap_u8();
        encoded.push(encode_message::<P>(message.each_ref()));
    }
    let rejections: Vec<_> = pairs
        .iter()
        .map(|(key, ciphertext)| {
            let [_, _, _, prf_key] = Layout::<P>::secret_key(key.bytes.as_ref());
            [prf_key, ciphertext.as_bytes()]
        })
        .collect();
    let (sessions, rejections) = (sessions::<P>(&encoded), hash_many(&rejections));
    for (k, received) in received.iter_mut().enumerate() {
        let secret = Hash::conditional_select(&rejections[k], &sessions[k], Choice::from(accepted[k]));
        *received = SharedSecret::new(secret);
    }
}
