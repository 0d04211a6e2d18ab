//! The mechanisms behind trait objects, so that one class of JavaScript has the keys of all sets.

use std::marker::PhantomData;

use getrandom::SysRng;
use js_sys::Uint8Array;
use vectru::mechanism::Visitor;
use vectru::stack::{moves, with_wiped_stack};
use vectru::{Ciphertext, Mechanism, Set};
use wasm_bindgen::JsValue;

use crate::bytes::to_js;
use crate::error::{no_random_bytes, not_generated, wrong_bytes};
use crate::keys::Encapsulation;

/// A parameter set.
pub(crate) trait Operations {
    /// The numbers of random bytes of a key pair, of a rejected candidate, and of an encapsulation.
    fn random_bytes(&self) -> [usize; 3];

    /// The ring as a formula.
    fn formula(&self) -> &'static str;

    /// Generates a secret key.
    fn generate(&self) -> Result<Box<dyn Decapsulator>, JsValue>;

    /// Returns the secret key that is made of given random bytes.
    fn generate_from(&self, random: &[u8]) -> Result<Box<dyn Decapsulator>, JsValue>;

    /// Loads a public key.
    fn public_key(&self, bytes: &[u8]) -> Result<Box<dyn Encapsulator>, JsValue>;

    /// Loads a secret key.
    fn secret_key(&self, bytes: &[u8]) -> Result<Box<dyn Decapsulator>, JsValue>;
}

/// A loaded public key.
pub(crate) trait Encapsulator {
    fn set(&self) -> Set;
    fn bytes(&self) -> &[u8];
    fn encapsulate(&self) -> Result<Encapsulation, JsValue>;
    fn encapsulate_from(&self, random: &[u8]) -> Result<Encapsulation, JsValue>;
}

/// A loaded secret key.
pub(crate) trait Decapsulator {
    fn set(&self) -> Set;
    fn bytes(&self) -> &[u8];
    fn public_key(&self) -> Box<dyn Encapsulator>;
    fn decapsulate(&self, ciphertext: &[u8]) -> Result<Uint8Array, JsValue>;
}

/// Returns the operations of a set.
pub(crate) fn operations(set: Set) -> &'static dyn Operations {
    struct AsObject;
    impl Visitor for AsObject {
        type Output = &'static dyn Operations;
        fn visit<K: Mechanism>(self) -> Self::Output {
            &Of::<K>(PhantomData)
        }
    }
    set.visit(AsObject)
}

/// The mechanism K as a value.
struct Of<K>(PhantomData<K>);

impl<K: Mechanism> Operations for Of<K> {
    fn random_bytes(&self) -> [usize; 3] {
        [K::KEY_RANDOM_BYTES, K::CANDIDATE_RANDOM_BYTES, K::ENCAPSULATION_RANDOM_BYTES]
    }

    fn formula(&self) -> &'static str {
        K::FORMULA
    }

    fn generate(&self) -> Result<Box<dyn Decapsulator>, JsValue> {
        Secret::<K>::boxed(|| Ok(K::try_generate(&mut SysRng).map_err(not_generated)?.0))
    }

    fn generate_from(&self, random: &[u8]) -> Result<Box<dyn Decapsulator>, JsValue> {
        Secret::<K>::boxed(|| Ok(K::generate_from(random).map_err(wrong_bytes)?.0))
    }

    fn public_key(&self, bytes: &[u8]) -> Result<Box<dyn Encapsulator>, JsValue> {
        Ok(Box::new(Public::<K>(K::encapsulation_key(bytes).map_err(wrong_bytes)?)))
    }

    fn secret_key(&self, bytes: &[u8]) -> Result<Box<dyn Decapsulator>, JsValue> {
        Secret::<K>::boxed(|| K::decapsulation_key(bytes).map_err(wrong_bytes))
    }
}

/// The bytes of stack for moves of a shared secret and of its ciphertext, and for copies to
/// JavaScript.
const SHARED_SECRETS: usize = 16 * 1024;

/// A loaded public key of K.
struct Public<K: Mechanism>(K::EncapsulationKey);

impl<K: Mechanism> Encapsulator for Public<K> {
    fn set(&self) -> Set {
        K::SET
    }

    fn bytes(&self) -> &[u8] {
        K::public_key_bytes(&self.0)
    }

    fn encapsulate(&self) -> Result<Encapsulation, JsValue> {
        with_wiped_stack(SHARED_SECRETS, || {
            let (ciphertext, secret) = K::try_encapsulate(&self.0, &mut SysRng).map_err(no_random_bytes)?;
            Encapsulation::of(ciphertext.as_bytes(), &secret)
        })
    }

    fn encapsulate_from(&self, random: &[u8]) -> Result<Encapsulation, JsValue> {
        with_wiped_stack(SHARED_SECRETS, || {
            let (ciphertext, secret) = K::encapsulate_from(&self.0, random).map_err(wrong_bytes)?;
            Encapsulation::of(ciphertext.as_bytes(), &secret)
        })
    }
}

/// A loaded secret key of K.
struct Secret<K: Mechanism>(K::DecapsulationKey);

impl<K: Mechanism> Secret<K> {
    /// Returns the key on the heap, and leaves no copy of it on the stack.
    fn boxed(make: impl FnOnce() -> Result<K::DecapsulationKey, JsValue>) -> Result<Box<dyn Decapsulator>, JsValue> {
        with_wiped_stack(moves::<(Self, Public<K>)>(), || Ok(Box::new(Self(make()?)) as Box<dyn Decapsulator>))
    }
}

impl<K: Mechanism> Decapsulator for Secret<K> {
    fn set(&self) -> Set {
        K::SET
    }

    fn bytes(&self) -> &[u8] {
        K::secret_key_bytes(&self.0)
    }

    fn public_key(&self) -> Box<dyn Encapsulator> {
        Box::new(Public::<K>(K::to_encapsulation_key(&self.0)))
    }

    fn decapsulate(&self, ciphertext: &[u8]) -> Result<Uint8Array, JsValue> {
        let ciphertext = Ciphertext::from_bytes(ciphertext).map_err(wrong_bytes)?;
        Ok(with_wiped_stack(SHARED_SECRETS, || to_js(K::decapsulate(&self.0, &ciphertext).as_bytes())))
    }
}
