//! sntrup761: Streamlined NTRU Prime with p = 761, q = 4591, w = 286. OpenSSH's mechanism, with X25519 beside it.
//!
//! ```
//! use vectru::sntrup761;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = sntrup761::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::streamlined::set::set! {
    sntrup761, Sntrup761, weight: 286,
    public key: 1158, secret key: 1763, ciphertext: 1039
}
