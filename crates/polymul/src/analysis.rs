//! The lanes that prove and count.
//!
//! Both implement the contract, so a multiplier runs on them unchanged:
//!
//! - [`interval`]: a lane is the set of values it can have; a run shows that no lane overflows for any admissible input,
//!   because no branch and no index depends on a coefficient;
//! - [`count`]: a lane is nothing; a run counts the operations, map by map ([`costs`]). The formulas to compare with are in
//!   [`closed_form`].
//!
//! # What is proved
//!
//! For each multiplier, `cargo test` shows on the lanes of every backend's shape:
//!
//! 1. no 16-bit lane and no 32-bit sum (no 32-bit lane and no 64-bit sum) overflows for any centred operands, and -2^15 never meets -2^15 in a rounding
//!    high product ([`bounds`], [`bounds_by_small`]);
//! 2. the forward transform, the inverse and the fold agree with their definition on every basis vector, and the base
//!    multiplications on every pair of basis vectors. As each is congruent to a linear (bilinear) map wherever
//!    nothing overflows, they agree everywhere;
//! 3. every operation of every backend equals its portable meaning (on all 2^32 pairs of operands in the long tests), so
//!    that 1 and 2 carry over to registers.
//!
//! What is not proved: the compiler, the processor, and the correspondence of this prose with the code.

mod account;
pub mod count;
pub mod interval;
