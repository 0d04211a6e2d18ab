//! Forced multipliers (feature `workbench`): products in a ring run the multiplier that a program
//! which measures whole mechanisms names, in place of the one that dispatch chooses.
//!
//! While a multiplier is forced, an operand that is prepared for many products is kept as it is and
//! transformed in each product, as in the sources of the multipliers. So times are those of whole
//! products.

use core::sync::atomic::{AtomicUsize, Ordering};

use crate::ring::{Polynomial, Ring};
use crate::workbench::{self, Source};

/// The number of the forced multiplier in the list of all, from 1 on; 0 if none is forced.
static FORCED: AtomicUsize = AtomicUsize::new(0);

/// The error of a name that is not that of a multiplier of any two operands in the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownMultiplier;

impl core::fmt::Display for UnknownMultiplier {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str("expected a multiplier of the ring that takes any two operands")
    }
}

impl core::error::Error for UnknownMultiplier {}

/// Makes all products in the ring named `ring` run the multiplier named `name`; with `None`, makes
/// all products run what dispatch chooses again. Operands that were prepared before serve as they
/// did.
///
/// # Errors
///
/// Returns [`UnknownMultiplier`] if the ring has no multiplier of this name that takes any two
/// operands.
///
/// ```
/// use vectru_polymul::{multiplier::{force, multiply}, ring::{Polynomial, Sntrup761}};
/// let a = Polynomial::<Sntrup761>::from_fn(|k| k as i16);
/// force("sntrup761", Some("good-rader-outer"))?;
/// assert_eq!(multiply(&a, &a), a.schoolbook(&a));
/// force("sntrup761", None)?;
/// # Ok::<(), vectru_polymul::multiplier::UnknownMultiplier>(())
/// ```
pub fn force(ring: &str, name: Option<&str>) -> Result<(), UnknownMultiplier> {
    let number = match name {
        None => 0,
        Some(name) => {
            let same = |source: &Source| (source.recipe.ring, source.recipe.name) == (ring, name);
            workbench::all().position(|source| same(source) && source.product().is_some()).ok_or(UnknownMultiplier)? + 1
        }
    };
    FORCED.store(number, Ordering::Relaxed);
    Ok(())
}

/// Returns the forced multiplier, if it is one of the ring.
#[inline]
pub(super) fn forced<R: Ring>() -> Option<&'static Source> {
    let number = FORCED.load(Ordering::Relaxed);
    if number == 0 { None } else { of_ring(number - 1, R::NAME) }
}

#[cold]
fn of_ring(index: usize, ring: &str) -> Option<&'static Source> {
    workbench::all().nth(index).filter(|source| source.recipe.ring == ring)
}

/// Writes the product by a forced multiplier.
pub(super) fn product<R: Ring>(source: &Source, a: &Polynomial<R>, b: &Polynomial<R>, product: &mut Polynomial<R>) {
    if let Some(multiply) = source.product() {
        multiply(a.padded(), b.padded(), product.padded_mut());
    }
}
