//! ntruhrss701: NTRU-HRSS with n = 701, q = 8192.
//!
//! ```
//! use vectru::ntruhrss701;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = ntruhrss701::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::ntru::set::set! {
    ntruhrss701, Ntruhrss701, Hrss, seed: 1400, words: 700, ternary: 140,
    public key: 1138, secret key: 1450, ciphertext: 1138
}
