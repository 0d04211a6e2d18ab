//! Known answers: the generator of NIST's program, and the records made with it.
//!
//! A file of known answers has 100 records. NIST's program seeds its generator ([`NistDrbg`]) with
//! the 48 bytes 0, 1, …, 47 and draws a seed of 48 bytes for each record. For each record the
//! generator is seeded with the record's seed, and makes a key pair and then a ciphertext.
//!
//! Implementations of NTRU Prime draw the p random words of a polynomial in two ways, so that there
//! are two files of known answers for each set: [`RngOrder`]. Implementations of NTRU and of Saber
//! all draw their random bytes by the same calls: both orders agree.
//!
//! ```
//! use vectru::{Set, kat::{RngOrder, records}};
//! let record = records(Set::Sntrup761, RngOrder::Nist).next().unwrap();
//! assert_eq!(record.count, 0);
//! assert!(record.to_string().starts_with("count = 0\nseed = 061550234D158C5E"));
//! ```

use alloc::vec::Vec;
use core::{fmt, str::FromStr};

use rand_core::{CryptoRng, Rng};

use crate::common::set::Set;
use crate::common::table::Parameters;
use crate::mechanism::{Mechanism, Visitor};

mod answers;
mod drbg;

pub use answers::{Answers, Tampering};
pub use drbg::{NistDrbg, OrderedRng};

/// The number of records of a file of known answers.
///
/// ```
/// assert_eq!(vectru::kat::RECORDS, 100);
/// ```
pub const RECORDS: usize = 100;

/// The order of calls that draw the p random words of 32 bits of a polynomial. Everything else is
/// drawn by one call each in both orders.
///
/// ```
/// use vectru::kat::{RngOrder, UnknownOrder};
/// assert_eq!("one-shot".parse(), Ok(RngOrder::OneShot));
/// assert!(matches!("at once".parse::<RngOrder>(), Err(UnknownOrder { .. })));
/// assert_eq!(RngOrder::ALL.map(RngOrder::name), ["nist", "one-shot"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RngOrder {
    /// One call of 4 bytes for each word: NIST's submission, the IETF draft, BouncyCastle.
    Nist,
    /// One call of 4 p bytes for all words: PQClean, liboqs. All other functions of this crate draw
    /// in this order.
    OneShot,
}

impl RngOrder {
    /// Both orders.
    ///
    /// ```
    /// use vectru::kat::RngOrder;
    /// assert_eq!(RngOrder::ALL, [RngOrder::Nist, RngOrder::OneShot]);
    /// ```
    pub const ALL: [Self; 2] = [Self::Nist, Self::OneShot];

    /// Returns the orders in which the known answers of `set` differ. NTRU and Saber draw no list
    /// of words, and have one order.
    ///
    /// ```
    /// use vectru::{Set, kat::RngOrder};
    /// assert_eq!(RngOrder::of(Set::Sntrup761), RngOrder::ALL);
    /// assert_eq!(RngOrder::of(Set::Ntruhrss701), [RngOrder::Nist]);
    /// ```
    pub const fn of(set: Set) -> &'static [Self] {
        match list_bytes(set) {
            Some(_) => &Self::ALL,
            None => &[Self::Nist],
        }
    }

    /// Returns the name on the command line: `nist` or `one-shot`.
    ///
    /// ```
    /// assert_eq!(vectru::kat::RngOrder::Nist.name(), "nist");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nist => "nist",
            Self::OneShot => "one-shot",
        }
    }
}

impl fmt::Display for RngOrder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for RngOrder {
    type Err = UnknownOrder;
    fn from_str(name: &str) -> Result<Self, UnknownOrder> {
        Self::ALL.into_iter().find(|order| order.name() == name).ok_or(UnknownOrder)
    }
}

/// The error of a text that names no order of random draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownOrder;

impl fmt::Display for UnknownOrder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("unknown order: expected nist or one-shot")
    }
}

impl core::error::Error for UnknownOrder {}

/// A known answer. It is displayed as the text of a record of an `.rsp` file: six lines, none of
/// them blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number of the record, from 0.
    pub count: usize,
    /// The seed of the record's generator, 48 bytes.
    pub seed: [u8; 48],
    /// The encapsulation key.
    pub public_key: Vec<u8>,
    /// The decapsulation key.
    pub secret_key: Vec<u8>,
    /// The ciphertext.
    pub ciphertext: Vec<u8>,
    /// The shared secret.
    pub shared_secret: Vec<u8>,
}

impl fmt::Display for Record {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "count = {}", self.count)?;
        let fields: [(&str, &[u8]); 5] = [
            ("seed", &self.seed),
            ("pk", &self.public_key),
            ("sk", &self.secret_key),
            ("ct", &self.ciphertext),
            ("ss", &self.shared_secret),
        ];
        for (name, bytes) in fields {
            write!(formatter, "{name} = ")?;
            bytes.iter().try_for_each(|byte| write!(formatter, "{byte:02X}"))?;
            writeln!(formatter)?;
        }
        Ok(())
    }
}

/// The endless records of a parameter set, of which the first [`RECORDS`] make up a file. The type
/// of [`records`].
#[derive(Clone, Debug)]
pub struct Records {
    set: Set,
    order: RngOrder,
    seeds: NistDrbg,
    count: usize,
}

/// Returns the known answers of `set`, from record 0 on.
///
/// ```
/// use vectru::{Set, kat::{RngOrder, records}, sntrup761::DecapsulationKey};
/// for record in records(Set::Sntrup761, RngOrder::OneShot).take(2) {
///     let key = DecapsulationKey::from_bytes(&record.secret_key)?;
///     assert_eq!(key.encapsulation_key().as_bytes(), record.public_key);
/// }
/// # Ok::<(), vectru::Error>(())
/// ```
pub fn records(set: Set, order: RngOrder) -> Records {
    let entropy = core::array::from_fn(|k| k as u8);
    Records { set, order, seeds: NistDrbg::new(&entropy), count: 0 }
}

impl Iterator for Records {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let mut seed = [0; 48];
        self.seeds.fill_bytes(&mut seed);
        let count = self.count;
        self.count += 1;
        Some(self.set.visit(Answer { count, seed, order: self.order }))
    }
}

/// Returns the length in bytes of a list of p random words of 32 bits, if key generation draws
/// lists: that of NTRU Prime does.
const fn list_bytes(set: Set) -> Option<usize> {
    match set.parameters() {
        Parameters::Streamlined { p, .. } | Parameters::Ntrulpr { p, .. } => Some(4 * p),
        Parameters::Hps { .. } | Parameters::Hrss { .. } | Parameters::Saber { .. } => None,
    }
}

/// The number, the seed and the order of a record.
struct Answer {
    count: usize,
    seed: [u8; 48],
    order: RngOrder,
}

impl Visitor for Answer {
    type Output = Record;

    fn visit<K: Mechanism>(self) -> Record {
        let rng = NistDrbg::new(&self.seed);
        match list_bytes(K::SET) {
            Some(list_bytes) => {
                let order = self.order;
                self.record::<K>(OrderedRng::new(rng, order, list_bytes))
            }
            None => self.record::<K>(rng),
        }
    }
}

impl Answer {
    /// Returns the record made with `rng`.
    fn record<K: Mechanism>(self, mut rng: impl CryptoRng) -> Record {
        let (decapsulation_key, encapsulation_key) = K::generate(&mut rng);
        let (ciphertext, shared_secret) = encapsulation_key.encapsulate(&mut rng);
        Record {
            count: self.count,
            seed: self.seed,
            public_key: encapsulation_key.as_bytes().to_vec(),
            secret_key: decapsulation_key.as_bytes().to_vec(),
            ciphertext: ciphertext.as_bytes().to_vec(),
            shared_secret: shared_secret.as_bytes().to_vec(),
        }
    }
}

/// The first line of a file of known answers, as in the submission of the set.
///
/// ```
/// use vectru::{Set, kat::Header};
/// assert_eq!(Header(Set::Sntrup761).to_string(), "# kem/sntrup761");
/// assert_eq!(Header(Set::Ntruhrss701).to_string(), "# ntruhrss701");
/// assert_eq!(Header(Set::Lightsaber).to_string(), "# LightSaber");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header(pub Set);

impl fmt::Display for Header {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.parameters() {
            Parameters::Streamlined { .. } | Parameters::Ntrulpr { .. } => write!(formatter, "# kem/{}", self.0),
            Parameters::Hps { .. } | Parameters::Hrss { .. } => write!(formatter, "# {}", self.0),
            Parameters::Saber { name, .. } => write!(formatter, "# {name}"),
        }
    }
}

/// Writes the `.rsp` file of the first `count` records, as NIST's program prints it: the header,
/// then each record and a blank line.
///
/// # Errors
///
/// Returns the error of `text`.
///
/// ```
/// use vectru::{Set, kat::{RngOrder, write_response}};
/// let mut text = String::new();
/// write_response(&mut text, Set::Sntrup761, RngOrder::OneShot, 1)?;
/// assert!(text.starts_with("# kem/sntrup761\n\ncount = 0\nseed = 061550234D158C5E"));
/// # Ok::<(), std::fmt::Error>(())
/// ```
pub fn write_response(text: &mut impl fmt::Write, set: Set, order: RngOrder, count: usize) -> fmt::Result {
    writeln!(text, "{}\n", Header(set))?;
    records(set, order).take(count).try_for_each(|record| writeln!(text, "{record}"))
}
