//! Sources of random bytes.

use core::ffi::{c_int, c_void};

#[cfg(feature = "std")]
use getrandom::SysRng;
use rand_core::{TryCryptoRng, TryRng, utils};

use crate::status::Failure;

/// A source of random bytes: writes `length` bytes to `bytes` and returns 0, or another number if
/// it has failed. It must be fit for cryptography, and must not throw.
///
/// `context` is the pointer that was given with the function.
#[allow(non_camel_case_types)] // The name in C.
pub type vectru_random = Option<unsafe extern "C" fn(context: *mut c_void, bytes: *mut u8, length: usize) -> c_int>;

/// A source of random bytes.
pub(crate) enum Random<'a> {
    /// The operating system's.
    #[cfg(feature = "std")]
    System,
    /// A function of the caller, with its context.
    Caller(vectru_random, *mut c_void),
    /// Given bytes in order, for tests and known answers.
    Given(&'a [u8]),
}

impl TryRng for Random<'_> {
    type Error = Failure;

    fn try_next_u32(&mut self) -> Result<u32, Failure> {
        utils::next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, Failure> {
        utils::next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Failure> {
        match self {
            Self::Given(given) => {
                let (drawn, rest) = given.split_at_checked(bytes.len()).ok_or(Failure::Random)?;
                bytes.copy_from_slice(drawn);
                *given = rest;
                Ok(())
            }
            #[cfg(feature = "std")]
            Self::System => SysRng.try_fill_bytes(bytes).map_err(|_| Failure::Random),
            Self::Caller(None, _) => Err(Failure::Null),
            Self::Caller(Some(function), context) => {
                // SAFETY: the caller guarantees that the function fills as many bytes, with the
                // context that came with it.
                let code = unsafe { function(*context, bytes.as_mut_ptr(), bytes.len()) };
                if code == 0 { Ok(()) } else { Err(Failure::Random) }
            }
        }
    }
}

impl TryCryptoRng for Random<'_> {}
