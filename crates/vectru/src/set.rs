//! The parameter sets by name, for programs that choose one at run time.

use core::{fmt, str::FromStr};

use crate::{ntruhps2048509, ntruhps2048677, ntruhps4096821, ntruhps40961229, ntruhrss701, ntruhrss1373, sntrup761};

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
    /// NTRU-HPS, n = 509, q = 2048.
    Ntruhps2048509,
    /// NTRU-HPS, n = 677, q = 2048.
    Ntruhps2048677,
    /// NTRU-HPS, n = 821, q = 4096.
    Ntruhps4096821,
    /// NTRU-HPS, n = 1229, q = 4096.
    Ntruhps40961229,
    /// NTRU-HRSS, n = 701, q = 8192.
    Ntruhrss701,
    /// NTRU-HRSS, n = 1373, q = 16384.
    Ntruhrss1373,
}

impl Set {
    /// All sets of this version.
    ///
    /// ```
    /// use vectru::Set;
    /// assert!(Set::ALL.contains(&Set::Sntrup761));
    /// ```
    pub const ALL: [Self; 7] = [
        Self::Sntrup761,
        Self::Ntruhps2048509,
        Self::Ntruhps2048677,
        Self::Ntruhps4096821,
        Self::Ntruhps40961229,
        Self::Ntruhrss701,
        Self::Ntruhrss1373,
    ];

    /// The name in the specification, in lower case.
    ///
    /// ```
    /// assert_eq!(vectru::Set::Sntrup761.name(), "sntrup761");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sntrup761 => "sntrup761",
            Self::Ntruhps2048509 => "ntruhps2048509",
            Self::Ntruhps2048677 => "ntruhps2048677",
            Self::Ntruhps4096821 => "ntruhps4096821",
            Self::Ntruhps40961229 => "ntruhps40961229",
            Self::Ntruhrss701 => "ntruhrss701",
            Self::Ntruhrss1373 => "ntruhrss1373",
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
            Self::Ntruhps2048509 => ntruhps2048509::PUBLIC_KEY_BYTES,
            Self::Ntruhps2048677 => ntruhps2048677::PUBLIC_KEY_BYTES,
            Self::Ntruhps4096821 => ntruhps4096821::PUBLIC_KEY_BYTES,
            Self::Ntruhps40961229 => ntruhps40961229::PUBLIC_KEY_BYTES,
            Self::Ntruhrss701 => ntruhrss701::PUBLIC_KEY_BYTES,
            Self::Ntruhrss1373 => ntruhrss1373::PUBLIC_KEY_BYTES,
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
            Self::Ntruhps2048509 => ntruhps2048509::SECRET_KEY_BYTES,
            Self::Ntruhps2048677 => ntruhps2048677::SECRET_KEY_BYTES,
            Self::Ntruhps4096821 => ntruhps4096821::SECRET_KEY_BYTES,
            Self::Ntruhps40961229 => ntruhps40961229::SECRET_KEY_BYTES,
            Self::Ntruhrss701 => ntruhrss701::SECRET_KEY_BYTES,
            Self::Ntruhrss1373 => ntruhrss1373::SECRET_KEY_BYTES,
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
            Self::Ntruhps2048509 => ntruhps2048509::CIPHERTEXT_BYTES,
            Self::Ntruhps2048677 => ntruhps2048677::CIPHERTEXT_BYTES,
            Self::Ntruhps4096821 => ntruhps4096821::CIPHERTEXT_BYTES,
            Self::Ntruhps40961229 => ntruhps40961229::CIPHERTEXT_BYTES,
            Self::Ntruhrss701 => ntruhrss701::CIPHERTEXT_BYTES,
            Self::Ntruhrss1373 => ntruhrss1373::CIPHERTEXT_BYTES,
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
            Self::Ntruhps2048509 => ntruhps2048509::SHARED_SECRET_BYTES,
            Self::Ntruhps2048677 => ntruhps2048677::SHARED_SECRET_BYTES,
            Self::Ntruhps4096821 => ntruhps4096821::SHARED_SECRET_BYTES,
            Self::Ntruhps40961229 => ntruhps40961229::SHARED_SECRET_BYTES,
            Self::Ntruhrss701 => ntruhrss701::SHARED_SECRET_BYTES,
            Self::Ntruhrss1373 => ntruhrss1373::SHARED_SECRET_BYTES,
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
/// assert!(UnknownSet.to_string().starts_with("unknown parameter set: expected sntrup761, ntruhps2048509, "));
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
        assert!(alloc::format!("{UnknownSet}").starts_with("unknown parameter set: expected sntrup761, "));
    }
}
