//! The functions of liboqs for each parameter set.

use super::OQS_KEM;

/// Declares the functions of each mechanism, and lists the mechanisms.
///
/// A row has the module and the type of the set, its part of the names of functions, its identifier
/// and the version of its specification.
macro_rules! mechanisms {
    ($($module:ident $set:ident $name:literal $identifier:literal, $version:literal;)*) => {
        $(
            #[doc = concat!("`OQS_KEM_", $name, "_keypair` and its like.")]
            pub mod $module {
                use crate::liboqs::common::source;
                use crate::liboqs::{OQS_KEM, OQS_STATUS};
                use crate::sets::$module as set;

                pub(super) const KEM: OQS_KEM = OQS_KEM {
                    method_name: concat!($identifier, "\0").as_ptr().cast(),
                    alg_version: concat!($version, "\0").as_ptr().cast(),
                    claimed_nist_level: vectru::Set::$set.category(),
                    ind_cca: true,
                    length_public_key: set::PUBLICKEYBYTES,
                    length_secret_key: set::SECRETKEYBYTES,
                    length_ciphertext: set::CIPHERTEXTBYTES,
                    length_shared_secret: set::BYTES,
                    length_keypair_seed: 0,
                    length_encaps_seed: 0,
                    keypair_derand,
                    keypair,
                    encaps_derand,
                    encaps,
                    decaps,
                };

                /// Returns the mechanism, or null if there is no memory left. `OQS_KEM_free` frees
                /// it.
                #[unsafe(export_name = concat!("OQS_KEM_", $name, "_new"))]
                pub extern "C" fn new() -> *mut OQS_KEM {
                    crate::liboqs::new(&KEM)
                }

                /// Generates a key pair.
                ///
                /// # Safety
                ///
                /// See the rules of every function.
                #[unsafe(export_name = concat!("OQS_KEM_", $name, "_keypair"))]
                pub unsafe extern "C" fn keypair(public_key: *mut u8, secret_key: *mut u8) -> OQS_STATUS {
                    let (random, context) = source();
                    // SAFETY: as the caller promises.
                    OQS_STATUS::of(unsafe { set::keypair_with(public_key, secret_key, random, context) })
                }

                /// Returns `OQS_ERROR`: key pairs are not made of seeds.
                ///
                /// # Safety
                ///
                /// See the rules of every function.
                #[unsafe(export_name = concat!("OQS_KEM_", $name, "_keypair_derand"))]
                pub unsafe extern "C" fn keypair_derand(_: *mut u8, _: *mut u8, _: *const u8) -> OQS_STATUS {
                    OQS_STATUS::OQS_ERROR
                }

                /// Makes a new shared secret and its ciphertext.
                ///
                /// # Safety
                ///
                /// See the rules of every function.
                #[unsafe(export_name = concat!("OQS_KEM_", $name, "_encaps"))]
                pub unsafe extern "C" fn encaps(
                    ciphertext: *mut u8,
                    shared_secret: *mut u8,
                    public_key: *const u8,
                ) -> OQS_STATUS {
                    let (random, context) = source();
                    // SAFETY: as the caller promises.
                    OQS_STATUS::of(unsafe {
                        set::encaps_with(ciphertext, shared_secret, public_key, random, context)
                    })
                }

                /// Returns `OQS_ERROR`: ciphertexts are not made of seeds.
                ///
                /// # Safety
                ///
                /// See the rules of every function.
                #[unsafe(export_name = concat!("OQS_KEM_", $name, "_encaps_derand"))]
                pub unsafe extern "C" fn encaps_derand(
                    _: *mut u8,
                    _: *mut u8,
                    _: *const u8,
                    _: *const u8,
                ) -> OQS_STATUS {
                    OQS_STATUS::OQS_ERROR
                }

                /// Computes the shared secret of a ciphertext.
                ///
                /// # Safety
                ///
                /// See the rules of every function.
                #[unsafe(export_name = concat!("OQS_KEM_", $name, "_decaps"))]
                pub unsafe extern "C" fn decaps(
                    shared_secret: *mut u8,
                    ciphertext: *const u8,
                    secret_key: *const u8,
                ) -> OQS_STATUS {
                    // SAFETY: as the caller promises.
                    OQS_STATUS::of(unsafe { set::decaps(shared_secret, ciphertext, secret_key) })
                }
            }
        )*

        /// The mechanisms.
        pub(super) static KEMS: &[OQS_KEM] = &[$($module::KEM),*];

        #[cfg(test)]
        const SETS: &[vectru::Set] = &[$(vectru::Set::$set),*];
    };
}

mechanisms! {
    sntrup653 Sntrup653 "ntruprime_sntrup653" "sntrup653", "NTRU Prime, round 3";
    sntrup761 Sntrup761 "ntruprime_sntrup761" "sntrup761", "NTRU Prime, round 3";
    sntrup857 Sntrup857 "ntruprime_sntrup857" "sntrup857", "NTRU Prime, round 3";
    sntrup953 Sntrup953 "ntruprime_sntrup953" "sntrup953", "NTRU Prime, round 3";
    sntrup1013 Sntrup1013 "ntruprime_sntrup1013" "sntrup1013", "NTRU Prime, round 3";
    sntrup1277 Sntrup1277 "ntruprime_sntrup1277" "sntrup1277", "NTRU Prime, round 3";
    ntrulpr653 Ntrulpr653 "ntruprime_ntrulpr653" "ntrulpr653", "NTRU Prime, round 3";
    ntrulpr761 Ntrulpr761 "ntruprime_ntrulpr761" "ntrulpr761", "NTRU Prime, round 3";
    ntrulpr857 Ntrulpr857 "ntruprime_ntrulpr857" "ntrulpr857", "NTRU Prime, round 3";
    ntrulpr953 Ntrulpr953 "ntruprime_ntrulpr953" "ntrulpr953", "NTRU Prime, round 3";
    ntrulpr1013 Ntrulpr1013 "ntruprime_ntrulpr1013" "ntrulpr1013", "NTRU Prime, round 3";
    ntrulpr1277 Ntrulpr1277 "ntruprime_ntrulpr1277" "ntrulpr1277", "NTRU Prime, round 3";
    ntruhps2048509 Ntruhps2048509 "ntru_hps2048509" "NTRU-HPS-2048-509", "NTRU, round 3";
    ntruhps2048677 Ntruhps2048677 "ntru_hps2048677" "NTRU-HPS-2048-677", "NTRU, round 3";
    ntruhps4096821 Ntruhps4096821 "ntru_hps4096821" "NTRU-HPS-4096-821", "NTRU, round 3";
    ntruhps40961229 Ntruhps40961229 "ntru_hps40961229" "NTRU-HPS-4096-1229", "NTRU, round 3";
    ntruhrss701 Ntruhrss701 "ntru_hrss701" "NTRU-HRSS-701", "NTRU, round 3";
    ntruhrss1373 Ntruhrss1373 "ntru_hrss1373" "NTRU-HRSS-1373", "NTRU, round 3";
    lightsaber Lightsaber "saber_lightsaber" "LightSaber-KEM", "SABER, round 3";
    saber Saber "saber_saber" "Saber-KEM", "SABER, round 3";
    firesaber Firesaber "saber_firesaber" "FireSaber-KEM", "SABER, round 3";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_its_row() {
        assert_eq!(SETS, vectru::Set::ALL);
        for (kem, set) in KEMS.iter().zip(SETS) {
            assert_eq!(kem.length_public_key, set.public_key_bytes(), "{set}");
        }
    }
}
