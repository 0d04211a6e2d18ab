//! `vectru`: keys and capsules on files, known answers, self tests, benchmarks. Thin: no arithmetic of its own.
//!
//! Every command ends with status 0, or with status 2 and one line on standard error. No command overwrites a file
//! without `--force`, and none leaves an output behind that is not whole.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

mod arguments;
mod command;
mod failure;
mod files;
mod known_answers;
mod mechanism;

use arguments::Arguments;
use failure::Failure;

fn main() -> ExitCode {
    match run() {
        Ok(()) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            // If standard error is closed too, the status still tells.
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
    // What was printed before a failure is worth reading, and the failure is the one to report.
    let result = command::run(arguments, &mut out);
    let flushed = out.flush();
    result?;
    Ok(flushed?)
}
