//! The Chinese remainder theorem for two primes in 16-bit lanes: from two residues of an integer to
//! its residue modulo a third number.
//!
//! ```text
//! Z/p x Z/p' -> Z -> Z/q,   (c mod p, c mod p') -> c1 + p h mod q,   h = (c2 - c1) p^-1 mod p'
//! ```
//!
//! c1 and c2 are any representatives of the residues within their bounds. The integer
//! h = (c - c1)/p is congruent to (c2 - c1) p^-1 modulo p'. As |c| is much smaller than p p'/2, h
//! is so small that no other number congruent to it is within the bound of the Barrett product that
//! computes it. So the Barrett product is h itself, and needs no centring. [`largest_integer`]
//! bounds |c| such that this is certain.
//!
//! Operations for each vector: two Barrett products, one subtraction and one addition.
//!
//! Bounds: requires |c1| + |c2| < 2^15 and |c| <= [`largest_integer`]; the result is at most |c1|
//! plus the bound of a Barrett product modulo q.
//!
//! Sources: `[Gar59]` for this form of the theorem; `[BBC+20]`, `[CHK+21]` and `[BBCT22]` for
//! products over the integers modulo several 16-bit primes. Leaving out the centring is this
//! project's own.

use vectru_polymul::modular::{Constant, Modulus, barrett_bound, inverse};
use vectru_polymul::simd::{I16Vector, IntegerProduct, Simd};

/// Returns p^-1 modulo p', for p of `M` and p' of `N`.
const fn first_inverse<M: Modulus, N: Modulus>() -> Constant<N> {
    Constant::new(inverse(M::Q as i64, N::Q as i64))
}

/// Returns the largest |c| for which [`combine`] is certain to be right, where |c1| <= `first` and
/// |c2| <= `second`.
///
/// The Barrett product r is congruent to h modulo p', so r = h if |r| + |h| < p'. And |h| is at
/// most (|c| + |c1|) / p.
pub const fn largest_integer<M: Modulus, N: Modulus>(first: i64, second: i64) -> i64 {
    let product = barrett_bound(first + second, first_inverse::<M, N>());
    (N::Q as i64 - 1 - product) * M::Q as i64 - first
}

/// Replaces the residues modulo `M` in `first` by residues modulo `T` of the integers c. These are
/// determined by both residues, the second ones in `second` modulo `N`, and are named by
/// `integers`, from its first coefficient on.
#[inline(always)]
pub fn combine<S: Simd, M: Modulus, N: Modulus, T: Modulus>(
    simd: S,
    first: &mut [S::Coefficient],
    second: &[S::Coefficient],
    integers: IntegerProduct,
) {
    for start in (0..first.len()).step_by(simd.lanes()) {
        let (c1, c2) = (simd.load(&first[start..]), simd.load(&second[start..]));
        let integers = IntegerProduct { first: integers.first + start, ..integers };
        simd.store(c1.recombine::<M, N, T>(c2, integers), &mut first[start..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vectru_polymul::modular::{Q4591, Q7681, Q7879, Q8161, Q10753, centred};
    use vectru_polymul::simd::portable::Portable;

    /// Checks integers across the range and at its ends, with all representatives that the bounds
    /// allow.
    fn check<M: Modulus, N: Modulus, T: Modulus>() {
        const FIRST: i64 = 6500;
        const SECOND: i64 = 6500;
        let [p1, p2, q] = [M::Q.into(), N::Q.into(), T::Q.into()];
        let largest = largest_integer::<M, N>(FIRST, SECOND);
        let simd = Portable::<vectru_polymul::simd::shape::PortableShape>::new();
        let integers = IntegerProduct { degree: 8, wrap: 0, first: 0 };
        let representatives = |c: i64, p: i64, bound: i64| {
            let least = centred(c, p);
            [least, least - p, least + p].into_iter().filter(move |value| value.abs() <= bound)
        };
        let across = (0..20_000).map(|i| (i * 2_654_435_761i64) % (largest + 1));
        for magnitude in across.chain([largest, largest - 1, 0]) {
            for c in [magnitude, -magnitude] {
                for c1 in representatives(c, p1, FIRST) {
                    for c2 in representatives(c, p2, SECOND) {
                        let mut first = [c1 as i16; 8];
                        combine::<_, M, N, T>(simd, &mut first, &[c2 as i16; 8], integers);
                        assert_eq!(centred(first[0].into(), q), centred(c, q), "{c} = ({c1}, {c2})");
                    }
                }
            }
        }
    }

    #[test]
    fn integers_come_back() {
        check::<Q7681, Q10753, Q4591>();
        check::<Q7681, Q8161, Q7879>();
    }
}
