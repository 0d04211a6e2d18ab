//! The class of parameter sets.

use vectru::Set;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::bytes;
use crate::error::unknown_set;
use crate::keys::{PublicKey, SecretKey};
use crate::operations::operations;

/// A parameter set, which makes and reads keys.
#[wasm_bindgen]
pub struct Mechanism(Set);

#[wasm_bindgen]
impl Mechanism {
    /// Returns the parameter set of this name.
    ///
    /// @throws {VectruError} with kind "UnknownSet" if this build has none of this name
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str) -> Result<Self, JsValue> {
        name.parse().map(Self).map_err(unknown_set)
    }

    /// The name.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.0.to_string()
    }

    /// The ring as a formula, such as Z_4591[x]/(x^761 - x - 1).
    #[wasm_bindgen(getter)]
    pub fn formula(&self) -> String {
        operations(self.0).formula().into()
    }

    /// The category of security that the submission to NIST claims, 1 to 5.
    #[wasm_bindgen(getter)]
    pub fn category(&self) -> u8 {
        self.0.category()
    }

    /// The length of a public key, in bytes.
    #[wasm_bindgen(getter, js_name = publicKeyBytes)]
    pub fn public_key_bytes(&self) -> usize {
        self.0.public_key_bytes()
    }

    /// The length of a secret key, in bytes.
    #[wasm_bindgen(getter, js_name = secretKeyBytes)]
    pub fn secret_key_bytes(&self) -> usize {
        self.0.secret_key_bytes()
    }

    /// The length of a ciphertext, in bytes.
    #[wasm_bindgen(getter, js_name = ciphertextBytes)]
    pub fn ciphertext_bytes(&self) -> usize {
        self.0.ciphertext_bytes()
    }

    /// The length of a shared secret, in bytes.
    #[wasm_bindgen(getter, js_name = sharedSecretBytes)]
    pub fn shared_secret_bytes(&self) -> usize {
        self.0.shared_secret_bytes()
    }

    /// The number of random bytes of which `generateFrom` makes a key, if it rejects no candidate.
    #[wasm_bindgen(getter, js_name = keyRandomBytes)]
    pub fn key_random_bytes(&self) -> usize {
        operations(self.0).random_bytes()[0]
    }

    /// The number of further random bytes for each candidate that `generateFrom` rejects.
    #[wasm_bindgen(getter, js_name = candidateRandomBytes)]
    pub fn candidate_random_bytes(&self) -> usize {
        operations(self.0).random_bytes()[1]
    }

    /// The number of random bytes of which `encapsulateFrom` makes a ciphertext.
    #[wasm_bindgen(getter, js_name = encapsulationRandomBytes)]
    pub fn encapsulation_random_bytes(&self) -> usize {
        operations(self.0).random_bytes()[2]
    }

    /// Generates a secret key, which knows its public key.
    ///
    /// @throws {VectruError} with kind "Generator" if there are no random bytes
    pub fn generate(&self) -> Result<SecretKey, JsValue> {
        operations(self.0).generate().map(SecretKey)
    }

    /// Returns the secret key that is made of given random bytes, for tests and known answers.
    ///
    /// @param random - `keyRandomBytes` random bytes, and `candidateRandomBytes` more for each
    /// rejected candidate
    /// @throws {VectruError} with kind "TooFewBytes" if they run out, "Rejected" if no key can be
    /// made of them
    #[wasm_bindgen(js_name = generateFrom)]
    pub fn generate_from(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] random: &JsValue,
    ) -> Result<SecretKey, JsValue> {
        operations(self.0).generate_from(&bytes::from_js(random, "random bytes")?).map(SecretKey)
    }

    /// Returns the public key with these bytes.
    ///
    /// @throws {VectruError} if they are not a public key
    #[wasm_bindgen(js_name = publicKeyFromBytes)]
    pub fn public_key_from_bytes(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] bytes: &JsValue,
    ) -> Result<PublicKey, JsValue> {
        operations(self.0).public_key(&bytes::from_js(bytes, "public key")?).map(PublicKey)
    }

    /// Returns the secret key with these bytes.
    ///
    /// @throws {VectruError} if they are not a secret key
    #[wasm_bindgen(js_name = secretKeyFromBytes)]
    pub fn secret_key_from_bytes(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] bytes: &JsValue,
    ) -> Result<SecretKey, JsValue> {
        operations(self.0).secret_key(&bytes::from_js(bytes, "secret key")?).map(SecretKey)
    }
}

/// Returns the names of the parameter sets of this build.
#[wasm_bindgen(js_name = setNames)]
pub fn set_names() -> Vec<String> {
    Set::ALL.iter().map(Set::to_string).collect()
}

/// Returns the backend that multiplies: `portable`, or that of vectors of 128 bits.
#[wasm_bindgen]
pub fn backend() -> String {
    vectru_polymul::dispatch::backend().to_string()
}
