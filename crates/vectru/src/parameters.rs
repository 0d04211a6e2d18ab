//! What the parameters of a mechanism are made of: arrays whose lengths belong to a parameter set.

use core::{fmt::Debug, hash::Hash};

use zeroize::Zeroize;

use crate::secret::Wipe;
use crate::{Error, Object, Set};

mod sealed {
    pub trait Sealed {}
}
pub(crate) use sealed::Sealed;

/// A parameter set: what all families of mechanisms have. Only this crate implements it.
///
/// ```
/// use vectru::{ParameterSet, Set, sntrup761::Sntrup761, streamlined::Array};
/// assert_eq!(Sntrup761::SET, Set::Sntrup761);
/// assert_eq!(<Sntrup761 as ParameterSet>::PublicKeyBytes::LENGTH, 1158);
/// ```
pub trait ParameterSet:
    Sealed + Copy + Clone + Debug + Default + PartialEq + Eq + PartialOrd + Ord + Hash + Send + Sync + 'static
{
    /// The set by name.
    const SET: Set;
    /// An encapsulation key.
    type PublicKeyBytes: Array<u8>;
    /// A decapsulation key.
    type SecretKeyBytes: Array<u8>;
    /// A ciphertext.
    type CiphertextBytes: Array<u8>;
}

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

/// The array of a parameter set with these bytes, if there are as many.
pub(crate) fn exactly<A: Array<u8>>(bytes: &[u8], object: Object) -> Result<A, Error> {
    if bytes.len() != A::LENGTH {
        return Err(Error::Length { object, expected: A::LENGTH, found: bytes.len() });
    }
    let mut array = A::zero();
    array.as_mut().copy_from_slice(bytes);
    Ok(array)
}
