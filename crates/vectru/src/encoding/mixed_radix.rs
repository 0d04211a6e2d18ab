//! Sequences of residues as bytes, in mixed radix: "NTRU Prime: round 3" `[BBC+20]`, the section on
//! Encode and Decode.
//!
//! # Encoding
//!
//! Two neighbours r < m and s < m' become one number r + m s < m m'. While its modulus is 2^14 or
//! more, the lowest byte of the number is written, and the modulus is divided by 256 and rounded
//! up. Thus a layer turns n numbers into some bytes and ceil(n/2) numbers below 2^14; the last of
//! an odd number passes unchanged. Layers repeat until one number is left, whose bytes come last.
//!
//! As all moduli are equal at the start, all moduli of a layer but the last are equal. A layer is a
//! loop over pairs of equal moduli, and one other pair.
//!
//! # Decoding
//!
//! Decoding divides by public constants in 16 bits. A number is n = f 2^k + b, where f < 2^14 comes
//! from the next layer and b < 2^k are the k = 0, 8 or 16 bits that were written. The quotient n /
//! m is estimated by two summands:
//!
//! ```text
//! b / m      by  b floor(2^16 / m) >> 16
//! f 2^k / m  by  f 2^u floor(2^(16+k-u) / m) >> 16,  where f 2^u < 2^16
//! ```
//!
//! Each estimate is too small by less than 2: by less than 1 for the rounded reciprocal, and by
//! less than 1 for the shift. Hence the remainder is in [0, 4 m), below 2^16, and conditional
//! subtractions of 2 m and m reduce it. No quotient reaches twice its modulus, whatever the bytes
//! are. [`ResiduePair::new`] checks this, and that reciprocals have 16 bits, at compile time.

use core::hint::black_box;

use crate::common::error::ErrorKind;

/// The bound of all moduli: a product of two that reaches it gives bytes.
const LIMIT: u32 = 16384;

/// The number of layers for the longest sequence: 2^11 > 1277.
const MAX_LAYERS: usize = 11;

/// The merging of two residues into one number, and its inverse.
#[derive(Clone, Copy, Debug)]
struct ResiduePair {
    /// m, the modulus of the first residue.
    low: u16,
    /// m', the modulus of the second residue.
    high: u16,
    /// The number of bytes written: 0, 1 or 2.
    bytes: usize,
    /// The modulus of the number that passes to the next layer.
    merged: u32,
    /// u, the number of bits by which that number can be shifted within 16 bits.
    shift: u32,
    /// floor(2^(16+k-u) / m), for that number.
    reciprocal: u16,
    /// floor(2^16 / m), for the bytes.
    reciprocal_of_bytes: u16,
}

impl ResiduePair {
    /// The place of a pair that does not exist.
    const NONE: Self = Self { low: 1, high: 1, bytes: 0, merged: 1, shift: 0, reciprocal: 0, reciprocal_of_bytes: 0 };

    /// Returns the merging of residues modulo `low` and `high`.
    const fn new(low: u32, high: u32) -> Self {
        assert!(1 < low && low < LIMIT && high < LIMIT);
        let (mut merged, mut bytes) = (low * high, 0);
        while merged >= LIMIT {
            merged = merged.div_ceil(256);
            bytes += 1;
        }
        assert!(bytes <= 2);
        let shift = 15 - merged.ilog2();
        let reciprocal = (1u64 << (16 + 8 * bytes as u32 - shift)) / low as u64;
        assert!(reciprocal >> 16 == 0);
        // The largest number that any bytes can decode to.
        let largest = (merged << (8 * bytes)) - 1;
        assert!(largest / low < 2 * high, "one subtraction reduces the quotient");
        Self {
            low: low as u16,
            high: high as u16,
            bytes,
            merged,
            shift,
            reciprocal: reciprocal as u16,
            reciprocal_of_bytes: ((1 << 16) / low) as u16,
        }
    }

    /// Returns the number of two residues.
    #[inline(always)]
    const fn merge(&self, low: u16, high: u16) -> u32 {
        low as u32 + self.low as u32 * high as u32
    }

    /// Returns the two residues of the number with the written bytes `below` and the part `from` of
    /// the next layer, and -1 if it is not below m m', else 0. `number` is its low 16 bits.
    #[inline(always)]
    const fn split(&self, from: u16, below: u16, number: u16) -> (u16, u16, i16) {
        let mut quotient =
            high_product(from << self.shift, self.reciprocal) + high_product(below, self.reciprocal_of_bytes);
        let mut low = number.wrapping_sub(quotient.wrapping_mul(self.low));
        let twice = (low >= 2 * self.low) as u16;
        low -= twice.wrapping_neg() & (2 * self.low);
        let once = (low >= self.low) as u16;
        low -= once.wrapping_neg() & self.low;
        quotient += 2 * twice + once;
        let high = quotient.wrapping_sub(self.high) as i16;
        let negative = high >> 15;
        (low, (high + (negative & self.high as i16)) as u16, !negative)
    }
}

/// Returns the upper half of a product.
#[inline(always)]
const fn high_product(x: u16, y: u16) -> u16 {
    ((x as u32 * y as u32) >> 16) as u16
}

/// A layer.
#[derive(Clone, Copy, Debug)]
struct Layer {
    /// The length of the sequence before the layer.
    length: usize,
    /// The number of pairs of equal moduli.
    pairs: usize,
    /// A pair of equal moduli.
    common: ResiduePair,
    /// The last pair of a sequence of even length. In a sequence of odd length the last residue
    /// passes unchanged.
    last: ResiduePair,
    /// The offset of the layer's bytes in the encoding.
    offset: usize,
}

/// The encoding of a sequence of residues modulo one number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MixedRadix {
    modulus: u32,
    layers: [Layer; MAX_LAYERS],
    depth: usize,
    /// The last number: its modulus and its number of bytes.
    top: ResiduePair,
    /// The offset of the last number's bytes in the encoding.
    top_offset: usize,
    bytes: usize,
}

impl MixedRadix {
    /// Returns the encoding of `length` residues modulo `modulus`. Requires 128 <= modulus < 2^14.
    pub(crate) const fn new(modulus: u32, length: usize) -> Self {
        assert!(modulus >= 128 && modulus < LIMIT && length > 0);
        let none = Layer { length: 0, pairs: 0, common: ResiduePair::NONE, last: ResiduePair::NONE, offset: 0 };
        let mut layers = [none; MAX_LAYERS];
        let (mut common, mut last, mut remaining, mut offset, mut depth) = (modulus, modulus, length, 0, 0);
        while remaining > 1 {
            let even = remaining.is_multiple_of(2);
            let pairs = (remaining - 1) / 2;
            let common_pair = ResiduePair::new(common, common);
            let last_pair = if even { ResiduePair::new(common, last) } else { ResiduePair::NONE };
            layers[depth] = Layer { length: remaining, pairs, common: common_pair, last: last_pair, offset };
            offset += pairs * common_pair.bytes + last_pair.bytes;
            last = if even { last_pair.merged } else { last };
            common = common_pair.merged;
            remaining = remaining.div_ceil(2);
            depth += 1;
        }
        // All bytes of the last number are written.
        let mut top = ResiduePair::new(last, 1);
        top.bytes = if last > 256 { 2 } else { 1 };
        Self { modulus, layers, depth, top, top_offset: offset, bytes: offset + top.bytes }
    }

    /// Returns the length of an encoding, in bytes.
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Encodes `residues` into `output`. Requires residues less than the modulus, and a `scratch`
    /// of the same length. Both slices are overwritten. No branch or index depends on the residues.
    #[inline(always)]
    pub(crate) fn encode<'a>(&self, residues: &'a mut [u16], scratch: &'a mut [u16], output: &mut [u8]) {
        let (mut from, mut to) = (residues, scratch);
        for layer in &self.layers[..self.depth] {
            let output = &mut output[layer.offset..];
            let (output, rest) = output.split_at_mut(layer.pairs * layer.common.bytes);
            encode_pairs(&layer.common, &from[..2 * layer.pairs], &mut to[..layer.pairs], output);
            let last = layer.length - 1;
            if layer.length.is_multiple_of(2) {
                let rest = &mut rest[..layer.last.bytes];
                encode_pairs(&layer.last, &from[last - 1..=last], &mut to[layer.pairs..=layer.pairs], rest);
            } else {
                to[layer.pairs] = from[last];
            }
            (from, to) = (to, from);
        }
        let top = from[0].to_le_bytes();
        output[self.top_offset..self.bytes].copy_from_slice(&top[..self.top.bytes]);
    }

    /// Decodes `input`, any bytes of the right length, into `residues`. Requires a `scratch` of the
    /// same length as `residues`.
    ///
    /// Returns whether `input` is an encoding. In other bytes some number reaches its modulus; it
    /// is reduced.
    #[inline(always)]
    pub(crate) fn decode(&self, input: &[u8], residues: &mut [u16], scratch: &mut [u16]) -> bool {
        // An odd number of layers starts in the scratch, so that the last layer writes the
        // residues.
        let (mut from, mut to) = if self.depth.is_multiple_of(2) { (residues, scratch) } else { (scratch, residues) };
        let mut top = [0; 2];
        top[..self.top.bytes].copy_from_slice(&input[self.top_offset..self.bytes]);
        // At most two bytes, and no next layer.
        let top = u16::from_le_bytes(top);
        let (residue, _, mut excess) = self.top.split(0, top, top);
        from[0] = residue;
        for layer in self.layers[..self.depth].iter().rev() {
            let input = &input[layer.offset..];
            let (input, rest) = input.split_at(layer.pairs * layer.common.bytes);
            excess |= decode_pairs(&layer.common, &from[..layer.pairs], &mut to[..2 * layer.pairs], input);
            let last = layer.length - 1;
            if layer.length.is_multiple_of(2) {
                let (low, high, beyond) = decode_pair(&layer.last, from[layer.pairs], rest);
                (to[last - 1], to[last]) = (low, high);
                excess |= beyond;
            } else {
                to[last] = from[layer.pairs];
            }
            (from, to) = (to, from);
        }
        excess == 0
    }

    /// Returns the error of public bytes of the right length that are no encoding.
    #[cold]
    pub(crate) fn out_of_range(&self, input: &[u8]) -> ErrorKind {
        let length = self.layers[0].length.max(1);
        let (index, found) = self.excess(input, length).unwrap_or_default();
        ErrorKind::CoefficientOutOfRange { index, expected_below: self.modulus, found }
    }

    /// Returns the index and the value of the last residue that is out of range if public bytes are
    /// decoded without reductions.
    ///
    /// There is one for bytes that are no encoding: a number r + m s >= m m' of a layer has s >= m'
    /// in the layer before.
    fn excess(&self, input: &[u8], length: usize) -> Option<(usize, u32)> {
        (0..length).rev().map(|index| (index, self.unreduced(input, index))).find(|&(_, value)| value >= self.modulus)
    }

    /// Returns the residue at `index` if public bytes are decoded without reductions.
    fn unreduced(&self, input: &[u8], index: usize) -> u32 {
        let little_endian = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | byte as u32);
        let mut number = little_endian(&input[self.top_offset..self.bytes]);
        for (depth, layer) in self.layers[..self.depth].iter().enumerate().rev() {
            let position = index >> depth;
            if position == layer.length - 1 && !layer.length.is_multiple_of(2) {
                continue;
            }
            let place = position / 2;
            let pair = if place < layer.pairs { &layer.common } else { &layer.last };
            let start = layer.offset + place * layer.common.bytes;
            // At most 30 bits: in each layer a number exceeds its modulus by less than a 63rd part.
            number = number << (8 * pair.bytes) | little_endian(&input[start..start + pair.bytes]);
            let low = pair.low as u32;
            number = if position.is_multiple_of(2) { number % low } else { number / low };
        }
        number
    }
}

// The loops work on a copy of the pair, and on slices whose lengths are made equal before the loop:
// so the compiler sees independent iterations, and vectorises them.

/// Merges pairs of residues.
#[inline(always)]
fn encode_pairs(pair: &ResiduePair, from: &[u16], to: &mut [u16], output: &mut [u8]) {
    let (pair, from, count) = (*pair, from.as_chunks::<2>().0, to.len());
    let from = &from[..count];
    match pair.bytes {
        0 => {
            for k in 0..count {
                to[k] = pair.merge(from[k][0], from[k][1]) as u16;
            }
        }
        1 => {
            let output = &mut output[..count];
            for k in 0..count {
                let number = pair.merge(from[k][0], from[k][1]);
                output[k] = number as u8;
                to[k] = (number >> 8) as u16;
            }
        }
        _ => {
            let output = &mut output.as_chunks_mut::<2>().0[..count];
            for k in 0..count {
                let number = pair.merge(from[k][0], from[k][1]);
                output[k] = (number as u16).to_le_bytes();
                to[k] = (number >> 16) as u16;
            }
        }
    }
}

/// Splits numbers into pairs of residues. Returns -1 if a number reaches its modulus, else 0.
#[inline(always)]
fn decode_pairs(pair: &ResiduePair, from: &[u16], to: &mut [u16], input: &[u8]) -> i16 {
    match pair.bytes {
        0 => decode_layer::<0>(pair, from, to, input),
        1 => decode_layer::<1>(pair, from, to, input),
        _ => decode_layer::<2>(pair, from, to, input),
    }
}

/// Splits numbers of pairs that have written BYTES bytes each. Returns -1 if a number reaches its
/// modulus, else 0.
#[inline(always)]
fn decode_layer<const BYTES: usize>(pair: &ResiduePair, from: &[u16], to: &mut [u16], input: &[u8]) -> i16 {
    match from.len() {
        32.. => decode_runs::<BYTES, 32>(pair, from, to, input),
        8.. => decode_runs::<BYTES, 8>(pair, from, to, input),
        _ => {
            let mut excess = 0;
            for (k, (from, to)) in from.iter().zip(to.as_chunks_mut::<2>().0).enumerate() {
                let (low, high, beyond) = decode_pair(pair, *from, &input[BYTES * k..]);
                (*to, excess) = ([low, high], excess | beyond);
            }
            excess
        }
    }
}

/// Splits the number that consists of `from` and the first bytes of `input`. Returns the residues,
/// and -1 if the number reaches its modulus, else 0.
#[inline(always)]
fn decode_pair(pair: &ResiduePair, from: u16, input: &[u8]) -> (u16, u16, i16) {
    let (below, number) = match pair.bytes {
        0 => (0, from),
        1 => (input[0] as u16, from << 8 | input[0] as u16),
        _ => {
            let below = u16::from_le_bytes([input[0], input[1]]);
            (below, below)
        }
    };
    pair.split(from, below, number)
}

/// Splits at least PAIRS numbers, in runs of PAIRS. The last run may overlap the one before, which
/// gives the same residues twice. Returns -1 if a number reaches its modulus, else 0.
#[inline(always)]
fn decode_runs<const BYTES: usize, const PAIRS: usize>(
    pair: &ResiduePair,
    from: &[u16],
    to: &mut [u16],
    input: &[u8],
) -> i16 {
    let (mut pair, mut excess) = (*pair, [0; PAIRS]);
    let mut reciprocals = [[pair.reciprocal; PAIRS], [pair.reciprocal_of_bytes; PAIRS]];
    for start in (0..from.len()).step_by(PAIRS) {
        let start = start.min(from.len() - PAIRS);
        // One reciprocal for each lane, opaque to the compiler: if it saw that all are equal, it
        // would widen them before the loop and multiply in 32 bits.
        black_box(&mut reciprocals);
        let from = &from[start..][..PAIRS];
        let to = &mut to[2 * start..][..2 * PAIRS];
        let input = &input[BYTES * start..][..BYTES * PAIRS];
        for k in 0..PAIRS {
            let (below, number) = match BYTES {
                0 => (0, from[k]),
                1 => (input[k] as u16, from[k] << 8 | input[k] as u16),
                _ => {
                    let below = u16::from_le_bytes([input[2 * k], input[2 * k + 1]]);
                    (below, below)
                }
            };
            (pair.reciprocal, pair.reciprocal_of_bytes) = (reciprocals[0][k], reciprocals[1][k]);
            let (low, high, beyond) = pair.split(from[k], below, number);
            (to[2 * k], to[2 * k + 1]) = (low, high);
            excess[k] |= beyond;
        }
    }
    excess.iter().fold(0, |excess, beyond| excess | beyond)
}

#[cfg(test)]
mod tests;
