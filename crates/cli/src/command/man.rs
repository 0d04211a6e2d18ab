//! `vectru man`: manual pages.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap_mangen::Man;

use crate::arguments::{self, Arguments, EXAMPLES};
use crate::failure::Failure;
use crate::files::{self, Output, Secrecy};

/// Prints the page of the program, or writes all pages to a directory.
pub(super) fn run(options: &arguments::Man, out: &mut impl Write) -> Result<(), Failure> {
    let mut program = Arguments::command().disable_help_subcommand(true);
    // Gives each subcommand its full name and the global options.
    program.build();
    match &options.dir {
        None => Ok(out.write_all(&page(&program)?)?),
        Some(directory) => write_all(&program, directory, options.force),
    }
}

/// Writes the pages of all commands to `directory`.
fn write_all(program: &clap::Command, directory: &Path, force: bool) -> Result<(), Failure> {
    files::check_directory("--dir", directory)?;
    let mut pages = Vec::new();
    add_pages(program, directory, &mut pages)?;
    let outputs: Vec<_> = pages.iter().map(|(path, bytes)| Output { path, bytes, secrecy: Secrecy::Public }).collect();
    files::write(&outputs, force)
}

/// Appends the pages of a command and its subcommands, each with its path.
fn add_pages(command: &clap::Command, directory: &Path, pages: &mut Vec<(PathBuf, Vec<u8>)>) -> io::Result<()> {
    pages.push((directory.join(Man::new(command.clone()).get_filename()), page(command)?));
    command.get_subcommands().try_for_each(|command| add_pages(command, directory, pages))
}

/// Returns the page of a command. `clap_mangen` would join the lines of the examples into a
/// paragraph, so this function appends a section for them.
fn page(command: &clap::Command) -> io::Result<Vec<u8>> {
    let version = concat!("vectru ", env!("CARGO_PKG_VERSION"));
    let mut page = Vec::new();
    Man::new(command.clone().after_long_help(None)).source(version).render(&mut page)?;
    if command.get_after_long_help().is_some() {
        let lines = EXAMPLES.lines().skip(1).map(|line| line.trim().replace('-', "\\-") + "\n");
        write!(page, ".SH EXAMPLES\n.nf\n{}.fi\n", lines.collect::<String>())?;
    }
    Ok(page)
}
