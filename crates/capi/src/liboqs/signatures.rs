//! The lists of signatures of liboqs, which are empty: programs that list them find none.

use core::ffi::{c_char, c_int};
use core::ptr;

/// Declares the functions that list signatures of a kind.
macro_rules! none {
    ($count:ident, $identifier:ident, $is_enabled:ident) => {
        /// Returns 0.
        #[unsafe(no_mangle)]
        pub extern "C" fn $count() -> c_int {
            0
        }

        /// Returns null.
        #[unsafe(no_mangle)]
        pub extern "C" fn $identifier(_: usize) -> *const c_char {
            ptr::null()
        }

        /// Returns 0.
        #[unsafe(no_mangle)]
        pub extern "C" fn $is_enabled(_: *const c_char) -> c_int {
            0
        }
    };
}

none!(OQS_SIG_alg_count, OQS_SIG_alg_identifier, OQS_SIG_alg_is_enabled);
none!(OQS_SIG_STFL_alg_count, OQS_SIG_STFL_alg_identifier, OQS_SIG_STFL_alg_is_enabled);
