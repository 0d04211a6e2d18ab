//! Compares rows by columns with sums of schoolbook products, for every rank, prepared on one
//! backend and multiplied on every other.
#![cfg(feature = "saber")]

use vectru_polymul::dispatch::{Backend, force};
use vectru_polymul::modular::{Modulus, centred};
use vectru_polymul::multiplier::module::LARGEST_RANK;
use vectru_polymul::multiplier::{
    Module, inner_product_by_small, inner_product_by_small_into, prepare_big, prepare_small,
};
use vectru_polymul::ring::{Polynomial, Saber, Small};

/// Returns the entries of a row and of a column at an index. The kinds are random entries, and the
/// entries with the largest sums over the integers, of either sign.
fn entries<R: Module>(kind: usize, index: usize) -> (Polynomial<R>, Small<R>) {
    let (q, s) = (R::Modulus::Q as usize, R::SMALL);
    match kind {
        0 => (
            Polynomial::from_fn(|k| ((k * (1009 + 2 * index) + index) % q) as i16 - (q / 2) as i16),
            Small::from_fn(|k| ((k * k + index) % (2 * s as usize + 1)) as i8 - s),
        ),
        1 => (Polynomial::from_fn(|_| -(R::Modulus::Q / 2)), Small::from_fn(|_| s)),
        _ => (Polynomial::from_fn(|_| -(R::Modulus::Q / 2)), Small::from_fn(|_| -s)),
    }
}

/// Checks all kinds of entries in rank `L`.
fn check<R: Module, const L: usize>() {
    for kind in 0..3 {
        let entries: [_; L] = core::array::from_fn(|index| entries::<R>(kind, index));
        let terms: [_; L] = core::array::from_fn(|i| entries[i].0.schoolbook(&entries[i].1.to_polynomial()));
        let expected = |k: usize| centred(terms.iter().map(|term| i64::from(term[k])).sum(), R::Modulus::Q.into());
        for preparing in Backend::available() {
            force(Some(preparing)).expect("the backend is available");
            let row = entries.each_ref().map(|(big, _)| prepare_big(big));
            let column = entries.each_ref().map(|(_, small)| prepare_small(small));
            for multiplying in Backend::available() {
                force(Some(multiplying)).expect("the backend is available");
                let found = inner_product_by_small(row.each_ref(), column.each_ref());
                let mut written = entries[0].0;
                inner_product_by_small_into(row.each_ref(), column.each_ref(), &mut written);
                assert_eq!(written, found);
                let right = (0..R::DEGREE).all(|k| i64::from(found[k]) == expected(k));
                assert!(right, "{}, rank {L}, kind {kind}: {preparing}, {multiplying}", R::NAME);
            }
        }
    }
    force(None).expect("the best backend is available");
}

#[test]
fn rows_by_columns_are_sums_of_products() {
    check::<Saber, 1>();
    check::<Saber, 2>();
    check::<Saber, 3>();
    check::<Saber, LARGEST_RANK>();
}
