//! A product in each ring by each function that multiplies, with a second operand of two terms. Its
//! definition has a few operations for each coefficient, so that an interpreter of Rust, which
//! finds undefined behaviour, runs it in seconds: see `tools/run test-memory-safety`.

use vectru_polymul::modular::{Modulus, centred};
use vectru_polymul::multiplier::{Multiply, inner_product, multiply, multiply_by_small, multiply_prepared, prepare};
use vectru_polymul::ring::{Polynomial, Ring, Small};

/// Returns the product by x.
fn times_x<R: Ring>(a: &Polynomial<R>) -> Polynomial<R> {
    let (q, top) = (R::Modulus::Q as i64, i64::from(a[R::DEGREE - 1]));
    Polynomial::from_fn(|k| {
        let shifted = if k == 0 { 0 } else { i64::from(a[k - 1]) };
        let folded: i64 = R::TAIL.iter().filter(|(power, _)| *power == k).map(|&(_, c)| c * top).sum();
        centred(shifted + folded, q) as i16
    })
}

/// Returns a (x^3 - 1) + factor b.
fn expected<R: Ring>(a: &Polynomial<R>, factor: i64, b: &Polynomial<R>) -> Polynomial<R> {
    let shifted = (0..3).fold(*a, |product, _| times_x(&product));
    let sum = |k: usize| i64::from(shifted[k]) - i64::from(a[k]) + factor * i64::from(b[k]);
    Polynomial::from_fn(|k| centred(sum(k), R::Modulus::Q as i64) as i16)
}

fn check<R: Multiply>() {
    let q = R::Modulus::Q as i64;
    let a = Polynomial::<R>::from_fn(|k| centred(1009 * k as i64 + 1, q) as i16);
    let small = Small::<R>::from_fn(|k| (k == 3) as i8 - (k == 0) as i8);
    let (b, one) = (small.to_polynomial(), Polynomial::<R>::from_fn(|k| (k == 0).into()));
    let product = expected(&a, 0, &a);
    assert_eq!(multiply(&a, &b), product, "{}", R::NAME);
    assert_eq!(multiply_by_small(&a, &small), product, "{}", R::NAME);
    let (prepared, prepared_one) = (prepare(&b), prepare(&one));
    assert_eq!(multiply_prepared(&a, &prepared), product, "{}", R::NAME);
    assert_eq!(inner_product([&a, &a], [&prepared, &prepared_one]), expected(&a, 1, &a), "{}", R::NAME);
}

/// Declares the test of each ring of the list of multipliers that is compiled.
macro_rules! rings {
    ($($feature:literal $ring:ident: $(
        $(#[$only:meta])? $kind:ident $multiplier:ident $(on $($backend:ident)|+)?
    ),+;)+) => {$(
        #[cfg(feature = $feature)]
        #[test]
        #[allow(non_snake_case)] // The type's name, so that one list has all names.
        fn $ring() {
            check::<vectru_polymul::ring::$ring>();
        }
    )+};
}

vectru_polymul::for_each_multiplier!(rings);
