//! sntrup953: Streamlined NTRU Prime with p = 953, q = 6343, w = 396.
//!
//! ```
//! use vectru::sntrup953;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = sntrup953::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::streamlined::set::set! {
    sntrup953, Sntrup953, weight: 396,
    public key: 1505, secret key: 2254, ciphertext: 1349
}
