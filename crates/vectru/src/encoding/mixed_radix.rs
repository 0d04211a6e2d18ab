//! Sequences of residues as bytes, in mixed radix: "NTRU Prime: round 3", the section on Encode and Decode.
//!
//! Two neighbours r < m and s < m' are one number r + m s < m m'. While the product of the moduli is 2^14 or more,
//! the number's lowest byte is put out and the modulus becomes its 256th part, rounded up; so a sequence of n numbers
//! becomes some bytes and a sequence of ceil(n/2) numbers below 2^14 (an odd one out passes unchanged). This repeats
//! until one number is left, whose bytes come last.
//!
//! All moduli at the start are equal, hence at each layer all are equal but the last. A layer is a loop over pairs of
//! equal moduli, and one odd pair.
//!
//! Decoding divides by public constants, in 16 bits. A number is n = f 2^k + b: f < 2^14 comes from the next layer, and
//! b < 2^k are the k = 0, 8 or 16 bits put out. Of n / m the summand b / m is taken as `b floor(2^16 / m) >> 16`, the
//! other as `f 2^u floor(2^(16+k-u) / m) >> 16`, where f 2^u < 2^16. Either is less than the summand by less than 2: by
//! less than 1 for the reciprocal and for the shift each. So what remains of n is in [0, 4 m), below 2^16, and
//! subtractions of 2 m and of m reduce it. No quotient reaches twice its modulus, whatever the bytes are: [`ResiduePair::new`]
//! checks this for its moduli, and that reciprocals have 16 bits, when the tables are compiled.

use core::hint::black_box;

use crate::common::error::{Error, Object};

/// Every modulus stays below this: a product of two that reaches it puts out bytes.
const LIMIT: u32 = 16384;

/// More layers than any parameter set has: 2^11 > 1277.
const MAX_LAYERS: usize = 11;

/// How two residues become one, and back.
#[derive(Clone, Copy, Debug)]
struct ResiduePair {
    /// m, the modulus of the first residue.
    low: u16,
    /// m', the modulus of the second residue.
    high: u16,
    /// The number of bytes put out: 0, 1 or 2.
    bytes: usize,
    /// The modulus of the number that is left.
    merged: u32,
    /// u, the bits that the number that is left has to spare.
    shift: u32,
    /// floor(2^(16+k-u) / m), for the number that is left.
    reciprocal: u16,
    /// floor(2^16 / m), for the bytes.
    reciprocal_of_bytes: u16,
}

impl ResiduePair {
    const NONE: Self = Self { low: 1, high: 1, bytes: 0, merged: 1, shift: 0, reciprocal: 0, reciprocal_of_bytes: 0 };

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
        // The largest number that decoding can meet, from any bytes.
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

    #[inline(always)]
    const fn merge(&self, low: u16, high: u16) -> u32 {
        low as u32 + self.low as u32 * high as u32
    }

    /// Both residues of the number that `below`, the bytes put out, and `from` make up, and -1 if it was not below m m',
    /// else 0. `number` is its low 16 bits.
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

/// The upper half of a product.
#[inline(always)]
const fn high_product(x: u16, y: u16) -> u16 {
    ((x as u32 * y as u32) >> 16) as u16
}

#[derive(Clone, Copy, Debug)]
struct Layer {
    /// The length of the sequence before the layer.
    length: usize,
    /// The number of pairs of equal moduli.
    pairs: usize,
    common: ResiduePair,
    /// The last pair of a sequence of even length; in an odd one the last residue passes unchanged.
    last: ResiduePair,
    /// Where the layer's bytes start.
    offset: usize,
}

/// The encoding of a sequence of residues modulo the same number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MixedRadix {
    modulus: u32,
    layers: [Layer; MAX_LAYERS],
    depth: usize,
    /// The modulus of the number that is left in the end, and where its bytes start.
    top: ResiduePair,
    top_offset: usize,
    bytes: usize,
}

impl MixedRadix {
    /// The encoding of `length` residues modulo `modulus`, of which 128 <= modulus < 2^14.
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
        // The last number is put out down to modulus 1.
        let mut top = ResiduePair::new(last, 1);
        top.bytes = if last > 256 { 2 } else { 1 };
        Self { modulus, layers, depth, top, top_offset: offset, bytes: offset + top.bytes }
    }

    /// The number of bytes of an encoding.
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Encodes `residues`, each less than the modulus, into `output`. Both slices hold the residues' number of
    /// words; their contents are used up. No branch or index depends on the residues.
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

    /// Decodes `input`, every byte sequence of the right length, into `residues`; `scratch` has the same length.
    /// A number beyond its modulus, which no encoding holds, is reduced; the result says whether all were canonical.
    #[inline(always)]
    pub(crate) fn decode(&self, input: &[u8], residues: &mut [u16], scratch: &mut [u16]) -> bool {
        // An odd depth starts in the scratch, so that the last layer ends in the residues.
        let (mut from, mut to) = if self.depth.is_multiple_of(2) { (residues, scratch) } else { (scratch, residues) };
        let mut top = [0; 2];
        top[..self.top.bytes].copy_from_slice(&input[self.top_offset..self.bytes]);
        // Two bytes at most, and no next layer.
        let top = u16::from_le_bytes(top);
        let (residue, _, mut excess) = self.top.split(0, top, top);
        from[0] = residue;
        for layer in self.layers[..self.depth].iter().rev() {
            let input = &input[layer.offset..];
            let (input, rest) = input.split_at(layer.pairs * layer.common.bytes);
            excess |= decode_pairs(&layer.common, &from[..layer.pairs], &mut to[..2 * layer.pairs], input);
            let last = layer.length - 1;
            if layer.length.is_multiple_of(2) {
                let rest = &rest[..layer.last.bytes];
                excess |= decode_pairs(&layer.last, &from[layer.pairs..=layer.pairs], &mut to[last - 1..=last], rest);
            } else {
                to[last] = from[layer.pairs];
            }
            (from, to) = (to, from);
        }
        excess == 0
    }

    /// The error that says why public bytes of the right length are no encoding.
    #[cold]
    pub(crate) fn out_of_range(&self, input: &[u8], object: Object) -> Error {
        let length = self.layers[0].length.max(1);
        let (index, found) = self.excess(input, length).unwrap_or_default();
        Error::CoefficientOutOfRange { object, index, expected_below: self.modulus, found }
    }

    /// Of public bytes that are no encoding: the index and the value of the last residue that is out of range when
    /// nothing is reduced on the way.
    ///
    /// An excess in a layer stays one below: s >= m' stands for numbers r + m s >= m m'. So there is one.
    fn excess(&self, input: &[u8], length: usize) -> Option<(usize, u32)> {
        (0..length).rev().map(|index| (index, self.unreduced(input, index))).find(|&(_, value)| value >= self.modulus)
    }

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
            // At most 30 bits: the excess of a layer is less than a 63rd part.
            number = number << (8 * pair.bytes) | little_endian(&input[start..start + pair.bytes]);
            let low = pair.low as u32;
            number = if position.is_multiple_of(2) { number % low } else { number / low };
        }
        number
    }
}

// Loops over copies of the pair and over lengths that are equal before the loop, so that the compiler sees
// independent iterations and makes vector code of them.

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

/// Returns -1 if some number was out of range, else 0.
#[inline(always)]
fn decode_pairs(pair: &ResiduePair, from: &[u16], to: &mut [u16], input: &[u8]) -> i16 {
    match pair.bytes {
        0 => decode_layer::<0>(pair, from, to, input),
        1 => decode_layer::<1>(pair, from, to, input),
        _ => decode_layer::<2>(pair, from, to, input),
    }
}

/// The same where a pair has put out BYTES.
#[inline(always)]
fn decode_layer<const BYTES: usize>(pair: &ResiduePair, from: &[u16], to: &mut [u16], input: &[u8]) -> i16 {
    match from.len() {
        32.. => decode_groups::<BYTES, 32>(pair, from, to, input),
        8.. => decode_groups::<BYTES, 8>(pair, from, to, input),
        _ => decode_groups::<BYTES, 1>(pair, from, to, input),
    }
}

/// The same for no less than PAIRS pairs, in groups of PAIRS. The last group may begin within the one before; what they share
/// comes out the same twice.
#[inline(always)]
fn decode_groups<const BYTES: usize, const PAIRS: usize>(
    pair: &ResiduePair,
    from: &[u16],
    to: &mut [u16],
    input: &[u8],
) -> i16 {
    let (mut pair, mut excess) = (*pair, [0; PAIRS]);
    let mut reciprocals = [[pair.reciprocal; PAIRS], [pair.reciprocal_of_bytes; PAIRS]];
    for start in (0..from.len()).step_by(PAIRS) {
        let start = start.min(from.len() - PAIRS);
        if PAIRS > 1 {
            // One a lane, and unknown to the compiler: if it saw that all are equal, it would widen them before the loop, and
            // multiply in 32 bits.
            black_box(&mut reciprocals);
        }
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
