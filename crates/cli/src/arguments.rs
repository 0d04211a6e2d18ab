//! The arguments of the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::failure::Failure;

/// Polynomial multiplication, and the key-encapsulation mechanisms that are made of it: fast, and proved.
///
/// Files hold the raw bytes of the specification. The exit status is 0, or 2 with one line on standard error that says
/// what was expected and what was found.
#[derive(Debug, Parser)]
#[command(name = "vectru", version, subcommand_required = true, arg_required_else_help = false, max_term_width = 100)]
pub(crate) struct Arguments {
    /// Compute on this backend instead of the best of this CPU: portable, avx2, avx512 or neon
    #[arg(long, global = true, value_name = "BACKEND")]
    pub(crate) backend: Option<String>,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make a key pair, encapsulate and decapsulate, and say how long each step took
    Demo {
        /// The parameter set, as `vectru list` names it
        #[arg(long, default_value = "sntrup761")]
        set: String,
    },
    /// List the parameter sets, their sizes, and the backends of this CPU
    List,
    /// Make a key pair
    Keygen(Keygen),
    /// Make a shared secret and the ciphertext that carries it, for a public key
    Encaps(Encaps),
    /// Find the shared secret of a ciphertext, with the secret key
    Decaps(Decaps),
    /// Print known answers, in the form of NIST's .rsp files
    Kat(Kat),
    /// Check known answers, implicit rejection and products on each backend of this CPU
    Selftest,
    /// Describe each multiplier: its ring, its operands, its source, its chain of maps
    Multipliers,
    /// Explain multipliers: their maps with counted operations, their proved bounds; or compare counts with closed forms
    Explain(Explain),
    /// Measure vectru beside its peers; with a command of its own, multipliers or mechanisms of vectru alone
    Bench {
        #[command(flatten)]
        comparison: Comparison,
        #[command(subcommand)]
        alone: Option<Bench>,
    },
}

#[derive(Args, Debug)]
pub(crate) struct Keygen {
    /// The parameter set, as `vectru list` names it
    #[arg(long)]
    pub(crate) set: String,
    /// The file to write the public key to
    #[arg(long, value_name = "FILE")]
    pub(crate) public_key: PathBuf,
    /// The file to write the secret key to; only its owner may read it
    #[arg(long, value_name = "FILE")]
    pub(crate) secret_key: PathBuf,
    /// Replace existing files
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Encaps {
    /// The parameter set, as `vectru list` names it
    #[arg(long)]
    pub(crate) set: String,
    /// The file that holds the public key
    #[arg(long, value_name = "FILE")]
    pub(crate) public_key: PathBuf,
    /// The file to write the ciphertext to
    #[arg(long, value_name = "FILE")]
    pub(crate) ciphertext: PathBuf,
    /// The file to write the shared secret to; only its owner may read it
    #[arg(long, value_name = "FILE")]
    pub(crate) shared_secret: PathBuf,
    /// Replace existing files
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Decaps {
    /// The parameter set, as `vectru list` names it
    #[arg(long)]
    pub(crate) set: String,
    /// The file that holds the secret key
    #[arg(long, value_name = "FILE")]
    pub(crate) secret_key: PathBuf,
    /// The file that holds the ciphertext
    #[arg(long, value_name = "FILE")]
    pub(crate) ciphertext: PathBuf,
    /// The file to write the shared secret to; only its owner may read it
    #[arg(long, value_name = "FILE")]
    pub(crate) shared_secret: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Kat {
    /// The parameter set, as `vectru list` names it
    #[arg(long)]
    pub(crate) set: String,
    /// How many records, from the first on
    #[arg(long, default_value_t = 100)]
    pub(crate) count: usize,
    /// How the words of a list are drawn: nist (one call each) or one-shot (one call for all)
    #[arg(long, default_value = "nist", value_name = "ORDER")]
    pub(crate) rng_order: String,
}

#[derive(Args, Debug)]
pub(crate) struct Explain {
    /// The ring, as `vectru multipliers` names it
    #[arg(long, default_value = "sntrup761")]
    pub(crate) ring: String,
    /// The multiplier, as `vectru multipliers` names it; all of the ring if it is not given
    #[arg(long, value_name = "NAME")]
    pub(crate) multiplier: Option<String>,
    /// Compare the counts of the multipliers, and compare them with closed forms
    #[arg(long)]
    pub(crate) costs: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Comparison {
    /// Measure every mechanism with its peers, and every multiplier in parts, instead of the most used sets alone
    #[arg(long)]
    pub(crate) all: bool,
    /// Also write a report to this file: a page of HTML that needs no other file
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) options: BenchOptions,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Bench {
    /// Measure the multipliers of a ring, whole and in parts
    Multiply {
        /// The ring, as `vectru multipliers` names it
        #[arg(long, default_value = "sntrup761")]
        ring: String,
        #[command(flatten)]
        options: BenchOptions,
    },
    /// Measure the parts of a mechanism's operations
    Parts {
        /// The parameter set, as `vectru list` names it
        #[arg(long, default_value = "sntrup761")]
        set: String,
        #[command(flatten)]
        options: BenchOptions,
    },
    /// Measure the operations of a mechanism
    Kem {
        /// The parameter set, as `vectru list` names it
        #[arg(long, default_value = "sntrup761")]
        set: String,
        /// Where random bytes come from: chacha8 (seeded by the operating system) or system
        #[arg(long, default_value = "chacha8", value_name = "SOURCE")]
        rng: String,
        #[command(flatten)]
        options: BenchOptions,
    },
}

#[derive(Args, Debug)]
pub(crate) struct BenchOptions {
    /// Also write each figure as a row of JSON to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    pub(crate) force: bool,
    /// How many runs each figure is made of; beside peers at most, as what is slow has fewer
    #[arg(long, default_value_t = vectru_bench::RUNS, value_parser = runs)]
    pub(crate) runs: usize,
}

impl Comparison {
    /// Checks that none of its options are given, as they would be without effect before another command.
    pub(crate) fn absent(&self) -> Result<(), Failure> {
        let Self { all, html, options: BenchOptions { json, force, runs } } = self;
        let options = [
            ("--all", *all),
            ("--html", html.is_some()),
            ("--json", json.is_some()),
            ("--force", *force),
            ("--runs", *runs != vectru_bench::RUNS),
        ];
        match options.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => {
                Err(Failure::expected(option, "it after the command that it is for, if any", "it before"))
            }
            None => Ok(()),
        }
    }
}

fn runs(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|runs| (1..=10_000_000).contains(runs)).ok_or("expected 1 to 10000000".into())
}

impl Arguments {
    /// Parses the arguments of the process. `Ok(None)` if they asked for help or the version, which has been printed.
    pub(crate) fn from_process() -> Result<Option<Self>, Failure> {
        match Self::try_parse() {
            Ok(arguments) => Ok(Some(arguments)),
            Err(error) if !error.use_stderr() => {
                error.print()?;
                Ok(None)
            }
            Err(error) => Err(usage(&error)),
        }
    }
}

/// The failure that a usage error is: clap's message in one line, without the usage that follows it.
fn usage(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let message = text.split("\n\n").next().unwrap_or_default();
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    Failure::new("arguments", format_args!("{} (see --help)", message.strip_prefix("error: ").unwrap_or(&message)))
}
