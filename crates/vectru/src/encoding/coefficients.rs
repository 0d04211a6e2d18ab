//! Coefficients of an element of R_q as residues, encoded in [mixed radix](super::mixed_radix).
//!
//! Let the coefficients c in [-(q - 1)/2, (q - 1)/2] be multiples of a step s, which is 1 or 3. The
//! residue of c is (c + (q - 1)/2) / s. One function serves all rings, so that its loops are
//! compiled once for each backend.

use super::mixed_radix::MixedRadix;
use crate::arithmetic::autovectorize::autovectorize;

/// The coding of the coefficients of a ring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coefficients {
    pub(super) codec: &'static MixedRadix,
    /// s, which is 1 or 3.
    pub(super) step: i16,
    /// (q - 1)/2.
    pub(super) half: i16,
}

impl Coefficients {
    /// Encodes coefficients, rounded to the nearest multiples of the step. Requires memory for two
    /// sequences of residues.
    ///
    /// The multiple of 3 nearest to c is 3 floor((c + 1) / 3), so its residue is
    /// floor((c + (q - 1)/2 + 1) / 3). For 0 < n <= q < 2^13, floor(n / 3) is `n 21846 >> 16`, as
    /// 21846 / 2^16 exceeds 1/3 by less than 2^-16.
    #[inline(never)]
    pub(super) fn encode(&self, coefficients: &[i16], [residues, scratch]: [&mut [u16]; 2], output: &mut [u8]) {
        autovectorize(
            #[inline(always)]
            || {
                let pairs = residues.iter_mut().zip(coefficients);
                if self.step == 1 {
                    pairs.for_each(|(residue, &coefficient)| *residue = (coefficient + self.half) as u16);
                } else {
                    pairs.for_each(|(residue, &coefficient)| {
                        let shifted = (coefficient + self.half + 1) as u16;
                        *residue = ((shifted as u32 * 21846) >> 16) as u16;
                    });
                }
                self.codec.encode(residues, scratch, output);
            },
        );
    }

    /// Decodes coefficients from any bytes of the right length, and returns whether they are an
    /// encoding.
    #[inline(never)]
    pub(super) fn decode(&self, input: &[u8], [residues, scratch]: [&mut [u16]; 2], coefficients: &mut [i16]) -> bool {
        autovectorize(
            #[inline(always)]
            || {
                let canonical = self.codec.decode(input, residues, scratch);
                for (coefficient, &residue) in coefficients.iter_mut().zip(&*residues) {
                    *coefficient = self.step * residue as i16 - self.half;
                }
                canonical
            },
        )
    }
}
