//! Division steps modulo 3 on bit planes in 32-bit words, in general registers.
//!
//! A coefficient is a bit n, set if it is not zero, and a bit s, set if it is negative, in the two
//! words of [`Trits`]. On Armv7-M the loop is assembly: the compiler would keep most of its
//! words in memory. The firmware of tools/cpus/cortex_m compares it with the definition.
#![allow(unsafe_code)]

/// The words n and s of 32 coefficients.
pub type Trits = [u32; 2];

/// The choices of a step, each in all bits of a word: all ones if a and b are swapped, and n and s
/// of -c.
pub type Choice = [u32; 3];

/// Returns `(swap ? b : a, b - c a)`.
#[inline(always)]
pub const fn step([swap, nonzero, negative]: Choice, a: Trits, b: Trits) -> [Trits; 2] {
    // The sum of b and -c a as (n, s) and (m, t) is ((n ^ m) | (n & x), s ^ (m & x)).
    let ([n, s], [m, t]) = (b, [a[0] & nonzero, a[1] ^ negative]);
    let x = s ^ t ^ n;
    [[a[0] ^ (a[0] ^ n) & swap, a[1] ^ (a[1] ^ s) & swap], [(n ^ m) | (n & x), s ^ (m & x)]]
}

/// Performs two steps on the words (a, b) of the rows from 2 on, of which each divides the
/// polynomial `DOWN`, 0 for a or 1 for b, by x: the first step on each row i, and the second one on
/// the words of `DOWN` from row i and of the other polynomial from row i - 1. Results are stored in
/// row i - 2 and in row i - 1. `last` is row 1 after the first step; the result is the last row
/// after the first step.
#[inline(always)]
pub fn two_steps<const DOWN: usize>(choices: &[Choice; 2], last: [Trits; 2], rows: &mut [[Trits; 2]]) -> [Trits; 2] {
    #[cfg(vectru_registers)]
    return in_registers::<DOWN>(choices, last, rows);
    #[cfg(not(vectru_registers))]
    by_definition::<DOWN>(choices, last, rows)
}

/// Performs [`two_steps`] by the definition.
pub fn by_definition<const DOWN: usize>(
    choices: &[Choice; 2],
    mut last: [Trits; 2],
    rows: &mut [[Trits; 2]],
) -> [Trits; 2] {
    let up = const { 1 - DOWN };
    for i in 2..rows.len() {
        let next = step(choices[0], rows[i][0], rows[i][1]);
        last[DOWN] = next[DOWN];
        let after = step(choices[1], last[0], last[1]);
        rows[i - 1][up] = after[up];
        rows[i - 2][DOWN] = after[DOWN];
        last = next;
    }
    last
}

/// Performs [`two_steps`] in assembly.
#[cfg(vectru_registers)]
#[inline(always)]
fn in_registers<const DOWN: usize>(choices: &[Choice; 2], mut last: [Trits; 2], rows: &mut [[Trits; 2]]) -> [Trits; 2] {
    let up = const { 1 - DOWN };
    let Some(count) = rows.len().checked_sub(2).filter(|&count| count > 0) else { return last };
    // A step on (an, as) and (bn, bs) by the choices from the offset of `swap` on.
    #[rustfmt::skip]
    macro_rules! step {
        ($an:literal, $as:literal, $bn:literal, $bs:literal, $swap:literal, $nonzero:literal, $negative:literal) => {
            concat!(
                "ldr {k}, [{c}, #", $nonzero, "]\n",
                "and {m}, {", $an, "}, {k}\n",
                "ldr {k}, [{c}, #", $swap, "]\n",
                "eor {t}, {", $an, "}, {", $bn, "}\n",
                "and {t}, {t}, {k}\n",
                "eor {", $an, "}, {", $an, "}, {t}\n",
                "eor {t}, {", $as, "}, {", $bs, "}\n",
                "and {k}, {k}, {t}\n",
                "eor {", $as, "}, {", $as, "}, {k}\n",
                "ldr {k}, [{c}, #", $negative, "]\n",
                "eor {t}, {t}, {k}\n",
                "eor {t}, {t}, {", $bn, "}\n",
                "and {k}, {", $bn, "}, {t}\n",
                "eor {", $bn, "}, {", $bn, "}, {m}\n",
                "orr {", $bn, "}, {", $bn, "}, {k}\n",
                "and {m}, {m}, {t}\n",
                "eor {", $bs, "}, {", $bs, "}, {m}\n",
            )
        };
    }
    // The loop, with the operands of the second step, and the words that stay.
    #[rustfmt::skip]
    macro_rules! rows {
        ($second:expr, $un:literal, $us:literal, $dn:literal, $ds:literal, $up:literal, $up_s:literal,
            $down:literal, $down_s:literal) => {
            // SAFETY: the instructions exist on every target for which this is compiled. They read
            // the words of `choices`, and those of each row from the third one on; they write to
            // this row's two predecessors, to the operands and to the flags.
            unsafe {
                core::arch::asm!(
                    "2:",
                    "ldr {an}, [{p}]",
                    "ldr {as_}, [{p}, #4]",
                    "ldr {bn}, [{p}, #8]",
                    "ldr {bs}, [{p}, #12]",
                    step!("an", "as_", "bn", "bs", 0, 4, 8),
                    $second,
                    concat!("str {", $dn, "}, [{p}, #", $down, "]"),
                    concat!("str {", $ds, "}, [{p}, #", $down_s, "]"),
                    concat!("str {un}, [{p}, #", $up, "]"),
                    concat!("str {us}, [{p}, #", $up_s, "]"),
                    concat!("mov {un}, {", $un, "}"),
                    concat!("mov {us}, {", $us, "}"),
                    "add {p}, #16",
                    "subs {count}, #1",
                    "bne 2b",
                    p = inout(reg) rows[2..].as_mut_ptr() => _,
                    count = inout(reg) count => _,
                    c = in(reg) choices.as_ptr(),
                    un = inout(reg) last[up][0],
                    us = inout(reg) last[up][1],
                    an = out(reg) _,
                    as_ = out(reg) _,
                    bn = out(reg) _,
                    bs = out(reg) _,
                    m = out(reg) _,
                    t = out(reg) _,
                    k = out(reg) _,
                    options(nostack),
                );
            }
        };
    }
    if const { DOWN == 1 } {
        rows!(step!("un", "us", "bn", "bs", 12, 16, 20), "an", "as_", "bn", "bs", -16, -12, -24, -20);
    } else {
        rows!(step!("an", "as_", "un", "us", 12, 16, 20), "bn", "bs", "an", "as_", -8, -4, -32, -28);
    }
    // Row i after the first step: the word that stays is the operand, and the one that moves is
    // not needed any more.
    last[DOWN] = [0; 2];
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps on rows of one coefficient each are steps on polynomials in order.
    #[test]
    fn steps_are_sums_modulo_three() {
        let number = |[n, s]: Trits| (n & 1) as i64 * (1 - 2 * (s & 1) as i64);
        for bits in 0..1u32 << 7 {
            let bit = |k: u32| (bits >> k & 1).wrapping_neg();
            let (a, b) = ([bit(0), bit(1)], [bit(2), bit(3)]);
            let [left, right] = step([bit(4), bit(5), bit(6)], a, b);
            assert_eq!(number(left), number(if bit(4) == 0 { a } else { b }));
            let negated = number([bit(5), bit(6)]);
            assert_eq!((number(right) - number(b) - negated * number(a)).rem_euclid(3), 0);
        }
    }
}
