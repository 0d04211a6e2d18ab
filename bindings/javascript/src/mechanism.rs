//! The class of parameter sets.

use getrandom::SysRng;
use vectru::Set;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::bytes;
use crate::error::{not_generated, unknown_set, wrong_bytes};
use crate::keys::{PublicKey, SecretKey};

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
        self.0.formula().into()
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
        self.0.key_random_bytes()
    }

    /// The number of further random bytes for each candidate that `generateFrom` rejects.
    #[wasm_bindgen(getter, js_name = candidateRandomBytes)]
    pub fn candidate_random_bytes(&self) -> usize {
        self.0.candidate_random_bytes()
    }

    /// The number of random bytes of which `encapsulateFrom` makes a ciphertext.
    #[wasm_bindgen(getter, js_name = encapsulationRandomBytes)]
    pub fn encapsulation_random_bytes(&self) -> usize {
        self.0.encapsulation_random_bytes()
    }

    /// Generates a secret key, which knows its public key.
    ///
    /// @throws {VectruError} with kind "Generator" if there are no random bytes
    pub fn generate(&self) -> Result<SecretKey, JsValue> {
        Ok(SecretKey::new(self.0.try_generate(&mut SysRng).map_err(not_generated)?.0))
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
        let random = bytes::from_js(random, "random bytes")?;
        Ok(SecretKey::new(self.0.generate_from(&random).map_err(wrong_bytes)?.0))
    }

    /// Returns the public key with these bytes.
    ///
    /// @throws {VectruError} if they are not a public key
    #[wasm_bindgen(js_name = publicKeyFromBytes)]
    pub fn public_key_from_bytes(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] bytes: &JsValue,
    ) -> Result<PublicKey, JsValue> {
        let bytes = bytes::from_js(bytes, "public key")?;
        Ok(PublicKey::new(self.0.encapsulation_key(&bytes).map_err(wrong_bytes)?))
    }

    /// Returns the secret key with these bytes.
    ///
    /// @throws {VectruError} if they are not a secret key
    #[wasm_bindgen(js_name = secretKeyFromBytes)]
    pub fn secret_key_from_bytes(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] bytes: &JsValue,
    ) -> Result<SecretKey, JsValue> {
        let bytes = bytes::from_js(bytes, "secret key")?;
        Ok(SecretKey::new(self.0.decapsulation_key(&bytes).map_err(wrong_bytes)?))
    }
}

/// Returns the names of the parameter sets of this build.
#[wasm_bindgen(js_name = setNames)]
pub fn set_names() -> Vec<String> {
    Set::ALL.iter().map(Set::to_string).collect()
}

/// Returns the backend that multiplies: `portable`, or the one with vectors of 128 bits.
#[wasm_bindgen]
pub fn backend() -> String {
    vectru_polymul::dispatch::backend().to_string()
}
