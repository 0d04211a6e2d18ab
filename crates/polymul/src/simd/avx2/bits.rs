//! Four 64-bit words in a register of AVX2. Carry-less products are `pclmulqdq`, one for each half.
#![allow(unsafe_code)]
// Safety of all unsafe blocks below: every intrinsic needs AVX2 and PCLMULQDQ at most, but for
// those of AVX-512 that only its token calls. Only tokens of the AVX2 and AVX-512 backends make
// vectors, and they exist only if the CPU has both (token: see the glossary in
// docs/contributing/glossary.md).
#![allow(clippy::undocumented_unsafe_blocks)]

use core::arch::asm;
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, BitXor};

use crate::simd::avx2::Avx2;
use crate::simd::avx512::Avx512Narrow;
use crate::simd::bits::BitVector;

/// Four `u64` in a 256-bit register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx2Bits(__m256i);

impl BitAnd for Avx2Bits {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }
}

impl BitOr for Avx2Bits {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(unsafe { _mm256_or_si256(self.0, other.0) })
    }
}

impl BitXor for Avx2Bits {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(unsafe { _mm256_xor_si256(self.0, other.0) })
    }
}

/// Returns the carry-less product of one word of each 128-bit half by the corresponding word.
/// `PLACES` is the operand of `pclmulqdq`: 0x00 for the even words, 0x11 for the odd ones.
#[inline(always)]
fn multiply<const PLACES: i32>(a: Avx2Bits, b: Avx2Bits) -> Avx2Bits {
    unsafe {
        let low = _mm_clmulepi64_si128::<PLACES>(_mm256_castsi256_si128(a.0), _mm256_castsi256_si128(b.0));
        let high =
            _mm_clmulepi64_si128::<PLACES>(_mm256_extracti128_si256::<1>(a.0), _mm256_extracti128_si256::<1>(b.0));
        Avx2Bits(_mm256_set_m128i(high, low))
    }
}

/// Returns the vectors: see [`BitVector::in_order`]. It is a separate function, because only a
/// function with AVX2 can name its registers.
#[inline]
#[target_feature(enable = "avx2")]
fn in_order([mut a, mut b, mut c, mut d]: [Avx2Bits; 4]) -> [Avx2Bits; 4] {
    // Statements that are not pure keep their order.
    unsafe {
        asm!(
            "/* {} {} {} {} */",
            inout(ymm_reg) a.0, inout(ymm_reg) b.0, inout(ymm_reg) c.0, inout(ymm_reg) d.0,
            options(nomem, nostack, preserves_flags)
        );
    }
    [a, b, c, d]
}

/// Returns the vector: see [`BitVector::in_turn`].
#[inline]
#[target_feature(enable = "avx2")]
fn in_turn(mut vector: Avx2Bits) -> Avx2Bits {
    unsafe { asm!("/* {} */", inout(ymm_reg) vector.0, options(nomem, nostack, preserves_flags)) };
    vector
}

/// Returns the vector in any of 32 registers: see [`BitVector::in_turn`]. Their class is named
/// after the widest vectors that they hold.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn in_turn_of_32(mut vector: Avx2Bits) -> Avx2Bits {
    unsafe { asm!("/* {:y} */", inout(zmm_reg) vector.0, options(nomem, nostack, preserves_flags)) };
    vector
}

impl crate::simd::sealed::Sealed for Avx2Bits {}

/// Implements [`BitVector`] for a token. On AVX-512 the compiler merges the shifts of a rotation
/// into one instruction, and the operations of a selection into another.
macro_rules! of_token {
    ($token:ty, registers: $registers:literal, rotates: $rotates:literal, in_turn: $in_turn:ident) => {
        impl BitVector<$token> for Avx2Bits {
            const WORDS: usize = 4;
            const IS_REGISTER: bool = true;
            const REGISTERS: usize = $registers;
            const ROTATES: bool = $rotates;

            #[inline(always)]
            fn splat(_: $token, word: u64) -> Self {
                Self(unsafe { _mm256_set1_epi64x(word as i64) })
            }

            #[inline(always)]
            fn load(_: $token, source: &[u64]) -> Self {
                let source: &[u64; 4] = source.first_chunk().expect("a vector's worth of words");
                Self(unsafe { _mm256_loadu_si256(source.as_ptr().cast()) })
            }

            #[inline(always)]
            fn select(mask: Self, chosen: Self, other: Self) -> Self {
                ((chosen ^ other) & mask) ^ other
            }

            #[inline(always)]
            fn majority(a: Self, b: Self, c: Self) -> Self {
                if $rotates {
                    // The truth table 0xe8 is the majority. Only AVX-512 rotates.
                    Self(unsafe { _mm256_ternarylogic_epi64::<0xe8>(a.0, b.0, c.0) })
                } else {
                    ((a ^ b) & (a ^ c)) ^ a
                }
            }

            #[inline(always)]
            fn choose(mask: Self, chosen: Self, other: Self) -> Self {
                Self(unsafe { _mm256_blendv_epi8(other.0, chosen.0, mask.0) })
            }

            #[inline(always)]
            fn in_order(vectors: [Self; 4]) -> [Self; 4] {
                unsafe { in_order(vectors) }
            }

            #[inline(always)]
            fn in_turn(self) -> Self {
                unsafe { $in_turn(self) }
            }

            #[inline(always)]
            fn shifted_down(self) -> Self {
                unsafe {
                    // Words 1, 2, 3, 0; the last one is then shifted by one bit.
                    let turned = _mm256_permute4x64_epi64::<0x39>(self.0);
                    Self(_mm256_srlv_epi64(turned, _mm256_set_epi64x(1, 0, 0, 0)))
                }
            }

            #[inline(always)]
            fn add_words(self, other: Self) -> Self {
                Self(unsafe { _mm256_add_epi64(self.0, other.0) })
            }

            #[inline(always)]
            fn rotate_words_down(self, bits: u32) -> Self {
                let up = unsafe { _mm256_sll_epi64(self.0, _mm_cvtsi32_si128(64 - bits as i32)) };
                BitVector::<$token>::shift_words_down(self, bits) | Self(up)
            }

            #[inline(always)]
            fn shift_words_down(self, bits: u32) -> Self {
                Self(unsafe { _mm256_srl_epi64(self.0, _mm_cvtsi32_si128(bits as i32)) })
            }

            #[inline(always)]
            fn words_down(self, above: Self) -> Self {
                unsafe {
                    let across = _mm256_permute2x128_si256::<0x21>(self.0, above.0);
                    Self(_mm256_alignr_epi8::<8>(across, self.0))
                }
            }

            #[inline(always)]
            fn words_up(self, below: Self) -> Self {
                unsafe {
                    let across = _mm256_permute2x128_si256::<0x21>(below.0, self.0);
                    Self(_mm256_alignr_epi8::<8>(self.0, across))
                }
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
                unsafe { _mm_cvtsi128_si64(_mm256_castsi256_si128(self.0)) as u64 }
            }

            #[inline(always)]
            fn store(self, target: &mut [u64]) {
                let target: &mut [u64; 4] = target.first_chunk_mut().expect("a target as long as a vector");
                unsafe { _mm256_storeu_si256(target.as_mut_ptr().cast(), self.0) }
            }
        }
    };
}

of_token!(Avx2, registers: 16, rotates: false, in_turn: in_turn);
of_token!(Avx512Narrow, registers: 32, rotates: true, in_turn: in_turn_of_32);
