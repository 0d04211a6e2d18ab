//! `vectru keygen`, `encaps` and `decaps`: the three operations, on files.

use vectru::seed::Seed;

use crate::arguments::{Decaps, Encaps, Keygen};
use crate::failure::Failure;
use crate::files::{self, Output, Secrecy};
use crate::key_file;
use crate::mechanism::{self, KeyPair};

/// Makes a key pair: a new one, or the key pair of a seed.
pub(super) fn generate(options: &Keygen) -> Result<(), Failure> {
    let set = options.set.set;
    let (public_key, secret_key) = (&*options.public_key, &*options.secret_key);
    let seed_path = options.seed.as_deref();
    let inputs: Vec<_> = seed_path.iter().map(|path| ("--seed", *path)).collect();
    files::check_distinct(&inputs, &[("--public-key", public_key), ("--secret-key", secret_key)])?;
    files::check_writable(public_key, options.force)?;
    files::check_writable(secret_key, options.force)?;

    let pair = match seed_path {
        None => mechanism::generate(set).map_err(|refusal| refusal.of(set))?,
        Some(path) => {
            let bytes = files::read(path, "seed", Seed::BYTES)?;
            let seed = Seed::from_bytes(&bytes).map_err(|error| Failure::new(files::name(path), error))?;
            KeyPair::of(&set.generate_from_seed(&seed))
        }
    };
    let (public_bytes, secret_bytes) =
        key_file::encode(set, pair, options.format).map_err(|error| Failure::new(set, error))?;
    files::write(
        &[
            Output { path: public_key, bytes: &public_bytes, secrecy: Secrecy::Public },
            Output { path: secret_key, bytes: &secret_bytes, secrecy: Secrecy::Secret },
        ],
        options.force,
    )
}

/// Makes a shared secret and the ciphertext that carries it.
pub(super) fn encapsulate(options: &Encaps) -> Result<(), Failure> {
    let (path, ciphertext, shared_secret) = (&*options.public_key, &*options.ciphertext, &*options.shared_secret);
    files::check_distinct(
        &[("--public-key", path)],
        &[("--ciphertext", ciphertext), ("--shared-secret", shared_secret)],
    )?;
    files::check_writable(ciphertext, options.force)?;
    files::check_writable(shared_secret, options.force)?;

    let (set, public_key) = key_file::read_public(path, options.set.set)?;
    let capsule = mechanism::encapsulate(set, &public_key).map_err(|refusal| refusal.of(files::name(path)))?;
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
    let (key_path, ciphertext_path, shared_secret) =
        (&*options.secret_key, &*options.ciphertext, &*options.shared_secret);
    files::check_distinct(
        &[("--secret-key", key_path), ("--ciphertext", ciphertext_path)],
        &[("--shared-secret", shared_secret)],
    )?;
    files::check_writable(shared_secret, options.force)?;

    let (set, secret_key) = key_file::read_secret(key_path, options.set.set)?;
    let ciphertext = files::read(ciphertext_path, &format!("{set} ciphertext"), set.ciphertext_bytes())?;
    // Only the secret key can be at fault: every ciphertext of the right length has a shared
    // secret.
    let bytes =
        mechanism::decapsulate(set, &secret_key, &ciphertext).map_err(|refusal| refusal.of(files::name(key_path)))?;
    files::write(&[Output { path: shared_secret, bytes: &bytes, secrecy: Secrecy::Secret }], options.force)
}
