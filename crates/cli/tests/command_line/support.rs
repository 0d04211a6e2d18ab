//! What the tests of the command line share: a directory of their own, and a run of the program in it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A directory that vanishes after the test, and the program run in it.
pub(crate) struct Room {
    directory: TempDir,
}

impl Room {
    pub(crate) fn new() -> Self {
        Self { directory: TempDir::new().expect("a temporary directory can be made") }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// The program, to be run in the room with the arguments of `line`, separated by blanks.
    ///
    /// Where the program is for another CPU than the machine's, `VECTRU_TEST_RUNNER` names what runs it.
    pub(crate) fn command(&self, line: &str) -> Command {
        let program = env!("CARGO_BIN_EXE_vectru");
        let mut command = match env::var_os("VECTRU_TEST_RUNNER") {
            None => Command::new(program),
            Some(runner) => {
                let mut command = Command::new(runner);
                command.arg(program);
                command
            }
        };
        command.args(line.split_whitespace()).current_dir(self.directory.path());
        command
    }

    pub(crate) fn run(&self, line: &str) -> Output {
        self.command(line).output().expect("the program starts")
    }

    /// Runs the program, which must succeed without a word on standard error, and returns its standard output.
    pub(crate) fn succeed(&self, line: &str) -> String {
        let output = self.run(line);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {:?}: {error}", output.status);
        assert!(error.is_empty(), "{line}: {error}");
        String::from_utf8(output.stdout).expect("the output is UTF-8")
    }

    /// Runs the program, which must end with status 2 and exactly one line on standard error that contains every one of
    /// `parts`, must print nothing else, and must leave the room as it was.
    pub(crate) fn fail(&self, line: &str, parts: &[&str]) -> String {
        let before = self.contents();
        let output = self.run(line);
        let error = String::from_utf8(output.stderr).expect("the report is UTF-8");
        assert_eq!(output.status.code(), Some(2), "{line}: {error}");
        assert!(output.stdout.is_empty(), "{line}: {}", String::from_utf8_lossy(&output.stdout));
        assert_eq!(error.matches('\n').count(), 1, "{line}: {error}");
        assert!(error.ends_with('\n'), "{line}: {error}");
        for part in parts {
            assert!(error.contains(part), "{line}: {part:?} is not in {error:?}");
        }
        assert_eq!(self.contents(), before, "{line}: the files changed");
        error
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    /// The names of the files, hidden ones included, with their contents; a directory's are empty.
    pub(crate) fn contents(&self) -> Vec<(String, Vec<u8>)> {
        contents(self.directory.path())
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.contents().into_iter().map(|(name, _)| name).collect()
    }
}

fn contents(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let mut entries: Vec<_> = fs::read_dir(directory)
        .expect("the room can be listed")
        .map(|entry| {
            let entry = entry.expect("the room can be listed");
            (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap_or_default())
        })
        .collect();
    entries.sort();
    entries
}

/// The parameter sets, as the program lists them.
pub(crate) fn sets(room: &Room) -> Vec<String> {
    let list = room.succeed("list");
    let sets = list.split("\n\n").nth(1).expect("the list has a table of sets");
    sets.lines().skip(2).filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect()
}

/// The backends of this CPU, as the program lists them, and the others.
pub(crate) fn backends(room: &Room) -> (Vec<String>, Vec<String>) {
    let list = room.succeed("list");
    let rows = list.split("\n\n").nth(3).expect("the list has a table of backends").lines().skip(2);
    let (present, absent): (Vec<_>, Vec<_>) = rows.partition(|row| row.contains("yes"));
    let name = |row: &str| row.split_whitespace().next().expect("a row has a name").to_owned();
    (present.into_iter().map(name).collect(), absent.into_iter().map(name).collect())
}
