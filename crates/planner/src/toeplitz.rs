//! Chains for Z_q\[x\]/(x^n - zeta), zeta = 1 or -1, q a power of two, by Toeplitz products. The
//! search covers the sequences of those layers of Toom-Cook for which
//! [`toeplitz`](vectru_polymul::stage::toeplitz) has programs.
//!
//! ```text
//! Z_q[x]/(x^n - zeta) -> Toeplitz_N x R^N -> (Toeplitz_m x R^m)^P,   R = Z_65536
//! N = m k_1 k_2 …,   P = P_1 P_2 …,   m = 16 K
//! ```
//!
//! A chain is possible if N >= n and its layers lose at most the spare bits, 16 - log2 q. Layers
//! have 2 to 5 parts; K is at most 8, because the chunks of a product stay in registers. N is below
//! 5 n / 4, because a longer matrix needs more products than a shorter one.
//!
//! Counts: each layer runs on the lanes of the analysis, once for every dimension that occurs.

use std::collections::HashMap;

use vectru_polymul::analysis::Cell;
use vectru_polymul::analysis::count::Counts;
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::recipe::{Operands, Transformation};
use vectru_polymul::simd::{CHUNK, Form, Simd};
use vectru_polymul::stage::toeplitz::{copy_ordered, expand, merge, split_matrix, split_vector};
use vectru_polymul::stage::toom_cook::{
    self, Karatsuba, KaratsubaFive, KaratsubaThree, Toom3, Toom4, Toom5, coefficients,
};

use crate::count::counted;
use crate::plan::{Plan, Source};
use crate::{Problem, Statement};

/// The largest number of chunks of the products at the end.
const MAX_CHUNKS: usize = 8;

/// Declares the layers.
macro_rules! layers {
    ($($layer:ident),+) => {
        /// A layer of Toom-Cook.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Layer {
            $($layer,)+
        }

        impl Layer {
            const ALL: &'static [Self] = &[$(Self::$layer),+];

            /// Returns the number of parts of an operand.
            pub(crate) const fn parts(self) -> usize {
                match self {
                    $(Self::$layer => <$layer as toom_cook::Layer>::PARTS,)+
                }
            }

            /// Returns the number of products for the parts.
            const fn points(self) -> usize {
                match self {
                    $(Self::$layer => <$layer as toom_cook::Layer>::POINTS,)+
                }
            }

            /// Returns the number of lost bits.
            const fn lost_bits(self) -> u32 {
                match self {
                    $(Self::$layer => <$layer as toom_cook::Layer>::LOST_BITS,)+
                }
            }

            /// Returns the name in recipes.
            const fn name(self) -> &'static str {
                match self {
                    $(Self::$layer => <$layer as toom_cook::Layer>::NAME,)+
                }
            }

            /// Returns the name of the type.
            pub(crate) const fn type_name(self) -> &'static str {
                match self {
                    $(Self::$layer => stringify!($layer),)+
                }
            }

            /// Returns the counts of the layer for parts of dimension `part`: of a matrix, of a
            /// vector, and of the products.
            fn counts(self, form: Form, part: usize) -> Counts {
                match self {
                    $(Self::$layer => layer_counts::<$layer>(form, part),)+
                }
            }
        }
    };
}

layers!(Karatsuba, KaratsubaThree, KaratsubaFive, Toom3, Toom4, Toom5);

/// A chain of layers, and the products at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layers {
    /// The layers, from the whole matrix on.
    pub(crate) layers: Vec<Layer>,
    /// K.
    pub(crate) end_chunks: usize,
}

impl Layers {
    /// Returns N.
    pub(crate) fn size(&self) -> usize {
        self.layers.iter().fold(self.end_chunks * CHUNK, |size, layer| size * layer.parts())
    }

    /// Returns P.
    pub(crate) fn products(&self) -> usize {
        self.layers.iter().map(|layer| layer.points()).product()
    }

    /// Returns the number of lost bits.
    pub(crate) fn lost_bits(&self) -> u32 {
        self.layers.iter().map(|layer| layer.lost_bits()).sum()
    }

    /// Iterates over the layers with the dimension of their parts and the number of times that each
    /// runs.
    fn levels(&self) -> impl Iterator<Item = (Layer, usize, usize)> {
        let (mut size, mut copies) = (self.size(), 1);
        self.layers.iter().map(move |&layer| {
            size /= layer.parts();
            let level = (layer, size, copies);
            copies *= layer.points();
            level
        })
    }

    /// Returns the maps of the chain.
    fn chain(&self, problem: &Problem) -> Vec<Transformation> {
        let mut chain =
            vec![Transformation::Expand { degree: problem.degree(), zeta: zeta(problem), dimension: self.size() }];
        chain.extend(self.levels().map(|(layer, part, _)| Transformation::ToeplitzLayer {
            part,
            parts: layer.parts(),
            points: layer.points(),
        }));
        chain.push(Transformation::OuterProducts { dimension: self.end_chunks * CHUNK, products: self.products() });
        chain
    }

    /// Returns a short description of the chain.
    fn summary(&self, problem: &Problem) -> String {
        let names: Vec<_> = self.layers.iter().map(|layer| layer.name()).collect();
        format!(
            "{}: {}; {} products of dimension {}; {} of {} bits",
            self.size(),
            names.join(", "),
            self.products(),
            self.end_chunks * CHUNK,
            self.lost_bits(),
            problem.spare_bits()
        )
    }
}

/// Returns zeta, 1 or -1.
fn zeta(problem: &Problem) -> i16 {
    problem.tail().zeta().expect("a power of two is a modulus of x^n - 1 and x^n + 1 alone")
}

/// Returns the plans for the ring, with counts for the backend.
pub fn plans(problem: &Problem, backend: Backend) -> Vec<Plan> {
    counted_plans(backend.form(), problem)
}

fn counted_plans(form: Form, problem: &Problem) -> Vec<Plan> {
    let mut of_layers = HashMap::new();
    let around = around(form, problem);
    let plan = |layers: Layers| {
        let of_chain: Counts = layers
            .levels()
            .map(|(layer, part, copies)| {
                *of_layers.entry((layer, part)).or_insert_with(|| layer.counts(form, part)) * copies as u32
            })
            .sum();
        Plan {
            chain: layers.chain(problem),
            summary: layers.summary(problem),
            operands: Operands::BigByBig,
            counts: around + of_chain + product(form, layers.end_chunks) * layers.products() as u32,
            source: Source::Stages,
            multiplier: None,
            statement: Some(Statement::toeplitz(problem, &layers)),
        }
    };
    sequences(problem).into_iter().map(plan).collect()
}

/// Returns the sequences of layers that are possible for the ring.
fn sequences(problem: &Problem) -> Vec<Layers> {
    let mut found = Vec::new();
    for end_chunks in 1..=MAX_CHUNKS {
        extend(problem, Layers { layers: Vec::new(), end_chunks }, &mut found);
    }
    found
}

/// Adds the sequences that begin with the layers of `start`.
fn extend(problem: &Problem, start: Layers, found: &mut Vec<Layers>) {
    if start.lost_bits() > problem.spare_bits() || 4 * start.size() >= 5 * problem.degree() {
        return;
    }
    for &layer in Layer::ALL {
        let mut longer = start.clone();
        longer.layers.push(layer);
        extend(problem, longer, found);
    }
    if start.size() >= problem.degree() && start.size() >= problem.padded() {
        found.push(start);
    }
}

/// Returns the counts of one layer, on the matrix, the vector and the products.
fn layer_counts<L: toom_cook::Layer>(form: Form, part: usize) -> Counts {
    let (whole, points) = (part * L::PARTS, part * L::POINTS);
    // Parts of one chunk fill half of the widest vector.
    let of_blocks = if L::BY_BLOCKS && part < form.lanes { form.narrow() } else { form };
    let matrix = counted(of_blocks, |simd| {
        split_matrix::<_, L>(simd, &vec![Cell::ZERO; 2 * whole], part, &mut vec![Cell::ZERO; 2 * points])
    });
    let vectors = if part.is_multiple_of(form.lanes) {
        vector_counts::<L>(form, part, whole, points)
    } else {
        vector_counts::<L>(form.narrow(), part, whole, points)
    };
    matrix + vectors
}

/// Returns the counts of one layer on a vector and on the products.
fn vector_counts<L: toom_cook::Layer>(form: Form, part: usize, whole: usize, points: usize) -> Counts {
    counted(form, |simd| {
        split_vector::<_, L>(simd, &vec![Cell::ZERO; whole], part, &mut vec![Cell::ZERO; points]);
        merge::<_, L>(simd, &vec![Cell::ZERO; points], part, &mut vec![Cell::ZERO; whole]);
    })
}

/// Returns the counts of a Toeplitz product of this many chunks.
fn product(form: Form, chunks: usize) -> Counts {
    fn of<const K: usize>(form: Form) -> Counts {
        counted(form, |simd| {
            simd.toeplitz_product(&[[Cell::ZERO; CHUNK]; 2 * MAX_CHUNKS], &mut [[Cell::ZERO; CHUNK]; K])
        })
    }
    match chunks {
        1 => of::<1>(form),
        2 => of::<2>(form),
        3 => of::<3>(form),
        4 => of::<4>(form),
        5 => of::<5>(form),
        6 => of::<6>(form),
        7 => of::<7>(form),
        _ => of::<8>(form),
    }
}

/// Returns the counts outside of the chain: writing the operands as a matrix and as a vector, and
/// the fold.
fn around(form: Form, problem: &Problem) -> Counts {
    let operand = vec![Cell::ZERO; problem.padded()];
    let expanded = counted(form, |simd| {
        copy_ordered(simd, &operand, &mut vec![Cell::ZERO; operand.len()]);
        expand(simd, &operand, problem.degree(), zeta(problem), &mut vec![Cell::ZERO; 2 * operand.len()]);
    });
    let vector = counted(form, |simd| {
        let word = simd.load(&operand);
        simd.store(coefficients(word, 0, problem.spare_bits()), &mut operand.clone());
    });
    expanded + vector * (operand.len() / form.lanes) as u32
}
