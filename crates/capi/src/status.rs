//! Error codes.

use core::ffi::{CStr, c_char, c_int};
use core::fmt;

use vectru::{EncapsulationError, Error, ErrorKind, GenerationError, Object};

/// Declares the error codes, and the texts that describe them.
macro_rules! errors {
    ($($(#[$note:meta])* $variant:ident, $name:ident = $value:literal, $text:literal;)*) => {
        /// The reason why a function failed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(i32)]
        pub(crate) enum Failure {
            $($(#[$note])* $variant = $value,)*
        }

        $(
            $(#[$note])*
            pub const $name: c_int = $value;
        )*

        /// Returns the text of a code, in English. It stays valid for the life of the program.
        ///
        /// Any number may be given: a number that is not a code has the text "unknown error".
        #[unsafe(no_mangle)]
        pub extern "C" fn vectru_strerror(code: c_int) -> *const c_char {
            let text: &'static CStr = match code {
                VECTRU_OK => c"success",
                $($name => $text,)*
                _ => c"unknown error",
            };
            text.as_ptr()
        }
    };
}

/// The function succeeded.
pub const VECTRU_OK: c_int = 0;

errors! {
    /// A pointer is null.
    Null, VECTRU_ERROR_NULL = -1, c"a pointer is null";
    /// An output overlaps another buffer.
    Overlap, VECTRU_ERROR_OVERLAP = -2, c"an output overlaps another buffer";
    /// A buffer does not have the length that the parameter set demands.
    Length, VECTRU_ERROR_LENGTH = -3, c"a buffer has the wrong length";
    /// The bytes are not a public key of the parameter set.
    PublicKey, VECTRU_ERROR_PUBLIC_KEY = -4, c"the bytes are not a public key";
    /// The bytes are not a secret key of the parameter set.
    SecretKey, VECTRU_ERROR_SECRET_KEY = -5, c"the bytes are not a secret key";
    /// The source of random bytes failed or repeats itself, or the random bytes given do not suffice.
    Random, VECTRU_ERROR_RANDOM = -6, c"there are too few random bytes, or they are not random";
    /// The library has failed in a way that its authors have excluded. Please report it.
    Internal, VECTRU_ERROR_INTERNAL = -7, c"internal error";
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "failed with code {}", *self as c_int)
    }
}

impl core::error::Error for Failure {}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match (error.object, error.kind) {
            (Object::RandomBytes, _) => Self::Random,
            (_, ErrorKind::Length { .. }) => Self::Length,
            (Object::PublicKey, _) => Self::PublicKey,
            (Object::SecretKey, _) => Self::SecretKey,
            _ => Self::Internal,
        }
    }
}

impl From<GenerationError<Self>> for Failure {
    fn from(error: GenerationError<Self>) -> Self {
        match error {
            GenerationError::Generator(failure) => failure,
            GenerationError::Buffer(error) => error.into(),
            _ => Self::Random,
        }
    }
}

impl From<EncapsulationError<Self>> for Failure {
    fn from(error: EncapsulationError<Self>) -> Self {
        match error {
            EncapsulationError::Generator(failure) => failure,
            EncapsulationError::Key(error) => error.into(),
        }
    }
}

/// The version of the library, for instance "0.1.0".
///
/// It stays valid for the life of the program.
#[unsafe(no_mangle)]
pub extern "C" fn vectru_version() -> *const c_char {
    const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("a version has no zero byte"),
    };
    VERSION.as_ptr()
}
