//! A key exchange: one side publishes a key, the other sends a ciphertext, both have the same 32
//! secret bytes.
//!
//! `cargo run --release --example exchange --features getrandom`

use vectru::sntrup761::{self, Ciphertext, EncapsulationKey};

fn main() -> Result<(), vectru::Error> {
    let mut rng = vectru::system_rng();

    // Alice makes a key pair and publishes the encapsulation key.
    let (decapsulation_key, encapsulation_key) = sntrup761::generate(&mut rng);
    let published: [u8; sntrup761::PUBLIC_KEY_BYTES] = encapsulation_key.to_bytes();

    // Bob decodes it and sends a ciphertext.
    let encapsulation_key = EncapsulationKey::from_bytes(&published)?;
    let (ciphertext, secret_of_bob) = encapsulation_key.encapsulate(&mut rng);
    let sent: [u8; sntrup761::CIPHERTEXT_BYTES] = ciphertext.to_bytes();

    // Alice decapsulates it.
    let secret_of_alice = decapsulation_key.decapsulate(&Ciphertext::from_bytes(&sent)?);
    assert_eq!(secret_of_alice, secret_of_bob);
    println!("{} bytes published, {} bytes sent, the secrets agree", published.len(), sent.len());
    Ok(())
}
