//! The transposition of 8 x 8 blocks, by interleaving alone.
//!
//! Number the coefficient at row r, column c by the bits (r2 r1 r0 | c2 c1 c0): registers left of the bar, places right of
//! it. Interleaving the registers that differ in their highest bit moves that bit to the end of the places, and the places'
//! highest bit to the end of the registers: (r1 r0 c2 | c1 c0 r2). Three rounds make it (c2 c1 c0 | r2 r1 r0).

/// The transposed block; `interleave` gives (x0, y0, x1, y1, …) in two registers. Registers that hold several blocks,
/// each interleaved for itself, transpose all of them. Its own inverse.
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
