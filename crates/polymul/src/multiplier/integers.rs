//! What the multipliers over the integers share: the chain of maps of size 512 n for an odd n, and operands of half
//! that size.
//!
//! A product of a centred operand and a small one has coefficients of at most deg * q / 2 before it is folded. Modulo
//! something larger than twice that they are determined, whatever q is: so one transform serves every ring whose
//! products it has room for.

use crate::modular::Modulus;
use crate::ring::Ring;
use crate::simd::{Aligned, Byte, Simd};
use crate::stage::odd_times_512::{Layout, POWER_OF_TWO};
use crate::stage::widen::widen;

/// An operand: half as many coefficients as the size.
pub(super) type Operand<C, const N: usize> = Aligned<[[C; POWER_OF_TWO / 2]; N]>;

/// The largest coefficient of one product over the integers, before the fold.
pub(super) const fn largest_coefficient<R: Ring, const N: usize>() -> i64 {
    assert!(2 * R::DEGREE <= Layout::<N>::SIZE, "a product has room");
    R::DEGREE as i64 * (R::Modulus::Q as i64 / 2)
}

/// Runs `kernel` with the operand and zeros behind it, where it is shorter than half the size.
#[inline(always)]
pub(super) fn with_padded<S: Simd, const N: usize>(
    simd: S,
    operand: &[S::Coefficient],
    kernel: impl FnOnce(&[S::Coefficient]),
) {
    if operand.len() >= Layout::<N>::OPERAND {
        return kernel(operand);
    }
    simd.with_buffer(
        #[inline(always)]
        |padded: &mut Operand<S::Coefficient, N>| {
            let (start, rest) = padded.0.as_flattened_mut().split_at_mut(operand.len());
            start.copy_from_slice(operand);
            rest.fill(S::ZERO);
            kernel(padded.0.as_flattened());
        },
    );
}

/// Runs `kernel` with the small operand in 16 bits, and zeros behind it.
#[inline(always)]
pub(super) fn with_widened<S: Simd, const N: usize>(
    simd: S,
    operand: &[Byte<S>],
    kernel: impl FnOnce(&[S::Coefficient]),
) {
    simd.with_buffer(
        #[inline(always)]
        |widened: &mut Operand<S::Coefficient, N>| {
            let (start, rest) = widened.0.as_flattened_mut().split_at_mut(operand.len());
            widen(simd, operand, start);
            rest.fill(S::ZERO);
            kernel(widened.0.as_flattened());
        },
    );
}

/// The chain of maps for an odd factor; the macro `$integers` makes the first of them, from the integers, of a size and
/// the number of its leaves.
macro_rules! chain {
    ($odd:expr, $integers:ident) => {
        match $odd {
            3 => chain!(@ 3, 1536, 48, 96, "[DV78]", $integers),
            5 => chain!(@ 5, 2560, 80, 160, "[Win78]", $integers),
            _ => panic!("the odd factor is 3 or 5"),
        }
    };
    (@ $odd:literal, $size:literal, $blocks:literal, $leaves:literal, $source:literal, $integers:ident) => {
        &[
            $integers!($size, $leaves),
            Map {
                name: "good-thomas",
                domain: concat!("Z_p[x]/(x^", $size, " - 1)"),
                image: concat!("Z_p[x, u0, u1]/(x^32 - u0 u1, u0^16 - 1, u1^", $odd, " - 1)"),
                twiddles: "",
                grain: 32,
                source: "[Goo58]",
            },
            Map {
                name: "cooley-tukey-16",
                domain: "R[u0]/(u0^16 - 1)",
                image: "R[u0]/(u0 - w16^i0), i0 < 16",
                twiddles: "w16^i",
                grain: 32,
                source: "[GS66]",
            },
            Map {
                name: concat!("radix-", $odd),
                domain: concat!("R[u1]/(u1^", $odd, " - 1)"),
                image: concat!("R[u1]/(u1 - w", $odd, "^i1), i1 < ", $odd),
                twiddles: concat!("powers of w", $odd),
                grain: 32,
                source: $source,
            },
            Map {
                name: "cooley-tukey-2",
                domain: concat!("Z_p[x]/(x^32 - w", $blocks, "^t), t < ", $blocks),
                image: concat!("Z_p[x]/(x^16 - w", $leaves, "^t) x Z_p[x]/(x^16 + w", $leaves, "^t)"),
                twiddles: concat!("w", $leaves, "^t"),
                grain: CHUNK,
                source: "[CT65]",
            },
            Map {
                name: "weighted-convolution",
                domain: concat!("Z_p[x]/(x^16 -+ w", $leaves, "^t), t < ", $blocks),
                image: "the same",
                twiddles: concat!("+-w", $leaves, "^t"),
                grain: 1,
                source: "[CCH+23]",
            },
        ]
    };
}
pub(super) use chain;
