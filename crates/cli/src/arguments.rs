//! The arguments of the command line. Their comments are the text of the help and the manual pages.

use std::error::Error;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use vectru::Set;
use vectru::kat::RngOrder;
use vectru_bench::kem::RngSource;
use vectru_polymul::dispatch::Backend;

use crate::failure::Failure;

mod names;
mod parse;

/// Key encapsulation with NTRU Prime, NTRU and Saber, over vectorised and proved polynomial
/// multiplication.
///
/// Keys, ciphertexts and shared secrets are files with the raw bytes of the specification. Keys may
/// also be PEM or DER (SubjectPublicKeyInfo, PKCS#8), which name their parameter set.
///
/// An output is a new file, which is complete or does not exist. An existing file is replaced only
/// with --force. Secret keys and shared secrets are readable only by their owner.
///
/// Instead of a file, - names standard input or standard output, for at most one input and one
/// output of a command. A pipe or a device, such as /dev/stdout, is written in place. Secrets may
/// go there, too: their protection is then up to the reader.
///
/// The exit status is 0, or 2 with one line on standard error that says what was expected and what
/// was found.
#[derive(Debug, Parser)]
#[command(name = "vectru", version, arg_required_else_help = true, max_term_width = 100, after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Compute on this backend instead of the best of this CPU: `vectru list` has their names
    #[arg(long, global = true, value_parser = one_of::<Backend>(Backend::ALL.map(Backend::name)))]
    #[arg(hide_possible_values = true)]
    pub(crate) backend: Option<Backend>,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The examples at the end of the help and of the manual page.
pub(crate) const EXAMPLES: &str = "\
Examples:
  vectru demo
  vectru keygen --set sntrup761 --public-key pk --secret-key sk
  vectru encaps --set sntrup761 --public-key pk --ciphertext ct --shared-secret sent
  vectru decaps --set sntrup761 --secret-key sk --ciphertext ct --shared-secret received
  vectru encaps --set sntrup761 --public-key - --ciphertext - --shared-secret sent < pk > ct
  vectru keygen --set sntrup761 --format pem --public-key pk.pem --secret-key sk.pem
  vectru encaps --public-key pk.pem --ciphertext ct --shared-secret sent
  vectru fingerprint pk.pem
  vectru seed seed
  vectru keygen --set sntrup761 --seed seed --public-key pk --secret-key sk";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make a key pair, encapsulate and decapsulate, and say how long each step took
    Demo {
        #[command(flatten)]
        set: DefaultSet,
    },
    /// List the parameter sets, their sizes, and the backends of this CPU
    List,
    /// Make a key pair
    Keygen(Keygen),
    /// Make a shared secret, and the ciphertext that carries it to the owner of a public key
    Encaps(Encaps),
    /// Recover the shared secret of a ciphertext, with the secret key
    Decaps(Decaps),
    /// Make a seed, from which `keygen` makes the same key pair again
    Seed(SeedFile),
    /// Print the SHA-256 fingerprint of a public key
    Fingerprint(Fingerprint),
    /// Print known answers, in the form of NIST's .rsp files
    Kat(Kat),
    /// Check known answers, implicit rejection and products on each backend of this CPU
    Selftest,
    /// Describe each multiplier: its ring, its operands, its source, its chain of maps
    Multipliers(Rows),
    /// Explain multipliers: their maps with counted operations, their proved bounds; or compare
    /// counts with closed forms
    Explain(Explain),
    /// Search the chains of maps that can multiply in a ring, also in one that has no parameter
    /// set, and rank them by counted operations
    Plan(Plan),
    /// Measure vectru beside its peers, or, with a subcommand, only multipliers or mechanisms of
    /// vectru
    Bench {
        #[command(flatten)]
        comparison: Comparison,
        #[command(subcommand)]
        alone: Option<Bench>,
    },
    /// Print the tables of a source with vectru's figures on this CPU beside the printed ones
    Tables(Tables),
    /// Print the script that completes commands, options and names in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, or write one page for each command
    Man(Man),
}

/// A parameter set that must be named.
#[derive(Args, Debug)]
pub(crate) struct RequiredSet {
    /// The parameter set, as `vectru list` names it
    #[arg(long, value_parser = one_of::<Set>(Set::ALL.map(Set::name)), hide_possible_values = true)]
    pub(crate) set: Set,
}

/// A parameter set that raw keys need; keys in other formats name it themselves.
#[derive(Args, Debug)]
pub(crate) struct SetOfKey {
    /// The parameter set, as `vectru list` names it; a key in PEM or DER names its own
    #[arg(long, value_parser = one_of::<Set>(Set::ALL.map(Set::name)), hide_possible_values = true)]
    pub(crate) set: Option<Set>,
}

/// A parameter set that may be left out.
#[derive(Args, Debug)]
pub(crate) struct DefaultSet {
    /// The parameter set, as `vectru list` names it
    #[arg(long, default_value = "sntrup761")]
    #[arg(value_parser = one_of::<Set>(Set::ALL.map(Set::name)), hide_possible_values = true)]
    pub(crate) set: Set,
}

#[derive(Args, Debug)]
pub(crate) struct Keygen {
    #[command(flatten)]
    pub(crate) set: RequiredSet,
    /// The file to write the public key to, or -
    #[arg(long, value_name = "FILE")]
    pub(crate) public_key: PathBuf,
    /// The file to write the secret key to, or -
    #[arg(long, value_name = "FILE")]
    pub(crate) secret_key: PathBuf,
    /// The format of both keys: raw (the bytes of the specification), pem or der
    #[arg(long, value_enum, default_value = "raw", hide_possible_values = true)]
    pub(crate) format: KeyFormat,
    /// Make the key pair of the seed in this file, or -, which `vectru seed` has made
    #[arg(long, value_name = "FILE")]
    pub(crate) seed: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    pub(crate) force: bool,
}

/// The format of a key in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum KeyFormat {
    /// The bytes of the specification
    Raw,
    /// SubjectPublicKeyInfo or PKCS#8, as text
    Pem,
    /// SubjectPublicKeyInfo or PKCS#8, as bytes
    Der,
}

#[derive(Args, Debug)]
pub(crate) struct SeedFile {
    /// The file to write the seed to, or -
    pub(crate) file: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Fingerprint {
    #[command(flatten)]
    pub(crate) set: SetOfKey,
    /// The file that holds the public key (raw, PEM or DER), or -
    pub(crate) file: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct Encaps {
    #[command(flatten)]
    pub(crate) set: SetOfKey,
    /// The file that holds the public key (raw, PEM or DER), or -
    #[arg(long, value_name = "FILE")]
    pub(crate) public_key: PathBuf,
    /// The file to write the ciphertext to, or -
    #[arg(long, value_name = "FILE")]
    pub(crate) ciphertext: PathBuf,
    /// The file to write the shared secret to, or -
    #[arg(long, value_name = "FILE")]
    pub(crate) shared_secret: PathBuf,
    /// Replace existing files
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Decaps {
    #[command(flatten)]
    pub(crate) set: SetOfKey,
    /// The file that holds the secret key (raw, PEM or DER), or -
    #[arg(long, value_name = "FILE")]
    pub(crate) secret_key: PathBuf,
    /// The file that holds the ciphertext, or -
    #[arg(long, value_name = "FILE")]
    pub(crate) ciphertext: PathBuf,
    /// The file to write the shared secret to, or -
    #[arg(long, value_name = "FILE")]
    pub(crate) shared_secret: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Kat {
    #[command(flatten)]
    pub(crate) set: RequiredSet,
    /// The number of records, starting with the first
    #[arg(long, default_value = "100", value_parser = parse::count)]
    pub(crate) count: usize,
    /// The order of random draws, if a set has two: nist (a call for each word of a list, the
    /// default) or one-shot (one call for all of them)
    #[arg(long, value_name = "ORDER", hide_possible_values = true)]
    #[arg(value_parser = one_of::<RngOrder>(RngOrder::ALL.map(RngOrder::name)))]
    pub(crate) rng_order: Option<RngOrder>,
}

#[derive(Args, Debug)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) ring: DefaultRing,
    /// The multiplier, as `vectru multipliers` names it; by default all multipliers of the ring
    #[arg(long, value_name = "NAME", value_parser = names::multiplier(), hide_possible_values = true)]
    pub(crate) multiplier: Option<String>,
    /// Compare the counts of the multipliers with each other and with closed forms
    #[arg(long)]
    pub(crate) costs: bool,
    #[command(flatten)]
    pub(crate) rows: Rows,
}

#[derive(Args, Debug)]
pub(crate) struct Tables {
    /// The source: hly24, cch23, hwa24b or hwa24a, by its key in docs/research/bibliography.md
    #[arg(value_parser = names::source(), hide_possible_values = true)]
    pub(crate) source: String,
    /// The only table, as the report names it, such as "Table 5"; by default all tables
    #[arg(long, value_name = "NUMBER")]
    pub(crate) table: Option<String>,
    /// The coefficients n of an operand in the closed forms of hwa24a: a power of two
    #[arg(short, long, default_value = "256", value_name = "N", value_parser = parse::power_of_two)]
    pub(crate) n: usize,
    /// The coefficients m at which a transform of the closed forms stops: a power of two, at most n
    #[arg(short, long, default_value = "16", value_name = "M", value_parser = parse::power_of_two)]
    pub(crate) m: usize,
    #[command(flatten)]
    pub(crate) page: Page,
    #[command(flatten)]
    pub(crate) options: BenchOptions,
}

#[derive(Args, Debug)]
pub(crate) struct Plan {
    /// The modulus q of the ring
    #[arg(long, value_name = "Q")]
    pub(crate) modulus: u32,
    /// The degree n of the ring
    #[arg(long, value_name = "N")]
    pub(crate) degree: usize,
    /// The polynomial of the ring: prime (x^n - x - 1), cyclic (x^n - 1), negacyclic (x^n + 1),
    /// trinomial (x^n - x^(n/2) + 1) or trinomial-plus (x^n + x^(n/2) + 1). The modulus is an odd
    /// prime, or for cyclic and negacyclic a power of two
    #[arg(long, value_enum, value_name = "KIND", hide_possible_values = true)]
    pub(crate) ring: RingKind,
    /// The number of plans in the table, besides the plans of compiled multipliers
    #[arg(long, default_value = "10", value_parser = parse::count)]
    pub(crate) count: usize,
    /// The rank of the plan whose maps are printed, with the lines of a crate that multiplies by it
    #[arg(long, default_value = "1", value_parser = parse::count)]
    pub(crate) rank: usize,
    #[command(flatten)]
    pub(crate) rows: Rows,
}

/// The polynomial of a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RingKind {
    /// x^n - x - 1
    Prime,
    /// x^n - 1
    Cyclic,
    /// x^n + 1
    Negacyclic,
    /// x^n - x^(n/2) + 1
    Trinomial,
    /// x^n + x^(n/2) + 1
    TrinomialPlus,
}

#[derive(Args, Debug)]
pub(crate) struct DefaultRing {
    /// The ring, as `vectru multipliers` names it
    #[arg(long, default_value = "sntrup761", value_parser = names::ring(), hide_possible_values = true)]
    pub(crate) ring: String,
}

#[derive(Args, Debug)]
pub(crate) struct Comparison {
    /// Measure every mechanism with its peers, and every multiplier in parts, instead of only the
    /// most used sets
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) page: Page,
    #[command(flatten)]
    pub(crate) options: BenchOptions,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Bench {
    /// Measure the multipliers of a ring, whole and in parts
    Multiply {
        #[command(flatten)]
        ring: DefaultRing,
        #[command(flatten)]
        page: Page,
        #[command(flatten)]
        options: BenchOptions,
    },
    /// Measure the parts of a mechanism's operations
    Parts {
        #[command(flatten)]
        set: DefaultSet,
        #[command(flatten)]
        options: BenchOptions,
    },
    /// Measure the operations of a mechanism
    Kem {
        #[command(flatten)]
        set: DefaultSet,
        /// The source of random bytes: chacha8 (seeded by the operating system) or system
        #[arg(long, default_value = "chacha8", value_name = "SOURCE", hide_possible_values = true)]
        #[arg(value_parser = one_of::<RngSource>([RngSource::ChaCha8, RngSource::System].map(RngSource::name)))]
        rng: RngSource,
        /// Make all products in the ring by this multiplier for any two operands, as `vectru
        /// multipliers` names it, instead of the one that dispatch chooses
        #[arg(long, value_name = "NAME", value_parser = names::multiplier(), hide_possible_values = true)]
        multiplier: Option<String>,
        #[command(flatten)]
        page: Page,
        #[command(flatten)]
        options: BenchOptions,
    },
    /// Measure mechanisms beside shared libraries and the peers that are built in
    Peers(Peers),
}

#[derive(Args, Debug)]
pub(crate) struct Peers {
    /// A shared library to compare with, such as liboqs or libntruprime, in a file that you trust:
    /// its code runs
    #[arg(long = "library", value_name = "FILE", num_args = 1..)]
    pub(crate) libraries: Vec<PathBuf>,
    /// Measure all parameter sets, also those that no library has
    #[arg(long, conflicts_with = "sets")]
    pub(crate) all: bool,
    /// The parameter sets, as `vectru list` names them, instead of all sets of the libraries
    #[arg(long = "set", value_name = "SET", num_args = 1..)]
    #[arg(value_parser = one_of::<Set>(Set::ALL.map(Set::name)), hide_possible_values = true)]
    pub(crate) sets: Vec<Set>,
    /// The number of copies of each library, of which the fastest counts: the time of a function
    /// depends on where its file lies in memory
    #[arg(long, default_value = "3", value_parser = parse::loads)]
    pub(crate) loads: usize,
    #[command(flatten)]
    pub(crate) page: Page,
    #[command(flatten)]
    pub(crate) options: BenchOptions,
}

#[derive(Args, Debug)]
pub(crate) struct Page {
    /// Also write a report to this file, or to - instead of the tables: a page of HTML that needs
    /// no other file
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Rows {
    /// Also write each figure as a row of JSON to this file, or to - instead of the tables
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct BenchOptions {
    #[command(flatten)]
    pub(crate) rows: Rows,
    /// The number of runs for each figure; with peers it is the largest number, as slow operations
    /// have fewer
    #[arg(long, default_value_t = vectru_bench::RUNS, value_parser = parse::runs)]
    pub(crate) runs: usize,
}

impl Comparison {
    /// Checks that none of these options is given before a command of `bench`, where it would have
    /// no effect.
    pub(crate) fn absent(&self) -> Result<(), Failure> {
        let Self { all, page: Page { html }, options: BenchOptions { rows: Rows { json, force }, runs } } = self;
        let options = [
            ("--all", *all),
            ("--html", html.is_some()),
            ("--json", json.is_some()),
            ("--force", *force),
            ("--runs", *runs != vectru_bench::RUNS),
        ];
        match options.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => {
                Err(Failure::expected(option, "after the command of `bench`, if that command has it", "before it"))
            }
            None => Ok(()),
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct Man {
    /// Write a page for the program and one for each command, such as vectru-keygen.1, to this
    /// directory
    #[arg(long, value_name = "DIRECTORY")]
    pub(crate) dir: Option<PathBuf>,
    /// Replace existing pages
    #[arg(long, requires = "dir")]
    pub(crate) force: bool,
}

/// Returns a parser of values with these names, which completions and failures list.
fn one_of<T>(names: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Error + Send + Sync> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}
