//! sntrup1277: Streamlined NTRU Prime with p = 1277, q = 7879, w = 492.
//!
//! ```
//! use vectru::sntrup1277;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = sntrup1277::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::streamlined::set::set! {
    sntrup1277, Sntrup1277, weight: 492,
    public key: 2067, secret key: 3059, ciphertext: 1847
}
