//! Layers against the definition: the recursive Encode and Decode of the specification, for any
//! list of moduli.

use alloc::{vec, vec::Vec};

use super::{LIMIT, MixedRadix, ResiduePair, decode_layer};

/// p and q of the parameter sets of NTRU Prime.
const SETS: [(usize, u32); 6] = [(653, 4621), (761, 4591), (857, 5167), (953, 6343), (1013, 7177), (1277, 7879)];

fn encode(residues: &[u64], moduli: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let ([residue], [modulus]) = (residues, moduli) {
        let (mut residue, mut modulus) = (*residue, *modulus);
        while modulus > 1 {
            bytes.push(residue as u8);
            (residue, modulus) = (residue >> 8, modulus.div_ceil(256));
        }
        return bytes;
    }
    let (mut rest, mut rest_moduli) = (Vec::new(), Vec::new());
    for (residues, moduli) in residues.chunks(2).zip(moduli.chunks(2)) {
        let (mut residue, mut modulus) = (residues[0], moduli[0]);
        if let (Some(high), Some(high_modulus)) = (residues.get(1), moduli.get(1)) {
            residue += modulus * high;
            modulus *= high_modulus;
            while modulus >= LIMIT as u64 {
                bytes.push(residue as u8);
                (residue, modulus) = (residue >> 8, modulus.div_ceil(256));
            }
        }
        rest.push(residue);
        rest_moduli.push(modulus);
    }
    bytes.extend(encode(&rest, &rest_moduli));
    bytes
}

fn decode(bytes: &[u8], moduli: &[u64]) -> Vec<u64> {
    if let [modulus] = moduli {
        return vec![bytes.iter().rev().fold(0, |number, &byte| number << 8 | byte as u64) % modulus];
    }
    let (mut bottom, mut rest_moduli, mut used) = (Vec::new(), Vec::new(), 0);
    for moduli in moduli.chunks(2) {
        let (mut number, mut scale, mut modulus) = (0, 1, moduli.iter().product::<u64>());
        while moduli.len() == 2 && modulus >= LIMIT as u64 {
            number += bytes[used] as u64 * scale;
            (scale, used, modulus) = (scale << 8, used + 1, modulus.div_ceil(256));
        }
        bottom.push((number, scale));
        rest_moduli.push(modulus);
    }
    let rest = decode(&bytes[used..], &rest_moduli);
    let mut residues = Vec::new();
    for (((number, scale), rest), moduli) in bottom.into_iter().zip(rest).zip(moduli.chunks(2)) {
        match *moduli {
            [low, high] => {
                let number = number + scale * rest;
                residues.extend([number % low, number / low % high]);
            }
            _ => residues.push(rest),
        }
    }
    residues
}

fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    *state >> 33
}

fn check(modulus: u32, length: usize, residues: &[u16]) {
    let codec = MixedRadix::new(modulus, length);
    let mut bytes = vec![0; codec.bytes()];
    codec.encode(&mut residues.to_vec(), &mut vec![0; length], &mut bytes);
    let wide: Vec<u64> = residues.iter().map(|&residue| residue.into()).collect();
    assert_eq!(bytes, encode(&wide, &vec![modulus.into(); length]), "{length} residues modulo {modulus}");
    let mut decoded = vec![0xffff; length];
    assert!(codec.decode(&bytes, &mut decoded, &mut vec![0xffff; length]));
    assert_eq!(decoded, residues);
    assert_eq!(codec.excess(&bytes, length), None);
}

fn check_bytes(modulus: u32, length: usize, bytes: &[u8]) {
    let codec = MixedRadix::new(modulus, length);
    let (mut decoded, mut scratch) = (vec![0; length], vec![0; length]);
    let canonical = codec.decode(bytes, &mut decoded, &mut scratch);
    let expected = decode(bytes, &vec![modulus.into(); length]);
    assert!(decoded.iter().map(|&residue| residue as u64).eq(expected.iter().copied()));
    assert_eq!(canonical, encode(&expected, &vec![modulus.into(); length]) == bytes);
    assert_eq!(canonical, codec.excess(bytes, length).is_none());
}

#[test]
fn the_sets_have_the_lengths_of_the_specification() {
    for ((p, q), (big, rounded)) in
        SETS.into_iter().zip([(994, 865), (1158, 1007), (1322, 1152), (1505, 1317), (1623, 1423), (2067, 1815)])
    {
        assert_eq!(MixedRadix::new(q, p).bytes(), big);
        assert_eq!(MixedRadix::new(q.div_ceil(3), p).bytes(), rounded);
    }
}

#[test]
fn encodings_are_those_of_the_definition() {
    let mut state = 1;
    for (p, q) in SETS {
        for modulus in [q, q.div_ceil(3)] {
            check(modulus, p, &vec![0; p]);
            check(modulus, p, &vec![modulus as u16 - 1; p]);
            for _ in 0..20 {
                let residues: Vec<u16> = (0..p).map(|_| (random(&mut state) % modulus as u64) as u16).collect();
                check(modulus, p, &residues);
            }
        }
    }
}

#[test]
fn every_length_is_encoded() {
    let mut state = 2;
    for length in 1..200 {
        for modulus in [128, 1531, 4591, 16383] {
            let residues: Vec<u16> = (0..length).map(|_| (random(&mut state) % modulus as u64) as u16).collect();
            check(modulus, length, &residues);
        }
    }
}

#[test]
fn any_bytes_decode_as_in_the_definition() {
    let mut state = 3;
    for (p, q) in SETS {
        for modulus in [q, q.div_ceil(3)] {
            let length = MixedRadix::new(modulus, p).bytes();
            check_bytes(modulus, p, &vec![0; length]);
            check_bytes(modulus, p, &vec![0xff; length]);
            for _ in 0..20 {
                let bytes: Vec<u8> = (0..length).map(|_| random(&mut state) as u8).collect();
                check_bytes(modulus, p, &bytes);
            }
        }
    }
}

#[test]
fn every_pair_of_bytes_decodes_for_one_and_two_residues() {
    for low in 0..=255u8 {
        for high in 0..=255u8 {
            check_bytes(4591, 1, &[low, high]);
            check_bytes(1531, 1, &[low, high]);
            for byte in [0, 1, 127, 255] {
                check_bytes(128, 2, &[low, high].map(|byte| byte)[..MixedRadix::new(128, 2).bytes()]);
                check_bytes(1531, 2, &[byte, low, high]);
                check_bytes(4591, 2, &[byte, byte, low, high][..MixedRadix::new(4591, 2).bytes()]);
            }
        }
    }
}

/// Every modulus of a layer of a parameter set divides correctly: at all its multiples and their
/// neighbours.
#[test]
fn reciprocals_are_exact() {
    for (p, q) in SETS {
        for modulus in [q, q.div_ceil(3)] {
            let codec = MixedRadix::new(modulus, p);
            for layer in &codec.layers[..codec.depth] {
                check_reciprocal(&layer.common);
                check_reciprocal(&layer.last);
            }
        }
    }
}

fn check_reciprocal(pair: &ResiduePair) {
    let largest = (pair.merged << (8 * pair.bytes)) - 1;
    let (low_modulus, high_modulus) = (pair.low as u32, pair.high as u32);
    for quotient in 0..=largest / low_modulus {
        for remainder in [0, 1, low_modulus / 2, low_modulus - 1] {
            let number = (quotient * low_modulus + remainder).min(largest);
            let from = (number >> (8 * pair.bytes)) as u16;
            let below = (number & ((1 << (8 * pair.bytes)) - 1)) as u16;
            let (low, high, excess) = pair.split(from, below, number as u16);
            assert_eq!(low as u32, number % low_modulus);
            assert_eq!(high as u32, number / low_modulus % high_modulus);
            assert_eq!(excess != 0, number / low_modulus >= high_modulus);
        }
    }
}

/// Numbers beyond their modulus are noticed in any number, in runs and one by one.
#[test]
fn excesses_do_not_make_up_for_each_other() {
    let pair = ResiduePair::new(4591, 4591);
    assert_eq!(pair.bytes, 2);
    let greatest = (pair.merged - 1) as u16;
    for count in [1, 2, 3, 4, 7, 8, 9, 31, 32, 33, 64] {
        let (from, mut to) = (vec![greatest; count], vec![0; 2 * count]);
        assert_eq!(decode_layer::<2>(&pair, &from, &mut to, &vec![0; 2 * count]), 0, "{count} numbers");
        assert_eq!(decode_layer::<2>(&pair, &from, &mut to, &vec![0xff; 2 * count]), -1, "{count} numbers");
    }
}
