//! ntrulpr653: NTRU LPRime with p = 653, q = 4621, w = 252.
//!
//! ```
//! use vectru::ntrulpr653;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = ntrulpr653::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::ntrulpr::set::set! {
    ntrulpr653, Ntrulpr653, ring: Sntrup653, weight: 252, tau: [2175, 113, 2031, 290],
    public key: 897, secret key: 1125, ciphertext: 1025
}
