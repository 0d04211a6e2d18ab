//! Optimisation barriers for words.
#![allow(unsafe_code)]

/// Returns `word` in a general register, with its origin hidden from the compiler.
///
/// This prevents two optimisations: a branch on a word that is a mask, and the move of words that
/// are computed one after the other into a vector register, which takes longer than computing them.
/// On x86-64, AArch64 and Arm it costs no instruction; elsewhere it is [`core::hint::black_box`].
///
/// ```
/// assert_eq!(vectru_polymul::simd::opaque(5), 5);
/// ```
#[inline(always)]
pub fn opaque(word: u64) -> u64 {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    {
        let mut word = word;
        // SAFETY: the statement has no instruction, so it changes neither memory nor flags.
        unsafe { core::arch::asm!("/* {} */", inout(reg) word, options(pure, nomem, nostack, preserves_flags)) };
        word
    }
    #[cfg(target_arch = "arm")]
    {
        let (mut low, mut high) = (word as u32, (word >> 32) as u32);
        // SAFETY: the statement has no instruction, so it changes neither memory nor flags.
        unsafe {
            core::arch::asm!("/* {} {} */", inout(reg) low, inout(reg) high, options(pure, nomem, nostack, preserves_flags));
        }
        u64::from(high) << 32 | u64::from(low)
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "arm")))]
    core::hint::black_box(word)
}

/// Returns `word` as [`opaque`] does. The compiler also keeps the order of these calls: each word
/// is computed after the words of earlier calls.
///
/// ```
/// assert_eq!(vectru_polymul::simd::opaque_in_turn(5), 5);
/// ```
#[inline(always)]
pub fn opaque_in_turn(word: u64) -> u64 {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    {
        let mut word = word;
        // SAFETY: the statement has no instruction, so it changes neither memory nor flags.
        // Statements that are not pure keep their order.
        unsafe { core::arch::asm!("/* {} */", inout(reg) word, options(nomem, nostack, preserves_flags)) };
        word
    }
    #[cfg(target_arch = "arm")]
    {
        let (mut low, mut high) = (word as u32, (word >> 32) as u32);
        // SAFETY: the statement has no instruction, so it changes neither memory nor flags.
        unsafe {
            core::arch::asm!("/* {} {} */", inout(reg) low, inout(reg) high, options(nomem, nostack, preserves_flags));
        }
        u64::from(high) << 32 | u64::from(low)
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "arm")))]
    core::hint::black_box(word)
}

/// Returns `value`, with its origin hidden from the compiler. The compiler then loads the value
/// again, instead of keeping it in registers.
///
/// ```
/// assert_eq!(vectru_polymul::simd::opaque_ref(&5), &5);
/// ```
#[inline(always)]
// The statement has no instruction and reads nothing.
#[allow(clippy::pointers_in_nomem_asm_block)]
pub fn opaque_ref<T>(value: &T) -> &T {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    {
        let mut pointer = core::ptr::from_ref(value);
        // SAFETY: the statement has no instruction, so it changes neither memory nor flags, and the
        // pointer remains the pointer to `value`.
        unsafe {
            core::arch::asm!("/* {} */", inout(reg) pointer, options(nomem, nostack, preserves_flags));
            &*pointer
        }
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    value
}

/// Gives the frame of the calling function on the stack the alignment of `V`.
///
/// A compiler aligns a frame for the vectors that it moves there from registers only if a variable
/// of the function has their alignment. In other frames some of these vectors lie across the end of
/// a cache line, and how many depends on where the stack begins.
///
/// ```
/// vectru_polymul::simd::align_frame::<u64>();
/// ```
#[inline(always)]
pub fn align_frame<V>() {
    let vector = core::mem::MaybeUninit::<V>::uninit();
    opaque_ref(&vector);
}

/// Loads `word` from memory. The compiler does not replace the load by a move of the value that was
/// stored, which takes longer where the value is a part of a vector.
///
/// ```
/// assert_eq!(vectru_polymul::simd::reload(&5), 5);
/// ```
#[inline(always)]
pub fn reload(word: &u64) -> u64 {
    // SAFETY: a reference can be read.
    unsafe { core::ptr::from_ref(word).read_volatile() }
}
