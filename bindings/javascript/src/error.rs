//! Errors as exceptions of JavaScript, with the texts of Rust's.

use std::fmt::{Debug, Display};

use getrandom::Error as RandomError;
use js_sys::{RangeError, TypeError};
use vectru::{Error, GenerationError};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(raw_module = "./error.js")]
extern "C" {
    /// The class of the package's exceptions.
    type VectruError;

    #[wasm_bindgen(constructor)]
    fn new(kind: &str, message: &str) -> VectruError;
}

/// Returns an exception. Its kind is the first word of `kind`, the name of a variant.
fn exception(kind: &impl Debug, message: &impl Display) -> JsValue {
    let kind = format!("{kind:?}");
    let name = kind.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    VectruError::new(name, &message.to_string()).into()
}

/// Returns the exception of bytes that are not the object that they were given for.
pub(crate) fn wrong_bytes(error: Error) -> JsValue {
    exception(&error.kind, &error)
}

/// Returns the exception of `crypto.getRandomValues` without random bytes.
pub(crate) fn no_random_bytes(error: RandomError) -> JsValue {
    not_generated(GenerationError::Generator(error))
}

/// Returns the exception of a key pair that was not generated.
pub(crate) fn not_generated(error: GenerationError<RandomError>) -> JsValue {
    exception(&error, &error)
}

/// Returns the exception of a name that no parameter set of this build has.
pub(crate) fn unknown_set(error: vectru::UnknownSet) -> JsValue {
    exception(&error, &error)
}

/// Returns the exception of a value that is not of the type that was expected.
pub(crate) fn wrong_type(expected: &str, found: &JsValue) -> JsValue {
    let found = if found.is_null() { "null".into() } else { found.js_typeof().as_string().unwrap_or_default() };
    TypeError::new(&format!("{expected}: expected a Uint8Array, found {found}")).into()
}

/// Returns the exception of bytes that do not fit the memory of WebAssembly.
pub(crate) fn out_of_memory(expected: &str, length: usize) -> JsValue {
    RangeError::new(&format!("{expected}: no memory for {length} bytes")).into()
}
