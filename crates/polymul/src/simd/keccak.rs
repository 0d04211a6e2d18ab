//! Keccak-f\[1600\] (FIPS 202, section 3) in the general registers of Armv7-M.
//!
//! The state is 25 lanes A\[x, y\] of 64 bits, and a lane is two halves: its bits at even places
//! and those at odd places (`[BDP+12]`, section 2.1). A rotation of a lane rotates and may exchange
//! its halves. Three facts leave only loads, stores, and one instruction for each `^` and for each
//! `& !`:
//!
//! - **Rotations are late** `[HAZ+24]`. A half is stored short of its rotation by a known number of
//!   bits. The second operand of an instruction can be rotated, so that a sum of two halves lacks
//!   the rotation of its first operand. Rotations of a lane add up from round to round, and every
//!   fourth round makes up for them.
//! - **The state stays in place** (`[BDP+12]`, section 2.5). A row of halves after pi consists of
//!   one half of each column x, and chi stores its result for column x in the place of that half.
//!   After four rounds each half is in its first place.
//! - **Parities of columns are sums in a chain.** With C_0\[x\] and C_1\[x\] the even and odd half
//!   of a column's parity, and n_k = C_(k mod 2)\[2k mod 5\] for k = 0, …, 9, the half that theta
//!   adds to column 2k + 1 is D_(k mod 2)\[2k + 1\] = n_k ^ n_(k+1), where n_(k+1) is rotated up by
//!   1 if k is even. So each replaces its first operand.
//!
//! The firmware of tools/cpus/cortex_m compares the assembly with another implementation on the
//! target.
#![allow(unsafe_code)]

/// The lanes A\[x, y\], at 5 y + x: the even half of a lane is the low half of the word.
pub type State = [u64; 25];

/// The halves of the constants of iota, as in [`State`].
pub type Constants = [u64; 24];

/// The permutation, on CPUs that have one in assembly.
pub const PERMUTE: Option<fn(&mut State, &Constants)> = permute();

/// Returns [`PERMUTE`].
#[cfg(not(vectru_registers))]
const fn permute() -> Option<fn(&mut State, &Constants)> {
    None
}

/// Returns [`PERMUTE`].
#[cfg(vectru_registers)]
const fn permute() -> Option<fn(&mut State, &Constants)> {
    Some(|state, constants| {
        // SAFETY: the function reads and writes the state, and reads the constants.
        unsafe { rounds(state, constants) }
    })
}

/// Permutes the state.
///
/// The assembler keeps, for each lane x, y, as symbols of that name with a letter:
///
/// | symbol | meaning |
/// | --- | --- |
/// | `.Lr` | the rotation by rho |
/// | `.La` | the offset of the place of the lane in memory |
/// | `.Lq` | 1 if the halves are exchanged there |
/// | `.Lp` | the number of bits by which the stored lane has to be rotated up |
///
/// A half h of a lane that lacks p bits lacks (p + 1 - h) / 2, rounded down.
///
/// | registers | contents |
/// | --- | --- |
/// | `r0` | the address of the state |
/// | `r1` to `r10` | n_0 to n_9, then D: that of n_1, n_3 and n_9 on the stack |
/// | `r2`, `r4`, `r10`, `r11`, `r12` | the halves of columns 0 to 4 of a row |
/// | `lr` | a term |
///
/// # Safety
///
/// The pointers are valid for writes and for reads.
#[cfg(vectru_registers)]
#[unsafe(naked)]
unsafe extern "C" fn rounds(state: *mut State, constants: *const Constants) {
    core::arch::naked_asm!(
        r"
        // The rotations by rho of the lanes of a column, and where lanes are first.
        .macro column x, r0, r1, r2, r3, r4
            lane \x, 0, \r0
            lane \x, 1, \r1
            lane \x, 2, \r2
            lane \x, 3, \r3
            lane \x, 4, \r4
        .endm
        .macro lane x, y, r
            .set .Lr\x\y, \r
            .set .La\x\y, 8 * (5 * \y + \x)
            .set .Lq\x\y, 0
            .set .Lp\x\y, 0
        .endm

        // Loads half h of lane x, y.
        .macro load to, x, y, h
            ldr \to, [r0, #.La\x\y + 4 * ((\h ^ .Lq\x\y) & 1)]
        .endm
        .macro load_four x, h, t1, t2, t3, t4
            load \t1, \x, 1, \h
            load \t2, \x, 2, \h
            load \t3, \x, 3, \h
            load \t4, \x, 4, \h
        .endm

        // Adds half h of lane x, y to that of lane x, 0, which lacks other rotations.
        .macro sum to, term, x, y, h
            .set .Lbits, ((.Lp\x\()0 + 1 - \h) >> 1) - ((.Lp\x\y + 1 - \h) >> 1)
            eor \to, \to, \term, ror #(.Lbits & 31)
        .endm
        .macro sum_four to, x, h, t1, t2, t3, t4
            sum \to, \t1, \x, 1, \h
            sum \to, \t2, \x, 2, \h
            sum \to, \t3, \x, 3, \h
            sum \to, \t4, \x, 4, \h
        .endm

        // D_h[x + 1] from half h of the parity of column x, and the other half of column x + 2.
        .macro difference to, x, h, first, second, after
            .set .Ld\h\x, (.Lp\x\()0 + 1 - \h) >> 1
            .set .Lbits, .Ld\h\x - ((.Lp\after\()0 + \h) >> 1) - 1 + \h
            eor \to, \first, \second, ror #(.Lbits & 31)
        .endm

        // Loads lane x, y for half h of its row after pi, half g before, and keeps its place and
        // the rotation that it lacks then.
        .macro source c, x, y, h
            .set .Lg\x, (\h ^ .Lr\x\y) & 1
            .set .Ls\x, .La\x\y + 4 * (.Lg\x ^ .Lq\x\y)
            .set .Lf\x, (.Lp\x\y + 1 - .Lg\x) >> 1
            .set .Lc\x, ((.Lp\x\y + .Lr\x\y + 1 - \h) >> 1) & 31
            ldr \c, [r0, #.Ls\x]
        .endm
        // Adds D_h[x], where `left` is x - 1.
        .macro add_d c, x, left, h, d
            eor \c, \c, \d, ror #((.Lf\x - .Ld\h\left) & 31)
        .endm
        // Adds the one of D_0[x] and D_1[x] that belongs to the half, if it is in a register.
        .macro theta c, x, left, d0, d1
            .if .Lg\x == 0
                add_d \c, \x, \left, 0, \d0
            .else
                .ifnb \d1
                    add_d \c, \x, \left, 1, \d1
                .endif
            .endif
        .endm
        // Adds D_1[x] from the stack.
        .macro theta_stack c, x, left, offset
            .if .Lg\x == 1
                ldr lr, [sp, #\offset]
                add_d \c, \x, \left, 1, lr
            .endif
        .endm

        // Makes up for the rotations of a column in the fourth round.
        .macro rotate c, x, last
            .if \last
                .if .Lc\x
                    ror \c, \c, #(32 - .Lc\x)
                .endif
                .set .Lc\x, 0
            .endif
        .endm

        // chi for the first of three columns.
        .macro chi to, c0, x0, c1, x1, c2, x2, last
            bic lr, \c2, \c1, ror #((.Lc\x2 - .Lc\x1) & 31)
            .if \last && .Lc\x0
                // The third column is rotated, and the first one is not.
                eor \to, lr, \c0, ror #(32 - .Lc\x0)
            .else
                eor \to, \c0, lr, ror #((.Lc\x0 - .Lc\x2) & 31)
            .endif
        .endm
        .macro chi_store c0, x0, c1, x1, c2, x2, last, to
            chi lr, \c0, \x0, \c1, \x1, \c2, \x2, \last
            str lr, [r0, #.Ls\to]
        .endm

        // Half h of row y up to chi. Lane y0 of column 0, and so on, moves to column y0 of the row.
        .macro row_before_chi y, h, last, y0, y1, y2, y3, y4
            source r2, 0, \y0, \h
            source r4, 1, \y1, \h
            source r10, 2, \y2, \h
            source r11, 3, \y3, \h
            source r12, 4, \y4, \h
            theta_stack r10, 2, 1, 0
            theta_stack r11, 3, 2, 4
            theta_stack r12, 4, 3, 8
            theta r2, 0, 4, r3, r8
            theta r4, 1, 0, r1, r6
            theta r10, 2, 1, r9
            theta r11, 3, 2, r7
            theta r12, 4, 3, r5
            rotate r2, 0, \last
            rotate r11, 3, \last
            rotate r12, 4, \last
        .endm
        .macro half y, h, last, y0, y1, y2, y3, y4
            row_before_chi \y, \h, \last, \y0, \y1, \y2, \y3, \y4
            chi_store r2, 0, r4, 1, r10, 2, \last, \y0
            chi_store r4, 1, r10, 2, r11, 3, \last, \y1
            chi_store r10, 2, r11, 3, r12, 4, \last, \y2
            chi_store r11, 3, r12, 4, r2, 0, \last, \y3
            chi_store r12, 4, r2, 0, r4, 1, \last, \y4
        .endm

        // The symbols of row y after the round. Column x of the row is where lane x, x + 2y was.
        .macro after x, y, source, last
            .set .Lnew_a\x\y, .La\x\source
            .set .Lnew_q\x\y, .Lq\x\source ^ (.Lr\x\source & 1)
        .endm
        .macro lacks x, y, source, last
            .set .Lnew_p\source\y, (.Lp\x\source + .Lr\x\source) & 63
            .if \last
                .set .Lnew_p\source\y, 0
            .endif
        .endm
        .macro after_row y, last, y0, y1, y2, y3, y4
            after 0, \y, \y0
            after 1, \y, \y1
            after 2, \y, \y2
            after 3, \y, \y3
            after 4, \y, \y4
            lacks 0, \y, \y0, \last
            lacks 1, \y, \y1, \last
            lacks 2, \y, \y2, \last
            lacks 3, \y, \y3, \last
            lacks 4, \y, \y4, \last
        .endm
        .macro row y, last, y0, y1, y2, y3, y4
            half \y, 0, \last, \y0, \y1, \y2, \y3, \y4
            half \y, 1, \last, \y0, \y1, \y2, \y3, \y4
            after_row \y, \last, \y0, \y1, \y2, \y3, \y4
        .endm
        .macro renew x
            .irp y, 0, 1, 2, 3, 4
                .set .La\x\y, .Lnew_a\x\y
                .set .Lq\x\y, .Lnew_q\x\y
                .set .Lp\x\y, .Lnew_p\x\y
            .endr
        .endm

        // A round. Before it, the even halves of lanes x, 0 are in the registers of n_0, n_8, n_6,
        // n_4 and n_2, and after it again.
        .macro round index, last
            load_four 0, 0, r11, r12, lr, r10
            load_four 4, 0, r8, r6, r4, r2
            sum_four r1, 0, 0, r11, r12, lr, r10
            sum_four r3, 4, 0, r8, r6, r4, r2
            load_four 3, 0, r11, r12, lr, r10
            load_four 2, 0, r8, r6, r4, r2
            sum_four r5, 3, 0, r11, r12, lr, r10
            sum_four r7, 2, 0, r8, r6, r4, r2
            load_four 1, 0, r11, r12, lr, r10
            load r2, 2, 0, 1
            load r8, 2, 1, 1
            load r6, 2, 2, 1
            load r4, 2, 3, 1
            sum_four r9, 1, 0, r11, r12, lr, r10
            sum r2, r8, 2, 1, 1
            sum r2, r6, 2, 2, 1
            sum r2, r4, 2, 3, 1
            load r11, 2, 4, 1
            load r4, 1, 0, 1
            load_four 1, 1, r12, lr, r10, r8
            load r6, 0, 0, 1
            sum r2, r11, 2, 4, 1
            sum_four r4, 1, 1, r12, lr, r10, r8
            load_four 0, 1, r11, r12, lr, r10
            load r8, 4, 0, 1
            sum_four r6, 0, 1, r11, r12, lr, r10
            load_four 4, 1, r11, r12, lr, r10
            sum_four r8, 4, 1, r11, r12, lr, r10
            load r10, 3, 0, 1
            load r11, 3, 1, 1
            load r12, 3, 2, 1
            load lr, 3, 3, 1
            sum r10, r11, 3, 1, 1
            sum r10, r12, 3, 2, 1
            sum r10, lr, 3, 3, 1
            load lr, 3, 4, 1
            sum r10, lr, 3, 4, 1

            difference r11, 3, 1, r10, r1, 0
            str r11, [sp, #8]
            difference r1, 0, 0, r1, r2, 2
            difference r2, 2, 1, r2, r3, 4
            str r2, [sp, #4]
            difference r3, 4, 0, r3, r4, 1
            difference r4, 1, 1, r4, r5, 3
            str r4, [sp]
            difference r5, 3, 0, r5, r6, 0
            difference r6, 0, 1, r6, r7, 2
            difference r7, 2, 0, r7, r8, 4
            difference r8, 4, 1, r8, r9, 1
            difference r9, 1, 0, r9, r10, 3

            row 1, \last, 2, 3, 4, 0, 1
            row 2, \last, 4, 0, 1, 2, 3
            row 3, \last, 1, 2, 3, 4, 0
            row 4, \last, 3, 4, 0, 1, 2

            // Row 0, where iota adds a constant to lane 0, which lacks no rotation. Half 1 leaves
            // registers of D for the constants, and half 0 stays in the registers of the next n.
            row_before_chi 0, 1, \last, 0, 1, 2, 3, 4
            ldr r6, [sp, #12]
            ldr r8, [r6, #8 * \index + 4]
            ldr r6, [r6, #8 * \index]
            chi lr, r2, 0, r4, 1, r10, 2, \last
            eor lr, lr, r8
            str lr, [r0, #.Ls0]
            chi_store r4, 1, r10, 2, r11, 3, \last, 1
            chi_store r10, 2, r11, 3, r12, 4, \last, 2
            chi_store r11, 3, r12, 4, r2, 0, \last, 3
            chi_store r12, 4, r2, 0, r4, 1, \last, 4
            row_before_chi 0, 0, \last, 0, 1, 2, 3, 4
            chi r1, r2, 0, r4, 1, r10, 2, \last
            eor r1, r1, r6
            str r1, [r0, #.Ls0]
            chi r9, r4, 1, r10, 2, r11, 3, \last
            str r9, [r0, #.Ls1]
            chi r7, r10, 2, r11, 3, r12, 4, \last
            str r7, [r0, #.Ls2]
            chi r5, r11, 3, r12, 4, r2, 0, \last
            str r5, [r0, #.Ls3]
            chi r3, r12, 4, r2, 0, r4, 1, \last
            str r3, [r0, #.Ls4]
            after_row 0, \last, 0, 1, 2, 3, 4

            .irp x, 0, 1, 2, 3, 4
                renew \x
            .endr
        .endm
        column 0, 0, 36, 3, 41, 18
        column 1, 1, 44, 10, 45, 2
        column 2, 62, 6, 43, 15, 61
        column 3, 28, 55, 25, 21, 56
        column 4, 27, 20, 39, 8, 14

        push {{r4-r11, lr}}
        sub sp, #20
        add r2, r1, #192
        str r1, [sp, #12]
        str r2, [sp, #16]
        load r1, 0, 0, 0
        load r9, 1, 0, 0
        load r7, 2, 0, 0
        load r5, 3, 0, 0
        load r3, 4, 0, 0
    2:
        round 0, 0
        round 1, 0
        round 2, 0
        round 3, 1
        ldr r11, [sp, #12]
        ldr r12, [sp, #16]
        add r11, #32
        str r11, [sp, #12]
        cmp r11, r12
        bne 2b
        add sp, #20
        pop {{r4-r11, pc}}

        .macro forget macros:vararg
            .irp macro, \macros
                .purgem \macro
            .endr
        .endm
        forget column, lane, load, load_four, sum, sum_four, difference, source, add_d, theta
        forget theta_stack, rotate, chi, chi_store, row_before_chi, half, after, lacks, after_row
        forget row, renew, round, forget
        ",
    )
}
