//! The operations of a parameter set, each called several times with different secrets.
//!
//! Between the calls of one operation only secrets and values that the specification makes public
//! differ. The addresses of all operands are the same in each call, as they are fields of a
//! structure that is allocated once.

use std::convert::Infallible;
use std::hint::black_box;

use rand_core::utils::next_word_via_fill;
use rand_core::{TryCryptoRng, TryRng};
use vectru::mechanism::Visitor;
use vectru::prime::Ciphertext;
use vectru::{
    DecapsulationKey, EncapsulationKey, Mechanism, PreparedDecapsulationKey, PreparedEncapsulationKey, SharedSecret,
};

/// Receives each call of an operation, and runs it.
pub trait Tracer {
    /// Runs `call` and traces it. All traces of one name must agree.
    fn trace<R>(&mut self, operation: &'static str, call: impl FnOnce() -> R) -> R;
}

/// A generator of numbers that are different for each seed: SplitMix64 `[SLF14]`.
#[derive(Default)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// Returns the next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// Fills `bytes`.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.number().to_le_bytes()[..chunk.len()]);
        }
    }
}

/// Random bytes that are prepared, so that the traced operation only copies them.
#[derive(Default)]
struct Prepared {
    bytes: Vec<u8>,
    given: usize,
}

impl Prepared {
    /// Prepares the bytes of a seed for the next operation.
    fn prepare(&mut self, seed: u64, bytes: usize) {
        self.bytes.resize(bytes, 0);
        SplitMix(seed).fill(&mut self.bytes);
        self.given = 0;
    }
}

impl TryRng for Prepared {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|word| word as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.copy_from_slice(&self.bytes[self.given..self.given + bytes.len()]);
        self.given += bytes.len();
        Ok(())
    }
}

impl TryCryptoRng for Prepared {}

/// The operands of the operations of a set.
struct Operands<M: Mechanism> {
    rng: Prepared,
    key: DecapsulationKey<M>,
    public: EncapsulationKey<M>,
    prepared_key: PreparedDecapsulationKey<M>,
    prepared_public: PreparedEncapsulationKey<M>,
    ciphertext: Ciphertext<M>,
    key_bytes: Vec<u8>,
    public_bytes: Vec<u8>,
}

/// The kinds of ciphertexts that decapsulation gets: an honest one, one with a changed bit near its
/// start, one with a changed last byte, and random bytes.
const KINDS: u64 = 4;

/// Returns a ciphertext of a kind, made of an honest one.
fn tampered<M: Mechanism>(honest: &Ciphertext<M>, kind: u64, seed: u64) -> Ciphertext<M> {
    let mut bytes = honest.to_bytes();
    let slice = bytes.as_mut();
    match kind {
        0 => {}
        1 => slice[7] ^= 1,
        2 => slice[slice.len() - 1] ^= 1,
        _ => SplitMix(seed).fill(slice),
    }
    Ciphertext::new(bytes)
}

/// Prepares random bytes of which key generation accepts the first candidate: the numbers of
/// rejected ones are public.
fn prepare_keys<M: Mechanism>(rng: &mut Prepared, seed: u64) {
    for attempt in 0.. {
        rng.prepare(seed << 32 | attempt, M::KEY_RANDOM_BYTES);
        if M::generate_from(&rng.bytes).is_ok() {
            return;
        }
    }
}

/// The single operations of a set, and those for keys that are used once.
pub struct Single<'t, T> {
    /// Receives the calls.
    pub tracer: &'t mut T,
    /// The number of traces of each operation.
    pub traces: u64,
}

impl<T: Tracer> Visitor for Single<'_, T> {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let Self { tracer, traces } = self;
        let (key, public) = M::generate(&mut seeded::<M>(1, 64));
        let (ciphertext, _) = public.encapsulate(&mut seeded::<M>(2, 1));
        let mut operands = Box::new(Operands {
            rng: Prepared::default(),
            key_bytes: key.as_bytes().to_vec(),
            public_bytes: public.as_bytes().to_vec(),
            prepared_key: key.prepare(),
            prepared_public: public.prepare(),
            key,
            public,
            ciphertext,
        });
        let operands = &mut *operands;
        for trace in 0..traces {
            prepare_keys::<M>(&mut operands.rng, 10 + trace);
            black_box(tracer.trace("key generation", || M::generate(&mut operands.rng)));
        }
        for trace in 0..traces {
            operands.rng.prepare(20 + trace, M::ENCAPSULATION_RANDOM_BYTES);
            black_box(tracer.trace("encapsulation", || operands.public.encapsulate(&mut operands.rng)));
        }
        for trace in 0..traces {
            operands.rng.prepare(25 + trace, M::ENCAPSULATION_RANDOM_BYTES);
            let call = || operands.prepared_public.encapsulate(&mut operands.rng);
            black_box(tracer.trace("encapsulation to a prepared key", call));
        }
        for trace in 0..traces {
            operands.rng.prepare(30 + trace, M::ENCAPSULATION_RANDOM_BYTES);
            let call = || M::encapsulate_once(&operands.public_bytes, &mut operands.rng);
            black_box(tracer.trace("encapsulation to a key for one use", call)).expect("the bytes are a key");
        }
        // A key of its own and a kind of ciphertext for each trace.
        for trace in 0..traces.max(KINDS) {
            let mut rng = seeded::<M>(40 + trace, 64);
            (operands.key, operands.public) = M::generate(&mut rng);
            operands.prepared_key = operands.key.prepare();
            operands.key_bytes.copy_from_slice(operands.key.as_bytes());
            let (honest, sent) = operands.public.encapsulate(&mut seeded::<M>(50 + trace, 1));
            operands.ciphertext = tampered(&honest, trace % KINDS, trace);
            let check = |received: SharedSecret| {
                assert_eq!(
                    received == sent,
                    operands.ciphertext.as_bytes() == honest.as_bytes(),
                    "the result is right"
                );
            };
            let (key, bytes, ciphertext) = (&operands.key, &operands.key_bytes, &operands.ciphertext);
            check(tracer.trace("decapsulation", || key.decapsulate(ciphertext)));
            let prepared = &operands.prepared_key;
            check(tracer.trace("decapsulation by a prepared key", || prepared.decapsulate(ciphertext)));
            let once = || M::decapsulate_once(bytes, ciphertext.as_bytes());
            check(tracer.trace("decapsulation by a key for one use", once).expect("the bytes are a key"));
            let trusted = || M::decapsulate_trusted(bytes, ciphertext.as_bytes());
            check(tracer.trace("decapsulation by a trusted key", trusted).expect("the bytes are a key"));
            black_box(tracer.trace("loading of a secret key", || DecapsulationKey::<M>::from_bytes(bytes)))
                .expect("a key");
            black_box(tracer.trace("preparing of a secret key", || key.prepare()));
        }
    }
}

/// Returns a generator with the bytes of a seed, for so many keys or ciphertexts.
fn seeded<M: Mechanism>(seed: u64, count: usize) -> Prepared {
    let mut rng = Prepared::default();
    rng.prepare(seed, count * M::KEY_RANDOM_BYTES.max(M::ENCAPSULATION_RANDOM_BYTES));
    rng
}

/// The sets whose batches are traced: one of each family, and one with small factors of x^p - x - 1
/// modulo 3.
pub const BATCHES: [&str; 6] = ["sntrup761", "sntrup1277", "ntrulpr761", "ntruhps2048677", "ntruhrss701", "saber"];

/// The number of keys of a batch: more than the lanes of the hashes, and no multiple of them.
const BATCH: usize = 10;

/// The operations of a set for many keys at once.
pub struct Batches<'t, T> {
    /// Receives the calls.
    pub tracer: &'t mut T,
    /// The number of traces of each operation.
    pub traces: u64,
}

impl<T: Tracer> Visitor for Batches<'_, T> {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let Self { tracer, traces } = self;
        let mut rng = Box::new(Prepared::default());
        let mut pairs = M::generate_many(&mut seeded::<M>(1, 64 * BATCH), BATCH);
        let mut ciphertexts: Vec<Ciphertext<M>> =
            vec![Ciphertext::new(pairs[0].1.encapsulate(&mut seeded::<M>(2, 1)).0.to_bytes()); BATCH];
        for trace in 0..traces {
            // Bytes of which the first candidate of each key is accepted.
            for attempt in 0.. {
                rng.prepare((60 + trace) << 32 | attempt, 64 * BATCH * M::KEY_RANDOM_BYTES);
                drop(M::generate_many(&mut *rng, BATCH));
                if rng.given == BATCH * M::KEY_RANDOM_BYTES {
                    break;
                }
            }
            rng.given = 0;
            drop(black_box(tracer.trace("key generation in batches", || M::generate_many(&mut *rng, BATCH))));
        }
        for trace in 0..traces {
            rng.prepare(70 + trace, BATCH * M::ENCAPSULATION_RANDOM_BYTES);
            let call = || M::encapsulate_many(pairs.iter().map(|(_, public)| public), &mut *rng);
            drop(black_box(tracer.trace("encapsulation in batches", call)));
        }
        for trace in 0..traces {
            let made = M::generate_many(&mut seeded::<M>(80 + trace, 64 * BATCH), BATCH);
            pairs.iter_mut().zip(made).for_each(|(pair, made)| *pair = made);
            let mut rng = seeded::<M>(90 + trace, BATCH);
            let sent = M::encapsulate_many(pairs.iter().map(|(_, public)| public), &mut rng);
            for (k, (ciphertext, (honest, _))) in ciphertexts.iter_mut().zip(&sent).enumerate() {
                *ciphertext = tampered(honest, (trace + k as u64) % KINDS, trace);
            }
            let operands = || pairs.iter().map(|(key, _)| key).zip(&ciphertexts);
            let received = tracer.trace("decapsulation in batches", || M::decapsulate_many(operands()));
            for (k, (received, (_, sent))) in received.iter().zip(&sent).enumerate() {
                assert_eq!(received == sent, (trace + k as u64).is_multiple_of(KINDS), "the result is right");
            }
        }
    }
}
