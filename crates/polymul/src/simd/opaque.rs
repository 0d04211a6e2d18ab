//! Words that the compiler knows nothing about.
#![allow(unsafe_code)]

/// The same word, of which the compiler does not know where it comes from, in a register: no instruction. So it neither makes a branch of a
/// mask, nor keeps words in a vector that steps compute one by one, which takes longer to move than to compute.
///
/// ```
/// assert_eq!(vectru_polymul::simd::opaque(5), 5);
/// ```
#[inline(always)]
pub fn opaque(word: u64) -> u64 {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    {
        let mut word = word;
        // SAFETY: no instruction, which changes nothing.
        unsafe { core::arch::asm!("/* {} */", inout(reg) word, options(pure, nomem, nostack, preserves_flags)) };
        word
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    core::hint::black_box(word)
}
