//! ntruhps2048677: NTRU-HPS with n = 677, q = 2048, 127 coefficients 1 and as many -1.
//!
//! ```
//! use vectru::ntruhps2048677;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = ntruhps2048677::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::ntru::set::set! {
    ntruhps2048677, Ntruhps2048677, Hps, seed: 3211, words: 676, ternary: 136,
    public key: 930, secret key: 1234, ciphertext: 930
}
