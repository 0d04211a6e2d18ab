//! SHA-512 (FIPS 180-4) on vectors of words.

use vectru_polymul::simd::BitVector;

use super::{HashFunction, Times};

/// SHA-512.
pub(crate) struct Sha512;

/// The first 64 fractional bits of the cube roots of the first 80 primes.
pub(super) const CONSTANTS: [u64; 80] = fractions(3);

/// The first 64 fractional bits of the square roots of the first eight primes.
pub(super) const INITIAL: [u64; 8] = fractions(2);

/// Returns the first 64 fractional bits of the roots of the first N primes.
const fn fractions<const N: usize>(degree: usize) -> [u64; N] {
    let mut roots = [0; N];
    let (mut count, mut number) = (0, 2);
    while count < N {
        let mut divisor = 2;
        while number % divisor != 0 {
            divisor += 1;
        }
        if divisor == number {
            roots[count] = fraction(number, degree);
            count += 1;
        }
        number += 1;
    }
    roots
}

/// Returns the first 64 fractional bits of the root of `number`: the low 64 bits of the largest r
/// with `r^degree < 2^(64 degree) number`. Requires a root that is below 16 and not an integer.
const fn fraction(number: u64, degree: usize) -> u64 {
    let mut root = 0;
    let mut bit = 68;
    while bit > 0 {
        bit -= 1;
        let larger = root | 1 << bit;
        if integer_part_of_power(larger, degree) < number {
            root = larger;
        }
    }
    root as u64
}

/// Returns `root^degree / 2^(64 degree)`, rounded down. Requires `root` < 2^68 and a degree of at
/// most 3.
const fn integer_part_of_power(root: u128, degree: usize) -> u64 {
    let root = [root as u64, (root >> 64) as u64];
    let mut power = [1, 0, 0, 0, 0, 0];
    let mut exponent = 0;
    while exponent < degree {
        let mut product = [0; 6];
        let mut i = 0;
        while i < 4 {
            let low = power[i] as u128 * root[0] as u128 + product[i] as u128;
            let high = power[i] as u128 * root[1] as u128 + product[i + 1] as u128 + (low >> 64);
            product[i] = low as u64;
            product[i + 1] = high as u64;
            product[i + 2] = (high >> 64) as u64;
            i += 1;
        }
        power = product;
        exponent += 1;
    }
    power[degree]
}

/// Returns the exclusive or of three rotations of x, or of two rotations and a shift if `is_shift`.
#[inline(always)]
fn sigma<S, B: BitVector<S>>(x: B, [first, second, third]: [u32; 3], is_shift: bool) -> B {
    let last = if is_shift { x.shift_words_down(third) } else { x.rotate_words_down(third) };
    x.rotate_words_down(first) ^ x.rotate_words_down(second) ^ last
}

impl HashFunction for Sha512 {
    const BLOCK_WORDS: usize = 16;
    const TIMES: Times = Times { words: 20, shifted: 27, rotated: 16, wide: 32 };
    const MARK: u8 = 0x80;
    const PADDING: usize = 1 + 16;

    fn close(last: &mut [u8], length: usize) {
        if let Some(bits) = last.last_chunk_mut() {
            *bits = (8 * length as u128).to_be_bytes();
        }
    }

    #[inline(always)]
    fn word(bytes: [u8; 8]) -> u64 {
        u64::from_be_bytes(bytes)
    }

    #[inline(always)]
    fn bytes(word: u64) -> [u8; 8] {
        word.to_be_bytes()
    }

    type State<B: Copy> = [B; 8];

    #[inline(always)]
    fn initial<S: Copy, B: BitVector<S>>(simd: S) -> [B; 8] {
        let mut state = [B::splat(simd, 0); 8];
        unroll!(K < 8, {
            state[K] = B::splat(simd, INITIAL[K]);
        });
        state
    }

    #[inline(always)]
    fn absorb<S: Copy, B: BitVector<S>>(simd: S, before: [B; 8], word: impl Fn(usize) -> B) -> [B; 8] {
        let mut schedule = [B::splat(simd, 0); 16];
        for t in 0..16 {
            schedule[t] = word(t);
        }
        let mut state = before;
        for constants in CONSTANTS.as_chunks::<16>().0 {
            unroll!(T < 16, {
                // The words a, …, h move by one place each round.
                let place = |k: usize| (16 + k - T) % 8;
                let [a, b, c] = [state[place(0)], state[place(1)], state[place(2)]];
                let [e, f, g] = [state[place(4)], state[place(5)], state[place(6)]];
                let constant = B::splat(simd, constants[T]);
                let first = state[place(7)]
                    .add_words(constant.add_words(schedule[T]))
                    .add_words(B::select(e, f, g))
                    .add_words(sigma(e, [14, 18, 41], false));
                let second = sigma(a, [28, 34, 39], false).add_words(B::select(a ^ b, c, a));
                state[place(3)] = state[place(3)].add_words(first);
                state[place(7)] = first.add_words(second);
                // The word for 16 rounds later. The last 16 are not used.
                schedule[T] = schedule[T]
                    .add_words(sigma(schedule[(T + 1) % 16], [1, 8, 7], true))
                    .add_words(schedule[(T + 9) % 16])
                    .add_words(sigma(schedule[(T + 14) % 16], [19, 61, 6], true));
            });
        }
        for k in 0..8 {
            state[k] = state[k].add_words(before[k]);
        }
        state
    }
}
