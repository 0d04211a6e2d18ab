//! Growth: the magnitudes that transforms over chunks reach, as numbers.
//!
//! A kernel reduces vectors between two transforms only where the second one could overflow
//! otherwise. These functions decide it: they follow the operations of each stage with the exact
//! bound of each Barrett product ([`barrett_bound`](crate::modular::barrett_bound)). They only
//! place reductions. The proof of each kernel does not rely on them, and a bound that is too small
//! here appears there as an overflow.
//!
//! The functions are for odd q and roots of unity modulo q, given as numbers, so that a plan at
//! compile time and a search for plans at run time share them.

use crate::modular::{centred, inverse, power, summable_modulo};
use crate::stage::rader;

/// The largest magnitude of a 16-bit lane.
pub const LANE: i64 = i16::MAX as i64;

/// Returns the bound of the Barrett products of |x| <= `magnitude` by the constant `c` modulo q.
pub const fn product(magnitude: i64, c: i64, q: i64) -> i64 {
    let c = centred(c, q);
    let quotient = (2 * (c << 15) + q).div_euclid(2 * q);
    ((q << 14) + magnitude * (q * quotient - (c << 15)).abs()) >> 15
}

/// Returns the bound of the Barrett reductions of |x| <= `magnitude` modulo q.
pub const fn reduced(magnitude: i64, q: i64) -> i64 {
    product(magnitude, 1, q)
}

/// Returns a bound of the Barrett products of |x| <= `magnitude` by any constant modulo q.
pub const fn any_product(magnitude: i64, q: i64) -> i64 {
    ((q << 14) + magnitude * (q / 2)) >> 15
}

/// Returns the bound of coarse Barrett reductions, with the power of two nearest to 2^15 / q.
const fn coarsely_reduced(magnitude: i64, q: i64) -> i64 {
    let mut power = 1;
    while (2 * q * power - (1 << 15)).abs() < (q * power - (1 << 15)).abs() {
        power *= 2;
    }
    ((q << 14) + magnitude * (q * power - (1 << 15)).abs()) >> 15
}

/// Returns the bound of outer products of |x| <= `magnitude`: 2^-16 times sums of `terms` products
/// by numbers of the same magnitude, or by Barrett products of such numbers.
pub const fn outer_product(magnitude: i64, terms: i64, q: i64) -> i64 {
    let rows = larger(magnitude, ((q << 15) + magnitude * q) >> 16);
    (terms * magnitude * rows + (q << 15)) >> 16
}

/// Returns the larger number.
pub const fn larger(a: i64, b: i64) -> i64 {
    if a > b { a } else { b }
}

/// The largest number of inputs of a transform.
pub const MAX_INPUTS: usize = 41;

/// A transform of odd length, with its root of unity modulo q.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odd {
    /// The length: 1, 3, 5, 9, 27 or an odd prime.
    pub length: usize,
    /// The root of unity.
    pub root: i64,
    /// q.
    pub q: i64,
}

impl Odd {
    /// Returns the bound of the outputs for inputs of at most the given magnitudes, or `None` if a
    /// sum could leave a lane. Inner products by constants are Montgomery sums if they have at
    /// least `montgomery_terms` terms.
    pub const fn bound(self, inputs: &[i64; MAX_INPUTS], montgomery_terms: usize) -> Option<i64> {
        let (Self { length, root, q }, x) = (self, inputs);
        let bound = match length {
            1 => x[0],
            3 => largest(&radix_3([x[0], x[1], x[2]], root, q)),
            5 => radix_5([x[0], x[1], x[2], x[3], x[4]], root, q, montgomery_terms),
            9 => radix_9([x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8]], root, q),
            27 => {
                let layer = largest(&radix_3([largest(x); 3], power(root, 9, q), q));
                let (mut twisted, mut index) = (reduced(layer, q), 0);
                while index < 18 {
                    let twiddle = power(root, ((index / 9 + 1) * (index % 9)) as u64, q);
                    twisted = larger(twisted, product(layer, twiddle, q));
                    index += 1;
                }
                larger(layer, radix_9([twisted; 9], power(root, 3, q), q))
            }
            // Rader's transform places its own reductions, for inputs that are reduced.
            _ if largest(x) <= reduced(LANE, q) && self.rader_fits(largest(x), montgomery_terms) => reduced(LANE, q),
            _ => LANE + 1,
        };
        if bound > LANE { None } else { Some(bound) }
    }
}

impl Odd {
    /// Returns true if the sums within Rader's transform of inputs of at most `bound` fit a lane.
    /// The names are from [`rader`](crate::stage::rader).
    const fn rader_fits(self, bound: i64, montgomery_terms: usize) -> bool {
        let Self { length: n, root, q } = self;
        let (h, mut negacyclic, mut cyclic) = (n / 2, [0; MAX_INPUTS], [0; MAX_INPUTS]);
        rader::constants(n, root, q, &mut negacyclic, &mut cyclic);
        let (mut length, mut level, mut sum) = (h, 0, 2 * bound);
        let (mut of_one, mut of_all) = (2, 2 * h);
        let mut outputs = [0; 5];
        let mut most = sum;
        loop {
            outputs[level] = convolution(sum, &negacyclic, length, h, q, montgomery_terms);
            if length % 2 == 1 {
                break;
            }
            (length, level) = (length / 2, level + 1);
            of_one = if 2 * of_one < of_all { 2 * of_one } else { of_all };
            if of_one > summable_modulo(q) {
                (sum, of_one, of_all) = (reduced(sum, q), 2, 2 * length);
            }
            sum *= 2;
            most = larger(most, sum);
            rader::split(length, q, &mut negacyclic, &mut cyclic);
        }
        if of_all > summable_modulo(q) {
            sum = reduced(sum, q);
        }
        let mut product = convolution(sum, &cyclic, length, h, q, montgomery_terms);
        most = larger(most, bound + length as i64 * sum);
        while level > 0 {
            product += outputs[level];
            most = larger(most, product);
            level -= 1;
        }
        larger(most, bound + product + outputs[0]) <= LANE
    }
}

/// Returns the bound of inner products of `length` terms of at most `magnitude` by constants, which
/// may exceed a lane. They are Montgomery sums if the vector of terms has at least
/// `montgomery_terms` entries: its length is `h`, and some terms may be absent.
const fn convolution(
    magnitude: i64,
    constants: &[i64; MAX_INPUTS],
    length: usize,
    h: usize,
    q: i64,
    montgomery_terms: usize,
) -> i64 {
    let (mut of_barrett, mut of_montgomery, mut l) = (0, 0, 0);
    while l < length {
        of_barrett += product(magnitude, constants[l], q);
        of_montgomery += magnitude * centred(constants[l] << 16, q).abs();
        l += 1;
    }
    if length == 1 || h < montgomery_terms { of_barrett } else { (of_montgomery + (q << 15)) >> 16 }
}

/// Returns the largest of the numbers.
const fn largest(numbers: &[i64]) -> i64 {
    let (mut most, mut index) = (0, 0);
    while index < numbers.len() {
        most = larger(most, numbers[index]);
        index += 1;
    }
    most
}

const fn radix_3([a, b, c]: [i64; 3], root: i64, q: i64) -> [i64; 3] {
    let rotated = product(b + c, root, q);
    [a + b + c, a + c + rotated, a + b + rotated]
}

const fn radix_5(x: [i64; 5], root: i64, q: i64, montgomery_terms: usize) -> i64 {
    let (half, quarter) = (inverse(2, q), inverse(4, q));
    let w = [1, root, power(root, 2, q), power(root, 3, q), power(root, 4, q)];
    let (a, b) = ((w[1] - w[4]) * half % q, (w[2] - w[3]) * half % q);
    let (s1, s2) = (x[1] + x[4], x[2] + x[3]);
    if x[0] + s1 + s2 > LANE {
        return LANE + 1;
    }
    let mean = x[0] + product(s1 + s2, -quarter, q);
    let deviation = product(s1 + s2, (w[1] + w[4] - w[2] - w[3]) * quarter % q, q);
    let even = coarsely_reduced(mean + deviation, q);
    let (p, r) = if montgomery_terms <= 2 {
        let (a, b) = (centred(a << 16, q).abs(), centred(b << 16, q).abs());
        ((s1 * a + s2 * b + (q << 15)) >> 16, (s1 * b + s2 * a + (q << 15)) >> 16)
    } else {
        (product(s1, a, q) + product(s2, b, q), product(s1, b, q) + product(s2, -a, q))
    };
    larger(coarsely_reduced(x[0] + s1 + s2, q), even + larger(p, r))
}

const fn radix_9(x: [i64; 9], root: i64, q: i64) -> i64 {
    let cube = power(root, 3, q);
    let (w, w2, w4) = (root, power(root, 2, q), power(root, 4, q));
    let a = radix_3([x[0], x[3], x[6]], cube, q);
    let b = radix_3([x[1], x[4], x[7]], cube, q);
    let c = radix_3([x[2], x[5], x[8]], cube, q);
    let layer = larger(largest(&a), larger(largest(&b), largest(&c)));
    if layer > LANE {
        return layer;
    }
    let y = radix_3([reduced(a[0], q), reduced(b[0], q), reduced(c[0], q)], cube, q);
    let z = radix_3([reduced(a[1], q), product(b[1], w, q), product(c[1], w2, q)], cube, q);
    let t = radix_3([reduced(a[2], q), product(b[2], w2, q), product(c[2], w4, q)], cube, q);
    larger(largest(&y), larger(largest(&z), largest(&t)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::{Constant, Modulus, Q4591, barrett_bound, root_of_unity};

    /// The sums that the proofs of these transforms find to leave a lane are the ones that `bound`
    /// refuses.
    #[test]
    fn sums_of_rader_are_bounded() {
        let fits = |(length, q)| {
            let root = root_of_unity(length as u64, q);
            Odd { length, root, q }.bound(&[reduced(LANE, q); MAX_INPUTS], 1).is_some()
        };
        for pair in [(7, 4621), (7, 6343), (13, 7879), (37, 4219), (17, 4591), (13, 10271)] {
            assert!(fits(pair), "{pair:?}");
        }
        for pair in [(11, 9241), (23, 6947), (29, 9397), (37, 9769), (37, 11027), (41, 9677)] {
            assert!(!fits(pair), "{pair:?}");
        }
    }

    #[test]
    fn bounds_of_products_are_those_of_constants() {
        for c in [1, -1, 2, 1229, 2295, -2295] {
            for magnitude in [0, 2295, 10_000, LANE] {
                let expected = barrett_bound(magnitude, Constant::<Q4591>::new(c));
                assert_eq!(product(magnitude, c, Q4591::Q.into()), expected, "{magnitude} {c}");
            }
        }
    }
}
