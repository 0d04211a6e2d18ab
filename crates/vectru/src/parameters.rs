//! What the parameters of a mechanism are made of: arrays whose lengths belong to a parameter set.

use core::fmt::Debug;

use zeroize::Zeroize;

use crate::secret::Wipe;

/// An array, as the associated type of a parameter set: a generic function cannot name `[T; P::LENGTH]` in stable
/// Rust, but it can name `P::Words`.
///
/// ```
/// use vectru::streamlined::Array;
/// assert_eq!(<[u32; 3]>::LENGTH, 3);
/// assert_eq!(<[u32; 3]>::zero(), [0; 3]);
/// ```
pub trait Array<T>:
    AsRef<[T]> + AsMut<[T]> + Copy + Debug + PartialEq + Eq + Wipe + Zeroize + Send + Sync + 'static
{
    /// The number of elements.
    const LENGTH: usize;

    /// The array of zeros.
    fn zero() -> Self;
}

impl<T, const LENGTH: usize> Array<T> for [T; LENGTH]
where
    T: Copy + Debug + Default + Eq + Zeroize + Send + Sync + 'static,
{
    const LENGTH: usize = LENGTH;

    fn zero() -> Self {
        [T::default(); LENGTH]
    }
}
