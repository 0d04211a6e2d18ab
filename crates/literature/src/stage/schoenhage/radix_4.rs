//! Two layers of Schönhage's transform in one pass, with half of the loads and stores, and as many
//! additions.
//!
//! ```text
//! y^(4m) - x^(4k) = (y^m - x^k)(y^m + x^k)(y^m - x^(k + n/2))(y^m + x^(k + n/2))
//! ```
//!
//! The shifts of both layers are applied when the four elements are loaded, except the factor
//! x^(n/2) of the second layer. This factor exchanges the halves of an element and negates one of
//! them. The halves are different vectors, so it costs nothing: x^(n/2) (low, high) = (-high, low).
//!
//! Let p, q, r and t be the shifted elements. The results, in the order of elements 0 to 3, are
//!
//! ```text
//! P = p + q,   D = p - q,   S = r + t,   F = r - t
//!
//! forward: P + S, P - S, D + x^(n/2) F, D - x^(n/2) F
//! inverse: P + S, D - x^(n/2) F, P - S, D + x^(n/2) F
//! ```
//!
//! where p, q, r and t are elements 0, 2, 1 and 3 forward, and elements 0, 1, 2 and 3 in the
//! inverse.
//!
//! Requires elements of at least two vectors.
//!
//! Bounds: magnitudes grow by the factor 4, or the results are Barrett-reduced.
//!
//! Source: `[HLY24]`, section 3.1, for computations of several layers in one pass.

use vectru_polymul::modular::Modulus;
use vectru_polymul::simd::{Simd, unroll};

use super::{GUARD, fill_guard, finish, load_shifted};

/// Returns the shifts with which a pass of two layers reads its elements, up to multiples of n/2.
/// Of four elements, one is shifted by the first layer, one by the second layer and one by both.
pub const fn reading_shifts<const ELEMENTS: usize>([first, second]: [&[u8; ELEMENTS]; 2]) -> [u8; ELEMENTS] {
    let mut shifts = [0; ELEMENTS];
    let mut element = 0;
    while element < ELEMENTS {
        shifts[element] = first[element] + second[element];
        element += 1;
    }
    shifts
}

/// Computes two layers, which combine elements at distances 2 `distance` and then `distance`; or
/// the inverse layers, at `distance` and then 2 `distance`, if `inverse` is true.
///
/// `shifts` has the shifts of both layers, in the form that [`reading_shifts`] returns. Fills the
/// guards that reading with `next_shifts` needs, and reduces the results if `reduce` is true. The
/// shifts are those of the first of `ROWS` rows of elements, and all rows have the same.
///
/// In straight-line code over a row, the shifts in a constant table are constants to the compiler,
/// and so are addresses and signs.
#[inline(always)]
#[allow(clippy::too_many_arguments)] // direction and reduction are parameters so that they are known where it is compiled
pub fn two_layers<S: Simd, M: Modulus, const STRIDE: usize, const ELEMENTS: usize, const ROWS: usize>(
    simd: S,
    source: &[[S::Coefficient; STRIDE]; ELEMENTS],
    target: &mut [[S::Coefficient; STRIDE]; ELEMENTS],
    distance: usize,
    shifts: [&[u8; ELEMENTS]; 2],
    next_shifts: &[u8; ELEMENTS],
    inverse: bool,
    reduce: bool,
) {
    let points = ELEMENTS / ROWS;
    for (source, target) in source.chunks_exact(points).zip(target.chunks_exact_mut(points)) {
        unroll!(S::Shape, four < ELEMENTS / ROWS / 4; at most 16, {
            let e0 = four / distance * (4 * distance) + four % distance;
            let places = [e0, e0 + distance, e0 + 2 * distance, e0 + 3 * distance];
            combine_four::<S, M, STRIDE, ELEMENTS>(simd, source, target, places, shifts, inverse, reduce);
            for place in places {
                fill_guard(simd, &mut target[place], next_shifts[place]);
            }
        });
    }
}

/// Computes the two layers of four elements of a row.
#[inline(always)]
fn combine_four<S: Simd, M: Modulus, const STRIDE: usize, const ELEMENTS: usize>(
    simd: S,
    source: &[[S::Coefficient; STRIDE]],
    target: &mut [[S::Coefficient; STRIDE]],
    [e0, e1, e2, e3]: [usize; 4],
    [first, second]: [&[u8; ELEMENTS]; 2],
    inverse: bool,
    reduce: bool,
) {
    let degree = STRIDE - GUARD;
    let half = degree / 2;
    // The elements in the roles of p, q, r and t, and the shifts of q and r. The shift of t is the
    // sum of both.
    let (roles, by_q, by_r) = if inverse {
        ([e0, e1, e2, e3], first[e1] as usize, second[e2] as usize)
    } else {
        ([e0, e2, e1, e3], first[e2] as usize, second[e1] as usize)
    };
    let by_t = (by_r + first[e3] as usize) % (2 * degree);
    for start in (0..half).step_by(simd.lanes()) {
        let mut outer = [[simd.splat(0); 2]; 2];
        let mut inner = [[simd.splat(0); 2]; 2];
        for h in 0..2 {
            let at = start + h * half;
            let p = simd.load(&source[roles[0]][GUARD + at..]);
            let q = load_shifted(simd, &source[roles[1]], by_q, at);
            let r = load_shifted(simd, &source[roles[2]], by_r, at);
            let t = load_shifted(simd, &source[roles[3]], by_t, at);
            outer[h] = [p + q, r + t];
            inner[h] = [p - q, r - t];
        }
        // x^(n/2) (low, high) = (-high, low).
        let sums = [
            [outer[0][0] + outer[0][1], outer[1][0] + outer[1][1]],
            [outer[0][0] - outer[0][1], outer[1][0] - outer[1][1]],
            [inner[0][0] - inner[1][1], inner[1][0] + inner[0][1]],
            [inner[0][0] + inner[1][1], inner[1][0] - inner[0][1]],
        ];
        let places = if inverse { [e0, e2, e3, e1] } else { [e0, e1, e2, e3] };
        for (place, [low, high]) in places.into_iter().zip(sums) {
            simd.store(finish::<_, M>(low, reduce), &mut target[place][GUARD + start..]);
            simd.store(finish::<_, M>(high, reduce), &mut target[place][GUARD + half + start..]);
        }
    }
}
