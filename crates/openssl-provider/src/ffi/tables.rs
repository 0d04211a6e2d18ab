//! The lists of algorithms that the core queries, one for each kind of operation.

use core::ffi::{CStr, c_int};
use core::marker::PhantomData;
use core::ptr::null;
use std::ffi::CString;
use std::sync::Arc;

use vectru::Mechanism;
use vectru::mechanism::Visitor;

use crate::algorithm::Algorithm;
use crate::failure::Failure;
use crate::ffi::abi::{AlgorithmEntry, Dispatch, OP_DECODER, OP_ENCODER, OP_KEM, OP_KEYMGMT};
use crate::ffi::{encoder, kem};

/// The functions that differ between algorithms. Each makes an object that knows its algorithm.
struct Functions {
    keymgmt: &'static [Dispatch],
    decoders: [&'static [Dispatch]; 2],
}

/// A place for the tables of a set alone or of its hybrid: `KEYMGMT`, `DECODE_PUBLIC` and
/// `DECODE_PRIVATE`, which stand with the functions.
pub(crate) struct Table<K, const IS_HYBRID: bool>(PhantomData<K>);

/// Returns the functions of an algorithm. The core passes them no name, so that each set has its
/// own.
struct FunctionsOf<'a>(&'a Algorithm);

impl Visitor for FunctionsOf<'_> {
    type Output = Functions;

    fn visit<K: Mechanism>(self) -> Functions {
        const fn of<K: Mechanism, const IS_HYBRID: bool>() -> Functions {
            let decoders = [Table::<K, IS_HYBRID>::DECODE_PUBLIC, Table::<K, IS_HYBRID>::DECODE_PRIVATE];
            Functions { keymgmt: Table::<K, IS_HYBRID>::KEYMGMT, decoders }
        }
        if self.0.group.is_some() { of::<K, true>() } else { of::<K, false>() }
    }
}

/// The lists, with the names that they point to.
pub(crate) struct Tables {
    keymgmt: Vec<AlgorithmEntry>,
    kem: Vec<AlgorithmEntry>,
    encoders: Vec<AlgorithmEntry>,
    decoders: Vec<AlgorithmEntry>,
    names: Vec<Names>,
}

/// The names of an algorithm.
struct Names {
    /// All names, with colons between them: what the core finds the algorithm by.
    all: CString,
    /// The first name.
    first: CString,
}

// SAFETY: The pointers in the lists are to constants and to the names, which do not change.
unsafe impl Send for Tables {}
// SAFETY: As above.
unsafe impl Sync for Tables {}

/// The property by which a program asks for the algorithms of this provider.
const PROPERTIES: &CStr = c"provider=vectru";

impl Tables {
    /// Returns the lists for algorithms.
    pub(crate) fn new(algorithms: &[Arc<Algorithm>]) -> Self {
        let mut tables = Self { keymgmt: vec![], kem: vec![], encoders: vec![], decoders: vec![], names: vec![] };
        for algorithm in algorithms {
            tables.add(algorithm);
        }
        for list in [&mut tables.keymgmt, &mut tables.kem, &mut tables.encoders, &mut tables.decoders] {
            list.push(AlgorithmEntry::END);
        }
        tables
    }

    fn add(&mut self, algorithm: &Algorithm) {
        let functions = algorithm.set.visit(FunctionsOf(algorithm));
        let first = algorithm.name();
        let mut all = first.to_owned();
        if algorithm.group.is_none() {
            all.extend([":", algorithm.set.object_identifier()]);
        }
        // No name has a null byte.
        let [first, all] = [first, &all].map(|name| CString::new(name).unwrap_or_default());
        let names = all.as_ptr();
        let entry = |properties: &'static CStr, implementation: &'static [Dispatch]| AlgorithmEntry {
            names,
            properties: properties.as_ptr(),
            implementation: implementation.as_ptr(),
            description: null(),
        };
        self.keymgmt.push(entry(PROPERTIES, functions.keymgmt));
        self.kem.push(entry(PROPERTIES, kem::FUNCTIONS));
        self.encoders.push(entry(c"provider=vectru,output=text", encoder::TEXT));
        if algorithm.group.is_none() {
            for (properties, functions) in [
                (c"provider=vectru,output=der,structure=SubjectPublicKeyInfo", encoder::PUBLIC_DER),
                (c"provider=vectru,output=pem,structure=SubjectPublicKeyInfo", encoder::PUBLIC_PEM),
                (c"provider=vectru,output=der,structure=PrivateKeyInfo", encoder::PRIVATE_DER),
                (c"provider=vectru,output=pem,structure=PrivateKeyInfo", encoder::PRIVATE_PEM),
            ] {
                self.encoders.push(entry(properties, functions));
            }
            let [public, private] = functions.decoders;
            self.decoders.push(entry(c"provider=vectru,input=der,structure=SubjectPublicKeyInfo", public));
            self.decoders.push(entry(c"provider=vectru,input=der,structure=PrivateKeyInfo", private));
        }
        self.names.push(Names { all, first });
    }

    /// Returns the list of the algorithms for an operation, or null.
    pub(crate) fn operation(&self, operation: c_int) -> *const AlgorithmEntry {
        match operation {
            OP_KEYMGMT => self.keymgmt.as_ptr(),
            OP_KEM => self.kem.as_ptr(),
            OP_ENCODER => self.encoders.as_ptr(),
            OP_DECODER => self.decoders.as_ptr(),
            _ => null(),
        }
    }

    /// Returns the first name of an algorithm.
    ///
    /// # Errors
    ///
    /// Returns [`Failure::Core`] if there is no such algorithm.
    pub(crate) fn name(&self, algorithm: &Algorithm) -> Result<&CStr, Failure> {
        let same = |names: &&Names| names.first.as_bytes() == algorithm.name().as_bytes();
        let names = self.names.iter().find(same).ok_or(Failure::Core)?;
        debug_assert!(names.all.as_bytes().starts_with(names.first.as_bytes()));
        Ok(&names.first)
    }
}
