//! Words: single signed 32-bit lanes, for cores without vectors.
//!
//! A kernel over words keeps as many of them alive as a core has registers for: the Cortex-M3 and
//! the Cortex-M4 have thirteen. Compilers load ahead and keep words for later, so that more are
//! alive than fit, and store the rest to the stack. [`fence4`](I32Word::fence4) and
//! [`fence8`](I32Word::fence8) separate the steps of a kernel: the compiler finishes what comes
//! before a fence, and starts what comes after it there. A fence has no instruction.
//!
//! [`Number`] is the word of every backend, and defines the operations. The lanes of the analysis
//! have a word of their own, so that kernels over words are proved like kernels over vectors.
#![allow(unsafe_code)]

use core::fmt::Debug;
use core::ops::{Add, Mul, Sub};

use super::{Byte, IntegerProduct, Simd, Wide};
use crate::modular::{Constant, Modulus, inverse, word_reciprocal};

/// A signed 32-bit lane, made by a token of type `S`. `+`, `-` and `*` wrap modulo 2^32.
pub trait I32Word<S: Simd>:
    super::sealed::Sealed + Copy + Debug + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// Attributes the following operations to the map named `map`, as [`Simd::enter`] does, in an
    /// account of words.
    #[inline(always)]
    fn enter(simd: S, map: &'static str) {
        simd.enter(map);
    }

    /// Runs `kernel` as code for the backend, and [attributes](Self::enter) it to the map.
    #[inline(always)]
    fn in_map(simd: S, map: &'static str, kernel: impl FnOnce()) {
        simd.vectorize(
            #[inline(always)]
            || {
                Self::enter(simd, map);
                kernel();
            },
        );
    }

    /// Returns the word 0.
    fn zero(simd: S) -> Self;

    /// Loads a 32-bit coefficient.
    fn load(simd: S, source: &Wide<S>) -> Self;

    /// Loads a 16-bit coefficient and extends its sign.
    fn load_narrow(simd: S, source: &S::Coefficient) -> Self;

    /// Loads an 8-bit coefficient and extends its sign.
    fn load_byte(simd: S, source: &Byte<S>) -> Self;

    /// Loads a constant of a table.
    fn load_constant(simd: S, source: &i16) -> Self;

    /// Stores a 32-bit coefficient.
    fn store(self, target: &mut Wide<S>);

    /// Returns the sum of this word and a product: `self` + x y modulo 2^32.
    fn multiply_add(self, x: Self, y: Self) -> Self;

    /// Writes at each of N points the sum of `L` Toeplitz products of dimension 16, and returns
    /// true, if the target has a form of its own for it. The definition is
    /// [`sums_of_products`](crate::stage::toeplitz_words::sums_of_products), which also has the
    /// order of the words.
    #[inline(always)]
    fn sums_of_products<const L: usize, const N: usize>(
        _: [&[[Wide<S>; 24]; N]; L],
        _: &[[[Wide<S>; 63]; L]; N],
        _: &mut [[Wide<S>; 16]; N],
    ) -> bool {
        false
    }

    /// Returns the sum and the difference of this word and another.
    #[inline(always)]
    fn butterfly(self, other: Self) -> [Self; 2] {
        [self + other, self - other]
    }

    /// Returns floor(x / 2^bits) of this word x. Requires `bits` < 32.
    fn shift_right(self, bits: u32) -> Self;

    /// Returns the [Montgomery reduction](crate::modular::montgomery_reduce) of this word s: a
    /// representative r of 2^-16 s modulo an odd q.
    ///
    /// Requires `montgomery_bound(|s|)` < 2^15; returns |r| <=
    /// [`montgomery_bound`](crate::modular::montgomery_bound) of |s|.
    fn montgomery_reduce<M: Modulus>(self) -> Self;

    /// Returns the Barrett reduction of this word x modulo an odd q:
    ///
    /// ```text
    /// r = x - q floor((x c' + 2^(k - 1)) / 2^k)
    /// ```
    ///
    /// with c' and k of `word_reciprocal`. Requires
    /// |x c'| + 2^(k - 1) < 2^31, which holds for |x| < 2^17; returns |r| <= (q + |x| q / 2^k) / 2,
    /// where q / 2^k is about 2^-12 or less.
    fn barrett_reduce<M: Modulus>(self) -> Self;

    /// Returns the integer c, from residues c1 modulo `M` (this word) and c2 modulo `N` (`second`),
    /// for primes p of `M` and p' of `N`:
    ///
    /// ```text
    /// c = c1 + p h,   h = (c2 - c1) p^-1 modulo p'
    /// ```
    ///
    /// The quotient h is a Montgomery product, Barrett-reduced. `integers` names c as for
    /// [`I16Vector::recombine`](super::I16Vector::recombine), and the lanes of the proof demand
    /// the same.
    fn recombine<M: Modulus, N: Modulus>(self, second: Self, integers: IntegerProduct) -> Self;

    /// Stores the 16-bit coefficient that is congruent to this word modulo 2^16.
    fn store_low(self, target: &mut S::Coefficient);

    /// Stores the centred representative modulo a power of two q, in [-q/2, q/2).
    ///
    /// Does not compile for an odd q.
    fn store_centred<M: Modulus>(self, target: &mut S::Coefficient);

    /// Returns the same words, behind a fence.
    #[inline(always)]
    fn fence2(words: [Self; 2]) -> [Self; 2] {
        words
    }

    /// Returns the same words, behind a fence.
    #[inline(always)]
    fn fence4(words: [Self; 4]) -> [Self; 4] {
        words
    }

    /// Returns the same words, behind a fence.
    #[inline(always)]
    fn fence8(words: [[Self; 2]; 4]) -> [[Self; 2]; 4] {
        words
    }
}

/// Returns the number of bits of a 32-bit lane that a residue modulo a power of two q does not use:
/// 32 - log2 q.
pub(super) const fn unused_bits<M: Modulus>() -> u32 {
    assert!(M::Q % 2 == 0, "the modulus is a power of two");
    32 - M::Q.trailing_zeros()
}

/// Loads a number by an instruction of its own. On the Cortex-M3 and the Cortex-M4, loads one
/// behind the other take a cycle each, and the compiler would make pairs of them that take three.
#[cfg(vectru_registers)]
#[inline(always)]
fn read(source: &i32) -> i32 {
    // SAFETY: a reference can be read.
    unsafe { core::ptr::from_ref(source).read_volatile() }
}

/// Loads a number.
#[cfg(not(vectru_registers))]
#[inline(always)]
fn read(source: &i32) -> i32 {
    *source
}

/// Loads a constant from memory: the compiler would make constants of products by it as well, which
/// need more registers than there are.
#[cfg(vectru_registers)]
#[inline(always)]
fn read_constant(source: &i16) -> i16 {
    // SAFETY: a reference can be read.
    unsafe { core::ptr::from_ref(source).read_volatile() }
}

/// Loads a constant.
#[cfg(not(vectru_registers))]
#[inline(always)]
fn read_constant(source: &i16) -> i16 {
    *source
}

/// Stores a number by an instruction of its own, for the reason that [`read`] has.
#[cfg(vectru_registers)]
#[inline(always)]
fn write(target: &mut i32, number: i32) {
    // SAFETY: a mutable reference can be written.
    unsafe { core::ptr::from_mut(target).write_volatile(number) };
}

/// Stores a number.
#[cfg(not(vectru_registers))]
#[inline(always)]
fn write(target: &mut i32, number: i32) {
    *target = number;
}

/// The word of the backends: a number.
#[derive(Clone, Copy, Debug)]
pub struct Number(i32);

impl Add for Number {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for Number {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Mul for Number {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(self.0.wrapping_mul(other.0))
    }
}

impl super::sealed::Sealed for Number {}

impl<S: Simd<Coefficient = i16>> I32Word<S> for Number {
    #[inline(always)]
    fn zero(_: S) -> Self {
        Self(0)
    }

    #[inline(always)]
    fn load(_: S, source: &i32) -> Self {
        Self(read(source))
    }

    #[inline(always)]
    fn load_narrow(_: S, source: &i16) -> Self {
        Self(i32::from(*source))
    }

    #[inline(always)]
    fn load_byte(_: S, source: &i8) -> Self {
        Self(i32::from(*source))
    }

    #[inline(always)]
    fn load_constant(_: S, source: &i16) -> Self {
        Self(read_constant(source).into())
    }

    #[inline(always)]
    fn store(self, target: &mut i32) {
        write(target, self.0);
    }

    #[inline(always)]
    fn multiply_add(self, x: Self, y: Self) -> Self {
        self + x * y
    }

    #[inline(always)]
    fn shift_right(self, bits: u32) -> Self {
        Self(self.0 >> bits)
    }

    #[inline(always)]
    fn montgomery_reduce<M: Modulus>(self) -> Self {
        // s and q m agree modulo 2^16, so that the difference is 2^16 r.
        let factor = (self.0 as i16).wrapping_mul(M::INVERSE);
        Self(self.0.wrapping_sub(i32::from(factor) * i32::from(M::Q)) >> 16)
    }

    #[inline(always)]
    fn barrett_reduce<M: Modulus>(self) -> Self {
        let [reciprocal, bits] = const { word_reciprocal(M::Q as i64) };
        let quotient = self.0.wrapping_mul(reciprocal as i32).wrapping_add(1 << (bits - 1)) >> bits;
        Self(self.0.wrapping_sub(quotient.wrapping_mul(M::Q.into())))
    }

    #[inline(always)]
    fn recombine<M: Modulus, N: Modulus>(self, second: Self, _: IntegerProduct) -> Self {
        let inverse = const { Constant::<N>::new(inverse(M::Q as i64, N::Q as i64)).montgomery };
        let product = (second - self) * Self(inverse.into());
        let quotient = I32Word::<S>::barrett_reduce::<N>(I32Word::<S>::montgomery_reduce::<N>(product));
        Self(self.0.wrapping_add(quotient.0.wrapping_mul(M::Q.into())))
    }

    #[inline(always)]
    fn store_low(self, target: &mut i16) {
        *target = self.0 as i16;
    }

    #[inline(always)]
    fn store_centred<M: Modulus>(self, target: &mut i16) {
        let unused = const { unused_bits::<M>() };
        *target = (self.0 << unused >> unused) as i16;
    }

    /// In the registers of the operands: a compiler needs a third one.
    #[cfg(vectru_registers)]
    #[inline(always)]
    fn butterfly(self, other: Self) -> [Self; 2] {
        let (Self(mut a), Self(mut b)) = (self, other);
        // SAFETY: both cores have the instructions, which change the two registers alone.
        unsafe {
            core::arch::asm!(
                "add {a}, {a}, {b}",
                "sub {b}, {a}, {b}, lsl #1",
                a = inout(reg) a,
                b = inout(reg) b,
                options(nostack, nomem, preserves_flags),
            );
        }
        [Self(a), Self(b)]
    }

    #[cfg(vectru_registers)]
    #[inline(always)]
    fn sums_of_products<const L: usize, const N: usize>(
        vectors: [&[[i32; 24]; N]; L],
        matrices: &[[[i32; 63]; L]; N],
        sums: &mut [[i32; 16]; N],
    ) -> bool {
        super::word_products::sums_of_products(vectors, matrices, sums);
        true
    }

    #[cfg(vectru_registers)]
    #[inline(always)]
    fn fence2([Self(mut a), Self(mut b)]: [Self; 2]) -> [Self; 2] {
        // SAFETY: the statement has no instruction, so it changes neither memory nor flags.
        unsafe { core::arch::asm!("/* {} {} */", inout(reg) a, inout(reg) b, options(nostack, preserves_flags)) };
        [Self(a), Self(b)]
    }

    #[cfg(vectru_registers)]
    #[inline(always)]
    fn fence4(words: [Self; 4]) -> [Self; 4] {
        let [Self(mut a), Self(mut b), Self(mut c), Self(mut d)] = words;
        // SAFETY: the statement has no instruction, so it changes neither memory nor flags.
        unsafe {
            core::arch::asm!(
                "/* {} {} {} {} */",
                inout(reg) a, inout(reg) b, inout(reg) c, inout(reg) d,
                options(nostack, preserves_flags),
            );
        }
        [a, b, c, d].map(Self)
    }

    #[cfg(vectru_registers)]
    #[inline(always)]
    fn fence8(words: [[Self; 2]; 4]) -> [[Self; 2]; 4] {
        let [
            [Self(mut a), Self(mut b)],
            [Self(mut c), Self(mut d)],
            [Self(mut e), Self(mut f)],
            [Self(mut g), Self(mut h)],
        ] = words;
        // SAFETY: the statement has no instruction, so it changes neither memory nor flags.
        unsafe {
            core::arch::asm!(
                "/* {} {} {} {} {} {} {} {} */",
                inout(reg) a, inout(reg) b, inout(reg) c, inout(reg) d,
                inout(reg) e, inout(reg) f, inout(reg) g, inout(reg) h,
                options(nostack, preserves_flags),
            );
        }
        [[Self(a), Self(b)], [Self(c), Self(d)], [Self(e), Self(f)], [Self(g), Self(h)]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::{Q2048, Q3329, Q7681, centred, montgomery_bound};
    use crate::simd::portable::Portable;

    const EDGES: [i32; 10] = [i32::MIN, i32::MIN + 1, -65_536, -1024, -1, 0, 1, 1023, 32_768, i32::MAX];

    type Token = Portable;

    /// Returns the number that a word stores.
    fn number(word: Number) -> i64 {
        let mut target = 0;
        I32Word::<Token>::store(word, &mut target);
        target.into()
    }

    #[test]
    fn operations_on_words() {
        let simd = Token::new();
        let wrapped = |number: i64| i64::from(number as i32);
        for (x, y) in EDGES.into_iter().flat_map(|x| EDGES.map(|y| (x, y))) {
            let [a, b] = [x, y].map(|number| Number::load(simd, &number));
            let (x, y) = (i64::from(x), i64::from(y));
            assert_eq!([a + b, a - b, a * b].map(number), [x + y, x - y, x * y].map(wrapped));
            let sum = I32Word::<Token>::multiply_add(a, b, b);
            assert_eq!(number(sum), wrapped(x + y * y));
            for bits in [0, 1, 5, 31] {
                assert_eq!(number(I32Word::<Token>::shift_right(a, bits)), x >> bits);
            }
            let (mut low, mut small) = (0, 0);
            I32Word::<Token>::store_low(a, &mut low);
            I32Word::<Token>::store_centred::<Q2048>(a, &mut small);
            assert_eq!((low, i64::from(small)), (x as i16, centred(x, 2048)));
        }
        let narrow = [Number::load_narrow(simd, &i16::MIN), Number::load_byte(simd, &-128), Number::zero(simd)];
        assert_eq!(narrow.map(number), [i16::MIN.into(), -128, 0]);
    }

    /// Checks reductions modulo `M` within their ranges: their results are congruent, and bounded.
    fn reductions<M: Modulus>() {
        let (simd, q) = (Token::new(), i64::from(M::Q));
        let (inverse, [reciprocal, bits]) = (inverse(1 << 16, q), word_reciprocal(q));
        assert!((1 << 12..1 << 13).contains(&reciprocal) && (reciprocal * q) >> bits < 2);
        let largest = [(1 << 31) - (q << 15) - 1, ((1 << 31) - 1 - (1 << (bits - 1))) / reciprocal];
        let numbers = |largest: i64| (0..5000).map(move |k| (k * 7_919_569) % (largest + 1)).chain([largest]);
        for s in numbers(largest[0]).flat_map(|s| [s, -s]) {
            let reduced = I32Word::<Token>::montgomery_reduce::<M>(Number::load(simd, &(s as i32)));
            assert_eq!((number(reduced) - s * inverse) % q, 0, "{s} modulo {q}");
            assert!(number(reduced).abs() <= montgomery_bound::<M>(s.abs()), "{s} modulo {q}");
        }
        for x in numbers(largest[1]).flat_map(|x| [x, -x]) {
            let reduced = I32Word::<Token>::barrett_reduce::<M>(Number::load(simd, &(x as i32)));
            assert_eq!((number(reduced) - x) % q, 0, "{x} modulo {q}");
            assert!(number(reduced).abs() << (bits + 1) <= (q << bits) + x.abs() * q, "{x} modulo {q}");
        }
    }

    #[test]
    fn reductions_are_congruent_and_bounded() {
        reductions::<Q3329>();
        reductions::<Q7681>();
        reductions::<crate::modular::Q4591>();
    }

    #[test]
    fn integers_are_recombined_from_their_residues() {
        let simd = Token::new();
        let integers = IntegerProduct { degree: 1, wrap: 1, first: 0 };
        for c in (0..20_000).map(|k| (k * 7_919_569) % 12_582_913).chain([12_582_912]).flat_map(|c| [c, -c]) {
            for offset in [-40, 0, 40] {
                let residues = [centred(c, 3329) + offset * 3329, centred(c, 7681) - offset / 3 * 7681];
                let [c1, c2] = residues.map(|residue| Number::load(simd, &(residue as i32)));
                assert_eq!(number(I32Word::<Token>::recombine::<Q3329, Q7681>(c1, c2, integers)), c, "{residues:?}");
            }
        }
    }
}
