//! The counts of a chain: each stage runs once on the lanes of the analysis, and its counts are
//! multiplied by the number of times that the multiplier runs it.

use std::collections::HashMap;

use vectru_literature::stage::cyclic_factor;
use vectru_literature::stage::truncation::{self, Places};
use vectru_polymul::analysis::count::Counts;
use vectru_polymul::analysis::{Cell, Lanes};
use vectru_polymul::modular::{Constant, LaneConstants, summable_modulo};
use vectru_polymul::multiplier::good_outer::{self, EvenDimension, Kind, Outline};
use vectru_polymul::multiplier::recipe::Algorithm;
use vectru_polymul::simd::shape::Rolled;
use vectru_polymul::simd::{CHUNK, Form, I16Vector, Simd};
use vectru_polymul::stage::fold;
use vectru_polymul::stage::infinity::{keep_ends, multiply_ends, unwrap_ends};
use vectru_polymul::stage::quadratic_convolution::{quadratic_convolution, quadratic_rows};
use vectru_polymul::stage::rader::Rader;
use vectru_polymul::stage::radix_5::Radix5;
use vectru_polymul::stage::radix_9::Radix9;
use vectru_polymul::stage::radix_27::Radix27;
use vectru_polymul::stage::transform::{Radix3, Transform};

use super::{Correction, Dimensions, twist};
use crate::Problem;
use crate::count::{AnyModulus, counted, with_modulus};

/// The counts of the transforms of odd lengths, by length and lanes.
pub(super) type Transforms = HashMap<(usize, usize), Counts>;

/// Returns the counts of a product.
pub(super) fn counts(form: Form, problem: &Problem, plan: &Dimensions, transforms: &mut Transforms) -> Counts {
    let outline = plan.outline(problem);
    // Columns of an odd number of chunks are not multiples of a vector of two chunks.
    let (forward, inverse) = if form.lanes > CHUNK && plan.even.length() % 2 == 1 {
        passes(form.narrow(), &outline, transforms)
    } else {
        passes(form, &outline, transforms)
    };
    let factors = plan.factors(problem);
    let (forward, inverse) = (forward * factors as u32, inverse * factors as u32);
    let (forward, inverse) =
        (forward + forward_correction(form, problem, plan), inverse + inverse_correction(form, problem, plan));
    let folded = if plan.correction == Correction::Twist { Counts::NONE } else { folded(form, problem) };
    forward * 2 + products(form, plan) * factors as u32 + product_of_correction(form, plan) + inverse + folded
}

/// The counts of `vectors` loads and stores.
fn moved(vectors: usize) -> Counts {
    Counts { loads: vectors as u32, stores: vectors as u32, ..Counts::NONE }
}

/// Returns the counts of the reductions of `vectors` vectors, if they are reduced.
fn reductions(form: Form, reduce: bool, vectors: usize) -> Counts {
    let of_one = counted(form, |simd| {
        simd.splat(0).barrett_reduce::<AnyModulus>();
    });
    if reduce { of_one * vectors as u32 } else { Counts::NONE }
}

/// Returns the counts of the transforms of an operand, and of the inverse transforms of a product.
fn passes(form: Form, outline: &Outline, transforms: &mut Transforms) -> (Counts, Counts) {
    let reductions_of_shapes = outline.reductions().expect("a plan fits 16-bit lanes");
    let (reduce, [n0, n1]) = (reductions_of_shapes[good_outer::Lanes::index_of(form)], outline.lengths);
    // The number of vectors of all places.
    let vectors = outline.columns() * outline.places() * CHUNK / form.lanes;
    let wide = form.lanes > CHUNK && outline.kind.is_wide();
    let narrow = outline.columns() * outline.places() * CHUNK / form.narrow().lanes;
    let first = if wide { vectors } else { narrow };
    let fuses = outline.fuses(form);
    // One pass over the transforms of a length. Rader's transforms reduce their outputs.
    let reduces = |length: usize| length > 1 && Algorithm::of_odd_length(length) == Algorithm::Rader;
    let zero = transform(form, outline, n0, transforms) * (vectors / n0) as u32;
    // The number of vectors in the pass that transforms the dimension u1.
    let of_pass = if fuses { first } else { vectors };
    let of_length = if fuses && !wide {
        transform(form.narrow(), outline, n1, transforms)
    } else {
        transform(form, outline, n1, transforms)
    };
    let one = of_length * (of_pass / n1) as u32;
    let reduced = |reduce: bool, length: usize, vectors: usize| reductions(form, reduce && !reduces(length), vectors);

    let columns = if wide { columns_wide(form, outline) } else { columns(form.narrow(), outline) };
    let of_one = if fuses { Counts::NONE } else { moved(vectors) };
    let of_zero = if n0 > 1 { moved(vectors) } else { Counts::NONE };
    let forward = columns
        + Counts { stores: first as u32, ..Counts::NONE }
        + reductions(form, reduce.forward[0], first)
        + one
        + of_one
        + reduced(reduce.forward[1], n1, of_pass)
        + zero
        + of_zero
        + reduced(reduce.forward[2], n0, vectors);

    let even = if wide { inverse_wide(form, outline) } else { inverse(form.narrow(), outline) };
    let common = even + one + of_one + zero + moved(first) + moved(vectors);
    let inverse = if outline.kind.is_cyclic() {
        let halves = if form.lanes > CHUNK {
            // A vector is stored at two places.
            Counts { stores: vectors as u32, permutations: vectors as u32, ..Counts::NONE }
        } else {
            Counts::NONE
        };
        common
            + halves
            + reductions(form, true, first)
            + reductions(form, reduce.inverse[0], first)
            + reduced(reduce.inverse[1], n1, of_pass)
            + reduced(reduce.inverse[2], n0, vectors)
    } else {
        common
            + reductions(form, true, vectors)
            + reduced(reduce.inverse[0], n0, vectors)
            + reduced(reduce.inverse[1], n1, of_pass)
            + reductions(form, true, first)
    };
    (forward, inverse)
}

/// Evaluates `$body` with the number of places as the constant `$count`.
macro_rules! with_places {
    ($places:expr, $count:ident => $body:expr; $($value:literal)*) => {
        match $places {
            $($value => { const $count: usize = $value; $body })*
            _ => unreachable!("the numbers of places are those of `PLACES`"),
        }
    };
}

/// Returns the counts of the transforms of the dimension u2, with the loads of the operand.
fn columns(form: Form, outline: &Outline) -> Counts {
    let even = with_constants(outline.kind);
    let operand = [Cell::ZERO; CHUNK];
    let column = |column: usize| {
        counted(form, |simd| {
            let input = |index| (outline.chunk(column, index) < outline.occupied).then(|| simd.load(&operand));
            let first = outline.chunk(column, 0);
            with_places!(outline.places(), C => { even.forward::<Rolled, _, C>(simd.splat(0), input, first); }; 1 2 4 6 8 16 32);
        })
    };
    (0..outline.columns()).map(column).sum::<Counts>() * (CHUNK / form.lanes) as u32
}

/// Returns the counts of [`columns`] on vectors of two chunks.
fn columns_wide(form: Form, outline: &Outline) -> Counts {
    let even = with_constants(outline.kind);
    let operand = [Cell::ZERO; 2 * CHUNK];
    counted(form, |simd| {
        let one = simd.splat(1);
        let signs = if outline.kind == Kind::Two { one.half_butterfly() - one } else { one };
        for column in 0..outline.columns() {
            let input =
                |index| if outline.chunk(column, index) < outline.occupied { Some(operand.as_slice()) } else { None };
            with_places!(outline.places() / 2, C => { even.forward_wide::<_, C>(simd, input, signs); }; 1 2);
        }
    })
}

/// Returns the counts of the inverse transforms of the dimension u2.
fn inverse(form: Form, outline: &Outline) -> Counts {
    let even = with_constants(outline.kind);
    let column = |column: usize| {
        counted(form, |simd| {
            let (zero, first) = (simd.splat(0), outline.chunk(column, 0));
            with_places!(outline.places(), C => { even.inverse::<Rolled, _, C>(zero, [zero; C], first); }; 1 2 4 6 8 16 32);
        })
    };
    (0..outline.columns()).map(column).sum::<Counts>() * (CHUNK / form.lanes) as u32
}

/// Returns the counts of [`inverse`] on vectors of two chunks.
fn inverse_wide(form: Form, outline: &Outline) -> Counts {
    let even = with_constants(outline.kind);
    counted(form, |simd| {
        let zero = simd.splat(0);
        for _ in 0..outline.columns() {
            with_places!(outline.places() / 2, C => { even.inverse_wide::<Lanes<'_>, C>([zero; C]); }; 1 2);
        }
    })
}

/// Returns the dimension u2 with constants. Their values do not affect counts.
fn with_constants(kind: Kind) -> EvenDimension<AnyModulus> {
    match kind {
        // The stand-in modulus does not have these roots of unity.
        Kind::Power(_) => EvenDimension::without_roots(),
        kind => EvenDimension::new(kind),
    }
}

/// Returns the counts of a transform of odd length on vectors.
fn transform(form: Form, outline: &Outline, length: usize, transforms: &mut Transforms) -> Counts {
    type M = AnyModulus;
    fn of<T: Transform>(form: Form, transform: T) -> Counts {
        counted(form, |simd| transform.on_vectors(simd, &mut vec![simd.splat(0); T::LENGTH]))
    }
    let found = transforms.entry((length, form.lanes));
    // The values of the roots do not affect counts.
    let terms = summable_modulo(outline.q);
    *found.or_insert_with(|| match length {
        1 => Counts::NONE,
        3 => of(form, Radix3::<M>::new(1)),
        5 => of(form, Radix5::<M>::new(1)),
        7 => of(form, Rader::<M, 7, 3>::new(1).with_summable(terms)),
        9 => of(form, Radix9::<M>::new(1)),
        11 => of(form, Rader::<M, 11, 5>::new(1).with_summable(terms)),
        13 => of(form, Rader::<M, 13, 6>::new(1).with_summable(terms)),
        17 => of(form, Rader::<M, 17, 8>::new(1).with_summable(terms)),
        19 => of(form, Rader::<M, 19, 9>::new(1).with_summable(terms)),
        23 => of(form, Rader::<M, 23, 11>::new(1).with_summable(terms)),
        27 => of(form, Radix27::<M>::new(1)),
        29 => of(form, Rader::<M, 29, 14>::new(1).with_summable(terms)),
        31 => of(form, Rader::<M, 31, 15>::new(1).with_summable(terms)),
        37 => of(form, Rader::<M, 37, 18>::new(1).with_summable(terms)),
        41 => of(form, Rader::<M, 41, 20>::new(1).with_summable(terms)),
        _ => unreachable!("the lengths are those of `FIRST` and `SECOND`"),
    })
}

/// Returns the counts of the products of places.
fn products(form: Form, plan: &Dimensions) -> Counts {
    let one = [Cell::ZERO; CHUNK];
    let linear = counted(form, |simd| {
        let mut rows = simd.zero_rows();
        simd.convolution_rows::<AnyModulus>(&one, Constant::ZERO, &mut rows);
        simd.outer_product::<AnyModulus, 1>([&one], [&rows]);
    });
    let trace = Constant::<AnyModulus>::new(if plan.even.trace_square() == 0 { 0 } else { 1 });
    let quadratic = counted(form, |simd| {
        let mut rows = [simd.zero_rows(); 3];
        quadratic_rows(simd, [&one, &one], Constant::<AnyModulus>::ZERO, trace, &mut rows);
        quadratic_convolution(simd, &mut [one; 2], trace, &rows);
    });
    let truncated = usize::from(plan.correction == Correction::Truncation);
    let roots = plan.even.linear() - truncated;
    linear * (plan.columns() * roots) as u32 + quadratic * (plan.columns() * plan.even.pairs()) as u32
}

/// Returns the places whose chunks a truncation halves.
fn truncated_places<'a>(
    plan: &Dimensions,
    roots: &'a LaneConstants<AnyModulus, { truncation::MAX_CHUNKS }>,
) -> Places<'a, AnyModulus> {
    Places { count: plan.columns(), stride: plan.even.length() * CHUNK, roots }
}

/// Returns the counts of the correction in the forward transform.
fn forward_correction(form: Form, problem: &Problem, plan: &Dimensions) -> Counts {
    let operand = vec![Cell::ZERO; problem.padded()];
    let roots = LaneConstants::new(&[Constant::ZERO; truncation::MAX_CHUNKS]);
    counted(form, |simd| match plan.correction {
        Correction::Nothing => {}
        Correction::Twist => {
            let (twist, mut twisted) = (twist(problem), vec![Cell::ZERO; problem.padded()]);
            for factor in 0..twist.factors() {
                twist.forward(simd, &operand, factor, &mut twisted);
            }
        }
        Correction::Ends(ends) => keep_ends(simd, ends, &operand, &mut vec![[Cell::ZERO; CHUNK]; ends.chunks()]),
        Correction::CyclicFactor => {
            let mut remainder = [[Cell::ZERO; CHUNK]; cyclic_factor::CHUNKS];
            with_modulus!(problem.modulus(), M => cyclic_factor::remainder::<_, M>(simd, &operand, &mut remainder));
        }
        Correction::Truncation => {
            truncation::truncate(simd, truncated_places(plan, &roots), &mut vec![Cell::ZERO; plan.length()]);
        }
    })
}

/// Returns the counts of the correction's products.
fn product_of_correction(form: Form, plan: &Dimensions) -> Counts {
    let roots = LaneConstants::new(&[Constant::ZERO; truncation::MAX_CHUNKS]);
    counted(form, |simd| match plan.correction {
        Correction::Nothing | Correction::Twist => {}
        Correction::Ends(ends) => {
            let kept = vec![[Cell::ZERO; CHUNK]; ends.chunks()];
            multiply_ends::<_, AnyModulus>(simd, ends, &mut kept.clone(), &kept);
        }
        Correction::CyclicFactor => {
            let chunks = [[Cell::ZERO; CHUNK]; cyclic_factor::CHUNKS];
            cyclic_factor::multiply::<_, AnyModulus>(simd, &mut chunks.clone(), &chunks);
        }
        Correction::Truncation => {
            let places = vec![Cell::ZERO; plan.length()];
            truncation::multiply(simd, truncated_places(plan, &roots), &mut places.clone(), &places);
        }
    })
}

/// Returns the counts of the correction in the inverse transform.
fn inverse_correction(form: Form, problem: &Problem, plan: &Dimensions) -> Counts {
    let mut product = vec![Cell::ZERO; plan.known().max(plan.length()).max(problem.padded()) + 2 * CHUNK];
    counted(form, |simd| match plan.correction {
        Correction::Nothing => {}
        Correction::Twist => twist(problem).inverse(simd, &product, &mut vec![Cell::ZERO; problem.padded()]),
        Correction::Ends(ends) => {
            let kept = vec![[Cell::ZERO; CHUNK]; ends.chunks()];
            unwrap_ends(simd, ends, &kept, Constant::<AnyModulus>::ZERO, &mut product);
        }
        Correction::CyclicFactor => {
            let kept = [[Cell::ZERO; CHUNK]; cyclic_factor::CHUNKS];
            with_modulus!(problem.modulus(), M => {
                cyclic_factor::combine::<_, M>(simd, &kept, 1, &mut product, plan.length());
            });
        }
        Correction::Truncation => {
            truncation::complete::<_, AnyModulus>(simd, plan.columns() * truncation::SIZE, &mut product);
        }
    })
}

/// Returns the counts of the fold.
pub(crate) fn folded(form: Form, problem: &Problem) -> Counts {
    counted(form, |simd| {
        let mut product = vec![Cell::ZERO; problem.degree() + problem.padded() + form.lanes];
        let mut result = vec![Cell::ZERO; problem.padded()];
        fold::fold_by(simd, problem.tail(), problem.degree(), &mut product, Constant::<AnyModulus>::ZERO, &mut result);
    })
}
