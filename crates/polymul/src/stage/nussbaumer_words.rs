//! Nussbaumer's transform on words: Z_(2^32)\[x\]/(x^256 + 1) by 32 points over
//! Z_(2^32)\[y\]/(y^16 + 1).
//!
//! With y = x^16, an operand is a polynomial of degree below 16 in x whose coefficients are
//! polynomials in y. A product has degree below 31 in x, and is determined modulo x^32 - 1. As y is
//! a root of unity of order 32, the transform multiplies by powers of y alone: rotations of 16
//! words, with another sign where they wrap around.
//!
//! A node of its tree is the ring modulo x^2k - y^e. Its children are those modulo x^k - y^(e/2)
//! and x^k - y^(e/2 + 16). Five layers lead from x^32 - 1 to x - y^i. In the first one the upper
//! half of the operand is zero, so that it copies. The other four are computed two at a time, on
//! coefficients j and j + 8 of four points. These eight words are closed under all rotations by
//! multiples of 8, fit the registers of a core that has thirteen, and are loaded and stored once
//! for two layers. No word is negated: a sign exchanges the sum and the difference.
//!
//! Source: `[HKS25]`.

use crate::modular::Modulus;
use crate::simd::{I32Word, Simd, Wide};

/// The number of coefficients of a polynomial.
pub const SIZE: usize = POINTS * DEGREE / 2;
/// The number of points.
pub const POINTS: usize = 32;
/// The number of coefficients of a point, a polynomial modulo y^16 + 1.
pub const DEGREE: usize = 16;
/// The bits that the inverse transform loses: it computes 2^5 times the product.
pub const LOST_BITS: u32 = POINTS.ilog2();

/// The points.
pub type Points<C> = [[C; DEGREE]; POINTS];

/// The exponents e/2 of the eight nodes under which the last two layers are, in the order of the
/// points.
const ROOTS: [usize; 8] = [0, 8, 4, 12, 2, 10, 6, 14];

/// Calls a function with these parameters and arguments for J = 0 to 7, its last parameter.
macro_rules! for_each_j {
    ($function:ident [$($parameter:tt),+] $arguments:tt) => {
        for_each_j!(@each $function [$($parameter),+] $arguments; [0] [1] [2] [3] [4] [5] [6] [7])
    };
    (@each $function:ident $parameters:tt $arguments:tt; $($j:tt)+) => {
        $(for_each_j!(@call $function $parameters $j $arguments);)+
    };
    (@call $function:ident [$($parameter:tt),+] [$j:literal] $arguments:tt) => {
        $function::<$($parameter),+, $j> $arguments
    };
}

/// Returns the index of the coefficient of y^`shift` times a point that becomes coefficient `j`,
/// and whether its sign changes.
const fn source(j: usize, shift: usize) -> (usize, bool) {
    let raw = j + 4 * DEGREE - shift;
    (raw % DEGREE, raw / DEGREE % 2 == 1)
}

/// Returns a + b and a - b, or with `negative` a - b and a + b.
#[inline(always)]
fn butterfly<S: Simd>(a: S::Word, b: S::Word, negative: bool) -> (S::Word, S::Word) {
    let [sum, difference] = a.butterfly(b);
    if negative { (difference, sum) } else { (sum, difference) }
}

/// Returns a + b and a - b, or with `negative` a + b and b - a.
#[inline(always)]
fn inverse_butterfly<S: Simd>(a: S::Word, b: S::Word, negative: bool) -> (S::Word, S::Word) {
    let [sum, difference] = if negative { b.butterfly(a) } else { a.butterfly(b) };
    (sum, difference)
}

/// Returns the powers of y by which two layers under a node with exponent `e` multiply four points.
const fn shifts(e: usize) -> [usize; 4] {
    [0, e / 2, e, e + e / 2]
}

/// Computes two layers under the node with exponent `E` on coefficients `J` and `J` + 8 of four
/// points. `load(p, j)` is coefficient j of point p.
#[inline(always)]
fn forward_four<S: Simd, const E: usize, const J: usize>(
    simd: S,
    load: impl Fn(usize, usize) -> S::Word,
) -> [[S::Word; 2]; 4] {
    let place = |point: usize, half: usize| source(J + 8 * half, shifts(E)[point]);
    let sign = |point: usize, half: usize| place(point, half).1;
    let mut x = [[S::Word::zero(simd); 2]; 4];
    for point in 0..4 {
        for half in 0..2 {
            x[point][half] = load(point, place(point, half).0);
        }
    }
    x = S::Word::fence8(x);
    for half in 0..2 {
        (x[0][half], x[2][half]) = butterfly::<S>(x[0][half], x[2][half], sign(2, half));
        (x[1][half], x[3][half]) = butterfly::<S>(x[1][half], x[3][half], sign(1, half) != sign(3, half));
    }
    x = S::Word::fence8(x);
    let mut out = x;
    for half in 0..2 {
        (out[0][half], out[1][half]) = butterfly::<S>(x[0][half], x[1][half], sign(1, half));
        let other = 1 - half;
        (out[2][half], out[3][half]) = butterfly::<S>(x[2][half], x[3][other], sign(1, other) != (half == 0));
    }
    S::Word::fence8(out)
}

/// Computes the second and the third layer on coefficients `J` and `J` + 8 of four points.
#[inline(always)]
fn forward_first<S: Simd, const E: usize, const J: usize>(
    simd: S,
    load: impl Fn(usize) -> S::Word,
    points: &mut Points<Wide<S>>,
    i: usize,
) {
    let out = forward_four::<S, E, J>(
        simd,
        #[inline(always)]
        |point, j| load(DEGREE * j + i + 4 * point),
    );
    for (point, [low, high]) in out.into_iter().enumerate() {
        let target = &mut points[2 * E + i + 4 * point];
        low.store(&mut target[J]);
        high.store(&mut target[J + 8]);
    }
}

/// Computes the first three layers. `load(k)` is the coefficient of x^k.
#[inline(always)]
pub fn forward_start<S: Simd>(simd: S, load: impl Fn(usize) -> S::Word + Copy, points: &mut Points<Wide<S>>) {
    for i in 0..4 {
        for_each_j!(forward_first [S, 0](simd, load, points, i));
    }
    for i in 0..4 {
        for_each_j!(forward_first [S, 8](simd, load, points, i));
    }
}

/// Computes the last two layers on coefficients `J` and `J` + 8 of the four points of a block.
#[inline(always)]
fn forward_last<S: Simd, const E: usize, const J: usize>(
    simd: S,
    points: &[[Wide<S>; DEGREE]; 4],
    mut put: impl FnMut(usize, usize, [S::Word; 2]),
) {
    let out = forward_four::<S, E, J>(
        simd,
        #[inline(always)]
        |point, j| S::Word::load(simd, &points[point][j]),
    );
    for (point, pair) in out.into_iter().enumerate() {
        put(point, J, pair);
    }
}

/// Runs a block for each of the eight nodes of the last two layers, with its index and its exponent
/// as constants.
macro_rules! nodes {
    ($block:ident, $e:ident => $body:block) => {
        nodes!($block, $e => $body; 0 1 2 3 4 5 6 7);
    };
    ($block:ident, $e:ident => $body:block; $($index:literal)+) => {
        $({
            const $block: usize = $index;
            const $e: usize = ROOTS[$index];
            $body
        })+
    };
}

/// Computes the last two layers. `put(p, j, [low, high])` receives coefficients j and j + 8 of
/// point p.
#[inline(always)]
pub fn forward_end<S: Simd>(simd: S, points: &Points<Wide<S>>, mut put: impl FnMut(usize, usize, [S::Word; 2])) {
    let points = points.as_chunks::<4>().0;
    nodes!(BLOCK, E => {
        for_each_j!(forward_last [S, E](
            simd,
            &points[BLOCK],
            #[inline(always)]
            |point, j, pair| put(4 * BLOCK + point, j, pair)
        ));
    });
}

/// Computes the inverse of [`forward_four`], times 4. `store(p, j, word)` receives coefficient j of
/// point p.
#[inline(always)]
fn inverse_four<S: Simd, const E: usize, const J: usize>(
    mut u: [[S::Word; 2]; 4],
    mut store: impl FnMut(usize, usize, S::Word),
) {
    let place = |point: usize, half: usize| source(J + 8 * half, shifts(E)[point]);
    u = S::Word::fence8(u);
    for half in 0..2 {
        let sign = place(1, half).1;
        (u[0][half], u[1][half]) = inverse_butterfly::<S>(u[0][half], u[1][half], sign);
        let sign = place(1, 1 - half).1 != (half == 0);
        (u[2][half], u[3][half]) = inverse_butterfly::<S>(u[2][half], u[3][half], sign);
    }
    u = S::Word::fence8(u);
    for half in 0..2 {
        let (first, second, third) = (place(1, half).1, place(2, half).1, place(3, half).1);
        (u[0][half], u[2][half]) = inverse_butterfly::<S>(u[0][half], u[2][half], second);
        (u[1][half], u[3][1 - half]) = inverse_butterfly::<S>(u[1][half], u[3][1 - half], first != third);
    }
    u = S::Word::fence8(u);
    for half in 0..2 {
        for point in 0..4 {
            store(point, place(point, half).0, u[point][if point == 3 { 1 - half } else { half }]);
        }
    }
}

/// Inverts the last two layers on coefficients `J` and `J` + 8 of the four points of a block.
#[inline(always)]
fn inverse_last<S: Simd, const E: usize, const WIDTH: usize, const J: usize>(
    simd: S,
    from: &[[Wide<S>; WIDTH]; 4],
    to: &mut [[Wide<S>; DEGREE]; 4],
) {
    let mut u = [[S::Word::zero(simd); 2]; 4];
    for point in 0..4 {
        u[point] = [S::Word::load(simd, &from[point][J]), S::Word::load(simd, &from[point][J + 8])];
    }
    inverse_four::<S, E, J>(
        u,
        #[inline(always)]
        |point, j, word| word.store(&mut to[point][j]),
    );
}

/// Inverts the second and the third layer on coefficients `J` and `J` + 8 of four points.
#[inline(always)]
fn inverse_first<S: Simd, const E: usize, const J: usize>(
    simd: S,
    from: &Points<Wide<S>>,
    to: &mut Points<Wide<S>>,
    i: usize,
) {
    let mut u = [[S::Word::zero(simd); 2]; 4];
    for point in 0..4 {
        let source = &from[2 * E + i + 4 * point];
        u[point] = [S::Word::load(simd, &source[J]), S::Word::load(simd, &source[J + 8])];
    }
    inverse_four::<S, E, J>(
        u,
        #[inline(always)]
        |point, j, word| word.store(&mut to[2 * E + i + 4 * point][j]),
    );
}

/// Inverts the last two layers, times 4. Points are the first 16 of `WIDTH` words each.
#[inline(always)]
pub fn inverse_start<S: Simd, const WIDTH: usize>(
    simd: S,
    points: &[[Wide<S>; WIDTH]; POINTS],
    other: &mut Points<Wide<S>>,
) {
    let (from, to) = (points.as_chunks::<4>().0, other.as_chunks_mut::<4>().0);
    nodes!(BLOCK, E => {
        for_each_j!(inverse_last [S, E, WIDTH](simd, &from[BLOCK], &mut to[BLOCK]));
    });
}

/// Inverts the second and the third layer, times 4.
#[inline(always)]
pub fn inverse_middle<S: Simd>(simd: S, points: &Points<Wide<S>>, other: &mut Points<Wide<S>>) {
    for i in 0..4 {
        for_each_j!(inverse_first [S, 0](simd, points, other, i));
    }
    for i in 0..4 {
        for_each_j!(inverse_first [S, 8](simd, points, other, i));
    }
}

/// Inverts the first layer, times 2, and replaces x^16 by y. `put(k, word)` receives 2^5 times the
/// coefficient of x^k.
#[inline(always)]
pub fn inverse_end<S: Simd>(simd: S, points: &Points<Wide<S>>, mut put: impl FnMut(usize, S::Word)) {
    let (low, high) = points.split_at(POINTS / 2);
    for (i, (low, high)) in low.iter().zip(high).enumerate() {
        let pair = |j: usize| (S::Word::load(simd, &low[j]), S::Word::load(simd, &high[j]));
        // y times the coefficients of x^16 and beyond, of which the last one changes its sign.
        let (last_low, last_high) = pair(DEGREE - 1);
        let mut carried = last_high - last_low;
        for j in 0..DEGREE {
            let (low, high) = pair(j);
            put(DEGREE * j + i, low + high + carried);
            carried = low - high;
        }
    }
}

/// Stores the coefficient of 2^5 times a product, modulo 2^16.
#[inline(always)]
pub fn store_low<S: Simd>(word: S::Word, target: &mut S::Coefficient) {
    word.shift_right(LOST_BITS).store_low(target);
}

/// Stores the centred coefficient of 2^5 times a product, modulo a power of two q.
#[inline(always)]
pub fn store_centred<S: Simd, M: Modulus>(word: S::Word, target: &mut S::Coefficient) {
    word.shift_right(LOST_BITS).store_centred::<M>(target);
}
