//! Compares rows by columns with sums of schoolbook products, for every size, prepared on one
//! backend and multiplied on every other.
#![cfg(feature = "saber")]

use core::array;

use vectru_polymul::dispatch::{Backend, force};
use vectru_polymul::modular::{Modulus, centred};
use vectru_polymul::multiplier::module::{LARGEST_HEIGHT, LARGEST_RANK, SIZES};
use vectru_polymul::multiplier::{Module, prepare_big, rows_by_column};
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

/// Checks all kinds of entries in all ranks and heights, row i with the entries of kind `kind` and
/// index i l + j.
fn check<R: Module>(kind: usize) {
    let small: [_; LARGEST_RANK] = array::from_fn(|j| entries::<R>(kind, j).1);
    let big: [[_; LARGEST_RANK]; LARGEST_HEIGHT] =
        array::from_fn(|i| array::from_fn(|j| entries::<R>(kind, LARGEST_RANK * i + j).0));
    let terms = big.each_ref().map(|row| array::from_fn(|j| row[j].schoolbook(&small[j].to_polynomial())));
    let expected = |i: usize, rank: usize, k: usize| {
        let terms: &[_; LARGEST_RANK] = &terms[i];
        centred(terms[..rank].iter().map(|term| i64::from(term[k])).sum(), R::Modulus::Q.into())
    };
    for preparing in Backend::available() {
        force(Some(preparing)).expect("the backend is available");
        let prepared = big.each_ref().map(|row| row.each_ref().map(prepare_big));
        for multiplying in Backend::available() {
            force(Some(multiplying)).expect("the backend is available");
            for (height, rank) in SIZES {
                let mut sums = [big[0][1]; LARGEST_HEIGHT];
                rows_by_column(height, rank, |i, j| &prepared[i][j], |j| &small[j], &mut sums);
                #[cfg(any(feature = "balanced", feature = "literature"))]
                check_row_by_row(height, rank, &big, &small, &sums);
                for (i, sum) in sums.iter().enumerate() {
                    let right = match i < height {
                        true => (0..R::DEGREE).all(|k| i64::from(sum[k]) == expected(i, rank, k)),
                        false => *sum == big[0][1],
                    };
                    assert!(
                        right,
                        "{}, {height} rows of {rank}, row {i}, kind {kind}: {preparing}, {multiplying}",
                        R::NAME
                    );
                }
            }
        }
    }
    force(None).expect("the best backend is available");
}

/// Compares the products of rows one after the other with those of all rows.
#[cfg(any(feature = "balanced", feature = "literature"))]
fn check_row_by_row<R: Module>(
    height: usize,
    rank: usize,
    big: &[[Polynomial<R>; LARGEST_RANK]; LARGEST_HEIGHT],
    small: &[Small<R>; LARGEST_RANK],
    sums: &[Polynomial<R>; LARGEST_HEIGHT],
) {
    let (mut written, mut finished) = (0, 0);
    vectru_polymul::multiplier::row_by_row(
        height,
        rank,
        |i, j, entry| {
            assert_eq!(rank * i + j, written);
            written += 1;
            *entry = big[i][j];
        },
        |j| &small[j],
        |i, sum| {
            assert_eq!((i, *sum), (finished, sums[i]), "{}, {height} rows of {rank}", R::NAME);
            finished += 1;
        },
    );
    assert_eq!((written, finished), (height * rank, height));
}

#[test]
fn rows_by_columns_are_sums_of_products() {
    for kind in 0..3 {
        check::<Saber>(kind);
    }
}

/// Saber's ring with the multiplier that its modules run on cores without vectors.
#[cfg(feature = "literature")]
mod words {
    use vectru_polymul::multiplier::NussbaumerWords;

    vectru_polymul::ring! {
        /// Saber's ring.
        pub SaberByWords = Z/8192[x]/(x^256 + 1), small 5;
    }
    vectru_polymul::module_by! { SaberByWords: NussbaumerWords<SaberByWords> }

    #[test]
    fn rows_by_columns_of_words_are_sums_of_products() {
        for kind in 0..3 {
            super::check::<SaberByWords>(kind);
        }
    }
}
