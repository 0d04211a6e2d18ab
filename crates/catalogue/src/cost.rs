//! Costs: the operations of a multiplier's parts and of its products, map by map.
//!
//! Counts do not depend on operands, so the operands here are zero.

use vectru_polymul::analysis::count::Accounts;
use vectru_polymul::analysis::{Cell, Lanes, Run};
use vectru_polymul::multiplier::{BigByBig, Multiplier};
use vectru_polymul::ring::Ring;
use vectru_polymul::simd::Form;
use vectru_polymul::workbench::Part;

/// The counts of a multiplier, in vector instructions of one form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// The forward transform of one operand.
    pub forward: Accounts,
    /// The forward transform of a small operand.
    pub forward_small: Accounts,
    /// The product of two transformed operands.
    pub base: Accounts,
    /// The inverse transform.
    pub inverse: Accounts,
    /// The reduction by the ring's polynomial.
    pub fold: Accounts,
    /// The product by a small operand, including the fold.
    pub product_by_small: Accounts,
    /// The product of two big operands, including the fold, if the multiplier accepts them. It may
    /// transform both at once.
    pub product: Option<Accounts>,
}

impl Costs {
    /// Returns the parts of a product, with their names in measurements.
    pub const fn parts(&self) -> [(&'static str, &Accounts); 5] {
        [
            (Part::Forward.name(), &self.forward),
            (Part::ForwardSmall.name(), &self.forward_small),
            (Part::Base.name(), &self.base),
            (Part::Inverse.name(), &self.inverse),
            (Part::Fold.name(), &self.fold),
        ]
    }

    /// Returns the parts and then the products, with their names in measurements.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &Accounts)> {
        let whole = [
            (Part::ProductBySmall.name(), Some(&self.product_by_small)),
            (Part::Product.name(), self.product.as_ref()),
        ];
        self.parts().into_iter().chain(whole.into_iter().filter_map(|(name, counts)| Some((name, counts?))))
    }
}

/// Returns the counts of the multiplier with a small second operand, on lanes of the form.
pub(crate) fn costs_by_small<M: Multiplier>(form: Form) -> Costs {
    let zero = vec![Cell::ZERO; M::Ring::ZERO.as_ref().len()];
    let mut result = zero.clone();
    Costs {
        forward: counted(form, |simd| M::forward(simd, &zero, &mut M::zero_transformed(simd))),
        forward_small: counted(form, |simd| M::forward_small(simd, &zero, &mut M::zero_second(simd))),
        base: counted(form, |simd| {
            let (a, b) = (M::zero_transformed(simd), M::zero_second(simd));
            M::multiply_transformed(simd, &a, &b, &mut M::zero_transformed(simd));
        }),
        inverse: counted(form, |simd| {
            M::inverse(simd, &mut M::zero_transformed(simd), &mut M::zero_unfolded(simd));
        }),
        fold: counted(form, |simd| M::fold(simd, &mut M::zero_unfolded(simd), &mut result)),
        product_by_small: counted(form, |simd| M::product_by_small(simd, &zero, &zero, &mut result)),
        product: None,
    }
}

/// Returns the counts of a multiplier of any two operands, including its product, on lanes of the
/// form.
pub(crate) fn costs<M: BigByBig>(form: Form) -> Costs {
    let zero = vec![Cell::ZERO; M::Ring::ZERO.as_ref().len()];
    let mut result = zero.clone();
    let product = counted(form, |simd| M::product(simd, &zero, &zero, &mut result));
    Costs { product: Some(product), ..costs_by_small::<M>(form) }
}

/// Returns the accounts of a run of `kernel`.
fn counted(form: Form, kernel: impl FnOnce(Lanes<'_>)) -> Accounts {
    let run = Run::bounds();
    kernel(Lanes::new(&run, &form));
    run.accounts()
}
