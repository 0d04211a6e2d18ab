//! Batches against single calls, byte by byte.

use core::convert::Infallible;
use core::ops::Range;

use rand_core::utils::next_word_via_fill;
use rand_core::{TryCryptoRng, TryRng};
use vectru::kat::NistDrbg;
use vectru::mechanism::Visitor;
use vectru::{
    AnyDecapsulationKey, AnyEncapsulationKey, Ciphertext, DecapsulationKey, EncapsulationKey, GenerationError,
    Mechanism, Set,
};
use vectru_polymul::dispatch::{self, Backend};
use vectru_polymul::ring::Ring;

#[path = "support/failing.rs"]
mod failing;

use failing::Failing;

/// The number of keys of a batch: more than a group, and not a multiple of any number of lanes.
const COUNT: usize = 37;

/// A stream of bytes that does not depend on its division into calls. In some ranges the bytes are
/// those of a polynomial that Streamlined NTRU Prime rejects: the one with some low coefficients.
#[derive(Clone)]
struct Stream {
    position: usize,
    low: &'static [i8],
    rejected: Vec<Range<usize>>,
}

impl Stream {
    /// Returns a stream with the polynomial 0 in some ranges.
    fn new(rejected: Vec<Range<usize>>) -> Self {
        Self { position: 0, low: &[], rejected }
    }

    /// Returns a byte of the words of the rejected polynomial: 0, 2^29 or 3 2^28 for the
    /// coefficients -1, 0 and 1.
    fn byte_of_rejected(&self, index: usize) -> u8 {
        match self.low.get(index / 4) {
            _ if index % 4 < 3 => 0,
            Some(-1) => 0,
            Some(1) => 0x30,
            _ => 0x20,
        }
    }
}

impl TryRng for Stream {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|word| word as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for byte in bytes {
            *byte = match self.rejected.iter().find(|range| range.contains(&self.position)) {
                Some(range) => self.byte_of_rejected(self.position - range.start),
                None => {
                    // SplitMix `[SLF14]`.
                    let word = (self.position as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                    (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb).to_le_bytes()[7]
                }
            };
            self.position += 1;
        }
        Ok(())
    }
}

impl TryCryptoRng for Stream {}

/// Checks that a batch of keys equals the keys of single calls, and returns it.
fn check_keys<M: Mechanism>(
    rng: &(impl TryCryptoRng<Error = Infallible> + Clone),
    count: usize,
) -> Vec<(DecapsulationKey<M>, EncapsulationKey<M>)> {
    let mut single = rng.clone();
    let pairs = M::generate_many(&mut rng.clone(), count);
    assert_eq!(pairs.len(), count);
    for (k, (key, public)) in pairs.iter().enumerate() {
        let (expected_key, expected_public) = M::generate(&mut single);
        assert!(key.as_bytes() == expected_key.as_bytes(), "{}: key {k}", M::SET);
        assert!(*public == expected_public, "{}: key {k}", M::SET);
    }
    pairs
}

struct EqualsSingleCalls;

impl Visitor for EqualsSingleCalls {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        // A generator whose bytes depend on the calls.
        let rng = NistDrbg::new(&[5; 48]);
        check_keys::<M>(&rng, 0);
        check_keys::<M>(&rng, 1);
        let pairs = check_keys::<M>(&rng, COUNT);

        let keys = || pairs.iter().map(|(_, key)| key);
        let sent = M::encapsulate_many(keys(), &mut rng.clone());
        let mut single = rng.clone();
        for (key, (ciphertext, secret)) in keys().zip(&sent) {
            assert!((*ciphertext, secret.clone()) == key.encapsulate(&mut single), "{}", M::SET);
        }

        // Encapsulation made every ciphertext but each third one.
        let ciphertexts: Vec<_> = sent
            .iter()
            .enumerate()
            .map(|(k, (ciphertext, _))| {
                let mut bytes = ciphertext.to_bytes();
                bytes.as_mut()[k] ^= (k % 3 == 0) as u8;
                Ciphertext::<M>::new(bytes)
            })
            .collect();
        // Each second key is prepared.
        let prepared: Vec<_> =
            pairs.iter().map(|(key, public)| (key.prepare_boxed(), public.prepare_boxed())).collect();
        let mixed = pairs.iter().zip(&prepared).enumerate().map(|(k, ((_, public), (_, prepared)))| match k % 2 {
            0 => AnyEncapsulationKey::from(public),
            _ => AnyEncapsulationKey::from(&**prepared),
        });
        assert_eq!(M::encapsulate_many(mixed, &mut rng.clone()), sent);
        let mixed = pairs.iter().zip(&prepared).enumerate().map(|(k, ((key, _), (prepared, _)))| match k % 2 {
            0 => AnyDecapsulationKey::from(key),
            _ => AnyDecapsulationKey::from(&**prepared),
        });
        let received = M::decapsulate_many(mixed.zip(&ciphertexts));
        let prepared = M::decapsulate_many(prepared.iter().map(|(key, _)| &**key).zip(&ciphertexts));
        assert_eq!(prepared, received);
        assert_eq!(received.len(), COUNT);
        for (k, secret) in received.iter().enumerate() {
            assert_eq!(*secret, pairs[k].0.decapsulate(&ciphertexts[k]));
            assert_eq!(*secret == sent[k].1, k % 3 != 0);
        }

        // A batch with one key three times, and empty batches.
        let (key, public) = &pairs[0];
        let sent = M::encapsulate_many(std::iter::repeat_n(public, 3), &mut rng.clone());
        let received = M::decapsulate_many(sent.iter().map(|(ciphertext, _)| (key, ciphertext)));
        assert!(sent.iter().map(|(_, secret)| secret).eq(&received));
        let (keys, pairs): ([&EncapsulationKey<M>; 0], [(&DecapsulationKey<M>, _); 0]) = ([], []);
        assert!(M::encapsulate_many(keys, &mut rng.clone()).is_empty() && M::decapsulate_many(pairs).is_empty());
    }
}

#[test]
fn batches_are_those_of_single_calls() {
    Set::ALL.into_iter().for_each(|set| set.visit(EqualsSingleCalls));
}

#[test]
fn batches_are_the_same_on_every_backend() {
    for backend in Backend::available() {
        dispatch::force(Some(backend)).expect("the backend is available");
        let names = ["sntrup761", "ntrulpr653", "ntruhrss701", "saber"];
        let some = names.into_iter().filter_map(|name| name.parse::<Set>().ok());
        some.for_each(|set| set.visit(EqualsSingleCalls));
    }
    dispatch::force(None).expect("the best backend is available");
}

struct ZeroCandidates;

impl Visitor for ZeroCandidates {
    type Output = ();

    /// Some candidates for g are 0, which has no reciprocal: the first one, one after others, two
    /// in a row, and one from bytes that were drawn for f.
    fn visit<M: Mechanism>(self) {
        let list = 4 * M::Ring::DEGREE;
        let key = 2 * list + list.div_ceil(16);
        for starts in [&[0][..], &[5 * key], &[5 * key, 5 * key + list], &[36 * key], &[3 * key, 9 * key + list]] {
            let zeros = starts.iter().map(|&start| start..start + list).collect();
            check_keys::<M>(&Stream::new(zeros), COUNT);
        }
    }
}

#[test]
fn rejected_candidates_are_drawn_anew_as_in_single_calls() {
    streamlined_sets().for_each(|set| set.visit(ZeroCandidates));
}

struct LateRejections;

impl Visitor for LateRejections {
    type Output = ();

    /// Some candidates for g are a factor of degree 11 of x^953 - x - 1 modulo 3. A batch finds out
    /// when it computes the reciprocal, and has drawn the bytes of later keys by then: of the same
    /// group, and of the next one.
    fn visit<M: Mechanism>(self) {
        let (list, low) = (4 * M::Ring::DEGREE, &[1, 1, -1, -1, 1, -1, 0, 1, 0, 1, -1, 1]);
        for starts in [&[0][..], &[5], &[31], &[32], &[36], &[7, 36]] {
            let start = |(earlier, key)| key * M::KEY_RANDOM_BYTES + earlier * list;
            let rejected = starts.iter().copied().enumerate().map(start).map(|start| start..start + list).collect();
            let stream = Stream { low, ..Stream::new(rejected) };
            check_keys::<M>(&stream, COUNT);
            let mut single = stream.clone();
            (0..COUNT).for_each(|_| drop(M::generate(&mut single)));
            assert_eq!(single.position, COUNT * M::KEY_RANDOM_BYTES + starts.len() * list);
        }
    }
}

#[test]
fn keys_that_are_rejected_late_are_made_anew_as_in_single_calls() {
    let found = "sntrup953".parse::<Set>().into_iter();
    found.for_each(|set| set.visit(LateRejections));
}

/// The sets whose key generation rejects candidates.
fn streamlined_sets() -> impl Iterator<Item = Set> {
    Set::ALL.into_iter().filter(|set| set.name().starts_with("sntrup"))
}

/// Batches draw as many bytes as single calls, unless a candidate is rejected late.
struct DrawsNoMore;

impl Visitor for DrawsNoMore {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let (mut batch, mut single) = (Stream::new(vec![]), Stream::new(vec![]));
        M::generate_many(&mut batch, COUNT);
        (0..COUNT).for_each(|_| drop(M::generate(&mut single)));
        assert_eq!(batch.position, single.position, "{}", M::SET);
    }
}

#[test]
fn the_generator_goes_on_where_single_calls_leave_it() {
    let some = ["sntrup761", "sntrup857"].into_iter().filter_map(|name| name.parse::<Set>().ok());
    some.for_each(|set| set.visit(DrawsNoMore));
}

struct ReturnsErrors;

impl Visitor for ReturnsErrors {
    type Output = ();

    fn visit<M: Mechanism>(self) {
        let bytes = 40 * 4 * M::Ring::DEGREE;
        let failed = GenerationError::Generator(core::fmt::Error);
        assert_eq!(M::try_generate_many(&mut Failing(bytes), 30).map(|_| ()), Err(failed));
        let (_, key) = M::generate(&mut Stream::new(vec![]));
        assert_eq!(M::try_encapsulate_many([&key; 41], &mut Failing(bytes)).map(|_| ()), Err(core::fmt::Error));
        assert_eq!(M::try_encapsulate_many([&key; 40], &mut Failing(bytes)).map(|sent| sent.len()), Ok(40));
    }
}

#[test]
fn errors_of_the_generator_are_returned() {
    streamlined_sets().for_each(|set| set.visit(ReturnsErrors));
}
