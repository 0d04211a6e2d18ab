//! ntruhps40961229: NTRU-HPS with n = 1229, q = 4096, 255 coefficients 1 and as many -1.
//!
//! ```
//! use vectru::ntruhps40961229;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = ntruhps40961229::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::ntru::set::set! {
    ntruhps40961229, Ntruhps40961229, Hps, seed: 5833, words: 1228, ternary: 246,
    public key: 1842, secret key: 2366, ciphertext: 1842
}
