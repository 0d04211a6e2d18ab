//! The reciprocals of many elements by one: Montgomery, "Speeding the Pollard and elliptic curve methods of factorization"
//! (1987), section 10.3.1.
//!
//! With the products `P_i = a_0 … a_i` and the reciprocal of the last, from the end: `1/a_i = P_(i-1) / P_i`, and
//! `1/P_(i-1) = a_i / P_i`. That is three products an element.

use alloc::vec::Vec;

use vectru_polymul::multiplier::{Multiply, Prepared, multiply_prepared};
use vectru_polymul::ring::Polynomial;

use crate::common::secret::Secret;

/// Where reciprocals are taken: a quotient of a ring, by a polynomial or a number or both.
pub(crate) trait Inversion {
    /// The ring in which elements are multiplied.
    type Ring: Multiply;

    /// Brings a product to the form that elements have.
    fn reduce(product: &mut Polynomial<Self::Ring>);

    /// The reciprocal of an element, or a fixed multiple of it; nothing if there is none, which becomes public.
    fn reciprocal(element: &Polynomial<Self::Ring>) -> Option<Secret<Polynomial<Self::Ring>>>;
}

/// An element with its transform.
pub(crate) type Element<'a, I> = (&'a Polynomial<<I as Inversion>::Ring>, &'a Prepared<<I as Inversion>::Ring>);

/// Secret elements of a quotient.
pub(crate) type Elements<I> = Vec<Secret<Polynomial<<I as Inversion>::Ring>>>;

/// The reciprocals of all elements, or the same multiple of them as [`Inversion::reciprocal`] takes; nothing if one element has
/// none. Elements come with their transforms, which their owner has other uses for.
pub(crate) fn reciprocals<I: Inversion>(elements: &[Element<'_, I>]) -> Option<Elements<I>> {
    let mut results: Elements<I> = Vec::with_capacity(elements.len());
    for (element, transformed) in elements {
        results.push(match results.last() {
            None => Secret::new(**element),
            Some(before) => product::<I>(before, transformed),
        });
    }
    let Some(all) = results.last() else { return Some(results) };
    let mut rest = I::reciprocal(all)?;
    let mut by_rest = Secret::new(Prepared::ZERO);
    for i in (1..elements.len()).rev() {
        by_rest.set(&rest);
        results[i] = product::<I>(&results[i - 1], &by_rest);
        rest = product::<I>(&rest, elements[i].1);
    }
    results[0] = rest;
    Some(results)
}

fn product<I: Inversion>(a: &Polynomial<I::Ring>, b: &Prepared<I::Ring>) -> Secret<Polynomial<I::Ring>> {
    let mut product = Secret::new(multiply_prepared(a, b));
    I::reduce(&mut product);
    product
}
