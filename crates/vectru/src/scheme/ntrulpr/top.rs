//! The part of a ciphertext that carries the bits of the input: "NTRU Prime: round 3" `[BBC+20]`,
//! the sections on NTRU LPRime Core and on encoding of tops.
//!
//! Top rounds a coefficient C of an element of R_q to four bits T, and Right maps T back to a
//! number modulo q:
//!
//! ```text
//! Top(C) = floor((tau_1 (C + tau_0) + 2^14) / 2^15),   Right(T) = tau_3 T - tau_2
//! ```
//!
//! so that Right(Top(C)) - C is in {0, 1, …, delta} modulo q. A bit r of the input is sent as
//! T = Top(c + r (q - 1)/2), where c is a coefficient of b A. The receiver knows the corresponding
//! coefficient c' of a B. Both are close to a coefficient of a b G: A and B differ from a G and b G
//! by at most 1 in each coefficient, a short polynomial has w coefficients 1 or -1, and reduction
//! by x^p = x + 1 counts products twice. Hence |c - c'| <= 4 w, and
//!
//! ```text
//! Right(T) - c' + 4 w + 1  is in  [1, 8 w + delta + 1] + r (q - 1)/2  modulo q
//! ```
//!
//! As 16 w + 2 delta + 3 <= q, the centred residue is positive if r = 0 and negative if r = 1.
//! Compilation checks this inequality for every set, and a test checks delta.

use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::{Polynomial, Ring};

use super::Parameters;
use crate::arithmetic::autovectorize::autovectorize;
use crate::common::parts::Part;
use crate::common::secret::Secret;
use crate::hashing::Hash;

/// The length of an input, in bits.
const BITS: usize = 8 * size_of::<Hash>();

/// The length of encoded tops, in bytes: a byte holds two, the first one in the low bits.
pub(super) const BYTES: usize = BITS / 2;

/// Returns the centred residue modulo q. Requires |value| < 3q/2.
#[inline(always)]
const fn centre<M: Modulus>(value: i16) -> i16 {
    let half = (M::Q - 1) / 2;
    value - (M::Q & ((half - value) >> 15)) + (M::Q & ((value + half) >> 15))
}

/// Top.
#[inline(always)]
const fn top<P: Parameters>(coefficient: i16) -> u8 {
    let [tau_0, tau_1, _, _] = P::TAU;
    ((tau_1 as i32 * (coefficient + tau_0) as i32 + (1 << 14)) >> 15) as u8
}

/// Right.
#[inline(always)]
const fn right<P: Parameters>(top: u8) -> i16 {
    let [_, _, tau_2, tau_3] = P::TAU;
    tau_3 * top as i16 - tau_2
}

/// Encodes Top(c + r (q - 1)/2) for the coefficients c of `element`, which is b A, and the bits r
/// of an input.
pub(super) fn encode<P: Parameters>(input: &Hash, element: &Polynomial<P::Ring>, output: &mut [u8]) {
    let _piece = Part::Coding.begin();
    let mut masks = Secret::new([0i16; BITS]);
    autovectorize(
        #[inline(always)]
        || {
            for (masks, &byte) in masks.as_chunks_mut::<8>().0.iter_mut().zip(input) {
                *masks = core::array::from_fn(|k| -((byte >> k & 1) as i16));
            }
            let half = const { (<P::Ring as Ring>::Modulus::Q - 1) / 2 };
            let shifted = |c: i16, mask: i16| centre::<<P::Ring as Ring>::Modulus>(c + (mask & half));
            let pairs = element.coefficients().as_chunks::<2>().0.iter().zip(masks.as_chunks::<2>().0);
            for (byte, (&[c, d], &[first, second])) in output.iter_mut().zip(pairs) {
                *byte = top::<P>(shifted(c, first)) | top::<P>(shifted(d, second)) << 4;
            }
        },
    );
}

/// Returns the input of encoded tops, given `element`, which is a B.
pub(super) fn decode<P: Parameters>(tops: &[u8], element: &Polynomial<P::Ring>) -> Secret<Hash> {
    let _piece = Part::Coding.begin();
    let mut signs = Secret::new([0i16; BITS]);
    let mut input = Secret::new(Hash::default());
    autovectorize(
        #[inline(always)]
        || {
            // `check` bounds what is centred.
            let margin = const { 4 * P::WEIGHT as i16 + 1 };
            let sign = |top: u8, c: i16| centre::<<P::Ring as Ring>::Modulus>(right::<P>(top) - c + margin) >> 15 & 1;
            let pairs = tops.iter().zip(element.coefficients().as_chunks::<2>().0);
            for (signs, (&byte, &[c, d])) in signs.as_chunks_mut::<2>().0.iter_mut().zip(pairs) {
                *signs = [sign(byte & 15, c), sign(byte >> 4, d)];
            }
            for (byte, signs) in input.iter_mut().zip(signs.as_chunks::<8>().0) {
                *byte = (0..8).fold(0, |byte, k| byte | (signs[k] as u8) << k);
            }
        },
    );
    input
}

/// Fails to compile if a number that [`decode`] centres can have a magnitude of 3q/2 or more, or
/// does not fit into 16 bits.
pub(super) const fn check<P: Parameters>() {
    let (q, half) = (<P::Ring as Ring>::Modulus::Q as i32, (<P::Ring as Ring>::Modulus::Q as i32 - 1) / 2);
    let margin = 4 * P::WEIGHT as i32 + 1;
    let [_, _, tau_2, tau_3] = P::TAU;
    assert!(tau_2 as i32 + half - margin < q + half && 15 * tau_3 as i32 - tau_2 as i32 + half + margin <= q + half);
    assert!(P::Ring::DEGREE >= BITS && q + half <= i16::MAX as i32);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::table;

    /// Checks that delta is the largest difference of Right(Top(C)) and C.
    fn check_delta<P: Parameters>() {
        let table::Parameters::Ntrulpr { delta, .. } = P::SET.parameters() else { panic!("NTRU LPRime has delta") };
        let q = <P::Ring as Ring>::Modulus::Q;
        let half = (q - 1) / 2;
        let differences: alloc::vec::Vec<i64> = (-half..=half)
            .map(|c| {
                assert!(top::<P>(c) < 16);
                (right::<P>(top::<P>(c)) as i64 - c as i64).rem_euclid(q.into())
            })
            .collect();
        assert_eq!(differences.into_iter().max(), Some(delta as i64), "{}", P::SET);
    }

    #[test]
    fn tops_are_near() {
        for_each_set_of!(ntrulpr, check set check_delta);
    }

    #[test]
    fn residues_are_centred() {
        use vectru_polymul::modular::{Q7879, centred};
        for value in -3 * 7879 / 2..=3 * 7879 / 2i16 {
            assert_eq!(centre::<Q7879>(value) as i64, centred(value.into(), 7879));
        }
    }

    #[cfg(feature = "ntrulpr761")]
    /// Every coefficient c carries both bits, for differences from c' of 0 and of the largest
    /// magnitude.
    #[test]
    fn bits_survive() {
        use crate::ntrulpr761::Ntrulpr761;

        for first in -2295..=2295 {
            for difference in [-1000, 0, 1000] {
                let element = |shift: i64| {
                    Polynomial::from_fn(|k| {
                        vectru_polymul::modular::centred(first + 18 * k as i64 + shift, 4591) as i16
                    })
                };
                let input = core::array::from_fn(|k| (37 * k as i64 + first) as u8);
                let mut tops = [0; BYTES];
                encode::<Ntrulpr761>(&input, &element(0), &mut tops);
                assert_eq!(*decode::<Ntrulpr761>(&tops, &element(difference)), input);
            }
        }
    }
}
