//! Counts of vector instructions.
//!
//! A [`Run`](super::Run) counts its operations. The counts do not depend on the operands, because
//! no branch and no index of a kernel depends on a coefficient.
//!
//! The counts of an operation are the vector instructions that a backend of the lanes' form spends
//! on it:
//!
//! - A Barrett product is three multiplications and one addition. A subtraction, a shift, a
//!   comparison or a selection counts as an addition.
//! - Inner products and outer products are counted in the form that the backend prefers.
//! - The interleaving of operands on x86, which compilers share between inner products of the same
//!   terms, is counted each time.
//! - Moves between registers and spills are not counted.
//!
//! [`Simd::enter`](crate::simd::Simd::enter) opens the account of a map, to which the following
//! operations belong ([`Counter`]).

#[cfg(any(test, feature = "literature"))]
mod wide;

use core::iter::Sum;
use core::ops::{Add, Mul};

use crate::simd::{CHUNK, Form, InnerProduct};

pub use super::account::{Account, Accounts, Counter};

/// Numbers of vector instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Multiplications of any kind, with or without accumulation.
    pub multiplications: u32,
    /// Additions, subtractions, shifts, comparisons and selections.
    pub additions: u32,
    /// Instructions that move lanes.
    pub permutations: u32,
    /// Loads of vectors and broadcasts from memory.
    pub loads: u32,
    /// Stores of vectors.
    pub stores: u32,
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::NONE, Add::add)
    }
}

impl Mul<u32> for Counts {
    type Output = Self;

    fn mul(self, factor: u32) -> Self {
        Self {
            multiplications: self.multiplications * factor,
            additions: self.additions * factor,
            permutations: self.permutations * factor,
            loads: self.loads * factor,
            stores: self.stores * factor,
        }
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            multiplications: self.multiplications + other.multiplications,
            additions: self.additions + other.additions,
            permutations: self.permutations + other.permutations,
            loads: self.loads + other.loads,
            stores: self.stores + other.stores,
        }
    }
}

impl Counts {
    /// No instruction.
    pub const NONE: Self = Self { multiplications: 0, additions: 0, permutations: 0, loads: 0, stores: 0 };
    pub(super) const LOAD: Self = Self { loads: 1, ..Self::NONE };
    pub(super) const STORE: Self = Self { stores: 1, ..Self::NONE };
    pub(super) const BARRETT_MULTIPLY: Self = Self { multiplications: 3, additions: 1, ..Self::NONE };
    pub(super) const BARRETT_REDUCE: Self = Self { multiplications: 2, additions: 1, ..Self::NONE };

    /// Returns the number of instructions of all kinds.
    pub const fn total(&self) -> u32 {
        self.multiplications + self.additions + self.permutations + self.loads + self.stores
    }

    /// Returns the counts of a coarse Barrett reduction.
    pub(super) const fn barrett_reduce_coarsely(form: Form) -> Self {
        // A shift instead of a multiplication, and multiplications that subtract.
        if form.lanes < CHUNK { Self { multiplications: 1, additions: 1, ..Self::NONE } } else { Self::BARRETT_REDUCE }
    }

    pub(super) const fn additions(additions: u32) -> Self {
        Self { additions, ..Self::NONE }
    }

    pub(super) const fn multiplications(multiplications: u32) -> Self {
        Self { multiplications, ..Self::NONE }
    }

    /// Returns the counts of a load of eight transposed vectors: a load for each lane, and three
    /// rounds of eight interleavings, which transpose eight lanes at a time.
    pub(super) const fn load_columns(form: Form) -> Self {
        Self { loads: form.lanes as u32, permutations: 24, ..Self::NONE }
    }

    /// Returns the counts of a store of eight transposed vectors: the counts of the load, with
    /// stores instead of loads, and an extraction for each lane from the ninth on.
    pub(super) const fn store_columns(form: Form) -> Self {
        let lanes = form.lanes as u32;
        Self { stores: lanes, permutations: 24 + lanes - 8, ..Self::NONE }
    }

    /// Returns the counts of an inner product of `terms` terms by constants, in an array of
    /// `length`.
    pub(super) fn inner_product(form: Form, terms: u32, length: usize) -> Self {
        match form.inner_product(length) {
            InnerProduct::DeferredQuotients => {
                Self { multiplications: 2 * terms + 1, additions: 2 * (terms - 1) + 1, ..Self::NONE }
            }
            // Each term needs two multiply-accumulates of half a vector. One reduction serves both
            // halves.
            InnerProduct::MontgomerySum if form.lanes < CHUNK => {
                Self { multiplications: 2 * terms + 3, permutations: 2, ..Self::NONE }
            }
            // Each pair of terms needs two dot products. Each of two reductions is two
            // multiplications, a subtraction and a shift. The results are packed.
            InnerProduct::MontgomerySum => {
                let pairs = terms.div_ceil(2);
                Self {
                    multiplications: 2 * pairs + 4,
                    additions: 2 * (pairs - 1) + 4,
                    permutations: 2 * pairs + 1,
                    ..Self::NONE
                }
            }
        }
    }

    /// Returns the counts of a sum of `terms` products of vectors. Few sums share the interleaving
    /// of an operand, so it is counted each time.
    pub(super) fn lane_products(form: Form, terms: u32) -> Self {
        if form.lanes < CHUNK {
            return Self { multiplications: 2 * terms + 3, permutations: 2, ..Self::NONE };
        }
        let pairs = terms.div_ceil(2);
        Self {
            multiplications: 2 * pairs + 4,
            additions: 2 * (pairs - 1) + 4,
            permutations: 4 * pairs + 1,
            ..Self::NONE
        }
    }

    /// Returns the counts of the rows of a weighted convolution: a chunk is loaded and multiplied.
    pub(super) fn convolution_rows(form: Form) -> Self {
        (Self::LOAD + Self::BARRETT_MULTIPLY) * vectors_per_chunk(form) + Self::rows(form)
    }

    /// Returns the counts of the rows of a window: two chunks are loaded.
    pub(super) fn window_rows(form: Form) -> Self {
        Self::LOAD * (2 * vectors_per_chunk(form)) + Self::rows(form)
    }

    /// Returns the counts of rows in the backend's layout, made of two chunks in registers.
    fn rows(form: Form) -> Self {
        match form.lanes {
            // Three shifts of two registers and one of halves; the differences of rows at distance
            // 8, at distance 4, and of both.
            8 => Self { additions: 10, permutations: 4, stores: 8, ..Self::NONE },
            16 => Self { permutations: 10, stores: 6, ..Self::NONE },
            _ => Self { permutations: 3, stores: 2, ..Self::NONE },
        }
    }

    /// Returns the counts of a sum of `terms` outer products and its reductions.
    pub(super) fn outer_product(form: Form, terms: u32) -> Self {
        match form.lanes {
            // Nine products of dimension 4, each of 4 multiply-accumulates by a lane. Four halves
            // of sums have a common term. Each of two reductions reduces eight sums.
            8 => Self {
                multiplications: 36 * terms + 2 * 4,
                additions: 4 * terms + 4,
                permutations: 3 * terms + 2 * 2,
                loads: 26 * terms,
                stores: 2,
            },
            // 8 steps of two dot products by a broadcast pair. Five windows are shifts of two
            // registers. The sums are packed.
            16 => Self {
                multiplications: 16 * terms + 4,
                additions: 16 * terms - 2 + 4,
                permutations: 5 * terms + 1,
                loads: 14 * terms,
                stores: 1,
            },
            // 8 steps of a dot product by a broadcast pair. Seven windows are shifts of two
            // registers. The sums are packed.
            _ => Self {
                multiplications: 8 * terms + 2,
                additions: 1 + 1,
                permutations: 7 * terms + 1,
                loads: 10 * terms,
                stores: 1,
            },
        }
    }

    /// Returns the counts of a Toeplitz product of `chunks` chunks.
    pub(super) fn toeplitz_product(form: Form, chunks: u32) -> Self {
        let by_definition = chunks < form.shared_from as u32;
        let shared = if by_definition { 0 } else { chunks * (chunks - 1) / 2 };
        let (products, blocks) =
            if by_definition { (chunks * chunks, 2 * chunks - 1) } else { (shared + chunks, 3 * (chunks - 1)) };
        let of_products = match form.lanes {
            // A block needs three differences. A product is three products of dimension 8, each of
            // 8 multiply-accumulates by a lane.
            8 => Self {
                multiplications: 24 * products,
                additions: 3 * blocks + products + 2 * (products - chunks),
                loads: 6 * blocks + 26 * products,
                stores: 3 * blocks + 2 * chunks,
                ..Self::NONE
            },
            // 8 steps of two dot products of windows in memory with a broadcast pair; the sums of
            // odd index are shifted and selected.
            16 if form.loads_windows && chunks == 1 => {
                Self { multiplications: 16, additions: 16 + 2, loads: 24, stores: 1, ..Self::NONE }
            }
            _ => Self::dot_products(form, products, blocks, chunks),
        };
        if by_definition {
            return of_products;
        }
        // The two chunks that share a product are added. Each shared product is added to two sums,
        // except that the first term of each sum needs no addition. Twice for each chunk of the
        // result, K - 1 chunks of the matrix are subtracted from another chunk.
        let vectors = vectors_per_chunk(form);
        let sums = Self {
            additions: vectors * shared + 2 * (2 * shared - chunks) + 2 * chunks * (chunks - 1) * vectors,
            loads: vectors * (2 * shared + 2 * chunks * (chunks - 1)),
            stores: vectors * shared,
            ..Self::NONE
        };
        of_products + sums
    }

    /// Returns the counts of `rows` sums of `terms` Toeplitz products of one chunk, which share
    /// their matrices.
    pub(super) fn toeplitz_sums(form: Form, rows: u32, terms: u32) -> Self {
        let products = rows * terms;
        match form.lanes {
            // A block needs three differences. A product is three products of dimension 8.
            8 => Self {
                multiplications: 24 * products,
                additions: 3 * terms + products + 2 * (products + products - rows),
                loads: 4 * terms + 26 * products,
                stores: 5 * terms + 2 * rows,
                ..Self::NONE
            },
            16 if form.loads_windows => Self {
                multiplications: 16 * products,
                additions: 16 * products + 2 * rows,
                loads: 16 * terms + 8 * products,
                stores: rows,
                ..Self::NONE
            },
            _ => Self::dot_products(form, products, terms, rows),
        }
    }

    /// Returns the counts of products of dimension 16 by dot products of pairs, with windows that
    /// are shifted: of `products` products by `blocks` blocks, added up to `sums` sums.
    fn dot_products(form: Form, products: u32, blocks: u32, sums: u32) -> Self {
        match form.lanes {
            // A block needs its pairs and 5 shifted windows. A product is 8 steps of two dot
            // products by a broadcast pair. Sums are packed.
            16 => Self {
                multiplications: 16 * products,
                additions: 16 * products,
                permutations: (10 + 5) * blocks + 3 * sums,
                loads: 2 * blocks + 8 * products,
                stores: sums,
            },
            // A block needs its pairs and 7 shifted windows. A product is 8 dot products by a
            // broadcast pair. Sums are packed.
            _ => Self {
                multiplications: 8 * products,
                additions: sums,
                permutations: (3 + 7) * blocks + sums,
                loads: 2 * blocks + 8 * products,
                stores: sums,
            },
        }
    }
}

/// Returns the number of vectors that hold a chunk: 2 vectors of 8 lanes; for more lanes 1, of one
/// chunk or of two.
const fn vectors_per_chunk(form: Form) -> u32 {
    if form.lanes < CHUNK { (CHUNK / form.lanes) as u32 } else { 1 }
}
