//! ntruhrss1373: NTRU-HRSS with n = 1373, q = 16384.
//!
//! ```
//! use vectru::ntruhrss1373;
//!
//! let mut rng = vectru::system_rng();
//! let (decapsulation_key, encapsulation_key) = ntruhrss1373::generate(&mut rng);
//! let (ciphertext, sent) = encapsulation_key.encapsulate(&mut rng);
//! assert_eq!(decapsulation_key.decapsulate(&ciphertext), sent);
//! ```

crate::ntru::set::set! {
    ntruhrss1373, Ntruhrss1373, Hrss, seed: 2744, words: 1372, ternary: 275,
    public key: 2401, secret key: 2983, ciphertext: 2401
}
