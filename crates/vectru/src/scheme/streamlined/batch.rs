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

use super::Parameters;
use super::encryption::{map_coefficients, write_f_and_h, write_inverse};
use crate::arithmetic::modulo_3::modulo_3;
use crate::arithmetic::product::{multiply_prepared, prepare_in};
use crate::arithmetic::reciprocal::simultaneous::{Inversion, reciprocals, zeros};
use crate::arithmetic::reciprocal::{
    quotient::Whole, reciprocal_of_triple, small_field::Three, small_field::reciprocal,
};
use crate::common::declassify::declassified;
use crate::common::secret::Secret;
use crate::scheme::prime::one_way_function::Slot;
use crate::scheme::prime::{self, PrimeRing, sampling};

/// The field R_q, where `reciprocal` returns the reciprocal of three times an element.
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

/// Writes the keys made of random bytes, one for each slot. Returns false if a candidate for g has
/// no reciprocal modulo 3.
pub(crate) fn keys<P: Parameters>(drawn: &[&[u8]], slots: &mut [Slot<'_, Polynomial<P::Ring>>]) -> bool {
    let list = const { prime::list_bytes::<P>() };
    let gs: Vec<_> = drawn.iter().map(|drawn| sampling::small::<P::Ring>(&drawn[..list])).collect();
    let mut transforms = zeros::<P::Ring>(drawn.len());
    gs.iter().zip(&mut transforms).for_each(|(g, [by_g, _])| prepare_in(by_g, g));
    let pairs: Vec<_> = gs.iter().zip(&transforms).map(|(g, [by_g, _])| (&**g, &**by_g)).collect();
    let Some(inverses) = reciprocals::<ModuloThree<P::Ring>>(&pairs) else { return false };

    let fs: Vec<_> = drawn.iter().map(|drawn| sampling::short::<P::Ring>(&drawn[list..2 * list], P::WEIGHT)).collect();
    fs.iter().zip(&mut transforms).for_each(|(f, [_, by_f])| prepare_in(by_f, f));
    let pairs: Vec<_> = fs.iter().zip(&transforms).map(|(f, [_, by_f])| (&**f, &**by_f)).collect();
    let Some(thirds) = reciprocals::<ModuloQ<P::Ring>>(&pairs) else { return false };

    for (k, Slot { public_key, secret_part, public }) in slots.iter_mut().enumerate() {
        **public = *multiply_prepared(&thirds[k], &transforms[k][0]);
        write_inverse(&inverses[k], secret_part);
        write_f_and_h(&fs[k], Slot { public_key, secret_part, public });
    }
    true
}
