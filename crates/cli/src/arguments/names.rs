//! The names of rings and multipliers, which completions and failures list. A program that is built
//! without multipliers does not know the names, and accepts any.

use clap::builder::TypedValueParser;

/// Returns a parser of some names of each multiplier.
#[cfg(feature = "explain")]
fn of_multipliers(name: fn(&vectru_catalogue::Entry) -> &'static str) -> impl TypedValueParser<Value = String> {
    let mut names = Vec::new();
    for name in vectru_catalogue::CATALOGUE.iter().map(name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    clap::builder::PossibleValuesParser::new(names)
}

/// Returns a parser of names of rings.
#[cfg(feature = "explain")]
pub(super) fn ring() -> impl TypedValueParser<Value = String> {
    of_multipliers(|entry| entry.recipe.ring)
}

/// Returns a parser of names of multipliers. The multiplier need not belong to the given ring.
#[cfg(feature = "explain")]
pub(super) fn multiplier() -> impl TypedValueParser<Value = String> {
    of_multipliers(|entry| entry.recipe.name)
}

/// Returns a parser of names of sources.
#[cfg(feature = "multipliers")]
pub(super) fn source() -> impl TypedValueParser<Value = String> {
    clap::builder::PossibleValuesParser::new(vectru_bench::sources::SOURCES.iter().map(|source| source.name))
}

#[cfg(not(feature = "explain"))]
pub(super) use any as ring;
#[cfg(not(feature = "explain"))]
pub(super) use any as multiplier;
#[cfg(not(feature = "multipliers"))]
pub(super) use any as source;

/// Returns a parser that accepts any name.
#[cfg(not(feature = "multipliers"))]
pub(super) fn any() -> impl TypedValueParser<Value = String> {
    clap::builder::NonEmptyStringValueParser::new()
}
