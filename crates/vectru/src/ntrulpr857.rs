//! ntrulpr857: NTRU LPRime with p = 857, q = 5167, w = 281.
//!
//! ```
//! use vectru::ntrulpr857;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = ntrulpr857::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::ntrulpr::set::set! {
    ntrulpr857, Ntrulpr857, ring: Sntrup857, weight: 281, tau: [2433, 101, 2265, 324],
    public key: 1184, secret key: 1463, ciphertext: 1312
}
