//! A program that multiplies in a ring of each kind: what the tests of the checker check.

use vectru_polymul::multiplier::module::LARGEST_HEIGHT;
use vectru_polymul::multiplier::{
    Multiply, inner_product, multiply, multiply_by_small, multiply_prepared, prepare, prepare_big, rows_by_column,
};
use vectru_polymul::ring::{Ntruhps2048677, Polynomial, Saber, Small, Sntrup653};

fn products<R: Multiply>() -> i16 {
    let a = Polynomial::<R>::from_fn(|k| (k * k % 100) as i16 - 50);
    let s = Small::<R>::from_fn(|k| (k * k % 3) as i8 - 1);
    let prepared = prepare(&multiply_by_small(&multiply(&a, &a), &s));
    inner_product([&a, &multiply_prepared(&a, &prepared)], [&prepared, &prepared])[0]
}

fn main() {
    let a = prepare_big(&Polynomial::<Saber>::from_fn(|k| k as i16));
    let s = Small::<Saber>::from_fn(|k| (k % 11) as i8 - 5);
    let mut rows = [Polynomial::zero(); LARGEST_HEIGHT];
    rows_by_column(2, 2, |_, _| &a, |_| &s, &mut rows);
    println!("{} {} {} {}", products::<Sntrup653>(), products::<Ntruhps2048677>(), products::<Saber>(), rows[0][0]);
}
