//! The order in which random bytes are drawn.

/// The calls that draw the random bytes of a key pair and of a ciphertext.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    /// The number of bytes of each call of key generation.
    pub lengths: &'static [usize],
    /// True if key generation can reject the bytes of its first call, and then repeats the call.
    pub repeats: bool,
    /// Returns whether key generation rejects the bytes of its first call. Present where that is
    /// known at little cost.
    pub rejects: Option<fn(&[u8]) -> bool>,
    /// The number of bytes of the one call of encapsulation.
    pub encapsulation: usize,
}

impl Draws {
    /// Returns the number of random bytes of a key pair, if key generation rejects no candidate.
    pub(crate) const fn of_key(self) -> usize {
        let (mut sum, mut call) = (0, 0);
        while call < self.lengths.len() {
            sum += self.lengths[call];
            call += 1;
        }
        sum
    }

    /// Returns the number of random bytes of a candidate that key generation rejects.
    pub(crate) const fn of_candidate(self) -> usize {
        if self.repeats { self.lengths[0] } else { 0 }
    }
}
