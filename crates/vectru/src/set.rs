//! The parameter sets by name, for programs that choose one at run time.

use core::{fmt, str::FromStr};

use crate::mechanism::Visitor;

/// Declares the sets: the name of each, that of its module, and what it is.
macro_rules! sets {
    ($($(#[$doc:meta])* $feature:literal $set:ident: $module:ident;)*) => {
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
            $($(#[$doc])* #[cfg(feature = $feature)] $set,)*
        }

        impl Set {
            /// All sets of this version.
            ///
            /// ```
            /// use vectru::Set;
            /// assert!(Set::ALL.contains(&Set::Sntrup761));
            /// ```
            pub const ALL: [Self; {
                const ALL: &[Set] = &[$(#[cfg(feature = $feature)] Set::$set),*];
                ALL.len()
            }] = [$(#[cfg(feature = $feature)] Self::$set),*];

            /// The name in the specification, in lower case.
            ///
            /// ```
            /// assert_eq!(vectru::Set::Sntrup761.name(), "sntrup761");
            /// ```
            pub const fn name(self) -> &'static str {
                match self {
                    $(#[cfg(feature = $feature)] Self::$set => stringify!($module),)*
                }
            }

            /// The length of an encapsulation key.
            ///
            /// ```
            /// assert_eq!(vectru::Set::Sntrup761.public_key_bytes(), 1158);
            /// ```
            pub const fn public_key_bytes(self) -> usize {
                match self {
                    $(#[cfg(feature = $feature)] Self::$set => crate::$module::PUBLIC_KEY_BYTES,)*
                }
            }

            /// The length of a decapsulation key.
            ///
            /// ```
            /// assert_eq!(vectru::Set::Sntrup761.secret_key_bytes(), 1763);
            /// ```
            pub const fn secret_key_bytes(self) -> usize {
                match self {
                    $(#[cfg(feature = $feature)] Self::$set => crate::$module::SECRET_KEY_BYTES,)*
                }
            }

            /// The length of a ciphertext.
            ///
            /// ```
            /// assert_eq!(vectru::Set::Sntrup761.ciphertext_bytes(), 1039);
            /// ```
            pub const fn ciphertext_bytes(self) -> usize {
                match self {
                    $(#[cfg(feature = $feature)] Self::$set => crate::$module::CIPHERTEXT_BYTES,)*
                }
            }

            /// The length of a shared secret.
            ///
            /// ```
            /// assert_eq!(vectru::Set::Sntrup761.shared_secret_bytes(), 32);
            /// ```
            pub const fn shared_secret_bytes(self) -> usize {
                match self {
                    $(#[cfg(feature = $feature)] Self::$set => crate::$module::SHARED_SECRET_BYTES,)*
                }
            }

            /// The length of a list of random words, if the mechanism draws lists.
            #[cfg(feature = "kat")]
            pub(crate) const fn list_bytes(self) -> Option<usize> {
                match self {
                    $(#[cfg(feature = $feature)] Self::$set => <crate::$module::$set as crate::Mechanism>::LIST_BYTES,)*
                }
            }

            /// What `visitor` makes of the mechanism of this set.
            ///
            /// ```
            /// use vectru::{Mechanism, Set, mechanism::Visitor};
            ///
            /// struct Agree;
            ///
            /// impl Visitor for Agree {
            ///     type Output = bool;
            ///     fn visit<M: Mechanism>(self) -> bool {
            ///         let mut rng = vectru::system_rng();
            ///         let (secret_key, public_key) = M::generate(&mut rng);
            ///         let (ciphertext, sent) = M::encapsulate(&public_key, &mut rng);
            ///         M::decapsulate(&secret_key, &ciphertext) == sent
            ///     }
            /// }
            /// assert!(Set::ALL.into_iter().all(|set| set.visit(Agree)));
            /// ```
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match (self, visitor) {
                    $(#[cfg(feature = $feature)] (Self::$set, visitor) => visitor.visit::<crate::$module::$set>(),)*
                }
            }
        }
    };
}

sets! {
    /// Streamlined NTRU Prime, p = 653, q = 4621, w = 288.
    "sntrup653" Sntrup653: sntrup653;
    /// Streamlined NTRU Prime, p = 761, q = 4591, w = 286.
    "sntrup761" Sntrup761: sntrup761;
    /// Streamlined NTRU Prime, p = 857, q = 5167, w = 322.
    "sntrup857" Sntrup857: sntrup857;
    /// Streamlined NTRU Prime, p = 953, q = 6343, w = 396.
    "sntrup953" Sntrup953: sntrup953;
    /// Streamlined NTRU Prime, p = 1013, q = 7177, w = 448.
    "sntrup1013" Sntrup1013: sntrup1013;
    /// Streamlined NTRU Prime, p = 1277, q = 7879, w = 492.
    "sntrup1277" Sntrup1277: sntrup1277;
    /// NTRU LPRime, p = 653, q = 4621, w = 252.
    "ntrulpr653" Ntrulpr653: ntrulpr653;
    /// NTRU LPRime, p = 761, q = 4591, w = 250.
    "ntrulpr761" Ntrulpr761: ntrulpr761;
    /// NTRU LPRime, p = 857, q = 5167, w = 281.
    "ntrulpr857" Ntrulpr857: ntrulpr857;
    /// NTRU LPRime, p = 953, q = 6343, w = 345.
    "ntrulpr953" Ntrulpr953: ntrulpr953;
    /// NTRU LPRime, p = 1013, q = 7177, w = 392.
    "ntrulpr1013" Ntrulpr1013: ntrulpr1013;
    /// NTRU LPRime, p = 1277, q = 7879, w = 429.
    "ntrulpr1277" Ntrulpr1277: ntrulpr1277;
    /// NTRU-HPS, n = 509, q = 2048.
    "ntruhps2048509" Ntruhps2048509: ntruhps2048509;
    /// NTRU-HPS, n = 677, q = 2048.
    "ntruhps2048677" Ntruhps2048677: ntruhps2048677;
    /// NTRU-HPS, n = 821, q = 4096.
    "ntruhps4096821" Ntruhps4096821: ntruhps4096821;
    /// NTRU-HPS, n = 1229, q = 4096.
    "ntruhps40961229" Ntruhps40961229: ntruhps40961229;
    /// NTRU-HRSS, n = 701, q = 8192.
    "ntruhrss701" Ntruhrss701: ntruhrss701;
    /// NTRU-HRSS, n = 1373, q = 16384.
    "ntruhrss1373" Ntruhrss1373: ntruhrss1373;
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
/// assert!(UnknownSet.to_string().starts_with("unknown parameter set: expected sntrup653, "));
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
        assert!(alloc::format!("{UnknownSet}").starts_with("unknown parameter set: expected sntrup653, "));
    }
}
