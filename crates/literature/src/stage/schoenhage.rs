//! Schönhage: a transform whose roots of unity are powers of x, in a ring of polynomials of twice
//! the size.
//!
//! ```text
//! (R[x]/(x^(n/2) - y))[y]/g(y) -> (R[x]/(x^n + 1))[y]/g(y)              (monomorphism)
//!                              -> prod_e (R[x]/(x^n + 1))[y]/(y - x^e)  (isomorphism)
//! ```
//!
//! The first map considers coefficients of degree below n/2 in x as elements of the larger ring.
//! Their products have degrees below n and do not wrap around. So the product in the smaller ring
//! is the product in the larger one, with y = x^(n/2) substituted. In the larger ring x has order
//! 2n, with x^n = -1. The second map is made of radix-2 layers,
//!
//! ```text
//! y^(2m) - x^(2k) = (y^m - x^k)(y^m - x^(k + n))
//! (low, high) -> (low + x^k high, low - x^k high)
//! ```
//!
//! without any multiplication: x^k high is `high` shifted by k coefficients, and negated where it
//! wraps around.
//!
//! # Shifts without instructions
//!
//! An *element* is a polynomial of n coefficients in memory, behind a *guard* of [`GUARD`]
//! coefficients. A vector of x^k high is loaded from `high` at an address that is k coefficients
//! lower.
//!
//! - A vector that wraps around entirely is loaded from the end of the element. Its sign is wrong,
//!   so its sum and its difference are exchanged.
//! - A vector that wraps around partially starts in the guard, which holds the negated last
//!   coefficients. Each layer fills the guards of its outputs, except where the next layer shifts
//!   by a multiple of the vector length and never reads them.
//!
//! The inverse layer, times 2, is low = a + b, high = x^-k (a - b). It does not apply x^-k, but
//! adds k to the *label* of the element: an element with label t stands for x^-t times the
//! polynomial in memory. The next layer shifts the upper element of a pair by the difference of
//! both labels, and the map that reads the result shifts it back by its label. So inverse layers
//! are butterflies with other shifts, and a table ([`Shifts`]) has the shifts of all layers.
//!
//! Operations: a layer has one addition and one subtraction for every two vectors, and one negation
//! for each guard that it fills.
//!
//! Bounds: a layer doubles magnitudes, or ends with Barrett reductions.
//!
//! Sources: `[Sch77]`; `[HLY24]`, section 3.6, and `[CCH+23]`, section 3.7; `[BBCT22]` for vectors.
//! The guards and the labels are this project's own.

pub mod byte;
pub mod radix_4;

use vectru_polymul::modular::Modulus;
use vectru_polymul::simd::{I16Vector, Simd};

/// Coefficients of the guard in front of an element: the lanes of the widest vector.
pub const GUARD: usize = 32;

/// The shifts, in coefficients, with which each layer reads each element, and the shifts for
/// reading the result.
pub type Shifts<const ELEMENTS: usize, const STEPS: usize> = [[u8; ELEMENTS]; STEPS];

/// Returns the shifts of the forward transform over R\[x\]/(x^n + 1), n = `degree`.
///
/// The modulus g(y) is the product of `BLOCKS` factors y^p - x^root, one for each of `roots`, where
/// p = `ELEMENTS` / `BLOCKS` is the number of elements of a block. Layer l combines elements at
/// distance p / 2^(l + 1).
pub const fn forward_shifts<const BLOCKS: usize, const ELEMENTS: usize, const STEPS: usize>(
    roots: [usize; BLOCKS],
    degree: usize,
) -> Shifts<ELEMENTS, STEPS> {
    let points = ELEMENTS / BLOCKS;
    let mut shifts = [[0; ELEMENTS]; STEPS];
    let mut layer = 0;
    while layer + 1 < STEPS {
        let distance = points >> (layer + 1);
        let mut element = 0;
        while element < ELEMENTS {
            if element / distance % 2 == 1 {
                shifts[layer][element] = (exponent(roots[element / points], degree, points, layer, element) / 2) as u8;
            }
            element += 1;
        }
        layer += 1;
    }
    shifts
}

/// Returns the exponent e such that, after `layer` layers, `element` belongs to the residue modulo
/// y^m - x^e, with m = `points` / 2^`layer`, of a block modulo y^points - x^root.
pub const fn exponent(root: usize, degree: usize, points: usize, layer: usize, element: usize) -> usize {
    let mut exponent = root;
    let mut done = 0;
    while done < layer {
        let distance = points >> (done + 1);
        exponent = exponent / 2 + if element / distance % 2 == 1 { degree } else { 0 };
        done += 1;
    }
    exponent
}

/// Returns the shifts of the inverse of the transform of [`forward_shifts`]. Layer l combines
/// elements at distance 2^l. The last step has the negated labels, which are the shifts for reading
/// the result.
pub const fn inverse_shifts<const BLOCKS: usize, const ELEMENTS: usize, const STEPS: usize>(
    roots: [usize; BLOCKS],
    degree: usize,
) -> Shifts<ELEMENTS, STEPS> {
    let points = ELEMENTS / BLOCKS;
    let order = 2 * degree;
    let mut shifts = [[0; ELEMENTS]; STEPS];
    let mut labels = [0; ELEMENTS];
    let mut step = 0;
    while step + 1 < STEPS {
        let distance = 1 << step;
        let mut low = 0;
        while low < ELEMENTS {
            if low / distance % 2 == 0 {
                let high = low + distance;
                let k = exponent(roots[low / points], degree, points, STEPS - 2 - step, low) / 2;
                shifts[step][high] = ((labels[low] + order - labels[high]) % order) as u8;
                labels[high] = (labels[low] + k) % order;
            }
            low += 1;
        }
        step += 1;
    }
    let mut element = 0;
    while element < ELEMENTS {
        shifts[step][element] = ((order - labels[element]) % order) as u8;
        element += 1;
    }
    shifts
}

/// Returns true if reading with this shift starts a vector inside the guard: if the shift is not a
/// multiple of the vector length.
#[inline(always)]
pub fn needs_guard<S: Simd>(simd: S, shift: u8) -> bool {
    !(shift as usize).is_multiple_of(simd.lanes())
}

/// Fills the guard of an element with the negated last coefficients, if reading with `shift` needs
/// it.
#[inline(always)]
pub fn fill_guard<S: Simd, const STRIDE: usize>(simd: S, element: &mut [S::Coefficient; STRIDE], shift: u8) {
    let lanes = simd.lanes();
    if needs_guard(simd, shift) {
        let last = simd.load(&element[STRIDE - lanes..]);
        simd.store(simd.splat(0) - last, &mut element[GUARD - lanes..]);
    }
}

/// Returns the vector of the coefficients from `start` on of x^shift times an element. Requires a
/// filled guard if the shift needs it.
#[inline(always)]
pub fn load_shifted<S: Simd, const STRIDE: usize>(
    simd: S,
    element: &[S::Coefficient; STRIDE],
    shift: usize,
    start: usize,
) -> S::I16 {
    let degree = STRIDE - GUARD;
    let (negative, shift) = (shift / degree % 2 == 1, shift % degree);
    let wrapped = start + simd.lanes() <= shift;
    let vector = simd.load(&element[start + if wrapped { STRIDE } else { GUARD } - shift..]);
    if negative != wrapped { simd.splat(0) - vector } else { vector }
}

/// Computes one layer: for each pair of elements of `source` at this distance, writes the sum and
/// the difference of the lower element and the shifted upper element to `target`. Fills the guards
/// that reading with `next_shifts` needs, and reduces the results if `reduce` is true.
#[inline(always)]
#[allow(clippy::too_many_arguments)] // the reduction is a parameter so that it is known where the layer is compiled
pub fn layer<S: Simd, M: Modulus, const STRIDE: usize, const ELEMENTS: usize>(
    simd: S,
    source: &[[S::Coefficient; STRIDE]; ELEMENTS],
    target: &mut [[S::Coefficient; STRIDE]; ELEMENTS],
    distance: usize,
    shifts: &[u8; ELEMENTS],
    next_shifts: &[u8; ELEMENTS],
    reduce: bool,
) {
    for block in (0..ELEMENTS).step_by(2 * distance) {
        for low in block..block + distance {
            let high = low + distance;
            let (before, rest) = target.split_at_mut(high);
            let (sum, difference) = (&mut before[low], &mut rest[0]);
            butterfly::<S, M, STRIDE>(
                simd,
                [&source[low], &source[high]],
                shifts[high] as usize,
                [sum, difference],
                [needs_guard(simd, next_shifts[low]), needs_guard(simd, next_shifts[high])],
                reduce,
            );
        }
    }
}

/// Writes low + x^shift high to `sum` and low - x^shift high to `difference`, reduced if `reduce`
/// is true, and fills the guards that the arguments ask for.
#[inline(always)]
fn butterfly<S: Simd, M: Modulus, const STRIDE: usize>(
    simd: S,
    [low, high]: [&[S::Coefficient; STRIDE]; 2],
    shift: usize,
    [sum, difference]: [&mut [S::Coefficient; STRIDE]; 2],
    [guard_sum, guard_difference]: [bool; 2],
    reduce: bool,
) {
    let (lanes, degree) = (simd.lanes(), STRIDE - GUARD);
    // x^degree = -1: a shift of at least `degree` exchanges the sum and the difference.
    let negative = shift >= degree;
    let shift = if negative { shift - degree } else { shift };
    let (plus, minus, guard_plus, guard_minus) = if negative {
        (difference, sum, guard_difference, guard_sum)
    } else {
        (sum, difference, guard_sum, guard_difference)
    };
    let wrapped = shift / lanes * lanes;
    for start in (0..wrapped).step_by(lanes) {
        let (a, b) = (simd.load(&low[GUARD + start..]), simd.load(&high[STRIDE + start - shift..]));
        simd.store(finish::<_, M>(a - b, reduce), &mut plus[GUARD + start..]);
        simd.store(finish::<_, M>(a + b, reduce), &mut minus[GUARD + start..]);
    }
    let mut last = [simd.splat(0); 2];
    for start in (wrapped..degree).step_by(lanes) {
        let (a, b) = (simd.load(&low[GUARD + start..]), simd.load(&high[GUARD + start - shift..]));
        last = [finish::<_, M>(a + b, reduce), finish::<_, M>(a - b, reduce)];
        simd.store(last[0], &mut plus[GUARD + start..]);
        simd.store(last[1], &mut minus[GUARD + start..]);
    }
    if guard_plus {
        simd.store(simd.splat(0) - last[0], &mut plus[GUARD - lanes..]);
    }
    if guard_minus {
        simd.store(simd.splat(0) - last[1], &mut minus[GUARD - lanes..]);
    }
}

/// Returns the vector, reduced if `reduce` is true.
#[inline(always)]
fn finish<V: I16Vector, M: Modulus>(vector: V, reduce: bool) -> V {
    if reduce { vector.barrett_reduce::<M>() } else { vector }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::modular::Q4591;
    use vectru_polymul::simd::portable::Portable;
    use vectru_polymul::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, Shape};

    const ROOTS: [usize; 3] = [0, 32, 96];
    static FORWARD: Shifts<48, 5> = forward_shifts(ROOTS, 64);
    static INVERSE: Shifts<48, 5> = inverse_shifts(ROOTS, 64);

    /// Returns the coefficients of x^power in R[x]/(x^64 + 1).
    fn power_of_x(power: usize) -> [i64; 64] {
        let mut coefficients = [0; 64];
        coefficients[power % 64] = if (power / 64).is_multiple_of(2) { 1 } else { -1 };
        coefficients
    }

    fn transform<P: Shape>(elements: &mut [[i16; 96]; 48], shifts: &Shifts<48, 5>, distances: [usize; 4]) {
        let simd = Portable::<P>::new();
        for (element, &shift) in elements.iter_mut().zip(&shifts[0]) {
            fill_guard(simd, element, shift);
        }
        for (step, distance) in distances.into_iter().enumerate() {
            let source = *elements;
            layer::<_, Q4591, 96, 48>(simd, &source, elements, distance, &shifts[step], &shifts[step + 1], false);
        }
    }

    /// Checks that the forward transform maps y^i x^j to x^(e i + j) at the point x^e, and that the
    /// inverse returns 16 times the input.
    fn check<P: Shape>() {
        let simd = Portable::<P>::new();
        for (element, j) in (0..48).map(|element| (element, element * 7 % 64)) {
            let mut elements = [[0; 96]; 48];
            elements[element][GUARD + j] = 1;
            transform::<P>(&mut elements, &FORWARD, [8, 4, 2, 1]);
            for (place, found) in elements.iter().enumerate() {
                let same = place / 16 == element / 16;
                let point = exponent(ROOTS[place / 16], 64, 16, 4, place);
                let expected = if same { power_of_x(point * (element % 16) + j) } else { [0; 64] };
                assert!(found[GUARD..].iter().zip(expected).all(|(&found, expected)| found as i64 == expected));
            }
            transform::<P>(&mut elements, &INVERSE, [1, 2, 4, 8]);
            for (place, found) in elements.iter().enumerate() {
                for start in (0..64).step_by(P::LANES) {
                    let mut lanes = [0; 32];
                    simd.store(load_shifted(simd, found, INVERSE[4][place] as usize, start), &mut lanes);
                    for (l, &lane) in lanes[..P::LANES].iter().enumerate() {
                        assert_eq!(lane, if (place, start + l) == (element, j) { 16 } else { 0 });
                    }
                }
            }
        }
    }

    #[test]
    fn layers_are_the_definition() {
        check::<NeonShape>();
        check::<Avx2Shape>();
        check::<Avx512Shape>();
    }
}
