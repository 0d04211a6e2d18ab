//! The names of libntruprime, of OpenSSH's `sntrup761.c` and of SUPERCOP, for programs that link
//! with one of these.
//!
//! | name | of |
//! | --- | --- |
//! | `crypto_kem_sntrup761_keypair`, `_enc`, `_dec` | OpenSSH, SUPERCOP |
//! | `ntruprime_kem_sntrup761_keypair`, `_enc`, `_dec` | libntruprime, whose header calls them `sntrup761_keypair`, … |
//!
//! Both exist for all parameter sets. They have the arguments of `vectru_sntrup761_keypair` and its
//! like, and return the same codes: 0, or a negative one. A program that compares a code with -1
//! should compare it with 0.

/// Declares the functions of each parameter set under a prefix.
macro_rules! names {
    ([$prefix:literal] $(
        $(#[$note:meta])*
        $feature:literal, $module:ident, $set:ident, $bytes:tt, $object_identifier:literal,
        $family:ident over $ring:ident, $kind:ident $parameters:tt;
    )*) => {$(
        #[doc = concat!("`", $prefix, $feature, "_keypair` and its like.")]
        pub mod $module {
            use core::ffi::c_int;

            use crate::sets::$module::{decaps, encaps, keypair};

            /// Generates a key pair with random bytes of the operating system.
            ///
            /// # Safety
            ///
            /// See the rules of every function.
            #[unsafe(export_name = concat!($prefix, $feature, "_keypair"))]
            pub unsafe extern "C" fn keypair_by_name(pk: *mut u8, sk: *mut u8) -> c_int {
                // SAFETY: the caller guarantees the lengths of all buffers.
                unsafe { keypair(pk, sk) }
            }

            /// Makes a new shared secret and its ciphertext for a public key, with random bytes of
            /// the operating system.
            ///
            /// # Safety
            ///
            /// See the rules of every function.
            #[unsafe(export_name = concat!($prefix, $feature, "_enc"))]
            pub unsafe extern "C" fn enc(ct: *mut u8, ss: *mut u8, pk: *const u8) -> c_int {
                // SAFETY: the caller guarantees the lengths of all buffers.
                unsafe { encaps(ct, ss, pk) }
            }

            /// Computes the shared secret of a ciphertext.
            ///
            /// # Safety
            ///
            /// See the rules of every function.
            #[unsafe(export_name = concat!($prefix, $feature, "_dec"))]
            pub unsafe extern "C" fn dec(ss: *mut u8, ct: *const u8, sk: *const u8) -> c_int {
                // SAFETY: the caller guarantees the lengths of all buffers.
                unsafe { decaps(ss, ct, sk) }
            }
        }
    )*};
}

/// The names of SUPERCOP and OpenSSH.
pub mod crypto_kem {
    vectru::for_each_set!(names "crypto_kem_");
}

/// The names of libntruprime.
pub mod ntruprime_kem {
    vectru::for_each_set!(names "ntruprime_kem_");
}
