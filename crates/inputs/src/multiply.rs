//! Inputs as the coefficients of two polynomials.

use vectru::Mechanism;
use vectru::mechanism::Visitor;
use vectru_polymul::dispatch::{Backend, force};
use vectru_polymul::modular::Modulus;
use vectru_polymul::multiplier::{Multiply, multiply};
use vectru_polymul::ring::{Polynomial, Ring};

use crate::choose;

/// Multiplies two polynomials made of the bytes after the first one, which chooses the ring. Checks
/// that every multiplier of the ring gives the schoolbook product on every backend.
pub(crate) fn run(bytes: &[u8]) {
    if let Some((set, bytes)) = choose(bytes) {
        set.visit(Products(bytes));
    }
}

struct Products<'a>(&'a [u8]);

impl Visitor for Products<'_> {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let (first, second) = self.0.split_at(self.0.len() / 2);
        let [a, b] = [first, second].map(polynomial::<M::Ring>);
        let expected = a.schoolbook(&b);
        for multiplier in multipliers::<M::Ring>() {
            select::<M::Ring>(multiplier);
            for backend in Backend::available() {
                force(Some(backend)).expect("the backend is available");
                assert_eq!(multiply(&a, &b), expected, "{multiplier:?} in {} on {backend}", M::Ring::NAME);
            }
        }
        select::<M::Ring>(None);
        force(None).expect("the best backend is available");
    }
}

/// Returns the polynomial whose coefficients are the words of the bytes, repeated, modulo q.
fn polynomial<R: Ring>(bytes: &[u8]) -> Polynomial<R> {
    let q = R::Modulus::Q as i32;
    let words = bytes.chunks(2).map(|pair| i32::from(pair[0]) + 256 * i32::from(*pair.last().unwrap_or(&0)));
    let mut words = words.cycle();
    Polynomial::from_fn(|_| {
        let residue = words.next().unwrap_or(0) % q;
        // Centred: in [-q/2, q/2).
        (if 2 * residue >= q { residue - q } else { residue }) as i16
    })
}

/// Returns the multipliers of a ring by name; `None` is the one that dispatch chooses.
#[cfg(feature = "multipliers")]
fn multipliers<R: Multiply>() -> Vec<Option<&'static str>> {
    use vectru_literature::workbench;
    let names = workbench::all().filter(|source| source.recipe.ring == R::NAME);
    let takes_any_two = |name: &&str| workbench::force(R::NAME, Some(name)).is_ok();
    let names = names.map(|source| source.recipe.name).filter(takes_any_two).map(Some);
    core::iter::once(None).chain(names).collect()
}

/// Returns the multipliers of a ring by name: the one that dispatch chooses.
#[cfg(not(feature = "multipliers"))]
fn multipliers<R: Multiply>() -> Vec<Option<&'static str>> {
    vec![None]
}

/// Makes products in the ring run a multiplier.
#[cfg(feature = "multipliers")]
fn select<R: Ring>(multiplier: Option<&str>) {
    vectru_literature::workbench::force(R::NAME, multiplier).expect("it is a multiplier of the ring");
}

/// Does nothing, because there is only one multiplier.
#[cfg(not(feature = "multipliers"))]
fn select<R: Ring>(_: Option<&str>) {}
