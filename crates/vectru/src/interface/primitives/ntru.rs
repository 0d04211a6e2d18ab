//! The primitives of ntruhps2048677.

use core::hint::black_box;
use std::boxed::Box;

use vectru_polymul::ring::{Ntruhps2048677, Ring};

use super::operands::{polynomial, sorting};
use super::{Primitive, Work};
use crate::arithmetic::product::Prepared;
use crate::arithmetic::reciprocal::quotient::Cyclotomic;
use crate::arithmetic::reciprocal::small_field::{Three, Two, reciprocal};
use crate::arithmetic::reciprocal::two_adic;
use crate::common::secret::Secret;

pub(super) const PRIMITIVES: &[Primitive] = &[
    of("reciprocal-modulo-q", reciprocal_modulo_q),
    of("reciprocal-modulo-2", reciprocal_modulo_2),
    of("reciprocal-modulo-3", reciprocal_modulo_3),
    of("sort", sort),
];

const fn of(name: &'static str, make: fn() -> Work) -> Primitive {
    Primitive { ring: Ntruhps2048677::NAME, name, make }
}

fn reciprocal_modulo_q() -> Work {
    let operand = polynomial::<Ntruhps2048677>(3);
    Box::new(move || {
        let [mut first, mut second] = [Secret::new(Prepared::ZERO), Secret::new(Prepared::ZERO)];
        black_box(two_adic::reciprocal(Secret::new(*black_box(&operand)), [&mut first, &mut second]));
    })
}

fn reciprocal_modulo_2() -> Work {
    let operand = polynomial::<Ntruhps2048677>(3);
    Box::new(move || {
        black_box(reciprocal::<Cyclotomic<Ntruhps2048677>, Two>(black_box(&operand)));
    })
}

fn reciprocal_modulo_3() -> Work {
    let operand = polynomial::<Ntruhps2048677>(3);
    Box::new(move || {
        black_box(reciprocal::<Cyclotomic<Ntruhps2048677>, Three>(black_box(&operand)));
    })
}

/// The words of a polynomial of fixed weight: one for each coefficient but the last.
fn sort() -> Work {
    sorting(Ntruhps2048677::DEGREE - 1)
}
