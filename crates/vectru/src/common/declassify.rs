//! The places where something that was computed from secrets becomes public: two functions mark them all.
//!
//! The specification makes these public, and nothing else is passed to them:
//!
//! - whether a candidate for g is invertible: it is drawn anew if not. In a batch that is whether one of the factors of small degree
//!   divides it, and whether the product of all candidates of a chunk is invertible; likewise that of all f, and of all f G, in NTRU,
//!   where it is, but with a probability that is not worth mentioning;
//! - h, once it is computed; in NTRU LPRime the seed of G once it is drawn, and A once it is rounded;
//! - the public key and its hash within a secret key of NTRU Prime;
//! - whether the bytes given as a secret key are one, and for what reason not. All keys of NTRU Prime have the same
//!   weight of f.
//!
//! The functions do nothing, unless the library is compiled with `--cfg vectru_constant_time_test` for the test that
//! follows secrets through memory (`tools/constant-time`).

/// Marks a value as public although it was computed from secrets.
#[cfg(not(vectru_constant_time_test))]
#[inline(always)]
pub(crate) fn declassify<T: ?Sized>(_value: &T) {}

/// Marks a value as public although it was computed from secrets.
#[cfg(vectru_constant_time_test)]
pub(crate) fn declassify<T: ?Sized>(value: &T) {
    let declassify = DECLASSIFY.get().expect("the test sets it before it runs a mechanism");
    declassify(core::ptr::from_ref(value).cast(), size_of_val(value));
}

/// The value, which is public although it was computed from secrets: for values that may live in a register.
#[cfg(not(vectru_constant_time_test))]
#[inline(always)]
pub(crate) fn declassified<T: Copy>(value: T) -> T {
    value
}

/// The value, which is public although it was computed from secrets: for values that may live in a register.
#[cfg(vectru_constant_time_test)]
pub(crate) fn declassified<T: Copy>(value: T) -> T {
    // What is marked is a copy in memory, and what is returned is read from there.
    declassify(core::hint::black_box(&value));
    *core::hint::black_box(&value)
}

/// What the test of constant time does with a value that becomes public: its address and its size in bytes.
#[cfg(vectru_constant_time_test)]
pub static DECLASSIFY: std::sync::OnceLock<fn(*const u8, usize)> = std::sync::OnceLock::new();
