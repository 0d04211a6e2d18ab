//! What a multiplier costs: its parts and its products on counting lanes, map by map.

use super::LONGEST;
use super::count::{Accounts, Counter, Counting};
use crate::multiplier::{BigByBig, Multiplier};
use crate::ring::Ring;
use crate::simd::Shape;

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
            ("forward", &self.forward),
            ("forward-small", &self.forward_small),
            ("base", &self.base),
            ("inverse", &self.inverse),
            ("fold", &self.fold),
        ]
    }

    /// The parts, then the products.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &Accounts)> {
        let whole = [("product-by-small", Some(&self.product_by_small)), ("product", self.product.as_ref())];
        self.parts().into_iter().chain(whole.into_iter().filter_map(|(name, counts)| Some((name, counts?))))
    }
}

/// Counts what the multiplier does on the lanes of the shape `P`.
///
/// ```
/// use vectru_polymul::{analysis, multiplier::GoodRaderOuter, simd::shape::NeonShape};
/// let costs = analysis::costs_by_small::<GoodRaderOuter, NeonShape>();
/// assert_eq!(costs.forward.of("rader-17").loads, 12 * 8);
/// ```
pub fn costs_by_small<M: Multiplier, P: Shape>() -> Costs {
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
        fold: counted::<P>(|simd| M::fold(simd, &mut M::zero_unfolded(simd), result::<M>(&mut [(); LONGEST]))),
        product_by_small: counted::<P>(|simd| {
            M::product_by_small(simd, a, small, result::<M>(&mut [(); LONGEST]));
        }),
        product: None,
    }
}

/// The same for a multiplier of two arbitrary operands, whose product is counted too.
pub fn costs<M: BigByBig, P: Shape>() -> Costs {
    let a = operand::<M>();
    let product = counted::<P>(|simd| M::product(simd, a, a, result::<M>(&mut [(); LONGEST])));
    Costs { product: Some(product), ..costs_by_small::<M, P>() }
}

/// What `kernel` counts.
fn counted<P: Shape>(kernel: impl FnOnce(Counting<'_, P>)) -> Accounts {
    let counter = Counter::new();
    kernel(Counting::new(&counter));
    counter.accounts()
}

/// An operand of nothing, of the ring's padded length.
fn operand<M: Multiplier>() -> &'static [()] {
    &[(); LONGEST][..padded::<M>()]
}

/// The same, to write to.
fn result<M: Multiplier>(memory: &mut [(); LONGEST]) -> &mut [()] {
    &mut memory[..padded::<M>()]
}

fn padded<M: Multiplier>() -> usize {
    <M::Ring as Ring>::ZERO.as_ref().len()
}
