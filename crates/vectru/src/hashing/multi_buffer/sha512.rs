//! SHA-512 (FIPS 180-4), on vectors of words and on words.

use sha2::block_api;
use vectru_polymul::simd::opaque_in_turn as in_turn;
use vectru_polymul::simd::sha512::COMPRESS;
use vectru_polymul::simd::{Aligned, BitVector, Machine, reload};

use super::{HashFunction, Times, compact};

/// SHA-512.
pub(crate) struct Sha512;

/// The first 64 fractional bits of the cube roots of the first 80 primes.
pub(super) const CONSTANTS: [u64; 80] = fractions(3);

/// The constants of each 16 rounds.
const PARTS: &[[u64; 16]] = CONSTANTS.as_chunks().0;

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
    const TIMES: Times = Times { shifted: 18, rotated: 11, wide: 20 };
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

    const INITIAL: [u64; 8] = fractions(2);

    #[inline(always)]
    fn initial<S: Copy, B: BitVector<S>>(simd: S) -> [B; 8] {
        let mut state = [B::splat(simd, 0); 8];
        unroll!(K < 8, {
            state[K] = B::splat(simd, Self::INITIAL[K]);
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
        for (part, constants) in PARTS.iter().enumerate() {
            // Four rounds, then their words of the schedule for 16 rounds later: none after the
            // last 16 rounds.
            unroll!(V < 4, {
                unroll!(R < 4, {
                    const T: usize = 4 * V + R;
                    round_in_lanes(&mut state, T, schedule[T].add_words(B::splat(simd, constants[T])));
                });
                if part + 1 < PARTS.len() {
                    unroll!(R < 4, {
                        const T: usize = 4 * V + R;
                        schedule[T] = schedule[T]
                            .add_words(sigma(schedule[(T + 1) % 16], [1, 8, 7], true))
                            .add_words(schedule[(T + 9) % 16])
                            .add_words(sigma(schedule[(T + 14) % 16], [19, 61, 6], true));
                    });
                }
            });
        }
        for k in 0..8 {
            state[k] = state[k].add_words(before[k]);
        }
        state
    }

    fn absorb_alone<S: Machine>(simd: S, state: &mut [u64; 8], block: &[u8]) {
        if cfg!(feature = "small") {
            compact::absorb(state, block);
        } else if let Some(compress) = COMPRESS {
            compress(state, block.first_chunk().expect("a block of bytes"), &CONSTANTS);
        } else if const { S::EXTENDS_WORDS } {
            absorb_in_words(simd, state, block.as_chunks().0.first_chunk().expect("a block of bytes"));
        } else {
            block_api::compress512(state, block.as_chunks().0);
        }
    }
}

/// Returns the words a, …, h of round t, which move by one place each round.
#[inline(always)]
fn places<B: Copy>(state: &[B; 8], t: usize) -> [B; 8] {
    let mut words = *state;
    unroll!(K < 8, {
        words[K] = state[(16 + K - t) % 8];
    });
    words
}

/// Round t in lanes, given the sum of its constant and its word of the schedule. The last term of
/// each sum is the one that is known last.
#[inline(always)]
fn round_in_lanes<S, B: BitVector<S>>(state: &mut [B; 8], t: usize, sum: B) {
    let [a, b, c, d, e, f, g, h] = places(state, t);
    let of_e = sigma(e, [14, 18, 41], false).in_turn();
    let of_a = sigma(a, [28, 34, 39], false);
    let first = h.add_words(sum).in_turn().add_words(B::select(e, f, g)).in_turn();
    state[(11 - t % 8) % 8] = d.add_words(first).in_turn().add_words(of_e).in_turn();
    let first = first.add_words(of_e).in_turn();
    state[(15 - t % 8) % 8] = first.add_words(B::majority(a, b, c)).in_turn().add_words(of_a);
}

/// Absorbs a block of a single message. The rounds are computed in words, and the schedule beside
/// them in vectors of four words. The sums of the schedule and the constants pass from vectors to
/// words through memory, which takes less time than moves between registers.
#[inline(never)]
fn absorb_in_words<S: Machine>(simd: S, state: &mut [u64; 8], block: &[[u8; 8]; 16]) {
    simd.vectorize(
        #[inline(always)]
        || {
            let mut schedule = [S::Bits::splat(simd, 0); 4];
            let mut sums = Aligned([[0; 4]; 4]);
            for v in 0..4 {
                let words: [u64; 4] = core::array::from_fn(
                    #[inline(always)]
                    |k| Sha512::word(block[4 * v + k]),
                );
                schedule[v] = S::Bits::load(simd, &words);
                schedule[v].add_words(S::Bits::load(simd, &CONSTANTS[4 * v..])).store(&mut sums.0[v]);
            }
            let mut rounds = Rounds::new(state);
            for part in 0..PARTS.len() {
                unroll!(V < 4, {
                    unroll!(R < 4, {
                        rounds.round(4 * V + R, reload(&sums.0[V][R]));
                    });
                    if let Some(constants) = PARTS.get(part + 1) {
                        let next = [schedule[V], schedule[(V + 1) % 4], schedule[(V + 2) % 4], schedule[(V + 3) % 4]];
                        schedule[V] = next_four(simd, next);
                        schedule[V].add_words(S::Bits::load(simd, &constants[4 * V..])).store(&mut sums.0[V]);
                    }
                });
            }
            rounds.end(state);
        },
    );
}

/// Returns words t + 16 to t + 19 of the schedule, given words t to t + 15.
#[inline(always)]
fn next_four<S: Copy, B: BitVector<S>>(simd: S, [w0, w4, w8, w12]: [B; 4]) -> B {
    let zero = B::splat(simd, 0);
    let sum = w0.add_words(w8.words_down(w12)).add_words(sigma(w0.words_down(w4), [1, 8, 7], true));
    // The first two words need words t + 14 and t + 15, and the others need the first two.
    let last = w12.words_down(zero).words_down(zero);
    let sum = sum.add_words(sigma(last, [19, 61, 6], true));
    let first = sum.words_up(zero).words_up(zero);
    sum.add_words(sigma(first, [19, 61, 6], true))
}

/// The words a, …, h between rounds of a single message.
struct Rounds {
    words: [u64; 8],
    /// b ^ c.
    difference: u64,
    /// The last term of the sum a, which is added in the next round.
    late: u64,
}

impl Rounds {
    #[inline(always)]
    fn new(state: &[u64; 8]) -> Self {
        Self { words: *state, difference: state[1] ^ state[2], late: 0 }
    }

    /// Round t, given the sum of its constant and its word of the schedule.
    ///
    /// The statements have the order in which a CPU with four units for words executes them: the
    /// path from e to the next e, with the rest between.
    #[inline(always)]
    fn round(&mut self, t: usize, sum: u64) {
        let [a, b, _, d, e, f, g, h] = places(&self.words, t);
        let h = in_turn(h.wrapping_add(sum));
        let chosen = in_turn(e & f);
        let [e41, e18] = [in_turn(e.rotate_right(41)), in_turn(e.rotate_right(18))];
        let a = in_turn(a.wrapping_add(self.late));
        let h = in_turn(h.wrapping_add(chosen));
        let other = in_turn(!e & g);
        let two = in_turn(e18 ^ e41);
        let e14 = in_turn(e.rotate_right(14));
        let h = in_turn(h.wrapping_add(other));
        let of_e = in_turn(two ^ e14);
        let difference = in_turn(a ^ b);
        let a39 = in_turn(a.rotate_right(39));
        let h = in_turn(h.wrapping_add(of_e));
        let a34 = in_turn(a.rotate_right(34));
        let d = in_turn(d.wrapping_add(h));
        // The majority of a, b and c is b where b and c are equal, and a where they differ.
        let majority = in_turn(difference & self.difference);
        let a28 = in_turn(a.rotate_right(28));
        let two = in_turn(a34 ^ a39);
        let majority = in_turn(majority ^ b);
        self.words[(8 - t % 8) % 8] = a;
        self.words[(11 - t % 8) % 8] = d;
        self.words[(15 - t % 8) % 8] = in_turn(h.wrapping_add(majority));
        self.late = in_turn(two ^ a28);
        self.difference = difference;
    }

    /// Adds the words after the last round to the state, one after the other: otherwise the
    /// compiler would move them to a vector and back.
    #[inline(always)]
    fn end(self, state: &mut [u64; 8]) {
        state[0] = state[0].wrapping_add(self.late);
        for (word, added) in state.iter_mut().zip(self.words) {
            *word = in_turn(word.wrapping_add(added));
        }
    }
}
