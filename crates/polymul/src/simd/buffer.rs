//! Aligned arrays of coefficients, and uninitialised ones for kernels that write before they read.
//!
//! A kernel that writes every coefficient of a buffer does not need zeros in it. In a multiplier
//! whose stages work in several kilobytes, storing zeros would take a tenth of the time.
#![allow(unsafe_code)]

use core::fmt::Debug;
use core::mem::MaybeUninit;

/// A value at an address that is a multiple of 64 bytes, the length of a cache line and of the
/// widest vector.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Aligned<T>(pub T);

/// An array of coefficients of type `C`, possibly nested, that is read and written as one slice.
///
/// # Safety
///
/// The type must contain values of type `C` and nothing else: if every bit pattern is a valid `C`,
/// every bit pattern must be a valid value of the type.
pub unsafe trait Buffer<C>: Copy + Debug + Send + Sync + AsRef<[C]> + AsMut<[C]> {
    /// Returns the array with `coefficient` at every index.
    fn filled(coefficient: C) -> Self;
}

/// Implements [`Buffer`] for arrays of one, two and three dimensions: the type, its lengths, the
/// calls that flatten it to a slice, and the expression that fills it.
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

        // SAFETY: the type is an array of `C` and padding, which may hold any bits.
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

/// Calls `kernel` with a buffer that has `coefficient` at every index, and returns its result.
///
/// The buffer is filled in its final place. A buffer that [`Buffer::filled`] returns may use its
/// memory twice.
#[inline(always)]
pub(super) fn with_filled_buffer<C: Copy, B: Buffer<C>, R>(coefficient: C, kernel: impl FnOnce(&mut B) -> R) -> R {
    let mut buffer = MaybeUninit::<B>::uninit();
    let first = buffer.as_mut_ptr().cast::<C>();
    for index in 0..size_of::<B>() / size_of::<C>() {
        // SAFETY: the index is within the buffer, which is aligned for `C`, because it consists of
        // values of type `C`.
        unsafe { first.add(index).write(coefficient) };
    }
    // SAFETY: all coefficients are written, and the type contains nothing else but padding.
    kernel(unsafe { buffer.assume_init_mut() })
}

/// A coefficient type for which every bit pattern is a valid value.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", vectru_registers))]
pub(super) trait Number {}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", vectru_registers))]
impl Number for i16 {}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", vectru_registers))]
impl Number for i32 {}

/// Calls `kernel` with an uninitialised buffer, and returns its result.
///
/// Reading uninitialised memory is undefined in Rust. An empty assembly statement that receives the
/// address makes the content defined but unknown: it could have written any numbers there.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", vectru_registers))]
#[inline(always)]
pub(super) fn with_buffer<C: Number, B: Buffer<C>, R>(kernel: impl FnOnce(&mut B) -> R) -> R {
    let mut buffer = MaybeUninit::<B>::uninit();
    // SAFETY: the statement has no instruction. The compiler has to assume that it writes to the
    // address that it receives, so the bytes of the buffer are initialised after it.
    unsafe { core::arch::asm!("/* {} */", in(reg) buffer.as_mut_ptr(), options(nostack, preserves_flags)) };
    // SAFETY: the bytes are initialised, and every bit pattern is a valid buffer of numbers.
    kernel(unsafe { buffer.assume_init_mut() })
}

/// Returns memory, each element of which has become `value`: memory that need not be filled before
/// its length is known.
///
/// ```
/// use core::mem::MaybeUninit;
/// let mut memory = [MaybeUninit::uninit(); 40];
/// assert_eq!(vectru_polymul::simd::filled(&mut memory[..3], 7), [7, 7, 7]);
/// ```
#[inline(always)]
pub fn filled<T: Copy>(memory: &mut [MaybeUninit<T>], value: T) -> &mut [T] {
    memory.fill(MaybeUninit::new(value));
    // SAFETY: each element is initialised, and has the layout of T. The result borrows the memory.
    unsafe { &mut *(core::ptr::from_mut(memory) as *mut [T]) }
}
