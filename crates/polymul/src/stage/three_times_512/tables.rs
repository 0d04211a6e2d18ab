//! The constants of the transform of size 1536, modulo a 16-bit prime or a 32-bit one.

use super::{INDEX, exponent, occupied};
use crate::modular::wide::{WideConstant, WideModulus};
use crate::modular::{Constant, Modulus, barrett_bound, inverse, power, root_of_unity};
use crate::stage::cooley_tukey::CooleyTukey;

/// The numbers that a transform multiplies by, in [0, p).
#[derive(Clone, Copy, Debug)]
pub struct Factors {
    /// The root of order 8 of the two transforms of length 8, which follow the first layer.
    pub root: i64,
    /// The cube root of unity.
    pub cube: i64,
    /// The first layer's twiddle factors for each t1.
    pub twists: [[i64; 8]; 3],
    /// +-w^t of the last layer, at each place.
    pub weights: [[i64; 3]; 16],
}

impl Factors {
    /// The factors of the forward transform by `w`, which has order 96. With their signs where blocks are empty.
    pub const fn forward(w: i64, p: i64) -> Self {
        let mut factors = Self::full(w, p);
        let mut column = 0;
        while column < 3 {
            let mut i = 0;
            while i < 8 {
                if occupied(column, i) != i {
                    factors.twists[column][i] = (p - factors.twists[column][i]) % p;
                }
                i += 1;
            }
            column += 1;
        }
        factors
    }

    /// The factors of the inverse transform.
    pub const fn inverse(w: i64, p: i64) -> Self {
        Self::full(inverse(w, p), p)
    }

    const fn full(w: i64, p: i64) -> Self {
        let [e0, e1, _] = INDEX.idempotents();
        let (root_16, cube) = (power(w, 2 * e0 as u64, p), power(w, 2 * e1 as u64, p));
        let mut twists = [[0; 8]; 3];
        let mut i = 0;
        while i < 24 {
            twists[i / 8][i % 8] = power(root_16, (i % 8) as u64, p);
            i += 1;
        }
        let mut weights = [[0; 3]; 16];
        let mut place = 0;
        while place < 48 {
            weights[place / 3][place % 3] = power(w, exponent(place) as u64, p);
            place += 1;
        }
        Self { root: power(root_16, 2, p), cube, twists, weights }
    }
}

/// The constants of a transform.
#[derive(Clone, Copy, Debug)]
pub struct Tables<K> {
    /// The transform of the sums of the first layer, whose outputs are even.
    pub even: CooleyTukey<K, 8>,
    /// That of the differences, whose outputs are odd.
    pub odd: CooleyTukey<K, 8>,
    /// As in [`Factors`].
    pub cube: K,
    /// As in [`Factors`].
    pub twists: [[K; 8]; 3],
    /// As in [`Factors`].
    pub weights: [[K; 3]; 16],
}

/// The most that the transforms of length 16 leave in a 16-bit lane.
const COLUMN_LIMIT: i64 = 6500;
/// The most that the radix 3 of the inverse leaves in a 16-bit lane.
const ROW_LIMIT: i64 = 6500;

/// The root w of order 96.
pub const fn root<M: Modulus>() -> i64 {
    root_of_unity(96, M::Q as i64)
}

impl<M: Modulus> Tables<Constant<M>> {
    /// The forward transform, for centred operands.
    pub const fn forward() -> Self {
        let centred = (M::Q as i64 - 1) / 2;
        Self::new(Factors::forward(root::<M>(), M::Q as i64), centred, centred)
    }

    /// The inverse transform.
    pub const fn inverse() -> Self {
        Self::new(Factors::inverse(root::<M>(), M::Q as i64), 2 * ROW_LIMIT, 2 * ROW_LIMIT)
    }

    /// With the bounds of what the transform of the sums reads, and of what the twiddle factors multiply.
    const fn new(factors: Factors, sums: i64, differences: i64) -> Self {
        let mut twists = [[Constant::ZERO; 8]; 3];
        let mut twisted = [0; 8];
        let mut i = 0;
        while i < 24 {
            let twist = Constant::<M>::new(factors.twists[i / 8][i % 8]);
            twists[i / 8][i % 8] = twist;
            let bound = if twist.value == 1 { differences } else { barrett_bound(differences, twist) };
            if bound > twisted[i % 8] {
                twisted[i % 8] = bound;
            }
            i += 1;
        }
        let mut weights = [[Constant::ZERO; 3]; 16];
        let mut place = 0;
        while place < 48 {
            weights[place / 3][place % 3] = Constant::new(factors.weights[place / 3][place % 3]);
            place += 1;
        }
        Self {
            even: CooleyTukey::new(factors.root, [sums; 8], COLUMN_LIMIT),
            odd: CooleyTukey::new(factors.root, twisted, COLUMN_LIMIT),
            cube: Constant::new(factors.cube),
            twists,
            weights,
        }
    }
}

impl<P: WideModulus> Tables<WideConstant<P>> {
    /// The forward transform modulo a 32-bit prime.
    pub const fn forward() -> Self {
        let p = P::P as i64;
        Self::new(Factors::forward(root_of_unity(96, p), p))
    }

    /// The inverse transform modulo a 32-bit prime.
    pub const fn inverse() -> Self {
        let p = P::P as i64;
        Self::new(Factors::inverse(root_of_unity(96, p), p))
    }

    /// Without reductions in the transforms of length 16: their inputs grow by 2^4, products aside.
    const fn new(factors: Factors) -> Self {
        let mut roots = [WideConstant::ZERO; 8];
        let mut twists = [[WideConstant::ZERO; 8]; 3];
        let mut i = 0;
        while i < 24 {
            roots[i % 8] = WideConstant::new(power(factors.root, (i % 8) as u64, P::P as i64));
            twists[i / 8][i % 8] = WideConstant::new(factors.twists[i / 8][i % 8]);
            i += 1;
        }
        let mut weights = [[WideConstant::ZERO; 3]; 16];
        let mut place = 0;
        while place < 48 {
            weights[place / 3][place % 3] = WideConstant::new(factors.weights[place / 3][place % 3]);
            place += 1;
        }
        let plan = CooleyTukey::unreduced(roots);
        Self { even: plan, odd: plan, cube: WideConstant::new(factors.cube), twists, weights }
    }
}
