//! The operations that are searched.

use std::hint::black_box;

use vectru::mechanism::Visitor;
use vectru::{Ciphertext, DecapsulationKey, EncapsulationKey, Mechanism, Set, SharedSecret};
use vectru_polymul::dispatch::Backend;

use crate::memory::{Left, left_by};
use crate::random::{Recording, Reproducible};
use crate::search::{Found, Index, Secrets};
use crate::secrets::{add_encapsulation, add_generation, add_key};
use crate::table::Depths;

/// The number of keys of a batch: more than the lanes of hashes, and no multiple of them.
const BATCH: usize = 11;

/// What was found so far.
#[derive(Default)]
pub struct Outcome {
    /// Whether depths are printed, in place of a search.
    pub prints_depths: bool,
    /// The number of operations that were run.
    pub operations: usize,
    /// The number of bytes that were searched.
    pub searched: usize,
    /// The number of operations that left a secret.
    pub leaks: usize,
    /// The number of operations whose deepest stack was not overwritten.
    pub too_deep: usize,
    /// The number of planted secrets that were not found.
    pub missed: usize,
    /// The stack that operations write to.
    pub depths: Depths,
}

/// Runs all operations of a set.
pub struct Operations<'a> {
    /// The backend, for messages.
    pub backend: Backend,
    /// Where to add what is found.
    pub outcome: &'a mut Outcome,
}

/// The operations of one set on one backend, as they are run.
pub struct Run<'a> {
    /// The set.
    pub set: Set,
    /// The backend.
    pub backend: Backend,
    /// Where to add what is found.
    pub outcome: &'a mut Outcome,
}

impl Run<'_> {
    /// Runs an operation, and searches what it left.
    pub fn check<T>(&mut self, name: &str, secrets: &Index, operation: impl FnOnce() -> T) {
        let Self { set, backend, outcome } = self;
        let left = left_by(operation);
        outcome.depths.add(*set, name, left.depth);
        outcome.operations += 1;
        if outcome.prints_depths {
            println!("{set} {backend} {name}: {}", left.depth);
            return;
        }
        if !left.is_overwritten() {
            println!("{set} {backend} {name}: the deepest of {} bytes of stack are not overwritten", left.depth);
            outcome.too_deep += 1;
        }
        let found = find(&left, secrets);
        outcome.searched += left.stack.len() + left.blocks.len();
        found.iter().for_each(|line| println!("{set} {backend} {name}: {line}"));
        outcome.leaks += usize::from(!found.is_empty());
    }
}

/// Returns a line for each secret that was found.
fn find(left: &Left, secrets: &Index) -> Vec<String> {
    let memories = [("stack", &left.stack), ("freed heap", &left.blocks)].into_iter();
    let lines = memories.flat_map(|(kind, memory)| {
        secrets.find(memory).into_iter().map(move |Found { name, windows, place, offset }| {
            let length = memory.len();
            format!(
                "{kind}: {windows} windows of {name}, the first from its byte {offset}, at byte {place} of {length}"
            )
        })
    });
    lines.collect()
}

/// Checks that the search finds secrets that are left on purpose, in the stack and in the heap.
pub fn check_search(outcome: &mut Outcome) {
    let mut secrets = Secrets::default();
    let secret: [u8; 40] = std::array::from_fn(|k| (k * k * 31 + 7) as u8);
    secrets.add("planted bytes", &secret);
    let small: [i16; 200] = std::array::from_fn(|k| (k * k * k / 7 % 3) as i16 - 1);
    secrets.add_small("planted polynomial", &small);
    let secrets = secrets.index();
    let in_stack = find(&left_by(|| leave(&secret)), &secrets);
    let words = find(&left_by(|| leave(&small)), &secrets);
    let in_heap = find(&left_by(|| drop(black_box(secret.to_vec()))), &secrets);
    let nothing = find(&left_by(|| leave(&[0u8; 40])), &secrets);
    for (found, place) in [(in_stack, "stack"), (words, "stack"), (in_heap, "freed heap")] {
        if !found.iter().any(|line| line.starts_with(place)) {
            println!("a planted secret is NOT found ({place})");
            outcome.missed += 1;
        }
    }
    if !nothing.is_empty() {
        println!("a secret is found where none was left: {nothing:?}");
        outcome.missed += 1;
    }
}

/// Leaves a value in the stack.
#[inline(never)]
fn leave<T: Copy>(value: &T) {
    let copies = [*black_box(value); 5];
    black_box(&copies);
}

impl Visitor for Operations<'_> {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let Self { backend, outcome } = self;
        let mut run = Run { set: M::SET, backend, outcome };

        let mut rng = Recording::new(1);
        let (key, public) = M::generate(&mut rng);
        let mut of_key = Secrets::default();
        add_key::<M>(&mut of_key, &key);
        let mut of_generation = Secrets::default();
        add_key::<M>(&mut of_generation, &key);
        add_generation::<M>(&mut of_generation, &rng.calls);
        let (of_key, of_generation) = (of_key.index(), of_generation.index());
        let random = rng.calls.concat();
        let (bytes, public_bytes) = (key.as_bytes(), public.as_bytes());
        run.check("generate", &of_generation, || M::generate(&mut Reproducible(1)));
        run.check("try_generate", &of_generation, || M::try_generate(&mut Reproducible(1)));
        run.check("generate_from", &of_generation, || M::generate_from(&random));
        // A public key is no secret: loading it overwrites nothing.
        let depth = left_by(|| EncapsulationKey::<M>::from_bytes(public_bytes)).depth;
        run.outcome.depths.add(M::SET, "encapsulation_key", depth);
        run.check("decapsulation_key", &of_key, || DecapsulationKey::<M>::from_bytes(bytes));
        run.check("clone", &of_key, || key.clone());
        if M::SET.name().starts_with("ntruh") {
            // Secret keys of other schemes contain the public key, and return a copy.
            run.check("to_encapsulation_key", &of_key, || key.to_encapsulation_key());
        }
        run.check("prepare", &of_key, || key.prepare());
        run.check("prepare_boxed", &of_key, || key.prepare_boxed());
        let (prepared_key, prepared_public) = (key.prepare_boxed(), public.prepare_boxed());
        run.check("clone of a prepared key", &of_key, || (*prepared_key).clone());

        let dynamic = || M::SET.generate(&mut Reproducible(1));
        run.check("dynamic generate", &of_generation, dynamic);
        let (mut secret_bytes, mut ciphertext_bytes) = (bytes.to_vec(), vec![0; M::SET.ciphertext_bytes()]);
        let mut copy = public_bytes.to_vec();
        run.check("dynamic try_generate_bytes", &of_generation, || {
            M::SET.try_generate_bytes(&mut Reproducible(1), &mut secret_bytes, &mut copy)
        });
        run.check("dynamic decapsulation_key", &of_key, || M::SET.decapsulation_key(bytes));
        let (dynamic_key, _) = dynamic();
        run.check("dynamic prepare", &of_key, || dynamic_key.prepare());
        run.check("dynamic to_encapsulation_key", &of_key, || dynamic_key.to_encapsulation_key());

        let mut rng = Recording::new(2);
        let (ciphertext, sent) = public.encapsulate(&mut rng);
        let mut of_encapsulation = Secrets::default();
        of_encapsulation.publish(ciphertext.as_bytes());
        of_encapsulation.publish(public_bytes);
        of_encapsulation.add("shared secret", sent.as_bytes());
        add_encapsulation::<M>(&mut of_encapsulation, &rng.calls, &key);
        let random = rng.calls.concat();
        let index = of_encapsulation.index();
        run.check("encapsulate", &index, || public.encapsulate(&mut Reproducible(2)));
        run.check("try_encapsulate", &index, || public.try_encapsulate(&mut Reproducible(2)));
        run.check("encapsulate_from", &index, || public.encapsulate_from(&random));
        let (_, dynamic_public) = dynamic();
        run.check("dynamic encapsulate", &index, || dynamic_public.encapsulate(&mut Reproducible(2)));
        run.check("dynamic encapsulate_from", &index, || dynamic_public.encapsulate_from(&random));
        run.check("dynamic try_encapsulate_in", &index, || {
            dynamic_public.try_encapsulate_in(&mut ciphertext_bytes, &mut Reproducible(2))
        });
        run.check("dynamic try_encapsulate, one use", &index, || {
            M::SET.try_encapsulate(public_bytes, &mut ciphertext_bytes, &mut Reproducible(2))
        });
        run.check("prepared encapsulate", &index, || prepared_public.encapsulate(&mut Reproducible(2)));
        run.check("encapsulate_once", &index, || M::encapsulate_once(public_bytes, &mut Reproducible(2)));
        run.check("try_encapsulate_once", &index, || M::try_encapsulate_once(public_bytes, &mut Reproducible(2)));

        let mut wrong = ciphertext.to_bytes();
        wrong.as_mut()[7] ^= 1;
        let wrong = Ciphertext::<M>::new(wrong);
        for (ciphertext, kind) in [(&ciphertext, "honest"), (&wrong, "tampered")] {
            let mut of_decapsulation = of_encapsulation.clone();
            add_key::<M>(&mut of_decapsulation, &key);
            of_decapsulation.publish(ciphertext.as_bytes());
            of_decapsulation.add("shared secret", key.decapsulate(ciphertext).as_bytes());
            let of_decapsulation = of_decapsulation.index();
            let name = |operation: &str| format!("{operation}, {kind}");
            run.check(&name("decapsulate"), &of_decapsulation, || key.decapsulate(ciphertext));
            run.check(&name("prepared decapsulate"), &of_decapsulation, || prepared_key.decapsulate(ciphertext));
            run.check(&name("dynamic decapsulate"), &of_decapsulation, || {
                dynamic_key.decapsulate(ciphertext.as_bytes())
            });
            run.check(&name("dynamic decapsulate, one use"), &of_decapsulation, || {
                M::SET.decapsulate(bytes, ciphertext.as_bytes())
            });
            run.check(&name("decapsulate_once"), &of_decapsulation, || {
                M::decapsulate_once(bytes, ciphertext.as_bytes())
            });
            run.check(&name("decapsulate_trusted"), &of_decapsulation, || {
                M::decapsulate_trusted(bytes, ciphertext.as_bytes())
            });
        }

        let mut rng = Recording::new(3);
        let pairs = M::generate_many(&mut rng, BATCH);
        let mut of_batch = Secrets::default();
        pairs.iter().for_each(|(key, _)| add_key::<M>(&mut of_batch, key));
        add_generation::<M>(&mut of_batch, &rng.calls);
        run.check("generate_many", &of_batch.index(), || M::generate_many(&mut Reproducible(3), BATCH));
        run.check("dynamic try_generate_many", &of_batch.index(), || {
            M::SET.try_generate_many(&mut Reproducible(3), BATCH)
        });
        let (mut secret_keys, mut public_keys) = (bytes.repeat(BATCH), public_bytes.repeat(BATCH));
        run.check("dynamic try_generate_many_bytes", &of_batch.index(), || {
            M::SET.try_generate_many_bytes(&mut Reproducible(3), BATCH, &mut secret_keys, &mut public_keys)
        });

        let mut rng = Recording::new(4);
        let keys: Vec<_> = pairs.iter().map(|(_, public)| public).collect();
        let sent = M::encapsulate_many(keys.iter().copied(), &mut rng);
        let mut of_batch = Secrets::default();
        keys.iter().for_each(|key| of_batch.publish(key.as_bytes()));
        for (ciphertext, secret) in &sent {
            of_batch.publish(ciphertext.as_bytes());
            of_batch.add("shared secret", secret.as_bytes());
        }
        add_encapsulation::<M>(&mut of_batch, &rng.calls, &key);
        run.check("encapsulate_many", &of_batch.index(), || {
            M::encapsulate_many(keys.iter().copied(), &mut Reproducible(4))
        });
        let loaded = |key: &&EncapsulationKey<M>| M::SET.encapsulation_key(key.as_bytes()).expect("it is a key");
        let dynamic_keys: Vec<_> = keys.iter().map(loaded).collect();
        run.check("dynamic try_encapsulate_many", &of_batch.index(), || {
            M::SET.try_encapsulate_many(&dynamic_keys, &mut Reproducible(4))
        });
        let mut ciphertexts = ciphertext_bytes.repeat(BATCH);
        run.check("dynamic try_encapsulate_many_in", &of_batch.index(), || {
            M::SET.try_encapsulate_many_in(&dynamic_keys, &mut ciphertexts, &mut Reproducible(4))
        });

        let both = || pairs.iter().zip(&sent).map(|((key, _), (ciphertext, _))| (key, ciphertext));
        pairs.iter().for_each(|(key, _)| add_key::<M>(&mut of_batch, key));
        run.check("decapsulate_many", &of_batch.index(), || -> Vec<SharedSecret> { M::decapsulate_many(both()) });
    }
}
