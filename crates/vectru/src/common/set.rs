//! The parameter sets by name, for programs that choose one at run time.

use core::{fmt, str::FromStr};

use crate::common::shared_secret::SharedSecret;

/// The facts of a parameter set that need no type of it.
struct Row {
    name: &'static str,
    /// The lengths of an encapsulation key, a decapsulation key and a ciphertext, in bytes.
    bytes: [usize; 3],
    /// The object identifier of keys, in dotted notation.
    object_identifier: &'static str,
    /// The category of security that the submission claims, 1 to 5.
    category: u8,
    /// The form of a public key in BouncyCastle's key files.
    #[cfg(feature = "pkcs8")]
    public_key_field: PublicKeyField,
    /// The lengths of the parts of a secret key, if BouncyCastle's key files have it in parts.
    #[cfg(feature = "pkcs8")]
    secret_key_parts: &'static [usize],
    /// The length in bytes of a list of p random words of 32 bits, if key generation draws lists.
    #[cfg(feature = "kat")]
    list_bytes: Option<usize>,
    /// The name in the first line of a file of known answers.
    #[cfg(feature = "kat")]
    response_name: &'static str,
}

/// The form in which `subjectPublicKey` of a key file contains the bytes of a public key.
#[cfg(feature = "pkcs8")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code)] // The features may name sets of one form alone.
pub(crate) enum PublicKeyField {
    /// The bytes.
    Key,
    /// An OCTET STRING of them.
    OctetString,
    /// A SEQUENCE of such an OCTET STRING.
    Sequence,
}

/// Returns the category of security of the sets with this dimension: p of NTRU Prime, n of NTRU, or
/// n l of Saber. A dimension without a category does not compile.
const fn category(dimension: usize) -> u8 {
    match dimension {
        509 | 512 | 653 => 1,
        761 => 2,
        677 | 701 | 768 | 857 => 3,
        953 | 1013 => 4,
        821 | 1024 | 1229 | 1277 | 1373 => 5,
        _ => panic!("every set has a category"),
    }
}

/// Declares the enum of the parameter sets and the rows of its variants.
macro_rules! sets {
    ([] $(
        $(#[$note:meta])*
        $feature:literal, $module:ident, $set:ident,
        public key: $public_key:literal, secret key: $secret_key:literal, ciphertext: $ciphertext:literal,
        object identifier: $object_identifier:literal,
        $family:ident $parameters:tt;
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
                #[doc = concat!(describe!($family $parameters), ".")]
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
            pub const ALL: [Self; {
                const ALL: &[Set] = &[$(#[cfg(feature = $feature)] Set::$set),*];
                ALL.len()
            }] = [$(#[cfg(feature = $feature)] Self::$set),*];

            const fn row(self) -> Row {
                match self {
                    $(
                        #[cfg(feature = $feature)]
                        Self::$set => Row {
                            name: $feature,
                            bytes: [$public_key, $secret_key, $ciphertext],
                            object_identifier: $object_identifier,
                            category: const { category(dimension!($family $parameters)) },
                            #[cfg(feature = "pkcs8")]
                            public_key_field: public_key_field!($family),
                            #[cfg(feature = "pkcs8")]
                            secret_key_parts: secret_key_parts!($family $parameters, $public_key),
                            #[cfg(feature = "kat")]
                            list_bytes: list_bytes!($family $parameters),
                            #[cfg(feature = "kat")]
                            response_name: response_name!($feature, $family $parameters),
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
        self.row().category
    }

    /// Returns the form of a public key in BouncyCastle's key files.
    #[cfg(feature = "pkcs8")]
    pub(crate) const fn public_key_field(self) -> PublicKeyField {
        self.row().public_key_field
    }

    /// Returns the lengths in bytes of the parts of a secret key of NTRU Prime, in which
    /// BouncyCastle's key files have it; none for NTRU and Saber, whose secret keys they have
    /// whole.
    #[cfg(feature = "pkcs8")]
    pub(crate) const fn secret_key_parts(self) -> &'static [usize] {
        self.row().secret_key_parts
    }

    /// Returns the length in bytes of a list of p random words of 32 bits, if key generation draws
    /// lists: that of NTRU Prime does.
    #[cfg(feature = "kat")]
    pub(crate) const fn list_bytes(self) -> Option<usize> {
        self.row().list_bytes
    }

    /// Returns the name of the set in the first line of its submission's file of known answers.
    #[cfg(feature = "kat")]
    pub(crate) const fn response_name(self) -> &'static str {
        self.row().response_name
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

    #[cfg(feature = "pkcs8")]
    #[test]
    fn parts_add_up() {
        for set in Set::ALL {
            let parts = set.secret_key_parts();
            assert!(parts.is_empty() || parts.iter().sum::<usize>() == set.secret_key_bytes(), "{set}: {parts:?}");
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
