//! Keys and ciphertexts in a human-readable and a binary format of `serde`, in sets of the standard
//! library, and converted from slices.

use std::collections::HashSet;
use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};

#[macro_use]
mod support;

use vectru::kat::NistDrbg;

fn rng() -> NistDrbg {
    NistDrbg::new(&[3; 48])
}

/// An object survives JSON and postcard, and is refused with another length.
fn check<T: Serialize + DeserializeOwned + Debug>(object: &T, bytes: &[u8], as_bytes: fn(&T) -> &[u8]) {
    let hexadecimal: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let json = serde_json::to_string(object).expect("a string takes all text");
    assert_eq!(json, format!("\"{hexadecimal}\""));
    assert_eq!(as_bytes(&serde_json::from_str(&json).expect("the text is that of an object")), bytes);
    assert_eq!(as_bytes(&serde_json::from_str(&json.to_uppercase()).expect("digits may be capital letters")), bytes);

    let binary = postcard::to_allocvec(object).expect("a vector takes all bytes");
    assert!(binary.len() <= bytes.len() + 2 && binary.ends_with(bytes));
    assert_eq!(as_bytes(&postcard::from_bytes(&binary).expect("the bytes are those of an object")), bytes);

    let length = bytes.len();
    let error = serde_json::from_str::<T>(&format!("\"{}\"", &hexadecimal[2..])).expect_err("the text is too short");
    assert!(error.to_string().contains(&format!("expected {length} bytes, found {}", length - 1)), "{error}");
    assert!(serde_json::from_str::<T>(&format!("\"{hexadecimal}00\"")).is_err());
    assert!(serde_json::from_str::<T>(&format!("\"{}zz\"", &hexadecimal[2..])).is_err());
    assert!(serde_json::from_str::<T>("17").is_err());
    let shorter = postcard::to_allocvec(&Bytes(&bytes[1..])).expect("a vector takes all bytes");
    assert!(postcard::from_bytes::<T>(&shorter).is_err());
}

/// Bytes that are serialized like those of objects.
struct Bytes<'a>(&'a [u8]);

impl Serialize for Bytes<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

macro_rules! checks {
    ($scheme:ident, $feature:literal) => {
        #[cfg(feature = $feature)]
        mod $scheme {
            use super::*;
            use vectru::$scheme::{Ciphertext, DecapsulationKey, EncapsulationKey, Parameters, generate};

            fn survives<P: Parameters>() {
                let mut rng = rng();
                let (key, public) = generate::<P, _>(&mut rng);
                let (ciphertext, _) = public.encapsulate(&mut rng);
                check(&public, public.as_bytes(), EncapsulationKey::<P>::as_bytes);
                check(&key, key.as_bytes(), DecapsulationKey::<P>::as_bytes);
                check(&ciphertext, ciphertext.as_bytes(), Ciphertext::<P>::as_bytes);

                // Bytes that are no key are refused with the reason.
                let mut bytes = key.to_bytes();
                bytes.as_mut()[0] = 0xf4;
                let json = serde_json::to_string(
                    &bytes.as_ref().iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}")),
                );
                let error = serde_json::from_str::<DecapsulationKey<P>>(&json.expect("a string takes all text"));
                assert!(error.expect_err("the key is refused").to_string().contains("coefficient out of range"));
            }

            #[test]
            fn objects_survive_formats() {
                for_each_set_of!($scheme, survives);
            }

            fn is_hashed<P: Parameters>() {
                let mut rng = rng();
                let keys = [generate::<P, _>(&mut rng).1, generate::<P, _>(&mut rng).1];
                let ciphertexts = keys.each_ref().map(|key| key.encapsulate(&mut rng).0);
                let known: HashSet<EncapsulationKey<P>> = keys.iter().cloned().chain(keys.iter().cloned()).collect();
                assert!(known.len() == 2 && keys.iter().all(|key| known.contains(key)));
                let known: HashSet<Ciphertext<P>> = ciphertexts.into_iter().chain(ciphertexts).collect();
                assert!(known.len() == 2 && ciphertexts.iter().all(|ciphertext| known.contains(ciphertext)));
            }

            #[test]
            fn public_objects_are_hashed() {
                for_each_set_of!($scheme, is_hashed);
            }

            fn converts<P: Parameters>() {
                let mut rng = rng();
                let (key, public) = generate::<P, _>(&mut rng);
                let (ciphertext, _) = public.encapsulate(&mut rng);
                assert_eq!(EncapsulationKey::<P>::try_from(public.as_bytes()), Ok(public));
                assert_eq!(Ciphertext::<P>::try_from(ciphertext.as_bytes()), Ok(ciphertext));
                let loaded = DecapsulationKey::<P>::try_from(key.as_bytes()).expect("a generated key loads");
                assert_eq!(loaded.as_bytes(), key.as_bytes());
                assert!(DecapsulationKey::<P>::try_from(&key.as_bytes()[1..]).is_err());
            }

            #[test]
            fn slices_convert() {
                for_each_set_of!($scheme, converts);
            }
        }
    };
}

checks!(prime, "_ntru-prime");
checks!(ntru, "_ntru");
checks!(module_lwr, "_module-lwr");
