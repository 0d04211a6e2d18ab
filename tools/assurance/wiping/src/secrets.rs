//! The secrets of the families, computed from bytes of keys and from the random bytes of an
//! operation.

use vectru::{DecapsulationKey, Mechanism, Set};
use vectru_polymul::modular::Modulus;
use vectru_polymul::ring::Ring;

use crate::search::Secrets;

/// The families, which have different secrets.
#[derive(Clone, Copy, PartialEq)]
enum Family {
    Streamlined,
    Ntrulpr,
    Ntru,
    Saber,
}

impl Family {
    fn of(set: Set) -> Self {
        let name = set.name();
        match name {
            _ if name.starts_with("sntrup") => Self::Streamlined,
            _ if name.starts_with("ntrulpr") => Self::Ntrulpr,
            _ if name.starts_with("ntru") => Self::Ntru,
            _ => Self::Saber,
        }
    }
}

fn degree<M: Mechanism>() -> usize {
    <M::Ring as Ring>::DEGREE
}

/// Adds the secrets of a key pair: its bytes, its memory, and its polynomials.
pub fn add_key<M: Mechanism>(secrets: &mut Secrets, key: &DecapsulationKey<M>) {
    let public = key.to_encapsulation_key();
    let (bytes, public_bytes) = (key.as_bytes(), public.as_bytes());
    secrets.publish(public_bytes);
    secrets.publish(memory_of(&public));
    for part in secret_parts(memory_of(key), memory_of(&public)) {
        // The bytes of the key are added below, without those of the public key.
        let place = part.windows(bytes.len()).position(|window| window == bytes).unwrap_or(part.len());
        secrets.add("secret key in memory", &part[..place]);
        secrets.add("secret key in memory", &part[part.len().min(place + bytes.len())..]);
    }
    let length = degree::<M>();
    match Family::of(M::SET) {
        family @ (Family::Streamlined | Family::Ntrulpr) => {
            // The last part is the hash of the public key.
            let (bytes, hash) = bytes.split_at(bytes.len() - 32);
            secrets.publish(hash);
            add_around(secrets, bytes, public_bytes);
            let small = length.div_ceil(4);
            secrets.add_small(if family == Family::Ntrulpr { "a" } else { "f" }, &two_bits(&bytes[..small], length));
            if family == Family::Streamlined {
                secrets.add_small("1/g", &two_bits(&bytes[small..2 * small], length));
            }
        }
        Family::Ntru => {
            secrets.add("secret key", bytes);
            let ternary = (length - 1).div_ceil(5);
            secrets.add_small("f", &five_digits(&bytes[..ternary], length - 1));
            secrets.add_small("1/f", &five_digits(&bytes[ternary..2 * ternary], length - 1));
        }
        Family::Saber => {
            let (rest, z) = bytes.split_at(bytes.len() - 32);
            let (rest, hash) = rest.split_at(rest.len() - 32);
            secrets.publish(hash);
            add_around(secrets, rest, public_bytes);
            secrets.add("z", z);
            let vector = &bytes[..bytes.len() - 64 - public_bytes.len()];
            for polynomial in vector.chunks(13 * 32) {
                secrets.add_small("s", &thirteen_bits(polynomial));
            }
        }
    }
}

/// Adds the bytes of a secret key but for those of the public key in it.
fn add_around(secrets: &mut Secrets, bytes: &[u8], public: &[u8]) {
    let place = bytes.windows(public.len()).position(|window| window == public).expect("the key holds the public key");
    secrets.add("secret key", &bytes[..place]);
    secrets.add("secret key", &bytes[place + public.len()..]);
}

/// Adds the secrets that key generation computes from its random bytes.
pub fn add_generation<M: Mechanism>(secrets: &mut Secrets, calls: &[Vec<u8>]) {
    calls.iter().for_each(|bytes| secrets.add("random bytes", bytes));
    let length = degree::<M>();
    let lists: Vec<_> = calls.iter().filter(|bytes| bytes.len() == 4 * length).collect();
    match Family::of(M::SET) {
        Family::Streamlined => {
            for list in lists {
                let g: Vec<_> = words(list).iter().map(|word| (((word & 0x3fff_ffff) * 3) >> 30) as i16 - 1).collect();
                secrets.add_small("g", &g);
            }
        }
        Family::Ntrulpr | Family::Saber => {}
        Family::Ntru => {
            for bytes in calls.iter().filter(|bytes| bytes.len() > 32) {
                add_ternary::<M>(secrets, "g", &bytes[length - 1..]);
            }
        }
    }
}

/// Adds the secrets of an encapsulation that are computed from its random bytes. The key is any of
/// the set.
pub fn add_encapsulation<M: Mechanism>(secrets: &mut Secrets, calls: &[Vec<u8>], key: &DecapsulationKey<M>) {
    calls.iter().for_each(|bytes| secrets.add("random bytes", bytes));
    let length = degree::<M>();
    for bytes in calls {
        match Family::of(M::SET) {
            // f has the weight of r.
            Family::Streamlined => {
                let f = two_bits(&key.as_bytes()[..length.div_ceil(4)], length);
                add_short(secrets, bytes, f.iter().filter(|&&coefficient| coefficient != 0).count());
            }
            Family::Ntru => {
                let (r, m) = bytes.split_at(length - 1);
                let r: Vec<_> = r.iter().map(|&byte| [0, 1, -1][usize::from(byte % 3)]).collect();
                secrets.add("r as bytes", &base_three(&r));
                secrets.add_small("r", &r);
                add_ternary::<M>(secrets, "m", m);
            }
            Family::Ntrulpr | Family::Saber => {}
        }
    }
}

/// Adds the short polynomial of a list of words: itself, its bytes, and the sorted words.
fn add_short(secrets: &mut Secrets, list: &[u8], weight: usize) {
    let mut words = words(list);
    let (nonzero, zero) = words.split_at_mut(weight);
    nonzero.iter_mut().for_each(|word| *word &= !1);
    zero.iter_mut().for_each(|word| *word = *word & !3 | 1);
    words.sort_unstable();
    secrets.add("sorted words", &words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>());
    let r: Vec<_> = words.iter().map(|word| (word & 3) as i16 - 1).collect();
    let digits = r.chunks(4).map(|four| four.iter().rev().fold(0, |byte, &digit| byte << 2 | (digit + 1) as u8));
    secrets.add("r as bytes", &digits.collect::<Vec<_>>());
    secrets.add_small("r", &r);
}

/// Adds the ternary polynomial g or m of NTRU.
fn add_ternary<M: Mechanism>(secrets: &mut Secrets, name: &str, bytes: &[u8]) {
    let length = degree::<M>() - 1;
    if bytes.len() == length {
        let ternary: Vec<_> = bytes.iter().map(|&byte| [0, 1, -1][usize::from(byte % 3)]).collect();
        secrets.add_small(name, &ternary);
        return;
    }
    // A polynomial of fixed type: words of 30 bits are sorted.
    let half = <M::Ring as Ring>::Modulus::Q as usize / 16 - 1;
    let bit = |k: usize| u32::from(bytes[k / 8] >> (k % 8) & 1);
    let mut words: Vec<u32> =
        (0..length).map(|k| (0..30).fold(0, |word, j| word | bit(30 * k + j) << (j + 2)) ^ 1 << 31).collect();
    words[..half].iter_mut().for_each(|word| *word |= 1);
    words[half..2 * half].iter_mut().for_each(|word| *word |= 2);
    words.sort_unstable();
    secrets.add("sorted words", &words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>());
    let ternary: Vec<_> = words.iter().map(|word| (word & 1) as i16 - (word >> 1 & 1) as i16).collect();
    secrets.add_small(name, &ternary);
}

/// Returns the memory of a value.
fn memory_of<T>(value: &T) -> &[u8] {
    // SAFETY: the memory is that of a value. Keys consist of integers, without padding that matters
    // here: what is read is only compared.
    unsafe { std::slice::from_raw_parts(std::ptr::from_ref(value).cast(), size_of::<T>()) }
}

/// Returns the memory of a secret key but for the public key in it, if there is one.
fn secret_parts<'a>(key: &'a [u8], public: &[u8]) -> [&'a [u8]; 2] {
    let equal = |window: &[u8]| window.iter().zip(public).filter(|(a, b)| a == b).count();
    let best = (0..=key.len() - public.len()).step_by(8).max_by_key(|&start| equal(&key[start..][..public.len()]));
    match best {
        // Padding may differ.
        Some(start) if equal(&key[start..][..public.len()]) > public.len() / 8 * 7 => {
            [&key[..start], &key[start + public.len()..]]
        }
        _ => [key, &[]],
    }
}

fn words(list: &[u8]) -> Vec<u32> {
    list.as_chunks::<4>().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect()
}

/// Decodes digits of two bits, 0 to 2 for -1 to 1.
fn two_bits(bytes: &[u8], length: usize) -> Vec<i16> {
    (0..length).map(|k| i16::from(bytes[k / 4] >> (2 * (k % 4)) & 3) - 1).collect()
}

/// Decodes digits to the base 3, five to the byte.
fn five_digits(bytes: &[u8], length: usize) -> Vec<i16> {
    let digit = |k: usize| bytes[k / 5] / 3u8.pow(k as u32 % 5) % 3;
    (0..length).map(|k| [0, 1, -1][usize::from(digit(k))]).collect()
}

/// Encodes digits to the base 3, five to the byte.
fn base_three(coefficients: &[i16]) -> Vec<u8> {
    coefficients.chunks(5).map(|five| five.iter().rev().fold(0, |byte, &c| 3 * byte + c.rem_euclid(3) as u8)).collect()
}

/// Decodes coefficients of 13 bits, which are centred modulo 2^13.
fn thirteen_bits(bytes: &[u8]) -> Vec<i16> {
    let bit = |k: usize| i16::from(bytes[k / 8] >> (k % 8) & 1);
    let number = |k: usize| (0..13).fold(0, |number, j| number | bit(13 * k + j) << j);
    (0..256).map(|k| number(k) << 3 >> 3).collect()
}
