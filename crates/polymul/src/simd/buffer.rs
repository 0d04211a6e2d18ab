//! Memory for coefficients, and memory that a kernel writes before it reads: zeros there would be stored for nothing. Where a
//! multiplier's stages work in several kilobytes, these stores are a tenth of its time.
#![allow(unsafe_code)]

use core::fmt::Debug;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use core::mem::MaybeUninit;

/// A value at an address that is a multiple of 64: whole cache lines, whole vectors.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Aligned<T>(pub T);

/// An array of coefficients, by its length.
///
/// # Safety
///
/// Nothing but coefficients is in it: a buffer of numbers is a value whatever its bits are.
pub unsafe trait Buffer<C>: Copy + Debug + Send + Sync + AsRef<[C]> + AsMut<[C]> {
    /// The coefficient everywhere.
    fn filled(coefficient: C) -> Self;
}

/// Arrays, and arrays of arrays: how to flatten them, and to fill them.
macro_rules! buffers {
    ($($array:ty, ($($length:ident)*), $($flatten:ident $flatten_mut:ident)*, $value:ident => $filled:expr;)*) => {$(
        impl<C, $(const $length: usize),*> AsRef<[C]> for Aligned<$array> {
            #[inline(always)]
            fn as_ref(&self) -> &[C] {
                let array = &self.0[..];
                $(let array = array.$flatten();)*
                array
            }
        }

        impl<C, $(const $length: usize),*> AsMut<[C]> for Aligned<$array> {
            #[inline(always)]
            fn as_mut(&mut self) -> &mut [C] {
                let array = &mut self.0[..];
                $(let array = array.$flatten_mut();)*
                array
            }
        }

        // SAFETY: an array of coefficients.
        unsafe impl<C: Copy + Debug + Send + Sync, $(const $length: usize),*> Buffer<C> for Aligned<$array> {
            #[inline(always)]
            fn filled($value: C) -> Self {
                Self($filled)
            }
        }
    )*};
}

buffers! {
    [C; N], (N), , value => [value; N];
    [[C; K]; N], (K N), as_flattened as_flattened_mut, value => [[value; K]; N];
    [[[C; K]; M]; N], (K M N), as_flattened as_flattened_mut as_flattened as_flattened_mut, value => [[[value; K]; M]; N];
}

/// Coefficients that are numbers, whatever their bits are.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) trait Number {}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl Number for i16 {}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl Number for i32 {}

/// Runs `kernel` with whatever the memory has.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(super) fn with_buffer<C: Number, B: Buffer<C>, R>(kernel: impl FnOnce(&mut B) -> R) -> R {
    let mut buffer = MaybeUninit::<B>::uninit();
    // SAFETY: no instruction. It has the address and may write there, so that for the compiler the bytes are numbers from
    // here on, which ones nobody knows.
    unsafe { core::arch::asm!("/* {} */", in(reg) buffer.as_mut_ptr(), options(nostack, preserves_flags)) };
    // SAFETY: whatever the numbers are, they are a value.
    kernel(unsafe { buffer.assume_init_mut() })
}
