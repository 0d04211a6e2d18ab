//! Multipliers that the proof has to refuse. Each has one fault; the test states the text of the
//! refusal. The faults are in functions that a program would call; some are only on the lanes of
//! one backend.

use std::fmt::Debug;
use std::marker::PhantomData;

use vectru_polymul::multiplier::{BigByBig, Multiplier, Recipe, ToeplitzOuterSaber};
use vectru_polymul::proof::Subject;
use vectru_polymul::ring::Ring;
use vectru_polymul::simd::{Byte, Coefficient, I16Vector, Simd};

vectru_polymul::ring! {
    /// A small ring whose polynomials have padding.
    pub Cyclic85 = Z/2048[x]/(x^85 - 1);
}
vectru_polymul::toeplitz! {
    /// The multiplier without a fault.
    pub Product85: Cyclic85 = 96 by Karatsuba;
}

type Transformed<S> = <Product85 as Multiplier>::Transformed<<S as Simd>::Coefficient>;
type Second<S> = <Product85 as Multiplier>::Second<<S as Simd>::Coefficient>;
type Unfolded<S> = <Product85 as Multiplier>::Unfolded<<S as Simd>::Coefficient>;

/// The parts of the multiplier, each of which a fault may replace.
trait Parts: Copy + Debug + Send + Sync + 'static {
    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Transformed<S>) {
        Product85::forward(simd, operand, result);
    }

    fn fold<S: Simd>(simd: S, product: &mut Unfolded<S>, result: &mut [S::Coefficient]) {
        Product85::fold(simd, product, result);
    }

    fn product<S: Simd>(simd: S, a: &[S::Coefficient], b: &[S::Coefficient], result: &mut [S::Coefficient]) {
        Product85::product(simd, a, b, result);
    }

    fn inner_product<S: Simd>(
        simd: S,
        a: [&[S::Coefficient]; 2],
        b: [&Transformed<S>; 2],
        result: &mut [S::Coefficient],
    ) {
        Product85::inner_product(simd, a, b, result);
    }
}

/// The multiplier with the parts `F`.
#[derive(Clone, Copy, Debug)]
struct With<F>(PhantomData<F>);

impl<F: Parts> Multiplier for With<F> {
    type Ring = Cyclic85;
    type Transformed<C: Coefficient> = <Product85 as Multiplier>::Transformed<C>;
    type Second<C: Coefficient> = <Product85 as Multiplier>::Second<C>;
    type Unfolded<C: Coefficient> = <Product85 as Multiplier>::Unfolded<C>;

    const RECIPE: Recipe = Recipe { name: "faulty", ..Product85::RECIPE };

    fn zero_transformed<S: Simd>(simd: S) -> Transformed<S> {
        Product85::zero_transformed(simd)
    }

    fn zero_second<S: Simd>(simd: S) -> Second<S> {
        Product85::zero_second(simd)
    }

    fn zero_unfolded<S: Simd>(simd: S) -> Unfolded<S> {
        Product85::zero_unfolded(simd)
    }

    fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Transformed<S>) {
        F::forward(simd, operand, result);
    }

    fn forward_small<S: Simd>(simd: S, operand: &[Byte<S>], result: &mut Second<S>) {
        Product85::forward_small(simd, operand, result);
    }

    fn multiply_transformed<S: Simd>(simd: S, a: &Transformed<S>, b: &Second<S>, result: &mut Transformed<S>) {
        Product85::multiply_transformed(simd, a, b, result);
    }

    fn accumulate<S: Simd>(simd: S, sum: &mut Transformed<S>, term: &Transformed<S>) {
        Product85::accumulate(simd, sum, term);
    }

    fn inverse<S: Simd>(simd: S, transformed: &mut Transformed<S>, result: &mut Unfolded<S>) {
        Product85::inverse(simd, transformed, result);
    }

    fn fold<S: Simd>(simd: S, product: &mut Unfolded<S>, result: &mut [S::Coefficient]) {
        F::fold(simd, product, result);
    }
}

impl<F: Parts> BigByBig for With<F> {
    fn forward_second<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Second<S>) {
        Product85::forward_second(simd, operand, result);
    }

    fn product<S: Simd>(simd: S, a: &[S::Coefficient], b: &[S::Coefficient], result: &mut [S::Coefficient]) {
        F::product(simd, a, b, result);
    }

    fn inner_product<S: Simd>(
        simd: S,
        a: [&[S::Coefficient]; 2],
        b: [&Transformed<S>; 2],
        result: &mut [S::Coefficient],
    ) {
        F::inner_product(simd, a, b, result);
    }
}

/// Returns the text of the refusal of the multiplier with these parts.
fn refusal<F: Parts>() -> String {
    let outcome = Subject::of::<With<F>>().prove();
    outcome.expect_err("the proof accepts a wrong multiplier").to_string()
}

/// Declares a fault: a type with its own parts.
macro_rules! fault {
    ($(#[$doc:meta])* $name:ident { $($part:item)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        struct $name;

        impl Parts for $name {
            $($part)*
        }
    };
}

fault! {
    /// No fault.
    Right {}
}

#[test]
fn the_multiplier_without_a_fault_is_proved() {
    let proof = Subject::of::<With<Right>>().prove().expect("nothing is wrong with it");
    let names: Vec<_> = proof.computations.iter().map(|computation| computation.to_string()).collect();
    for shape in ["portable", "neon", "avx2", "avx512"] {
        for name in ["product-by-small", "product", "product-by-prepared", "inner-product"] {
            assert!(names.contains(&format!("{name} on {shape}")), "{names:?}");
        }
    }
    assert_eq!(proof.points, 309);
}

fault! {
    /// The fold writes the coefficients, but no padding.
    WithoutPadding {
        fn fold<S: Simd>(simd: S, product: &mut Unfolded<S>, result: &mut [S::Coefficient]) {
            let mut folded = vec![S::ZERO; result.len()];
            Product85::fold(simd, product, &mut folded);
            result[..Cyclic85::DEGREE].copy_from_slice(&folded[..Cyclic85::DEGREE]);
        }
    }
}

#[test]
fn padding_that_is_not_cleared() {
    assert_eq!(
        refusal::<WithoutPadding>(),
        "faulty: product-by-small on portable: coefficient 85: the padding is not 0"
    );
}

fault! {
    /// The fold reads a coefficient that the inverse transform does not write.
    UnwrittenCoefficient {
        fn fold<S: Simd>(simd: S, product: &mut Unfolded<S>, result: &mut [S::Coefficient]) {
            simd.with_buffer(|written: &mut Unfolded<S>| {
                written.as_mut()[..84].copy_from_slice(&product.as_ref()[..84]);
                Product85::fold(simd, written, result);
            });
        }
    }
}

#[test]
fn memory_that_nothing_wrote() {
    let text = refusal::<UnwrittenCoefficient>();
    assert!(text.starts_with("faulty: product-by-small on portable: coefficient 84: not known: "), "{text}");
    assert!(text.contains("nothing was written to coefficient 84 of buffer "), "{text}");
}

fault! {
    /// The result plus x - x, where x is unwritten memory. On registers the result is right.
    GarbageThatCancels {
        fn fold<S: Simd>(simd: S, product: &mut Unfolded<S>, result: &mut [S::Coefficient]) {
            Product85::fold(simd, product, result);
            simd.with_buffer(|garbage: &mut Unfolded<S>| {
                let x = simd.load(garbage.as_ref());
                simd.store(simd.load(result) + x - x, result);
            });
        }
    }
}

#[test]
fn garbage_that_cancels() {
    let text = refusal::<GarbageThatCancels>();
    assert!(text.starts_with("faulty: product-by-small on portable: coefficient 0: "), "{text}");
}

fault! {
    /// Two coefficients of the result are exchanged, on vectors of 16 lanes.
    ExchangedOnAvx2 {
        fn fold<S: Simd>(simd: S, product: &mut Unfolded<S>, result: &mut [S::Coefficient]) {
            Product85::fold(simd, product, result);
            if simd.lanes() == 16 {
                result.swap(3, 70);
            }
        }
    }
}

#[test]
fn a_fault_of_one_backend() {
    assert_eq!(
        refusal::<ExchangedOnAvx2>(),
        "faulty: product-by-small on avx2: coefficient 3: it is not that of the product"
    );
}

fault! {
    /// Prepared operands have two coefficients in another order on vectors of 32 lanes.
    PreparedInAnotherOrder {
        fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Transformed<S>) {
            Product85::forward(simd, operand, result);
            if simd.lanes() == 32 {
                result.0.as_flattened_mut().swap(40, 41);
            }
        }
    }
}

/// Operands are prepared on one backend and used on another: on the first shape that uses them,
/// products are wrong.
#[test]
fn operands_prepared_on_another_backend() {
    assert_eq!(
        refusal::<PreparedInAnotherOrder>(),
        "faulty: product-by-prepared on portable: coefficient 40: of a prepared operand: forms have different \
         polynomials"
    );
}

fault! {
    /// A prepared operand has an unwritten coefficient.
    PreparedInPart {
        fn forward<S: Simd>(simd: S, operand: &[S::Coefficient], result: &mut Transformed<S>) {
            let mut whole = Product85::zero_transformed(simd);
            Product85::forward(simd, operand, &mut whole);
            result.0.as_flattened_mut()[1..].copy_from_slice(&whole.0.as_flattened()[1..]);
        }
    }
}

#[test]
fn prepared_operands_with_stale_memory() {
    let text = refusal::<PreparedInPart>();
    let start = "faulty: product-by-prepared on portable: coefficient 0: of a prepared operand: not known: ";
    assert!(text.starts_with(start), "{text}");
    assert!(text.contains("nothing was written to coefficient 0 of buffer "), "{text}");
}

fault! {
    /// a d + c b instead of a b + c d.
    OtherPairs {
        fn inner_product<S: Simd>(
            simd: S,
            a: [&[S::Coefficient]; 2],
            b: [&Transformed<S>; 2],
            result: &mut [S::Coefficient],
        ) {
            Product85::inner_product(simd, a, [b[1], b[0]], result);
        }
    }
}

fault! {
    /// a b instead of a b + c d.
    OneProduct {
        fn inner_product<S: Simd>(
            simd: S,
            a: [&[S::Coefficient]; 2],
            b: [&Transformed<S>; 2],
            result: &mut [S::Coefficient],
        ) {
            Product85::product_by_transformed(simd, a[0], b[0], result);
        }
    }
}

#[test]
fn other_sums_of_products() {
    let text = "faulty: inner-product on portable: coefficient 0: it is not that of the product";
    assert_eq!(refusal::<OtherPairs>(), text);
    assert_eq!(refusal::<OneProduct>(), text);
}

fault! {
    /// a a instead of a b.
    Square {
        fn product<S: Simd>(simd: S, a: &[S::Coefficient], _: &[S::Coefficient], result: &mut [S::Coefficient]) {
            Product85::product(simd, a, a, result);
        }
    }
}

/// A square has no meaningful residues at the points.
#[test]
fn products_of_one_operand() {
    let text = refusal::<Square>();
    assert!(text.starts_with("faulty: product on portable: coefficient 0: not known: toeplitz_product in "), "{text}");
}

fault! {
    /// The result has representatives of its coefficients that are not centred.
    NotCentred {
        fn fold<S: Simd>(simd: S, product: &mut Unfolded<S>, result: &mut [S::Coefficient]) {
            Product85::fold(simd, product, result);
            simd.store(simd.load(result) + simd.splat(2048), result);
        }
    }
}

#[test]
fn coefficients_that_are_not_centred() {
    assert_eq!(
        refusal::<NotCentred>(),
        "faulty: product-by-small on portable: coefficient 0: 1024..3071 is not centred"
    );
}

fault! {
    /// Half of each coefficient, so that the lowest bit is lost.
    Halved {
        fn fold<S: Simd>(simd: S, product: &mut Unfolded<S>, result: &mut [S::Coefficient]) {
            Product85::fold(simd, product, result);
            simd.store(simd.load(result).shift_right(1).shift_left(1), result);
        }
    }
}

#[test]
fn bits_that_are_lost() {
    let text = refusal::<Halved>();
    assert!(text.starts_with("faulty: product-by-small on portable: coefficient 0: "), "{text}");
}

/// Checks the generated faults: each is noticed, or leaves the product right for a reason.
#[test]
fn generated_faults() {
    for (subject, step) in [(Subject::of::<Product85>(), 23), (Subject::of::<ToeplitzOuterSaber>(), 401)] {
        let outcome = subject.plant_faults(0, step);
        assert_eq!(outcome.unexplained, [""; 0]);
        assert!(outcome.noticed > outcome.same_polynomial + outcome.without_influence, "{outcome:?}");
    }
}
