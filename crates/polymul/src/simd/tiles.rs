//! Tiles of six results of a Toeplitz product, in assembly for the Cortex-M4.
//!
//! Six sums s_0 to s_5 stay in registers for all terms. A register holds two coefficients. For a
//! pair (a_j, a_(j + 1)) of the vector, j even, sum t takes the pair (m_(i - 1), m_i) of the
//! matrix, where i grows by one with t and falls by two from one step to the next:
//!
//! - for odd t both are in one word of the matrix, in the opposite order, which `smladx` expects;
//! - for even t they are the high half of one word and the low half of the next one, which `pkhtb`
//!   puts together in the order of the vector, for `smlad`.
//!
//! The pair for j and t is that for j + 2 and t + 2. So a step, of two terms of six sums, loads one
//! word of the matrix and one of the vector, and puts one pair together: ten cycles for twelve
//! products. Alive are six sums, three words of the matrix, two pairs, two words of the vector and
//! an address, which are all fourteen registers.

/// Computes a step. `$near`, `$middle` and `$far` are the words of the matrix for t = 1, 3 and 5,
/// and `$two` and `$four` the pairs for t = 2 and 4. `$load` loads the next word of the matrix to
/// `$far`, and the next one of the vector; the pair for t = 0 replaces `$four`. `$add` is `smuad` in
/// the first step, which starts the sums, and `smlad` in the others.
#[rustfmt::skip]
macro_rules! step_of_tile {
    ($add:ident, [$s0:literal $s1:literal $s2:literal $s3:literal $s4:literal $s5:literal], $x:literal,
        [$near:literal $middle:literal $far:literal], [$two:literal $four:literal], $load:expr) => {
        concat!(
            sum_of_tile!($add, "x", $s5, $x, $far),
            $load,
            sum_of_tile!($add, "x", $s3, $x, $middle),
            sum_of_tile!($add, "x", $s1, $x, $near),
            sum_of_tile!($add, "", $s4, $x, $four),
            "pkhtb ", $four, ", ", $far, ", ", $near, "\n",
            sum_of_tile!($add, "", $s2, $x, $two),
            sum_of_tile!($add, "", $s0, $x, $four),
        )
    };
}

/// Adds two products to a sum, or starts it with them. The order is "x" if the two coefficients of
/// the word stand in the opposite order.
#[rustfmt::skip]
macro_rules! sum_of_tile {
    (smlad, $order:literal, $sum:literal, $x:literal, $word:literal) => {
        concat!("smlad", $order, " ", $sum, ", ", $x, ", ", $word, ", ", $sum, "\n")
    };
    (smuad, $order:literal, $sum:literal, $x:literal, $word:literal) => {
        concat!("smuad", $order, " ", $sum, ", ", $x, ", ", $word, "\n")
    };
}
