//! Shared libraries as peers: files that the reader has, which a program loads when it runs.
//!
//! A library takes part in a set if it has the set's three functions under one of the names in
//! use. Before it is measured it has to agree with vectru: each side encapsulates for keys of the
//! other, decapsulates its ciphertexts, and rejects changed ones with the same secret. Where a
//! library lets programs replace its random bytes, both sides also have to make the same keys and
//! ciphertexts of the same bytes, and the measured operations draw the bytes that all others draw.
//! Where it draws them by a function that can be found, that function is measured alone, too.
//!
//! The time of a function can double by where its file lies in memory. So a library is loaded
//! several times, from copies of its file, and a figure is that of the best copy.

use std::fmt;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::rc::Rc;

use ::vectru::Set;
use ::vectru::dynamic::{DecapsulationKey, EncapsulationKey};
use tempfile::TempDir;

use super::Row;
use super::generator::RngSource;
use super::implementation::{Error, Jobs, Label, Subject, random_bytes, whole};

mod border;
mod names;
mod tape;

use border::{Functions, Object, draw_from};
use tape::Tape;

/// The name of the random bytes of a library that does not let programs replace them.
const OWN_BYTES: &str = "own";

/// The code path of a library, which does not tell the one that it runs.
const PATH: &str = "library";

/// The number of key pairs that both sides make of the same random bytes.
const KEYS: u64 = 3;

/// A shared library that has functions of at least one set.
#[derive(Debug)]
pub struct Library {
    /// The name of its file, and its version if it tells one.
    name: &'static str,
    /// Each copy of the file that is loaded.
    copies: Vec<Rc<Object>>,
    /// The folder of the copies.
    _folder: TempDir,
}

/// The reasons why a file does not take part.
#[derive(Debug)]
#[non_exhaustive]
pub enum LibraryError {
    /// A copy of the file cannot be made.
    Copy(std::io::Error),
    /// The file is not a shared library that can be loaded.
    Load(libloading::Error),
    /// The library has the functions of no set.
    NoSet,
}

impl fmt::Display for LibraryError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Copy(error) => write!(formatter, "expected a file that can be copied, found: {error}"),
            Self::Load(error) => write!(formatter, "expected a shared library, found: {error}"),
            Self::NoSet => formatter.write_str("expected the functions of a set of vectru, found none"),
        }
    }
}

impl std::error::Error for LibraryError {}

impl Library {
    /// Loads the library `loads` times.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be copied or loaded, or has functions of no set.
    ///
    /// # Safety
    ///
    /// Loading runs code of the library. Its functions under the names of a set must be
    /// that set's: they must read and write the buffers of the lengths that the set has, and
    /// nothing else of the caller's.
    #[allow(unsafe_code)] // Nobody but the caller knows the library.
    pub unsafe fn open(path: &Path, loads: usize) -> Result<Self, LibraryError> {
        let folder = TempDir::new().map_err(LibraryError::Copy)?;
        let copies = (0..loads.max(1)).map(|index| {
            let copy = folder.path().join(format!("{index}.so"));
            fs::copy(path, &copy).map_err(LibraryError::Copy)?;
            // SAFETY: the caller vouches for the library.
            unsafe { Object::open(&copy) }.map(Rc::new).map_err(LibraryError::Load)
        });
        let copies = copies.collect::<Result<Vec<_>, _>>()?;
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let version = copies.first().and_then(|object| object.version()).filter(|version| !file.contains(version));
        let name = version.map_or_else(|| file.clone().into_owned(), |version| format!("{file} {version}"));
        // Names of implementations live as long as the program, and a program loads few libraries.
        let library = Self { name: name.leak(), copies, _folder: folder };
        if Set::ALL.into_iter().any(|set| library.has(set)) { Ok(library) } else { Err(LibraryError::NoSet) }
    }

    /// Returns the name of the file, with the version if the library tells one.
    pub fn name(&self) -> &str {
        self.name
    }

    /// Returns true if the library has the functions of a set.
    pub fn has(&self, set: Set) -> bool {
        self.copies.iter().any(|object| object.functions(set).is_some())
    }

    /// Returns the jobs of a set for each copy, after a check that the library agrees with vectru;
    /// none if the library lacks the set.
    pub(super) fn jobs(&self, set: Set, source: RngSource) -> Result<Jobs, Error> {
        let mut jobs = Vec::new();
        for object in &self.copies {
            let Some(functions) = object.functions(set) else { continue };
            let peer = Peer { functions, object: Rc::clone(object), set, name: self.name };
            peer.check(source)?;
            jobs.extend(peer.jobs(source)?);
        }
        Ok(jobs)
    }
}

/// A copy of a library as an implementation of a set.
#[derive(Clone)]
struct Peer {
    functions: Functions,
    /// Keeps the functions in memory.
    object: Rc<Object>,
    set: Set,
    name: &'static str,
}

impl Peer {
    /// Checks that the library agrees with vectru.
    fn check(&self, source: RngSource) -> Result<(), Error> {
        let mut rng = source.generator()?;
        let (secret, public) = self.set.generate(&mut rng);
        self.exchange((public.as_bytes(), secret.as_bytes()))?;
        let (public, secret) = self.generate()?;
        self.exchange((&public, &secret))?;
        if self.object.replaces_random_bytes() { self.same_bytes() } else { Ok(()) }
    }

    /// Checks that both sides decapsulate each other's ciphertexts for a key pair, and reject
    /// changed ones, with the same secrets.
    fn exchange(&self, (public, secret): (&[u8], &[u8])) -> Result<(), Error> {
        let differs = |what| self.differs(what);
        let ours: (EncapsulationKey, DecapsulationKey) = (
            self.set.encapsulation_key(public).map_err(|_| differs("a public key"))?,
            self.set.decapsulation_key(secret).map_err(|_| differs("a secret key"))?,
        );
        let mut rng = RngSource::ChaCha8.generator()?;
        let (mut ciphertext, sent) = ours.0.encapsulate(&mut rng);
        let decapsulated = |ciphertext: &[u8]| {
            let ours = ours.1.decapsulate(ciphertext).map_err(|_| differs("a ciphertext"))?;
            let theirs = self.decapsulate(secret, ciphertext)?;
            if ours.as_bytes() == theirs.as_slice() { Ok(theirs) } else { Err(differs("a shared secret")) }
        };
        if decapsulated(&ciphertext)? != sent.as_bytes() {
            return Err(differs("a shared secret"));
        }
        for place in [0, ciphertext.len() / 2, ciphertext.len() - 1] {
            ciphertext[place] ^= 1;
            if decapsulated(&ciphertext)? == sent.as_bytes() {
                return Err(differs("the secret of a rejected ciphertext"));
            }
        }
        let (ciphertext, sent) = self.encapsulate(public)?;
        if decapsulated(&ciphertext)? == sent { Ok(()) } else { Err(differs("a shared secret")) }
    }

    /// Checks that both sides make the same keys and ciphertexts of the same random bytes.
    fn same_bytes(&self) -> Result<(), Error> {
        for seed in 0..KEYS {
            let (secret, public) = self.set.generate(&mut Tape::new(seed));
            draw_from(Tape::new(seed));
            let (their_public, their_secret) = self.generate()?;
            if (&*their_public, &*their_secret) != (public.as_bytes(), secret.as_bytes()) {
                return Err(self.differs("keys of the same random bytes"));
            }
            let (ciphertext, sent) = public.encapsulate(&mut Tape::new(seed));
            draw_from(Tape::new(seed));
            let (their_ciphertext, their_secret) = self.encapsulate(public.as_bytes())?;
            if (&*their_ciphertext, &*their_secret) != (&*ciphertext, sent.as_bytes()) {
                return Err(self.differs("a ciphertext of the same random bytes"));
            }
        }
        Ok(())
    }

    fn differs(&self, what: &'static str) -> Error {
        Error::Library { library: self.name, set: self.set.name(), what }
    }

    /// Returns the result of a call, unless the library says that it has failed.
    fn succeeded<T>(&self, status: i32, result: T) -> Result<T, Error> {
        if status == 0 { Ok(result) } else { Err(self.differs("the status 0")) }
    }

    /// Returns a new public and secret key.
    fn generate(&self) -> Result<(Vec<u8>, Vec<u8>), Error> {
        let mut public = vec![0; self.set.public_key_bytes()];
        let mut secret = vec![0; self.set.secret_key_bytes()];
        let status = self.functions.keypair(self.set, &mut public, &mut secret);
        self.succeeded(status, (public, secret))
    }

    /// Returns a new ciphertext and its secret.
    fn encapsulate(&self, public: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Error> {
        let mut ciphertext = vec![0; self.set.ciphertext_bytes()];
        let mut secret = vec![0; self.set.shared_secret_bytes()];
        let status = self.functions.encapsulate(self.set, &mut ciphertext, &mut secret, public);
        self.succeeded(status, (ciphertext, secret))
    }

    /// Returns the secret of a ciphertext. The status is not read: a function may report that the
    /// ciphertext is rejected.
    fn decapsulate(&self, secret_key: &[u8], ciphertext: &[u8]) -> Result<Vec<u8>, Error> {
        let mut secret = vec![0; self.set.shared_secret_bytes()];
        self.functions.decapsulate(self.set, &mut secret, ciphertext, secret_key);
        Ok(secret)
    }

    /// Returns the jobs of the operations. Keys are bytes: there is nothing to prepare.
    fn jobs(&self, source: RngSource) -> Result<Jobs, Error> {
        let (public, secret) = self.generate()?;
        let (ciphertext, _) = self.encapsulate(&public)?;
        let replaces = self.object.replaces_random_bytes();
        let rng = if replaces { source.name() } else { OWN_BYTES };
        let (set, implementation) = (self.set.name(), self.name);
        let label = |operation| Label { set, implementation, path: PATH, operation, rng, subject: Subject::Operation };
        let (generating, encapsulating, decapsulating) = (self.clone(), self.clone(), self.clone());
        // One generator serves the jobs of all libraries.
        draw_from(source.generator()?);
        let mut jobs = vec![
            whole(label("keygen"), move || generating.generate()),
            whole(label("encaps-from-bytes"), move || encapsulating.encapsulate(black_box(&public))),
            whole(label("decaps-from-bytes"), move || {
                decapsulating.decapsulate(black_box(&secret), black_box(&ciphertext))
            }),
        ];
        if let Some(own) = self.object.random_bytes().filter(|_| !replaces) {
            let label = Label { subject: Subject::OwnBytes, ..label("keygen") };
            let object = Rc::clone(&self.object);
            let fill = move |bytes: &mut [u8]| {
                let _open = &object;
                own.fill(bytes);
            };
            jobs.extend(random_bytes(label, &["encaps-from-bytes"], fill)?);
        }
        Ok(jobs)
    }
}

/// Keeps, of the rows of several copies of a library, those of the copy whose quiet median is the
/// least.
pub(super) fn keep_the_best_copies(rows: &mut Vec<Row>) {
    let key = |row: &Row| (row.set, row.implementation, row.operation, row.backend);
    let mut best: Vec<Row> = Vec::new();
    for row in rows.drain(..) {
        // Other implementations have one row for each operation and code path.
        match best.iter_mut().find(|other| row.backend == PATH && key(other) == key(&row)) {
            Some(other) if other.summary.quiet > row.summary.quiet => *other = row,
            Some(_) => (),
            None => best.push(row),
        }
    }
    *rows = best;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kem::OURS;
    use crate::ratios::tests::row;

    #[test]
    fn the_best_copy_counts() {
        let of_copy = |median| Row { backend: PATH, ..row("sntrup761", "liboqs.so", "keygen", median) };
        let ours = row("sntrup761", OURS, "keygen", 7);
        let mut rows = vec![ours.clone(), ours, of_copy(30), of_copy(10), of_copy(20)];
        keep_the_best_copies(&mut rows);
        assert_eq!(rows.iter().map(|row| row.summary.median).collect::<Vec<_>>(), [7, 7, 10]);
    }

    #[test]
    #[allow(unsafe_code)]
    fn other_files_are_refused() {
        let missing = Path::new("no such file");
        // SAFETY: there is no such file to load.
        let error = unsafe { Library::open(missing, 1) }.expect_err("there is none");
        assert!(matches!(error, LibraryError::Copy(_)), "{error}");
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        // SAFETY: a text has no code to run.
        let error = unsafe { Library::open(&manifest, 1) }.expect_err("it is a text");
        assert!(matches!(error, LibraryError::Load(_)), "{error}");
    }
}
