//! Counts of operations on 32-bit lanes.

use super::Counts;
use crate::simd::Form;

impl Counts {
    /// Returns the counts of a Barrett product of 32-bit lanes.
    pub(in crate::analysis) const fn wide_barrett_multiply(form: Form) -> Self {
        match form.lanes {
            8 => Self { multiplications: 3, ..Self::NONE },
            // The high products of even and of odd lanes take two roundings, three shifts and a
            // blend; there are two low products.
            _ => Self { multiplications: 4, additions: 6, permutations: 1, ..Self::NONE },
        }
    }

    /// Returns the counts of a load of four transposed vectors: a load for each lane, and two rounds
    /// of four interleavings, which transpose four lanes at a time.
    pub(in crate::analysis) const fn load_wide_columns(form: Form) -> Self {
        Self { loads: form.lanes as u32 / 2, permutations: 8, ..Self::NONE }
    }

    /// Returns the counts of a store of four transposed vectors: the counts of the load, with stores
    /// instead of loads, and an extraction for each lane from the fifth on.
    pub(in crate::analysis) const fn store_wide_columns(form: Form) -> Self {
        let lanes = form.lanes as u32 / 2;
        Self { stores: lanes, permutations: 8 + lanes - 4, ..Self::NONE }
    }

    /// Returns the counts of a sum of `terms` outer products of four coefficients in each lane, and
    /// of its reductions.
    pub(in crate::analysis) const fn wide_lane_products(form: Form, terms: u32) -> Self {
        match form.lanes {
            8 => Self { multiplications: 4 * (8 * terms + 3), permutations: 4 * 4, ..Self::NONE },
            // Products of even lanes and of odd lanes, which a shift of each of the 11 operands of a
            // term moves. Each of two reductions is two products and a subtraction.
            _ => Self {
                multiplications: 4 * (8 * terms + 4),
                additions: 11 * terms + 4 * (8 * terms - 2 + 3),
                permutations: 4,
                ..Self::NONE
            },
        }
    }

    /// Returns the counts of Montgomery reductions to 16-bit lanes.
    pub(in crate::analysis) const fn narrow(form: Form) -> Self {
        match form.lanes {
            8 => Self { multiplications: 3, permutations: 4, ..Self::NONE },
            _ => Self { multiplications: 4, additions: 4, permutations: 2, ..Self::NONE },
        }
    }

    /// Returns the counts of centred representatives modulo a power of two in 16-bit lanes.
    pub(in crate::analysis) const fn narrow_centred(form: Form) -> Self {
        match form.lanes {
            8 => Self { additions: 2, permutations: 2, ..Self::NONE },
            _ => Self { additions: 4, permutations: 2, ..Self::NONE },
        }
    }
}
