//! The border to shared libraries: loading them, and calls of their functions.
//!
//! Whoever opens a library vouches for its functions (see [`open`](super::Library::open)). The
//! calls of this module give them the buffers that the set has.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::convert::Infallible;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::Path;

use ::vectru::Set;
use getrandom::SysRng;
use libloading::Library;
use rand_core::{TryRng, UnwrapErr};

use super::names;

/// The address of a mechanism of liboqs.
type Mechanism = *mut c_void;

/// The functions of a set by names of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    keypair: unsafe extern "C" fn(public_key: *mut u8, secret_key: *mut u8) -> c_int,
    encapsulate: unsafe extern "C" fn(ciphertext: *mut u8, shared_secret: *mut u8, public_key: *const u8) -> c_int,
    decapsulate: unsafe extern "C" fn(shared_secret: *mut u8, ciphertext: *const u8, secret_key: *const u8) -> c_int,
}

/// The functions of liboqs for any mechanism.
#[derive(Clone, Copy, Debug)]
pub(super) struct Liboqs {
    keypair: unsafe extern "C" fn(Mechanism, *mut u8, *mut u8) -> c_int,
    encapsulate: unsafe extern "C" fn(Mechanism, *mut u8, *mut u8, *const u8) -> c_int,
    decapsulate: unsafe extern "C" fn(Mechanism, *mut u8, *const u8, *const u8) -> c_int,
}

/// The function by which a library draws its random bytes. It must not be called after the library
/// is closed.
#[derive(Clone, Copy, Debug)]
pub(super) struct RandomBytes(unsafe extern "C" fn(bytes: *mut u8, length: u64));

impl RandomBytes {
    /// Fills the bytes.
    pub(super) fn fill(self, bytes: &mut [u8]) {
        // SAFETY: the function writes as many bytes as it is told.
        unsafe { self.0(bytes.as_mut_ptr(), bytes.len() as u64) }
    }
}

/// A shared library that is loaded.
#[derive(Debug)]
pub(super) struct Object {
    library: Library,
    replaces_random_bytes: bool,
}

/// The functions of a set. They must not be called after their library is closed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Functions {
    Named(Named),
    Liboqs(Liboqs, Mechanism),
}

impl Object {
    /// Loads a library. If it has the function of liboqs that replaces random bytes, they are those
    /// of [`draw_from`] from now on.
    ///
    /// # Safety
    ///
    /// The library must be as [`open`](super::Library::open) demands.
    pub(super) unsafe fn open(path: &Path) -> Result<Self, libloading::Error> {
        // SAFETY: the caller vouches for the code that runs when the library is loaded.
        let library = unsafe { Library::new(path) }?;
        // SAFETY: a function of this name is the one of liboqs.
        unsafe {
            if let Ok(init) = library.get::<unsafe extern "C" fn()>(b"OQS_init") {
                init();
            }
        }
        // SAFETY: a function of this name is the one of liboqs.
        let replace = unsafe {
            library.get::<unsafe extern "C" fn(extern "C" fn(*mut u8, usize))>(b"OQS_randombytes_custom_algorithm")
        };
        let replaces_random_bytes = replace.is_ok();
        if let Ok(replace) = replace {
            // SAFETY: the function is one of this program, and stays.
            unsafe { replace(fill) };
        }
        Ok(Self { library, replaces_random_bytes })
    }

    /// Returns true if the library draws its random bytes as [`draw_from`] says.
    pub(super) fn replaces_random_bytes(&self) -> bool {
        self.replaces_random_bytes
    }

    /// Returns the function by which the library draws its random bytes, if it or a library that it
    /// needs has one of a name in use.
    pub(super) fn random_bytes(&self) -> Option<RandomBytes> {
        // SAFETY: functions of these names take an address and a number of bytes.
        names::RANDOM_BYTES
            .iter()
            .find_map(|name| unsafe { self.library.get(name.as_bytes()).ok() }.map(|f| RandomBytes(*f)))
    }

    /// Returns the version, if the library tells it as liboqs does.
    pub(super) fn version(&self) -> Option<String> {
        // SAFETY: a function of this name is the one of liboqs.
        let version = unsafe { self.library.get::<unsafe extern "C" fn() -> *const c_char>(b"OQS_version") }.ok()?;
        // SAFETY: it returns a text that ends with a zero byte, and stays.
        let text = unsafe { CStr::from_ptr(version()) };
        Some(text.to_string_lossy().into_owned())
    }

    /// Returns the functions of a set, if the library has it.
    pub(super) fn functions(&self, set: Set) -> Option<Functions> {
        self.liboqs(set).or_else(|| names::of(set).find_map(|names| self.named(&names)))
    }

    /// Returns the functions of liboqs with its mechanism of a set.
    fn liboqs(&self, set: Set) -> Option<Functions> {
        let name = CString::new(names::in_liboqs(set)).ok()?;
        let [keypair, encapsulate, decapsulate] = names::LIBOQS;
        // SAFETY: functions of these names are those of liboqs. `OQS_KEM_new` returns null or a
        // mechanism, which stays until it is freed.
        unsafe {
            let new = self.library.get::<unsafe extern "C" fn(*const c_char) -> Mechanism>(b"OQS_KEM_new").ok()?;
            let functions = Liboqs {
                keypair: *self.library.get(keypair.as_bytes()).ok()?,
                encapsulate: *self.library.get(encapsulate.as_bytes()).ok()?,
                decapsulate: *self.library.get(decapsulate.as_bytes()).ok()?,
            };
            let mechanism = new(name.as_ptr());
            (!mechanism.is_null()).then_some(Functions::Liboqs(functions, mechanism))
        }
    }

    /// Returns the functions of these names, if the library has all of them.
    fn named(&self, [keypair, encapsulate, decapsulate]: &[String; 3]) -> Option<Functions> {
        // SAFETY: whoever opened the library vouched for the functions of these names.
        unsafe {
            Some(Functions::Named(Named {
                keypair: *self.library.get(keypair.as_bytes()).ok()?,
                encapsulate: *self.library.get(encapsulate.as_bytes()).ok()?,
                decapsulate: *self.library.get(decapsulate.as_bytes()).ok()?,
            }))
        }
    }
}

/// Panics unless each buffer has its length.
fn check_lengths<const COUNT: usize>(found: [usize; COUNT], expected: [usize; COUNT]) {
    assert_eq!(found, expected, "a buffer has the length that the set has");
}

impl Functions {
    /// Writes a new key pair, and returns the status.
    ///
    /// # Panics
    ///
    /// Panics if a buffer has another length than the set says.
    pub(super) fn keypair(self, set: Set, public_key: &mut [u8], secret_key: &mut [u8]) -> c_int {
        check_lengths([public_key.len(), secret_key.len()], [set.public_key_bytes(), set.secret_key_bytes()]);
        let (public_key, secret_key) = (public_key.as_mut_ptr(), secret_key.as_mut_ptr());
        // SAFETY: the buffers have the lengths of the set.
        unsafe {
            match self {
                Self::Named(functions) => (functions.keypair)(public_key, secret_key),
                Self::Liboqs(functions, mechanism) => (functions.keypair)(mechanism, public_key, secret_key),
            }
        }
    }

    /// Writes a new ciphertext and its secret, and returns the status.
    ///
    /// # Panics
    ///
    /// Panics if a buffer has another length than the set says.
    pub(super) fn encapsulate(self, set: Set, ciphertext: &mut [u8], secret: &mut [u8], public_key: &[u8]) -> c_int {
        check_lengths(
            [ciphertext.len(), secret.len(), public_key.len()],
            [set.ciphertext_bytes(), set.shared_secret_bytes(), set.public_key_bytes()],
        );
        let (ciphertext, secret, public_key) = (ciphertext.as_mut_ptr(), secret.as_mut_ptr(), public_key.as_ptr());
        // SAFETY: the buffers have the lengths of the set.
        unsafe {
            match self {
                Self::Named(functions) => (functions.encapsulate)(ciphertext, secret, public_key),
                Self::Liboqs(functions, mechanism) => {
                    (functions.encapsulate)(mechanism, ciphertext, secret, public_key)
                }
            }
        }
    }

    /// Writes the secret of a ciphertext, and returns the status.
    ///
    /// # Panics
    ///
    /// Panics if a buffer has another length than the set says.
    pub(super) fn decapsulate(self, set: Set, secret: &mut [u8], ciphertext: &[u8], secret_key: &[u8]) -> c_int {
        check_lengths(
            [secret.len(), ciphertext.len(), secret_key.len()],
            [set.shared_secret_bytes(), set.ciphertext_bytes(), set.secret_key_bytes()],
        );
        let (secret, ciphertext, secret_key) = (secret.as_mut_ptr(), ciphertext.as_ptr(), secret_key.as_ptr());
        // SAFETY: the buffers have the lengths of the set.
        unsafe {
            match self {
                Self::Named(functions) => (functions.decapsulate)(secret, ciphertext, secret_key),
                Self::Liboqs(functions, mechanism) => {
                    (functions.decapsulate)(mechanism, secret, ciphertext, secret_key)
                }
            }
        }
    }
}

type Source = Box<dyn TryRng<Error = Infallible>>;

thread_local! {
    /// The source of the random bytes of libraries that this thread calls.
    static SOURCE: RefCell<Source> = RefCell::new(Box::new(UnwrapErr(SysRng)));
}

/// Lets the libraries that this thread calls draw their random bytes from `rng`, where they have
/// such a choice.
pub(super) fn draw_from(rng: impl TryRng<Error = Infallible> + 'static) {
    SOURCE.set(Box::new(rng));
}

/// Fills bytes for a library.
extern "C" fn fill(bytes: *mut u8, length: usize) {
    // SAFETY: the library passes a buffer of this length that it owns, and reads what is written.
    let bytes = unsafe {
        bytes.write_bytes(0, length);
        std::slice::from_raw_parts_mut(bytes, length)
    };
    let Ok(()) = SOURCE.with_borrow_mut(|source| source.try_fill_bytes(bytes));
}
