//! `vectru keygen`, `encaps` and `decaps`: the three operations, on files.

use crate::arguments::{Decaps, Encaps, Keygen};
use crate::failure::Failure;
use crate::files::{self, Output, Secrecy};
use crate::mechanism::Mechanism;

/// Makes a key pair.
pub(super) fn generate(options: &Keygen) -> Result<(), Failure> {
    let mechanism = Mechanism::of(options.set.set);
    let (public_key, secret_key) = (&*options.public_key, &*options.secret_key);
    files::check_distinct(&[], &[("--public-key", public_key), ("--secret-key", secret_key)])?;
    files::check_writable(public_key, options.force)?;
    files::check_writable(secret_key, options.force)?;

    let pair = (mechanism.generate)().map_err(|refusal| refusal.of(mechanism.set))?;
    files::write(
        &[
            Output { path: public_key, bytes: &pair.public_key, secrecy: Secrecy::Public },
            Output { path: secret_key, bytes: &pair.secret_key, secrecy: Secrecy::Secret },
        ],
        options.force,
    )
}

/// Makes a shared secret and the ciphertext that carries it.
pub(super) fn encapsulate(options: &Encaps) -> Result<(), Failure> {
    let mechanism = Mechanism::of(options.set.set);
    let (path, ciphertext, shared_secret) = (&*options.public_key, &*options.ciphertext, &*options.shared_secret);
    files::check_distinct(
        &[("--public-key", path)],
        &[("--ciphertext", ciphertext), ("--shared-secret", shared_secret)],
    )?;
    files::check_writable(ciphertext, options.force)?;
    files::check_writable(shared_secret, options.force)?;

    let content = format!("{} public key", mechanism.set);
    let public_key = files::read(path, &content, mechanism.set.public_key_bytes())?;
    let capsule = (mechanism.encapsulate)(&public_key).map_err(|refusal| refusal.of(files::name(path)))?;
    files::write(
        &[
            Output { path: ciphertext, bytes: &capsule.ciphertext, secrecy: Secrecy::Public },
            Output { path: shared_secret, bytes: &capsule.shared_secret, secrecy: Secrecy::Secret },
        ],
        options.force,
    )
}

/// Recovers the shared secret of a ciphertext.
pub(super) fn decapsulate(options: &Decaps) -> Result<(), Failure> {
    let mechanism = Mechanism::of(options.set.set);
    let (key_path, ciphertext_path, shared_secret) =
        (&*options.secret_key, &*options.ciphertext, &*options.shared_secret);
    files::check_distinct(
        &[("--secret-key", key_path), ("--ciphertext", ciphertext_path)],
        &[("--shared-secret", shared_secret)],
    )?;
    files::check_writable(shared_secret, options.force)?;

    let set = mechanism.set;
    let secret_key = files::read(key_path, &format!("{set} secret key"), set.secret_key_bytes())?;
    let ciphertext = files::read(ciphertext_path, &format!("{set} ciphertext"), set.ciphertext_bytes())?;
    // Only the secret key can be at fault: every ciphertext of the right length has a shared
    // secret.
    let bytes =
        (mechanism.decapsulate)(&secret_key, &ciphertext).map_err(|refusal| refusal.of(files::name(key_path)))?;
    files::write(&[Output { path: shared_secret, bytes: &bytes, secrecy: Secrecy::Secret }], options.force)
}
