//! `vectru`: key encapsulation on files, known answers, self-tests and benchmarks. It contains no
//! arithmetic.
//!
//! Every command ends with status 0, or with status 2 and one line on standard error; `bench` also
//! reports its progress there. Commands overwrite files only with `--force`, and write output files
//! completely or not at all.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

mod arguments;
mod command;
mod failure;
mod files;
mod key_file;
mod known_answers;
mod mechanism;

use arguments::Arguments;
use failure::Failure;

fn main() -> ExitCode {
    match run() {
        Ok(()) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            // If standard error is closed as well, the exit status still reports the failure.
            let _ = writeln!(io::stderr(), "{failure}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Failure> {
    let Some(arguments) = Arguments::from_process()? else {
        return Ok(());
    };
    let mut out = BufWriter::new(io::stdout().lock());
    // Lines that were printed before a failure are flushed. If this fails as well, the first
    // failure is reported.
    let result = command::run(arguments, &mut out);
    let flushed = out.flush();
    result?;
    Ok(flushed?)
}
