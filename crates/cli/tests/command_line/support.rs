//! The tools of the tests of the command line: a directory for each test, and runs of the program
//! in it.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A directory that is removed after the test. The program runs in it.
pub(crate) struct Sandbox {
    directory: TempDir,
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        Self { directory: TempDir::new().expect("a temporary directory can be made") }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Returns the command that runs the program in the sandbox with the arguments of `line`,
    /// separated by blanks.  If the program is for another CPU than the machine's,
    /// `VECTRU_TEST_RUNNER` names the emulator.
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

    /// Runs the program with `input` as its standard input.
    pub(crate) fn run_with(&self, line: &str, input: &[u8]) -> Output {
        let streams = || Stdio::piped();
        let mut command = self.command(line);
        let mut child =
            command.stdin(streams()).stdout(streams()).stderr(streams()).spawn().expect("the program starts");
        // The program may end without reading all of its input.
        let _ = child.stdin.take().expect("the input is a pipe").write_all(input);
        child.wait_with_output().expect("the program ends")
    }

    /// Runs the program, which must succeed and leave standard error empty, and returns its
    /// standard output.
    pub(crate) fn succeed(&self, line: &str) -> String {
        String::from_utf8(self.succeed_with(line, &[])).expect("the output is UTF-8")
    }

    /// Runs the program with `input` as its standard input. It must succeed and leave standard
    /// error empty. Returns its standard output.
    pub(crate) fn succeed_with(&self, line: &str, input: &[u8]) -> Vec<u8> {
        let output = self.run_with(line, input);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {:?}: {error}", output.status);
        assert!(error.is_empty(), "{line}: {error}");
        output.stdout
    }

    /// Runs a benchmark, which must succeed and print the expected time on standard error, and
    /// returns its standard output.
    pub(crate) fn measure(&self, line: &str) -> String {
        let output = self.run(line);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {:?}: {error}", output.status);
        let mut news = error.lines();
        assert!(news.next().is_some_and(|first| first.starts_with("This takes ")), "{line}: {error}");
        assert!(news.all(|line| line.starts_with("measuring ")), "{line}: {error}");
        String::from_utf8(output.stdout).expect("the output is UTF-8")
    }

    /// Runs the program, which must end with status 2 and exactly one line on standard error that
    /// contains every one of `parts`, must print nothing else, and must leave the sandbox as it
    /// was.
    pub(crate) fn fail(&self, line: &str, parts: &[&str]) -> String {
        self.fail_with(line, &[], parts)
    }

    /// Runs the program with `input` as its standard input. It must end with status 2 and exactly
    /// one line on standard error that contains every one of `parts`, must print nothing else, and
    /// must leave the sandbox as it was.
    pub(crate) fn fail_with(&self, line: &str, input: &[u8], parts: &[&str]) -> String {
        let before = self.contents();
        let output = self.run_with(line, input);
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

    /// Returns the names of all files, with their contents. Directories and pipes have no contents.
    pub(crate) fn contents(&self) -> Vec<(String, Vec<u8>)> {
        contents(self.directory.path())
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.contents().into_iter().map(|(name, _)| name).collect()
    }
}

fn contents(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let mut entries: Vec<_> = fs::read_dir(directory)
        .expect("the sandbox can be listed")
        .map(|entry| {
            let entry = entry.expect("the sandbox can be listed");
            let file = entry.file_type().is_ok_and(|kind| kind.is_file());
            let bytes = if file { fs::read(entry.path()).unwrap_or_default() } else { Vec::new() };
            (entry.file_name().to_string_lossy().into_owned(), bytes)
        })
        .collect();
    entries.sort();
    entries
}

/// Returns the parameter sets, as the program lists them.
pub(crate) fn sets(sandbox: &Sandbox) -> Vec<String> {
    let list = sandbox.succeed("list");
    let sets = list.split("\n\n").nth(1).expect("the list has a table of sets");
    sets.lines().skip(2).filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect()
}

/// Returns the backends of this CPU, as the program lists them, and the others.
pub(crate) fn backends(sandbox: &Sandbox) -> (Vec<String>, Vec<String>) {
    let list = sandbox.succeed("list");
    let rows = list.split("\n\n").nth(3).expect("the list has a table of backends").lines().skip(2);
    let (present, absent): (Vec<_>, Vec<_>) = rows.partition(|row| row.contains("yes"));
    let name = |row: &str| row.split_whitespace().next().expect("a row has a name").to_owned();
    (present.into_iter().map(name).collect(), absent.into_iter().map(name).collect())
}
