//! The bounds of division steps, proved for every modulus and every form of vectors.

use vectru_polymul::analysis::{Lanes, Overflow, Run};
use vectru_polymul::dispatch::Backend;
use vectru_polymul::modular::{Q4591, Q4621, Q5167, Q6343, Q7177, Q7879, barrett_bound};
use vectru_polymul::simd::Form;
use vectru_polymul::simd::portable::Portable;
use vectru_polymul::simd::shape::PortableShape;

use super::*;

#[test]
fn the_bounds_are_those_of_the_text() {
    assert_eq!(largest::<Q4591>(), 8718);
    assert_eq!(largest::<Q7879>(), 18_483);
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

/// Performs two steps on all a and b of magnitude up to `largest`. Returns the first overflow and
/// the largest magnitude.
fn run<M: Modulus>(form: Form, largest: i64) -> (Option<Overflow>, i64) {
    const LENGTH: usize = 64;
    let run = Run::bounds();
    let simd = Lanes::new(&run, &form);
    let choices = Choices::<Constant<M>> { first_swap: -1, second_swap: -1, factors: [worst(); 3] };
    let [mut a, mut b] = [(); 2].map(|()| run.bounded(largest, LENGTH + 2));
    two_steps(simd, choices, &mut a, &mut b);
    (run.overflow(), run.magnitude(&[a, b].concat()))
}

/// Coefficients of magnitude up to B stay so, and nothing overflows: the step of an induction on
/// pairs of steps.
fn prove<M: Modulus>(form: Form) {
    let (overflow, magnitude) = run::<M>(form, largest::<M>());
    assert_eq!(overflow, None, "q = {}, {}", M::Q, form.name);
    assert!(magnitude <= largest::<M>());
    // Steps begin with coefficients that are centred, or 1. Their results are reduced and centred.
    assert!((M::Q as i64 - 1) / 2 <= largest::<M>());
    let reduced = barrett_bound(largest::<M>(), Constant::<M>::new(1));
    assert!(reduced < M::Q as i64 + (M::Q as i64 + 1) / 2);
}

#[test]
fn no_lane_overflows() {
    fn on_every_form<M: Modulus>() {
        for backend in Backend::ALL {
            prove::<M>(backend.form());
        }
    }
    on_every_form::<Q4591>();
    on_every_form::<Q4621>();
    on_every_form::<Q5167>();
    on_every_form::<Q6343>();
    on_every_form::<Q7177>();
    on_every_form::<Q7879>();
}

/// In general registers, coefficients of magnitude up to the bound of vectors become smaller ones,
/// and sums fit the reduction.
#[test]
fn sums_in_halves_are_smaller() {
    fn check<M: Modulus>() {
        let (q, largest) = (M::Q as i64, largest::<M>());
        let sum = 3 * (q / 2) * largest;
        assert!(sum < (1 << 31) - (q << 15));
        assert!((sum >> 16) + q / 2 < largest);
    }
    check::<Q4591>();
    check::<Q4621>();
    check::<Q5167>();
    check::<Q6343>();
    check::<Q7177>();
    check::<Q7879>();
}

/// The proof can fail: a bound below B does not hold.
#[test]
fn smaller_bounds_are_refuted() {
    let less = largest::<Q7879>() * 3 / 4;
    let (overflow, magnitude) = run::<Q7879>(Backend::Avx2.form(), less);
    assert!(overflow.is_none() && magnitude > less);
}

/// Two steps of a pass are two division steps, up to a factor of f and one of g, in each case of
/// swaps. Among the cases is a second swap, which uses b instead of B.
#[test]
fn two_steps_are_two_division_steps() {
    const LENGTH: usize = 10;
    let simd = Portable::<PortableShape>::new();
    let q = Q4591::Q as i64;
    let (mut second_swaps, mut state) = (0, 1i64);
    for case in 0..48 {
        let (delta, zeros) = ([-3, -1, 1, 3][case % 4], case / 4 % 4);
        // Coefficients from x^0 on. f(0) is not 0; the first ones of g may be.
        let mut random = || {
            state = (state * 1103 + 12345) % 1_000_003;
            1 + state % (q / 2 - 1)
        };
        let mut f: [i64; LENGTH] = core::array::from_fn(|_| random());
        let mut g: [i64; LENGTH] = core::array::from_fn(|i| if i < zeros { 0 } else { random() });
        let mut control = ControlWords::<Q4591> { delta, lowest: 0, modulus: PhantomData };
        // Places: one in front, two vectors with x^0 as the highest, one behind.
        let [mut a, mut b] = [f, g].map(|polynomial| {
            let mut places = [0; 18];
            for i in 0..LENGTH {
                places[16 - i] = polynomial[i] as i16;
            }
            places
        });
        let choices = control.decide([a[16], a[15]], [b[16], b[15]]).constants::<Q4591>();
        two_steps(simd, choices, &mut a, &mut b);
        let mut expected = delta;
        for step in 0..2 {
            let swap = expected > 0 && g[0] != 0;
            second_swaps += (swap && step == 1) as usize;
            let difference: [i64; LENGTH] = core::array::from_fn(|i| (f[0] * g[i] - g[0] * f[i]).rem_euclid(q));
            f = if swap { g } else { f };
            g = core::array::from_fn(|i| if i + 1 < LENGTH { difference[i + 1] } else { 0 });
            expected = 1 + if swap { -expected } else { expected };
        }
        assert_eq!(control.delta, expected);
        assert_eq!((control.lowest as i64 - a[14] as i64).rem_euclid(q), 0);
        // The last coefficients are not known.
        for (places, polynomial) in [(a, f), (b, g)] {
            let first = (0..LENGTH - 2).find(|&i| polynomial[i] != 0).unwrap_or(0);
            for i in 0..LENGTH - 2 {
                let [left, right] = [(i, first), (first, i)].map(|(i, j)| places[14 - i] as i64 * polynomial[j]);
                assert_eq!((left - right).rem_euclid(q), 0, "case {case}, coefficient {i}");
            }
            assert!(polynomial[first] == 0 || (places[14 - first] as i64).rem_euclid(q) != 0);
        }
    }
    assert!(second_swaps > 0);
}
