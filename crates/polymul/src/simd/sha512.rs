//! SHA-512's compression function (FIPS 180-4, section 6.4.2) in the general registers of Armv7-M.
//!
//! A word of 64 bits is a pair of registers. A sum of rotated words is one of shifted registers, as
//! bits that are shifted out of one of a pair are shifted into the other: six instructions for a
//! register, of which each shifts its second operand. The words a, e and b ^ c stay in registers.
//! All eight are in memory, too, where they keep their places while their names move on: a round
//! writes e to the place of d and a to the place of h.
//!
//! The firmware of tools/cpus/cortex_m compares the assembly with the definition on the target.
#![allow(unsafe_code)]

/// The words a to h.
pub type State = [u64; 8];

/// The constants of the rounds.
pub type Constants = [u64; 80];

/// Absorbs a block into the state, on CPUs that have the function in assembly.
pub const COMPRESS: Option<fn(&mut State, &[u8; 128], &Constants)> = compress();

/// Returns [`COMPRESS`].
#[cfg(not(vectru_registers))]
const fn compress() -> Option<fn(&mut State, &[u8; 128], &Constants)> {
    None
}

/// Returns [`COMPRESS`].
#[cfg(vectru_registers)]
const fn compress() -> Option<fn(&mut State, &[u8; 128], &Constants)> {
    Some(|state, block, constants| {
        // SAFETY: the function reads and writes the state, and reads the block and the constants.
        unsafe { rounds(state, block, constants) }
    })
}

/// Absorbs a block.
///
/// | registers | contents |
/// | --- | --- |
/// | `r0` | the address of the constants of 16 rounds |
/// | `r1`, `r2` | e, the low half first |
/// | `r3`, `r4` | a before even rounds; in these, the sum that becomes the next a |
/// | `r5`, `r6` | the sum; a before odd rounds |
/// | `r7`, `r8` | b ^ c before even rounds, else terms |
/// | `r9`, `r10` | terms; b ^ c before odd rounds |
/// | `r11`, `r12`, `lr` | terms |
///
/// On the stack are 16 words of the schedule, the words a to h, and the addresses of the state and
/// of the last 16 constants.
///
/// # Safety
///
/// The pointers are valid for writes and for reads.
#[cfg(vectru_registers)]
#[unsafe(naked)]
unsafe extern "C" fn rounds(state: *mut State, block: *const [u8; 128], constants: *const Constants) {
    core::arch::naked_asm!(
        r"
        // The sum of three pairs of shifts of a pair of registers: the bits of the first register
        // that stay in it, those of the second one that move to it.
        .macro shifts to, x, y, s1, t1, second, s2, t2, third, s3, t3
            lsr \to, \x, #\s1
            eor \to, \to, \y, lsl #\t1
            \second \to, \x, \y, \s2, \t2
            \third \to, \x, \y, \s3, \t3
        .endm
        // Adds a rotation by less than 32 bits, by more, and a shift of the upper register.
        .macro short to, x, y, down, up
            eor \to, \to, \x, lsr #\down
            eor \to, \to, \y, lsl #\up
        .endm
        .macro long to, x, y, down, up
            eor \to, \to, \y, lsr #\down
            eor \to, \to, \x, lsl #\up
        .endm
        .macro lost to, x, y, down, up
            eor \to, \to, \x, lsr #\down
        .endm

        .macro load low, high, offset
            ldr \low, [sp, #\offset]
            ldr \high, [sp, #\offset + 4]
        .endm
        .macro store low, high, offset
            str \low, [sp, #\offset]
            str \high, [sp, #\offset + 4]
        .endm
        .macro sum low, high, x, y
            adds \low, \low, \x
            adc \high, \high, \y
        .endm

        // Adds to word t of the schedule, for 16 rounds later, words t + 1, t + 9 and t + 14.
        .macro schedule t, tl, th, ul, uh
            load \tl, \th, 8 * \t
            load \ul, \uh, 8 * ((\t + 1) & 15)
            load r11, r12, 8 * ((\t + 14) & 15)
            shifts lr, \ul, \uh, 1, 31, short, 8, 24, short, 7, 25
            adds \tl, \tl, lr
            shifts lr, \uh, \ul, 1, 31, short, 8, 24, lost, 7, 0
            adc \th, \th, lr
            shifts lr, r11, r12, 19, 13, long, 29, 3, short, 6, 26
            adds \tl, \tl, lr
            shifts lr, r12, r11, 19, 13, long, 29, 3, lost, 6, 0
            adc \th, \th, lr
            load \ul, \uh, 8 * ((\t + 9) & 15)
            sum \tl, \th, \ul, \uh
            store \tl, \th, 8 * \t
        .endm

        // Round t, where the word of the schedule is the sum if it `is_there`. Letter k is word k.
        .macro round t, is_there, al, ah, tl, th, xl, xh, ul, uh
            .if \is_there
                schedule \t, \tl, \th, \ul, \uh
            .else
                load \tl, \th, 8 * \t
            .endif
            ldr \ul, [r0, #8 * \t]
            ldr \uh, [r0, #8 * \t + 4]
            load r11, r12, 128 + 8 * ((7 - \t) & 7)
            sum \tl, \th, \ul, \uh
            sum \tl, \th, r11, r12
            // e chooses between f and g.
            load \ul, \uh, 128 + 8 * ((5 - \t) & 7)
            load r11, r12, 128 + 8 * ((6 - \t) & 7)
            eor \ul, \ul, r11
            eor \uh, \uh, r12
            and \ul, \ul, r1
            and \uh, \uh, r2
            eor \ul, \ul, r11
            eor \uh, \uh, r12
            sum \tl, \th, \ul, \uh
            // e rotated down by 14, 18 and 41.
            shifts r11, r1, r2, 14, 18, short, 18, 14, long, 9, 23
            shifts r12, r2, r1, 14, 18, short, 18, 14, long, 9, 23
            sum \tl, \th, r11, r12
            // d + the sum is the next e.
            load r1, r2, 128 + 8 * ((3 - \t) & 7)
            load r11, r12, 128 + 8 * ((1 - \t) & 7)
            sum r1, r2, \tl, \th
            store r1, r2, 128 + 8 * ((3 - \t) & 7)
            // The majority of a, b and c is b where b and c are equal, and a where they differ.
            eor \ul, \al, r11
            eor \uh, \ah, r12
            and \xl, \xl, \ul
            and \xh, \xh, \uh
            eor \xl, \xl, r11
            eor \xh, \xh, r12
            sum \tl, \th, \xl, \xh
            // a rotated down by 28, 34 and 39.
            shifts r11, \al, \ah, 28, 4, long, 2, 30, long, 7, 25
            shifts r12, \ah, \al, 28, 4, long, 2, 30, long, 7, 25
            sum \tl, \th, r11, r12
            store \tl, \th, 128 + 8 * ((7 - \t) & 7)
        .endm
        .macro sixteen_rounds is_there
            .irp t, 0, 2, 4, 6, 8, 10, 12, 14
                round \t, \is_there, r3, r4, r5, r6, r7, r8, r9, r10
                round (\t + 1), \is_there, r5, r6, r3, r4, r9, r10, r7, r8
            .endr
        .endm

        push {{r4-r11, lr}}
        sub sp, #204
        str r0, [sp, #192]
        .irp t, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
            ldr r4, [r1, #8 * \t]
            ldr r3, [r1, #8 * \t + 4]
            rev r4, r4
            rev r3, r3
            store r3, r4, 8 * \t
        .endr
        .irp k, 7, 6, 5, 3, 2, 1, 4, 0
            ldr r3, [r0, #8 * \k]
            ldr r4, [r0, #8 * \k + 4]
            store r3, r4, 128 + 8 * \k
        .endr
        load r1, r12, 128 + 8 * 4
        load r5, r6, 128 + 8 * 1
        load r7, r8, 128 + 8 * 2
        eor r7, r7, r5
        eor r8, r8, r6
        mov r0, r2
        mov r2, r12
        add r12, r0, #512
        str r12, [sp, #196]
        sixteen_rounds 0
    2:
        add r0, #128
        sixteen_rounds 1
        ldr r11, [sp, #196]
        cmp r0, r11
        bne 2b

        ldr r0, [sp, #192]
        .irp k, 0, 1, 2, 3, 4, 5, 6, 7
            load r1, r2, 128 + 8 * \k
            ldr r3, [r0, #8 * \k]
            ldr r4, [r0, #8 * \k + 4]
            sum r3, r4, r1, r2
            str r3, [r0, #8 * \k]
            str r4, [r0, #8 * \k + 4]
        .endr
        add sp, #204
        pop {{r4-r11, pc}}

        .irp macro, shifts, short, long, lost, load, store, sum, schedule, round, sixteen_rounds
            .purgem \macro
        .endr
        ",
    )
}
