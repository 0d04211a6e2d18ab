//! Runs the operations of every mechanism, and searches the stack and the freed blocks of the heap
//! for their secrets.
//!
//!     vectru-wiping [--check FILE | --write FILE | --depths]
//!
//! `--check` compares the table of stack in a document with what the operations write to, `--write`
//! replaces it. With `--depths` the program prints the stack that each operation writes to, and
//! searches nothing.

mod combined;
mod memory;
mod operations;
mod random;
mod search;
mod secrets;
mod table;

use std::process::ExitCode;

use vectru::Set;
use vectru::ntruhps2048677::Ntruhps2048677;
use vectru::sntrup761::Sntrup761;
use vectru_polymul::dispatch::{self, Backend};

use operations::{Operations, Outcome};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mode, file) = (arguments.next(), arguments.next());
    let outcome = memory::on_large_stack(|| {
        let mut outcome = Outcome { prints_depths: mode.as_deref() == Some("--depths"), ..Outcome::default() };
        operations::check_search(&mut outcome);
        for set in Set::ALL {
            for backend in Backend::available() {
                dispatch::force(Some(backend)).expect("the backend is available");
                set.visit(Operations { backend, outcome: &mut outcome });
            }
        }
        for backend in Backend::available() {
            dispatch::force(Some(backend)).expect("the backend is available");
            combined::hybrids_and_seeds::<Sntrup761>(backend, &mut outcome);
            combined::hybrids_and_seeds::<Ntruhps2048677>(backend, &mut outcome);
            combined::key_exchange(backend, &mut outcome);
        }
        outcome
    });
    let mut wrong = Vec::new();
    if let Some(file) = file {
        let text = std::fs::read_to_string(&file).expect("the document can be read");
        if mode.as_deref() == Some("--write") {
            std::fs::write(&file, outcome.depths.write(&text)).expect("the document can be written");
        } else {
            wrong = outcome.depths.check(&text);
            wrong.iter().for_each(|line| println!("{line}"));
        }
    }
    println!(
        "{} sets, {} backends, {} operations: {} MB of stack and heap searched; {} left a secret, {} wrote to stack \
         that is not overwritten, {} figures of stack are wrong",
        Set::ALL.len(),
        Backend::available().count(),
        outcome.operations,
        outcome.searched / 1_000_000,
        outcome.leaks,
        outcome.too_deep,
        wrong.len()
    );
    let failures = outcome.leaks + outcome.too_deep + outcome.missed + wrong.len();
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
