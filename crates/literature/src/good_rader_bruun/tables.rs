//! The constants of the split into rings of degree 8, one for each chunk that is split.
//!
//! Chunk j of a kind is at place 6 + 2 j + kind of the transform. Kind 0 has even exponents t, and
//! kind 1 odd ones: after row i0 = 0 they alternate, because t mod 2 is the last dimension of
//! Good-Thomas.

use vectru_polymul::modular::{Constant, LaneConstants, Q4591, inverse, power};

use super::super::good_rader::{Q, ROOT, exponent};
use super::SPLIT;
use crate::stage::bruun::{constants, inverse_constants};

type Table = LaneConstants<Q4591, SPLIT>;

/// s, a square root of 2.
pub(super) const SQUARE_ROOT_OF_2: i64 = 1229;
const _: () = assert!(SQUARE_ROOT_OF_2 * SQUARE_ROOT_OF_2 % Q == 2);

/// Returns z with z^2 = w^t, for even t.
pub(super) const fn root(j: usize) -> i64 {
    power(ROOT, exponent(6 + 2 * j) as u64 / 2, Q)
}

/// Returns (alpha, beta) with x^16 - w^t = (x^8 + alpha x^4 + beta) (x^8 - alpha x^4 + beta), for
/// odd t.
///
/// w^51 = -1, so that the polynomial is x^16 + w^(2 i) with 2 i = t + 51. beta = w^(52 i) is a
/// square root of w^(2 i) and has a square root itself. alpha = sqrt(2) w^(26 i), and alpha^2 = 2
/// beta.
pub(super) const fn trinomial(j: usize) -> [i64; 2] {
    let i = ((exponent(6 + 2 * j + 1) + 51) % 102 / 2) as u64;
    [SQUARE_ROOT_OF_2 * power(ROOT, 26 * i, Q) % Q, power(ROOT, 52 * i, Q)]
}

/// Returns a table whose constant j is `$value` for `$j`.
macro_rules! table {
    ($j:ident, $value:expr) => {{
        let mut all = [Constant::ZERO; SPLIT];
        let mut $j = 0;
        while $j < SPLIT {
            all[$j] = $value;
            $j += 1;
        }
        LaneConstants::new(&all)
    }};
}

/// Returns a table of constant `which` of Bruun's butterfly.
const fn forward(which: usize) -> Table {
    table!(j, constants(trinomial(j)[0], trinomial(j)[1])[which])
}

/// Returns a table of constant `which` of Bruun's inverse butterfly.
const fn backward(which: usize) -> Table {
    table!(j, inverse_constants(trinomial(j)[0], trinomial(j)[1])[which])
}

pub(super) static Z: Table = table!(j, Constant::new(root(j)));
pub(super) static MINUS_Z: Table = table!(j, Constant::new(-root(j)));
pub(super) static Z_INVERSE: Table = table!(j, Constant::new(inverse(root(j), Q)));

pub(super) static ALPHA: Table = forward(0);
pub(super) static MINUS_ALPHA: Table = table!(j, Constant::new(-trinomial(j)[0]));
pub(super) static MINUS_BETA: Table = forward(1);
pub(super) static ALPHA_BETA: Table = forward(2);
/// alpha^2 - beta, which is beta.
pub(super) static BETA: Table = forward(3);
pub(super) static ALPHA_INVERSE: Table = backward(0);
pub(super) static ALPHA_BETA_INVERSE: Table = backward(2);
