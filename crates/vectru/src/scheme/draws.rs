//! The order in which the random bytes of a key pair are drawn.

/// The calls that draw the random bytes of a key pair.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    /// The number of bytes of each call.
    pub lengths: &'static [usize],
    /// Returns whether key generation rejects the bytes of the first call and repeats it. Present
    /// where that is known at little cost.
    pub rejects: Option<fn(&[u8]) -> bool>,
}
