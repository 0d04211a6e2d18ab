//! Checks two rings that belong to no parameter set: their numbers satisfy the conditions of NTRU
//! Prime and of NTRU, and the planner prints for them the lines of a crate outside of the
//! workspace.

use std::path::Path;

use vectru_planner::{Problem, Tail, plans};
use vectru_polymul::dispatch::Backend;
use vectru_polymul::modular::power;

/// The modulus and the degree of the field of NTRU Prime's kind.
const FIELD: (i64, usize) = (4219, 1009);
/// The modulus and the degree of the ring of NTRU's kind.
const CYCLIC: (i64, usize) = (2048, 773);

fn is_prime(number: i64) -> bool {
    number > 1 && (2..).take_while(|k| k * k <= number).all(|k| number % k != 0)
}

/// Returns the product of two polynomials modulo x^p - x - 1 and q.
fn product(a: &[u64], b: &[u64], q: u64) -> Vec<u64> {
    let p = a.len();
    let mut product = vec![0; 2 * p];
    for (i, a) in a.iter().enumerate().filter(|(_, a)| **a != 0) {
        for (target, b) in product[i..].iter_mut().zip(b) {
            *target += a * b;
        }
    }
    for k in (p..2 * p).rev() {
        let excess = product[k] % q;
        product[k - p] += excess;
        product[k - p + 1] += excess;
    }
    product.truncate(p);
    product.iter().map(|coefficient| coefficient % q).collect()
}

/// Checks the field. For a prime p, x^p - x - 1 is irreducible modulo q if it has no root and
/// x^(q^p) = x, because its irreducible factors then have degrees that divide p.
#[test]
fn the_field_is_one_of_ntru_prime() {
    let (q, p) = FIELD;
    // Section 3.3 of the specification: p and q are primes; the weight w has 2 p >= 3 w and
    // q >= 16 w + 1; for NTRU LPRime, q = 1 modulo 6.
    assert!(is_prime(q) && is_prime(p as i64) && q % 6 == 1);
    let weight = (q - 1) / 16;
    assert!(weight > 0 && 2 * p as i64 >= 3 * weight);
    assert!((0..q).all(|x| (power(x, p as u64, q) - x - 1) % q != 0), "no root");

    let unit = |k: usize| -> Vec<u64> { (0..p).map(|index| u64::from(index == k)).collect() };
    // Computes x^q by the bits of q.
    let mut image = unit(0);
    for bit in (0..q.ilog2() + 1).rev() {
        image = product(&image, &image, q as u64);
        if q >> bit & 1 == 1 {
            image = product(&image, &unit(1), q as u64);
        }
    }
    // The images of 1, x, x^2, … under a -> a^q, which is linear.
    let mut images = vec![unit(0)];
    for k in 1..p {
        images.push(product(&images[k - 1], &image, q as u64));
    }
    let mut element = unit(1);
    for _ in 0..p {
        let mut next = vec![0; p];
        for (coefficient, image) in element.iter().zip(&images).filter(|(coefficient, _)| **coefficient != 0) {
            for (target, value) in next.iter_mut().zip(image) {
                *target += coefficient * value;
            }
        }
        element = next.iter().map(|coefficient| coefficient % q as u64).collect();
    }
    assert_eq!(element, unit(1));
}

/// Checks the cyclic ring. The degree n is a prime of which 2 and 3 are primitive roots, so that
/// (x^n - 1)/(x - 1) is irreducible modulo both; and q/8 - 2 <= 2 n/3 (sections 1.3.2 and 1.3.3 of
/// the specification).
#[test]
fn the_cyclic_ring_is_one_of_ntru() {
    let (q, n) = (CYCLIC.0, CYCLIC.1 as i64);
    assert!(is_prime(n) && q / 8 - 2 <= 2 * n / 3);
    for base in [2, 3] {
        let order = (1..n).find(|&exponent| power(base, exponent as u64, n) == 1);
        assert_eq!(order, Some(n - 1), "{base}");
    }
}

/// Returns the lines of a file of own-rings, with single spaces.
fn own_rings(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/own-rings").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks that the lines of the best plan, without documentation, are the lines of own-rings. That
/// crate compiles them, proves the products, and multiplies.
#[test]
fn own_rings_has_the_lines_of_the_best_plans() {
    let (library, tests) = (own_rings("src/lib.rs"), own_rings("tests/proof.rs"));
    for ((q, n), tail) in [(FIELD, Tail::Prime), (CYCLIC, Tail::Cyclic)] {
        let problem = Problem::new(q, n, tail).expect("it is within the limits");
        let plans = plans(&problem, Backend::Avx2);
        let best = plans.iter().find(|plan| plan.takes_any_operands()).expect("there are plans");
        let statement = best.statement.as_ref().unwrap_or_else(|| panic!("{}", best.summary));
        let lines = statement.library.lines().map(str::trim);
        let plain = lines.filter(|line| !["", "}"].contains(line) && !line.starts_with("///") && !line.ends_with('{'));
        assert_eq!(plain.clone().count(), 3, "{statement:?}");
        for line in plain {
            assert!(library.contains(line), "{line:?} is not in {library}");
        }
        let proved = statement.test.split(['{', '}']).nth(1).expect("it proves the product").trim();
        assert!(tests.contains(proved), "{proved:?} is not in {tests}");
    }
}
