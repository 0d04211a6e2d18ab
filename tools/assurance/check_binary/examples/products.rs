//! A program that multiplies in a ring of each kind: what the tests of the checker check.

use vectru_polymul::multiplier::{
    Multiply, inner_product, inner_product_by_small, multiply, multiply_by_small, multiply_prepared, prepare,
    prepare_big, prepare_small,
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
    let s = prepare_small(&Small::<Saber>::from_fn(|k| (k % 11) as i8 - 5));
    let row = inner_product_by_small([&a, &a], [&s, &s]);
    println!("{} {} {} {}", products::<Sntrup653>(), products::<Ntruhps2048677>(), products::<Saber>(), row[0]);
}
