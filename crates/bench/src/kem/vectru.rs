//! vectru as an implementation of its mechanisms, on the backend that the process has at the time.

use std::hint::black_box;
use std::marker::PhantomData;

use vectru::mechanism::Visitor;
use vectru::prime::Ciphertext;
use vectru::{
    DecapsulationKey, EncapsulationKey, Mechanism, PreparedDecapsulationKey, PreparedEncapsulationKey, SharedSecret,
};
use vectru_polymul::dispatch::{self, Backend};

use super::generator::{Generator, RngSource};
use super::implementation::{Error, Implementation, Jobs, Label, Subject, job, jobs, label, timed};
use crate::measure::{Alone, Job};

/// The jobs of the set that is visited.
pub(super) struct Work {
    /// The backend that they run on. If this CPU lacks it, there are no jobs.
    pub(super) backend: Backend,
    /// The source of their random bytes.
    pub(super) rng: RngSource,
}

impl Visitor for Work {
    type Output = Result<Jobs, Error>;

    fn visit<M: Mechanism>(self) -> Self::Output {
        let Some(_alone) = Alone::wait_for(self.backend) else { return Ok(Vec::new()) };
        let mut jobs = jobs::<Vectru<M>>(self.rng)?;
        jobs.extend(loaded::<M>(self.rng)?);
        jobs.extend(batches::<M>(self.rng)?);
        Ok(jobs)
    }
}

/// Returns the jobs of keys that are loaded and used once, without preparing. Peers have no such
/// jobs: their operations from bytes do the same.
fn loaded<M: Mechanism>(source: RngSource) -> Result<Jobs, Error> {
    let mut rng = source.generator()?;
    let (secret_key, public_key) = M::generate(&mut rng);
    let (ciphertext, _) = public_key.encapsulate(&mut rng);
    Ok(vec![
        job::<Vectru<M>, _>("load-encaps", source, move || {
            let key = EncapsulationKey::<M>::from_bytes(black_box(public_key.as_bytes())).expect(OWN);
            key.encapsulate(&mut rng)
        }),
        job::<Vectru<M>, _>("load-decaps", source, move || {
            let key = DecapsulationKey::<M>::from_bytes(black_box(secret_key.as_bytes())).expect(OWN);
            key.decapsulate(black_box(&ciphertext))
        }),
    ])
}

/// The number of keys or ciphertexts of a batch.
const BATCH: usize = 32;

/// Returns the jobs of batches, which peers do not have. Their times are per key or ciphertext.
fn batches<M: Mechanism>(source: RngSource) -> Result<Jobs, Error> {
    fn per_item<M: Mechanism, T>(
        operation: &'static str,
        source: RngSource,
        mut work: impl FnMut() -> T + 'static,
    ) -> Job<'static, Label> {
        timed(label::<Vectru<M>>(operation, source, Subject::Operation), move |stopwatch| {
            let (result, time) = stopwatch.time(&mut work);
            black_box(result);
            time / BATCH as u64
        })
    }

    let mut rng = source.generator()?;
    let pairs = M::generate_many(&mut rng, BATCH);
    let capsules = M::encapsulate_many(pairs.iter().map(|(_, key)| key), &mut rng);
    let (secret_keys, public_keys): (Vec<_>, Vec<_>) =
        pairs.iter().map(|(secret, public)| (secret.prepare_boxed(), public.prepare_boxed())).unzip();
    let mut another = source.generator()?;
    Ok(vec![
        per_item::<M, _>("keygen-batch-32", source, move || M::generate_many(&mut rng, BATCH)),
        per_item::<M, _>("encaps-batch-32", source, move || {
            M::encapsulate_many(black_box(&public_keys).iter().map(|key| &**key), &mut another)
        }),
        per_item::<M, _>("decaps-batch-32", source, move || {
            M::decapsulate_many(
                secret_keys.iter().map(|key| &**key).zip(capsules.iter().map(|(ciphertext, _)| ciphertext)),
            )
        }),
    ])
}

/// A set of vectru.
struct Vectru<M>(PhantomData<M>);

/// The reason why loading the bytes of the implementation cannot fail.
const OWN: &str = "vectru reads what it has written";

impl<M: Mechanism> Implementation for Vectru<M> {
    const NAME: &'static str = super::OURS;
    const SET: &'static str = M::SET.name();

    type KeyPair = (DecapsulationKey<M>, EncapsulationKey<M>);
    type PublicKey = Box<PreparedEncapsulationKey<M>>;
    type SecretKey = Box<PreparedDecapsulationKey<M>>;
    type Capsule = (Ciphertext<M>, SharedSecret);
    type Ciphertext = Ciphertext<M>;
    type SharedSecret = SharedSecret;

    fn path() -> &'static str {
        dispatch::backend().name()
    }

    fn generate(rng: &mut Generator) -> Self::KeyPair {
        M::generate(rng)
    }

    fn key_bytes((secret_key, public_key): &Self::KeyPair) -> (Vec<u8>, Vec<u8>) {
        (public_key.as_bytes().to_vec(), secret_key.as_bytes().to_vec())
    }

    fn public_key(bytes: &[u8]) -> Self::PublicKey {
        EncapsulationKey::<M>::from_bytes(bytes).expect(OWN).prepare_boxed()
    }

    fn secret_key(bytes: &[u8]) -> Self::SecretKey {
        DecapsulationKey::<M>::from_bytes(bytes).expect(OWN).prepare_boxed()
    }

    fn ciphertext(bytes: &[u8]) -> Self::Ciphertext {
        Ciphertext::from_bytes(bytes).expect(OWN)
    }

    fn encapsulate(key: &Self::PublicKey, rng: &mut Generator) -> Self::Capsule {
        key.encapsulate(rng)
    }

    fn encapsulate_from_bytes(bytes: &[u8], rng: &mut Generator) -> Self::Capsule {
        M::encapsulate_once(bytes, rng).expect(OWN)
    }

    fn capsule_bytes((ciphertext, secret): &Self::Capsule) -> (Vec<u8>, Vec<u8>) {
        (ciphertext.as_bytes().to_vec(), secret.as_bytes().to_vec())
    }

    fn decapsulate(key: &Self::SecretKey, ciphertext: &Self::Ciphertext) -> Self::SharedSecret {
        key.decapsulate(ciphertext)
    }

    fn decapsulate_from_bytes(bytes: &[u8], ciphertext: &Self::Ciphertext) -> Self::SharedSecret {
        M::decapsulate_once(bytes, ciphertext.as_bytes()).expect(OWN)
    }

    fn secret_bytes(secret: &Self::SharedSecret) -> Vec<u8> {
        secret.as_bytes().to_vec()
    }
}
