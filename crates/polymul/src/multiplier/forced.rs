//! Replaced products (feature `replace`): a program can name a function that computes the products
//! in a ring instead of the multiplier that dispatch chooses. Programs that measure whole
//! mechanisms with another multiplier need it.
//!
//! While a product is replaced, an operand that is prepared for many products is kept as it is and
//! transformed in each product, as in the sources of the multipliers. Times are therefore the times
//! of whole products.

use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

use crate::ring::{Polynomial, Ring};

/// Computes the product of two padded polynomials.
pub type Product = fn(&[i16], &[i16], &mut [i16]);

/// The functions that compute the products in a ring instead of the chosen multiplier.
#[derive(Clone, Copy, Debug)]
pub struct Replacement {
    /// The name of the ring.
    pub ring: &'static str,
    /// The product of two padded polynomials of the ring.
    pub product: Product,
    /// The product of a padded polynomial and a small one, if another function computes it. Then
    /// both operands of each product are read, to tell if one is small: a program that measures
    /// may branch on that.
    pub by_small: Option<Product>,
}

/// True while there is a replacement, so that without one no product waits for a lock.
static ACTIVE: AtomicBool = AtomicBool::new(false);
static REPLACEMENT: RwLock<Option<Replacement>> = RwLock::new(None);

/// Makes all products in the ring of `replacement` run its function; with `None`, makes all
/// products run the multiplier that dispatch chooses again. Operands that were prepared before stay
/// valid.
///
/// ```
/// use vectru_polymul::multiplier::{Replacement, force, multiply};
/// use vectru_polymul::ring::{Polynomial, Sntrup761};
/// let a = Polynomial::<Sntrup761>::from_fn(|k| k as i16);
/// let product = |a: &[i16], _: &[i16], result: &mut [i16]| result.copy_from_slice(a);
/// force(Some(Replacement { ring: "sntrup761", product, by_small: None }));
/// assert_eq!(multiply(&a, &Polynomial::zero()), a);
/// force(None);
/// assert_eq!(multiply(&a, &a), a.schoolbook(&a));
/// ```
pub fn force(replacement: Option<Replacement>) {
    *REPLACEMENT.write().unwrap_or_else(PoisonError::into_inner) = replacement;
    ACTIVE.store(replacement.is_some(), Ordering::Release);
}

/// Returns the replacement of products in the ring, if there is one.
#[inline]
pub(super) fn forced<R: Ring>() -> Option<Replacement> {
    if ACTIVE.load(Ordering::Acquire) { of_ring(R::NAME) } else { None }
}

#[cold]
fn of_ring(ring: &str) -> Option<Replacement> {
    let replacement = *REPLACEMENT.read().unwrap_or_else(PoisonError::into_inner);
    replacement.filter(|replacement| replacement.ring == ring)
}

/// Writes the product by a function that replaces the multiplier.
pub(super) fn product<R: Ring>(
    replacement: Replacement,
    a: &Polynomial<R>,
    b: &Polynomial<R>,
    product: &mut Polynomial<R>,
) {
    let largest = |operand: &[i16]| operand.iter().fold(0, |largest, c| c.unsigned_abs().max(largest));
    let is_small = |operand: &[i16]| largest(operand) <= R::SMALL.unsigned_abs().into();
    let (a, b, product) = (a.padded(), b.padded(), product.padded_mut());
    match replacement.by_small {
        Some(by_small) if is_small(b) => by_small(a, b, product),
        Some(by_small) if is_small(a) => by_small(b, a, product),
        _ => (replacement.product)(a, b, product),
    }
}
