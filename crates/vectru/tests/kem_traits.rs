//! The traits of the `kem` crate against the methods of the keys.
#![cfg(feature = "sntrup761")]

use kem::{Encapsulate, Generate, KeyExport, TryDecapsulate, TryKeyInit};
use vectru::kat::NistDrbg;
use vectru::sntrup761;

fn rng(seed: u8) -> NistDrbg {
    NistDrbg::new(&[seed; 48])
}

#[test]
fn the_kem_traits_do_what_the_methods_do() {
    let key = sntrup761::DecapsulationKey::generate_from_rng(&mut rng(6));
    let (same, public) = sntrup761::generate(&mut rng(6));
    assert_eq!(KeyExport::to_bytes(&key)[..], *same.as_bytes());
    assert_eq!(KeyExport::to_bytes(&public)[..], *public.as_bytes());
    let public =
        <sntrup761::EncapsulationKey as TryKeyInit>::new(&KeyExport::to_bytes(&public)).expect("a generated key loads");
    let (ciphertext, secret) = public.encapsulate_with_rng(&mut rng(7));
    let (same_ciphertext, same_secret) = public.encapsulate(&mut rng(7));
    assert_eq!(ciphertext[..], *same_ciphertext.as_bytes());
    assert_eq!(secret[..], *same_secret.as_bytes());
    assert_eq!(key.try_decapsulate(&ciphertext), Ok(secret));
    assert!(<sntrup761::DecapsulationKey as TryKeyInit>::new_from_slice(&[0; 1763]).is_err());
    assert!(<sntrup761::EncapsulationKey as TryKeyInit>::new_from_slice(&[0xff; 1158]).is_err());
}
