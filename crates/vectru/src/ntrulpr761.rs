//! ntrulpr761: NTRU LPRime with p = 761, q = 4591, w = 250.
//!
//! ```
//! use vectru::ntrulpr761;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = ntrulpr761::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::ntrulpr::set::set! {
    ntrulpr761, Ntrulpr761, ring: Sntrup761, weight: 250, tau: [2156, 114, 2007, 287],
    public key: 1039, secret key: 1294, ciphertext: 1167
}
