//! Random bytes: each operation has a generator of its own, seeded by the operating system.
//!
//! Key generation of sntrup761 takes 6 KB of random bytes, encapsulation 3 KB. As one request to
//! the operating system, whose generators make a few hundred megabytes a second, they would be two
//! fifths of the time of a pooled key pair. So the operating system gives 32 bytes, and ChaCha20
//! makes the rest of them. A generator lives no longer than the operation: no other process and no
//! later operation can get its bytes.

use chacha20::ChaCha20Rng;
use getrandom::SysRng;
use rand_core::{SeedableRng, TryRng};
use zeroize::Zeroizing;

use crate::failure::Failure;

/// Returns a new generator for one operation, which is wiped when it is dropped.
///
/// # Errors
///
/// Returns an error if the operating system has no random bytes.
pub(crate) fn generator() -> Result<ChaCha20Rng, Failure> {
    let mut seed = Zeroizing::new([0; 32]);
    SysRng.try_fill_bytes(&mut *seed)?;
    Ok(ChaCha20Rng::from_seed(*seed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generators_differ() {
        let [one, other] = [(); 2].map(|()| {
            let mut bytes = [0; 64];
            let Ok(()) = generator().expect("random bytes").try_fill_bytes(&mut bytes);
            bytes
        });
        assert!(one != other && one[..32] != one[32..]);
    }
}
