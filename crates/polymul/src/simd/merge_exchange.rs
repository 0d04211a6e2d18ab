//! Merge exchange (`[Bat68]`; `[Knu98]`, Algorithm 5.2.2M) in the general registers of Armv7-M: a
//! network that sorts 32-bit words, four comparisons at a time.
//!
//! For p = 2^t, …, 4, 2, 1 the network sorts words i and i + p for each i without the bit p. Then,
//! for q = 2^t, …, 4 p, 2 p, it sorts words i + p and i + q for each of these i. In an order that
//! is by i instead of by q, all words meet the same words in the same order: a word i + p is in no
//! pair of another i, and a word i + q meets first the one of the larger q, which is the one of the
//! smaller i. So word i + p stays in a register for all q.
//!
//! A comparison takes four instructions and has no branch: a subtraction, whose borrow tells
//! whether the words are exchanged, and a sum and a difference under this condition, which take a
//! cycle each whether they have an effect or not.
#![allow(unsafe_code)]

/// The number of words 2^32 - 1 behind the words to be sorted, and a divisor of their number.
pub const PADDING: usize = 8;

/// The most words that [`SORT`] sorts.
pub const CAPACITY: usize = 2048;

/// Sorts words in ascending order, on CPUs that have the network in assembly. The sequence of
/// comparisons depends on their number only.
///
/// # Panics
///
/// The function panics if the number of words is not a multiple of [`PADDING`], if they do not end
/// in as many words 2^32 - 1, or if there are more than [`CAPACITY`] others.
pub const SORT: Option<fn(&mut [u32])> = network();

/// Returns [`SORT`].
#[cfg(not(vectru_registers))]
const fn network() -> Option<fn(&mut [u32])> {
    None
}

/// Returns [`SORT`].
#[cfg(vectru_registers)]
const fn network() -> Option<fn(&mut [u32])> {
    Some(armv7m::sort)
}

#[cfg(vectru_registers)]
mod armv7m {
    use super::{CAPACITY, PADDING};

    /// Calls a function for each power of two in descending order.
    macro_rules! descending {
        ($power:ident => $statement:stmt) => {
            descending!($power => $statement; 1024 512 256 128 64 32 16 8 4 2 1);
        };
        ($power:ident => $statement:stmt; $($value:literal)*) => {
            $({
                const $power: usize = $value;
                $statement
            })*
        };
    }

    /// Sorts words: see [`SORT`](super::SORT).
    pub(super) fn sort(words: &mut [u32]) {
        let (sorted, padding) = words.split_at(words.len().saturating_sub(PADDING));
        let length = sorted.len();
        assert!(length.is_multiple_of(PADDING) && length <= CAPACITY && *padding == [u32::MAX; PADDING]);
        let top = length.next_power_of_two() / 2;
        descending!(P => if P <= top {
            level::<P>(words, length, top);
        });
    }

    /// Performs the comparisons of p = `P`, of `length` words and the padding behind them.
    #[inline(never)]
    fn level<const P: usize>(words: &mut [u32], length: usize, top: usize) {
        let base = words.as_mut_ptr();
        // Four comparisons can reach the padding if they are of words that are less than 8 apart.
        let end = |distance| if distance < PADDING { length } else { length.saturating_sub(distance) };
        // SAFETY: a group of indices, of which the highest is i + 7 if P < 8, or else i + 3, is
        // below the end. So its words, and those at a distance, are among all words.
        each_group::<P>(0, end(P), |i| unsafe { pairs::<P>(base.add(i)) });
        let (mut start, mut q) = (0, top);
        while q > P {
            // SAFETY: as above.
            each_group::<P>(start, end(q), |i| unsafe { chains::<P>(base.add(i), q) });
            start = start.max(end(q));
            q /= 2;
        }
    }

    /// Calls `group` with the first index of four without the bit `P`, from `start` to `end`, which
    /// are multiples of 8.
    #[inline(always)]
    fn each_group<const P: usize>(start: usize, end: usize, mut group: impl FnMut(usize)) {
        let mut i = start;
        while i < end {
            if P < 8 {
                group(i);
                i += 8;
            } else if i & P == 0 {
                group(i);
                i += 4;
            } else {
                i = (i & !(P - 1)) + P;
            }
        }
    }

    /// Returns the four indices without the bit `p` of a group.
    const fn indices(p: usize) -> [usize; 4] {
        match p {
            1 => [0, 2, 4, 6],
            2 => [0, 1, 4, 5],
            _ => [0, 1, 2, 3],
        }
    }

    /// Sorts words i and i + `P` of a group.
    ///
    /// # Safety
    ///
    /// The words of the group, and those at this distance, are valid.
    #[inline(always)]
    unsafe fn pairs<const P: usize>(group: *mut u32) {
        // SAFETY: the caller guarantees it.
        unsafe {
            let mut words = load::<P>(group);
            compare::<P, P>(group, &mut words);
            store::<P>(words, group);
        }
    }

    /// Sorts words i + `P` and i + r of a group, for r = `q`, `q` / 2, …, 2 `P`.
    ///
    /// # Safety
    ///
    /// The words of the group, and those at these distances, are valid.
    #[inline(always)]
    unsafe fn chains<const P: usize>(group: *mut u32, q: usize) {
        // SAFETY: the caller guarantees it.
        unsafe {
            let mut words = load::<P>(group.add(P));
            descending!(R => if const { R > P } && R <= q {
                compare::<P, R>(group, &mut words);
            });
            store::<P>(words, group.add(P));
        }
    }

    /// Returns the words of a group.
    ///
    /// # Safety
    ///
    /// They are valid.
    #[inline(always)]
    unsafe fn load<const P: usize>(group: *const u32) -> [u32; 4] {
        let [a, b, c, d] = const { indices(P) };
        // SAFETY: the caller guarantees it.
        unsafe { [*group.add(a), *group.add(b), *group.add(c), *group.add(d)] }
    }

    /// Writes the words of a group.
    ///
    /// # Safety
    ///
    /// They are valid.
    #[inline(always)]
    unsafe fn store<const P: usize>(words: [u32; 4], group: *mut u32) {
        let [a, b, c, d] = const { indices(P) };
        // SAFETY: the caller guarantees it.
        unsafe {
            *group.add(a) = words[0];
            *group.add(b) = words[1];
            *group.add(c) = words[2];
            *group.add(d) = words[3];
        }
    }

    /// Returns the part of a distance that fits an instruction.
    const fn offset(distance: usize) -> usize {
        if distance < CAPACITY / 2 { distance } else { 0 }
    }

    /// Sorts each of four words and the one at the distance `R` from the index of the word in the
    /// group: replaces the word by the less one, and the other by the greater one.
    ///
    /// # Safety
    ///
    /// The words of the group at this distance are valid.
    #[inline(always)]
    unsafe fn compare<const P: usize, const R: usize>(group: *mut u32, words: &mut [u32; 4]) {
        // Instructions have offsets of twelve bits.
        let pointer = const { R - offset(R) };
        macro_rules! exchange {
            ($less:literal, $greater:literal) => {
                concat!(
                    "subs {difference}, {",
                    $greater,
                    "}, {",
                    $less,
                    "}\n",
                    "itt lo\n",
                    "addlo {",
                    $less,
                    "}, {",
                    $less,
                    "}, {difference}\n",
                    "sublo {",
                    $greater,
                    "}, {",
                    $greater,
                    "}, {difference}\n",
                )
            };
        }
        let [a, b, c, d] = words;
        // SAFETY: the instructions exist on every target for which this is compiled. They read and
        // write four words, which the caller guarantees to be valid.
        unsafe {
            core::arch::asm!(
                "ldr {e}, [{p}, #{at_e}]",
                "ldr {f}, [{p}, #{at_f}]",
                "ldr {g}, [{p}, #{at_g}]",
                "ldr {h}, [{p}, #{at_h}]",
                exchange!("a", "e"),
                exchange!("b", "f"),
                exchange!("c", "g"),
                exchange!("d", "h"),
                "str {e}, [{p}, #{at_e}]",
                "str {f}, [{p}, #{at_f}]",
                "str {g}, [{p}, #{at_g}]",
                "str {h}, [{p}, #{at_h}]",
                p = in(reg) group.add(pointer),
                a = inout(reg) *a,
                b = inout(reg) *b,
                c = inout(reg) *c,
                d = inout(reg) *d,
                e = out(reg) _,
                f = out(reg) _,
                g = out(reg) _,
                h = out(reg) _,
                difference = out(reg) _,
                at_e = const 4 * (offset(R) + indices(P)[0]),
                at_f = const 4 * (offset(R) + indices(P)[1]),
                at_g = const 4 * (offset(R) + indices(P)[2]),
                at_h = const 4 * (offset(R) + indices(P)[3]),
                options(nostack),
            );
        }
    }
}
