//! Pieces of code whose time is not recorded.

use super::Part;

/// A piece of code that belongs to a part.
#[must_use]
#[derive(Debug)]
pub(crate) struct Piece(());

impl Part {
    /// Marks the beginning of a piece of this part, which ends when the result is dropped.
    #[inline(always)]
    pub(crate) fn begin(self) -> Piece {
        Piece(())
    }
}
