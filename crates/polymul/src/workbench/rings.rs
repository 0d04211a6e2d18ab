//! Times of a ring: products by the multiplier of each backend, and by the definition.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::hint::black_box;

use crate::dispatch::{Backend, Unavailable, force};
use crate::multiplier::{Multiply, multiply_into};
use crate::ring::Polynomial;

/// The number of products that are timed together.
const PRODUCTS: u64 = 20;
/// The number of times whose median is reported.
const ROUNDS: usize = 301;
/// The number of times whose median is reported for the definition.
const ROUNDS_OF_DEFINITION: usize = 5;

/// Declares the function `main` of a program that prints the [`times`] of rings, in nanoseconds: a
/// line for each.
///
/// ```no_run
/// use vectru_polymul::ring::{Sntrup653, Sntrup761};
///
/// vectru_polymul::bench! { Sntrup653, Sntrup761 }
/// ```
#[macro_export]
macro_rules! bench {
    ($($ring:ty),+ $(,)?) => {
        fn main() -> ::core::result::Result<(), $crate::dispatch::Unavailable> {
            /// The nanoseconds since the first call.
            fn nanoseconds() -> u64 {
                static START: ::std::sync::OnceLock<::std::time::Instant> = ::std::sync::OnceLock::new();
                START.get_or_init(::std::time::Instant::now).elapsed().as_nanos() as u64
            }
            $(::std::println!("{}", $crate::workbench::rings::times::<$ring>(nanoseconds)?);)+
            ::core::result::Result::Ok(())
        }
    };
}

/// Times of products in a ring, in units of a clock, as medians.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Times {
    /// The ring, as [`Ring::FORMULA`](crate::ring::Ring::FORMULA) writes it.
    pub formula: &'static str,
    /// The time of a product on each backend of this CPU.
    pub products: Vec<(Backend, u64)>,
    /// The time of a product by the definition.
    pub definition: u64,
}

/// Returns the times of products in the ring. The backends are timed in turn, so that other work of
/// the CPU affects all of them alike. Afterwards dispatch chooses the best backend.
///
/// # Errors
///
/// Returns [`Unavailable`] if this CPU has lost a backend since it was looked for.
///
/// ```
/// use vectru_polymul::ring::Sntrup653;
///
/// let times = vectru_polymul::workbench::rings::times::<Sntrup653>(|| 0)?;
/// assert_eq!(times.definition, 0); // by a clock that stands still
/// # Ok::<(), vectru_polymul::dispatch::Unavailable>(())
/// ```
pub fn times<R: Multiply>(clock: fn() -> u64) -> Result<Times, Unavailable> {
    let [a, b] = [1, 2].map(|factor| Polynomial::<R>::from_fn(|k| (k * factor % 61) as i16 - 30));
    let mut product = Polynomial::zero();
    let backends: Vec<Backend> = Backend::available().collect();
    let mut found = vec![Vec::new(); backends.len()];
    for _ in 0..ROUNDS {
        for (&backend, found) in backends.iter().zip(&mut found) {
            force(Some(backend))?;
            let start = clock();
            for _ in 0..PRODUCTS {
                multiply_into(black_box(&a), black_box(&b), &mut product);
            }
            found.push((clock() - start) / PRODUCTS);
        }
    }
    force(None)?;
    let definition = (0..ROUNDS_OF_DEFINITION).map(|_| {
        let start = clock();
        black_box(black_box(&a).schoolbook(black_box(&b)));
        clock() - start
    });
    let definition = median(definition.collect());
    Ok(Times {
        formula: R::FORMULA,
        products: backends.into_iter().zip(found.into_iter().map(median)).collect(),
        definition,
    })
}

fn median(mut times: Vec<u64>) -> u64 {
    times.sort_unstable();
    times[times.len() / 2]
}

impl fmt::Display for Times {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:<34}", self.formula)?;
        for (backend, time) in &self.products {
            write!(formatter, "{:>10} {time:>6}", backend.name())?;
        }
        write!(formatter, "   definition {:>8}", self.definition)
    }
}
