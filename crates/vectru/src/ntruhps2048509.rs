//! ntruhps2048509: NTRU-HPS with n = 509, q = 2048, 127 coefficients 1 and as many -1.
//!
//! ```
//! use vectru::ntruhps2048509;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = ntruhps2048509::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::ntru::set::set! {
    ntruhps2048509, Ntruhps2048509, Hps, seed: 2413, words: 508, ternary: 102,
    public key: 699, secret key: 935, ciphertext: 699
}
