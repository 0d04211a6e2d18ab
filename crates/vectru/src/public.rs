//! The places where something that was computed from secrets becomes public: one function marks them all.

/// Marks a value as public although it was computed from secrets.
///
/// The specification makes these public, and nothing else is passed here:
///
/// - whether a candidate for g is invertible: it is drawn anew if not;
/// - h, once it is computed;
/// - the public key and its hash within a secret key;
/// - whether the bytes given as a secret key are one, and for what reason not. All keys have the same weight of f.
///
/// It does nothing. A tool that follows secrets through memory declassifies the value's bytes here.
#[inline(always)]
pub(crate) fn declassify<T: ?Sized>(_value: &T) {}
