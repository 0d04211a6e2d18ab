//! ntrulpr953: NTRU LPRime with p = 953, q = 6343, w = 345.
//!
//! ```
//! use vectru::ntrulpr953;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = ntrulpr953::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::ntrulpr::set::set! {
    ntrulpr953, Ntrulpr953, ring: Sntrup953, weight: 345, tau: [2997, 82, 2798, 400],
    public key: 1349, secret key: 1652, ciphertext: 1477
}
