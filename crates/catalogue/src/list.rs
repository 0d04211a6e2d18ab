//! The list of entries, from the lists of multipliers of the engine and of the literature.

use std::sync::LazyLock;

#[allow(unused_imports)] // A build has some of the rings.
use vectru_literature::*;
#[allow(unused_imports)] // So do these.
use vectru_polymul::multiplier::*;

use crate::Entry;

/// Declares the entries of a list of multipliers. The kind of a multiplier is the name of the
/// function that makes its entry.
macro_rules! entries {
    ($($feature:literal $ring:ident: $(
        $(#[$only:meta])? $kind:ident $multiplier:ident $(on $($backend:ident)|+)?
    ),+;)+) => {
        &[$($(
            #[cfg(feature = $feature)]
            $(#[$only])?
            Entry::$kind::<$multiplier>(),
        )+)+]
    };
}

static SHIPPED: &[Entry] = vectru_polymul::for_each_multiplier!(entries);
static LITERATURE: &[Entry] = vectru_literature::for_each_literature_multiplier!(entries);

/// The multipliers of the compiled rings, of the engine and of the literature, ordered by ring and
/// then by name.
pub static CATALOGUE: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let ring = |entry: &Entry| SHIPPED.iter().position(|shipped| shipped.recipe.ring == entry.recipe.ring);
    let mut entries = [SHIPPED, LITERATURE].concat();
    entries.sort_by_key(|entry| (ring(entry), entry.recipe.name));
    entries
});
