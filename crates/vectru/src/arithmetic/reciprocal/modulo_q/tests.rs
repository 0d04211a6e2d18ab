//! The bounds of division steps, proved on intervals for every modulus and every shape of vectors.

use vectru_polymul::analysis::interval::{Interval, Intervals, Log};
use vectru_polymul::modular::{Q4591, Q4621, Q5167, Q6343, Q7177, Q7879, barrett_bound};
use vectru_polymul::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, PortableShape};

use super::*;

#[test]
fn the_bounds_are_those_of_the_text() {
    assert_eq!(largest::<Q4591>(), 5338);
    assert_eq!(largest::<Q7879>(), 10_372);
}

#[test]
fn the_bound_of_products_covers_every_constant() {
    for value in -2295..=2295 {
        for magnitude in [0, 1, 2296, 9999, i16::MAX as i64] {
            let bound = barrett_bound(magnitude, Constant::<Q4591>::new(value));
            assert!(bound <= product::<Q4591>(magnitude));
        }
    }
}

/// Returns the constant by which products of coefficients within the bound B have the largest
/// bounds.
fn worst<M: Modulus>() -> Constant<M> {
    let half = (M::Q as i64 - 1) / 2;
    let bound = |c: &Constant<M>| barrett_bound(largest::<M>(), *c);
    (-half..=half).map(Constant::new).max_by_key(bound).expect("there are constants")
}

/// Takes two steps on all a and b of magnitude up to `largest`. Returns the log of the intervals
/// and the largest magnitude.
fn run<M: Modulus, P: Shape>(largest: i64) -> (Log, i64) {
    const LENGTH: usize = 64;
    let log = Log::new();
    let simd = Intervals::<P>::new(&log);
    let choice = Choice { swap: -1, keep: worst(), subtract: worst() };
    let [mut a, mut b] = [[Interval::symmetric(largest); LENGTH + 2]; 2];
    two_steps(simd, Choices::<M> { first: choice, second: choice }, &mut a, &mut b);
    let magnitude = a.iter().chain(&b).map(|interval| interval.magnitude()).fold(0, i64::max);
    (log, magnitude)
}

/// Coefficients of magnitude up to B stay so, and nothing overflows: the step of an induction on
/// pairs of steps.
fn prove<M: Modulus, P: Shape>() {
    let (log, magnitude) = run::<M, P>(largest::<M>());
    assert_eq!(log.overflow(), None, "q = {}, {}", M::Q, P::NAME);
    assert!(magnitude <= largest::<M>());
    // Steps begin with coefficients that are centred, or 1. Their results are reduced and centred.
    assert!((M::Q as i64 - 1) / 2 <= largest::<M>());
    let reduced = barrett_bound(largest::<M>(), Constant::<M>::new(1));
    assert!(reduced < M::Q as i64 + (M::Q as i64 + 1) / 2);
}

#[test]
fn no_lane_overflows() {
    fn on_every_shape<M: Modulus>() {
        prove::<M, PortableShape>();
        prove::<M, NeonShape>();
        prove::<M, Avx2Shape>();
        prove::<M, Avx512Shape>();
    }
    on_every_shape::<Q4591>();
    on_every_shape::<Q4621>();
    on_every_shape::<Q5167>();
    on_every_shape::<Q6343>();
    on_every_shape::<Q7177>();
    on_every_shape::<Q7879>();
}

/// The proof can fail: a bound below B does not hold.
#[test]
fn smaller_bounds_are_refuted() {
    let less = largest::<Q7879>() * 3 / 4;
    let (log, magnitude) = run::<Q7879, Avx2Shape>(less);
    assert!(log.overflow().is_none() && magnitude > less);
}
