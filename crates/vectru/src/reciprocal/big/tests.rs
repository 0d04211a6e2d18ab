//! The bounds of division steps, proved on intervals for every modulus and every shape of vectors.

use vectru_polymul::analysis::interval::{Interval, Intervals, Log};
use vectru_polymul::modular::{Q4591, Q4621, Q5167, Q6343, Q7177, Q7879};
use vectru_polymul::simd::shape::{Avx2Shape, Avx512Shape, NeonShape, PortableShape};

use super::*;

#[test]
fn reductions_are_rare_and_enough() {
    assert_eq!(period::<Q4591>(), 3);
    assert!(largest::<Q4591>(6) <= i16::MAX as i64);
    assert!(largest::<Q4591>(8) > i16::MAX as i64);
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

/// The constant by which products have the largest bounds.
fn worst<M: Modulus>() -> i16 {
    let half = (M::Q - 1) / 2;
    let bound = |c: &i16| barrett_bound(i16::MAX as i64, Constant::<M>::new(*c as i64));
    (-half..=half).max_by_key(bound).expect("there are constants")
}

/// What a [`period`] makes of all f and v up to F and all reduced g and r: the log, and the largest magnitudes of
/// either.
fn run<M: Modulus, P: Shape>() -> (Log, [i64; 2]) {
    const LENGTH: usize = 64;
    let log = Log::new();
    let simd = Intervals::<P>::new(&log);
    let bounds = [stored::<M>(2 * period::<M>()), reduced::<M>()].map(Interval::symmetric);
    let choice = Choice { swap: -1, factor: worst::<M>() };
    let mut largest = [0; 2];
    for lowered in [Lowered::First, Lowered::Second] {
        let [mut a, mut b] = bounds.map(|bound| [bound; LENGTH + 2]);
        for round in 1..=period::<M>() {
            // The last places of the lowered polynomial stay; the driver has zeros there, or no use for them.
            let lowered_slice = if lowered == Lowered::First { &mut a } else { &mut b };
            lowered_slice[LENGTH - 1..].fill(Interval::ZERO);
            if round == period::<M>() {
                two_steps::<_, M, true>(simd, [choice; 2], &mut a, &mut b, lowered, || ());
            } else {
                two_steps::<_, M, false>(simd, [choice; 2], &mut a, &mut b, lowered, || ());
            }
        }
        for (largest, slice) in largest.iter_mut().zip([&a[1..LENGTH], &b[1..LENGTH]]) {
            *largest = slice.iter().map(|interval| interval.magnitude()).fold(*largest, i64::max);
        }
    }
    (log, largest)
}

/// By induction on periods: what holds before one holds after it, and nothing overflows in between.
fn prove<M: Modulus, P: Shape>() {
    let (log, [a, b]) = run::<M, P>();
    assert_eq!(log.overflow(), None, "q = {}, {}", M::Q, P::NAME);
    assert!(a <= stored::<M>(2 * period::<M>()) && b <= reduced::<M>());
    // The input and r_0 are below q / 2, to begin with.
    assert!((M::Q as i64 - 1) / 2 <= reduced::<M>());
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

/// The proof can fail: it needs the reductions.
#[test]
fn missing_reductions_are_caught() {
    let log = Log::new();
    let simd = Intervals::<Avx2Shape>::new(&log);
    let bounds = [stored::<Q4591>(6), reduced::<Q4591>()].map(Interval::symmetric);
    let [mut a, mut b] = bounds.map(|bound| [bound; 34]);
    let choice = Choice { swap: -1, factor: worst::<Q4591>() };
    for _ in 0..5 {
        two_steps::<_, Q4591, false>(simd, [choice; 2], &mut a, &mut b, Lowered::Second, || ());
    }
    assert!(log.overflow().is_some());
}
