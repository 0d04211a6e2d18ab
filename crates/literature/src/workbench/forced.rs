//! Forced multipliers (feature `replace`): products in a ring run the multiplier that a program
//! names.

use core::{error, fmt};

use vectru_polymul::multiplier::{self, Replacement};

/// The error of a name that no multiplier of any two operands in the ring has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownMultiplier;

impl fmt::Display for UnknownMultiplier {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("expected a multiplier of the ring that takes any two operands")
    }
}

impl error::Error for UnknownMultiplier {}

/// Makes all products in the ring named `ring` run the multiplier named `name`; with `None`, makes
/// all products run the multiplier that dispatch chooses again: see [`multiplier::force`].
///
/// # Errors
///
/// Returns [`UnknownMultiplier`] if the ring has no multiplier of this name for any two operands.
///
/// ```
/// use vectru_literature::workbench::force;
/// use vectru_polymul::{multiplier::multiply, ring::{Polynomial, Sntrup761}};
/// let a = Polynomial::<Sntrup761>::from_fn(|k| k as i16);
/// force("sntrup761", Some("good-rader-outer"))?;
/// assert_eq!(multiply(&a, &a), a.schoolbook(&a));
/// force("sntrup761", None)?;
/// # Ok::<(), vectru_literature::workbench::UnknownMultiplier>(())
/// ```
pub fn force(ring: &str, name: Option<&str>) -> Result<(), UnknownMultiplier> {
    let named = |name: &str| {
        let source = super::all().find(|source| (source.recipe.ring, source.recipe.name) == (ring, name));
        let replacement = source.and_then(|source| {
            let product = source.product()?;
            Some(Replacement { ring: source.recipe.ring, product })
        });
        replacement.ok_or(UnknownMultiplier)
    };
    multiplier::force(name.map(named).transpose()?);
    Ok(())
}
