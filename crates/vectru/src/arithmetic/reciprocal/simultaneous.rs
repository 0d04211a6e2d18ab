//! Reciprocals of several elements from one: Montgomery's trick, `[Mon87]`, section 10.3.1.
//!
//! Let `P_i = a_0 … a_i`. From the reciprocal of the last product follow, from the end,
//! `1/a_i = P_(i-1) / P_i` and `1/P_(i-1) = a_i / P_i`. This costs three products per element.

use alloc::vec::Vec;

use vectru_polymul::multiplier::{Multiply, Prepared, multiply_prepared};
use vectru_polymul::ring::Polynomial;

use crate::common::secret::Secret;

/// A ring in which reciprocals are computed: a quotient of a ring of products by a polynomial, by a
/// number or by both.
pub(crate) trait Inversion {
    /// The ring in which elements are multiplied.
    type Ring: Multiply;

    /// Reduces a product to the form that elements have.
    fn reduce(product: &mut Polynomial<Self::Ring>);

    /// Returns the reciprocal of an element, or a fixed multiple of it. Returns nothing if there is
    /// none, which becomes public.
    fn reciprocal(element: &Polynomial<Self::Ring>) -> Option<Secret<Polynomial<Self::Ring>>>;
}

/// An element with its transform.
pub(crate) type Element<'a, I> = (&'a Polynomial<<I as Inversion>::Ring>, &'a Prepared<<I as Inversion>::Ring>);

/// Secret elements of a quotient.
pub(crate) type Elements<I> = Vec<Secret<Polynomial<<I as Inversion>::Ring>>>;

/// Returns memory for two transforms of each of `count` keys. It is one block, as allocators return
/// memory to the operating system if much is free beside their largest block, and the pages of the
/// next group would be new ones.
pub(crate) fn zeros<R: Multiply>(count: usize) -> Vec<[Secret<Prepared<R>>; 2]> {
    let mut transforms = Vec::with_capacity(count);
    transforms.resize_with(count, || [const { Secret::new(Prepared::ZERO) }; 2]);
    transforms
}

/// Returns the reciprocals of all elements, or the same multiple of them as
/// [`Inversion::reciprocal`]. Returns nothing if an element has none. The caller passes transforms
/// of the elements, which it has other uses for.
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

/// Returns the product in the quotient.
fn product<I: Inversion>(a: &Polynomial<I::Ring>, b: &Prepared<I::Ring>) -> Secret<Polynomial<I::Ring>> {
    let mut product = Secret::new(multiply_prepared(a, b));
    I::reduce(&mut product);
    product
}
