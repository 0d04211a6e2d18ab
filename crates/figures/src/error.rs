//! Failures, each of which prints as one line.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::program::FILE;

/// The reason why tables cannot be generated, or are not current.
#[derive(Debug)]
pub enum Error {
    /// A file or folder that cannot be read or written.
    File {
        /// Its path.
        path: PathBuf,
        /// The failure.
        cause: io::Error,
    },
    /// A line of a file of figures that is not a row.
    Row {
        /// The path of the file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// The defect.
        defect: String,
    },
    /// A block of a page that cannot be filled.
    Block {
        /// The path of the page.
        page: PathBuf,
        /// The table, with its arguments.
        table: String,
        /// The defect.
        defect: String,
    },
    /// A block of a page that is not what the rows make.
    Stale {
        /// The path of the page.
        page: PathBuf,
        /// The table, with its arguments.
        table: String,
    },
    /// A command of the program that fails.
    Program {
        /// The command.
        command: String,
        /// The defect.
        defect: String,
    },
    /// A row of a file that is not what the program prints.
    StaleRow {
        /// The row, by the fields that distinguish it.
        row: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, cause } => write!(formatter, "{}: {cause}", path.display()),
            Self::Row { path, line, defect } => write!(formatter, "{}:{line}: {defect}", path.display()),
            Self::Block { page, table, defect } => {
                write!(formatter, "{}: table \"{table}\": {defect}", page.display())
            }
            Self::Stale { page, table } => write!(
                formatter,
                "{}: table \"{table}\" is stale: `cargo run -p vectru-figures` writes it anew",
                page.display()
            ),
            Self::Program { command, defect } => write!(formatter, "{command}: {defect}"),
            Self::StaleRow { row } => write!(
                formatter,
                "{FILE}: the row of {row} is stale: `cargo run -p vectru-figures -- PROGRAM` writes it anew"
            ),
        }
    }
}

impl std::error::Error for Error {}
