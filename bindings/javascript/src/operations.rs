//! The mechanisms behind trait objects, so that one class of JavaScript has the keys of all sets.

use std::cell::OnceCell;
use std::marker::PhantomData;

use getrandom::SysRng;
use js_sys::Uint8Array;
use vectru::mechanism::Visitor;
use vectru::stack::{moves, with_wiped_stack};
use vectru::{
    AnyDecapsulationKey, AnyEncapsulationKey, Ciphertext, DecapsulationKey, EncapsulationKey, Mechanism,
    PreparedDecapsulationKey, PreparedEncapsulationKey, Set,
};
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
    /// Prepares the key for its further uses.
    fn prepare(&self);
    fn encapsulate(&self) -> Result<Encapsulation, JsValue>;
    fn encapsulate_from(&self, random: &[u8]) -> Result<Encapsulation, JsValue>;
}

/// A loaded secret key.
pub(crate) trait Decapsulator {
    fn set(&self) -> Set;
    fn bytes(&self) -> &[u8];
    /// Prepares the key for its further uses.
    fn prepare(&self);
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
        Ok(Box::new(Public::<K>::new(EncapsulationKey::from_bytes(bytes).map_err(wrong_bytes)?)))
    }

    fn secret_key(&self, bytes: &[u8]) -> Result<Box<dyn Decapsulator>, JsValue> {
        Secret::<K>::boxed(|| DecapsulationKey::<K>::from_bytes(bytes).map_err(wrong_bytes))
    }
}

/// The bytes of stack for moves of a shared secret and of its ciphertext, and for copies to
/// JavaScript.
const SHARED_SECRETS: usize = 16 * 1024;

/// A loaded public key of K, and once it is prepared also in that state.
struct Public<K: Mechanism> {
    key: EncapsulationKey<K>,
    prepared: OnceCell<Box<PreparedEncapsulationKey<K>>>,
}

impl<K: Mechanism> Public<K> {
    const fn new(key: EncapsulationKey<K>) -> Self {
        Self { key, prepared: OnceCell::new() }
    }

    /// Returns the key in the state in which it is.
    fn any(&self) -> AnyEncapsulationKey<'_, K> {
        self.prepared.get().map_or_else(|| (&self.key).into(), |prepared| (&**prepared).into())
    }
}

impl<K: Mechanism> Encapsulator for Public<K> {
    fn set(&self) -> Set {
        K::SET
    }

    fn bytes(&self) -> &[u8] {
        self.key.as_bytes()
    }

    fn prepare(&self) {
        self.prepared.get_or_init(|| self.key.prepare_boxed());
    }

    fn encapsulate(&self) -> Result<Encapsulation, JsValue> {
        with_wiped_stack(SHARED_SECRETS, || {
            let (ciphertext, secret) = self.any().try_encapsulate(&mut SysRng).map_err(no_random_bytes)?;
            Encapsulation::of(ciphertext.as_bytes(), &secret)
        })
    }

    fn encapsulate_from(&self, random: &[u8]) -> Result<Encapsulation, JsValue> {
        with_wiped_stack(SHARED_SECRETS, || {
            let (ciphertext, secret) = self.any().encapsulate_from(random).map_err(wrong_bytes)?;
            Encapsulation::of(ciphertext.as_bytes(), &secret)
        })
    }
}

/// A loaded secret key of K, and once it is prepared also in that state.
struct Secret<K: Mechanism> {
    key: DecapsulationKey<K>,
    prepared: OnceCell<Box<PreparedDecapsulationKey<K>>>,
}

impl<K: Mechanism> Secret<K> {
    const fn new(key: DecapsulationKey<K>) -> Self {
        Self { key, prepared: OnceCell::new() }
    }

    /// Returns the key in the state in which it is.
    fn any(&self) -> AnyDecapsulationKey<'_, K> {
        self.prepared.get().map_or_else(|| (&self.key).into(), |prepared| (&**prepared).into())
    }

    /// Returns the key on the heap, and leaves no copy of it on the stack.
    fn boxed(make: impl FnOnce() -> Result<DecapsulationKey<K>, JsValue>) -> Result<Box<dyn Decapsulator>, JsValue> {
        with_wiped_stack(moves::<(Self, Public<K>)>(), || Ok(Box::new(Self::new(make()?)) as Box<dyn Decapsulator>))
    }
}

impl<K: Mechanism> Decapsulator for Secret<K> {
    fn set(&self) -> Set {
        K::SET
    }

    fn bytes(&self) -> &[u8] {
        self.key.as_bytes()
    }

    fn prepare(&self) {
        self.prepared.get_or_init(|| self.key.prepare_boxed());
    }

    fn public_key(&self) -> Box<dyn Encapsulator> {
        Box::new(Public::<K>::new(self.key.to_encapsulation_key()))
    }

    fn decapsulate(&self, ciphertext: &[u8]) -> Result<Uint8Array, JsValue> {
        let ciphertext = Ciphertext::from_bytes(ciphertext).map_err(wrong_bytes)?;
        Ok(with_wiped_stack(SHARED_SECRETS, || to_js(self.any().decapsulate(&ciphertext).as_bytes())))
    }
}
