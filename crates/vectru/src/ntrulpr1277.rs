//! ntrulpr1277: NTRU LPRime with p = 1277, q = 7879, w = 429.
//!
//! ```
//! use vectru::ntrulpr1277;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = ntrulpr1277::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::ntrulpr::set::set! {
    ntrulpr1277, Ntrulpr1277, ring: Sntrup1277, weight: 429, tau: [3724, 66, 3469, 496],
    public key: 1847, secret key: 2231, ciphertext: 1975
}
