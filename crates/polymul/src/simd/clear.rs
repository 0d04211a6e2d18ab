//! Zeros in memory.
#![allow(unsafe_code)]

use core::mem::MaybeUninit;

/// Overwrites words with zeros.
///
/// On Armv7-M the loop is assembly: the function of the compiler's library takes three times as
/// long.
///
/// ```
/// use core::mem::MaybeUninit;
/// let mut words = [MaybeUninit::new(1); 40];
/// vectru_polymul::simd::clear(&mut words);
/// assert!(words.iter().all(|word| unsafe { word.assume_init() } == 0));
/// ```
#[inline(always)]
pub fn clear(words: &mut [MaybeUninit<u64>]) {
    #[cfg(vectru_registers)]
    let words = {
        let (chunks, rest) = words.as_chunks_mut::<16>();
        if !chunks.is_empty() {
            // SAFETY: the instructions exist on every target for which this is compiled. Each turn
            // writes to the 32 words of a chunk.
            unsafe {
                core::arch::asm!(
                    "2:",
                    ".irp offset, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60",
                    "str {zero}, [{p}, #\\offset]",
                    "str {zero}, [{p}, #\\offset + 64]",
                    ".endr",
                    "adds {p}, #128",
                    "subs {count}, #1",
                    "bne 2b",
                    p = inout(reg) chunks.as_mut_ptr() => _,
                    count = inout(reg) chunks.len() => _,
                    zero = in(reg) 0,
                    options(nostack),
                );
            }
        }
        rest
    };
    words.fill(MaybeUninit::new(0));
}
