//! `vectru completions`: the script that completes arguments in a shell.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::failure::Failure;

/// Prints the script for `shell`.
pub(super) fn run(shell: Shell, out: &mut impl Write) -> Result<(), Failure> {
    let mut command = Arguments::command();
    let name = command.get_name().to_owned();
    // The generator panics if a write fails. Writes to a vector do not fail.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    Ok(out.write_all(&script)?)
}
