//! The primitives of sntrup761.

use core::hint::black_box;
use std::boxed::Box;

use vectru_polymul::ring::{Ring, Sntrup761};

use super::operands::{polynomial, sorting};
use super::{Primitive, Work};
use crate::arithmetic::reciprocal::quotient::Whole;
use crate::arithmetic::reciprocal::reciprocal_of_triple;
use crate::arithmetic::reciprocal::small_field::{Three, reciprocal};
use crate::encoding::{big, rounded};

/// The bytes of an element of R_q, and of a rounded one.
const BYTES: [usize; 2] = [1158, 1007];
/// The number of different coefficients of the operands, at most q.
const COEFFICIENTS: usize = 4001;

pub(super) const PRIMITIVES: &[Primitive] = &[
    of("reciprocal-modulo-q", reciprocal_modulo_q),
    of("reciprocal-modulo-3", reciprocal_modulo_3),
    of("encode", encode),
    of("decode", decode),
    of("encode-rounded", encode_rounded),
    of("decode-rounded", decode_rounded),
    of("sort", sort),
];

const fn of(name: &'static str, make: fn() -> Work) -> Primitive {
    Primitive { ring: Sntrup761::NAME, name, make }
}

fn reciprocal_modulo_q() -> Work {
    let operand = polynomial::<Sntrup761>(3);
    Box::new(move || {
        black_box(reciprocal_of_triple(black_box(&operand)));
    })
}

fn reciprocal_modulo_3() -> Work {
    let operand = polynomial::<Sntrup761>(3);
    Box::new(move || {
        black_box(reciprocal::<Whole<Sntrup761>, Three>(black_box(&operand)));
    })
}

fn encode() -> Work {
    let (operand, mut bytes) = (polynomial::<Sntrup761>(COEFFICIENTS), [0; BYTES[0]]);
    Box::new(move || big::encode(black_box(&operand), black_box(&mut bytes)))
}

fn decode() -> Work {
    let mut bytes = [0; BYTES[0]];
    big::encode(&polynomial::<Sntrup761>(COEFFICIENTS), &mut bytes);
    Box::new(move || {
        // The bytes are an encoding, so that decoding returns no error.
        let _ = black_box(big::decode::<Sntrup761>(black_box(&bytes)));
    })
}

fn encode_rounded() -> Work {
    let (operand, mut bytes) = (polynomial::<Sntrup761>(COEFFICIENTS), [0; BYTES[1]]);
    Box::new(move || rounded::encode(black_box(&operand), black_box(&mut bytes)))
}

fn decode_rounded() -> Work {
    let mut bytes = [0; BYTES[1]];
    rounded::encode(&polynomial::<Sntrup761>(COEFFICIENTS), &mut bytes);
    Box::new(move || {
        black_box(rounded::decode::<Sntrup761>(black_box(&bytes)));
    })
}

fn sort() -> Work {
    sorting(Sntrup761::DEGREE)
}
