//! Plans: the dimensions of a multiplier as data, and the numbers that follow from them.

use core::fmt::Debug;

use super::GoodOuter;
use super::correction::Correction;
use super::even::{EvenDimension, Kind};
use super::leaves::Leaves;
use super::outline::{Lanes, Outline, Reductions};
use crate::modular::{Constant, Modulus, inverse, power};
use crate::ring::{Ring, Tail};
use crate::simd::{Buffer, CHUNK, Coefficient};
use crate::stage::infinity::Ends;
use crate::stage::transform::Transform;
use crate::stage::twist::{self, Twist};

/// The modulus of a plan's ring.
pub type ModulusOf<P> = <<P as GoodOuterPlan>::Ring as Ring>::Modulus;

/// A ring, with the dimensions of its transform. [`outer!`](crate::outer) declares one.
pub trait GoodOuterPlan: Copy + Debug + Send + Sync + 'static {
    /// The ring.
    type Ring: Ring;
    /// Memory for a padded operand.
    type Operand<C: Coefficient>: Buffer<C>;
    /// A transformed operand or a product: [`GoodOuter::CHUNKS`] chunks, the chunks of the places
    /// come first.
    type Chunks<C: Coefficient>: Buffer<C>;
    /// A product before the fold, of [`GoodOuter::LENGTH`] coefficients.
    type Product<C: Coefficient>: Buffer<C>;
    /// The transform of the dimension u0, of length n0.
    type Transform0: Transform<Modulus = ModulusOf<Self>>;
    /// The transform of the dimension u1, of length n1.
    type Transform1: Transform<Modulus = ModulusOf<Self>>;
    /// The correction: the part of a product that is computed beside the cyclic product, or left
    /// out.
    type Correction: Correction<Self>;
    /// The products of places.
    type Leaves: Leaves<Self>;
    /// The roots of unity w0 and w1.
    const ROOTS: [i64; 2];
    /// The forward and the inverse transform of the dimension u0.
    const TRANSFORMS_0: &'static [Self::Transform0; 2];
    /// The forward and the inverse transform of the dimension u1.
    const TRANSFORMS_1: &'static [Self::Transform1; 2];
    /// The dimension u2.
    const KIND: Kind;
    /// The constants of the dimension u2.
    const EVEN: EvenDimension<ModulusOf<Self>> = EvenDimension::new(Self::KIND);
    /// The chunk of an operand that belongs to each place, before the transforms.
    const TARGETS: &'static [u16];
    /// The weight of each place: x^16, or in pairs x^16 / y.
    const WEIGHTS: &'static [Constant<ModulusOf<Self>>];
    /// The names of the maps of the dimensions u0 and u1.
    const MAP_NAMES: [&'static str; 2];
    /// The name of the multiplier.
    const NAME: &'static str = "good-outer";
    /// The source of the dimensions.
    const SOURCE: &'static str = "this project";
    /// The twist, if products are computed in the ring itself. The dimensions then belong to one
    /// factor of the ring's polynomial.
    const TWIST: Option<&'static Twist<ModulusOf<Self>>> = None;
}

impl<P: GoodOuterPlan> GoodOuter<P> {
    /// q.
    pub const Q: i64 = ModulusOf::<P>::Q as i64;
    /// n0.
    pub const N0: usize = P::Transform0::LENGTH;
    /// n1.
    pub const N1: usize = P::Transform1::LENGTH;
    /// Places of a column.
    pub const N2: usize = P::KIND.length();
    /// Places of a column that are rings by themselves, not halves of a pair.
    pub const LINEAR: usize = P::KIND.linear();
    /// Columns of chunks. Column i0 n1 + i1 has the indices (i0, i1).
    pub const COLUMNS: usize = Self::N0 * Self::N1;
    /// Chunks of a cyclic product.
    pub const PART: usize = Self::COLUMNS * Self::N2;
    /// Chunks of all cyclic products: of one, or of one for each factor of the ring's polynomial.
    pub const CYCLIC: usize = Self::PART
        * match P::TWIST {
            Some(twist) => twist.factors(),
            None => 1,
        };
    /// Chunks of a cyclic product that an operand fills.
    pub const OCCUPIED: usize = Self::OUTLINE.occupied;
    /// The numbers that the kernels share with a search for plans.
    pub const OUTLINE: Outline = Outline {
        q: Self::Q,
        occupied: if P::TWIST.is_some() { Self::PART } else { P::Ring::DEGREE.div_ceil(CHUNK) },
        operand: if P::TWIST.is_some() { twist::bound(Self::Q) } else { Self::Q / 2 },
        lengths: [Self::N0, Self::N1],
        roots: P::ROOTS,
        kind: P::KIND,
        largest: match P::TWIST {
            Some(_) => twist::largest(Tail::of::<P::Ring>(), Self::Q),
            None => Outline::largest(P::Ring::TAIL.len(), <P::Correction as Correction<P>>::BOUND),
        },
    };
    /// The reductions on lanes of the forms of [`Lanes::ALL`].
    pub(super) const REDUCTIONS: [Reductions; Lanes::ALL.len()] =
        Self::OUTLINE.reductions().expect("16-bit lanes do not hold the sums of a transform: q is too large");
    /// The factor that the transforms leave.
    pub const FACTOR: i64 = (Self::COLUMNS * P::KIND.factor()) as i64;
    /// Chunks of a transformed operand: first the chunks of the cyclic product, then the chunks of
    /// the correction. Their number is even, since a vector may hold two chunks.
    pub const CHUNKS: usize = (Self::CYCLIC + <P::Correction as Correction<P>>::CHUNKS).next_multiple_of(2);
    /// The number of coefficients of memory for a product: enough for the coefficients that the
    /// transforms write, and for those that the fold reads.
    pub const LENGTH: usize = {
        let written = <P::Correction as Correction<P>>::KNOWN;
        let read = if P::TWIST.is_some() { P::Ring::DEGREE } else { P::Ring::DEGREE + padded(P::Ring::DEGREE) };
        let known = if written > Self::CYCLIC * CHUNK { written } else { Self::CYCLIC * CHUNK };
        (if known > read { known } else { read }).next_multiple_of(CHUNK)
    };

    /// Returns [`TARGETS`](GoodOuterPlan::TARGETS).
    pub const fn targets<const PLACES: usize>() -> [u16; PLACES] {
        let (mut targets, mut place) = ([0; PLACES], 0);
        while place < PLACES {
            targets[place] = Self::OUTLINE.chunk(place / Self::N2, place % Self::N2) as u16;
            place += 1;
        }
        targets
    }

    /// Returns [`WEIGHTS`](GoodOuterPlan::WEIGHTS).
    pub const fn weights<const PLACES: usize>() -> [Constant<ModulusOf<P>>; PLACES] {
        let (mut weights, mut place) = ([Constant::ZERO; PLACES], 0);
        while place < PLACES {
            weights[place] = Constant::new(Self::weight(place));
            place += 1;
        }
        weights
    }

    /// Evaluates all numbers, so that an impossible plan does not compile.
    pub const CHECK: () = {
        let _ = (Self::SCALE, Self::CHUNKS, Self::LENGTH, Self::REDUCTIONS);
    };

    /// The factor of the fold: the inverse of the factor of the transforms, times 2^16 for the
    /// 2^-16 of Montgomery products.
    pub(super) const SCALE: Constant<ModulusOf<P>> = {
        assert!(P::KIND.fits(Self::COLUMNS), "the number of columns does not fit the dimension u2");
        assert!(
            P::TWIST.is_some() || 2 * P::Ring::DEGREE - 1 <= <P::Correction as Correction<P>>::KNOWN,
            "a product has more coefficients than its image determines"
        );
        Constant::new((1 << 16) * inverse(Self::FACTOR, Self::Q))
    };

    /// Returns the weight of a place.
    const fn weight(place: usize) -> i64 {
        let (part, place) = (place / Self::PART, place % Self::PART);
        let (column, i2) = (place / Self::N2, place % Self::N2);
        let (i0, i1) = (column / Self::N1, column % Self::N1);
        let odd = power(P::ROOTS[0], i0 as u64, Self::Q) * power(P::ROOTS[1], i1 as u64, Self::Q) % Self::Q;
        let twist = match P::TWIST {
            Some(twist) => twist.root(part),
            None => 1,
        };
        odd * P::EVEN.root(i2) % Self::Q * twist % Self::Q
    }
}

/// Returns the number of coefficients of a padded operand.
pub const fn padded(degree: usize) -> usize {
    degree.next_multiple_of(2 * CHUNK)
}

/// Checks the lengths n0 and n1, and n2 if it is given, for products in the ring itself if `native`
/// is true.
///
/// # Panics
///
/// Panics with an explanation if there is no such multiplier.
pub const fn check<R: Ring>([n0, n1]: [usize; 2], n2: Option<usize>, native: bool) {
    let q = R::Modulus::Q as usize;
    assert!(q % 2 == 1 && is_prime(q), "outer! and native! take a ring whose modulus is an odd prime");
    check_odd(n0, q);
    check_odd(n1, q);
    assert!(n0 > 1 || n1 == 1, "n0 is 1: write the odd length as n0, and 1 as n1");
    assert!(coprime(n0, n1), "n0 and n1 have a common factor");
    if let Some(n2) = n2 {
        // The kind of the dimension u2 checks its roots.
        let kind = Kind::new(n2, n0 * n1, q as i64);
        let cyclic = n0 * n1 * kind.length() * CHUNK;
        if native {
            let factors = if let Tail::Trinomial(_) = Tail::of::<R>() { 2 } else { 1 };
            assert!(kind.is_cyclic(), "native! takes no truncated dimension");
            assert!(
                factors * cyclic == R::DEGREE,
                "16 n0 n1 n2 is n for x^n + 1 and x^n - 1, and m for x^2m - s x^m + 1"
            );
            return;
        }
        assert!(n0 > 1, "n0 n1 is 1: outer! takes an odd length");
        assert!(
            2 * R::DEGREE - 1 <= cyclic + Ends::LONGEST,
            "a product has more coefficients than 16 n0 n1 n2, by more than 81: n0 n1 n2 is too small"
        );
    }
}

/// Checks an odd length.
const fn check_odd(n: usize, q: usize) {
    assert!(n % 2 == 1, "n0 and n1 must be odd");
    assert!((q - 1).is_multiple_of(n), "n0 or n1 does not divide q - 1: there is no root of unity of that order");
    assert!(n == 1 || n == 9 || n == 27 || is_prime(n), "n0 and n1 must be 1, 9, 27 or odd primes: write 15 as 5 * 3");
    assert!(n <= 41, "n0 and n1 must be at most 41");
}

/// Returns true if the numbers have no common factor.
const fn coprime(a: usize, b: usize) -> bool {
    if b == 0 { a == 1 } else { coprime(b, a % b) }
}

/// Returns true if `n` is a prime.
const fn is_prime(n: usize) -> bool {
    let mut divisor = 2;
    while divisor * divisor <= n {
        if n.is_multiple_of(divisor) {
            return false;
        }
        divisor += 1;
    }
    n > 1
}
