//! The constants of the transform of size 512 n, modulo a 16-bit or a 32-bit prime.
//!
//! They are powers of w, of order 32 n: its powers of order 16 in the transforms of length 16, the
//! constants of radix n, and +-w^t in the last layer of radix 2. Modulo a 16-bit prime, the plans
//! of the transforms of length 8 have the reductions that keep every value within 16 bits.

use vectru_polymul::modular::wide::{WideConstant, WideModulus};
use vectru_polymul::modular::{Constant, Modulus, barrett_bound, inverse, power};

use super::Layout;
use crate::stage::cooley_tukey::CooleyTukey;
use crate::stage::odd_radix::{self, FACTORS};

/// The constants of a transform as integers in [0, p).
#[derive(Clone, Copy, Debug)]
pub struct Factors<const N: usize> {
    /// The root of unity of order 8, of the two transforms of length 8 that follow the first layer.
    pub root: i64,
    /// The constants of radix n.
    pub radix: [i64; FACTORS],
    /// The twiddle factors of the first layer, for each t1.
    pub twists: [[i64; 8]; N],
    /// The factor w^t of the last layer, for each place (k0, k1) of a block.
    pub weights: [[i64; N]; 16],
}

impl<const N: usize> Factors<N> {
    /// Returns the constants of the forward transform modulo p. A twiddle factor of the first layer
    /// is negated where an operand fills the subtrahend of the difference.
    pub const fn forward(p: i64) -> Self {
        let mut factors = Self::full(Layout::<N>::root(p), p);
        let mut column = 0;
        while column < N {
            let mut i = 0;
            while i < 8 {
                if Layout::<N>::occupied(column, i) != i {
                    factors.twists[column][i] = (p - factors.twists[column][i]) % p;
                }
                i += 1;
            }
            column += 1;
        }
        factors
    }

    /// Returns the constants of the inverse transform modulo p.
    pub const fn inverse(p: i64) -> Self {
        Self::full(inverse(Layout::<N>::root(p), p), p)
    }

    /// Returns the constants of the transform by w, of order 32 n, for inputs that fill all blocks.
    const fn full(w: i64, p: i64) -> Self {
        let [e0, e1, _] = Layout::<N>::INDEX.idempotents();
        let (root_16, odd_root) = (power(w, 2 * e0 as u64, p), power(w, 2 * e1 as u64, p));
        let mut twists = [[0; 8]; N];
        let mut i = 0;
        while i < 8 * N {
            twists[i / 8][i % 8] = power(root_16, (i % 8) as u64, p);
            i += 1;
        }
        let mut weights = [[0; N]; 16];
        let mut place = 0;
        while place < 16 * N {
            weights[place / N][place % N] = power(w, Layout::<N>::exponent(place) as u64, p);
            place += 1;
        }
        Self { root: power(root_16, 2, p), radix: odd_radix::factors(N, odd_root, p), twists, weights }
    }
}

/// The constants of a transform, prepared for products.
#[derive(Clone, Copy, Debug)]
pub struct Tables<K, const N: usize> {
    /// The plan of the transform of the sums of the first layer, which gives the even outputs.
    pub even: CooleyTukey<K, 8>,
    /// The plan of the transform of the differences of the first layer, which gives the odd
    /// outputs.
    pub odd: CooleyTukey<K, 8>,
    /// The constants of radix n.
    pub radix: [K; FACTORS],
    /// The twiddle factors of the first layer, for each t1.
    pub twists: [[K; 8]; N],
    /// The factor w^t of the last layer, for each place (k0, k1) of a block.
    pub weights: [[K; N]; 16],
}

/// The bound of the outputs of the transforms of length 16, in 16-bit lanes.
const COLUMN_LIMIT: i64 = 6500;
/// The bound of the outputs of radix n in the inverse transform, in 16-bit lanes.
const ROW_LIMIT: i64 = 6500;
/// The largest coefficient of a centred operand, (7879 - 1)/2 in the ring of sntrup1277. It is more
/// than (7681 - 1)/2.
const LARGEST_OPERAND: i64 = 3939;

impl<M: Modulus, const N: usize> Tables<Constant<M>, N> {
    /// Returns the constants of the forward transform, for operands that are centred in any ring or
    /// modulo this prime.
    pub const fn forward() -> Self {
        let centred = (M::Q as i64 - 1) / 2;
        let largest = if centred > LARGEST_OPERAND { centred } else { LARGEST_OPERAND };
        Self::new(Factors::forward(M::Q as i64), largest, largest)
    }

    /// Returns the constants of the inverse transform.
    pub const fn inverse() -> Self {
        Self::new(Factors::inverse(M::Q as i64), 2 * ROW_LIMIT, 2 * ROW_LIMIT)
    }

    /// Prepares `factors`. The sums of the first layer are at most `sums`, its differences, before
    /// the twiddle factors, at most `differences`.
    const fn new(factors: Factors<N>, sums: i64, differences: i64) -> Self {
        let mut twists = [[Constant::ZERO; 8]; N];
        let mut twisted = [0; 8];
        let mut i = 0;
        while i < 8 * N {
            let twist = Constant::<M>::new(factors.twists[i / 8][i % 8]);
            twists[i / 8][i % 8] = twist;
            let bound = if twist.value == 1 { differences } else { barrett_bound(differences, twist) };
            if bound > twisted[i % 8] {
                twisted[i % 8] = bound;
            }
            i += 1;
        }
        let mut weights = [[Constant::ZERO; N]; 16];
        let mut place = 0;
        while place < 16 * N {
            weights[place / N][place % N] = Constant::new(factors.weights[place / N][place % N]);
            place += 1;
        }
        let mut radix = [Constant::ZERO; FACTORS];
        let mut i = 0;
        while i < FACTORS {
            radix[i] = Constant::new(factors.radix[i]);
            i += 1;
        }
        Self {
            even: CooleyTukey::new(factors.root, [sums; 8], COLUMN_LIMIT),
            odd: CooleyTukey::new(factors.root, twisted, COLUMN_LIMIT),
            radix,
            twists,
            weights,
        }
    }
}

impl<P: WideModulus, const N: usize> Tables<WideConstant<P>, N> {
    /// Returns the constants of the forward transform modulo a 32-bit prime.
    pub const fn forward() -> Self {
        Self::new(Factors::forward(P::P as i64))
    }

    /// Returns the constants of the inverse transform modulo a 32-bit prime.
    pub const fn inverse() -> Self {
        Self::new(Factors::inverse(P::P as i64))
    }

    /// Prepares `factors`, without reductions in the transforms of length 16: values grow at most
    /// by the factor 2^4 there, and products are reduced.
    const fn new(factors: Factors<N>) -> Self {
        let mut roots = [WideConstant::ZERO; 8];
        let mut twists = [[WideConstant::ZERO; 8]; N];
        let mut i = 0;
        while i < 8 * N {
            roots[i % 8] = WideConstant::new(power(factors.root, (i % 8) as u64, P::P as i64));
            twists[i / 8][i % 8] = WideConstant::new(factors.twists[i / 8][i % 8]);
            i += 1;
        }
        let mut weights = [[WideConstant::ZERO; N]; 16];
        let mut place = 0;
        while place < 16 * N {
            weights[place / N][place % N] = WideConstant::new(factors.weights[place / N][place % N]);
            place += 1;
        }
        let mut radix = [WideConstant::ZERO; FACTORS];
        let mut i = 0;
        while i < FACTORS {
            radix[i] = WideConstant::new(factors.radix[i]);
            i += 1;
        }
        let plan = CooleyTukey::unreduced(roots);
        Self { even: plan, odd: plan, radix, twists, weights }
    }
}
