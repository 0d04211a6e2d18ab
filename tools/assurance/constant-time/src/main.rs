//! Runs the three operations of every mechanism with their secrets marked undefined, for valgrind's
//! memcheck.
//!
//! Memcheck follows undefined bits through memory and registers, and reports each branch and each
//! address that depends on one. So with every random byte and every secret key undefined, a run
//! without reports took no branch and used no index that depends on a secret (the idea is Langley's
//! ctgrind, 2010). What the specification makes public is declassified: by the library where it
//! becomes public (`vectru`'s module `declassify`), and here where an operation hands it out.
//!
//!     vectru-constant-time BACKEND [branch|index]
//!
//! With `branch` or `index` it leaks on purpose: memcheck must report it, else it would not report
//! the others.

use std::convert::Infallible;
use std::hint::black_box;

use crabgrind::memcheck::{MemState, mark_memory, vbits};
use crabgrind::valgrind::{RunningMode, running_mode};
use rand_core::{TryCryptoRng, TryRng};
use vectru::mechanism::Visitor;
use vectru::prime::Ciphertext;
use vectru::{AnyDecapsulationKey, DecapsulationKey, Mechanism, Set};
use vectru_polymul::dispatch::{self, Backend};

/// A generator whose output is undefined to memcheck. Its state is not: what it gives is the same
/// in every run.
struct SecretRng(u64);

impl TryRng for SecretRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|word| word as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(black_box(bytes)))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for byte in bytes.iter_mut() {
            // Steele, Lea, Flood: SplitMix (2014).
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            *byte = (word >> 56) as u8;
        }
        classify(bytes);
        Ok(())
    }
}

impl TryCryptoRng for SecretRng {}

fn mark(address: *const u8, size: usize, state: MemState) {
    mark_memory(address.cast(), size, state).expect("the program runs under valgrind");
}

/// Makes bytes secret.
fn classify(bytes: &mut [u8]) {
    mark(bytes.as_ptr(), bytes.len(), MemState::Undefined);
    black_box(bytes);
}

/// Makes bytes public.
fn declassify(bytes: &[u8]) {
    mark(bytes.as_ptr(), bytes.len(), MemState::Defined);
    black_box(bytes);
}

/// Checks that memcheck holds some of the bytes to be secret: if not, the test would test nothing.
fn assert_secret(bytes: &[u8], what: &str) {
    let mut undefined_bits = vec![0; bytes.len()];
    vbits(bytes.as_ptr().cast(), &mut undefined_bits).expect("memcheck has a bit for each bit");
    assert!(undefined_bits.iter().any(|&bits| bits != 0), "{what} should be secret");
}

fn operations<M: Mechanism>() {
    let mut rng = SecretRng(1);
    let (key, public) = M::generate(&mut rng);
    let mut bytes = key.as_bytes().to_vec();
    assert_secret(&bytes, "a secret key");

    let (ciphertext, sent) = public.encapsulate(&mut rng);
    assert_secret(sent.as_bytes(), "a shared secret");
    // What encapsulation is for: the ciphertext goes over the wire.
    let ciphertext = {
        let bytes = ciphertext.to_bytes();
        declassify(bytes.as_ref());
        Ciphertext::<M>::new(bytes)
    };
    let received = key.decapsulate(&ciphertext);

    // A key that is loaded, every byte of it undefined.
    classify(&mut bytes);
    let loaded = DecapsulationKey::<M>::from_bytes(&bytes).expect("the bytes are a key");
    let received_again = loaded.decapsulate(&ciphertext);

    // Prepared keys.
    let prepared = loaded.prepare();
    let received_prepared = prepared.decapsulate(&ciphertext);
    let (ciphertext_prepared, sent_prepared) = public.prepare().encapsulate(&mut rng);
    assert_secret(sent_prepared.as_bytes(), "a shared secret");
    let ciphertext_prepared = {
        let bytes = ciphertext_prepared.to_bytes();
        declassify(bytes.as_ref());
        Ciphertext::<M>::new(bytes)
    };
    let received_by_both = prepared.decapsulate(&ciphertext_prepared);

    // A key for one use, every byte of it undefined.
    classify(&mut bytes);
    let received_once = M::decapsulate_once(&bytes, ciphertext.as_bytes()).expect("the bytes are a key");
    assert_secret(received_once.as_bytes(), "a shared secret");
    classify(&mut bytes);
    let received_trusted = M::decapsulate_trusted(&bytes, ciphertext.as_bytes()).expect("the bytes are a key");
    assert_secret(received_trusted.as_bytes(), "a shared secret");

    // A ciphertext that nobody made: the implicit rejection.
    let mut wrong = ciphertext.to_bytes();
    wrong.as_mut()[7] ^= 1;
    let rejected = key.decapsulate(&Ciphertext::<M>::new(wrong));
    let rejected_prepared = prepared.decapsulate(&Ciphertext::<M>::new(wrong));
    assert_secret(rejected.as_bytes(), "the secret of a rejected ciphertext");
    classify(&mut bytes);
    let rejected_once = M::decapsulate_once(&bytes, wrong.as_ref()).expect("the bytes are a key");
    assert_secret(rejected_once.as_bytes(), "the secret of a rejected ciphertext");

    // A public key for one use.
    let (ciphertext_once, sent_once) = M::encapsulate_once(public.as_bytes(), &mut rng).expect("the bytes are a key");
    assert_secret(sent_once.as_bytes(), "a shared secret");
    let ciphertext_once = {
        let bytes = ciphertext_once.to_bytes();
        declassify(bytes.as_ref());
        Ciphertext::<M>::new(bytes)
    };
    let received_of_once = key.decapsulate(&ciphertext_once);

    // The operations are over. That they were right is no secret.
    let secrets = [&sent, &received, &received_again, &received_once, &rejected, &rejected_once];
    let more = [&received_trusted, &sent_once, &received_of_once];
    let by_prepared = [&received_prepared, &sent_prepared, &received_by_both, &rejected_prepared];
    for secret in secrets.into_iter().chain(more).chain(by_prepared) {
        declassify(secret.as_bytes());
    }
    assert_eq!(sent.as_bytes(), received_prepared.as_bytes());
    assert_eq!(sent_prepared.as_bytes(), received_by_both.as_bytes());
    assert_eq!(rejected.as_bytes(), rejected_prepared.as_bytes());
    assert_eq!(sent.as_bytes(), received_once.as_bytes());
    assert_eq!(sent.as_bytes(), received_trusted.as_bytes());
    assert_eq!(rejected.as_bytes(), rejected_once.as_bytes());
    assert_eq!(sent_once.as_bytes(), received_of_once.as_bytes());
    assert_eq!(sent.as_bytes(), received.as_bytes());
    assert_eq!(sent.as_bytes(), received_again.as_bytes());
    assert_ne!(sent.as_bytes(), rejected.as_bytes());
}

/// Runs [`operations`] of a set.
struct Operations;

impl Visitor for Operations {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        operations::<M>();
    }
}

/// The sets whose batches run: one of each family, and one with small factors of x^p - x - 1 modulo
/// 3.
const BATCHES: [&str; 6] = ["sntrup761", "sntrup1277", "ntrulpr761", "ntruhps2048677", "ntruhrss701", "saber"];

/// More messages than lanes, and no multiple of them.
const BATCH: usize = 6;

fn batches<M: Mechanism>() {
    let mut rng = SecretRng(3);
    let pairs = M::generate_many(&mut rng, BATCH);
    let mut sent = M::encapsulate_many(pairs.iter().map(|(_, public)| public), &mut rng);
    for ((key, _), (ciphertext, secret)) in pairs.iter().zip(&mut sent) {
        assert_secret(key.as_bytes(), "a secret key");
        assert_secret(secret.as_bytes(), "a shared secret");
        let bytes = ciphertext.to_bytes();
        declassify(bytes.as_ref());
        *ciphertext = Ciphertext::<M>::new(bytes);
    }
    // The last ciphertext is one that nobody made.
    let mut wrong = sent[BATCH - 1].0.to_bytes();
    wrong.as_mut()[7] ^= 1;
    sent[BATCH - 1].0 = Ciphertext::<M>::new(wrong);
    // Each second key is prepared.
    let prepared: Vec<_> = pairs.iter().map(|(key, _)| key.prepare_boxed()).collect();
    let keys = pairs.iter().zip(&prepared).enumerate().map(|(k, ((key, _), prepared))| match k % 2 {
        0 => AnyDecapsulationKey::from(key),
        _ => AnyDecapsulationKey::from(&**prepared),
    });
    let received = M::decapsulate_many(keys.zip(sent.iter().map(|(ciphertext, _)| ciphertext)));
    received.iter().for_each(|secret| assert_secret(secret.as_bytes(), "a shared secret"));

    for (k, (received, (_, sent))) in received.iter().zip(&sent).enumerate() {
        [received, sent].into_iter().for_each(|secret| declassify(secret.as_bytes()));
        assert_eq!(received.as_bytes() == sent.as_bytes(), k < BATCH - 1);
    }
}

/// Runs [`batches`] of a set.
struct Batches;

impl Visitor for Batches {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        batches::<M>();
    }
}

/// The planted leak: what no mechanism may do.
#[inline(never)]
fn leak(kind: &str) {
    let mut secret = [0; 1];
    let Ok(()) = SecretRng(2).try_fill_bytes(&mut secret);
    match kind {
        "branch" => {
            if black_box(secret[0]) & 1 == 1 {
                black_box(());
                println!("odd");
            }
        }
        "index" => {
            let table: [u8; 256] = std::array::from_fn(|i| i as u8);
            black_box(black_box(&table)[black_box(secret[0]) as usize]);
        }
        other => panic!("{other} is no leak: branch, index"),
    }
}

fn main() {
    assert_ne!(running_mode(), RunningMode::Native, "run this under valgrind: tools/run test-constant-time");
    vectru::DECLASSIFY.set(|address, size| mark(address, size, MemState::Defined)).expect("nobody set it before");
    let mut arguments = std::env::args().skip(1);
    let backend: Backend = arguments.next().expect("a backend").parse().expect("a backend");
    dispatch::force(Some(backend)).expect("the backend is on this CPU, as valgrind shows it");
    match arguments.next() {
        // A leak is found after any operations.
        Some(kind) => {
            Set::ALL[0].visit(Operations);
            leak(&kind);
        }
        None => {
            Set::ALL.into_iter().for_each(|set| set.visit(Operations));
            Set::ALL.into_iter().filter(|set| BATCHES.contains(&set.name())).for_each(|set| set.visit(Batches));
            println!("{} sets", Set::ALL.len());
        }
    }
}
