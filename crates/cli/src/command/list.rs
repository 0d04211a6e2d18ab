//! `vectru list`: the parameter sets and the backends.

use std::io::Write;

use vectru::Set;
use vectru_bench::Table;
use vectru_polymul::dispatch::{self, Backend};

use crate::failure::Failure;

/// Lists the parameter sets with their sizes in bytes, and the backends.
pub(super) fn run(out: &mut impl Write) -> Result<(), Failure> {
    let mut table = Table::new(&["set", "ring", "public key", "secret key", "ciphertext", "shared secret"]);
    for set in Set::ALL {
        let sizes = [set.public_key_bytes(), set.secret_key_bytes(), set.ciphertext_bytes(), set.shared_secret_bytes()];
        let names = [set.to_string(), set.formula().to_string()];
        table.row(names.into_iter().chain(sizes.map(|size| size.to_string())));
    }
    writeln!(out, "Parameter sets (sizes in bytes)\n\n{table}\nBackends\n")?;

    let mut table = Table::new(&["backend", "on this CPU"]);
    for backend in Backend::ALL {
        let presence = match (backend == dispatch::backend(), backend.is_available()) {
            (true, _) => "yes, chosen",
            (false, true) => "yes",
            (false, false) => "no",
        };
        table.row([backend.name(), presence]);
    }
    Ok(write!(out, "{table}")?)
}
