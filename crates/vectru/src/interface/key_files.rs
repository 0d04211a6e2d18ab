//! Key files: public keys as SubjectPublicKeyInfo `[CSF+08]` and secret keys as PKCS#8 `[Tur10]`,
//! in DER or in PEM `[JL15]`.
//!
//! ```
//! use vectru::key_files::{PublicKeyFile, SecretKeyFile};
//! use vectru::sntrup761::{Sntrup761, generate};
//!
//! let (secret_key, public_key) = generate(&mut vectru::system_rng());
//! let pem = PublicKeyFile::of::<Sntrup761>(&public_key).to_pem();
//! assert!(pem.starts_with("-----BEGIN PUBLIC KEY-----\n"));
//! assert_eq!(PublicKeyFile::from_pem(&pem)?.key::<Sntrup761>()?, public_key);
//!
//! let pem = SecretKeyFile::of::<Sntrup761>(&secret_key).to_pem();
//! let loaded = SecretKeyFile::from_pem(&*pem)?.key::<Sntrup761>()?;
//! assert_eq!(loaded.encapsulation_key(), &public_key);
//! # Ok::<(), vectru::key_files::KeyFileError>(())
//! ```
//!
//! A file names its parameter set by an object identifier, so a program can take keys of any set:
//!
//! ```
//! use vectru::Set;
//! use vectru::key_files::PublicKeyFile;
//! use vectru::ntruhrss701::{Ntruhrss701, generate};
//!
//! let (_, public_key) = generate(&mut vectru::system_rng());
//! let file = PublicKeyFile::from_der(&PublicKeyFile::of::<Ntruhrss701>(&public_key).to_der())?;
//! assert_eq!((file.set(), file.as_bytes()), (Set::Ntruhrss701, public_key.as_bytes()));
//! # Ok::<(), vectru::key_files::KeyFileError>(())
//! ```
//!
//! The keys of all sets also implement the traits of the crate [`pkcs8`], whose errors say less:
//!
//! ```
//! use vectru::key_files::pkcs8::{DecodePrivateKey, EncodePrivateKey, LineEnding};
//! use vectru::sntrup761::{DecapsulationKey, generate};
//!
//! let (secret_key, public_key) = generate(&mut vectru::system_rng());
//! let pem = secret_key.to_pkcs8_pem(LineEnding::LF)?;
//! assert_eq!(DecapsulationKey::from_pkcs8_pem(&pem)?.encapsulation_key(), &public_key);
//! # Ok::<(), vectru::key_files::pkcs8::Error>(())
//! ```
//!
//! # Contents of the files
//!
//! The algorithm is the [object identifier](Set::object_identifier) of the set, without parameters.
//!
//! | field | written | also read |
//! | --- | --- | --- |
//! | `subjectPublicKey` of NTRU Prime | an OCTET STRING of the key's bytes | the key's bytes |
//! | `subjectPublicKey` of NTRU | the key's bytes | an OCTET STRING of them |
//! | `subjectPublicKey` of Saber | a SEQUENCE of an OCTET STRING of the key's bytes | the key's bytes; an OCTET STRING of them |
//! | `privateKey` of NTRU Prime | a SEQUENCE of OCTET STRINGs, one for each part of the key | the key's bytes; an OCTET STRING of them |
//! | `privateKey` of NTRU and Saber | an OCTET STRING of the key's bytes | the key's bytes |
//!
//! The parts of a secret key of NTRU Prime are f, 1/g, public key, rho and hash, or a, public key,
//! rho and hash, in the order in which the key has them. This is what BouncyCastle `[LBC26]` writes
//! and reads.
//!
//! Documents must be DER: lengths in their shortest form, no trailing bytes. PEM must be strict:
//! lines of 64 characters, of which the last may be shorter, no headers. Text before it and white
//! space behind it are ignored. Attributes and a public key in a PKCS#8 document are ignored, too.
//!
//! Keys are not encrypted. Buffers with secret keys are wiped when they are dropped.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use pkcs8::der::asn1::{AnyRef, BitStringRef, OctetStringRef};
use pkcs8::der::{self, Decode, Document, Encode, Reader, SecretDocument, SliceReader, Tag, Tagged, pem};
use pkcs8::spki::{self, AlgorithmIdentifierRef};
use pkcs8::{EncodePrivateKey, EncodePublicKey, ObjectIdentifier, PrivateKeyInfoRef, SubjectPublicKeyInfoRef};
use zeroize::Zeroizing;

use crate::common::error::{Error, ErrorKind, Object};
use crate::common::set::Set;
use crate::common::stack::{moves, with_wiped_stack};
use crate::common::table::Parameters;
use crate::key::{DecapsulationKey, EncapsulationKey};
use crate::mechanism::Mechanism;

/// The crate of the traits, for programs that do not depend on it themselves.
pub use pkcs8;

/// The reason why encoding cannot fail.
const FITS: &str = "a key is shorter than the longest document";

/// The error of a document that is no key file.
///
/// ```
/// use vectru::{Set, key_files::{KeyFileError, PublicKeyFile}, ntruhrss701::Ntruhrss701};
/// let file = PublicKeyFile::new(Set::Sntrup761, &[0; 1158]).expect("the length is right");
/// let error = file.key::<Ntruhrss701>().unwrap_err();
/// let (expected, found) = (Set::Ntruhrss701, Set::Sntrup761);
/// assert_eq!(error, KeyFileError::OtherSet { expected, found });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyFileError {
    /// The text is not PEM.
    Pem(pem::Error),
    /// The PEM text has another label than this kind of key.
    Label {
        /// The label of this kind of key.
        expected: &'static str,
        /// The label found.
        found: String,
    },
    /// The document, or a field of it, is not DER, or does not have the fields of this kind of key.
    Der(der::Error),
    /// The object identifier of the algorithm belongs to no parameter set that the features of the
    /// crate name.
    UnknownAlgorithm {
        /// The object identifier found.
        found: ObjectIdentifier,
    },
    /// The algorithm has parameters.
    AlgorithmParameters {
        /// The parameter set.
        set: Set,
    },
    /// The key belongs to another parameter set.
    OtherSet {
        /// The parameter set of the caller.
        expected: Set,
        /// The parameter set of the file.
        found: Set,
    },
    /// The BIT STRING of a public key does not consist of whole bytes.
    UnusedBits {
        /// The number of unused bits in the last byte.
        found: u8,
    },
    /// A part of a secret key has another length.
    PartLength {
        /// The parameter set.
        set: Set,
        /// The number of the part, from 0.
        index: usize,
        /// The length of the part, in bytes.
        expected: usize,
        /// The length found, in bytes.
        found: usize,
    },
    /// The bytes in the file are not a key of the parameter set.
    Key(Error),
}

impl fmt::Display for KeyFileError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pem(error) => write!(formatter, "wrong text: expected PEM, found another: {error}"),
            Self::Label { expected, found } => {
                write!(formatter, "wrong label: expected BEGIN {expected}, found BEGIN {found}")
            }
            Self::Der(error) => write!(formatter, "wrong structure: expected a key in DER, found another: {error}"),
            Self::UnknownAlgorithm { found } => {
                write!(formatter, "unknown algorithm: expected the object identifier of a parameter set, found {found}")
            }
            Self::AlgorithmParameters { set } => {
                write!(formatter, "wrong algorithm: expected {set} without parameters, found some")
            }
            Self::OtherSet { expected, found } => {
                write!(formatter, "wrong parameter set: expected a key of {expected}, found one of {found}")
            }
            Self::UnusedBits { found } => {
                write!(formatter, "wrong length: expected whole bytes, found {found} unused bits")
            }
            Self::PartLength { set, index, expected, found } => {
                write!(
                    formatter,
                    "{set} secret key: wrong length of part {index}: expected {expected} bytes, found {found}"
                )
            }
            Self::Key(error) => error.fmt(formatter),
        }
    }
}

impl core::error::Error for KeyFileError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Pem(error) => Some(error),
            Self::Der(error) => Some(error),
            Self::Key(error) => Some(error),
            _ => None,
        }
    }
}

impl From<pem::Error> for KeyFileError {
    fn from(error: pem::Error) -> Self {
        Self::Pem(error)
    }
}

impl From<der::Error> for KeyFileError {
    fn from(error: der::Error) -> Self {
        Self::Der(error)
    }
}

impl From<Error> for KeyFileError {
    fn from(error: Error) -> Self {
        Self::Key(error)
    }
}

/// The contents of a file with a public key: the parameter set and the key's bytes.
///
/// [`key`](Self::key) checks that the bytes are a key. Their length is already checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PublicKeyFile {
    set: Set,
    bytes: Vec<u8>,
}

impl PublicKeyFile {
    /// The label of the PEM text.
    pub const LABEL: &'static str = "PUBLIC KEY";

    /// Returns the file of a key.
    ///
    /// ```
    /// use vectru::{key_files::PublicKeyFile, sntrup761::{Sntrup761, generate}};
    /// let (_, key) = generate(&mut vectru::system_rng());
    /// let file = PublicKeyFile::of::<Sntrup761>(&key);
    /// assert_eq!(file.as_bytes(), key.as_bytes());
    /// ```
    pub fn of<K: Mechanism>(key: &EncapsulationKey<K>) -> Self {
        Self { set: K::SET, bytes: key.as_bytes().to_vec() }
    }

    /// Returns the file of the key with these bytes.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Length`] if `bytes` does not have the length of a public key of `set`.
    ///
    /// ```
    /// use vectru::{Set, key_files::PublicKeyFile};
    /// assert!(PublicKeyFile::new(Set::Sntrup761, &[0; 1158]).is_ok());
    /// assert!(PublicKeyFile::new(Set::Sntrup761, &[0; 1157]).is_err());
    /// ```
    pub fn new(set: Set, bytes: &[u8]) -> Result<Self, Error> {
        check_length(set, Object::PublicKey, bytes.len(), set.public_key_bytes())?;
        Ok(Self { set, bytes: bytes.to_vec() })
    }

    /// Returns the file with this SubjectPublicKeyInfo.
    ///
    /// # Errors
    ///
    /// Returns an error if `document` is not the DER of a public key: see [`KeyFileError`].
    ///
    /// ```
    /// use vectru::key_files::{KeyFileError, PublicKeyFile};
    /// assert!(matches!(PublicKeyFile::from_der(&[0x30, 0]), Err(KeyFileError::Der(_))));
    /// ```
    pub fn from_der(document: &[u8]) -> Result<Self, KeyFileError> {
        Self::from_info(&SubjectPublicKeyInfoRef::from_der(document)?)
    }

    /// Returns the file with this PEM text.
    ///
    /// # Errors
    ///
    /// Returns an error if `text` is not the PEM text of a public key: see [`KeyFileError`].
    ///
    /// ```
    /// use vectru::key_files::{KeyFileError, PublicKeyFile};
    /// let text = "-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n";
    /// let error = PublicKeyFile::from_pem(text).unwrap_err();
    /// let text = "wrong label: expected BEGIN PUBLIC KEY, found BEGIN PRIVATE KEY";
    /// assert_eq!(error.to_string(), text);
    /// ```
    pub fn from_pem(text: impl AsRef<[u8]>) -> Result<Self, KeyFileError> {
        Self::from_der(&decode_pem(text.as_ref(), Self::LABEL)?)
    }

    fn from_info(info: &SubjectPublicKeyInfoRef<'_>) -> Result<Self, KeyFileError> {
        let set = set_of(&info.algorithm)?;
        let bits = info.subject_public_key;
        let field = bits.as_bytes().ok_or(KeyFileError::UnusedBits { found: bits.unused_bits() })?;
        let length = set.public_key_bytes();
        let in_sequence = matches!(set.parameters(), Parameters::Saber { .. });
        let contents = if in_sequence && field.len() != length { in_sequence_of_one(field) } else { None };
        Ok(Self::new(set, contents.unwrap_or_else(|| whole(field, length)))?)
    }

    /// Returns the parameter set.
    ///
    /// ```
    /// use vectru::{key_files::PublicKeyFile, sntrup761::{Sntrup761, generate}};
    /// let (_, key) = generate(&mut vectru::system_rng());
    /// let file = PublicKeyFile::of::<Sntrup761>(&key);
    /// assert_eq!(file.set(), vectru::Set::Sntrup761);
    /// ```
    pub const fn set(&self) -> Set {
        self.set
    }

    /// Returns the bytes of the key, as in the specification.
    ///
    /// ```
    /// use vectru::{key_files::PublicKeyFile, sntrup761::{Sntrup761, generate}};
    /// let (_, key) = generate(&mut vectru::system_rng());
    /// let file = PublicKeyFile::of::<Sntrup761>(&key);
    /// assert_eq!(file.as_bytes(), key.as_bytes());
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the key.
    ///
    /// # Errors
    ///
    /// Returns an error if the key belongs to another set than `K`, or its bytes are not valid.
    ///
    /// ```
    /// use vectru::{key_files::PublicKeyFile, sntrup761::{Sntrup761, generate}};
    /// let (_, key) = generate(&mut vectru::system_rng());
    /// let file = PublicKeyFile::of::<Sntrup761>(&key);
    /// assert_eq!(file.key::<Sntrup761>()?, key);
    /// # Ok::<(), vectru::key_files::KeyFileError>(())
    /// ```
    pub fn key<K: Mechanism>(&self) -> Result<EncapsulationKey<K>, KeyFileError> {
        check_set(K::SET, self.set)?;
        Ok(EncapsulationKey::from_bytes(&self.bytes)?)
    }

    /// Returns the SubjectPublicKeyInfo.
    ///
    /// ```
    /// use vectru::{key_files::PublicKeyFile, sntrup761::{Sntrup761, generate}};
    /// let (_, key) = generate(&mut vectru::system_rng());
    /// let file = PublicKeyFile::of::<Sntrup761>(&key);
    /// assert_eq!(PublicKeyFile::from_der(&file.to_der())?, file);
    /// # Ok::<(), vectru::key_files::KeyFileError>(())
    /// ```
    pub fn to_der(&self) -> Vec<u8> {
        let wrapped;
        let field = match self.set.parameters() {
            Parameters::Hps { .. } | Parameters::Hrss { .. } => &self.bytes,
            Parameters::Streamlined { .. } | Parameters::Ntrulpr { .. } => {
                wrapped = octet_string(&self.bytes);
                &wrapped
            }
            Parameters::Saber { .. } => {
                wrapped = sequence(&octet_string(&self.bytes));
                &wrapped
            }
        };
        let subject_public_key = BitStringRef::from_bytes(field).expect(FITS);
        SubjectPublicKeyInfoRef { algorithm: algorithm(self.set), subject_public_key }.to_der().expect(FITS)
    }

    /// Returns the PEM text of the SubjectPublicKeyInfo.
    ///
    /// ```
    /// use vectru::{key_files::PublicKeyFile, sntrup761::{Sntrup761, generate}};
    /// let (_, key) = generate(&mut vectru::system_rng());
    /// let file = PublicKeyFile::of::<Sntrup761>(&key);
    /// assert_eq!(PublicKeyFile::from_pem(file.to_pem())?, file);
    /// # Ok::<(), vectru::key_files::KeyFileError>(())
    /// ```
    pub fn to_pem(&self) -> String {
        pem::encode_string(Self::LABEL, pem::LineEnding::LF, &self.to_der()).expect(FITS)
    }
}

/// The contents of a file with a secret key: the parameter set and the key's bytes. They are wiped
/// when dropped, and not shown by `Debug`.
///
/// [`key`](Self::key) checks that the bytes are a key. Their length is already checked.
#[derive(Clone)]
pub struct SecretKeyFile {
    set: Set,
    bytes: Zeroizing<Vec<u8>>,
}

impl SecretKeyFile {
    /// The label of the PEM text.
    pub const LABEL: &'static str = "PRIVATE KEY";

    /// Returns the file of a key.
    ///
    /// ```
    /// use vectru::{key_files::SecretKeyFile, sntrup761::{Sntrup761, generate}};
    /// let (key, _) = generate(&mut vectru::system_rng());
    /// let file = SecretKeyFile::of::<Sntrup761>(&key);
    /// assert_eq!(file.as_bytes(), key.as_bytes());
    /// ```
    pub fn of<K: Mechanism>(key: &DecapsulationKey<K>) -> Self {
        Self { set: K::SET, bytes: Zeroizing::new(key.as_bytes().to_vec()) }
    }

    /// Returns the file of the key with these bytes.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Length`] if `bytes` does not have the length of a secret key of `set`.
    ///
    /// ```
    /// use vectru::{Set, key_files::SecretKeyFile};
    /// assert!(SecretKeyFile::new(Set::Sntrup761, &[0; 1763]).is_ok());
    /// assert!(SecretKeyFile::new(Set::Sntrup761, &[0; 1762]).is_err());
    /// ```
    pub fn new(set: Set, bytes: &[u8]) -> Result<Self, Error> {
        check_length(set, Object::SecretKey, bytes.len(), set.secret_key_bytes())?;
        Ok(Self { set, bytes: Zeroizing::new(bytes.to_vec()) })
    }

    /// Returns the file with this PKCS#8 document.
    ///
    /// # Errors
    ///
    /// Returns an error if `document` is not the DER of a secret key: see [`KeyFileError`].
    ///
    /// ```
    /// use vectru::key_files::{KeyFileError, SecretKeyFile};
    /// assert!(matches!(SecretKeyFile::from_der(&[0x30, 0]), Err(KeyFileError::Der(_))));
    /// ```
    pub fn from_der(document: &[u8]) -> Result<Self, KeyFileError> {
        Self::from_info(&PrivateKeyInfoRef::from_der(document)?)
    }

    /// Returns the file with this PEM text.
    ///
    /// # Errors
    ///
    /// Returns an error if `text` is not the PEM text of a secret key: see [`KeyFileError`].
    ///
    /// ```
    /// use vectru::key_files::{KeyFileError, SecretKeyFile};
    /// assert!(matches!(SecretKeyFile::from_pem("no key"), Err(KeyFileError::Pem(_))));
    /// ```
    pub fn from_pem(text: impl AsRef<[u8]>) -> Result<Self, KeyFileError> {
        Self::from_der(&decode_pem(text.as_ref(), Self::LABEL)?)
    }

    fn from_info(info: &PrivateKeyInfoRef<'_>) -> Result<Self, KeyFileError> {
        let set = set_of(&info.algorithm)?;
        let field = info.private_key.as_bytes();
        let parts = secret_key_parts(set);
        // A key's bytes may begin like a SEQUENCE, but no SEQUENCE of all parts is as short.
        if parts.is_empty() || field.len() == set.secret_key_bytes() || field.first() != Some(&SEQUENCE) {
            return Ok(Self::new(set, whole(field, set.secret_key_bytes()))?);
        }
        let mut bytes = Zeroizing::new(Vec::with_capacity(set.secret_key_bytes()));
        let mut reader = SliceReader::new(field)?;
        reader.sequence(|reader| {
            for (index, &expected) in parts.iter().enumerate() {
                let part = <&OctetStringRef>::decode(reader)?.as_bytes();
                if part.len() != expected {
                    return Err(KeyFileError::PartLength { set, index, expected, found: part.len() });
                }
                bytes.extend_from_slice(part);
            }
            Ok(())
        })?;
        reader.finish()?;
        Ok(Self { set, bytes })
    }

    /// Returns the parameter set.
    ///
    /// ```
    /// use vectru::{key_files::SecretKeyFile, sntrup761::{Sntrup761, generate}};
    /// let (key, _) = generate(&mut vectru::system_rng());
    /// let file = SecretKeyFile::of::<Sntrup761>(&key);
    /// assert_eq!(file.set(), vectru::Set::Sntrup761);
    /// ```
    pub const fn set(&self) -> Set {
        self.set
    }

    /// Returns the bytes of the key, as in the specification. They are secret.
    ///
    /// ```
    /// use vectru::{key_files::SecretKeyFile, sntrup761::{Sntrup761, generate}};
    /// let (key, _) = generate(&mut vectru::system_rng());
    /// let file = SecretKeyFile::of::<Sntrup761>(&key);
    /// assert_eq!(file.as_bytes(), key.as_bytes());
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the key.
    ///
    /// # Errors
    ///
    /// Returns an error if the key belongs to another set than `K`, or its bytes are not valid.
    ///
    /// ```
    /// use vectru::{key_files::SecretKeyFile, sntrup761::{Sntrup761, generate}};
    /// let (key, _) = generate(&mut vectru::system_rng());
    /// let file = SecretKeyFile::of::<Sntrup761>(&key);
    /// assert_eq!(file.key::<Sntrup761>()?.as_bytes(), key.as_bytes());
    /// # Ok::<(), vectru::key_files::KeyFileError>(())
    /// ```
    pub fn key<K: Mechanism>(&self) -> Result<DecapsulationKey<K>, KeyFileError> {
        check_set(K::SET, self.set)?;
        Ok(DecapsulationKey::from_bytes(&self.bytes)?)
    }

    /// Returns the PKCS#8 document, which is wiped when dropped.
    ///
    /// ```
    /// use vectru::{key_files::SecretKeyFile, sntrup761::{Sntrup761, generate}};
    /// let (key, _) = generate(&mut vectru::system_rng());
    /// let file = SecretKeyFile::of::<Sntrup761>(&key);
    /// assert_eq!(SecretKeyFile::from_der(&file.to_der())?.as_bytes(), key.as_bytes());
    /// # Ok::<(), vectru::key_files::KeyFileError>(())
    /// ```
    pub fn to_der(&self) -> Zeroizing<Vec<u8>> {
        let field = self.field();
        let private_key = OctetStringRef::new(&field).expect(FITS);
        Zeroizing::new(PrivateKeyInfoRef::new(algorithm(self.set), private_key).to_der().expect(FITS))
    }

    /// Returns the contents of `privateKey`.
    fn field(&self) -> Zeroizing<Vec<u8>> {
        let lengths = secret_key_parts(self.set);
        if lengths.is_empty() {
            return Zeroizing::new(octet_string(&self.bytes));
        }
        // Room for a tag and a length of up to three bytes for each part, so that no copy is left
        // behind.
        let mut strings = Zeroizing::new(Vec::with_capacity(self.bytes.len() + 4 * lengths.len()));
        let mut rest = &self.bytes[..];
        for &length in &lengths {
            let (part, others) = rest.split_at(length);
            strings.extend_from_slice(&Zeroizing::new(octet_string(part)));
            rest = others;
        }
        Zeroizing::new(sequence(&strings))
    }

    /// Returns the PEM text of the PKCS#8 document, which is wiped when dropped.
    ///
    /// ```
    /// use vectru::{key_files::SecretKeyFile, sntrup761::{Sntrup761, generate}};
    /// let (key, _) = generate(&mut vectru::system_rng());
    /// let file = SecretKeyFile::of::<Sntrup761>(&key);
    /// assert_eq!(SecretKeyFile::from_pem(&*file.to_pem())?.as_bytes(), key.as_bytes());
    /// # Ok::<(), vectru::key_files::KeyFileError>(())
    /// ```
    pub fn to_pem(&self) -> Zeroizing<String> {
        Zeroizing::new(pem::encode_string(Self::LABEL, pem::LineEnding::LF, &self.to_der()).expect(FITS))
    }
}

/// Shows the name of the set, and nothing secret.
impl fmt::Debug for SecretKeyFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "SecretKeyFile({}, secret)", self.set)
    }
}

/// The first byte of a SEQUENCE in DER.
const SEQUENCE: u8 = 0x30;

/// Checks the length of a key.
fn check_length(set: Set, object: Object, found: usize, expected: usize) -> Result<(), Error> {
    if found == expected { Ok(()) } else { Err(Error { set, object, kind: ErrorKind::Length { expected, found } }) }
}

/// Checks that a file has a key of the expected set.
fn check_set(expected: Set, found: Set) -> Result<(), KeyFileError> {
    if found == expected { Ok(()) } else { Err(KeyFileError::OtherSet { expected, found }) }
}

/// Returns the algorithm of a key of this set.
fn algorithm<'a>(set: Set) -> AlgorithmIdentifierRef<'a> {
    AlgorithmIdentifierRef { oid: object_identifier(set), parameters: None }
}

/// Returns the object identifier of a set. The tests parse each of the table.
fn object_identifier(set: Set) -> ObjectIdentifier {
    ObjectIdentifier::new_unwrap(set.object_identifier())
}

/// Returns the set of an algorithm.
fn set_of(algorithm: &AlgorithmIdentifierRef<'_>) -> Result<Set, KeyFileError> {
    let named = |set: &Set| object_identifier(*set) == algorithm.oid;
    let set = Set::ALL.into_iter().find(named).ok_or(KeyFileError::UnknownAlgorithm { found: algorithm.oid })?;
    match algorithm.parameters {
        None => Ok(set),
        Some(_) => Err(KeyFileError::AlgorithmParameters { set }),
    }
}

/// Returns the lengths in bytes of the parts of a secret key of NTRU Prime, in which BouncyCastle's
/// key files have it; none for NTRU and Saber, whose secret keys they have whole.
fn secret_key_parts(set: Set) -> Vec<usize> {
    let public_key = set.public_key_bytes();
    match set.parameters() {
        Parameters::Streamlined { p, .. } => vec![p.div_ceil(4), p.div_ceil(4), public_key, p.div_ceil(4), 32],
        Parameters::Ntrulpr { p, .. } => vec![p.div_ceil(4), public_key, 32, 32],
        Parameters::Hps { .. } | Parameters::Hrss { .. } | Parameters::Saber { .. } => Vec::new(),
    }
}

/// Returns the DER of an OCTET STRING.
fn octet_string(bytes: &[u8]) -> Vec<u8> {
    OctetStringRef::new(bytes).and_then(|string| string.to_der()).expect(FITS)
}

/// Returns the DER of a SEQUENCE with these contents.
fn sequence(contents: &[u8]) -> Vec<u8> {
    AnyRef::new(Tag::Sequence, contents).and_then(|sequence| sequence.to_der()).expect(FITS)
}

/// Returns the contents of the OCTET STRING in a SEQUENCE of one, if the field is one.
fn in_sequence_of_one(field: &[u8]) -> Option<&[u8]> {
    let sequence = AnyRef::from_der(field).ok().filter(|any| any.tag() == Tag::Sequence)?;
    <&OctetStringRef>::from_der(sequence.value()).ok().map(OctetStringRef::as_bytes)
}

/// Returns the bytes of a key that a field holds whole: the field itself, or the contents of the
/// OCTET STRING in it. A field with the length of a key is the key, even if it begins like an OCTET
/// STRING.
fn whole(field: &[u8], length: usize) -> &[u8] {
    match <&OctetStringRef>::from_der(field) {
        Ok(string) if field.len() != length => string.as_bytes(),
        _ => field,
    }
}

/// Returns the document in a PEM text with this label.
fn decode_pem(text: &[u8], expected: &'static str) -> Result<Zeroizing<Vec<u8>>, KeyFileError> {
    let mut decoder = pem::Decoder::new(text.trim_ascii_end())?;
    let label = decoder.type_label();
    if label != expected {
        return Err(KeyFileError::Label { expected, found: label.into() });
    }
    let mut document = Zeroizing::new(vec![0; decoder.remaining_len()]);
    decoder.decode(&mut document)?;
    Ok(document)
}

/// Converts to an error of the traits, which says less.
impl From<KeyFileError> for spki::Error {
    fn from(error: KeyFileError) -> Self {
        match error {
            KeyFileError::Der(error) => Self::Asn1(error),
            KeyFileError::Pem(error) => Self::Asn1(error.into()),
            KeyFileError::UnknownAlgorithm { found } => Self::OidUnknown { oid: found },
            KeyFileError::OtherSet { found, .. } => Self::OidUnknown { oid: object_identifier(found) },
            _ => Self::KeyMalformed,
        }
    }
}

/// Converts to an error of the traits, which says less.
impl From<KeyFileError> for pkcs8::Error {
    fn from(error: KeyFileError) -> Self {
        match error {
            KeyFileError::AlgorithmParameters { .. } => Self::ParametersMalformed,
            KeyFileError::Key(_) | KeyFileError::PartLength { .. } => Self::KeyMalformed(pkcs8::KeyError::Invalid),
            other => Self::PublicKey(other.into()),
        }
    }
}

impl<P: Mechanism> TryFrom<SubjectPublicKeyInfoRef<'_>> for EncapsulationKey<P> {
    type Error = spki::Error;

    fn try_from(info: SubjectPublicKeyInfoRef<'_>) -> Result<Self, spki::Error> {
        let file = PublicKeyFile::from_info(&info)?;
        check_set(P::SET, file.set())?;
        Ok(Self::from_bytes(file.as_bytes()).map_err(KeyFileError::from)?)
    }
}

impl<P: Mechanism> EncodePublicKey for EncapsulationKey<P> {
    fn to_public_key_der(&self) -> Result<Document, spki::Error> {
        let file = PublicKeyFile { set: P::SET, bytes: self.as_bytes().to_vec() };
        Ok(file.to_der().try_into()?)
    }
}

impl<P: Mechanism> TryFrom<PrivateKeyInfoRef<'_>> for DecapsulationKey<P> {
    type Error = pkcs8::Error;

    fn try_from(info: PrivateKeyInfoRef<'_>) -> Result<Self, pkcs8::Error> {
        with_wiped_stack(moves::<Self>(), || {
            let file = SecretKeyFile::from_info(&info)?;
            check_set(P::SET, file.set())?;
            Ok(Self::from_bytes(file.as_bytes()).map_err(KeyFileError::from)?)
        })
    }
}

impl<P: Mechanism> EncodePrivateKey for DecapsulationKey<P> {
    fn to_pkcs8_der(&self) -> Result<SecretDocument, pkcs8::Error> {
        let file = SecretKeyFile { set: P::SET, bytes: self.as_bytes().to_vec().into() };
        Ok(file.to_der().as_slice().try_into()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up() {
        for set in Set::ALL {
            let parts = secret_key_parts(set);
            assert!(parts.is_empty() || parts.iter().sum::<usize>() == set.secret_key_bytes(), "{set}: {parts:?}");
        }
    }
}
