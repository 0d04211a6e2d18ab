//! The operating system's random bytes.

use getrandom::SysRng;
use rand_core::UnwrapErr;

/// The type of [`system_rng`].
pub type SystemRng = UnwrapErr<SysRng>;

/// The operating system's cryptographic random bytes, as a generator for `generate` and `encapsulate`.
///
/// # Panics
///
/// Its use panics where the operating system gives no random bytes; the `try_` forms with [`getrandom::SysRng`]
/// return that error instead.
///
/// ```
/// let (decapsulation_key, encapsulation_key) = vectru::sntrup761::generate(&mut vectru::system_rng());
/// assert_eq!(decapsulation_key.encapsulation_key(), &encapsulation_key);
/// ```
pub fn system_rng() -> SystemRng {
    UnwrapErr(SysRng)
}
