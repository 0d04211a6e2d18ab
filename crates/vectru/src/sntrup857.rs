//! sntrup857: Streamlined NTRU Prime with p = 857, q = 5167, w = 322.
//!
//! ```
//! use vectru::sntrup857;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = sntrup857::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::streamlined::set::set! {
    sntrup857, Sntrup857, weight: 322,
    public key: 1322, secret key: 1999, ciphertext: 1184
}
