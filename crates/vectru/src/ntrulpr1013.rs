//! ntrulpr1013: NTRU LPRime with p = 1013, q = 7177, w = 392.
//!
//! ```
//! use vectru::ntrulpr1013;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = ntrulpr1013::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::ntrulpr::set::set! {
    ntrulpr1013, Ntrulpr1013, ring: Sntrup1013, weight: 392, tau: [3367, 73, 3143, 449],
    public key: 1455, secret key: 1773, ciphertext: 1583
}
