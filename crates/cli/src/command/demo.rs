//! `vectru demo`: one key pair, one encapsulation and one decapsulation, with their times.

use std::io::Write;
use std::time::Instant;

use vectru::Set;
use vectru_bench::Table;
use vectru_polymul::dispatch::{self, Backend};

use crate::failure::Failure;
use crate::mechanism::{Refusal, decapsulate, encapsulate, generate};

/// Runs the three operations and prints the backend, the multiplier, sizes and times. Checks that
/// both shared secrets agree.
pub(super) fn run(set: Set, out: &mut impl Write) -> Result<(), Failure> {
    let chosen = dispatch::backend();
    let others: Vec<_> = Backend::available().filter(|&backend| backend != chosen).map(Backend::name).collect();

    writeln!(out, "{set}: key encapsulation over {}", set.formula())?;
    writeln!(
        out,
        "backend {chosen} (also on this CPU: {})",
        if others.is_empty() { "none".into() } else { others.join(", ") }
    )?;
    writeln!(out, "multiplier {}\n", set.multiplier(chosen))?;

    let failure = |refusal: Refusal| refusal.of(set);
    let (pair, generation) = time(|| generate(set));
    let pair = pair.map_err(failure)?;
    let (capsule, encapsulation) = time(|| encapsulate(set, &pair.public_key));
    let capsule = capsule.map_err(failure)?;
    let (received, decapsulation) = time(|| decapsulate(set, &pair.secret_key, &capsule.ciphertext));
    let received = received.map_err(failure)?;

    let mut table = Table::new(&["step", "time", "makes"]);
    let pair_sizes = format!("public key {} bytes, secret key {} bytes", pair.public_key.len(), pair.secret_key.len());
    table.row(["key generation".into(), generation, pair_sizes]);
    let capsule_sizes =
        format!("ciphertext {} bytes, shared secret {} bytes", capsule.ciphertext.len(), capsule.shared_secret.len());
    table.row(["encapsulation".into(), encapsulation, capsule_sizes]);
    table.row(["decapsulation".into(), decapsulation, format!("shared secret {} bytes", received.len())]);
    writeln!(out, "{table}")?;

    if *received != *capsule.shared_secret {
        return Err(Failure::expected(set, "both shared secrets to agree", "two different ones"));
    }
    writeln!(out, "Both shared secrets agree.")?;
    writeln!(out, "Each time is that of one run from bytes to bytes, the first; `vectru bench kem` measures.")?;
    Ok(())
}

/// Returns the result of `step`, and its time in microseconds.
fn time<T>(step: impl FnOnce() -> T) -> (T, String) {
    let start = Instant::now();
    let result = step();
    (result, format!("{:.1} us", start.elapsed().as_secs_f64() * 1e6))
}
