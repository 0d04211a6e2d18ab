//! Outlines: the numbers of a plan, for any q. Its kernels use them, and so does a search for
//! plans.
//!
//! An outline places the Barrett reductions between the transforms, by
//! [`growth`](crate::stage::growth).

use super::even::Kind;
use crate::simd::{CHUNK, Form, Shape};
use crate::stage::good_thomas::GoodThomas;
use crate::stage::growth::{self, LANE, Odd, larger, outer_product, product, reduced};
use crate::stage::infinity::Ends;

/// The largest number of vectors that are transformed together.
const FUSED: usize = 27;

/// The constants of a form that the growth of transforms depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// [`Form::montgomery_terms`].
    montgomery_terms: usize,
    /// [`Form::summands_of_uses`].
    summands: i64,
}

impl Lanes {
    /// The constants of all forms.
    pub const ALL: [Self; 2] =
        [Self::of(crate::simd::shape::NeonShape::FORM), Self::of(crate::simd::shape::Avx2Shape::FORM)];

    /// Returns the constants of a form.
    #[inline(always)]
    pub const fn of(form: Form) -> Self {
        Self { montgomery_terms: form.montgomery_terms, summands: form.summands_of_uses }
    }

    /// Returns the index of the constants of a form in [`ALL`](Self::ALL).
    #[inline(always)]
    pub const fn index_of(form: Form) -> usize {
        let (lanes, mut index) = (Self::of(form), 0);
        while Self::ALL[index].montgomery_terms != lanes.montgomery_terms || Self::ALL[index].summands != lanes.summands
        {
            index += 1;
        }
        index
    }
}

/// The numbers of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// q.
    pub q: i64,
    /// The number of chunks that an operand fills.
    pub occupied: usize,
    /// The bound of the coefficients of an operand.
    pub operand: i64,
    /// n0 and n1.
    pub lengths: [usize; 2],
    /// The roots of unity w0 and w1.
    pub roots: [i64; 2],
    /// The dimension u2.
    pub kind: Kind,
    /// The largest coefficient of the cyclic product that the fold allows.
    pub largest: i64,
}

impl Outline {
    /// Returns the largest coefficient of a cyclic product that the fold allows, if `correction` is
    /// added to each coefficient, and the fold then adds up to one further coefficient for each of
    /// the `terms` that x^n has in the ring.
    pub const fn largest(terms: usize, correction: i64) -> i64 {
        (LANE - correction) / (1 + terms as i64)
    }

    /// Returns the largest magnitude that `ends` add to a coefficient of a cyclic product, times
    /// the factor of the transforms, or [`LANE`] if it does not fit.
    pub const fn correction(ends: Ends, factor: i64, q: i64) -> i64 {
        let products = outer_product(q / 2, (ends.high() * CHUNK) as i64, q);
        if products > LANE { LANE } else { product(products, factor, q) }
    }

    /// Returns the number of columns of chunks. Column i0 n1 + i1 has the indices (i0, i1).
    pub const fn columns(&self) -> usize {
        self.lengths[0] * self.lengths[1]
    }

    /// Returns the number of places of a column.
    pub const fn places(&self) -> usize {
        self.kind.length()
    }

    /// Returns chunk `index` of a column. A truncated dimension is not a dimension of the
    /// Good-Thomas map.
    pub const fn chunk(&self, column: usize, index: usize) -> usize {
        let ([n0, n1], cyclic) = (self.lengths, self.kind.is_cyclic());
        let map = GoodThomas::new([n0, n1, if cyclic { self.places() } else { 1 }]);
        let (i0, i1) = (column / n1, column % n1);
        if cyclic { map.join([i0, i1, index]) } else { map.join([i0, i1, 0]) + self.columns() * index }
    }

    /// Returns true if vectors of this form compute the dimensions u2 and u1 in one pass. They do
    /// if there is no dimension u1. Otherwise they need registers for all places of a row, which a
    /// CPU without vectors lacks.
    pub const fn fuses(&self, form: Form) -> bool {
        let (in_memory, lanes) = (form.lanes < CHUNK && !form.short, form.lanes);
        let fits = self.places() * self.lengths[1] <= FUSED && (lanes <= CHUNK || self.kind.is_wide());
        self.lengths[1] == 1 || (fits && !in_memory)
    }

    /// Returns the transform of the dimension u0 or u1, forward or inverse.
    const fn odd(&self, dimension: usize, inverse: bool) -> Odd {
        let (q, root) = (self.q, self.roots[dimension]);
        let root = if inverse { crate::modular::inverse(root, q) } else { root };
        Odd { length: self.lengths[dimension], root, q }
    }

    /// Returns the bounds of the places of the columns (i0, i1) for all i1.
    const fn bounds_of_row(&self, i0: usize) -> [i64; growth::MAX_INPUTS] {
        let (mut bounds, mut i1) = ([0; growth::MAX_INPUTS], 0);
        while i1 < self.lengths[1] {
            let (mut present, mut index) = (0, 0);
            while index < self.places() {
                present += (self.chunk(i0 * self.lengths[1] + i1, index) < self.occupied) as usize;
                index += 1;
            }
            bounds[i1] = self.kind.forward_bound(present, self.operand, self.q);
            i1 += 1;
        }
        bounds
    }

    /// Returns where operands are reduced on lanes of a form, and the bound of their places, or
    /// `None` if a sum could leave a lane in spite of the reductions.
    const fn forward(&self, Lanes { montgomery_terms, summands }: Lanes) -> Option<([bool; 3], i64)> {
        let (q, [zero, one]) = (self.q, [self.odd(0, false), self.odd(1, false)]);
        let (mut after_even, mut i0) = (false, 0);
        while i0 < self.lengths[0] {
            after_even |= one.bound(&self.bounds_of_row(i0), montgomery_terms).is_none();
            i0 += 1;
        }
        let (mut rows, mut i0) = ([0; growth::MAX_INPUTS], 0);
        while i0 < self.lengths[0] {
            let row = if after_even { reduced_all(self.bounds_of_row(i0), q) } else { self.bounds_of_row(i0) };
            let Some(bound) = one.bound(&row, montgomery_terms) else { return None };
            rows[i0] = bound;
            i0 += 1;
        }
        let after_1 = zero.bound(&rows, montgomery_terms).is_none();
        let reduced_rows = if after_1 { reduced_all(rows, q) } else { rows };
        let Some(bound) = zero.bound(&reduced_rows, montgomery_terms) else { return None };
        let after_0 = !self.multiplies(bound, summands);
        let own = if after_0 { reduced(bound, q) } else { bound };
        if !self.multiplies(own, summands) {
            return None;
        }
        // Without a dimension u0, the pass before it reduces.
        Some(if zero.length == 1 { ([after_even, after_0, false], own) } else { ([after_even, after_1, after_0], own) })
    }

    /// Returns true if products of places of at most `bound` fit a lane, together with the sums
    /// before and after the products.
    const fn multiplies(&self, bound: i64, summands: i64) -> bool {
        let products = outer_product(bound, self.terms(), self.q);
        bound * summands <= LANE && products + reduced(products, self.q) <= LANE
    }

    /// Returns the number of products that are added up to a coefficient of a place.
    const fn terms(&self) -> i64 {
        (if self.kind.pairs() > 0 { 2 * CHUNK } else { CHUNK }) as i64
    }

    /// Returns the reductions on lanes of the forms of [`Lanes::ALL`], or `None` if 16-bit lanes
    /// cannot hold the sums for this q.
    pub const fn reductions(&self) -> Option<[Reductions; Lanes::ALL.len()]> {
        let (mut reductions, mut index) = ([Reductions { forward: [false; 3], inverse: [false; 3] }; _], 0);
        // An operand may be prepared on another form, so the largest bound of all forms counts.
        let mut operand = 0;
        while index < Lanes::ALL.len() {
            let Some((forward, bound)) = self.forward(Lanes::ALL[index]) else { return None };
            (reductions[index].forward, operand) = (forward, larger(operand, bound));
            index += 1;
        }
        while index > 0 {
            index -= 1;
            let Some(inverse) = self.inverse(operand, Lanes::ALL[index].montgomery_terms) else { return None };
            reductions[index].inverse = inverse;
        }
        Some(reductions)
    }

    /// Returns where products are reduced whose operands have places of at most `bound`, or `None`
    /// if a sum could leave a lane in spite of the reductions.
    const fn inverse(&self, bound: i64, montgomery_terms: usize) -> Option<[bool; 3]> {
        let (q, terms) = (self.q, self.terms());
        // Sums of products are reduced before the inverse transforms.
        let bound = reduced(larger(outer_product(bound, terms, q), reduced(LANE, q)), q);
        let [zero, one] = [self.odd(0, true), self.odd(1, true)];
        if !self.kind.is_cyclic() {
            let Some(bound) = zero.bound(&[bound; growth::MAX_INPUTS], montgomery_terms) else { return None };
            let Some((after_0, bound)) = self.reduced_before(one, bound, montgomery_terms) else { return None };
            return Some([after_0, bound > self.kind.largest(q), true]);
        }
        let bound = self.kind.inverse_bound(bound, q);
        let Some((after_even, bound)) = self.reduced_before(one, bound, montgomery_terms) else { return None };
        let Some((after_1, bound)) = self.reduced_before(zero, bound, montgomery_terms) else { return None };
        let after_0 = bound > self.largest;
        if after_0 && reduced(bound, q) > self.largest {
            return None;
        }
        Some([after_even, after_1, after_0])
    }

    /// Returns whether inputs of at most `bound` have to be reduced before a transform, and the
    /// bound of its outputs. Returns `None` if a sum could leave a lane in spite of the reduction.
    const fn reduced_before(&self, transform: Odd, bound: i64, montgomery_terms: usize) -> Option<(bool, i64)> {
        if let Some(bound) = transform.bound(&[bound; growth::MAX_INPUTS], montgomery_terms) {
            return Some((false, bound));
        }
        match transform.bound(&[reduced(bound, self.q); growth::MAX_INPUTS], montgomery_terms) {
            Some(bound) => Some((true, bound)),
            None => None,
        }
    }
}

/// Returns the bounds of the reductions of values with the given bounds.
const fn reduced_all(mut bounds: [i64; growth::MAX_INPUTS], q: i64) -> [i64; growth::MAX_INPUTS] {
    let mut index = 0;
    while index < bounds.len() {
        bounds[index] = reduced(if bounds[index] > LANE { LANE } else { bounds[index] }, q);
        index += 1;
    }
    bounds
}

/// The places of Barrett reductions between the transforms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reductions {
    /// After the transforms of u2, of u1 and of u0.
    pub forward: [bool; 3],
    /// In the inverse: after u2, u1 and u0, or after u0, u1 and u2 for truncations. Products are
    /// reduced before the inverse.
    pub inverse: [bool; 3],
}

#[cfg(all(test, feature = "analysis"))]
mod tests {
    use super::*;
    use crate::dispatch::Backend;

    #[test]
    fn all_shapes_are_known() {
        for backend in Backend::ALL {
            let form = backend.form();
            assert!(Lanes::ALL.contains(&Lanes::of(form)), "{backend}");
            for other in Backend::ALL.into_iter().filter(|other| backend.meets(*other)) {
                assert!(form.summands_of_uses >= other.form().summands, "{backend}, used on {other}");
            }
        }
    }
}
