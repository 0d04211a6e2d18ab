//! The kinds of maps, with their sizes and constants as numbers.

use crate::simd::CHUNK;
use crate::stage::infinity::Ends;

/// A map, by its kind and its numbers.
///
/// R is the ring of coefficients at that point of the chain. Sizes are in coefficients, unless a
/// field says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transformation {
    /// R\[x\]_(< n + 16 h + 1) -> R\[x\]/(x^n - 1) x R^(16 h) x R: the coefficients at both ends of
    /// a product are computed separately.
    Infinity(Ends),
    /// R\[x\]/((x^m + 1)(x^n - 1)) -> R\[x\]/(x^m + 1) x R\[x\]/(x^n - 1), where n divides m. The
    /// products in the second ring belong to the map.
    CyclicFactor {
        /// m.
        negacyclic: usize,
        /// n.
        cyclic: usize,
    },
    /// R\[x\]/(x^16 - w^2) -> R\[x\]/(x^8 - w), for the roots w of some order: the other rings
    /// modulo x^8 + w belong to a factor x^e + 1 that is left out. The products in the small rings
    /// belong to the map.
    Truncation {
        /// The degree of the small rings.
        degree: usize,
        /// The order of the roots, which is the number of the rings.
        order: usize,
    },
    /// R\[x\]/(x^(g n0 n1 n2) - 1) -> R\[x, u0, u1, u2\]/(x^g - u0 u1 u2, u0^n0 - 1, …): a
    /// reindexing of blocks of g coefficients. One dimension may have another modulus.
    GoodThomas {
        /// g.
        block: usize,
        /// The dimensions u0, u1 and u2; a cyclic one of length 1 is absent.
        dimensions: [Dimension; 3],
        /// The order of the roots by which the inverse multiplies overlapping halves of blocks, 1
        /// if there are none.
        overlap: usize,
    },
    /// R\[u\]/(u^n - 1) -> prod R\[u\]/(u - w^i): transforms of one or two dimensions of a
    /// Good-Thomas map. Dimensions without all of their roots keep quadratic factors.
    Transform {
        /// The block of the Good-Thomas map.
        block: usize,
        /// The dimensions u0, u1 and u2 that are transformed; the others are given as cyclic
        /// dimensions of length 1.
        dimensions: [Dimension; 3],
        /// The number of quadratic factors that remain.
        quadratic: usize,
        /// The formulas of the transform.
        algorithm: Algorithm,
    },
    /// R\[x\]/(x^(2 n) - w^(2 i)) -> R\[x\]/(x^n - w^i) x R\[x\]/(x^n + w^i): a layer of radix 2.
    CooleyTukey {
        /// n.
        degree: usize,
        /// The order of w.
        order: usize,
        /// The number of rings that are split.
        rings: usize,
    },
    /// R\[x\]/(x^(n m) + 1) -> prod R\[x\]/(x^n - w^i), i < 2 m odd, w of order 2 m: layers of
    /// radix 2.
    NegacyclicTransform {
        /// n.
        degree: usize,
        /// m.
        points: usize,
    },
    /// R\[x\]/(x^n - z) -> R\[x, u\]/(x^16 - w u, u^(n / 16) - 1), with w^(n / 16) = z: a power of
    /// w for each chunk. A trinomial x^(2 n) - s x^n + 1 has two factors x^n - z.
    Twist {
        /// n.
        degree: usize,
        /// The order of w, 1 for x^n - 1.
        order: usize,
        /// s, or 0 for x^n - 1 and x^n + 1.
        trace: i16,
    },
    /// R\[x\]/(x^(2 n) + w^(2 i)) -> prod R\[x\]/(x^n +- s w^e(i) x^(n/2) + w^(2 e(i))), s^2 = 2: a
    /// layer of Bruun's transform, for rings without square roots of -1.
    Bruun {
        /// n.
        degree: usize,
        /// The order of w.
        order: usize,
        /// The number of rings that are split.
        rings: usize,
        /// s.
        root_of_two: i64,
    },
    /// R\[x\]/(x^(4 n) + 1) -> prod R\[x\]/(x^n +- a x^(n/2) + b) x R\[x\]/(x^n +- c x^(n/2) + b):
    /// two layers of Bruun's transform.
    BruunNegacyclic {
        /// n.
        degree: usize,
        /// The number of rings that are split.
        rings: usize,
        /// s with s^2 = 2, a and c.
        alphas: [i64; 3],
        /// b, 1 or -1.
        constant: i64,
    },
    /// R\[x, u\]/(x^g - y, u^n - 1) -> prod R\[x, u\]/(x^(2 g) + 1, u - x^(4 g j / n)), j < n,
    /// where u is the dimension u1 of a Good-Thomas map and y = u0 u.
    Schoenhage {
        /// g.
        block: usize,
        /// n, the number of powers of x that are roots of unity for the dimension.
        points: usize,
        /// The number of points u0.
        copies: usize,
    },
    /// R\[x\]/prod_r (y^n - x^r), y = x^g -> prod R\[x, y\]/(x^(2 g) + 1, y - x^(r/n + 4 g j / n)),
    /// j < n, for r = 0, g, 3 g.
    TruncatedSchoenhage {
        /// g.
        block: usize,
        /// n.
        points: usize,
        /// The three exponents r.
        roots: [usize; 3],
    },
    /// R\[x\]/(x^(g n) + 1) -> prod R\[x, y\]/(x^(2 g) + 1, y - x^(2 g k / n)), k < 2 n odd, where
    /// y is x^g.
    NegacyclicSchoenhage {
        /// g.
        block: usize,
        /// n.
        points: usize,
    },
    /// R\[x\]/(x^(m n / 2) + 1) -> prod R\[z, x\]/(z^m + 1, x - z^(2 m k / n)), k < n.
    Nussbaumer {
        /// m.
        degree: usize,
        /// n.
        points: usize,
        /// The number of rings that are transformed.
        rings: usize,
    },
    /// Z\[x\]/(x^n - zeta) -> Z_p\[x\]/(x^n - zeta), where products have coefficients that p
    /// determines.
    Integers {
        /// n.
        length: usize,
        /// zeta: 1 or -1.
        zeta: i16,
        /// p.
        prime: i64,
        /// The largest coefficient of a product.
        largest: i64,
        /// The number of leaves of the transform. The inverse map multiplies by its inverse.
        leaves: usize,
    },
    /// Z\[x\]/(x^n - zeta) -> prod Z_p\[x\]/(x^n - zeta) for two primes p, whose product determines
    /// the coefficients of products.
    ChineseRemainder {
        /// n.
        length: usize,
        /// zeta: 1 or -1.
        zeta: i16,
        /// The primes.
        primes: [i64; 2],
        /// The largest coefficient of a product.
        largest: i64,
        /// The number of leaves of the transform. The small operand is multiplied by its inverse.
        leaves: usize,
    },
    /// R\[x\]/(x^n - zeta) -> Toeplitz_N x R^N: the matrix of one operand, and the other as a
    /// vector.
    Expand {
        /// n.
        degree: usize,
        /// zeta: 1 or -1.
        zeta: i16,
        /// N, the dimension that matrices and vectors are padded to.
        dimension: usize,
    },
    /// Toeplitz_n x R^n -> (Toeplitz_(n/k) x R^(n/k))^P: a transposed layer of Toom-Cook or
    /// Karatsuba.
    ToeplitzLayer {
        /// n / k.
        part: usize,
        /// k.
        parts: usize,
        /// P.
        points: usize,
    },
    /// R\[x\]_(< n) -> (R\[x\]_(< n/k))^P: a layer of Toom-Cook or Karatsuba.
    PolynomialLayer {
        /// n / k.
        part: usize,
        /// k.
        parts: usize,
        /// P.
        points: usize,
    },
    /// Products of Toeplitz matrices and vectors, by outer products.
    OuterProducts {
        /// The dimension.
        dimension: usize,
        /// The number of products.
        products: usize,
    },
    /// Products of polynomials, one in each lane.
    LaneProducts {
        /// The coefficients of a factor.
        degree: usize,
        /// The number of products.
        products: usize,
    },
    /// Products in R\[x\]/(x^n - w^i), by outer products.
    WeightedConvolutions {
        /// n.
        degree: usize,
        /// The order of w: there is a ring for each power of w.
        order: usize,
        /// The orders of the powers of w whose rings are left out, or 0.
        omitted: [usize; 2],
        /// Products in quadratic extensions.
        extensions: Option<Extensions>,
    },
    /// Products in R\[x\]/(x^n +- w^i) and R\[x\]/(x^n + alpha x^(n/2) + beta), one in each lane.
    TrinomialConvolutions {
        /// n.
        degree: usize,
        /// The number of rings with a binomial as modulus.
        binomials: usize,
        /// The number of rings with a trinomial as modulus.
        trinomials: usize,
    },
    /// Products in R\[z\]/(z^n + 1), one in each lane.
    NegacyclicConvolutions {
        /// n.
        degree: usize,
        /// The number of products.
        products: usize,
    },
}

/// The modulus of a dimension u.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// u^n - 1.
    Cyclic(usize),
    /// Phi_n(u) = (u^n - 1)/(u - 1), for a prime n.
    Cyclotomic(usize),
    /// u^n + 1.
    Negacyclic(usize),
    /// (u^n - 1)(u^(2 n) + 1), a truncation of u^(4 n) - 1.
    WithoutMiddle(usize),
}

impl Dimension {
    /// A dimension that is absent.
    pub const NONE: Self = Self::Cyclic(1);

    /// Returns the degree of the modulus.
    pub const fn degree(self) -> usize {
        match self {
            Self::Cyclic(n) | Self::Negacyclic(n) => n,
            Self::Cyclotomic(n) => n - 1,
            Self::WithoutMiddle(n) => 3 * n,
        }
    }
}

/// The formulas of a short transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Butterflies of radix 2, with powers of the root as twiddle factors.
    CooleyTukey,
    /// Bruun's factors of z^4 + 1, with a square root of 2.
    Bruun,
    /// The transform of length 3 with one product, and of length 2 without.
    Radix3,
    /// Winograd's transform of length 5.
    Radix5,
    /// The transforms of lengths 9 and 27 by transforms of length 3.
    Radix9,
    /// Rader's transform of a prime length.
    Rader,
}

impl Algorithm {
    /// Returns the algorithm of a transform of odd length in
    /// [`transform`](crate::stage::transform).
    pub const fn of_odd_length(length: usize) -> Self {
        match length {
            3 => Self::Radix3,
            5 => Self::Radix5,
            9 | 27 => Self::Radix9,
            _ => Self::Rader,
        }
    }
}

/// Products in R\[x, y\]/(x^n - w^i y, y^2 - t y + 1), by four products of chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extensions {
    /// The order of w.
    pub order: usize,
    /// The square of the trace t: 0 for the extension by a root of -1, 2 for the two extensions
    /// with t = s and t = -s.
    pub trace_square: usize,
}

impl Extensions {
    /// Returns the number of rings.
    pub const fn rings(self) -> usize {
        if self.trace_square == 0 { self.order } else { 2 * self.order }
    }
}

const fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

impl Transformation {
    /// Returns the number of coefficients that the map treats alike: see
    /// [`Map::grain`](super::Map::grain).
    pub const fn grain(self) -> usize {
        match self {
            Self::CyclicFactor { cyclic, .. } => cyclic,
            Self::Truncation { degree, .. }
            | Self::CooleyTukey { degree, .. }
            | Self::NegacyclicTransform { degree, .. } => degree,
            Self::GoodThomas { block, .. } | Self::Transform { block, .. } => block,
            Self::Bruun { degree, .. } | Self::BruunNegacyclic { degree, .. } => degree / 2,
            // Each exponent of x is a multiple of this step.
            Self::Schoenhage { block, points, .. } => 4 * block / points,
            Self::Twist { .. } => CHUNK,
            Self::TruncatedSchoenhage { block, points, roots } => {
                let mut grain = 4 * block / points;
                let mut index = 0;
                while index < roots.len() {
                    grain = greatest_common_divisor(grain, roots[index] / points);
                    index += 1;
                }
                grain
            }
            Self::NegacyclicSchoenhage { block, points } => 2 * block / points,
            Self::Integers { length, .. } | Self::ChineseRemainder { length, .. } => length,
            Self::ToeplitzLayer { part, .. } | Self::PolynomialLayer { part, .. } => part,
            Self::Infinity(_)
            | Self::Nussbaumer { .. }
            | Self::Expand { .. }
            | Self::OuterProducts { .. }
            | Self::LaneProducts { .. }
            | Self::WeightedConvolutions { .. }
            | Self::TrinomialConvolutions { .. }
            | Self::NegacyclicConvolutions { .. } => 1,
        }
    }

    /// Returns the number of rings of weighted convolutions modulo x^n - w^i.
    pub const fn binomials(order: usize, omitted: [usize; 2]) -> usize {
        let (mut rings, mut i) = (0, 0);
        while i < order {
            let [first, second] = omitted;
            let is_left_out =
                first > 0 && (first * i).is_multiple_of(order) || second > 0 && (second * i).is_multiple_of(order);
            rings += !is_left_out as usize;
            i += 1;
        }
        rings
    }

    /// Returns true if the map multiplies by constants, or by powers of a variable.
    pub(super) const fn has_twiddles(self) -> bool {
        match self {
            Self::GoodThomas { overlap, .. } => overlap > 1,
            Self::Transform { dimensions, quadratic, algorithm, .. } => {
                let [d0, d1, d2] = dimensions;
                let butterflies = matches!(algorithm, Algorithm::CooleyTukey);
                !butterflies || quadratic == 0 && d0.degree() * d1.degree() * d2.degree() > 2
            }
            Self::Infinity(_)
            | Self::Expand { .. }
            | Self::ToeplitzLayer { .. }
            | Self::PolynomialLayer { .. }
            | Self::OuterProducts { .. }
            | Self::LaneProducts { .. }
            | Self::NegacyclicConvolutions { .. } => false,
            _ => true,
        }
    }
}
