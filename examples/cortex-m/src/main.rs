//! A key exchange by sntrup761 on a Cortex-M4 without an operating system or an allocator, with
//! random bytes of its hardware.
//!
//! ```text
//! cargo build --release                      for an STM32F405
//! cargo run --release --features emulated    on an emulated board
//! ```
#![no_std]
#![no_main]

#[cfg_attr(feature = "emulated", path = "emulated.rs")]
#[cfg_attr(not(feature = "emulated"), path = "stm32f405.rs")]
mod board;
mod hardware;

use core::panic::PanicInfo;

use cortex_m_rt::entry;
use rand_core::TryCryptoRng;
use vectru::sntrup761::{PUBLIC_KEY_BYTES, SECRET_KEY_BYTES, decapsulate, try_encapsulate, try_generate_bytes};
use zeroize::Zeroizing;

use self::hardware::Hardware;

/// Both sides of an exchange: the device makes a key pair, sends the public key, and gets a
/// ciphertext back. Another device makes the ciphertext.
///
/// # Errors
///
/// Returns the reason why there is no shared secret.
fn exchange<R: TryCryptoRng>(rng: &mut R) -> Result<(), &'static str> {
    let (mut secret_key, mut public_key) = (Zeroizing::new([0; SECRET_KEY_BYTES]), [0; PUBLIC_KEY_BYTES]);
    try_generate_bytes(rng, &mut secret_key, &mut public_key).map_err(|_| "no random bytes for a key pair")?;
    let (ciphertext, sent) = try_encapsulate(&public_key, rng).map_err(|_| "no public key, or no random bytes")?;
    let received = decapsulate(&*secret_key, ciphertext.as_bytes()).map_err(|_| "no secret key")?;
    if sent == received { Ok(()) } else { Err("the secrets differ") }
}

#[entry]
fn main() -> ! {
    let mut rng = Hardware::new(board::Peripheral::take());
    // A generator may fail when the device starts. A product would also count failures.
    let mut result = Err("no attempt");
    for _ in 0..5 {
        result = exchange(&mut rng);
        if result.is_ok() {
            break;
        }
    }
    board::end(result)
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    board::end(Err("panic"))
}
