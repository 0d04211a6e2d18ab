//! Chooses the backend. The best one that this CPU runs is detected once for each process; tests,
//! and programs that compare backends, force another.
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

use crate::entry::mark;
use crate::simd::Machine;
use crate::simd::shape::PortableShape;

/// Calls the macro `$callback` with the table of backends, the least capable first, after any other
/// tokens that are given.
///
/// The row of a backend has its description; its variant in [`Backend`], its number and its name;
/// the configuration that compiles it; the function that detects it; its token, which is made only
/// where the backend is available; its [`Shape`](crate::simd::Shape); and the shape whose form its
/// proofs run on. Backends whose kernels take the same path may share a form.
macro_rules! for_each_backend {
    ($callback:ident $($token:tt)*) => {
        $callback! {
            $($token)*
            /// Arrays of `i16`, for any CPU.
            Portable = 1, "portable", cfg(all());
            always, crate::simd::portable::Portable::<PortableShape>::new(); PortableShape, PortableShape;
            /// x86-64 with AVX2, BMI1, BMI2 and PCLMULQDQ.
            Avx2 = 2, "avx2", cfg(target_arch = "x86_64");
            // SAFETY: the table's tokens are made only where the backend is available.
            avx2, unsafe { crate::simd::avx2::Avx2::new_unchecked() }; Avx2Shape, Avx2Shape;
            /// x86-64 with AVX-512 F, BW, VL and VNNI, and with the features of the AVX2 backend.
            Avx512 = 3, "avx512", cfg(target_arch = "x86_64");
            // SAFETY: the table's tokens are made only where the backend is available.
            avx512, unsafe { crate::simd::avx512::Avx512::new_unchecked() }; Avx512Shape, Avx512Shape;
            /// AArch64 with Neon, little-endian.
            Neon = 4, "neon", cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"));
            always, crate::simd::neon::Neon::new(); NeonShape, NeonShape;
            /// WebAssembly with 128-bit vectors.
            Simd128 = 5, "simd128", cfg(all(target_arch = "wasm32", target_feature = "simd128"));
            always, crate::simd::simd128::Simd128::new(); Simd128Shape, NeonShape;
        }
    };
}
#[cfg(any(test, feature = "analysis"))]
pub(crate) use for_each_backend;

/// Declares the backends from their table.
macro_rules! backends {
    ($($(#[$doc:meta])* $backend:ident = $number:literal, $name:literal, cfg($cfg:meta);
        $detect:ident, $token:expr; $shape:ident, $proof_shape:ident;)+) => {
        /// An instruction set that vectru has a backend for. Every machine has all the names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum Backend {
            $($(#[$doc])* $backend = $number,)+
        }

        impl Backend {
            /// All backends, on this machine or not, the least capable first.
            pub const ALL: [Self; [$($number),+].len()] = [$(Self::$backend),+];

            /// Returns the name, in lower case, such as `portable`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$backend => $name,)+
                }
            }

            /// Returns true if one program can run both backends, on some CPU: an operand may be
            /// prepared on one and used on the other.
            #[cfg(any(test, feature = "analysis"))]
            pub(crate) fn meets(self, other: Self) -> bool {
                let target = |backend| match backend {
                    $(Self::$backend => stringify!($cfg),)+
                };
                let (own, other, any) = (target(self), target(other), stringify!(all()));
                own == other || own == any || other == any
            }

            /// Returns true if this CPU, under this operating system, can run the backend.
            pub fn is_available(self) -> bool {
                match self {
                    $(
                        #[cfg($cfg)]
                        Self::$backend => detect::$detect(),
                    )+
                    #[allow(unreachable_patterns)] // A target may have all of them.
                    _ => false,
                }
            }

            /// Returns the backend of this number.
            #[inline]
            fn numbered(number: u8) -> Option<Self> {
                match number {
                    $($number => Some(Self::$backend),)+
                    _ => None,
                }
            }

            /// # Safety
            ///
            /// The backend must be available on this CPU.
            #[inline(always)]
            unsafe fn run_unchecked<T: Task>(self, task: T) -> T::Output {
                match self {
                    $(
                        #[cfg($cfg)]
                        Self::$backend => task.run($token),
                    )+
                    #[allow(unreachable_patterns)] // No available backend gets here.
                    _ => task.run(crate::simd::portable::Portable::<PortableShape>::new()),
                }
            }
        }

        /// Types for single backends: kernels for such a type are compiled for its backend alone.
        #[doc(hidden)]
        pub mod only {
            use super::{Backend, PortableShape, Task};

            /// A set of backends as a type: a backend and the next ones.
            pub trait Backends {
                /// Returns true if the backend is in the set.
                fn contain(backend: Backend) -> bool;

                /// Returns a backend of the set that this CPU has.
                fn available() -> Option<Backend>;

                /// Runs the task on the backend, if it is in the set and this CPU has it.
                fn run_on<T: Task>(backend: Backend, task: T) -> Option<T::Output>;

                /// Runs the task on the chosen backend if it is in the set, and otherwise on
                /// another backend of the set: an operand that was transformed on one of them is
                /// multiplied there, even if another backend was chosen since. Requires that this
                /// CPU has a backend of the set.
                #[inline]
                fn run<T: Task>(task: T) -> T::Output {
                    let chosen = super::backend();
                    let taken = if Self::contain(chosen) { Some(chosen) } else { Self::available() };
                    let output = taken.and_then(|backend| Self::run_on(backend, task));
                    output.unwrap_or_else(|| unreachable!("tasks for some backends are made where one of them is"))
                }
            }

            impl Backends for () {
                fn contain(_: Backend) -> bool {
                    false
                }

                fn available() -> Option<Backend> {
                    None
                }

                fn run_on<T: Task>(_: Backend, _: T) -> Option<T::Output> {
                    None
                }
            }

            $(
                #[doc = concat!("Compiles tasks for `", $name, "` alone.")]
                #[derive(Debug)]
                pub struct $backend;

                impl<Next: Backends> Backends for ($backend, Next) {
                    #[inline]
                    fn contain(backend: Backend) -> bool {
                        backend == Backend::$backend || Next::contain(backend)
                    }

                    fn available() -> Option<Backend> {
                        if Backend::$backend.is_available() { Some(Backend::$backend) } else { Next::available() }
                    }

                    #[inline]
                    fn run_on<T: Task>(backend: Backend, task: T) -> Option<T::Output> {
                        #[cfg($cfg)]
                        if backend == Backend::$backend && backend.is_available() {
                            return Some(task.run($token));
                        }
                        Next::run_on(backend, task)
                    }
                }
            )+
        }
    };
}

for_each_backend!(backends);

/// A computation that runs on whichever backend is chosen.
pub trait Task {
    /// The result of the computation.
    type Output;
    /// Runs the computation with the token of a backend.
    fn run<S: Machine>(self, simd: S) -> Self::Output;
}

/// The error of a backend that this CPU lacks.
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

/// The error of a text that names no backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownBackend;

impl fmt::Display for UnknownBackend {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("expected one of ")?;
        Backend::ALL.iter().enumerate().try_for_each(|(index, backend)| {
            let separator = if index == 0 { "" } else { ", " };
            write!(formatter, "{separator}{backend}")
        })
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
    /// Runs over the backends of this CPU, the least capable first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|backend| backend.is_available())
    }

    /// Returns the best backend of this CPU.
    pub fn best() -> Self {
        Self::available().last().unwrap_or(Self::Portable)
    }

    /// Runs `task` on this backend.
    ///
    /// # Errors
    ///
    /// Returns [`Unavailable`] if this CPU lacks the backend; `task` has not run then.
    pub fn run<T: Task>(self, task: T) -> Result<T::Output, Unavailable> {
        if self.is_available() {
            // SAFETY: the backend is available.
            Ok(unsafe { self.run_unchecked(task) })
        } else {
            Err(Unavailable { expected: self, found: Self::best() })
        }
    }
}

/// The chosen backend's number, or 0 while the CPU has not been asked.
static CHOSEN: AtomicU8 = AtomicU8::new(0);

/// Returns the backend that [`run`] uses: the best of this CPU, unless another was [forced](force).
#[inline]
pub fn backend() -> Backend {
    match Backend::numbered(CHOSEN.load(Ordering::Relaxed)) {
        Some(backend) => backend,
        None => choose(Backend::best()),
    }
}

/// Makes [`run`] use `backend` from now on, in the whole process; `None` returns to the best of
/// this CPU. All backends give the same results.
///
/// # Errors
///
/// Returns [`Unavailable`] if this CPU lacks the backend; the choice stays as it was.
pub fn force(backend: Option<Backend>) -> Result<(), Unavailable> {
    let backend = backend.unwrap_or_else(Backend::best);
    if !backend.is_available() {
        return Err(Unavailable { expected: backend, found: Backend::best() });
    }
    choose(backend);
    Ok(())
}

#[cold]
#[inline(never)] // It has a mark.
fn choose(backend: Backend) -> Backend {
    mark!(Chosen, [CHOSEN] in [choose]);
    CHOSEN.store(backend as u8, Ordering::Relaxed);
    backend
}

/// Runs `task` on the chosen [`backend`].
#[inline]
pub fn run<T: Task>(task: T) -> T::Output {
    // SAFETY: only available backends are ever chosen.
    unsafe { backend().run_unchecked(task) }
}

/// The detection of each backend's features.
mod detect {
    /// True: the target guarantees these features.
    pub(super) fn always() -> bool {
        true
    }

    #[cfg(target_arch = "x86_64")]
    pub(super) use x86::{avx2, avx512};

    #[cfg(target_arch = "x86_64")]
    mod x86 {
        use core::sync::atomic::{AtomicU8, Ordering};

        use crate::entry::mark;

        cpufeatures::new!(cpu_avx2, "avx2", "bmi1", "bmi2", "pclmulqdq");
        cpufeatures::new!(cpu_avx512, "avx2", "bmi1", "bmi2", "pclmulqdq", "avx512f", "avx512bw", "avx512vl");

        /// The lower bits say which backends the CPU has; the highest one says that the CPU has
        /// been asked.
        const AVX2: u8 = 1;
        const AVX512: u8 = 2;
        const ASKED: u8 = 4;

        /// The backends that the CPU is known to have. They are kept: in a virtual machine, each
        /// CPUID takes thousands of cycles.
        static DETECTED: AtomicU8 = AtomicU8::new(0);

        pub(crate) fn avx2() -> bool {
            detected() & AVX2 != 0
        }

        pub(crate) fn avx512() -> bool {
            detected() & AVX512 != 0
        }

        fn detected() -> u8 {
            match DETECTED.load(Ordering::Relaxed) {
                0 => ask(),
                known => known,
            }
        }

        /// The operating system's support of 512-bit registers comes with the check of the other
        /// features; VNNI is bit 11 of ECX in leaf 7.
        #[cold]
        #[inline(never)] // It has a mark.
        #[allow(unused_unsafe)] // Compilers newer than the minimum know CPUID to be safe.
        fn ask() -> u8 {
            mark!(Detected, [DETECTED] in [ask]);
            // SAFETY: every x86-64 CPU has CPUID, and one with AVX2 has leaf 7.
            let leaf_7 = || unsafe { core::arch::x86_64::__cpuid_count(7, 0) };
            let avx512 = cpu_avx512::get() && leaf_7().ecx >> 11 & 1 == 1;
            let detected = ASKED + AVX2 * u8::from(cpu_avx2::get()) + AVX512 * u8::from(avx512);
            DETECTED.store(detected, Ordering::Relaxed);
            detected
        }
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
        let text = std::format!("{UnknownBackend}, found");
        assert!(Backend::ALL.iter().all(|backend| text.contains(&std::format!(" {backend},"))), "{text}");
    }
}
