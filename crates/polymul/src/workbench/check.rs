//! The check of a multiplier's kernels against the schoolbook product, for extreme operands and
//! random ones: in one call, by its parts, and as a sum of products.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use super::{Part, Source, Workbench};
use crate::dispatch::{Backend, Unavailable};
use crate::modular::centred;
use crate::multiplier::recipe::Transformation;
use crate::multiplier::{Operands, Safety};

/// A product that differs from the schoolbook product, or padding that is not zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The multiplier, and the way in which the product was computed.
    pub product: String,
    /// The power of x whose coefficient is wrong.
    pub power: usize,
    /// The coefficient by the definition.
    pub expected: i16,
    /// The coefficient that the multiplier computed.
    pub found: i16,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { product, power, expected, found } = self;
        write!(formatter, "{product}: coefficient of x^{power}: expected {expected}, found {found}")
    }
}

impl Error for Mismatch {}

/// Operands of each kind.
const OPERANDS: usize = 6;

/// Returns the pseudo-random number of an index, by the upper bits of Knuth's generator for 64
/// bits.
fn random(seed: u64, index: usize) -> u64 {
    let mut state = seed;
    for word in [index as u64, 1] {
        state = (state ^ word).wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    }
    state >> 24
}

impl Source {
    /// Returns the coefficient of x^k of operand `which` of [`OPERANDS`]: all largest, all least,
    /// both in turn, x^(n - 1), random.
    fn coefficient(&self, which: usize, k: usize) -> i16 {
        let (largest, least) = (((self.modulus - 1) / 2) as i16, (-(self.modulus / 2)) as i16);
        match which {
            0 => largest,
            1 => least,
            2 => [largest, least][k % 2],
            3 => (k == self.degree - 1).into(),
            _ => centred((random(which as u64, k) % self.modulus as u64) as i64, self.modulus) as i16,
        }
    }

    /// Returns the coefficient of x^k of small operand `which`, of the same kinds as in
    /// [`coefficient`](Self::coefficient).
    fn small_coefficient(&self, which: usize, k: usize) -> i8 {
        match which {
            0 => self.small,
            1 => -self.small,
            2 => [self.small, -self.small][k % 2],
            3 => (k == self.degree - 1).into(),
            _ => (random(which as u64, k) % (2 * self.small as u64 + 1)) as i8 - self.small,
        }
    }

    /// Compares products on a backend with the schoolbook products.
    ///
    /// # Errors
    ///
    /// Returns the first [`Mismatch`], or [`Unavailable`] if this CPU lacks the backend.
    pub fn check(&self, backend: Backend) -> Result<(), Box<dyn Error>> {
        let mut bench = self.build();
        for b in 0..OPERANDS {
            bench.set_operand(1, &|k| self.coefficient(b, k));
            bench.set_small(&|k| self.small_coefficient(b, k));
            for a in 0..OPERANDS {
                bench.set_operand(0, &|k| self.coefficient(a, k));
                let expected = bench.schoolbook_by_small();
                bench.run(backend, Part::ProductBySmall)?;
                self.compare(bench.as_ref(), "by small", backend, &expected)?;
                bench.run(backend, Part::ForwardSmall)?;
                self.check_parts(bench.as_mut(), backend, &expected)?;
                if self.recipe.operands == Operands::BigByBig {
                    let expected = bench.schoolbook();
                    bench.run(backend, Part::Product)?;
                    self.compare(bench.as_ref(), "product", backend, &expected)?;
                    bench.run(backend, Part::UnfoldedByTransformed)?;
                    bench.run(backend, Part::Fold)?;
                    self.compare(bench.as_ref(), "by a transformed operand", backend, &expected)?;
                    bench.run(backend, Part::ForwardSecond)?;
                    self.check_parts(bench.as_mut(), backend, &expected)?;
                }
            }
        }
        Ok(())
    }

    /// Compares the product by parts, from the transformed second operand on, and twice this
    /// product as a sum of products.
    fn check_parts(&self, bench: &mut dyn Workbench, backend: Backend, expected: &[i16]) -> Result<(), Box<dyn Error>> {
        for part in [Part::Forward, Part::Base] {
            bench.run(backend, part)?;
        }
        bench.keep();
        for part in [Part::Inverse, Part::Fold] {
            bench.run(backend, part)?;
        }
        self.compare(bench, "by parts", backend, expected)?;
        bench.restore();
        for part in [Part::Accumulate, Part::Inverse, Part::Fold] {
            bench.run(backend, part)?;
        }
        let doubled: Vec<_> = expected.iter().map(|&c| centred(2 * i64::from(c), self.modulus) as i16).collect();
        Ok(self.compare(bench, "sum of two", backend, &doubled)?)
    }

    /// Compares the result of a workbench with the expected coefficients, and its padding with
    /// zeros.
    fn compare(&self, bench: &dyn Workbench, way: &str, backend: Backend, expected: &[i16]) -> Result<(), Mismatch> {
        let padding = bench.padding().iter().zip(&[0; 64]);
        let pairs = bench.result().iter().zip(expected).chain(padding);
        match pairs.enumerate().find(|(_, (found, expected))| found != expected) {
            None => Ok(()),
            Some((power, (&found, &expected))) => {
                let product = format!("{} of {} on {backend}, {way}", self.recipe.name, self.recipe.ring);
                Err(Mismatch { product, power, expected, found })
            }
        }
    }

    /// Compares the unfolded products of all pairs of basis vectors, for a multiplier on lanes that
    /// wrap: together they prove the product for all operands. Does nothing for other multipliers.
    /// Computes n^2 products.
    ///
    /// # Errors
    ///
    /// Returns [`Unavailable`] if this CPU lacks the backend.
    ///
    /// # Panics
    /// Panics with the first pair whose product is not 2^lost times the right power of x.
    pub fn check_all_pairs(&self, backend: Backend) -> Result<(), Unavailable> {
        let Safety::Wrapping { lost, .. } = self.recipe.safety else { return Ok(()) };
        let mut bench = self.build();
        // Toeplitz products wrap around at x^n = zeta; products of polynomials have their full
        // length.
        let n = self.degree;
        let wraps = self.recipe.chain.iter().find_map(|map| match map.transformation {
            Transformation::Expand { zeta, .. } => Some(zeta),
            _ => None,
        });
        for j in 0..n {
            bench.set_operand(1, &|k| (k == j).into());
            bench.run(backend, Part::ForwardSecond)?;
            for i in 0..n {
                bench.set_operand(0, &|k| (k == i).into());
                for part in [Part::Forward, Part::Base, Part::Inverse] {
                    bench.run(backend, part)?;
                }
                let (length, power, sign) = match wraps {
                    Some(zeta) if i + j >= n => (n, i + j - n, zeta),
                    Some(_) => (n, i + j, 1),
                    None => (2 * n - 1, i + j, 1),
                };
                let words = bench.unfolded()[..length].iter().enumerate();
                let right = words.into_iter().all(|(k, &word)| word == (sign * i16::from(k == power)) << lost);
                assert!(right, "{} of {} on {backend}: x^{i} x^{j}", self.recipe.name, self.recipe.ring);
            }
        }
        Ok(())
    }
}
