//! Reciprocals against products, in every ring, on every backend of this CPU.

use alloc::{vec, vec::Vec};

use vectru_polymul::dispatch::{Backend, Task};
use vectru_polymul::ring::{Polynomial, Ring};

use super::quotient::QuotientRing;
use super::small_field::{InWords, Solve, Three, reciprocal_by, solve_in_words};

fn on_every_backend(check: impl Fn(Backend)) {
    Backend::available().for_each(check);
}

fn run<T: Task>(backend: Backend, task: T) -> T::Output {
    backend.run(task).expect("the backend is available")
}

/// Returns the reciprocal of `g`, computed on `backend`, which is also the one computed in words.
fn reciprocal<Q: QuotientRing, F: InWords>(backend: Backend, g: &Polynomial<Q::Ring>) -> (Polynomial<Q::Ring>, u16) {
    let [mut result, mut in_words] = [Polynomial::zero(); 2];
    let mask = reciprocal_by::<Q>(g, &mut result, |problem| run(backend, Solve::<F>::new(problem)));
    assert_eq!(reciprocal_by::<Q>(g, &mut in_words, solve_in_words::<F>), mask);
    assert!(mask == 0 || in_words == result, "in words, of a ring of degree {}", Q::DEGREE);
    (result, mask)
}

/// Returns a linear congruential generator, which suffices for polynomials that differ.
fn random(seed: u64) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as u32
    }
}

/// Polynomials with coefficients in {-1, 0, 1}: special ones, then `count` at random, some of them
/// sparse.
fn short_polynomials<R: Ring>(count: u64) -> Vec<Polynomial<R>> {
    let at = |index: usize| Polynomial::from_fn(|i| (i == index) as i16);
    let mut polynomials = vec![at(0), at(1), at(R::DEGREE - 1), Polynomial::from_fn(|i| -((i == 5) as i16))];
    polynomials.push(Polynomial::from_fn(|_| 1));
    // x / (x + 1) in Z[x]/(x^p - x - 1). Its product with x^(p-1) is 1, so that no step of two
    // jumps swaps.
    polynomials.push(Polynomial::from_fn(|i| if i == 0 || i % 2 == 1 { 1 } else { -1 }));
    for seed in 0..count {
        let mut next = random(seed + 77);
        let zeros = if seed % 3 == 2 { 30 } else { 0 };
        polynomials.push(Polynomial::from_fn(|_| match next() % (3 + zeros) {
            0 => 1,
            1 => -1,
            _ => 0,
        }));
    }
    polynomials
}

mod prime {
    use super::*;
    use crate::arithmetic::reciprocal::quotient::Whole;
    use crate::arithmetic::reciprocal::{modulo_q, modulo_q_by_steps};
    use vectru_polymul::dispatch;
    use vectru_polymul::modular::centred;
    use vectru_polymul::multiplier::Multiply;

    // The ring that is used most and the largest one: each ring adds its products to the build of
    // the unit tests. The tests of known answers generate keys in every ring.
    #[test]
    fn big_reciprocals_times_triples_are_one() {
        on_every_backend(|backend| {
            #[cfg(feature = "sntrup761")]
            check_big::<vectru_polymul::ring::Sntrup761>(backend, 3);
            #[cfg(feature = "sntrup1277")]
            check_big::<vectru_polymul::ring::Sntrup1277>(backend, 3);
        });
        let _ = dispatch::force(None);
    }

    #[test]
    fn small_reciprocals_times_elements_are_one() {
        on_every_backend(|backend| {
            for_each_set_of!(streamlined, check ring check_small (backend, 20));
        });
    }

    #[test]
    fn multiples_of_factors_have_no_small_reciprocal() {
        on_every_backend(|backend| {
            for_each_set_of!(streamlined, check ring check_no_reciprocal (backend));
        });
    }

    fn check_big<R: Multiply>(backend: Backend, count: u64) {
        let one = Polynomial::from_fn(|i| (i == 0) as i16);
        for f in short_polynomials::<R>(count) {
            let triple = Polynomial::from_fn(|i| 3 * f[i]);
            // Other tests that run at the same time are right on every backend.
            dispatch::force(Some(backend)).expect("the backend is available");
            for write in [
                modulo_q::reciprocal_of_triple_in,
                modulo_q::reciprocal_of_triple_in_halves,
                modulo_q_by_steps::reciprocal_of_triple_in,
            ] {
                let mut found = Polynomial::zero();
                write(&f, &mut found);
                assert!(found.schoolbook(&triple) == one, "{} on {backend}", R::NAME);
            }
        }
    }

    fn check_small<R: Ring>(backend: Backend, count: u64) {
        let mut invertible = 0;
        for g in short_polynomials::<R>(count) {
            let (reciprocal, mask) = reciprocal::<Whole<R>, Three>(backend, &g);
            assert!(reciprocal.coefficients().iter().all(|c| (-1..=1).contains(c)));
            let common = gcd(ternary(&g), modulus::<R>());
            assert_eq!(mask, if common.len() == 1 { 0xffff } else { 0 });
            if mask != 0 {
                assert_eq!(product::<R>(&ternary(&g), &ternary(&reciprocal)), [1]);
                invertible += 1;
            }
        }
        assert!(invertible > count / 2, "most elements of {} are invertible", R::NAME);
    }

    fn check_no_reciprocal<R: Ring>(backend: Backend) {
        assert_eq!(reciprocal::<Whole<R>, Three>(backend, &Polynomial::zero()).1, 0);
        let Some(factor) = factor::<R>() else { return };
        for short in short_polynomials::<R>(6) {
            let multiple = product::<R>(&factor, &ternary(&short));
            let multiple = Polynomial::<R>::from_fn(|i| multiple.get(i).copied().unwrap_or(0));
            assert_eq!(reciprocal::<Whole<R>, Three>(backend, &multiple).1, 0, "{} on {backend}", R::NAME);
        }
    }

    #[test]
    fn the_ring_of_761_has_a_factor_of_degree_19() {
        assert_eq!(factor::<vectru_polymul::ring::Sntrup761>().map(|factor| factor.len()), Some(20));
    }

    // Polynomials over Z_3, as their coefficients from x^0 up to the last one that is not zero.

    fn trimmed(mut a: Vec<i16>) -> Vec<i16> {
        while a.last() == Some(&0) {
            a.pop();
        }
        a
    }

    fn ternary<R: Ring>(a: &Polynomial<R>) -> Vec<i16> {
        trimmed(a.coefficients().iter().map(|&c| centred(c.into(), 3) as i16).collect())
    }

    fn modulus<R: Ring>() -> Vec<i16> {
        let mut result = vec![0; R::DEGREE + 1];
        (result[0], result[1], result[R::DEGREE]) = (-1, -1, 1);
        result
    }

    fn remainder(mut a: Vec<i16>, b: &[i16]) -> Vec<i16> {
        let &lead = b.last().expect("the divisor is not zero");
        while a.len() >= b.len() {
            let (shift, scale) = (a.len() - b.len(), a[a.len() - 1] * lead);
            for (i, &c) in b.iter().enumerate() {
                a[i + shift] = centred((a[i + shift] - scale * c).into(), 3) as i16;
            }
            a = trimmed(a);
        }
        a
    }

    fn gcd(a: Vec<i16>, b: Vec<i16>) -> Vec<i16> {
        if b.is_empty() {
            return a;
        }
        let rest = remainder(a, &b);
        gcd(b, rest)
    }

    fn product<R: Ring>(a: &[i16], b: &[i16]) -> Vec<i16> {
        let mut sums = vec![0; a.len() + b.len()];
        for (i, &x) in a.iter().enumerate() {
            for (j, &y) in b.iter().enumerate() {
                sums[i + j] += x * y;
            }
        }
        let sums = sums.into_iter().map(|c| centred(c.into(), 3) as i16).collect();
        remainder(trimmed(sums), &modulus::<R>())
    }

    /// Returns a factor of x^p - x - 1 modulo 3 of degree d <= 30, if there is one: it divides
    /// x^(3^d) - x.
    fn factor<R: Ring>() -> Option<Vec<i16>> {
        let mut power = vec![0, 1];
        for _ in 1..=30 {
            let mut cube = vec![0; 3 * power.len()];
            power.iter().enumerate().for_each(|(i, &c)| cube[3 * i] = c);
            power = remainder(trimmed(cube), &modulus::<R>());
            let mut difference = power.clone();
            difference.resize(power.len().max(2), 0);
            difference[1] = centred((difference[1] - 1).into(), 3) as i16;
            let common = gcd(trimmed(difference), modulus::<R>());
            if common.len() > 1 {
                return Some(common);
            }
        }
        None
    }
}

mod cyclotomic {
    use super::*;
    use crate::arithmetic::reciprocal::quotient::Cyclotomic;
    use crate::arithmetic::reciprocal::small_field::Two;

    /// Phi_n is irreducible modulo 2 and modulo 3 for the n of NTRU, so that all but 0 have a
    /// reciprocal.
    #[test]
    fn reciprocals_modulo_phi_times_elements_are_one() {
        on_every_backend(|backend| {
            for_each_set_of!(ntru, check ring check_phi (backend, 6));
        });
    }

    fn check_phi<R: Ring>(backend: Backend, count: u64) {
        let top = R::DEGREE - 1;
        for mut element in short_polynomials::<R>(count) {
            element[top] = 0;
            if element.coefficients().iter().any(|&c| c != 0) {
                check_phi_modulo::<R, Two>(backend, &element, 2);
                check_phi_modulo::<R, Three>(backend, &element, 3);
            }
        }
        let zero = Polynomial::zero();
        assert_eq!(reciprocal::<Cyclotomic<R>, Two>(backend, &zero).1, 0);
        assert_eq!(reciprocal::<Cyclotomic<R>, Three>(backend, &zero).1, 0);
    }

    fn check_phi_modulo<R: Ring, F: InWords>(backend: Backend, element: &Polynomial<R>, modulus: i64) {
        let top = Cyclotomic::<R>::DEGREE;
        let (reciprocal, mask) = reciprocal::<Cyclotomic<R>, F>(backend, element);
        assert_eq!(mask, 0xffff, "{} modulo {modulus} on {backend}", R::NAME);
        assert_eq!(reciprocal[top], 0);
        // The coefficients of the product are integers of magnitude below n, and n < q / 2.
        let product = element.schoolbook(&reciprocal);
        for k in 0..top {
            let residue = (product[k] as i64 - product[top] as i64).rem_euclid(modulus);
            assert_eq!(residue, i64::from(k == 0), "{} modulo {modulus} on {backend}", R::NAME);
        }
    }
}
