//! Forced multipliers (feature `replace`): products in a ring run the multiplier that a program
//! names.

use core::{error, fmt};

use vectru_polymul::multiplier::{self, Replacement};
use vectru_polymul::workbench::Source;

/// The error of a name that names no multiplier of any two operands in the ring.
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
/// A name `a with b` names two multipliers: a, which takes only small second operands, for the
/// products that have a small operand, and b for all others.
///
/// # Errors
///
/// Returns [`UnknownMultiplier`] if the ring has no multiplier of this name for any two operands,
/// or none of the first name for small second operands alone.
///
/// ```
/// use vectru_literature::workbench::force;
/// use vectru_polymul::{multiplier::multiply, ring::{Polynomial, Sntrup761}};
/// let a = Polynomial::<Sntrup761>::from_fn(|k| k as i16);
/// let b = Polynomial::<Sntrup761>::from_fn(|k| 1 - (k % 3) as i16);
/// for name in ["good-rader-outer", "good-thomas with good-rader-outer"] {
///     force("sntrup761", Some(name))?;
///     assert_eq!(multiply(&a, &a), a.schoolbook(&a));
///     assert_eq!(multiply(&a, &b), a.schoolbook(&b));
///     assert_eq!(multiply(&b, &a), a.schoolbook(&b));
/// }
/// assert!(force("sntrup761", Some("good-thomas")).is_err());
/// force("sntrup761", None)?;
/// # Ok::<(), vectru_literature::workbench::UnknownMultiplier>(())
/// ```
pub fn force(ring: &str, name: Option<&str>) -> Result<(), UnknownMultiplier> {
    multiplier::force(name.map(|name| replacement(ring, name).ok_or(UnknownMultiplier)).transpose()?);
    Ok(())
}

/// Returns the functions of the named multiplier, or of the two that a name with `with` names.
fn replacement(ring: &str, name: &str) -> Option<Replacement> {
    let find = |name: &str| super::all().find(|source| (source.recipe.ring, source.recipe.name) == (ring, name));
    let (by_small, any) = match name.split_once(" with ") {
        Some((by_small, any)) => (Some(find(by_small).and_then(Source::by_small_only)?), any),
        None => (None, name),
    };
    let source = find(any)?;
    Some(Replacement { ring: source.recipe.ring, product: source.product()?, by_small })
}
