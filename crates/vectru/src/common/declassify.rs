//! Values that were computed from secrets and are public by the specification. Two functions mark
//! all places where such values become public. They are:
//!
//! - that a candidate for g is invertible, or is not and is drawn anew. For a batch: that a factor
//!   of small degree divides the candidate, and that the product of all candidates of a group is
//!   invertible. In NTRU, that neither f nor g is 0, by the reciprocals of f and of f G, and for a
//!   batch by the reciprocals of the products of all f and of all f G. One is 0 with negligible
//!   probability;
//! - h, once it is computed; in NTRU LPRime the seed of G, once it is drawn, and A, once it is
//!   rounded; in Saber the seed of A, once it is hashed, and b, once it is rounded;
//! - the public key and its hash in a secret key of NTRU Prime or Saber;
//! - that the bytes given as a secret key are not one, and the reason. All keys of NTRU Prime have
//!   the same weight of f.
//!
//! The functions do nothing unless the library is compiled with `--cfg vectru_constant_time_test`,
//! for the test that follows secrets through memory (`tools/assurance/constant-time`).

/// Marks a value in memory as public although it was computed from secrets.
#[cfg(not(vectru_constant_time_test))]
#[inline(always)]
pub(crate) fn declassify<T: ?Sized>(_value: &T) {}

/// Marks a value in memory as public although it was computed from secrets.
#[cfg(vectru_constant_time_test)]
pub(crate) fn declassify<T: ?Sized>(value: &T) {
    let declassify = DECLASSIFY.get().expect("the test sets it before it runs a mechanism");
    declassify(core::ptr::from_ref(value).cast(), size_of_val(value));
}

/// Returns a value, marked as public although it was computed from secrets. For values that may be
/// in a register.
#[inline(always)]
pub(crate) fn declassified<T: Copy>(value: T) -> T {
    if cfg!(vectru_constant_time_test) {
        // Marks a copy in memory, and returns what is read from there.
        declassify(core::hint::black_box(&value));
        return *core::hint::black_box(&value);
    }
    value
}

/// The function that the test of constant time calls with the address of a value that becomes
/// public, and its size in bytes.
#[cfg(vectru_constant_time_test)]
pub static DECLASSIFY: std::sync::OnceLock<fn(*const u8, usize)> = std::sync::OnceLock::new();
