//! sntrup653: Streamlined NTRU Prime with p = 653, q = 4621, w = 288.
//!
//! ```
//! use vectru::sntrup653;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = sntrup653::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::streamlined::set::set! {
    sntrup653, Sntrup653, weight: 288,
    public key: 994, secret key: 1518, ciphertext: 897
}
