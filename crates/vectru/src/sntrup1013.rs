//! sntrup1013: Streamlined NTRU Prime with p = 1013, q = 7177, w = 448.
//!
//! ```
//! use vectru::sntrup1013;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = sntrup1013::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::streamlined::set::set! {
    sntrup1013, Sntrup1013, weight: 448,
    public key: 1623, secret key: 2417, ciphertext: 1455
}
