//! The products of each ring on every backend of this CPU are those of the definition.

use vectru_own_rings::*;
use vectru_polymul::dispatch::{Backend, force};
use vectru_polymul::modular::{Modulus, centred};
use vectru_polymul::multiplier::module::LARGEST_HEIGHT;
use vectru_polymul::multiplier::{
    Multiply, inner_product, multiply, multiply_by_small, multiply_prepared, prepare, prepare_big, rows_by_column,
};
use vectru_polymul::ring::{Polynomial, Ring, Small};

/// Returns a polynomial whose coefficients are spread over all residues, the largest ones included.
fn polynomial<R: Ring>(factor: usize) -> Polynomial<R> {
    let q = R::Modulus::Q as usize;
    Polynomial::from_fn(|k| ((k * factor) % q) as i16 - (q / 2) as i16)
}

/// Returns the sum of two polynomials.
fn sum<R: Ring>(a: &Polynomial<R>, b: &Polynomial<R>) -> Polynomial<R> {
    Polynomial::from_fn(|k| centred(i64::from(a[k]) + i64::from(b[k]), R::Modulus::Q.into()) as i16)
}

/// Prepares on each backend and multiplies on each.
fn check<R: Multiply>() {
    let [a, b, c, d] = [1009, 2003, 577, 1].map(polynomial::<R>);
    let small = Small::<R>::from_fn(|k| (k % 3) as i8 - 1);
    let (product, by_small) = (a.schoolbook(&b), a.schoolbook(&small.to_polynomial()));
    let both = sum(&product, &c.schoolbook(&d));
    for preparing in Backend::available() {
        force(Some(preparing)).expect("the backend is available");
        let prepared = [prepare(&b), prepare(&d)];
        for multiplying in Backend::available() {
            force(Some(multiplying)).expect("the backend is available");
            let names = format!("{} prepared on {preparing}, multiplied on {multiplying}", R::NAME);
            assert_eq!(multiply(&a, &b), product, "{names}");
            assert_eq!(multiply_by_small(&a, &small), by_small, "{names}");
            assert_eq!(multiply_prepared(&a, &prepared[0]), product, "{names}");
            for second in [prepared[1], prepare(&d)] {
                assert_eq!(inner_product([&a, &c], [&prepared[0], &second]), both, "{names}");
            }
        }
    }
    force(None).expect("the best backend is available");
}

// One test: the backend is chosen for the whole process.
#[test]
fn products_are_those_of_the_definition() {
    check::<Smaug256>();
    check::<Prime443>();
    check::<Ntruplus576>();
    check::<Ntruplus768>();
    check::<Ntruplus864>();
    check::<Ntruplus1152>();
    check::<Prime1009>();
    check::<Cyclic773>();
    check::<Kyber256>();
    rows_by_columns();
}

fn rows_by_columns() {
    let [a, b] = [1009, 577].map(polynomial::<Smaug256>);
    let [s, t] = [2, 3].map(|factor| Small::<Smaug256>::from_fn(|k| (k * factor % 3) as i8 - 1));
    let expected =
        [[&a, &b], [&b, &a]].map(|[a, b]| sum(&a.schoolbook(&s.to_polynomial()), &b.schoolbook(&t.to_polynomial())));
    for backend in Backend::available() {
        force(Some(backend)).expect("the backend is available");
        let (row, column) = ([prepare_big(&a), prepare_big(&b)], [&s, &t]);
        let mut found = [Polynomial::zero(); LARGEST_HEIGHT];
        rows_by_column(2, 2, |i, j| &row[(i + j) % 2], |j| column[j], &mut found);
        assert_eq!(found[..2], expected, "{backend}");
    }
    force(None).expect("the best backend is available");
}
