//! Intervals of integers: the values that a lane can have over all operands.

/// The integers from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The least value.
    pub low: i64,
    /// The largest value.
    pub high: i64,
}

impl Interval {
    /// The interval that contains only 0.
    pub const ZERO: Self = Self::single(0);

    /// Returns the interval that contains only `value`.
    pub const fn single(value: i64) -> Self {
        Self { low: value, high: value }
    }

    /// Returns the interval of all integers of magnitude at most `bound`.
    pub const fn symmetric(bound: i64) -> Self {
        Self { low: -bound, high: bound }
    }

    /// Returns the interval of all signed numbers of `bits` bits.
    pub const fn word(bits: u32) -> Self {
        Self { low: -1 << (bits - 1), high: (1 << (bits - 1)) - 1 }
    }

    /// Returns the largest magnitude in the interval.
    pub const fn magnitude(self) -> i64 {
        if -self.low > self.high { -self.low } else { self.high }
    }

    /// Returns true if every integer of this interval is in `other`.
    pub const fn is_within(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// Returns the interval of the negatives.
    pub(super) const fn negated(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// Returns the interval of sums.
    pub(super) const fn plus(self, other: Self) -> Self {
        Self { low: self.low + other.low, high: self.high + other.high }
    }

    /// Returns the least interval that contains both.
    pub(super) fn hull(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Returns the interval of products.
    pub(super) fn times(self, other: Self) -> Self {
        let corners = [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high];
        let (low, high) =
            corners.into_iter().fold((i64::MAX, i64::MIN), |(low, high), corner| (low.min(corner), high.max(corner)));
        Self { low, high }
    }
}
