//! Parsing of the command line, and the failures of wrong arguments.

use std::io::{self, Write};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};

use super::Arguments;
use crate::failure::Failure;

impl Arguments {
    /// Parses the arguments of the process. Returns `None` if they ask for help or the version, or
    /// if there are none; then the help or the version has been printed.
    pub(crate) fn from_process() -> Result<Option<Self>, Failure> {
        match Self::try_parse() {
            Ok(arguments) => Ok(Some(arguments)),
            Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                Self::command().print_help()?;
                io::stdout().flush()?;
                Ok(None)
            }
            Err(error) if !error.use_stderr() => {
                error.print()?;
                io::stdout().flush()?;
                Ok(None)
            }
            Err(error) => Err(failure(&error)),
        }
    }
}

/// Parses a number of records. The error says what is expected.
pub(super) fn count(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "a whole number")
}

/// Parses a number of runs. The error says what is expected.
pub(super) fn runs(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|runs| (1..=10_000_000).contains(runs)).ok_or("1 to 10000000")
}

/// Parses a number of copies. The error says what is expected.
pub(super) fn loads(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|loads| (1..=100).contains(loads)).ok_or("1 to 100")
}

/// Parses a size of a closed form. The error says what is expected.
pub(super) fn power_of_two(text: &str) -> Result<usize, &'static str> {
    let sizes = 2..=1 << 20;
    text.parse()
        .ok()
        .filter(|size: &usize| size.is_power_of_two() && sizes.contains(size))
        .ok_or("a power of two, 2 to 1048576")
}

/// Returns the failure of a usage error, with clap's suggestions.
fn failure(error: &clap::Error) -> Failure {
    wrong_value(error).unwrap_or_else(|| {
        let text = error.render().to_string();
        Failure::new("arguments", format_args!("{} (see --help)", message(&text)))
    })
}

/// Returns the failure of an option with a wrong value, if that is the error.
fn wrong_value(error: &clap::Error) -> Option<Failure> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let expected = match (error.kind(), error.get(ContextKind::ValidValue)) {
        (ErrorKind::InvalidValue, Some(ContextValue::Strings(names))) if !names.is_empty() => {
            format!("one of {}", names.join(", "))
        }
        (ErrorKind::InvalidValue, _) => "a value".into(),
        (ErrorKind::ValueValidation, _) => std::error::Error::source(error)?.to_string(),
        _ => return None,
    };
    // The argument as usage shows it: `--set <SET>`, or `<SHELL>` without an option.
    let option = text(ContextKind::InvalidArg)?.split(' ').next()?;
    let found = text(ContextKind::InvalidValue).filter(|value| !value.is_empty()).unwrap_or("none");
    let tip = text(ContextKind::SuggestedValue).map(|name| format!("; tip: a similar value exists: '{name}'"));
    Some(Failure::expected(option, expected, format_args!("{found}{}", tip.unwrap_or_default())))
}

/// Returns the message and the tips of an error as clap renders it, in one line without the usage.
fn message(text: &str) -> String {
    let mut parts = text.split("\n\n");
    let message = parts.next().unwrap_or_default();
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let tips = parts.flat_map(str::lines).map(str::trim).filter(|line| line.starts_with("tip: "));
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    std::iter::once(message.as_str()).chain(tips).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// clap finds contradictions between arguments, such as two of one name, only when it builds
    /// them.
    #[test]
    fn arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn tips_stay_and_usage_goes() {
        let text = "error: unrecognized subcommand 'kegen'\n\n  tip: some similar subcommands exist: 'keygen', 'x'\n\n\
                    Usage: vectru [OPTIONS] <COMMAND>\n\nFor more information, try '--help'.\n";
        let expected = "unrecognized subcommand 'kegen'; tip: some similar subcommands exist: 'keygen', 'x'";
        assert_eq!(message(text), expected);
        let text = "error: these are missing:\n  --public-key <FILE>\n  --secret-key <FILE>\n\nUsage: vectru keygen\n";
        assert_eq!(message(text), "these are missing: --public-key <FILE> --secret-key <FILE>");
    }
}
