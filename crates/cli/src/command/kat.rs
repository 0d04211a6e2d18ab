//! `vectru kat`: known answers, in the form of NIST's .rsp files.

use std::io::Write;

use vectru::kat::{Header, RngOrder, records};

use crate::arguments::Kat;
use crate::failure::Failure;
use crate::mechanism::Mechanism;

/// Prints the first records: the set's name, then each record and a blank line.
pub(super) fn run(options: &Kat, out: &mut impl Write) -> Result<(), Failure> {
    let set = Mechanism::named(&options.set)?.set;
    let order = options.rng_order.parse::<RngOrder>().map_err(|_| {
        let names: Vec<_> = RngOrder::ALL.into_iter().map(RngOrder::name).collect();
        Failure::expected("--rng-order", format_args!("one of {}", names.join(", ")), &options.rng_order)
    })?;
    // Record by record, so that any count runs in the memory of one.
    writeln!(out, "{}\n", Header(set))?;
    for record in records(set, order).take(options.count) {
        writeln!(out, "{record}")?;
    }
    Ok(())
}
