//! The proof of `good-rader-bruun`, for the shape of every backend.

use alloc::vec::Vec;

use super::super::good_rader::{ROOT, exponent};
use super::*;
use crate::analysis::arrays::Arrays;
use crate::modular::{centred, power};
use crate::proof::{self, BasisProof};

/// A ring of the products.
#[derive(Clone, Copy)]
struct Quotient {
    /// The chunk of the transform that it comes from.
    place: usize,
    degree: usize,
    /// x^degree = alpha x^(degree / 2) + beta.
    alpha: i64,
    beta: i64,
}

/// Returns the rings in the order of the layout, one lane after the other.
fn quotient(index: usize) -> Quotient {
    if index < ROW {
        return Quotient { place: index, degree: 16, alpha: 0, beta: power(ROOT, exponent(index) as u64, Q) };
    }
    let (block, lane) = ((index - ROW) / GROUP, (index - ROW) % GROUP);
    let (kind, j, second) = (block / (2 * GROUPS), block / 2 % GROUPS * GROUP + lane, block % 2 == 1);
    let place = ROW + 2 * j + kind;
    let (alpha, beta) = match kind {
        0 => (0, tables::root(j)),
        _ => (tables::trinomial(j)[0], -tables::trinomial(j)[1]),
    };
    match (kind, second) {
        (0, false) => Quotient { place, degree: 8, alpha, beta },
        (0, true) => Quotient { place, degree: 8, alpha, beta: -beta },
        (_, second) => Quotient { place, degree: 8, alpha: if second { alpha } else { -alpha }, beta },
    }
}

/// Returns the ring and the degree of coefficient `index` of a transformed operand.
fn position(index: usize) -> (usize, usize) {
    match index.checked_sub(ROW * CHUNK) {
        None => (index / CHUNK, index % CHUNK),
        Some(index) => (ROW + index / PRODUCT * GROUP + index % GROUP, index % PRODUCT / GROUP),
    }
}

const RINGS: usize = ROW + 4 * SPLIT;

/// Returns the coefficients of `value` x^k in its ring.
fn reduced(ring: usize, k: usize, value: i64) -> [i64; 16] {
    let Quotient { degree, alpha, beta, .. } = quotient(ring);
    let mut result = [0; 32];
    result[k] = value;
    for k in (degree..32).rev() {
        result[k - degree / 2] = (result[k - degree / 2] + alpha * result[k]) % Q;
        result[k - degree] = (result[k - degree] + beta * result[k]) % Q;
        result[k] = 0;
    }
    core::array::from_fn(|k| result[k])
}

/// Returns a row with the coefficients `values(ring)` in every ring.
fn in_layout(values: impl Fn(usize) -> [i64; 16]) -> Vec<(usize, i64)> {
    let values: Vec<_> = (0..RINGS).map(values).collect();
    (0..WHOLE * CHUNK).map(|index| (index, values[position(index).0][position(index).1])).collect()
}

/// Returns the transform of x^k: in the ring of a chunk of w^t, w^(t floor(k / 16)) x^(k mod 16).
fn forward_definition(k: usize) -> Vec<(usize, i64)> {
    in_layout(|ring| {
        let t = exponent(quotient(ring).place);
        reduced(ring, k % CHUNK, power(ROOT, (t * (k / CHUNK)) as u64, Q))
    })
}

/// Returns the inverse transform of a basis vector, times 204: the polynomial that is x^r in one
/// ring and 0 in all others.
///
/// Let x^16 - w^t = f g, where f is the modulus of the ring. Twice the polynomial modulo x^16 - w^t
/// is 2 x^r g / g(f), where 1 / g is taken modulo f.
///
/// For the binomials f = x^8 - beta, g = x^8 + beta, it is 1 / (2 beta). For the trinomials
/// f = x^8 + alpha x^4 + beta, g = f - 2 alpha x^4 and x^4 (x^4 + alpha) = -beta modulo f, so that
/// it is (x^4 + alpha) / (2 alpha beta).
fn inverse_definition(index: usize) -> Vec<(usize, i64)> {
    let (ring, r) = position(index);
    let Quotient { place, degree, alpha, beta } = quotient(ring);
    let t = exponent(place);
    let weight = power(ROOT, t as u64, Q);
    let mut preimage = [0; CHUNK];
    let mut add = |k: usize, value: i64| {
        preimage[k % CHUNK] = (preimage[k % CHUNK] + if k < CHUNK { value } else { value * weight % Q }) % Q;
    };
    if degree == 16 {
        add(r, 2);
    } else if alpha == 0 {
        add(r, 1);
        add(r + 8, inverse(beta, Q));
    } else {
        let (alpha, beta) = (-alpha, -beta);
        let divisor = inverse(alpha * beta, Q);
        for (k, value) in [(0, beta), (4, -alpha), (8, 1)] {
            add(r + k + 4, value * divisor % Q);
            add(r + k, value * divisor % Q * alpha % Q);
        }
    }
    let chunk = |s: usize| (0..CHUNK).map(move |k| (s, k));
    let value = |s, k: usize| preimage[k] * power(ROOT, ((WHOLE - t) * s) as u64, Q) % Q;
    (0..WHOLE).flat_map(chunk).map(|(s, k)| (s * CHUNK + k, value(s, k))).collect()
}

/// Returns 2^-16 x^j x^k in every ring that has both.
fn multiply_definition(j: usize, k: usize) -> Vec<(usize, i64)> {
    let montgomery = inverse(1 << 16, Q);
    in_layout(|ring| match quotient(ring).degree > j.max(k) {
        true => reduced(ring, j + k, montgomery),
        false => [0; 16],
    })
}

/// Checks that the transform of two operands at once, whose chunks one vector holds, is the
/// transform of each.
fn prove_split_of_two_operands<P: Shape>() {
    let simd = Arrays::<P>::new();
    let operands: [[i16; 768]; 2] = core::array::from_fn(|o| core::array::from_fn(|k| ((k * (o + 3)) % 2000) as i16));
    let operands = operands.each_ref().map(|operand| &operand[..Sntrup761::DEGREE.next_multiple_of(CHUNK)]);
    let mut pair: Chunks<i16, 2, WHOLE> = Aligned([[[0; CHUNK]; 2]; WHOLE]);
    forward(simd, operands, &mut pair);
    for (operand, polynomial) in operands.into_iter().enumerate() {
        let (mut of_pair, mut alone) = (GoodRaderBruun::zero_transformed(simd), GoodRaderBruun::zero_transformed(simd));
        split::<_, 2>(simd.narrow(), &pair, operand, &mut of_pair);
        GoodRaderBruun::forward(simd, polynomial, &mut alone);
        assert!(of_pair.0.iter().zip(&alone.0).all(|(&x, &y)| centred((x - y).into(), Q) == 0));
    }
}

/// Checks that the trinomials and binomials are factors of the polynomials that they split.
fn prove_factors() {
    for j in 0..SPLIT {
        let [alpha, beta] = tables::trinomial(j);
        assert_eq!((2 * beta - alpha * alpha) % Q, 0);
        assert_eq!(centred(beta * beta + power(ROOT, exponent(ROW + 2 * j + 1) as u64, Q), Q), 0);
        assert_eq!(centred(tables::root(j).pow(2) - power(ROOT, exponent(ROW + 2 * j) as u64, Q), Q), 0);
    }
}

impl BasisProof for GoodRaderBruun {
    fn prove<P: Shape>() {
        prove_factors();
        if P::LANES == 2 * CHUNK {
            prove_split_of_two_operands::<P>();
        }
        proof::forward::<GoodRaderBruun, P>(forward_definition);
        proof::inverse::<GoodRaderBruun, P>(inverse_definition);
        proof::multiply_in::<GoodRaderBruun, P>(CHUNK, position, multiply_definition);
        proof::fold::<GoodRaderBruun, P, i16>(SCALE.value.into());
    }
}
