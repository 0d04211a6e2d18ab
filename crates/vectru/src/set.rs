//! The parameter sets by name, for programs that choose one at run time.

use core::{fmt, str::FromStr};

use crate::sntrup761;

/// A parameter set of a mechanism.
///
/// ```
/// use vectru::Set;
/// let set: Set = "sntrup761".parse()?;
/// assert_eq!(set, Set::Sntrup761);
/// assert_eq!(set.public_key_bytes(), 1158);
/// # Ok::<(), vectru::UnknownSet>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Set {
    /// Streamlined NTRU Prime, p = 761, q = 4591, w = 286.
    Sntrup761,
}

impl Set {
    /// All sets of this version.
    ///
    /// ```
    /// use vectru::Set;
    /// assert!(Set::ALL.contains(&Set::Sntrup761));
    /// ```
    pub const ALL: [Self; 1] = [Self::Sntrup761];

    /// The name in the specification, in lower case.
    ///
    /// ```
    /// assert_eq!(vectru::Set::Sntrup761.name(), "sntrup761");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sntrup761 => "sntrup761",
        }
    }

    /// The length of an encapsulation key.
    ///
    /// ```
    /// assert_eq!(vectru::Set::Sntrup761.public_key_bytes(), 1158);
    /// ```
    pub const fn public_key_bytes(self) -> usize {
        match self {
            Self::Sntrup761 => sntrup761::PUBLIC_KEY_BYTES,
        }
    }

    /// The length of a decapsulation key.
    ///
    /// ```
    /// assert_eq!(vectru::Set::Sntrup761.secret_key_bytes(), 1763);
    /// ```
    pub const fn secret_key_bytes(self) -> usize {
        match self {
            Self::Sntrup761 => sntrup761::SECRET_KEY_BYTES,
        }
    }

    /// The length of a ciphertext.
    ///
    /// ```
    /// assert_eq!(vectru::Set::Sntrup761.ciphertext_bytes(), 1039);
    /// ```
    pub const fn ciphertext_bytes(self) -> usize {
        match self {
            Self::Sntrup761 => sntrup761::CIPHERTEXT_BYTES,
        }
    }

    /// The length of a shared secret.
    ///
    /// ```
    /// assert_eq!(vectru::Set::Sntrup761.shared_secret_bytes(), 32);
    /// ```
    pub const fn shared_secret_bytes(self) -> usize {
        match self {
            Self::Sntrup761 => sntrup761::SHARED_SECRET_BYTES,
        }
    }
}

impl fmt::Display for Set {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for Set {
    type Err = UnknownSet;
    fn from_str(name: &str) -> Result<Self, UnknownSet> {
        Self::ALL.into_iter().find(|set| set.name() == name).ok_or(UnknownSet)
    }
}

/// The error when a text names no parameter set.
///
/// ```
/// use vectru::{Set, UnknownSet};
/// assert_eq!("sntrup762".parse::<Set>(), Err(UnknownSet));
/// assert_eq!(UnknownSet.to_string(), "unknown parameter set: expected sntrup761");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSet;

impl fmt::Display for UnknownSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("unknown parameter set: expected ")?;
        for (index, set) in Set::ALL.into_iter().enumerate() {
            formatter.write_str(if index == 0 { "" } else { ", " })?;
            formatter.write_str(set.name())?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownSet {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse() {
        for set in Set::ALL {
            assert_eq!(set.name().parse(), Ok(set));
        }
        assert_eq!("sntrup762".parse::<Set>(), Err(UnknownSet));
        assert_eq!(alloc::format!("{UnknownSet}"), "unknown parameter set: expected sntrup761");
    }
}
