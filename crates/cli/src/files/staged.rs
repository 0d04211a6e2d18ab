//! Files that are complete before they have their names, so that no other process sees a part of
//! them.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use super::directory;
use super::output::Secrecy;
use super::signals::Signals;

/// The start of the names of temporary files.
const PREFIX: &str = ".vectru-";

/// A complete file in the directory of its path. It disappears unless it is
/// [named](Self::persist).
pub(super) enum Staged {
    /// A file without a name, on Linux. It disappears with the process, however this ends.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// A file with a temporary name, which is removed when it is dropped. `SIGKILL` leaves it.
    Named(NamedTempFile),
}

impl Staged {
    /// Writes `bytes` to a file in the directory of `path`. The mask of the process applies to its
    /// permissions. If the file has a temporary name, `signals` wait: they must live longer.
    pub(super) fn write(path: &Path, bytes: &[u8], secrecy: Secrecy, signals: &mut Signals) -> io::Result<Self> {
        let mode = if secrecy == Secrecy::Secret { 0o600 } else { 0o666 };
        #[cfg(target_os = "linux")]
        if let Some(file) = linux::unnamed(path, mode) {
            complete(&file, bytes)?;
            return Ok(Self::Unnamed(file));
        }
        Self::named(path, bytes, mode, signals)
    }

    /// Writes `bytes` to a file with a temporary name in the directory of `path`.
    #[cfg_attr(not(unix), allow(unused_variables))] // Other systems have no modes.
    fn named(path: &Path, bytes: &[u8], mode: u32, signals: &mut Signals) -> io::Result<Self> {
        signals.defer()?;
        let mut builder = builder();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(mode));
        }
        let file = builder.tempfile_in(directory(path))?;
        complete(file.as_file(), bytes)?;
        Ok(Self::Named(file))
    }

    /// Gives the file its name. Replaces a file of that name with `force`, and fails without it. If
    /// the file has a temporary name for that, `signals` wait: they must live longer.
    pub(super) fn persist(self, path: &Path, force: bool, signals: &mut Signals) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => match linux::link(&file, path) {
                // A link does not replace a file, but a rename does.
                Err(error) if force && error.kind() == io::ErrorKind::AlreadyExists => {
                    signals.defer()?;
                    let named = builder().make_in(directory(path), |name| linux::link(&file, name))?;
                    Ok(named.persist(path)?)
                }
                result => result,
            },
            Self::Named(file) if force => Ok(file.persist(path).map(drop)?),
            Self::Named(file) => Ok(file.persist_noclobber(path).map(drop)?),
        }
    }
}

/// Returns the settings of temporary files.
fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX);
    builder
}

/// Writes all of `bytes` to the disk.
fn complete(mut file: &File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    file.sync_all()
}

/// Files without names.
#[cfg(target_os = "linux")]
mod linux {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::{Path, PathBuf};

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};

    use crate::files::directory;

    /// Returns the name by which the kernel gives an open file of this process.
    fn descriptor(file: &File) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
    }

    /// Returns a new file without a name in the directory of `path`, or `None` if the file system
    /// has no such files, or if there is no `/proc` to name them.
    pub(super) fn unnamed(path: &Path, mode: u32) -> Option<File> {
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        let file = File::from(open(directory(path), flags, Mode::from_raw_mode(mode)).ok()?);
        descriptor(&file).exists().then_some(file)
    }

    /// Names a file. Fails if the name is taken.
    pub(super) fn link(file: &File, name: &Path) -> io::Result<()> {
        Ok(linkat(CWD, descriptor(file), CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::env;
    use std::os::unix::process::ExitStatusExt;
    use std::path::PathBuf;
    use std::process::Command;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::low_level::raise;

    use super::*;

    /// The environment variables that tell the child process of the test below what to do.
    const FOLDER: &str = "VECTRU_TEST_STAGED_IN";
    const SIGNAL: &str = "VECTRU_TEST_SIGNAL";

    /// Checks that no file stays, and that the signal ends the process, if a signal comes while
    /// secrets are in files with temporary names. This test runs itself as that process.
    #[test]
    fn a_signal_leaves_no_temporary_file() {
        if let (Some(folder), Some(signal)) = (env::var_os(FOLDER), env::var(SIGNAL).ok()) {
            let path = PathBuf::from(&folder).join("secret");
            let mut signals = Signals::default();
            let mut staged = Vec::new();
            for _ in 0..2 {
                staged.push(Staged::named(&path, b"secret", 0o600, &mut signals).expect("the file can be written"));
            }
            assert_eq!(fs::read_dir(&folder).expect("the folder can be listed").count(), 2);
            raise(signal.parse().expect("a number")).expect("a signal can be raised");
            drop(staged);
            drop(signals);
            panic!("the signal ends the process");
        }
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            let folder = tempfile::TempDir::new().expect("a temporary directory can be made");
            let name = "files::staged::tests::a_signal_leaves_no_temporary_file";
            let mut child = Command::new(env::current_exe().expect("the test has a path"));
            child.args([name, "--exact"]).env(FOLDER, folder.path()).env(SIGNAL, signal.to_string());
            let output = child.output().expect("the test starts");
            assert_eq!(output.status.signal(), Some(signal), "{}", String::from_utf8_lossy(&output.stderr));
            assert_eq!(fs::read_dir(folder.path()).expect("the folder can be listed").count(), 0);
        }
    }
}
