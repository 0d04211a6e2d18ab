//! Writes the tables of the documentation from the rows in `docs/figures`, or checks them (see the
//! library).

use std::env::args;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use vectru_figures::pages::changes;
use vectru_figures::{Error, Figures};

const USAGE: &str = "usage: vectru-figures [--check]";

fn main() -> ExitCode {
    let arguments: Vec<_> = args().skip(1).collect();
    let check = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--check"] => true,
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(check) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Writes the tables, or reports the first that is stale.
fn run(check: bool) -> Result<(), Error> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().map_err(|cause| Error::File { path: root.clone(), cause })?;
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
