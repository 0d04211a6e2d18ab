//! Writes the tables of the documentation from the rows in `docs/figures`, or checks them (see the
//! library). With a program it first writes or checks the rows that it prints.

use std::env::args;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use vectru_figures::pages::changes;
use vectru_figures::{Error, Figures, program};

const USAGE: &str = "usage: vectru-figures [--check] [PROGRAM]";

fn main() -> ExitCode {
    let mut arguments: Vec<_> = args().skip(1).collect();
    let check = arguments.first().is_some_and(|first| first == "--check");
    arguments.drain(..usize::from(check));
    if arguments.len() > 1 || arguments.iter().any(|argument| argument.starts_with('-')) {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    }
    match run(check, arguments.first().map(Path::new)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Writes the rows of the program, if there is one, and the tables, or reports the first that is
/// stale.
fn run(check: bool, program: Option<&Path>) -> Result<(), Error> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().map_err(|cause| Error::File { path: root.clone(), cause })?;
    if let Some(program) = program {
        let path = root.join(program::FILE);
        let fail = |cause| Error::File { path: path.clone(), cause };
        let old = fs::read_to_string(&path).map_err(fail)?;
        let new = program::rows(program, &old)?;
        match program::difference(&old, &new) {
            Some(row) if check => return Err(Error::StaleRow { row }),
            Some(_) => fs::write(&path, new).map_err(fail)?,
            None => {}
        }
    }
    for change in changes(&root, &Figures::read(&root.join("docs/figures"))?)? {
        let page = change.page.strip_prefix(&root).unwrap_or(&change.page).to_path_buf();
        if check {
            return Err(Error::Stale { page, table: change.table });
        }
        fs::write(&change.page, change.text).map_err(|cause| Error::File { path: change.page, cause })?;
        println!("{}", page.display());
    }
    Ok(())
}
