//! Keys in files: a server makes its key pair once, and loads the decapsulation key whenever it
//! starts.
//!
//! `cargo run --release --example stored_keys --features getrandom`

use std::error::Error;
use std::fs;

use vectru::sntrup761::{self, DecapsulationKey};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::temp_dir().join(format!("vectru-stored-keys-{}", std::process::id()));

    let (decapsulation_key, encapsulation_key) = sntrup761::generate(&mut vectru::system_rng());
    // The file should be readable by its owner alone.
    fs::write(&path, decapsulation_key.as_bytes())?;

    // A secret key of NTRU Prime has its public key inside, with a hash that loading checks.
    let mut bytes = fs::read(&path)?;
    let loaded = DecapsulationKey::from_bytes(&bytes)?;
    assert_eq!(loaded.encapsulation_key(), &encapsulation_key);

    // Bytes that are not a key are refused, with what was expected and what was found.
    bytes.pop();
    match DecapsulationKey::from_bytes(&bytes) {
        Ok(_) => return Err("a truncated key was accepted".into()),
        Err(error) => println!("a truncated file: {error}"),
    }
    fs::remove_file(&path)?;
    Ok(())
}
