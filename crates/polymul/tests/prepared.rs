//! Tests that an operand that was prepared on one backend serves every other, whichever multipliers
//! they use, and that a product that overwrites a polynomial does not depend on it.

use vectru_polymul::dispatch::{Backend, force};
use vectru_polymul::modular::Modulus;
use vectru_polymul::multiplier::{
    Multiply, inner_product, inner_product_into, multiply, multiply_by_small, multiply_into, multiply_prepared,
    multiply_prepared_into, prepare,
};
use vectru_polymul::ring::{Polynomial, Small};

/// Prepares on each backend, and multiplies on each.
fn check<R: Multiply>() {
    let q = R::Modulus::Q as usize;
    let polynomial = |factor: usize| Polynomial::<R>::from_fn(|k| ((k * factor + 1) % q) as i16 - (q / 2) as i16);
    let (a, b, c) = (polynomial(1009), polynomial(2003), polynomial(577));
    let small = Small::<R>::from_fn(|k| (k % (2 * R::SMALL as usize + 1)) as i8 - R::SMALL);
    let (product, other) = (a.schoolbook(&b), c.schoolbook(&b));
    let by_small = a.schoolbook(&small.to_polynomial());
    let sum = |k: usize| vectru_polymul::modular::centred(i64::from(product[k]) + i64::from(other[k]), q as i64);
    for preparing in Backend::available() {
        force(Some(preparing)).expect("the backend is available");
        let prepared = prepare(&b);
        for multiplying in Backend::available() {
            force(Some(multiplying)).expect("the backend is available");
            let again = prepare(&b);
            let names = format!("{} prepared on {preparing}, multiplied on {multiplying}", R::NAME);
            assert_eq!(multiply_prepared(&a, &prepared), product, "{names}");
            assert_eq!(multiply(&a, &b), product, "{names}");
            assert_eq!(multiply_by_small(&a, &small), by_small, "{names}");
            let written = |write: &dyn Fn(&mut Polynomial<R>)| {
                let mut result = c;
                write(&mut result);
                result
            };
            assert_eq!(written(&|result| multiply_prepared_into(&a, &prepared, result)), product, "{names}");
            assert_eq!(written(&|result| multiply_into(&a, &b, result)), product, "{names}");
            for pair in [[&prepared, &prepared], [&prepared, &again], [&again, &prepared]] {
                let found = inner_product([&a, &c], pair);
                assert_eq!(written(&|result| inner_product_into([&a, &c], pair, result)), found, "{names}");
                assert!((0..R::DEGREE).all(|k| i64::from(found[k]) == sum(k)), "{names}: inner product");
            }
        }
    }
    force(None).expect("the best backend is available");
}

/// Runs the check for every ring of the list of multipliers that is compiled.
macro_rules! rings {
    ($($feature:literal $ring:ident: $(
        $(#[$only:meta])? $kind:ident $multiplier:ident $(on $($backend:ident)|+)?
    ),+;)+) => {
        // This is one test, because the backend is chosen for the whole process.
        #[test]
        fn prepared_operands_serve_every_backend() {
            $(
                #[cfg(feature = $feature)]
                check::<vectru_polymul::ring::$ring>();
            )+
        }
    };
}

vectru_polymul::for_each_multiplier!(rings);
