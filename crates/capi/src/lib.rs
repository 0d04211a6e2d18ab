//! The C interface of [`vectru`].
//!
//! A C program includes `vectru.h`, which is generated from this crate, and links `libvectru`. The
//! page `docs/users/c.md` of the project is its manual.
//!
//! | module | functions |
//! | --- | --- |
//! | [`sets`] | `vectru_sntrup761_keypair` and its like, for each parameter set |
//! | [`kem`] | a parameter set by name, at run time |
//! | [`keys`] | keys that are loaded once and used often |
//! | [`random`] | the type of the caller's sources of random bytes |
//! | [`status`] | error codes and their texts |
//! | `libntruprime`, `liboqs` | the names of other libraries, behind features |
//!
//! Without feature `std` there are the operations on bytes alone, of the sets whose features are
//! named, with random bytes of the caller: `vectru_sntrup761_keypair_with`, `_keypair_from`,
//! `_encaps_with`, `_encaps_from`, `_decaps`. They need neither an operating system nor an
//! allocator: the page `docs/users/cortex-m.md` says how to link them.
//!
//! # Rules of every function
//!
//! - Pointers are checked: a null pointer is an error, and so are outputs that overlap another
//!   buffer. A pointer that is neither must point to as many bytes as the function says.
//! - A function returns 0, or a negative code. After an error its outputs are zero.
//! - A panic does not cross the border: the function returns
//!   [`VECTRU_ERROR_INTERNAL`](status::VECTRU_ERROR_INTERNAL). Without feature `std` a device stops
//!   there.
//! - Any function can be called from any thread. Loaded keys are shared by threads freely; whoever
//!   frees a key must know that nobody uses it any more.
#![allow(unsafe_code)] // The functions take pointers. `border` is where they become slices.
#![cfg_attr(all(not(feature = "std"), target_os = "none"), no_std)]

mod border;
#[cfg(feature = "std")]
mod calls;
#[cfg(not(feature = "std"))]
mod device;
#[cfg(feature = "std")]
pub mod kem;
#[cfg(feature = "std")]
pub mod keys;
#[cfg(feature = "libntruprime")]
pub mod libntruprime;
#[cfg(feature = "liboqs")]
pub mod liboqs;
pub mod random;
pub mod sets;
mod single;
pub mod status;

/// Stops the device, as a C program has no other way to handle a panic: its watchdog notices.
#[cfg(all(not(feature = "std"), target_os = "none"))]
#[panic_handler]
fn stop(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
