//! Which backend this CPU runs: asked once a process, and forced by tests and by whoever compares backends.
//!
//! ```
//! use vectru_polymul::dispatch::{self, Backend};
//! assert!(Backend::Portable.is_available());
//! assert!(dispatch::backend().is_available());
//! ```
#![allow(unsafe_code)]

use core::fmt;
use core::str::FromStr;
use core::sync::atomic::{AtomicU8, Ordering};

use crate::simd::{Machine, portable::Portable};

/// An instruction set that vectru has a backend for. All of them are named on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Backend {
    /// Arrays of `i16`, for any CPU.
    Portable = 1,
    /// x86-64 with AVX2.
    Avx2,
    /// x86-64 with AVX-512 F, BW, VL and VNNI, and with PCLMULQDQ.
    Avx512,
    /// AArch64 with Neon.
    Neon,
}

/// A computation that runs on whichever backend is chosen.
pub trait Task {
    /// What the computation returns.
    type Output;
    /// The computation, with the token of a backend.
    fn run<S: Machine>(self, simd: S) -> Self::Output;
}

/// The error when a backend is asked for that this CPU does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unavailable {
    /// The backend that was asked for.
    pub expected: Backend,
    /// The best backend of this CPU.
    pub found: Backend,
}

impl fmt::Display for Unavailable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "backend {} is not on this CPU, whose best is {}", self.expected, self.found)
    }
}

impl core::error::Error for Unavailable {}

/// The error when a text names no backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownBackend;

impl fmt::Display for UnknownBackend {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("expected portable, avx2, avx512 or neon")
    }
}

impl core::error::Error for UnknownBackend {}

impl fmt::Display for Backend {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for Backend {
    type Err = UnknownBackend;
    fn from_str(text: &str) -> Result<Self, UnknownBackend> {
        Self::ALL.into_iter().find(|backend| backend.name() == text).ok_or(UnknownBackend)
    }
}

impl Backend {
    /// All backends, on this machine or not, the least capable first.
    pub const ALL: [Self; 4] = [Self::Portable, Self::Avx2, Self::Avx512, Self::Neon];

    /// The name, in lower case: `portable`, `avx2`, `avx512` or `neon`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Neon => "neon",
        }
    }

    /// Whether this CPU, under this operating system, can run the backend.
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            Self::Avx2 => detect::avx2(),
            Self::Avx512 => detect::avx512(),
            Self::Neon => cfg!(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little")),
        }
    }

    /// The backends of this CPU, the least capable first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|backend| backend.is_available())
    }

    /// The best backend of this CPU.
    pub fn best() -> Self {
        Self::available().last().unwrap_or(Self::Portable)
    }

    /// Runs `task` on this backend.
    ///
    /// # Errors
    ///
    /// [`Unavailable`] if the CPU lacks the backend; `task` has not run then.
    pub fn run<T: Task>(self, task: T) -> Result<T::Output, Unavailable> {
        if self.is_available() {
            // SAFETY: the backend is available.
            Ok(unsafe { self.run_unchecked(task) })
        } else {
            Err(Unavailable { expected: self, found: Self::best() })
        }
    }

    /// # Safety
    ///
    /// The backend must be available on this CPU.
    #[inline(always)]
    unsafe fn run_unchecked<T: Task>(self, task: T) -> T::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the caller vouches for the features.
            Self::Avx2 => task.run(unsafe { crate::simd::avx2::Avx2::new_unchecked() }),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the caller vouches for the features.
            Self::Avx512 => task.run(unsafe { crate::simd::avx512::Avx512::new_unchecked() }),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            Self::Neon => task.run(crate::simd::neon::Neon::new()),
            _ => task.run(Portable::<crate::simd::shape::PortableShape>::new()),
        }
    }
}

/// The chosen backend's number, or 0 while the CPU has not been asked.
static CHOSEN: AtomicU8 = AtomicU8::new(0);

/// The backend that [`run`] uses: the best of this CPU, unless another was [forced](force).
#[inline]
pub fn backend() -> Backend {
    match CHOSEN.load(Ordering::Relaxed) {
        1 => Backend::Portable,
        2 => Backend::Avx2,
        3 => Backend::Avx512,
        4 => Backend::Neon,
        _ => choose(Backend::best()),
    }
}

/// Makes [`run`] use `backend` from now on, in the whole process; `None` returns to the best of this CPU.
/// All backends give the same results.
///
/// # Errors
///
/// [`Unavailable`] if the CPU lacks the backend; the choice stays as it was.
pub fn force(backend: Option<Backend>) -> Result<(), Unavailable> {
    let backend = backend.unwrap_or_else(Backend::best);
    if !backend.is_available() {
        return Err(Unavailable { expected: backend, found: Backend::best() });
    }
    choose(backend);
    Ok(())
}

#[cold]
fn choose(backend: Backend) -> Backend {
    CHOSEN.store(backend as u8, Ordering::Relaxed);
    backend
}

/// Runs `task` on the chosen [`backend`].
#[inline]
pub fn run<T: Task>(task: T) -> T::Output {
    // SAFETY: only available backends are ever chosen.
    unsafe { backend().run_unchecked(task) }
}

#[cfg(target_arch = "x86_64")]
mod detect {
    cpufeatures::new!(cpu_avx2, "avx2", "pclmulqdq");
    cpufeatures::new!(cpu_avx512, "avx2", "pclmulqdq", "avx512f", "avx512bw", "avx512vl");

    pub(super) fn avx2() -> bool {
        cpu_avx2::get()
    }

    /// The operating system's support of 512-bit registers comes with the check of the other features;
    /// VNNI is bit 11 of ECX in leaf 7.
    #[allow(unused_unsafe)] // Compilers newer than the minimum know CPUID to be safe.
    pub(super) fn avx512() -> bool {
        // SAFETY: every x86-64 CPU has CPUID, and one with AVX2 has leaf 7.
        let leaf_7 = || unsafe { core::arch::x86_64::__cpuid_count(7, 0) };
        cpu_avx512::get() && leaf_7().ecx >> 11 & 1 == 1
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod detect {
    pub(super) fn avx2() -> bool {
        false
    }

    pub(super) fn avx512() -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_name_their_backend() {
        for available in Backend::available() {
            force(Some(available)).expect("it is available");
            assert_eq!(backend(), available);
        }
        force(None).expect("the best backend is available");
        assert_eq!(backend(), Backend::best());
    }

    #[test]
    fn unavailable_backends_are_refused() {
        for backend in Backend::ALL.into_iter().filter(|backend| !backend.is_available()) {
            assert_eq!(force(Some(backend)), Err(Unavailable { expected: backend, found: Backend::best() }));
        }
    }

    #[test]
    fn names_parse() {
        for backend in Backend::ALL {
            assert_eq!(backend.name().parse(), Ok(backend));
        }
        assert_eq!("sse9".parse::<Backend>(), Err(UnknownBackend));
    }
}
