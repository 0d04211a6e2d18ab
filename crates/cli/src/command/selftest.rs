//! `vectru selftest`: known answers, implicit rejection and products, on each backend.

use std::io::Write;

use rand_core::Rng;
use vectru::Set;
use vectru::kat::{Answers, NistDrbg, RngOrder};
use vectru::mechanism::Visitor;
use vectru_polymul::dispatch::{self, Backend};
use vectru_polymul::modular::Modulus;
use vectru_polymul::multiplier::{Multiply, multiply, multiply_by_small, multiply_prepared, prepare};
use vectru_polymul::ring::{Polynomial, Ring, Small};

use crate::failure::Failure;
use crate::known_answers::{Verdict, check_records, check_rejections};

/// The check of a ring's products.
struct Check {
    ring: &'static str,
    run: fn() -> Verdict,
}

/// The visitor that returns the check of the products in a parameter set's ring.
struct ProductsOfSet;

impl Visitor for ProductsOfSet {
    type Output = Check;

    fn visit<M: vectru::Mechanism>(self) -> Check {
        Check { ring: M::Ring::NAME, run: products::<M::Ring> }
    }
}

/// Returns the check of the ring of each parameter set. A ring of several sets occurs once.
fn ring_checks() -> Vec<Check> {
    let mut checks: Vec<Check> = Vec::new();
    for check in Set::ALL.map(|set| set.visit(ProductsOfSet)) {
        if checks.iter().all(|known| known.ring != check.ring) {
            checks.push(check);
        }
    }
    checks
}

/// The number of pairs of random operands for each ring, besides the extreme ones.
const RANDOM_PAIRS: usize = 16;

/// Runs every check on each of `backends`, and prints a line for each check.
pub(super) fn run(backends: &[Backend], out: &mut impl Write) -> Result<(), Failure> {
    let (mut checks, mut failures) = (0, 0);
    for &backend in backends {
        dispatch::force(Some(backend)).map_err(|error| Failure::new("--backend", error))?;
        let mut report = |subject: &str, check: &str, result: Verdict| {
            checks += 1;
            failures += usize::from(result.is_err());
            let verdict = result.map_or_else(|error| format!("FAILED: {error}"), |()| "ok".into());
            writeln!(out, "{backend:8}  {subject:15}  {check:38}  {verdict}")?;
            // A check may take seconds, so each line is shown immediately.
            out.flush()
        };
        for check in ring_checks() {
            report(check.ring, "products against the definition", (check.run)())?;
        }
        for set in Set::ALL {
            let answers = Answers::of(set).ok_or_else(|| Failure::expected(set, "known answers", "none"))?;
            for &order in RngOrder::of(set) {
                report(set.name(), &format!("100 known answers, {order} order"), check_records(answers, order))?;
            }
            report(set.name(), "implicit rejection", check_rejections(answers, set))?;
        }
    }
    if failures > 0 {
        return Err(Failure::expected(
            "selftest",
            "every check to pass",
            format_args!("{failures} of {checks} failed"),
        ));
    }
    writeln!(out, "All {checks} checks passed.")?;
    Ok(())
}

/// Compares products, with and without a prepared operand, with the schoolbook products.
fn products<R: Multiply>() -> Verdict {
    let (half, least) = ((R::Modulus::Q as i32 - 1) / 2, -(R::Modulus::Q as i32) / 2);
    let constant = |value: i32| Polynomial::<R>::from_fn(|_| value as i16);
    let alternating = Polynomial::<R>::from_fn(|k| if k % 2 == 0 { half as i16 } else { least as i16 });
    let extreme = [constant(half), constant(least), alternating];
    let mut pairs: Vec<_> = extreme.iter().flat_map(|a| extreme.map(|b| (*a, b))).collect();

    let mut rng = NistDrbg::new(&[0x5A; 48]);
    let mut random = || Polynomial::<R>::from_fn(|_| ((rng.next_u32() % R::Modulus::Q as u32) as i32 + least) as i16);
    pairs.extend((0..RANDOM_PAIRS).map(|_| (random(), random())));

    for (index, (a, b)) in pairs.iter().enumerate() {
        let small = Small::from_fn(|k| (b[k] % 3) as i8);
        let expected = a.schoolbook(b);
        compare(index, &expected, &multiply(a, b))?;
        compare(index, &expected, &multiply_prepared(a, &prepare(b)))?;
        compare(index, &a.schoolbook(&small.to_polynomial()), &multiply_by_small(a, &small))?;
    }
    Ok(())
}

fn compare<R: Ring>(index: usize, expected: &Polynomial<R>, found: &Polynomial<R>) -> Verdict {
    match (0..R::DEGREE).find(|&k| expected[k] != found[k]) {
        Some(k) => Err(format!("pair {index}: expected {} at x^{k}, found {}", expected[k], found[k])),
        None => Ok(()),
    }
}
