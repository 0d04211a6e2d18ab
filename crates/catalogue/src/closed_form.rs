//! Closed forms for the operations of a transform, to compare counted operations with.
//!
//! They count operations on coefficients: T. multiplications by roots of unity, T+ additions and
//! subtractions, T# the subproblems that remain. The lanes of the analysis count vector
//! instructions. One vector instruction is as many operations on coefficients as a vector has
//! lanes; a multiplication modulo q is several instructions
//! ([`count`](vectru_polymul::analysis::count)).
//!
//! # Cooley-Tukey
//!
//! `R[x]/(x^n - 1) -> R^n` for n a power of two. A layer is n/2 butterflies, each a multiplication,
//! an addition and a subtraction:
//!
//! ```text
//! T.(n) = 2 T.(n/2) + n/2    T+(n) = 2 T+(n/2) + n    T#(n) = 2 T#(n/2), T#(1) = 1
//! T.(n) = n lg n / 2         T+(n) = n lg n           T#(n) = n
//! ```
//!
//! A transform that stops at leaves of m coefficients leaves out lg m layers: T.(n) = (n/2)
//! lg(n/m), T+(n) = n lg(n/m), T#(n) = n/m. The source divides by lg m instead
//! ([`Evaluate::printed`]), which counts log_m n layers instead of lg n - lg m. This is an
//! estimate; it agrees for n = 16 and m = 4, but not in general.
//!
//! # Schönhage, Nussbaumer
//!
//! `R[x]/(x^n + 1)` for n = 2^(2^h): with s = sqrt(n), 2s elements of `R[y]/(y^s + 1)`, of which
//! the second half is zero, are transformed with powers of y as roots of unity, without
//! multiplications:
//!
//! ```text
//! T+(n) = 2 s T+(s) + n lg n / 2 + n            T#(n) = 2 s T#(s), T#(2) = 2
//! T+(n) = n lg n lg lg n / 2 + n lg n - n       T#(n) = n lg n
//! ```
//!
//! and, stopped at leaves of m = 2^(2^g) coefficients, T+(n) = n lg n lg(log_m n) / 2 + n lg n / lg
//! m - n and T#(n) = n lg n / (m lg m).
//!
//! The source charges n additions for each of the lg(2s) layers. A layer of butterflies on 2s
//! polynomials of s coefficients is 2n additions and subtractions, and the first layer only copies,
//! since half of the input is zero. So the code runs T+(n) = 2 s T+(s) + n lg n = n lg n lg(log_m
//! n) additions ([`ClosedForm::NussbaumerButterflies`]).
//!
//! Source: Hwang, "Practical Aspects of Schönhage and Nussbaumer FFTs" (slides, 2024).

use vectru_polymul::multiplier::ClosedForm;

/// The operations of a transform, on coefficients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operations {
    /// T., multiplications by roots of unity.
    pub multiplications: f64,
    /// T+, additions and subtractions.
    pub additions: f64,
    /// T#, the subproblems that remain.
    pub subproblems: f64,
}

/// The values of a closed form.
pub trait Evaluate: Sized {
    /// Returns the formula's name, for tables.
    fn name(self) -> &'static str;

    /// Returns the size n and the leaf m, in coefficients.
    fn size_and_leaf(self) -> (usize, usize);

    /// Returns the value of the closed form.
    fn operations(self) -> Operations;

    /// Returns the value with the factor 1 / lg m that the source prints for an incomplete
    /// Cooley-Tukey transform; `None` if it prints no such value, or if m is 1.
    fn printed(self) -> Option<Operations>;

    /// Returns the multiplications, additions and subproblems by the recurrence; `None` if the size
    /// does not split down to the leaf.
    fn recurrence(self) -> Option<[u64; 3]>;
}

impl Evaluate for ClosedForm {
    fn name(self) -> &'static str {
        match self {
            Self::CooleyTukey { .. } => "cooley-tukey",
            Self::Nussbaumer { .. } => "nussbaumer",
            Self::NussbaumerButterflies { .. } => "nussbaumer-butterflies",
        }
    }

    fn size_and_leaf(self) -> (usize, usize) {
        let (Self::CooleyTukey { size, leaf }
        | Self::Nussbaumer { size, leaf }
        | Self::NussbaumerButterflies { size, leaf }) = self;
        (size, leaf)
    }

    fn operations(self) -> Operations {
        let (size, leaf) = self.size_and_leaf();
        let (n, m) = (size as f64, leaf as f64);
        match self {
            Self::CooleyTukey { .. } => {
                let layers = (n / m).log2();
                Operations { multiplications: n / 2.0 * layers, additions: n * layers, subproblems: n / m }
            }
            Self::Nussbaumer { .. } => {
                let levels = (n.log2() / m.log2()).log2();
                Operations {
                    multiplications: 0.0,
                    additions: n * n.log2() * levels / 2.0 + n * n.log2() / m.log2() - n,
                    subproblems: n * n.log2() / (m * m.log2()),
                }
            }
            Self::NussbaumerButterflies { .. } => Operations {
                multiplications: 0.0,
                additions: n * n.log2() * (n.log2() / m.log2()).log2(),
                subproblems: n * n.log2() / (m * m.log2()),
            },
        }
    }

    fn printed(self) -> Option<Operations> {
        match self {
            Self::CooleyTukey { size, leaf } if leaf > 1 => {
                let (n, m) = (size as f64, leaf as f64);
                let layers = n.log2() / m.log2();
                Some(Operations { multiplications: n / 2.0 * layers, additions: n * layers, subproblems: n / m })
            }
            _ => None,
        }
    }

    fn recurrence(self) -> Option<[u64; 3]> {
        let (size, leaf) = self.size_and_leaf();
        if size == leaf {
            return Some([0, 0, 1]);
        }
        if size < leaf || size < 2 {
            return None;
        }
        let n = size as u64;
        match self {
            Self::CooleyTukey { .. } => {
                if !size.is_multiple_of(2) {
                    return None;
                }
                let half = (Self::CooleyTukey { size: size / 2, leaf }).recurrence()?;
                let [multiplications, additions, subproblems] = half.map(|count| 2 * count);
                Some([multiplications + n / 2, additions + n, subproblems])
            }
            Self::Nussbaumer { .. } | Self::NussbaumerButterflies { .. } => {
                let root = size.isqrt();
                if !size.is_power_of_two() || root * root != size {
                    return None;
                }
                let lg = size.ilog2() as u64;
                let (inner, own) = match self {
                    Self::Nussbaumer { .. } => (Self::Nussbaumer { size: root, leaf }, n * lg / 2 + n),
                    _ => (Self::NussbaumerButterflies { size: root, leaf }, n * lg),
                };
                let elements = 2 * root as u64;
                let [_, additions, subproblems] = inner.recurrence()?;
                Some([0, elements * additions + own, elements * subproblems])
            }
        }
    }
}
