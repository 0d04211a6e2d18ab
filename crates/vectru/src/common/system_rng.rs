//! Random bytes of the operating system.

use getrandom::SysRng;
use rand_core::UnwrapErr;

/// The type of [`system_rng`].
pub type SystemRng = UnwrapErr<SysRng>;

/// Returns the operating system's cryptographic generator of random bytes, for `generate` and
/// `encapsulate`.
///
/// # Panics
///
/// The generator panics if the operating system gives no random bytes. Functions whose names begin
/// with `try_` return that error instead, if they draw from [`getrandom::SysRng`].
///
/// ```
/// let (key, public) = vectru::sntrup761::generate(&mut vectru::system_rng());
/// assert_eq!(key.encapsulation_key(), &public);
/// ```
pub fn system_rng() -> SystemRng {
    UnwrapErr(SysRng)
}
