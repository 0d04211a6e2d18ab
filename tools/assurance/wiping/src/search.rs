//! The search for secrets in memory.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A secret by name, and the length of its parts that are searched for.
#[derive(Clone)]
struct Pattern {
    name: String,
    bytes: Vec<u8>,
    window: usize,
}

/// The lengths of windows: 16 bytes of a secret whose bytes look random, 32 coefficients of a small
/// polynomial in lanes of 8 bits and of 16 bits.
const WINDOWS: [usize; 3] = [16, 32, 64];

/// The secrets that an operation must not leave in memory.
#[derive(Clone, Default)]
pub struct Secrets {
    patterns: Vec<Pattern>,
    /// Bytes that anybody may know. Their windows are no secrets, wherever they are.
    public: Vec<Vec<u8>>,
}

/// A secret that was found.
pub struct Found {
    /// The name of the secret.
    pub name: String,
    /// The number of its windows in the memory.
    pub windows: usize,
    /// The place of the first one in the memory.
    pub place: usize,
    /// The place of the first one in the secret.
    pub offset: usize,
}

impl Secrets {
    /// Adds bytes that look random.
    pub fn add(&mut self, name: &str, bytes: &[u8]) {
        self.patterns.push(Pattern { name: name.into(), bytes: bytes.into(), window: WINDOWS[0] });
    }

    /// Adds the coefficients of a small polynomial, in lanes of 8 and of 16 bits, and from the last
    /// to the first.
    pub fn add_small(&mut self, name: &str, coefficients: &[i16]) {
        for reversed in [false, true] {
            let mut lanes = coefficients.to_vec();
            if reversed {
                lanes.reverse();
            }
            let order = if reversed { ", reversed" } else { "" };
            let bytes = lanes.iter().map(|&lane| lane as u8).collect();
            self.patterns.push(Pattern { name: format!("{name} in bytes{order}"), bytes, window: WINDOWS[1] });
            let bytes = lanes.iter().flat_map(|lane| lane.to_le_bytes()).collect();
            self.patterns.push(Pattern { name: format!("{name} in words{order}"), bytes, window: WINDOWS[2] });
        }
    }

    /// Adds bytes that anybody may know.
    pub fn publish(&mut self, bytes: &[u8]) {
        self.public.push(bytes.into());
    }

    /// Returns what looks the secrets up.
    pub fn index(&self) -> Index {
        let lengths = WINDOWS.map(|length| {
            let public = self.public.iter().flat_map(|bytes| bytes.windows(length)).map(digest);
            let public: HashSet<u64, Digests> = public.collect();
            let (mut owners, mut filter) = (HashMap::default(), vec![false; 1 << FILTER_BITS]);
            for (owner, pattern) in self.patterns.iter().enumerate().filter(|(_, pattern)| pattern.window == length) {
                for (offset, window) in pattern.bytes.windows(length).enumerate().filter(|(_, window)| tells(window)) {
                    let digest = digest(window);
                    if !public.contains(&digest) {
                        owners.insert(digest, (owner, offset));
                        filter[first_bytes(window)] = true;
                    }
                }
            }
            Length { length, owners, filter }
        });
        Index { names: self.patterns.iter().map(|pattern| pattern.name.clone()).collect(), lengths }
    }
}

/// The windows of secrets, to be looked up.
pub struct Index {
    names: Vec<String>,
    lengths: [Length; WINDOWS.len()],
}

/// The windows of one length.
struct Length {
    length: usize,
    /// The secret of each window, by the window's digest, and the window's place in it.
    owners: HashMap<u64, (usize, usize), Digests>,
    /// Whether some window begins with bytes of this kind, as most memory does not.
    filter: Vec<bool>,
}

impl Index {
    /// Returns the secrets of which a window is in the memory.
    pub fn find(&self, memory: &[u8]) -> Vec<Found> {
        let mut found = HashMap::new();
        for Length { length, owners, filter } in &self.lengths {
            let windows = memory.windows(*length).enumerate().filter(|(_, window)| filter[first_bytes(window)]);
            for (place, window) in windows {
                if let Some(&(owner, offset)) = owners.get(&digest(window)) {
                    let new = || Found { name: self.names[owner].clone(), windows: 0, place, offset };
                    found.entry(owner).or_insert_with(new).windows += 1;
                }
            }
        }
        found.into_values().collect()
    }
}

/// The bits of the filter.
const FILTER_BITS: u32 = 20;
/// An odd number whose multiples spread the bits of a word.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns the kind of the first eight bytes.
fn first_bytes(window: &[u8]) -> usize {
    let first = u64::from_le_bytes(*window.first_chunk().expect("windows have more than eight bytes"));
    (first.wrapping_mul(SPREAD) >> (64 - FILTER_BITS)) as usize
}

/// Returns a digest of a window. Two windows have the same one with a probability of about 2^-64.
fn digest(window: &[u8]) -> u64 {
    window
        .as_chunks::<8>()
        .0
        .iter()
        .fold(0, |digest: u64, &word| (digest.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(SPREAD))
}

/// Digests are their own hashes.
type Digests = BuildHasherDefault<Digest>;

/// The hash of a digest.
#[derive(Default)]
struct Digest(u64);

impl Hasher for Digest {
    fn write(&mut self, _: &[u8]) {
        unreachable!("digests are words");
    }

    fn write_u64(&mut self, digest: u64) {
        self.0 = digest.rotate_left(32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Returns whether a window can only come from its secret: if 16 bytes have six values, or the
/// lanes of a polynomial are not mostly zero and do not repeat themselves.
fn tells(window: &[u8]) -> bool {
    if window.len() == WINDOWS[0] {
        let seen = window.iter().fold([0u64; 4], |mut seen, &byte| {
            seen[usize::from(byte >> 6)] |= 1 << (byte & 63);
            seen
        });
        seen.iter().map(|word| word.count_ones()).sum::<u32>() >= 6
    } else {
        let repeats = (1..=8).any(|period| window[period..].iter().eq(&window[..window.len() - period]));
        !repeats && window.iter().filter(|&&byte| byte != 0).count() >= window.len() / 8
    }
}
