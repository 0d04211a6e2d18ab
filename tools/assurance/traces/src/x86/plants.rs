//! Planted leaks: what no mechanism may do, and the comparison must find.

use std::hint::black_box;

use vectru_polymul::dispatch::Backend;

use super::recorder::{Kind, Recorder};
use crate::leaks::{self, Leak};
use crate::operations::Tracer;

/// A leak: its name, what the comparison must find, and a function of secret bytes that leaks them.
pub struct Plant {
    pub name: &'static str,
    pub found: Kind,
    leak: Leak,
}

/// Returns the leaks that a backend can have.
pub fn of(backend: Backend) -> Vec<Plant> {
    let mut plants = vec![
        Plant { name: "branch", found: Kind::Branch, leak: leaks::branch },
        Plant { name: "index", found: Kind::Address, leak: leaks::index },
        Plant { name: "division", found: Kind::Operand, leak: leaks::division },
    ];
    if backend != Backend::Portable {
        plants.push(Plant { name: "index of a gather", found: Kind::Index, leak: gather });
    }
    plants
}

#[inline(never)]
fn gather(secret: &[u8; 32]) -> u64 {
    use std::arch::x86_64::{__m256i, _mm256_and_si256, _mm256_i32gather_epi32, _mm256_loadu_si256, _mm256_set1_epi32};

    #[target_feature(enable = "avx2")]
    fn with_features(table: &[i32; 256], secret: &[u8; 32]) -> u64 {
        let mut sum = [0_i32; 8];
        // SAFETY: the indices are below 256, and `sum` has the size of a vector.
        unsafe {
            let indices = _mm256_and_si256(_mm256_loadu_si256(secret.as_ptr().cast()), _mm256_set1_epi32(255));
            let values: __m256i = _mm256_i32gather_epi32::<4>(table.as_ptr(), indices);
            std::arch::x86_64::_mm256_storeu_si256(sum.as_mut_ptr().cast(), values);
        }
        sum.iter().map(|&value| value as u64).sum()
    }
    let table: [i32; 256] = std::array::from_fn(|k| k as i32);
    // SAFETY: only backends with AVX2 have this leak.
    unsafe { with_features(black_box(&table), secret) }
}

impl Plant {
    /// Runs the leak with several secrets, and returns whether the comparison found it, and nothing
    /// else.
    pub fn is_found(&self, recorder: &mut Recorder) -> bool {
        leaks::trace(recorder, self.name, self.leak);
        let outcome = recorder.finish();
        !outcome.differences.is_empty() && outcome.differences.iter().all(|difference| difference.kind == self.found)
    }
}

/// Executes an instruction that no backend asks the CPU for.
#[inline(never)]
pub fn execute_unasked(recorder: &mut Recorder) {
    recorder.trace("an instruction without its feature", || {
        let mut zeros: u64;
        // SAFETY: the instruction changes one register. A CPU without it executes `bsr`.
        unsafe { std::arch::asm!("lzcnt {0}, {1}", out(reg) zeros, in(reg) black_box(5_u64)) };
        zeros = black_box(zeros);
        zeros
    });
    recorder.finish();
}
