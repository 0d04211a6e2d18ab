//! Marks by which a checker of machine code finds the functions that multiply.
//!
//! Each function that computes products in a ring notes its address and what it computes in the
//! section `vectru_entries` of the program. The checker reads it there, even in programs and
//! libraries without symbols. A mark costs no instruction. The linker keeps it if and only if it
//! keeps the function, so that a program has exactly the marks of the functions that it links. As a
//! mark takes the address of its function, the compiler keeps the function's interface.
//!
//! In WebAssembly, whose inline assembly is not stable, a mark is a constant in the module's
//! memory, and the function reads a byte of it: three instructions for each call, the address, the
//! load and the drop of the loaded value. The linker keeps the constant with the function. Its word
//! 1 is the pointer itself; a function's pointer is its index in the table of functions.
//!
//! A mark is a list of words of 64 bits. The mark of a function has these 15 words; a mark of the
//! state of dispatch has the first two:
//!
//! | word | content |
//! | --- | --- |
//! | 0 | [`MAGIC`] and the number of [`Kind`] |
//! | 1 | the address, relative to the address of this word |
//! | 2, 3 | n and q |
//! | 4, 5; 6, 7 | the pairs (k, c) of t, where x^n = t(x); (0, 0) if there is one pair |
//! | 8 | the largest magnitude of a coefficient of a small polynomial |
//! | 9 | the padded length of polynomials |
//! | 10 | the bytes of a prepared operand |
//! | 11 to 14 | the name of the ring, padded with zeros |
//!
//! Programs and libraries for Linux on x86-64 and AArch64 have marks, and so do modules of
//! WebAssembly and programs for Arm without an operating system. In the latter, which are not
//! moved, word 1 is the address itself, and the section is no part of the memory of the device.
#![allow(unsafe_code)]
// Elsewhere nothing is marked.
#![cfg_attr(
    not(all(
        any(
            all(any(target_arch = "x86_64", target_arch = "aarch64"), target_os = "linux"),
            all(target_arch = "arm", target_os = "none"),
            target_arch = "wasm32"
        ),
        not(miri)
    )),
    allow(dead_code, unused_imports)
)]

use crate::modular::Modulus;
use crate::multiplier::{Module, Multiply, PreparedBig};
use crate::ring::Ring;

/// The upper 56 bits of a mark's first word, shifted down: a number that names the format.
pub const MAGIC: u64 = u64::from_be_bytes(*b"\0vectru2");

/// The marked functions and words. The arguments of a function are pointers, passed by the
/// convention of C; it writes its result to where the last one points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// The number of the chosen backend, a byte: see [`Backend`](crate::dispatch::Backend).
    Chosen = 0,
    /// The backends that the CPU is known to have, a byte: see [`dispatch`](crate::dispatch).
    Detected = 1,
    /// The product of two polynomials.
    Product = 2,
    /// The product of a polynomial and a small one.
    ProductBySmall = 3,
    /// The preparation of an operand.
    Transform = 4,
    /// The product of a polynomial and a prepared operand.
    ProductByPrepared = 5,
    /// The sum of two products of polynomials and prepared operands: a, c, b, d for a b + c d.
    SumOfProducts = 6,
    /// The preparation of an entry of a matrix.
    TransformBig = 7,
    /// A matrix by a column: an array of 20 pointers to prepared operands, four for each row; an
    /// array of four pointers to small polynomials; the number of rows k and that of columns l,
    /// where l is 1 to 4 and k is 1, l or l + 1. The result has room for 5 polynomials.
    RowsByColumn = 8,
}

impl Kind {
    /// Returns the first word of a mark.
    pub(crate) const fn head(self) -> u64 {
        (MAGIC << 8) | self as u64
    }
}

/// Returns eight letters of a name, from the letter at `from` on, as a word.
const fn letters(name: &str, from: usize) -> u64 {
    let (mut word, mut index) = (0, 0);
    while index < 8 && from + index < name.len() {
        word |= (name.as_bytes()[from + index] as u64) << (8 * index);
        index += 1;
    }
    word
}

/// Returns the number at `index` of the flattened list of pairs (k, c) of a ring's tail, or 0
/// beyond its end.
const fn tail<R: Ring>(index: usize) -> i64 {
    if index >= 2 * R::TAIL.len() {
        return 0;
    }
    let (k, c) = R::TAIL[index / 2];
    if index.is_multiple_of(2) { k as i64 } else { c }
}

/// A mark of a function in a module of WebAssembly, at an address that is a multiple of 8.
#[cfg(all(target_arch = "wasm32", not(miri)))]
#[repr(C)]
pub(crate) struct Mark<const WORDS: usize> {
    head: u64,
    /// A function's pointer is its index in the table of functions.
    address: *const (),
    upper: u32,
    words: [u64; WORDS],
}

#[cfg(all(target_arch = "wasm32", not(miri)))]
impl<const WORDS: usize> Mark<WORDS> {
    pub(crate) const fn new(kind: Kind, address: *const (), words: [u64; WORDS]) -> Self {
        Self { head: kind.head(), address, upper: 0, words }
    }

    /// Lets the linker keep the mark with the calling function.
    #[inline(always)]
    pub(crate) fn keep(&'static self) {
        // SAFETY: the reference is valid for reads.
        unsafe { (&raw const *self).cast::<u8>().read_volatile() };
    }
}

/// Writes a mark: its kind, the symbol that it marks, the function that contains it, and the words
/// after the address. The function must not be inlined: the mark and the symbol must be in the same
/// unit.
macro_rules! mark {
    (@line $word:expr) => { ".8byte {}" };
    ($kind:ident, [$($symbol:tt)+] in [$($function:tt)+] $(, $word:expr)*) => {
        #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), target_os = "linux", not(miri)))]
        mark!(
            @section ".pushsection vectru_entries,\"ao\",@progbits,{function}", ".8byte {symbol} - .",
            $kind, [$($symbol)+] in [$($function)+] $(, $word)*
        );
        #[cfg(all(target_arch = "arm", target_os = "none", not(miri)))]
        mark!(
            @section ".pushsection vectru_entries,\"o\",%progbits,{function}", ".4byte {symbol}, 0",
            $kind, [$($symbol)+] in [$($function)+] $(, $word)*
        );
        #[cfg(all(target_arch = "wasm32", not(miri)))]
        mark!(@constant $kind, $($symbol)+ $(, $word)*);
    };
    (@section $section:literal, $address:literal,
        $kind:ident, [$($symbol:tt)+] in [$($function:tt)+] $(, $word:expr)*) => {
        // SAFETY: the statement has no instruction. It writes a section that the program does not
        // load from.
        unsafe {
            core::arch::asm!(
                $section,
                ".balign 8",
                ".8byte {head}",
                $address,
                $(mark!(@line $word),)*
                ".popsection",
                $(const $word,)*
                symbol = sym $($symbol)+,
                function = sym $($function)+,
                head = const $crate::entry::Kind::$kind.head(),
                options(nomem, nostack, preserves_flags),
            );
        }
    };
    (@constant $kind:ident, $static:ident) => {
        const {
            &$crate::entry::Mark::new($crate::entry::Kind::$kind, (&raw const $static).cast(), [])
        }.keep();
    };
    (@constant $kind:ident, $function:expr $(, $word:expr)+) => {
        const {
            &$crate::entry::Mark::new($crate::entry::Kind::$kind, $function as *const (), [$($word as u64),+])
        }.keep();
    };
}
pub(crate) use mark;

/// Defines the functions that mark the products of a ring: the kind, the bound of the ring, and the
/// type of prepared operands.
macro_rules! marks {
    ($($mark:ident, $kind:ident, $bound:ident<$ring:ident>, $prepared:ty;)+) => {$(
        #[doc = concat!("Marks the calling function as [`", stringify!($bound), "::", stringify!($mark), "`].")]
        #[doc(hidden)] // For `multiply_by!` and `module_by!`.
        #[inline(always)]
        pub fn $mark<$ring: $bound>() {
            mark!(
                $kind, [<$ring as $bound>::$mark] in [<$ring as $bound>::$mark],
                $ring::DEGREE, $ring::Modulus::Q,
                tail::<$ring>(0), tail::<$ring>(1), tail::<$ring>(2), tail::<$ring>(3),
                $ring::SMALL, size_of::<$ring::SmallCoefficients>(), size_of::<$prepared>(),
                letters($ring::NAME, 0), letters($ring::NAME, 8), letters($ring::NAME, 16), letters($ring::NAME, 24)
            );
        }
    )+};
}

marks! {
    product, Product, Multiply<R>, R::Prepared;
    product_by_small, ProductBySmall, Multiply<R>, R::Prepared;
    transform, Transform, Multiply<R>, R::Prepared;
    product_by_prepared, ProductByPrepared, Multiply<R>, R::Prepared;
    sum_of_products, SumOfProducts, Multiply<R>, R::Prepared;
    transform_big, TransformBig, Module<R>, PreparedBig<R>;
    rows, RowsByColumn, Module<R>, PreparedBig<R>;
}

/// Defines functions of [`Multiply`] or [`Module`]: each is marked and never inlined, so that a
/// checker of machine code executes the same code as every caller.
///
/// In a build of tests they have no marks and may be inlined: most rings are not called there, and
/// their functions are then not compiled.
#[doc(hidden)] // For `multiply_by!` and `module_by!`.
#[macro_export]
macro_rules! marked {
    ($(fn $name:ident($($argument:ident: $type:ty),+ $(,)?) $body:block)+) => {$(
        #[cfg_attr(test, inline)]
        #[cfg_attr(not(test), inline(never))]
        extern "C" fn $name($($argument: $type),+) {
            #[cfg(not(test))]
            $crate::entry::$name::<Self>();
            $body
        }
    )+};
}
