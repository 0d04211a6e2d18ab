//! The expansion of seeds in Saber, by SHAKE128 of FIPS 202.

use crate::common::parts::Part;
use crate::hashing::Hash;
use crate::hashing::multi_buffer::{Sponge, Stream};

/// Expands seeds: writes the first bytes of SHAKE128 of each to its output. They are computed side
/// by side where that saves time. Requires outputs whose lengths are multiples of 8.
pub(crate) fn expand(seeds: &[&Hash], outputs: &mut [&mut [u8]]) {
    let _piece = Part::Expansion.begin();
    SHAKE_128.hash(seeds, outputs);
}

/// Starts to expand a seed to an output whose length is a multiple of 8.
pub(crate) fn start<'a>(seed: &Hash, output: &'a mut [u8]) -> Stream<'a> {
    SHAKE_128.start(seed, output)
}

const SHAKE_128: Sponge<32> = Sponge { rate: 21, mark: 0x1f };
