//! The search for secrets in memory.

use std::collections::{HashMap, HashSet};

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

    /// Returns the secrets of which a window is in each of two memories.
    pub fn find(&self, memories: [&[u8]; 2]) -> [Vec<Found>; 2] {
        let mut found = [HashMap::new(), HashMap::new()];
        for length in WINDOWS {
            let public: HashSet<&[u8]> = self.public.iter().flat_map(|bytes| bytes.windows(length)).collect();
            let mut owners = HashMap::new();
            let mut filter = vec![false; 1 << FILTER_BITS];
            for (owner, pattern) in self.patterns.iter().enumerate().filter(|(_, pattern)| pattern.window == length) {
                let windows = pattern.bytes.windows(length).enumerate();
                for (offset, window) in windows.filter(|(_, window)| tells(window) && !public.contains(window)) {
                    owners.insert(window, (owner, offset));
                    filter[digest(window)] = true;
                }
            }
            for (memory, found) in memories.into_iter().zip(&mut found) {
                let windows = memory.windows(length).enumerate().filter(|(_, window)| filter[digest(window)]);
                for (place, window) in windows {
                    if let Some(&(owner, offset)) = owners.get(window) {
                        let name = &self.patterns[owner].name;
                        let new = || Found { name: name.clone(), windows: 0, place, offset };
                        found.entry(owner).or_insert_with(new).windows += 1;
                    }
                }
            }
        }
        found.map(|found| found.into_values().collect())
    }
}

/// The bits of a digest.
const FILTER_BITS: u32 = 20;

/// Returns a digest of the first eight bytes, to look up most windows of the memory quickly.
fn digest(window: &[u8]) -> usize {
    let first = u64::from_le_bytes(*window.first_chunk().expect("windows have more than eight bytes"));
    (first.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - FILTER_BITS)) as usize
}

/// Returns whether a window can only come from its secret: if 16 bytes have six values, or the
/// lanes of a polynomial are not mostly zero and do not repeat themselves.
fn tells(window: &[u8]) -> bool {
    if window.len() == WINDOWS[0] {
        let mut values = window.to_vec();
        values.sort_unstable();
        values.dedup();
        values.len() >= 6
    } else {
        let repeats = (1..=8).any(|period| window[period..].iter().eq(&window[..window.len() - period]));
        !repeats && window.iter().filter(|&&byte| byte != 0).count() >= window.len() / 8
    }
}
