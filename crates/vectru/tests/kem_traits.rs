//! The traits of the `kem` crate: concrete keys with all traits imported, and their results against
//! those of the crate's methods.
#![cfg(feature = "sntrup761")]

use kem::{Decapsulate, Decapsulator, Encapsulate, Generate, Kem, KeyExport, KeySizeUser, TryDecapsulate, TryKeyInit};
use vectru::kat::NistDrbg;
use vectru::sntrup761::{self, Sntrup761};
use vectru::traits;

fn rng(seed: u8) -> NistDrbg {
    NistDrbg::new(&[seed; 48])
}

/// The crate's own methods, with the traits imported.
#[test]
fn methods_do_not_collide_with_traits() {
    let (key, public) = sntrup761::generate(&mut rng(1));
    let (ciphertext, sent) = public.encapsulate(&mut rng(2));
    let received = key.decapsulate(&ciphertext);
    assert_eq!(received, sent);
    let bytes: [u8; sntrup761::PUBLIC_KEY_BYTES] = public.to_bytes();
    assert_eq!(sntrup761::EncapsulationKey::from_bytes(&bytes), Ok(public));
    let bytes: [u8; sntrup761::SECRET_KEY_BYTES] = *key.to_bytes();
    assert_eq!(key.encapsulation_key().as_bytes(), &bytes[382..1540]);
}

/// The methods of the traits on concrete keys, by the same names.
#[test]
fn traits_work_on_concrete_keys() {
    let (key, public) = Sntrup761::generate_keypair_from_rng(&mut rng(1));
    let (ciphertext, sent) = public.encapsulate_with_rng(&mut rng(2));
    assert_eq!(key.decapsulate(&ciphertext), sent);
    assert_eq!(key.try_decapsulate(&ciphertext), Ok(sent));
    assert_eq!(key.decapsulate_slice(&ciphertext).ok(), Some(sent));
    assert_eq!(key.encapsulation_key(), &public);

    let (another, secret) = public.encapsulate();
    assert_eq!(key.decapsulate(&another), secret);

    let loaded = traits::EncapsulationKey::<Sntrup761>::new(&public.to_bytes());
    assert_eq!(loaded.expect("a generated key loads"), public);
    let loaded = traits::DecapsulationKey::<Sntrup761>::new(&key.to_bytes()).expect("a generated key loads");
    assert_eq!(loaded.decapsulate(&ciphertext), sent);
    assert_eq!(traits::DecapsulationKey::<Sntrup761>::key_size(), sntrup761::SECRET_KEY_BYTES);
    assert!(traits::DecapsulationKey::<Sntrup761>::new_from_slice(&[0; 1763]).is_err());
    assert!(traits::EncapsulationKey::<Sntrup761>::new_from_slice(&[0xff; 1158]).is_err());
    assert_eq!(format!("{key:?}"), "DecapsulationKey(sntrup761, secret)");
}

#[test]
fn traits_and_methods_agree() {
    let by_trait = traits::DecapsulationKey::<Sntrup761>::generate_from_rng(&mut rng(6));
    let (key, public) = sntrup761::generate(&mut rng(6));
    assert_eq!(by_trait.to_bytes()[..], *key.as_bytes());
    assert_eq!(by_trait.encapsulation_key().to_bytes()[..], *public.as_bytes());

    let (ciphertext, secret) = traits::EncapsulationKey::from(public.clone()).encapsulate_with_rng(&mut rng(7));
    let (same_ciphertext, same_secret) = public.encapsulate(&mut rng(7));
    assert_eq!(sntrup761::Ciphertext::from(ciphertext), same_ciphertext);
    assert_eq!(kem::Ciphertext::<Sntrup761>::from(same_ciphertext), ciphertext);
    assert_eq!(secret[..], *same_secret.as_bytes());
    assert_eq!(by_trait.as_ref().decapsulate(&same_ciphertext), same_secret);
    assert_eq!(sntrup761::DecapsulationKey::from(by_trait).as_bytes(), key.as_bytes());
}
