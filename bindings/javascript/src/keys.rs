//! The classes of keys.

use std::cell::OnceCell;

use getrandom::SysRng;
use js_sys::{Object, Reflect, Uint8Array};
use vectru::SharedSecret;
use vectru::dynamic::{DecapsulationKey, EncapsulationKey};
use vectru::stack::with_wiped_stack;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::bytes;
use crate::error::{no_random_bytes, wrong_bytes};

#[wasm_bindgen(typescript_custom_section)]
const ENCAPSULATION: &str = r#"
/** A new shared secret, and the ciphertext that carries it to the holder of the secret key. */
export interface Encapsulation {
    /** The ciphertext, which is sent. */
    ciphertext: Uint8Array<ArrayBuffer>;
    /** The shared secret, 32 bytes. */
    secret: Uint8Array<ArrayBuffer>;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// An object with a ciphertext and a shared secret.
    #[wasm_bindgen(typescript_type = "Encapsulation")]
    pub type Encapsulation;
}

/// The bytes of stack for moves of a shared secret and of its ciphertext, and for copies to
/// JavaScript.
const SHARED_SECRETS: usize = 16 * 1024;

impl Encapsulation {
    /// Returns the object of a ciphertext and a shared secret.
    pub(crate) fn of(ciphertext: &[u8], secret: &SharedSecret) -> Result<Self, JsValue> {
        let object = Object::new();
        Reflect::set(&object, &"ciphertext".into(), &bytes::to_js(ciphertext))?;
        Reflect::set(&object, &"secret".into(), &bytes::to_js(secret.as_bytes()))?;
        Ok(object.unchecked_into())
    }
}

/// A public key, which encapsulates. It was decoded and checked; `prepare` transforms it once for
/// many uses.
#[wasm_bindgen]
pub struct PublicKey {
    loaded: EncapsulationKey,
    prepared: OnceCell<EncapsulationKey>,
}

impl PublicKey {
    pub(crate) const fn new(loaded: EncapsulationKey) -> Self {
        Self { loaded, prepared: OnceCell::new() }
    }

    /// Returns the key, prepared if it was.
    fn key(&self) -> &EncapsulationKey {
        self.prepared.get().unwrap_or(&self.loaded)
    }
}

#[wasm_bindgen]
impl PublicKey {
    /// The name of the parameter set.
    #[wasm_bindgen(getter)]
    pub fn set(&self) -> String {
        self.loaded.set().to_string()
    }

    /// Returns the bytes of the key.
    #[wasm_bindgen(js_name = toBytes, unchecked_return_type = "Uint8Array<ArrayBuffer>")]
    pub fn to_bytes(&self) -> Uint8Array {
        bytes::to_js(self.loaded.as_bytes())
    }

    /// Prepares the key for many uses: each use is then faster, and the key needs several times the
    /// memory. Its bytes stay the same.
    pub fn prepare(&self) {
        self.prepared.get_or_init(|| self.loaded.prepare());
    }

    /// Returns a new shared secret and the ciphertext that carries it.
    ///
    /// @throws {VectruError} with kind "Generator" if there are no random bytes
    pub fn encapsulate(&self) -> Result<Encapsulation, JsValue> {
        with_wiped_stack(SHARED_SECRETS, || {
            let (ciphertext, secret) = self.key().try_encapsulate(&mut SysRng).map_err(no_random_bytes)?;
            Encapsulation::of(&ciphertext, &secret)
        })
    }

    /// Returns the shared secret and the ciphertext that are made of given random bytes, for tests
    /// and known answers.
    ///
    /// @param random - `encapsulationRandomBytes` random bytes
    /// @throws {VectruError} with kind "Length" if there are more or fewer
    #[wasm_bindgen(js_name = encapsulateFrom)]
    pub fn encapsulate_from(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] random: &JsValue,
    ) -> Result<Encapsulation, JsValue> {
        let random = bytes::from_js(random, "random bytes")?;
        with_wiped_stack(SHARED_SECRETS, || {
            let (ciphertext, secret) = self.key().encapsulate_from(&random).map_err(wrong_bytes)?;
            Encapsulation::of(&ciphertext, &secret)
        })
    }
}

/// A secret key, which decapsulates. It was decoded and checked; `prepare` transforms it once for
/// many uses. `free` wipes it.
#[wasm_bindgen]
pub struct SecretKey {
    loaded: DecapsulationKey,
    prepared: OnceCell<DecapsulationKey>,
}

impl SecretKey {
    pub(crate) const fn new(loaded: DecapsulationKey) -> Self {
        Self { loaded, prepared: OnceCell::new() }
    }
}

#[wasm_bindgen]
impl SecretKey {
    /// The name of the parameter set.
    #[wasm_bindgen(getter)]
    pub fn set(&self) -> String {
        self.loaded.set().to_string()
    }

    /// Returns the public key of this key.
    #[wasm_bindgen(js_name = publicKey)]
    pub fn public_key(&self) -> PublicKey {
        PublicKey::new(self.loaded.to_encapsulation_key())
    }

    /// Returns the bytes of the key, which are secret. Fill the array with zeros when it has been
    /// stored.
    #[wasm_bindgen(js_name = toBytes, unchecked_return_type = "Uint8Array<ArrayBuffer>")]
    pub fn to_bytes(&self) -> Uint8Array {
        bytes::to_js(self.loaded.as_bytes())
    }

    /// Prepares the key for many uses: each use is then faster, and the key needs several times the
    /// memory. Its bytes stay the same.
    pub fn prepare(&self) {
        self.prepared.get_or_init(|| self.loaded.prepare());
    }

    /// Returns the shared secret of a ciphertext. A ciphertext that no encapsulation for this key
    /// made has a pseudorandom one.
    ///
    /// @throws {VectruError} with kind "Length" if the ciphertext has the wrong length
    #[wasm_bindgen(unchecked_return_type = "Uint8Array<ArrayBuffer>")]
    pub fn decapsulate(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] ciphertext: &JsValue,
    ) -> Result<Uint8Array, JsValue> {
        let ciphertext = bytes::from_js(ciphertext, "ciphertext")?;
        let key = self.prepared.get().unwrap_or(&self.loaded);
        with_wiped_stack(SHARED_SECRETS, || {
            Ok(bytes::to_js(key.decapsulate(&ciphertext).map_err(wrong_bytes)?.as_bytes()))
        })
    }
}
