//! The parameter sets: the list of all, and the functions of each, with its lengths as macros in C.

/// Declares the functions of every set: a module for each.
macro_rules! functions {
    ([] $(
        $(#[$note:meta])*
        $feature:literal, $module:ident, $set:ident,
        [$public_key:literal, $secret_key:literal, $ciphertext:literal], $object_identifier:literal,
        $family:ident over $ring:ident, $kind:ident $parameters:tt;
    )*) => {
        $(
        #[doc = concat!("`vectru_", $feature, "_keypair` and its like.")]
        #[cfg(any(feature = "std", feature = $feature))]
        pub mod $module {
            use core::ffi::{c_int, c_void};

            use crate::border::{Input, Output};
            #[cfg(feature = "std")]
            use crate::calls;
            #[cfg(feature = "std")]
            use crate::kem::vectru_kem;
            #[cfg(feature = "std")]
            use crate::keys::{vectru_dk, vectru_ek};
            use crate::random::{Random, vectru_random};
            use crate::single;

            /// The length of a public key, in bytes.
            pub const PUBLICKEYBYTES: usize = $public_key;
            /// The length of a secret key, in bytes.
            pub const SECRETKEYBYTES: usize = $secret_key;
            /// The length of a ciphertext, in bytes.
            pub const CIPHERTEXTBYTES: usize = $ciphertext;
            /// The length of a shared secret, in bytes.
            pub const BYTES: usize = 32;

            /// The parameter set.
            #[cfg(feature = "std")]
            pub(crate) static KEM: vectru_kem =
                vectru_kem::new(concat!($feature, "\0"), vectru::Set::$set);

            /// The set, as functions take it.
            #[cfg(feature = "std")]
            const SET: Option<vectru::Set> = Some(vectru::Set::$set);
            #[cfg(not(feature = "std"))]
            const SET: Module = Module;
            #[cfg(not(feature = "std"))]
            crate::device::operations!($module);

            fn pairs(pk: *mut u8, sk: *mut u8, count: usize) -> (Output, Output) {
                (Output::many(pk, PUBLICKEYBYTES, count), Output::many(sk, SECRETKEYBYTES, count))
            }

            fn sent(ct: *mut u8, ss: *mut u8, count: usize) -> [Output; 2] {
                [Output::many(ct, CIPHERTEXTBYTES, count), Output::many(ss, BYTES, count)]
            }

            #[doc = concat!("Generates a key pair of ", $feature, " with random bytes of the operating system.")]
            ///
            /// # Safety
            ///
            /// See the rules of every function.
            #[cfg(feature = "std")]
            #[unsafe(export_name = concat!("vectru_", $feature, "_keypair"))]
            pub unsafe extern "C" fn keypair(pk: *mut u8, sk: *mut u8) -> c_int {
                let (public, secret) = pairs(pk, sk, 1);
                // SAFETY: the caller guarantees the lengths of all buffers.
                unsafe { single::keypair(SET, Random::System, public, secret) }
            }

            /// Makes a new shared secret and its ciphertext for a public key, with random bytes of
            /// the operating system.
            ///
            /// # Safety
            ///
            /// See the rules of every function.
            #[cfg(feature = "std")]
            #[unsafe(export_name = concat!("vectru_", $feature, "_encaps"))]
            pub unsafe extern "C" fn encaps(ct: *mut u8, ss: *mut u8, pk: *const u8) -> c_int {
                // SAFETY: the caller guarantees the lengths of all buffers.
                unsafe { single::encaps(SET, Random::System, sent(ct, ss, 1), Input::new(pk, PUBLICKEYBYTES)) }
            }

            /// Computes the shared secret of a ciphertext. A ciphertext that no encapsulation made
            /// is no error: it has a pseudorandom shared secret.
            ///
            /// # Safety
            ///
            /// See the rules of every function.
            #[unsafe(export_name = concat!("vectru_", $feature, "_decaps"))]
            pub unsafe extern "C" fn decaps(ss: *mut u8, ct: *const u8, sk: *const u8) -> c_int {
                let (ciphertext, secret) = (Input::new(ct, CIPHERTEXTBYTES), Input::new(sk, SECRETKEYBYTES));
                // SAFETY: the caller guarantees the lengths of all buffers.
                unsafe { single::decaps(SET, Output::new(ss, BYTES), ciphertext, secret) }
            }

            /// Generates a key pair with random bytes of `random`, which is called with `context`.
            ///
            /// # Safety
            ///
            /// See the rules of every function. `random` must fill the bytes that it is given.
            #[unsafe(export_name = concat!("vectru_", $feature, "_keypair_with"))]
            pub unsafe extern "C" fn keypair_with(
                pk: *mut u8,
                sk: *mut u8,
                random: vectru_random,
                context: *mut c_void,
            ) -> c_int {
                let (public, secret) = pairs(pk, sk, 1);
                // SAFETY: the caller guarantees the lengths of all buffers, and that `random` fills
                // its bytes.
                unsafe { single::keypair(SET, Random::Caller(random, context), public, secret) }
            }

            /// Makes a new shared secret and its ciphertext with random bytes of `random`, which is
            /// called with `context`.
            ///
            /// # Safety
            ///
            /// See the rules of every function. `random` must fill the bytes that it is given.
            #[unsafe(export_name = concat!("vectru_", $feature, "_encaps_with"))]
            pub unsafe extern "C" fn encaps_with(
                ct: *mut u8,
                ss: *mut u8,
                pk: *const u8,
                random: vectru_random,
                context: *mut c_void,
            ) -> c_int {
                let (random, public) = (Random::Caller(random, context), Input::new(pk, PUBLICKEYBYTES));
                // SAFETY: the caller guarantees the lengths of all buffers, and that `random` fills
                // its bytes.
                unsafe { single::encaps(SET, random, sent(ct, ss, 1), public) }
            }

            /// Makes the key pair of given random bytes, for tests and known answers.
            ///
            /// # Safety
            ///
            /// See the rules of every function.
            #[unsafe(export_name = concat!("vectru_", $feature, "_keypair_from"))]
            pub unsafe extern "C" fn keypair_from(
                pk: *mut u8,
                sk: *mut u8,
                random: *const u8,
                random_length: usize,
            ) -> c_int {
                let (public, secret) = pairs(pk, sk, 1);
                // SAFETY: the caller guarantees the lengths of all buffers.
                unsafe { single::keypair_from(SET, public, secret, Input::new(random, random_length)) }
            }

            /// Makes the shared secret and the ciphertext of given random bytes, for tests and
            /// known answers.
            ///
            /// # Safety
            ///
            /// See the rules of every function.
            #[unsafe(export_name = concat!("vectru_", $feature, "_encaps_from"))]
            pub unsafe extern "C" fn encaps_from(
                ct: *mut u8,
                ss: *mut u8,
                pk: *const u8,
                random: *const u8,
                random_length: usize,
            ) -> c_int {
                let (public, random) = (Input::new(pk, PUBLICKEYBYTES), Input::new(random, random_length));
                // SAFETY: the caller guarantees the lengths of all buffers.
                unsafe { single::encaps_from(SET, sent(ct, ss, 1), public, random) }
            }

            /// Generates `count` key pairs, one after the other in `pks` and `sks`.
            ///
            /// # Safety
            ///
            /// See the rules of every function.
            #[cfg(feature = "std")]
            #[unsafe(export_name = concat!("vectru_", $feature, "_keypair_many"))]
            pub unsafe extern "C" fn keypair_many(pks: *mut u8, sks: *mut u8, count: usize) -> c_int {
                let (public, secret) = pairs(pks, sks, count);
                // SAFETY: the caller guarantees the lengths of all buffers.
                unsafe { calls::keypair_many(SET, public, secret, count) }
            }

            /// Makes a new shared secret and its ciphertext for each of `count` public keys.
            ///
            /// # Safety
            ///
            /// See the rules of every function.
            #[cfg(feature = "std")]
            #[unsafe(export_name = concat!("vectru_", $feature, "_encaps_many"))]
            pub unsafe extern "C" fn encaps_many(
                cts: *mut u8,
                sss: *mut u8,
                pks: *const u8,
                count: usize,
            ) -> c_int {
                let public = Input::many(pks, PUBLICKEYBYTES, count);
                // SAFETY: the caller guarantees the lengths of all buffers.
                unsafe { calls::encaps_many(SET, sent(cts, sss, count), public, count) }
            }

            /// Computes the shared secrets of `count` ciphertexts, each with a secret key of its
            /// own.
            ///
            /// # Safety
            ///
            /// See the rules of every function.
            #[cfg(feature = "std")]
            #[unsafe(export_name = concat!("vectru_", $feature, "_decaps_many"))]
            pub unsafe extern "C" fn decaps_many(
                sss: *mut u8,
                cts: *const u8,
                sks: *const u8,
                count: usize,
            ) -> c_int {
                let ciphertexts = Input::many(cts, CIPHERTEXTBYTES, count);
                let secret = Input::many(sks, SECRETKEYBYTES, count);
                // SAFETY: the caller guarantees the lengths of all buffers.
                unsafe { calls::decaps_many(SET, Output::many(sss, BYTES, count), ciphertexts, secret, count) }
            }

            /// Loads a public key for many encapsulations by `vectru_ek_encaps`. `vectru_ek_free`
            /// frees it. After an error `*key` is null.
            ///
            /// # Safety
            ///
            /// See the rules of every function.
            #[cfg(feature = "std")]
            #[unsafe(export_name = concat!("vectru_", $feature, "_ek_load"))]
            pub unsafe extern "C" fn ek_load(key: Option<&mut *mut vectru_ek>, pk: *const u8) -> c_int {
                // SAFETY: the caller guarantees the lengths of all buffers.
                unsafe { crate::kem::vectru_kem_ek_load(Some(&KEM), key, pk, PUBLICKEYBYTES) }
            }

            /// Loads a secret key for many decapsulations by `vectru_dk_decaps`. `vectru_dk_free`
            /// wipes and frees it. After an error `*key` is null.
            ///
            /// # Safety
            ///
            /// See the rules of every function.
            #[cfg(feature = "std")]
            #[unsafe(export_name = concat!("vectru_", $feature, "_dk_load"))]
            pub unsafe extern "C" fn dk_load(key: Option<&mut *mut vectru_dk>, sk: *const u8) -> c_int {
                // SAFETY: the caller guarantees the lengths of all buffers.
                unsafe { crate::kem::vectru_kem_dk_load(Some(&KEM), key, sk, SECRETKEYBYTES) }
            }
        }
    )*

        /// The parameter sets.
        #[cfg(feature = "std")]
        pub(crate) static KEMS: &[&crate::kem::vectru_kem] = &[$(&$module::KEM),*];
    };
}

vectru::for_each_set!(functions);
