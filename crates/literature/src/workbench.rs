//! Workbenches of all multipliers of the engine and of this crate, for programs that measure or
//! test them. Their kernels are compiled once, in this crate.
//!
//! ```
//! use vectru_literature::workbench;
//! use vectru_polymul::{dispatch::Backend, workbench::Part};
//!
//! let source = workbench::all().find(|source| source.recipe.name == "good-rader-outer");
//! let source = source.expect("its ring is compiled");
//! let mut bench = source.build();
//! bench.set_operand(0, &|k| k as i16 % 100);
//! bench.set_operand(1, &|k| 1 - (k % 3) as i16);
//! bench.run(Backend::best(), Part::Product)?;
//! assert_eq!(bench.result(), bench.schoolbook());
//! # Ok::<(), vectru_polymul::dispatch::Unavailable>(())
//! ```

#[cfg(feature = "replace")]
mod forced;

#[allow(unused_imports)] // A build has some of the rings.
use vectru_polymul::multiplier::*;
use vectru_polymul::workbench::Source;

#[allow(unused_imports)] // So do these.
use crate::*;

#[cfg(feature = "replace")]
pub use forced::{UnknownMultiplier, force};

/// Declares the sources of a list of multipliers, ring by ring. The kind of a multiplier is the
/// name of the function that makes its source.
macro_rules! sources {
    ($($feature:literal $ring:ident: $(
        $(#[$only:meta])? $kind:ident $multiplier:ident $(on $($backend:ident)|+)?
    ),+;)+) => {
        &[$(
            #[cfg(feature = $feature)]
            &[$($(#[$only])? Source::$kind::<$multiplier, { sources!(@in_maps $multiplier) }>()),+],
        )+]
    };
    // Multipliers for which sources print times of maps, in printed tables: their kernels are then
    // compiled a second time.
    (@in_maps GoodRaderBruun) => { cfg!(feature = "printed") };
    (@in_maps GoodRaderOuter) => { cfg!(feature = "printed") };
    (@in_maps GoodSchoenhageBruun761) => { cfg!(feature = "printed") };
    (@in_maps ToeplitzTc677) => { cfg!(feature = "printed") };
    (@in_maps ToomCook677) => { cfg!(feature = "printed") };
    (@in_maps $multiplier:ident) => { false };
}

static SHIPPED: &[&[Source]] = vectru_polymul::for_each_multiplier!(sources);
static LITERATURE: &[&[Source]] = for_each_literature_multiplier!(sources);

/// Iterates over the multipliers of the compiled rings, ring by ring. Within a ring, the
/// multipliers that ship come first.
pub fn all() -> impl Iterator<Item = &'static Source> {
    SHIPPED.iter().flat_map(|shipped| {
        let same_ring = |others: &&&[Source]| others[0].recipe.ring == shipped[0].recipe.ring;
        shipped.iter().chain(LITERATURE.iter().filter(same_ring).copied().flatten())
    })
}
