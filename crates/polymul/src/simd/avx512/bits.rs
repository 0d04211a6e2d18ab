//! Eight 64-bit words in a register of AVX-512. Carry-less products are `pclmulqdq`, one for each
//! quarter.
#![allow(unsafe_code)]
// Safety of all unsafe blocks below: every intrinsic needs AVX-512 F and PCLMULQDQ at most. Only
// tokens of the AVX-512 backend make vectors, and they exist only if the CPU has both (token: see
// the glossary in docs/contributing/glossary.md).
#![allow(clippy::undocumented_unsafe_blocks)]

use core::arch::asm;
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor};

use crate::simd::avx512::Avx512;
use crate::simd::bits::BitVector;

/// Eight `u64` in a 512-bit register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx512Bits(__m512i);

impl BitAnd for Avx512Bits {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }
}

impl BitOr for Avx512Bits {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }
}

impl BitXor for Avx512Bits {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
}

/// Returns the carry-less product of one word of each 128-bit quarter by the corresponding word.
/// `PLACES` is the operand of `pclmulqdq`: 0x00 for the even words, 0x11 for the odd ones.
///
/// VPCLMULQDQ has one instruction for all quarters, but the first CPUs with the features of this
/// backend lack it.
#[inline(always)]
fn multiply<const PLACES: i32>(a: Avx512Bits, b: Avx512Bits) -> Avx512Bits {
    unsafe {
        let mut products = _mm512_castsi128_si512(quarter_product::<PLACES, 0>(a, b));
        products = _mm512_inserti32x4::<1>(products, quarter_product::<PLACES, 1>(a, b));
        products = _mm512_inserti32x4::<2>(products, quarter_product::<PLACES, 2>(a, b));
        Avx512Bits(_mm512_inserti32x4::<3>(products, quarter_product::<PLACES, 3>(a, b)))
    }
}

/// Returns the product in quarter `QUARTER`.
#[inline(always)]
fn quarter_product<const PLACES: i32, const QUARTER: i32>(a: Avx512Bits, b: Avx512Bits) -> __m128i {
    unsafe {
        let [a, b] = [_mm512_extracti32x4_epi32::<QUARTER>(a.0), _mm512_extracti32x4_epi32::<QUARTER>(b.0)];
        _mm_clmulepi64_si128::<PLACES>(a, b)
    }
}

/// Returns the vector: see [`BitVector::in_turn`].
#[inline]
#[target_feature(enable = "avx512f")]
fn in_turn(mut vector: Avx512Bits) -> Avx512Bits {
    unsafe { asm!("/* {} */", inout(zmm_reg) vector.0, options(nomem, nostack, preserves_flags)) };
    vector
}

impl crate::simd::sealed::Sealed for Avx512Bits {}

impl BitVector<Avx512> for Avx512Bits {
    const WORDS: usize = 8;
    const IS_REGISTER: bool = true;
    const REGISTERS: usize = 32;
    const ROTATES: bool = true;

    #[inline(always)]
    fn splat(_: Avx512, word: u64) -> Self {
        Self(unsafe { _mm512_set1_epi64(word as i64) })
    }

    #[inline(always)]
    fn load(_: Avx512, source: &[u64]) -> Self {
        let source: &[u64; 8] = source.first_chunk().expect("a vector's worth of words");
        Self(unsafe { _mm512_loadu_si512(source.as_ptr().cast()) })
    }

    #[inline(always)]
    fn select(mask: Self, chosen: Self, other: Self) -> Self {
        // The truth table 0xca is "first ? second : third", bit by bit.
        Self(unsafe { _mm512_ternarylogic_epi64::<0xca>(mask.0, chosen.0, other.0) })
    }

    #[inline(always)]
    fn majority(a: Self, b: Self, c: Self) -> Self {
        // The truth table 0xe8 is the majority.
        Self(unsafe { _mm512_ternarylogic_epi64::<0xe8>(a.0, b.0, c.0) })
    }

    #[inline(always)]
    fn choose(mask: Self, chosen: Self, other: Self) -> Self {
        Self::select(mask, chosen, other)
    }

    #[inline(always)]
    fn in_order(vectors: [Self; 4]) -> [Self; 4] {
        vectors
    }

    #[inline(always)]
    fn in_turn(self) -> Self {
        unsafe { in_turn(self) }
    }

    #[inline(always)]
    fn shifted_down(self) -> Self {
        unsafe {
            // Words 1 to 7 and 0; the last one is then shifted by one bit.
            let turned = _mm512_alignr_epi64::<1>(self.0, self.0);
            Self(_mm512_srlv_epi64(turned, _mm512_set_epi64(1, 0, 0, 0, 0, 0, 0, 0)))
        }
    }

    #[inline(always)]
    fn add_words(self, other: Self) -> Self {
        Self(unsafe { _mm512_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn rotate_words_down(self, bits: u32) -> Self {
        Self(unsafe { _mm512_rorv_epi64(self.0, _mm512_set1_epi64(bits.into())) })
    }

    #[inline(always)]
    fn shift_words_down(self, bits: u32) -> Self {
        Self(unsafe { _mm512_srl_epi64(self.0, _mm_cvtsi32_si128(bits as i32)) })
    }

    #[inline(always)]
    fn words_down(self, above: Self) -> Self {
        Self(unsafe { _mm512_alignr_epi64::<1>(above.0, self.0) })
    }

    #[inline(always)]
    fn words_up(self, below: Self) -> Self {
        Self(unsafe { _mm512_alignr_epi64::<7>(self.0, below.0) })
    }

    const MULTIPLIES: bool = true;

    #[inline(always)]
    fn multiply_even(self, other: Self) -> Self {
        multiply::<0x00>(self, other)
    }

    #[inline(always)]
    fn multiply_odd(self, other: Self) -> Self {
        multiply::<0x11>(self, other)
    }

    #[inline(always)]
    fn lowest_word(self) -> u64 {
        unsafe { _mm_cvtsi128_si64(_mm512_castsi512_si128(self.0)) as u64 }
    }

    #[inline(always)]
    fn store(self, target: &mut [u64]) {
        let target: &mut [u64; 8] = target.first_chunk_mut().expect("a target as long as a vector");
        unsafe { _mm512_storeu_si512(target.as_mut_ptr().cast(), self.0) }
    }
}
