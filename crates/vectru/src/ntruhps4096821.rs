//! ntruhps4096821: NTRU-HPS with n = 821, q = 4096, 255 coefficients 1 and as many -1.
//!
//! ```
//! use vectru::ntruhps4096821;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = ntruhps4096821::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::ntru::set::set! {
    ntruhps4096821, Ntruhps4096821, Hps, seed: 3895, words: 820, ternary: 164,
    public key: 1230, secret key: 1590, ciphertext: 1230
}
