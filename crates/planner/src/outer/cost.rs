//! The counts of a chain: each stage on counting lanes, as often as the multiplier runs it.

use std::collections::HashMap;

use vectru_polymul::analysis::count::Counts;
use vectru_polymul::modular::{Constant, LaneConstants, Modulus};
use vectru_polymul::multiplier::good_outer::Rest;
use vectru_polymul::multiplier::good_outer::even::{self, Even};
use vectru_polymul::simd::{CHUNK, I16Vector, Shape, Simd};
use vectru_polymul::stage::infinity::{keep_ends, multiply_ends, unwrap_ends};
use vectru_polymul::stage::quadratic_convolution::{quadratic_convolution, quadratic_rows};
use vectru_polymul::stage::rader::Rader;
use vectru_polymul::stage::radix_9::Radix9;
use vectru_polymul::stage::transform::{Radix3, Transform};
use vectru_polymul::stage::truncation::{self, Places};
use vectru_polymul::stage::{cyclic_factor, fold};

use super::{Dimensions, Kind};
use crate::Problem;
use crate::count::counted;

/// The counts of the transforms of odd lengths, by length and whether inputs are reduced.
pub(super) type Transforms = HashMap<(usize, bool, usize), Counts>;

/// Returns the counts of a product.
pub(super) fn counts<P: Shape, M: Modulus>(
    problem: &Problem,
    plan: &Dimensions,
    transforms: &mut Transforms,
) -> Counts {
    let mut odd = |inverse: bool| {
        // Columns of an odd number of chunks are no whole vectors of two.
        if P::LANES > CHUNK && plan.even.length() % 2 == 1 {
            odd_transforms::<P::Narrow, M>(plan, inverse, transforms)
        } else {
            odd_transforms::<P, M>(plan, inverse, transforms)
        }
    };
    let forward = columns::<P::Narrow, M>(problem, plan, false) + odd(false) + forward_rest::<P, M>(problem, plan);
    let inverse = columns::<P::Narrow, M>(problem, plan, true) + odd(true) + inverse_rest::<P, M>(plan);
    forward * 2 + products::<P, M>(plan) + product_of_rest::<P, M>(plan) + inverse + folded::<P, M>(problem)
}

/// Returns the counts of the transforms of the dimension u2, or of their inverses.
fn columns<P: Shape, M: Modulus>(problem: &Problem, plan: &Dimensions, inverse: bool) -> Counts {
    let (places, m) = (plan.even.length(), plan.columns());
    let occupied = problem.degree().div_ceil(CHUNK);
    let even = with_constants::<M>(plan.even);
    (0..m)
        .map(|column| {
            let first = first_chunk(plan, column);
            // An operand fills the chunks below the degree.
            let loads = if inverse {
                places
            } else {
                (0..places).filter(|&index| chunk(plan, column, index) < occupied).count()
            };
            let loads_and_stores = Counts { loads: loads as u32, stores: places as u32, ..Counts::NONE };
            let of_vector = counted::<P>(|simd| {
                let (zero, inputs) = (simd.splat(0), [simd.splat(0); even::MOST]);
                if inverse {
                    for output in even.inverse(zero, inputs, first).into_iter().take(places) {
                        output.barrett_reduce::<M>();
                    }
                } else {
                    even.forward(zero, inputs, first);
                }
            });
            (of_vector + loads_and_stores) * (CHUNK / P::LANES) as u32
        })
        .sum()
}

/// Returns the dimension u2 with constants modulo M. Their values make no difference.
const fn with_constants<M: Modulus>(even: Kind) -> Even<M> {
    match even {
        Even::One => Even::One,
        Even::Two => Even::Two,
        Even::Four(_) => Even::Four(Constant::ZERO),
        Even::Gaussian => Even::Gaussian,
        Even::Fourth(_) => Even::Fourth(Constant::ZERO),
        Even::Eighth(_) => Even::Eighth(Constant::ZERO),
    }
}

/// Returns the first chunk of a column.
fn first_chunk(plan: &Dimensions, column: usize) -> usize {
    chunk(plan, column, 0)
}

/// Returns chunk `index` of a column: its place in the cyclic product of chunks.
fn chunk(plan: &Dimensions, column: usize, index: usize) -> usize {
    let (n0, n1) = (plan.rader, plan.radix_3);
    let n2 = if plan.even.is_cyclic() { plan.even.length() } else { 1 };
    let [i0, i1, i2] = [column / n1, column % n1, if n2 == 1 { 0 } else { index }];
    // The number with these remainders. The dimensions are small and coprime.
    let found = (0..n0 * n1 * n2).find(|k| (k % n0, k % n1, k % n2) == (i0, i1, i2));
    found.unwrap_or(0) + if plan.even.is_cyclic() { 0 } else { n0 * n1 * index }
}

/// Returns the counts of the transforms of lengths n1 and n0, or of their inverses.
fn odd_transforms<P: Shape, M: Modulus>(plan: &Dimensions, inverse: bool, transforms: &mut Transforms) -> Counts {
    let column = plan.even.length() * CHUNK / P::LANES;
    let mut of_length = |length: usize, reduce: bool| {
        *transforms
            .entry((length, reduce, P::LANES))
            .or_insert_with(|| if reduce { transform::<P, M, true>(length) } else { transform::<P, M, false>(length) })
    };
    of_length(plan.radix_3, inverse) * (plan.rader * column) as u32
        + of_length(plan.rader, false) * (plan.radix_3 * column) as u32
}

/// Returns the counts of a transform of odd length on vectors in memory.
fn transform<P: Shape, M: Modulus, const REDUCE: bool>(length: usize) -> Counts {
    counted::<P>(|simd| {
        let mut data = vec![0; length * P::LANES];
        let data = data.as_mut_slice();
        // The roots make no difference.
        match length {
            3 => Radix3::<M>::new(1).in_place::<_, REDUCE>(simd, data, P::LANES),
            9 => Radix9::<M>::new(1).in_place::<_, REDUCE>(simd, data, P::LANES),
            5 => Rader::<M, 5, 2>::new(1).in_place::<_, REDUCE>(simd, data, P::LANES),
            7 => Rader::<M, 7, 3>::new(1).in_place::<_, REDUCE>(simd, data, P::LANES),
            11 => Rader::<M, 11, 5>::new(1).in_place::<_, REDUCE>(simd, data, P::LANES),
            13 => Rader::<M, 13, 6>::new(1).in_place::<_, REDUCE>(simd, data, P::LANES),
            17 => Rader::<M, 17, 8>::new(1).in_place::<_, REDUCE>(simd, data, P::LANES),
            19 => Rader::<M, 19, 9>::new(1).in_place::<_, REDUCE>(simd, data, P::LANES),
            23 => Rader::<M, 23, 11>::new(1).in_place::<_, REDUCE>(simd, data, P::LANES),
            29 => Rader::<M, 29, 14>::new(1).in_place::<_, REDUCE>(simd, data, P::LANES),
            31 => Rader::<M, 31, 15>::new(1).in_place::<_, REDUCE>(simd, data, P::LANES),
            37 => Rader::<M, 37, 18>::new(1).in_place::<_, REDUCE>(simd, data, P::LANES),
            41 => Rader::<M, 41, 20>::new(1).in_place::<_, REDUCE>(simd, data, P::LANES),
            _ => unreachable!("the lengths are those of `RADER` and `RADIX_3`"),
        }
    })
}

/// Returns the counts of the products of places.
fn products<P: Shape, M: Modulus>(plan: &Dimensions) -> Counts {
    let one = [0; CHUNK];
    let linear = counted::<P>(|simd| {
        let mut rows = simd.zero_rows();
        simd.convolution_rows::<M>(&one, Constant::ZERO, &mut rows);
        simd.outer_product::<M, 1>([&one], [&rows]);
    });
    let trace = Constant::<M>::new(if plan.even.trace_square() == 0 { 0 } else { 1 });
    let quadratic = counted::<P>(|simd| {
        let mut rows = [simd.zero_rows(); 3];
        quadratic_rows(simd, [&one, &one], Constant::<M>::ZERO, trace, &mut rows);
        quadratic_convolution(simd, &mut [one; 2], trace, &rows);
    });
    let truncated = usize::from(plan.rest == Rest::Truncation);
    let roots = plan.even.length() - 2 * plan.even.pairs() - truncated;
    linear * (plan.columns() * roots) as u32 + quadratic * (plan.columns() * plan.even.pairs()) as u32
}

/// The places of which a truncation keeps half.
fn truncated_places<'a, M: Modulus>(
    plan: &Dimensions,
    roots: &'a LaneConstants<M, { truncation::MOST }>,
) -> Places<'a, M> {
    Places { count: plan.columns(), stride: plan.even.length() * CHUNK, roots }
}

/// Returns the counts of the rest in the forward transform.
fn forward_rest<P: Shape, M: Modulus>(problem: &Problem, plan: &Dimensions) -> Counts {
    let operand = vec![0; problem.padded()];
    let roots = LaneConstants::new(&[Constant::ZERO; truncation::MOST]);
    counted::<P>(|simd| match plan.rest {
        Rest::Nothing => {}
        Rest::Ends(ends) => keep_ends(simd, ends, &operand, &mut vec![[0; CHUNK]; ends.chunks()]),
        Rest::CyclicFactor => {
            cyclic_factor::remainder::<_, M>(simd, &operand, &mut [[0; CHUNK]; cyclic_factor::CHUNKS]);
        }
        Rest::Truncation => {
            truncation::truncate(simd, truncated_places::<M>(plan, &roots), &mut vec![0; plan.length()]);
        }
    })
}

/// Returns the counts of the rest's products.
fn product_of_rest<P: Shape, M: Modulus>(plan: &Dimensions) -> Counts {
    let roots = LaneConstants::new(&[Constant::ZERO; truncation::MOST]);
    counted::<P>(|simd| match plan.rest {
        Rest::Nothing => {}
        Rest::Ends(ends) => {
            let kept = vec![[0; CHUNK]; ends.chunks()];
            multiply_ends::<_, M>(simd, ends, &mut kept.clone(), &kept);
        }
        Rest::CyclicFactor => {
            let chunks = [[0; CHUNK]; cyclic_factor::CHUNKS];
            cyclic_factor::multiply::<_, M>(simd, &mut chunks.clone(), &chunks);
        }
        Rest::Truncation => {
            let places = vec![0; plan.length()];
            truncation::multiply(simd, truncated_places::<M>(plan, &roots), &mut places.clone(), &places);
        }
    })
}

/// Returns the counts of the rest in the inverse transform.
fn inverse_rest<P: Shape, M: Modulus>(plan: &Dimensions) -> Counts {
    let mut product = vec![0; plan.known().max(plan.length()) + 2 * CHUNK];
    counted::<P>(|simd| match plan.rest {
        Rest::Nothing => {}
        Rest::Ends(ends) => {
            let kept = vec![[0; CHUNK]; ends.chunks()];
            unwrap_ends(simd, ends, &kept, Constant::<M>::ZERO, &mut product);
        }
        Rest::CyclicFactor => {
            let kept = [[0; CHUNK]; cyclic_factor::CHUNKS];
            cyclic_factor::combine::<_, M>(simd, &kept, 1, &mut product, plan.length());
        }
        Rest::Truncation => {
            truncation::complete::<_, M>(simd, plan.columns() * truncation::SIZE, &mut product);
        }
    })
}

/// Returns the counts of the fold.
fn folded<P: Shape, M: Modulus>(problem: &Problem) -> Counts {
    counted::<P>(|simd| {
        let mut product = vec![0; problem.degree() + problem.padded() + P::LANES];
        let mut result = vec![0; problem.padded()];
        fold::fold(simd, &mut product, problem.degree(), Constant::<M>::ZERO, &mut result);
    })
}
