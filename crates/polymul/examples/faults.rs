//! Plants faults in the operations of the multipliers that ship, proves each computation with every
//! fault, and prints the faults that no proof notices and nothing explains.
//!
//! ```text
//! faults [STEP [WORD...]]     faults in one operation of STEP, 50 if it is not there, of the
//!                             multipliers with a WORD in their names, or of all
//! ```
//!
//! A fault takes 10 to 200 ms, and a multiplier has up to 100,000 operations. It runs on all cores,
//! and ends with status 1 if a fault is left.

use std::error::Error;
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;

use vectru_polymul::proof::Subject;

/// A multiplier by its name.
type Named = (&'static str, fn() -> Subject);

/// Declares the multipliers of a list: for each its name and what there is to prove of it.
macro_rules! subjects {
    ($($feature:literal $ring:ident: $($(#[$only:meta])? $kind:ident $multiplier:ident),+;)+) => {
        vec![$($(
            #[cfg(feature = $feature)]
            $(#[$only])?
            (stringify!($multiplier), subjects!(@$kind vectru_polymul::multiplier::$multiplier)),
        )+)+]
    };
    // The multiplier of a module takes small second operands.
    (@big_by_small $multiplier:ty) => { Subject::of_module::<$multiplier> as fn() -> Subject };
    (@$kind:ident $multiplier:ty) => { Subject::of::<$multiplier> as fn() -> Subject };
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let step: usize = arguments.next().map_or(Ok(50), |step| step.parse())?;
    let words: Vec<_> = arguments.collect();
    let is_meant = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    let subjects: Vec<Named> = vectru_polymul::for_each_multiplier!(subjects);
    let rest = Mutex::new(subjects.into_iter().filter(|&(name, _)| is_meant(name)));
    let next = || rest.lock().ok()?.next();
    let totals = Mutex::new([0; 4]);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                while let Some((name, subject)) = next() {
                    let outcome = subject().plant_faults(0, step);
                    let counts = [
                        outcome.noticed,
                        outcome.same_polynomial,
                        outcome.without_influence,
                        outcome.unexplained.len(),
                    ];
                    if let Ok(mut totals) = totals.lock() {
                        totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
                        println!("{name}: {}", Counts(counts));
                        outcome.unexplained.iter().for_each(|fault| println!("  {fault}"));
                    }
                }
            });
        }
    });
    let totals = totals.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    println!("{}", Counts(totals));
    // A run without faults has shown nothing.
    Ok(ExitCode::from(u8::from(totals[0] == 0 || totals[3] > 0)))
}

/// The outcomes of faults, in words.
struct Counts([usize; 4]);

impl std::fmt::Display for Counts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [noticed, same, without, unexplained] = self.0;
        write!(
            formatter,
            "{noticed} faults noticed; explained: {same} leave all polynomials, {without} have no influence; \
             {unexplained} unexplained"
        )
    }
}
