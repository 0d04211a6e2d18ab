//! Costs: the parts of a multiplier and its products on counting lanes, map by map.

use vectru_polymul::analysis::count::{Accounts, Counter, Counting};
use vectru_polymul::analysis::interval::{Interval, Intervals, Log};
use vectru_polymul::multiplier::{BigByBig, Multiplier};
use vectru_polymul::ring::Ring;
use vectru_polymul::simd::Shape;
use vectru_polymul::workbench::Part;

/// Coefficients of the longest padded polynomial.
pub(crate) const LONGEST: usize = 1536;

/// The counts of a multiplier, in vector instructions of one shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// The transform of one operand.
    pub forward: Accounts,
    /// The transform of a small operand.
    pub forward_small: Accounts,
    /// The product of two transformed operands.
    pub base: Accounts,
    /// The transform back.
    pub inverse: Accounts,
    /// The reduction by the ring's polynomial.
    pub fold: Accounts,
    /// All of it, where the second operand is small.
    pub product_by_small: Accounts,
    /// All of it for two arbitrary operands, where the multiplier takes them. A backend may transform both at once.
    pub product: Option<Accounts>,
}

impl Costs {
    /// The parts that a product is made of, with the names that they have in measurements.
    pub const fn parts(&self) -> [(&'static str, &Accounts); 5] {
        [
            (Part::Forward.name(), &self.forward),
            (Part::ForwardSmall.name(), &self.forward_small),
            (Part::Base.name(), &self.base),
            (Part::Inverse.name(), &self.inverse),
            (Part::Fold.name(), &self.fold),
        ]
    }

    /// The parts, then the products.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &Accounts)> {
        let whole = [
            (Part::ProductBySmall.name(), Some(&self.product_by_small)),
            (Part::Product.name(), self.product.as_ref()),
        ];
        self.parts().into_iter().chain(whole.into_iter().filter_map(|(name, counts)| Some((name, counts?))))
    }
}

/// Counts the operations of the multiplier on the lanes of the shape `P`, with a small second operand.
pub(crate) fn costs_by_small<M: Multiplier, P: Shape>() -> Costs {
    let (a, small) = (operand::<M>(), operand::<M>());
    Costs {
        forward: counted::<P>(|simd| M::forward(simd, a, &mut M::zero_transformed(simd))),
        forward_small: counted::<P>(|simd| M::forward_small(simd, small, &mut M::zero_second(simd))),
        base: counted::<P>(|simd| {
            let (a, b) = (M::zero_transformed(simd), M::zero_second(simd));
            M::multiply_transformed(simd, &a, &b, &mut M::zero_transformed(simd));
        }),
        inverse: counted::<P>(|simd| {
            M::inverse(simd, &mut M::zero_transformed(simd), &mut M::zero_unfolded(simd));
        }),
        fold: counted::<P>(|simd| {
            M::fold(simd, &mut M::zero_unfolded(simd), result::<M>(&mut [Interval::ZERO; LONGEST]))
        }),
        product_by_small: counted::<P>(|simd| {
            M::product_by_small(simd, a, small, result::<M>(&mut [Interval::ZERO; LONGEST]));
        }),
        product: None,
    }
}

/// Counts the operations of a multiplier of any two operands, its product included.
pub(crate) fn costs<M: BigByBig, P: Shape>() -> Costs {
    let a = operand::<M>();
    let product = counted::<P>(|simd| M::product(simd, a, a, result::<M>(&mut [Interval::ZERO; LONGEST])));
    Costs { product: Some(product), ..costs_by_small::<M, P>() }
}

/// Returns the accounts of a run of `kernel`.
fn counted<P: Shape>(kernel: impl FnOnce(Counting<'_, Intervals<'_, P>>)) -> Accounts {
    let (log, counter) = (Log::new(), Counter::new());
    kernel(Counting::new(Intervals::new(&log), &counter));
    counter.accounts()
}

/// Returns an operand of counting lanes, which hold nothing, of the ring's padded length.
fn operand<M: Multiplier>() -> &'static [Interval] {
    &[Interval::ZERO; LONGEST][..padded::<M>()]
}

/// Returns a part of `memory` of the ring's padded length, for a result.
fn result<M: Multiplier>(memory: &mut [Interval; LONGEST]) -> &mut [Interval] {
    &mut memory[..padded::<M>()]
}

/// Returns the ring's padded length.
fn padded<M: Multiplier>() -> usize {
    <M::Ring as Ring>::ZERO.as_ref().len()
}
