//! Bytes between JavaScript and the memory of WebAssembly.
//!
//! Conversions that wasm-bindgen generates leave copies in memory that is freed and not wiped. Here
//! bytes from JavaScript are copied to memory that is wiped when it is dropped, and bytes for
//! JavaScript are copied from where they are.

use js_sys::{ArrayBuffer, Reflect, Symbol, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use zeroize::Zeroizing;

use crate::error::{out_of_memory, wrong_type};

/// Returns a copy of the bytes in a `Uint8Array`.
///
/// # Errors
///
/// Returns a `TypeError` that says what was `expected` if the value is not a `Uint8Array`, and a
/// `RangeError` if there is no memory for the copy.
pub(crate) fn from_js(value: &JsValue, expected: &str) -> Result<Zeroizing<Vec<u8>>, JsValue> {
    if !is_bytes(value) {
        return Err(wrong_type(expected, value));
    }
    let array: &Uint8Array = value.unchecked_ref();
    let length = array.length() as usize;
    let mut bytes = Zeroizing::new(Vec::new());
    bytes.try_reserve_exact(length).map_err(|_| out_of_memory(expected, length))?;
    bytes.resize(length, 0);
    array.copy_to(&mut bytes);
    Ok(bytes)
}

/// Returns a new `Uint8Array` of the bytes.
pub(crate) fn to_js(bytes: &[u8]) -> Uint8Array {
    Uint8Array::from(bytes)
}

/// Returns whether a value is a `Uint8Array`, of this page or of another one: `instanceof` knows
/// only arrays of this page.
fn is_bytes(value: &JsValue) -> bool {
    let tag = || Reflect::get(value, &Symbol::to_string_tag()).ok()?.as_string();
    value.is_instance_of::<Uint8Array>()
        || (ArrayBuffer::is_view(value) && tag().is_some_and(|tag| tag == "Uint8Array"))
}
