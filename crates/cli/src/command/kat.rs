//! `vectru kat`: known answers, in the form of NIST's .rsp files.

use std::io::Write;

use vectru::Set;
use vectru::kat::{Header, RngOrder, records};

use crate::arguments::Kat;
use crate::failure::Failure;

/// Prints the first records: the set's name, then each record and a blank line.
pub(super) fn run(options: &Kat, out: &mut impl Write) -> Result<(), Failure> {
    let set = options.set.set;
    let order = order(set, options.rng_order)?;
    // Records are printed one by one, so that any number of them needs the memory of one.
    writeln!(out, "{}\n", Header(set))?;
    for record in records(set, order).take(options.count) {
        writeln!(out, "{record}")?;
    }
    Ok(())
}

/// Returns the order of random draws: the wanted one, or NIST's, which every set has, if none is
/// given.
fn order(set: Set, wanted: Option<RngOrder>) -> Result<RngOrder, Failure> {
    let wanted = wanted.unwrap_or(RngOrder::Nist);
    if RngOrder::of(set).contains(&wanted) {
        return Ok(wanted);
    }
    let expected = format!("nist or no order ({set} has one order of random draws)");
    Err(Failure::expected("--rng-order", expected, wanted))
}
