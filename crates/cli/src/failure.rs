//! The failure of a command: one line for standard error.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::io;
use std::path::Path;

/// The reason why a command ends without its result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A file, an option or something else that does not meet an expectation.
    Report {
        /// The file or the option.
        subject: String,
        /// The expectation, and what was found instead.
        detail: String,
    },
    /// The reader of standard output has closed it, as `head` does. That is the reader's choice, so
    /// nothing is reported.
    ClosedPipe,
}

impl Failure {
    /// Returns the failure of `subject`. Its `detail` says what was expected and what was found.
    pub(crate) fn new(subject: impl Display, detail: impl Display) -> Self {
        Self::Report { subject: subject.to_string(), detail: detail.to_string() }
    }

    /// Returns the failure of `subject` that was not as expected.
    pub(crate) fn expected(subject: impl Display, expected: impl Display, found: impl Display) -> Self {
        Self::new(subject, format_args!("expected {expected}, found {found}"))
    }

    /// Returns the failure of a file that was not as expected.
    pub(crate) fn file(path: &Path, expected: impl Display, found: impl Display) -> Self {
        Self::expected(path.display(), expected, found)
    }
}

/// Commands print to standard output with `?`. Failures of files are made by [`Failure::file`]
/// instead, which names the file.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::expected("standard output", "to write to it", error)
        }
    }
}

/// Commands also write to strings with `?`, which does not fail.
#[cfg(feature = "explain")]
impl From<fmt::Error> for Failure {
    fn from(error: fmt::Error) -> Self {
        io::Error::other(error).into()
    }
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Report { subject, detail } => {
                write!(formatter, "vectru: {}: {}", one_line(subject), one_line(detail))
            }
            Self::ClosedPipe => formatter.write_str("vectru: standard output: closed"),
        }
    }
}

/// Escapes control characters: the name of a file may contain a line break, but a report may not.
fn one_line(text: &str) -> Cow<'_, str> {
    if text.contains(char::is_control) {
        text.chars()
            .flat_map(|character| {
                let escape = character.is_control().then(|| character.escape_default());
                escape.into_iter().flatten().chain((!character.is_control()).then_some(character))
            })
            .collect::<String>()
            .into()
    } else {
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_one_line() {
        let failure = Failure::file(Path::new("a\nb"), "1158 bytes", "17 bytes");
        assert_eq!(failure.to_string(), "vectru: a\\nb: expected 1158 bytes, found 17 bytes");
    }
}
