//! Schönhage's and Nussbaumer's transforms of length 8 over Z_65536, with powers of z as roots of
//! unity: a product modulo x^256 + 1 becomes 8 negacyclic products of size 64.
//!
//! ```text
//! S = R[z]/(z^64 + 1),   R = Z_65536,   z^128 = 1
//!
//! Schönhage, y = x^32, z = x:
//!     R[x]/(x^256 + 1) -> S[y]/(y^8 + 1) -> prod_(k odd, k < 16) S[y]/(y - z^(8 k))
//! Nussbaumer, z = x^4:
//!     R[x]/(x^256 + 1) -> S[x]/(x^8 - 1) -> prod_(k < 8) S[x]/(x - z^(16 k))
//! ```
//!
//! Schönhage's first map is a monomorphism on polynomials with blocks of 32 coefficients, whose
//! products have fewer than 64 coefficients. Nussbaumer's is one on polynomials of degree below 4
//! in x, whose products have degrees below 8. Both double the number of coefficients.
//!
//! The layers halve y^8 - z^64 and x^8 - 1 in the same way: a node z^e has the children z^(e/2) and
//! -z^(e/2). A product by z^s is a choice of addresses: an element is stored with its negative in
//! front of it, so that z^s times the element starts s coefficients before it. These 128
//! coefficients are also the diagonals of the Toeplitz matrix that multiplies by the element.
//!
//! The inverse returns 8 times the elements: it loses 3 bits. A coefficient modulo 2^13 leaves 3 of
//! 16 bits, so 8 is the largest length over 16-bit lanes. A transform of length n by powers of z
//! needs n lg n additions of elements. For 4 parts it leaves 8 products; Toom-4 leaves 7 and also
//! loses 3 bits. Such transforms pay only with wider lanes and larger lengths: `[Hwa24a]` has
//! Z_(2^21) on a CPU with 32-bit words.
//!
//! Operations: 3 layers of 8 * 64 additions and subtractions, and as many negations, for the guard.
//!
//! Bounds: none, as lanes wrap modulo 2^16, which is the ring.
//!
//! Sources: `[Sch77]`, `[Nus80]`; `[Hwa24a]` for Saber's ring.

use vectru_polymul::simd::Simd;

/// The number of elements.
pub const ELEMENTS: usize = 8;
/// The coefficients of an element.
pub const DEGREE: usize = 64;
/// The layers, each of which loses a bit.
pub const LAYERS: usize = 3;
/// The coefficients of a polynomial.
pub const SIZE: usize = 256;
/// Coefficients in a block of Schönhage's transform.
const BLOCK: usize = SIZE / ELEMENTS;
/// Coefficients in x of Nussbaumer's elements.
const PARTS: usize = ELEMENTS / 2;

/// The elements, each behind its negative.
pub type Elements<C> = [[C; 2 * DEGREE]; ELEMENTS];

/// The two maps to elements and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Blocks of 32 coefficients, modulo y^8 + 1.
    Schoenhage,
    /// Every fourth coefficient, modulo x^8 - 1.
    Nussbaumer,
}

impl Way {
    /// Returns the exponent e of the node at `place` after `layer` layers, which is modulo
    /// y^(8 / 2^layer) - z^e.
    pub const fn exponent(self, layer: usize, place: usize) -> usize {
        match (layer, self) {
            (0, Self::Schoenhage) => DEGREE,
            (0, Self::Nussbaumer) => 0,
            _ => self.exponent(layer - 1, place / 2) / 2 + place % 2 * DEGREE,
        }
    }

    /// Returns the exponents s of the butterflies' factors z^s for the nodes of each layer.
    pub const fn shifts(self) -> [[usize; PARTS]; LAYERS] {
        let mut shifts = [[0; PARTS]; LAYERS];
        let mut index = 0;
        while index < LAYERS * PARTS {
            let (layer, node) = (index / PARTS, index % PARTS);
            if node < 1 << layer {
                shifts[layer][node] = self.exponent(layer + 1, 2 * node);
            }
            index += 1;
        }
        shifts
    }
}

/// Stores a vector of an element and its negative.
#[inline(always)]
fn store<S: Simd>(simd: S, vector: S::I16, element: &mut [S::Coefficient; 2 * DEGREE], start: usize) {
    simd.store(simd.splat(0) - vector, &mut element[start..]);
    simd.store(vector, &mut element[DEGREE + start..]);
}

/// Loads a vector of z^-shift times an element. Requires shift < 64.
#[inline(always)]
fn load_back<S: Simd>(simd: S, element: &[S::Coefficient; 2 * DEGREE], shift: usize, start: usize) -> S::I16 {
    // z^-s is -z^(64 - s).
    if shift == 0 {
        simd.load(&element[DEGREE + start..])
    } else {
        simd.splat(0) - simd.load(&element[shift + start..])
    }
}

/// Transforms the 256 coefficients of `operand` to `elements`. Overwrites `other`.
#[inline(always)]
pub fn forward<S: Simd>(
    simd: S,
    way: Way,
    shifts: &[[usize; PARTS]; LAYERS],
    operand: &[S::Coefficient],
    elements: &mut Elements<S::Coefficient>,
    other: &mut Elements<S::Coefficient>,
) {
    split(simd, way, operand, other);
    layer(simd, shifts, 0, other, elements);
    layer(simd, shifts, 1, elements, other);
    layer(simd, shifts, 2, other, elements);
}

/// Computes a layer: (low, high) -> (low + z^s high, low - z^s high).
#[inline(always)]
fn layer<S: Simd>(
    simd: S,
    shifts: &[[usize; PARTS]; LAYERS],
    layer: usize,
    source: &Elements<S::Coefficient>,
    target: &mut Elements<S::Coefficient>,
) {
    let distance = ELEMENTS >> (layer + 1);
    for pair in 0..ELEMENTS / 2 {
        let (node, low) = (pair / distance, 2 * pair - pair % distance);
        let shift = shifts[layer][node];
        for start in (0..DEGREE).step_by(simd.lanes()) {
            let a = simd.load(&source[low][DEGREE + start..]);
            let b = simd.load(&source[low + distance][DEGREE - shift + start..]);
            store(simd, a + b, &mut target[low], start);
            store(simd, a - b, &mut target[low + distance], start);
        }
    }
}

/// Writes the elements of a polynomial.
#[inline(always)]
fn split<S: Simd>(simd: S, way: Way, operand: &[S::Coefficient], elements: &mut Elements<S::Coefficient>) {
    match way {
        Way::Schoenhage => {
            for (block, element) in operand.chunks_exact(BLOCK).zip(elements) {
                for start in (0..BLOCK).step_by(simd.lanes()) {
                    store(simd, simd.load(&block[start..]), element, start);
                    store(simd, simd.splat(0), element, BLOCK + start);
                }
            }
        }
        Way::Nussbaumer => {
            for u in 0..DEGREE {
                for v in 0..PARTS {
                    elements[v][DEGREE + u] = operand[PARTS * u + v];
                }
            }
            for (v, element) in elements.iter_mut().enumerate() {
                for start in (0..DEGREE).step_by(simd.lanes()) {
                    let vector = if v < PARTS { simd.load(&element[DEGREE + start..]) } else { simd.splat(0) };
                    store(simd, vector, element, start);
                }
            }
        }
    }
}

/// Writes 8 times the polynomial with these elements to `result`. Overwrites `elements` and
/// `other`.
#[inline(always)]
pub fn inverse<S: Simd>(
    simd: S,
    way: Way,
    shifts: &[[usize; PARTS]; LAYERS],
    elements: &mut Elements<S::Coefficient>,
    other: &mut Elements<S::Coefficient>,
    result: &mut [S::Coefficient],
) {
    inverse_layer(simd, shifts, 2, elements, other);
    inverse_layer(simd, shifts, 1, other, elements);
    inverse_layer(simd, shifts, 0, elements, other);
    join(simd, way, shifts, other, result);
}

/// Returns the shift that the inverse layer above the given one leaves to the map that loads the
/// element at `place`: the element in memory is z^shift times the true one.
#[inline(always)]
fn pending(shifts: &[[usize; PARTS]; LAYERS], layer: usize, place: usize) -> usize {
    let distance = ELEMENTS >> (layer + 1);
    if layer == LAYERS || place & distance == 0 { 0 } else { shifts[layer][place / (2 * distance)] }
}

/// Computes an inverse layer: (c, d) -> (c + d, c - d). The factor z^-s of the difference is left
/// to the map that loads it.
#[inline(always)]
fn inverse_layer<S: Simd>(
    simd: S,
    shifts: &[[usize; PARTS]; LAYERS],
    layer: usize,
    source: &Elements<S::Coefficient>,
    target: &mut Elements<S::Coefficient>,
) {
    let distance = ELEMENTS >> (layer + 1);
    for pair in 0..ELEMENTS / 2 {
        let low = 2 * pair - pair % distance;
        let high = low + distance;
        for start in (0..DEGREE).step_by(simd.lanes()) {
            let c = load_back(simd, &source[low], pending(shifts, layer + 1, low), start);
            let d = load_back(simd, &source[high], pending(shifts, layer + 1, high), start);
            store(simd, c + d, &mut target[low], start);
            store(simd, c - d, &mut target[high], start);
        }
    }
}

/// Writes the polynomial with these elements: substitutes y = x^32, or z = x^4.
#[inline(always)]
fn join<S: Simd>(
    simd: S,
    way: Way,
    shifts: &[[usize; PARTS]; LAYERS],
    elements: &mut Elements<S::Coefficient>,
    result: &mut [S::Coefficient],
) {
    match way {
        Way::Schoenhage => {
            for place in 0..ELEMENTS {
                for start in (0..BLOCK).step_by(simd.lanes()) {
                    let before = (place + ELEMENTS - 1) % ELEMENTS;
                    let low = load_back(simd, &elements[place], pending(shifts, 0, place), start);
                    let high = load_back(simd, &elements[before], pending(shifts, 0, before), BLOCK + start);
                    // Block 8 is x^256 = -1 times block 0.
                    let sum = if place == 0 { low - high } else { low + high };
                    simd.store(sum, &mut result[place * BLOCK + start..]);
                }
            }
        }
        Way::Nussbaumer => {
            // Here x^4 is z, and the factors of the last layer are 1.
            for v in 0..PARTS {
                for start in (0..DEGREE).step_by(simd.lanes()) {
                    let shifted = simd.load(&elements[v + PARTS][DEGREE - 1 + start..]);
                    let sum = simd.load(&elements[v][DEGREE + start..]) + shifted;
                    simd.store(sum, &mut elements[v][DEGREE + start..]);
                }
            }
            for u in 0..DEGREE {
                for v in 0..PARTS {
                    result[PARTS * u + v] = elements[v][DEGREE + u];
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::dispatch::{Backend, Task};
    use vectru_polymul::simd::Machine;

    /// Checks that the image of x^k in the element of z^e is the right power of z, and that the
    /// inverse returns 8 x^k.
    #[test]
    fn transforms_are_their_definitions_on_every_basis_vector() {
        struct Basis;
        impl Task for Basis {
            type Output = ();
            fn run<S: Machine>(self, simd: S) {
                for (way, k) in
                    [Way::Schoenhage, Way::Nussbaumer].into_iter().flat_map(|way| (0..SIZE).map(move |k| (way, k)))
                {
                    let (mut operand, mut result) = ([0; SIZE], [0; SIZE]);
                    let (mut elements, mut other) = ([[0; 2 * DEGREE]; ELEMENTS], [[0; 2 * DEGREE]; ELEMENTS]);
                    operand[k] = 1;
                    forward(simd, way, &way.shifts(), &operand, &mut elements, &mut other);
                    for (place, element) in elements.iter().enumerate() {
                        let e = way.exponent(LAYERS, place);
                        let power = match way {
                            Way::Schoenhage => k % BLOCK + k / BLOCK * e,
                            Way::Nussbaumer => k / PARTS + k % PARTS * e,
                        };
                        let sign = if (power / DEGREE).is_multiple_of(2) { 1 } else { -1 };
                        for (index, &found) in element.iter().enumerate() {
                            let copy = if index < DEGREE { -1 } else { 1 };
                            let expected = if index % DEGREE == power % DEGREE { copy * sign } else { 0 };
                            assert_eq!(found, expected, "{way:?}: x^{k} at {place}, {index}");
                        }
                    }
                    inverse(simd, way, &way.shifts(), &mut elements, &mut other, &mut result);
                    assert_eq!(result, operand.map(|coefficient| 8 * coefficient), "{way:?}: x^{k}");
                }
            }
        }
        for backend in Backend::available() {
            backend.run(Basis).expect("the backend is available");
        }
    }
}
