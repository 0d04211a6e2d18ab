//! Files that are complete before they have their names, so that no other process sees a part of
//! them.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use super::directory;
use super::output::Secrecy;

/// The start of the names of temporary files.
const PREFIX: &str = ".vectru-";

/// A complete file in the directory of its path. It disappears unless it is
/// [named](Self::persist).
pub(super) enum Staged {
    /// A file without a name, on Linux. However the process ends, nothing of it stays.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// A file with a temporary name, which stays if a signal ends the process.
    Named(NamedTempFile),
}

impl Staged {
    /// Writes `bytes` to a file in the directory of `path`. The mask of the process applies to its
    /// permissions.
    pub(super) fn write(path: &Path, bytes: &[u8], secrecy: Secrecy) -> io::Result<Self> {
        let mode = if secrecy == Secrecy::Secret { 0o600 } else { 0o666 };
        #[cfg(target_os = "linux")]
        if let Some(file) = linux::unnamed(path, mode) {
            complete(&file, bytes)?;
            return Ok(Self::Unnamed(file));
        }
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

    /// Gives the file its name. Replaces a file of that name with `force`, and fails without it.
    pub(super) fn persist(self, path: &Path, force: bool) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => match linux::link(&file, path) {
                // A link replaces no file, but a rename does.
                Err(error) if force && error.kind() == io::ErrorKind::AlreadyExists => {
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

/// Returns the settings of all temporary names.
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

    /// Returns a new file without a name in the directory of `path`, or `None` where the file
    /// system has no such files, or `/proc` is not there to name them.
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
