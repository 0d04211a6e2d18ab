//! Parameter sets as types, and the arrays whose lengths they determine.

use core::{fmt::Debug, hash::Hash};

use vectru_polymul::simd::Zero;
use zeroize::Zeroize;

use crate::common::error::ErrorKind;
use crate::common::secret::Wipe;
use crate::common::set::Set;

mod sealed {
    pub trait Sealed {}
}
pub(crate) use sealed::Sealed;

/// A parameter set of any family. Only this crate implements it.
///
/// ```
/// use vectru::{Array, ParameterSet, Set, sntrup761::Sntrup761};
/// assert_eq!(Sntrup761::SET, Set::Sntrup761);
/// assert_eq!(<Sntrup761 as ParameterSet>::PublicKeyBytes::LENGTH, 1158);
/// ```
pub trait ParameterSet:
    Sealed + Copy + Clone + Debug + Default + PartialEq + Eq + PartialOrd + Ord + Hash + Send + Sync + 'static
{
    /// The set by name.
    const SET: Set;
    /// The bytes of an encapsulation key.
    type PublicKeyBytes: Array<u8>;
    /// The bytes of a decapsulation key.
    type SecretKeyBytes: Array<u8>;
    /// The bytes of a ciphertext.
    type CiphertextBytes: Array<u8>;
}

/// An array as an associated type of a parameter set. In stable Rust a generic function cannot name
/// `[T; P::LENGTH]`, but it can name `P::PublicKeyBytes`.
///
/// ```
/// use vectru::Array;
/// assert_eq!(<[u32; 3]>::LENGTH, 3);
/// assert_eq!(<[u32; 3] as Array<u32>>::ZERO, [0; 3]);
/// ```
pub trait Array<T>:
    AsRef<[T]> + AsMut<[T]> + Copy + Debug + PartialEq + Eq + Hash + Wipe + Zeroize + Send + Sync + 'static
{
    /// The number of elements.
    const LENGTH: usize;

    /// The array of zeros.
    const ZERO: Self;

    /// Returns the elements as an array, or none if there are more or fewer than
    /// [`LENGTH`](Self::LENGTH).
    ///
    /// ```
    /// use vectru::Array;
    /// assert_eq!(<[u8; 2]>::of(&[5, 7]), Some(&[5, 7]));
    /// assert_eq!(<[u8; 2]>::of(&[5, 7, 9]), None);
    /// ```
    fn of(elements: &[T]) -> Option<&Self>;

    /// Returns the elements as an array for writing, or none if there are more or fewer than
    /// [`LENGTH`](Self::LENGTH).
    fn of_mut(elements: &mut [T]) -> Option<&mut Self>;
}

impl<T, const LENGTH: usize> Array<T> for [T; LENGTH]
where
    T: Zero + Debug + Default + Eq + Hash + Zeroize + Send + Sync + 'static,
{
    const LENGTH: usize = LENGTH;
    const ZERO: Self = Zero::ZERO;

    fn of(elements: &[T]) -> Option<&Self> {
        elements.try_into().ok()
    }

    fn of_mut(elements: &mut [T]) -> Option<&mut Self> {
        elements.try_into().ok()
    }
}

/// Copies `bytes` to `target`.
///
/// # Errors
///
/// Returns [`ErrorKind::Length`] if the lengths differ.
pub(crate) fn copy_exactly(bytes: &[u8], target: &mut [u8]) -> Result<(), ErrorKind> {
    expect_length(bytes, target.len())?;
    target.copy_from_slice(bytes);
    Ok(())
}

/// Checks that `bytes` has the length of the array `A`.
///
/// # Errors
///
/// Returns [`ErrorKind::Length`] if it has another length.
pub(crate) const fn check_length<A: Array<u8>>(bytes: &[u8]) -> Result<(), ErrorKind> {
    expect_length(bytes, A::LENGTH)
}

/// Checks that `bytes` has the length `expected`.
const fn expect_length(bytes: &[u8], expected: usize) -> Result<(), ErrorKind> {
    match bytes.len() {
        found if found == expected => Ok(()),
        found => Err(ErrorKind::Length { expected, found }),
    }
}
