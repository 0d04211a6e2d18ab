//! The transposition of 8 x 8 blocks by interleaving.
//!
//! Write the address of a coefficient in register r = (r2 r1 r0), lane c = (c2 c1 c0) as the bits
//! (r2 r1 r0 | c2 c1 c0). One round interleaves register (0 r1 r0) with register (1 r1 r0) for
//! every r1 r0. It rotates the address by one bit:
//!
//! ```text
//! (r2 r1 r0 | c2 c1 c0) -> (r1 r0 c2 | c1 c0 r2)
//! ```
//!
//! Three rounds exchange the two halves of the address: (c2 c1 c0 | r2 r1 r0).

/// Returns the transposed 8 x 8 block: lane c of register r becomes lane r of register c.
/// `interleave` maps (x, y) to the two registers that hold (x0, y0, x1, y1, …). If registers hold
/// several blocks of eight lanes and `interleave` handles each block separately, all blocks are
/// transposed. The function is its own inverse.
#[inline(always)]
pub(super) fn transpose<V: Copy>(rows: [V; 8], interleave: impl Fn(V, V) -> [V; 2]) -> [V; 8] {
    let mut rows = rows;
    for _ in 0..3 {
        let before = rows;
        for i in 0..4 {
            [rows[2 * i], rows[2 * i + 1]] = interleave(before[i], before[i + 4]);
        }
    }
    rows
}
