//! Sums of Toeplitz products of dimension 16 on words, for the Cortex-M3 and the Cortex-M4: the
//! form that they have for [`I32Word::sums_of_products`](super::I32Word::sums_of_products).
//!
//! A product of dimension 4 needs four sums, four words of the vector, three diagonals, and the
//! places of the matrices, of the vector and of the results: all fourteen registers, of which the
//! compiler leaves thirteen. Compiled code keeps more words for later than that, and loads the
//! places again and again. So the function is in assembly as a whole.
//!
//! | register | content |
//! | --- | --- |
//! | `r0` | the matrices of a point |
//! | `r2` to `r5` | four words of a vector |
//! | `r6`, `r8`, `r1` | diagonals |
//! | `r7` | the vector of the next product |
//! | `r9` to `r12` | four sums |
//! | `lr` | the results of a point |
//!
//! The stack has the vectors of the point, from 0 on, and from 16, 32 and 48 on four sums each.
#![allow(unsafe_code)]

use core::arch::naked_asm;

/// Loads the words of a vector from `$from` on.
macro_rules! words {
    (plain, $from:literal) => {
        concat!(
            "ldr r2, [r7, #(4 * ",
            $from,
            ")]\n",
            "ldr r3, [r7, #(4 * ",
            $from,
            " + 4)]\n",
            "ldr r4, [r7, #(4 * ",
            $from,
            " + 8)]\n",
            "ldr r5, [r7, #(4 * ",
            $from,
            " + 12)]\n",
        )
    };
    (folded, $from:literal) => {
        concat!(
            words!(plain, $from),
            "ldr r6, [r7, #(4 * ",
            $from,
            " + 16)]\n",
            "ldr r8, [r7, #(4 * ",
            $from,
            " + 20)]\n",
            "ldr r1, [r7, #(4 * ",
            $from,
            " + 24)]\n",
            "ldr r7, [r7, #(4 * ",
            $from,
            " + 28)]\n",
            "add r2, r2, r6\n",
            "add r3, r3, r8\n",
            "add r4, r4, r1\n",
            "add r5, r5, r7\n",
        )
    };
}

/// Multiplies a diagonal by the last word of a vector, which starts a sum of `first` products, or
/// adds to it.
macro_rules! start {
    (first, $sum:literal, $t:literal) => {
        concat!(".if vectru_entry\n", start!(next, $sum, $t), ".else\n", "mul ", $sum, ", ", $t, ", r5\n", ".endif\n",)
    };
    (next, $sum:literal, $t:literal) => {
        concat!("mla ", $sum, ", ", $t, ", r5, ", $sum, "\n")
    };
}

/// Adds the products with index `$index` of all entries: `$start` says whether they start the sums.
/// Loads stand behind one another, as many as there are registers for.
macro_rules! leaves {
    ($start:ident, $words:ident, $index:literal, $from:literal) => {
        concat!(
            ".set vectru_entry, 0\n",
            ".rept {entries}\n",
            ".set vectru_place, 252 * vectru_entry + 28 * ",
            $index,
            "\n",
            words!($words, $from),
            "ldr r6, [r0, #vectru_place]\n",
            "ldr r8, [r0, #(vectru_place + 4)]\n",
            start!($start, "r9", "r6"),
            "mla r9, r8, r4, r9\n",
            start!($start, "r10", "r8"),
            "ldr r6, [r0, #(vectru_place + 8)]\n",
            "ldr r8, [r0, #(vectru_place + 12)]\n",
            "ldr r1, [r0, #(vectru_place + 16)]\n",
            "mla r9, r6, r3, r9\n",
            "mla r9, r8, r2, r9\n",
            "mla r10, r6, r4, r10\n",
            "mla r10, r8, r3, r10\n",
            "mla r10, r1, r2, r10\n",
            start!($start, "r11", "r6"),
            "mla r11, r8, r4, r11\n",
            "mla r11, r1, r3, r11\n",
            start!($start, "r12", "r8"),
            "mla r12, r1, r4, r12\n",
            "ldr r6, [r0, #(vectru_place + 20)]\n",
            "ldr r8, [r0, #(vectru_place + 24)]\n",
            "ldr r7, [sp, #(4 * ((vectru_entry + 1) % {entries}))]\n",
            "mla r11, r6, r2, r11\n",
            "mla r12, r6, r3, r12\n",
            "mla r12, r8, r2, r12\n",
            ".set vectru_entry, vectru_entry + 1\n",
            ".endr\n",
        )
    };
}

/// Loads or stores the sums: `ldr` or `str`, and where they are.
macro_rules! sums {
    ($move:literal, $base:literal, $offset:literal) => {
        sums!($move, $base, $offset, ["r9" "r10" "r11" "r12"])
    };
    ($move:literal, $base:literal, $offset:literal, [$a:literal $b:literal $c:literal $d:literal]) => {
        concat!(
            $move, " ", $a, ", [", $base, ", #", $offset, "]\n",
            $move, " ", $b, ", [", $base, ", #(", $offset, " + 4)]\n",
            $move, " ", $c, ", [", $base, ", #(", $offset, " + 8)]\n",
            $move, " ", $d, ", [", $base, ", #(", $offset, " + 12)]\n",
        )
    };
}

/// Adds four sums of the stack, which are those of the first product of dimension 8.
macro_rules! add_sums {
    ($offset:literal) => {
        concat!(
            sums!("ldr", "sp", $offset, ["r2" "r3" "r4" "r5"]),
            "add r9, r9, r2\n",
            "add r10, r10, r3\n",
            "add r11, r11, r4\n",
            "add r12, r12, r5\n",
        )
    };
}

/// Adds up the products of dimension 8 with the words from `$from` and from `$upper` on, whose
/// products of dimension 4 are those from `$index` on. Stores eight results.
macro_rules! eight {
    ($from:literal, $upper:literal, [$index:literal $low:literal $high:literal], [$results:literal $upper_results:literal]) => {
        concat!(
            leaves!(first, folded, $index, $from),
            sums!("str", "sp", "16"),
            add_sums!("32"),
            leaves!(next, plain, $low, $upper),
            sums!("str", "lr", $results),
            sums!("ldr", "sp", "16"),
            add_sums!("48"),
            leaves!(next, plain, $high, $from),
            sums!("str", "lr", $upper_results),
        )
    };
}

/// Writes the sums of `L` products at each of `N` points.
///
/// # Safety
///
/// Requires `L` pointers at `vectors` to 24 N words each, and 63 L N words at `matrices`, that can
/// be read, and 16 N words at `sums` that can be written.
// SAFETY: the instructions exist on every target for which this is compiled. They read and write
// the words that the caller provides, and their own frame on the stack; the registers that a
// function preserves are stored before and loaded after.
#[unsafe(naked)]
unsafe extern "C" fn products<const L: usize, const N: usize>(
    vectors: *const *const i32,
    matrices: *const i32,
    sums: *mut i32,
) {
    naked_asm!(
        "push {{r4-r11, lr}}",
        "sub sp, #68",
        "mov lr, r2",
        "add r2, r2, #(64 * {points})",
        "str r2, [sp, #64]",
        ".set vectru_entry, 0",
        ".rept {entries}",
        "ldr r2, [r0, #(4 * vectru_entry)]",
        "str r2, [sp, #(4 * vectru_entry)]",
        ".set vectru_entry, vectru_entry + 1",
        ".endr",
        "mov r0, r1",
        "2:",
        "ldr r7, [sp]",
        leaves!(first, folded, "0", "16"),
        sums!("str", "sp", "16"),
        leaves!(next, plain, "1", "20"),
        sums!("str", "sp", "32"),
        sums!("ldr", "sp", "16"),
        leaves!(next, plain, "2", "16"),
        sums!("str", "sp", "48"),
        eight!("8", "12", ["3" "4" "5"], ["0" "16"]),
        eight!("0", "4", ["6" "7" "8"], ["32" "48"]),
        ".set vectru_entry, 0",
        ".rept {entries}",
        "ldr r2, [sp, #(4 * vectru_entry)]",
        "add r2, r2, #96",
        "str r2, [sp, #(4 * vectru_entry)]",
        ".set vectru_entry, vectru_entry + 1",
        ".endr",
        "addw r0, r0, #(252 * {entries})",
        "add lr, lr, #64",
        "ldr r2, [sp, #64]",
        "cmp lr, r2",
        "bne.w 2b",
        "add sp, #68",
        "pop {{r4-r11, pc}}",
        entries = const L,
        points = const N,
    )
}

/// See [`I32Word::sums_of_products`](super::I32Word::sums_of_products).
#[inline(always)]
pub(super) fn sums_of_products<const L: usize, const N: usize>(
    vectors: [&[[i32; 24]; N]; L],
    matrices: &[[[i32; 63]; L]; N],
    sums: &mut [[i32; 16]; N],
) {
    const { assert!(1 <= L && L <= 4 && N == 32, "the offsets fit the instructions") };
    let vectors = vectors.map(|vector| vector.as_ptr().cast::<i32>());
    // SAFETY: the pointers are to as many words as the types say.
    unsafe { products::<L, N>(vectors.as_ptr(), matrices.as_ptr().cast(), sums.as_mut_ptr().cast()) };
}
