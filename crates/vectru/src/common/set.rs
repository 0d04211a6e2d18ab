//! The parameter sets by name, for programs that choose one at run time.

use core::{fmt, str::FromStr};

use crate::common::shared_secret::SharedSecret;
use crate::common::table::Parameters;

/// The facts of a parameter set that need no type of it.
struct Row {
    name: &'static str,
    /// The lengths of an encapsulation key, a decapsulation key and a ciphertext, in bytes.
    bytes: [usize; 3],
    /// The object identifier of keys, in dotted notation.
    object_identifier: &'static str,
    parameters: Parameters,
}

/// Declares the enum of the parameter sets and the rows of its variants.
macro_rules! sets {
    ([] $(
        $(#[$note:meta])*
        $feature:literal, $module:ident, $set:ident, $bytes:tt, $object_identifier:literal,
        $family:ident over $ring:ident, $kind:ident $parameters:tt;
    )*) => {
        /// A parameter set. It has a variant for each set that the features of the crate name.
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
            $(
                #[doc = concat!(describe!($kind $parameters), ".")]
                #[cfg(feature = $feature)]
                $set,
            )*
        }

        impl Set {
            /// All sets that the features of the crate name.
            ///
            /// ```
            /// use vectru::Set;
            /// assert!(Set::ALL.contains(&Set::Sntrup761));
            /// ```
            pub const ALL: [Self; Self::COMPILED.len()] = *Self::COMPILED.first_chunk().unwrap();

            const COMPILED: &[Self] = &[$(#[cfg(feature = $feature)] Self::$set),*];

            const fn row(self) -> &'static Row {
                match self {
                    $(
                        #[cfg(feature = $feature)]
                        Self::$set => &Row {
                            name: $feature,
                            bytes: $bytes,
                            object_identifier: $object_identifier,
                            parameters: Parameters::$kind $parameters,
                        },
                    )*
                }
            }
        }
    };
}

for_each_set!(sets);

impl Set {
    /// Returns the name in the specification, in lower case.
    ///
    /// ```
    /// assert_eq!(vectru::Set::Sntrup761.name(), "sntrup761");
    /// ```
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the length of an encapsulation key, in bytes.
    ///
    /// ```
    /// assert_eq!(vectru::Set::Sntrup761.public_key_bytes(), 1158);
    /// ```
    pub const fn public_key_bytes(self) -> usize {
        self.row().bytes[0]
    }

    /// Returns the length of a decapsulation key, in bytes.
    ///
    /// ```
    /// assert_eq!(vectru::Set::Sntrup761.secret_key_bytes(), 1763);
    /// ```
    pub const fn secret_key_bytes(self) -> usize {
        self.row().bytes[1]
    }

    /// Returns the length of a ciphertext, in bytes.
    ///
    /// ```
    /// assert_eq!(vectru::Set::Sntrup761.ciphertext_bytes(), 1039);
    /// ```
    pub const fn ciphertext_bytes(self) -> usize {
        self.row().bytes[2]
    }

    /// Returns the length of a shared secret, in bytes: 32 for every set.
    ///
    /// ```
    /// assert_eq!(vectru::Set::Sntrup761.shared_secret_bytes(), 32);
    /// ```
    pub const fn shared_secret_bytes(self) -> usize {
        SharedSecret::BYTES
    }

    /// Returns the object identifier of the keys of this set in key files, in dotted notation.
    ///
    /// No standard assigns one to these mechanisms. BouncyCastle `[LBC26]` has identifiers for them
    /// in the subtree 1.3.6.1.4.1.22554 of its authors.
    ///
    /// ```
    /// assert_eq!(vectru::Set::Sntrup761.object_identifier(), "1.3.6.1.4.1.22554.5.7.2.2");
    /// ```
    pub const fn object_identifier(self) -> &'static str {
        self.row().object_identifier
    }

    /// Returns the category of security that the submission to NIST claims for the set, 1 to 5.
    ///
    /// Categories 1, 3 and 5 stand for a search for a key of AES-128, AES-192 and AES-256, and 2
    /// and 4 for a collision of SHA-256 and SHA-384. Sources: `[BBC+20]`, `[CDH+20]`, `[BMD+20]`.
    ///
    /// ```
    /// assert_eq!(vectru::Set::Sntrup761.category(), 2);
    /// ```
    pub const fn category(self) -> u8 {
        self.parameters().category()
    }

    /// Returns the parameters that the specification gives.
    pub(crate) const fn parameters(self) -> Parameters {
        self.row().parameters
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

/// The error of a text that names no parameter set.
///
/// ```
/// use vectru::{Set, UnknownSet};
/// let error: UnknownSet = "sntrup762".parse::<Set>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown parameter set: expected "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    fn object_identifiers_differ() {
        for (index, set) in Set::ALL.into_iter().enumerate() {
            let identifier = set.object_identifier();
            assert!(identifier.split('.').all(|arc| arc.parse::<u32>().is_ok()), "{set}: {identifier}");
            assert!(Set::ALL[..index].iter().all(|other| other.object_identifier() != identifier), "{set}");
        }
    }

    #[test]
    fn names_parse() {
        for set in Set::ALL {
            assert_eq!(set.name().parse(), Ok(set));
        }
        assert_eq!("sntrup762".parse::<Set>(), Err(UnknownSet));
        let names = Set::ALL.map(Set::name).join(", ");
        assert_eq!(alloc::format!("{UnknownSet}"), alloc::format!("unknown parameter set: expected {names}"));
    }
}
