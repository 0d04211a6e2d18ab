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
//! Decoding divides by public constants. Division is a multiplication by a reciprocal: with l = floor(log2 m) and
//! c = ceil(2^(31+l) / m), `r c >> (31 + l)` is floor(r / m) for every r < 2^30, because c m exceeds 2^(31+l) by
//! less than m < 2^(l+1), and r 2^(l+1) <= 2^(31+l). No r here reaches 2^30 and no quotient reaches twice its
//! modulus, whatever the bytes are: [`Pair::new`] checks both bounds for its moduli when the tables are compiled.

use crate::{Error, Object};

/// Every modulus stays below this: a product of two that reaches it puts out bytes.
const LIMIT: u32 = 16384;

/// More layers than any parameter set has: 2^11 > 1277.
const MAX_LAYERS: usize = 11;

/// How two residues become one, and back.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// m, the modulus of the first residue.
    low: u32,
    /// m', the modulus of the second residue.
    high: u32,
    /// The number of bytes put out: 0, 1 or 2.
    bytes: usize,
    /// The modulus of the number that is left.
    merged: u32,
    /// ceil(2^shift / m).
    reciprocal: u32,
    shift: u32,
}

impl Pair {
    const NONE: Self = Self { low: 1, high: 1, bytes: 0, merged: 1, reciprocal: 0, shift: 0 };

    const fn new(low: u32, high: u32) -> Self {
        let (mut merged, mut bytes) = (low * high, 0);
        while merged >= LIMIT {
            merged = merged.div_ceil(256);
            bytes += 1;
        }
        let shift = 31 + low.ilog2();
        let reciprocal = (1u64 << shift).div_ceil(low as u64);
        assert!(reciprocal >> 32 == 0);
        // The largest number that decoding can meet, from any bytes.
        let largest = (merged << (8 * bytes)) - 1;
        assert!(largest < 1 << 30, "the reciprocal is exact below 2^30");
        assert!(largest / low < 2 * high, "one subtraction reduces the quotient");
        assert!(bytes <= 2);
        Self { low, high, bytes, merged, reciprocal: reciprocal as u32, shift }
    }

    #[inline(always)]
    const fn merge(&self, low: u16, high: u16) -> u32 {
        low as u32 + self.low * high as u32
    }

    /// Both residues of a number below 2^30, and -1 if it was not below m m', else 0.
    #[inline(always)]
    const fn split(&self, number: u32) -> (u16, u16, i32) {
        let quotient = ((number as u64 * self.reciprocal as u64) >> self.shift) as u32;
        let low = number - quotient * self.low;
        let reduced = quotient.wrapping_sub(self.high) as i32;
        let negative = reduced >> 31;
        (low as u16, (reduced + (negative & self.high as i32)) as u16, !negative)
    }
}

#[derive(Clone, Copy, Debug)]
struct Layer {
    /// The length of the sequence before the layer.
    length: usize,
    /// The number of pairs of equal moduli.
    pairs: usize,
    common: Pair,
    /// The last pair of a sequence of even length; in an odd one the last residue passes unchanged.
    last: Pair,
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
    top: Pair,
    top_offset: usize,
    bytes: usize,
}

impl MixedRadix {
    /// The encoding of `length` residues modulo `modulus`, of which 128 <= modulus < 2^14.
    pub(crate) const fn new(modulus: u32, length: usize) -> Self {
        assert!(modulus >= 128 && modulus < LIMIT && length > 0);
        let none = Layer { length: 0, pairs: 0, common: Pair::NONE, last: Pair::NONE, offset: 0 };
        let mut layers = [none; MAX_LAYERS];
        let (mut common, mut last, mut remaining, mut offset, mut depth) = (modulus, modulus, length, 0, 0);
        while remaining > 1 {
            let even = remaining.is_multiple_of(2);
            let pairs = (remaining - 1) / 2;
            let common_pair = Pair::new(common, common);
            let last_pair = if even { Pair::new(common, last) } else { Pair::NONE };
            layers[depth] = Layer { length: remaining, pairs, common: common_pair, last: last_pair, offset };
            offset += pairs * common_pair.bytes + last_pair.bytes;
            last = if even { last_pair.merged } else { last };
            common = common_pair.merged;
            remaining = remaining.div_ceil(2);
            depth += 1;
        }
        // The last number is put out down to modulus 1.
        let mut top = Pair::new(last, 1);
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
        let (residue, _, mut excess) = self.top.split(u16::from_le_bytes(top).into());
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
            number = if position.is_multiple_of(2) { number % pair.low } else { number / pair.low };
        }
        number
    }
}

// Loops over copies of the pair and over lengths that are equal before the loop, so that the compiler sees
// independent iterations and makes vector code of them.

#[inline(always)]
fn encode_pairs(pair: &Pair, from: &[u16], to: &mut [u16], output: &mut [u8]) {
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
fn decode_pairs(pair: &Pair, from: &[u16], to: &mut [u16], input: &[u8]) -> i32 {
    let (pair, to, count) = (*pair, to.as_chunks_mut::<2>().0, from.len());
    let to = &mut to[..count];
    let mut excess = 0;
    match pair.bytes {
        0 => {
            for k in 0..count {
                let (low, high, beyond) = pair.split(from[k].into());
                to[k] = [low, high];
                excess |= beyond;
            }
        }
        1 => {
            let input = &input[..count];
            for k in 0..count {
                let (low, high, beyond) = pair.split((from[k] as u32) << 8 | input[k] as u32);
                to[k] = [low, high];
                excess |= beyond;
            }
        }
        _ => {
            let input = &input.as_chunks::<2>().0[..count];
            for k in 0..count {
                let (low, high, beyond) = pair.split((from[k] as u32) << 16 | u16::from_le_bytes(input[k]) as u32);
                to[k] = [low, high];
                excess |= beyond;
            }
        }
    }
    excess
}

#[cfg(test)]
mod tests;
